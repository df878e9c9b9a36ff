//! Limits that keep a slow or failing receiver from delaying the others (invariant I5).
//!
//! An attempt needs a permit. Permits are limited in all, per account and per webhook. While at least half of all
//! permits are free, an account may hold a quarter of them. While at least half of the account's permits are free as
//! well, a webhook may hold its whole limit. With fewer free permits, these shares shrink in proportion. A webhook may
//! still hold one permit when its account has used up its share. A webhook whose latest attempts have failed gets only
//! one permit until an attempt succeeds, and all failing webhooks together never hold more than half of the permits. So
//! even if many receivers hang until their deadline, permits are left for those that answer.
//!
//! At most `per_webhook` attempts of a webhook are in flight. A receiver that answers quickly gets more permits than
//! that, for the attempts that it can probably take within [`AHEAD`]. So the scheduler claims its deliveries by the
//! dozen. A delivery whose attempt cannot begin within [`WAIT_MAX`] goes back to the database.
//!
//! A delivery that gets no permit waits in the database, and its webhook is marked as waiting. While the mark is set,
//! new events queue up behind older ones, and the release of a permit wakes the scheduler. The scheduler removes the
//! mark when nothing more of the webhook is due. Each process has limits of its own.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use shared::entities::webhooks;
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};

/// A webhook gets permits for the attempts that it can make in this time, estimated from how long its latest ones took.
const AHEAD: Duration = Duration::from_millis(250);
/// The most permits of a webhook, as a multiple of `per_webhook`.
const AHEAD_MAX: usize = 8;
/// How long a delivery with a permit may wait until its attempt begins.
const WAIT_MAX: Duration = Duration::from_secs(1);

/// A webhook, and what its limits depend on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Receiver {
    pub(crate) account_id: i64,
    pub(crate) webhook_id: i64,
    /// Whether an attempt has failed and none has succeeded since.
    pub(crate) failing: bool,
    /// Whether it has a rate limit. Then it gets no permits ahead, because those attempts would begin later than the
    /// rate limit counts them.
    pub(crate) rated: bool,
}

impl From<&webhooks::Model> for Receiver {
    fn from(webhook: &webhooks::Model) -> Self {
        Self {
            account_id: webhook.account_id,
            webhook_id: webhook.id,
            failing: webhook.webhook_failing_since_ms.is_some(),
            rated: webhook.webhook_rate_limit.is_some(),
        }
    }
}

/// The permits of one process; clones share them.
#[derive(Clone, Debug)]
pub(crate) struct Limits(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    total: usize,
    per_account: usize,
    per_webhook: usize,
    failing: usize,
    permits_by_webhook: Mutex<AllPermits>,
    wake: Notify,
}

#[derive(Debug, Default)]
struct AllPermits {
    /// How many permits are held.
    held: usize,
    /// How many of them belong to failing webhooks.
    failing_held: usize,
    /// Whether a webhook got no permit although it held fewer than its limit. Then the next release wakes the
    /// scheduler.
    short: bool,
    by_account: HashMap<i64, usize>,
    by_webhook: HashMap<i64, WebhookPermits>,
}

/// One webhook's state.
#[derive(Debug)]
struct WebhookPermits {
    held: usize,
    waiting: bool,
    /// One slot for each attempt that may be in flight at once.
    slots: Arc<Semaphore>,
    /// The moving average of how long attempts take.
    duration: Option<Duration>,
}

impl WebhookPermits {
    fn new(per_webhook: usize) -> Self {
        Self { held: 0, waiting: false, slots: Arc::new(Semaphore::new(per_webhook)), duration: None }
    }

    /// Returns how many attempts the receiver can probably take within [`AHEAD`]: at least `per_webhook`.
    fn ahead(&self, per_webhook: usize) -> usize {
        let Some(duration) = self.duration else { return per_webhook };
        let rounds = AHEAD.as_micros() / duration.as_micros().max(1);
        per_webhook * usize::try_from(rounds).unwrap_or(AHEAD_MAX).clamp(1, AHEAD_MAX)
    }
}

