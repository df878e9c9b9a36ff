//! The funds and campaigns of former values. One that was renamed since, or merged into another one, is called otherwise now: its
//! old name would make a new one.

use std::collections::BTreeMap;

use serde_json::Value;
use serde_json::value::RawValue;
use shared::Transaction;
use shared::values::choices::NameKind;

use crate::error::AppError;
use crate::records::Context;

/// The fields that have the name of a fund or a campaign: those of gifts, of their parts, and of pledges.
const FIELDS: [(&str, NameKind); 5] = [
    ("gift_fund", NameKind::Fund),
    ("gift_campaign", NameKind::Campaign),
    ("split_fund", NameKind::Fund),
    ("split_campaign", NameKind::Campaign),
    ("pledge_fund", NameKind::Fund),
];

/// Returns the first name among these values that no fund or campaign of the account has any more. Each name is looked for once
/// in a transaction.
pub(super) async fn renamed(
    tx: &Transaction,
    context: &Context,
    values: &BTreeMap<String, Box<RawValue>>,
) -> Result<Option<String>, AppError> {
    let mut names = Vec::new();
    for (field, value) in values {
        collect(field, serde_json::from_str(value.get())?, &mut names);
    }
    let looked_for: Vec<_> = names.iter().map(|(kind, name)| (*kind, name.as_str())).collect();
    context.names.read(tx, context.caller.account, &looked_for).await?;
    let gone = names.into_iter().find(|(kind, name)| context.names.is_new(*kind, name));
    Ok(gone.map(|(_, name)| name))
}

/// Adds the names that a field has, or the objects of its list.
fn collect(field: &str, value: Value, names: &mut Vec<(NameKind, String)>) {
    let kind = FIELDS.iter().find(|(name, _)| *name == field).map(|(_, kind)| *kind);
    match (value, kind) {
        (Value::String(name), Some(kind)) => names.push((kind, name)),
        (Value::Array(items), _) => {
            for item in items {
                let Value::Object(fields) = item else { continue };
                fields.into_iter().for_each(|(field, value)| collect(&field, value, names));
            }
        }
        _ => {}
    }
}
