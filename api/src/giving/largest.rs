//! The funds, campaigns or contacts with the largest received totals in a period.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::num::NonZeroI64;

use rustc_hash::FxHashMap;
use sea_orm::ConnectionTrait;
use sea_orm::sea_query::ExprTrait;
use shared::Error;
use shared::entities::{AccountScope, gifts};
use shared::values::choices::{Choice as _, GiftStatus, NameKind};
use shared::values::names::name_key;

use super::gift::{CurrencyCode, Gift};
use super::months::{Month, Part, Tally};
use super::names::first_spellings;
use super::parts::{column_of, part_column, parts};
use super::query::{Period, Query};
use super::totals::Sum;

/// The received gifts of a query's period in its currency, by contact.
pub(super) struct ByContact<'a> {
    query: &'a Query,
    currency: CurrencyCode,
    sums: FxHashMap<Option<NonZeroI64>, Sum>,
}

impl<'a> ByContact<'a> {
    /// Begins with no gifts.
    pub(super) fn new(query: &'a Query) -> Self {
        Self { query, currency: query.currency.code().into(), sums: FxHashMap::default() }
    }

    /// Returns the contacts with the largest received totals, one for each household. Their names are their ids.
    pub(super) fn largest(mut self) -> Vec<Period> {
        for household in &self.query.households {
            let mut members = household.iter().map(|id| NonZeroI64::new(*id));
            let Some(first) = members.next() else { continue };
            for sum in members.filter_map(|id| self.sums.remove(&id)).collect::<Vec<_>>() {
                self.sums.entry(first).or_default().merge(sum);
            }
        }
        let groups = self.sums.into_iter().map(|(id, sum)| (id.map(NonZeroI64::get), sum));
        largest(groups, self.query.top)
    }
}

impl Tally for ByContact<'_> {
    fn add(&mut self, gift: &Gift) {
        let in_period = gift.date >= self.query.from && gift.date <= self.query.to;
        if in_period && gift.currency == self.currency {
            let sum = Sum { total: gift.amount_minor.into(), count: 1 };
            self.sums.entry(gift.contact_id).or_default().merge(sum);
        }
    }

    fn add_month(&mut self, month: &Month) {
        if month.part_of(self.query.from, self.query.to) != Part::None {
            month.gifts().iter().for_each(|gift| self.add(gift));
        }
    }
}

/// Sums the received gifts of a query's period in its currency by fund or campaign, and returns those with the largest sums.
/// The gifts in memory have no names, so the database sums them.
pub(super) async fn by_name(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    query: &Query,
    kind: NameKind,
) -> Result<Vec<Period>, Error> {
    use gifts::Column as G;
    let name = part_column(column_of(kind));
    // The cast is needed because PostgreSQL's sum is `numeric`.
    let total = part_column(G::GiftAmountMinor).sum().cast_as("BIGINT");
    let mut received = parts(account);
    received.expr(name.clone()).expr(total).expr(part_column(G::Id).count_distinct());
    received.and_where(part_column(G::GiftStatus).eq(GiftStatus::Received.as_str()));
    received.and_where(part_column(G::GiftDate).between(query.from, query.to));
    received.and_where(part_column(G::GiftCurrency).eq(query.currency.code()));
    if let Some(ids) = &query.contact_ids {
        received.and_where(part_column(G::ContactId).is_in(ids.iter().copied()));
    }
    received.add_group_by([name]);
    // Old gifts may have several spellings of a name.
    let (mut by_key, mut names) = (HashMap::<_, Sum>::new(), HashMap::new());
    for row in connection.query_all(&received).await? {
        let name: Option<String> = row.try_get_by_index(0)?;
        let (total, count) = (row.try_get_by_index::<i64>(1)?, row.try_get_by_index(2)?);
        let key = name.as_deref().map(name_key);
        by_key.entry(key.clone()).or_default().merge(Sum { total: total.into(), count });
        names.extend(key.zip(name));
    }
    let mut periods = largest(by_key.into_iter(), query.top);
    let keys = periods.iter().filter_map(|period| period.period.clone());
    names.extend(first_spellings(connection, account, kind, keys).await?);
    for period in &mut periods {
        period.period = period.period.take().and_then(|key| names.remove(&key));
    }
    Ok(periods)
}

/// Returns the groups with the largest totals, the largest first. Groups with equal totals are ordered by name, and
/// those without a name come last.
fn largest<N: Ord + ToString>(groups: impl Iterator<Item = (Option<N>, Sum)>, most: usize) -> Vec<Period> {
    let mut groups: Vec<_> =
        groups.map(|(name, sum)| (Reverse(sum.total), name.is_none(), name, sum.count)).collect();
    groups.sort_unstable();
    groups.truncate(most);
    let period = |(Reverse(total), _, name, count): (_, _, Option<N>, _)| Period {
        period: name.map(|name| name.to_string()),
        total,
        count,
    };
    groups.into_iter().map(period).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_equal_groups_the_first_by_name_comes_first_and_the_one_without_a_name_last() {
        let groups = [(None, 5), (Some("b"), 5), (Some("a"), 5), (Some("z"), 9), (Some("y"), 1)];
        let groups = groups.map(|(name, total)| (name, Sum { total, count: 1 }));
        let names = |most| -> Vec<_> {
            let largest = largest(groups.into_iter(), most);
            largest.into_iter().map(|period| period.period.unwrap_or_else(|| "-".to_owned())).collect()
        };
        assert_eq!(names(9), ["z", "a", "b", "-", "y"]);
        assert_eq!(names(2), ["z", "a"]);
    }
}
