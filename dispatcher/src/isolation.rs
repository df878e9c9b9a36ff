//! Limits that keep a slow or failing receiver from delaying the others (invariant I5).
//!
//! An attempt needs a permit. Permits are limited in all, for each class of webhooks ([`Class`]), for each account and
//! for each webhook. While at least half of all permits are free, an account may hold a quarter of them. While at least
//! half of the account's permits and of its class's are free as well, a webhook may hold its whole limit. With fewer
//! free permits, these shares shrink in proportion. When an account has used up its share, a webhook of it may still
//! hold one permit; of those that were not tried lately, one at a time. A webhook whose latest attempts have failed gets
//! only one permit until an attempt succeeds, and one that was not tried lately gets one until it has answered.
//!
//! At most `per_webhook` attempts of a webhook are in flight. A receiver that answers quickly gets more permits than
//! that, for the attempts that it can probably take within [`AHEAD`](webhook_permits::AHEAD). So the scheduler claims
//! its deliveries by the dozen. A delivery whose attempt cannot begin within [`WAIT_MAX`] goes back to the database.
//!
//! A delivery that gets no permit waits in the database, and its webhook is marked as waiting. While the mark is set,
//! new events queue up behind older ones, and the release of a permit wakes the scheduler. The scheduler removes the
//! mark when nothing more of the webhook is due. Each process has limits of its own.

use std::collections::{BTreeSet, HashMap};
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use quick_cache::unsync::Cache;
use shared::entities::webhooks;
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, timeout};

use class::{ByClass, Class};
pub(crate) use waiting::{Mark, Turn};
use waiting::{Waiting, accounts_in_turn};
use webhook_permits::{AHEAD_MAX, WebhookPermits};

mod class;
mod waiting;
mod webhook_permits;

/// Of how many idle webhooks the dispatcher remembers how long their attempts take.
const REMEMBERED: usize = 65_536;
/// For how long it relies on that.
const LATELY: Duration = Duration::from_mins(10);
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
    per_account: usize,
    per_webhook: usize,
    permits: Mutex<AllPermits>,
    wake: Notify,
}

#[derive(Debug)]
struct AllPermits {
    /// The held permits.
    held: ByClass,
    /// The classes of which a webhook that holds no permit got none. When one of them may have more, the scheduler is
    /// woken.
    short: BTreeSet<Class>,
    /// The accounts of which a webhook that holds no permit got none, although its class had some.
    short_accounts: BTreeSet<i64>,
    waiting: Waiting,
    by_account: HashMap<i64, usize>,
    by_webhook: HashMap<i64, WebhookPermits>,
    /// How many of an account's permits are held by webhooks that were not tried lately.
    untried_by_account: HashMap<i64, usize>,
    /// How long the attempts of webhooks took that hold no permit and do not wait, and when that was found out.
    durations: Cache<i64, (Duration, Instant)>,
}

impl AllPermits {
    /// Forgets a webhook that holds no permit and does not wait, but for how long its attempts take.
    fn forget(&mut self, webhook_id: i64) {
        let Self { by_webhook, waiting, durations, .. } = self;
        if waiting.contains(webhook_id) || by_webhook.get(&webhook_id).is_none_or(|webhook| webhook.held > 0)
        {
            return;
        }
        if let Some(duration) = by_webhook.remove(&webhook_id).and_then(|webhook| webhook.duration) {
            durations.insert(webhook_id, (duration, Instant::now()));
        }
    }

    /// Returns whether the scheduler is to be woken after a permit of an account was released or has changed its class:
    /// a webhook that got none may have one now.
    fn is_short_no_more(&mut self, account_id: i64) -> bool {
        let before = self.short.len();
        self.short.retain(|class| self.held.room(*class) == 0);
        self.short_accounts.remove(&account_id) || self.short.len() < before
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
        let permits = AllPermits {
            held: ByClass::new(total),
            short: BTreeSet::new(),
            short_accounts: BTreeSet::new(),
            waiting: Waiting::default(),
            by_account: HashMap::new(),
            by_webhook: HashMap::new(),
            untried_by_account: HashMap::new(),
            durations: Cache::new(REMEMBERED),
        };
        Self(Arc::new(Shared {
            per_account: (total / 4).max(per_webhook),
            per_webhook,
            permits: Mutex::new(permits),
            wake: Notify::new(),
        }))
    }

