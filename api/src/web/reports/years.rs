//! The years of a report: the parameters of the API's reports, and how years are called.

use super::page::Sent;
use super::period::with_year_start;
use crate::error::AppError;
use crate::fields::parameters::Asked;
use crate::records::Context;
use crate::resources::reports::report::{Report, ReportYear};
use crate::resources::reports::{self, ReportQuery};
use crate::web::form::{Field, Form};
use crate::web::visit::Visit;

/// Makes the form that asks for years.
pub(super) fn form(visit: &Visit, path: &str) -> Form {
    let form = Form::search(visit, path, t!("show")).not_done(t!("reports-not-made"));
    with_year_start(form)
        .field(Field::text("from_year", t!("reports-first-year")))
        .field(Field::text("to_year", t!("reports-until-year")))
}

/// Makes the report of the API that is asked for. Unless its first year is, `begin` leaves out the years before the first
/// one of which there is something to say.
pub(super) async fn read<R: Report>(context: &Context, sent: Sent, begin: fn(&mut R)) -> Result<R, AppError> {
    let Asked { input, mut problems, .. } = Asked::<ReportQuery>::of(sent);
    // The years of an unbounded report would not fit on a page.
    if let (Some(from), Some(to)) = (input.from_year, input.to_year)
        && to - from >= YEARS_MAX
    {
        problems.add("from_year", format_args!("must lie less than {YEARS_MAX} years before to_year"));
    }
    let is_asked = input.from_year.is_some();
    let (mut report, _) = reports::make::<R>(context, input, problems).await?;
    if !is_asked {
        begin(&mut report);
    }
    Ok(report)
}

/// Leaves out the years before the first one of which there is something to say. If there is none, the last one stays.
pub(super) fn from_first<Y>(years: &mut Vec<Y>, is_empty: fn(&Y) -> bool) {
    let first = years.iter().position(|year| !is_empty(year));
    years.drain(..first.unwrap_or(years.len().saturating_sub(1)));
}

/// The most years.
const YEARS_MAX: i64 = 50;

/// Returns what a year is called.
pub(super) fn name(year: &ReportYear, year_start: i64) -> String {
    let year = year.year.to_string();
    if year_start == 1 { year } else { t!("reports-fiscal-year", year = year) }
}

/// Says that the last year goes on, and which currencies are not counted.
pub(super) fn notes(years: &[ReportYear], others: &[String]) -> Vec<String> {
    let last = years.last().filter(|year| !year.is_complete);
    let going_on = last.map(|year| t!("reports-goes-on", year = year.year.to_string()));
    let others = (!others.is_empty()).then(|| t!("reports-not-counted-in", currencies = others.join(", ")));
    going_on.into_iter().chain(others).collect()
}
