//! The funds and campaigns of an account, as they were written first. `name_key` is the name in a form that ignores case.

use sea_orm::entity::prelude::*;

use crate::values::choices::NameKind;

#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "names")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub account_id: i64,
    pub name_kind: NameKind,
    pub name_key: String,
    pub name: String,
}

super::unrelated!();
super::tenant!();
