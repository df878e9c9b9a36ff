//! The work that an earlier version left: deliveries that wait, events in the outbox, and a recovery.

use std::collections::BTreeSet;

use bench::deployment::{Received, Receiver};
use serde_json::{Value, json};
use shared::webhooks::signature::WebhookSecret;

use super::Dump;
use crate::support::delivery::Delivery;
use crate::support::{Account, Api};

/// Delivers, and checks what arrives and how it is signed.
pub(super) async fn what_was_left_is_delivered(api: &Api, account: &Account, dump: &Dump) {
    let receiver = Receiver::start().await.unwrap();
    api.execute("UPDATE webhooks SET webhook_url = $1", vec![receiver.url.clone().into()]).await;
    account.put("/webhooks/2", json!({"webhook_status": "active"})).await.ok();

    let delivery = Delivery::start(api, api.app.secrets_key.clone());
    let unfinished = "SELECT 1 WHERE EXISTS (SELECT 1 FROM outbox)
        OR EXISTS (SELECT 1 FROM recoveries WHERE recovery_status = 'running')
        OR EXISTS (SELECT 1 FROM deliveries WHERE delivery_status = 'pending')";
    delivery.finish(api, unfinished).await;

    let secrets: Vec<WebhookSecret> =
        dump.comments("secret").iter().map(|secret| secret.parse().unwrap()).collect();
    let (paused, all) = secrets.split_last().unwrap();
    let (to_all, to_paused): (Vec<_>, Vec<_>) =
        receiver.received().into_iter().partition(|received| received.headers.contains_key("x-token"));
    let (gift, task) = ("gifts.create 3 null", "tasks.update 2");
    let mut left: BTreeSet<_> =
        [gift.to_owned(), format!("{task} \"Pending\""), format!("{task} \"In the outbox\"")].into();
    if dump.has("_webhooks") {
        // The recovery brings the failed events.
        left.insert(format!("{task} \"Failed\""));
    }
    if dump.has("_imports") {
        left.insert("contacts.create 4 null".to_owned());
    }
    assert_eq!(named(&to_all), left);
    assert_eq!(named(&to_paused), [gift.to_owned()].into());
    assert!(to_all.iter().all(|received| received.headers["x-token"] == "a-token"
        && all.iter().all(|secret| is_signed(received, secret))));
    assert!(to_paused.iter().all(|received| is_signed(received, paused)));
}

/// Returns the arrivals: the type of each event, the record, and a task's notes.
fn named(received: &[Received]) -> BTreeSet<String> {
    let name = |received: &Received| {
        let body: Value = serde_json::from_str(&received.body).unwrap();
        format!("{} {} {}", body["type"].as_str().unwrap(), body["data"]["id"], body["data"]["task_notes"])
    };
    let names: BTreeSet<_> = received.iter().map(name).collect();
    assert_eq!(names.len(), received.len(), "{names:?}");
    names
}

fn is_signed(received: &Received, secret: &WebhookSecret) -> bool {
    let header = |name: &str| received.headers[name].as_str();
    let timestamp_s = header("webhook-timestamp").parse().unwrap();
    secret.verify(received.id(), timestamp_s, received.body.as_bytes(), header("webhook-signature"))
}
