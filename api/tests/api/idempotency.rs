//! Requests with an `Idempotency-Key`: each is carried out once, however often it is sent.

use std::time::Duration;

use api::idempotency::remove_expired;
use futures_util::future::join_all;
use reqwest::header::CONTENT_TYPE;
use sea_orm::{ConnectionTrait, DbBackend};
use serde_json::{Value, json};
use shared::both_databases;
use shared::database::statement::sql;
use shared::database::testing::TestDb;

use crate::support::document::{operations, served};
use crate::support::rows::PATIENCE;
use crate::support::{Account, Api, MISSING_ID, Reply, records};
use crate::webhooks::secrecy::everything;

both_databases!(
    every_write_that_comes_again_is_answered_as_before_and_not_repeated,
    a_file_that_comes_again_is_imported_once,
    another_request_with_a_used_key_is_422,
    a_key_is_the_accounts_own,
    a_response_is_kept_for_24_hours,
    expired_responses_are_removed,
    a_failure_is_not_kept,
    a_replay_does_not_mind_what_has_changed_since,
    a_replayed_secret_is_not_in_clear_in_the_database,
    a_malformed_key_is_422,
    a_request_in_progress_is_409_or_waited_for,
    of_100_concurrent_posts_with_the_same_key_one_is_carried_out,
);

const USED: &str = "this Idempotency-Key was already used for a different request";
const IN_PROGRESS: &str = "a request with this Idempotency-Key is in progress";

/// Sends a request with a key.
async fn send(account: &Account, method: &str, path: &str, body: &Value, key: &str) -> Reply {
    let request = account.request(method, path).header("Idempotency-Key", key);
    let body = if body.is_null() { String::new() } else { body.to_string() };
    Reply::to(request.header(CONTENT_TYPE, "application/json").body(body)).await
}

async fn post(account: &Account, path: &str, body: &Value, key: &str) -> Reply {
    send(account, "POST", path, body, key).await
}

fn is_replay(reply: &Reply) -> bool {
    reply.header("idempotent-replayed").is_some_and(|value| value == "true")
}

/// Asserts that a response is a replay of another one.
#[track_caller]
fn assert_replays(again: &Reply, first: &Reply) {
    assert!(is_replay(again) && !is_replay(first), "{again:?}");
    assert_eq!((again.status, &again.text), (first.status, &first.text));
    for name in ["content-type", "location", "etag", "ignored-fields"] {
        assert_eq!(again.header(name), first.header(name), "{name}");
    }
}

async fn kept(api: &Api) -> i64 {
    let rows = api.query("SELECT count(*) FROM idempotency_keys", Vec::new()).await;
    rows[0].try_get_by_index(0).unwrap()
}

fn task() -> Value {
    json!({"task_subject": "Call"})
}

async fn every_write_that_comes_again_is_answered_as_before_and_not_repeated(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let mut writes = operations(&served(&api.http).await);
    // The test of a webhook stores nothing, and a reset removes what was stored. Of a batch, each answer is repeated, not the
    // response.
    writes.retain(|operation| {
        let is_other =
            operation.path.ends_with("/test") || ["/batch", "/account/reset"].contains(&&*operation.path);
        operation.method != "GET" && !is_other && !operation.takes_csv
    });
    assert!(writes.len() >= 15, "{writes:?}");
    for (n, operation) in writes.into_iter().enumerate() {
        let path = records::path(&api, &account, &operation).await;
        let mut body = records::body(&operation, &account).await;
        if let Some(fields) = body.as_object_mut() {
            fields.insert("unknown".to_owned(), json!(1));
        }
        let key = format!("request-{n}");
        let first = send(&account, &operation.method, &path, &body, &key).await;
        assert!(matches!(first.status, 200 | 201), "{path}: {}", first.text);
        assert_eq!(first.header("ignored-fields").is_some(), !body.is_null(), "{path}");
        let after = api.state(&account).await;
        // The key is the same with and without quotes.
        for key in [&key, &format!("\"{key}\"")] {
            assert_replays(&send(&account, &operation.method, &path, &body, key).await, &first);
        }
        assert_eq!(api.state(&account).await, after, "{path}");
    }
    let stored = kept(&api).await;
    account.post("/tasks", task()).await.created();
    assert_eq!(kept(&api).await, stored, "nothing is stored without a key");
}

