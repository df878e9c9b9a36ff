//! The event log: one row for each successful create or update. Rows never change, but for the
//! erasure of a person, and the api may remove old ones. `body` is the text that receivers
//! get, byte for byte (not `jsonb`, which would reorder its keys and break signatures). `position` orders the log; see
//! [`crate::events::log`].

use sea_orm::entity::prelude::*;

use crate::values::choices::EventType;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "events")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub account_id: i64,
    pub event_type: EventType,
    pub record_id: i64,
    pub occurred_at_ms: i64,
    pub body: String,
    pub position: i64,
    pub traceparent: Option<String>,
    pub user_id: Option<i64>,
}

super::unrelated!();

impl super::Tenant for Entity {
    const ACCOUNT_ID: Column = Column::AccountId;
    const ID: Column = Column::Id;
}
