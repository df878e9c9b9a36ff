//! Reads values as people write them: dates, amounts, yes and no, choices, countries.

use chrono::NaiveDate;
use iso_currency::Currency;
use serde::{Deserialize, Serialize};
use shared::values::choices::Locale;
use shared::values::names::name_key;

use super::words::values::{CHOICES, CONTACT_TYPES, DIRECT_DEBIT, GIFT_TYPES};
use super::words::{meaning, plain};

/// The order of days and months in a date of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DateOrder {
    /// 31/12/2026
    DayFirst,
    /// 12/31/2026
    MonthFirst,
}

impl DateOrder {
    /// Returns the order that people write who read this language and count in this currency.
    pub fn usual(locale: Locale, currency: Currency) -> Self {
        let is_american = locale == Locale::EnUs || locale == Locale::En && currency == Currency::USD;
        if is_american { Self::MonthFirst } else { Self::DayFirst }
    }
}

/// The sign before the cents of an amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DecimalSign {
    /// 1,250.00
    Point,
    /// 1.250,00
    Comma,
}

impl DecimalSign {
    /// Returns the sign that people write who read this language.
    pub fn usual(locale: Locale) -> Self {
        if locale.is_english() { Self::Point } else { Self::Comma }
    }
}

/// The problem with a date that has two readings.
const TWO_READINGS: &str =
    "could be two dates: say in the mapping whether days or months come first (date_order)";
/// The problem with a day such as 31 February.
const NO_SUCH_DAY: &str = "is a day that does not exist";

/// A year, a month and a day, as far as they can be read.
type Day = (Option<i32>, Option<u32>, Option<u32>);

/// Reads a date as ISO 8601 writes it. `this_year` completes years of two digits.
///
/// # Errors
/// The rule that the text breaks.
pub fn date(text: &str, order: Option<DateOrder>, this_year: i32) -> Result<String, String> {
    let parts = parts(text);
    let read = match parts.as_slice() {
        [Part::Number(digits)] if digits.len() == 8 => of_digits(digits),
        [year @ Part::Number(digits), month, day] if digits.len() == 4 => {
            (year.year(this_year), month.month(), day.number())
        }
        [Part::Month(month), day, year] | [day, Part::Month(month), year] => {
            (year.year(this_year), Some(*month), day.number())
        }
        [first, second, year] => {
            let (first, second) = (first.number(), second.number());
            let is_clear = first > Some(12) || first == second;
            match order {
                Some(DateOrder::DayFirst) => (year.year(this_year), second, first),
                Some(DateOrder::MonthFirst) => (year.year(this_year), first, second),
                None if is_clear => (year.year(this_year), second, first),
                None if second > Some(12) => (year.year(this_year), first, second),
                None => return Err(TWO_READINGS.to_owned()),
            }
        }
        _ => (None, None, None),
    };
    date_of(read, order).map(|date| date.to_string())
}

fn rule(order: Option<DateOrder>) -> &'static str {
    match order {
        Some(DateOrder::DayFirst) => "must be a date with the day first, such as 31/12/2026, or 2026-12-31",
        Some(DateOrder::MonthFirst) => {
            "must be a date with the month first, such as 12/31/2026, or 2026-12-31"
        }
        None => "must be a date, such as 2026-12-31",
    }
}

/// Reads a date that may be without its year.
///
/// # Errors
/// The rule that the text breaks.
pub fn month_day(text: &str, order: Option<DateOrder>, this_year: i32) -> Result<String, String> {
    if text.starts_with("--") {
        return Ok(text.to_owned());
    }
    let (day, month) = match parts(text).as_slice() {
        [Part::Month(month), day] | [day, Part::Month(month)] => (day.number(), Some(*month)),
        [first, second] if order == Some(DateOrder::DayFirst) => (first.number(), second.number()),
        [first, second] if order == Some(DateOrder::MonthFirst) => (second.number(), first.number()),
        [_, _] => return Err(TWO_READINGS.to_owned()),
        _ => return date(text, order, this_year),
    };
    // Leap years have every day.
    date_of((Some(2000), month, day), order).map(|date| date.format("--%m-%d").to_string())
}

