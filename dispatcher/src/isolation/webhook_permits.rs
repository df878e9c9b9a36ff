//! What is known of one webhook, and the permits that it holds.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Semaphore;

use super::class::{ByClass, Class};

/// A webhook gets permits for the attempts that it can make in this time, estimated from how long its latest ones took.
pub(super) const AHEAD: Duration = Duration::from_millis(250);
/// The most permits of a webhook, as a multiple of `per_webhook`.
pub(super) const AHEAD_MAX: usize = 8;

/// One webhook's state.
#[derive(Debug)]
pub(super) struct WebhookPermits {
    pub(super) held: usize,
    pub(super) class: Class,
    /// One slot for each attempt that may be in flight at once.
    pub(super) slots: Arc<Semaphore>,
    /// The moving average of how long attempts take.
    pub(super) duration: Option<Duration>,
}

impl WebhookPermits {
    pub(super) fn new(per_webhook: usize, duration: Option<Duration>) -> Self {
        let slots = Arc::new(Semaphore::new(per_webhook));
        Self { held: 0, class: Class::of(false, duration), slots, duration }
    }

    /// Returns how many attempts the receiver can probably take within [`AHEAD`]: at least `per_webhook`.
    pub(super) fn ahead(&self, per_webhook: usize) -> usize {
        let Some(duration) = self.duration else { return per_webhook };
        let rounds = AHEAD.as_micros() / duration.as_micros().max(1);
        per_webhook * usize::try_from(rounds).unwrap_or(AHEAD_MAX).clamp(1, AHEAD_MAX)
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

    /// Notes how long an attempt took. Returns the average.
    pub(super) fn took(&mut self, duration: Duration) -> Duration {
        let average = self.duration.map_or(duration, |average| (7 * average + duration) / 8);
        self.duration = Some(average);
        average
    }
}
