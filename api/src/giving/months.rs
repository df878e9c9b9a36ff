//! Gifts by month, with the sums of each month. After a change, only the months that it touches are summed again.

use std::collections::BTreeMap;

use chrono::{Datelike, NaiveDate};

use super::gift::Gift;
use super::totals::{ByCurrency, ByPledge, bytes, joined};

/// A consumer of gifts, which come in no order.
pub trait Tally: Send {
    /// Takes a gift.
    fn add(&mut self, gift: &Gift);

    /// Takes all gifts of a month.
    fn add_month(&mut self, month: &Month) {
        month.gifts().iter().for_each(|gift| self.add(gift));
    }
}

impl Tally for Vec<Gift> {
    fn add(&mut self, gift: &Gift) {
        self.push(*gift);
    }
}

/// The gifts of a month, at least one.
#[derive(Debug)]
pub struct Month {
    /// In the order of their ids.
    gifts: Vec<Gift>,
    /// The days of the first and of the last gift.
    span: (NaiveDate, NaiveDate),
    pub(super) by_currency: ByCurrency,
    pub(super) by_pledge: ByPledge,
}

/// The share of a month that lies in a period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// None of its gifts is of the period.
    None,
    /// Some of its gifts may be of the period.
    Some,
    /// All its gifts are of the period.
    All,
}

/// Gifts by month: the number of months since the year 0.
#[derive(Debug, Default)]
pub(super) struct Months(BTreeMap<i32, Month>);

impl Month {
    /// Returns how many of the gifts are in a period. Both days are part of it.
    pub fn part_of(&self, from: NaiveDate, to: NaiveDate) -> Part {
        let (first, last) = self.span;
        if first >= from && last <= to {
            Part::All
        } else if last < from || first > to {
            Part::None
        } else {
            Part::Some
        }
    }

    /// Returns the gifts, in the order of their ids.
    pub fn gifts(&self) -> &[Gift] {
        &self.gifts
    }

    /// Returns the day of its first gift.
    pub(super) fn first_day(&self) -> NaiveDate {
        self.span.0
    }

    /// Adds up gifts of a month. Returns `None` if there are none.
    fn of(mut gifts: Vec<Gift>) -> Option<Self> {
        gifts.sort_unstable_by_key(|gift| gift.id);
        let (mut by_currency, mut by_pledge) = (ByCurrency::default(), ByPledge::default());
        for gift in &gifts {
            by_currency.add(gift);
            if let Some(pledge_id) = gift.pledge_id {
                *by_pledge.entry(pledge_id.get()).or_default() += gift.amount_minor;
            }
        }
        let span = by_currency.iter().fold(None, |span, (_, totals)| joined(span, totals.span))?;
        Some(Self { gifts, span, by_currency, by_pledge })
    }

    /// Returns whether one of the gifts has one of the ids, which are in order.
    fn has_any(&self, ids: &[i64]) -> bool {
        let (Some(first), Some(last)) = (self.gifts.first(), self.gifts.last()) else { return false };
        let ids = &ids[ids.partition_point(|id| *id < first.id)..ids.partition_point(|id| *id <= last.id)];
        // Look for the fewer among the more.
        if ids.len() < self.gifts.len() {
            ids.iter().any(|id| self.gifts.binary_search_by_key(id, |gift| gift.id).is_ok())
        } else {
            self.gifts.iter().any(|gift| ids.binary_search(&gift.id).is_ok())
        }
    }
}

impl Months {
    /// Puts in the gifts of the month with this number, which has none yet.
    pub(super) fn insert(&mut self, number: i32, gifts: Vec<Gift>) {
        self.0.extend(Month::of(gifts).map(|month| (number, month)));
    }

