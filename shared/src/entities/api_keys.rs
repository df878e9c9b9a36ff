//! The valid keys of users for accounts, as hashes. The foreign key deletes them when the membership ends.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "api_keys")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub account_id: i64,
    pub user_id: i64,
    pub key_hash: String,
    pub created_at_ms: i64,
    pub last_used_at_ms: Option<i64>,
    pub last_used_agent: Option<String>,
    pub key_name: String,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {
    #[sea_orm(
        belongs_to = "super::accounts::Entity",
        from = "Column::AccountId",
        to = "super::accounts::Column::Id"
    )]
    Account,
    #[sea_orm(belongs_to = "super::users::Entity", from = "Column::UserId", to = "super::users::Column::Id")]
    User,
    #[sea_orm(
        belongs_to = "super::memberships::Entity",
        from = "(Column::AccountId, Column::UserId)",
        to = "(super::memberships::Column::AccountId, super::memberships::Column::UserId)"
    )]
    Membership,
}

impl ActiveModelBehavior for ActiveModel {}

super::tenant!();
