//! The HTTP client for webhooks: it reaches only where the [`Guard`] lets it.
//!
//! A literal address in a URL is judged before the request. A name is resolved by the client's own resolver, which
//! refuses it if any of its addresses is forbidden; so the addresses that were judged are the ones connected to,
//! whatever the name server answers the next time. Redirects are not followed and the environment's proxies not
//! used: both would lead around the guard. One deadline covers the whole exchange, and of the answer's body no more is
//! read than it may have, counted after decompression.

use std::error::Error as StdError;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::header::{HeaderMap, RETRY_AFTER};
use reqwest::{Response, redirect, retry};
use url::Url;

use crate::Error;
use crate::choices::AttemptOutcome;
use crate::guard::{Guard, Reach};

/// The largest answer. It is read, so that its connection can be used again.
const BODY_MAX: usize = 64 * 1024;
/// How much of an answer is kept for people to read.
const BODY_KEPT: usize = 4 * 1024;
/// Unused connections are closed before most servers close them (many after 5 s), and before they are many.
const IDLE_TIMEOUT: Duration = Duration::from_secs(4);
const IDLE_PER_HOST: usize = 8;
/// How much of an error's text is kept.
const ERROR_KEPT: usize = 300;

/// A client for all webhooks.
#[derive(Clone, Debug)]
pub(super) struct Client {
    guard: Guard,
    timeout: Duration,
    public: reqwest::Client,
    allowed: reqwest::Client,
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
    /// A client with one deadline for each exchange, from connecting to the last byte.
    ///
    /// # Errors
    /// [`Error::Config`] when the system has no root certificates.
    pub(super) fn new(guard: Guard, timeout: Duration) -> Result<Self, Error> {
        crate::tls::install_crypto_provider();
        let build = |reach| {
            reqwest::Client::builder()
                .dns_resolver(Arc::new(GuardedResolver { guard: guard.clone(), reach }))
                .redirect(redirect::Policy::none())
                .retry(retry::never())
                .no_proxy()
                .http1_only()
                .user_agent(concat!("Almoner/", env!("CARGO_PKG_VERSION"), " (+webhooks)"))
                .pool_idle_timeout(IDLE_TIMEOUT)
                .pool_max_idle_per_host(IDLE_PER_HOST)
                .build()
                .map_err(|error| {
                    let hint = "are the system's root certificates (ca-certificates) installed?";
                    Error::Config(format!("no HTTP client: {}; {hint}", innermost(&error)))
                })
        };
        let (public, allowed) = (build(Reach::PublicOrAllowed)?, build(Reach::AllowedOnly)?);
        Ok(Self { guard, timeout, public, allowed })
    }

    /// Posts a body and reads the answer.
    pub(super) async fn post(&self, url: &str, headers: HeaderMap, body: Bytes) -> Result<Answer, Failure> {
        let url = Url::parse(url)
            .map_err(|error| Failure::new(AttemptOutcome::Unsendable, format!("webhook_url: {error}")))?;
        let client = match self.guard.judge_url(&url) {
            Ok(Reach::PublicOrAllowed) => &self.public,
            Ok(Reach::AllowedOnly) => &self.allowed,
            Err(rule) => {
                return Err(Failure::new(AttemptOutcome::ForbiddenAddress, format!("webhook_url {rule}")));
            }
        };
        let exchange = async { read(client.post(url).headers(headers).body(body).send().await?).await };
        match tokio::time::timeout(self.timeout, exchange).await {
            Ok(answer) => answer.map_err(|error| failure(&error)),
            Err(_) => Err(Failure::new(
                AttemptOutcome::Timeout,
                format!("no full answer within {:?}", self.timeout),
            )),
        }
    }
}

