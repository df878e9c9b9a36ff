//! The relay publishes events from the outbox to the queue. It is woken after every commit in this process. It also
//! polls, because another process may have died between its commit and its publishing. Several relays can work side by
//! side.

use std::mem::take;
use std::time::{Duration, SystemTime};

use sea_orm::DbBackend;
use shared::events::outbox;
use shared::events::way::Waypoint;
use shared::process::backoff::Backoff;
use shared::process::crash;
use shared::process::pace::Pace;
use shared::process::spans::Spans;
use shared::queue::steps::Steps;
use shared::queue::{Published, Publisher};
use shared::{Error, Store};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::metrics::RelayMetrics;
use crate::state::Waker;

const BATCH: u64 = 200;
/// The shortest time from a batch to the next, in which events gather, unless the batch was small.
const GATHER: Duration = Duration::from_millis(5);
const SMALL: usize = 4;
/// How long after its publication an event is marked, if it is still in the outbox then. The intake has usually taken it out by
/// then, so most events are never marked. It must be much less than a claim lasts.
const MARK_AFTER: Duration = Duration::from_millis(500);
/// The most events that wait for their marks. Each claim passes over them.
const UNMARKED_MAX: usize = 500;
const POLL: Duration = Duration::from_secs(1);
const SWEEP_EVERY: Duration = Duration::from_secs(10);
/// If the queue is empty, an event that was published this long ago and is not recorded has been lost.
const LOST_AFTER: Duration = Duration::from_secs(30);
/// If messages wait in the queue, the event may be among them. It is published again only after this time, and only if
/// fewer messages wait than events are published and not recorded. So a long outage of the dispatchers does not fill
/// the queue with copies.
const LOST_IN_BACKLOG_AFTER: Duration = Duration::from_hours(1);

/// Where a relay says what it does.
#[derive(Clone, Debug, Default)]
pub struct Watch {
    /// Counts events.
    pub metrics: RelayMetrics,
    /// Takes the steps of their traces.
    pub spans: Spans,
}

/// Runs until `stop` is cancelled, and then finishes its batch. The future can be dropped at any moment, too. An event
/// that was published but not marked is published again, and recorded only once. An event that was marked but not handed
/// on is published again by the sweep.
pub async fn run(store: Store, publisher: Publisher, waker: Waker, watch: Watch, stop: CancellationToken) {
    let mut backoff = Backoff::default();
    // Sweep at once, so that a process that never lives for long finds lost events, too.
    let mut sweep_at = Instant::now();
    let mut pace = Pace::new(GATHER);
    let mut relay = Relay { store, publisher, watch, unmarked: Vec::new(), mark_at: Instant::now() };
    while !stop.is_cancelled() {
        pace.keep().await;
        pace.begin();
        match relay.relay().await {
            Ok(count) => {
                backoff.reset();
                if count < SMALL {
                    pace.hurry();
                }
                if (count as u64) < BATCH {
                    stop.run_until_cancelled(waker.wait(relay.rest())).await;
                }
            }
            Err(error) => {
                relay.watch.metrics.failed.inc();
                tracing::warn!(%error, "could not publish events; they wait in the outbox, trying again");
                stop.run_until_cancelled(backoff.wait()).await;
            }
        }
        if relay.is_mark_due() {
            relay.mark().await;
        }
        if Instant::now() >= sweep_at {
            sweep_at = Instant::now() + SWEEP_EVERY;
            if let Err(error) = sweep(&relay.store, &mut relay.publisher, &relay.watch.metrics).await {
                tracing::warn!(%error, "could not look for lost events; trying again later");
            }
        }
    }
    relay.mark().await;
}

struct Relay {
    store: Store,
    publisher: Publisher,
    watch: Watch,
    /// Events that the queue has confirmed, and that are not marked yet.
    unmarked: Vec<Uuid>,
    /// When to mark them.
    mark_at: Instant,
}

impl Relay {
    /// Publishes one batch, and returns how many events it had.
    async fn relay(&mut self) -> Result<usize, Error> {
        let awake = SystemTime::now();
        let mut messages = outbox::claim(&self.store, BATCH).await?;
        if messages.is_empty() {
            return Ok(0);
        }
        let ids = || messages.iter().map(|message| message.event_id);
        Waypoint::Awake.note_at(awake, ids());
        Waypoint::Claimed.note(ids());
        crash::point("relay.claimed");
        let steps = Steps::publish(&self.watch.spans, &mut messages);
        let Published { confirmed, failure } = self.publisher.publish(&messages).await;
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
        marked?;
        let count = confirmed.len();
        if failure.is_none() && self.store.backend() == DbBackend::Postgres {
            if self.unmarked.is_empty() {
                self.mark_at = Instant::now() + MARK_AFTER;
            }
            self.unmarked.extend(confirmed);
        }
        failure.map_or(Ok(count), Err)
    }

    /// Returns for how long the relay may wait for events.
    fn rest(&self) -> Duration {
        if self.unmarked.is_empty() { POLL } else { self.mark_at.saturating_duration_since(Instant::now()) }
    }

    fn is_mark_due(&self) -> bool {
        self.unmarked.len() >= UNMARKED_MAX || (!self.unmarked.is_empty() && Instant::now() >= self.mark_at)
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

/// Publishes again what was published and got lost.
async fn sweep(store: &Store, publisher: &mut Publisher, metrics: &RelayMetrics) -> Result<(), Error> {
    let depth = publisher.depth().await;
    metrics.queued.set(depth.as_ref().ok().map(|depth| depth.waiting.into()));
    metrics.dead.set(depth.as_ref().ok().map(|depth| depth.dead.into()));
    let depth = depth?;
    // Without its binding, the queue would lose again what is published again.
    publisher.bind().await?;
    let lost_after = match depth.waiting {
        0 => LOST_AFTER,
        depth if u64::from(depth) < outbox::count_published(store).await? => LOST_IN_BACKLOG_AFTER,
        _ => return Ok(()),
    };
    let lost = outbox::sweep(store, i64::try_from(lost_after.as_millis()).unwrap_or(i64::MAX)).await?;
    if lost > 0 {
        metrics.again.inc_by(lost);
        tracing::warn!(events = lost, "events were published but not recorded; publishing them again");
    }
    Ok(())
}
