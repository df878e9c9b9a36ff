//! What the rows of imported files have become, one row here for each part of a file. With 0 as its last row, those that somebody wants
//! to import although their records are there already.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "import_rows")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub account_id: i64,
    pub import_id: i64,
    pub last_row: i64,
    pub row_records: String,
}

super::unrelated!();
super::tenant!();
