//! The kinds of gifts of an account. `gift_type_key` is the name in a form that ignores case. `version` rises with each
//! change. After a rename at `renamed_at_ms`, `renamed_from` is the name before until all gifts that show it have been told;
//! `told_gift_id` is the last that has been.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, Default, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "gift_types")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub account_id: i64,
    pub gift_type_name: String,
    pub gift_type_key: String,
    pub version: i64,
    pub renamed_from: Option<String>,
    pub renamed_at_ms: i64,
    pub told_gift_id: i64,
}

super::unrelated!();
super::tenant!();
