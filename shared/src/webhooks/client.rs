//! The HTTP client for webhooks. It connects only to addresses that the [`Guard`] permits.
//!
//! The guard judges an IP address in a URL before the request. A host name is resolved by the client's own resolver,
//! which refuses the host if any of its addresses is forbidden. So the client connects to the very addresses that were
//! judged, even if the name server answers differently the next time. Redirects are not followed and the environment's
//! proxies are not used, because both would bypass the guard. One deadline covers the whole exchange. The size of the
//! answer is limited, before decompression and after it.

use std::error::Error as StdError;
use std::io::ErrorKind::{BrokenPipe, ConnectionReset, UnexpectedEof};
use std::io::{self, Read};
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use flate2::read::GzDecoder;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::header::{ACCEPT_ENCODING, CONTENT_ENCODING, HeaderMap, HeaderValue, RETRY_AFTER};
use reqwest::{Response, redirect, retry};
use url::Url;

use crate::Error;
use crate::values::choices::AttemptOutcome;
use crate::webhooks::guard::{Guard, Reach, Refusal};
use crate::webhooks::words;

/// The largest answer. It is read to its end, so that its connection can be used again.
const BODY_MAX: usize = 64 * 1024;
/// Idle connections are closed before most servers close them (many do so after 5 s).
const IDLE_TIMEOUT: Duration = Duration::from_secs(4);
/// As many are kept per host as a webhook may have attempts in flight at most, so that none has to connect anew.
const IDLE_PER_HOST: usize = 1000;
/// The part of an error's text that is kept.
const ERROR_KEPT: usize = 300;

/// The client for all webhooks.
#[derive(Clone, Debug)]
pub(super) struct Client {
    guard: Guard,
    timeout: Duration,
    public: reqwest::Client,
    allowed: reqwest::Client,
}

/// A receiver's answer.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) status: u16,
    /// The `Retry-After` header, unchanged.
    pub(super) retry_after: Option<String>,
    /// The body, or as much of it as was read.
    pub(super) body: String,
    /// Whether the body has been read to its end. False if it is too large.
    pub(super) is_whole: bool,
}

/// The reason for no answer.
#[derive(Debug)]
pub(super) struct Failure {
    pub(super) outcome: AttemptOutcome,
    /// The error, for people to read. It contains no part of the URL.
    pub(super) error: String,
}

impl Failure {
    pub(super) fn new(outcome: AttemptOutcome, error: impl Into<String>) -> Self {
        Self { outcome, error: error.into() }
    }
}

impl Client {
    /// Creates a client with one deadline for each exchange, from the look-up of the host to the last byte.
    ///
    /// # Errors
    /// [`Error::Config`] when the system has no root certificates.
    pub(super) fn new(guard: Guard, timeout: Duration) -> Result<Self, Error> {
        crate::crypto::tls::install_crypto_provider();
        let build = |reach| {
            reqwest::Client::builder()
                .dns_resolver(Arc::new(GuardedResolver { guard: guard.clone(), reach }))
                .redirect(redirect::Policy::none())
                .retry(retry::never())
                .no_proxy()
                .http1_only()
                .user_agent(concat!("Almoner/", env!("CARGO_PKG_VERSION"), " (+webhooks)"))
                // `read` decompresses the answer, because it limits the size before and after.
                .default_headers([(ACCEPT_ENCODING, HeaderValue::from_static("gzip"))].into_iter().collect())
                .pool_idle_timeout(IDLE_TIMEOUT)
                .pool_max_idle_per_host(IDLE_PER_HOST)
                .build()
                .map_err(|error| {
                    let hint = "check that the system's root certificates (ca-certificates) are installed";
                    Error::Config(format!("cannot create the HTTP client: {}; {hint}", innermost(&error)))
                })
        };
        let (public, allowed) = (build(Reach::PublicOrAllowed)?, build(Reach::AllowedOnly)?);
        Ok(Self { guard, timeout, public, allowed })
    }

