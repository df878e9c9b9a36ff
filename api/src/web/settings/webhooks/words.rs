//! States, events and results as people read them.

use shared::values::choices::{
    AttemptOutcome, Choice, DeliveryStatus, EventType, Include, RecoveryStatus, WebhookEvent, WebhookStatus,
};

use crate::fields::labels::capitalised;
use crate::resources::kinds::{Kind, of_kind};
use crate::web::records::kind::Kind as _;

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
        WebhookStatus::Active => Tag { text: "Active", class: GOOD },
        WebhookStatus::Paused => Tag { text: "Paused", class: WARN },
        WebhookStatus::Disabled => Tag { text: "Disabled", class: BAD },
    }
}

/// Returns the state of a delivery.
pub(super) fn of_delivery(status: DeliveryStatus) -> Tag {
    match status {
        DeliveryStatus::Pending => Tag { text: "Pending", class: WARN },
        DeliveryStatus::Succeeded => Tag { text: "Succeeded", class: GOOD },
        DeliveryStatus::Failed => Tag { text: "Failed", class: BAD },
        DeliveryStatus::Skipped => Tag { text: "Skipped", class: QUIET },
    }
}

/// Returns the state of a recovery.
pub(super) fn of_recovery(status: RecoveryStatus) -> Tag {
    match status {
        RecoveryStatus::Running => Tag { text: "Running", class: WARN },
        RecoveryStatus::Finished => Tag { text: "Finished", class: GOOD },
        RecoveryStatus::Stopped => Tag { text: "Stopped", class: BAD },
    }
}

/// Returns the outcome of an attempt.
pub(super) fn of_attempt(outcome: AttemptOutcome) -> &'static str {
    match outcome {
        AttemptOutcome::Success => "Delivered",
        AttemptOutcome::Status => "Answered with an error",
        AttemptOutcome::TooLarge => "The answer was longer than 64 KiB",
        AttemptOutcome::Timeout => "No answer in time",
        AttemptOutcome::Dns => "The host was not found",
        AttemptOutcome::Connect => "No connection",
        AttemptOutcome::Tls => "No secure connection",
        AttemptOutcome::Reset => "The connection broke off",
        AttemptOutcome::ForbiddenAddress => "The address is not allowed",
        AttemptOutcome::Unsendable => "Could not be sent",
    }
}

/// Returns the class that gives an attempt its look.
pub(super) fn class_of_attempt(outcome: AttemptOutcome) -> &'static str {
    if outcome == AttemptOutcome::Success { GOOD } else { BAD }
}

/// Returns an event in words.
pub(super) fn of_event(event: EventType) -> String {
    let Some(kind) = Kind::of_event(event) else {
        return match event {
            EventType::WebhooksFailing => "A webhook fails".to_owned(),
            EventType::WebhooksDisabled => "A webhook was disabled".to_owned(),
            EventType::ImportsFinished => "An import has ended".to_owned(),
            other => other.to_string(),
        };
    };
    let record = of_kind!(kind.import, R => capitalised(R::WORDS.0));
    let action = if kind.events.is_some_and(|(created, _)| event == created) { "created" } else { "changed" };
    format!("{record} {action}")
}

/// Returns what a webhook can ask for in words.
fn of_wanted(event: WebhookEvent) -> String {
    let text = event.as_str();
    match (text.parse(), text.strip_suffix(".*").and_then(|kind| kind.parse().ok())) {
        (Ok(event), _) => of_event(event),
        (_, Some(kind)) => of_kind!(kind, R => format!("{}: every event", capitalised(R::WORDS.1))),
        _ => text.to_owned(),
    }
}

/// Returns what events can show of others in words, for a form.
pub(super) fn included() -> impl Iterator<Item = (String, String)> {
    let words = [
        (Include::None, "Nothing of others"),
        (Include::Contact, "The contact"),
        (Include::ContactEmails, "The contact with the email addresses"),
        (Include::ContactPhones, "The contact with the phone numbers"),
        (Include::ContactAddresses, "The contact with the postal addresses"),
        (Include::GiftType, "The type of a gift"),
    ];
    words.into_iter().map(|(include, words)| (include.to_string(), words.to_owned()))
}

/// Returns every event with its words, for a form.
pub(super) fn events() -> impl Iterator<Item = (String, String)> {
    WebhookEvent::ALL.iter().map(|event| (event.to_string(), of_wanted(*event)))
}

/// Returns the events that a webhook gets, in words.
pub(super) fn of_events(events: &[WebhookEvent]) -> String {
    if events.is_empty() {
        return "All events".to_owned();
    }
    events.iter().map(|event| of_wanted(*event)).collect::<Vec<_>>().join(", ")
}