/// The right to one attempt, until it is dropped.
#[derive(Debug)]
pub(crate) struct Permit {
    limits: Limits,
    receiver: Receiver,
    slots: Arc<Semaphore>,
    /// Whether it is given back unused. Then its release does not wake the scheduler.
    unused: bool,
}

impl Limits {
    /// Creates limits of `total` permits, and `per_webhook` attempts at once for each webhook.
    pub(crate) fn new(total: usize, per_webhook: usize) -> Self {
        Self(Arc::new(Shared {
            total,
            per_account: (total / 4).max(per_webhook),
            per_webhook,
            failing: (total / 2).max(1),
            permits_by_webhook: Mutex::default(),
            wake: Notify::new(),
        }))
    }

    /// Returns a permit for a new event; `None` if older events of its webhook wait, or if the limits are reached.
    pub(crate) fn try_acquire(&self, receiver: Receiver) -> Option<Permit> {
        let mut permits_by_webhook = self.permits_by_webhook();
        if permits_by_webhook.by_webhook.get(&receiver.webhook_id).is_some_and(|lane| lane.waiting) {
            return None;
        }
        self.take(&mut permits_by_webhook, receiver, 1).pop()
    }

    /// Returns all permits that a webhook with due deliveries may have now. Marks the webhook as waiting until
    /// [`nothing_waits`](Self::nothing_waits).
    pub(crate) fn acquire(&self, receiver: Receiver) -> Vec<Permit> {
        let mut permits_by_webhook = self.permits_by_webhook();
        let permits = self.take(&mut permits_by_webhook, receiver, self.0.per_webhook * AHEAD_MAX);
        if let Some(lane) = permits_by_webhook.by_webhook.get_mut(&receiver.webhook_id) {
            lane.waiting = true;
        }
        permits
    }

    /// Takes back permits that were not used. This does not wake the scheduler: the caller knows when to try again.
    pub(crate) fn give_back(permits: Vec<Permit>) {
        for mut permit in permits {
            permit.unused = true;
            drop(permit);
        }
    }

    /// Removes the mark of a webhook that has no more due deliveries in the database.
    pub(crate) fn nothing_waits(&self, webhook_id: i64) {
        let mut permits_by_webhook = self.permits_by_webhook();
        let Some(lane) = permits_by_webhook.by_webhook.get_mut(&webhook_id) else { return };
        lane.waiting = false;
        if lane.held == 0 {
            permits_by_webhook.by_webhook.remove(&webhook_id);
        }
    }

