//! What an earlier version left to deliver: deliveries that wait, events in the outbox, and a recovery.

use std::collections::BTreeSet;
use std::time::Duration;

use api::background::relay;
use bench::deployment::{Received, Receiver, until};
use dispatcher::Options;
use dispatcher::metrics::DeliveryMetrics;
use serde_json::{Value, json};
use shared::process::spans::Spans;
use shared::queue::{Consumer, Publisher, in_process};
use shared::webhooks::signature::WebhookSecret;
use tokio_util::sync::CancellationToken;

use super::Dump;
use crate::support::rows::PATIENCE;
use crate::support::{Account, Api};

/// Delivers, and checks what arrives and how it is signed.
pub(super) async fn what_was_left_is_delivered(api: &Api, account: &Account, dump: &Dump) {
    let receiver = Receiver::start().await.unwrap();
    api.execute("UPDATE webhooks SET webhook_url = $1", vec![receiver.url.clone().into()]).await;
    account.put("/webhooks/2", json!({"webhook_status": "active"})).await.ok();

    let stop = CancellationToken::new();
    let (publisher, consumer) = in_process::queue();
    let options = Options {
        secrets_key: api.app.secrets_key.clone(),
        guard: api.app.guard.clone(),
        retry_schedule: "1h".parse().unwrap(),
        timeout: Duration::from_secs(10),
        attempts_max: 8,
        attempts_per_webhook_max: 8,
        metrics: DeliveryMetrics::default(),
        spans: Spans::default(),
    };
    let store = api.app.store.clone();
    let publisher = Publisher::InProcess(publisher);
    let (waker, watch) = (api.app.waker.clone(), relay::Watch::default());
    let relay = tokio::spawn(relay::run(store.clone(), publisher, waker, watch, stop.clone()));
    let consumer = Consumer::InProcess(consumer);
    let dispatcher = tokio::spawn(dispatcher::run(store, consumer, options, stop.clone().cancelled_owned()));
    let unfinished = "SELECT 1 WHERE EXISTS (SELECT 1 FROM outbox)
        OR EXISTS (SELECT 1 FROM recoveries WHERE recovery_status = 'running')
        OR EXISTS (SELECT 1 FROM deliveries WHERE delivery_status = 'pending')";
    let is_finished = async || api.query(unfinished, vec![]).await.is_empty();
    until("all is delivered", PATIENCE, is_finished).await.unwrap();
    stop.cancel();
    relay.await.unwrap();
    dispatcher.await.unwrap().unwrap();

    let secrets: Vec<WebhookSecret> =
        dump.comments("secret").iter().map(|secret| secret.parse().unwrap()).collect();
    let (paused, all) = secrets.split_last().unwrap();
    let (to_all, to_paused): (Vec<_>, Vec<_>) =
        receiver.received().into_iter().partition(|received| received.headers.contains_key("x-token"));
    let (gift, task) = ("gifts.create 3 null", "tasks.update 2");
    let mut left: BTreeSet<_> =
        [gift.to_owned(), format!("{task} \"Pending\""), format!("{task} \"In the outbox\"")].into();
    if dump.has("_webhooks") {
        // The recovery brings what has failed.
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

/// Returns what has arrived: the type of each event, the record, and a task's notes.
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
