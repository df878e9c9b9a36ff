//! The HTTP/1.1 server: hyper around an endpoint, with limits on the memory and the time that a client can take.
//!
//! Each connection is one task. Its `Progress` records what happens on it, and the task takes its next deadline from
//! there. When the limit of connections is reached, some more are accepted for a short time, only to tell these clients
//! so. Any further clients wait in the system's queue. A single address has a smaller limit. Its excess connections are
//! told so or closed.

use std::convert::Infallible;
use std::future::poll_fn;
use std::io;
use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Poll, ready};
use std::time::Duration;

use futures_util::FutureExt;
use http_body_util::BodyExt;
use http_body_util::combinators::BoxBody;
use hyper::body::{Bytes, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use poem::http::uri::Scheme;
use poem::web::{LocalAddr, RemoteAddr};
use poem::{Endpoint, IntoEndpoint, Request};
use shared::Error;
use shared::process::files::files_max;
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use self::limits::HEAD_MAX;
pub use self::limits::ServerLimits;
use self::progress::{Overdue, Progress, Watched};
use crate::error::AppError;
use crate::http::client_address::TrustedProxies;
use crate::http::headers::forbid_sniffing;
use crate::http::peers::Peers;
use crate::http::request_id::new_request_id;

mod body;
mod limits;
mod progress;
mod refusal;

/// How much of a request or a response is buffered for a connection besides the current chunk, in bytes.
const BUFFER_MAX: usize = 64 * 1024;
/// The system's send buffer for a connection, in bytes. It is small, because a slow reader is noticed only when its
/// buffer is full.
const SEND_BUFFER: u32 = 256 * 1024;
/// How many connections may wait in the system's queue.
const BACKLOG: u32 = 1024;
/// How many connections above the limit are told so at the same time, and how long their request's head may take.
const REFUSED_CONNECTIONS: usize = 64;
const REFUSED_WITHIN: Duration = Duration::from_secs(2);
/// How long to wait when the system has no file descriptor or memory for another connection.
const PAUSE: Duration = Duration::from_secs(1);

/// Returns the limit of connections: the setting, or else the default. Half of the files that the process may open are
/// reserved for everything else, so a larger setting is an error.
pub fn connections_max(setting: Option<usize>) -> Result<usize, Error> {
    let most = files_max().map_or(usize::MAX, |files| (files / 2).max(1));
    match setting {
        Some(connections) if connections > most => Err(Error::Config(format!(
            "ALMONER_MAX_CONNECTIONS must be at most {most}, half of the limit of open files (`ulimit -n`)"
        ))),
        Some(connections) => Ok(connections),
        None => Ok(limits::CONNECTIONS.min(most)),
    }
}

/// Listens on an address.
pub fn bind(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    socket.set_reuseaddr(true)?;
    // Accepted connections inherit it.
    socket.set_send_buffer_size(SEND_BUFFER)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

/// Serves until `stop` is cancelled. Then it accepts no new connections, and lets requests in flight finish if they do
/// so within the grace period. It waits a moment for a connection that has had no request yet: a proxy may have sent a
/// request on it that it cannot safely repeat.
///
/// `proxies` may have any number of connections.
pub async fn serve(
    listener: TcpListener,
    endpoint: impl IntoEndpoint<Endpoint: 'static>,
    limits: ServerLimits,
    proxies: TrustedProxies,
    stop: CancellationToken,
) {
    let (room, refusal_slots) =
        (Arc::new(Semaphore::new(limits.connections)), Arc::new(Semaphore::new(REFUSED_CONNECTIONS)));
    let peers = Peers::new(limits.connections_of_one, proxies);
    let server = Arc::new(Server { endpoint: endpoint.into_endpoint(), limits, stop: stop.clone() });
    let mut connections = JoinSet::new();
    loop {
        let accepted = tokio::select! {
            biased;
            () = stop.cancelled() => break,
            Some(_) = connections.join_next() => continue,
            accepted = listener.accept() => accepted,
        };
        let (stream, peer) = match accepted {
            Ok((stream, address)) => (stream, peers.enter(address.ip())),
            Err(error) if is_of_one_connection(&error) => continue,
            Err(error) => {
                tracing::warn!(%error, "could not accept a connection; trying again");
                tokio::select! {
                    () = stop.cancelled() => break,
                    () = tokio::time::sleep(PAUSE) => continue,
                }
            }
        };
        let (reception, permit) = match (&peer, room.clone().try_acquire_owned()) {
            (Some(_), Ok(permit)) => (Reception::Welcome, Ok(permit)),
            (Some(_), Err(_)) => (Reception::Full, refusal_slots.clone().acquire_owned().await),
            // One client has too many. The others must not wait until all of its connections have been told so.
            (None, _) => match refusal_slots.clone().try_acquire_owned() {
                Ok(permit) => (Reception::Full, Ok(permit)),
                Err(_) => continue,
            },
        };
        let connection = server.clone().connect(stream, reception);
        connections.spawn(async move {
            connection.await;
            drop((permit, peer));
        });
    }
    for stream in waiting(listener) {
        // Without room, the connection is reset, as the system would have done.
        let Ok(permit) = room.clone().try_acquire_owned() else { break };
        let connection = server.clone().connect(stream, Reception::Welcome);
        connections.spawn(async move {
            connection.await;
            drop(permit);
        });
    }
    let finish = async { while connections.join_next().await.is_some() {} };
    if tokio::time::timeout(limits.grace, finish).await.is_err() {
        tracing::warn!(connections = connections.len(), "stopped before all responses were sent");
    }
}

/// Stops listening. Returns the connections that waited in the system's queue: their clients see them as made, and may
/// have sent a request that they cannot safely repeat. The system resets those that are left when the iterator ends.
fn waiting(listener: TcpListener) -> impl Iterator<Item = TcpStream> {
    let listener = listener.into_std().ok();
    // The listener does not block, so accepting fails when none is left.
    std::iter::from_fn(move || listener.as_ref()?.accept().ok()).filter_map(|(stream, _)| {
        stream.set_nonblocking(true).and_then(|()| TcpStream::from_std(stream)).ok()
    })
}

/// Returns whether accepting failed because the client is gone already, and not because the system lacks resources.
fn is_of_one_connection(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset, Interrupted};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset | Interrupted)
}

