//! The report on pledges: what was due and what was received, by year.

use super::page::{Report, Sent};
use super::part::{Cell, Column, Part, Row, Sheet};
use super::years;
use crate::error::AppError;
use crate::money::Amount;
use crate::records::Context;
use crate::records::money::currency;
use crate::resources::reports::pledges::{PledgeReport, PledgeYear};
use crate::web::chart::{Chart, Look, Series};
use crate::web::form::Form;
use crate::web::format::{amount, money};
use crate::web::visit::Visit;

/// The report on pledges.
pub(in crate::web) struct PledgesByYear;

impl Report for PledgesByYear {
    const PATH: &'static str = "/reports/pledges";
    const TITLE: &'static str = "reports-pledges";
    const FILE: &'static str = "pledges-by-year";
    const PARAMETERS: &'static [&'static str] = &["year_start", "from_year", "to_year"];

    fn form(visit: &Visit) -> Form {
        years::form(visit, Self::PATH)
    }

    async fn parts(context: &Context, sent: Sent) -> Result<Vec<Part>, AppError> {
        Ok(vec![part(&years::read(context, sent, begin).await?)])
    }
}

/// Lets a report begin with the first year in which something was due or received.
pub(super) fn begin(report: &mut PledgeReport) {
    years::from_first(&mut report.years, |year| year.expected.minor == 0 && year.received.minor == 0);
}

/// Makes the part of a report.
pub(super) fn part(report: &PledgeReport) -> Part {
    let own = currency(&report.currency);
    let names: Vec<_> = report.years.iter().map(|year| years::name(&year.span, report.year_start)).collect();
    let cell = |amount: &Amount| Cell::Money(amount.minor, None);
    let row = |(year, name): (&PledgeYear, &String)| {
        Row::new(vec![
            Cell::Text(name.clone(), None),
            cell(&year.expected),
            cell(&year.received),
            cell(&year.remaining),
            Cell::Percent(year.fulfilment_rate),
        ])
    };
    let rows = report.years.iter().zip(&names).map(row).collect();
    let of = |label: &str, look, amount: fn(&PledgeYear) -> &Amount| Series {
        label: label.to_owned(),
        look,
        values: report.years.iter().map(|year| amount(year).minor).collect(),
    };
    let series = [
        of(t!("reports-pledges-received"), Look::Now, |year| &year.received),
        of(t!("reports-pledges-expected"), Look::Pledged, |year| &year.expected),
    ];
    let columns = vec![
        Column::text(t!("year")),
        Column::money(t!("reports-pledges-expected")),
        Column::money(t!("reports-pledges-received")),
        Column::money(t!("reports-pledges-missing")),
        Column::number(t!("reports-pledges-fulfilled")),
    ];
    let spans: Vec<_> = report.years.iter().map(|year| year.span.clone()).collect();
    let open = &report.open;
    let mut notes = vec![match open.count {
        0 => t!("reports-pledges-none-open", count = report.count),
        _ => {
            t!("reports-pledges-open", count = report.count, open = open.count, amount = amount(&open.total))
        }
    }];
    notes.push(t!("reports-pledges-counted").to_owned());
    // Today, what is over for one pledge does not count for another. In the sums of a year it does.
    let missing: i128 = report.years.iter().map(|year| year.remaining.minor).sum();
    if missing != open.total.minor {
        notes.push(t!("reports-pledges-years").to_owned());
    }
    notes.extend(years::notes(&spans, &report.other_currencies));
    let late = (report.late_count > 0).then(|| (t!("reports-pledges-late"), "/pledges?late=1".to_owned()));
    Part {
        id: "pledges",
        heading: t!("reports-pledges-heading").to_owned(),
        notes,
        link: late,
        chart: Some(Chart::columns(&names, &series, |amount| money(amount, own))),
        sheet: Sheet { currency: own, columns, rows: if report.count == 0 { Vec::new() } else { rows } },
        empty: t!("reports-pledges-empty"),
    }
}
