//! The report on giving.

use super::report::{Asked, Report, ReportYear, percent};
use crate::error::AppError;
use crate::fields::Payload;
use crate::fields::types::{Count, CurrencyCode, Day, List, Many, Money, Nested, Nullable, Percent, Whole};
use crate::giving::{Given, GivingYears, Reading, Year};
use crate::money::Amount;
use crate::object;

object! {
    /// Gifts by year.
    GivingReport {
        /// The first month of a year
        year_start: Whole<1, 12>;
        /// The day of the report: today in the account's time zone
        as_of: Day;
        /// The currency of all amounts
        currency: CurrencyCode;
        /// The currencies of other received gifts of these years, which no figure counts
        other_currencies: List<CurrencyCode>;
        /// The years, in order
        years: Many<GivingYear>;
    }
}

object! {
    /// The received gifts of a year.
    GivingYear extends span: ReportYear {
        /// Their sum
        total: Money;
        /// How many there are
        count: Count;
        /// From how many contacts; an unattributed gift counts none
        donor_count: Count;
        /// Their average, 0 without gifts
        average: Money;
        /// The largest, 0 without gifts
        largest: Money;
        /// The received gifts of the same days of the year before
        year_before: Nested<YearBefore>;
        /// How much more the total is than that of year_before; negative if it is less
        change: Money;
        /// The change, in percent of the total of year_before; null if that is 0 or less
        change_rate: Nullable<Percent>;
    }
}

object! {
    /// The received gifts of the same days of the year before.
    YearBefore {
        /// The first day
        from: Day;
        /// The last day, included: the year's last day, or the same day as `to` while the year goes on, and 28 February for
        /// 29 February
        to: Day;
        /// Their sum
        total: Money;
        /// How many there are
        count: Count;
        /// From how many contacts; an unattributed gift counts none
        donor_count: Count;
    }
}

impl Payload for GivingReport {
    const KIND: &'static str = "giving_report";
}

impl Report for GivingReport {
    async fn make(reading: &mut Reading, asked: Asked) -> Result<Self, AppError> {
        let Asked { calendar, years, today, currency } = asked;
        let mut sums = GivingYears::new(&years, currency);
        reading.tally(&mut sums.tallies()).await?;
        let money = |minor: i128| Amount::new(minor, currency);
        let year = |(span, given, before): (Year, Given, Given)| GivingYear {
            span: span.into(),
            total: money(given.total),
            count: given.count,
            donor_count: given.donor_count,
            average: money(given.average),
            largest: money(given.largest),
            year_before: YearBefore {
                from: span.before.0,
                to: span.before.1,
                total: money(before.total),
                count: before.count,
                donor_count: before.donor_count,
            },
            change: money(given.total - before.total),
            change_rate: percent(given.total - before.total, before.total),
        };
        Ok(Self {
            year_start: calendar.start_month().into(),
            as_of: today,
            currency: currency.code().to_owned(),
            other_currencies: sums.others().into_iter().collect(),
            years: sums.given().map(year).collect(),
        })
    }
}
