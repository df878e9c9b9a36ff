//! Request bodies as bytes. Their size is limited, even if they are sent without a `Content-Length`.

use std::time::Duration;

use bytes::Bytes;
use futures_util::{Stream, StreamExt};
use poem::http::HeaderMap;
use poem::http::header::{CONTENT_LENGTH, EXPECT};
use poem::{Body, Request};
use tokio::sync::Semaphore;

use super::media_type::{is_type, is_utf8};
use crate::error::AppError;

/// The largest body, in bytes.
pub const BODY_MAX: usize = 1024 * 1024;
/// How much of a body that is too large is read and discarded, in bytes, and for how long.
const DRAIN_MAX: usize = 32 * BODY_MAX;
const DRAIN_TIMEOUT: Duration = Duration::from_secs(5);
/// How much room is made for a body before it arrives, in bytes.
const CAPACITY: usize = 8 * 1024;
/// How many bodies are discarded at the same time. Each takes two buffers of a connection, so that many would fill the
/// memory. With more than these at once, the answer is sent without it.
static DRAINS: Semaphore = Semaphore::const_new(32);

/// Checks that a body has a media type, and that it is in UTF-8 if the media type names an encoding.
///
/// # Errors
/// [`AppError::UnsupportedMediaType`] or [`AppError::UnsupportedCharset`].
pub fn check_type(request: &Request, media_type: &'static str) -> Result<(), AppError> {
    match (is_type(request, media_type), is_utf8(request)) {
        (true, true) => Ok(()),
        (true, false) => Err(AppError::UnsupportedCharset),
        (false, _) => Err(AppError::UnsupportedMediaType(media_type)),
    }
}

/// Reads a whole body. Fails if its `Content-Length` is more than `max` bytes, or when more than these have arrived,
/// whatever the `Content-Length` says.
pub async fn read(headers: &HeaderMap, body: Body, max: usize) -> Result<Vec<u8>, AppError> {
    if length(headers).is_some_and(|length| length > max) {
        discard(headers, body).await;
        return Err(AppError::PayloadTooLarge(max));
    }
    let mut chunks = body.into_bytes_stream();
    let mut bytes = Vec::with_capacity(length(headers).unwrap_or_default().min(CAPACITY));
    while let Some(chunk) = chunks.next().await {
        let chunk = chunk.map_err(|error| AppError::from_body_error("body", &error))?;
        if bytes.len() + chunk.len() > max {
            drain(chunks).await;
            return Err(AppError::PayloadTooLarge(max));
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes)
}

/// Returns how long a body is, if the request says so.
pub fn length(headers: &HeaderMap) -> Option<usize> {
    headers.get(CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

/// Reads and discards a body of which nothing was read. Does nothing if the client asks first whether it may send it
/// (`Expect: 100-continue`): the server would say yes as soon as it reads.
pub async fn discard(headers: &HeaderMap, body: Body) {
    if !headers.get_all(EXPECT).iter().any(|value| value.as_bytes().eq_ignore_ascii_case(b"100-continue")) {
        drain(body.into_bytes_stream()).await;
    }
}

/// Reads and discards the rest of a body, within limits. Many clients send their whole body before they read the
/// answer. If the server closed the connection at once, they would see only that, and not the error.
pub async fn drain(mut chunks: impl Stream<Item = std::io::Result<Bytes>> + Unpin) {
    let Ok(_permit) = DRAINS.try_acquire() else { return };
    let reading = async {
        let mut drained = 0;
        while let Some(Ok(chunk)) = chunks.next().await {
            drained += chunk.len();
            if drained > DRAIN_MAX {
                break;
            }
        }
    };
    // After the timeout the error is sent anyway.
    let _ = tokio::time::timeout(DRAIN_TIMEOUT, reading).await;
}