    /// Returns a permit for a new event; `None` if older events of its webhook wait, or if the limits are reached. Then
    /// the webhook is marked as waiting.
    pub(crate) fn try_acquire(&self, receiver: Receiver) -> Option<Permit> {
        let mut permits = self.permits();
        if permits.waiting.contains(receiver.webhook_id) {
            return None;
        }
        let permit = self.take(&mut permits, receiver, 1).pop();
        if permit.is_none() {
            permits.waiting.mark(receiver.webhook_id);
        }
        permit
    }

    /// Returns all permits that a webhook with due deliveries may have now.
    pub(crate) fn acquire(&self, receiver: Receiver) -> Vec<Permit> {
        self.take(&mut self.permits(), receiver, self.0.per_webhook * AHEAD_MAX)
    }

    /// Takes back permits that were not used. This does not wake the scheduler: the caller knows when to try again.
    pub(crate) fn give_back(permits: Vec<Permit>) {
        for mut permit in permits {
            permit.unused = true;
            drop(permit);
        }
    }

    /// Marks a webhook that may have due deliveries in the database as waiting.
    pub(crate) fn waits(&self, webhook_id: i64) {
        self.permits().waiting.mark(webhook_id);
    }

    /// Removes the mark of a webhook that had no more due deliveries in the database. A mark later than `mark` stays,
    /// because the database may have been read before it.
    pub(crate) fn nothing_waits(&self, webhook_id: i64, mark: Mark) {
        let mut permits = self.permits();
        permits.waiting.unmark(webhook_id, mark);
        permits.forget(webhook_id);
    }

    /// Returns the waiting webhooks whose turn it is: of each class as many as it may have permits, and at most `max` of
    /// those whose class is not known yet. Webhooks of a class take turns, and so do their accounts.
    pub(crate) fn next_turn(&self, max: usize) -> Turn {
        let AllPermits { held, waiting, by_account, by_webhook, .. } = &mut *self.permits();
        // Webhooks of the other classes get one permit at a time.
        let is_full = |webhook_id| {
            by_webhook.get(&webhook_id).is_some_and(|webhook: &WebhookPermits| {
                webhook.held > 0 && matches!(webhook.class, Class::Untried | Class::Failing)
            })
        };
        waiting.next_turn(max, held, by_account, is_full)
    }

    /// Sorts webhooks so that their accounts take turns.
    pub(crate) fn in_turn(&self, webhooks: Vec<webhooks::Model>) -> Vec<webhooks::Model> {
        accounts_in_turn(webhooks, |webhook| webhook.account_id, &self.permits().by_account)
    }

    /// Wakes the scheduler.
    pub(crate) fn wake(&self) {
        self.0.wake.notify_one();
    }

    /// Waits until the scheduler is woken.
    pub(crate) async fn woken(&self) {
        self.0.wake.notified().await;
    }

