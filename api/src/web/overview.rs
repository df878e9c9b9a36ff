//! The overview: what is to be done today, how giving goes this year, and the work that waits.

mod cards;
mod chart;
mod figures;
mod first_steps;
mod tasks;
mod todo;

use askama::Template;
use chrono::{Datelike, NaiveDate};
use sea_orm::{ColumnTrait, ConnectionTrait, QueryFilter, QueryOrder, QuerySelect};
use shared::entities::{AccountScope, gifts};
use shared::values::choices::GiftStatus;

use self::cards::Card;
use self::figures::{Figure, figures};
use self::first_steps::FirstSteps;
use self::todo::{Thanks, ToDo};
use super::format::{day, money, month, weekday};
use super::names;
use super::printed::waiting;
use super::reports::giving::found_in;
use super::reports::part::Part;
use super::reports::period::PeriodQuery;
use super::shell::Shell;
use super::visit::{Answer, Visit};
use crate::error::AppError;
use crate::fields::Problems;
use crate::giving::{
    Fulfilment, GiftSums, GroupBy, LapsedDonors, PledgeSums, Pledges, Query, Reading, Summary,
};
use crate::records::Context;
use crate::records::money::currency;
use crate::resources::web_forms::answers;

/// How many gifts are shown.
const SHOWN: u64 = 6;
/// How many funds are shown. The others are one row.
const FUNDS: usize = 8;

#[derive(Template)]
#[template(path = "overview.html")]
struct Page {
    shell: Shell,
    greeting: String,
    today: String,
    /// What is to be done, unless that is the first steps alone.
    cards: Vec<Card>,
    first_steps: Option<FirstSteps>,
    figures: Vec<Figure>,
    chart: Picture,
    todo: ToDo,
    gifts: Vec<GiftRow>,
    tasks: Vec<tasks::Row>,
}

/// The picture of this year's giving.
enum Picture {
    Months(chart::Chart),
    Funds(Part),
}

impl Page {
    /// Says whether there are figures, or an account that has just begun.
    fn has_figures(&self) -> bool {
        self.first_steps.is_none() || !matches!(&self.chart, Picture::Months(chart) if chart.is_empty)
    }
}

struct GiftRow {
    path: String,
    day: String,
    giver: String,
    amount: String,
    fund: String,
}

pub(super) async fn show(mut visit: Visit) -> Answer {
    let (records, account) = (visit.records()?, visit.account()?.scope);
    let (today, own) = (records.today, records.caller.currency);
    let (this_year, last_year) = years(&records);
    let store = visit.app.store.read();
    let not_thanked = waiting::not_thanked(store, account).await?;
    let thanked_from = todo::thanked_from(today);
    let no_gifts = waiting::no_gifts(store, account, thanked_from).await?;
    let mut reading = visit.app.received_gifts.read(&visit.app.store, account, None).await?;
    let (mut now, mut before) = (GiftSums::new(&this_year), GiftSums::new(&last_year));
    let mut received = PledgeSums::new(&this_year);
    let mut months = chart::sums(today, own);
    let mut thanks = Thanks::new(thanked_from, not_thanked, no_gifts);
    let mut donors = LapsedDonors::new(today, own.code().into());
    reading.tally(&mut [&mut now, &mut before, &mut received, &mut months, &mut thanks, &mut donors]).await?;
    let tx = reading.snapshot();
    let pledges = Pledges::load(tx, account, None).await?;
    // As the report on pledges says it.
    let open = Fulfilment::until(&pledges, own.code(), (today, received.until()));
    let now = Summary::new(&this_year, &now, &pledges, &received);
    let late: Vec<_> = pledges.late(today, received.until()).collect();
    let late_in_others = i64::try_from(late.len()).unwrap_or(i64::MAX) - now.late.count;
    let tasks = tasks::due(tx, account, (visit.session()?.user_id, today)).await?;
    let answers = answers::count(tx, account).await?;
    let late_pledges = (&now.late, open.late_open, late_in_others);
    let cards = cards::today(&thanks.waits(), &tasks, late_pledges, answers, own);
    let has_others = months.others().next().is_some();
    let todo = ToDo {
        parts: [
            todo::thanks(tx, account, thanks).await?,
            todo::late(tx, account, late).await?,
            todo::lapsed(tx, account, today, (own, has_others), &donors).await?,
        ],
    };
    let gifts = lately_received(tx, account).await?;
    let chart = if visit.query.text("by") == "fund" && !gifts.is_empty() {
        Picture::Funds(funds(&mut reading, &records).await?)
    } else {
        Picture::Months(chart::Chart::new(today, own, &months, &pledges))
    };
    reading.end().await?;
    let first_steps = if gifts.is_empty() { Some(first_steps::read(&visit).await?) } else { None };

    let name = visit.session()?.user_name.clone();
    let page = Page {
        shell: visit.shell(t!("frame-overview")).await?,
        greeting: match name {
            Some(name) => t!("overview-welcome", name = name),
            None => t!("overview-welcome-nameless").to_owned(),
        },
        today: in_words(today),
        cards,
        first_steps,
        figures: figures((&this_year, &now), (&last_year, &before), &open),
        chart,
        todo,
        gifts,
        tasks: tasks.rows,
    };
    visit.page(&page)
}

