//! The layer around all routes. It turns errors and panics into envelopes, or into pages for browsers, and writes one log
//! line for each request. The line has the path but never the query, because the query may hold an API key. A key in the
//! path is masked.

use std::borrow::Cow;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::panic::AssertUnwindSafe;
use std::sync::{Arc, OnceLock};
use std::time::{Instant, SystemTime};

use futures_util::FutureExt;
use poem::http::header::{LINK, STRICT_TRANSPORT_SECURITY, VARY};
use poem::http::{HeaderMap, HeaderValue, Method, Uri};
use poem::{Endpoint, IntoResponse, Middleware, Request, Response, Result};
use shared::process::spans::{Kind, Spans, Step};
use shared::values::choices::Locale;
use shared::values::trace::Trace;
use tracing::Instrument;

use super::accept::accepts_html;
use super::body::discard;
use super::client_address::TrustedProxies;
use super::head;
use super::headers::{DOCUMENTS, list};
use super::origin::Origin;
use super::prefer;
use super::recheck::Recheck;
use super::request_id::{self, REQUEST_ID};
use super::request_metrics::{RequestMetrics, known_method};
use crate::crypto::keys::mask_api_keys;
use crate::error::AppError;
use crate::fields::problem::Problems;
use crate::http::rate_limit::RateLimitState;
use crate::http::routes::{BASE_PATH, Routes};
use crate::language;

const TRACEPARENT: &str = "traceparent";
/// Browsers then ask by https alone for a year.
const ONLY_HTTPS: HeaderValue = HeaderValue::from_static("max-age=31536000");
/// The response header that names the query parameters that were ignored.
const IGNORED_PARAMETERS: &str = "ignored-parameters";
/// The longest query that is accepted, in bytes.
const QUERY_MAX: usize = 8 * 1024;

/// The middleware that adds the layer.
#[derive(Clone)]
pub struct RequestLog {
    /// The paths of the service, with the query parameters that each operation knows.
    pub routes: Routes,
    /// The proxies that may say who the client is.
    pub trusted_proxies: TrustedProxies,
    /// Counts the requests.
    pub metrics: RequestMetrics,
    /// Takes the steps of traces.
    pub spans: Spans,
    /// Whether people reach the service by https, whatever a proxy says.
    pub is_https: bool,
    /// What it asks of the pages, for requests outside the API.
    pub pages: Pages,
}

/// What the layer asks of the pages.
#[derive(Clone, Copy)]
pub struct Pages {
    /// Returns the language of a request.
    pub language: fn(&Origin, &HeaderMap) -> Locale,
    /// Makes the page of an error from the error and the request's id, for a browser.
    pub error: fn(AppError, &str) -> Response,
}

/// The data of one request that the layer and the operation share.
#[derive(Clone, Debug)]
pub struct RequestContext {
    /// The request's step in the caller's trace, or in a new trace.
    pub trace: Trace,
    /// The quota of the caller's API key. It is set once the key is known, and only if there is a rate limit.
    pub rate_limit: Arc<OnceLock<RateLimitState>>,
    /// The account of the caller's API key. It is set once the key is known.
    pub account_id: Arc<OnceLock<i64>>,
    /// The second check of the caller, once the body has arrived.
    pub recheck: Recheck,
    /// The address of the client.
    pub client: IpAddr,
    /// The scheme and the host that the client asked.
    pub origin: Origin,
    /// The id of the request.
    pub request_id: String,
}

impl<E: Endpoint> Middleware<E> for RequestLog {
    type Output = RequestLogEndpoint<E>;

    fn transform(&self, inner: E) -> Self::Output {
        RequestLogEndpoint { inner, layer: self.clone() }
    }
}

/// An endpoint that is wrapped in the layer.
pub struct RequestLogEndpoint<E> {
    inner: E,
    layer: RequestLog,
}

impl<E: Endpoint> Endpoint for RequestLogEndpoint<E> {
    type Output = Response;

