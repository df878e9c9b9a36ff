//! The columns that were chosen last for files with the same headings, to be offered again. `headings_hash` is the SHA-256 of
//! the headings, and `mapping` the JSON of a mapping.

use sea_orm::entity::prelude::*;

use crate::values::choices::ImportKind;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "import_mappings")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub account_id: i64,
    pub import_kind: ImportKind,
    pub headings_hash: String,
    pub mapping: String,
    pub updated_at_ms: i64,
}

super::unrelated!();
super::tenant!();
