//! The relay publishes events from the outbox to the queue. It gets the new events of this process in memory, already
//! claimed, or is woken because they are in the outbox. It also polls, because another process may have died between its
//! commit and its publishing. Several relays can work side by side.

use std::mem::take;
use std::sync::Arc;

use futures_util::future::BoxFuture;
use futures_util::stream::FuturesUnordered;
use futures_util::{FutureExt, StreamExt};
use sea_orm::DbBackend;
use shared::events::outbox;
use shared::events::way::Waypoint;
use shared::process::backoff::Backoff;
use shared::process::crash;
use shared::process::spans::Spans;
use shared::queue::steps::Steps;
use shared::queue::{Message, Published, Publisher};
use shared::times::MARK_AFTER;
use shared::{Error, Store};
use tokio::time::{Instant, sleep_until};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use self::source::{BATCH, Source};
use crate::metrics::RelayMetrics;
use crate::state::Inlet;

mod source;
mod sweep;

/// The most batches that wait for their confirmations at the same time, on PostgreSQL. On SQLite it is one, because a claim
/// leaves nothing behind there, so the next batch would have the same events.
const IN_FLIGHT_MAX: usize = 8;
/// No further batch begins while this many bytes are in flight. A batch has at most 200 events.
const IN_FLIGHT_BYTES_MAX: usize = 16_000_000;
/// The most events that wait for their marks. Each claim passes over them.
const UNMARKED_MAX: usize = 500;

/// The metrics and the traces to which a relay reports.
#[derive(Clone, Debug, Default)]
pub struct Watch {
    /// Counts events.
    pub metrics: RelayMetrics,
    /// Takes the steps of their traces.
    pub spans: Spans,
}

/// Runs until `stop` is cancelled, and then publishes the events that requests still hand over. The future can be
/// dropped at any moment, too: another process then publishes the events in memory when their claims end. An event that
/// was published but not marked is published again, and recorded only once. An event that was marked but not handed on
/// is published again by the sweep.
pub async fn run(store: Store, publisher: Publisher, inlet: Inlet, watch: Watch, stop: CancellationToken) {
    let store = store.by_index();
    // Use a connection of its own, because RabbitMQ may take a while to count its messages, and ends the channel if the
    // queue is gone.
    let sweeping = sweep::run(&store, publisher.another("almoner sweep"), &watch.metrics);
    let publishing = Relay::new(store.clone(), publisher, inlet, watch.clone()).run(&stop);
    tokio::join!(Box::pin(publishing), stop.run_until_cancelled(sweeping));
}

struct Relay {
    store: Store,
    publisher: Publisher,
    source: Source,
    watch: Watch,
    in_flight: FuturesUnordered<BoxFuture<'static, Batch>>,
    /// How many batches may be in flight: one after a failure, and one more after each success.
    in_flight_max: usize,
    /// The size of the bodies in flight.
    in_flight_bytes: usize,
    /// Events that the queue has confirmed, and that are not marked yet.
    unmarked: Vec<Uuid>,
    /// When to mark them.
    mark_at: Instant,
}

/// Claimed events, and the result of publishing them.
struct Batch {
    messages: Arc<[Message]>,
    steps: Steps,
    published: Published,
}

impl Relay {
    fn new(store: Store, publisher: Publisher, inlet: Inlet, watch: Watch) -> Self {
        Self {
            source: Source::new(store.clone(), inlet, watch.metrics.failed.clone()),
            store,
            publisher,
            watch,
            in_flight: FuturesUnordered::new(),
            in_flight_max: 1,
            in_flight_bytes: 0,
            unmarked: Vec::new(),
            mark_at: Instant::now(),
        }
    }

    /// Publishes events until `stop` is cancelled, and then those that are still handed over.
    async fn run(mut self, stop: &CancellationToken) {
        let mut backoff = Backoff::default();
        loop {
            // Batches in flight come first, so that a batch is sent before the relay waits for anything else.
            let done = tokio::select! {
                biased;
                () = stop.cancelled() => break,
                Some(batch) = self.in_flight.next() => self.conclude(batch).await.map(|()| true),
                () = sleep_until(self.mark_at), if !self.unmarked.is_empty() => {
                    self.mark().await;
                    continue;
                }
                () = self.source.wait(), if self.has_room() => {
                    self.begin_next().await
                }
            };
            match done {
                Ok(false) => {}
                Ok(true) => {
                    self.source.set_open(true);
                    backoff.reset();
                }
                Err(error) => {
                    self.watch.metrics.failed.inc();
                    tracing::warn!(%error, "could not publish events; they wait in the outbox, trying again");
                    self.give_back().await;
                    stop.run_until_cancelled(backoff.wait()).await;
                    self.source.look_now();
                }
            }
        }
        self.finish().await;
    }

