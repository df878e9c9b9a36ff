//! The sums of the gifts of a period.

use std::collections::{BTreeMap, HashMap};
use std::num::NonZeroI64;

use chrono::{Datelike, NaiveDate};

use super::gift::{CurrencyCode, Gift};
use super::months::{Month, Part, Tally};
use super::query::{GroupBy, Period, Query};
use super::totals::{ByCurrency, ByPledge, Sum, Totals};
use crate::money::divide_half_up;

/// The received gifts of a query's period, by currency, and grouped as the query says.
#[derive(Clone, Debug)]
pub struct GiftSums {
    query: Query,
    currency: CurrencyCode,
    by_currency: ByCurrency,
    /// The gifts in the query's currency by their year and the number of their month, if months are asked for.
    by_month: BTreeMap<(i32, u32), Sum>,
}

/// The received gifts of the period.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs, reason = "named and documented as in the API")]
pub struct Given {
    pub total: i128,
    pub count: i64,
    pub donor_count: i64,
    pub average: i128,
    pub largest: i128,
    pub first_gift_date: Option<NaiveDate>,
    pub last_gift_date: Option<NaiveDate>,
}

impl GiftSums {
    /// Begins with no gifts.
    pub fn new(query: &Query) -> Self {
        Self {
            query: query.clone(),
            currency: query.currency.code().into(),
            by_currency: ByCurrency::default(),
            by_month: BTreeMap::new(),
        }
    }

    fn add_to_month(&mut self, day: NaiveDate, sum: Sum) {
        if self.query.group_by.is_some_and(GroupBy::is_span) {
            self.by_month.entry((day.year(), day.month())).or_default().merge(sum);
        }
    }

    /// Returns the totals in the query's currency.
    pub fn given(&self) -> Given {
        let Some(totals) = self.by_currency.get(self.currency) else { return Given::default() };
        let mut given = totals.given();
        for household in &self.query.households {
            let gave = household.iter().filter_map(|id| NonZeroI64::new(*id));
            let gave = gave.filter(|id| totals.donors.contains(*id)).count();
            given.donor_count -= i64::try_from(gave.saturating_sub(1)).unwrap_or_default();
        }
        given
    }

    /// Returns the codes of the other currencies that a gift had, with their totals.
    pub fn others(&self) -> impl Iterator<Item = (String, i128)> {
        let others = self.by_currency().filter(|(currency, ..)| *currency != self.currency);
        others.map(|(currency, total, _)| (currency.as_str().to_owned(), total))
    }

    /// Returns the total and the count of each currency that a gift had.
    pub(super) fn by_currency(&self) -> impl Iterator<Item = (CurrencyCode, i128, i64)> {
        self.by_currency.iter().map(|(currency, totals)| (currency, totals.sum.total, totals.sum.count))
    }

    /// Returns the groups, in order: months, quarters and years, also those without gifts, or types by their names, and
    /// gifts without a type last. Other groups are not made here.
    pub fn periods(&self, type_names: &HashMap<NonZeroI64, String>) -> Vec<Period> {
        let Some(group_by) = self.query.group_by else { return Vec::new() };
        let mut periods: BTreeMap<(bool, Option<String>), Sum> = BTreeMap::new();
        let mut add =
            |name: Option<String>, sum| periods.entry((name.is_none(), name)).or_default().merge(sum);
        if group_by == GroupBy::Type {
            for (id, sum) in self.by_currency.get(self.currency).iter().flat_map(|own| &own.by_type) {
                add(id.and_then(|id| type_names.get(&id).cloned()), *sum);
            }
        } else if group_by.is_span() {
            let (mut year, mut month) = (self.query.from.year(), self.query.from.month());
            while (year, month) <= (self.query.to.year(), self.query.to.month()) {
                let sum = self.by_month.get(&(year, month)).copied().unwrap_or_default();
                add(Some(period_name(group_by, year, month)), sum);
                (year, month) = if month == 12 { (year + 1, 1) } else { (year, month + 1) };
            }
        }
        let period = |((_, period), Sum { total, count })| Period { period, total, count };
        periods.into_iter().map(period).collect()
    }
}

impl Tally for GiftSums {
    fn add(&mut self, gift: &Gift) {
        if gift.date < self.query.from || gift.date > self.query.to {
            return;
        }
        self.by_currency.add(gift);
        if gift.currency == self.currency {
            self.add_to_month(gift.date, Sum { total: gift.amount_minor.into(), count: 1 });
        }
    }

    fn add_month(&mut self, month: &Month) {
        match month.part_of(self.query.from, self.query.to) {
            Part::None => {}
            Part::Some => month.gifts().iter().for_each(|gift| self.add(gift)),
            Part::All => {
                self.by_currency.merge(&month.by_currency);
                if let Some(own) = month.by_currency.get(self.currency) {
                    self.add_to_month(month.first_day(), own.sum);
                }
            }
        }
    }
}

impl Totals {
    fn given(&self) -> Given {
        Given {
            total: self.sum.total,
            count: self.sum.count,
            donor_count: self.donors.count(),
            average: divide_half_up(self.sum.total, self.sum.count.into()),
            largest: self.largest.unwrap_or(0).into(),
            first_gift_date: self.span.map(|(first, _)| first),
            last_gift_date: self.span.map(|(_, last)| last),
        }
    }
}

