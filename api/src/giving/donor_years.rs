//! Donors by year: who is new, who gave again, who came back, and who did not.
//!
//! A donor of a year is a contact whose received gifts of the year add up to more than 0. So each donor of a year is new,
//! retained or recovered, and each donor of the year before is retained or lapsed.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroI64;

use rustc_hash::FxHashMap;

use super::gift::{CurrencyCode, Gift};
use super::months::Tally;
use super::totals::Donors;
use super::years::{Calendar, Year};

/// The received gifts of one year by contact, in minor units. The sum of one contact has 64 bits, which is enough for nine
/// million gifts of the largest amount. Unattributed gifts have no contact.
type SumsOfYear = FxHashMap<Option<NonZeroI64>, i64>;

/// The received gifts in one currency by year and contact: those of a report's years, and of all years before.
pub struct DonorYears {
    calendar: Calendar,
    years: Vec<Year>,
    currency: CurrencyCode,
    by_year: BTreeMap<i32, SumsOfYear>,
    others: BTreeSet<CurrencyCode>,
}

/// The donors of a year. Amounts are in minor units.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DonorYear {
    /// All received gifts.
    pub total: i128,
    /// Those without a contact.
    pub unattributed: i128,
    /// Those of contacts whose gifts add up to 0 or less, who are no donors.
    pub without_donor: i128,
    /// Donors of this year, and of no year before.
    pub new: DonorGroup,
    /// Donors of this year, and of the year before.
    pub retained: DonorGroup,
    /// Donors of this year and of an earlier one, but not of the year before.
    pub recovered: DonorGroup,
    /// Donors of the year before, but not of this year. The amount is what they gave in the year before.
    pub lapsed: DonorGroup,
    /// Retained donors who gave more than in the year before. The amount is how much more.
    pub upgraded: DonorGroup,
    /// Retained donors who gave less than in the year before. The amount is how much less.
    pub downgraded: DonorGroup,
}

/// Some donors, and an amount in minor units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs, reason = "named and documented as in the API")]
pub struct DonorGroup {
    pub count: i64,
    pub total: i128,
}

impl DonorYears {
    /// Begins with no gifts. The years are in order, without gaps.
    pub fn new(calendar: Calendar, years: Vec<Year>, currency: CurrencyCode) -> Self {
        Self { calendar, years, currency, by_year: BTreeMap::new(), others: BTreeSet::new() }
    }

    /// Returns the other currencies of gifts of these years.
    pub fn others(&self) -> &BTreeSet<CurrencyCode> {
        &self.others
    }

    /// Returns the donors of each of the years.
    pub async fn donors(&self) -> Vec<(Year, DonorYear)> {
        let none = SumsOfYear::default();
        let of = |number: i32| self.by_year.get(&number).unwrap_or(&none);
        let mut earlier = Donors::default();
        let first = self.years.first().map_or(i32::MIN, |year| year.number);
        for sums in self.by_year.range(..first).map(|(_, sums)| sums) {
            earlier.extend(donors(sums).map(|(donor, _)| donor));
            // Let other tasks have their turn.
            tokio::task::yield_now().await;
        }
        let mut all = Vec::with_capacity(self.years.len());
        for year in &self.years {
            let sums = of(year.number);
            all.push((*year, DonorYear::of(sums, of(year.number - 1), &earlier)));
            earlier.extend(donors(sums).map(|(donor, _)| donor));
            tokio::task::yield_now().await;
        }
        all
    }
}

impl Tally for DonorYears {
    fn add(&mut self, gift: &Gift) {
        let Some((first, last)) = self.years.first().zip(self.years.last()) else { return };
        if gift.date > last.to {
            return;
        }
        if gift.currency == self.currency {
            let year = self.by_year.entry(self.calendar.year_of(gift.date)).or_default();
            *year.entry(gift.contact_id).or_default() += gift.amount_minor;
        } else if gift.date >= first.from {
            self.others.insert(gift.currency);
        }
    }
}

impl DonorYear {
    /// Compares the gifts of a year with those of the year before, given the donors of all years before.
    fn of(sums: &SumsOfYear, before: &SumsOfYear, earlier: &Donors) -> Self {
        let mut year = Self { total: sums.values().map(|sum| i128::from(*sum)).sum(), ..Self::default() };
        for (donor, sum) in donors(sums) {
            match gave(before, donor) {
                Some(sum_before) => year.retain(sum, sum_before),
                None if earlier.contains(donor) => year.recovered.add(sum),
                None => year.new.add(sum),
            }
        }
        for (donor, sum) in donors(before) {
            if gave(sums, donor).is_none() {
                year.lapsed.add(sum);
            }
        }
        year.unattributed = sums.get(&None).copied().unwrap_or(0).into();
        year.without_donor = year.total - year.unattributed - year.donors().total;
        year
    }

