//! Encryption binds a webhook's secret and headers to the webhook.

use serde_json::json;
use shared::both_databases;
use shared::database::testing::TestDb;
use shared::webhooks::guard::Guard;

use crate::support::{Account, Api};

both_databases!(
    what_is_sealed_for_a_webhook_opens_for_no_other,
    what_earlier_versions_sealed_opens_and_is_sealed_anew,
);

/// A port on which nobody listens.
const CLOSED: &str = "http://127.0.0.1:1/";

/// Starts an API, and returns it with an account and the paths of two webhooks of it.
async fn two_webhooks(db: TestDb) -> (Api, Account, [(String, i64); 2]) {
    let guard = Guard::new(vec!["127.0.0.0/8".parse().unwrap()]);
    let api = Api::start_with(db, |app| app.guard = guard).await;
    let account = api.account().await;
    let body = json!({"webhook_url": CLOSED, "webhook_headers": {"X-Token": "a-token"}});
    let both = [account.record("webhooks", body.clone()).await, account.record("webhooks", body).await];
    (api, account, both)
}

/// Tries a webhook out. Returns the outcome and the error.
async fn tried(account: &Account, path: &str) -> (String, String) {
    let tried = account.post(&format!("{path}/test"), json!({})).await.ok();
    let text = |field: &str| tried[field].as_str().unwrap().to_owned();
    (text("attempt_outcome"), text("error"))
}

async fn sealed(api: &Api, column: &str, id: i64) -> Option<String> {
    let rows = api.query(&format!("SELECT {column} FROM webhooks WHERE id = $1"), vec![id.into()]).await;
    rows[0].try_get_by_index(0).unwrap()
}

async fn what_is_sealed_for_a_webhook_opens_for_no_other(db: TestDb) {
    let (api, account, [(path, id), (_, other)]) = two_webhooks(db).await;
    assert_eq!(tried(&account, &path).await.0, "connect");
    for (column, error) in [
        ("webhook_secret_sealed", "the signing secret does not decrypt"),
        ("webhook_headers_sealed", "webhook_headers do not decrypt"),
    ] {
        let [own, others] = [sealed(&api, column, id).await, sealed(&api, column, other).await];
        let text = format!("UPDATE webhooks SET {column} = $1 WHERE id = $2");
        api.execute(&text, vec![others.into(), id.into()]).await;
        assert_eq!(tried(&account, &path).await, ("unsendable".to_owned(), error.to_owned()));
        api.execute(&text, vec![own.into(), id.into()]).await;
    }
    assert_eq!(tried(&account, &path).await.0, "connect");
}

async fn what_earlier_versions_sealed_opens_and_is_sealed_anew(db: TestDb) {
    let (api, account, [(changed, one), (rotated, other)]) = two_webhooks(db).await;
    let key = &api.app.secrets_key;
    let former = |purpose: &str| format!("account {} {purpose}", account.id);
    let secret = key.encrypt(&former("webhook_secret"), &[7; 32]).unwrap();
    let headers = key.encrypt(&former("webhook_headers"), br#"{"X-Token":"a-token"}"#).unwrap();
    for id in [one, other] {
        let text = "UPDATE webhooks SET webhook_secret_sealed = $1, webhook_previous_secret_sealed = $1,
                    webhook_previous_secret_until_ms = 9000000000000, webhook_headers_sealed = $2 WHERE id = $3";
        api.execute(text, vec![secret.clone().into(), headers.clone().into(), id.into()]).await;
    }
    for path in [&changed, &rotated] {
        assert_eq!(tried(&account, path).await.0, "connect");
    }
    account.put(&changed, json!({"webhook_description": "x"})).await.ok();
    account.post(&format!("{rotated}/rotate-secret"), json!({})).await.ok();
    for (path, id) in [(&changed, one), (&rotated, other)] {
        for (column, purpose) in [
            ("webhook_secret_sealed", "webhook_secret"),
            ("webhook_previous_secret_sealed", "webhook_secret"),
            ("webhook_headers_sealed", "webhook_headers"),
        ] {
            let sealed = sealed(&api, column, id).await.unwrap();
            assert!(key.decrypt(&former(purpose), &sealed).is_err(), "{path} {column}");
        }
        assert_eq!(tried(&account, path).await.0, "connect");
    }
}
