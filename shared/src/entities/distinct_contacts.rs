//! Pairs of contacts that look alike and are two. `lower_id` and `higher_id` are the ids of both.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "distinct_contacts")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub account_id: i64,
    pub lower_id: i64,
    pub higher_id: i64,
}

super::unrelated!();
super::tenant!();
