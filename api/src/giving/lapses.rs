//! Who gave this year, last year, and in any year before.

use std::num::NonZeroI64;

use chrono::{Datelike, NaiveDate};

use super::gift::Gift;
use super::lapsed::Lapse;
use super::months::{Month, Tally};
use super::totals::Donors;

/// The contacts with a received gift in some years, in any currency.
#[derive(Debug)]
pub struct Lapses {
    year: i32,
    this_year: Donors,
    last_year: Donors,
    /// In any year before this one.
    before: Donors,
}

impl Lapses {
    /// Begins with no gifts. `today` is a day of this year.
    pub fn new(today: NaiveDate) -> Self {
        let [this_year, last_year, before] = Default::default();
        Self { year: today.year(), this_year, last_year, before }
    }

    /// Makes a gift of one member of a household a gift of each.
    pub fn share(&mut self, households: &[Vec<i64>]) {
        for household in households {
            let members = || household.iter().filter_map(|id| NonZeroI64::new(*id));
            for donors in [&mut self.this_year, &mut self.last_year, &mut self.before] {
                if members().any(|id| donors.contains(id)) {
                    donors.extend(members());
                }
            }
        }
    }

    /// Returns who gave last year, or in any year before, and not this year, in the order of their ids.
    pub fn of(&self, lapse: Lapse) -> Vec<i64> {
        let gave = match lapse {
            Lapse::Lybunt => &self.last_year,
            Lapse::Sybunt => &self.before,
        };
        gave.without(&self.this_year)
    }

    /// Returns the sets that have the donors of a year.
    fn of_year(&mut self, year: i32) -> impl Iterator<Item = &mut Donors> {
        let (this_year, last_year, before) = (year == self.year, year == self.year - 1, year < self.year);
        let sets =
            [(this_year, &mut self.this_year), (last_year, &mut self.last_year), (before, &mut self.before)];
        sets.into_iter().filter(|(is_of, _)| *is_of).map(|(_, set)| set)
    }
}

impl Tally for Lapses {
    fn add(&mut self, gift: &Gift) {
        self.of_year(gift.date.year()).for_each(|set| set.extend(gift.contact_id));
    }

    fn add_month(&mut self, month: &Month) {
        // All gifts of a month are of one year.
        for set in self.of_year(month.first_day().year()) {
            month.by_currency.iter().for_each(|(_, totals)| set.merge(&totals.donors));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::giving::tests::{day, gift};

    fn lapses(gifts: &[(i64, &str)]) -> Lapses {
        let mut lapses = Lapses::new(day("2026-05-01"));
        for (donor, date) in gifts {
            lapses.add(&gift(*donor, date));
        }
        lapses
    }

    #[test]
    fn a_donor_of_a_year_before_has_lapsed_until_a_gift_of_this_year() {
        let lapses = lapses(&[
            (200, "2024-01-01"),
            (1, "2025-03-01"),
            (2, "2024-12-31"),
            (3, "2026-01-01"),
            (3, "2025-12-31"),
            (4, "2027-01-01"),
            (0, "2025-01-01"),
        ]);
        assert_eq!(lapses.of(Lapse::Lybunt), [1]);
        assert_eq!(lapses.of(Lapse::Sybunt), [1, 2, 200]);
    }

    #[test]
    fn in_a_household_a_gift_of_one_is_a_gift_of_each() {
        let mut lapses =
            lapses(&[(1, "2025-03-01"), (2, "2026-02-01"), (6, "2025-01-01"), (9, "2025-01-01")]);
        lapses.share(&[vec![1, 2, 3], vec![4, 5], vec![6, 7]]);
        assert_eq!(lapses.of(Lapse::Lybunt), [6, 7, 9]);
    }
}
