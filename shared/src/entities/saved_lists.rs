//! Filters of lists that members have saved. `only_for_user_id` is the member who alone sees it, or null if it is shared; the
//! foreign key deletes it when that membership ends. `user_id` made it. `list_filter` is a JSON object of texts,
//! `list_columns` a JSON list of them.

use sea_orm::entity::prelude::*;

use crate::values::choices::ImportKind;

#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "saved_lists")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub account_id: i64,
    pub user_id: Option<i64>,
    pub only_for_user_id: Option<i64>,
    pub list_name: String,
    pub list_kind: ImportKind,
    pub list_filter: String,
    pub list_columns: String,
    pub created_at_ms: i64,
    pub updated_at_ms: i64,
}

super::unrelated!();
super::tenant!();
