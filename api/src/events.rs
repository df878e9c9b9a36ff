//! Renders the event of a change and records it with the change.

use sea_orm::DatabaseTransaction;
use serde::Serialize;
use shared::choices::EventType;
use shared::clock::rfc3339;
use shared::ids::{event_id_text, new_event_id};
use shared::outbox::{self, NewEvent};

use crate::http::{AppError, Caller};

/// What a receiver gets.
#[derive(Serialize)]
struct Body<'a, T> {
    id: String,
    #[serde(rename = "type")]
    event_type: EventType,
    timestamp: String,
    data: &'a T,
}

/// Records that something happened to a record, which is given as a read would return it now.
pub async fn emit(
    tx: &DatabaseTransaction,
    caller: &Caller,
    event_type: EventType,
    (record_id, record): (i64, &impl Serialize),
    occurred_at_ms: i64,
) -> Result<(), AppError> {
    let id = new_event_id(occurred_at_ms);
    let body = Body { id: event_id_text(id), event_type, timestamp: rfc3339(occurred_at_ms), data: record };
    let body = serde_json::to_string(&body)?;
    outbox::append(tx, caller.account, NewEvent { id, event_type, record_id, occurred_at_ms, body }).await?;
    Ok(())
}
