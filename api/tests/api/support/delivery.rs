//! A relay and a dispatcher beside an API, joined by a queue in this process.

use std::time::Duration;

use api::background::relay;
use bench::deployment::until;
use dispatcher::Options;
use dispatcher::metrics::DeliveryMetrics;
use shared::Error;
use shared::crypto::secrets::SecretsKey;
use shared::process::spans::Spans;
use shared::queue::{Consumer, Publisher, in_process};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use super::Api;
use super::rows::PATIENCE;

/// A relay and a dispatcher that run.
pub struct Delivery {
    stop: CancellationToken,
    relay: JoinHandle<()>,
    dispatcher: JoinHandle<Result<(), Error>>,
}

impl Delivery {
    /// Starts both. The dispatcher has this key, and goes where the API lets webhooks go.
    pub fn start(api: &Api, secrets_key: SecretsKey) -> Self {
        let stop = CancellationToken::new();
        let (publisher, consumer) = in_process::queue();
        let options = Options {
            secrets_key,
            guard: api.app.guard.clone(),
            retry_schedule: "1h".parse().unwrap(),
            timeout: Duration::from_secs(10),
            attempts_max: 64,
            attempts_per_webhook_max: 8,
            metrics: DeliveryMetrics::default(),
            spans: Spans::default(),
        };
        let store = api.app.store.clone();
        let publisher = Publisher::InProcess(publisher);
        let watch = relay::Watch::default();
        let relay = tokio::spawn(relay::run(store.clone(), publisher, api.inlet(), watch, stop.clone()));
        let consumer = Consumer::InProcess(consumer);
        let stopped = stop.clone().cancelled_owned();
        let dispatcher = tokio::spawn(dispatcher::run(store, consumer, options, stopped));
        Self { stop, relay, dispatcher }
    }

    /// Waits until nothing is left to deliver, and stops both.
    pub async fn finish(self, api: &Api, unfinished: &str) {
        let is_finished = async || api.query(unfinished, vec![]).await.is_empty();
        until("all is delivered", PATIENCE, is_finished).await.unwrap();
        self.stop.cancel();
        self.relay.await.unwrap();
        self.dispatcher.await.unwrap().unwrap();
    }
}
