//! Writes the event of a change, in the transaction of the change.

use serde::Serialize;
use shared::Transaction;
use shared::events::outbox::NewEvent;
use shared::values::choices::{Choice, EventType};
use shared::values::clock::rfc3339;
use shared::values::ids::{event_id_text, new_event_id};
use uuid::Uuid;

use super::context::Context;
use crate::error::AppError;

/// Returns the body of an event, as receivers get it.
pub fn body(
    id: Uuid,
    event_type: &str,
    occurred_at_ms: i64,
    data: &impl Serialize,
) -> Result<String, AppError> {
    #[derive(Serialize)]
    struct Body<'a, T> {
        id: String,
        #[serde(rename = "type")]
        event_type: &'a str,
        timestamp: String,
        data: &'a T,
    }

    let (id, timestamp) = (event_id_text(id), rfc3339(occurred_at_ms));
    Ok(serde_json::to_string(&Body { id, event_type, timestamp, data })?)
}

/// Writes one event of this type for each record. A record comes with its id, in the form that a read would return now.
pub async fn emit_all(
    tx: &Transaction,
    Context { app, caller, now_ms, .. }: &Context,
    event_type: EventType,
    records: &[(i64, impl Serialize)],
) -> Result<(), AppError> {
    let occurred_at_ms = *now_ms;
    let event = |(record_id, record): &(i64, _)| {
        let id = new_event_id(occurred_at_ms);
        let body = body(id, event_type.as_str(), occurred_at_ms, record)?;
        let (trace, user_id) = (Some(caller.trace), caller.user_id);
        Ok(NewEvent { id, event_type, record_id: *record_id, occurred_at_ms, body, trace, user_id })
    };
    let events = records.iter().map(event).collect::<Result<Vec<_>, AppError>>()?;
    Ok(app.outlet.append(tx, caller.account, events).await?)
}
