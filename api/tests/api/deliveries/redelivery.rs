//! Redeliveries: an event is delivered once more.

use reqwest::RequestBuilder;
use serde_json::{Value, json};
use shared::both_databases;
use shared::database::clock::database_now_ms;
use shared::database::testing::TestDb;
use shared::values::clock::rfc3339;

use super::{delivery, webhook};
use crate::support::{Account, Api, Reply};

both_databases!(
    a_delivery_is_made_again_whatever_has_become_of_it,
    a_delivery_that_is_being_attempted_is_busy_until_its_lease_expires,
    a_disabled_webhook_has_nothing_redelivered,
    a_redelivery_has_no_body,
    an_event_that_the_webhook_takes_no_more_is_redelivered_all_the_same,
);

async fn redeliver(account: &Account, id: i64) -> Reply {
    account.post(&format!("/deliveries/{id}/redeliver"), json!({})).await
}

/// Checks that a delivery reads as one that has just begun: its first attempt is due.
async fn is_due(account: &Account, id: i64) {
    let read = account.get(&format!("/deliveries/{id}")).await.ok();
    assert_eq!((&read["delivery_status"], &read["attempt_count"]), (&json!("pending"), &json!(0)));
    assert!(read["next_attempt_at"].is_string() && read["finished_at"].is_null(), "{}", read.text);
}

async fn now_ms(api: &Api) -> i64 {
    database_now_ms(api.db.store.read()).await.unwrap()
}

/// Makes an attempt look under way, with a lease that ends this many milliseconds from now.
async fn lease(api: &Api, id: i64, ends_in_ms: i64) {
    let text = "UPDATE deliveries SET lease_id = event_id, next_attempt_at_ms = $2 WHERE id = $1";
    let ends_at_ms = now_ms(api).await + ends_in_ms;
    assert_eq!(api.execute(text, vec![id.into(), ends_at_ms.into()]).await, 1);
}

async fn a_delivery_is_made_again_whatever_has_become_of_it(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (webhook_id, _) = webhook(&account).await;
    for status in ["pending", "succeeded", "failed", "skipped"] {
        let id = delivery(&api, &account, webhook_id, status).await;
        let untouched = delivery(&api, &account, webhook_id, status).await;
        api.attempt(&account, id, "connect").await;
        let path = format!("/deliveries/{id}");
        let before = account.get(&path).await.ok();
        let others = account.get(&format!("/deliveries/{untouched}")).await.ok();
        let earliest = rfc3339(now_ms(&api).await);
        let again = redeliver(&account, id).await.ok();
        let latest = rfc3339(now_ms(&api).await);
        assert_eq!(again.json["type"], "deliveries.redeliver");
        // It is due at once by the database's clock, with no attempts counted.
        let due = again["next_attempt_at"].as_str().unwrap();
        assert!((earliest.as_str()..=latest.as_str()).contains(&due), "{earliest} {due} {latest}");
        let mut expected = before.data().clone();
        for (field, value) in [
            ("delivery_status", json!("pending")),
            ("attempt_count", json!(0)),
            ("next_attempt_at", json!(due)),
            ("finished_at", Value::Null),
        ] {
            expected[field] = value;
        }
        // The earlier attempts are still shown.
        assert_eq!(*account.get(&path).await.ok().data(), expected, "{status}");
        for of_reads in ["attempts", "attempts_removed"] {
            expected.as_object_mut().unwrap().remove(of_reads).unwrap();
        }
        assert_eq!(*again.data(), expected, "{status}");
        assert_eq!(account.get(&format!("/deliveries/{untouched}")).await.ok().text, others.text);
        // Redeliver it once more, though it waits already.
        redeliver(&account, id).await.ok();
        is_due(&account, id).await;
    }
}

async fn a_delivery_that_is_being_attempted_is_busy_until_its_lease_expires(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (webhook_id, _) = webhook(&account).await;
    let id = delivery(&api, &account, webhook_id, "pending").await;
    lease(&api, id, 60_000).await;
    let before = api.state(&account).await;
    let rule = "an attempt of this delivery is being made; try again when it has ended";
    redeliver(&account, id).await.failed(409, rule);
    assert_eq!(api.state(&account).await, before);
    // The lease has expired, because the worker that held it has died.
    lease(&api, id, -1).await;
    let again = redeliver(&account, id).await.ok();
    assert_eq!((&again["attempt_count"], &again["delivery_status"]), (&json!(0), &json!("pending")));
    assert!(again["next_attempt_at"].is_string(), "{}", again.text);
    // The lease is gone, so a late report of that worker does not count.
    let lease = api.query("SELECT lease_id IS NULL FROM deliveries WHERE id = $1", vec![id.into()]).await;
    assert!(lease[0].try_get_by_index::<bool>(0).unwrap());
}

async fn a_disabled_webhook_has_nothing_redelivered(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (webhook_id, _) = webhook(&account).await;
    let webhook = format!("/webhooks/{webhook_id}");
    let id = delivery(&api, &account, webhook_id, "skipped").await;
    account.put(&webhook, json!({"webhook_status": "disabled"})).await.ok();
    let before = api.state(&account).await;
    let rule = "webhook_status must be active or paused, but is disabled:";
    redeliver(&account, id).await.failed(422, &format!("{rule} disabled through the API"));
    let gone = "UPDATE webhooks SET webhook_disabled_reason = $2 WHERE id = $1";
    api.execute(gone, vec![webhook_id.into(), "410 Gone".into()]).await;
    redeliver(&account, id).await.failed(422, &format!("{rule} 410 Gone"));
    api.execute(gone, vec![webhook_id.into(), "disabled through the API".into()]).await;
    assert_eq!(api.state(&account).await, before);
    for status in ["paused", "active"] {
        account.put(&webhook, json!({"webhook_status": status})).await.ok();
        assert_eq!(redeliver(&account, id).await.ok()["delivery_status"], "pending", "{status}");
        is_due(&account, id).await;
    }
}

async fn a_redelivery_has_no_body(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (webhook_id, _) = webhook(&account).await;
    for body in [None, Some(""), Some("{"), Some(r#"{"attempt_count":7,"delivery_status":"skipped"}"#)] {
        let id = delivery(&api, &account, webhook_id, "failed").await;
        let request = account.request("POST", &format!("/deliveries/{id}/redeliver"));
        Reply::to(body.into_iter().fold(request, RequestBuilder::body)).await.ok();
        is_due(&account, id).await;
    }
}

async fn an_event_that_the_webhook_takes_no_more_is_redelivered_all_the_same(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (webhook_id, _) = webhook(&account).await;
    let id = delivery(&api, &account, webhook_id, "succeeded").await;
    let changes = json!({"webhook_events": ["tasks.update"]});
    account.put(&format!("/webhooks/{webhook_id}"), changes).await.ok();
    let before = account.get(&format!("/deliveries/{id}")).await.ok();
    assert_eq!(
        (&before["delivery_status"], &before["event_type"]),
        (&json!("succeeded"), &json!("contacts.create"))
    );
    redeliver(&account, id).await.ok();
    is_due(&account, id).await;
    // It is no news for those events that happen from now on.
    let webhook = account.get(&format!("/webhooks/{webhook_id}")).await.ok();
    assert_eq!(webhook["webhook_events"], json!(["tasks.update"]));
}
