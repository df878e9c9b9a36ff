//! The events as webhooks: what a receiver gets.

use serde_json::{Map, Value, json};
use shared::values::choices::{Choice, EventType};

use crate::resources::kinds::Kind;
use crate::resources::webhooks::test::PING;

/// Describes every event, under its name.
pub(super) fn webhooks() -> Map<String, Value> {
    let record = |event| Kind::of_event(event).map_or("", |kind| kind.schema);
    let events = EventType::ALL.iter().map(|event| webhook(event.as_str(), record(*event)));
    events.chain([webhook(PING, "Webhook")]).collect()
}

/// Describes the request that a receiver gets for an event, under the event's name.
fn webhook(event: &str, record: &str) -> (String, Value) {
    let (kind, action) = event.split_once('.').unwrap_or_default();
    let (id, done) = match action {
        "create" => ("Created", "created"),
        "update" => ("Updated", "updated"),
        _ => ("Ping", "tried out"),
    };
    let header = |name: &str, description: &str, example: &str| {
        json!({"name": name, "in": "header", "required": true, "description": description,
               "schema": {"type": "string", "examples": [example]}})
    };
    let operation = json!({"post": {
        "operationId": format!("{kind}{id}"),
        "summary": format!("{record} {done}"),
        "description": "Signed as Standard Webhooks has it. Answer with 2xx; anything else is tried again.",
        "tags": ["Webhooks"],
        "security": [],
        "parameters": [
            header("webhook-id", "The event's id, the same on every attempt", "evt_01996c5e4b7a7cc28b6d4a1f0e9d8c7b"),
            header("webhook-timestamp", "When this attempt was made, in seconds since the Unix epoch", "1781524800"),
            header("webhook-signature", "`v1,` and base64 of HMAC-SHA256 of `{id}.{timestamp}.{body}`; several separated by spaces",
                   "v1,tZ1I4/hDygAJgO5TYxiSd6Sd0kDW6hPenDe+bTa3Kkw="),
        ],
        "requestBody": {"required": true, "content": {"application/json": {"schema": {
            "type": "object",
            "required": ["id", "type", "timestamp", "data"],
            "properties": {
                "id": {"type": "string", "description": "The event's id", "pattern": "^evt_[0-9a-f]{32}$",
                       "examples": ["evt_01996c5e4b7a7cc28b6d4a1f0e9d8c7b"]},
                "type": {"type": "string", "const": event},
                "timestamp": {"type": "string", "format": "date-time", "description": "When it happened",
                              "examples": ["2026-06-15T12:00:00.000Z"]},
                "data": {"$ref": format!("#/components/schemas/{record}"), "description": "The record, as a read at that moment returned it"},
            },
        }}}},
        "responses": {
            "2XX": {"description": "Received"},
            "410": {"description": "Gone: the webhook is disabled"},
            "4XX": {"description": "Not received; tried again"},
        },
    }});
    (event.to_owned(), operation)
}
