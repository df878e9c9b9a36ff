//! Giving levels: donors by what they gave together, as a pyramid.

use iso_currency::Currency;

use super::giving::others;
use super::page::{Report, Sent};
use super::part::{Cell, Column, Part, Row, Sheet};
use super::period::{Period, PeriodQuery, in_words, of_days, with_days, with_households};
use crate::error::AppError;
use crate::fields::parameters::Asked;
use crate::giving::{ByDonor, GiftSums, Level, levels};
use crate::money::divide_half_up;
use crate::records::Context;
use crate::web::chart::{Chart, Look, Series};
use crate::web::form::Form;
use crate::web::format::{grouped, in_others, money};
use crate::web::visit::Visit;

/// The report on giving levels.
pub(in crate::web) struct Levels;

impl Report for Levels {
    const PATH: &'static str = "/reports/levels";
    const TITLE: &'static str = "reports-levels";
    const FILE: &'static str = "giving-levels";
    const PARAMETERS: &'static [&'static str] = &["span", "year_start", "from", "to", "by"];

    fn form(visit: &Visit) -> Form {
        let form = Form::search(visit, Self::PATH, t!("show")).not_done(t!("reports-not-made"));
        with_households(with_days(form))
    }

    async fn parts(context: &Context, sent: Sent) -> Result<Vec<Part>, AppError> {
        let Asked { input, mut problems, .. } = Asked::<PeriodQuery>::of(sent);
        let period = input.period(context.today, &mut problems);
        problems.check()?;
        let households = input.households(context).await?;
        Ok(vec![part(context, period, &households).await?])
    }
}

/// Makes the part with the levels of a period.
pub(super) async fn part(
    context: &Context,
    period: Period,
    households: &[Vec<i64>],
) -> Result<Part, AppError> {
    let (app, own) = (&context.app, context.caller.currency);
    let mut sums = GiftSums::new(&of_days(period.days, own, (None, 0), households));
    let mut by_donor = ByDonor::new(period.days, own.code().into());
    let mut reading = app.received_gifts.read(&app.store, context.caller.account, None).await?;
    reading.tally(&mut [&mut sums, &mut by_donor]).await?;
    reading.end().await?;
    let totals: Vec<_> = by_donor.totals(households).collect();
    let taken_back: i128 = totals.iter().filter(|total| **total <= 0).map(|total| i128::from(*total)).sum();
    let mut levels = levels(totals.into_iter());
    // Levels above the largest giver would say nothing.
    let empty = levels.iter().take_while(|level| level.donors.count == 0).count();
    levels.drain(..empty);
    let (count, total) = levels
        .iter()
        .fold((0, 0), |(count, total), level| (count + level.donors.count, total + level.donors.total));
    let share = |part: i128, whole: i128| (whole > 0).then(|| divide_half_up(part * 1000, whole));
    let row = |level: &Level| {
        Row::new(vec![
            Cell::Text(name(level, own), None),
            Cell::Count(level.donors.count),
            Cell::Percent(share(level.donors.count.into(), count.into())),
            Cell::Money(level.donors.total, None),
            Cell::Percent(share(level.donors.total, total)),
        ])
    };
    let mut rows: Vec<_> = levels.iter().map(row).collect();
    let all = vec![
        Cell::Text(t!("total").to_owned(), None),
        Cell::Count(count),
        Cell::Nothing,
        Cell::Money(total, None),
        Cell::Nothing,
    ];
    rows.push(Row::total(all));
    let columns = vec![
        Column::text(t!("reports-levels-given-together")),
        Column::number(t!("donors")),
        Column::number(t!("reports-levels-of-donors")),
        Column::money(t!("reports-given")),
        Column::number(t!("reports-of-given")),
    ];
    let mut notes = vec![t!("reports-levels-note", count = count, amount = money(total, own))];
    let given = sums.given();
    notes.extend(not_counted(given.donor_count - count, &money(taken_back, own)));
    let without = given.total - total - taken_back;
    if without != 0 {
        notes.push(t!("reports-levels-without", amount = money(without, own)));
    }
    notes.extend(in_others(others(&sums)).map(|others| t!("reports-not-counted", others = others)));
    Ok(Part {
        id: "levels",
        heading: t!("reports-levels-heading", days = in_words(period.days)),
        notes,
        link: None,
        chart: Some(chart(&levels, own)),
        sheet: Sheet { currency: own, columns, rows: if count == 0 { Vec::new() } else { rows } },
        empty: t!("reports-nobody-gave"),
    })
}

/// Says that so many contacts gave who are no donors, because their gifts and corrections add up to 0 or less. Figures of
/// gifts count them all the same.
pub(super) fn not_counted(count: i64, amount: &str) -> Option<String> {
    (count > 0).then(|| t!("reports-taken-back", count = count, amount = amount))
}

fn chart(levels: &[Level], own: Currency) -> Chart {
    let names: Vec<_> = levels.iter().map(|level| name(level, own)).collect();
    let values = levels.iter().map(|level| level.donors.count.into()).collect();
    let donors = Series { label: t!("donors").to_owned(), look: Look::Now, values };
    Chart::bars(&names, &[donors], true, grouped)
}

/// Returns the amounts of a level in words.
fn name(level: &Level, own: Currency) -> String {
    match (level.from_minor, level.below_minor) {
        (Some(from), Some(below)) => {
            t!("reports-levels-between", from = money(from, own), to = money(below - 1, own))
        }
        (Some(from), None) => t!("reports-levels-from", amount = money(from, own)),
        (None, below) => t!("reports-levels-below", amount = money(below.unwrap_or_default(), own)),
    }
}
