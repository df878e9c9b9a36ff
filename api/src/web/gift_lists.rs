//! Paths of the lists that make the figures.

use chrono::NaiveDate;
use iso_currency::Currency;

/// Returns the path of the list of the gifts that make a sum.
pub(super) fn received_gifts((from, to): (NaiveDate, NaiveDate), own: Currency) -> String {
    format!("/gifts?status=received&from={from}&to={to}&currency={}", own.code())
}
