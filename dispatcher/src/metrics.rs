//! The metrics of a dispatcher.

use std::time::Duration;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;
use shared::entities::attempts;
use shared::process::metrics::{register_seconds, seconds};
use shared::values::choices::{AttemptOutcome, Choice, DeliveryStatus};
use uuid::Uuid;

use crate::decision::Next;

/// The buckets of the time from a change to its delivery, in seconds: from what a user feels to the last retry.
const DELAYS: [f64; 14] =
    [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0, 30.0, 300.0, 3600.0, 36_000.0, 259_200.0];

/// The metrics of a dispatcher. Clones count together.
#[derive(Clone, Debug)]
pub struct DeliveryMetrics {
    /// The messages that were taken from the queue and recorded.
    pub(crate) consumed: Counter,
    /// The messages that were rejected, because they cannot be recorded.
    pub(crate) rejected: Counter,
    /// The attempts in flight.
    pub(crate) active: Gauge,
    attempts: Family<Outcome, Histogram, fn() -> Histogram>,
    ended: Family<Status, Counter>,
    retries: Counter,
    delays: Histogram,
    /// The results that came after their lease had passed to another worker.
    pub(crate) late: Counter,
    /// The leases that had expired, because their worker had died.
    pub(crate) expired: Counter,
    /// The webhooks that were disabled.
    pub(crate) disabled: Counter,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Outcome {
    outcome: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Status {
    status: &'static str,
}

impl Default for DeliveryMetrics {
    fn default() -> Self {
        Self {
            consumed: Counter::default(),
            rejected: Counter::default(),
            active: Gauge::default(),
            attempts: Family::new_with_constructor(seconds),
            ended: Family::default(),
            retries: Counter::default(),
            delays: Histogram::new(DELAYS),
            late: Counter::default(),
            expired: Counter::default(),
            disabled: Counter::default(),
        }
    }
}

impl DeliveryMetrics {
    /// Shows them.
    pub fn register(&self, registry: &mut Registry) {
        let Self { consumed, rejected, active, attempts, ended, retries, delays, late, expired, disabled } =
            self.clone();
        let help = "The messages whose deliveries were recorded";
        registry.register("messaging_client_consumed_messages", help, consumed);
        let help = "The messages that cannot be recorded, and became dead letters";
        registry.register("almoner_messages_rejected", help, rejected);
        registry.register("almoner_attempts_active", "The attempts in flight", active);
        register_seconds(registry, "almoner_attempt_duration", "The attempts, by their outcome", attempts);
        registry.register("almoner_deliveries_ended", "The deliveries that have ended, by status", ended);
        registry.register("almoner_retries", "The failed attempts that are to be made again", retries);
        let help = "The deliveries that succeeded, by the time since their change";
        register_seconds(registry, "almoner_delivery_delay", help, delays);
        let help = "The results that came after another worker had taken the delivery";
        registry.register("almoner_late_results", help, late);
        let help = "The deliveries whose worker died during an attempt";
        registry.register("almoner_leases_expired", help, expired);
        let help = "The webhooks that were disabled, after 410 or after five days of failures";
        registry.register("almoner_webhooks_disabled", help, disabled);
        // Begin at 0, because a counter that begins with its first count shows no increase.
        for outcome in AttemptOutcome::ALL {
            let _ = self.attempts.get_or_create(&Outcome { outcome: outcome.as_str() });
        }
        for status in [DeliveryStatus::Succeeded, DeliveryStatus::Failed] {
            let _ = self.ended.get_or_create(&Status { status: status.as_str() });
        }
    }

    /// Counts an attempt whose result is recorded.
    pub(crate) fn recorded(&self, event_id: Uuid, attempt: &attempts::Model, next: Next) {
        let duration_ms = attempt.duration_ms.unsigned_abs();
        let outcome = Outcome { outcome: attempt.attempt_outcome.as_str() };
        self.attempts.get_or_create(&outcome).observe(f64::from(duration_ms) / 1000.0);
        match next {
            Next::NotAttempted => {}
            Next::Succeeded => {
                self.ended(DeliveryStatus::Succeeded);
                let ended_at_ms = attempt.attempted_at_ms + i64::from(duration_ms);
                let delay = moment(event_id).map(|changed| at(ended_at_ms).saturating_sub(changed));
                self.delays.observe(delay.unwrap_or_default().as_secs_f64());
            }
            Next::Retry(_) => drop(self.retries.inc()),
            Next::Failed | Next::Gone => self.ended(DeliveryStatus::Failed),
        }
    }

    fn ended(&self, status: DeliveryStatus) {
        self.ended.get_or_create(&Status { status: status.as_str() }).inc();
    }
}

/// Returns when an event's change was made, which its id tells, since the Unix epoch.
fn moment(event_id: Uuid) -> Option<Duration> {
    let (seconds, nanos) = event_id.get_timestamp()?.to_unix();
    Some(Duration::new(seconds, nanos))
}

fn at(ms: i64) -> Duration {
    Duration::from_millis(ms.max(0).unsigned_abs())
}