    /// Returns whether all permits are taken.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.permits_by_webhook().held >= self.0.total
    }

    /// Wakes the scheduler.
    pub(crate) fn wake(&self) {
        self.0.wake.notify_one();
    }

    /// Waits until the scheduler is woken.
    pub(crate) async fn woken(&self) {
        self.0.wake.notified().await;
    }

    fn take(&self, permits_by_webhook: &mut AllPermits, receiver: Receiver, wanted: usize) -> Vec<Permit> {
        let Receiver { account_id, webhook_id, failing, rated } = receiver;
        let limits = &self.0;
        let free = limits.total.saturating_sub(permits_by_webhook.held);
        let of_account = permits_by_webhook.by_account.get(&account_id).copied().unwrap_or_default();
        let lane = permits_by_webhook
            .by_webhook
            .entry(webhook_id)
            .or_insert_with(|| WebhookPermits::new(limits.per_webhook));
        let limit = match (failing, rated) {
            (true, _) => 1,
            (_, true) => limits.per_webhook,
            _ => lane.ahead(limits.per_webhook),
        };
        let account_limit = share(limits.total, limits.per_account, free);
        let account_free = account_limit.saturating_sub(of_account);
        let share = share(limits.total, limit, free).min(share(account_limit, limit, account_free));
        let mut room = free.min(share.saturating_sub(lane.held));
        room = room.min(account_free.max(usize::from(lane.held == 0)));
        if failing {
            room = room.min(limits.failing.saturating_sub(permits_by_webhook.failing_held));
        }
        let count = room.min(wanted);
        permits_by_webhook.short |= room == 0 && lane.held < limit;
        permits_by_webhook.held += count;
        permits_by_webhook.failing_held += if failing { count } else { 0 };
        if count > 0 {
            *permits_by_webhook.by_account.entry(account_id).or_default() += count;
        }
        lane.held += count;
        lane.waiting |= count < wanted;
        let slots = &lane.slots;
        let permit = || Permit { limits: self.clone(), receiver, slots: slots.clone(), unused: false };
        std::iter::repeat_with(permit).take(count).collect()
    }

    fn release(&self, Receiver { account_id, webhook_id, failing, .. }: Receiver, unused: bool) {
        let mut permits_by_webhook = self.permits_by_webhook();
        permits_by_webhook.held -= 1;
        permits_by_webhook.failing_held -= usize::from(failing);
        if let Some(of_account) = permits_by_webhook.by_account.get_mut(&account_id) {
            *of_account -= 1;
            if *of_account == 0 {
                permits_by_webhook.by_account.remove(&account_id);
            }
        }
        let Some(lane) = permits_by_webhook.by_webhook.get_mut(&webhook_id) else { return };
        lane.held -= 1;
        let waiting = lane.waiting;
        if lane.held == 0 && !waiting {
            permits_by_webhook.by_webhook.remove(&webhook_id);
        }
        if !unused && (std::mem::take(&mut permits_by_webhook.short) || waiting) {
            self.wake();
        }
    }

    /// Locks the permits of all webhooks. After a panic elsewhere the counts are still right, so a poisoned lock is used all the same.
    fn permits_by_webhook(&self) -> MutexGuard<'_, AllPermits> {
        self.0.permits_by_webhook.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns how many permits a holder with this limit may have while `free` of `total` are free.
fn share(total: usize, limit: usize, free: usize) -> usize {
    (2 * limit * free / total.max(1)).clamp(1, limit)
}

impl Permit {
    /// Waits until the attempt may begin, and returns the slot to hold while it lasts. Returns `None` if that takes
    /// longer than [`WAIT_MAX`].
    pub(crate) async fn begin(&self) -> Option<OwnedSemaphorePermit> {
        let Ok(slot) = tokio::time::timeout(WAIT_MAX, self.slots.clone().acquire_owned()).await else {
            // The receiver has become slow. Note that now, because its attempts in flight may end much later.
            self.took(WAIT_MAX);
            return None;
        };
        slot.ok()
    }

