//! An account's pledges, as far as its sums need them.

use chrono::NaiveDate;
use sea_orm::{ColumnTrait, ConnectionTrait, FromQueryResult, QueryFilter, QuerySelect};
use shared::Error;
use shared::entities::{AccountScope, pledges};
use shared::values::choices::{PledgeFrequency, PledgeState, PledgeStatus};

use super::position::{Position, Terms, per_two_years};
use super::received::received_by_pledge;
use super::totals::ByPledge;

/// The pledges of an account, or of some of its contacts.
pub struct Pledges(Vec<PledgeRow>);

impl Pledges {
    /// Reads them.
    pub async fn load(
        connection: &impl ConnectionTrait,
        account: AccountScope,
        contact_ids: Option<&[i64]>,
    ) -> Result<Self, Error> {
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
        if let Some(ids) = contact_ids {
            select = select.filter(C::ContactId.is_in(ids.iter().copied()));
        }
        Ok(Self(select.into_model().all(connection).await?))
    }

    pub(super) fn rows(&self) -> &[PledgeRow] {
        &self.0
    }

    /// Returns the positions of pledges that are late on a day, with their ids, given the amount received for each.
    pub fn late(&self, day: NaiveDate, received: &ByPledge) -> impl Iterator<Item = (i64, Position)> {
        self.0.iter().filter_map(move |pledge| {
            let received = received.get(&pledge.id).copied().unwrap_or(0);
            let position = pledge.terms().position(day, received);
            position.is_late(pledge.pledge_frequency).then_some((pledge.id, position))
        })
    }

    /// Sums the amounts that active, upcoming and ended pledges of a currency make due in a period, as they stand on a
    /// day.
    pub fn expected(&self, currency: &str, day: NaiveDate, (from, to): (NaiveDate, NaiveDate)) -> i128 {
        use PledgeState as S;
        let counts = |pledge: &&PledgeRow| {
            let state = pledge.terms().state(day);
            pledge.pledge_currency == currency && matches!(state, S::Active | S::Upcoming | S::Ended)
        };
        self.0.iter().filter(counts).map(|pledge| pledge.terms().expected_minor(from, to)).sum()
    }
}

/// The columns of a pledge that the summary needs. Long texts such as notes are not read.
#[derive(FromQueryResult)]
pub(super) struct PledgeRow {
    pub(super) id: i64,
    pledge_amount_minor: i64,
    pub(super) pledge_frequency: PledgeFrequency,
    pledge_start_date: NaiveDate,
    pledge_end_date: Option<NaiveDate>,
    pub(super) pledge_currency: String,
    pledge_status: PledgeStatus,
}

impl PledgeRow {
    /// Returns the amount that the pledge promises for two years.
    pub(super) fn run_rate(&self) -> i128 {
        i128::from(self.pledge_amount_minor) * i128::from(per_two_years(self.pledge_frequency))
    }

    pub(super) fn terms(&self) -> Terms {
        Terms {
            amount_minor: self.pledge_amount_minor,
            frequency: self.pledge_frequency,
            start: self.pledge_start_date,
            end: self.pledge_end_date,
            status: self.pledge_status,
        }
    }
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

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    #[test]
    fn what_is_expected_is_of_active_upcoming_and_ended_pledges_of_one_currency() {
        use PledgeStatus as S;
        let pledge = |currency: &str, status, start, end: Option<&str>| PledgeRow {
            id: 1,
            pledge_amount_minor: 100,
            pledge_frequency: PledgeFrequency::Monthly,
            pledge_start_date: day(start),
            pledge_end_date: end.map(day),
            pledge_currency: currency.to_owned(),
            pledge_status: status,
        };
        let expected = |pledge: PledgeRow| {
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
