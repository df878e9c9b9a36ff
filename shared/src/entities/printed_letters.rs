//! Printed letters. `letter_text` is the JSON of the text as it was set; it is null after a person whom it is about was erased;
//! of an official receipt, some years later.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "printed_letters")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub account_id: i64,
    pub run_id: i64,
    pub contact_id: i64,
    pub letter_number: i64,
    pub letter_text: Option<String>,
}

super::unrelated!();
super::tenant!();
