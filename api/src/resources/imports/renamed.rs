//! The funds and campaigns of former values. One that was renamed since, or merged into another one, is called otherwise now: its
//! old name would make a new one.

use std::collections::BTreeMap;

use sea_orm::{ColumnTrait, QueryFilter, QuerySelect};
use serde_json::Value;
use serde_json::value::RawValue;
use shared::Transaction;
use shared::entities::{AccountScope, Purpose, campaigns, funds};
use shared::values::choices::NameKind;
use shared::values::names::name_key;

use crate::error::AppError;

/// The fields that have the name of a fund or a campaign: those of gifts, of their parts, and of pledges.
const FIELDS: [(&str, NameKind); 5] = [
    ("gift_fund", NameKind::Fund),
    ("gift_campaign", NameKind::Campaign),
    ("split_fund", NameKind::Fund),
    ("split_campaign", NameKind::Campaign),
    ("pledge_fund", NameKind::Fund),
];

/// Returns the first name among these values that no fund or campaign of the account has any more.
pub(super) async fn renamed(
    tx: &Transaction,
    account: AccountScope,
    values: &BTreeMap<String, Box<RawValue>>,
) -> Result<Option<String>, AppError> {
    let mut names = Vec::new();
    for (field, value) in values {
        collect(field, serde_json::from_str(value.get())?, &mut names);
    }
    for (kind, name) in names {
        let is_there = match kind {
            NameKind::Fund => is_there::<funds::Entity>(tx, account, &name).await?,
            NameKind::Campaign => is_there::<campaigns::Entity>(tx, account, &name).await?,
        };
        if !is_there {
            return Ok(Some(name));
        }
    }
    Ok(None)
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

async fn is_there<P: Purpose>(tx: &Transaction, account: AccountScope, name: &str) -> Result<bool, AppError> {
    let named = account.find::<P>().filter(P::KEY.eq(name_key(name))).select_only().column(P::ID);
    Ok(named.into_tuple::<i64>().one(tx).await?.is_some())
}