/// Returns what is summed up: this year until today, and the same days of the year before.
fn years(records: &Context) -> (Query, Query) {
    let today = records.today;
    let this_year = Query {
        from: first_day(today.year()),
        to: today,
        as_of: today,
        currency: records.caller.currency,
        contact_ids: None,
        group_by: None,
        top: 0,
        households: Vec::new(),
    };
    // 28 February is the same day in a year without the 29th.
    let year = today.year() - 1;
    let same_day = today.with_year(year).or_else(|| NaiveDate::from_ymd_opt(year, 2, 28));
    let last_year = Query { from: first_day(year), to: same_day.unwrap_or(today), ..this_year.clone() };
    (this_year, last_year)
}

/// Draws what was given this year by fund, as the report on giving does.
async fn funds(reading: &mut Reading, records: &Context) -> Result<Part, AppError> {
    let period = PeriodQuery::default().period(records.today, &mut Problems::default());
    let found = found_in(reading, records.caller.currency, period, (GroupBy::Fund, FUNDS), &[]).await?;
    Ok(found.part())
}

/// Returns a day such as `Friday, 5 June 2026`.
fn in_words(today: NaiveDate) -> String {
    t!(
        "overview-today",
        weekday = weekday(today),
        day = today.day(),
        month = month(today.month()),
        year = today.year().to_string(),
    )
}

fn first_day(year: i32) -> NaiveDate {
    NaiveDate::from_ymd_opt(year, 1, 1).unwrap_or_default()
}

async fn lately_received(tx: &impl ConnectionTrait, account: AccountScope) -> Result<Vec<GiftRow>, AppError> {
    let gifts = account
        .find::<gifts::Entity>()
        .filter(gifts::Column::GiftStatus.eq(GiftStatus::Received))
        .order_by_desc(gifts::Column::GiftDate)
        .order_by_desc(gifts::Column::Id)
        .limit(SHOWN)
        .all(tx)
        .await?;
    let names = names::of_contacts(tx, account, gifts.iter().filter_map(|gift| gift.contact_id)).await?;
    let row = |gift: gifts::Model| GiftRow {
        path: format!("/gifts/{}", gift.id),
        day: day(gift.gift_date),
        giver: gift
            .contact_id
            .and_then(|id| names.get(&id).cloned())
            .unwrap_or_else(|| t!("unattributed").to_owned()),
        amount: money(gift.gift_amount_minor, currency(&gift.gift_currency)),
        fund: gift.gift_fund.unwrap_or_default(),
    };
    Ok(gifts.into_iter().map(row).collect())
}

#[cfg(test)]
mod tests;
