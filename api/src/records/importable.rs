//! What makes a kind of records importable: the columns that its files may have besides the fields of its bodies.

use std::collections::HashMap;

use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QuerySelect};
use shared::Transaction;
use shared::entities::{AccountScope, Tenant};

use super::context::Context;
use super::links::Links;
use super::resource::{Resource, Row};
use crate::http::AppError;

/// A column that names by a text what a field has as a number.
#[derive(Debug)]
pub struct Named {
    /// Its name.
    pub column: &'static str,
    /// The field.
    pub field: &'static str,
    /// What the text is looked up by.
    pub key: fn(&str) -> String,
    /// The rule that an unknown text breaks.
    pub rule: &'static str,
}

/// Columns that together are the only item of a list.
#[derive(Debug)]
pub struct Parts {
    /// The list.
    pub list: &'static str,
    /// The columns, named after the item's fields.
    pub columns: &'static [&'static str],
}

/// A kind of records that a file can bring: besides the fields of its bodies, the columns that it takes.
pub trait Importable: Resource {
    /// The field, and column, that tells which record a row is.
    const EXTERNAL_ID: &'static str;
    /// Lists that may be written as values with semicolons between them; of which field of an item, if items are objects.
    const LISTS: &'static [(&'static str, Option<&'static str>)] = &[];
    /// A list whose only item may be written in columns.
    const PARTS: Option<Parts> = None;
    /// Columns with names for numbers.
    const NAMED: &'static [Named];

    /// The column of [`EXTERNAL_ID`](Self::EXTERNAL_ID).
    fn external_id() -> <Self::Entity as EntityTrait>::Column;

    /// The external id of a record.
    fn external_id_of(row: &Row<Self>) -> Option<&str>;

    /// The numbers that keys of a column stand for.
    fn resolve(
        tx: &Transaction,
        account: AccountScope,
        named: &Named,
        keys: Vec<String>,
    ) -> impl Future<Output = Result<HashMap<String, i64>, AppError>> + Send;

    /// Reads the records that rows link to.
    fn links(
        tx: &Transaction,
        context: &Context,
        inputs: &[&Self::Input],
    ) -> impl Future<Output = Result<Links, AppError>> + Send;
}

/// The ids of an account's records by the text in a column.
pub async fn ids_by<E: Tenant>(
    tx: &Transaction,
    account: AccountScope,
    column: E::Column,
    texts: Vec<String>,
) -> Result<HashMap<String, i64>, AppError> {
    let select = account.find::<E>().filter(column.is_in(texts)).select_only();
    Ok(select.column(column).column(E::ID).into_tuple::<(String, i64)>().all(tx).await?.into_iter().collect())
}
