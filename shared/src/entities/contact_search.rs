//! The text by which contacts are searched for, one row for each contact. The programs write it with the contact.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "contact_search")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub contact_id: i64,
    pub account_id: i64,
    /// The contact's `updated_at_ms` when the text was written. The text of another one is out of date.
    pub version: i64,
    pub search_text: String,
}

super::unrelated!();

impl super::Tenant for Entity {
    const ACCOUNT_ID: Column = Column::AccountId;
    const ID: Column = Column::ContactId;
}
