//! Totals of any gifts. Totals of months add up to totals of years.

use std::collections::BTreeMap;
use std::num::NonZeroI64;

use chrono::NaiveDate;
use rustc_hash::FxHashMap;

use super::gift::{CurrencyCode, Gift};

/// Amounts in minor units by pledge.
pub type ByPledge = FxHashMap<i64, i64>;

/// Gifts by currency.
#[derive(Clone, Debug, Default)]
pub(super) struct ByCurrency(BTreeMap<CurrencyCode, Totals>);

/// The gifts of one currency.
#[derive(Clone, Debug, Default)]
pub(super) struct Totals {
    pub(super) sum: Sum,
    pub(super) by_type: FxHashMap<Option<NonZeroI64>, Sum>,
    pub(super) donors: Donors,
    pub(super) largest: Option<i64>,
    /// The days of the first and of the last gift.
    pub(super) span: Option<(NaiveDate, NaiveDate)>,
}

/// An amount in minor units, and the number of its gifts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sum {
    pub(super) total: i128,
    pub(super) count: i64,
}

/// A set of contacts. Their ids are numbers that were given out one after the other, so 64 neighbours share an entry: the
/// sets of many months are put together in a fraction of the time that sets of single ids take.
#[derive(Clone, Debug, Default)]
pub(super) struct Donors(FxHashMap<i64, u64>);

impl ByCurrency {
    pub(super) fn add(&mut self, gift: &Gift) {
        self.0.entry(gift.currency).or_default().add(gift);
    }

    pub(super) fn merge(&mut self, other: &Self) {
        for (currency, totals) in other.iter() {
            self.0.entry(currency).or_default().merge(totals);
        }
    }

    pub(super) fn get(&self, currency: CurrencyCode) -> Option<&Totals> {
        self.0.get(&currency)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (CurrencyCode, &Totals)> {
        self.0.iter().map(|(currency, totals)| (*currency, totals))
    }

    /// Returns about how many bytes this takes.
    pub(super) fn bytes(&self) -> usize {
        self.0
            .values()
            .map(|totals| size_of::<Totals>() + totals.donors.bytes() + bytes(&totals.by_type))
            .sum()
    }
}

impl Totals {
    fn add(&mut self, gift: &Gift) {
        let sum = Sum { total: gift.amount_minor.into(), count: 1 };
        self.sum.merge(sum);
        self.by_type.entry(gift.gift_type_id).or_default().merge(sum);
        self.donors.extend(gift.contact_id);
        self.largest = self.largest.max(Some(gift.amount_minor));
        self.span = joined(self.span, Some((gift.date, gift.date)));
    }

    fn merge(&mut self, other: &Self) {
        self.sum.merge(other.sum);
        for (gift_type_id, sum) in &other.by_type {
            self.by_type.entry(*gift_type_id).or_default().merge(*sum);
        }
        self.donors.merge(&other.donors);
        self.largest = self.largest.max(other.largest);
        self.span = joined(self.span, other.span);
    }
}

/// Returns the days from the first of both spans to the last.
pub(super) fn joined(
    one: Option<(NaiveDate, NaiveDate)>,
    other: Option<(NaiveDate, NaiveDate)>,
) -> Option<(NaiveDate, NaiveDate)> {
    let both = one.zip(other).map(|(one, other)| (one.0.min(other.0), one.1.max(other.1)));
    both.or(one).or(other)
}

impl Sum {
    pub(super) fn merge(&mut self, other: Self) {
        self.total += other.total;
        self.count += other.count;
    }
}

impl Donors {
    pub(super) fn merge(&mut self, other: &Self) {
        // Entries that come in the order of a larger table would be slow to fill a smaller one.
        self.0.reserve(other.0.len().saturating_sub(self.0.len()));
        for (block, bits) in &other.0 {
            *self.0.entry(*block).or_default() |= bits;
        }
    }

    pub(super) fn contains(&self, donor: NonZeroI64) -> bool {
        let (block, bit) = place(donor);
        self.0.get(&block).is_some_and(|bits| bits & bit != 0)
    }

    /// Returns the donors who are not in another set, in the order of their ids.
    pub(super) fn without(&self, other: &Self) -> Vec<i64> {
        let rest = |(block, bits): (&i64, &u64)| (*block, bits & !other.0.get(block).unwrap_or(&0));
        let mut blocks: Vec<_> = self.0.iter().map(rest).filter(|(_, bits)| *bits != 0).collect();
        blocks.sort_unstable();
        let donors = |(block, bits): (i64, u64)| {
            (0..64).filter(move |bit| bits & 1 << bit != 0).map(move |bit| block << 6 | bit)
        };
        blocks.into_iter().flat_map(donors).collect()
    }

    pub(super) fn count(&self) -> i64 {
        self.0.values().map(|bits| i64::from(bits.count_ones())).sum()
    }

    fn bytes(&self) -> usize {
        bytes(&self.0)
    }
}

impl Extend<NonZeroI64> for Donors {
    fn extend<T: IntoIterator<Item = NonZeroI64>>(&mut self, donors: T) {
        for (block, bit) in donors.into_iter().map(place) {
            *self.0.entry(block).or_default() |= bit;
        }
    }
}

/// Returns the entry of a contact, and its bit there.
fn place(donor: NonZeroI64) -> (i64, u64) {
    (donor.get() >> 6, 1 << (donor.get() & 63))
}

/// Returns about how many bytes a table takes.
pub(super) fn bytes<K, V>(table: &FxHashMap<K, V>) -> usize {
    // A table is filled to 7/8 at most, and has one more byte for each entry.
    table.capacity() * 8 / 7 * (size_of::<(K, V)>() + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_donor_counts_once_however_near_their_ids_are() {
        let of = |ids: &[i64]| {
            let mut donors = Donors::default();
            donors.extend(ids.iter().filter_map(|id| NonZeroI64::new(*id)));
            donors
        };
        let mut donors = of(&[1, 63, 64, 65, 128, 129, 65]);
        assert_eq!(donors.count(), 6);
        donors.merge(&of(&[1, 2, 1000]));
        assert_eq!(donors.count(), 8);
        let known = (1..=200).filter(|id| donors.contains(NonZeroI64::new(*id).unwrap()));
        assert_eq!(known.collect::<Vec<_>>(), [1, 2, 63, 64, 65, 128, 129]);
    }

    #[test]
    fn joined_spans_reach_from_the_first_day_to_the_last() {
        let day = |of_month| NaiveDate::from_ymd_opt(2026, 6, of_month).unwrap();
        let span = |first, last| Some((day(first), day(last)));
        assert_eq!(joined(span(5, 6), span(1, 2)), span(1, 6));
        assert_eq!(joined(span(1, 9), span(2, 3)), span(1, 9));
        assert_eq!(joined(span(1, 2), None), span(1, 2));
        assert_eq!(joined(None, span(1, 2)), span(1, 2));
        assert_eq!(joined(None, None), None);
    }
}
