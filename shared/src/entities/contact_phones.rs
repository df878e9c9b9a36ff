//! The phone numbers of a contact.

use sea_orm::entity::prelude::*;
use serde::Serialize;

use crate::values::choices::PhoneType;

#[derive(Clone, Debug, Default, PartialEq, Serialize, DeriveEntityModel)]
#[sea_orm(table_name = "contact_phones")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    #[serde(skip)]
    pub account_id: i64,
    #[serde(skip)]
    pub contact_id: i64,
    pub phone_type: PhoneType,
    pub phone_number: String,
    pub phone_extension: Option<String>,
    #[serde(serialize_with = "super::flag")]
    pub phone_primary: bool,
}

super::unrelated!();
super::tenant!();
