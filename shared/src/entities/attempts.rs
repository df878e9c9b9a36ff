//! One attempt at a delivery, and its result.

use sea_orm::entity::prelude::*;

use crate::values::choices::AttemptOutcome;

#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "attempts")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub account_id: i64,
    pub delivery_id: i64,
    pub attempted_at_ms: i64,
    pub duration_ms: i32,
    pub attempt_outcome: AttemptOutcome,
    pub status_code: Option<i16>,
    pub response_body: Option<String>,
    pub error: Option<String>,
}

super::unrelated!();
super::tenant!();
