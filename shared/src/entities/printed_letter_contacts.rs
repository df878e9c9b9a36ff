//! All whom a printed letter is about: those to whom it goes, and those who gave.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "printed_letter_contacts")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub account_id: i64,
    pub letter_id: i64,
    pub contact_id: i64,
}

super::unrelated!();
super::tenant!();
