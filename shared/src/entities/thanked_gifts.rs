//! The gifts that a printed letter thanks for. A gift is in one letter only.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "thanked_gifts")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub account_id: i64,
    pub letter_id: i64,
    pub gift_id: i64,
}

super::unrelated!();
super::tenant!();
