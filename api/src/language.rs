//! The texts of pages, in the language of whoever asked. `t!` returns one; `h!` returns one with links or stresses in it.
//!
//! The texts are messages of [Fluent](https://projectfluent.org), in `api/locales/<language>/pages`. The request log finds
//! out the language of a request, and everything that answers it speaks that language. `en-US` has the texts of `en`, and in
//! their place those few that say how days are written.

use std::collections::HashMap;
use std::sync::LazyLock;

use askama::filters::Safe;
use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentResource, FluentValue};
use shared::values::choices::{Choice, Locale};

use crate::locale::{self, Arg};

/// Returns a text of the pages, by its id. With values, such as `t!("gifts", count = gifts.len())`, it is a `String`, else a
/// `&'static str`. Numbers are written as the language writes them; a year is filled in as text.
macro_rules! t {
    ($id:expr) => { $crate::language::text($id) };
    ($id:expr, $($name:ident = $value:expr),+ $(,)?) => {
        $crate::language::filled($id, &[$((stringify!($name), $crate::language::Fill::fill(&$value))),+])
    };
}

/// Returns a text of the pages that has marks of HTML in it, for a template. Each `<a>` of the message leads to the next of
/// the addresses, as in `h!("docs-note", ["/docs"])`. What is filled in is escaped.
macro_rules! h {
    ($id:expr, [$($href:expr),* $(,)?] $(, $name:ident = $value:expr)* $(,)?) => {
        $crate::language::html($id, &[$(&*$href),*], &[$((stringify!($name), $crate::language::Fill::fill(&$value))),*])
    };
}

/// The files of each language.
macro_rules! files {
    ($($file:literal)*) => {
        fn files(locale: Locale) -> Vec<&'static str> {
            match locale {
                Locale::En => vec![$(include_str!(concat!("../locales/en/pages/", $file, ".ftl"))),*],
                Locale::EnUs => {
                    let days = include_str!("../locales/en-US/pages/days.ftl");
                    files(Locale::En).into_iter().chain([days]).collect()
                }
                Locale::De => vec![$(include_str!(concat!("../locales/de/pages/", $file, ".ftl"))),*],
                Locale::Es => vec![$(include_str!(concat!("../locales/es/pages/", $file, ".ftl"))),*],
                Locale::Fr => vec![$(include_str!(concat!("../locales/fr/pages/", $file, ".ftl"))),*],
                Locale::Pt => vec![$(include_str!(concat!("../locales/pt/pages/", $file, ".ftl"))),*],
            }
        }
    };
}

files! {
    "common" "contacts" "developers" "fields" "imports" "overview" "people" "printed" "records" "reports" "rules" "settings"
}

tokio::task_local! {
    static SPOKEN: Locale;
}

/// Returns the language of the request that is answered, or English.
pub fn spoken() -> Locale {
    SPOKEN.try_with(|locale| *locale).unwrap_or(Locale::En)
}

/// Answers in a language.
pub async fn speaking<F: Future>(locale: Locale, answer: F) -> F::Output {
    SPOKEN.scope(locale, answer).await
}

/// Answers at once in a language.
pub fn speak<T>(locale: Locale, answer: impl FnOnce() -> T) -> T {
    SPOKEN.sync_scope(locale, answer)
}

/// Something that a text fills in.
pub trait Fill {
    /// Returns it as messages take it.
    fn fill(&self) -> FluentValue<'_>;
}

impl Fill for str {
    fn fill(&self) -> FluentValue<'_> {
        self.into()
    }
}

impl Fill for String {
    fn fill(&self) -> FluentValue<'_> {
        self.as_str().into()
    }
}

impl<T: Fill + ?Sized> Fill for &T {
    fn fill(&self) -> FluentValue<'_> {
        (**self).fill()
    }
}

macro_rules! numbers {
    ($($number:ty)*) => { $(
        impl Fill for $number {
            fn fill(&self) -> FluentValue<'_> {
                (*self).into()
            }
        }
    )* };
}

numbers! { u8 u16 u32 i32 u64 i64 i128 usize }

/// The texts of one language.
struct Catalogue {
    bundle: FluentBundle<FluentResource>,
    /// The texts that fill nothing in.
    plain: HashMap<String, String>,
}

/// The texts of each language, in the order of [`Locale`]. A language that nobody asks for is not read.
static CATALOGUES: [LazyLock<Catalogue>; 6] = [
    LazyLock::new(|| Catalogue::read(Locale::En)),
    LazyLock::new(|| Catalogue::read(Locale::De)),
    LazyLock::new(|| Catalogue::read(Locale::Es)),
    LazyLock::new(|| Catalogue::read(Locale::Fr)),
    LazyLock::new(|| Catalogue::read(Locale::Pt)),
    LazyLock::new(|| Catalogue::read(Locale::EnUs)),
];

