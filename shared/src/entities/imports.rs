//! Imports of files. The parts of a file that have arrived wait in [`super::import_chunks`].

use sea_orm::entity::prelude::*;

use crate::values::choices::{ImportKind, ImportStatus};

#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "imports")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub account_id: i64,
    pub import_kind: ImportKind,
    pub import_status: ImportStatus,
    pub import_dry_run: bool,
    pub import_header: String,
    pub import_error: Option<String>,
    pub row_count: i64,
    pub processed_count: i64,
    pub created_count: i64,
    pub updated_count: i64,
    pub failed_count: i64,
    pub problem_count: i64,
    pub created_at_ms: i64,
    pub active_at_ms: i64,
    pub finished_at_ms: Option<i64>,
    pub import_file_name: Option<String>,
    pub import_keeps_file: bool,
    pub import_mapping: Option<String>,
    pub import_header_row: i64,
    pub import_format: Option<String>,
    pub import_awaits_columns: bool,
    pub skipped_count: i64,
    pub import_file_hash: Option<String>,
    pub import_undoes_id: Option<i64>,
    pub import_undone_row: Option<i64>,
}

super::unrelated!();
super::tenant!();
