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
//! The `intake` writes one row to `deliveries` for each webhook that wants an event, and acknowledges the message. From
//! then on the state of the delivery is in the database. A delivery is always in one of these states:
//!
//! - *pending*: due at `next_attempt_at_ms`. The `scheduler` claims due deliveries, which `due` finds. If there is a
//!   permit for a new event, the intake claims its delivery itself, in the transaction that inserts the row.
//! - *pending and leased*: a worker attempts it. `next_attempt_at_ms` is the end of the lease. When it has passed,
//!   because the worker died, `due` ends the lease. All of these times are by the database's clock.
//! - *succeeded*, *failed* or *skipped*: finished (invariant I1).
//!
//! A recovery (the `recovery` part) makes failed and skipped deliveries pending again, and inserts missing ones.
//!
//! Attempts run concurrently. Each needs a permit from `isolation`; a delivery without a permit waits in the database.
//! Each attempt ends with a report. A single writer records all reports that have come in meanwhile in one transaction.
//! Then `notes` records what they say about the webhooks, such as that one is to be disabled.
//! A report whose lease has passed to another worker changes nothing. So a fault duplicates at most what was in flight
//! (invariant I3), and any number of dispatchers may run side by side.
//!
//! Each part is a task. The parts are connected by bounded channels. To stop, the dispatcher signals the intake, the
//! scheduler and the recovery part. The attempts end when the channel of jobs closes, and the writer ends when the
//! channel of reports closes.

use std::sync::Arc;
use std::time::Duration;

use shared::crypto::secrets::SecretsKey;
use shared::process::config::Settings;
use shared::process::files::files_max;
use shared::process::spans::Spans;
use shared::queue::Consumer;
use shared::times::DISPATCHER_STOP_MAX;
use shared::webhooks::guard::Guard;
use shared::webhooks::retry::RetrySchedule;
use shared::webhooks::sender::Sender;
use shared::{Error, Store};
use tokio::sync::mpsc;
use tokio::task::{JoinError, JoinSet};
use tokio_util::sync::CancellationToken;

mod attempt;
pub mod cli;
mod clock_steps;
pub mod dead_letters;
mod decision;
mod due;
mod forward;
mod intake;
mod isolation;
mod job;
pub mod listen;
pub mod metrics;
mod notes;
mod rate;
mod recovery;
mod results;
mod scheduler;

use attempt::Attempter;
use due::Finder;
use intake::Intake;
use isolation::Limits;
use job::Lease;
use metrics::DeliveryMetrics;
use recovery::Recoverer;
use scheduler::Scheduler;

/// How many webhooks may each have as many attempts in flight as one may have. An account gets a quarter of all, so that
/// is two of its webhooks.
const WEBHOOKS_AT_ONCE: usize = 8;
/// The least attempts that all webhooks together may have in flight, however few one may have.
const ATTEMPTS: usize = 256;

/// The dispatcher's options.
#[derive(Clone, Debug)]
pub struct Options {
    /// The key of the webhooks' secrets and headers.
    pub secrets_key: SecretsKey,
    /// Decides which addresses webhooks may reach.
    pub guard: Guard,
    /// The wait after each failed attempt.
    pub retry_schedule: RetrySchedule,
    /// The deadline of one attempt, from connecting to the last byte.
    pub timeout: Duration,
    /// The most attempts in flight at once. Each takes a socket.
    pub attempts_max: usize,
    /// The most attempts in flight at once for one webhook. It begins with fewer, and gets as many as its receiver takes
    /// without becoming slower.
    pub attempts_per_webhook_max: usize,
    /// The counters of deliveries.
    pub metrics: DeliveryMetrics,
    /// The sender of the steps of traces.
    pub spans: Spans,
}

