//! The memberships of users in accounts.

use sea_orm::entity::prelude::*;

use super::accounts;
use crate::values::choices::MembershipRole;

#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "memberships")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub account_id: i64,
    pub user_id: i64,
    pub role: MembershipRole,
    pub created_at_ms: i64,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {
    #[sea_orm(belongs_to = "accounts::Entity", from = "Column::AccountId", to = "accounts::Column::Id")]
    Account,
    #[sea_orm(belongs_to = "super::users::Entity", from = "Column::UserId", to = "super::users::Column::Id")]
    User,
}

impl ActiveModelBehavior for ActiveModel {}

super::tenant!();