    fn take(&self, permits: &mut AllPermits, receiver: Receiver, wanted: usize) -> Vec<Permit> {
        let Receiver { account_id, webhook_id, failing, rated } = receiver;
        let limits = &self.0;
        let (total, free) = (permits.held.total(), permits.held.free());
        let of_account = permits.by_account.get(&account_id).copied().unwrap_or_default();
        let webhook = permits.by_webhook.entry(webhook_id).or_insert_with(|| {
            let known = permits.durations.get(&webhook_id).filter(|(_, at)| at.elapsed() < LATELY);
            WebhookPermits::new(limits.per_webhook, known.map(|(duration, _)| *duration))
        });
        webhook.change_class(
            Class::of(failing, webhook.duration),
            &mut permits.held,
            permits.untried_by_account.entry(account_id).or_default(),
        );
        permits.waiting.note(webhook_id, webhook.class, account_id);
        let limit = match (failing, rated) {
            (true, _) => 1,
            _ if webhook.class == Class::Untried => 1,
            (_, true) => limits.per_webhook,
            _ => webhook.ahead(limits.per_webhook),
        };
        let account_limit = share(total, limits.per_account, free);
        let account_free = account_limit.saturating_sub(of_account);
        let class_free = permits.held.room(webhook.class);
        let share = share(permits.held.limit(webhook.class), limit, class_free).min(share(
            account_limit,
            limit,
            account_free,
        ));
        let room = class_free.min(share.saturating_sub(webhook.held));
        let untried = permits.untried_by_account.entry(account_id).or_default();
        let is_first = webhook.held == 0 && (webhook.class != Class::Untried || *untried == 0);
        let room = room.min(account_free.max(usize::from(is_first)));
        if room == 0 && webhook.held == 0 {
            if class_free == 0 {
                permits.short.insert(webhook.class);
            } else {
                permits.short_accounts.insert(account_id);
            }
        }
        let count = room.min(wanted);
        permits.held.add(webhook.class, count);
        if webhook.class == Class::Untried {
            *untried += count;
        }
        webhook.held += count;
        if count > 0 {
            *permits.by_account.entry(account_id).or_default() += count;
        }
        let slots = &webhook.slots;
        let permit = || Permit { limits: self.clone(), receiver, slots: slots.clone(), unused: false };
        std::iter::repeat_with(permit).take(count).collect()
    }

    fn release(&self, Receiver { account_id, webhook_id, .. }: Receiver, unused: bool) {
        let mut guard = self.permits();
        let permits = &mut *guard;
        if let Some(of_account) = permits.by_account.get_mut(&account_id) {
            *of_account -= 1;
            if *of_account == 0 {
                permits.by_account.remove(&account_id);
            }
        }
        let Some(webhook) = permits.by_webhook.get_mut(&webhook_id) else { return };
        permits.held.remove(webhook.class, 1);
        webhook.held -= 1;
        if webhook.class == Class::Untried
            && let Some(untried) = permits.untried_by_account.get_mut(&account_id)
        {
            *untried -= 1;
        }
        if permits.untried_by_account.get(&account_id) == Some(&0) {
            permits.untried_by_account.remove(&account_id);
        }
        permits.forget(webhook_id);
        if !unused && (permits.is_short_no_more(account_id) || permits.waiting.contains(webhook_id)) {
            self.wake();
        }
    }

