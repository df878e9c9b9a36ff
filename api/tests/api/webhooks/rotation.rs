//! The rotation of a webhook's secret.

use std::collections::BTreeSet;
use std::time::Duration;

use reqwest::header::CONTENT_TYPE;
use serde_json::{Value, json};
use shared::both_databases;
use shared::crypto::webhook_cipher::{Part, WebhookCipher};
use shared::database::testing::TestDb;
use shared::webhooks::signature::WebhookSecret;

use super::secrecy::everything;
use super::webhook;
use crate::support::fields::but_updated_at;
use crate::support::records::RECEIVER;
use crate::support::{Account, Api, Reply};

both_databases!(
    a_rotation_shows_the_new_secret_and_when_the_old_one_ends,
    the_old_secret_signs_as_long_as_the_caller_says,
    the_body_of_a_rotation_may_be_left_out,
    of_several_rotations_the_last_replaced_secret_still_signs,
    a_rotated_secret_is_never_shown_again_and_not_in_clear_in_the_database,
    a_rotation_changes_nothing_else_and_a_change_does_not_touch_the_secrets,
    rotations_at_the_same_time_follow_each_other,
    an_overlap_that_has_ended_is_not_shown,
    an_old_secret_that_has_ended_is_removed,
);

fn secret(reply: &Reply) -> String {
    reply["webhook_secret"].as_str().unwrap().to_owned()
}

/// Returns the secrets that the dispatcher signs with: the current and the previous one.
async fn opened(api: &Api, account: &Account) -> (String, Option<String>) {
    let text = "SELECT webhook_secret_sealed, webhook_previous_secret_sealed, id FROM webhooks WHERE account_id = $1";
    let rows = api.query(text, vec![account.id.into()]).await;
    let cipher = WebhookCipher::new(&api.app.secrets_key, account.id, rows[0].try_get_by_index(2).unwrap());
    let open =
        |sealed: String| WebhookSecret::from(cipher.decrypt(Part::Secret, &sealed).unwrap()).to_string();
    let previous: Option<String> = rows[0].try_get_by_index(1).unwrap();
    (open(rows[0].try_get_by_index(0).unwrap()), previous.map(open))
}

async fn a_rotation_shows_the_new_secret_and_when_the_old_one_ends(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let created = account.post("/webhooks", json!({"webhook_url": RECEIVER})).await.created();
    let path = format!("/webhooks/{}", created.id());
    api.turn_to("2026-06-15T13:00:00Z");
    let rotated = account.post(&format!("{path}/rotate-secret"), json!({})).await.ok();
    assert_eq!(rotated.json["type"], "webhooks.rotate_secret");
    // Apart from the secret, the response is the webhook as a read returns it from now on.
    let mut shown = rotated.data().clone();
    shown.as_object_mut().unwrap().remove("webhook_secret").unwrap();
    assert_eq!(shown, *account.get(&path).await.ok().data());
    assert_eq!(rotated["webhook_previous_secret_until"], "2026-06-16T13:00:00.000Z");
    assert_eq!(rotated["updated_at"], "2026-06-15T13:00:00.000Z");
    let (old, new) = (secret(&created), secret(&rotated));
    assert!(new.starts_with("whsec_") && new.len() == old.len() && new != old, "{old} {new}");
    assert_eq!(opened(&api, &account).await, (new, Some(old)));
}

async fn the_old_secret_signs_as_long_as_the_caller_says(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let path = format!("{}/rotate-secret", webhook(&account).await);
    for (hours, until) in [
        (json!(1), json!("2026-06-15T13:00:00.000Z")),
        (json!(24), json!("2026-06-16T12:00:00.000Z")),
        (json!(168), json!("2026-06-22T12:00:00.000Z")),
        (Value::Null, json!("2026-06-16T12:00:00.000Z")),
        (json!(0), Value::Null),
    ] {
        let (before, _) = opened(&api, &account).await;
        let rotated = account.post(&path, json!({"overlap_hours": hours})).await.ok();
        assert_eq!(
            (&rotated["webhook_previous_secret_until"], rotated.header("ignored-fields")),
            (&until, None)
        );
        // Without an overlap, the old secret ends at once.
        let previous = (!until.is_null()).then_some(before);
        assert_eq!(opened(&api, &account).await, (secret(&rotated), previous), "{hours}");
    }
    let before = api.state(&account).await;
    let rule = "overlap_hours must be a whole number from 0 to 168";
    for hours in
        [json!(169), json!(-1), json!(1.5), json!("24"), json!(true), json!([24]), json!({}), json!(1e300)]
    {
        account.post(&path, json!({"overlap_hours": hours})).await.failed(422, rule);
    }
    assert_eq!(api.state(&account).await, before);
    let typo = account.post(&path, json!({"overlap": 1})).await.ok();
    assert_eq!(typo.header("ignored-fields"), Some("\"overlap\""));
}