    fn retain(&mut self, sum: i64, sum_before: i64) {
        self.retained.add(sum);
        if sum > sum_before {
            self.upgraded.add(sum - sum_before);
        } else if sum < sum_before {
            self.downgraded.add(sum_before - sum);
        }
    }

    /// Returns all donors of the year.
    pub fn donors(&self) -> DonorGroup {
        let parts = [self.new, self.retained, self.recovered];
        DonorGroup {
            count: parts.iter().map(|part| part.count).sum(),
            total: parts.iter().map(|part| part.total).sum(),
        }
    }
}

impl DonorGroup {
    fn add(&mut self, amount_minor: i64) {
        self.count += 1;
        self.total += i128::from(amount_minor);
    }
}

/// Returns the donors with what they gave.
fn donors(sums: &SumsOfYear) -> impl Iterator<Item = (NonZeroI64, i64)> {
    sums.iter().filter_map(|(contact, sum)| contact.filter(|_| *sum > 0).map(|donor| (donor, *sum)))
}

/// Returns what a contact gave, if it is a donor.
fn gave(sums: &SumsOfYear, contact: NonZeroI64) -> Option<i64> {
    sums.get(&Some(contact)).copied().filter(|sum| *sum > 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::giving::tests::{day, gift};

    /// Returns the donors of 2024 to 2026 as of 15 June 2026, and the other currencies.
    async fn of(gifts: &[(i64, &str, i64, &str)]) -> (Vec<DonorYear>, Vec<CurrencyCode>) {
        let calendar = Calendar::new(1);
        let years = calendar.years(2024, 2026, day("2026-06-15"));
        let mut found = DonorYears::new(calendar, years, "USD".into());
        for (contact, date, amount_minor, currency) in gifts {
            let (amount_minor, currency) = (*amount_minor, (*currency).into());
            found.add(&Gift { amount_minor, currency, ..gift(*contact, date) });
        }
        let years = found.donors().await.into_iter().map(|(_, year)| year).collect();
        (years, found.others().iter().copied().collect())
    }

    fn group(count: i64, total: i128) -> DonorGroup {
        DonorGroup { count, total }
    }

    #[tokio::test]
    async fn a_donor_is_new_then_retained_then_lapsed_then_recovered() {
        let (years, others) = of(&[
            (1, "2020-01-01", 5, "USD"),
            (1, "2024-12-31", 10, "USD"),
            (2, "2024-01-01", 20, "USD"),
            (2, "2025-12-31", 21, "USD"),
            (3, "2025-06-01", 7, "USD"),
            (3, "2026-01-01", 4, "USD"),
            (1, "2026-06-15", 9, "USD"),
            (4, "2026-06-16", 1000, "USD"),
            (4, "2026-06-16", 1000, "CHF"),
            (5, "2023-12-31", 1000, "JPY"),
            (5, "2024-01-01", 1000, "EUR"),
        ])
        .await;
        let expected = [
            DonorYear { total: 30, new: group(1, 20), recovered: group(1, 10), ..DonorYear::default() },
            DonorYear {
                total: 28,
                new: group(1, 7),
                retained: group(1, 21),
                upgraded: group(1, 1),
                lapsed: group(1, 10),
                ..DonorYear::default()
            },
            DonorYear {
                total: 13,
                recovered: group(1, 9),
                retained: group(1, 4),
                downgraded: group(1, 3),
                lapsed: group(1, 21),
                ..DonorYear::default()
            },
        ];
        assert_eq!(years, expected);
        assert_eq!(others, ["EUR".into()]);
    }

    #[tokio::test]
    async fn who_takes_back_all_is_no_donor_and_the_parts_add_up() {
        let (years, _) = of(&[
            (1, "2024-01-01", 10, "USD"),
            (1, "2024-03-01", -10, "USD"),
            (2, "2024-01-01", -5, "USD"),
            (0, "2024-01-01", 3, "USD"),
            (1, "2025-01-01", 10, "USD"),
            (2, "2025-01-01", 1, "USD"),
            (1, "2026-01-01", 10, "USD"),
            (2, "2026-01-01", -1, "USD"),
        ])
        .await;
        let [first, second, third] = years.try_into().unwrap();
        assert_eq!((first.total, first.unattributed, first.without_donor), (-2, 3, -5));
        assert_eq!(first.donors(), group(0, 0));
        assert_eq!((second.new, second.lapsed), (group(2, 11), group(0, 0)));
        assert_eq!(
            (third.retained, third.upgraded, third.downgraded),
            (group(1, 10), group(0, 0), group(0, 0))
        );
        assert_eq!((third.lapsed, third.without_donor), (group(1, 1), -1));
    }
}
