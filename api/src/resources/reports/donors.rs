//! The report on donors.

use super::report::{Asked, Report, ReportYear, percent};
use crate::error::AppError;
use crate::fields::Payload;
use crate::fields::types::{Count, CurrencyCode, Day, List, Many, Money, Nested, Nullable, Percent, Whole};
use crate::giving::{self, DonorYears, Reading, Year};
use crate::money::Amount;
use crate::object;

object! {
    /// Donors by year.
    DonorReport {
        /// The first month of a year
        year_start: Whole<1, 12>;
        /// The day of the report: today in the account's time zone
        as_of: Day;
        /// The currency of all amounts
        currency: CurrencyCode;
        /// The currencies of other received gifts of these years, which no figure counts
        other_currencies: List<CurrencyCode>;
        /// The years, in order
        years: Many<DonorYear>;
    }
}

object! {
    /// The donors of a year.
    DonorYear extends span: ReportYear {
        /// All received gifts: those of donors, unattributed_total and without_donor_total
        total: Money;
        /// The gifts without a contact
        unattributed_total: Money;
        /// The gifts of contacts whose gifts of the year add up to 0 or less, who are no donors
        without_donor_total: Money;
        /// Contacts whose gifts of the year add up to more than 0, and what they gave: the new, retained and recovered ones
        donors: Nested<DonorGroup>;
        /// Donors of this year and of no year before
        new: Nested<DonorGroup>;
        /// Donors of this year and of the year before
        retained: Nested<DonorGroup>;
        /// Donors of this year and of an earlier one, but not of the year before
        recovered: Nested<DonorGroup>;
        /// Donors of the year before, but not of this year, and what they gave in the year before
        lapsed: Nested<DonorGroup>;
        /// Retained donors who gave more than in the year before, and how much more
        upgraded: Nested<DonorGroup>;
        /// Retained donors who gave less than in the year before, and how much less
        downgraded: Nested<DonorGroup>;
        /// The retained donors, in percent of the donors of the year before; null if there were none
        retention_rate: Nullable<Percent>;
    }
}

object! {
    /// Some donors.
    DonorGroup {
        /// How many there are
        count: Count;
        /// An amount of them
        total: Money;
    }
}

impl Payload for DonorReport {
    const KIND: &'static str = "donor_report";
}

impl Report for DonorReport {
    async fn make(reading: &mut Reading, asked: Asked) -> Result<Self, AppError> {
        let Asked { calendar, years, today, currency } = asked;
        let mut donors = DonorYears::new(calendar, years, currency.code().into());
        reading.tally(&mut [&mut donors]).await?;
        let money = |minor: i128| Amount::new(minor, currency);
        let group = |group: giving::DonorGroup| DonorGroup { count: group.count, total: money(group.total) };
        let year = |(span, year): (Year, giving::DonorYear)| DonorYear {
            span: span.into(),
            total: money(year.total),
            unattributed_total: money(year.unattributed),
            without_donor_total: money(year.without_donor),
            donors: group(year.donors()),
            new: group(year.new),
            retained: group(year.retained),
            recovered: group(year.recovered),
            lapsed: group(year.lapsed),
            upgraded: group(year.upgraded),
            downgraded: group(year.downgraded),
            retention_rate: percent(
                year.retained.count.into(),
                (year.retained.count + year.lapsed.count).into(),
            ),
        };
        Ok(Self {
            year_start: calendar.start_month().into(),
            as_of: today,
            currency: currency.code().to_owned(),
            other_currencies: donors.others().iter().map(|code| code.as_str().to_owned()).collect(),
            years: donors.donors().await.into_iter().map(year).collect(),
        })
    }
}
