//! The id of a request, in logs and in responses.

use poem::http::{HeaderMap, HeaderName};

/// The header with the request's id, which names the request in this service's log and in the caller's.
pub const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The most bytes of an id.
pub const MAX_LEN: usize = 128;

/// Makes an id for a request that has none.
pub fn new_request_id() -> String {
    uuid::Uuid::now_v7().simple().to_string()
}

/// Returns the caller's id of the request if it is safe to log, or else a new one.
pub fn from_headers(headers: &HeaderMap) -> String {
    let is_fit = |id: &&str| {
        (1..=MAX_LEN).contains(&id.len())
            && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte))
    };
    let id = headers.get(REQUEST_ID).and_then(|id| id.to_str().ok());
    id.filter(is_fit).map_or_else(new_request_id, str::to_owned)
}
