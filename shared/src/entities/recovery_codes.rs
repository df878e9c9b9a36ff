//! Codes with which users sign in who have lost their second factor.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "recovery_codes")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub user_id: i64,
    pub code_hash: String,
    pub created_at_ms: i64,
    pub used_at_ms: Option<i64>,
}

super::unrelated!();
