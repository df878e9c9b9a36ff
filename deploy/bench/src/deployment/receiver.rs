//! A receiver of webhooks that keeps the requests that arrive.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use poem::http::{HeaderValue, StatusCode};
use poem::listener::{Acceptor, Listener, TcpListener};
use poem::web::Data;
use poem::{Body, EndpointExt, Request, Route, Server, handler};
use shared::values::clock::Clock;

use super::lock;
use crate::Error;

/// A request that has arrived.
#[derive(Clone, Debug)]
pub struct Received {
    /// The headers, by their names in lower case.
    pub headers: BTreeMap<String, String>,
    /// The body as it came.
    pub body: String,
    /// When it arrived, in milliseconds since the Unix epoch.
    pub at_ms: i64,
}

impl Received {
    /// Returns the event's id.
    pub fn id(&self) -> &str {
        &self.headers["webhook-id"]
    }
}

/// A running receiver. It ends with its async runtime.
#[derive(Debug)]
pub struct Receiver {
    /// The URL of the receiver.
    pub url: String,
    state: State,
}

#[derive(Clone, Debug, Default)]
struct State {
    received: Arc<Mutex<Vec<Received>>>,
    /// How long each answer takes.
    delay: Arc<Mutex<Duration>>,
}

impl Receiver {
    /// Starts a receiver on a free port.
    pub async fn start() -> Result<Self, Error> {
        let acceptor = TcpListener::bind("127.0.0.1:0").into_acceptor().await?;
        let address = acceptor.local_addr().remove(0);
        let address = address.as_socket_addr().ok_or("a TCP listener has an address")?.to_owned();
        let state = State::default();
        let app = Route::new().at("/", poem::post(receive)).data(state.clone());
        tokio::spawn(Server::new_with_acceptor(acceptor).run(app));
        Ok(Self { url: format!("http://{address}/"), state })
    }

    /// Makes the receiver wait this long before each answer.
    pub fn delay(&self, delay: Duration) {
        *lock(&self.state.delay) = delay;
    }

    /// Returns the requests that have arrived, oldest first.
    pub fn received(&self) -> Vec<Received> {
        lock(&self.state.received).clone()
    }

    /// Returns the requests that have arrived, and removes them.
    pub fn take(&self) -> Vec<Received> {
        std::mem::take(&mut lock(&self.state.received))
    }
}

#[handler]
async fn receive(request: &Request, body: Body, state: Data<&State>) -> StatusCode {
    let at_ms = Clock::default().now_ms();
    let text = |value: &HeaderValue| String::from_utf8_lossy(value.as_bytes()).into_owned();
    let headers = request.headers().iter().map(|(name, value)| (name.to_string(), text(value))).collect();
    let Ok(body) = body.into_string().await else {
        // The body broke off, because its sender was killed.
        return StatusCode::BAD_REQUEST;
    };
    lock(&state.received).push(Received { headers, body, at_ms });
    let delay = *lock(&state.delay);
    tokio::time::sleep(delay).await;
    StatusCode::NO_CONTENT
}
