//! The outermost layer around every request: whatever happens inside, a panic included, one envelope goes out and one
//! line goes into the log. The line has the path but never the query, which may hold a key.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Instant;

use futures_util::FutureExt;
use poem::http::{HeaderValue, Uri};
use poem::{Endpoint, IntoResponse, Middleware, Request, Response, Result};

use super::AppError;

const REQUEST_ID: &str = "x-request-id";

/// The methods of each path, by the segments of its template.
#[derive(Clone, Debug)]
pub struct Methods(Arc<Vec<(Vec<String>, String)>>);

impl Methods {
    /// From path templates such as `/api/v1/contacts/{id}` and what their `Allow` header says.
    pub fn new(paths: impl IntoIterator<Item = (String, String)>) -> Self {
        let split = |path: String| path.split('/').map(str::to_owned).collect();
        Self(Arc::new(paths.into_iter().map(|(path, allow)| (split(path), allow)).collect()))
    }

    fn allow(&self, path: &str) -> String {
        let segments: Vec<_> = path.split('/').collect();
        let matches = |template: &[String]| {
            template.len() == segments.len()
                && template
                    .iter()
                    .zip(&segments)
                    .all(|(part, segment)| part.starts_with('{') || part == segment)
        };
        self.0
            .iter()
            .find(|(template, _)| matches(template))
            .map(|(_, allow)| allow.clone())
            .unwrap_or_default()
    }
}

/// The layer.
pub struct Shell {
    /// For the `Allow` header.
    pub methods: Methods,
}

impl<E: Endpoint> Middleware<E> for Shell {
    type Output = ShellEndpoint<E>;

    fn transform(&self, inner: E) -> Self::Output {
        ShellEndpoint { inner, methods: self.methods.clone() }
    }
}

/// An endpoint within the layer.
pub struct ShellEndpoint<E> {
    inner: E,
    methods: Methods,
}

impl<E: Endpoint> Endpoint for ShellEndpoint<E> {
    type Output = Response;

    async fn call(&self, mut request: Request) -> Result<Response> {
        let started = Instant::now();
        let request_id = uuid::Uuid::now_v7().simple().to_string();
        let method = request.method().clone();
        let path = normalise(&mut request);

        let result = AssertUnwindSafe(self.inner.call(request)).catch_unwind().await;
        let mut response = match result {
            Ok(Ok(response)) => response.into_response(),
            Ok(Err(error)) => {
                let error = AppError::from_poem(error, || self.methods.allow(&path));
                log_failure(&error, &request_id);
                error.into_envelope(&request_id)
            }
            Err(_) => {
                // The panic hook has logged where and why.
                let error = AppError::Internal("a panic".into());
                log_failure(&error, &request_id);
                error.into_envelope(&request_id)
            }
        };

        let status = response.status().as_u16();
        let duration_ms = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
        tracing::info!(%method, path, status, duration_ms, request_id, "request");
        if let Ok(request_id) = HeaderValue::from_str(&request_id) {
            response.headers_mut().insert(REQUEST_ID, request_id);
        }
        Ok(response)
    }
}

fn log_failure(error: &AppError, request_id: &str) {
    let source = std::error::Error::source(error);
    match error {
        AppError::Internal(_) => tracing::error!(error = source, request_id, "request failed"),
        AppError::Unavailable(_) => tracing::warn!(error = source, request_id, "database unavailable"),
        _ => {}
    }
}

/// Lets `/contacts/` be `/contacts`. Returns the path.
fn normalise(request: &mut Request) -> String {
    let path = request.uri().path();
    let trimmed = path.trim_end_matches('/');
    if trimmed.len() == path.len() || trimmed.is_empty() {
        return path.to_owned();
    }
    let trimmed = trimmed.to_owned();
    let with_query = match request.uri().query() {
        Some(query) => format!("{trimmed}?{query}"),
        None => trimmed.clone(),
    };
    let mut parts = request.uri().clone().into_parts();
    parts.path_and_query = with_query.parse().ok();
    if let Ok(uri) = Uri::from_parts(parts) {
        *request.uri_mut() = uri;
    }
    trimmed
}
