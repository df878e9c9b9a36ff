//! `/livez` and `/readyz` on `ALMONER_ADMIN_LISTEN`, when the dispatcher is a program of its own.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use poem::http::StatusCode;
use poem::listener::TcpListener;
use poem::web::Data;
use poem::{EndpointExt, Response, Route, Server, get, handler};
use shared::{Error, Store};

const DATABASE_TIMEOUT: Duration = Duration::from_secs(2);
const IDLE_TIMEOUT: Duration = Duration::from_secs(30);

/// What readiness is judged by.
#[derive(Clone, Debug)]
pub struct Health {
    /// The database, which is asked for an answer.
    pub store: Store,
    /// Whether messages are being consumed.
    pub consuming: Arc<AtomicBool>,
}

/// Serves until it is dropped.
///
/// # Errors
/// [`Error::Io`] when the address is taken.
pub async fn serve(listen: SocketAddr, health: Health) -> Result<(), Error> {
    let app = Route::new().at("/livez", get(livez)).at("/readyz", get(readyz)).data(health);
    Server::new(TcpListener::bind(listen))
        .idle_timeout(IDLE_TIMEOUT)
        .run(app)
        .await
        .map_err(|error| Error::Io(format!("ALMONER_ADMIN_LISTEN {listen}"), error))
}

#[handler]
fn livez() -> &'static str {
    "alive\n"
}

/// 200 while the database answers and messages are consumed, else 503.
#[handler]
async fn readyz(Data(health): Data<&Health>) -> Response {
    let database = tokio::time::timeout(DATABASE_TIMEOUT, health.store.ping()).await;
    let database = matches!(database, Ok(Ok(())));
    let queue = health.consuming.load(Ordering::Relaxed);
    let ready = database && queue;
    let word = |ok| if ok { "ok" } else { "unavailable" };
    let body = serde_json::json!({ "ready": ready, "database": word(database), "queue": word(queue) });
    Response::builder()
        .status(if ready { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE })
        .content_type("application/json")
        .body(body.to_string())
}
