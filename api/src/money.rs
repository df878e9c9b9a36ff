//! Money as whole minor units of its ISO 4217 currency: cents, yen, fils. Never a float.

use std::fmt;

use iso_currency::Currency;

/// The largest absolute amount, in minor units.
pub const MAX_MINOR: i64 = 1_000_000_000_000;

/// An exact decimal as it was written, before its currency is known: `mantissa` × 10^-`decimals`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decimal {
    mantissa: i64,
    decimals: u32,
}

impl Decimal {
    /// The rule that a text breaks if it is not a number.
    pub const NOT_A_NUMBER: &str = "must be a number such as 50.00";

    /// Reads the digits of a JSON number or of a numeric string: `50`, `-50.00`, `5e1`.
    ///
    /// # Errors
    /// The rule that the text breaks, worded to follow the field's name.
    pub fn parse(text: &str) -> Result<Self, &'static str> {
        const TOO_LARGE: &str = "is too large";
        let (negative, unsigned) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (digits, exponent) = match unsigned.split_once(['e', 'E']) {
            Some((digits, exponent)) => (digits, parse_exponent(exponent).ok_or(Self::NOT_A_NUMBER)?),
            None => (unsigned, 0),
        };
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, "0"));
        let all_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        if !all_digits(whole) || !all_digits(fraction) {
            return Err(Self::NOT_A_NUMBER);
        }
        let fraction = if digits.contains('.') { fraction.trim_end_matches('0') } else { "" };

        let mut mantissa: i64 = 0;
        for digit in whole.bytes().chain(fraction.bytes()) {
            mantissa = mantissa
                .checked_mul(10)
                .and_then(|mantissa| mantissa.checked_add(i64::from(digit - b'0')))
                .ok_or(TOO_LARGE)?;
        }
        let decimals = i64::try_from(fraction.len()).map_err(|_| TOO_LARGE)? - exponent;
        let mantissa = if negative { -mantissa } else { mantissa };
        match u32::try_from(decimals) {
            Ok(decimals) => Ok(Self { mantissa, decimals }),
            Err(_) if mantissa == 0 => Ok(Self { mantissa: 0, decimals: 0 }),
            Err(_) => {
                let power = u32::try_from(-decimals).map_err(|_| TOO_LARGE)?;
                let scale = 10_i64.checked_pow(power).ok_or(TOO_LARGE)?;
                let mantissa = mantissa.checked_mul(scale).ok_or(TOO_LARGE)?;
                Ok(Self { mantissa, decimals: 0 })
            }
        }
    }

    /// Returns the number if it is whole. `5.0` counts as 5, as in JSON.
    pub fn whole(self) -> Option<i64> {
        let shortest = self.shortest();
        (shortest.decimals == 0).then_some(shortest.mantissa)
    }

    /// Returns the same number without trailing zeros after the point.
    #[must_use]
    pub fn shortest(mut self) -> Self {
        if self.mantissa == 0 {
            // Zero may have billions of decimals (`0e-2000000000`), too many for the loop below.
            self.decimals = 0;
        }
        while self.decimals > 0 && self.mantissa % 10 == 0 {
            self.mantissa /= 10;
            self.decimals -= 1;
        }
        self
    }

    /// Returns an amount that is in minor units of a currency.
    pub fn from_minor(minor: i64, currency: Currency) -> Self {
        Self { mantissa: minor, decimals: exponent(currency) }
    }

    /// Returns the amount in minor units of a currency.
    ///
    /// # Errors
    /// The rule that the amount breaks: it has more decimals than the currency, or lies beyond [`MAX_MINOR`].
    pub fn to_minor(self, currency: Currency) -> Result<i64, String> {
        let (amount, exponent) = (self.shortest(), exponent(currency));
        if amount.decimals > exponent {
            return Err(format!("has more than the {exponent} decimals of {}", currency.code()));
        }
        amount.scaled(exponent).filter(|minor| minor.abs() <= MAX_MINOR).ok_or_else(|| {
            format!("must lie within ±{} {}", Amount::new(MAX_MINOR, currency), currency.code())
        })
    }

    /// Returns the number times 10^`decimals`, if that is whole and fits.
    pub fn scaled(self, decimals: u32) -> Option<i64> {
        let number = self.shortest();
        10_i64.checked_pow(decimals.checked_sub(number.decimals)?)?.checked_mul(number.mantissa)
    }
}

/// Reads an exponent. A huge one saturates instead of failing, because `0e400` is harmless. `1e400` is refused later,
/// because it fits no amount.
fn parse_exponent(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let exponent = digits.parse().unwrap_or(i64::from(i32::MAX)).min(i64::from(i32::MAX));
    Some(if text.starts_with('-') { -exponent } else { exponent })
}

/// Returns the number of decimals of a currency: 2 for USD, 0 for JPY, 3 for BHD.
pub fn exponent(currency: Currency) -> u32 {
    currency.exponent().map_or(0, u32::from)
}

