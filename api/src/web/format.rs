//! Amounts, days and moments as people read them.

use chrono::{DateTime, NaiveDate};
use chrono_tz::Tz;
use iso_currency::Currency;
use shared::values::money::Amount;

/// Returns an amount such as `$1,234.50`, or `-CHF 12.00` where the currency has no sign of its own.
pub(crate) fn money(minor: impl Into<i128>, currency: Currency) -> String {
    let text = Amount::new(minor, currency).to_string();
    let (sign, digits) = text.strip_prefix('-').map_or(("", &*text), |digits| ("−", digits));
    let (whole, fraction) = digits.split_once('.').map_or((digits, None), |(w, f)| (w, Some(f)));
    let mut grouped = String::new();
    for (i, digit) in whole.chars().enumerate() {
        if i > 0 && (whole.len() - i) % 3 == 0 {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    let symbol = currency.symbol().to_string();
    // A sign of letters would run into the digits.
    let space = if symbol.ends_with(char::is_alphabetic) { "\u{a0}" } else { "" };
    let fraction = fraction.map(|fraction| format!(".{fraction}")).unwrap_or_default();
    format!("{sign}{symbol}{space}{grouped}{fraction}")
}

/// Returns an amount as [`money`] does.
pub(crate) fn amount(amount: &Amount) -> String {
    money(amount.minor, amount.currency)
}

/// Returns a day such as `5 Jun 2026`.
pub(crate) fn day(day: NaiveDate) -> String {
    day.format("%-d %b %Y").to_string()
}

/// Returns a moment, in milliseconds since the Unix epoch, such as `5 Jun 2026, 14:05` in a time zone.
pub(crate) fn moment(ms: i64, zone: Tz) -> String {
    let moment = DateTime::from_timestamp_millis(ms).unwrap_or_default().with_timezone(&zone);
    moment.format("%-d %b %Y, %H:%M").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_grouped_and_have_the_sign_of_their_currency() {
        for (minor, currency, expected) in [
            (123_450, Currency::USD, "$1,234.50"),
            (-5, Currency::USD, "−$0.05"),
            (100_000_000, Currency::EUR, "€1,000,000.00"),
            (999, Currency::JPY, "¥999"),
            (1000, Currency::JPY, "¥1,000"),
        ] {
            assert_eq!(money(minor, currency), expected);
        }
        assert!(money(1200, Currency::CHF).ends_with("\u{a0}12.00"), "{}", money(1200, Currency::CHF));
    }

    #[test]
    fn moments_are_those_of_the_account() {
        assert_eq!(moment(1_781_566_200_000, Tz::Europe__Lisbon), "16 Jun 2026, 00:30");
        assert_eq!(day("2026-06-05".parse().unwrap()), "5 Jun 2026");
    }
}
