//! Parts of imported files, each of whole rows. The transaction that imports the rows of a part also deletes the part,
//! so the parts that exist are the work that remains.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "import_chunks")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub account_id: i64,
    pub import_id: i64,
    pub first_row: i64,
    pub chunk_text: Vec<u8>,
}

super::unrelated!();
super::tenant!();
