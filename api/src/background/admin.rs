//! The operators' port: `/livez` (the process runs) and `/readyz` (it can do its work).

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use poem::http::StatusCode;
use poem::listener::{Listener, TcpAcceptor, TcpListener};
use poem::web::{Data, Json};
use poem::{EndpointExt, IntoResponse, Response, Route, Server, get, handler};
use shared::database::migrations;
use shared::events::log;
use shared::{Error, Store};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

const CHECK_TIMEOUT: Duration = Duration::from_secs(2);
const GRACE: Duration = Duration::from_secs(1);

/// The running listener.
pub struct Admin(JoinHandle<std::io::Result<()>>);

impl Admin {
    /// Waits for its end.
    pub async fn finish(self) {
        let _ = self.0.await;
    }
}

struct Checks {
    store: Store,
    /// Once the schema is up to date, it stays so.
    migrated: AtomicBool,
}

/// Takes the address.
pub async fn bind(address: SocketAddr) -> Result<TcpAcceptor, Error> {
    let bound = TcpListener::bind(address).into_acceptor().await;
    bound.map_err(|error| Error::Io(format!("ALMONER_ADMIN_LISTEN {address}"), error))
}

/// Starts answering; `stop` ends it.
pub fn start(acceptor: TcpAcceptor, store: Store, stop: CancellationToken) -> Admin {
    let checks = std::sync::Arc::new(Checks { store, migrated: AtomicBool::new(false) });
    let routes = Route::new().at("/livez", get(livez)).at("/readyz", get(readyz)).data(checks);
    let server = Server::new_with_acceptor(acceptor).name("admin");
    let running = server.run_with_graceful_shutdown(routes, stop.cancelled_owned(), Some(GRACE));
    Admin(tokio::spawn(running))
}

#[handler]
fn livez() -> &'static str {
    "ok"
}

/// The broker is no condition: without it the api takes writes all the same, and their events wait in the outbox.
#[handler]
async fn readyz(checks: Data<&std::sync::Arc<Checks>>) -> Response {
    let database = match tokio::time::timeout(CHECK_TIMEOUT, check(&checks)).await {
        Ok(Ok(true)) => "ok",
        Ok(Ok(false)) => "run `api migrate`",
        Ok(Err(_)) | Err(_) => "unavailable",
    };
    let ready = database == "ok";
    let status = if ready { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    Json(serde_json::json!({"ready": ready, "database": database})).with_status(status).into_response()
}

async fn check(checks: &Checks) -> Result<bool, Error> {
    if checks.migrated.load(Ordering::Relaxed) {
        checks.store.ping().await?;
        return Ok(true);
    }
    let migrated = migrations::pending(&checks.store).await? == 0;
    if migrated {
        log::check(&checks.store).await?;
    }
    checks.migrated.store(migrated, Ordering::Relaxed);
    Ok(migrated)
}
