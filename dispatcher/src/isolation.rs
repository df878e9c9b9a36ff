//! Limits that keep a slow or failing receiver from delaying the others (invariant I5).
//!
//! An attempt needs a permit. Permits are limited in all, for each class of webhooks ([`Class`]), for each account and
//! for each webhook. While at least half of all permits are free, an account may hold a quarter of them. While at least
//! half of the account's permits and of its class's are free as well, a webhook may hold its whole limit. With fewer
//! free permits, these shares shrink in proportion. When an account has used up its share, a webhook of it may still
//! hold one permit; of those that were not tried lately, one at a time. A webhook whose latest attempts have failed gets
//! only one permit until an attempt succeeds, and one that was not tried lately gets one until it has answered.
//!
//! The limit of a webhook's attempts in flight at once is found by trying (`limiter`), up to `per_webhook`, or to
//! less if the webhook says so. A receiver that answers quickly gets more permits than that, for the attempts that it can
//! probably take within [`AHEAD`](shared::times::AHEAD). So the scheduler claims its deliveries by the dozen. A delivery
//! whose attempt cannot begin within [`PERMIT_WAIT_MAX`] goes back to the database.
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
use shared::times::{PERMIT_WAIT_MAX, SLOW};
use shared::webhooks::sender::Attempted;
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, timeout};

use class::{ByClass, Class};
use limiter::{Ending, Limiter, START};
pub(crate) use receiver::Receiver;
pub(crate) use waiting::{Mark, Turn};
use waiting::{Waiting, accounts_in_turn};
use webhook_permits::{Manners, WebhookPermits};

mod class;
mod limiter;
mod receiver;
#[cfg(test)]
mod tests;
mod waiting;
mod webhook_permits;

/// The number of idle webhooks whose receivers' behaviour the dispatcher remembers.
const REMEMBERED: usize = 65_536;
/// The time for which it relies on that.
const LATELY: Duration = Duration::from_mins(10);

/// The permits of one process; clones share them.
#[derive(Clone, Debug)]
pub(crate) struct Limits(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    per_account: usize,
    per_webhook: usize,
    /// The limits of a webhook that nobody has tried yet.
    new: Manners,
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
    /// The number of an account's permits that webhooks hold which were not tried lately.
    untried_by_account: HashMap<i64, usize>,
    /// The behaviour of receivers whose webhooks hold no permit and do not wait, and when that was found out.
    idle: Cache<i64, (Manners, Instant)>,
}

