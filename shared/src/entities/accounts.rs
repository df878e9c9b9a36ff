//! An organisation's account: the tenant.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "accounts")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub name: String,
    pub currency: String,
    pub timezone: String,
    pub created_at_ms: i64,
    pub events_removed_position: Option<i64>,
    pub events_removed_until_ms: Option<i64>,
    pub sandbox_of: Option<i64>,
    pub status_follows_gifts: bool,
    pub quiet_changes: i64,
    pub funds_closed: bool,
    pub campaigns_closed: bool,
}

super::unrelated!();
