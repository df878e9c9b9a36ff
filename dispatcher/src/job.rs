//! A delivery whose lease this process holds, on its way to an attempt.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use shared::entities::webhooks;
use shared::times::{BEGIN_WITHIN, LEASE_MARGIN, ms};
use shared::values::ids::event_id_text;
use shared::values::trace::Trace;
use tokio::time::Instant;
use tracing::Span;
use uuid::Uuid;

use crate::isolation::Permit;

/// The deliveries that wait, which has indexes by webhook and by time.
pub(crate) const WAITING: &str = "d.delivery_status = 'pending' AND d.lease_id IS NULL";
/// The deliveries that a worker attempts, which has an index by time.
pub(crate) const LEASED: &str = "d.delivery_status = 'pending' AND d.lease_id IS NOT NULL";

/// One attempt to be made.
#[derive(Debug)]
pub(crate) struct Job {
    pub(crate) delivery_id: i64,
    pub(crate) event_id: Uuid,
    /// The body to send, byte for byte.
    pub(crate) body: Bytes,
    /// The trace of the request that made the event.
    pub(crate) trace: Option<Trace>,
    pub(crate) webhook: Arc<webhooks::Model>,
    /// The number of attempts that were made before.
    pub(crate) attempt_count: i32,
    pub(crate) lease: Lease,
    pub(crate) permit: Permit,
}

impl Job {
    /// Returns the span whose fields every log line of the attempt has. Its level is error, so that no log filter drops
    /// it.
    pub(crate) fn span(&self) -> Span {
        tracing::error_span!(
            "attempt",
            delivery_id = self.delivery_id,
            event_id = event_id_text(self.event_id),
            webhook_id = self.webhook.id,
            trace_id = self.trace.map(Trace::trace_id),
        )
    }
}

/// The right to attempt deliveries, until it expires by the database's clock.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lease {
    /// A result is recorded only if its delivery still has this lease id.
    pub(crate) id: Uuid,
    begin_by: Instant,
}

impl Lease {
    /// Creates a lease. Call this before asking the database for its time: then the lease never ends earlier by the
    /// database's clock than this process expects.
    pub(crate) fn new() -> Self {
        Self { id: Uuid::now_v7(), begin_by: Instant::now() + BEGIN_WITHIN }
    }

    /// Returns how long a lease keeps other workers away, in milliseconds.
    pub(crate) fn duration_ms(attempt_timeout: Duration) -> i64 {
        ms(attempt_timeout + LEASE_MARGIN)
    }

    /// Returns whether an attempt that begins now will be over before the lease expires.
    pub(crate) fn is_fresh(&self) -> bool {
        Instant::now() <= self.begin_by
    }
}