impl AllPermits {
    /// Forgets a webhook that holds no permit and does not wait, but for how its receiver behaves.
    fn forget(&mut self, webhook_id: i64) {
        let Self { by_webhook, waiting, idle, .. } = self;
        if waiting.contains(webhook_id) || by_webhook.get(&webhook_id).is_none_or(|webhook| webhook.held > 0)
        {
            return;
        }
        if let Some(webhook) = by_webhook.remove(&webhook_id)
            && webhook.manners.duration.is_some()
        {
            idle.insert(webhook_id, (webhook.manners, Instant::now()));
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

impl Limits {
    /// Creates limits of `total` permits, and at most `per_webhook` attempts at once for each webhook. An attempt may take
    /// `timeout`.
    pub(crate) fn new(total: usize, per_webhook: usize, timeout: Duration) -> Self {
        let permits = AllPermits {
            held: ByClass::new(total),
            short: BTreeSet::new(),
            short_accounts: BTreeSet::new(),
            waiting: Waiting::default(),
            by_account: HashMap::new(),
            by_webhook: HashMap::new(),
            untried_by_account: HashMap::new(),
            idle: Cache::new(REMEMBERED),
        };
        Self(Arc::new(Shared {
            per_account: (total / 4).max(per_webhook.min(START)),
            per_webhook,
            new: Manners::new(Limiter::new(per_webhook, timeout)),
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
        self.take(&mut self.permits(), receiver, usize::MAX)
    }

    /// Takes back permits that were not used. This does not wake the scheduler: the caller knows when to try again.
    pub(crate) fn give_back(permits: Vec<Permit>) {
        permits.into_iter().for_each(Permit::give_back);
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
        let is_full = |webhook_id| {
            let webhook: Option<&WebhookPermits> = by_webhook.get(&webhook_id);
            webhook.is_some_and(|webhook| webhook.held > 0 && webhook.class.is_on_trial())
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
        let Receiver { account_id, webhook_id, failing, rated, concurrency } = receiver;
        let limits = &self.0;
        let (total, free) = (permits.held.total(), permits.held.free());
        let of_account = permits.by_account.get(&account_id).copied().unwrap_or_default();
        let webhook = permits.by_webhook.entry(webhook_id).or_insert_with(|| {
            let known = permits.idle.get(&webhook_id).filter(|(_, at)| at.elapsed() < LATELY);
            WebhookPermits::new(known.map_or(limits.new, |(manners, _)| *manners))
        });
        webhook.cap(concurrency.map_or(limits.per_webhook, |most| most.min(limits.per_webhook)));
        webhook.change_class(
            Class::of(failing, webhook.manners.duration),
            &mut permits.held,
            permits.untried_by_account.entry(account_id).or_default(),
        );
        permits.waiting.note(webhook_id, webhook.class, account_id);
        let limit = match rated {
            _ if webhook.class.is_on_trial() => 1,
            true => webhook.limit(),
            false => webhook.ahead(),
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
        let permit = || Permit::new(self.clone(), receiver, slots.clone());
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

    /// Notes how long an attempt takes or took, for the moving average.
    fn took(&self, receiver: Receiver, duration: Duration) {
        self.note(receiver, |webhook| webhook.took(duration));
    }

    /// Notes how an attempt ended, and how long it took.
    fn ended(&self, receiver: Receiver, ending: Ending, duration: Duration, slot: OwnedSemaphorePermit) {
        self.note(receiver, |webhook| {
            webhook.took(duration);
            webhook.ended(ending, duration, slot);
        });
    }

    fn note(
        &self,
        Receiver { account_id, webhook_id, .. }: Receiver,
        note: impl FnOnce(&mut WebhookPermits),
    ) {
        let mut guard = self.permits();
        let permits = &mut *guard;
        if let Some(webhook) = permits.by_webhook.get_mut(&webhook_id) {
            note(webhook);
            webhook.change_class(
                Class::of(webhook.class == Class::Failing, webhook.manners.duration),
                &mut permits.held,
                permits.untried_by_account.entry(account_id).or_default(),
            );
            permits.waiting.note(webhook_id, webhook.class, account_id);
        }
        if permits.is_short_no_more(account_id) {
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

/// The right to one attempt, until it is dropped.
#[derive(Debug)]
pub(crate) struct Permit {
    limits: Limits,
    receiver: Receiver,
    slots: Arc<Semaphore>,
    /// Whether it is given back unused. Then its release does not wake the scheduler.
    unused: bool,
}

/// The slot of an attempt that may be in flight now.
#[derive(Debug)]
pub(crate) struct Slot(OwnedSemaphorePermit);

impl Permit {
    fn new(limits: Limits, receiver: Receiver, slots: Arc<Semaphore>) -> Self {
        Self { limits, receiver, slots, unused: false }
    }

    /// Takes the permit back, because it was not used.
    fn give_back(mut self) {
        self.unused = true;
    }

    /// Waits until the attempt may begin. Returns `None` if that takes longer than [`PERMIT_WAIT_MAX`].
    pub(crate) async fn begin(&self) -> Option<Slot> {
        let Ok(slot) = timeout(PERMIT_WAIT_MAX, self.slots.clone().acquire_owned()).await else {
            // The receiver has become slow. Note that now, because its attempts in flight may end much later.
            self.took(PERMIT_WAIT_MAX);
            return None;
        };
        slot.ok().map(Slot)
    }

    /// Makes an attempt, and notes how it ends and how long it takes: the latter also while it lasts, so that many
    /// receivers that turn out to be slow at the same time do not take the permits of all others until their attempts
    /// end.
    pub(crate) async fn attempt(&self, slot: Slot, attempt: impl Future<Output = Attempted>) -> Attempted {
        let begun = Instant::now();
        let mut attempt = pin!(attempt);
        let attempted = match timeout(SLOW, &mut attempt).await {
            Ok(attempted) => attempted,
            Err(_) => {
                self.took(SLOW);
                attempt.await
            }
        };
        self.limits.ended(self.receiver, (&attempted).into(), begun.elapsed(), slot.0);
        attempted
    }

    /// Notes how long an attempt takes.
    fn took(&self, duration: Duration) {
        self.limits.took(self.receiver, duration);
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.limits.release(self.receiver, self.unused);
    }
}
