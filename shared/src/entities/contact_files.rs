//! Files of contacts. `file_bytes` is the length of `file_content`.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "contact_files")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub account_id: i64,
    pub contact_id: i64,
    pub file_name: String,
    pub file_bytes: i64,
    pub added_at_ms: i64,
    pub file_content: Vec<u8>,
}

super::unrelated!();
super::tenant!();
