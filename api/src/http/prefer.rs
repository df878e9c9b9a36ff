//! The header `Prefer` (RFC 7240). The service applies one preference, `handling=strict`: it refuses the parts of a
//! request that it would ignore.

use poem::http::{HeaderMap, HeaderName, HeaderValue};

use crate::fields::json::shown;
use crate::fields::problem::{Fault, Problems};

/// The header with the caller's preferences.
const PREFER: HeaderName = HeaderName::from_static("prefer");
/// The header that names the preferences that were applied.
pub const PREFERENCE_APPLIED: HeaderName = HeaderName::from_static("preference-applied");
/// The value of that header for a strict request.
pub const STRICT: HeaderValue = HeaderValue::from_static("handling=strict");

/// Returns whether the caller prefers `handling=strict`. If a preference is given several times, the first one counts.
pub fn is_strict(headers: &HeaderMap) -> bool {
    let values = headers.get_all(PREFER).iter().filter_map(|value| value.to_str().ok());
    let mut preferences = values.flat_map(|value| split(value, ',')).filter_map(|preference| {
        // Parameters of a preference follow a semicolon; `handling` has none.
        let (name, value) = split(preference, ';').next()?.split_once('=')?;
        Some((name.trim(), value.trim().trim_matches('"')))
    });
    let handling = preferences.find(|(name, _)| name.eq_ignore_ascii_case("handling"));
    handling.is_some_and(|(_, value)| value.eq_ignore_ascii_case("strict"))
}

/// Adds a problem for each name that an operation does not know. `kind` is the kind of thing that the names stand for.
pub fn refuse(names: &[String], kind: &str, problems: &mut Problems) {
    for name in names {
        problems.add_as(Fault::Strict, &shown(name), format_args!("is not a {kind} of this operation"));
    }
}

/// Splits a text at a character, but not within double quotes.
fn split(text: &str, at: char) -> impl Iterator<Item = &str> {
    let (mut is_quoted, mut is_escaped) = (false, false);
    text.split(move |char| {
        let was_escaped = std::mem::take(&mut is_escaped);
        match char {
            '\\' => is_escaped = is_quoted && !was_escaped,
            '"' if !was_escaped => is_quoted = !is_quoted,
            _ => {}
        }
        char == at && !is_quoted
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn preferences_are_read_as_the_rfc_writes_them() {
        let is_strict = |values: &[&'static str]| {
            is_strict(&values.iter().map(|value| (PREFER, HeaderValue::from_static(value))).collect())
        };
        for strict in [
            &["handling=strict"][..],
            &["Handling = \"Strict\""],
            &["respond-async, wait=100, handling=strict; a=b"],
            &["return=minimal", "handling=strict"],
            &[r#"foo="a, handling=lenient", handling=strict"#],
            &[r#"foo="\",", handling=strict"#],
            &["handling=strict, handling=lenient"],
        ] {
            assert!(is_strict(strict), "{strict:?}");
        }
        for other in [
            &[][..],
            &["handling=lenient"],
            &["handling"],
            &["strict"],
            &["handling=lenient", "handling=strict"],
            &[r#"foo="a, handling=strict""#],
            &["foo; handling=strict"],
        ] {
            assert!(!is_strict(other), "{other:?}");
        }
    }
}
