//! The record of what was done in an account, by whom and from where, for its owners.

use sea_orm::entity::prelude::*;

use crate::values::choices::AuditAction;

#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "audit_log")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub account_id: Option<i64>,
    pub user_id: Option<i64>,
    pub at_ms: i64,
    pub action: AuditAction,
    pub detail: Option<String>,
    pub address: Option<String>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {
    #[sea_orm(belongs_to = "super::users::Entity", from = "Column::UserId", to = "super::users::Column::Id")]
    User,
}

impl ActiveModelBehavior for ActiveModel {}

super::tenant!();
