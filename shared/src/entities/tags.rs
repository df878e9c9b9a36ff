//! The tags of an account. `tag_key` is the name in a form that ignores case.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "tags")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub account_id: i64,
    pub tag_name: String,
    pub tag_key: String,
}

super::unrelated!();
super::tenant!();
