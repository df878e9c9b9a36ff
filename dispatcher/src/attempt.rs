//! Makes attempts concurrently, and reports their results.

use std::sync::Arc;
use std::time::{Duration, UNIX_EPOCH};

use bytes::Bytes;
use prometheus_client::metrics::gauge::Gauge;
use shared::crypto::bytes::random;
use shared::entities::{AccountScope, attempts, webhooks};
use shared::events::include::{self, Included};
use shared::events::way::Waypoint;
use shared::process::crash;
use shared::process::metrics::Active;
use shared::process::spans::{Kind, Spans, Step};
use shared::times::DRAIN_MAX;
use shared::values::choices::{AttemptOutcome, Choice};
use shared::values::ids::event_id_text;
use shared::values::trace::Trace;
use shared::webhooks::retry::RetrySchedule;
use shared::webhooks::sender::{Attempted, Sender};
use shared::{Error, Store};
use tokio::sync::mpsc;
use tokio::task::{JoinError, JoinSet};
use tracing::{Instrument, Span};
use uuid::Uuid;

use crate::decision::{self, Next};
use crate::isolation::Slot;
use crate::job::Job;

/// The part that makes attempts.
#[derive(Debug)]
pub(crate) struct Attempter {
    pub(crate) store: Store,
    pub(crate) sender: Sender,
    pub(crate) retry_schedule: RetrySchedule,
    /// Counts the attempts in flight.
    pub(crate) active: Gauge,
    /// Takes the steps of traces.
    pub(crate) spans: Spans,
}

/// The result of a job, for the writer to record.
#[derive(Debug)]
pub(crate) struct Report {
    pub(crate) delivery_id: i64,
    pub(crate) event_id: Uuid,
    /// The webhook as it was when the attempt was made.
    pub(crate) webhook: Arc<webhooks::Model>,
    pub(crate) lease_id: Uuid,
    /// The job's log fields.
    pub(crate) span: Span,
    /// The attempt, if one was made. It has no id yet.
    pub(crate) attempt: Option<attempts::Model>,
    pub(crate) next: Next,
}

/// A report, and the attempt that was made.
pub(crate) type Made<'a> = (&'a Report, &'a attempts::Model);

/// Makes an attempt for each job, all concurrently, until the channel of jobs closes. Then waits for the attempts in
/// flight, for at most [`DRAIN_MAX`].
pub(crate) async fn run(
    attempter: Arc<Attempter>,
    mut jobs: mpsc::Receiver<Job>,
    results: mpsc::Sender<Report>,
) {
    let mut in_flight = JoinSet::new();
    loop {
        tokio::select! {
            job = jobs.recv() => {
                let Some(job) = job else { break };
                let span = job.span();
                in_flight.spawn(attempter.clone().attempt(job, results.clone()).instrument(span));
            }
            Some(ended) = in_flight.join_next() => log_panic(ended),
        }
    }
    let drain = async {
        while let Some(ended) = in_flight.join_next().await {
            log_panic(ended);
        }
    };
    if tokio::time::timeout(DRAIN_MAX, drain).await.is_err() {
        tracing::warn!(abandoned = in_flight.len(), "attempts were cut off; they are made again later");
    }
}

/// Logs the panic of an attempt. It must not end the other attempts. The delivery is attempted again when its lease
/// expires.
fn log_panic(ended: Result<(), JoinError>) {
    if let Err(error) = ended {
        tracing::error!(%error, "an attempt panicked; it is made again when its lease has expired");
    }
}

