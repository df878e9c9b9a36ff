//! The giving summary: totals of gifts and pledges in a period, from a handful of aggregating queries.
//!
//! The database sums gifts. Pledges are few compared with gifts, and computing their due dates is no work for SQL, so
//! their rows are read, each with the sum of its gifts. No amount is ever converted into another currency.

use std::collections::{BTreeMap, HashMap};

use chrono::NaiveDate;
use sea_orm::{ColumnTrait, ConnectionTrait, FromQueryResult, QueryFilter, QuerySelect};

use super::position::{Position, Terms, per_two_years};
use super::query::{Period, Query};
use super::received::{GiftFilter, GiftTotals, gift_totals, periods, received_by_pledge};
use crate::Error;
use crate::entities::{AccountScope, pledges};
use crate::values::choices::{PledgeFrequency, PledgeState, PledgeStatus};
use crate::values::money::divide_half_up;

/// The giving summary. All amounts are minor units of the query's currency, except those of `by_currency`. They have 128
/// bits, because a few pledges of the largest amount add up to more than 64 bits within the calendar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// The received gifts of the period.
    pub given: Given,
    /// The run-rates of pledges on the query's day (`as_of`).
    pub pledged: Pledged,
    /// What was due in the period.
    pub expected: Expected,
    /// The pledges that are late on the query's day.
    pub late: Late,
    /// The totals of each currency that any counted gift of the period or any pledge has, in order of the currency.
    pub by_currency: Vec<CurrencyTotals>,
    /// The received gifts of the period by month, quarter, year or type.
    pub periods: Vec<Period>,
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

/// What was due in the period for active, upcoming and ended pledges, and what was received for it.
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

/// Summarises an account's giving. `tx` should be a snapshot, so that all queries see the same state.
pub async fn summarise(
    tx: &impl ConnectionTrait,
    account: AccountScope,
    query: &Query,
) -> Result<Summary, Error> {
    let gifts = gift_totals(tx, account, query).await?;
    let pledges = PledgeRow::all(tx, account, query.contact_id).await?;
    let filter = GiftFilter { pledge_ids: None, contact_id: query.contact_id };
    let received = received_by_pledge(tx, account, filter.clone(), (NaiveDate::MIN, query.as_of)).await?;
    let received_in_period = received_by_pledge(tx, account, filter, (query.from, query.to)).await?;

    let mut totals = PledgeTotals::default();
    let mut by_currency: BTreeMap<String, CurrencyTotals> = BTreeMap::new();
    let mut run_rates: BTreeMap<String, i128> = BTreeMap::new();
    for pledge in &pledges {
        let of = |sums: &HashMap<i64, i64>| sums.get(&pledge.id).copied().unwrap_or(0);
        let run_rate = run_rates.entry(pledge.pledge_currency.clone()).or_default();
        *run_rate += active_run_rate(pledge, query.as_of);
        if pledge.pledge_currency == query.currency.code() {
            totals.add(pledge, query, of(&received), of(&received_in_period));
        }
    }
    let entry = |currency: &str| CurrencyTotals {
        currency: currency.to_owned(),
        given_total: 0,
        given_count: 0,
        pledged_monthly: 0,
        pledged_annual: 0,
    };
    for (currency, per_two_years) in run_rates {
        let totals = by_currency.entry(currency.clone()).or_insert_with(|| entry(&currency));
        totals.pledged_monthly = divide_half_up(per_two_years, 24);
        totals.pledged_annual = divide_half_up(per_two_years, 2);
    }
    for gift in &gifts {
        let totals = by_currency.entry(gift.currency.clone()).or_insert_with(|| entry(&gift.currency));
        (totals.given_total, totals.given_count) = (gift.total.into(), gift.count);
    }
    Ok(Summary {
        given: gifts
            .into_iter()
            .find(|gifts| gifts.currency == query.currency.code())
            .map_or_else(Given::default, Given::from),
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
        periods: periods(tx, account, query).await?,
    })
}

/// Sums the received gifts of a period, without the rest of the summary.
pub async fn given(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    query: &Query,
) -> Result<Given, Error> {
    let gifts = gift_totals(connection, account, query).await?;
    let own = gifts.into_iter().find(|gifts| gifts.currency == query.currency.code());
    Ok(own.map_or_else(Given::default, Given::from))
}

/// Groups the received gifts of a period, without the rest of the summary.
pub async fn given_by_period(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    query: &Query,
) -> Result<Vec<Period>, Error> {
    periods(connection, account, query).await
}

