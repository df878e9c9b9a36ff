//! The rotation of the secrets key while an api and a dispatcher work.

use api::resealing::{Report, reseal};
use bench::deployment::Receiver;
use reqwest::header::CONTENT_TYPE;
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};
use shared::both_databases;
use shared::crypto::secrets::SecretsKey;
use shared::crypto::user_cipher::UserCipher;
use shared::database::statement::sql;
use shared::database::testing::TestDb;
use shared::process::secrets_key;
use shared::values::clock::Clock;
use shared::webhooks::guard::Guard;
use shared::webhooks::signature::WebhookSecret;

use crate::support::delivery::Delivery;
use crate::support::{Account, Api, Reply};

both_databases!(
    a_key_is_rotated_while_events_are_delivered,
    what_neither_key_opens_is_counted_and_left,
    tokens_of_the_previous_key_are_taken_as_long_as_it_is_there,
);

/// How many webhooks there are: more than one batch.
const WEBHOOKS: usize = 45;

async fn named_request(account: &Account) -> Reply {
    let request = account.request("POST", "/gift-types").header("Idempotency-Key", "one");
    let request = request.header(CONTENT_TYPE, "application/json");
    Reply::to(request.body(r#"{"gift_type_name": "Legacy"}"#)).await.created()
}

async fn versions_of(account: &Account) -> Vec<Value> {
    let webhooks = account.get("/webhooks").await.ok();
    webhooks.list().iter().map(|webhook| webhook["updated_at"].clone()).collect()
}

async fn a_key_is_rotated_while_events_are_delivered(db: TestDb) {
    let (old, new) = (SecretsKey::generate().unwrap(), SecretsKey::generate().unwrap());
    let guard = Guard::new(vec!["127.0.0.0/8".parse().unwrap()]);
    let api = Api::start_with(db, |app| {
        app.secrets_key = old.clone().with_previous(Some(new.clone()));
        app.guard = guard.clone();
        // The dispatcher decides by the time of the machine whether a webhook's own rotation is over.
        app.clock = Clock::default();
    })
    .await;
    let account = api.account().await;
    let receiver = Receiver::start().await.unwrap();
    let mut secrets = Vec::new();
    for _ in 0..WEBHOOKS {
        let webhook = json!({"webhook_url": receiver.url, "webhook_headers": {"X-Token": "a-token"}});
        let webhook = account.post("/webhooks", webhook).await.created();
        secrets.push(webhook["webhook_secret"].as_str().unwrap().parse::<WebhookSecret>().unwrap());
    }
    account.post("/webhooks/1/rotate-secret", json!({})).await.ok();
    let sealed = UserCipher::new(&old, account.user_id).encrypt(b"second factor").unwrap();
    let text = "UPDATE users SET second_factor_sealed = $1, second_factor_since_ms = 0 WHERE id = $2";
    api.execute(text, vec![sealed.into(), account.user_id.into()]).await;
    let created = named_request(&account).await;
    let versions = versions_of(&account).await;

    // A dispatcher that has the new key, while the api still encrypts with the old one.
    let both = new.clone().with_previous(Some(old.clone()));
    let delivery = Delivery::start(&api, both.clone());
    let mut rotating = api.app.clone();
    rotating.secrets_key = both.clone();
    let ((), report) = tokio::join!(
        async {
            for _ in 0..10 {
                account.contact().await;
            }
        },
        reseal(&rotating)
    );
    let report = report.unwrap();
    let unfinished = "SELECT 1 WHERE EXISTS (SELECT 1 FROM outbox)
        OR EXISTS (SELECT 1 FROM deliveries WHERE delivery_status = 'pending')";
    delivery.finish(&api, unfinished).await;

    assert_eq!(
        report,
        Report {
            webhooks: WEBHOOKS as u64,
            second_factors: 1,
            idempotency_keys: 1,
            letters: 0,
            unreadable: 0,
            previous_key_can_be_removed: true,
        }
    );
    let failed = api.query("SELECT 1 FROM attempts WHERE attempt_outcome <> 'success'", Vec::new()).await;
    assert!(failed.is_empty(), "every attempt could be signed");
    let received = receiver.received();
    assert_eq!(received.len(), 10 * WEBHOOKS);
    assert!(received.iter().all(|received| received.headers["x-token"] == "a-token"));
    let is_signed = |secret: &WebhookSecret| {
        received.iter().any(|received| {
            let timestamp_s = received.headers["webhook-timestamp"].parse().unwrap();
            let body = received.body.as_bytes();
            secret.verify(received.id(), timestamp_s, body, &received.headers["webhook-signature"])
        })
    };
    assert!(secrets.iter().all(is_signed), "also by the secret that is being rotated");
    assert_eq!(versions_of(&account).await, versions, "for their owner they have not changed");

    // The old key is not needed any more.
    secrets_key::check(&api.app.store, &new).await.unwrap();
    assert!(secrets_key::check(&api.app.store, &old).await.is_err());
    let alone = Api::start_with(shared::database::testing::sqlite().await, |app| {
        app.store = api.app.store.clone();
        app.secrets_key = new.clone();
    })
    .await;
    let account = alone.account_with_key(account.id, account.user_id, &account.key);
    let again = named_request(&account).await;
    assert_eq!((again.id(), again.header("idempotent-replayed")), (created.id(), Some("true")));
    let nothing = reseal(&alone.app).await.unwrap();
    assert_eq!(nothing, Report { previous_key_can_be_removed: true, ..Report::default() });
}

/// Only PostgreSQL locks rows.
#[tokio::test]
async fn a_rotation_waits_for_no_delivery_that_is_being_recorded() {
    let api = Api::start(shared::database::testing::postgres().await).await;
    let account = api.account().await;
    let webhook = account.post("/webhooks", json!({"webhook_url": "https://example.com"})).await.created();
    let recording = api.app.store.begin();
    let lock = "SELECT id FROM webhooks WHERE id = $1 FOR KEY SHARE";
    recording.query_all_raw(sql(&recording, lock, vec![webhook.id().into()])).await.unwrap();
    let mut rotating = api.app.clone();
    rotating.secrets_key = SecretsKey::generate().unwrap().with_previous(Some(api.app.secrets_key.clone()));
    assert_eq!(reseal(&rotating).await.unwrap().webhooks, 1);
    recording.commit().await.unwrap();
}

async fn what_neither_key_opens_is_counted_and_left(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    account.post("/webhooks", json!({"webhook_url": "https://example.com"})).await.created();
    let mut other = api.app.clone();
    other.secrets_key = SecretsKey::generate().unwrap();
    let report = reseal(&other).await.unwrap();
    assert_eq!(report, Report { unreadable: 1, ..Report::default() });
    let report = reseal(&api.app).await.unwrap();
    assert_eq!(report, Report { previous_key_can_be_removed: true, ..Report::default() });
}

async fn tokens_of_the_previous_key_are_taken_as_long_as_it_is_there(db: TestDb) {
    let old = SecretsKey::generate().unwrap();
    let api = Api::start_with(db, |app| app.secrets_key = old.clone()).await;
    let account = api.account().await;
    account.contact().await;
    api.settle().await;
    let cursor = account.get("/contacts").await.ok().header("sync-cursor").unwrap().to_owned();
    let new = SecretsKey::generate().unwrap();
    for (key, status) in [(new.clone().with_previous(Some(old.clone())), 200), (new, 422)] {
        let api = Api::start_with(shared::database::testing::sqlite().await, |app| {
            app.store = api.app.store.clone();
            app.secrets_key = key;
        })
        .await;
        let account = api.account_with_key(account.id, account.user_id, &account.key);
        assert_eq!(account.get(&format!("/contacts?updated_since={cursor}")).await.status, status);
    }
}
