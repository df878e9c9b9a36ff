//! Rules for the days of records.

use chrono::{Datelike, Days, NaiveDate};

use super::context::Context;
use crate::fields::Problems;

/// The first year of gifts and pledges. An earlier one is a typing error, such as 0206 for 2026.
const FIRST_YEAR: i32 = 1900;

/// Adds a problem if a day lies more than one day ahead. One day is for callers in other time zones.
pub fn check_past(problems: &mut Problems, context: &Context, field: &str, day: NaiveDate) {
    if day > context.today.checked_add_days(Days::new(1)).unwrap_or(NaiveDate::MAX) {
        problems.add(field, "must not lie more than one day ahead");
    }
}

/// Adds a problem if a day lies too long ago. A stored day that stays as it is does not block other changes.
pub fn check_recent(problems: &mut Problems, field: &str, day: NaiveDate, stored: Option<NaiveDate>) {
    if day.year() < FIRST_YEAR && stored != Some(day) {
        problems.add(field, format_args!("must not lie before {FIRST_YEAR}-01-01"));
    }
}
