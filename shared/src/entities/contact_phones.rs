//! The phone numbers of a contact.

use sea_orm::entity::prelude::*;

use crate::values::choices::PhoneType;

#[derive(Clone, Debug, Default, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "contact_phones")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub account_id: i64,
    pub contact_id: i64,
    pub phone_type: PhoneType,
    pub phone_number: String,
    pub phone_extension: Option<String>,
    pub phone_primary: bool,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

super::tenant!();