async fn the_body_of_a_rotation_may_be_left_out(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let path = format!("{}/rotate-secret", webhook(&account).await);
    let request = || account.request("POST", &path);
    let json = "application/json";
    for left_out in [
        request(),
        request().body("{}").header(CONTENT_TYPE, json),
        // Some clients send a content type without a body.
        request().header(CONTENT_TYPE, json),
        request().body("").header(CONTENT_TYPE, "application/x-www-form-urlencoded"),
    ] {
        let rotated = Reply::to(left_out).await.ok();
        assert_eq!(rotated["webhook_previous_secret_until"], "2026-06-16T12:00:00.000Z");
    }
    let before = api.state(&account).await;
    for (content_type, body, status) in [
        ("text/plain", "{}", 415),
        (json, "[]", 400),
        (json, "null", 400),
        (json, "{", 400),
        (json, " ", 400),
    ] {
        let reply = Reply::to(request().header(CONTENT_TYPE, content_type).body(body)).await;
        assert_eq!(reply.status, status, "{content_type} {body}: {}", reply.text);
    }
    assert_eq!(Reply::to(request().body("{}")).await.status, 415);
    assert_eq!(api.state(&account).await, before);
}

async fn of_several_rotations_the_last_replaced_secret_still_signs(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let path = format!("{}/rotate-secret", webhook(&account).await);
    let first = account.post(&path, json!({"overlap_hours": 168})).await.ok();
    api.turn_to("2026-06-15T12:30:00Z");
    let second = account.post(&path, json!({"overlap_hours": 2})).await.ok();
    assert_eq!(second["webhook_previous_secret_until"], "2026-06-15T14:30:00.000Z");
    assert_eq!(opened(&api, &account).await, (secret(&second), Some(secret(&first))));
}

async fn a_rotated_secret_is_never_shown_again_and_not_in_clear_in_the_database(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let created = account.post("/webhooks", json!({"webhook_url": RECEIVER})).await.created();
    let path = format!("/webhooks/{}", created.id());
    let rotated = account.post(&format!("{path}/rotate-secret"), json!({})).await.ok();
    assert!(!rotated.text.contains(&secret(&created)));
    account.contact().await;
    let event = api.last_event(&account).await;
    let delivery = api.delivery(&account, created.id(), event.id, "pending").await;
    let recovery =
        account.post(&format!("{path}/recover"), json!({"since": "2026-06-01T00:00:00Z"})).await.created();
    for later in [
        account.get(&path).await.ok(),
        account.get("/webhooks").await.ok(),
        account.put(&path, json!({"webhook_description": "x"})).await.ok(),
        account.get(&format!("{path}/deliveries")).await.ok(),
        account.get(&format!("/deliveries/{delivery}")).await.ok(),
        account.post(&format!("/deliveries/{delivery}/redeliver"), json!({})).await.ok(),
        account.get(&format!("/recoveries/{}", recovery.id())).await.ok(),
        recovery,
    ] {
        for hidden in ["whsec_", "webhook_secret", "sealed"] {
            assert!(!later.text.contains(hidden), "{hidden} in {}", later.text);
        }
    }
    let held = everything(&api).await;
    let holds = |needle: &str| held.windows(needle.len()).any(|bytes| bytes == needle.as_bytes());
    // Prove that the search finds a text that is there.
    assert!(holds(RECEIVER));
    assert!(!holds("whsec_"));
    for secret in [secret(&created), secret(&rotated)] {
        assert!(!holds(secret.trim_start_matches("whsec_")), "{secret}");
    }
}

