//! The media types that the API takes and sends.

use poem::Request;
use poem::http::header::CONTENT_TYPE;

/// The media type of a JSON body.
pub const JSON: &str = "application/json";
/// The media type of every envelope.
pub const JSON_UTF8: &str = "application/json; charset=utf-8";
/// The media type of a CSV body.
pub const CSV: &str = "text/csv";
/// The media type of a list as CSV.
pub const CSV_WITH_HEADER: &str = "text/csv; charset=utf-8; header=present";

/// Returns whether a body has a media type, not counting parameters.
pub fn is_type(request: &Request, media_type: &str) -> bool {
    let content_type =
        request.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    content_type.split(';').next().unwrap_or_default().trim().eq_ignore_ascii_case(media_type)
}
