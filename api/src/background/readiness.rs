//! The readiness check. The api is ready if the database answers and has the schema of this program.
//!
//! The broker is not checked, because the api accepts writes without it: their events wait in the outbox.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use shared::database::migrations;
use shared::events::log;
use shared::process::admin::Readiness;
use shared::{Error, Store};

const CHECK_TIMEOUT: Duration = Duration::from_secs(2);

/// The check of `/readyz`. Clones share what it has learned.
#[derive(Clone)]
pub struct Check {
    store: Store,
    /// Whether the schema is known to be up to date. It is not checked again after that, because it stays so.
    is_migrated: Arc<AtomicBool>,
}

impl Check {
    /// Makes the check of a database.
    pub fn new(store: Store) -> Self {
        Self { store, is_migrated: Arc::default() }
    }

    /// Asks the database.
    pub async fn readiness(self) -> Readiness {
        let database = match tokio::time::timeout(CHECK_TIMEOUT, self.is_migrated()).await {
            Ok(Ok(true)) => "ok",
            Ok(Ok(false)) => "run `api migrate`",
            Ok(Err(_)) | Err(_) => "unavailable",
        };
        Readiness(vec![("database", database)])
    }

    async fn is_migrated(&self) -> Result<bool, Error> {
        if self.is_migrated.load(Ordering::Relaxed) {
            self.store.ping().await?;
            return Ok(true);
        }
        let is_migrated = migrations::pending(&self.store).await? == 0;
        if is_migrated {
            log::continue_after_restore(&self.store).await?;
        }
        self.is_migrated.store(is_migrated, Ordering::Relaxed);
        Ok(is_migrated)
    }
}
