//! The postal addresses of a contact.

use sea_orm::entity::prelude::*;
use serde::Serialize;

use crate::values::choices::AddressType;

#[derive(Clone, Debug, Default, PartialEq, Serialize, DeriveEntityModel)]
#[sea_orm(table_name = "contact_addresses")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    #[serde(skip)]
    pub account_id: i64,
    #[serde(skip)]
    pub contact_id: i64,
    pub address_type: AddressType,
    pub address_street: Option<String>,
    pub address_street2: Option<String>,
    pub address_city: Option<String>,
    pub address_state: Option<String>,
    pub address_postal_code: Option<String>,
    pub address_country: Option<String>,
    #[serde(serialize_with = "super::flag")]
    pub address_primary: bool,
}

super::unrelated!();
super::tenant!();
