//! Looks for events that were published and got lost.

use shared::events::outbox;
use shared::queue::Publisher;
use shared::times::{LOST_AFTER, LOST_IN_BACKLOG_AFTER, SWEEP_EVERY};
use shared::{Error, Store};
use tokio::time::sleep;

use crate::metrics::RelayMetrics;

/// Looks again and again, at once to begin with, so that a process that never lives for long finds lost events, too.
pub(super) async fn run(store: &Store, mut publisher: Publisher, metrics: &RelayMetrics) {
    loop {
        if let Err(error) = sweep(store, &mut publisher, metrics).await {
            tracing::warn!(%error, "could not look for lost events; trying again later");
        }
        sleep(SWEEP_EVERY).await;
    }
}

/// Publishes lost events again.
async fn sweep(store: &Store, publisher: &mut Publisher, metrics: &RelayMetrics) -> Result<(), Error> {
    // Count before and after the messages, because others publish and record events meanwhile.
    let published_before = outbox::count_published(store).await;
    let depth = publisher.depth().await;
    metrics.queued.set(depth.as_ref().ok().map(|depth| depth.waiting.into()));
    metrics.dead.set(depth.as_ref().ok().map(|depth| depth.dead.into()));
    let depth = depth?;
    // Without its binding, the queue would lose the events again.
    publisher.bind().await?;
    let lost_after = match depth.waiting {
        0 => LOST_AFTER,
        depth if u64::from(depth) < published_before?.min(outbox::count_published(store).await?) => {
            LOST_IN_BACKLOG_AFTER
        }
        _ => return Ok(()),
    };
    let lost = outbox::sweep(store, lost_after).await?;
    if lost > 0 {
        metrics.again.inc_by(lost);
        tracing::warn!(events = lost, "events were published but not recorded; publishing them again");
    }
    Ok(())
}
