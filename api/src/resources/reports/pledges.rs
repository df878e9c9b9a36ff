//! The report on pledges.

use super::report::{Asked, Report, ReportYear, percent};
use crate::error::AppError;
use crate::fields::Payload;
use crate::fields::types::{Count, CurrencyCode, Day, List, Many, Money, Nested, Nullable, Percent, Whole};
use crate::giving::{self, PledgeYears, Pledges, Reading};
use crate::money::Amount;
use crate::object;

object! {
    /// Pledges by year. Those that are active, upcoming or ended today count.
    PledgeReport {
        /// The first month of a year
        year_start: Whole<1, 12>;
        /// The day of the report: today in the account's time zone
        as_of: Day;
        /// The currency of all amounts
        currency: CurrencyCode;
        /// The currencies of other active, upcoming and ended pledges, which no figure counts
        other_currencies: List<CurrencyCode>;
        /// How many pledges count
        count: Count;
        /// What is missing today
        open: Nested<OpenPledges>;
        /// How many are late today, as in the giving summary
        late_count: Count;
        /// The years, in order
        years: Many<PledgeYear>;
    }
}

object! {
    /// Pledges for which less was received until today than was due.
    OpenPledges {
        /// How many there are
        count: Count;
        /// What is missing of them. What is over for one pledge does not count for another
        total: Money;
    }
}

object! {
    /// What pledges made due in a year, and what was received for them in it.
    PledgeYear extends span: ReportYear {
        /// What was due
        expected: Money;
        /// The received gifts of the year for these pledges
        received: Money;
        /// What is missing, at least 0
        remaining: Money;
        /// What was received, in percent of what was due; null if nothing was
        fulfilment_rate: Nullable<Percent>;
    }
}

impl Payload for PledgeReport {
    const KIND: &'static str = "pledge_report";
}

impl Report for PledgeReport {
    async fn make(reading: &mut Reading, asked: Asked) -> Result<Self, AppError> {
        let Asked { calendar, years, today, currency } = asked;
        let mut sums = PledgeYears::new(&years, today);
        reading.tally(&mut sums.tallies()).await?;
        let pledges = Pledges::load(reading.snapshot(), reading.account(), None).await?;
        let found = sums.fulfilment(&pledges, currency.code());
        let money = |minor: i128| Amount::new(minor, currency);
        let year = |year: giving::PledgeYear| PledgeYear {
            span: year.year.into(),
            expected: money(year.expected),
            received: money(year.received),
            remaining: money((year.expected - year.received).max(0)),
            fulfilment_rate: percent(year.received, year.expected),
        };
        Ok(Self {
            year_start: calendar.start_month().into(),
            as_of: today,
            currency: currency.code().to_owned(),
            other_currencies: found.others.into_iter().collect(),
            count: found.count,
            open: OpenPledges { count: found.open_count, total: money(found.open) },
            late_count: found.late_count,
            years: found.years.into_iter().map(year).collect(),
        })
    }
}