    /// Locks the permits of all webhooks. After a panic elsewhere the counts are still right, so a poisoned lock is used
    /// all the same.
    fn permits(&self) -> MutexGuard<'_, AllPermits> {
        self.0.permits.lock().unwrap_or_else(PoisonError::into_inner)
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
        let Ok(slot) = timeout(WAIT_MAX, self.slots.clone().acquire_owned()).await else {
            // The receiver has become slow. Note that now, because its attempts in flight may end much later.
            self.took(WAIT_MAX);
            return None;
        };
        slot.ok()
    }

    /// Makes an attempt, and notes how long it takes: also while it lasts, so that many receivers that turn out to be
    /// slow at the same time do not take the permits of all others until their attempts end.
    pub(crate) async fn attempt<T>(&self, attempt: impl Future<Output = T>) -> T {
        let begun = Instant::now();
        let mut attempt = pin!(attempt);
        let result = match timeout(class::SLOW, &mut attempt).await {
            Ok(result) => result,
            Err(_) => {
                self.took(class::SLOW);
                attempt.await
            }
        };
        self.took(begun.elapsed());
        result
    }

    /// Notes how long an attempt took, for the moving average.
    fn took(&self, duration: Duration) {
        let mut guard = self.limits.permits();
        let permits = &mut *guard;
        let Receiver { webhook_id, account_id, .. } = self.receiver;
        if let Some(webhook) = permits.by_webhook.get_mut(&webhook_id) {
            let average = webhook.took(duration);
            webhook.change_class(
                Class::of(webhook.class == Class::Failing, Some(average)),
                &mut permits.held,
                permits.untried_by_account.entry(account_id).or_default(),
            );
            permits.waiting.note(webhook_id, webhook.class, account_id);
        }
        if permits.is_short_no_more(account_id) {
            self.limits.wake();
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

    /// Returns a webhook whose attempts are known to take this long.
    fn known(limits: &Limits, receiver: Receiver, duration: Duration) -> Receiver {
        limits.try_acquire(receiver).unwrap().took(duration);
        receiver
    }

    /// Returns a webhook that gets as many permits as it may make attempts at once.
    fn steady(limits: &Limits, webhook_id: i64) -> Receiver {
        known(limits, receiver(webhook_id), webhook_permits::AHEAD)
    }

    #[test]
    fn a_webhook_gets_its_limit_and_then_waits_in_turn() {
        let limits = Limits::new(100, 2);
        let webhook = steady(&limits, 1);
        let first = limits.try_acquire(webhook).unwrap();
        let second = limits.try_acquire(webhook).unwrap();
        assert!(limits.try_acquire(webhook).is_none());
        assert!(limits.try_acquire(receiver(2)).is_some(), "another webhook is not affected");
        drop((first, second));
        assert!(limits.try_acquire(webhook).is_none(), "older deliveries go first");
        let permits = limits.acquire(webhook);
        assert_eq!(permits.len(), 2);
        let turn = limits.next_turn(9);
        assert_eq!(turn.webhook_ids, [1]);
        limits.nothing_waits(1, turn.mark);
        drop(permits);
        assert!(limits.try_acquire(webhook).is_some());
    }

    #[test]
    fn a_webhook_that_was_not_tried_lately_gets_one_permit_until_it_has_answered() {
        let limits = Limits::new(256, 8);
        let first = limits.acquire(receiver(1));
        assert_eq!(first.len(), 1);
        assert!(limits.acquire(receiver(1)).is_empty());
        first[0].took(Duration::from_millis(1));
        drop(first);
        // What is known of it stays while it is idle.
        assert_eq!(limits.acquire(receiver(1)).len(), 64);
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

    #[test]
    fn a_quick_receiver_gets_permits_ahead_for_its_whole_backlog() {
        let limits = Limits::new(256, 8);
        let first = limits.try_acquire(receiver(1)).unwrap();
        first.took(Duration::from_millis(1));
        limits.waits(1);
        drop(first);
        for _ in 0..3 {
            // All are given back before the next claim.
            assert_eq!(limits.acquire(receiver(1)).len(), 64);
        }
    }

    #[tokio::test]
    async fn a_backlog_goes_on_with_each_permit_that_comes_back() {
        let limits = Limits::new(100, 2);
        let webhook = steady(&limits, 1);
        limits.waits(1);
        let permits = limits.acquire(webhook);
        assert_eq!(permits.len(), 2);
        drop(permits);
        limits.woken().await;
    }

    #[test]
    fn an_account_leaves_permits_for_others() {
        let limits = Limits::new(256, 8);
        let of_account = |webhook_id| Receiver { account_id: 1, ..receiver(webhook_id) };
        for id in 0..50 {
            known(&limits, of_account(id), webhook_permits::AHEAD);
        }
        let other = steady(&limits, 100);
        let busy: Vec<_> = (0..50).map(|id| limits.acquire(of_account(id))).collect();
        assert!(busy.iter().all(|permits| !permits.is_empty()), "a webhook may always have one");
        assert!(busy.iter().map(Vec::len).sum::<usize>() <= 64 + 50);
        let untried = limits.acquire(of_account(50));
        assert_eq!(untried.len(), 1, "one that was not tried lately, too");
        assert!(limits.acquire(of_account(51)).is_empty(), "but only one at a time");
        drop(untried);
        assert_eq!(limits.acquire(other).len(), 8);
        drop(busy);
        assert_eq!(limits.acquire(of_account(0)).len(), 8);
    }

    #[test]
    fn hanging_receivers_leave_permits_for_others() {
        let limits = Limits::new(256, 8);
        let quick = steady(&limits, 1000);
        let failing = |id| Receiver { failing: true, ..receiver(id) };
        let dead: Vec<_> = (0..1000).flat_map(|id| limits.acquire(failing(id))).collect();
        assert_eq!(dead.len(), 128, "each has one, and all together have half");
        assert_eq!(limits.acquire(quick).len(), 8);
        drop(dead);
        assert_eq!(limits.acquire(failing(1001)).len(), 1);
    }

    #[test]
    fn a_webhook_that_got_no_permit_is_forgotten_when_nothing_of_it_waits() {
        let limits = Limits::new(1, 8);
        let _last = limits.try_acquire(receiver(1)).unwrap();
        assert!(limits.try_acquire(receiver(2)).is_none());
        limits.nothing_waits(2, limits.next_turn(9).mark);
        assert_eq!(limits.permits().by_webhook.keys().copied().collect::<Vec<_>>(), [1]);
    }

    #[test]
    fn waiting_webhooks_of_a_class_take_turns_and_leave_the_turns_of_other_classes_alone() {
        let limits = Limits::new(8, 8);
        let failing = |id| Receiver { failing: true, ..receiver(id) };
        for id in 7..=9 {
            steady(&limits, id);
        }
        (1..=9).for_each(|id| limits.waits(id));
        let turn = limits.next_turn(5);
        assert_eq!(
            (turn.webhook_ids.as_slice(), turn.more),
            ([1, 2, 3, 4, 5].as_slice(), true),
            "not known yet"
        );
        let held: Vec<_> = (1..=6).flat_map(|id| limits.acquire(failing(id))).collect();
        assert_eq!(held.len(), 4, "half of the permits");
        (7..=9).for_each(|id| Limits::give_back(limits.acquire(receiver(id))));
        assert_eq!(limits.next_turn(9).webhook_ids, [7, 8, 9], "no permit is left for the failing");
        drop(held);
        assert_eq!(limits.next_turn(9).webhook_ids, [7, 8, 9, 1, 2, 3, 4]);
        assert_eq!(limits.next_turn(9).webhook_ids, [7, 8, 9, 5, 6, 1, 2]);
    }

    #[tokio::test(start_paused = true)]
    async fn receivers_that_turn_out_to_be_slow_leave_permits_for_the_quick_and_the_failing() {
        let limits = Limits::new(256, 8);
        let quick = steady(&limits, 0);
        let mut held = 0;
        for second in 1..=4 {
            let new = (1..=80).map(|id| receiver(second * 100 + id));
            let slow: Vec<_> = new.flat_map(|webhook| limits.acquire(webhook)).collect();
            held += slow.len();
            let most = usize::try_from(second * 64).unwrap().min(192);
            assert_eq!(held, most, "a quarter of all permits each time, and three quarters in all");
            for permit in slow {
                tokio::spawn(async move { permit.attempt(std::future::pending::<()>()).await });
            }
            tokio::time::sleep(2 * class::SLOW).await;
            if held < 192 {
                // That they are known to be slow now wakes the scheduler for the others.
                limits.woken().await;
            }
        }
        assert!(limits.acquire(receiver(1000)).is_empty());
        assert!(limits.acquire(quick).len() >= 2);
        let failing = |id| Receiver { failing: true, ..receiver(id) };
        assert_eq!(limits.acquire(failing(2000)).len(), 1);
    }

    #[test]
    fn the_last_permits_go_one_by_one() {
        assert_eq!(share(256, 8, 256), 8);
        assert_eq!(share(256, 8, 128), 8);
        assert_eq!(share(256, 8, 64), 4);
        assert_eq!(share(256, 8, 1), 1);
        let limits = Limits::new(1, 8);
        let last = limits.try_acquire(receiver(1)).unwrap();
        assert!(limits.try_acquire(receiver(2)).is_none());
        drop(last);
        assert!(limits.try_acquire(receiver(3)).is_some());
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
        known(&limits, rated, Duration::from_millis(1));
        assert_eq!(limits.acquire(rated).len(), 8);
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
