//! The answers to requests with an `Idempotency-Key`, encrypted. Their ids are the callers' texts, so rows are not inserted
//! through `AccountScope`, which leaves ids to the database.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "idempotency_keys")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub account_id: i64,
    #[sea_orm(primary_key, auto_increment = false)]
    pub idempotency_key: String,
    pub response_sealed: String,
    pub created_at_ms: i64,
}

super::unrelated!();

impl super::Tenant for Entity {
    const ACCOUNT_ID: Column = Column::AccountId;
    const ID: Column = Column::IdempotencyKey;
}