async fn read(mut response: Response) -> Result<Answer, reqwest::Error> {
    let status = response.status().as_u16();
    let retry_after = response.headers().get(RETRY_AFTER);
    let retry_after = retry_after.and_then(|value| value.to_str().ok()).map(str::to_owned);
    let (mut kept, mut length) = (Vec::new(), 0);
    while length <= BODY_MAX
        && let Some(chunk) = response.chunk().await?
    {
        length += chunk.len();
        kept.extend(chunk.into_iter().take(BODY_KEPT - kept.len()));
    }
    // PostgreSQL stores no NUL in a text.
    let body = String::from_utf8_lossy(&kept).replace('\0', "");
    Ok(Answer { status, retry_after, body, is_whole: length <= BODY_MAX })
}

/// Resolves a host and refuses it if any address is forbidden.
#[derive(Debug)]
struct GuardedResolver {
    guard: Guard,
    reach: Reach,
}

/// Why a name leads nowhere.
#[derive(Debug, thiserror::Error)]
enum Refusal {
    #[error("the host has a forbidden address: webhook_url {}", Guard::rule(*.0))]
    Forbidden(Reach),
    #[error("the host does not resolve: {0}")]
    Unresolvable(io::Error),
}

impl Resolve for GuardedResolver {
    fn resolve(&self, name: Name) -> Resolving {
        let (guard, reach) = (self.guard.clone(), self.reach);
        Box::pin(async move {
            // Port 0 stands for the URL's.
            let addresses =
                tokio::net::lookup_host((name.as_str(), 0)).await.map_err(Refusal::Unresolvable)?;
            Ok(Box::new(admitted(addresses, &guard, reach)?.into_iter()) as Addrs)
        })
    }
}

/// All of a host's addresses; none if one of them is forbidden.
fn admitted(
    addresses: impl Iterator<Item = SocketAddr>,
    guard: &Guard,
    reach: Reach,
) -> Result<Vec<SocketAddr>, Refusal> {
    addresses
        .map(|address| guard.permits(address.ip(), reach).then_some(address).ok_or(Refusal::Forbidden(reach)))
        .collect()
}

/// Gives a failure its type, from the causes that lie in the error.
fn failure(error: &reqwest::Error) -> Failure {
    let typed = causes(error).find_map(|cause| {
        if let Some(refusal) = cause.downcast_ref::<Refusal>() {
            return Some(match refusal {
                Refusal::Forbidden(_) => AttemptOutcome::ForbiddenAddress,
                Refusal::Unresolvable(_) => AttemptOutcome::Dns,
            });
        }
        cause.is::<rustls::Error>().then_some(AttemptOutcome::Tls)
    });
    let outcome = typed.unwrap_or_else(|| match error {
        error if error.is_builder() => AttemptOutcome::Unsendable,
        error if error.is_timeout() => AttemptOutcome::Timeout,
        error if error.is_connect() => AttemptOutcome::Connect,
        _ => AttemptOutcome::Reset,
    });
    Failure::new(outcome, innermost(error))
}

/// The text of the first cause: the outer ones repeat the URL, which may hold a receiver's secret.
fn innermost(error: &reqwest::Error) -> String {
    let text = causes(error).last().map_or_else(|| "not a request".to_owned(), ToString::to_string);
    text.replace('\0', "").chars().take(ERROR_KEPT).collect()
}

/// What an error came from, and what that came from, and so on.
fn causes(error: &reqwest::Error) -> impl Iterator<Item = &(dyn StdError + 'static)> {
    std::iter::successors(error.source(), |&error| {
        // An I/O error names its content's source as its own and leaves out the content.
        match error.downcast_ref::<io::Error>().and_then(io::Error::get_ref) {
            Some(content) => Some(content),
            None => error.source(),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_forbidden_address_among_others_is_enough() {
        let admitted = |texts: &[&str]| {
            let addresses = texts.iter().map(|text| text.parse().unwrap());
            admitted(addresses, &Guard::default(), Reach::PublicOrAllowed)
                .map_or(0, |admitted| admitted.len())
        };
        let (public, private) = ("93.184.215.14:0", "[::ffff:10.0.0.1]:0");
        assert_eq!(admitted(&[public, "[2606:4700::1]:0"]), 2);
        assert_eq!(admitted(&[public, private]), 0);
        assert_eq!(admitted(&[private]), 0);
    }
}
