//! Jobs that send a webhook the events that it has missed. A job examines the events of a span of time in the order of
//! their ids. `after_event_id` is the last one that it has examined.

use sea_orm::entity::prelude::*;

use crate::values::choices::RecoveryStatus;

#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "recoveries")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub account_id: i64,
    pub webhook_id: i64,
    pub recovery_since_ms: i64,
    pub recovery_until_ms: i64,
    pub recovery_only_failed: bool,
    pub recovery_status: RecoveryStatus,
    pub recovery_event_count: i64,
    pub recovery_examined_count: i64,
    pub recovery_queued_count: i64,
    pub after_event_id: Uuid,
    pub created_at_ms: i64,
    pub finished_at_ms: Option<i64>,
}

super::unrelated!();
super::tenant!();
