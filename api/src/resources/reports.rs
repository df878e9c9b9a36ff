//! Reports: donors, gifts and pledges by calendar or fiscal year.
//!
//! They are made from the received gifts that the giving summary is made from ([`crate::giving`]), so their totals are
//! those of the summary with the days of a year.

pub mod donors;
pub mod giving;
pub mod pledges;
pub mod report;

use poem::http::header::ETAG;
use poem_openapi::OpenApi;

use self::donors::DonorReport;
use self::giving::GivingReport;
use self::pledges::PledgeReport;
use self::report::{Asked, FIRST_YEAR, Report, YearNumber};
use super::tag::DocumentTag;
use crate::auth::Caller;
use crate::error::AppError;
use crate::events::revision::Revision;
use crate::fields::Problems;
use crate::fields::types::{CurrencyCode, Whole};
use crate::giving::Calendar;
use crate::http::media_type::JSON_UTF8;
use crate::http::query::Query;
use crate::http::{Read, Reply};
use crate::query;
use crate::records::Context;
use crate::records::money::currency;
use crate::rest::validator::Validator;
use crate::state::App;

/// How many years a report has unless the caller says how many.
const YEARS: i32 = 5;

/// A month, from January to December.
type Month = Whole<1, 12>;

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
    let Query { input, problems, request } = query;
    let validator = Validator::new(&context, &request, JSON_UTF8);
    if let Some(etag) = validator.still_current(&request).await? {
        return Ok(Reply::not_modified(etag));
    }
    let (report, revision) = make::<R>(&context, input, problems).await?;
    Ok(Reply::of(&report)?.with(ETAG, validator.etag(revision)?))
}

/// Makes a report, and returns it with the revision of the account that it shows. `problems` are those of the query.
///
/// # Errors
/// [`AppError::Invalid`] with all problems.
pub async fn make<R: Report>(
    context: &Context,
    input: ReportQuery,
    mut problems: Problems,
) -> Result<(R, Revision), AppError> {
    let number = |year: Option<i64>| year.and_then(|year| i32::try_from(year).ok());
    let month = input.year_start.and_then(|month| u32::try_from(month).ok());
    let (calendar, today) = (Calendar::new(month.unwrap_or(1)), context.today);
    let to = number(input.to_year).unwrap_or_else(|| calendar.year_of(today));
    let from = number(input.from_year).unwrap_or((to - YEARS + 1).max(FIRST_YEAR));
    problems.check_span(("from_year", Some(from)), ("to_year", Some(to)));
    problems.check()?;

    let (app, caller) = (&context.app, &context.caller);
    let mut reading = app.received_gifts.read(&app.store, caller.account, None).await?;
    let (revision, _) = Revision::now(reading.snapshot(), caller.account).await?;
    let currency = input.currency.map_or(caller.currency, |code| currency(&code));
    let asked = Asked { calendar, years: calendar.years(from, to, today), today, currency };
    let report = R::make(&mut reading, asked).await?;
    reading.end().await?;
    Ok((report, revision))
}