    /// Posts a body and reads the answer.
    pub(super) async fn post(&self, url: &str, headers: HeaderMap, body: Bytes) -> Result<Answer, Failure> {
        let url = Url::parse(url).map_err(|_| {
            Failure::new(AttemptOutcome::Unsendable, "webhook_url must be an http or https URL")
        })?;
        let client = match self.guard.check_url(&url) {
            Ok(Reach::PublicOrAllowed) => &self.public,
            Ok(Reach::AllowedOnly) => &self.allowed,
            Err(rule) => {
                return Err(Failure::new(AttemptOutcome::ForbiddenAddress, format!("webhook_url {rule}")));
            }
        };
        let exchange = async { read(client.post(url).headers(headers).body(body).send().await?).await };
        match tokio::time::timeout(self.timeout, exchange).await {
            Ok(answer) => answer.map_err(|error| failure(&*error)),
            Err(_) => Err(Failure::new(
                AttemptOutcome::Timeout,
                format!("no full answer within {:?}", self.timeout),
            )),
        }
    }
}

/// An error on the way to an answer.
type BoxError = Box<dyn StdError + Send + Sync>;

async fn read(mut response: Response) -> Result<Answer, BoxError> {
    let mut body = Vec::new();
    while body.len() <= BODY_MAX
        && let Some(chunk) = response.chunk().await?
    {
        body.extend(chunk);
    }
    let mut is_whole = body.len() <= BODY_MAX;
    let headers = response.headers();
    if headers.get(CONTENT_ENCODING).is_some_and(|encoding| encoding == "gzip") && !body.is_empty() {
        let mut decoded = Vec::new();
        // Decompress as far as possible and ignore errors: a truncated body has no end, and a broken body does not
        // change what the status says.
        let _ = GzDecoder::new(&body[..]).take(BODY_MAX as u64 + 1).read_to_end(&mut decoded);
        is_whole &= decoded.len() <= BODY_MAX;
        body = decoded;
    }
    let retry_after = headers.get(RETRY_AFTER).and_then(|value| value.to_str().ok()).map(str::to_owned);
    // PostgreSQL cannot store NUL in a text.
    let body = String::from_utf8_lossy(&body).replace('\0', "");
    Ok(Answer { status: response.status().as_u16(), retry_after, body, is_whole })
}

/// A resolver that returns only addresses that the guard permits.
#[derive(Debug)]
struct GuardedResolver {
    guard: Guard,
    reach: Reach,
}

impl Resolve for GuardedResolver {
    fn resolve(&self, name: Name) -> Resolving {
        let (guard, reach) = (self.guard.clone(), self.reach);
        Box::pin(async move {
            let addresses = guard.resolve(name.as_str(), reach).await?;
            Ok(Box::new(addresses.into_iter()) as Addrs)
        })
    }
}