impl Catalogue {
    fn read(locale: Locale) -> Self {
        // The plurals of Portuguese are those of Portugal, as its texts are: Brazil says *0 doação*.
        let tag = if locale == Locale::Pt { "pt-PT" } else { locale.as_str() };
        let mut bundle = locale::bundle(tag, files(locale));
        bundle.set_formatter(Some(match locale {
            Locale::En | Locale::EnUs => |value, _| number(Locale::En, value),
            Locale::De => |value, _| number(Locale::De, value),
            Locale::Es => |value, _| number(Locale::Es, value),
            Locale::Fr => |value, _| number(Locale::Fr, value),
            Locale::Pt => |value, _| number(Locale::Pt, value),
        }));
        let mut plain = HashMap::new();
        for id in files(locale).into_iter().flat_map(ids) {
            let mut errors = Vec::new();
            let pattern = bundle.get_message(id).and_then(|message| message.value());
            let text = pattern.map(|pattern| bundle.format_pattern(pattern, None, &mut errors).into_owned());
            if let Some(text) = text.filter(|_| errors.is_empty()) {
                plain.insert(id.to_owned(), text);
            }
        }
        Self { bundle, plain }
    }
}

/// Returns the ids of the messages of a file.
fn ids(file: &str) -> impl Iterator<Item = &str> {
    let starts = |line: &&str| line.starts_with(|first: char| first.is_ascii_alphabetic());
    file.lines().filter(starts).filter_map(|line| Some(line.split_once('=')?.0.trim()))
}

/// Writes a number with marks between thousands.
fn number(locale: Locale, value: &FluentValue<'_>) -> Option<String> {
    let FluentValue::Number(number) = value else { return None };
    let sign = if number.value < 0.0 { "−" } else { "" };
    let digits = format!("{:.0}", number.value.abs());
    Some(format!("{sign}{}", locale::grouped(&digits, locale::between_thousands(locale))))
}

fn catalogue() -> &'static Catalogue {
    &CATALOGUES[spoken() as usize]
}

/// Returns a text that fills nothing in, or its id if there is none.
pub fn text(id: &'static str) -> &'static str {
    known(id).unwrap_or(id)
}

/// Returns a text that fills nothing in, if there is one with this id.
pub fn known(id: &str) -> Option<&'static str> {
    catalogue().plain.get(id).map(String::as_str)
}

/// Returns a text with what it fills in, or its id if there is none.
pub fn filled(id: &str, args: &[Arg<'_>]) -> String {
    known_filled(id, args).unwrap_or_else(|| id.to_owned())
}

/// Returns a text with what it fills in, if there is one with this id.
pub fn known_filled(id: &str, args: &[Arg<'_>]) -> Option<String> {
    locale::filled(&catalogue().bundle, id, args)
}

/// Returns a text as HTML: see `h!`.
pub fn html(id: &str, hrefs: &[&str], args: &[Arg<'_>]) -> Safe<String> {
    let escaped = args.iter().map(|(name, value)| match value {
        FluentValue::String(text) => (*name, FluentValue::from(escape(text))),
        other => (*name, other.clone()),
    });
    let text = filled(id, &escaped.collect::<Vec<_>>());
    let mut parts = text.split("<a>");
    let mut html = parts.next().unwrap_or_default().to_owned();
    for (i, part) in parts.enumerate() {
        let href = hrefs.get(i).copied().unwrap_or_default();
        html.push_str("<a href=\"");
        html.push_str(&escape(href));
        html.push_str("\">");
        html.push_str(part);
    }
    Safe(html)
}

fn escape(text: &str) -> String {
    askama::filters::escape(text, askama::filters::Html).map(|text| text.to_string()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_in_the_language_that_is_spoken_or_in_english() {
        assert_eq!(t!("save"), "Save");
        assert_eq!(speak(Locale::De, || t!("save")), "Speichern");
        assert_eq!(t!("no-such-text"), "no-such-text");
        assert_eq!(speak(Locale::EnUs, || t!("save")), "Save");
    }

    #[test]
    fn counts_are_written_and_chosen_as_the_language_does() {
        let counted = |locale, count: i64| speak(locale, || t!("count-gifts", count = count));
        assert_eq!(
            [1, 0, 1234].map(|count| counted(Locale::En, count)),
            ["1 gift", "0 gifts", "1,234 gifts"]
        );
        assert_eq!([1, 1234].map(|count| counted(Locale::EnUs, count)), ["1 gift", "1,234 gifts"]);
        assert_eq!(
            [1, 0, 1234].map(|count| counted(Locale::De, count)),
            ["1 Spende", "0 Spenden", "1.234 Spenden"]
        );
        assert_eq!([0, -1234].map(|count| counted(Locale::Fr, count)), ["0 don", "−1\u{a0}234 dons"]);
    }

    #[test]
    fn what_is_filled_in_is_escaped_and_makes_no_link() {
        let Safe(html) = h!("imports-here", ["/contacts/1?a=\"&b"], name = "<a>Ada & \"William\"</a>");
        let name = "&#60;a&#62;Ada &#38; &#34;William&#34;&#60;/a&#62;";
        assert_eq!(html, format!("Here: <a href=\"/contacts/1?a=&#34;&#38;b\"><bdi>{name}</bdi></a>"));
    }
}
