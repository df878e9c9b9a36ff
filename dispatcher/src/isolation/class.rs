//! Classes of webhooks, by how their receivers have behaved lately, and how many permits each class may hold.
//!
//! Slow receivers and failing ones may hold half of the permits each. An eighth is kept for failing webhooks, so that
//! they are tried again however busy the others are, and an eighth for those that are known to answer quickly. A webhook
//! that was not tried lately may turn out to be slow, so such webhooks hold a quarter at most. A webhook is one of them
//! until its receiver has answered or its attempt has become slow.

use std::time::Duration;

use shared::times::SLOW;

/// The recent behaviour of a webhook's receiver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Class {
    /// It answers within a second.
    Quick,
    /// This is not known.
    Untried,
    /// It takes longer.
    Slow,
    /// An attempt has failed and none has succeeded since.
    Failing,
}

/// Every class.
pub(super) const CLASSES: [Class; 4] = [Class::Quick, Class::Untried, Class::Slow, Class::Failing];

impl Class {
    /// Returns whether each webhook of the class gets one permit at a time.
    pub(super) fn is_on_trial(self) -> bool {
        matches!(self, Self::Untried | Self::Failing)
    }

    /// Returns the class of a webhook whose attempts take this long on average.
    pub(super) fn of(failing: bool, duration: Option<Duration>) -> Self {
        match duration {
            _ if failing => Self::Failing,
            None => Self::Untried,
            Some(duration) if duration >= SLOW => Self::Slow,
            Some(_) => Self::Quick,
        }
    }
}

/// The number of permits that the webhooks of each class hold.
#[derive(Debug)]
pub(super) struct ByClass {
    total: usize,
    held: [usize; CLASSES.len()],
}

impl ByClass {
    /// Creates counts for `total` permits, of which none is held.
    pub(super) fn new(total: usize) -> Self {
        Self { total, held: [0; CLASSES.len()] }
    }

    pub(super) fn total(&self) -> usize {
        self.total
    }

    /// Returns how many permits nobody holds.
    pub(super) fn free(&self) -> usize {
        self.total.saturating_sub(self.held.iter().sum())
    }

    pub(super) fn add(&mut self, class: Class, count: usize) {
        self.held[class as usize] += count;
    }

    pub(super) fn remove(&mut self, class: Class, count: usize) {
        self.held[class as usize] -= count;
    }

    /// Returns how many permits the webhooks of a class may hold if nobody else holds any.
    pub(super) fn limit(&self, class: Class) -> usize {
        Self::new(self.total).room(class)
    }

    /// Returns how many more permits the webhooks of a class may hold.
    pub(super) fn room(&self, class: Class) -> usize {
        let (half, eighth) = ((self.total / 2).max(1), self.total / 8);
        let [quick, untried, slow, failing] = self.held;
        let free = self.free();
        let but_for_failing = (self.total - eighth).saturating_sub(quick + untried + slow);
        let but_for_quick = (self.total - eighth).saturating_sub(untried + slow + failing);
        let but_for_both = (self.total - 2 * eighth).saturating_sub(untried + slow);
        let not_quick = free.min(but_for_failing).min(but_for_quick).min(but_for_both);
        match class {
            Class::Quick => free.min(but_for_failing),
            Class::Untried => not_quick.min((self.total / 4).max(1).saturating_sub(untried)),
            Class::Slow => not_quick.min(half.saturating_sub(slow)),
            Class::Failing => free.min(but_for_quick).min(half.saturating_sub(failing)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn held(total: usize, held: [usize; CLASSES.len()]) -> ByClass {
        ByClass { total, held }
    }

    fn rooms(by_class: &ByClass) -> [usize; CLASSES.len()] {
        CLASSES.map(|class| by_class.room(class))
    }

    #[test]
    fn each_class_has_its_limit() {
        assert_eq!(rooms(&held(256, [0; 4])), [224, 64, 128, 128]);
        assert_eq!(rooms(&held(256, [224, 0, 0, 0])), [0, 0, 0, 32], "an eighth is kept for the failing");
        assert_eq!(
            rooms(&held(256, [0, 0, 128, 0])),
            [96, 64, 0, 96],
            "all that are slow leave it to others"
        );
        assert_eq!(rooms(&held(256, [0, 32, 0, 0])), [192, 32, 128, 128], "a quarter is for the untried");
        assert_eq!(rooms(&held(256, [0, 32, 128, 64])), [32, 0, 0, 0], "an eighth is kept for the quick");
    }

    #[test]
    fn more_than_allowed_is_no_room() {
        // Webhooks that were untried have turned out to be slow.
        assert_eq!(rooms(&held(256, [0, 0, 160, 0])), [64, 32, 0, 64]);
        assert_eq!(rooms(&held(256, [0, 0, 192, 0])), [32, 0, 0, 32]);
        assert_eq!(rooms(&held(256, [0, 0, 0, 200])), [56, 24, 24, 0]);
    }

    #[test]
    fn a_single_permit_goes_to_any_class() {
        assert_eq!(rooms(&held(1, [0; 4])), [1; 4]);
        assert_eq!(rooms(&held(1, [0, 0, 1, 0])), [0; 4]);
    }

    #[test]
    fn a_second_is_slow() {
        assert_eq!(Class::of(false, None), Class::Untried);
        assert_eq!(Class::of(false, Some(SLOW)), Class::Slow);
        assert_eq!(Class::of(false, Some(Duration::from_millis(999))), Class::Quick);
        assert_eq!(Class::of(true, Some(Duration::ZERO)), Class::Failing);
    }
}
