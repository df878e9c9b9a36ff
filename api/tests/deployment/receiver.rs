//! A receiver of webhooks that remembers what arrives.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use poem::http::StatusCode;
use poem::listener::{Acceptor, Listener, TcpListener};
use poem::web::Data;
use poem::{Body, EndpointExt, Request, Route, Server, handler};

/// One request: its webhook headers and its body.
#[derive(Clone, Debug)]
pub(crate) struct Received {
    pub(crate) headers: BTreeMap<String, String>,
    pub(crate) body: String,
}

impl Received {
    pub(crate) fn id(&self) -> &str {
        &self.headers["webhook-id"]
    }
}

#[derive(Clone, Default)]
struct State {
    received: Arc<Mutex<Vec<Received>>>,
    /// How long each answer takes.
    delay: Arc<Mutex<Duration>>,
}

pub(crate) struct Receiver {
    pub(crate) url: String,
    state: State,
}

impl Receiver {
    pub(crate) async fn start() -> Self {
        let acceptor = TcpListener::bind("127.0.0.1:0").into_acceptor().await.unwrap();
        let address = *acceptor.local_addr()[0].as_socket_addr().unwrap();
        let state = State::default();
        let app = Route::new().at("/", poem::post(receive)).data(state.clone());
        tokio::spawn(Server::new_with_acceptor(acceptor).run(app));
        Self { url: format!("http://{address}/"), state }
    }

    /// From now on, answers only after so long.
    pub(crate) fn delay(&self, delay: Duration) {
        *self.state.delay.lock().unwrap() = delay;
    }

    /// What has arrived, in this order.
    pub(crate) fn received(&self) -> Vec<Received> {
        self.state.received.lock().unwrap().clone()
    }
}

#[handler]
async fn receive(request: &Request, body: Body, state: Data<&State>) -> StatusCode {
    let text = |value: &poem::http::HeaderValue| value.to_str().unwrap().to_owned();
    let headers = request.headers().iter().map(|(name, value)| (name.to_string(), text(value))).collect();
    let received = Received { headers, body: body.into_string().await.unwrap() };
    state.received.lock().unwrap().push(received);
    let delay = *state.delay.lock().unwrap();
    tokio::time::sleep(delay).await;
    StatusCode::NO_CONTENT
}
