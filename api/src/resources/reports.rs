//! Reports: donors, gifts and pledges by calendar or fiscal year.
//!
//! They are made from the received gifts that the giving summary is made from ([`crate::giving`]), so their totals are
//! those of the summary with the days of a year.

pub mod donors;
pub mod giving;
pub mod pledges;

use chrono::NaiveDate;
use iso_currency::Currency;
use poem::http::header::ETAG;
use poem_openapi::OpenApi;

use self::donors::DonorReport;
use self::giving::GivingReport;
use self::pledges::PledgeReport;
use super::tag::DocumentTag;
use crate::auth::Caller;
use crate::error::AppError;
use crate::events::revision::Revision;
use crate::fields::Payload;
use crate::fields::types::{CurrencyCode, Day, Flag, Whole};
use crate::giving::{Calendar, Reading, Year};
use crate::http::media_type::JSON_UTF8;
use crate::http::query::Query;
use crate::http::{Read, Reply};
use crate::money::divide_half_up;
use crate::records::Context;
use crate::records::money::currency;
use crate::rest::validator::Validator;
use crate::state::App;
use crate::{object, query};

/// How many years a report has unless the caller says how many.
const YEARS: i32 = 5;

/// The first year of which there are gifts.
const FIRST_YEAR: i32 = 1900;

/// The number of a year.
type YearNumber = Whole<{ FIRST_YEAR as i64 }, 2999>;
/// A month, from January to December.
type Month = Whole<1, 12>;

object! {
    /// A year of a report.
    ReportYear {
        /// The year, called by the calendar year in which it ends
        year: YearNumber;
        /// Its first day
        from: Day;
        /// The last day that counts: the year's last day, or today while it goes on
        to: Day;
        /// 1 if the year is over
        is_complete: Flag;
    }
}

impl From<Year> for ReportYear {
    fn from(Year { number, from, to, is_complete, .. }: Year) -> Self {
        Self { year: number.into(), from, to, is_complete }
    }
}

query! {
    /// The years and the currency of a report.
    ReportQuery {
        /// The first month of a year; by default 1. With 7, the year 2026 is that from 1 July 2025 to 30 June 2026
        year_start: Month;
        /// The first year; by default that four years before `to_year`
        from_year: YearNumber;
        /// The last year, included; by default the present one in the account's time zone. Years that have not begun are
        /// left out
        to_year: YearNumber;
        /// The currency, ISO 4217; by default the account's
        currency: CurrencyCode;
    }
}

/// What a report is about.
struct Asked {
    calendar: Calendar,
    /// In order, without gaps.
    years: Vec<Year>,
    today: NaiveDate,
    currency: Currency,
}

/// What a report says.
trait Report: Payload + Sized {
    /// Makes the report from the received gifts of the account.
    fn make(reading: &mut Reading, asked: Asked) -> impl Future<Output = Result<Self, AppError>> + Send;
}

/// The operations on reports.
pub struct Reports(pub App);

#[OpenApi(tag = "DocumentTag::Reports")]
impl Reports {
    /// Read the report on donors
    ///
    /// By year, who gave for the first time, who gave again, who came back and who did not, and the retention rate. A
    /// donor of a year is a contact whose received gifts of the year add up to more than 0 in the currency; archived
    /// contacts and those who have died count, soft credits do not. The year in progress is compared with the whole year
    /// before, so until it ends, `lapsed` has those who may still give.
    #[oai(path = "/reports/donors", method = "get", operation_id = "readDonorReport")]
    async fn donors(
        &self,
        caller: Caller,
        query: Query<ReportQuery>,
    ) -> Result<Reply<DonorReport, Read>, AppError> {
        read(&self.0, caller, query).await
    }

    /// Read the report on giving
    ///
    /// By year, what was given, and how that compares with the same days of the year before: for the year in progress
    /// until the same day, for any other with the whole year. `GET /giving-summary` groups the gifts of a year by month,
    /// type, fund or campaign.
    #[oai(path = "/reports/giving", method = "get", operation_id = "readGivingReport")]
    async fn giving(
        &self,
        caller: Caller,
        query: Query<ReportQuery>,
    ) -> Result<Reply<GivingReport, Read>, AppError> {
        read(&self.0, caller, query).await
    }

    /// Read the report on pledges
    ///
    /// By year, what pledges made due and what was received for them in it, and what is open and late today. Pledges that
    /// are active, upcoming or ended today count, with the terms and pauses that they had on each day.
    #[oai(path = "/reports/pledges", method = "get", operation_id = "readPledgeReport")]
    async fn pledges(
        &self,
        caller: Caller,
        query: Query<ReportQuery>,
    ) -> Result<Reply<PledgeReport, Read>, AppError> {
        read(&self.0, caller, query).await
    }
}

async fn read<R: Report>(
    app: &App,
    caller: Caller,
    query: Query<ReportQuery>,
) -> Result<Reply<R, Read>, AppError> {
    let context = Context::new(app, caller);
    let Query { input, mut problems, request } = query;
    let validator = Validator::new(&context, &request, JSON_UTF8);
    if let Some(etag) = validator.still_current(&request).await? {
        return Ok(Reply::not_modified(etag));
    }
    let number = |year: Option<i64>| year.and_then(|year| i32::try_from(year).ok());
    let month = input.year_start.and_then(|month| u32::try_from(month).ok());
    let (calendar, today) = (Calendar::new(month.unwrap_or(1)), context.today);
    let to = number(input.to_year).unwrap_or_else(|| calendar.year_of(today));
    let from = number(input.from_year).unwrap_or((to - YEARS + 1).max(FIRST_YEAR));
    problems.check_span(("from_year", Some(from)), ("to_year", Some(to)));
    problems.check()?;

    let mut reading = app.received_gifts.read(&app.store, caller.account, None).await?;
    let (revision, _) = Revision::now(reading.snapshot(), caller.account).await?;
    let currency = input.currency.map_or(caller.currency, |code| currency(&code));
    let asked = Asked { calendar, years: calendar.years(from, to, today), today, currency };
    let report = R::make(&mut reading, asked).await?;
    reading.end().await?;
    Ok(Reply::of(&report)?.with(ETAG, validator.etag(revision)?))
}

/// Returns a part of a whole in tenths of a percent, or `None` if there is no whole.
fn percent(part: i128, whole: i128) -> Option<i128> {
    (whole > 0).then(|| divide_half_up(part * 1000, whole))
}

#[cfg(test)]
mod tests {
    use super::percent;

    #[test]
    fn a_percentage_is_rounded_half_up_and_of_nothing_there_is_none() {
        assert_eq!(percent(1, 3), Some(333));
        assert_eq!(percent(2, 3), Some(667));
        assert_eq!(percent(1, 2000), Some(1));
        assert_eq!(percent(-1, 3), Some(-333));
        assert_eq!(percent(3, 3), Some(1000));
        assert_eq!((percent(0, 0), percent(5, 0), percent(5, -1)), (None, None, None));
    }
}
