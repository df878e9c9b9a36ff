//! Invitations to join an account, by a link.

use sea_orm::entity::prelude::*;

use super::{accounts, users};
use crate::values::choices::{MailStatus, MembershipRole};

#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "invitations")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub account_id: i64,
    pub email: String,
    pub email_key: String,
    pub role: MembershipRole,
    pub token_hash: String,
    pub invited_by: Option<i64>,
    pub created_at_ms: i64,
    pub expires_at_ms: i64,
    pub accepted_at_ms: Option<i64>,
    pub mail_status: Option<MailStatus>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {
    #[sea_orm(belongs_to = "accounts::Entity", from = "Column::AccountId", to = "accounts::Column::Id")]
    Account,
    #[sea_orm(belongs_to = "users::Entity", from = "Column::InvitedBy", to = "users::Column::Id")]
    Inviter,
}

impl ActiveModelBehavior for ActiveModel {}

super::tenant!();
