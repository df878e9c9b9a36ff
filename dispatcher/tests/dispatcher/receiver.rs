//! A receiver of webhooks. It keeps the requests it got, and answers as the test says.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use bytes::Bytes;
use poem::http::HeaderMap;
use poem::listener::{Acceptor, Listener, TcpListener};
use poem::web::Data;
use poem::{Body, EndpointExt, Request, Response, Server, handler};
use shared::webhooks::signature::WebhookSecret;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::world::until;

/// A request as it came.
#[derive(Clone, Debug)]
pub(crate) struct Received {
    /// The client's address, which tells connections apart.
    pub(crate) connection: String,
    pub(crate) path: String,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
    pub(crate) at: Instant,
}

impl Received {
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// Returns whether the request carries a valid Standard Webhooks signature.
    pub(crate) fn is_signed_with(&self, secret: &WebhookSecret) -> bool {
        let timestamp_s = self.header("webhook-timestamp").parse().unwrap();
        secret.verify(self.header("webhook-id"), timestamp_s, &self.body, self.header("webhook-signature"))
    }
}

/// The answer, and its time.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(&'static str, String)>,
    pub(crate) body: Vec<u8>,
    pub(crate) after: Duration,
}

impl Reply {
    pub(crate) fn status(status: u16) -> Self {
        Self { status, ..Self::default() }
    }

    pub(crate) fn after(after: Duration) -> Self {
        Self { status: 200, after, ..Self::default() }
    }
}

/// Returns the reply to the `n`th request, counted from 0.
type Script = dyn Fn(usize) -> Reply + Send + Sync;

struct State {
    /// Whether answers are held back.
    held: watch::Sender<bool>,
    script: Box<Script>,
    received: Mutex<Vec<Received>>,
    concurrent: AtomicUsize,
    concurrent_max: AtomicUsize,
}

/// A running receiver; it ends when it is dropped.
pub(crate) struct Receiver {
    port: u16,
    state: Arc<State>,
    server: JoinHandle<()>,
}

impl Drop for Receiver {
    fn drop(&mut self) {
        self.server.abort();
    }
}

impl Receiver {
    /// Starts a receiver. `script` gets the number of earlier requests and returns the reply.
    pub(crate) async fn start(script: impl Fn(usize) -> Reply + Send + Sync + 'static) -> Self {
        let acceptor = TcpListener::bind("127.0.0.1:0").into_acceptor().await.unwrap();
        let port = acceptor.local_addr()[0].as_socket_addr().unwrap().port();
        let state = Arc::new(State {
            held: watch::Sender::new(false),
            script: Box::new(script),
            received: Mutex::default(),
            concurrent: AtomicUsize::default(),
            concurrent_max: AtomicUsize::default(),
        });
        let app = receive.data(state.clone());
        let server = tokio::spawn(async move { Server::new_with_acceptor(acceptor).run(app).await.unwrap() });
        Self { port, state, server }
    }

    /// Starts a receiver that always answers with this status.
    pub(crate) async fn answering(status: u16) -> Self {
        Self::start(move |_| Reply::status(status)).await
    }

    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    pub(crate) fn url(&self) -> String {
        format!("http://127.0.0.1:{}/hook", self.port)
    }

    /// Returns the requests that have come so far.
    pub(crate) fn received(&self) -> Vec<Received> {
        self.state.received.lock().unwrap().clone()
    }

    /// Waits until that many requests have come.
    pub(crate) async fn wait_for(&self, count: usize) -> Vec<Received> {
        until(&format!("{count} requests"), async || {
            let come = self.state.received.lock().unwrap().len();
            (come >= count).then(|| self.received())
        })
        .await
    }

    /// Holds every answer back, until it is told not to.
    pub(crate) fn hold(&self, held: bool) {
        self.state.held.send_replace(held);
    }

    /// Returns the most requests that were in progress at once.
    pub(crate) fn concurrent_max(&self) -> usize {
        self.state.concurrent_max.load(Ordering::SeqCst)
    }
}

#[handler]
async fn receive(request: &Request, body: Body, Data(state): Data<&Arc<State>>) -> Response {
    let concurrent = state.concurrent.fetch_add(1, Ordering::SeqCst) + 1;
    state.concurrent_max.fetch_max(concurrent, Ordering::SeqCst);
    let body = body.into_bytes().await.unwrap();
    let reply = {
        let mut received = state.received.lock().unwrap();
        received.push(Received {
            connection: request.remote_addr().to_string(),
            path: request.uri().path().to_owned(),
            headers: request.headers().clone(),
            body,
            at: Instant::now(),
        });
        (state.script)(received.len() - 1)
    };
    tokio::time::sleep(reply.after).await;
    state.held.subscribe().wait_for(|held| !held).await.unwrap();
    state.concurrent.fetch_sub(1, Ordering::SeqCst);
    let mut response = Response::builder().status(reply.status.try_into().unwrap());
    for (name, value) in reply.headers {
        response = response.header(name, value);
    }
    response.body(reply.body)
}