/// A part of a date.
enum Part {
    /// Digits.
    Number(String),
    /// The name of a month.
    Month(u32),
}

impl Part {
    fn number(&self) -> Option<u32> {
        match self {
            Self::Number(digits) if digits.len() <= 2 => digits.parse().ok(),
            _ => None,
        }
    }

    fn month(&self) -> Option<u32> {
        match self {
            Self::Month(month) => Some(*month),
            Self::Number(_) => self.number(),
        }
    }

    /// Returns the year. One of two digits is at most one year ahead.
    fn year(&self, this_year: i32) -> Option<i32> {
        let Self::Number(digits) = self else { return None };
        let year: i32 = digits.parse().ok()?;
        match digits.len() {
            4 => Some(year),
            2 => {
                let century = this_year - this_year % 100;
                let latest = this_year + 1;
                Some(if century + year > latest { century - 100 + year } else { century + year })
            }
            _ => None,
        }
    }
}

/// How the names of months begin, in every language.
const MONTHS: [&[&str]; 12] = [
    &["jan", "ene"],
    &["feb", "fev"],
    &["mar", "mrz"],
    &["apr", "abr", "avr"],
    &["may", "mai"],
    &["jun", "juin"],
    &["jul", "juil"],
    &["aug", "ago", "aou"],
    &["sep", "set"],
    &["oct", "okt", "out"],
    &["nov"],
    &["dec", "dez", "dic"],
];
/// How the names of weekdays begin, in every language. `mardi` and `martes` begin as a month does.
const WEEKDAYS: &[&str] = &[
    "mon", "tue", "wed", "thu", "fri", "sat", "sun", "die", "mit", "don", "fre", "sam", "son", "lun",
    "mardi", "martes", "mie", "mer", "jue", "jeu", "vie", "ven", "sab", "dom", "dim", "seg", "ter", "qua",
    "qui", "sex",
];

/// Splits a date at everything that is no letter and no digit. Leaves out the time of day, the name of a weekday, and the
/// `de` of `3 de abril`.
fn parts(text: &str) -> Vec<Part> {
    let begins = |word: &str, names: &[&str]| names.iter().any(|name| word.starts_with(name));
    let words = without_time(text.trim()).split(|character: char| !character.is_alphanumeric()).map(plain);
    let mut parts = Vec::new();
    for word in words.filter(|word| !word.is_empty() && word != "de" && !begins(word, WEEKDAYS)) {
        let digits = word.trim_end_matches(|character: char| character.is_ascii_alphabetic());
        if let Some(month) = MONTHS.iter().position(|names| begins(&word, names)) {
            parts.push(Part::Month(u32::try_from(month).unwrap_or_default() + 1));
        } else if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) {
            parts.push(Part::Number(digits.to_owned()));
        } else {
            return Vec::new();
        }
    }
    parts
}

/// Leaves out the time of day: what follows a `T` or a space, and has a colon.
fn without_time(text: &str) -> &str {
    let Some(colon) = text.find(':') else { return text };
    let before = text.get(..colon).unwrap_or(text);
    let end = before.rfind(|character: char| character == 'T' || character.is_whitespace());
    end.and_then(|end| text.get(..end)).unwrap_or(text).trim_end()
}

/// Splits the eight digits of a date.
fn of_digits(digits: &str) -> Day {
    let number = |from: usize, until: usize| digits.get(from..until).and_then(|digits| digits.parse().ok());
    (digits.get(..4).and_then(|digits| digits.parse().ok()), number(4, 6), number(6, 8))
}

