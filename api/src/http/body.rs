//! Request bodies as bytes. Their size is limited, even if they are sent without a `Content-Length`.

use std::time::Duration;

use bytes::Bytes;
use futures_util::{Stream, StreamExt};
use poem::Body;

use super::error::AppError;

/// The largest body, in bytes.
pub const BODY_MAX: usize = 1024 * 1024;
/// How much of a body that is too large is read and discarded, in bytes, and for how long.
const DRAIN_MAX: usize = 32 * BODY_MAX;
const DRAIN_TIMEOUT: Duration = Duration::from_secs(5);

/// Reads a whole body. Fails when more than [`BODY_MAX`] bytes have arrived, whatever the `Content-Length` says.
pub async fn read(body: Body) -> Result<Vec<u8>, AppError> {
    let mut chunks = body.into_bytes_stream();
    let mut bytes = Vec::new();
    while let Some(chunk) = chunks.next().await {
        let chunk = chunk.map_err(|error| AppError::from_body_error("body", &error))?;
        if bytes.len() + chunk.len() > BODY_MAX {
            drain(chunks).await;
            return Err(AppError::PayloadTooLarge(BODY_MAX));
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes)
}

/// Reads and discards the rest of a body, within limits. Many clients send their whole body before they read the
/// answer. If the server closed the connection at once, they would see only that, and not the error.
pub async fn drain(mut chunks: impl Stream<Item = std::io::Result<Bytes>> + Unpin) {
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
