//! Donors who gave last year, and not this year.

use std::num::NonZeroI64;

use chrono::{Datelike, NaiveDate};
use rustc_hash::FxHashMap;

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

impl LastYear {
    /// Returns whether all of it was taken back.
    pub fn is_taken_back(&self) -> bool {
        self.total <= 0
    }
}

impl LapsedDonors {
    /// Begins with no gifts. `today` is a day of this year, and the currency is that of the totals.
    pub fn new(today: NaiveDate, currency: CurrencyCode) -> Self {
        let (this_year, last_year) = (Donors::default(), FxHashMap::default());
        Self { year: today.year(), currency, this_year, last_year }
    }

    /// Returns the donors, with what they gave in the currency, if anything. They come in no order.
    pub fn all(&self) -> impl Iterator<Item = (NonZeroI64, Option<LastYear>)> {
        let gave = self.last_year.iter().map(|(donor, given)| (*donor, *given));
        gave.filter(|(donor, _)| !self.this_year.contains(*donor))
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
        ] {
            donors.add(&Gift { amount_minor, currency: currency.into(), ..gift(donor, date) });
        }
        let mut all: Vec<_> = donors.all().map(|(donor, given)| (donor.get(), given)).collect();
        all.sort_unstable_by_key(|(donor, _)| *donor);
        let given = LastYear { total: 150, last: day("2025-03-01") };
        let taken_back = LastYear { total: 0, last: day("2025-04-01") };
        assert_eq!(all, [(1, Some(given)), (3, None), (5, Some(taken_back))]);
        assert_eq!([given, taken_back].map(|given| given.is_taken_back()), [false, true]);
    }
}
