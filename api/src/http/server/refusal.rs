//! Answers to clients whose request has no valid head: it is late, too large, or not HTTP/1.1.

use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::limits::{HEAD_MAX, HEADERS_MAX};
use crate::error::AppError;
use crate::http::csv::FILE_MAX;
use crate::http::headers::forbid_sniffing;
use crate::http::request_id::new_request_id;

/// How long the server may take to send the answer and to read the rest of the client's bytes.
const WITHIN: Duration = Duration::from_secs(1);
/// How much of the rest is read, in bytes.
const DRAIN_MAX: u64 = 64 * 1024;

/// Returns the limit that a request exceeds, because hyper has one error for all of them. `unread` is the content of
/// hyper's buffer: hyper takes a head out only when it has read the whole of it. After that, it refuses only one thing
/// as too large: a body that is longer than any file.
pub(super) fn exceeded(unread: &[u8]) -> AppError {
    match httparse::Request::new(&mut [httparse::EMPTY_HEADER; HEADERS_MAX]).parse(unread) {
        Err(httparse::Error::TooManyHeaders) => AppError::TooManyHeaders(HEADERS_MAX),
        Ok(_) if unread.len() >= HEAD_MAX => AppError::HeadTooLarge(HEAD_MAX),
        _ => AppError::PayloadTooLarge(FILE_MAX),
    }
}

/// Sends a failure's envelope, and ends the connection.
pub(super) async fn send(mut stream: TcpStream, error: AppError) {
    let request_id = new_request_id();
    let (status, reason) = (error.status(), error.to_string());
    tracing::info!(status = status.as_u16(), request_id, reason, "a request was refused");
    let mut response = error.into_envelope(&request_id);
    forbid_sniffing(response.headers_mut());
    let mut head = format!("HTTP/1.1 {status}\r\nconnection: close\r\n");
    for (name, value) in response.headers() {
        head.extend([name.as_str(), ": ", value.to_str().unwrap_or_default(), "\r\n"]);
    }
    let body = response.into_body().into_bytes().await.unwrap_or_default();
    let message = [format!("{head}content-length: {}\r\n\r\n", body.len()).as_bytes(), &body].concat();
    let send = async {
        stream.write_all(&message).await?;
        stream.shutdown().await?;
        // Read what the client still sends. If the socket were closed before that, the system would answer with a
        // reset, which can overtake the answer.
        tokio::io::copy(&mut stream.take(DRAIN_MAX), &mut tokio::io::sink()).await
    };
    // Ignore a failure, because the connection ends anyway.
    let _ = tokio::time::timeout(WITHIN, send).await;
}
