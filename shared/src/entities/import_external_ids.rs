//! The external ids that the rows of a dry run have used so far: a later row with the same one would change the record. And hashes
//! that tell the people of rows from others, with the number of the row behind each: a later row may be of the same person.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "import_external_ids")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub account_id: i64,
    pub import_id: i64,
    pub external_id: String,
}

super::unrelated!();
super::tenant!();
