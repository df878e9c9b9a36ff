//! The overview: how giving goes this year, and the work to be done.

mod chart;
mod todo;

use askama::Template;
use chrono::{Datelike, Days, NaiveDate};
use iso_currency::Currency;
use sea_orm::{ColumnTrait, ConnectionTrait, QueryFilter, QueryOrder, QuerySelect};
use shared::entities::{AccountScope, gifts, tasks};
use shared::values::choices::GiftStatus;

use self::todo::{Thanks, ToDo};
use super::format::{counted, day, grouped, in_others, money};
use super::gift_lists::received_gifts;
use super::names;
use super::shell::Shell;
use super::visit::{Answer, Visit};
use crate::error::AppError;
use crate::giving::{CurrencyTotals, GiftSums, LapsedDonors, PledgeSums, Pledges, Query, Summary};
use crate::records::money::currency;
use crate::resources::tasks::is_open;

/// How many gifts and tasks are shown.
const SHOWN: u64 = 6;
/// How far ahead tasks are shown, in days.
const AHEAD_DAYS: u64 = 7;

#[derive(Template)]
#[template(path = "overview.html")]
struct Page {
    shell: Shell,
    greeting: String,
    today: String,
    figures: Vec<Figure>,
    chart: chart::Chart,
    todo: ToDo,
    gifts: Vec<GiftRow>,
    tasks: Vec<TaskRow>,
}

/// A figure, such as the sum of a year's gifts.
struct Figure {
    label: &'static str,
    value: String,
    /// The link to the list behind it.
    link: String,
    note: String,
}

struct GiftRow {
    path: String,
    day: String,
    giver: String,
    amount: String,
    fund: String,
}

struct TaskRow {
    path: String,
    subject: String,
    contact: String,
    due: String,
    is_overdue: bool,
}

pub(super) async fn show(mut visit: Visit) -> Answer {
    let (records, account) = (visit.records()?, visit.account()?.scope);
    let (today, own) = (records.today, records.caller.currency);
    let this_year = Query {
        from: first_day(today.year()),
        to: today,
        as_of: today,
        currency: own,
        contact_ids: None,
        group_by: None,
        top: 0,
        households: Vec::new(),
    };
    // 28 February is the same day in a year without the 29th.
    let year = today.year() - 1;
    let same_day = today.with_year(year).or_else(|| NaiveDate::from_ymd_opt(year, 2, 28));
    let last_year = Query { from: first_day(year), to: same_day.unwrap_or(today), ..this_year.clone() };

    let mut reading = visit.app.received_gifts.read(&visit.app.store, account, None).await?;
    let (mut now, mut before) = (GiftSums::new(&this_year), GiftSums::new(&last_year));
    let mut received = PledgeSums::new(&this_year);
    let mut months = chart::sums(today, own);
    let (mut thanks, mut donors) = (Thanks::new(today), LapsedDonors::new(today, own.code().into()));
    reading.tally(&mut [&mut now, &mut before, &mut received, &mut months, &mut thanks, &mut donors]).await?;
    let tx = reading.snapshot();
    let pledges = Pledges::load(tx, account, None).await?;
    let now = Summary::new(&this_year, &now, &pledges, &received);
    let late = i64::try_from(pledges.late(today, received.until()).count()).unwrap_or(i64::MAX);
    let late_in_others = late - now.late.count;
    let has_others = months.others().next().is_some();
    let todo = ToDo {
        parts: [
            todo::thanks(tx, account, thanks).await?,
            todo::late(tx, account, today, (&pledges, received.until())).await?,
            todo::lapsed(tx, account, today, (own, has_others), &donors).await?,
        ],
    };
    let gifts = lately_received(tx, account).await?;
    let tasks = tasks_due(tx, account, today).await?;
    reading.end().await?;

    let name = visit.session()?.user_name.clone();
    let page = Page {
        shell: visit.shell("Overview").await?,
        greeting: name.map_or_else(|| "Welcome".to_owned(), |name| format!("Welcome, {name}")),
        today: today.format("%A, %-d %B %Y").to_string(),
        figures: figures((&this_year, &now), (&last_year, &before), late_in_others),
        chart: chart::Chart::new(today, own, &months, &pledges),
        todo,
        gifts,
        tasks,
    };
    visit.page(&page)
}