    /// Notes how long an attempt took, for the moving average.
    pub(crate) fn took(&self, duration: Duration) {
        if let Some(lane) = self.limits.permits_by_webhook().by_webhook.get_mut(&self.receiver.webhook_id) {
            lane.duration = Some(lane.duration.map_or(duration, |average| (7 * average + duration) / 8));
        }
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.limits.release(self.receiver, self.unused);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// Returns a webhook in an account of its own.
    fn receiver(webhook_id: i64) -> Receiver {
        Receiver { account_id: webhook_id, webhook_id, failing: false, rated: false }
    }

    #[test]
    fn a_webhook_gets_its_limit_and_then_waits_in_turn() {
        let limits = Limits::new(100, 2);
        let first = limits.try_acquire(receiver(1)).unwrap();
        let second = limits.try_acquire(receiver(1)).unwrap();
        assert!(limits.try_acquire(receiver(1)).is_none());
        assert!(limits.try_acquire(receiver(2)).is_some(), "another webhook is not affected");
        drop((first, second));
        assert!(limits.try_acquire(receiver(1)).is_none(), "older deliveries go first");
        let permits = limits.acquire(receiver(1));
        assert_eq!(permits.len(), 2);
        limits.nothing_waits(1);
        drop(permits);
        assert!(limits.try_acquire(receiver(1)).is_some());
    }

    #[tokio::test(start_paused = true)]
    async fn a_quick_receiver_gets_permits_ahead_but_takes_no_more_at_once() {
        let limits = Limits::new(256, 8);
        let quick = limits.try_acquire(receiver(1)).unwrap();
        quick.took(Duration::from_millis(100));
        assert_eq!(limits.acquire(receiver(1)).len(), 15, "two rounds of 8 in 250 ms");
        quick.took(Duration::ZERO);
        for _ in 0..40 {
            quick.took(Duration::from_millis(1));
        }
        let permits = limits.acquire(receiver(1));
        assert_eq!(permits.len(), 63);
        let mut begun = Vec::new();
        for permit in &permits[..8] {
            begun.push(permit.begin().await.unwrap());
        }
        assert!(permits[8].begin().await.is_none(), "after a second");
        begun.pop();
        assert!(permits[8].begin().await.is_some());
        quick.took(Duration::from_secs(15));
        drop(permits);
        assert_eq!(limits.acquire(receiver(1)).len(), 7);
    }

    #[tokio::test]
    async fn a_backlog_goes_on_with_each_permit_that_comes_back() {
        let limits = Limits::new(100, 2);
        let permits = limits.acquire(receiver(1));
        assert_eq!(permits.len(), 2);
        drop(permits);
        limits.woken().await;
    }

    #[test]
    fn an_account_leaves_permits_for_others() {
        let limits = Limits::new(256, 8);
        let of_account = |webhook_id| Receiver { account_id: 1, ..receiver(webhook_id) };
        let busy: Vec<_> = (0..50).map(|id| limits.acquire(of_account(id))).collect();
        assert!(busy.iter().all(|permits| !permits.is_empty()), "a webhook may always have one");
        assert!(busy.iter().map(Vec::len).sum::<usize>() <= 64 + 50);
        assert_eq!(limits.acquire(receiver(100)).len(), 8);
        drop(busy);
        assert_eq!(limits.acquire(of_account(0)).len(), 8);
    }

    #[test]
    fn hanging_receivers_leave_permits_for_others() {
        let limits = Limits::new(256, 8);
        let slow: Vec<_> = (0..40).map(|id| limits.acquire(receiver(id))).collect();
        assert!(slow.iter().all(|permits| !permits.is_empty()));
        assert!(!limits.is_exhausted());
        drop(slow);
        let failing = |id| Receiver { failing: true, ..receiver(id) };
        let dead: Vec<_> = (0..1000).flat_map(|id| limits.acquire(failing(id))).collect();
        assert_eq!(dead.len(), 128, "each has one, and all together have half");
        assert_eq!(limits.acquire(receiver(1000)).len(), 8);
        drop(dead);
        assert_eq!(limits.acquire(failing(1001)).len(), 1);
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

    // The clock stands still while there is anything to do, so that a timeout ends only when nothing else can.
    #[tokio::test(start_paused = true)]
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
        Limits::give_back(limits.acquire(receiver(1)));
        assert!(tokio::time::timeout(soon, limits.woken()).await.is_err(), "it would loop for ever");
    }

    #[test]
    fn a_webhook_with_a_rate_limit_gets_no_permits_ahead() {
        let limits = Limits::new(256, 8);
        let rated = Receiver { rated: true, ..receiver(1) };
        let quick = limits.try_acquire(rated).unwrap();
        quick.took(Duration::from_millis(1));
        assert_eq!(limits.acquire(rated).len(), 7);
    }

    // The clock stands still while there is anything to do, so that a timeout ends only when nothing else can.
    #[tokio::test(start_paused = true)]
    async fn a_webhook_that_found_no_permit_free_is_tried_again_when_another_gives_one_back() {
        let soon = Duration::from_millis(20);
        let limits = Limits::new(1, 8);
        let last = limits.try_acquire(receiver(1)).unwrap();
        assert!(limits.try_acquire(receiver(2)).is_none());
        drop(last);
        assert!(tokio::time::timeout(soon, limits.woken()).await.is_ok());

        // A webhook that has all that it may have waits for its own permits alone.
        let limits = Limits::new(100, 1);
        let (_own, others) = (limits.try_acquire(receiver(1)), limits.try_acquire(receiver(2)));
        assert!(limits.try_acquire(receiver(1)).is_none());
        drop(others);
        assert!(tokio::time::timeout(soon, limits.woken()).await.is_err());
    }
}
