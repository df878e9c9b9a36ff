//! Headers that many responses have: lists of names, the way to the documentation, and limits on what a browser does.

use std::borrow::Cow;
use std::fmt::Write;

use poem::http::header::X_CONTENT_TYPE_OPTIONS;
use poem::http::{HeaderMap, HeaderValue};

/// The value of `Link` that leads to the documentation, for people and for programs (RFC 8631).
pub const DOCUMENTS: HeaderValue =
    HeaderValue::from_static("</docs>; rel=\"service-doc\", </openapi.json>; rel=\"service-desc\"");

/// The most bytes that a list of names takes, so that proxies accept it.
const LIST_MAX: usize = 1000;
/// The most characters of a name in a list. A longer one ends with `…` there. So one name fits, whatever its
/// characters.
const NAME_MAX: usize = 80;

/// Writes names as the value of a header: a list of strings (RFC 9651). If it would be too long, its last string has the
/// parameter `omitted`, which is how many names are left out. Returns `None` if there are no names.
pub fn list(names: &[String]) -> Option<HeaderValue> {
    let mut text = String::new();
    for (i, name) in names.iter().enumerate() {
        let name = string(name);
        if text.len() + name.len() > LIST_MAX {
            // Writing to a String cannot fail.
            let _ = write!(text, ";omitted={}", names.len() - i);
            break;
        }
        text.push_str(if text.is_empty() { "" } else { ", " });
        text.push_str(&name);
    }
    if text.is_empty() { None } else { HeaderValue::from_str(&text).ok() }
}

/// Writes a name as a string of RFC 9651, or as a display string if it is not of visible ASCII characters alone.
fn string(name: &str) -> String {
    let name = match name.char_indices().nth(NAME_MAX) {
        Some((end, _)) => Cow::Owned(format!("{}…", &name[..end])),
        None => Cow::Borrowed(name),
    };
    let is_plain = |byte: &u8| matches!(byte, b' '..=b'~');
    if name.as_bytes().iter().all(is_plain) {
        return format!("\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\""));
    }
    let encoded = name.bytes().map(|byte| match byte {
        b'%' | b'"' => format!("%{byte:02x}"),
        byte if is_plain(&byte) => char::from(byte).to_string(),
        byte => format!("%{byte:02x}"),
    });
    format!("%\"{}\"", encoded.collect::<String>())
}

/// Tells browsers to take a response as the media type that it says, whatever its bytes look like.
pub fn forbid_sniffing(headers: &mut HeaderMap) {
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(names: &[&str]) -> String {
        let names: Vec<_> = names.iter().map(|name| (*name).to_owned()).collect();
        list(&names).unwrap().to_str().unwrap().to_owned()
    }

    #[test]
    fn names_become_strings_and_others_than_ascii_become_display_strings() {
        assert_eq!(list(&[]), None);
        assert_eq!(listed(&["a", "bar,baz", "emails[0].x"]), r#""a", "bar,baz", "emails[0].x""#);
        assert_eq!(listed(&[r#"say "\""#, "50%"]), r#""say \"\\\"", "50%""#);
        assert_eq!(listed(&["é", "a\r\n\"%"]), r#"%"%c3%a9", %"a%0d%0a%22%25""#);
    }

    #[test]
    fn a_list_that_is_too_long_says_how_many_names_it_omits() {
        let fits = vec!["x".repeat(48); 19];
        assert!(!listed(&fits.iter().map(String::as_str).collect::<Vec<_>>()).contains("omitted"));
        let names = vec!["x".repeat(48); 30];
        let listed = listed(&names.iter().map(String::as_str).collect::<Vec<_>>());
        assert!(listed.ends_with("xx\";omitted=11"), "{listed}");
        assert_eq!(super::string(&"é".repeat(81)), format!("%\"{}%e2%80%a6\"", "%c3%a9".repeat(80)));
        assert!(string(&"🦀".repeat(99)).len() <= LIST_MAX);
    }
}
