//! Headers that many responses have: lists of names, where the documentation is, and what a browser must not do.

use poem::http::header::X_CONTENT_TYPE_OPTIONS;
use poem::http::{HeaderMap, HeaderValue};

/// The value of `Link` that leads to the documentation, for people and for programs (RFC 8631).
pub const DOCUMENTS: HeaderValue =
    HeaderValue::from_static("</docs>; rel=\"service-doc\", </openapi.json>; rel=\"service-desc\"");

/// Writes names as the value of a header: in ASCII, and no longer than proxies accept. Returns `None` if there are no
/// names.
pub fn list(names: &[String]) -> Option<HeaderValue> {
    const MAX_LEN: usize = 1000;
    let mut text = String::new();
    for name in names {
        let name = name.escape_default().to_string();
        if text.len() + name.len() > MAX_LEN {
            text.push_str(", ...");
            break;
        }
        if !text.is_empty() {
            text.push_str(", ");
        }
        text.push_str(&name);
    }
    if text.is_empty() { None } else { HeaderValue::from_str(&text).ok() }
}

/// Tells browsers to take a response as the media type that it says, whatever its bytes look like.
pub fn forbid_sniffing(headers: &mut HeaderMap) {
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
}
