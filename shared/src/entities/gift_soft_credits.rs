//! The contacts that are credited with a gift that somebody else gave.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "gift_soft_credits")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub account_id: i64,
    #[sea_orm(primary_key, auto_increment = false)]
    pub gift_id: i64,
    #[sea_orm(primary_key, auto_increment = false)]
    pub contact_id: i64,
}

super::unrelated!();

impl super::Tenant for Entity {
    const ACCOUNT_ID: Column = Column::AccountId;
    const ID: Column = Column::GiftId;
}
