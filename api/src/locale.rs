//! The languages in which the service writes letters: its texts in each, and how each writes days and amounts.
//!
//! The texts are messages of [Fluent](https://projectfluent.org), in `api/locales`, a folder for each language.

mod in_words;

use std::sync::LazyLock;

use chrono::{Datelike, NaiveDate};
use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use iso_currency::Currency;
use shared::values::choices::{Choice, Locale};

pub use in_words::in_words;

use crate::money::Amount;

/// A value that a message fills in, with its name.
pub type Arg<'a> = (&'static str, FluentValue<'a>);

/// The currencies whose amounts have a point before the cents in Spanish, too.
const SPANISH_POINT: [Currency; 7] =
    [Currency::USD, Currency::MXN, Currency::DOP, Currency::GTQ, Currency::HNL, Currency::NIO, Currency::PEN];

/// The currencies of countries that write a comma before the cents.
const DECIMAL_COMMA: [Currency; 24] = [
    Currency::EUR,
    Currency::ARS,
    Currency::BGN,
    Currency::BRL,
    Currency::CLP,
    Currency::COP,
    Currency::CZK,
    Currency::DKK,
    Currency::HUF,
    Currency::IDR,
    Currency::ISK,
    Currency::MAD,
    Currency::NOK,
    Currency::PLN,
    Currency::PYG,
    Currency::RON,
    Currency::RSD,
    Currency::RUB,
    Currency::SEK,
    Currency::TRY,
    Currency::UAH,
    Currency::UYU,
    Currency::VND,
    Currency::XOF,
];

/// Returns whether amounts of a currency are written with a comma before the cents, on pages in a language or where it is
/// at home.
pub fn has_decimal_comma(locale: Locale, currency: Currency) -> bool {
    DECIMAL_COMMA.contains(&currency) || decimal_mark(locale) == ','
}

static CATALOGUES: LazyLock<Vec<FluentBundle<FluentResource>>> =
    LazyLock::new(|| Locale::ALL.iter().map(|one| bundle(one.as_str(), [messages(*one)])).collect());

/// Returns the messages of a locale, as the file has them.
fn messages(locale: Locale) -> &'static str {
    match locale {
        Locale::En | Locale::EnUs => include_str!("../locales/en/letters.ftl"),
        Locale::De => include_str!("../locales/de/letters.ftl"),
        Locale::Es => include_str!("../locales/es/letters.ftl"),
        Locale::Fr => include_str!("../locales/fr/letters.ftl"),
        Locale::Pt => include_str!("../locales/pt/letters.ftl"),
    }
}

/// Reads the messages of files in the language of a tag.
pub(crate) fn bundle(
    tag: &str,
    files: impl IntoIterator<Item = &'static str>,
) -> FluentBundle<FluentResource> {
    let mut bundle = FluentBundle::new_concurrent(tag.parse().into_iter().collect());
    // Marks around what is filled in would stand in letters, and be copied along with it from pages.
    bundle.set_use_isolating(false);
    for file in files {
        // A test reads the files: what is wrong in one would be missing here.
        let read = FluentResource::try_new(file.to_owned()).unwrap_or_else(|(read, _)| read);
        bundle.add_resource_overriding(read);
    }
    bundle
}

/// Fills in a message, if there is one with this id.
pub(crate) fn filled(bundle: &FluentBundle<FluentResource>, id: &str, args: &[Arg<'_>]) -> Option<String> {
    let pattern = bundle.get_message(id)?.value()?;
    let args: FluentArgs<'_> = args.iter().cloned().collect();
    // An error is a value that the message wants and does not get. The tests find it.
    Some(bundle.format_pattern(pattern, Some(&args), &mut Vec::new()).into_owned())
}

/// Returns the name of a language in itself.
pub fn name(locale: Locale) -> &'static str {
    match locale {
        Locale::En => "English",
        Locale::EnUs => "English (United States)",
        Locale::De => "Deutsch",
        Locale::Es => "Español",
        Locale::Fr => "Français",
        Locale::Pt => "Português",
    }
}

/// Returns every language, as forms offer them: each with its name in itself, and both kinds of English together.
pub fn names() -> impl Iterator<Item = (String, String)> {
    let mut all = Locale::ALL.to_vec();
    all.sort_by_key(|one| one.language() as usize);
    all.into_iter().map(|one| (one.to_string(), name(one).to_owned()))
}