impl Attempter {
    async fn attempt(self: Arc<Self>, job: Job, results: mpsc::Sender<Report>) {
        // Neither reading the body, nor the wait for the slot, nor the wait for a lock when the lease was stored may take
        // up the time of the attempt.
        let (attempt, next) = match self.body(&job).await {
            Some(body) => match job.permit.begin().await.filter(|_| job.lease.is_fresh()) {
                Some(slot) => self.made(&job, body, slot).await,
                None => (None, Next::NotAttempted),
            },
            None => (None, Next::NotAttempted),
        };
        let Job { delivery_id, event_id, lease, ref webhook, .. } = job;
        let (webhook, span) = (webhook.clone(), Span::current());
        let report = Report { delivery_id, event_id, webhook, lease_id: lease.id, span, attempt, next };
        // Keep the permit until the channel has room for the report. So a database that is down slows the attempts
        // down. Sending fails if the writer has stopped already; the delivery is attempted again when its lease
        // expires.
        let _ = results.send(report).await;
    }

    /// Returns the body of the event as the webhook asks for it, or `None` if that cannot be read now.
    async fn body(&self, job: &Job) -> Option<Bytes> {
        let Some(names) = &job.webhook.webhook_include else { return Some(job.body.clone()) };
        let (account, included) =
            (AccountScope::new(job.webhook.account_id), Included::of_column(Some(names)));
        let body = String::from_utf8_lossy(&job.body).into_owned();
        match include::bodies(self.store.read(), account, &included, vec![body]).await {
            Ok(bodies) => bodies.into_iter().map(Bytes::from).next(),
            // It is sent as it is, because waiting would not make it readable.
            Err(Error::Json(_)) => Some(job.body.clone()),
            Err(error) => {
                tracing::warn!(%error, "the contact of an event cannot be read now; the attempt is made later");
                None
            }
        }
    }

    async fn made(&self, job: &Job, body: Bytes, slot: Slot) -> (Option<attempts::Model>, Next) {
        Waypoint::Attempted.note([job.event_id]);
        crash::point("attempt.begun");
        let _active = Active::begin(&self.active);
        let sending = self.sender.send(&job.webhook, job.event_id, body);
        let attempted = job.permit.attempt(slot, sending).await;
        crash::point("attempt.answered");
        let attempt_count = u32::try_from(job.attempt_count).unwrap_or(0) + 1;
        let next = decision::next(&attempted, attempt_count, &self.retry_schedule, spread());
        if let Some(parent) = job.trace {
            self.spans.ended(|| step(job, &attempted, self.spans.next(parent), parent));
        }
        let attempt = attempts::Model {
            id: 0,
            account_id: job.webhook.account_id,
            delivery_id: job.delivery_id,
            attempted_at_ms: attempted.attempted_at_ms,
            duration_ms: attempted.duration_ms,
            attempt_outcome: attempted.outcome,
            status_code: attempted.status_code,
            response_body: attempted.response_body,
            error: attempted.error,
        };
        (Some(attempt), next)
    }
}

/// Makes the step of an attempt. It names neither the receiver nor anything that the receiver has said.
fn step(job: &Job, attempted: &Attempted, trace: Trace, parent: Trace) -> Step {
    let began = UNIX_EPOCH + Duration::from_millis(attempted.attempted_at_ms.max(0).unsigned_abs());
    let failed = attempted.outcome != AttemptOutcome::Success;
    let mut attributes = vec![
        ("http.request.method", "POST".into()),
        ("http.request.resend_count", i64::from(job.attempt_count).into()),
        ("almoner.account.id", job.webhook.account_id.into()),
        ("almoner.webhook.id", job.webhook.id.into()),
        ("almoner.delivery.id", job.delivery_id.into()),
        ("almoner.event.id", event_id_text(job.event_id).into()),
    ];
    if let Some(status) = attempted.status_code {
        attributes.push(("http.response.status_code", i64::from(status).into()));
    }
    if failed {
        attributes.push(("error.type", attempted.outcome.as_str().into()));
    }
    let ended = began + Duration::from_millis(attempted.duration_ms.unsigned_abs().into());
    Step {
        name: "POST".into(),
        kind: Kind::Client,
        trace,
        parent: Some(parent),
        began,
        ended,
        attributes,
        failed,
    }
}

/// Returns a random number in 0..=1.
fn spread() -> f64 {
    random::<2>().map_or(0.5, |bytes| f64::from(u16::from_le_bytes(bytes)) / f64::from(u16::MAX))
}