async fn a_rotation_changes_nothing_else_and_a_change_does_not_touch_the_secrets(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    for status in ["active", "paused", "disabled"] {
        let body = json!({
            "webhook_url": RECEIVER, "webhook_events": ["gifts.create"], "webhook_status": status,
            "webhook_description": "Accounting", "webhook_rate_limit": 5, "webhook_headers": {"X-Token": "abc"},
        });
        let path = account.record("webhooks", body).await.0;
        let headers = "SELECT webhook_headers_sealed FROM webhooks ORDER BY id DESC LIMIT 1";
        let headers = async || api.query(headers, Vec::new()).await[0].try_get_by_index::<String>(0).unwrap();
        let (before, headers_before) = (account.get(&path).await.ok(), headers().await);
        account.post(&format!("{path}/rotate-secret"), json!({})).await.ok();
        let mut after = account.get(&path).await.ok().data().clone();
        assert!(after["webhook_previous_secret_until"].is_string());
        after["webhook_previous_secret_until"] = Value::Null;
        assert_eq!(but_updated_at(&after), but_updated_at(before.data()));
        assert_eq!(headers().await, headers_before);
    }
    let other = api.account().await;
    let path = webhook(&other).await;
    other.post(&format!("{path}/rotate-secret"), json!({})).await.ok();
    let before = opened(&api, &other).await;
    let sent = json!({"webhook_description": "x", "webhook_previous_secret_until": null, "webhook_secret": "whsec_x"});
    let changed = other.put(&path, sent).await.ok();
    assert_eq!(changed["webhook_previous_secret_until"], "2026-06-16T12:00:00.000Z");
    // Callers cannot choose a secret, and the response tells them so.
    assert_eq!(changed.header("ignored-fields"), Some("\"webhook_secret\""));
    assert_eq!(opened(&api, &other).await, before);
}

async fn rotations_at_the_same_time_follow_each_other(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let path = format!("{}/rotate-secret", webhook(&account).await);
    let rotations: Vec<_> = (0..16)
        .map(|_| {
            let (account, path) = (account.clone(), path.clone());
            tokio::spawn(async move { account.post(&path, json!({})).await.ok() })
        })
        .collect();
    let mut shown = Vec::new();
    for rotation in rotations {
        let rotated = rotation.await.unwrap();
        shown.push((rotated["updated_at"].as_str().unwrap().to_owned(), secret(&rotated)));
    }
    shown.sort();
    assert_eq!(shown.iter().map(|(_, secret)| secret).collect::<BTreeSet<_>>().len(), 16);
    assert!(shown.is_sorted_by(|(earlier, _), (later, _)| earlier < later), "{shown:?}");
    // The last rotation showed the secret that counts now, and the rotation before it the previous one.
    let expected = (shown[15].1.clone(), Some(shown[14].1.clone()));
    assert_eq!(opened(&api, &account).await, expected);
}

async fn an_overlap_that_has_ended_is_not_shown(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let path = webhook(&account).await;
    account.post(&format!("{path}/rotate-secret"), json!({"overlap_hours": 1})).await.ok();
    api.turn_to("2026-06-15T12:59:59Z");
    let before = account.get(&path).await.ok();
    assert_eq!(before["webhook_previous_secret_until"], "2026-06-15T13:00:00.000Z");
    api.turn_to("2026-06-15T13:00:00Z");
    let after = account.get(&path).await.ok();
    assert_eq!(after["webhook_previous_secret_until"], Value::Null);
    assert_ne!(after.header("etag"), before.header("etag"));
    assert_eq!(account.get("/webhooks").await.ok().list(), [after.data().clone()]);
    // The record has not changed.
    let request = account.request("PUT", &path).header("if-match", before.header("etag").unwrap());
    Reply::to(request.header(CONTENT_TYPE, "application/json").body("{}")).await.ok();
}

async fn an_old_secret_that_has_ended_is_removed(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let changed = webhook(&account).await;
    account.post(&format!("{changed}/rotate-secret"), json!({"overlap_hours": 1})).await.ok();
    assert!(opened(&api, &account).await.1.is_some());
    api.turn_to("2026-06-15T13:00:00Z");
    account.put(&changed, json!({"webhook_description": "x"})).await.ok();
    assert_eq!(opened(&api, &account).await.1, None);

    // The housekeeping removes previous secrets that no change has removed, and nothing else.
    account.post(&format!("{changed}/rotate-secret"), json!({"overlap_hours": 1})).await.ok();
    let other = api.account().await;
    let path = webhook(&other).await;
    other.post(&format!("{path}/rotate-secret"), json!({"overlap_hours": 2})).await.ok();
    let other_before = (other.get(&path).await.ok().text, opened(&api, &other).await);
    api.turn_to("2026-06-15T14:00:00Z");
    let before = account.get(&changed).await.ok();
    let housekeeping = tokio::spawn(api::background::housekeeping::run(api.app.clone()));
    let removed = async { while opened(&api, &account).await.1.is_some() {} };
    tokio::time::timeout(Duration::from_secs(20), removed).await.unwrap();
    housekeeping.abort();
    assert_eq!(account.get(&changed).await.ok().text, before.text);
    assert_eq!((other.get(&path).await.ok().text, opened(&api, &other).await), other_before);
}
