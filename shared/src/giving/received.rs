//! The sums of received gifts, computed in the database.

use std::collections::{BTreeMap, HashMap};

use chrono::{Datelike, NaiveDate};
use sea_orm::sea_query::{Expr, ExprTrait, Func, SimpleExpr};
use sea_orm::{
    ColumnTrait, ConnectionTrait, FromQueryResult, JoinType, QueryFilter, QuerySelect, RelationTrait, Select,
};

use super::query::{GroupBy, Period, Query};
use crate::Error;
use crate::entities::{AccountScope, gift_types, gifts};
use crate::values::choices::GiftStatus;

/// A filter for gifts. A field that is `None` excludes no gifts.
#[derive(Clone, Debug, Default)]
pub struct GiftFilter {
    /// Only the gifts of these pledges.
    pub pledge_ids: Option<Vec<i64>>,
    /// Only the gifts of this contact.
    pub contact_id: Option<i64>,
}

/// Sums the received gifts of pledges in a period. Returns minor units by pledge.
pub async fn received_by_pledge(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    filter: GiftFilter,
    period: (NaiveDate, NaiveDate),
) -> Result<HashMap<i64, i64>, Error> {
    let mut select = received(account, period).filter(gifts::Column::PledgeId.is_not_null());
    if let Some(ids) = filter.pledge_ids {
        select = select.filter(gifts::Column::PledgeId.is_in(ids));
    }
    if let Some(contact_id) = filter.contact_id {
        select = select.filter(gifts::Column::ContactId.eq(contact_id));
    }
    let sums: Vec<(i64, i64)> = select
        .select_only()
        .column(gifts::Column::PledgeId)
        .expr(sum())
        .group_by(gifts::Column::PledgeId)
        .into_tuple()
        .all(connection)
        .await?;
    Ok(sums.into_iter().collect())
}

/// Selects the received gifts of a period.
fn received(account: AccountScope, (from, to): (NaiveDate, NaiveDate)) -> Select<gifts::Entity> {
    // `NaiveDate::MIN` means no first day. It lies outside PostgreSQL's calendar, so it must not reach the query.
    let mut select =
        account.find::<gifts::Entity>().filter(gifts::Column::GiftStatus.eq(GiftStatus::Received));
    if from != NaiveDate::MIN {
        select = select.filter(gifts::Column::GiftDate.gte(from));
    }
    select.filter(gifts::Column::GiftDate.lte(to))
}

fn received_for(account: AccountScope, query: &Query) -> Select<gifts::Entity> {
    let select = received(account, (query.from, query.to));
    match query.contact_id {
        Some(contact_id) => select.filter(gifts::Column::ContactId.eq(contact_id)),
        None => select,
    }
}

/// Sums the amounts. The cast is needed because PostgreSQL's sum is `numeric`.
fn sum() -> SimpleExpr {
    Expr::col((gifts::Entity, gifts::Column::GiftAmountMinor)).sum().cast_as("BIGINT")
}

fn count() -> SimpleExpr {
    Func::count(Expr::col((gifts::Entity, gifts::Column::Id))).into()
}

/// The totals of the gifts in one currency.
#[derive(FromQueryResult)]
pub(super) struct GiftTotals {
    pub(super) currency: String,
    pub(super) total: i64,
    pub(super) count: i64,
    pub(super) donor_count: i64,
    pub(super) largest: i64,
    pub(super) first_gift_date: NaiveDate,
    pub(super) last_gift_date: NaiveDate,
}

/// Sums the received gifts of the period by currency.
pub(super) async fn gift_totals(
    tx: &impl ConnectionTrait,
    account: AccountScope,
    query: &Query,
) -> Result<Vec<GiftTotals>, Error> {
    let totals = received_for(account, query)
        .select_only()
        .column_as(gifts::Column::GiftCurrency, "currency")
        .expr_as(sum(), "total")
        .expr_as(count(), "count")
        .expr_as(Func::count_distinct(Expr::col(gifts::Column::ContactId)), "donor_count")
        .column_as(gifts::Column::GiftAmountMinor.max(), "largest")
        .column_as(gifts::Column::GiftDate.min(), "first_gift_date")
        .column_as(gifts::Column::GiftDate.max(), "last_gift_date")
        .group_by(gifts::Column::GiftCurrency);
    Ok(totals.into_model().all(tx).await?)
}

/// Sums the received gifts of the period by month, quarter, year or type.
pub(super) async fn periods(
    tx: &impl ConnectionTrait,
    account: AccountScope,
    query: &Query,
) -> Result<Vec<Period>, Error> {
    let Some(group_by) = query.group_by else { return Ok(Vec::new()) };
    let gifts = received_for(account, query)
        .filter(gifts::Column::GiftCurrency.eq(query.currency.code()))
        .select_only();
    if group_by == GroupBy::Type {
        let rows: Vec<(Option<String>, i64, i64)> = gifts
            .join(JoinType::LeftJoin, gifts::Relation::GiftType.def())
            .column(gift_types::Column::GiftTypeName)
            .expr(sum())
            .expr(count())
            .group_by(gift_types::Column::GiftTypeName)
            .into_tuple()
            .all(tx)
            .await?;
        let mut periods: Vec<_> = rows
            .into_iter()
            .map(|(period, total, count)| Period { period, total: total.into(), count })
            .collect();
        // Sort here, because the databases order names and nulls differently.
        periods.sort_by(|a, b| (a.period.is_none(), &a.period).cmp(&(b.period.is_none(), &b.period)));
        return Ok(periods);
    }
    // Both databases write a date as YYYY-MM-DD. The numbers are not parameters, because PostgreSQL would then not see
    // that the selected expression and the grouping expression are the same.
    let month: SimpleExpr = Func::cust("SUBSTR")
        .args([Expr::col(gifts::Column::GiftDate).cast_as("TEXT"), Expr::cust("1"), Expr::cust("7")])
        .into();
    let months: Vec<(String, i64, i64)> =
        gifts.expr(month.clone()).expr(sum()).expr(count()).group_by(month).into_tuple().all(tx).await?;

    let mut periods: BTreeMap<String, (i128, i64)> = BTreeMap::new();
    let (mut year, mut month) = (query.from.year(), query.from.month());
    while (year, month) <= (query.to.year(), query.to.month()) {
        periods.entry(period_name(group_by, year, month)).or_default();
        (year, month) = if month == 12 { (year + 1, 1) } else { (year, month + 1) };
    }
    for (text, total, count) in months {
        let parsed =
            text.split_once('-').and_then(|(year, month)| Some((year.parse().ok()?, month.parse().ok()?)));
        if let Some((year, month)) = parsed {
            let period = periods.entry(period_name(group_by, year, month)).or_default();
            *period = (period.0 + i128::from(total), period.1 + count);
        }
    }
    Ok(periods
        .into_iter()
        .map(|(period, (total, count))| Period { period: Some(period), total, count })
        .collect())
}

fn period_name(group_by: GroupBy, year: i32, month: u32) -> String {
    match group_by {
        GroupBy::Quarter => format!("{year:04}-Q{}", month.div_ceil(3)),
        GroupBy::Year => format!("{year:04}"),
        GroupBy::Month | GroupBy::Type => format!("{year:04}-{month:02}"),
    }
}
