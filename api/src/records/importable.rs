//! Resources that can be imported from files. They declare the columns that a file may have besides the fields of a
//! body.

use std::collections::HashMap;

use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QuerySelect};
use shared::Transaction;
use shared::entities::{AccountScope, Tenant, contacts, gifts, pledges};

use super::context::Context;
use super::links::PreloadedLinks;
use super::resource::{Resource, Row};
use crate::http::AppError;

/// A column whose text stands for the number in a field, as the name of a gift type stands for its id.
#[derive(Debug)]
pub struct LookupColumn {
    /// The column's name.
    pub column: &'static str,
    /// The field that gets the number.
    pub field: &'static str,
    /// Makes the key by which the text is looked up.
    pub key: fn(&str) -> String,
    /// The message for an unknown text, without the column's name.
    pub rule: &'static str,
}

/// The contact of a record, by its external id.
pub const CONTACT: LookupColumn = LookupColumn {
    column: "contact_external_id",
    field: "contact_id",
    key: str::to_owned,
    rule: "must be the external id of a contact of this account",
};
/// The pledge of a record, by its external id.
pub const PLEDGE: LookupColumn = LookupColumn {
    column: "pledge_external_id",
    field: "pledge_id",
    key: str::to_owned,
    rule: "must be the external id of a pledge of this account",
};
/// The gift of a record, by its external id.
pub const GIFT: LookupColumn = LookupColumn {
    column: "gift_external_id",
    field: "gift_id",
    key: str::to_owned,
    rule: "must be the external id of a gift of this account",
};

/// Columns that together make the only item of a list, such as the parts of an address.
#[derive(Debug)]
pub struct ItemColumns {
    /// The list's name.
    pub list: &'static str,
    /// The columns, named after the item's fields.
    pub columns: &'static [&'static str],
}

/// A resource that can be imported from a file. A file may have a column for each field of a body, and the columns
/// declared here.
pub trait Importable: Resource {
    /// The name of the field, and of the column, that tells which record a row changes.
    const EXTERNAL_ID: &'static str;
    /// Lists that a cell may hold as values separated by semicolons. If the items of a list are objects, the second
    /// name is the field of the item that gets the value.
    const LISTS: &'static [(&'static str, Option<&'static str>)] = &[];
    /// A list whose only item may be spread over several columns.
    const PARTS: Option<ItemColumns> = None;
    /// Columns whose texts stand for numbers.
    const NAMED: &'static [LookupColumn];

    /// Returns the database column of [`EXTERNAL_ID`](Self::EXTERNAL_ID).
    fn external_id() -> <Self::Entity as EntityTrait>::Column;

    /// Returns the external id of a record.
    fn external_id_of(row: &Row<Self>) -> Option<&str>;

    /// Looks up the numbers that the keys of a column stand for. Unknown keys are missing from the map. Unless a resource
    /// says otherwise, they are the external ids of the records that [`CONTACT`], [`PLEDGE`] and [`GIFT`] name.
    fn resolve(
        tx: &Transaction,
        account: AccountScope,
        named: &LookupColumn,
        keys: Vec<String>,
    ) -> impl Future<Output = Result<HashMap<String, i64>, AppError>> + Send {
        ids_by_external_id(tx, account, named, keys)
    }

    /// Reads and locks the records that the rows of a file link to.
    fn links(
        tx: &Transaction,
        context: &Context,
        inputs: &[&Self::Input],
    ) -> impl Future<Output = Result<PreloadedLinks, AppError>> + Send;
}

/// Returns the ids of the account's records that have one of these texts in a column, by text.
pub async fn ids_by<E: Tenant>(
    tx: &Transaction,
    account: AccountScope,
    column: E::Column,
    texts: Vec<String>,
) -> Result<HashMap<String, i64>, AppError> {
    let select = account.find::<E>().filter(column.is_in(texts)).select_only();
    Ok(select.column(column).column(E::ID).into_tuple::<(String, i64)>().all(tx).await?.into_iter().collect())
}

/// Returns the ids of the records with these external ids, by external id.
pub async fn ids_by_external_id(
    tx: &Transaction,
    account: AccountScope,
    named: &LookupColumn,
    external_ids: Vec<String>,
) -> Result<HashMap<String, i64>, AppError> {
    match named.field {
        "gift_id" => ids_by::<gifts::Entity>(tx, account, gifts::Column::GiftExternalId, external_ids).await,
        "pledge_id" => {
            ids_by::<pledges::Entity>(tx, account, pledges::Column::PledgeExternalId, external_ids).await
        }
        _ => ids_by::<contacts::Entity>(tx, account, contacts::Column::ContactExternalId, external_ids).await,
    }
}