/// Finds the outcome for an error, from the causes in it.
fn failure(error: &(dyn StdError + 'static)) -> Failure {
    let typed = causes(error).find_map(|cause| {
        if let Some(refusal) = cause.downcast_ref::<Refusal>() {
            return Some(match refusal {
                Refusal::Forbidden(_) => AttemptOutcome::ForbiddenAddress,
                Refusal::Unresolvable(_) => AttemptOutcome::Dns,
            });
        }
        if let Some(error) = cause.downcast_ref::<io::Error>() {
            // The connection was made and then ended, perhaps during the TLS handshake.
            let is_end = matches!(error.kind(), ConnectionReset | BrokenPipe | UnexpectedEof);
            return is_end.then_some(AttemptOutcome::Reset);
        }
        // The headers are too large.
        if cause.downcast_ref().is_some_and(hyper::Error::is_parse_too_large) {
            return Some(AttemptOutcome::TooLarge);
        }
        cause.is::<rustls::Error>().then_some(AttemptOutcome::Tls)
    });
    let outcome = typed.unwrap_or_else(|| match error.downcast_ref::<reqwest::Error>() {
        Some(error) if error.is_builder() => AttemptOutcome::Unsendable,
        Some(error) if error.is_connect() => AttemptOutcome::Connect,
        _ => AttemptOutcome::Reset,
    });
    Failure::new(outcome, innermost(error))
}

/// Says what has gone wrong, in words or as the innermost cause says it. The outer errors say less and repeat the URL, which
/// may hold a receiver's secret.
fn innermost(error: &(dyn StdError + 'static)) -> String {
    let innermost = causes(error).last().filter(|cause| !cause.is::<reqwest::Error>());
    let words = causes(error).find_map(|cause| {
        let of_connection = cause.downcast_ref().and_then(words::of_io);
        let of_answer = || cause.downcast_ref().and_then(words::of_http);
        of_connection.or_else(of_answer).or_else(|| cause.downcast_ref().map(words::of_tls))
    });
    let text = words.map(str::to_owned).or_else(|| innermost.map(ToString::to_string));
    let text = text.unwrap_or_else(|| "the request could not be sent".to_owned());
    text.replace('\0', "").chars().take(ERROR_KEPT).collect()
}

/// Returns an error, its cause, the cause of that, and so on.
fn causes<'a>(error: &'a (dyn StdError + 'static)) -> impl Iterator<Item = &'a (dyn StdError + 'static)> {
    std::iter::successors(Some(error), |&error| {
        // `io::Error::source` skips the error inside and returns the source of that error, so look inside first.
        match error.downcast_ref::<io::Error>().and_then(io::Error::get_ref) {
            Some(content) => Some(content),
            None => error.source(),
        }
    })
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::net::IpAddr;

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    /// Posts to a URL whose host has these addresses.
    async fn post(url: &str, addresses: Vec<IpAddr>) -> Result<Answer, Failure> {
        let guard = Guard::new(vec!["10.0.0.0/8".parse().unwrap()]).with_lookup(move |_| addresses.clone());
        let client = Client::new(guard, Duration::from_secs(10)).unwrap();
        client.post(url, HeaderMap::new(), Bytes::new()).await
    }

    /// Reads an answer with this body.
    async fn answer(encoding: &str, body: Vec<u8>) -> Answer {
        let response = hyper::Response::builder().header(CONTENT_ENCODING, encoding).body(body).unwrap();
        read(response.into()).await.unwrap()
    }

    #[tokio::test]
    async fn an_answer_may_have_64_kib_also_when_it_is_decompressed() {
        for (size, is_whole) in [(BODY_MAX, true), (BODY_MAX + 1, false)] {
            let body = "a".repeat(size);
            let plain = answer("identity", body.clone().into_bytes()).await;
            assert_eq!((plain.is_whole, plain.body == body), (is_whole, true), "{size} bytes");
            let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
            encoder.write_all(body.as_bytes()).unwrap();
            let compressed = answer("gzip", encoder.finish().unwrap()).await;
            assert_eq!((compressed.is_whole, compressed.body == body), (is_whole, true), "{size} bytes");
        }
    }

    #[tokio::test]
    async fn a_name_is_judged_by_what_its_url_may_reach() {
        let public = vec!["93.184.215.14".parse().unwrap()];
        for url in ["http://moved.example/?token=hush", "https://moved.example:9000/?token=hush"] {
            let failure = post(url, public.clone()).await.unwrap_err();
            assert_eq!(failure.outcome, AttemptOutcome::ForbiddenAddress, "{url}");
            assert!(failure.error.starts_with("the host has a forbidden address: "), "{}", failure.error);
        }
    }

    #[tokio::test]
    async fn a_failure_says_its_innermost_cause() {
        let failure = post("https://missing.example/?token=hush", Vec::new()).await.unwrap_err();
        assert_eq!(failure.outcome, AttemptOutcome::Dns);
        assert!(failure.error.starts_with("the host does not resolve"), "{}", failure.error);
    }
}
