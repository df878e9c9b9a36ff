//! The relay publishes events from the outbox to the queue. It gets the new events of this process in memory, already
//! claimed, or is woken because they are in the outbox. It also polls, because another process may have died between its
//! commit and its publishing. Several relays can work side by side.

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
use shared::queue::{Message, Published, Publisher};
use shared::{Error, Store};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::metrics::RelayMetrics;
use crate::state::Inlet;

const BATCH: usize = 200;
/// The shortest time from a batch to the next, in which events gather, unless the batch was small.
const GATHER: Duration = Duration::from_millis(5);
const SMALL: usize = 4;
/// How many events of a batch come from the outbox, when it is looked into, even if more are handed over than fit.
const FROM_OUTBOX: usize = BATCH / 4;
/// How long after its publication an event is marked, if it is still in the outbox then. The intake has usually taken it out by
/// then, so most events are never marked. It must be much less than a claim lasts.
const MARK_AFTER: Duration = Duration::from_millis(500);
/// The most events that wait for their marks. Each claim passes over them.
const UNMARKED_MAX: usize = 500;
/// How often the relay looks into the outbox for events that nobody has told it of.
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

/// Runs until `stop` is cancelled, and then publishes what requests still hand over. The future can be dropped at any
/// moment, too: what is in memory is then published by another process when its claim ends. An event that was published
/// but not marked is published again, and recorded only once. An event that was marked but not handed on is published
/// again by the sweep.
pub async fn run(store: Store, publisher: Publisher, inlet: Inlet, watch: Watch, stop: CancellationToken) {
    let mut backoff = Backoff::default();
    let now = Instant::now();
    // Sweep at once, so that a process that never lives for long finds lost events, too.
    let mut sweep_at = now;
    let mut pace = Pace::new(GATHER);
    let mut relay = Relay {
        store: store.by_index(),
        publisher,
        inlet,
        watch,
        handed_over: None,
        look_at: now,
        unmarked: Vec::new(),
        mark_at: now,
    };
    while !stop.is_cancelled() {
        stop.run_until_cancelled(relay.wait_for_work()).await;
        pace.keep().await;
        pace.begin();
        match relay.publish_next().await {
            Ok(count) => {
                relay.inlet.set_open(true);
                backoff.reset();
                if count < SMALL {
                    pace.hurry();
                }
            }
            Err(error) => {
                relay.watch.metrics.failed.inc();
                tracing::warn!(%error, "could not publish events; they wait in the outbox, trying again");
                relay.give_back().await;
                stop.run_until_cancelled(backoff.wait()).await;
                relay.look_at = Instant::now();
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
    relay.finish().await;
}

struct Relay {
    store: Store,
    publisher: Publisher,
    inlet: Inlet,
    watch: Watch,
    /// An event that was handed over while the relay waited for work.
    handed_over: Option<Message>,
    /// When to look into the outbox.
    look_at: Instant,
    /// Events that the queue has confirmed, and that are not marked yet.
    unmarked: Vec<Uuid>,
    /// When to mark them.
    mark_at: Instant,
}

impl Relay {
    /// Waits until there is something to do.
    async fn wait_for_work(&mut self) {
        let mark_at = if self.unmarked.is_empty() { self.look_at } else { self.mark_at };
        tokio::select! {
            next = self.inlet.wait() => match next {
                Some(event) => self.handed_over = Some(event),
                None => self.look_at = Instant::now(),
            },
            () = tokio::time::sleep_until(self.look_at.min(mark_at)) => {}
        }
    }

    /// Returns the events that were handed over.
    fn take_handed_over(&mut self, most: usize) -> Vec<Message> {
        let first = self.handed_over.take();
        first.into_iter().chain(std::iter::from_fn(|| self.inlet.try_next())).take(most).collect()
    }

    /// Publishes the next events: those that were handed over, and others from the outbox. Returns how many there were.
    async fn publish_next(&mut self) -> Result<usize, Error> {
        let awake = SystemTime::now();
        let is_look_due = Instant::now() >= self.look_at;
        // However many events are handed over, those in the outbox have their part of the batch.
        let mut batch = self.take_handed_over(if is_look_due { BATCH - FROM_OUTBOX } else { BATCH });
        if is_look_due {
            let room = BATCH - batch.len();
            match outbox::claim(&self.store, room as u64).await {
                Ok(claimed) => {
                    self.look_at = Instant::now() + if claimed.len() < room { POLL } else { Duration::ZERO };
                    batch.extend(claimed);
                }
                Err(error) if batch.is_empty() => return Err(error),
                Err(error) => {
                    self.watch.metrics.failed.inc();
                    tracing::warn!(%error, "could not look into the outbox; new events are published all the same");
                    self.look_at = Instant::now() + POLL;
                }
            }
        }
        if batch.is_empty() {
            return Ok(0);
        }
        Waypoint::Awake.note_at(awake, batch.iter().map(|message| message.event_id));
        self.publish(batch).await
    }

    /// Publishes events that are claimed, and gives back those that the queue does not take. Returns how many it took.
    async fn publish(&mut self, mut messages: Vec<Message>) -> Result<usize, Error> {
        Waypoint::Claimed.note(messages.iter().map(|message| message.event_id));
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

    /// Lets events wait in the outbox alone, where other relays find them, and gives back those that wait in memory.
    async fn give_back(&mut self) {
        self.inlet.set_open(false);
        let waiting = self.take_handed_over(usize::MAX);
        if let Err(error) = outbox::mark(&self.store, &waiting, &[]).await {
            tracing::warn!(%error, events = waiting.len(), "could not give events back; they wait until their claims end");
        }
    }

    /// Publishes what requests that are under way still hand over. What is in the outbox waits for another process, but
    /// what this one has claimed would wait until the claims end.
    async fn finish(mut self) {
        let mut batch = self.take_handed_over(BATCH);
        loop {
            if !batch.is_empty()
                && let Err(error) = self.publish(batch).await
            {
                tracing::warn!(%error, "could not publish the last events; they wait for another process");
                self.give_back().await;
            }
            self.mark().await;
            batch = self.inlet.last(BATCH).await;
            if batch.is_empty() {
                return;
            }
        }
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
