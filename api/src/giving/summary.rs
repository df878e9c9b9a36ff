//! The giving summary: totals of gifts and pledges in a period.
//!
//! Pledges are few compared with gifts, so all of an account's are read. No amount is ever converted into another
//! currency.

use std::collections::{BTreeMap, HashMap};
use std::num::NonZeroI64;

use sea_orm::ConnectionTrait;
use shared::Error;
use shared::entities::{AccountScope, gift_types};
use shared::values::choices::{NameKind, PledgeFrequency, PledgeState};

use super::gift::CurrencyCode;
use super::gifts::Reading;
use super::largest::{ByContact, by_name};
use super::months::Tally;
use super::pledges::{Pledge, Pledges};
use super::query::{GroupBy, Period, Query};
use super::sums::{GiftSums, Given, PledgeSums};
use super::totals::ByPledge;
use crate::money::divide_half_up;

/// The giving summary. All amounts are minor units of the query's currency, except those of `by_currency`. They have 128
/// bits, because a few pledges of the largest amount add up to more than 64 bits within the calendar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// The received gifts of the period.
    pub given: Given,
    /// The run-rates of pledges on the query's day (`as_of`).
    pub pledged: Pledged,
    /// The amounts that were due in the period.
    pub expected: Expected,
    /// The pledges that are late on the query's day.
    pub late: Late,
    /// The totals of each currency that any counted gift of the period or any pledge has, in order of the currency.
    pub by_currency: Vec<CurrencyTotals>,
    /// The received gifts of the period, in the groups of the query.
    pub periods: Vec<Period>,
}

/// The run-rates of pledges: active recurring ones, unless the field's name says otherwise.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs, reason = "named and documented as in the API")]
pub struct Pledged {
    pub monthly: i128,
    pub annual: i128,
    pub active_count: i64,
    pub upcoming_monthly: i128,
    pub one_time_outstanding: i128,
}

/// The amounts that were due in the period for active, upcoming and ended pledges, and that were received for them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs, reason = "named and documented as in the API")]
pub struct Expected {
    pub total: i128,
    pub received: i128,
    pub remaining: i128,
}

/// The pledges that are late by more days than their frequency allows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs, reason = "named and documented as in the API")]
pub struct Late {
    pub count: i64,
    pub monthly_amount: i128,
}

/// One currency's totals, in its own minor units.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "named and documented as in the API")]
pub struct CurrencyTotals {
    pub currency: String,
    pub given_total: i128,
    pub given_count: i64,
    pub pledged_monthly: i128,
    pub pledged_annual: i128,
}

/// Summarises the giving of an account, or of the contacts whose gifts are read.
pub async fn summarise(reading: &mut Reading, query: &Query) -> Result<Summary, Error> {
    let (mut gifts, mut received) = (GroupSums::new(query), PledgeSums::new(query));
    let mut tallies = gifts.tallies();
    tallies.push(&mut received);
    reading.tally(&mut tallies).await?;
    let (snapshot, account) = (reading.snapshot(), reading.account());
    let pledges = Pledges::load(snapshot, account, query.contact_ids.as_deref()).await?;
    let Grouped { sums, periods } = gifts.grouped(snapshot, account).await?;
    Ok(Summary { periods, ..Summary::new(query, &sums, &pledges, &received) })
}

/// The received gifts of a query's period, summed and in the groups of the query.
pub struct Grouped {
    /// Their sums.
    pub sums: GiftSums,
    /// Their groups.
    pub periods: Vec<Period>,
}

/// Sums the received gifts of two periods, which the reading passes once.
pub async fn compare(
    reading: &mut Reading,
    (one, other): (&Query, &Query),
) -> Result<(Grouped, Grouped), Error> {
    let (mut one, mut other) = (GroupSums::new(one), GroupSums::new(other));
    let mut tallies = one.tallies();
    tallies.extend(other.tallies());
    reading.tally(&mut tallies).await?;
    let (snapshot, account) = (reading.snapshot(), reading.account());
    Ok((one.grouped(snapshot, account).await?, other.grouped(snapshot, account).await?))
}

/// The sums of a query from which its groups are made.
struct GroupSums<'a> {
    query: &'a Query,
    gifts: GiftSums,
    by_contact: Option<ByContact<'a>>,
}

impl<'a> GroupSums<'a> {
    /// Begins with no gifts.
    fn new(query: &'a Query) -> Self {
        let by_contact = (query.group_by == Some(GroupBy::Contact)).then(|| ByContact::new(query));
        Self { query, gifts: GiftSums::new(query), by_contact }
    }

    fn tallies(&mut self) -> Vec<&mut dyn Tally> {
        let by_contact = self.by_contact.iter_mut().map(|sums| -> &mut dyn Tally { sums });
        std::iter::once::<&mut dyn Tally>(&mut self.gifts).chain(by_contact).collect()
    }