async fn a_file_that_comes_again_is_imported_once(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let import = async |path: &str, file: &str| {
        let request = account.request("POST", path).header("Idempotency-Key", "k");
        Reply::to(request.header(CONTENT_TYPE, "text/csv").body(file.to_owned())).await
    };
    let file = "contact_status,contact_lname\ndonor,Lovelace\n";
    let first = import("/imports/contacts", file).await.created();
    let after = api.state(&account).await;
    assert_replays(&import("/imports/contacts", file).await, &first);
    import("/imports/contacts", &file.replace("donor", "prospect")).await.failed(422, USED);
    import("/imports/contacts?dry_run=1", file).await.failed(422, USED);
    assert_eq!(api.state(&account).await, after, "nothing is left of the files that came again");
}

async fn another_request_with_a_used_key_is_422(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let first = post(&account, "/tasks", &task(), "k").await.created();
    let path = format!("/tasks/{}", first.id());
    let before = api.state(&account).await;
    for (method, path, body) in [
        ("POST", "/tasks", json!({"task_subject": "Write"})),
        ("POST", "/gifts", task()),
        ("PUT", &*path, task()),
        ("POST", "/tasks", json!({"task_subject": 7})),
    ] {
        send(&account, method, path, &body, "k").await.failed(422, USED);
    }
    assert_eq!(api.state(&account).await, before);
    assert_replays(&post(&account, "/tasks/", &task(), "k").await, &first);
}

async fn a_key_is_the_accounts_own(db: TestDb) {
    let api = Api::start(db).await;
    let (account, other) = (api.account().await, api.account().await);
    let first = post(&account, "/tasks", &task(), "k").await.created();
    let others = post(&other, "/tasks", &json!({"task_subject": "Write"}), "k").await.created();
    assert!(!is_replay(&others));
    assert_ne!(first.id(), others.id());
    assert_replays(&post(&other, "/tasks", &json!({"task_subject": "Write"}), "k").await, &others);
    // The stored response outlives the API key that the request had.
    api.execute("DELETE FROM api_keys WHERE account_id = $1", vec![account.id.into()]).await;
    let key = api.new_key(account.id, account.user_id).await;
    assert_replays(&post(&account.with_key(&key), "/tasks", &task(), "k").await, &first);
}

async fn a_response_is_kept_for_24_hours(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let first = post(&account, "/tasks", &task(), "k").await.created();
    api.turn_to("2026-06-16T11:59:59.999Z");
    assert_replays(&post(&account, "/tasks", &task(), "k").await, &first);
    api.turn_to("2026-06-16T12:00:00Z");
    // The key is free again, even for another request.
    let body = json!({"task_subject": "Write"});
    let second = post(&account, "/tasks", &body, "k").await.created();
    assert!(!is_replay(&second) && second.id() != first.id());
    assert_replays(&post(&account, "/tasks", &body, "k").await, &second);
    assert_eq!(kept(&api).await, 1);
}

async fn expired_responses_are_removed(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    post(&account, "/tasks", &task(), "old").await.created();
    // Store more responses than one batch deletes.
    let copies = "INSERT INTO idempotency_keys (account_id, idempotency_key, response_sealed, created_at_ms)
        WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 1500)
        SELECT k.account_id, CONCAT('copy ', n.n), k.response_sealed, k.created_at_ms
        FROM idempotency_keys k CROSS JOIN n";
    assert_eq!(api.execute(copies, Vec::new()).await, 1500);
    api.turn_to("2026-06-15T12:00:01Z");
    let fresh = post(&account, "/tasks", &task(), "fresh").await.created();
    api.turn_to("2026-06-16T11:59:59.999Z");
    assert_eq!(remove_expired(&api.app).await.unwrap(), 0);
    api.turn_to("2026-06-16T12:00:00.999Z");
    assert_eq!(remove_expired(&api.app).await.unwrap(), 1501);
    assert_replays(&post(&account, "/tasks", &task(), "fresh").await, &fresh);
}

async fn a_failure_is_not_kept(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let taken = json!({"gift_type_name": "cash"});
    let path = format!("/tasks/{MISSING_ID}");
    post(&account, "/tasks", &json!({}), "k").await.failed(422, "task_subject is required");
    post(&account, "/gift-types", &taken, "k").await.failed(409, "gift_type_name is taken");
    send(&account, "PUT", &path, &task(), "k").await.failed(404, "Not Found");
    assert_eq!(post(&account, "/tasks", &json!([]), "k").await.status, 400);
    assert_eq!(kept(&api).await, 0);
    assert!(!is_replay(&post(&account, "/tasks", &task(), "k").await.created()));
}

