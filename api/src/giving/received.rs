//! The amounts received for pledges, summed in the database, for pages and lists that need nothing else of the gifts.

use chrono::NaiveDate;
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{ColumnTrait, ConnectionTrait, QueryFilter, QuerySelect};
use shared::Error;
use shared::entities::{AccountScope, gifts};
use shared::values::choices::GiftStatus;

use super::totals::ByPledge;

/// Sums the gifts that were received until a day for pledges: for these, or for all. Returns minor units by pledge.
pub async fn received_by_pledge(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    pledge_ids: Option<Vec<i64>>,
    until: NaiveDate,
) -> Result<ByPledge, Error> {
    use gifts::Column as G;
    let mut select = account
        .find::<gifts::Entity>()
        .filter(G::GiftStatus.eq(GiftStatus::Received))
        .filter(G::GiftDate.lte(until))
        .filter(G::PledgeId.is_not_null());
    if let Some(ids) = pledge_ids {
        select = select.filter(G::PledgeId.is_in(ids));
    }
    // The cast is needed because PostgreSQL's sum is `numeric`.
    let sum = Expr::col((gifts::Entity, G::GiftAmountMinor)).sum().cast_as("BIGINT");
    let sums = select.select_only().column(G::PledgeId).expr(sum).group_by(G::PledgeId);
    Ok(sums.into_tuple::<(i64, i64)>().all(connection).await?.into_iter().collect())
}
