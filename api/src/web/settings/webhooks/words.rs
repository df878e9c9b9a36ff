//! States, events and results as people read them.

use shared::values::choices::{
    AttemptOutcome, Choice, DeliveryStatus, EventType, Include, RecoveryStatus, WebhookEvent, WebhookStatus,
};

use crate::language::known;

/// The name of a state, and how it looks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tag {
    pub(super) text: &'static str,
    pub(super) class: &'static str,
}

const GOOD: &str = "tag good";
const QUIET: &str = "tag";
const WARN: &str = "tag warn";
const BAD: &str = "tag bad";

/// Returns the state of a webhook.
pub(super) fn of_webhook(status: WebhookStatus) -> Tag {
    match status {
        WebhookStatus::Active => Tag { text: t!("webhook-active"), class: GOOD },
        WebhookStatus::Paused => Tag { text: t!("webhook-paused"), class: WARN },
        WebhookStatus::Disabled => Tag { text: t!("webhook-disabled"), class: BAD },
    }
}

/// Returns the state of a delivery.
pub(super) fn of_delivery(status: DeliveryStatus) -> Tag {
    match status {
        DeliveryStatus::Pending => Tag { text: t!("delivery-pending"), class: WARN },
        DeliveryStatus::Succeeded => Tag { text: t!("delivery-succeeded"), class: GOOD },
        DeliveryStatus::Failed => Tag { text: t!("delivery-failed"), class: BAD },
        DeliveryStatus::Skipped => Tag { text: t!("delivery-skipped"), class: QUIET },
    }
}

/// Returns the state of a recovery.
pub(super) fn of_recovery(status: RecoveryStatus) -> Tag {
    match status {
        RecoveryStatus::Running => Tag { text: t!("webhook-recovery-running"), class: WARN },
        RecoveryStatus::Finished => Tag { text: t!("webhook-recovery-finished"), class: GOOD },
        RecoveryStatus::Stopped => Tag { text: t!("webhook-recovery-stopped"), class: BAD },
    }
}

/// Returns the outcome of an attempt.
pub(super) fn of_attempt(outcome: AttemptOutcome) -> &'static str {
    match outcome {
        AttemptOutcome::Success => t!("delivery-attempt-success"),
        AttemptOutcome::Status => t!("delivery-attempt-status"),
        AttemptOutcome::TooLarge => t!("delivery-attempt-too-large"),
        AttemptOutcome::Timeout => t!("delivery-attempt-timeout"),
        AttemptOutcome::Dns => t!("delivery-attempt-dns"),
        AttemptOutcome::Connect => t!("delivery-attempt-connect"),
        AttemptOutcome::Tls => t!("delivery-attempt-tls"),
        AttemptOutcome::Reset => t!("delivery-attempt-reset"),
        AttemptOutcome::ForbiddenAddress => t!("delivery-attempt-forbidden-address"),
        AttemptOutcome::Unsendable => t!("delivery-attempt-unsendable"),
    }
}

/// Returns the class that gives an attempt its look.
pub(super) fn class_of_attempt(outcome: AttemptOutcome) -> &'static str {
    if outcome == AttemptOutcome::Success { GOOD } else { BAD }
}

/// Returns an event in words.
pub(super) fn of_event(event: EventType) -> &'static str {
    said(event.as_str())
}

/// Returns what a webhook can ask for in words.
fn of_wanted(event: WebhookEvent) -> &'static str {
    said(event.as_str())
}

/// Returns the words of an event by its name, such as `gifts.create`, or of all of a kind, such as `gifts.*`.
fn said(name: &'static str) -> &'static str {
    known(&format!("webhook-event-{}", name.replace('.', "-").replace('*', "all"))).unwrap_or(name)
}

/// Returns what events can show of others in words, for a form.
pub(super) fn included() -> impl Iterator<Item = (String, String)> {
    let words = [
        (Include::None, t!("webhook-include-none")),
        (Include::Contact, t!("webhook-include-contact")),
        (Include::ContactEmails, t!("webhook-include-emails")),
        (Include::ContactPhones, t!("webhook-include-phones")),
        (Include::ContactAddresses, t!("webhook-include-addresses")),
        (Include::GiftType, t!("webhook-include-gift-type")),
    ];
    words.into_iter().map(|(include, words)| (include.to_string(), words.to_owned()))
}

/// Returns every event with its words, for a form.
pub(super) fn events() -> impl Iterator<Item = (String, String)> {
    WebhookEvent::ALL.iter().map(|event| (event.to_string(), of_wanted(*event).to_owned()))
}

/// Returns the events that a webhook gets, in words.
pub(super) fn of_events(events: &[WebhookEvent]) -> String {
    if events.is_empty() {
        return t!("webhook-all-events").to_owned();
    }
    events.iter().map(|event| of_wanted(*event)).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_event_has_words() {
        for event in WebhookEvent::ALL {
            assert_ne!(of_wanted(*event), event.as_str(), "developers.ftl lacks the words of an event");
        }
    }
}
