//! The state that requests share, and how a program sets it up.

mod outlet;
mod turns;
mod webhook_tests;

use std::sync::Arc;
use std::time::Duration;

use sea_orm::{DbBackend, QueryResult};
use shared::crypto::secrets::SecretsKey;
use shared::database::schema;
use shared::entities::AccountScope;
use shared::process::config::Settings;
use shared::process::rate_limit::RateLimit;
use shared::process::retention::Retention;
use shared::process::spans::Spans;
use shared::values::clock::Clock;
use shared::webhooks::guard::Guard;
use shared::{Error, Store};
use tokio::sync::{Notify, Semaphore};

use crate::giving::ReceivedGifts;

pub use outlet::{Inlet, Outlet};
pub use turns::{Turn, Turns};
pub use webhook_tests::WebhookTests;

use crate::gather::Gather;
use crate::http::client_address::TrustedProxies;
use crate::http::rate_limit::RateLimits;
use crate::http::sign_in_limits::SignInLimits;
use crate::mail::Mailer;
use crate::metrics::Metrics;

/// The build of this program: a hash of its sources (`build.rs`). All processes of a build have the same.
pub const BUILD: &str = env!("SOURCES_HASH");

/// The state that requests share. Clones are cheap.
#[derive(Clone)]
pub struct App {
    /// The build of the program: [`BUILD`].
    pub build: &'static str,
    /// The database.
    pub store: Store,
    /// The received gifts of accounts, for sums.
    pub received_gifts: ReceivedGifts,
    /// The contacts that are to be read.
    pub contact_reads: ContactReads,
    /// The metrics.
    pub metrics: Metrics,
    /// Takes the steps of traces.
    pub spans: Spans,
    /// The clock.
    pub clock: Clock,
    /// Gives new events to the relay.
    pub outlet: Outlet,
    /// Wakes the worker of imports when there is a new one.
    pub import_waker: Waker,
    /// The tests of webhooks that are under way.
    pub webhook_tests: WebhookTests,
    /// The sandboxes that are being reset.
    pub resets: Turns,
    /// The accounts that are just erasing a contact from its page.
    pub erasures: Turns,
    /// Lets one request at a time look for duplicates, which takes a processor.
    pub duplicates: Arc<Semaphore>,
    /// The files of letters that are being made: one at a time in each account.
    pub letter_turns: Turns,
    /// Lets one file of letters be made at a time, which takes a processor.
    pub letter_files: Arc<Semaphore>,
    /// Encrypts webhook secrets.
    pub secrets_key: SecretsKey,
    /// Decides to which addresses webhooks may go.
    pub guard: Guard,
    /// The deadline of an attempt to deliver, from connecting to the last byte.
    pub webhook_timeout: Duration,
    /// How many requests each key may make, and each address without a valid key.
    pub rate_limits: RateLimits,
    /// How often a password may be tried.
    pub sign_in_limits: SignInLimits,
    /// The proxies that may say who the client is.
    pub trusted_proxies: TrustedProxies,
    /// How long growing tables are kept.
    pub retention: Retention,
    /// Sends letters, if there is a mail server.
    pub mail: Mailer,
    /// The address under which people reach the web application, if a setting names it.
    pub public_url: Option<String>,
}

impl App {
    /// Makes the state with everything as it is where nobody is served: without rate limits and letters, and with every
    /// event left in the outbox.
    pub fn new(store: Store, secrets_key: SecretsKey) -> Self {
        Self {
            build: BUILD,
            store,
            received_gifts: ReceivedGifts::default(),
            contact_reads: ContactReads::default(),
            metrics: Metrics::default(),
            spans: Spans::default(),
            clock: Clock::default(),
            outlet: Outlet::closed(),
            import_waker: Waker::default(),
            webhook_tests: WebhookTests::default(),
            resets: Turns::default(),
            erasures: Turns::default(),
            duplicates: Arc::new(Semaphore::new(1)),
            letter_turns: Turns::default(),
            letter_files: Arc::new(Semaphore::new(1)),
            secrets_key,
            guard: Guard::default(),
            webhook_timeout: Duration::ZERO,
            rate_limits: RateLimits::new(RateLimit::Off),
            sign_in_limits: SignInLimits::default(),
            trusted_proxies: TrustedProxies::default(),
            retention: Retention { audit: Duration::MAX, events: None, attempts: None },
            mail: Mailer::off(),
            public_url: None,
        }
    }
}

/// Gathers the reads of an account's single contacts, by their ids. The answer is the rows that make up a contact.
pub type ContactReads = Gather<AccountScope, i64, Arc<Vec<QueryResult>>>;

/// A signal that wakes a task that waits for work, such as the worker of imports.
#[derive(Clone, Debug, Default)]
pub struct Waker(Arc<Notify>);

impl Waker {
    /// Wakes the task, because there is something to do.
    pub fn wake(&self) {
        self.0.notify_one();
    }

    /// Waits for the signal.
    pub async fn woken(&self) {
        self.0.notified().await;
    }

    /// Waits for the signal, and no longer than `at_most`.
    pub async fn wait(&self, at_most: Duration) {
        let _ = tokio::time::timeout(at_most, self.woken()).await;
    }
}

/// Opens the database. An embedded one is migrated first, because nobody runs `almoner migrate` for it.
pub async fn open(settings: &Settings) -> Result<Store, Error> {
    let store = settings.store().await?;
    if store.backend() == DbBackend::Sqlite {
        schema::migrate(&store).await?;
    }
    Ok(store)
}
