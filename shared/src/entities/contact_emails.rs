//! The email addresses of a contact.

use sea_orm::entity::prelude::*;
use serde::Serialize;

use crate::values::choices::EmailType;

#[derive(Clone, Debug, Default, PartialEq, Serialize, DeriveEntityModel)]
#[sea_orm(table_name = "contact_emails")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    #[serde(skip)]
    pub account_id: i64,
    #[serde(skip)]
    pub contact_id: i64,
    pub email_type: EmailType,
    pub email_address: String,
    #[serde(serialize_with = "super::flag")]
    pub email_primary: bool,
}

super::unrelated!();
super::tenant!();