/// How a new connection is received.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reception {
    Welcome,
    /// There are too many connections, of all or of its address, and its request is answered with 503.
    Full,
}

struct Server<E> {
    endpoint: E,
    limits: ServerLimits,
    stop: CancellationToken,
}

impl<E: Endpoint + 'static> Server<E> {
    /// Serves a connection to its end.
    async fn connect(self: Arc<Self>, stream: TcpStream, reception: Reception) {
        let limits = match reception {
            Reception::Welcome => self.limits,
            Reception::Full => ServerLimits { head: self.limits.head.min(REFUSED_WITHIN), ..self.limits },
        };
        // Without its addresses, the client is gone already.
        let (Ok(local), Ok(remote)) = (stream.local_addr(), stream.peer_addr()) else { return };
        let _ = stream.set_nodelay(true);
        let progress = Progress::new(limits);
        let (server, noted) = (self.clone(), progress.clone());
        let service = service_fn(move |request: hyper::Request<Incoming>| {
            let (server, serving) = (server.clone(), noted.serve());
            async move {
                let addresses = (LocalAddr(local.into()), RemoteAddr(remote.into()));
                let request = Request::from((request, addresses.0, addresses.1, Scheme::HTTP));
                let response = server.answer(request, reception).await;
                // The body owns the guard, because the request is being served until the whole body is made.
                let body = |body: BoxBody<_, _>| {
                    body.map_err(move |error| {
                        let _serving = &serving;
                        error
                    })
                };
                Ok::<_, Infallible>(response.map(body))
            }
        });
        let mut connection = http1::Builder::new()
            .header_read_timeout(None)
            .max_header_size(HEAD_MAX)
            .max_buf_size(BUFFER_MAX)
            .keep_alive(reception == Reception::Welcome)
            .serve_connection(TokioIo::new(Watched::new(stream, progress.clone())), service);

        let mut stopped = pin!(self.stop.cancelled().fuse());
        let (mut is_stopping, mut is_last) = (false, false);
        let mut timer = pin!(tokio::time::sleep(Duration::ZERO));
        let ended = poll_fn(|context| {
            if stopped.as_mut().poll(context).is_ready() {
                is_stopping = true;
                progress.hurry(Instant::now() + limits.first_request);
            }
            loop {
                // hyper would close a new connection at once, although its first request may be on its way.
                if is_stopping && !is_last && !progress.is_new() {
                    is_last = true;
                    Pin::new(&mut connection).graceful_shutdown();
                }
                if let Poll::Ready(ended) = Pin::new(&mut connection).poll(context) {
                    return Poll::Ready(Ok(ended));
                }
                if !is_stopping || is_last || progress.is_new() {
                    break;
                }
            }
            while let Some(deadline) = progress.deadline() {
                if timer.deadline() != deadline {
                    timer.as_mut().reset(deadline);
                }
                ready!(timer.as_mut().poll(context));
                if let Some(overdue) = progress.overdue(Instant::now()) {
                    return Poll::Ready(Err(overdue));
                }
            }
            Poll::Pending
        });
        let ended = ended.await;
        let http1::Parts { io, read_buf: unread, .. } = connection.into_parts();
        let stream = io.into_inner().into_stream();
        let refused = match ended {
            Ok(Err(error)) if error.is_parse_too_large() => Some(refusal::exceeded(&unread)),
            Ok(Err(error)) if error.is_parse() => {
                Some(AppError::BadRequest(format!("the request is not HTTP/1.1: {error}")))
            }
            Err(Overdue::Head) => {
                let head = humantime::format_duration(limits.head);
                Some(AppError::TooSlow(format!("the request's line and headers must come within {head}")))
            }
            Err(Overdue::Reader) => {
                tracing::info!(%remote, "a client reads its response too slowly; closing the connection");
                // Reset the connection, so that the system discards what it still buffers for this client.
                let _ = stream.set_zero_linger();
                return;
            }
            Ok(Ok(()) | Err(_)) | Err(Overdue::Idle) => None,
        };
        // In any other phase a response has begun already, or there is nothing to answer.
        if let Some(error) = refused.filter(|_| progress.awaits_head()) {
            refusal::send(stream, error).await;
        }
    }

    async fn answer(
        &self,
        mut request: Request,
        reception: Reception,
    ) -> hyper::Response<BoxBody<Bytes, io::Error>> {
        let mut response = if reception == Reception::Full {
            AppError::TooManyConnections.into_envelope(&new_request_id())
        } else {
            let body = request.take_body();
            if !body.is_empty() {
                request.set_body(body::in_time(body, &self.limits));
            }
            self.endpoint.get_response(request).await
        };
        forbid_sniffing(response.headers_mut());
        response.into()
    }
}
