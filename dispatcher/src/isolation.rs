//! Limits that keep receivers out of each other's way (invariant I5).
//!
//! An attempt needs a permit, and permits are limited twice: in all, and per webhook. A webhook may hold its whole
//! limit while at least half of all permits are free; then its share shrinks with them. One whose latest attempt
//! failed gets a single permit until it succeeds. So many receivers may hang until their deadline, and there are
//! permits left for those that answer. A webhook's rate limit is a bucket of tokens, one for each attempt.
//!
//! What gets no permit waits in the database, and its webhook is marked as waiting: from then on new events queue up
//! behind the older ones, and the release of a permit wakes the scheduler, which takes the mark away when it
//! finds nothing more. All limits are of one process.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use shared::entities::webhooks;
use tokio::sync::Notify;
use tokio::time::Instant;

/// What the limits depend on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Receiver {
    pub(crate) webhook_id: i64,
    /// Attempts a second.
    pub(crate) rate_limit: Option<i32>,
    /// Whether its latest attempt failed.
    pub(crate) failing: bool,
}

impl From<&webhooks::Model> for Receiver {
    fn from(webhook: &webhooks::Model) -> Self {
        Self {
            webhook_id: webhook.id,
            rate_limit: webhook.webhook_rate_limit,
            failing: webhook.webhook_last_failure_at_ms > webhook.webhook_last_success_at_ms,
        }
    }
}

/// The permits of one process; clones share them.
#[derive(Clone, Debug)]
pub(crate) struct Limits(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    total: usize,
    per_webhook: usize,
    lanes: Mutex<Lanes>,
    wake: Notify,
}

#[derive(Debug, Default)]
struct Lanes {
    in_flight: usize,
    /// Whether a webhook went without although it held fewer than its limit.
    short: bool,
    by_webhook: HashMap<i64, Lane>,
}

/// One webhook's state.
#[derive(Debug, Default)]
struct Lane {
    in_flight: usize,
    waiting: bool,
    bucket: Option<Bucket>,
}

/// The right to one attempt, until it is dropped.
#[derive(Debug)]
pub(crate) struct Permit {
    limits: Limits,
    webhook_id: i64,
    spent: bool,
}

/// What the scheduler may begin for a webhook.
#[derive(Debug)]
pub(crate) struct Grant {
    pub(crate) permits: Vec<Permit>,
    /// When the rate limit will allow more; no release of a permit announces that.
    pub(crate) more_at: Option<Instant>,
}

impl Limits {
    /// At most `total` attempts at once, and `per_webhook` for each webhook.
    pub(crate) fn new(total: usize, per_webhook: usize) -> Self {
        Self(Arc::new(Shared { total, per_webhook, lanes: Mutex::default(), wake: Notify::new() }))
    }

    /// A permit for a new event, unless older ones of its webhook wait or the limits are reached.
    pub(crate) fn try_acquire(&self, receiver: Receiver) -> Option<Permit> {
        let mut lanes = self.lanes();
        if lanes.by_webhook.entry(receiver.webhook_id).or_default().waiting {
            return None;
        }
        self.take(&mut lanes, receiver, 1).permits.pop()
    }

    /// Every permit that a webhook may have now. It stays marked as waiting until
    /// [`nothing_waits`](Self::nothing_waits).
    pub(crate) fn acquire(&self, receiver: Receiver) -> Grant {
        self.take(&mut self.lanes(), receiver, self.0.per_webhook)
    }

    /// Takes the mark away: nothing of this webhook waits in the database.
    pub(crate) fn nothing_waits(&self, webhook_id: i64) {
        if let Some(lane) = self.lanes().by_webhook.get_mut(&webhook_id) {
            lane.waiting = false;
        }
    }

    /// Whether all permits are taken.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.lanes().in_flight >= self.0.total
    }

    /// Wakes the scheduler.
    pub(crate) fn wake(&self) {
        self.0.wake.notify_one();
    }

    /// Waits until the scheduler is woken.
    pub(crate) async fn woken(&self) {
        self.0.wake.notified().await;
    }

    fn take(&self, lanes: &mut Lanes, receiver: Receiver, wanted: usize) -> Grant {
        let Receiver { webhook_id, rate_limit, failing } = receiver;
        let limit = if failing { 1 } else { self.0.per_webhook };
        let free = self.0.total.saturating_sub(lanes.in_flight);
        let lane = lanes.by_webhook.entry(webhook_id).or_default();
        let room = share(self.0.total, limit, free).saturating_sub(lane.in_flight).min(free).min(wanted);
        lanes.short |= room == 0 && lane.in_flight < limit;
        let (count, more_at) = match rate_limit {
            None => {
                lane.bucket = None;
                (room, None)
            }
            Some(rate) => lane.bucket.get_or_insert_with(Bucket::new).take(room, f64::from(rate)),
        };
        lanes.in_flight += count;
        lane.in_flight += count;
        lane.waiting |= count < wanted;
        let permit = || Permit { limits: self.clone(), webhook_id, spent: false };
        Grant { permits: std::iter::repeat_with(permit).take(count).collect(), more_at }
    }

    fn release(&self, webhook_id: i64, spent: bool) {
        let mut lanes = self.lanes();
        lanes.in_flight -= 1;
        let Some(lane) = lanes.by_webhook.get_mut(&webhook_id) else { return };
        lane.in_flight -= 1;
        if let (false, Some(bucket)) = (spent, &mut lane.bucket) {
            bucket.tokens += 1.0;
        }
        let waiting = lane.waiting;
        if lane.in_flight == 0 && !lane.waiting && lane.bucket.is_none() {
            lanes.by_webhook.remove(&webhook_id);
        }
        if std::mem::take(&mut lanes.short) || waiting {
            self.wake();
        }
    }

    /// A panic while the lock was held has ended an attempt, not the arithmetic here.
    fn lanes(&self) -> MutexGuard<'_, Lanes> {
        self.0.lanes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// How many permits a webhook with this limit may hold while `free` of `total` are free.