/// Returns the locale of a tag, such as `en-US`, or else for the language of a tag, such as `pt-BR`, or of its name, as people
/// type it: `German` or `Deutsch`.
pub fn of_tag(tag: &str) -> Option<Locale> {
    let language = tag.split('-').next().unwrap_or_default().to_lowercase();
    let is_whole = |locale: &&Locale| locale.as_str().eq_ignore_ascii_case(tag);
    let is_its = |locale: &&Locale| {
        let english = match locale {
            Locale::En | Locale::EnUs => "english",
            Locale::De => "german",
            Locale::Es => "spanish",
            Locale::Fr => "french",
            Locale::Pt => "portuguese",
        };
        [locale.as_str(), english, &name(**locale).to_lowercase()].contains(&&*language)
    };
    let mut all = Locale::ALL.iter();
    all.clone().find(is_whole).or_else(|| all.find(is_its)).copied()
}

/// The languages in which an account writes to people: its own, and those in which it writes to donors whose own they are.
#[derive(Clone, Debug, Default)]
pub struct LetterLocales {
    own: Locale,
    of_donors: Vec<Locale>,
}

impl LetterLocales {
    /// Takes the account's own language, and those of donors.
    pub fn new(own: Locale, of_donors: impl Iterator<Item = Locale>) -> Self {
        Self { own, of_donors: of_donors.collect() }
    }

    /// Returns the language for somebody with this tag of a language. In English, days are written as the account has
    /// chosen, whether the tag says `en` or `en-US`.
    pub fn of(&self, tag: Option<&str>) -> Locale {
        let asked = tag.and_then(of_tag).unwrap_or(self.own);
        let mut all = std::iter::once(self.own).chain(self.of_donors.iter().copied());
        let alike = all.clone().find(|one| one.language() == asked.language());
        all.find(|one| *one == asked).or(alike).unwrap_or(self.own)
    }
}

/// Returns a message, filled in.
pub fn text(locale: Locale, id: &str, args: &[Arg<'_>]) -> String {
    known(locale, id, args).unwrap_or_else(|| id.to_owned())
}

/// Returns a message, filled in, if there is one with this id.
pub fn known(locale: Locale, id: &str, args: &[Arg<'_>]) -> Option<String> {
    filled(CATALOGUES.get(locale as usize)?, id, args)
}

/// Returns texts as a list, such as `Ada, William and Mary`. Empty ones are left out.
pub fn listed(locale: Locale, texts: impl IntoIterator<Item = String>) -> String {
    let texts: Vec<_> = texts.into_iter().filter(|text| !text.is_empty()).collect();
    match texts.split_last() {
        Some((last, [])) => last.clone(),
        // Spanish says *e* before the sound of *i*.
        Some((last, others)) if locale == Locale::Es && begins_with_i(last) => {
            format!("{} e {last}", others.join(", "))
        }
        Some((last, others)) => {
            text(locale, "and", &[("others", others.join(", ").into()), ("last", last.into())])
        }
        None => String::new(),
    }
}

/// Returns whether a name begins with the sound of *i*, as `Isabel` and `Hilda` do, and `Hielo` does not.
fn begins_with_i(name: &str) -> bool {
    let name = name.to_lowercase();
    let sounded = name.strip_prefix('h').unwrap_or(&name);
    sounded.starts_with(['i', 'í']) && !sounded.starts_with("ia") && !sounded.starts_with("ie")
}

/// Returns a day such as `5 June 2026`, or `June 5, 2026` in the United States.
pub fn long_day(locale: Locale, day: NaiveDate) -> String {
    dated(locale, "long-day", day)
}

/// Returns a day for a table, such as `5 Jun 2026`, or `Jun 5, 2026` in the United States.
pub fn short_day(locale: Locale, day: NaiveDate) -> String {
    dated(locale, "short-day", day)
}

fn dated(locale: Locale, id: &str, day: NaiveDate) -> String {
    let year = day.year().to_string();
    let args = [("day", day.day().into()), ("month", day.month().into()), ("year", year.into())];
    let written = text(locale, id, &args);
    // The names of months are those of the one English text.
    if let (Locale::EnUs, [day, month, year]) = (locale, &*written.split(' ').collect::<Vec<_>>()) {
        return format!("{month} {day}, {year}");
    }
    written
}

/// How amounts of a currency are written.
struct Signs {
    /// What stands between thousands.
    group: &'static str,
    /// What stands before the cents.
    decimal: char,
    /// Whether the sign of the currency stands before the number.
    is_first: bool,
}

impl Signs {
    /// Returns how letters write amounts of a currency.
    fn of(locale: Locale, currency: Currency) -> Self {
        match locale {
            Locale::En | Locale::EnUs => Self { group: ",", decimal: '.', is_first: true },
            Locale::Es if SPANISH_POINT.contains(&currency) => Self::of(Locale::En, currency),
            Locale::Fr => Self { group: "\u{a0}", decimal: ',', is_first: false },
            Locale::Pt if currency == Currency::BRL => Self { group: ".", decimal: ',', is_first: true },
            Locale::De | Locale::Es | Locale::Pt => Self { group: ".", decimal: ',', is_first: false },
        }
    }

    /// Returns how pages write all amounts, so that a page never mixes two ways: as the CLDR has it for the language.
    fn of_pages(locale: Locale) -> Self {
        match locale {
            Locale::En | Locale::EnUs => Self { group: ",", decimal: '.', is_first: true },
            Locale::De | Locale::Es => Self { group: ".", decimal: ',', is_first: false },
            Locale::Fr | Locale::Pt => Self { group: "\u{a0}", decimal: ',', is_first: false },
        }
    }

    /// Writes an amount without its sign.
    fn number(&self, minor: i128, currency: Currency) -> String {
        let text = Amount::new(minor, currency).to_string();
        let (whole, fraction) = text.split_once('.').map_or((&*text, None), |(w, f)| (w, Some(f)));
        let mut number = grouped(whole, self.group);
        if let Some(fraction) = fraction {
            number.push(self.decimal);
            number.push_str(fraction);
        }
        number
    }
}

/// Returns what stands between thousands on pages in a language.
pub fn between_thousands(locale: Locale) -> &'static str {
    Signs::of_pages(locale).group
}

/// Returns what stands before decimals on pages in a language.
pub fn decimal_mark(locale: Locale) -> char {
    Signs::of_pages(locale).decimal
}

/// Returns what stands between the columns of a file for a spreadsheet in a language. Where a comma stands before
/// decimals, spreadsheets separate by semicolons.
pub fn column_separator(locale: Locale) -> u8 {
    if decimal_mark(locale) == ',' { b';' } else { b',' }
}

/// Returns digits with a text between thousands.
pub fn grouped(digits: &str, group: &str) -> String {
    let mut grouped = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            grouped.push_str(group);
        }
        grouped.push(digit);
    }
    grouped
}