    fn has_room(&self) -> bool {
        self.in_flight.len() < self.in_flight_max && self.in_flight_bytes < IN_FLIGHT_BYTES_MAX
    }

    /// Begins to publish the next events. Returns true if there are none, and none in flight: then the queue works, and
    /// requests may hand events over.
    async fn begin_next(&mut self) -> Result<bool, Error> {
        let messages = self.source.next().await?;
        let is_idle = messages.is_empty() && self.in_flight.is_empty();
        self.begin(messages).await;
        Ok(is_idle)
    }

    /// Begins to publish events that are claimed.
    async fn begin(&mut self, mut messages: Vec<Message>) {
        if messages.is_empty() {
            return;
        }
        Waypoint::Claimed.note(messages.iter().map(|message| message.event_id));
        crash::point("relay.claimed");
        let steps = Steps::publish(&self.watch.spans, &mut messages);
        let messages: Arc<[Message]> = messages.into();
        self.in_flight_bytes += size(&messages);
        let publishing = self.publisher.begin(messages.clone()).await;
        self.in_flight.push(publishing.map(|published| Batch { messages, steps, published }).boxed());
    }

    /// Concludes the publication of events, and gives back those that the queue did not take.
    async fn conclude(&mut self, batch: Batch) -> Result<(), Error> {
        let Batch { messages, steps, published: Published { confirmed, failure } } = batch;
        self.in_flight_bytes -= size(&messages);
        Waypoint::Confirmed.note(confirmed.iter().copied());
        crash::point("relay.published");
        self.watch.metrics.published.inc_by(confirmed.len() as u64);
        steps.end(|event_id| confirmed.contains(&event_id));
        // On SQLite a claim leaves nothing behind, so the next one would find these events again.
        let marked = if failure.is_some() || self.store.backend() == DbBackend::Sqlite {
            outbox::mark(&self.store, &messages, &confirmed).await
        } else {
            Ok(())
        };
        // Hand the messages on even if marking failed, because the mark may be stored although the answer was lost. An
        // event that comes twice is recorded only once.
        self.publisher.release_confirmed().await;
        if let Some(error) = failure {
            self.publisher.reconnect();
            self.in_flight_max = 1;
            return Err(error);
        }
        marked?;
        if self.store.backend() == DbBackend::Postgres {
            self.in_flight_max = (self.in_flight_max + 1).min(IN_FLIGHT_MAX);
            if self.unmarked.is_empty() {
                self.mark_at = Instant::now() + MARK_AFTER;
            }
            self.unmarked.extend(confirmed);
            if self.unmarked.len() >= UNMARKED_MAX {
                self.mark_at = Instant::now();
            }
        }
        Ok(())
    }

    /// Concludes the batches in flight. Returns the last failure.
    async fn settle(&mut self) -> Result<(), Error> {
        let mut settled = Ok(());
        while let Some(batch) = self.in_flight.next().await {
            if let Err(error) = self.conclude(batch).await {
                settled = Err(error);
            }
        }
        settled
    }

    /// Gives back the claimed events after a failure, so that other relays find them, and lets requests hand over no
    /// more. Waits for the batches in flight, because the queue may still confirm them.
    async fn give_back(&mut self) {
        self.source.give_back().await;
        self.mark().await;
        if let Err(error) = self.settle().await {
            tracing::debug!(%error, "more events could not be published");
        }
    }

    /// Publishes the events that running requests still hand over. Events in the outbox wait for another process, but
    /// those that this one has claimed would wait until the claims end.
    async fn finish(mut self) {
        let mut batch = self.source.take_handed_over(BATCH);
        loop {
            self.begin(batch).await;
            if let Err(error) = self.settle().await {
                tracing::warn!(%error, "could not publish the last events; they wait for another process");
                self.source.give_back().await;
            }
            self.mark().await;
            batch = self.source.last().await;
            if batch.is_empty() {
                return;
            }
        }
    }

    /// Marks those of the published events that are still in the outbox. If that fails, they are published again when
    /// their claims end.
    async fn mark(&mut self) {
        if let Err(error) = outbox::mark(&self.store, &[], &take(&mut self.unmarked)).await {
            tracing::warn!(%error, "could not mark events as published; some may be published again");
        }
        crash::point("relay.marked");
    }
}

/// Returns the size of the bodies in bytes.
fn size(messages: &[Message]) -> usize {
    messages.iter().map(|message| message.body.len()).sum()
}
