//! The HTTP client for webhooks: it reaches only where the [`Guard`] lets it.
//!
//! A literal address in a URL is judged before the request. A name is resolved by the client's own resolver, which
//! refuses it if any of its addresses is forbidden; so the addresses that were judged are the ones connected to,
//! whatever the name server answers the next time. Redirects are not followed and the environment's proxies not
//! used: both would lead around the guard. One deadline covers the whole exchange, and of the answer no more is read
//! than it may have, before decompression and after it.

use std::error::Error as StdError;
use std::fmt::Display;
use std::io::ErrorKind::{BrokenPipe, ConnectionReset, UnexpectedEof};
use std::io::{self, Read};
use std::time::Duration;

use bytes::Bytes;
use flate2::read::GzDecoder;
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use hyper::header::{ACCEPT, ACCEPT_ENCODING, CONTENT_ENCODING, HeaderValue, RETRY_AFTER, USER_AGENT};
use hyper::{HeaderMap, Method, Request, Response, Uri};
use hyper_rustls::ConfigBuilderExt;
use hyper_util::client::legacy;
use hyper_util::rt::{TokioExecutor, TokioTimer};
use rustls::ClientConfig;
use url::Url;

use super::connector::{BoxError, Connector, Overrun};
use crate::Error;
use crate::choices::AttemptOutcome;
use crate::guard::{Guard, Reach, Refusal};

/// The largest answer; its headers may have as much again. It is read, so that its connection can be used again.
const BODY_MAX: usize = 64 * 1024;
/// How much of an answer is kept for people to read.
const BODY_KEPT: usize = 4 * 1024;
/// Unused connections are closed before most servers close them (many after 5 s), and before they are many.
const IDLE_TIMEOUT: Duration = Duration::from_secs(4);
const IDLE_PER_HOST: usize = 8;
/// How much of an error's text is kept.
const ERROR_KEPT: usize = 300;

const AGENT: &str = concat!("Almoner/", env!("CARGO_PKG_VERSION"), " (+webhooks)");

type Http = legacy::Client<Connector, Full<Bytes>>;

/// A client for all webhooks.
#[derive(Clone, Debug)]
pub(super) struct Client {
    guard: Guard,
    timeout: Duration,
    public: Http,
    allowed: Http,
}

/// What a receiver said.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) status: u16,
    /// The header as it came.
    pub(super) retry_after: Option<String>,
    /// The beginning of the body.
    pub(super) body: String,
    /// Whether the body was not too large and so has been read to its end.
    pub(super) is_whole: bool,
}

/// Why there is no answer.
#[derive(Debug)]
pub(super) struct Failure {
    pub(super) outcome: AttemptOutcome,
    /// For people; holds nothing of the URL.
    pub(super) error: String,
}

impl Failure {
    pub(super) fn new(outcome: AttemptOutcome, error: impl Into<String>) -> Self {
        Self { outcome, error: error.into() }
    }
}

impl Client {
    /// A client with one deadline for each exchange, from the look-up of the host to the last byte.
    ///
    /// # Errors
    /// [`Error::Config`] when the system has no root certificates.
    pub(super) fn new(guard: Guard, timeout: Duration) -> Result<Self, Error> {
        crate::tls::install_crypto_provider();
        let tls = ClientConfig::builder().try_with_platform_verifier().map_err(|error| {
            let hint = "are the system's root certificates (ca-certificates) installed?";
            Error::Config(format!("no HTTP client: {error}; {hint}"))
        })?;
        let tls = tls.with_no_client_auth();
        let http = |reach| {
            legacy::Client::builder(TokioExecutor::new())
                .pool_timer(TokioTimer::new())
                .pool_idle_timeout(IDLE_TIMEOUT)
                .pool_max_idle_per_host(IDLE_PER_HOST)
                .http1_max_buf_size(BODY_MAX)
                .build(Connector::new(guard.clone(), reach, tls.clone()))
        };
        let (public, allowed) = (http(Reach::PublicOrAllowed), http(Reach::AllowedOnly));
        Ok(Self { guard, timeout, public, allowed })
    }