/// Sums what active, upcoming and ended pledges of a currency make due in each of some periods, as they stand on a day.
pub async fn expected_by_period(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    (currency, day): (&str, NaiveDate),
    periods: &[(NaiveDate, NaiveDate)],
) -> Result<Vec<i128>, Error> {
    use PledgeState as S;
    let mut pledges = PledgeRow::all(connection, account, None).await?;
    pledges.retain(|pledge| {
        let state = pledge.terms().state(day);
        pledge.pledge_currency == currency && matches!(state, S::Active | S::Upcoming | S::Ended)
    });
    let sum = |(from, to): &(NaiveDate, NaiveDate)| {
        pledges.iter().map(|pledge| pledge.terms().expected_minor(*from, *to)).sum()
    };
    Ok(periods.iter().map(sum).collect())
}

/// Returns the ids of an account's pledges that are late on a day.
pub async fn late_pledges(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    day: NaiveDate,
) -> Result<Vec<i64>, Error> {
    Ok(late_positions(connection, account, day).await?.into_iter().map(|(id, _)| id).collect())
}

/// Returns where an account's pledges stand that are late on a day, with their ids.
pub async fn late_positions(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    day: NaiveDate,
) -> Result<Vec<(i64, Position)>, Error> {
    let received =
        received_by_pledge(connection, account, GiftFilter::default(), (NaiveDate::MIN, day)).await?;
    let pledges = PledgeRow::all(connection, account, None).await?;
    let late = |pledge: &PledgeRow| {
        let received = received.get(&pledge.id).copied().unwrap_or(0);
        let position = pledge.terms().position(day, received);
        position.is_late(pledge.pledge_frequency).then_some((pledge.id, position))
    };
    Ok(pledges.iter().filter_map(late).collect())
}

/// The columns of a pledge that the summary needs. Long texts such as notes are not read.
#[derive(FromQueryResult)]
struct PledgeRow {
    id: i64,
    pledge_amount_minor: i64,
    pledge_frequency: PledgeFrequency,
    pledge_start_date: NaiveDate,
    pledge_end_date: Option<NaiveDate>,
    pledge_currency: String,
    pledge_status: PledgeStatus,
}

impl PledgeRow {
    async fn all(
        tx: &impl ConnectionTrait,
        account: AccountScope,
        contact_id: Option<i64>,
    ) -> Result<Vec<Self>, Error> {
        use pledges::Column as C;
        let mut select = account.find::<pledges::Entity>().select_only().columns([
            C::Id,
            C::PledgeAmountMinor,
            C::PledgeFrequency,
            C::PledgeStartDate,
            C::PledgeEndDate,
            C::PledgeCurrency,
            C::PledgeStatus,
        ]);
        if let Some(contact_id) = contact_id {
            select = select.filter(C::ContactId.eq(contact_id));
        }
        Ok(select.into_model().all(tx).await?)
    }

    fn terms(&self) -> Terms {
        Terms {
            amount_minor: self.pledge_amount_minor,
            frequency: self.pledge_frequency,
            start: self.pledge_start_date,
            end: self.pledge_end_date,
            status: self.pledge_status,
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
    fn add(&mut self, pledge: &PledgeRow, query: &Query, received: i64, received_in_period: i64) {
        let terms = pledge.terms();
        let position = terms.position(query.as_of, received);
        let one_time = terms.frequency == PledgeFrequency::OneTime;
        match position.state {
            PledgeState::Active if one_time => {
                self.one_time_outstanding += (i128::from(terms.amount_minor) - i128::from(received)).max(0);
            }
            PledgeState::Active => {
                self.active_count += 1;
                self.active_per_two_years += run_rate(pledge);
            }
            PledgeState::Upcoming => self.upcoming_per_two_years += run_rate(pledge),
            _ => {}
        }
        if matches!(position.state, PledgeState::Active | PledgeState::Upcoming | PledgeState::Ended) {
            self.expected.total += terms.expected_minor(query.from, query.to);
            self.expected.received += i128::from(received_in_period);
        }
        if position.is_late(terms.frequency) {
            self.late_count += 1;
            self.late_per_two_years += run_rate(pledge);
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

fn run_rate(pledge: &PledgeRow) -> i128 {
    i128::from(pledge.pledge_amount_minor) * i128::from(per_two_years(pledge.pledge_frequency))
}

fn active_run_rate(pledge: &PledgeRow, day: NaiveDate) -> i128 {
    if pledge.terms().state(day) == PledgeState::Active { run_rate(pledge) } else { 0 }
}

impl From<GiftTotals> for Given {
    fn from(gifts: GiftTotals) -> Self {
        Self {
            total: gifts.total.into(),
            count: gifts.count,
            donor_count: gifts.donor_count,
            average: divide_half_up(gifts.total.into(), gifts.count.max(1).into()),
            largest: gifts.largest.into(),
            first_gift_date: Some(gifts.first_gift_date),
            last_gift_date: Some(gifts.last_gift_date),
        }
    }
}
