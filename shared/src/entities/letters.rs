//! Letters that wait for the mail server, sealed.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "letters")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub letter_sealed: String,
    pub claimed_until_ms: i64,
    pub kept_until_ms: i64,
}

super::unrelated!();
