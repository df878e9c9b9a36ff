//! When donors gave.

use std::num::NonZeroI64;

use chrono::NaiveDate;
use rustc_hash::FxHashMap;

use super::by_donor::together;
use super::gift::Gift;
use super::months::Tally;

/// The days of the received gifts of each contact, in all currencies.
#[derive(Debug, Default)]
pub struct DonorDays {
    days: FxHashMap<NonZeroI64, GivingDays>,
}

/// The days on which a contact gave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GivingDays {
    /// The first one.
    pub first: NaiveDate,
    /// The last one.
    pub last: NaiveDate,
}

impl DonorDays {
    /// Returns the contacts who gave, and when. In a household, a gift of one is a gift of each.
    pub fn all(mut self, households: &[Vec<i64>]) -> impl Iterator<Item = (i64, GivingDays)> + use<> {
        together(&mut self.days, households, GivingDays::and);
        self.days.into_iter().map(|(id, days)| (id.get(), days))
    }
}

impl GivingDays {
    fn and(self, other: Self) -> Self {
        Self { first: self.first.min(other.first), last: self.last.max(other.last) }
    }
}

impl Tally for DonorDays {
    fn add(&mut self, gift: &Gift) {
        let Some(donor) = gift.contact_id else { return };
        let day = GivingDays { first: gift.date, last: gift.date };
        self.days.entry(donor).and_modify(|days| *days = days.and(day)).or_insert(day);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::giving::tests::{day, gift};

    fn days(gifts: &[(i64, &str)], households: &[Vec<i64>]) -> Vec<(i64, GivingDays)> {
        let mut days = DonorDays::default();
        for (donor, date) in gifts {
            days.add(&gift(*donor, date));
        }
        let mut all: Vec<_> = days.all(households).collect();
        all.sort_unstable_by_key(|(donor, _)| *donor);
        all
    }

    #[test]
    fn a_donor_has_a_first_and_a_last_day() {
        let all = days(&[(3, "2026-01-01"), (3, "2025-12-31"), (0, "2024-01-01"), (3, "2025-12-31")], &[]);
        let days = GivingDays { first: day("2025-12-31"), last: day("2026-01-01") };
        assert_eq!(all, [(3, days)]);
    }

    #[test]
    fn in_a_household_a_gift_of_one_is_a_gift_of_each() {
        let gifts = [(1, "2025-03-01"), (2, "2026-02-01"), (9, "2025-01-01")];
        let all = days(&gifts, &[vec![1, 2, 3], vec![4, 5]]);
        let donors: Vec<_> = all.iter().map(|(donor, _)| *donor).collect();
        assert_eq!(donors, [1, 2, 3, 9], "nobody of the second household gave");
        for (_, days) in &all[..3] {
            assert_eq!((days.first, days.last), (day("2025-03-01"), day("2026-02-01")));
        }
    }
}
