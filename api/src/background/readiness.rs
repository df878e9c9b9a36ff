//! The readiness check. The api is ready if the database answers and had the schema of this program when it started.
//!
//! The broker is not checked, because the api accepts writes without it: their events wait in the outbox.

use shared::Store;
use shared::database::schema::SchemaGate;
use shared::process::admin::Readiness;

use shared::times::READINESS_MAX;

/// Asks the database, after the gate has been passed.
pub async fn readiness(store: Store, gate: SchemaGate) -> Readiness {
    let database = match tokio::time::timeout(READINESS_MAX, store.ping()).await {
        Ok(Ok(())) => gate.state(),
        Ok(Err(_)) | Err(_) => "unavailable",
    };
    Readiness(vec![("database", database)])
}