fn share(total: usize, limit: usize, free: usize) -> usize {
    (2 * limit * free / total.max(1)).clamp(1, limit)
}

impl Permit {
    /// The attempt begins: its token of the rate limit does not come back.
    pub(crate) fn spend(&mut self) {
        self.spent = true;
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.limits.release(self.webhook_id, self.spent);
    }
}

/// A token bucket. It holds a tenth of a second's tokens, so that no second sees more than 1.1 times the rate.
#[derive(Debug)]
struct Bucket {
    tokens: f64,
    filled_at: Instant,
}

impl Bucket {
    /// A bucket that has been filling since long ago.
    fn new() -> Self {
        Self { tokens: f64::INFINITY, filled_at: Instant::now() }
    }

    /// Takes at most `wanted` tokens; if it has fewer, says when there will be one more.
    fn take(&mut self, wanted: usize, rate: f64) -> (usize, Option<Instant>) {
        let now = Instant::now();
        let filled = self.tokens + rate * now.duration_since(self.filled_at).as_secs_f64();
        self.tokens = filled.min((rate / 10.0).max(1.0));
        self.filled_at = now;
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small and not negative")]
        let available = self.tokens as usize;
        let count = wanted.min(available);
        #[allow(clippy::cast_precision_loss, reason = "small")]
        let taken = count as f64;
        self.tokens -= taken;
        let missing = (1.0 - self.tokens).max(0.0);
        (count, (available < wanted).then(|| now + Duration::from_secs_f64(missing / rate)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn receiver(webhook_id: i64) -> Receiver {
        Receiver { webhook_id, rate_limit: None, failing: false }
    }

    #[test]
    fn a_webhook_gets_its_limit_and_then_waits_in_turn() {
        let limits = Limits::new(100, 2);
        let first = limits.try_acquire(receiver(1)).unwrap();
        let second = limits.try_acquire(receiver(1)).unwrap();
        assert!(limits.try_acquire(receiver(1)).is_none());
        assert!(limits.try_acquire(receiver(2)).is_some(), "another webhook is not concerned");
        drop((first, second));
        assert!(limits.try_acquire(receiver(1)).is_none(), "what waits goes first");
        let grant = limits.acquire(receiver(1));
        assert_eq!(grant.permits.len(), 2);
        limits.nothing_waits(1);
        drop(grant);
        assert!(limits.try_acquire(receiver(1)).is_some());
    }

    #[test]
    fn hanging_receivers_leave_permits_for_others() {
        let limits = Limits::new(256, 8);
        let slow: Vec<_> = (0..40).map(|id| limits.acquire(receiver(id))).collect();
        assert!(slow.iter().all(|grant| !grant.permits.is_empty()));
        assert!(!limits.is_exhausted());
        drop(slow);
        let dead: Vec<_> =
            (0..200).map(|id| limits.acquire(Receiver { failing: true, ..receiver(id) })).collect();
        assert!(dead.iter().all(|grant| grant.permits.len() == 1));
        assert!(!limits.is_exhausted());
    }

    #[test]
    fn the_last_permits_go_one_by_one() {
        assert_eq!(share(256, 8, 256), 8);
        assert_eq!(share(256, 8, 128), 8);
        assert_eq!(share(256, 8, 64), 4);
        assert_eq!(share(256, 8, 1), 1);
        let limits = Limits::new(1, 8);
        let last = limits.try_acquire(receiver(1)).unwrap();
        assert!(limits.is_exhausted() && limits.try_acquire(receiver(2)).is_none());
        drop(last);
        assert!(!limits.is_exhausted());
    }

    #[tokio::test]
    async fn a_release_wakes_the_scheduler_only_for_what_waits() {
        let limits = Limits::new(100, 1);
        let permit = limits.try_acquire(receiver(1)).unwrap();
        drop(permit);
        let soon = Duration::from_millis(20);
        assert!(tokio::time::timeout(soon, limits.woken()).await.is_err());
        let permit = limits.try_acquire(receiver(1)).unwrap();
        assert!(limits.try_acquire(receiver(1)).is_none());
        drop(permit);
        limits.woken().await;
    }

    #[tokio::test(start_paused = true)]
    async fn a_rate_limit_spaces_attempts() {
        let limits = Limits::new(100, 8);
        let receiver = Receiver { rate_limit: Some(5), ..receiver(1) };
        limits.try_acquire(receiver).unwrap().spend();
        assert!(limits.try_acquire(receiver).is_none());
        let grant = limits.acquire(receiver);
        assert!(grant.permits.is_empty());
        tokio::time::sleep_until(grant.more_at.unwrap() + Duration::from_millis(1)).await;
        let grant = limits.acquire(receiver);
        assert_eq!(grant.permits.len(), 1);
        drop(grant);
        assert_eq!(limits.acquire(receiver).permits.len(), 1, "an unspent token comes back");
    }
}
