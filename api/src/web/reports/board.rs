//! The board report: a year on two sheets of paper, without the names of donors.

use askama::Template;

use super::part::Part;
use super::period::{PeriodQuery, in_words, options, with_year_start};
use super::{donors, giving, levels, pledges};
use crate::error::AppError;
use crate::fields::Problems;
use crate::fields::parameters::Asked;
use crate::giving::GroupBy;
use crate::records::Context;
use crate::resources::letters::letterhead::Letterhead;
use crate::resources::reports::donors::DonorReport;
use crate::resources::reports::pledges::PledgeReport;
use crate::resources::reports::{self, ReportQuery};
use crate::web::form::{Field, Form};
use crate::web::format::{amount, day, grouped, percent};
use crate::web::records::address::Pairs;
use crate::web::shell::Shell;
use crate::web::visit::{Answer, Visit};

const PATH: &str = "/reports/board";
/// How many funds and campaigns the report has. The others are one row.
const SHOWN: usize = 6;

#[derive(Template)]
#[template(path = "reports/board.html")]
struct Page {
    shell: Shell,
    form: Form,
    /// The organisation, as its letterhead calls it. The logo stands beside it.
    account: String,
    made: String,
    /// What it says, unless it was asked for something else.
    sheets: Option<Sheets>,
}

/// The two sheets.
struct Sheets {
    days: String,
    figures: Vec<(&'static str, String)>,
    first: Vec<Part>,
    second: Vec<Part>,
}

fn form(visit: &Visit) -> Form {
    let form = Form::search(visit, PATH, t!("show")).not_done(t!("reports-not-made"));
    let spans = [("this_year", t!("reports-this-year")), ("last_year", t!("reports-last-year"))];
    with_year_start(form.field(Field::select("span", t!("year"), options(&spans)))).typed(visit)
}

pub(in crate::web) async fn show(mut visit: Visit) -> Answer {
    let context = visit.records()?;
    let form = form(&visit);
    let (form, sheets) = match sheets(&context, Asked::of(Pairs::of(&visit).0)).await {
        Ok(sheets) => (form, Some(sheets)),
        Err(AppError::Invalid(problems)) => (form.refused(&mut visit, problems), None),
        Err(error) => return Err(error),
    };
    let is_refused = sheets.is_none();
    let account = visit.account()?;
    let names = (&*account.name, context.caller.currency.code());
    let account = Letterhead::read(context.app.store.read(), account.scope, names).await?.model.organisation;
    let shell = visit.shell(t!("board-title")).await?;
    let page = Page { shell, form, account, made: day(context.today), sheets };
    if is_refused { visit.refused(&page) } else { visit.page(&page) }
}

/// Makes the two sheets.
async fn sheets(context: &Context, asked: Asked<PeriodQuery>) -> Result<Sheets, AppError> {
    let Asked { input, mut problems, .. } = asked;
    // The report is of a year.
    let input = PeriodQuery { from: None, to: None, ..input };
    let period = input.period(context.today, &mut problems);
    problems.check()?;
    let calendar = input.calendar();
    let years = || ReportQuery {
        year_start: input.year_start,
        to_year: Some(calendar.year_of(period.days.1).into()),
        ..ReportQuery::default()
    };
    let (mut donors, _) = reports::make::<DonorReport>(context, years(), Problems::default()).await?;
    donors::begin(&mut donors);
    let (mut pledges, _) = reports::make::<PledgeReport>(context, years(), Problems::default()).await?;
    pledges::begin(&mut pledges);
    let households = Vec::new();
    let months = giving::found(context, period, (GroupBy::Month, SHOWN), &households).await?;
    let figures = [months.figures(), figures(&donors, &pledges)].concat();
    let mut second = Vec::new();
    for group_by in [GroupBy::Fund, GroupBy::Campaign] {
        let found = giving::found(context, period, (group_by, SHOWN), &households).await?;
        // The first sheet says in words what all rows have together.
        second.push(Part { notes: found.notes_on_rows(), link: None, ..found.part() });
    }
    second.push(levels::part(context, period, &households).await?);
    // Pictures of names would need a third sheet.
    for part in &mut second {
        part.chart = None;
    }
    second.push(pledges::part(&pledges));
    let mut heads = donors::board_part(&donors);
    if let Some(year) = donors.years.last() {
        let left_out = months.donor_count() - year.donors.count;
        heads.notes.extend(levels::not_counted(left_out, &amount(&year.without_donor_total)));
    }
    let first = vec![months.part(), heads];
    Ok(Sheets { days: in_words(period.days), figures, first, second })
}

/// Returns the figures of donors and pledges.
fn figures(donors: &DonorReport, pledges: &PledgeReport) -> Vec<(&'static str, String)> {
    let mut figures = Vec::new();
    if let Some(year) = donors.years.last() {
        figures.push((t!("board-new-donors"), grouped(year.new.count)));
        let rate = year.retention_rate.map_or_else(|| "–".to_owned(), percent);
        figures.push((t!("reports-retention"), rate));
    }
    figures.push((t!("board-missing-pledges"), amount(&pledges.open.total)));
    figures
}
