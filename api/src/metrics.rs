//! The metrics that an api counts as things happen. It looks up the backlog in the database instead, in
//! [`background::backlog`].
//!
//! [`background::backlog`]: crate::background::backlog

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::registry::Registry;
use shared::entities::imports;
use shared::process::metrics::Sampled;

use crate::http::request_metrics::RequestMetrics;

/// The metrics of an api. Clones count together.
#[derive(Clone, Debug, Default)]
pub struct Metrics {
    /// The requests.
    pub requests: RequestMetrics,
    /// The events on their way to the queue.
    pub relay: RelayMetrics,
    imported_rows: Family<ImportedRow, Counter>,
}

/// The events that a relay publishes. Clones count together.
#[derive(Clone, Debug, Default)]
pub struct RelayMetrics {
    /// The events that the queue has taken.
    pub published: Counter,
    /// The times when the queue did not take published events.
    pub failed: Counter,
    /// The events that were published again, because they were not recorded.
    pub again: Counter,
    /// The messages that wait in the queue.
    pub queued: Sampled,
    /// The messages among the dead letters.
    pub dead: Sampled,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct ImportedRow {
    outcome: &'static str,
}

impl Metrics {
    /// Shows them.
    pub fn register(&self, registry: &mut Registry) {
        self.requests.register(registry);
        let RelayMetrics { published, failed, again, queued, dead } = self.relay.clone();
        let help = "The events that the queue has taken from this api";
        registry.register("messaging_client_sent_messages", help, published);
        let help = "The times when this api could not publish events; they wait in the outbox";
        registry.register("almoner_publish_failures", help, failed);
        let help = "The events that were lost between the queue and their record, and are published again";
        registry.register("almoner_events_republished", help, again);
        let help = "The messages in the queue that no dispatcher has taken yet";
        registry.register("almoner_queue_messages", help, queued.gauge());
        let help = "The messages that no dispatcher can record";
        registry.register("almoner_dead_letters", help, dead.gauge());
        registry.register("almoner_import_rows", "The rows of imports", self.imported_rows.clone());
        for outcome in ["created", "updated", "failed"] {
            let _ = self.imported_rows.get_or_create(&ImportedRow { outcome });
        }
    }

    /// Counts the rows of an import between two states of it.
    pub fn imported(&self, before: &imports::Model, after: &imports::Model) {
        for (outcome, count) in [
            ("created", after.created_count - before.created_count),
            ("updated", after.updated_count - before.updated_count),
            ("failed", after.failed_count - before.failed_count),
        ] {
            self.imported_rows.get_or_create(&ImportedRow { outcome }).inc_by(count.unsigned_abs());
        }
    }
}
