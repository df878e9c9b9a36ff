//! A contact's picture.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, Default, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "contact_pictures")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub account_id: i64,
    pub contact_id: i64,
    pub picture_url: String,
}

super::unrelated!();
super::tenant!();
