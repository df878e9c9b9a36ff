//! Whether the api can do its work: the database answers, and its schema is this program's.
//!
//! The broker is no condition: without it the api takes writes all the same, and their events wait in the outbox.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use shared::database::migrations;
use shared::events::log;
use shared::process::admin::Readiness;
use shared::{Error, Store};

const CHECK_TIMEOUT: Duration = Duration::from_secs(2);

/// The check of `/readyz`; clones share what it has learned.
#[derive(Clone)]
pub struct Check {
    store: Store,
    /// Once the schema is up to date, it stays so.
    is_migrated: Arc<AtomicBool>,
}

impl Check {
    /// The check of a database that has not been asked yet.
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
            log::check(&self.store).await?;
        }
        self.is_migrated.store(is_migrated, Ordering::Relaxed);
        Ok(is_migrated)
    }
}