/// Returns the date of a day.
///
/// # Errors
/// The rule that it breaks: it is not written like a date, or the month has no such day.
fn date_of(day: Day, order: Option<DateOrder>) -> Result<NaiveDate, String> {
    let (Some(year), Some(month), Some(day)) = day else { return Err(rule(order).to_owned()) };
    let is_like_one = (1..=12).contains(&month) && (1..=31).contains(&day);
    let broken = if is_like_one { NO_SUCH_DAY } else { rule(order) };
    NaiveDate::from_ymd_opt(year, month, day).ok_or_else(|| broken.to_owned())
}

/// Reads an amount as a plain number: without the signs of currencies and those between thousands. An amount in brackets is
/// negative, and so is one with a minus behind it, as bookkeepers write it.
///
/// # Errors
/// The rule that the text breaks.
pub fn amount(text: &str, sign: Option<DecimalSign>) -> Result<String, String> {
    let (decimal, rule) = match sign.unwrap_or(DecimalSign::Point) {
        DecimalSign::Point => ('.', "must be an amount with a point before the cents, such as 1,250.00"),
        DecimalSign::Comma => (',', "must be an amount with a comma before the cents, such as 1.250,00"),
    };
    let refused = || rule.to_owned();
    let is_currency = |character: char| {
        character.is_alphabetic() || character.is_whitespace() || "$€£¥₹₽₩".contains(character)
    };
    let mut text = text.trim();
    let unit: String = text.chars().filter(|character| character.is_alphabetic()).collect();
    if !unit.is_empty() && !is_unit(&unit.to_uppercase()) {
        return Err(refused());
    }
    let in_brackets = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
    let mut is_negative = in_brackets.is_some();
    text = in_brackets.unwrap_or(text).trim_matches(is_currency);
    // Behind the sign before the cents, a dash says that there are none: `25,-`.
    let dashes = ['-', '−', '–', '—'];
    let even = text.trim_end_matches(dashes).strip_suffix([',', '.']);
    text = even.filter(|_| text.ends_with(dashes)).unwrap_or(text);
    if let Some(rest) = text.strip_prefix(['-', '−', '–']).or_else(|| text.strip_suffix(['-', '−'])) {
        if is_negative {
            return Err(refused());
        }
        is_negative = true;
        text = rest.trim_matches(is_currency);
    }
    let (whole, cents) = text.split_once(decimal).map_or((text, ""), |(whole, cents)| (whole, cents));
    if whole.is_empty() && cents.is_empty() || !cents.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(refused());
    }
    let is_between =
        |character: char| matches!(character, ',' | '.' | '\'' | '’') || character.is_whitespace();
    let groups: Vec<&str> = whole.split(is_between).collect();
    let are_digits = groups.iter().all(|group| group.bytes().all(|byte| byte.is_ascii_digit()));
    let are_thousands = groups.len() == 1
        || groups.iter().skip(1).all(|group| group.len() == 3)
            && matches!(groups.first(), Some(first) if (1..=3).contains(&first.len()));
    if !are_digits || !are_thousands {
        return Err(refused());
    }
    // `1.000` is one, or a thousand.
    let may_be_thousands =
        cents.len() == 3 && groups.len() == 1 && (1..=3).contains(&whole.len()) && whole != "0";
    if may_be_thousands {
        return Err(format!("can be read in two ways: {rule}"));
    }
    let minus = if is_negative { "-" } else { "" };
    let whole = if whole.is_empty() { "0".to_owned() } else { groups.concat() };
    let point = if cents.is_empty() { "" } else { "." };
    Ok(format!("{minus}{whole}{point}{cents}"))
}

