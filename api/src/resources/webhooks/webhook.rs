//! The fields of a webhook.

use shared::entities::webhooks;
use shared::values::choices::{EventType, WebhookStatus};

use super::headers::Headers;
use crate::fields::Payload;
use crate::fields::types::{List, Moment, Nullable, OneOf, Text, WebUrl, Whole};
use crate::record;

type RateLimit = Whole<1, 10_000>;
type Concurrency = Whole<1, 1_000>;

record! {
    /// A webhook: an endpoint that receives the account's events, signed as Standard Webhooks has it.
    Webhook of webhooks::Model, body WebhookInput as "WebhookCreate" or "WebhookUpdate";
    fields {
        /// Where events are sent: https on port 443 or 8443 at a public address
        webhook_url: WebUrl { required, example: "https://hooks.example.org/almoner" };
        /// Active; paused (deliveries wait); or disabled (deliveries are skipped)
        webhook_status: OneOf<WebhookStatus> { example: "active" };
        /// What it is for
        webhook_description: Text<255> { example: "Accounting" };
    }
    both {
        /// The events that are sent; empty for all
        webhook_events: List<OneOf<EventType>> { example: ["gifts.create"] } = events;
        /// The most attempts per second; null for no limit
        webhook_rate_limit: Nullable<RateLimit> = |webhook| webhook.webhook_rate_limit.map(i64::from);
        /// The most attempts at once from each dispatcher; null for as many as the receiver keeps up with
        webhook_concurrency: Nullable<Concurrency> = |webhook| webhook.webhook_concurrency.map(i64::from);
    }
    write {
        /// Headers to send along, such as a token of the receiver's; never shown again, and cleared when webhook_url gets
        /// another scheme, host or port without them
        webhook_headers: Headers { example: {"X-Token": "abc"} };
    }
    computed {
        /// Why it is disabled
        webhook_disabled_reason: Nullable<Text<255>> = |webhook| webhook.webhook_disabled_reason.clone();
        /// When a delivery last succeeded
        webhook_last_success_at: Nullable<Moment> = |webhook| webhook.webhook_last_success_at_ms;
        /// When an attempt last failed
        webhook_last_failure_at: Nullable<Moment> = |webhook| webhook.webhook_last_failure_at_ms;
        /// Since when every attempt has failed; null while deliveries succeed. After 5 days it is disabled
        webhook_failing_since: Nullable<Moment> = |webhook| webhook.webhook_failing_since_ms;
        /// Until when the previous secret signs too; null if there is none, or none any more
        webhook_previous_secret_until: Nullable<Moment> = |webhook| webhook.webhook_previous_secret_until_ms;
        /// When the record was created
        created_at: Moment = |webhook| webhook.created_at_ms;
        /// When the record was last changed
        updated_at: Moment = |webhook| webhook.updated_at_ms;
    }
    unshown {
        account_id, webhook_events, webhook_headers_sealed, webhook_rate_limit, webhook_concurrency,
        webhook_secret_sealed, webhook_previous_secret_sealed, webhook_previous_secret_until_ms,
        webhook_disabled_reason, webhook_last_success_at_ms, webhook_last_failure_at_ms,
        webhook_failing_since_ms, webhook_rate_next_us, created_at_ms, updated_at_ms,
    }
}

impl Webhook {
    /// Makes the webhook as it is at a moment. The row keeps a previous secret that has ended until it is next written or
    /// the housekeeping removes it.
    pub fn at(mut model: webhooks::Model, now_ms: i64) -> Self {
        end_overlap(&mut model, now_ms);
        Self { model }
    }
}

impl Payload for Webhook {
    const KIND: &'static str = "webhooks";
}

/// Removes the previous secret if its overlap has ended.
pub(super) fn end_overlap(row: &mut webhooks::Model, now_ms: i64) {
    if row.webhook_previous_secret_until_ms.is_some_and(|until_ms| until_ms <= now_ms) {
        (row.webhook_previous_secret_sealed, row.webhook_previous_secret_until_ms) = (None, None);
    }
}

/// Returns the events that a webhook asks for. None means all.
pub fn events(webhook: &webhooks::Model) -> Vec<EventType> {
    let names: Vec<String> = serde_json::from_str(&webhook.webhook_events).unwrap_or_default();
    names.iter().filter_map(|name| name.parse().ok()).collect()
}
