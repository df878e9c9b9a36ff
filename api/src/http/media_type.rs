//! The media types that the API takes and sends.

use poem::Request;
use poem::http::HeaderMap;
use poem::http::header::CONTENT_TYPE;

/// The media type of a JSON body.
pub const JSON: &str = "application/json";
/// The media type of every envelope.
pub const JSON_UTF8: &str = "application/json; charset=utf-8";
/// The media type of a CSV body.
pub const CSV: &str = "text/csv";
/// The media type of a workbook of Excel.
pub const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
/// The media type of a workbook of `OpenDocument`.
pub const ODS: &str = "application/vnd.oasis.opendocument.spreadsheet";
/// The media type of a list as CSV.
pub const CSV_WITH_HEADER: &str = "text/csv; charset=utf-8; header=present";

/// Returns whether a body has a media type, not counting parameters.
pub fn is_type(request: &Request, media_type: &str) -> bool {
    parts(request.headers()).next().is_some_and(|part| part.eq_ignore_ascii_case(media_type))
}

/// Returns whether a body is in UTF-8, as far as its media type says.
pub fn is_utf8(request: &Request) -> bool {
    let mut parameters = parts(request.headers()).skip(1).filter_map(|part| part.split_once('='));
    parameters.all(|(name, value)| {
        let encoding = value.trim().trim_matches('"');
        !name.trim_end().eq_ignore_ascii_case("charset")
            || ["utf-8", "utf8", "us-ascii"].iter().any(|one| one.eq_ignore_ascii_case(encoding))
    })
}

/// Returns the media type, and then its parameters.
fn parts(headers: &HeaderMap) -> impl Iterator<Item = &str> {
    let content_type = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    content_type.split(';').map(str::trim)
}
