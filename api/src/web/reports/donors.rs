//! The report on donors: who is new, who gave again, who came back, and who did not, by year.

use super::page::{Report, Sent};
use super::part::{Cell, Column, Part, Row, Sheet};
use super::years;
use crate::error::AppError;
use crate::money::Amount;
use crate::records::Context;
use crate::records::money::currency;
use crate::resources::reports::donors::{DonorGroup, DonorReport, DonorYear};
use crate::web::chart::{Chart, Look, Series};
use crate::web::form::Form;
use crate::web::format::{grouped, money, percent};
use crate::web::visit::Visit;

/// The report on donors.
pub(in crate::web) struct Donors;

impl Report for Donors {
    const PATH: &'static str = "/reports/donors";
    const TITLE: &'static str = "donors";
    const FILE: &'static str = "donors";
    const PARAMETERS: &'static [&'static str] = &["year_start", "from_year", "to_year"];

    fn form(visit: &Visit) -> Form {
        years::form(visit, Self::PATH)
    }

    async fn parts(context: &Context, sent: Sent) -> Result<Vec<Part>, AppError> {
        let report: DonorReport = years::read(context, sent, begin).await?;
        let names = names(&report);
        let mut heads = heads(&report, &names);
        heads.notes.push(t!("reports-donors-lists", list = t!("contact-gave-last-year")));
        Ok(vec![heads, amounts(&report, &names)])
    }
}

/// Lets a report begin with the first year in which somebody gave.
pub(super) fn begin(report: &mut DonorReport) {
    let is_empty =
        |year: &DonorYear| year.donors.count == 0 && year.lapsed.count == 0 && year.total.minor == 0;
    years::from_first(&mut report.years, is_empty);
}

/// Returns what the years are called.
fn names(report: &DonorReport) -> Vec<String> {
    report.years.iter().map(|year| years::name(&year.span, report.year_start)).collect()
}

/// Returns whether nobody gave in any of the years, nor in the one before.
fn is_empty(report: &DonorReport) -> bool {
    report.years.iter().all(|year| year.donors.count == 0 && year.lapsed.count == 0)
}

/// Makes the part that counts donors.
pub(super) fn heads(report: &DonorReport, names: &[String]) -> Part {
    let row = |(year, name): (&DonorYear, &String)| {
        let count = |group: &DonorGroup| Cell::Count(group.count);
        Row::new(vec![
            Cell::Text(name.clone(), None),
            count(&year.donors),
            count(&year.new),
            count(&year.retained),
            count(&year.recovered),
            count(&year.lapsed),
            Cell::Percent(year.retention_rate),
        ])
    };
    let rows = report.years.iter().zip(names).map(row).collect();
    let columns = vec![
        Column::text(t!("year")),
        Column::number(t!("donors")),
        Column::number(t!("reports-donors-new")),
        Column::number(t!("reports-donors-retained")),
        Column::number(t!("reports-donors-recovered")),
        Column::number(t!("reports-donors-lapsed")),
        Column::number(t!("reports-retention")),
    ];
    let spans: Vec<_> = report.years.iter().map(|year| year.span.clone()).collect();
    let mut notes: Vec<_> = report.years.last().map(|year| in_words(year, names)).into_iter().collect();
    notes.extend(years::notes(&spans, &report.other_currencies));
    notes.push(t!("reports-donors-words").to_owned());
    let series = series(report, t!("reports-donors-lapsed"), |group| group.count.into());
    Part {
        id: "donors",
        heading: t!("reports-donors-heads").to_owned(),
        notes,
        link: None,
        chart: Some(Chart::columns(names, &series, grouped)),
        sheet: sheet(report, columns, rows),
        empty: t!("reports-donors-heads-empty"),
    }
}

fn in_words(year: &DonorYear, names: &[String]) -> String {
    let name = names.last().map(String::as_str).unwrap_or_default();
    let (donors, new) = (t!("count-donors", count = year.donors.count), year.new.count);
    match year.retention_rate.map(percent) {
        Some(rate) => t!("reports-donors-note-rate", year = name, donors = donors, new = new, rate = rate),
        None => t!("reports-donors-note", year = name, donors = donors, new = new),
    }
}

/// Returns a value of each group of donors, year by year. `lapsed` is what those who did not give again are called.
fn series(report: &DonorReport, lapsed: &str, value: fn(&DonorGroup) -> i128) -> Vec<Series> {
    let of = |label: &str, look, group: fn(&DonorYear) -> &DonorGroup| Series {
        label: label.to_owned(),
        look,
        values: report.years.iter().map(|year| value(group(year))).collect(),
    };
    vec![
        of(t!("reports-donors-new"), Look::Now, |year| &year.new),
        of(t!("reports-donors-retained"), Look::Second, |year| &year.retained),
        of(t!("reports-donors-recovered"), Look::Third, |year| &year.recovered),
        of(lapsed, Look::Before, |year| &year.lapsed),
    ]
}

/// Makes the part that says how much they gave.
fn amounts(report: &DonorReport, names: &[String]) -> Part {
    let amount = |amount: &Amount| Cell::Money(amount.minor, None);
    let row = |(year, name): (&DonorYear, &String)| {
        Row::new(vec![
            Cell::Text(name.clone(), None),
            amount(&year.donors.total),
            amount(&year.new.total),
            amount(&year.retained.total),
            amount(&year.recovered.total),
            amount(&year.lapsed.total),
        ])
    };
    let columns = vec![
        Column::text(t!("year")),
        Column::money(t!("reports-donors-given")),
        Column::money(t!("reports-donors-by-new")),
        Column::money(t!("reports-donors-by-retained")),
        Column::money(t!("reports-donors-by-recovered")),
        Column::money(t!("reports-donors-by-lapsed")),
    ];
    let series = series(report, t!("reports-donors-lapsed-before"), |group| group.total.minor);
    let own = currency(&report.currency);
    let rows = report.years.iter().zip(names).map(row).collect();
    Part {
        id: "amounts",
        heading: t!("reports-donors-amounts").to_owned(),
        notes: vec![t!("reports-donors-amounts-note").to_owned()],
        link: None,
        chart: Some(Chart::columns(names, &series, |amount| money(amount, own))),
        sheet: sheet(report, columns, rows),
        empty: t!("reports-donors-amounts-empty"),
    }
}

fn sheet(report: &DonorReport, columns: Vec<Column>, rows: Vec<Row>) -> Sheet {
    let rows = if is_empty(report) { Vec::new() } else { rows };
    Sheet { currency: currency(&report.currency), columns, rows }
}

/// Makes the part of the board report that counts donors.
pub(super) fn board_part(report: &DonorReport) -> Part {
    heads(report, &names(report))
}