fn period_name(group_by: GroupBy, year: i32, month: u32) -> String {
    match group_by {
        GroupBy::Quarter => format!("{year:04}-Q{}", month.div_ceil(3)),
        GroupBy::Year => format!("{year:04}"),
        _ => format!("{year:04}-{month:02}"),
    }
}

/// The gifts that were received for pledges: until a query's day, and in its period.
#[derive(Clone, Debug)]
pub struct PledgeSums {
    until: ReceivedIn,
    in_period: ReceivedIn,
}

/// The gifts that were received for pledges in a period.
#[derive(Clone, Debug)]
pub(super) struct ReceivedIn {
    from: NaiveDate,
    to: NaiveDate,
    by_pledge: ByPledge,
}

impl PledgeSums {
    /// Begins with no gifts.
    pub fn new(query: &Query) -> Self {
        let until = ReceivedIn::new(NaiveDate::MIN, query.as_of);
        Self { until, in_period: ReceivedIn::new(query.from, query.to) }
    }

    /// Begins with no gifts, for who only asks what was received until a day.
    pub fn until_day(day: NaiveDate) -> Self {
        Self { until: ReceivedIn::new(NaiveDate::MIN, day), in_period: ReceivedIn::new(day, day) }
    }

    /// Returns the amounts received until the query's day, in minor units by pledge.
    pub fn until(&self) -> &ByPledge {
        &self.until.by_pledge
    }

    /// Returns the amounts received in the query's period, in minor units by pledge.
    pub fn in_period(&self) -> &ByPledge {
        &self.in_period.by_pledge
    }
}

impl Tally for PledgeSums {
    fn add(&mut self, gift: &Gift) {
        self.until.add(gift);
        self.in_period.add(gift);
    }

    fn add_month(&mut self, month: &Month) {
        self.until.add_month(month);
        self.in_period.add_month(month);
    }
}

impl ReceivedIn {
    /// Begins with no gifts.
    pub(super) fn new(from: NaiveDate, to: NaiveDate) -> Self {
        Self { from, to, by_pledge: ByPledge::default() }
    }

    /// Returns the amounts, in minor units by pledge.
    pub(super) fn by_pledge(&self) -> &ByPledge {
        &self.by_pledge
    }
}

/// The sum of one pledge has 64 bits, which is enough for nine million gifts of the largest amount.
impl Tally for ReceivedIn {
    fn add(&mut self, gift: &Gift) {
        let Some(pledge_id) = gift.pledge_id else { return };
        if gift.date >= self.from && gift.date <= self.to {
            *self.by_pledge.entry(pledge_id.get()).or_default() += gift.amount_minor;
        }
    }

    fn add_month(&mut self, month: &Month) {
        match month.part_of(self.from, self.to) {
            Part::None => {}
            Part::Some => month.gifts().iter().for_each(|gift| self.add(gift)),
            Part::All => {
                for (pledge_id, amount) in &month.by_pledge {
                    *self.by_pledge.entry(*pledge_id).or_default() += amount;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use iso_currency::Currency;

    use super::*;
    use crate::giving::tests::{self, day};

    fn query() -> Query {
        Query {
            from: day("2026-02-01"),
            to: day("2026-02-28"),
            as_of: day("2026-02-20"),
            currency: Currency::USD,
            contact_ids: None,
            group_by: Some(GroupBy::Type),
            top: 1,
            households: Vec::new(),
        }
    }

    fn gift(date: &str, amount_minor: i64, gift_type: Option<i64>, pledge: Option<i64>) -> Gift {
        let [pledge_id, gift_type_id] = [pledge, gift_type].map(|id| id.and_then(NonZeroI64::new));
        Gift { amount_minor, pledge_id, gift_type_id, ..tests::gift(0, date) }
    }

    #[test]
    fn gifts_for_a_pledge_count_until_the_querys_day_and_from_the_first_to_the_last_day_of_the_period() {
        let mut sums = PledgeSums::new(&query());
        for (date, amount_minor) in [
            ("2000-01-01", 1),
            ("2026-01-31", 2),
            ("2026-02-01", 4),
            ("2026-02-20", 8),
            ("2026-02-21", 16),
            ("2026-02-28", 32),
            ("2026-03-01", 64),
        ] {
            sums.add(&gift(date, amount_minor, None, Some(7)));
        }
        sums.add(&gift("2026-02-10", 1000, None, None));
        assert_eq!(sums.until(), &ByPledge::from_iter([(7, 1 + 2 + 4 + 8)]));
        assert_eq!(sums.in_period(), &ByPledge::from_iter([(7, 4 + 8 + 16 + 32)]));
    }

    #[test]
    fn gifts_of_the_first_and_the_last_day_count_and_those_without_a_type_come_last() {
        let mut sums = GiftSums::new(&query());
        for (date, amount_minor, gift_type) in [
            ("2026-01-31", 1000, Some(4)),
            ("2026-02-01", 1, None),
            ("2026-02-10", 2, Some(5)),
            ("2026-02-28", 4, Some(4)),
            ("2026-03-01", 1000, None),
        ] {
            sums.add(&gift(date, amount_minor, gift_type, None));
        }
        let names = [(4, "wire"), (5, "cash")];
        let names = names.map(|(id, name)| (NonZeroI64::new(id).unwrap(), name.to_owned()));
        let periods = sums.periods(&HashMap::from(names));
        let periods: Vec<_> = periods.iter().map(|p| (p.period.as_deref(), p.total)).collect();
        assert_eq!(periods, [(Some("cash"), 2), (Some("wire"), 4), (None, 1)]);
    }
}
