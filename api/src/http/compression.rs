//! Compression of responses by `Accept-Encoding`. Small responses are not compressed, because they would hardly shrink.
//!
//! A body is compressed piece by piece as it comes, and each piece is sent before the next one comes. So a list is
//! still streamed, in bounded memory.

use std::cmp::Reverse;
use std::io;
use std::sync::Arc;

use async_compression::Level;
use async_compression::tokio::bufread::{BrotliEncoder, GzipEncoder, ZstdEncoder};
use bytes::Bytes;
use futures_util::{Stream, StreamExt, stream};
use http_body_util::combinators::BoxBody;
use hyper::body::Body as _;
use poem::http::header::{ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_LENGTH, ETAG, IF_NONE_MATCH, VARY};
use poem::http::{HeaderMap, HeaderValue, StatusCode};
use poem::{Body, Endpoint, IntoResponse, Request, Response, Result};
use tokio::io::AsyncRead;
use tokio_util::io::{ReaderStream, StreamReader};

use super::accept;
use super::conditional::{EntityTagList, listed};

/// The smallest body that is compressed, in bytes.
const SIZE_MIN: u64 = 1024;
/// How much is compressed before other tasks of the thread get a turn, in bytes.
const PIECE: usize = 64 * 1024;
/// How much compressed data is handed on at once, in bytes.
const OUTPUT: usize = 16 * 1024;

/// A content coding. The variants are in the order in which the service prefers them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Coding {
    Zstd,
    Brotli,
    Gzip,
}

impl Coding {
    pub(super) const ALL: [Self; 3] = [Self::Zstd, Self::Brotli, Self::Gzip];

    /// Returns its name in headers.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Zstd => "zstd",
            Self::Brotli => "br",
            Self::Gzip => "gzip",
        }
    }

    /// Returns the coding that the client prefers. Returns `None` if it names none, or prefers no compression. `*` names
    /// none: a client that sends only this may be one that can read nothing but plain text.
    pub(super) fn accepted(headers: &HeaderMap) -> Option<Self> {
        let accepted: Vec<_> = accept::items(headers, &ACCEPT_ENCODING).collect();
        let quality = |name| accepted.iter().find(|(one, _)| one == name).map(|(_, quality)| *quality);
        let qualities = Self::ALL.map(|coding| (quality(coding.name()).unwrap_or(0), coding));
        let (best, coding) = qualities.into_iter().min_by_key(|(quality, _)| Reverse(*quality))?;
        (best > 0 && best >= quality("identity").unwrap_or(0)).then_some(coding)
    }

    /// Compresses a body at levels that are usual for responses made on demand, where a client waits.
    pub(super) fn encode(self, body: impl Stream<Item = io::Result<Bytes>> + Send + 'static) -> Body {
        let reader = StreamReader::new(Box::pin(body));
        let encoder: Box<dyn AsyncRead + Send + Unpin> = match self {
            Self::Zstd => Box::new(ZstdEncoder::with_quality(reader, Level::Precise(3))),
            Self::Brotli => Box::new(BrotliEncoder::with_quality(reader, Level::Precise(4))),
            Self::Gzip => Box::new(GzipEncoder::with_quality(reader, Level::Precise(6))),
        };
        Body::from_bytes_stream(ReaderStream::with_capacity(encoder, OUTPUT))
    }
}

/// Returns the tag of a compressed representation: `"abc-zstd"` for `"abc"`, because a strong tag stands for exactly
/// the bytes that are sent. A weak tag stands for all representations, so it does not change.
pub fn coded(etag: &str, coding: &str) -> String {
    match etag.strip_suffix('"') {
        Some(opaque) if !etag.starts_with("W/") => format!("{opaque}-{coding}\""),
        _ => etag.to_owned(),
    }
}

/// Wraps the service. Its responses are compressed.
pub async fn compressed<E: Endpoint>(endpoint: Arc<E>, request: Request) -> Result<Response> {
    let coding = Coding::accepted(request.headers());
    let known = request.headers().get_all(IF_NONE_MATCH).iter();
    let known: HeaderMap = known.map(|value| (IF_NONE_MATCH, value.clone())).collect();
    let mut response = endpoint.call(request).await?.into_response();
    response.headers_mut().append(VARY, HeaderValue::from_static("accept-encoding"));
    Ok(match coding {
        Some(coding) => compress(response, coding, &known),
        None => response,
    })
}

