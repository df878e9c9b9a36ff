//! Related records in a body, such as a gift's `contact`. A body links a record by its id, but a caller can send back
//! the related records that a read has shown. One that differs would be lost, so the response names it.

use serde_json::Value;
use shared::Transaction;

use super::JsonBody;
use crate::error::AppError;
use crate::records::{Context, Resource, Row, one};

/// Compares the related records in a body with those that a row will have. Those that differ are named as ignored, or are
/// problems if the caller is strict.
pub(super) async fn check<R: Resource, O>(
    tx: &Transaction,
    context: &Context,
    row: &Row<R>,
    body: &mut JsonBody<R::Input, O, R::Links>,
) -> Result<(), AppError> {
    if body.related.is_empty() {
        return Ok(());
    }
    let record = one(R::load(tx, context, vec![row.clone()]).await?)?;
    let record: Value = serde_json::from_slice(&serde_json::to_vec(&record)?)?;
    for (name, json) in &body.related {
        let sent = serde_json::from_str(json);
        if sent.is_ok_and(|sent| says(&sent, &record[*name])) {
            continue;
        }
        if body.is_strict {
            let id = id_of(name);
            body.problems
                .add(name, format_args!("is not what the record has; send {id}, or leave {name} out"));
        } else {
            body.ignored.push((*name).to_owned());
        }
    }
    Ok(())
}

/// Returns whether the stored record says everything that was sent.
fn says(sent: &Value, stored: &Value) -> bool {
    match (sent, stored) {
        (Value::Object(sent), Value::Object(stored)) => {
            sent.iter().all(|(name, value)| stored.get(name) == Some(value))
        }
        _ => sent == stored,
    }
}

/// Returns the field with the id of a related record: `gift_type_id` for `giftType`.
fn id_of(name: &str) -> String {
    let mut id = String::new();
    for char in name.chars() {
        if char.is_ascii_uppercase() {
            id.push('_');
        }
        id.push(char.to_ascii_lowercase());
    }
    id + "_id"
}
