//! An account's pledges, as far as its sums need them.

use chrono::NaiveDate;
use sea_orm::{ColumnTrait, Condition, ConnectionTrait, DerivePartialModel, QueryFilter};
use shared::Error;
use shared::entities::{AccountScope, pledges};
use shared::values::choices::{PledgeFrequency, PledgeState, PledgeStatus};

use super::position::{Position, per_two_years};
use super::received::received_by_pledge;
use super::terms::{Term, Terms};
use super::totals::ByPledge;

/// The pledges of an account, or of some of its contacts.
pub struct Pledges(Vec<Pledge>);

impl Pledges {
    /// Reads them.
    pub async fn load(
        connection: &impl ConnectionTrait,
        account: AccountScope,
        contact_ids: Option<&[i64]>,
    ) -> Result<Self, Error> {
        let of = |ids: &[i64]| pledges::Column::ContactId.is_in(ids.iter().copied());
        Self::load_some(connection, account, Condition::all().add_option(contact_ids.map(of))).await
    }

    /// Reads those that fulfil a condition.
    pub async fn load_some(
        connection: &impl ConnectionTrait,
        account: AccountScope,
        condition: Condition,
    ) -> Result<Self, Error> {
        Ok(Self(select(connection, account, condition).await?))
    }

    /// Returns the id, the currency and the terms of each.
    pub fn terms(&self) -> impl Iterator<Item = (i64, &str, &Terms)> {
        self.0.iter().map(|pledge| (pledge.id, pledge.currency.as_str(), &pledge.terms))
    }

    pub(super) fn all(&self) -> &[Pledge] {
        &self.0
    }

    /// Returns the positions of pledges that are late on a day, with their ids, given the amount received for each.
    pub fn late(&self, day: NaiveDate, received: &ByPledge) -> impl Iterator<Item = (i64, Position)> {
        self.0.iter().filter_map(move |pledge| {
            let received = received.get(&pledge.id).copied().unwrap_or(0);
            let position = pledge.terms.position(day, received);
            position.is_late(pledge.terms.on(day).frequency).then_some((pledge.id, position))
        })
    }

    /// Sums the amounts that active, upcoming and ended pledges of a currency make due in a period, as they stand on a
    /// day.
    pub fn expected(&self, currency: &str, day: NaiveDate, (from, to): (NaiveDate, NaiveDate)) -> i128 {
        use PledgeState as S;
        let counts = |pledge: &&Pledge| {
            let state = pledge.terms.state(day);
            pledge.currency == currency && matches!(state, S::Active | S::Upcoming | S::Ended)
        };
        self.0.iter().filter(counts).map(|pledge| pledge.terms.expected_minor(from, to)).sum()
    }
}

/// A pledge, as far as sums need it.
pub(super) struct Pledge {
    pub(super) id: i64,
    pub(super) currency: String,
    pub(super) terms: Terms,
}

impl Pledge {
    /// Returns the amount that the pledge promises for two years, by what is in force on a day.
    pub(super) fn run_rate(&self, day: NaiveDate) -> i128 {
        let Term { amount_minor, frequency, .. } = self.terms.on(day);
        i128::from(amount_minor) * i128::from(per_two_years(frequency))
    }
}

/// The columns of a pledge that sums need. Long texts such as notes are not read.
#[derive(DerivePartialModel)]
#[sea_orm(entity = "pledges::Entity")]
struct Row {
    id: i64,
    pledge_amount_minor: i64,
    pledge_frequency: PledgeFrequency,
    pledge_start_date: NaiveDate,
    pledge_end_date: Option<NaiveDate>,
    pledge_currency: String,
    pledge_status: PledgeStatus,
    pledge_terms: Option<String>,
    pledge_pauses: Option<String>,
}

impl From<Row> for Pledge {
    fn from(row: Row) -> Self {
        let terms = Terms::of(&pledges::Model {
            pledge_amount_minor: row.pledge_amount_minor,
            pledge_frequency: row.pledge_frequency,
            pledge_start_date: row.pledge_start_date,
            pledge_end_date: row.pledge_end_date,
            pledge_status: row.pledge_status,
            pledge_terms: row.pledge_terms,
            pledge_pauses: row.pledge_pauses,
            ..pledges::Model::default()
        });
        Self { id: row.id, currency: row.pledge_currency, terms }
    }
}

async fn select(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    condition: Condition,
) -> Result<Vec<Pledge>, Error> {
    let rows = account.find::<pledges::Entity>().filter(condition).into_partial_model::<Row>();
    Ok(rows.all(connection).await?.into_iter().map(Pledge::from).collect())
}

/// Returns the pledges of an account that have changed with the day since they were written: the id and the terms of each.
pub async fn changed_pledges(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    today: NaiveDate,
) -> Result<Vec<(i64, Terms)>, Error> {
    let changed = Condition::all().add(pledges::Column::PledgeChangesOn.lte(today));
    let pledges = select(connection, account, changed).await?;
    Ok(pledges.into_iter().map(|pledge| (pledge.id, pledge.terms)).collect())
}

/// Returns the ids of an account's pledges that are late on a day.
pub async fn late_pledges(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    day: NaiveDate,
) -> Result<Vec<i64>, Error> {
    let received = received_by_pledge(connection, account, None, day).await?;
    let pledges = Pledges::load(connection, account, None).await?;
    Ok(pledges.late(day, &received).map(|(id, _)| id).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::giving::tests::day;

    #[test]
    fn what_is_expected_is_of_active_upcoming_and_ended_pledges_of_one_currency() {
        use PledgeStatus as S;
        let pledge = |currency: &str, status, start, end: Option<&str>| {
            let terms = Terms::of(&pledges::Model {
                pledge_amount_minor: 100,
                pledge_start_date: day(start),
                pledge_end_date: end.map(day),
                pledge_status: status,
                ..pledges::Model::default()
            });
            Pledge { id: 1, currency: currency.to_owned(), terms }
        };
        let expected = |pledge: Pledge| {
            let year = (day("2026-01-01"), day("2026-12-31"));
            Pledges(vec![pledge]).expected("USD", day("2026-06-15"), year)
        };
        assert_eq!(expected(pledge("USD", S::Active, "2026-01-01", None)), 1200);
        assert_eq!(expected(pledge("USD", S::Active, "2026-12-01", None)), 100, "upcoming");
        assert_eq!(expected(pledge("USD", S::Active, "2026-01-01", Some("2026-03-01"))), 300, "ended");
        assert_eq!(expected(pledge("EUR", S::Active, "2026-01-01", None)), 0);
        assert_eq!(expected(pledge("USD", S::Paused, "2026-01-01", None)), 0);
        assert_eq!(expected(pledge("USD", S::Cancelled, "2026-01-01", None)), 0);
        assert_eq!(expected(pledge("USD", S::WrittenOff, "2026-01-01", None)), 0);
    }
}