/// Returns the currency with this ISO 4217 code, in upper case.
pub fn currency(code: &str) -> Option<Currency> {
    Currency::from_code(code)
}

/// An amount with its currency. Displays with exactly the currency's decimals: `50.00`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Amount {
    /// The amount in whole minor units. It may be a sum of many amounts, which is beyond 64 bits.
    pub minor: i128,
    /// The currency.
    pub currency: Currency,
}

impl Amount {
    /// Creates an amount from minor units of a currency.
    pub fn new(minor: impl Into<i128>, currency: Currency) -> Self {
        Self { minor: minor.into(), currency }
    }
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let decimals = exponent(self.currency);
        if decimals == 0 {
            return write!(f, "{}", self.minor);
        }
        let (sign, scale) = (if self.minor < 0 { "-" } else { "" }, 10_u128.pow(decimals));
        let (whole, fraction) = (self.minor.unsigned_abs() / scale, self.minor.unsigned_abs() % scale);
        write!(f, "{sign}{whole}.{fraction:0width$}", width = decimals as usize)
    }
}

/// Divides `numerator` by `denominator`, which must be positive. Rounds half up (towards positive infinity at the
/// half).
pub fn divide_half_up(numerator: i128, denominator: i128) -> i128 {
    (2 * numerator + denominator).div_euclid(2 * denominator)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn minor(text: &str, currency: Currency) -> Result<i64, String> {
        Decimal::parse(text).map_err(str::to_owned)?.to_minor(currency)
    }

    #[test]
    fn amounts_are_read_exactly() {
        for (text, expected) in [
            ("50", 5000),
            ("50.00", 5000),
            ("0.1", 10),
            ("-12.34", -1234),
            ("5e1", 5000),
            ("5E-2", 5),
            ("1.5e+1", 1500),
            ("0", 0),
            ("-0.00", 0),
            ("0e400", 0),
            ("10000000000", MAX_MINOR),
            // Zeros at the end do not count as decimals.
            ("50.000", 5000),
            ("0.1000000000000000000000000000", 10),
            ("-50000e-3", -5000),
        ] {
            assert_eq!(minor(text, Currency::USD), Ok(expected), "{text}");
        }
        let yen = ["500", "500.00", "50000e-2"].map(|text| minor(text, Currency::JPY).unwrap());
        assert_eq!(yen, [500; 3]);
        assert_eq!(minor("1.234", Currency::BHD), Ok(1234));
    }

    #[test]
    fn whole_numbers_may_be_written_with_an_empty_fraction() {
        let whole = |text| Decimal::parse(text).unwrap().whole();
        assert_eq!(["7", "7.0", "70e-1", "-7.00"].map(whole), [Some(7), Some(7), Some(7), Some(-7)]);
        assert_eq!(["7.5", "7e-1"].map(whole), [None, None]);
        assert_eq!(whole("0e-2000000000"), Some(0));
    }

    #[test]
    fn amounts_that_no_currency_holds_are_refused() {
        for text in ["", "-", "1.", ".5", "1e", "NaN", "1e+", "0x10", "1 000", "１", "+5", "--5", "1.2.3"] {
            assert_eq!(minor(text, Currency::USD).unwrap_err(), "must be a number such as 50.00", "{text}");
        }
        for text in ["1e400", "99999999999999999999", "1e99999999999999999999"] {
            assert_eq!(minor(text, Currency::USD).unwrap_err(), "is too large", "{text}");
        }
        assert_eq!(minor("0.001", Currency::USD).unwrap_err(), "has more than the 2 decimals of USD");
        assert_eq!(minor("0.5", Currency::JPY).unwrap_err(), "has more than the 0 decimals of JPY");
        assert_eq!(minor("1e-400", Currency::USD).unwrap_err(), "has more than the 2 decimals of USD");
        assert_eq!(
            minor("10000000000.01", Currency::USD).unwrap_err(),
            "must lie within ±10000000000.00 USD"
        );
    }

    #[test]
    fn amounts_are_written_with_the_decimals_of_their_currency() {
        assert_eq!(Amount::new(-5, Currency::USD).to_string(), "-0.05");
        assert_eq!(Amount::new(123_456, Currency::USD).to_string(), "1234.56");
        assert_eq!(Amount::new(1234, Currency::BHD).to_string(), "1.234");
        assert_eq!(Amount::new(500, Currency::JPY).to_string(), "500");
        let sum = -20 * i128::from(i64::MAX);
        assert_eq!(Amount::new(sum, Currency::USD).to_string(), "-1844674407370955161.40");
    }

    #[test]
    fn halves_round_up() {
        assert_eq!(divide_half_up(5, 2), 3);
        assert_eq!(divide_half_up(-5, 2), -2);
        assert_eq!(divide_half_up(7, 3), 2);
        assert_eq!(divide_half_up(4 * i128::from(i64::MAX) + 1, 2), 2 * i128::from(i64::MAX) + 1);
    }
}
