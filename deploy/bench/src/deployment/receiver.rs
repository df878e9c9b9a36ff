//! A receiver of webhooks that remembers what arrives.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use poem::http::StatusCode;
use poem::listener::{Acceptor, Listener, TcpListener};
use poem::web::Data;
use poem::{Body, EndpointExt, Request, Route, Server, handler};
use shared::clock::Clock;

/// One request.
#[derive(Clone, Debug)]
pub struct Received {
    /// By their names in lower case.
    pub headers: BTreeMap<String, String>,
    /// As it came.
    pub body: String,
    /// When, in milliseconds since the Unix epoch.
    pub at_ms: i64,
}

impl Received {
    /// The event's id.
    pub fn id(&self) -> &str {
        &self.headers["webhook-id"]
    }
}

/// A running receiver; it ends with its runtime.
#[derive(Debug)]
pub struct Receiver {
    /// Its address.
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
    /// Starts one on a free port.
    pub async fn start() -> Self {
        let acceptor = TcpListener::bind("127.0.0.1:0").into_acceptor().await.unwrap();
        let address = *acceptor.local_addr()[0].as_socket_addr().unwrap();
        let state = State::default();
        let app = Route::new().at("/", poem::post(receive)).data(state.clone());
        tokio::spawn(Server::new_with_acceptor(acceptor).run(app));
        Self { url: format!("http://{address}/"), state }
    }

    /// From now on, answers only after so long.
    pub fn delay(&self, delay: Duration) {
        *self.state.delay.lock().unwrap() = delay;
    }

    /// What has arrived, in this order.
    pub fn received(&self) -> Vec<Received> {
        self.state.received.lock().unwrap().clone()
    }

    /// What has arrived, which it then forgets.
    pub fn take(&self) -> Vec<Received> {
        std::mem::take(&mut self.state.received.lock().unwrap())
    }
}

#[handler]
async fn receive(request: &Request, body: Body, state: Data<&State>) -> StatusCode {
    let at_ms = Clock::default().now_ms();
    let text = |value: &poem::http::HeaderValue| value.to_str().unwrap().to_owned();
    let headers = request.headers().iter().map(|(name, value)| (name.to_string(), text(value))).collect();
    let Ok(body) = body.into_string().await else {
        // Whoever sent it was killed in the middle.
        return StatusCode::BAD_REQUEST;
    };
    state.received.lock().unwrap().push(Received { headers, body, at_ms });
    let delay = *state.delay.lock().unwrap();
    tokio::time::sleep(delay).await;
    StatusCode::NO_CONTENT
}
