//! What pledges made due by year, what was received for them, and what is open today.

use std::collections::BTreeSet;

use chrono::NaiveDate;
use shared::values::choices::PledgeState;

use super::months::Tally;
use super::pledges::{Pledge, Pledges};
use super::sums::ReceivedIn;
use super::totals::ByPledge;
use super::years::Year;

/// The gifts that were received for pledges: until today, and in each year of a report.
pub struct PledgeYears {
    today: NaiveDate,
    until: ReceivedIn,
    years: Vec<(Year, ReceivedIn)>,
}

/// What counts of active, upcoming and ended pledges in one currency. Amounts are in minor units.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fulfilment {
    /// The years, in order.
    pub years: Vec<PledgeYear>,
    /// The pledges that count.
    pub count: i64,
    /// Those for which less was received until today than was due.
    pub open_count: i64,
    /// What is missing of them.
    pub open: i128,
    /// Those that are late today by more days than their frequency allows.
    pub late_count: i64,
    /// What is missing of those that are late.
    pub late_open: i128,
    /// The currencies of other active, upcoming and ended pledges.
    pub others: BTreeSet<String>,
}

/// What pledges made due in a year, and what was received for them in it, in minor units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "named and documented as in the API")]
pub struct PledgeYear {
    pub year: Year,
    pub expected: i128,
    pub received: i128,
}

impl PledgeYears {
    /// Begins with no gifts.
    pub fn new(years: &[Year], today: NaiveDate) -> Self {
        let of_year = |year: &Year| (*year, ReceivedIn::new(year.from, year.to));
        let until = ReceivedIn::new(NaiveDate::MIN, today);
        Self { today, until, years: years.iter().map(of_year).collect() }
    }

    /// Returns the tallies of the gifts.
    pub fn tallies(&mut self) -> Vec<&mut dyn Tally> {
        let years = self.years.iter_mut().map(|(_, received)| -> &mut dyn Tally { received });
        std::iter::once::<&mut dyn Tally>(&mut self.until).chain(years).collect()
    }

    /// Compares what was received with what the pledges of a currency made due, as they stand today.
    pub fn fulfilment(&self, pledges: &Pledges, currency: &str) -> Fulfilment {
        Fulfilment::of(pledges, currency, (self.today, self.until.by_pledge()), &self.years)
    }
}

impl Fulfilment {
    /// Compares what was received until today, by pledge, with what the pledges of a currency made due. There are no years.
    pub fn until(pledges: &Pledges, currency: &str, until: (NaiveDate, &ByPledge)) -> Self {
        Self::of(pledges, currency, until, &[])
    }

    fn of(
        pledges: &Pledges,
        currency: &str,
        until: (NaiveDate, &ByPledge),
        years: &[(Year, ReceivedIn)],
    ) -> Self {
        let year = |(year, _): &(Year, ReceivedIn)| PledgeYear { year: *year, expected: 0, received: 0 };
        let mut all = Self { years: years.iter().map(year).collect(), ..Self::default() };
        for pledge in pledges.all() {
            use PledgeState as S;
            if !matches!(pledge.terms.state(until.0), S::Active | S::Upcoming | S::Ended) {
                continue;
            }
            if pledge.currency == currency {
                all.add(pledge, until, years);
            } else {
                all.others.insert(pledge.currency.clone());
            }
        }
        all
    }

    fn add(&mut self, pledge: &Pledge, (today, until): (NaiveDate, &ByPledge), years: &[(Year, ReceivedIn)]) {
        let received = |sums: &ByPledge| sums.get(&pledge.id).copied().unwrap_or(0);
        for (sum, (year, in_year)) in self.years.iter_mut().zip(years) {
            sum.expected += pledge.terms.expected_minor(year.from, year.to);
            sum.received += i128::from(received(in_year.by_pledge()));
        }
        let position = pledge.terms.position(today, received(until));
        let open = (-position.balance_minor()).max(0);
        self.count += 1;
        self.open_count += i64::from(open > 0);
        self.open += open;
        if position.is_late(pledge.terms.on(today).frequency) {
            self.late_count += 1;
            self.late_open += open;
        }
    }
}
