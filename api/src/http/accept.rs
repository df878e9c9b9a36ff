//! Headers that list what a client accepts, each item with a quality (RFC 9110, section 12.4.2).

use poem::http::header::{ACCEPT, ACCEPT_LANGUAGE};
use poem::http::{HeaderMap, HeaderName};
use shared::values::choices::Locale;

use crate::locale;

/// How many languages of a browser are looked at.
const LANGUAGES_MAX: usize = 32;

/// Returns the items of a header such as `gzip;q=0.5, br` in lower case, with their quality in thousandths. Other parameters
/// stay with the item. An item whose quality is not a number from 0 to 1 is left out.
pub fn items<'a>(headers: &'a HeaderMap, name: &HeaderName) -> impl Iterator<Item = (String, u16)> + use<'a> {
    let values = headers.get_all(name).iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).filter_map(item)
}

/// Returns whether a client is a browser that shows pages: it accepts HTML by name.
pub fn accepts_html(headers: &HeaderMap) -> bool {
    items(headers, &ACCEPT).any(|(name, quality)| quality > 0 && name.split(';').next() == Some("text/html"))
}

/// Returns the language that a browser prefers among those of the pages, or English. Days as in the United States are for
/// those who choose them: many a browser elsewhere asks for `en-US`, and they change how a typed day is read.
pub fn language(headers: &HeaderMap) -> Locale {
    language_tag(headers).and_then(|tag| locale::of_tag(&tag)).unwrap_or(Locale::En).language()
}

/// Returns the language that a browser prefers among those of the pages, as its whole tag, such as `de-ch`.
pub fn language_tag(headers: &HeaderMap) -> Option<String> {
    let known = items(headers, &ACCEPT_LANGUAGE).take(LANGUAGES_MAX).filter(|(_, quality)| *quality > 0);
    let known = known.filter(|(tag, _)| locale::of_tag(tag).is_some());
    // Of several with the same quality, the first counts.
    let best = known.reduce(|best, other| if other.1 > best.1 { other } else { best });
    best.map(|(tag, _)| tag)
}

fn item(text: &str) -> Option<(String, u16)> {
    let text = text.to_ascii_lowercase();
    let (qualities, parts): (Vec<_>, Vec<_>) =
        text.split(';').map(str::trim).partition(|part| part.starts_with("q="));
    let name = parts.join(";");
    let Some(quality) = qualities.first() else { return Some((name, 1000)) };
    let quality: f32 = quality["q=".len()..].parse().ok()?;
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it lies between 0 and 1000")]
    (0.0..=1.0).contains(&quality).then_some((name, (quality * 1000.0) as u16))
}

#[cfg(test)]
mod tests {
    use poem::http::HeaderValue;

    use super::*;

    #[test]
    fn items_have_the_quality_that_they_name_or_the_highest() {
        let mut headers = HeaderMap::new();
        for value in ["Text/CSV; header=present ;q=0.5, */*;Q=0.1", "br", "gzip;q=2, zstd;q=x"] {
            headers.append(ACCEPT, HeaderValue::from_static(value));
        }
        let items: Vec<_> = items(&headers, &ACCEPT).collect();
        let expected = [("text/csv;header=present", 500), ("*/*", 100), ("br", 1000)];
        assert_eq!(items, expected.map(|(name, quality)| (name.to_owned(), quality)));
    }

    #[test]
    fn what_a_browser_asks_for_is_a_language_and_no_country() {
        let found = ["en-US,en;q=0.9", "en-US;q=0.5, fr-CA", "de-CH", "xx"].map(|value| {
            language(&[(ACCEPT_LANGUAGE, HeaderValue::from_static(value))].into_iter().collect())
        });
        assert_eq!(found, [Locale::En, Locale::Fr, Locale::De, Locale::En]);
    }

    #[test]
    fn a_browser_names_html() {
        let accepts =
            |value| accepts_html(&[(ACCEPT, HeaderValue::from_static(value))].into_iter().collect());
        assert!(accepts("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"));
        assert!(accepts("TEXT/HTML;charset=utf-8"));
        for other in ["*/*", "application/json", "text/html;q=0", ""] {
            assert!(!accepts(other), "{other}");
        }
    }
}
