//! The fields of a webhook.

use shared::entities::webhooks;
use shared::events::include::Included;
use shared::values::choices::{Choice, EventType, Include, WebhookEvent, WebhookStatus};

use url::Url;

use super::headers::Headers;
use crate::fields::Payload;
use crate::fields::types::{Flag, List, Moment, Nullable, OneOf, Text, WebUrl, Whole};
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
        /// 1: leave out updates that changed nothing
        webhook_skip_unchanged: Flag { label: "Leave out updates that changed nothing", example: 0 };
    }
    both {
        /// The events that are sent, of which `gifts.*` is every one of gifts; empty for all
        webhook_events: List<OneOf<WebhookEvent>> { example: ["gifts.create"] } = events;
        /// What the events show of other records: `none`, or the named ones, a contact's lists as they are when the event is
        /// sent; empty for what a read shows
        webhook_include: List<OneOf<Include>> { example: ["contact.emails"] } = |webhook| {
            Included::of_column(webhook.webhook_include.as_deref()).asked().unwrap_or_default().to_vec()
        };
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
        account_id, webhook_events, webhook_include, webhook_headers_sealed, webhook_rate_limit, webhook_concurrency,
        webhook_secret_sealed, webhook_previous_secret_sealed, webhook_previous_secret_until_ms,
        webhook_disabled_reason, webhook_last_success_at_ms, webhook_last_failure_at_ms,
        webhook_failing_since_ms, webhook_rate_next_us, webhook_given_up_at_ms,
        told_failing_since_ms, told_given_up_at_ms, told_disabled, dismissed_at_ms,
        created_at_ms, updated_at_ms,
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

/// The reason of a webhook that an owner has disabled.
pub(super) const DISABLED_BY_OWNER: &str = "disabled through the API";

/// Returns whether a webhook was disabled because it failed.
pub fn is_disabled_for_failing(webhook: &webhooks::Model) -> bool {
    webhook.webhook_status == WebhookStatus::Disabled
        && webhook.webhook_disabled_reason.as_deref().is_some_and(|reason| reason != DISABLED_BY_OWNER)
}

/// How far the failure of a webhook has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Every attempt has failed for an hour.
    Failing,
    /// All attempts to deliver an event have failed.
    GivenUp,
    /// The webhook was disabled because of its failures.
    Disabled,
}

/// Returns scheme, host and port of a webhook's URL.
pub fn origin(url: &str) -> String {
    Url::parse(url).map_or_else(|_| String::new(), |url| url.origin().ascii_serialization())
}

/// Returns the host of a webhook's URL.
pub(super) fn host(url: &str) -> Option<String> {
    Url::parse(url).ok()?.host_str().map(str::to_owned)
}

/// Returns what a person calls the receiver of a webhook: its host, and its description. A URL may have a secret.
pub fn receiver(webhook: &webhooks::Model) -> String {
    let host = host(&webhook.webhook_url).unwrap_or_else(|| "its receiver".to_owned());
    match &webhook.webhook_description {
        Some(description) => format!("{host} ({description})"),
        None => host,
    }
}

/// Returns the events that a webhook asks for. None means all.
pub fn events(webhook: &webhooks::Model) -> Vec<WebhookEvent> {
    let names: Vec<String> = serde_json::from_str(&webhook.webhook_events).unwrap_or_default();
    let is_of_star = |name: &str| {
        name.split_once('.').is_some_and(|(kind, event)| event != "*" && names.contains(&format!("{kind}.*")))
    };
    names.iter().filter(|name| !is_of_star(name)).filter_map(|name| name.parse().ok()).collect()
}

/// Returns the column for the events that a webhook asks for: each once, and beside `gifts.*` those of gifts, because a
/// dispatcher of the version before does not know the star.
pub(super) fn events_column(asked: &[WebhookEvent]) -> Vec<&'static str> {
    let mut names = Vec::new();
    for event in asked.iter().map(|event| event.as_str()) {
        let kind = event.strip_suffix('*').unwrap_or("-");
        let of_kind = EventType::ALL.iter().map(|event| event.as_str()).filter(|name| name.starts_with(kind));
        for name in std::iter::once(event).chain(of_kind) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    names
}