impl Options {
    /// Takes the operator's settings. All webhooks together may have `WEBHOOKS_AT_ONCE` times as many attempts in flight
    /// as one, but not so many that they need more than a quarter of the files that the process may open.
    pub fn from_settings(
        settings: &Settings,
        secrets_key: SecretsKey,
        metrics: DeliveryMetrics,
        spans: Spans,
    ) -> Self {
        Self {
            secrets_key,
            guard: settings.guard(),
            retry_schedule: settings.retry_schedule(),
            timeout: settings.webhook_timeout,
            attempts_max: (WEBHOOKS_AT_ONCE * settings.webhook_concurrency)
                .max(ATTEMPTS)
                .min(files_max().map_or(usize::MAX, |files| (files / 4).max(1))),
            attempts_per_webhook_max: settings.webhook_concurrency,
            metrics,
            spans,
        }
    }
}

/// Delivers events until `shutdown` resolves. It then begins no more attempts, waits at most
/// [`DRAIN_MAX`](shared::times::DRAIN_MAX) for those in flight, and records their results. If this future is dropped, the
/// dispatcher stops at once, as in a crash: deliveries that were in flight are attempted again when their leases have
/// expired.
///
/// # Errors
/// [`Error::Config`] if the HTTP client cannot be created. [`Error::QueueClosed`] if a part ends before `shutdown`
/// resolves. While the database or the broker is unavailable, the dispatcher waits and tries again.
///
/// # Panics
/// If one of its parts panics, so that the program ends and can be started again.
pub async fn run(
    store: Store,
    consumer: Consumer,
    options: Options,
    shutdown: impl Future<Output = ()>,
) -> Result<(), Error> {
    let store = store.by_index();
    let (metrics, spans) = (options.metrics, options.spans);
    let sender = Sender::new(options.guard, options.timeout, options.secrets_key)?;
    let limits = Limits::new(options.attempts_max, options.attempts_per_webhook_max, options.timeout);
    let lease_ms = Lease::duration_ms(options.timeout);
    let (jobs, jobs_to_do) = mpsc::channel(options.attempts_max);
    let (reports, reports_to_write) = mpsc::channel(results::BATCH_MAX);
    let stop = CancellationToken::new();

    let intake = Intake {
        store: store.clone(),
        limits: limits.clone(),
        lease_ms,
        jobs: jobs.clone(),
        metrics: metrics.clone(),
        spans: spans.clone(),
    };
    let recoverer = Recoverer { store: store.clone(), limits: limits.clone() };
    let finder = Finder::new(store.clone(), options.retry_schedule.clone(), metrics.expired.clone());
    let scheduler = Scheduler::new(store.clone(), limits, lease_ms, jobs, finder);
    let active = metrics.active.clone();
    let attempter =
        Attempter { store: store.clone(), sender, retry_schedule: options.retry_schedule, active, spans };
    let mut parts = JoinSet::new();
    parts.spawn(intake.run(consumer, stop.clone()));
    parts.spawn(recoverer.run(stop.clone()));
    parts.spawn(scheduler.run(stop.clone()));
    parts.spawn(attempt::run(Arc::new(attempter), jobs_to_do, reports));
    parts.spawn(results::run(store, reports_to_write, metrics));

    let mut shutdown = std::pin::pin!(shutdown);
    tokio::select! {
        biased;
        () = &mut shutdown => {}
        Some(ended) = parts.join_next() => {
            hand_on_panic(ended);
            tracing::error!("a part of the dispatcher ended unexpectedly; the dispatcher stops");
            return Err(Error::QueueClosed);
        }
    }
    stop.cancel();
    let drain = async {
        while let Some(ended) = parts.join_next().await {
            hand_on_panic(ended);
        }
    };
    if tokio::time::timeout(DISPATCHER_STOP_MAX, drain).await.is_err() {
        tracing::warn!("stopped before all results were recorded; those attempts are made again later");
    }
    Ok(())
}

fn hand_on_panic(ended: Result<(), JoinError>) {
    if let Err(error) = ended
        && let Ok(panic) = error.try_into_panic()
    {
        std::panic::resume_unwind(panic);
    }
}
