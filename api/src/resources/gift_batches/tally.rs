//! The gifts of batches, as they stand beside what was counted by hand.

use std::collections::HashMap;

use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{ColumnTrait, Condition, ConnectionTrait, QueryFilter, QueryOrder, QuerySelect};
use shared::entities::{AccountScope, gifts};
use shared::values::choices::GiftStatus;

use crate::error::AppError;
use crate::records::{Context, Resource};
use crate::resources::gifts::Gift;

/// How many gifts a batch has, and what they come to in minor units of its currency.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    pub(super) count: i64,
    pub(super) total_minor: i64,
}

/// Returns the condition for the gifts of batches that were in the deposit: those that were received, even if they were given
/// back since. Pending and void ones were not.
fn counted(ids: impl Iterator<Item = i64>) -> Condition {
    use gifts::Column as G;
    let statuses = [GiftStatus::Received, GiftStatus::Refunded];
    Condition::all().add(G::BatchId.is_in(ids)).add(G::GiftStatus.is_in(statuses))
}

/// Returns the tallies of batches, by batch. One without such gifts is missing.
pub(super) async fn tallies(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    ids: impl Iterator<Item = i64>,
) -> Result<HashMap<i64, Tally>, AppError> {
    use gifts::Column as G;
    let total = Expr::col((gifts::Entity, G::GiftAmountMinor)).sum().cast_as("BIGINT");
    let rows = account.find::<gifts::Entity>().filter(counted(ids)).select_only();
    let rows = rows.column(G::BatchId).expr(G::Id.count()).expr(total).group_by(G::BatchId);
    let rows: Vec<(i64, i64, i64)> = rows.into_tuple().all(connection).await?;
    Ok(rows.into_iter().map(|(id, count, total_minor)| (id, Tally { count, total_minor })).collect())
}

/// Returns whether a batch has a gift of any status.
pub(super) async fn has_gifts(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    id: i64,
) -> Result<bool, AppError> {
    let gift = account.find::<gifts::Entity>().filter(gifts::Column::BatchId.eq(id)).limit(1).select_only();
    Ok(gift.column(gifts::Column::Id).into_tuple::<i64>().one(connection).await?.is_some())
}

/// The most gifts of a deposit list.
const DEPOSITED_MAX: usize = 1000;

/// Returns the gifts of a batch that were in the deposit, in the order in which they were entered.
///
/// # Errors
/// [`AppError::Invalid`] if there are more than a deposit list shows.
pub async fn deposited(context: &Context, id: i64) -> Result<Vec<Gift>, AppError> {
    let tx = context.app.store.snapshot().await?;
    let rows = context.caller.account.find::<gifts::Entity>().filter(counted(std::iter::once(id)));
    let rows = rows.order_by_asc(gifts::Column::Id).limit(DEPOSITED_MAX as u64 + 1).all(&tx).await?;
    if rows.len() > DEPOSITED_MAX {
        let rule = format!("the batch has more than {DEPOSITED_MAX} gifts: use the list of gifts");
        return Err(AppError::invalid("", rule));
    }
    let gifts = Gift::load(&tx, context, rows).await?;
    tx.end().await?;
    Ok(gifts)
}
