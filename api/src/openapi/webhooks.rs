//! The events as webhooks: the requests that a receiver gets, and the bodies that the log has too.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use shared::values::choices::{Choice, EventType};

use super::schemas::SCHEMAS;
use crate::fields::schema::Describe;
use crate::resources::imports::Import;
use crate::resources::kinds::{KINDS, Kind};
use crate::resources::webhooks::Webhook;
use crate::resources::webhooks::test::PING;

/// The tag of these requests. It is not that of the operations on webhooks, because generators of clients write one
/// file for each tag, and these would take the place of those.
const TAG: &str = "Receiver";

/// The headers of these requests: component, name, example, and meaning.
const HEADERS: [(&str, &str, &str, &str); 3] = [
    (
        "WebhookId",
        "webhook-id",
        "evt_01996c5e4b7a7cc28b6d4a1f0e9d8c7b",
        "The event's id, the same on every attempt",
    ),
    (
        "WebhookTimestamp",
        "webhook-timestamp",
        "1781524800",
        "When this attempt was made, in seconds since the Unix epoch",
    ),
    (
        "WebhookSignature",
        "webhook-signature",
        "v1,tZ1I4/hDygAJgO5TYxiSd6Sd0kDW6hPenDe+bTa3Kkw=",
        "`v1,` and base64 of HMAC-SHA256 of `{id}.{timestamp}.{body}`; several separated by spaces",
    ),
];

/// Adds every event to the document, under its name. Headers and bodies are components, because generators do not
/// understand the types of 3.1 where the section `webhooks` has them in place.
pub(super) fn add(document: &mut Value) {
    if let Value::Array(tags) = &mut document["tags"] {
        tags.push(json!({"name": TAG, "description": "The requests that the receiver of a webhook gets."}));
    }
    for (component, name, example, meaning) in HEADERS {
        document["components"]["parameters"][component] = json!({
            "name": name, "in": "header", "required": true, "description": meaning,
            "schema": {"type": "string", "examples": [example]},
        });
    }
    let properties = document["components"]["schemas"]["Event"]["properties"].clone();
    let record = |event: EventType| match (Kind::of_event(event), event) {
        (Some(kind), _) => kind.schema,
        (None, EventType::ImportsFinished) => Import::NAME,
        (None, _) => Webhook::NAME,
    };
    let events = EventType::ALL.iter().map(|event| (event.as_str(), record(*event)));
    let mut of_log = Vec::new();
    for (event, record) in events.chain([(PING, "Webhook")]) {
        let (kind, action) = event.split_once('.').unwrap_or_default();
        let (id, schema, done) = match action {
            "create" => ("Created", format!("{record}CreateEvent"), "created"),
            "update" => ("Updated", format!("{record}UpdateEvent"), "updated"),
            "failing" => ("Failing", format!("{record}FailingEvent"), "has failed for an hour"),
            "disabled" => ("Disabled", format!("{record}DisabledEvent"), "was disabled because it failed"),
            "finished" => ("Finished", format!("{record}FinishedEvent"), "has ended"),
            _ => ("Ping", "PingEvent".to_owned(), "tried out"),
        };
        document["components"]["schemas"][&schema] = body(event, record, &properties);
        let reference = format!("{SCHEMAS}{schema}");
        if event != PING {
            of_log.push((event, reference.clone()));
        }
        document["webhooks"][event] = json!({"post": {
            "operationId": format!("{kind}{id}"),
            "summary": format!("{record} {done}"),
            "description": "Signed as Standard Webhooks has it. Answer with 2xx; anything else is tried again.",
            "tags": [TAG],
            "security": [],
            "parameters": HEADERS.map(|(header, ..)| json!({"$ref": format!("#/components/parameters/{header}")})),
            "requestBody": {"required": true, "content": {"application/json": {
                "schema": {"$ref": reference},
            }}},
            "responses": {
                "2XX": {"description": "Received"},
                "410": {"description": "Gone: the webhook is disabled"},
                "4XX": {"description": "Not received; tried again"},
            },
        }});
    }
    let event = &mut document["components"]["schemas"]["Event"];
    let references: Vec<_> = of_log.iter().map(|(_, reference)| json!({"$ref": reference})).collect();
    *event = json!({
        "description": event["description"],
        "oneOf": references,
        "discriminator": {"propertyName": "type", "mapping": of_log.into_iter().collect::<BTreeMap<_, _>>()},
    });
}

/// Describes the body of an event's request: that of every event, with its own type and record.
fn body(event: &str, record: &str, properties: &Value) -> Value {
    let mut properties = properties.clone();
    properties["type"] = json!({"type": "string", "description": "What happened", "const": event});
    properties["data"] = json!({
        "$ref": format!("{SCHEMAS}{record}"), "description": "The record, as a read at that moment returned it",
    });
    let is_update = event.ends_with(".update");
    if let Value::Object(properties) = &mut properties {
        let of_records = KINDS.iter().any(|kind| kind.schema == record);
        properties.retain(|name, _| match name.as_str() {
            "changed" | "previous" => is_update,
            "sequence" => of_records,
            _ => true,
        });
    }
    json!({
        "type": "object",
        "description": format!("The event {event}"),
        "required": ["id", "type", "timestamp", "data"],
        "properties": properties,
    })
}
