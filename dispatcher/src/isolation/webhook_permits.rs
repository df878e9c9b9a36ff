//! The state of one webhook: how its receiver behaves, and the permits that it holds.

use std::sync::Arc;
use std::time::Duration;

use shared::times::AHEAD;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::class::{ByClass, Class};
use super::limiter::{Ending, Limiter};

/// The most of them beyond those that can begin at once.
const AHEAD_MAX: usize = 56;
/// The permits that a quick receiver may have in any case: half of an account's by default. With 64, more events of a
/// burst waited for the scheduler (figures: deploy/bench/README.md).
const QUICK_MAX: usize = 128;

/// One webhook's state.
#[derive(Debug)]
pub(super) struct WebhookPermits {
    pub(super) held: usize,
    pub(super) class: Class,
    pub(super) manners: Manners,
    /// One slot for each attempt that may be in flight at once.
    pub(super) slots: Arc<Semaphore>,
    /// The number of slots. While the limit falls, they can be more than it allows.
    slot_count: usize,
}

/// The behaviour of a receiver. It is remembered while its webhook is idle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Manners {
    /// The moving average of how long attempts take.
    pub(super) duration: Option<Duration>,
    limiter: Limiter,
}

impl Manners {
    /// Creates those of a receiver of which nothing is known.
    pub(super) fn new(limiter: Limiter) -> Self {
        Self { duration: None, limiter }
    }
}

impl WebhookPermits {
    pub(super) fn new(manners: Manners) -> Self {
        let slot_count = manners.limiter.limit();
        let slots = Arc::new(Semaphore::new(slot_count));
        Self { held: 0, class: Class::of(false, manners.duration), manners, slots, slot_count }
    }

    /// Sets the most attempts that may be in flight at once. Those that have begun go on.
    pub(super) fn cap(&mut self, max: usize) {
        self.manners.limiter.cap(max);
        self.slot_count -= self.slots.forget_permits(self.slot_count.saturating_sub(self.limit()));
    }

    /// Returns how many attempts may be in flight at once.
    pub(super) fn limit(&self) -> usize {
        self.manners.limiter.limit()
    }

    /// Returns how many attempts the receiver can probably take within [`AHEAD`]: at least as many as may be in flight
    /// at once.
    pub(super) fn ahead(&self) -> usize {
        let limit = self.limit();
        let Some(duration) = self.manners.duration else { return limit };
        let later = AHEAD.saturating_sub(duration).as_micros() * limit as u128 / duration.as_micros().max(1);
        let most = (limit + AHEAD_MAX).max(QUICK_MAX);
        limit.saturating_add(usize::try_from(later).unwrap_or(most)).min(most)
    }

    /// Moves the webhook, with the permits that it holds, to a class. `untried` counts the permits that untried webhooks
    /// of its account hold.
    pub(super) fn change_class(&mut self, class: Class, held: &mut ByClass, untried: &mut usize) {
        if self.class == Class::Untried {
            *untried -= self.held;
        }
        if class == Class::Untried {
            *untried += self.held;
        }
        held.remove(self.class, self.held);
        held.add(class, self.held);
        self.class = class;
    }

    /// Notes how long an attempt took.
    pub(super) fn took(&mut self, duration: Duration) {
        let average = self.manners.duration.map_or(duration, |average| (7 * average + duration) / 8);
        self.manners.duration = Some(average);
    }

    /// Notes how an attempt ended, gives its slot back, and makes or removes slots as the limiter decides.
    pub(super) fn ended(&mut self, ending: Ending, duration: Duration, slot: OwnedSemaphorePermit) {
        let in_flight = self.slot_count - self.slots.available_permits().min(self.slot_count);
        self.manners.limiter.ended(ending, duration, in_flight);
        let limit = self.limit();
        if self.slot_count > limit {
            slot.forget();
            self.slot_count -= 1;
            self.slot_count -= self.slots.forget_permits(self.slot_count.saturating_sub(limit));
        } else {
            drop(slot);
            self.slots.add_permits(limit - self.slot_count);
            self.slot_count = limit;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOOK: Duration = Duration::from_millis(100);

    fn new() -> WebhookPermits {
        WebhookPermits::new(Manners::new(Limiter::new(128, Duration::from_secs(15))))
    }

    /// Makes so many attempts at once, and ends them one after the other.
    fn attempt(webhook: &mut WebhookPermits, ending: Ending, at_once: usize) {
        let slots: Vec<_> =
            (0..at_once).map(|_| webhook.slots.clone().try_acquire_owned().unwrap()).collect();
        for slot in slots {
            webhook.ended(ending, TOOK, slot);
        }
    }

    /// Returns the limit, the slots that there are, and those that nobody holds.
    fn slots(webhook: &WebhookPermits) -> (usize, usize, usize) {
        (webhook.limit(), webhook.slot_count, webhook.slots.available_permits())
    }

    #[test]
    fn there_are_as_many_slots_as_the_limit_allows_when_it_falls_and_when_it_rises() {
        let mut webhook = new();
        (0..16).for_each(|_| attempt(&mut webhook, Ending::Overload, 1));
        assert_eq!(slots(&webhook), (4, 4, 4));
        (0..2).for_each(|_| attempt(&mut webhook, Ending::Success, 4));
        assert_eq!(slots(&webhook), (8, 8, 8));
        (0..2).for_each(|_| attempt(&mut webhook, Ending::Overload, 8));
        assert_eq!(slots(&webhook), (4, 4, 4));
        webhook.cap(2);
        assert_eq!(slots(&webhook), (2, 2, 2));
    }

    #[test]
    fn slots_of_attempts_in_flight_are_taken_away_when_these_end() {
        let mut webhook = new();
        (0..15).for_each(|_| attempt(&mut webhook, Ending::Overload, 1));
        let mut in_flight: Vec<_> =
            (0..8).map(|_| webhook.slots.clone().try_acquire_owned().unwrap()).collect();
        webhook.ended(Ending::Overload, TOOK, in_flight.pop().unwrap());
        assert_eq!(slots(&webhook), (4, 7, 0));
        while let Some(slot) = in_flight.pop() {
            webhook.ended(Ending::Success, TOOK, slot);
        }
        assert_eq!(slots(&webhook), (4, 4, 4));
    }

    #[test]
    fn attempts_one_after_the_other_leave_the_slots_as_they_are() {
        let mut webhook = new();
        (0..100).for_each(|_| attempt(&mut webhook, Ending::Success, 1));
        assert_eq!(slots(&webhook), (8, 8, 8));
    }
}