/// Returns an amount as pages write it, such as `$1,234.50`, or `kr 12.00` where the sign is made of letters. In Spanish, it
/// is `1.234,50 US$`.
pub fn on_page(locale: Locale, minor: i128, currency: Currency) -> String {
    let symbol = match (locale, currency) {
        (Locale::Es | Locale::Pt, Currency::USD) => "US$".to_owned(),
        (Locale::Fr, Currency::USD) => "$US".to_owned(),
        _ => currency.symbol().to_string(),
    };
    let space = if symbol.ends_with(char::is_alphabetic) { "\u{a0}" } else { "" };
    signed(&Signs::of_pages(locale), minor, currency, (&symbol, space))
}

/// Returns an amount as pages write it, with the code of its currency, such as `EUR 1,234.50`.
pub fn coded_on_page(locale: Locale, minor: i128, currency: Currency) -> String {
    signed(&Signs::of_pages(locale), minor, currency, (currency.code(), "\u{a0}"))
}

/// Returns an amount as letters write it, with the sign of its currency, such as `$1,234.50`, or `kr 12.00` where the sign is
/// made of letters.
pub fn money(locale: Locale, minor: i128, currency: Currency) -> String {
    let symbol = currency.symbol().to_string();
    // A sign of letters would run into the digits.
    let is_apart = symbol.ends_with(char::is_alphabetic) || locale == Locale::Pt;
    let space = if is_apart { "\u{a0}" } else { "" };
    signed(&Signs::of(locale, currency), minor, currency, (&symbol, space))
}

/// Returns an amount as letters write it, with the code of its currency, such as `EUR 1,234.50`.
pub fn coded(locale: Locale, minor: i128, currency: Currency) -> String {
    signed(&Signs::of(locale, currency), minor, currency, (currency.code(), "\u{a0}"))
}

fn signed(signs: &Signs, minor: i128, currency: Currency, (symbol, space): (&str, &str)) -> String {
    let sign = if minor < 0 { "−" } else { "" };
    let number = signs.number(minor.saturating_abs(), currency);
    if signs.is_first {
        format!("{sign}{symbol}{space}{number}")
    } else {
        format!("{sign}{number}\u{a0}{symbol}")
    }
}

#[cfg(test)]
mod tests;
