//! Secrets: values that are shown once or never.

use sea_orm::DbBackend;
use serde_json::json;
use shared::both_databases;
use shared::crypto::webhook_cipher::{Part, WebhookCipher};
use shared::database::testing::TestDb;
use shared::webhooks::signature::WebhookSecret;

use crate::support::records::RECEIVER as URL;
use crate::support::rows::changed_tables;
use crate::support::{Account, Api};

both_databases!(
    a_secret_is_shown_by_the_create_and_never_again,
    secrets_and_headers_are_not_in_clear_in_the_database,
    a_change_keeps_secret_and_headers,
);

const TOKEN: &str = "a-token-of-the-receivers-own";

async fn a_secret_is_shown_by_the_create_and_never_again(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let body = json!({"webhook_url": URL, "webhook_headers": {"X-Token": TOKEN}});
    let (first, second) =
        (account.post("/webhooks", body.clone()).await, account.post("/webhooks", body).await);
    let (first, second) = (first.created(), second.created());
    let secrets = [&first, &second].map(|created| created["webhook_secret"].as_str().unwrap());
    // Each webhook has its own 32 random bytes, in base64.
    assert!(
        secrets.iter().all(|secret| secret.starts_with("whsec_") && secret.len() == 6 + 44),
        "{secrets:?}"
    );
    assert_ne!(secrets[0], secrets[1]);
    let path = format!("/webhooks/{}", first.id());
    for later in [
        account.get(&path).await.ok(),
        account.get("/webhooks").await.ok(),
        account.put(&path, json!({"webhook_secret": "whsec_mine", "webhook_description": "x"})).await.ok(),
    ] {
        for hidden in ["whsec_", "webhook_secret", "webhook_headers", TOKEN] {
            assert!(!later.text.contains(hidden), "{hidden} in {}", later.text);
        }
    }
    assert!(!first.text.contains(TOKEN));
}

/// Returns everything that the database holds in the tables that requests change: on PostgreSQL every row as text, on
/// SQLite the files.
pub async fn everything(api: &Api) -> Vec<u8> {
    let mut found = Vec::new();
    if api.db.store.backend() == DbBackend::Sqlite {
        let path = api.db.url.trim_start_matches("sqlite://");
        found.extend(std::fs::read(path).unwrap());
        found.extend(std::fs::read(format!("{path}-wal")).unwrap_or_default());
        return found;
    }
    for table in changed_tables() {
        for row in api.query(&format!("SELECT CAST(t AS TEXT) FROM {table} t"), Vec::new()).await {
            found.extend(row.try_get_by_index::<String>(0).unwrap().into_bytes());
        }
    }
    found
}

async fn secrets_and_headers_are_not_in_clear_in_the_database(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let body = json!({"webhook_url": URL, "webhook_headers": {"X-Token": TOKEN}});
    let created = account.post("/webhooks", body).await.created();
    let secret = created["webhook_secret"].as_str().unwrap();
    let held = everything(&api).await;
    let holds = |needle: &str| held.windows(needle.len()).any(|bytes| bytes == needle.as_bytes());
    // Prove that the search finds a text that is there.
    assert!(holds(URL));
    assert!(!holds(secret) && !holds(secret.trim_start_matches("whsec_")) && !holds("whsec_"));
    assert!(!holds(TOKEN) && !holds("X-Token"));
    // The API key is not stored in clear text either.
    assert!(!holds(&account.key) && !holds(account.key.trim_start_matches("alm_")));
}

/// Returns the secret and the headers that the dispatcher will use.
async fn opened(api: &Api, account: &Account) -> (String, String) {
    let text = "SELECT webhook_secret_sealed, webhook_headers_sealed, id FROM webhooks WHERE account_id = $1";
    let rows = api.query(text, vec![account.id.into()]).await;
    let cipher = WebhookCipher::new(&api.app.secrets_key, account.id, rows[0].try_get_by_index(2).unwrap());
    let open = |index: usize, part: Part| {
        let sealed: String = rows[0].try_get_by_index(index).unwrap();
        cipher.decrypt(part, &sealed).unwrap()
    };
    let secret = WebhookSecret::from(open(0, Part::Secret));
    let headers = String::from_utf8(open(1, Part::Headers).to_vec()).unwrap();
    (secret.to_string(), headers)
}

async fn a_change_keeps_secret_and_headers(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let body = json!({"webhook_url": URL, "webhook_headers": {"X-Token": TOKEN}});
    let created = account.post("/webhooks", body).await.created();
    let path = format!("/webhooks/{}", created.id());
    let headers = json!({"X-Token": TOKEN}).to_string();
    let expected = (created["webhook_secret"].as_str().unwrap().to_owned(), headers);
    assert_eq!(opened(&api, &account).await, expected);
    account.put(&path, json!({"webhook_status": "paused"})).await.ok();
    assert_eq!(opened(&api, &account).await, expected);
    account.put(&path, json!({"webhook_headers": {"X-Other": "y"}})).await.ok();
    assert_eq!(opened(&api, &account).await, (expected.0, r#"{"X-Other":"y"}"#.to_owned()));
}
