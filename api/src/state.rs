//! What requests share, and how a program opens it.

use std::sync::Arc;
use std::time::Duration;

use sea_orm::DbBackend;
use shared::crypto::secrets::SecretsKey;
use shared::database::migrations;
use shared::process::config::Settings;
use shared::process::rate_limit::RateLimit;
use shared::values::clock::Clock;
use shared::webhooks::guard::Guard;
use shared::{Error, Store};
use tokio::sync::Notify;

use crate::http::rate_limit::RateLimits;

/// What requests share; clones are cheap.
#[derive(Clone)]
pub struct App {
    /// The database.
    pub store: Store,
    /// The time.
    pub clock: Clock,
    /// Tells the relay of new events.
    pub waker: Waker,
    /// Tells of new imports.
    pub importer: Waker,
    /// Encrypts webhook secrets.
    pub secrets_key: SecretsKey,
    /// Judges webhook addresses.
    pub guard: Guard,
    /// The deadline of an attempt to deliver, from connecting to the last byte.
    pub webhook_timeout: Duration,
    /// How many requests each key may make.
    pub rate_limits: RateLimits,
}

/// Wakes what has paused for want of work, such as the relay.
#[derive(Clone, Debug, Default)]
pub struct Waker(Arc<Notify>);

impl Waker {
    /// Says that there is something to do.
    pub fn wake(&self) {
        self.0.notify_one();
    }

    /// Waits until it is said, and no longer than so.
    pub async fn wait(&self, at_most: Duration) {
        let _ = tokio::time::timeout(at_most, self.0.notified()).await;
    }
}

/// Opens the database. An embedded one is brought up to date on the way: it has nobody else to do it.
pub async fn open(settings: &Settings) -> Result<Store, Error> {
    let store = settings.store().await?;
    if store.backend() == DbBackend::Sqlite {
        migrations::run(&store).await?;
    }
    Ok(store)
}

/// The application on a database, without what serves requests.
pub fn app_on(store: Store) -> Result<App, Error> {
    Ok(App {
        store,
        clock: Clock::default(),
        waker: Waker::default(),
        importer: Waker::default(),
        secrets_key: SecretsKey::generate()?,
        guard: Guard::default(),
        webhook_timeout: Duration::ZERO,
        rate_limits: RateLimits::new(RateLimit::Off),
    })
}
