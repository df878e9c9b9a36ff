//! The rows of imported files that had problems, as their owner has written them, until they are removed after a while.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "import_failed_rows")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub account_id: i64,
    pub import_id: i64,
    pub failed_row: i64,
    pub failed_cells: String,
    pub failed_problems: String,
    pub created_at_ms: i64,
}

super::unrelated!();
super::tenant!();
