//! Received gifts by year, beside those of the same days of the year before.

use std::collections::BTreeSet;

use chrono::NaiveDate;
use iso_currency::Currency;

use super::months::Tally;
use super::query::Query;
use super::sums::{GiftSums, Given};
use super::years::Year;

/// The received gifts of the years of a report.
pub struct GivingYears(Vec<GivingYear>);

/// The received gifts of a year, and of the same days of the year before.
struct GivingYear {
    year: Year,
    this: GiftSums,
    before: GiftSums,
}

impl GivingYears {
    /// Begins with no gifts.
    pub fn new(years: &[Year], currency: Currency) -> Self {
        let of = |(from, to): (NaiveDate, NaiveDate)| {
            let (contact_ids, group_by, households) = (None, None, Vec::new());
            let query = Query { from, to, as_of: to, currency, contact_ids, group_by, top: 0, households };
            GiftSums::new(&query)
        };
        let of_year =
            |year: &Year| GivingYear { year: *year, this: of((year.from, year.to)), before: of(year.before) };
        Self(years.iter().map(of_year).collect())
    }

    /// Returns the tallies of the gifts.
    pub fn tallies(&mut self) -> Vec<&mut dyn Tally> {
        let mut tallies: Vec<&mut dyn Tally> = Vec::with_capacity(2 * self.0.len());
        for GivingYear { this, before, .. } in &mut self.0 {
            tallies.extend([this as &mut dyn Tally, before]);
        }
        tallies
    }

    /// Returns each year with what was given in it, and on the same days of the year before.
    pub fn given(&self) -> impl Iterator<Item = (Year, Given, Given)> {
        self.0.iter().map(|year| (year.year, year.this.given(), year.before.given()))
    }

    /// Returns the other currencies of gifts of these years.
    pub fn others(&self) -> BTreeSet<String> {
        self.0.iter().flat_map(|year| year.this.others()).map(|(currency, _)| currency).collect()
    }
}
