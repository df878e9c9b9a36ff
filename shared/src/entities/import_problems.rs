//! The problems of imported files, row by row.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "import_problems")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub account_id: i64,
    pub import_id: i64,
    pub problem_row: i64,
    pub problem_column: Option<String>,
    pub problem_message: String,
}

super::unrelated!();
super::tenant!();
