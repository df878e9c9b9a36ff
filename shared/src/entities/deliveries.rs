//! The delivery of one event to one webhook. `next_attempt_at_ms` is when the delivery is due. While an attempt holds
//! the lease `lease_id`, it is when the lease ends. It is null in a terminal state.

use sea_orm::entity::prelude::*;

use crate::values::choices::DeliveryStatus;

#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "deliveries")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub account_id: i64,
    pub event_id: Uuid,
    pub webhook_id: i64,
    pub delivery_status: DeliveryStatus,
    pub attempt_count: i32,
    pub next_attempt_at_ms: Option<i64>,
    pub lease_id: Option<Uuid>,
    pub created_at_ms: i64,
    pub finished_at_ms: Option<i64>,
    pub attempts_removed: bool,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {
    #[sea_orm(
        belongs_to = "super::events::Entity",
        from = "(Column::AccountId, Column::EventId)",
        to = "(super::events::Column::AccountId, super::events::Column::Id)"
    )]
    Event,
}

impl ActiveModelBehavior for ActiveModel {}

super::tenant!();
