//! Endpoints that receive events. The secret and the headers are encrypted. `webhook_events` is a JSON list of event
//! types; an empty list means all. `webhook_include` is one of what its events show of other records; null means as a read
//! shows them. The owners have been told of the failure that began at `told_failing_since_ms`, and at `told_given_up_at_ms` of an
//! event that was given up.

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
    pub webhook_skip_unchanged: bool,
    pub webhook_include: Option<String>,
    pub webhook_given_up_at_ms: Option<i64>,
    pub told_failing_since_ms: Option<i64>,
    pub told_given_up_at_ms: Option<i64>,
    pub told_disabled: bool,
    pub dismissed_at_ms: Option<i64>,
}

super::unrelated!();
super::tenant!();