    async fn grouped(
        self,
        connection: &impl ConnectionTrait,
        account: AccountScope,
    ) -> Result<Grouped, Error> {
        let Self { query, gifts, by_contact } = self;
        let periods = match (query.group_by, by_contact) {
            (_, Some(by_contact)) => by_contact.largest(),
            (Some(GroupBy::Type), _) => gifts.periods(&type_names(connection, account).await?),
            (Some(GroupBy::Fund), _) => by_name(connection, account, query, NameKind::Fund).await?,
            (Some(GroupBy::Campaign), _) => by_name(connection, account, query, NameKind::Campaign).await?,
            _ => gifts.periods(&HashMap::new()),
        };
        Ok(Grouped { sums: gifts, periods })
    }
}

async fn type_names(
    connection: &impl ConnectionTrait,
    account: AccountScope,
) -> Result<HashMap<NonZeroI64, String>, Error> {
    let types = account.find::<gift_types::Entity>().all(connection).await?;
    Ok(types.into_iter().filter_map(|row| Some((NonZeroI64::new(row.id)?, row.gift_type_name))).collect())
}

impl Summary {
    /// Puts the sums together, without periods.
    pub fn new(query: &Query, gifts: &GiftSums, pledges: &Pledges, received: &PledgeSums) -> Self {
        let mut totals = PledgeTotals::default();
        let mut by_currency: BTreeMap<CurrencyCode, CurrencyTotals> = BTreeMap::new();
        let mut run_rates: BTreeMap<CurrencyCode, i128> = BTreeMap::new();
        for pledge in pledges.all() {
            let of = |sums: &ByPledge| sums.get(&pledge.id).copied().unwrap_or(0);
            let run_rate = run_rates.entry(pledge.currency.as_str().into()).or_default();
            if pledge.terms.state(query.as_of) == PledgeState::Active {
                *run_rate += pledge.run_rate(query.as_of);
            }
            if pledge.currency == query.currency.code() {
                totals.add(pledge, query, of(received.until()), of(received.in_period()));
            }
        }
        let entry = |currency: CurrencyCode| CurrencyTotals {
            currency: currency.as_str().to_owned(),
            given_total: 0,
            given_count: 0,
            pledged_monthly: 0,
            pledged_annual: 0,
        };
        for (currency, per_two_years) in run_rates {
            let totals = by_currency.entry(currency).or_insert_with(|| entry(currency));
            totals.pledged_monthly = divide_half_up(per_two_years, 24);
            totals.pledged_annual = divide_half_up(per_two_years, 2);
        }
        for (currency, total, count) in gifts.by_currency() {
            let totals = by_currency.entry(currency).or_insert_with(|| entry(currency));
            (totals.given_total, totals.given_count) = (total, count);
        }
        Self {
            given: gifts.given(),
            pledged: totals.pledged(),
            expected: Expected {
                remaining: (totals.expected.total - totals.expected.received).max(0),
                ..totals.expected
            },
            late: Late {
                count: totals.late_count,
                monthly_amount: divide_half_up(totals.late_per_two_years, 24),
            },
            by_currency: by_currency.into_values().collect(),
            periods: Vec::new(),
        }
    }
}

/// The exact sums of the pledges in one currency. They are rounded only once, at the end.
#[derive(Default)]
struct PledgeTotals {
    active_per_two_years: i128,
    active_count: i64,
    upcoming_per_two_years: i128,
    one_time_outstanding: i128,
    expected: Expected,
    late_count: i64,
    late_per_two_years: i128,
}

impl PledgeTotals {
    fn add(&mut self, pledge: &Pledge, query: &Query, received: i64, received_in_period: i64) {
        let terms = &pledge.terms;
        let position = terms.position(query.as_of, received);
        let (frequency, run_rate) = (terms.on(query.as_of).frequency, pledge.run_rate(query.as_of));
        let one_time = frequency == PledgeFrequency::OneTime;
        match position.state {
            PledgeState::Active if one_time => {
                self.one_time_outstanding += terms.outstanding_minor(received);
            }
            PledgeState::Active => {
                self.active_count += 1;
                self.active_per_two_years += run_rate;
            }
            PledgeState::Upcoming => self.upcoming_per_two_years += run_rate,
            _ => {}
        }
        if matches!(position.state, PledgeState::Active | PledgeState::Upcoming | PledgeState::Ended) {
            self.expected.total += terms.expected_minor(query.from, query.to);
            self.expected.received += i128::from(received_in_period);
        }
        if position.is_late(frequency) {
            self.late_count += 1;
            self.late_per_two_years += run_rate;
        }
    }

    fn pledged(&self) -> Pledged {
        Pledged {
            monthly: divide_half_up(self.active_per_two_years, 24),
            annual: divide_half_up(self.active_per_two_years, 2),
            active_count: self.active_count,
            upcoming_monthly: divide_half_up(self.upcoming_per_two_years, 24),
            one_time_outstanding: self.one_time_outstanding,
        }
    }
}