    async fn call(&self, mut request: Request) -> Result<Response> {
        let RequestLog { routes, trusted_proxies, metrics, spans, is_https, pages } = &self.layer;
        let (began, started, _active) = (SystemTime::now(), Instant::now(), metrics.begin());
        let request_id = request_id::from_headers(request.headers());
        // Every connection of the server has an address.
        let peer =
            request.remote_addr().as_socket_addr().map_or(Ipv4Addr::UNSPECIFIED.into(), SocketAddr::ip);
        let parent = parent(request.headers());
        let context = RequestContext {
            trace: parent.map_or_else(Trace::begin, Trace::child),
            rate_limit: Arc::default(),
            account_id: Arc::default(),
            recheck: Recheck::default(),
            client: trusted_proxies.client(peer, request.headers()),
            origin: Origin::of(trusted_proxies, peer, request.headers()),
            request_id: request_id.clone(),
        };
        request.set_data(context.clone());
        let RequestContext { trace, rate_limit, account_id, client, origin, .. } = context;
        let is_of_api = is_of_api(request.uri().path());
        let wants_page = accepts_html(request.headers()) && !is_of_api;
        let language = if is_of_api { Locale::En } else { (pages.language)(&origin, request.headers()) };
        let is_strict = is_of_api && prefer::is_strict(request.headers());
        let method = request.method().clone();
        let path = normalise(&mut request);
        let query = request.uri().query().unwrap_or_default();
        let ignored = routes.ignored_parameters(&method, &path, query);

        let unknown: &[String] = if is_strict { &ignored } else { &[] };
        let result = if let Err(error) = check(&request, unknown) {
            let body = request.take_body();
            discard(request.headers(), body).await;
            Ok(Err(error.into()))
        } else {
            // Handle it as a GET; the server leaves out the body of the response.
            if method == Method::HEAD {
                request.set_method(Method::GET);
            }
            // The span has the level ERROR, so no log filter removes the ids from the lines that are logged inside.
            let span = tracing::error_span!("request", request_id, trace_id = trace.trace_id());
            let answer = self.inner.call(request).instrument(span);
            AssertUnwindSafe(language::speaking(language, answer)).catch_unwind().await
        };
        let failed = |error: AppError| {
            log_failure(&error, &request_id, trace);
            if wants_page {
                language::speak(language, || (pages.error)(error, &request_id))
            } else {
                error.into_envelope(&request_id)
            }
        };
        let mut response = match result {
            Ok(Ok(response)) => response.into_response(),
            Ok(Err(error)) => failed(AppError::from_poem(error, || routes.allow(&path))),
            // The panic hook has logged where and why.
            Err(_) => failed(AppError::Internal("a panic".into())),
        };

        let (status, duration) = (response.status(), started.elapsed());
        let route = routes.template(&path);
        metrics.answered(&method, route, status, duration);
        spans.ended(|| {
            let attributes = vec![
                ("http.request.method", known_method(&method).to_owned().into()),
                ("http.route", route.unwrap_or_default().to_owned().into()),
                ("http.response.status_code", i64::from(status.as_u16()).into()),
                ("almoner.request.id", request_id.clone().into()),
                ("almoner.account.id", account_id.get().copied().unwrap_or_default().into()),
            ];
            let name = format!("{} {}", known_method(&method), route.unwrap_or_default());
            let (name, ended, failed) =
                (name.trim_end().to_owned().into(), SystemTime::now(), status.is_server_error());
            Step { name, kind: Kind::Server, trace, parent, began, ended, attributes, failed }
        });
        let (status, duration_ms) =
            (status.as_u16(), u64::try_from(duration.as_millis()).unwrap_or(u64::MAX));
        let trace_id = trace.trace_id();
        // An external id may say something of a person, and no erasure reaches the log.
        let hidden = route.filter(|route| route.contains("{external_id}"));
        let path = hidden.map_or_else(|| mask_api_keys(&path), Cow::Borrowed);
        let (path, account_id) = (&*path, account_id.get());
        tracing::info!(%method, path, status, duration_ms, account_id, %client, request_id, trace_id, "request");
        let headers = response.headers_mut();
        if let Ok(request_id) = HeaderValue::from_str(&request_id) {
            headers.insert(REQUEST_ID, request_id);
        }
        if *is_https || origin.is_https {
            headers.insert(STRICT_TRANSPORT_SECURITY, ONLY_HTTPS);
        }
        if path == BASE_PATH {
            headers.insert(LINK, DOCUMENTS);
        }
        if is_strict {
            headers.insert(prefer::PREFERENCE_APPLIED, prefer::STRICT);
        }
        if let Some(ignored) = list(&ignored) {
            headers.insert(IGNORED_PARAMETERS, ignored);
            if is_of_api {
                // Only such a response would be another one with the other preference.
                headers.append(VARY, HeaderValue::from_static("Prefer"));
            }
        }
        if let Some(rate_limit) = rate_limit.get() {
            rate_limit.write(headers);
        }
        Ok(response)
    }
}

/// Refuses a request whose query or head is too large, or which has unknown parameters.
fn check(request: &Request, unknown: &[String]) -> Result<(), AppError> {
    if request.uri().query().unwrap_or_default().len() > QUERY_MAX {
        return Err(AppError::QueryTooLong(QUERY_MAX));
    }
    let mut problems = Problems::default();
    prefer::refuse(unknown, "parameter", &mut problems);
    head::check(request)?;
    Ok(problems.check()?)
}

/// Returns whether a path belongs to the API, whose every answer is an envelope.
fn is_of_api(path: &str) -> bool {
    path.strip_prefix(BASE_PATH).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Returns the step of the caller's trace that the request is part of.
fn parent(headers: &HeaderMap) -> Option<Trace> {
    let mut parents = headers.get_all(TRACEPARENT).iter();
    // Ignore `traceparent` if it is sent more than once.
    let parent = parents.next().filter(|_| parents.next().is_none());
    parent.and_then(|parent| Trace::parse(parent.to_str().ok()?))
}

/// Logs the cause of a failure that is the service's own.
pub fn log_failure(error: &AppError, request_id: &str, trace: Trace) {
    let source = std::error::Error::source(error);
    let trace_id = trace.trace_id();
    match error {
        AppError::Internal(_) => tracing::error!(error = source, request_id, trace_id, "request failed"),
        AppError::Unavailable(_) | AppError::StatementTooLong(_) => {
            tracing::warn!(error = source, request_id, trace_id, "database unavailable");
        }
        _ => {}
    }
}

/// Removes trailing slashes from the path, so that `/contacts/` is handled as `/contacts`. Returns the new path.
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
