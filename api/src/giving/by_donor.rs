//! What each contact has given in a period.

use std::num::NonZeroI64;

use chrono::NaiveDate;
use rustc_hash::FxHashMap;

use super::gift::{CurrencyCode, Gift};
use super::months::{Month, Part, Tally};
use super::purposes::PurposeId;

/// The received gifts of a period in one currency, by contact. Unattributed gifts are in none.
#[derive(Debug)]
pub struct ByDonor {
    from: NaiveDate,
    to: NaiveDate,
    currency: CurrencyCode,
    fund_id: Option<PurposeId>,
    campaign_id: Option<PurposeId>,
    given: FxHashMap<NonZeroI64, GivenByDonor>,
}

/// The gifts of a contact: their sum in minor units, and their number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GivenByDonor {
    /// The sum. It has 64 bits, which is enough for nine million gifts of the largest amount.
    pub total_minor: i64,
    /// How many there are, without corrections of less than 0.
    pub count: i64,
    /// The day of the last one, unless the sums were made elsewhere.
    pub last: Option<NaiveDate>,
}

impl ByDonor {
    /// Begins with no gifts. Both days are part of the period.
    pub fn new((from, to): (NaiveDate, NaiveDate), currency: CurrencyCode) -> Self {
        Self { from, to, currency, fund_id: None, campaign_id: None, given: FxHashMap::default() }
    }

    /// Counts only gifts for this fund and of this campaign, of each that is given.
    #[must_use]
    pub fn only_for(self, fund_id: Option<PurposeId>, campaign_id: Option<PurposeId>) -> Self {
        Self { fund_id, campaign_id, ..self }
    }

    fn counts(&self, gift: &Gift) -> bool {
        gift.currency == self.currency
            && (self.from..=self.to).contains(&gift.date)
            && (self.fund_id.is_none() || self.fund_id == gift.fund_id)
            && (self.campaign_id.is_none() || self.campaign_id == gift.campaign_id)
    }

    /// Returns the contacts with a gift in the period, and what they gave. In a household, what its members gave together
    /// counts for each of them.
    pub fn sums(mut self, households: &[Vec<i64>]) -> impl Iterator<Item = (i64, GivenByDonor)> + use<> {
        together(&mut self.given, households, GivenByDonor::and);
        self.given.into_iter().map(|(id, given)| (id.get(), given))
    }

    /// Returns what each donor gave, in minor units. The members of a household are one donor.
    pub fn totals(mut self, households: &[Vec<i64>]) -> impl Iterator<Item = i64> + use<> {
        let mut joint = Vec::new();
        for household in households {
            let members = household.iter().filter_map(|id| NonZeroI64::new(*id));
            joint.push(members.filter_map(|id| self.given.remove(&id)).map(|given| given.total_minor).sum());
        }
        self.given.into_values().map(|given| given.total_minor).chain(joint)
    }
}

impl GivenByDonor {
    fn and(self, other: Self) -> Self {
        Self {
            total_minor: self.total_minor + other.total_minor,
            count: self.count + other.count,
            last: self.last.max(other.last),
        }
    }
}

/// Makes what the members of each household gave together count for each of them, if one of them gave.
pub(super) fn together<T: Copy>(
    given: &mut FxHashMap<NonZeroI64, T>,
    households: &[Vec<i64>],
    and: impl Fn(T, T) -> T,
) {
    for household in households {
        let members = || household.iter().filter_map(|id| NonZeroI64::new(*id));
        let gave: Vec<T> = members().filter_map(|id| given.get(&id).copied()).collect();
        if let Some(all) = gave.into_iter().reduce(&and) {
            given.extend(members().map(|id| (id, all)));
        }
    }
}

impl Extend<(i64, i64, i64)> for ByDonor {
    /// Takes sums that were made elsewhere: contacts, their totals in minor units, and how many gifts that are.
    fn extend<T: IntoIterator<Item = (i64, i64, i64)>>(&mut self, sums: T) {
        for (id, total_minor, count) in sums {
            let Some(id) = NonZeroI64::new(id) else { continue };
            let given = self.given.entry(id).or_default();
            given.total_minor += total_minor;
            given.count += count;
        }
    }
}

impl Tally for ByDonor {
    fn add(&mut self, gift: &Gift) {
        let Some(donor) = gift.contact_id else { return };
        if self.counts(gift) {
            let given = self.given.entry(donor).or_default();
            given.total_minor += gift.amount_minor;
            given.count += i64::from(gift.amount_minor > 0);
            given.last = given.last.max(Some(gift.date));
        }
    }

    fn add_month(&mut self, month: &Month) {
        if month.part_of(self.from, self.to) != Part::None {
            month.gifts().iter().for_each(|gift| self.add(gift));
        }
    }
}