async fn a_replay_does_not_mind_what_has_changed_since(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let created = account.post("/tasks", task()).await.created();
    let path = format!("/tasks/{}", created.id());
    let put = async || {
        let request = account.request("PUT", &path).header("Idempotency-Key", "k");
        let request = request.header("If-Match", created.header("etag").unwrap());
        Reply::to(request.header(CONTENT_TYPE, "application/json").body(r#"{"task_done":1}"#)).await
    };
    let first = put().await.ok();
    account.put(&path, json!({"task_done": 0})).await.ok();
    assert_replays(&put().await, &first);
    assert_eq!(account.get(&path).await.ok()["task_done"], 0);
}

async fn a_replayed_secret_is_not_in_clear_in_the_database(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let body = json!({"webhook_url": records::RECEIVER, "webhook_description": "Accounting"});
    let first = post(&account, "/webhooks", &body, "k").await.created();
    assert_replays(&post(&account, "/webhooks", &body, "k").await, &first);
    let secret = first["webhook_secret"].as_str().unwrap();
    let held = everything(&api).await;
    let holds = |needle: &str| held.windows(needle.len()).any(|bytes| bytes == needle.as_bytes());
    assert!(holds("Accounting") && kept(&api).await == 1);
    assert!(!holds(secret) && !holds(secret.trim_start_matches("whsec_")) && !holds("webhooks.create"));
}

async fn a_malformed_key_is_422(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let delivery = records::record(&api, &account, "deliveries").await;
    let before = api.state(&account).await;
    let rule = "Idempotency-Key must be 1 to 255 visible ASCII characters, all of them or none in double quotes, once";
    let redeliver = format!("/deliveries/{delivery}/redeliver");
    for malformed in ["", "a b", "\"\"", "\"k", "k\u{fc}", &"k".repeat(256)] {
        post(&account, "/tasks", &task(), malformed).await.failed(422, rule);
        let message = format!("task_subject is required; {rule}");
        post(&account, "/tasks", &json!({}), malformed).await.failed(422, &message);
        post(&account, &redeliver, &Value::Null, malformed).await.failed(422, rule);
    }
    let twice =
        account.request("POST", "/tasks").header("Idempotency-Key", "a").header("Idempotency-Key", "b");
    let twice = twice.header(CONTENT_TYPE, "application/json").body(task().to_string());
    Reply::to(twice).await.failed(422, rule);
    assert_eq!(api.state(&account).await, before);
    post(&account, "/tasks", &task(), &"k".repeat(255)).await.created();
}

async fn a_request_in_progress_is_409_or_waited_for(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (path, id) = account.record("tasks", task()).await;
    // An uncommitted change of the same record holds up the request.
    let tx = api.db.store.begin();
    let lock = "UPDATE tasks SET task_notes = 'x' WHERE id = $1";
    tx.execute_raw(sql(&tx, lock, vec![id.into()])).await.unwrap();
    let put = {
        let (account, path) = (account.clone(), path.clone());
        move || {
            let (account, path) = (account.clone(), path.clone());
            async move { send(&account, "PUT", &path, &json!({"task_done": 1}), "k").await }
        }
    };
    let first = tokio::spawn(put());
    if api.db.store.backend() != DbBackend::Sqlite {
        let held = "SELECT 1 FROM pg_locks WHERE locktype = 'advisory'
            AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
        let is_held = async {
            while api.query(held, Vec::new()).await.is_empty() {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        tokio::time::timeout(PATIENCE, is_held).await.unwrap();
        let second = put().await;
        second.failed(409, IN_PROGRESS);
        assert_eq!(second.header("retry-after"), Some("1"));
        // A request with another key is not held up.
        post(&account, "/tasks", &task(), "other").await.created();
    }
    tx.rollback().await;
    let first = first.await.unwrap().ok();
    assert_replays(&put().await, &first);
}

async fn of_100_concurrent_posts_with_the_same_key_one_is_carried_out(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let body = task();
    let replies = join_all((0..100).map(|_| post(&account, "/tasks", &body, "k"))).await;
    let (done, waiting): (Vec<_>, Vec<_>) = replies.into_iter().partition(|reply| reply.status == 201);
    let (replays, first): (Vec<_>, Vec<_>) = done.iter().partition(|reply| is_replay(reply));
    assert_eq!(first.len(), 1);
    for replay in replays {
        assert_replays(replay, first[0]);
    }
    for reply in waiting {
        reply.failed(409, IN_PROGRESS);
    }
    assert_eq!(account.get("/tasks").await.ok().list().len(), 1);
    assert_eq!(api.events(&account).await.len(), 1);
}