    /// Takes out the gifts with these ids, which are in order, and puts in these gifts. Nothing waits meanwhile, so a
    /// reader that gives up leaves either the old gifts or the new ones.
    pub(super) fn replace(&mut self, ids: &[i64], gifts: impl IntoIterator<Item = Gift>) {
        let mut changed: BTreeMap<i32, Vec<Gift>> = BTreeMap::new();
        for (number, mut month) in self.0.extract_if(.., |_, month| month.has_any(ids)) {
            month.gifts.retain(|gift| ids.binary_search(&gift.id).is_err());
            changed.insert(number, month.gifts);
        }
        for gift in gifts {
            let number = month_number(gift.date);
            let known = || self.0.remove(&number).map_or_else(Vec::new, |month| month.gifts);
            let month = changed.entry(number).or_insert_with(known);
            if month.len() == month.capacity() {
                // A vector that grows by itself would take twice the memory.
                month.reserve_exact(1 + month.len() / 16);
            }
            month.push(gift);
        }
        for (number, gifts) in changed {
            self.insert(number, gifts);
        }
    }

    /// Returns the months, the latest first: [`LapsedDonors`](super::LapsedDonors) then need not remember the donors of
    /// a year who gave in the next one.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Month> {
        self.0.values().rev()
    }

    /// Returns about how many bytes the months take.
    pub(super) fn bytes(&self) -> usize {
        let of = |month: &Month| {
            let sums = month.by_currency.bytes() + bytes(&month.by_pledge);
            size_of::<Month>() + month.gifts.capacity() * size_of::<Gift>() + sums
        };
        self.iter().map(of).sum()
    }
}

/// Returns the number of a day's month.
pub(super) fn month_number(day: NaiveDate) -> i32 {
    day.year() * 12 + day.month0().cast_signed()
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroI64;

    use super::*;
    use crate::giving::tests;

    fn day(of_month: u32) -> NaiveDate {
        NaiveDate::from_ymd_opt(2026, 6, of_month).unwrap()
    }

    /// Returns a gift of June 2026.
    fn gift(id: i64, of_month: u32, pledge_id: Option<i64>) -> Gift {
        let (pledge_id, date) = (pledge_id.and_then(NonZeroI64::new), day(of_month));
        Gift { id, pledge_id, date, ..tests::gift(0, "2026-06-01") }
    }

    #[test]
    fn a_month_is_as_much_of_a_period_as_the_days_of_its_gifts() {
        let month = Month::of(vec![gift(1, 20, None), gift(2, 5, None)]).unwrap();
        for (from, to, part) in [
            (5, 20, Part::All),
            (1, 30, Part::All),
            (6, 20, Part::Some),
            (5, 19, Part::Some),
            (20, 30, Part::Some),
            (1, 5, Part::Some),
            (10, 11, Part::Some),
            (21, 30, Part::None),
            (1, 4, Part::None),
        ] {
            assert_eq!(month.part_of(day(from), day(to)), part, "from {from} to {to}");
        }
    }

    #[test]
    fn a_month_has_any_of_some_ids_if_it_has_one() {
        let month = Month::of([2, 4, 6].map(|id| gift(id, 1, None)).to_vec()).unwrap();
        for (ids, has_any) in [
            (vec![4, 5], true),
            (vec![5, 6], true),
            (vec![3, 5], false),
            (vec![1, 7], false),
            (vec![2, 3, 5], true),
            (vec![1, 3, 4, 5, 7], true),
            (vec![], false),
        ] {
            assert_eq!(month.has_any(&ids), has_any, "{ids:?}");
        }
    }

    #[test]
    fn a_month_that_grows_takes_little_more_than_it_needs() {
        let mut months = Months::default();
        months.insert(month_number(day(1)), (1..=1000).map(|id| gift(id, 1, None)).collect());
        months.replace(&[1001], [gift(1001, 1, None)]);
        let month = months.iter().next().unwrap();
        assert_eq!(month.gifts.len(), 1001);
        assert!(month.gifts.capacity() < 1100, "{}", month.gifts.capacity());
    }

    #[test]
    fn the_bytes_of_months_are_those_of_their_gifts_and_sums() {
        let bytes = |pledge: fn(i64) -> Option<i64>| {
            let mut months = Months::default();
            months.insert(month_number(day(1)), (1..=1000).map(|id| gift(id, 1, pledge(id))).collect());
            months.bytes()
        };
        let without = bytes(|_| None);
        assert!(without >= 1000 * size_of::<Gift>(), "{without}");
        assert!(bytes(Some) >= without + 1000 * size_of::<(i64, i64)>());
    }
}
