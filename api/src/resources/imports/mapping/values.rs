//! Reads values as people write them: dates, amounts, yes and no, choices, countries.

use chrono::NaiveDate;
use iso_currency::Currency;
use serde::{Deserialize, Serialize};
use shared::values::choices::Locale;

use super::words::values::{CHOICES, CONTACT_TYPES, GIFT_TYPES};
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
        let is_american = locale == Locale::En && currency == Currency::USD;
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
        if locale == Locale::En { Self::Point } else { Self::Comma }
    }
}

/// The problem with a date that has two readings.
const TWO_READINGS: &str =
    "could be two dates: say in the mapping whether days or months come first (date_order)";

/// Reads a date as ISO 8601 writes it. `this_year` completes years of two digits.
///
/// # Errors
/// The rule that the text breaks.
pub fn date(text: &str, order: Option<DateOrder>, this_year: i32) -> Result<String, String> {
    let parts = parts(text);
    let found = match parts.as_slice() {
        [Part::Number(digits)] if digits.len() == 8 => NaiveDate::parse_from_str(digits, "%Y%m%d").ok(),
        [year @ Part::Number(digits), month, day] if digits.len() == 4 => {
            of_parts(year.year(this_year), month.month(), day.number())
        }
        [Part::Month(month), day, year] | [day, Part::Month(month), year] => {
            of_parts(year.year(this_year), Some(*month), day.number())
        }
        [first, second, year] => {
            let (first, second) = (first.number(), second.number());
            let is_clear = first > Some(12) || first == second;
            match order {
                Some(DateOrder::DayFirst) => of_parts(year.year(this_year), second, first),
                Some(DateOrder::MonthFirst) => of_parts(year.year(this_year), first, second),
                None if is_clear => of_parts(year.year(this_year), second, first),
                None if second > Some(12) => of_parts(year.year(this_year), first, second),
                None => return Err(TWO_READINGS.to_owned()),
            }
        }
        _ => None,
    };
    found.map(|date| date.to_string()).ok_or_else(|| rule(order).to_owned())
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
pub(super) fn month_day(text: &str, order: Option<DateOrder>, this_year: i32) -> Result<String, String> {
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
    match of_parts(Some(2000), month, day) {
        Some(date) => Ok(date.format("--%m-%d").to_string()),
        None => Err(rule(order).to_owned()),
    }
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

fn of_parts(year: Option<i32>, month: Option<u32>, day: Option<u32>) -> Option<NaiveDate> {
    NaiveDate::from_ymd_opt(year?, month?, day?)
}

/// Reads an amount as a plain number: without the signs of currencies and those between thousands. An amount in brackets is
/// negative.
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
    if let Some(rest) = text.strip_prefix(['-', '−', '–']).or_else(|| text.strip_suffix(['-', '−'])) {
        is_negative = !is_negative;
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
    if crate::money::currency(&letters).is_some_and(|named| named.code() != code)
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
        || ["US", "CA", "AU", "NZ", "HK", "KR", "FR", "R", "RS", "ZŁ", "KČ", "FT", "LEI"].contains(&letters)
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
    meaning(GIFT_TYPES, &plain(text))
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
mod tests {
    use super::*;

    #[test]
    fn dates_are_read_in_the_order_that_is_said() {
        let (day, month) = (Some(DateOrder::DayFirst), Some(DateOrder::MonthFirst));
        for (text, order, read) in [
            ("2026-03-04", None, "2026-03-04"),
            ("2026-03-04T10:00:00Z", None, "2026-03-04"),
            ("3/4/2026 10:15 AM", month, "2026-03-04"),
            ("3/4/2026", day, "2026-04-03"),
            ("03.04.26", day, "2026-04-03"),
            ("31/12/2026", None, "2026-12-31"),
            ("12/31/2026", None, "2026-12-31"),
            ("5/5/2026", None, "2026-05-05"),
            ("4-Mar-2026", None, "2026-03-04"),
            ("March 4th, 2026", None, "2026-03-04"),
            ("Wed, 4 March 2026", None, "2026-03-04"),
            ("20260304", None, "2026-03-04"),
            ("2026/3/4", month, "2026-03-04"),
            ("1/2/27", month, "2027-01-02"),
            ("1/2/28", month, "1928-01-02"),
            ("Dienstag, 3. März 2026", None, "2026-03-03"),
            ("3 de abril de 2026", None, "2026-04-03"),
            ("mardi 7 juillet 2026", None, "2026-07-07"),
            ("1er août 2026", None, "2026-08-01"),
        ] {
            assert_eq!(date(text, order, 2026).as_deref(), Ok(read), "{text}");
        }
        for (text, order) in [
            ("13/13/2026", None),
            ("31/12/2026", month),
            ("12/31/2026", day),
            ("soon", None),
            ("", day),
            ("1/2/3", day),
            ("30/2/2026", day),
        ] {
            assert!(date(text, order, 2026).is_err(), "{text}");
        }
        assert_eq!(date("3/4/2026", None, 2026), Err(TWO_READINGS.to_owned()));
        assert_eq!(month_day("3/4", month, 2026).as_deref(), Ok("--03-04"));
        assert_eq!(month_day("29 Feb", None, 2026).as_deref(), Ok("--02-29"));
        assert_eq!(month_day("--12-10", None, 2026).as_deref(), Ok("--12-10"));
        assert_eq!(month_day("10/12/1815", day, 2026).as_deref(), Ok("1815-12-10"));
        assert!(month_day("3/4", None, 2026).is_err());
    }

    #[test]
    fn what_is_usual_follows_the_language() {
        assert_eq!(DateOrder::usual(Locale::En, Currency::USD), DateOrder::MonthFirst);
        assert_eq!(DateOrder::usual(Locale::En, Currency::EUR), DateOrder::DayFirst);
        assert_eq!(DecimalSign::usual(Locale::En), DecimalSign::Point);
        for locale in [Locale::De, Locale::Es, Locale::Fr, Locale::Pt] {
            assert_eq!(DateOrder::usual(locale, Currency::USD), DateOrder::DayFirst, "{locale}");
            assert_eq!(DecimalSign::usual(locale), DecimalSign::Comma, "{locale}");
        }
    }

    #[test]
    fn an_amount_of_another_currency_is_no_amount_of_this_one() {
        for (text, code) in [
            ("75", "USD"),
            ("$75", "USD"),
            ("CA$75", "CAD"),
            ("75 EUR", "EUR"),
            ("€75", "EUR"),
            ("£5", "GBP"),
        ] {
            assert_eq!(check_currency(text, code), Ok(()), "{text} {code}");
        }
        for (text, code) in
            [("€75.00", "USD"), ("75 eur", "USD"), ("$75", "EUR"), ("£5", "EUR"), ("USD 5", "CAD")]
        {
            assert!(check_currency(text, code).is_err(), "{text} {code}");
        }
    }

    #[test]
    fn amounts_never_change_by_a_thousand() {
        let (point, comma) = (Some(DecimalSign::Point), Some(DecimalSign::Comma));
        for (text, sign, read) in [
            ("1,250.00", point, "1250.00"),
            ("$1,250", point, "1250"),
            ("USD 50", point, "50"),
            ("50.5 €", None, "50.5"),
            ("(12.50)", point, "-12.50"),
            ("-$5.00", point, "-5.00"),
            ("$-5", point, "-5"),
            ("12,50", comma, "12.50"),
            ("1.250,00 €", comma, "1250.00"),
            ("1 250,00", comma, "1250.00"),
            ("CHF 1'250.00", point, "1250.00"),
            (".5", point, "0.5"),
        ] {
            assert_eq!(amount(text, sign).as_deref(), Ok(read), "{text}");
        }
        for (text, sign) in [
            ("12,50", point),
            ("12.50", comma),
            ("1,25,000", point),
            ("a", point),
            ("", None),
            ("1.2.3", comma),
            ("12a5", point),
            ("$", point),
            ("1,250.0,0", point),
            ("1.000", point),
            ("1.000", None),
            ("-2.500 EUR", point),
            ("1,250", comma),
            ("5k", point),
            ("2 Mio", point),
            ("10 cents", point),
        ] {
            assert!(amount(text, sign).is_err(), "{text}");
        }
    }

    #[test]
    fn words_of_all_languages_mean_choices_and_types() {
        for (word, kind) in [
            ("Überweisung", "bank_transfer"),
            ("LASTSCHRIFT", "bank_transfer"),
            ("Scheck", "check"),
            ("bar", "cash"),
            ("Prélèvement SEPA", "bank_transfer"),
            ("Espèces", "cash"),
            ("Tarjeta de crédito", "card"),
            ("Transferência", "bank_transfer"),
        ] {
            assert_eq!(gift_type(word), Some(kind), "{word}");
        }
        for (word, choices, meant) in [
            ("vierteljährlich", ["monthly", "quarterly"], "quarterly"),
            ("aktiv", ["contact", "donor"], "donor"),
            ("aktiv", ["active", "paused"], "active"),
            ("Reçu", ["pending", "received"], "received"),
        ] {
            assert_eq!(choice(word, &choices), Some(meant), "{word}");
        }
        for (word, kind) in [("Firma", "organization"), ("Privatperson", "person"), ("Person", "person")] {
            assert_eq!(contact_type(word), Some(kind), "{word}");
        }
        for (word, said) in [("Ja", "1"), ("nein", "0"), ("Sí", "1"), ("Non", "0"), ("Não", "0")] {
            assert_eq!(flag(word), Some(said), "{word}");
        }
    }

    #[test]
    fn words_mean_choices_types_and_countries() {
        assert_eq!(choice("Lapsed donor", &["donor", "lapsed_donor"]), Some("lapsed_donor"));
        assert_eq!(choice("Completed", &["pending", "received"]), Some("received"));
        assert_eq!(choice("friend", &["donor"]), None);
        assert_eq!(
            (gift_type("ACH"), gift_type("Credit Card"), gift_type("check")),
            (Some("bank_transfer"), Some("card"), None)
        );
        for (text, code) in
            [("usa", "US"), ("Germany", "DE"), ("de", "DE"), ("Deutschland", "DE"), ("England", "GB")]
        {
            assert_eq!(country(text).as_deref(), Some(code), "{text}");
        }
        assert_eq!(
            (country("Atlantis"), flag("Yes"), flag("n"), flag("perhaps")),
            (None, Some("1"), Some("0"), None)
        );
    }
}