fn first_day(year: i32) -> NaiveDate {
    NaiveDate::from_ymd_opt(year, 1, 1).unwrap_or_default()
}

/// Makes the figures, each with a note on gifts in other currencies that it leaves out.
fn figures(
    (this_year, now): (&Query, &Summary),
    (last_year, before): (&Query, &GiftSums),
    late_in_others: i64,
) -> Vec<Figure> {
    let own = this_year.currency;
    let others = |total: fn(&CurrencyTotals) -> i128| {
        let others = now.by_currency.iter().filter(|one| one.currency != own.code());
        in_others(others.map(|one| (currency(&one.currency), total(one))))
    };
    let and = |others: Option<String>| others.map(|others| format!(", and {others}")).unwrap_or_default();
    let given_before = before.given().total;
    let given = Figure {
        label: "Given this year",
        value: money(now.given.total, own),
        link: received_gifts((this_year.from, this_year.to), own),
        note: counted(now.given.count, "gift", "gifts")
            + " from "
            + &counted(now.given.donor_count, "donor", "donors")
            + &and(others(|one| one.given_total)),
    };
    let last = Figure {
        label: "Last year to date",
        value: money(given_before, own),
        link: received_gifts((last_year.from, last_year.to), own),
        note: compared(now.given.total, given_before, own) + &and(in_other_currencies(before)),
    };
    let pledged = Figure {
        label: "Pledged a month",
        value: money(now.pledged.monthly, own),
        link: "/pledges?state=active".to_owned(),
        note: counted(now.pledged.active_count, "active pledge", "active pledges")
            + &and(others(|one| one.pledged_monthly)),
    };
    let late = Figure {
        label: "Late pledges",
        value: now.late.count.to_string(),
        link: "/pledges?late=1".to_owned(),
        note: match (now.late.count, late_in_others) {
            (0, 0) => "Nobody is behind".to_owned(),
            (_, 0) => format!("{} a month", money(now.late.monthly_amount, own)),
            (_, more) => {
                let monthly = money(now.late.monthly_amount, own);
                format!("{monthly} a month, and {} more in other currencies", grouped(more))
            }
        },
    };
    vec![given, last, pledged, late]
}

/// Returns the note on gifts that a sum leaves out.
fn in_other_currencies(sums: &GiftSums) -> Option<String> {
    in_others(sums.others().map(|(code, total)| (currency(&code), total)))
}

/// Says how far this year is from the last one.
fn compared(now: i128, before: i128, own: Currency) -> String {
    match now - before {
        0 => "As much as this year".to_owned(),
        more if more > 0 => format!("{} ahead", money(more, own)),
        less => format!("{} behind", money(-less, own)),
    }
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
        giver: gift.contact_id.and_then(|id| names.get(&id).cloned()).unwrap_or("Unattributed".to_owned()),
        amount: money(gift.gift_amount_minor, currency(&gift.gift_currency)),
        fund: gift.gift_fund.unwrap_or_default(),
    };
    Ok(gifts.into_iter().map(row).collect())
}

async fn tasks_due(
    tx: &impl ConnectionTrait,
    account: AccountScope,
    today: NaiveDate,
) -> Result<Vec<TaskRow>, AppError> {
    let until = today.checked_add_days(Days::new(AHEAD_DAYS)).unwrap_or(today);
    let tasks = account
        .find::<tasks::Entity>()
        .filter(is_open())
        .filter(tasks::Column::TaskDueDate.lte(until))
        .order_by_asc(tasks::Column::TaskDueDate)
        .order_by_asc(tasks::Column::Id)
        .limit(SHOWN)
        .all(tx)
        .await?;
    let names = names::of_contacts(tx, account, tasks.iter().filter_map(|task| task.contact_id)).await?;
    let row = |task: tasks::Model| TaskRow {
        path: format!("/tasks/{}", task.id),
        subject: task.task_subject,
        contact: task.contact_id.and_then(|id| names.get(&id).cloned()).unwrap_or_default(),
        due: match task.task_due_date {
            Some(due) if due == today => "Today".to_owned(),
            Some(due) => day(due),
            None => String::new(),
        },
        is_overdue: task.task_due_date.is_some_and(|due| due < today),
    };
    Ok(tasks.into_iter().map(row).collect())
}
