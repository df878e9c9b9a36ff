//! The relay publishes events from the outbox to the queue. It is woken after every commit in this process. It also
//! polls, because another process may have died between its commit and its publishing. Several relays can work side by
//! side.

use std::time::{Duration, SystemTime};

use shared::events::outbox;
use shared::events::way::Step;
use shared::process::backoff::Backoff;
use shared::process::crash;
use shared::process::pace::Pace;
use shared::process::spans::Spans;
use shared::queue::steps::Steps;
use shared::queue::{Published, Publisher};
use shared::{Error, Store};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::metrics::RelayMetrics;
use crate::state::Waker;

const BATCH: u64 = 200;
/// The shortest time from one batch to the next, in which events gather. The first batch after a pause does not wait.
const GATHER: Duration = Duration::from_millis(5);
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
pub async fn run(
    store: Store,
    mut publisher: Publisher,
    waker: Waker,
    watch: Watch,
    stop: CancellationToken,
) {
    let mut backoff = Backoff::default();
    // Sweep at once, so that a process that never lives for long finds lost events, too.
    let mut sweep_at = Instant::now();
    let mut pace = Pace::new(GATHER);
    while !stop.is_cancelled() {
        pace.keep().await;
        pace.begin();
        match relay(&store, &mut publisher, &watch).await {
            Ok(count) => {
                backoff.reset();
                if (count as u64) < BATCH {
                    stop.run_until_cancelled(waker.wait(POLL)).await;
                }
            }
            Err(error) => {
                watch.metrics.failed.inc();
                tracing::warn!(%error, "could not publish events; they wait in the outbox, trying again");
                stop.run_until_cancelled(backoff.wait()).await;
            }
        }
        if Instant::now() >= sweep_at {
            sweep_at = Instant::now() + SWEEP_EVERY;
            if let Err(error) = sweep(&store, &mut publisher, &watch.metrics).await {
                tracing::warn!(%error, "could not look for lost events; trying again later");
            }
        }
    }
}

/// Publishes one batch, and returns how many events it had.
async fn relay(
    store: &Store,
    publisher: &mut Publisher,
    Watch { metrics, spans }: &Watch,
) -> Result<usize, Error> {
    let awake = SystemTime::now();
    let mut messages = outbox::claim(store, BATCH).await?;
    if messages.is_empty() {
        return Ok(0);
    }
    let ids = || messages.iter().map(|message| message.event_id);
    Step::Awake.note_at(awake, ids());
    Step::Claimed.note(ids());
    crash::point("relay.claimed");
    let steps = Steps::publish(spans, &mut messages);
    let Published { confirmed, failure } = publisher.publish(&messages).await;
    Step::Confirmed.note(confirmed.iter().copied());
    crash::point("relay.published");
    metrics.published.inc_by(confirmed.len() as u64);
    steps.end(|event_id| confirmed.contains(&event_id));
    let marked = outbox::mark(store, &messages, &confirmed).await;
    // Hand the messages on even if marking failed, because the mark may be stored although the answer was lost. An
    // event that comes twice is recorded only once.
    publisher.release_confirmed().await;
    marked?;
    crash::point("relay.marked");
    failure.map_or(Ok(confirmed.len()), Err)
}

async fn sweep(store: &Store, publisher: &mut Publisher, metrics: &RelayMetrics) -> Result<(), Error> {
    let depth = publisher.depth().await;
    metrics.queued.set(depth.as_ref().ok().map(|depth| depth.waiting.into()));
    metrics.dead.set(depth.as_ref().ok().map(|depth| depth.dead.into()));
    let lost_after = match depth?.waiting {
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