/// Compresses the body if it is large enough, or if its length is not known yet.
fn compress(mut response: Response, coding: Coding, known: &HeaderMap) -> Response {
    let body = BoxBody::from(response.take_body());
    let is_small = body.size_hint().upper().is_some_and(|size| size < SIZE_MIN);
    let is_coded = response.headers().contains_key(CONTENT_ENCODING);
    if is_small || is_coded {
        response.set_body(body);
        if response.status() == StatusCode::NOT_MODIFIED {
            confirm(&mut response, coding, known);
        }
        return response;
    }
    let headers = response.headers_mut();
    headers.remove(CONTENT_LENGTH);
    headers.insert(CONTENT_ENCODING, HeaderValue::from_static(coding.name()));
    if let Some(etag) = coded_etag(headers, coding) {
        headers.insert(ETAG, etag);
    }
    response.set_body(coding.encode(pieces(Body::from(body).into_bytes_stream())));
    response
}

/// Gives a 304 the tag of the compressed representation, if that is the one that the client has.
fn confirm(response: &mut Response, coding: Coding, known: &HeaderMap) {
    let etag = coded_etag(response.headers(), coding);
    let is_known = |etag: &HeaderValue| match listed(known, &IF_NONE_MATCH) {
        Ok(Some(EntityTagList::These(tags))) => tags.iter().any(|tag| etag == &format!("\"{tag}\"")),
        _ => false,
    };
    if let Some(etag) = etag.filter(is_known) {
        response.headers_mut().insert(ETAG, etag);
    }
}

fn coded_etag(headers: &HeaderMap, coding: Coding) -> Option<HeaderValue> {
    HeaderValue::from_str(&coded(headers.get(ETAG)?.to_str().ok()?, coding.name())).ok()
}

/// Cuts large chunks into pieces, with a pause between them. In a pause the encoder finds no input, so it hands on its
/// compressed data.
fn pieces(
    body: impl Stream<Item = io::Result<Bytes>> + Send + 'static,
) -> impl Stream<Item = io::Result<Bytes>> + Send {
    body.flat_map(|chunk| {
        stream::unfold(Some(chunk), |chunk| async move {
            match chunk? {
                Ok(mut bytes) => {
                    let piece = bytes.split_to(bytes.len().min(PIECE));
                    tokio::task::yield_now().await;
                    Some((Ok(piece), (!bytes.is_empty()).then_some(Ok(bytes))))
                }
                Err(error) => Some((Err(error), None)),
            }
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accepted(values: &[&'static str]) -> Option<Coding> {
        let values = values.iter().map(|value| (ACCEPT_ENCODING, HeaderValue::from_static(value)));
        Coding::accepted(&values.collect())
    }

    #[test]
    fn the_client_chooses_and_the_service_breaks_ties() {
        for (values, expected) in [
            (&[][..], None),
            (&[""], None),
            (&["identity"], None),
            (&["deflate"], None),
            (&["gzip"], Some(Coding::Gzip)),
            (&["gzip, deflate, br, zstd"], Some(Coding::Zstd)),
            (&["gzip, br"], Some(Coding::Brotli)),
            (&["gzip", "br"], Some(Coding::Brotli)),
            (&["GZIP"], Some(Coding::Gzip)),
            (&["zstd;q=0.5, gzip ; q=0.8,br;q=0.50"], Some(Coding::Gzip)),
            (&["zstd;q=0, gzip;q=0.001"], Some(Coding::Gzip)),
            (&["*"], None),
            (&["zstd;q=0, *;q=0.1"], None),
            (&["*, gzip;q=0.1"], Some(Coding::Gzip)),
            (&["*;q=0"], None),
            (&["gzip;q=0"], None),
            (&["identity, gzip;q=0.5"], None),
            (&["identity;q=0.5, gzip;q=0.5"], Some(Coding::Gzip)),
            (&["gzip;q=2, br;q=x, zstd;level=3"], None),
        ] {
            assert_eq!(accepted(values), expected, "{values:?}");
        }
    }

    #[test]
    fn a_strong_tag_has_its_coding_in_it() {
        for coding in Coding::ALL {
            let tag = coded("\"abc\"", coding.name());
            assert_eq!(tag, format!("\"abc-{}\"", coding.name()));
        }
        assert_eq!(coded("W/\"abc\"", "gzip"), "W/\"abc\"");
    }
}
