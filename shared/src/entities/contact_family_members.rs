//! The family of a contact.

use sea_orm::entity::prelude::*;

use crate::values::choices::FamilyRelationship;

#[derive(Clone, Debug, Default, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "contact_family_members")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub account_id: i64,
    pub contact_id: i64,
    pub family_fname: Option<String>,
    pub family_lname: Option<String>,
    pub family_relationship: FamilyRelationship,
    pub family_birthday: Option<String>,
}

super::unrelated!();
super::tenant!();
