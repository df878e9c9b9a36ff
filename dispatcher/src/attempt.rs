//! One attempt: sign the event, post it, and decide what follows.
//!
//! Headers and signature are those of the Standard Webhooks specification. The body is opaque here: it was rendered
//! with the change, and goes out byte for byte, with the same `webhook-id` at every attempt.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use shared::choices::AttemptOutcome;
use shared::clock::Clock;
use shared::entities::{attempts, webhooks};
use shared::ids::event_id_text;
use shared::retry::RetrySchedule;
use shared::secrets::{SecretsKey, random, webhook_headers_context, webhook_secret_context};
use shared::signature::WebhookSecret;
use tokio::sync::mpsc;
use tokio::task::{JoinError, JoinSet};
use tokio::time::Instant;
use uuid::Uuid;

use crate::client::{Answer, Client, Failure};
use crate::decision::{self, Next};
use crate::job::Job;

/// How long attempts in flight may go on once no more are begun.
const DRAIN_MAX: Duration = Duration::from_secs(20);

/// Makes attempts.
#[derive(Debug)]
pub(crate) struct Attempter {
    pub(crate) client: Client,
    pub(crate) secrets_key: SecretsKey,
    pub(crate) retry_schedule: RetrySchedule,
    pub(crate) clock: Clock,
}

/// What came of an attempt, to be recorded.
#[derive(Debug)]
pub(crate) struct Report {
    pub(crate) event_id: Uuid,
    pub(crate) webhook_id: i64,
    pub(crate) lease_id: Uuid,
    /// Without an id yet.
    pub(crate) attempt: attempts::Model,
    pub(crate) next: Next,
}

/// Makes an attempt for each job, side by side, until no more jobs can come; then waits for those in flight.
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
                in_flight.spawn(attempter.clone().attempt(job, results.clone()));
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
        tracing::warn!(abandoned = in_flight.len(), "attempts were abandoned; they are made again later");
    }
}

/// One attempt's panic must not end the others; its lease expires, and it is made again.
fn log_panic(ended: Result<(), JoinError>) {
    if let Err(error) = ended {
        tracing::error!(%error, "an attempt panicked");
    }
}

impl Attempter {
    async fn attempt(self: Arc<Self>, job: Job, results: mpsc::Sender<Report>) {
        if !job.lease.is_fresh() {
            tracing::warn!(
                delivery_id = job.delivery_id,
                "a delivery was leased too long ago to be attempted"
            );
            return;
        }
        let attempted_at_ms = self.clock.now_ms();
        let begun = Instant::now();
        let answer = match self.headers(&job, attempted_at_ms / 1000) {
            Ok(headers) => self.client.post(&job.webhook.webhook_url, headers, job.body.clone()).await,
            Err(failure) => Err(failure),
        };
        let duration_ms = i32::try_from(begun.elapsed().as_millis()).unwrap_or(i32::MAX);
        let report = self.report(&job, answer, attempted_at_ms, duration_ms);
        // The permit is kept until the report has found room: a database that is down slows the attempts down.
        // No one takes it any more when the program has given up recording; then the lease expires.
        let _ = results.send(report).await;
    }

    fn report(
        &self,
        job: &Job,
        answer: Result<Answer, Failure>,
        attempted_at_ms: i64,
        duration_ms: i32,
    ) -> Report {
        let attempt_count = u32::try_from(job.attempt_count).unwrap_or(0) + 1;
        let next =
            decision::next(&answer, attempt_count, &self.retry_schedule, self.clock.now_ms(), spread());
        let attempt_outcome = decision::outcome(&answer);
        let (status_code, response_body, error) = match answer {
            Ok(Answer { status, body, .. }) => (i16::try_from(status).ok(), Some(body), None),
            Err(Failure { error, .. }) => (None, None, Some(error)),
        };
        let attempt = attempts::Model {
            id: 0,
            account_id: job.webhook.account_id,
            delivery_id: job.delivery_id,
            attempted_at_ms,
            duration_ms,
            attempt_outcome,
            status_code,
            response_body,
            error,
        };
        Report { event_id: job.event_id, webhook_id: job.webhook.id, lease_id: job.lease.id, attempt, next }
    }

    /// The webhook's own headers and, above them, those of the message.
    fn headers(&self, job: &Job, timestamp_s: i64) -> Result<HeaderMap, Failure> {
        let unsendable = |error: &str| Failure::new(AttemptOutcome::Unsendable, error);
        let mut headers = self.custom_headers(&job.webhook)?;
        let secret = self
            .secrets_key
            .decrypt(&webhook_secret_context(job.webhook.account_id), &job.webhook.webhook_secret_sealed)
            .map_err(|_| unsendable("the signing secret does not decrypt"))?;
        let id = event_id_text(job.event_id);
        let signature = WebhookSecret::from(secret).sign(&id, timestamp_s, &job.body);
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        headers.insert("webhook-timestamp", timestamp_s.into());
        for (name, value) in [("webhook-id", id), ("webhook-signature", signature)] {
            let value = HeaderValue::try_from(value).map_err(|_| unsendable(name))?;
            headers.insert(name, value);
        }
        Ok(headers)
    }

    fn custom_headers(&self, webhook: &webhooks::Model) -> Result<HeaderMap, Failure> {
        let unsendable = |error: &str| Failure::new(AttemptOutcome::Unsendable, error);
        let Some(sealed) = &webhook.webhook_headers_sealed else { return Ok(HeaderMap::new()) };
        let json = self
            .secrets_key
            .decrypt(&webhook_headers_context(webhook.account_id), sealed)
            .map_err(|_| unsendable("webhook_headers do not decrypt"))?;
        let custom: HashMap<String, String> = serde_json::from_slice(&json)
            .map_err(|_| unsendable("webhook_headers are not an object of texts"))?;
        let mut headers = HeaderMap::with_capacity(custom.len() + 4);
        for (name, value) in custom {
            let name = HeaderName::try_from(name).map_err(|_| unsendable("a name in webhook_headers"))?;
            let mut value =
                HeaderValue::try_from(value).map_err(|_| unsendable("a value in webhook_headers"))?;
            value.set_sensitive(true);
            if !shared::headers::is_reserved(name.as_str()) {
                headers.append(name, value);
            }
        }
        Ok(headers)
    }
}

/// A random number in 0..=1.
fn spread() -> f64 {
    random::<2>().map_or(0.5, |bytes| f64::from(u16::from_le_bytes(bytes)) / f64::from(u16::MAX))
}
