//! Amounts in records: rows hold minor units and a currency code.

use iso_currency::Currency;

use crate::fields::{Patch, Problems};
use crate::money::{self, Amount, Decimal};

/// Returns a stored currency. Codes are checked before they are stored. If a later list of currencies lacks a code, its
/// amounts are written without decimals.
pub fn currency(code: &str) -> Currency {
    money::currency(code).unwrap_or(Currency::XXX)
}

/// Returns a stored amount.
pub fn amount(minor: impl Into<i128>, currency_code: &str) -> Amount {
    Amount::new(minor, currency(currency_code))
}

/// Returns the amount in a body in minor units of the currency. If the body has no amount, converts the amount
/// `before`. If the currency cannot hold the amount, adds a problem and returns `None`, but adds none if the currency
/// field already has a problem.
pub fn amount_in(
    currency_code: &str,
    named: &Patch<Decimal>,
    before: Option<Decimal>,
    [field, currency_field]: [&str; 2],
    problems: &mut Problems,
) -> Option<i64> {
    let decimal = match (named.value(), before) {
        (Some(decimal), _) => *decimal,
        (None, Some(before)) => before.shortest(),
        (None, None) => return None,
    };
    let minor = decimal.to_minor(currency(currency_code));
    if let Err(rule) = &minor
        && !problems.has(currency_field)
    {
        problems.add(field, rule);
    }
    minor.ok()
}
