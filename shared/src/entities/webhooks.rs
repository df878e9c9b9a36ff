//! Endpoints that receive events. The secret and the headers are encrypted. `webhook_events` is a JSON list of event
//! types; an empty list means all.

use sea_orm::entity::prelude::*;

use crate::values::choices::WebhookStatus;

#[derive(Clone, Debug, Default, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "webhooks")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub account_id: i64,
    pub webhook_url: String,
    pub webhook_events: String,
    pub webhook_status: WebhookStatus,
    pub webhook_description: Option<String>,
    pub webhook_headers_sealed: Option<String>,
    pub webhook_rate_limit: Option<i32>,
    pub webhook_concurrency: Option<i32>,
    pub webhook_secret_sealed: String,
    pub webhook_previous_secret_sealed: Option<String>,
    pub webhook_previous_secret_until_ms: Option<i64>,
    pub webhook_disabled_reason: Option<String>,
    pub webhook_last_success_at_ms: Option<i64>,
    pub webhook_last_failure_at_ms: Option<i64>,
    pub webhook_failing_since_ms: Option<i64>,
    pub webhook_rate_next_us: i64,
    pub created_at_ms: i64,
    pub updated_at_ms: i64,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

super::tenant!();
