//! When donors gave.

use std::num::NonZeroI64;

use chrono::{Datelike, NaiveDate};
use rustc_hash::FxHashMap;

use super::by_donor::together;
use super::gift::Gift;
use super::lapsed::Lapse;
use super::months::Tally;

/// The days of the received gifts of each contact, in all currencies.
#[derive(Debug)]
pub struct DonorDays {
    year: i32,
    days: FxHashMap<NonZeroI64, GivingDays>,
}

/// The days on which a contact gave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GivingDays {
    /// The first one.
    pub first: NaiveDate,
    /// The last one.
    pub last: NaiveDate,
    /// Whether one is in a year before this one.
    in_years_before: bool,
    in_last_year: bool,
    in_this_year: bool,
}

impl DonorDays {
    /// Begins with no gifts. `today` is a day of this year.
    pub fn new(today: NaiveDate) -> Self {
        Self { year: today.year(), days: FxHashMap::default() }
    }

    /// Returns the contacts who gave, and when. In a household, a gift of one is a gift of each.
    pub fn all(mut self, households: &[Vec<i64>]) -> impl Iterator<Item = (i64, GivingDays)> + use<> {
        together(&mut self.days, households, GivingDays::and);
        self.days.into_iter().map(|(id, days)| (id.get(), days))
    }
}

impl GivingDays {
    /// Returns whether there is no day in this year, and one in last year, or in any year before.
    pub fn lapsed(&self, lapse: Lapse) -> bool {
        let gave_before = match lapse {
            Lapse::Lybunt => self.in_last_year,
            Lapse::Sybunt => self.in_years_before,
        };
        gave_before && !self.in_this_year
    }

    fn and(self, other: Self) -> Self {
        Self {
            first: self.first.min(other.first),
            last: self.last.max(other.last),
            in_years_before: self.in_years_before || other.in_years_before,
            in_last_year: self.in_last_year || other.in_last_year,
            in_this_year: self.in_this_year || other.in_this_year,
        }
    }
}

impl Tally for DonorDays {
    fn add(&mut self, gift: &Gift) {
        let Some(donor) = gift.contact_id else { return };
        let year = gift.date.year();
        let day = GivingDays {
            first: gift.date,
            last: gift.date,
            in_years_before: year < self.year,
            in_last_year: year == self.year - 1,
            in_this_year: year == self.year,
        };
        self.days.entry(donor).and_modify(|days| *days = days.and(day)).or_insert(day);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    fn days(gifts: &[(i64, &str)], households: &[Vec<i64>]) -> Vec<(i64, GivingDays)> {
        let mut days = DonorDays::new(day("2026-05-01"));
        for (donor, date) in gifts {
            days.add(&Gift {
                id: 0,
                amount_minor: 100,
                contact_id: NonZeroI64::new(*donor),
                pledge_id: None,
                gift_type_id: None,
                fund_id: None,
                campaign_id: None,
                date: day(date),
                currency: "USD".into(),
                is_thanked: false,
            });
        }
        let mut all: Vec<_> = days.all(households).collect();
        all.sort_unstable_by_key(|(donor, _)| *donor);
        all
    }

    #[test]
    fn a_donor_of_a_year_before_has_lapsed_until_a_gift_of_this_year() {
        let gifts = [
            (1, "2025-03-01"),
            (2, "2024-12-31"),
            (3, "2026-01-01"),
            (3, "2025-12-31"),
            (4, "2027-01-01"),
            (0, "2025-01-01"),
        ];
        let lapsed = |lapse| {
            let all = days(&gifts, &[]).into_iter();
            all.filter(|(_, days)| days.lapsed(lapse)).map(|(donor, _)| donor).collect::<Vec<_>>()
        };
        assert_eq!(lapsed(Lapse::Lybunt), [1]);
        assert_eq!(lapsed(Lapse::Sybunt), [1, 2]);
        let last_of_3 = days(&gifts, &[]).iter().find(|(donor, _)| *donor == 3).map(|(_, days)| days.last);
        assert_eq!(last_of_3, Some(day("2026-01-01")));
    }

    #[test]
    fn in_a_household_a_gift_of_one_is_a_gift_of_each() {
        let gifts = [(1, "2025-03-01"), (2, "2026-02-01"), (9, "2025-01-01")];
        let all = days(&gifts, &[vec![1, 2, 3], vec![4, 5]]);
        let donors: Vec<_> = all.iter().map(|(donor, _)| *donor).collect();
        assert_eq!(donors, [1, 2, 3, 9], "nobody of the second household gave");
        for (_, days) in &all[..3] {
            assert_eq!((days.first, days.last), (day("2025-03-01"), day("2026-02-01")));
            assert!(!days.lapsed(Lapse::Lybunt));
        }
    }
}
