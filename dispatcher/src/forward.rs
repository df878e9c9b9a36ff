//! `almoner-dispatcher listen --forward-to`: sends the events of a service on to a receiver under development, signed as a webhook
//! would be. It reads them from the event log with an API key, so the service needs no webhook, and cannot reach the receiver nor
//! has to. It makes one attempt for each event, and does not try again.

use std::time::{Duration, Instant, UNIX_EPOCH};

use reqwest::header::{CONTENT_TYPE, DATE};
use reqwest::redirect::Policy;
use reqwest::{Client, Response, Url, retry};
use serde::Deserialize;
use serde_json::value::RawValue;
use shared::Error;
use shared::crypto::tls::install_crypto_provider;
use shared::values::clock::{Clock, rfc3339};
use shared::webhooks::signature::{WebhookSecret, sign};

/// How often to look for new events.
const EVERY: Duration = Duration::from_secs(1);
/// How many events are read at once.
const LIMIT: usize = 100;
/// How long an answer may take.
const TIMEOUT: Duration = Duration::from_secs(15);

/// What to forward, and where to.
#[derive(Debug)]
pub(crate) struct Forwarding {
    /// The address of the service.
    pub(crate) from: Url,
    /// A key of the account.
    pub(crate) key: String,
    /// The receiver's URL.
    pub(crate) to: Url,
    /// The secret to sign with.
    pub(crate) secret: WebhookSecret,
    /// Whether it was made now, so that the user must be told.
    pub(crate) is_new: bool,
}

#[derive(Deserialize)]
struct Page<'a> {
    #[serde(borrow)]
    data: Vec<&'a RawValue>,
}

#[derive(Deserialize)]
struct Event {
    id: String,
    #[serde(rename = "type")]
    name: String,
}

/// Forwards all events from now on, until this future is dropped.
///
/// # Errors
/// [`Error::Config`] if the service refuses the key, or is not there when this begins.
#[allow(clippy::print_stdout, clippy::print_stderr, reason = "this command's output is for people to read")]
pub(crate) async fn forward(forwarding: Forwarding) -> Result<(), Error> {
    install_crypto_provider();
    // As the service treats receivers: it follows no redirect, uses no proxy, and repeats nothing by itself.
    let client = Client::builder().timeout(TIMEOUT).redirect(Policy::none()).no_proxy().retry(retry::never());
    let client =
        client.build().map_err(|error| Error::Config(format!("cannot create the HTTP client: {error}")))?;
    let now_s = Clock::default().now_ms() / 1000;
    let first = read(&client, &forwarding, &format!("since={}", rfc3339(now_s * 1000))).await;
    let (service_s, _) = first.map_err(Stop::into_error)?;
    // Events have the service's time.
    let mut place = format!("since={}", rfc3339(service_s.unwrap_or(now_s) * 1000));
    let Forwarding { from, to, secret, is_new, .. } = &forwarding;
    let signed = if *is_new { format!(", signed with {secret}") } else { String::new() };
    println!("Forwarding events of {from} to {to}{signed}. Ctrl-C ends.");
    loop {
        match read(&client, &forwarding, &place).await {
            Ok((_, body)) => {
                let page = serde_json::from_str(&body);
                let Page { data } =
                    page.map_err(|_| Error::Config(format!("{from} does not answer as Almoner does")))?;
                for event in &data {
                    let Event { id, name } = serde_json::from_str(event.get())?;
                    let began = Instant::now();
                    let answer = send(&client, &forwarding, &id, event.get()).await;
                    println!("{name} {id}: {answer} after {} ms", began.elapsed().as_millis());
                    place = format!("after={id}");
                }
                if data.len() == LIMIT {
                    continue;
                }
            }
            Err(Stop::Later(error)) => eprintln!("{error}; trying again"),
            // A sandbox was emptied, so its log is short.
            Err(Stop::Gone) if !place.is_empty() => {
                eprintln!("The service has removed the last event: going on with the first that it has");
                place = String::new();
            }
            Err(error) => return Err(error.into_error()),
        }
        tokio::time::sleep(EVERY).await;
    }
}

/// Why events cannot be read, for people.
enum Stop {
    Later(String),
    ForGood(String),
    /// The event after which to go on is removed.
    Gone,
}

impl Stop {
    fn into_error(self) -> Error {
        Error::Config(match self {
            Self::Later(error) | Self::ForGood(error) => error,
            Self::Gone => "the service has just removed its events: start this again".to_owned(),
        })
    }
}

/// Reads the next events. Returns the service's time, in seconds since the Unix epoch, and the answer.
async fn read(
    client: &Client,
    Forwarding { from, key, .. }: &Forwarding,
    place: &str,
) -> Result<(Option<i64>, String), Stop> {
    // The web application shows the address with the path of the API.
    let origin = from.as_str().trim_end_matches('/').trim_end_matches("/api/v1");
    let url = format!("{origin}/api/v1/events?limit={LIMIT}&{place}");
    let answer = client.get(url).bearer_auth(key).send().await;
    let answer = answer.and_then(Response::error_for_status);
    let failed = |error: reqwest::Error| match error.status().map(|status| status.as_u16()) {
        Some(403) => {
            Stop::ForGood("the service does not know the key: pass --key, or set API_KEY".to_owned())
        }
        Some(422) => Stop::Gone,
        Some(status) => Stop::Later(format!("the service answers {status} to a request for its events")),
        None => Stop::Later(format!("the service cannot be reached at {from}")),
    };
    let answer = answer.map_err(failed)?;
    let date =
        answer.headers().get(DATE).and_then(|date| httpdate::parse_http_date(date.to_str().ok()?).ok());
    let since_1970 = date.and_then(|date| date.duration_since(UNIX_EPOCH).ok());
    let now_s = since_1970.and_then(|since| i64::try_from(since.as_secs()).ok());
    Ok((now_s, answer.text().await.map_err(failed)?))
}

/// Sends an event to the receiver, and returns what became of it.
async fn send(client: &Client, Forwarding { to, secret, .. }: &Forwarding, id: &str, body: &str) -> String {
    let timestamp_s = Clock::default().now_ms() / 1000;
    let signature = sign(std::slice::from_ref(secret), id, timestamp_s, body.as_bytes());
    let request = client.post(to.clone()).header(CONTENT_TYPE, "application/json").header("webhook-id", id);
    let request = request.header("webhook-timestamp", timestamp_s).header("webhook-signature", signature);
    match request.body(body.to_owned()).send().await {
        Ok(answer) => format!("answered {}", answer.status().as_u16()),
        Err(error) if error.is_timeout() => format!("no answer within {TIMEOUT:?}"),
        Err(_) => "the receiver cannot be reached".to_owned(),
    }
}
