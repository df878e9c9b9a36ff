//! The gifts that a printed statement has, and whether that is an official receipt.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "stated_gifts")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub account_id: i64,
    pub letter_id: i64,
    pub gift_id: i64,
    pub is_receipt: bool,
}

super::unrelated!();
super::tenant!();
