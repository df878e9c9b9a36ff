//! The operators' port of both programs: `/livez` (the process runs), `/readyz` (it can do its work) and `/metrics`.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http_body_util::Full;
use hyper::body::Incoming;
use hyper::header::{ALLOW, CONTENT_TYPE, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use serde_json::{Map, Value};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use super::address;
use super::metrics::{self, Exporter};
use crate::Error;

/// The longest time that a client may take to send its request.
const HEAD_TIMEOUT: Duration = Duration::from_secs(10);
/// The wait when the system has no more files for a connection.
const PAUSE: Duration = Duration::from_secs(1);
/// The state of a part of the program that can do its work.
const OK: &str = "ok";

/// The parts that the program needs for its work, each with `ok` or the reason why it cannot work.
#[derive(Clone, Debug)]
pub struct Readiness(pub Vec<(&'static str, &'static str)>);

impl Readiness {
    fn is_ready(&self) -> bool {
        self.0.iter().all(|(_, state)| *state == OK)
    }

    fn into_json(self) -> String {
        let ready = ("ready".to_owned(), Value::from(self.is_ready()));
        let parts = self.0.into_iter().map(|(part, state)| (part.to_owned(), Value::from(state)));
        format!("{}\n", Value::Object(std::iter::once(ready).chain(parts).collect::<Map<_, _>>()))
    }
}

/// Listens on the address.
///
/// # Errors
/// [`Error::Io`] when another program uses the address, or this machine does not have it.
pub async fn bind(address: SocketAddr) -> Result<TcpListener, Error> {
    let bound = TcpListener::bind(address).await;
    bound.map_err(|error| address::unusable(address, "--admin-listen (ALMONER_ADMIN_LISTEN)", error))
}

/// Answers requests in a task of its own until `stop` is cancelled. Calls `check` for each `/readyz`.
pub fn start<C, F>(
    listener: TcpListener,
    check: C,
    exporter: Exporter,
    stop: CancellationToken,
) -> JoinHandle<()>
where
    C: Fn() -> F + Send + Sync + 'static,
    F: Future<Output = Readiness> + Send + 'static,
{
    let shown = Arc::new((check, exporter));
    tokio::spawn(async move {
        let accept = async {
            loop {
                match listener.accept().await {
                    Ok((stream, _)) => drop(tokio::spawn(serve(stream, shown.clone()))),
                    Err(error) => {
                        tracing::warn!(%error, "the operators' port cannot take a connection; trying again");
                        tokio::time::sleep(PAUSE).await;
                    }
                }
            }
        };
        stop.run_until_cancelled(accept).await;
    })
}

async fn serve<C, F>(stream: TcpStream, shown: Arc<(C, Exporter)>)
where
    C: Fn() -> F + Send + Sync + 'static,
    F: Future<Output = Readiness> + Send + 'static,
{
    let service = service_fn(move |request: Request<Incoming>| {
        let shown = shown.clone();
        async move {
            Ok::<_, Infallible>(match *request.method() {
                Method::GET | Method::HEAD => answer(request.uri().path(), &shown.0, &shown.1).await,
                _ => not_allowed(),
            })
        }
    });
    let mut server = http1::Builder::new();
    server.timer(TokioTimer::new()).header_read_timeout(HEAD_TIMEOUT);
    if let Err(error) = server.serve_connection(TokioIo::new(stream), service).await {
        tracing::debug!(%error, "a connection to the operators' port broke off");
    }
}

async fn answer<F: Future<Output = Readiness>>(
    path: &str,
    check: &impl Fn() -> F,
    exporter: &Exporter,
) -> Response<Full<Bytes>> {
    let (status, content_type, body) = match path {
        "/livez" => (StatusCode::OK, "text/plain", "ok\n".to_owned()),
        "/readyz" => {
            let readiness = check().await;
            let status = if readiness.is_ready() { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
            (status, "application/json", readiness.into_json())
        }
        "/metrics" => (StatusCode::OK, metrics::MEDIA_TYPE, exporter.render().await),
        _ => {
            let paths = "not found: ask for /livez, /readyz or /metrics\n";
            (StatusCode::NOT_FOUND, "text/plain", paths.to_owned())
        }
    };
    respond(status, content_type, body)
}

/// Refuses all that is no read: a webhook, which only posts, must not get at the figures.
fn not_allowed() -> Response<Full<Bytes>> {
    let mut response =
        respond(StatusCode::METHOD_NOT_ALLOWED, "text/plain", "method not allowed: use GET\n".to_owned());
    response.headers_mut().insert(ALLOW, HeaderValue::from_static("GET, HEAD"));
    response
}

fn respond(status: StatusCode, content_type: &'static str, body: String) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::from(body));
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(content_type));
    response
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::database::testing;

    #[tokio::test]
    async fn only_reads_are_answered() -> Result<(), Box<dyn std::error::Error>> {
        crate::crypto::tls::install_crypto_provider();
        let (db, stop) = (testing::sqlite().await, CancellationToken::new());
        let listener = bind(SocketAddr::from(([127, 0, 0, 1], 0))).await?;
        let base = format!("http://{}", listener.local_addr()?);
        let check = || std::future::ready(Readiness(vec![("database", OK)]));
        let served = start(listener, check, Exporter::new(&db.store), stop.clone());
        let client = reqwest::Client::builder().no_proxy().tls_certs_only([]).build()?;
        for path in ["/livez", "/readyz", "/metrics"] {
            let url = format!("{base}{path}");
            assert_eq!(client.get(&url).send().await?.status(), 200, "{path}");
            assert_eq!(client.head(&url).send().await?.status(), 200, "{path}");
            for refused in [client.post(&url).body("{}"), client.put(&url), client.delete(&url)] {
                let response = refused.send().await?;
                assert_eq!(
                    (response.status().as_u16(), &response.headers()["allow"]),
                    (405, &"GET, HEAD".parse()?)
                );
                assert_eq!(response.text().await?, "method not allowed: use GET\n");
            }
        }
        stop.cancel();
        served.await?;
        Ok(())
    }
}
