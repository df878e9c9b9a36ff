//! Connections to receivers: to addresses that the [`Guard`] has judged, and with a bound on what comes back.

use std::error::Error as StdError;
use std::fmt;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use hyper::Uri;
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder, MaybeHttpsStream};
use hyper_util::client::legacy::connect::dns::Name;
use hyper_util::client::legacy::connect::{Connected, Connection, HttpConnector};
use hyper_util::rt::TokioIo;
use rustls::ClientConfig;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tower_service::Service;

use crate::guard::{Guard, Reach};

/// How much a receiver may send in answer to one request, with all that HTTP puts around a body. What a client skips
/// (interim responses, the framing of chunks) has no other end than the deadline, and keeps a processor busy.
const EXCHANGE_MAX: usize = 256 * 1024;

pub(super) type BoxError = Box<dyn StdError + Send + Sync>;
type BoxFuture<T> = Pin<Box<dyn Future<Output = Result<T, BoxError>> + Send>>;

/// Connects, with TLS where the URL says so.
#[derive(Clone)]
pub(super) struct Connector(HttpsConnector<HttpConnector<GuardedResolver>>);

impl Connector {
    pub(super) fn new(guard: Guard, reach: Reach, tls: ClientConfig) -> Self {
        let mut tcp = HttpConnector::new_with_resolver(GuardedResolver { guard, reach });
        tcp.enforce_http(false);
        tcp.set_nodelay(true);
        let tls = HttpsConnectorBuilder::new().with_tls_config(tls).https_or_http().enable_http1();
        Self(tls.wrap_connector(tcp))
    }
}

impl fmt::Debug for Connector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Connector")
    }
}

impl Service<Uri> for Connector {
    type Response = TokioIo<Metered>;
    type Error = BoxError;
    type Future = BoxFuture<Self::Response>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), BoxError>> {
        self.0.poll_ready(cx)
    }

    fn call(&mut self, uri: Uri) -> Self::Future {
        let connecting = self.0.call(uri);
        Box::pin(async { Ok(TokioIo::new(Metered { stream: TokioIo::new(connecting.await?), read: 0 })) })
    }
}

/// Hands over the addresses that the guard has judged.
#[derive(Clone, Debug)]
struct GuardedResolver {
    guard: Guard,
    reach: Reach,
}

impl Service<Name> for GuardedResolver {
    type Response = std::vec::IntoIter<SocketAddr>;
    type Error = BoxError;
    type Future = BoxFuture<Self::Response>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), BoxError>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, name: Name) -> Self::Future {
        let Self { guard, reach } = self.clone();
        Box::pin(async move { Ok(guard.resolve(name.as_str(), reach).await?.into_iter()) })
    }
}

/// A connection that fails when a receiver sends too much in answer to one request.
pub(super) struct Metered {
    stream: TokioIo<MaybeHttpsStream<TokioIo<TcpStream>>>,
    /// Bytes since a request was written.
    read: usize,
}

/// A receiver sent more than an exchange may take.
#[derive(Debug, thiserror::Error)]
#[error("the receiver sent over {EXCHANGE_MAX} bytes")]
pub(super) struct Overrun;

impl AsyncRead for Metered {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let filled = buffer.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(cx, buffer))?;
        self.read += buffer.filled().len() - filled;
        Poll::Ready(if self.read > EXCHANGE_MAX { Err(io::Error::other(Overrun)) } else { Ok(()) })
    }
}

impl AsyncWrite for Metered {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.read = 0;
        Pin::new(&mut self.stream).poll_write(cx, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

impl Connection for Metered {
    fn connected(&self) -> Connected {
        self.stream.connected()
    }
}
