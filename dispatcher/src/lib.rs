//! The webhook dispatcher: takes events from the queue and delivers them, signed and with retries.
//!
//! # Theory of operation
//!
//! ```text
//!  queue ──► intake ─────┐ leased at once       ┌──► receivers
//!              │         ▼                      │
//!              │        jobs ──► attempts ──────┤
//!              ▼         ▲                      ▼
//!         deliveries ──► scheduler            results ──► deliveries, attempts, webhooks
//! ```
//!
//! The `intake` turns each event into one row in `deliveries` for each webhook that wants it, and acknowledges. From
//! there the database is the truth, and a delivery is always in one of these states:
//!
//! - *pending*, due at `next_attempt_at_ms`. Due ones are claimed by the `scheduler`; what a new event's webhook has
//!   room for, the intake claims itself, in the transaction that makes the row.
//! - *pending and leased*: a worker attempts it. `next_attempt_at_ms` is the lease's end, so a delivery whose worker
//!   died becomes due by itself. All of this is by the database's clock.
//! - *succeeded*, *failed* or *skipped*: the end (invariant I1).
//!
//! A recovery (the `recovery` part) makes deliveries pending again that have failed or were skipped, and makes those
//! that were never made.
//!
//! Attempts run side by side as far as the permits of `isolation` go; what gets none stays in the database. Each ends
//! with a report, and one writer records what has been reported in one transaction. A report whose lease
//! has passed to another worker changes nothing. So a fault duplicates at most what was in flight (invariant I3), and
//! any number of dispatchers may run side by side.
//!
//! Each part is a task that hands on over a bounded channel and ends when its channel closes. To stop, the intake and
//! the scheduler are told to; the attempts then run out of jobs, and the writer out of reports.

use std::sync::Arc;
use std::time::Duration;

use shared::crypto::secrets::SecretsKey;
use shared::process::config::Settings;
use shared::queue::Consumer;
use shared::webhooks::guard::Guard;
use shared::webhooks::retry::RetrySchedule;
use shared::webhooks::sender::Sender;
use shared::{Error, Store};
use tokio::sync::{mpsc, watch};
use tokio::task::{JoinError, JoinSet};

pub mod admin;
mod attempt;
mod backoff;
pub mod dead_letters;
mod decision;
mod intake;
mod isolation;
mod job;
pub mod listen;
mod rate;
mod recovery;
mod results;
mod scheduler;

use attempt::Attempter;
use intake::Intake;
use isolation::Limits;
use job::Lease;
use recovery::Recoverer;
use scheduler::Scheduler;

/// How long a stop may take: the attempts in flight have 20 s of it, recording their results the rest.
const STOP_MAX: Duration = Duration::from_secs(24);

/// How the dispatcher works.
#[derive(Clone, Debug)]
pub struct Options {
    /// The key of the webhooks' secrets and headers.
    pub secrets_key: SecretsKey,
    /// Where webhooks may go.
    pub guard: Guard,
    /// When failed deliveries are tried again.
    pub retry_schedule: RetrySchedule,
    /// The deadline of one attempt, from connecting to the last byte.
    pub timeout: Duration,
    /// The most attempts in flight at once. Each takes a socket.
    pub attempts_max: usize,
    /// The most attempts in flight at once for one webhook.
    pub attempts_per_webhook_max: usize,
}

impl Options {
    /// The operator's settings, and the usual limits: 256 attempts in all, 8 for a webhook.
    pub fn from_settings(settings: &Settings, secrets_key: SecretsKey) -> Self {
        Self {
            secrets_key,
            guard: settings.guard(),
            retry_schedule: settings.retry_schedule(),
            timeout: settings.webhook_timeout,
            attempts_max: 256,
            attempts_per_webhook_max: 8,
        }
    }
}

/// Delivers events until `shutdown` resolves; then begins nothing more, finishes what is in flight (for at most 20 s)
/// and records it. Dropped, it stops at once, as a crash would: what was in flight is attempted again when its leases
/// have expired.
///
/// # Errors
/// [`Error::Config`] when there is no HTTP client to begin with. Later failures of database and queue are waited out.
///
/// # Panics
/// When one of its parts panics: the program is to end and to be started again.
pub async fn run(
    store: Store,
    consumer: Consumer,
    options: Options,
    shutdown: impl Future<Output = ()>,
) -> Result<(), Error> {
    let sender = Sender::new(options.guard, options.timeout, options.secrets_key)?;
    let limits = Limits::new(options.attempts_max, options.attempts_per_webhook_max);
    let lease_ms = Lease::duration_ms(options.timeout);
    let (jobs, jobs_to_do) = mpsc::channel(options.attempts_max);
    let (reports, reports_to_write) = mpsc::channel(results::BATCH_MAX);
    let (stop, stopping) = watch::channel(false);

    let intake = Intake { store: store.clone(), limits: limits.clone(), lease_ms, jobs: jobs.clone() };
    let recoverer = Recoverer { store: store.clone(), limits: limits.clone() };
    let scheduler =
        Scheduler { store: store.clone(), limits, lease_ms, jobs, after_webhook_id: 0, after_failing_id: 0 };
    let attempter = Attempter { sender, retry_schedule: options.retry_schedule };
    let mut parts = JoinSet::new();
    parts.spawn(intake.run(consumer, stopping.clone()));
    parts.spawn(recoverer.run(stopping.clone()));
    parts.spawn(scheduler.run(stopping));
    parts.spawn(attempt::run(Arc::new(attempter), jobs_to_do, reports));
    parts.spawn(results::run(store, reports_to_write));

    let mut shutdown = std::pin::pin!(shutdown);
    tokio::select! {
        biased;
        () = &mut shutdown => {}
        Some(ended) = parts.join_next() => {
            hand_on_panic(ended);
            tracing::error!("a part of the dispatcher ended; the others are no use without it");
            return Err(Error::QueueClosed);
        }
    }
    stop.send_replace(true);
    let drain = async {
        while let Some(ended) = parts.join_next().await {
            hand_on_panic(ended);
        }
    };
    if tokio::time::timeout(STOP_MAX, drain).await.is_err() {
        tracing::warn!("stopped before all results were recorded; those attempts are made again later");
    }
    Ok(())
}

/// Resolves when the dispatcher is to stop, or has been dropped.
async fn stopped(stop: &mut watch::Receiver<bool>) {
    // An error means that no one is left to say so.
    let _ = stop.wait_for(|stop| *stop).await;
}

fn hand_on_panic(ended: Result<(), JoinError>) {
    if let Err(error) = ended
        && let Ok(panic) = error.try_into_panic()
    {
        std::panic::resume_unwind(panic);
    }
}
