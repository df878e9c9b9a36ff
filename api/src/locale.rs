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
    LazyLock::new(|| Locale::ALL.iter().map(|locale| bundle(locale.as_str(), [messages(*locale)])).collect());

/// Returns the messages of a locale, as the file has them.
fn messages(locale: Locale) -> &'static str {
    match locale {
        Locale::En => include_str!("../locales/en/letters.ftl"),
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
        Locale::De => "Deutsch",
        Locale::Es => "Español",
        Locale::Fr => "Français",
        Locale::Pt => "Português",
    }
}

/// Returns every language, as forms offer them: each with its name in itself.
pub fn names() -> impl Iterator<Item = (String, String)> {
    Locale::ALL.iter().map(|one| (one.to_string(), name(*one).to_owned()))
}

/// Returns the locale for the language of a tag, such as `pt-BR`, or of its name, as people type it: `German` or `Deutsch`.
pub fn of_tag(tag: &str) -> Option<Locale> {
    let language = tag.split('-').next().unwrap_or_default().to_lowercase();
    let is_its = |locale: &&Locale| {
        let english = match locale {
            Locale::En => "english",
            Locale::De => "german",
            Locale::Es => "spanish",
            Locale::Fr => "french",
            Locale::Pt => "portuguese",
        };
        [locale.as_str(), english, &name(**locale).to_lowercase()].contains(&&*language)
    };
    Locale::ALL.iter().find(is_its).copied()
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

    /// Returns the language for somebody with this tag of a language.
    pub fn of(&self, tag: Option<&str>) -> Locale {
        tag.and_then(of_tag).filter(|locale| self.of_donors.contains(locale)).unwrap_or(self.own)
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

/// Returns a day such as `5 June 2026`.
pub fn long_day(locale: Locale, day: NaiveDate) -> String {
    dated(locale, "long-day", day)
}

/// Returns a day for a table, such as `5 Jun 2026`.
pub fn short_day(locale: Locale, day: NaiveDate) -> String {
    dated(locale, "short-day", day)
}

fn dated(locale: Locale, id: &str, day: NaiveDate) -> String {
    let year = day.year().to_string();
    text(locale, id, &[("day", day.day().into()), ("month", day.month().into()), ("year", year.into())])
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
            Locale::En => Self { group: ",", decimal: '.', is_first: true },
            Locale::Es if SPANISH_POINT.contains(&currency) => Self::of(Locale::En, currency),
            Locale::Fr => Self { group: "\u{a0}", decimal: ',', is_first: false },
            Locale::Pt if currency == Currency::BRL => Self { group: ".", decimal: ',', is_first: true },
            Locale::De | Locale::Es | Locale::Pt => Self { group: ".", decimal: ',', is_first: false },
        }
    }

    /// Returns how pages write all amounts, so that a page never mixes two ways: as the CLDR has it for the language.
    fn of_pages(locale: Locale) -> Self {
        match locale {
            Locale::En => Self { group: ",", decimal: '.', is_first: true },
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
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use shared::values::choices::PledgeFrequency;

    use super::*;

    /// Returns the messages of a file, each with the names of what it fills in.
    fn read(locale: Locale) -> BTreeMap<String, BTreeSet<String>> {
        let resource = FluentResource::try_new(messages(locale).to_owned());
        assert!(resource.is_ok(), "{locale}: {resource:?}");
        let mut read = BTreeMap::<String, BTreeSet<String>>::new();
        let mut id = String::new();
        for line in messages(locale).lines().filter(|line| !line.starts_with('#')) {
            if let Some((own, _)) = line.split_once(" = ").filter(|_| line.starts_with(char::is_alphabetic)) {
                own.clone_into(&mut id);
                assert!(!read.contains_key(own), "{locale}: {own} is there twice");
                read.insert(id.clone(), BTreeSet::new());
            }
            let names = line.split('$').skip(1).map(|rest| rest.split([' ', '}']).next().unwrap().to_owned());
            if let Some(known) = read.get_mut(&id) {
                known.extend(names);
            }
        }
        read
    }

    #[test]
    fn every_language_has_every_message_with_the_same_values() {
        let english = read(Locale::En);
        assert!(english.len() > 50);
        for locale in Locale::ALL {
            let own = read(*locale);
            assert!(own.keys().eq(english.keys()), "{locale}: {:?}", own.keys());
            for (id, names) in &english {
                // Only English names an organisation in its salutation.
                assert!(own[id] == *names || id == "dear-organisation", "{locale} {id}");
                let args: Vec<Arg<'_>> = [
                    "amount", "count", "currency", "date", "day", "from", "fund", "id", "last", "letters",
                    "memo", "month",
                ]
                .into_iter()
                .chain(["subject", "name", "number", "organisation", "others", "page", "to", "total", "year"])
                .filter(|name| names.contains(*name))
                .map(|name| (name, 3.into()))
                .collect();
                assert_eq!(args.len(), names.len(), "{id}: {names:?}");
                let written = known(*locale, id, &args).unwrap();
                assert!(!written.is_empty() && !written.contains(['{', '$']), "{locale} {id}: {written}");
            }
        }
    }

    #[test]
    fn every_frequency_of_pledges_has_a_word() {
        for (locale, one) in
            Locale::ALL.iter().flat_map(|locale| PledgeFrequency::ALL.iter().map(move |one| (locale, one)))
        {
            assert!(known(*locale, &format!("frequency-{one}"), &[]).is_some(), "{locale} {one}");
        }
    }

    #[test]
    fn days_are_written_as_the_language_does() {
        let day = |text: &str| text.parse::<NaiveDate>().unwrap();
        for (locale, long, short) in [
            (Locale::En, "1 March 2026", "1 Mar 2026"),
            (Locale::De, "1. März 2026", "1.3.2026"),
            (Locale::Es, "1 de marzo de 2026", "1/3/2026"),
            (Locale::Fr, "1er mars 2026", "1/3/2026"),
            (Locale::Pt, "1 de março de 2026", "1/3/2026"),
        ] {
            assert_eq!(
                [long_day(locale, day("2026-03-01")), short_day(locale, day("2026-03-01"))],
                [long, short]
            );
        }
        assert_eq!(long_day(Locale::Fr, day("2026-12-31")), "31 décembre 2026");
    }

    #[test]
    fn amounts_are_written_as_the_language_does() {
        let (usd, eur) = (Currency::USD, Currency::EUR);
        for (locale, currency, minor, with_sign, with_code) in [
            (Locale::En, usd, 123_450, "$1,234.50", "USD\u{a0}1,234.50"),
            (Locale::En, eur, -5, "−€0.05", "−EUR\u{a0}0.05"),
            (Locale::De, eur, 123_450, "1.234,50\u{a0}€", "1.234,50\u{a0}EUR"),
            (Locale::De, usd, -123_450, "−1.234,50\u{a0}$", "−1.234,50\u{a0}USD"),
            (Locale::Es, eur, 123_450, "1.234,50\u{a0}€", "1.234,50\u{a0}EUR"),
            (Locale::Es, usd, 123_450, "$1,234.50", "USD\u{a0}1,234.50"),
            (
                Locale::Fr,
                eur,
                123_456_700,
                "1\u{a0}234\u{a0}567,00\u{a0}€",
                "1\u{a0}234\u{a0}567,00\u{a0}EUR",
            ),
            (Locale::Pt, Currency::BRL, 123_450, "R$\u{a0}1.234,50", "BRL\u{a0}1.234,50"),
            (Locale::Pt, eur, 50, "0,50\u{a0}€", "0,50\u{a0}EUR"),
            (Locale::Fr, Currency::JPY, 1000, "1\u{a0}000\u{a0}¥", "1\u{a0}000\u{a0}JPY"),
        ] {
            assert_eq!(money(locale, minor, currency), with_sign);
            assert_eq!(coded(locale, minor, currency), with_code);
        }
    }

    #[test]
    fn a_page_writes_all_amounts_in_one_way() {
        let (usd, mxn, eur) = (Currency::USD, Currency::MXN, Currency::EUR);
        for (locale, currency, minor, with_sign, with_code) in [
            (Locale::En, usd, 5_792_650, "$57,926.50", "USD\u{a0}57,926.50"),
            (Locale::En, Currency::NOK, -1200, "−kr\u{a0}12.00", "−NOK\u{a0}12.00"),
            (Locale::De, usd, 5_792_650, "57.926,50\u{a0}$", "57.926,50\u{a0}USD"),
            (Locale::Es, usd, 5_792_650, "57.926,50\u{a0}US$", "57.926,50\u{a0}USD"),
            (Locale::Es, mxn, -5, "−0,05\u{a0}$", "−0,05\u{a0}MXN"),
            (Locale::Es, eur, 5_792_650, "57.926,50\u{a0}€", "57.926,50\u{a0}EUR"),
            (Locale::Fr, usd, 5_792_650, "57\u{a0}926,50\u{a0}$US", "57\u{a0}926,50\u{a0}USD"),
            (Locale::Pt, usd, 5_792_650, "57\u{a0}926,50\u{a0}US$", "57\u{a0}926,50\u{a0}USD"),
            (Locale::Pt, Currency::BRL, 1250, "12,50\u{a0}R$", "12,50\u{a0}BRL"),
        ] {
            assert_eq!(on_page(locale, minor, currency), with_sign);
            assert_eq!(coded_on_page(locale, minor, currency), with_code);
        }
        assert_eq!(coded_on_page(Locale::Pt, 1250, Currency::KWD), "1,250\u{a0}KWD");
        let groups = Locale::ALL.iter().map(|locale| (between_thousands(*locale), decimal_mark(*locale)));
        let pairs = [(",", '.'), (".", ','), (".", ','), ("\u{a0}", ','), ("\u{a0}", ',')];
        assert!(groups.eq(pairs));
    }

    #[test]
    fn a_tag_means_its_language() {
        assert_eq!(
            ["pt-BR", "DE", "es-419", "fr"].map(of_tag),
            [Locale::Pt, Locale::De, Locale::Es, Locale::Fr].map(Some)
        );
        assert_eq!(
            ["German", "Español", "english"].map(of_tag),
            [Locale::De, Locale::Es, Locale::En].map(Some)
        );
        assert_eq!(["", "den", "zh-Hant", "-de"].map(of_tag), [None; 4]);
    }

    #[test]
    fn lists_leave_out_what_is_empty() {
        let list = |locale, names: &[&str]| listed(locale, names.iter().map(|name| (*name).to_owned()));
        assert_eq!(list(Locale::En, &["Ada", "", "William", "Mary"]), "Ada, William and Mary");
        assert_eq!(list(Locale::De, &["Ada", "William"]), "Ada und William");
        assert_eq!([list(Locale::Fr, &["Ada"]), list(Locale::Fr, &[])], ["Ada", ""]);
        let spanish = [["María", "Isabel"], ["Ana", "Hilda"], ["Ana", "Ian"], ["Ana", "Luis"]];
        let spanish = spanish.map(|names| list(Locale::Es, &names));
        assert_eq!(spanish, ["María e Isabel", "Ana e Hilda", "Ana y Ian", "Ana y Luis"]);
    }
}
