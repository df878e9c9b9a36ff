//! Documents that are the same for everybody until the program changes, such as the OpenAPI document. Each is made at its
//! first request, compressed once in each coding, and kept.

use std::sync::OnceLock;

use bytes::Bytes;
use futures_util::stream;
use poem::http::header::{CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG};
use poem::http::{HeaderMap, HeaderValue, StatusCode};
use poem::{Endpoint, Request, Response};
use sha2::{Digest, Sha256};
use shared::crypto::bytes::hex;
use tokio::sync::OnceCell;

use super::compression::{Coding, coded};
use super::conditional::{EntityTag, must_send};
use crate::error::AppError;

/// Anybody may store the document, and need not ask again for a short time. It is short because an upgrade changes the
/// document.
const CACHED: HeaderValue = HeaderValue::from_static("public, max-age=300");

/// An endpoint that serves a document.
pub struct Fixed {
    content_type: &'static str,
    make: Box<dyn Fn() -> String + Send + Sync>,
    made: OnceLock<Made>,
}

struct Made {
    tag: EntityTag,
    plain: Bytes,
    compressed: [OnceCell<Bytes>; Coding::ALL.len()],
}

impl Fixed {
    /// Serves the document that `make` makes.
    pub fn new(content_type: &'static str, make: impl Fn() -> String + Send + Sync + 'static) -> Self {
        Self { content_type, make: Box::new(make), made: OnceLock::new() }
    }

    /// Returns the document. If two requests are the first ones, both make it, and one result is kept.
    fn made(&self) -> Result<&Made, AppError> {
        if let Some(made) = self.made.get() {
            return Ok(made);
        }
        let plain = Bytes::from((self.make)());
        let tag = EntityTag::new(hex(&Sha256::digest(&plain)[..16]))?;
        Ok(self.made.get_or_init(|| Made { tag, plain, compressed: Default::default() }))
    }
}

impl Made {
    /// Returns the document as the client wants it, and its coding if it has one.
    async fn body(&self, headers: &HeaderMap) -> Result<(Bytes, Option<Coding>), AppError> {
        let Some(coding) = Coding::accepted(headers) else { return Ok((self.plain.clone(), None)) };
        let compress = async || {
            let plain = self.plain.clone();
            coding.encode(stream::once(async { Ok(plain) })).into_bytes().await
        };
        // The codings are numbered in the order of the list.
        let compressed = self.compressed[coding as usize].get_or_try_init(compress).await;
        Ok((compressed.map_err(|error| AppError::Internal(error.into()))?.clone(), Some(coding)))
    }
}

impl Endpoint for Fixed {
    type Output = Response;

    async fn call(&self, request: Request) -> poem::Result<Response> {
        let made = self.made()?;
        let mut response = Response::builder().status(StatusCode::NOT_MODIFIED).finish();
        let mut tag = made.tag.header().clone();
        if must_send(request.headers(), &made.tag) {
            let (body, coding) = made.body(request.headers()).await?;
            response = Response::builder().header(CONTENT_TYPE, self.content_type).body(body);
            if let Some(coding) = coding {
                response.headers_mut().insert(CONTENT_ENCODING, HeaderValue::from_static(coding.name()));
                let of_coding =
                    HeaderValue::from_str(&coded(tag.to_str().unwrap_or_default(), coding.name()));
                tag = of_coding.map_err(|error| AppError::Internal(error.into()))?;
            }
        }
        response.headers_mut().insert(ETAG, tag);
        response.headers_mut().insert(CACHE_CONTROL, CACHED);
        Ok(response)
    }
}
