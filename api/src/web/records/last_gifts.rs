//! When contacts have last given.

use std::collections::HashMap;

use chrono::NaiveDate;
use sea_orm::{ColumnTrait, QueryFilter, QuerySelect};
use shared::entities::gifts;
use shared::values::choices::GiftStatus;

use crate::error::AppError;
use crate::records::Context;

/// Returns the days of the last received gifts of contacts.
pub(super) async fn last_gifts(
    context: &Context,
    contact_ids: impl Iterator<Item = i64>,
) -> Result<HashMap<i64, NaiveDate>, AppError> {
    let ids: Vec<_> = contact_ids.collect();
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let gifts = context.caller.account.find::<gifts::Entity>();
    let last: Vec<(i64, NaiveDate)> = gifts
        .filter(gifts::Column::ContactId.is_in(ids))
        .filter(gifts::Column::GiftStatus.eq(GiftStatus::Received))
        .select_only()
        .column(gifts::Column::ContactId)
        .expr(gifts::Column::GiftDate.max())
        .group_by(gifts::Column::ContactId)
        .into_tuple()
        .all(context.app.store.read())
        .await?;
    Ok(last.into_iter().collect())
}
