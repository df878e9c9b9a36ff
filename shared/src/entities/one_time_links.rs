//! Links that work once: to set the service up, or to set a password.

use sea_orm::entity::prelude::*;

use crate::values::choices::LinkPurpose;

#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "one_time_links")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub purpose: LinkPurpose,
    pub user_id: Option<i64>,
    pub token_hash: String,
    pub created_at_ms: i64,
    pub expires_at_ms: i64,
    pub used_at_ms: Option<i64>,
    pub for_account_id: Option<i64>,
    pub made_by: Option<i64>,
    pub is_mailed: bool,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {
    #[sea_orm(belongs_to = "super::users::Entity", from = "Column::UserId", to = "super::users::Column::Id")]
    User,
}

impl ActiveModelBehavior for ActiveModel {}