/// Checks that the currency that an amount names, if it names one, is this one. A dollar sign may be of any dollar.
///
/// # Errors
/// The rule that the text breaks.
pub(super) fn check_currency(text: &str, code: &str) -> Result<(), String> {
    let letters: String = text.chars().filter(|character| character.is_alphabetic()).collect();
    let letters = letters.to_uppercase();
    let signs: [(char, &[&str]); 6] = [
        ('€', &["EUR"]),
        ('£', &["GBP", "EGP", "FKP", "GIP", "LBP", "SHP"]),
        ('¥', &["JPY", "CNY"]),
        ('₹', &["INR"]),
        ('₽', &["RUB"]),
        ('₩', &["KRW"]),
    ];
    let is_other = |(sign, codes): &(char, &[&str])| text.contains(*sign) && !codes.contains(&code);
    let has_own_sign = signs.iter().any(|(_, codes)| codes.contains(&code));
    let named = if is_euro(&letters) { "EUR" } else { letters.as_str() };
    if crate::money::currency(named).is_some_and(|named| named.code() != code)
        || signs.iter().any(is_other)
        || text.contains('$') && has_own_sign
    {
        return Err(format!("is in another currency than {code}: give the file a column with the currency"));
    }
    Ok(())
}

/// Returns whether letters beside a number name a currency.
fn is_unit(letters: &str) -> bool {
    crate::money::currency(letters).is_some()
        || is_euro(letters)
        || ["US", "CA", "AU", "NZ", "HK", "KR", "FR", "R", "RS", "ZŁ", "KČ", "FT", "LEI"].contains(&letters)
}

/// Returns whether letters beside a number are the name of the euro.
fn is_euro(letters: &str) -> bool {
    ["EURO", "EUROS"].contains(&letters)
}

/// Reads yes or no. Returns `None` for other words.
pub(super) fn flag(text: &str) -> Option<&'static str> {
    match text.to_lowercase().as_str() {
        "1" | "yes" | "y" | "true" | "t" | "x" | "✓" | "✔" | "on" | "ja" | "j" | "wahr" | "sí" | "si"
        | "s" | "verdadero" | "oui" | "vrai" | "sim" | "verdadeiro" => Some("1"),
        "0" | "no" | "n" | "false" | "f" | "off" | "nein" | "falsch" | "falso" | "non" | "faux" | "não"
        | "nao" => Some("0"),
        _ => None,
    }
}

/// Finds the choice that a text means. Returns `None` for other words.
pub fn choice(text: &str, choices: &[&'static str]) -> Option<&'static str> {
    let text = plain(text);
    let is_it = |choice: &&&'static str| plain(choice) == text;
    let is_meant =
        |choice: &&&'static str| CHOICES.iter().any(|words| words.means == **choice && words.has(&text));
    choices.iter().find(is_it).or_else(|| choices.iter().find(is_meant)).copied()
}

/// Returns the gift type of every account that a word for a way to pay means.
pub fn gift_type(text: &str) -> Option<&'static str> {
    meaning(GIFT_TYPES, &plain(text)).or_else(|| is_direct_debit(text).then_some(DIRECT_DEBIT.means))
}

/// Returns the gift type that a word means in an account whose types have these keys: one of its own types for direct debits
/// comes before the usual one. Returns `None` for a name of the account's own, and for other words.
pub fn gift_type_in(text: &str, own: &[String]) -> Option<String> {
    if own.contains(&name_key(text)) {
        return None;
    }
    let own = own.iter().find(|own| is_direct_debit(own)).filter(|_| is_direct_debit(text));
    own.cloned().or_else(|| gift_type(text).map(str::to_owned))
}

/// Returns whether a word means a direct debit.
fn is_direct_debit(text: &str) -> bool {
    DIRECT_DEBIT.has(&plain(text))
}

/// Returns the kind of contact that a word means.
pub(super) fn contact_type(text: &str) -> Option<&'static str> {
    meaning(CONTACT_TYPES, &plain(text))
}

/// Returns the code of a country, by its code or its name in any of the languages. Returns `None` for other words.
pub(super) fn country(text: &str) -> Option<String> {
    crate::fields::countries::code_of(text).map(str::to_owned)
}

#[cfg(test)]
mod tests;
