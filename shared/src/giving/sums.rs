//! What gifts add up to. Sums take one gift after the other, in any order.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::num::NonZeroI64;

use chrono::{Datelike, NaiveDate};

use super::gifts::{CurrencyCode, Gift};
use super::query::{GroupBy, Period, Query};
use crate::values::money::divide_half_up;

/// The received gifts of a query's period, by currency, and grouped as the query says.
#[derive(Clone, Debug)]
pub struct GiftSums {
    query: Query,
    currency: CurrencyCode,
    /// A list, because an account has few currencies, and most of its gifts have one.
    by_currency: Vec<(CurrencyCode, Totals)>,
    groups: HashMap<Group, (i128, i64)>,
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

/// The gifts of one currency.
#[derive(Clone, Debug)]
struct Totals {
    total: i128,
    count: i64,
    donors: HashSet<NonZeroI64>,
    largest: i64,
    first: NaiveDate,
    last: NaiveDate,
}

/// What a gift is grouped by: its month (a year and the number of a month), or its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Group {
    Month(i32, u32),
    Type(Option<NonZeroI64>),
}

impl GiftSums {
    /// Begins with no gifts.
    pub fn new(query: &Query) -> Self {
        Self {
            query: query.clone(),
            currency: query.currency.code().into(),
            by_currency: Vec::new(),
            groups: HashMap::new(),
        }
    }

    /// Adds a gift, if it is of the period.
    pub fn add(&mut self, gift: &Gift) {
        if gift.date < self.query.from || gift.date > self.query.to {
            return;
        }
        match self.by_currency.iter_mut().find(|(currency, _)| *currency == gift.currency) {
            Some((_, totals)) => totals.add(gift),
            None => self.by_currency.push((gift.currency, Totals::of(gift))),
        }
        if let Some(group_by) = self.query.group_by
            && gift.currency == self.currency
        {
            let group = match group_by {
                GroupBy::Type => Group::Type(gift.gift_type_id),
                _ => Group::Month(gift.date.year(), gift.date.month()),
            };
            let (total, count) = self.groups.entry(group).or_default();
            (*total, *count) = (*total + i128::from(gift.amount_minor), *count + 1);
        }
    }

    /// Returns the totals in the query's currency.
    pub fn given(&self) -> Given {
        let own = self.by_currency.iter().find(|(currency, _)| *currency == self.currency);
        own.map_or_else(Given::default, |(_, totals)| totals.given())
    }

    /// Returns the total and the count of each currency that a gift had.
    pub(super) fn by_currency(&self) -> impl Iterator<Item = (CurrencyCode, i128, i64)> {
        self.by_currency.iter().map(|(currency, totals)| (*currency, totals.total, totals.count))
    }

    /// Returns the groups, in order: months, quarters and years, also those without gifts, or types by their names, and
    /// gifts without a type last.
    pub fn periods(&self, type_names: &HashMap<NonZeroI64, String>) -> Vec<Period> {
        let Some(group_by) = self.query.group_by else { return Vec::new() };
        let mut periods: BTreeMap<(bool, Option<String>), (i128, i64)> = BTreeMap::new();
        let (mut year, mut month) = (self.query.from.year(), self.query.from.month());
        while group_by != GroupBy::Type && (year, month) <= (self.query.to.year(), self.query.to.month()) {
            periods.entry((false, Some(period_name(group_by, year, month)))).or_default();
            (year, month) = if month == 12 { (year + 1, 1) } else { (year, month + 1) };
        }
        for (group, (total, count)) in &self.groups {
            let name = match group {
                Group::Month(year, month) => Some(period_name(group_by, *year, *month)),
                Group::Type(id) => id.and_then(|id| type_names.get(&id).cloned()),
            };
            let period = periods.entry((name.is_none(), name)).or_default();
            *period = (period.0 + total, period.1 + count);
        }
        let period = |((_, period), (total, count))| Period { period, total, count };
        periods.into_iter().map(period).collect()
    }
}

impl Totals {
    fn of(gift: &Gift) -> Self {
        let mut totals = Self {
            total: 0,
            count: 0,
            donors: HashSet::new(),
            largest: gift.amount_minor,
            first: gift.date,
            last: gift.date,
        };
        totals.add(gift);
        totals
    }

    fn add(&mut self, gift: &Gift) {
        self.total += i128::from(gift.amount_minor);
        self.count += 1;
        self.donors.extend(gift.contact_id);
        self.largest = self.largest.max(gift.amount_minor);
        self.first = self.first.min(gift.date);
        self.last = self.last.max(gift.date);
    }

    fn given(&self) -> Given {
        Given {
            total: self.total,
            count: self.count,
            donor_count: i64::try_from(self.donors.len()).unwrap_or(i64::MAX),
            average: divide_half_up(self.total, self.count.into()),
            largest: self.largest.into(),
            first_gift_date: Some(self.first),
            last_gift_date: Some(self.last),
        }
    }
}

fn period_name(group_by: GroupBy, year: i32, month: u32) -> String {
    match group_by {
        GroupBy::Quarter => format!("{year:04}-Q{}", month.div_ceil(3)),
        GroupBy::Year => format!("{year:04}"),
        GroupBy::Month | GroupBy::Type => format!("{year:04}-{month:02}"),
    }
}

/// The gifts that were received for pledges: until a query's day, and in its period.
#[derive(Clone, Debug)]
pub struct PledgeSums {
    as_of: NaiveDate,
    period: (NaiveDate, NaiveDate),
    until: HashMap<i64, i64>,
    in_period: HashMap<i64, i64>,
}

impl PledgeSums {
    /// Begins with no gifts.
    pub fn new(query: &Query) -> Self {
        Self {
            as_of: query.as_of,
            period: (query.from, query.to),
            until: HashMap::new(),
            in_period: HashMap::new(),
        }
    }

    /// Adds a gift, if it is for a pledge. (The sum of one pledge has 64 bits, which is enough for nine million gifts of
    /// the largest amount.)
    pub fn add(&mut self, gift: &Gift) {
        let Some(pledge_id) = gift.pledge_id else { return };
        if gift.date <= self.as_of {
            *self.until.entry(pledge_id.get()).or_default() += gift.amount_minor;
        }
        if gift.date >= self.period.0 && gift.date <= self.period.1 {
            *self.in_period.entry(pledge_id.get()).or_default() += gift.amount_minor;
        }
    }

    /// Returns what was received until the query's day, in minor units by pledge.
    pub fn until(&self) -> &HashMap<i64, i64> {
        &self.until
    }

    /// Returns what was received in the query's period, in minor units by pledge.
    pub fn in_period(&self) -> &HashMap<i64, i64> {
        &self.in_period
    }
}