    /// Posts a body and reads the answer.
    pub(super) async fn post(&self, url: &str, headers: HeaderMap, body: Bytes) -> Result<Answer, Failure> {
        let url = Url::parse(url).map_err(unsendable)?;
        let http = match self.guard.judge_url(&url) {
            Ok(Reach::PublicOrAllowed) => &self.public,
            Ok(Reach::AllowedOnly) => &self.allowed,
            Err(rule) => {
                return Err(Failure::new(AttemptOutcome::ForbiddenAddress, format!("webhook_url {rule}")));
            }
        };
        let mut request = Request::new(Full::new(body));
        *request.method_mut() = Method::POST;
        *request.uri_mut() = Uri::try_from(url.as_str()).map_err(unsendable)?;
        *request.headers_mut() = headers;
        for (name, value) in [(ACCEPT, "*/*"), (ACCEPT_ENCODING, "gzip"), (USER_AGENT, AGENT)] {
            request.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
        }
        let exchange = async { read(http.request(request).await?).await };
        match tokio::time::timeout(self.timeout, exchange).await {
            Ok(answer) => answer.map_err(|error| failure(&*error)),
            Err(_) => Err(Failure::new(
                AttemptOutcome::Timeout,
                format!("no full answer within {:?}", self.timeout),
            )),
        }
    }
}

fn unsendable(error: impl Display) -> Failure {
    Failure::new(AttemptOutcome::Unsendable, format!("webhook_url: {error}"))
}

async fn read(mut response: Response<Incoming>) -> Result<Answer, BoxError> {
    let mut body = Vec::new();
    while body.len() <= BODY_MAX
        && let Some(frame) = response.frame().await
    {
        body.extend(frame?.into_data().unwrap_or_default());
    }
    let mut is_whole = body.len() <= BODY_MAX;
    let headers = response.headers();
    if headers.get(CONTENT_ENCODING).is_some_and(|encoding| encoding == "gzip") && !body.is_empty() {
        let mut decoded = Vec::new();
        let end = GzDecoder::new(&body[..]).take(BODY_MAX as u64 + 1).read_to_end(&mut decoded);
        // What was cut does not decompress to its end.
        if is_whole {
            end?;
        }
        is_whole &= decoded.len() <= BODY_MAX;
        body = decoded;
    }
    body.truncate(BODY_KEPT);
    let retry_after = headers.get(RETRY_AFTER).and_then(|value| value.to_str().ok()).map(str::to_owned);
    // PostgreSQL stores no NUL in a text.
    let body = String::from_utf8_lossy(&body).replace('\0', "");
    Ok(Answer { status: response.status().as_u16(), retry_after, body, is_whole })
}

/// Gives a failure its type, from the causes that lie in the error.
fn failure(error: &(dyn StdError + 'static)) -> Failure {
    let typed = causes(error).find_map(|cause| {
        if let Some(refusal) = cause.downcast_ref::<Refusal>() {
            return Some(match refusal {
                Refusal::Forbidden(_) => AttemptOutcome::ForbiddenAddress,
                Refusal::Unresolvable(_) => AttemptOutcome::Dns,
            });
        }
        if let Some(error) = cause.downcast_ref::<io::Error>() {
            // Of a connection that was made, even one that ends during the TLS handshake.
            let is_end = matches!(error.kind(), ConnectionReset | BrokenPipe | UnexpectedEof);
            return is_end.then_some(AttemptOutcome::Reset);
        }
        let is_large = cause.downcast_ref().is_some_and(hyper::Error::is_parse_too_large);
        if is_large || cause.is::<Overrun>() {
            return Some(AttemptOutcome::TooLarge);
        }
        cause.is::<rustls::Error>().then_some(AttemptOutcome::Tls)
    });
    let is_connect = error.downcast_ref::<legacy::Error>().is_some_and(legacy::Error::is_connect);
    let outcome = typed.unwrap_or(if is_connect { AttemptOutcome::Connect } else { AttemptOutcome::Reset });
    // The causes before the last say less.
    let text = causes(error).last().unwrap_or(error).to_string();
    Failure::new(outcome, text.replace('\0', "").chars().take(ERROR_KEPT).collect::<String>())
}

/// An error, what it came from, and what that came from, and so on.
fn causes<'a>(error: &'a (dyn StdError + 'static)) -> impl Iterator<Item = &'a (dyn StdError + 'static)> {
    std::iter::successors(Some(error), |&error| {
        // An I/O error names its content's source as its own and leaves out the content.
        match error.downcast_ref::<io::Error>().and_then(io::Error::get_ref) {
            Some(content) => Some(content),
            None => error.source(),
        }
    })
}
