//! Amounts in records: rows hold minor units and a currency code.

use iso_currency::Currency;
use shared::values::money::{self, Amount, Decimal};

use crate::http::{Patch, ValidationErrors};

/// A stored currency. Codes are checked before they are stored; one that a later list no longer knows is written
/// like a currency without decimals.
pub fn currency(code: &str) -> Currency {
    money::currency(code).unwrap_or(Currency::XXX)
}

/// A stored amount.
pub fn amount(minor: i64, currency_code: &str) -> Amount {
    Amount::new(minor, currency(currency_code))
}

/// The minor units of an amount that a body names, or, where only the currency changes, of the amount `before`. A
/// problem is added, and nothing returned, when the currency cannot hold it, unless that has a problem of its own.
pub fn amount_in(
    currency_code: &str,
    named: &Patch<Decimal>,
    before: Option<Amount>,
    [field, currency_field]: [&str; 2],
    problems: &mut ValidationErrors,
) -> Option<i64> {
    let decimal = match (named.value(), before) {
        (Some(decimal), _) => *decimal,
        (None, Some(before)) => Decimal::from(before).shortest(),
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
