//! The rules for a request's head that hyper does not check. A proxy and the service could understand a request that
//! breaks one of them differently, and then disagree about whose request it is or where it ends.

use poem::Request;
use poem::http::header::{AUTHORIZATION, CONTENT_ENCODING, HOST, TRANSFER_ENCODING};
use poem::http::{HeaderName, HeaderValue, Version};

use crate::error::AppError;

/// Checks the head of a request.
///
/// # Errors
/// The rule that it breaks.
pub fn check(request: &Request) -> Result<(), AppError> {
    let broken = |rule: &str| Err(AppError::BadRequest(rule.to_owned()));
    let values = |name: &HeaderName| request.headers().get_all(name).iter();
    match values(&HOST).count() {
        // HTTP/1.0 does not have the header yet.
        0 if request.version() == Version::HTTP_11 => return broken("Host is required"),
        0 | 1 => {}
        _ => return broken("Host must be given only once"),
    }
    if values(&AUTHORIZATION).count() > 1 {
        return broken("Authorization must be given only once");
    }
    if values(&TRANSFER_ENCODING).count() > 1 || !values(&TRANSFER_ENCODING).all(is_chunked) {
        return broken("Transfer-Encoding must be chunked, given once");
    }
    if !values(&CONTENT_ENCODING).all(is_identity) {
        return Err(AppError::UnsupportedContentEncoding);
    }
    Ok(())
}

fn is_chunked(value: &HeaderValue) -> bool {
    value.as_bytes().trim_ascii().eq_ignore_ascii_case(b"chunked")
}

/// Returns whether a list of content codings leaves the body as it is.
fn is_identity(value: &HeaderValue) -> bool {
    let mut codings = value.as_bytes().split(|byte| *byte == b',').map(<[u8]>::trim_ascii);
    codings.all(|coding| coding.is_empty() || coding.eq_ignore_ascii_case(b"identity"))
}
