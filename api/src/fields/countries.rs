//! The countries and territories of ISO 3166-1, with their names in the languages of pages and letters.

use std::array::from_fn;
use std::collections::HashMap;
use std::sync::LazyLock;

use shared::values::choices::Locale;
use shared::values::names;

/// The table: a line for each country, and lines about them all.
const FILE: &str = include_str!("../../locales/countries.txt");

/// How many languages the table has.
const LANGUAGES: usize = 5;

/// The articles that people write before a country's name, in any of the languages.
const ARTICLES: [&str; 15] = [
    "the ", "der ", "die ", "das ", "el ", "la ", "los ", "las ", "le ", "les ", "l'", "o ", "a ", "os ",
    "as ",
];

/// A country or a territory.
struct Country {
    code: &'static str,
    /// Its name in each language, in the order of [`Locale`].
    names: [&'static str; LANGUAGES],
    /// Further names by which a file may call it.
    others: Vec<&'static str>,
}

impl Country {
    fn read(line: &'static str) -> Option<Self> {
        let mut cells = line.split(';');
        let mut next = || cells.next();
        Some(Self {
            code: next()?,
            names: [next()?, next()?, next()?, next()?, next()?],
            others: next()?.split('|').filter(|name| !name.is_empty()).collect(),
        })
    }
}

static COUNTRIES: LazyLock<Vec<Country>> =
    LazyLock::new(|| FILE.lines().filter(|line| !line.starts_with('#')).filter_map(Country::read).collect());

/// The countries as each language sorts them: the code and the name of each.
static SORTED: LazyLock<[Vec<(&str, &str)>; LANGUAGES]> = LazyLock::new(|| from_fn(sorted));

/// The codes, by all that a country may be called, as [`key`] writes it.
static CODES: LazyLock<HashMap<String, &str>> = LazyLock::new(codes);

/// The longest code.
const CODE_MAX: usize = 3;
/// The codes between whose letters people write dots: `U.S.A.`
const WITH_DOTS: [&str; 3] = ["us", "usa", "uk"];

/// Returns the name of the country with this code, in a language.
pub fn name(code: &str, locale: Locale) -> Option<&'static str> {
    let country = COUNTRIES.iter().find(|country| country.code.eq_ignore_ascii_case(code))?;
    Some(country.names[locale.language() as usize])
}

/// Returns the codes and names of all countries, as the language sorts them.
pub fn all(locale: Locale) -> &'static [(&'static str, &'static str)] {
    &SORTED[locale.language() as usize]
}

/// Returns the code of the country that a text means: a code of two or three letters, or a name in any of the languages,
/// without regard to case, accents, signs and an article before it.
pub fn code_of(text: &str) -> Option<&'static str> {
    let find = |name: &str| {
        let key = key(name);
        // `N/A` is not Namibia.
        let is_meant = key.len() > CODE_MAX
            || WITH_DOTS.contains(&key.as_str())
            || name.chars().all(char::is_alphabetic);
        CODES.get(&key).copied().filter(|_| is_meant)
    };
    let text = text.trim().to_lowercase().replace('’', "'");
    find(&text).or_else(|| ARTICLES.iter().find_map(|article| find(text.strip_prefix(article)?)))
}

fn sorted(language: usize) -> Vec<(&'static str, &'static str)> {
    let named = COUNTRIES.iter().map(|country| (country.code, country.names[language]));
    let mut countries: Vec<_> = named.collect();
    countries.sort_by_cached_key(|(_, name)| folded(name));
    countries
}

fn codes() -> HashMap<String, &'static str> {
    let mut codes = HashMap::new();
    let mut add = |name: &str, code: &'static str| {
        for name in [name.to_owned(), spelled_out(name)] {
            codes.entry(key(&name)).or_insert(code);
        }
    };
    for iso in rust_iso3166::ALL {
        for name in [iso.alpha2, iso.alpha3, iso.name] {
            add(name, iso.alpha2);
        }
    }
    for country in &*COUNTRIES {
        for name in country.names.iter().chain(&country.others) {
            add(name, country.code);
        }
    }
    codes
}

/// Writes a German name without the letters that other languages lack, as old files do: `Oesterreich`.
fn spelled_out(name: &str) -> String {
    name.to_lowercase().replace('ä', "ae").replace('ö', "oe").replace('ü', "ue").replace('ß', "ss")
}

/// Returns a name as names are sorted: without case, accents and signs.
pub(super) fn folded(name: &str) -> String {
    let mut folded = names::folded(&name.replace('&', "and"));
    folded.retain(|letter| letter.is_alphanumeric() || letter == ' ');
    folded
}

/// Returns a name as names are compared: `u.s.a` and `U. S. A.` are `usa`.
fn key(name: &str) -> String {
    folded(name).replace(' ', "")
}

#[cfg(test)]
mod tests {
    use shared::values::choices::Choice;

    use super::*;

    #[test]
    fn every_country_has_a_name_in_every_language_and_no_two_share_one() {
        assert_eq!(Locale::ALL.iter().filter(|one| one.language() == **one).count(), LANGUAGES);
        assert!(COUNTRIES.iter().map(|country| country.code).is_sorted());
        assert_eq!(COUNTRIES.len(), rust_iso3166::ALL.len());
        for iso in rust_iso3166::ALL {
            for text in [iso.alpha2, iso.alpha3, iso.name] {
                assert_eq!(code_of(text), Some(iso.alpha2), "{text}");
            }
            for locale in Locale::ALL {
                let name = name(iso.alpha2, *locale).unwrap_or_default();
                assert!(name.len() > 3 && name.trim() == name, "{locale} {}: {name}", iso.alpha2);
                assert_eq!(code_of(name), Some(iso.alpha2), "{locale}: {name}");
            }
        }
        for country in &*COUNTRIES {
            for name in &country.others {
                assert_eq!(code_of(name), Some(country.code), "{name}");
            }
        }
    }

    #[test]
    fn a_language_sorts_names_without_regard_to_accents() {
        let german: Vec<_> = all(Locale::De).iter().map(|(_, name)| *name).collect();
        assert_eq!(german.len(), 249);
        assert_eq!(german[..3], ["Afghanistan", "Ägypten", "Ålandinseln"]);
        assert_eq!(all(Locale::De).iter().find(|(code, _)| *code == "DE"), Some(&("DE", "Deutschland")));
        assert_eq!(name("ch", Locale::Fr), Some("Suisse"));
        assert_eq!([name("XX", Locale::En), name("", Locale::En)], [None, None]);
    }

    #[test]
    fn a_text_means_a_country_however_it_is_written() {
        for (text, code) in [
            ("de", "DE"),
            ("DEU", "DE"),
            (" deutschland ", "DE"),
            ("die Schweiz", "CH"),
            ("L’Allemagne", "DE"),
            ("ESPANA", "ES"),
            ("Oesterreich", "AT"),
            ("the Netherlands", "NL"),
            ("os Países Baixos", "NL"),
            ("El Salvador", "SV"),
            ("U.S.A.", "US"),
            ("U. S.", "US"),
            ("EE. UU.", "US"),
            ("America", "US"),
            ("UK", "GB"),
            ("England", "GB"),
            ("Grossbritannien", "GB"),
            ("Bosnia and Herzegovina", "BA"),
            ("Côte d'Ivoire", "CI"),
            ("Turkey", "TR"),
        ] {
            assert_eq!(code_of(text), Some(code), "{text}");
        }
        for text in ["", ".", "the", "Atlantis", "XX", "EU", "Korea", "N/A", "n.a.", "#N/A", "C/O"] {
            assert_eq!(code_of(text), None, "{text}");
        }
    }
}
