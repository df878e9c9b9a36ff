//! Donors who gave last year, and not this year.

use std::num::NonZeroI64;

use chrono::{Datelike, NaiveDate};
use rustc_hash::{FxHashMap, FxHashSet};

use super::gift::{CurrencyCode, Gift};
use super::months::{Month, Tally};
use super::totals::Donors;

shared::choices! {
    /// The last gifts of donors who have not given this year: last year ("last year but unfortunately not this"), or in any
    /// year before ("some year but unfortunately not this"), which includes last year.
    Lapse { Lybunt = "lybunt", Sybunt = "sybunt" }
}

/// The donors of last year and of this year.
#[derive(Clone, Debug)]
pub struct LapsedDonors {
    year: i32,
    currency: CurrencyCode,
    this_year: Donors,
    last_year: FxHashMap<NonZeroI64, Option<LastYear>>,
    /// What they gave last year in each other currency, in its minor units.
    in_others: FxHashMap<(NonZeroI64, CurrencyCode), i64>,
}

/// A donor of last year who has not given this year.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LapsedDonor {
    /// The contact's id.
    pub id: NonZeroI64,
    /// What the contact gave in the currency of the totals, if anything.
    pub given: Option<LastYear>,
    /// Whether all that the contact gave was taken back, in every currency.
    pub is_taken_back: bool,
}

/// The gifts of a donor last year.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LastYear {
    /// The total of the gifts in one currency, in its minor units. It has 64 bits, which is enough for nine million gifts of
    /// the largest amount.
    pub total: i64,
    /// The day of the last of these gifts.
    pub last: NaiveDate,
}

impl LapsedDonors {
    /// Begins with no gifts. `today` is a day of this year, and the currency is that of the totals.
    pub fn new(today: NaiveDate, currency: CurrencyCode) -> Self {
        let (this_year, last_year) = (Donors::default(), FxHashMap::default());
        Self { year: today.year(), currency, this_year, last_year, in_others: FxHashMap::default() }
    }

    /// Returns the donors. They come in no order.
    pub fn all(&self) -> impl Iterator<Item = LapsedDonor> {
        let in_others = self.in_others.iter().filter(|(_, total)| **total > 0);
        let in_others: FxHashSet<NonZeroI64> = in_others.map(|((donor, _), _)| *donor).collect();
        let gave = self.last_year.iter().filter(|(id, _)| !self.this_year.contains(**id));
        gave.map(move |(id, given)| {
            let is_kept = given.is_some_and(|given| given.total > 0) || in_others.contains(id);
            LapsedDonor { id: *id, given: *given, is_taken_back: !is_kept }
        })
    }
}

impl Tally for LapsedDonors {
    fn add(&mut self, gift: &Gift) {
        let Some(donor) = gift.contact_id else { return };
        if gift.date.year() == self.year {
            self.this_year.extend([donor]);
        } else if gift.date.year() == self.year - 1 && !self.this_year.contains(donor) {
            let given = self.last_year.entry(donor).or_default();
            if gift.currency == self.currency {
                let before = given.unwrap_or(LastYear { total: 0, last: gift.date });
                let total = before.total + gift.amount_minor;
                *given = Some(LastYear { total, last: before.last.max(gift.date) });
            } else {
                *self.in_others.entry((donor, gift.currency)).or_default() += gift.amount_minor;
            }
        }
    }

    fn add_month(&mut self, month: &Month) {
        // All gifts of a month are of one year.
        let year = month.first_day().year();
        if year == self.year {
            month.by_currency.iter().for_each(|(_, totals)| self.this_year.merge(&totals.donors));
        } else if year == self.year - 1 {
            month.gifts().iter().for_each(|gift| self.add(gift));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::giving::tests::{day, gift};

    #[test]
    fn donors_of_last_year_are_there_with_what_they_gave_in_the_currency_unless_they_gave_this_year() {
        let mut donors = LapsedDonors::new(day("2026-05-01"), "USD".into());
        for (donor, date, amount_minor, currency) in [
            (1, "2025-03-01", 100, "USD"),
            (1, "2025-02-01", 50, "USD"),
            (1, "2025-04-01", 7, "EUR"),
            (1, "2024-12-31", 1000, "USD"),
            (2, "2025-12-31", 100, "USD"),
            (2, "2026-01-01", 1, "EUR"),
            (3, "2025-01-01", 5, "EUR"),
            (4, "2024-12-31", 5, "USD"),
            (5, "2025-03-01", 40, "USD"),
            (5, "2025-04-01", -40, "USD"),
            (6, "2025-03-01", 40, "USD"),
            (6, "2025-04-01", -40, "USD"),
            (6, "2025-04-01", 8, "EUR"),
            (7, "2025-03-01", 9, "EUR"),
            (7, "2025-03-02", -9, "EUR"),
            (7, "2025-03-03", -2, "GBP"),
        ] {
            donors.add(&Gift { amount_minor, currency: currency.into(), ..gift(donor, date) });
        }
        let all = donors.all().map(|donor| (donor.id.get(), donor.given, donor.is_taken_back));
        let mut all: Vec<_> = all.collect();
        all.sort_unstable_by_key(|(donor, ..)| *donor);
        let given = Some(LastYear { total: 150, last: day("2025-03-01") });
        let nothing = Some(LastYear { total: 0, last: day("2025-04-01") });
        // Who took back what was given in one currency may have given in another.
        let expected =
            [(1, given, false), (3, None, false), (5, nothing, true), (6, nothing, false), (7, None, true)];
        assert_eq!(all, expected);
    }
}
