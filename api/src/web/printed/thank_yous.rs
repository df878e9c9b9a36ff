//! Thank-yous: the gifts that nobody has thanked for, to be ticked and printed as letters. What is printed is marked as
//! thanked for in the same step.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

use askama::Template;
use chrono::{Days, NaiveDate};
use shared::database::Snapshot;
use shared::values::choices::LetterKind;

use super::compose::Composed;
use super::printing::{self, ToPrint, letterhead};
use super::reasons;
use super::receivers::BY_POST;
use super::thank_you_letters::{self, ThankYous};
use super::ticks::{self, Ticks};
use super::waiting::Waiting;
use super::ways;
use super::words::Amounts;
use crate::error::AppError;
use crate::fields::Problems;
use crate::fields::spoken::capitalised;
use crate::fields::types::day as day_of;
use crate::language::spoken;
use crate::records::Context;
use crate::resources::letters::Way;
use crate::resources::letters::letterhead::Letterhead;
use crate::resources::letters::runs::{self, GIFTS_MAX, LeftOut};
use crate::resources::statements::Received;
use crate::web::flash::Flash;
use crate::web::form::{Field, Form};
use crate::web::format::day;
use crate::web::records::address::{back_to, here};
use crate::web::records::table::{Cell, Column, Table};
use crate::web::shell::Shell;
use crate::web::visit::{Answer, Visit};

const PATH: &str = "/letters/thank-yous";
const MARK: &str = "/letters/thank-yous/mark";
/// The gifts that are shown first are those of the last days, as on the overview.
const DAYS: u64 = 60;
/// How many gifts the page shows. When they are printed, the next ones follow.
const SHOWN: usize = 200;
/// How many of the gifts that get no letter are counted by their reasons.
const OTHERS: u64 = 500;
/// How many of those who get no letter a page shows.
pub(super) const LEFT_OUT_SHOWN: usize = 100;
const COLUMNS: &[Column] = &[
    Column::new("donor"),
    Column::new("date").class("date"),
    Column::new("amount").class("number amount"),
    Column::new("letters-to"),
];
const LEFT_OUT: &[Column] = &[Column::new("donor"), Column::new("letters-why-not")];
const REASONS: &[Column] = &[
    Column::new("letters-why-not"),
    Column::new("gifts").class("number"),
    Column::new("thank-yous-mark").class("action"),
];

#[derive(Template)]
#[template(path = "printed/thank_yous.html")]
struct Page {
    shell: Shell,
    form: Form,
    table: Option<Table>,
    ticks: Ticks,
    /// Why gifts get none, each with a button, and how many more there are.
    reasons: Option<(Table, usize)>,
    /// Who gets none, and how many more there are.
    left_out: Option<(Table, usize)>,
    /// Whether more gifts wait than are shown.
    has_more: bool,
    most: usize,
    has_letterhead: bool,
    /// Whether letters could go by email if there were a mail server.
    lacks_mail: bool,
}

/// The days that the page is about.
fn asked(visit: &Visit, today: NaiveDate) -> (NaiveDate, NaiveDate) {
    let default = today.checked_sub_days(Days::new(DAYS)).unwrap_or(today);
    let read = |name: &str| day_of(visit.query.text(name).trim());
    (read("from").unwrap_or(default), read("to").unwrap_or(today))
}

pub(in crate::web) async fn show(mut visit: Visit) -> Answer {
    let context = visit.records()?;
    let (from, to) = asked(&visit, context.today);
    let reader = context.app.store.read();
    // A way that there is not here is as none.
    let way = ways::way(&visit, visit.query.text("way")).unwrap_or_default();
    let waiting = Waiting { account: context.caller.account, days: (from, to), way };
    let mut gifts = waiting.printable(reader, SHOWN as u64 + 1).await?;
    let has_more = gifts.len() > SHOWN;
    gifts.truncate(SHOWN);
    let head = letterhead(reader, &visit).await?;
    let thanks = thank_you_letters::of_gifts(reader, &context, &head, (way, gifts)).await?;
    let (others, more) = waiting.others(reader, OTHERS).await?;
    let others = thank_you_letters::of_gifts(reader, &context, &head, (way, others)).await?;
    let without: Vec<LeftOut> =
        thanks.composed.left_out.iter().chain(&others.composed.left_out).cloned().collect();
    let names = thanks.composed.names.iter().chain(&others.composed.names);
    let names = names.map(|(id, name)| (*id, name.clone())).collect();
    let form = Form::search(&visit, PATH, t!("show"))
        .field(Field::day("from", t!("thank-yous-from")).value(from.to_string()))
        .field(Field::day("to", t!("thank-yous-to")).value(to.to_string()))
        .field(ways::field(&visit)?.value(ways::value(way)));
    let table = ticked(&context, &thanks);
    let (said, button) = to_do(way, thanks.composed.count());
    let ticks = Ticks::new(&visit, (PATH, way), (said, table.rows.len(), button))?;
    let page = Page {
        form,
        ticks,
        table: (!table.rows.is_empty()).then_some(table),
        reasons: by_reason(&visit, &without).map(|table| (table, more)),
        left_out: left_out(&without, &names, more),
        has_more,
        most: SHOWN,
        has_letterhead: head.is_filled_in(),
        lacks_mail: !visit.app.mail.is_on(),
        shell: visit.shell(t!("thank-yous-title")).await?,
    };
    visit.page(&page)
}

/// Returns what is said of the ticks of so many letters, and the text of the button.
fn to_do(way: Way, count: i64) -> (String, &'static str) {
    match way {
        Way::Post | Way::Hand => (t!("thank-yous-untick-print", count = count), t!("thank-yous-print")),
        Way::Email => (t!("thank-yous-untick-mail", count = count), t!("thank-yous-mail")),
    }
}

/// Makes the table of the gifts with letters. All are ticked.
fn ticked(context: &Context, thanks: &ThankYous) -> Table {
    let amounts = Amounts { locale: spoken(), own: context.caller.currency };
    let name =
        |id: Option<i64>| id.and_then(|id| thanks.composed.names.get(&id).cloned()).unwrap_or_default();
    let row = |(one, envelope): &(Received, String)| {
        let model = &one.gift.model;
        let amount = amounts.amount(model.gift_amount_minor.into(), &model.gift_currency);
        let donor = Cell {
            tick: Some(model.id),
            is_ticked: true,
            ..Cell::link(name(model.contact_id), format!("/gifts/{}", model.id))
        };
        vec![donor, Cell::text(day(model.gift_date)), Cell::text(amount), Cell::text(envelope)]
    };
    Table::new(COLUMNS, thanks.gifts.iter().map(row).collect())
}

/// Makes the table of the reasons why gifts get no letter, the most frequent first. Each has a button that marks its
/// gifts, unless letters for them can go out in another way.
fn by_reason(visit: &Visit, left_out: &[LeftOut]) -> Option<Table> {
    let mut gifts: BTreeMap<&str, Vec<i64>> = BTreeMap::new();
    for one in left_out {
        gifts.entry(one.why.as_str()).or_default().extend(&one.gift_ids);
    }
    let mut gifts: Vec<_> = gifts.into_iter().collect();
    gifts.sort_by_key(|(_, ids)| Reverse(ids.len()));
    let row = |(why, ids): (&str, Vec<i64>)| {
        let form = Form::new(visit, MARK, t!("thank-yous-mark")).secondary().hidden("back", here(visit));
        let form = ids.iter().fold(form, |form, id| form.hidden("id", id));
        let mark = if why == BY_POST { Cell::default() } else { Cell::form(form) };
        vec![Cell::text(capitalised(&reasons::said(why))), Cell::text(ids.len().to_string()), mark]
    };
    (!gifts.is_empty()).then(|| Table::new(REASONS, gifts.into_iter().map(row).collect()))
}

/// Marks gifts that get no letter as thanked for.
pub(in crate::web) async fn mark(mut visit: Visit) -> Answer {
    let (context, ids) = (visit.records()?, ticked_ids(&visit)?);
    let count = runs::mark_thanked(&context, &ids).await?;
    let back = back_to(visit.posted.text("back"), PATH);
    visit.redirect_with(&back, Flash::new(t!("thank-yous-marked", count = count)))
}

/// Makes the table of those who get no letter, with the reasons.
/// `more` is how many there are that are not read.
pub(super) fn left_out(
    left_out: &[LeftOut],
    names: &HashMap<i64, String>,
    more: usize,
) -> Option<(Table, usize)> {
    let row = |one: &LeftOut| {
        let gift = one.gift_ids.first().map(|id| format!("/gifts/{id}"));
        let who = match (one.contact_id, gift) {
            (Some(id), _) => {
                let name = names.get(&id).cloned().unwrap_or_else(|| t!("as-id", id = id.to_string()));
                Cell::link(name, format!("/contacts/{id}"))
            }
            (None, Some(gift)) => Cell::link(t!("unattributed"), gift),
            (None, None) => Cell::text(t!("unattributed")),
        };
        vec![who, Cell::text(reasons::said(&one.why))]
    };
    let more = more + left_out.len().saturating_sub(LEFT_OUT_SHOWN);
    let rows = left_out.iter().take(LEFT_OUT_SHOWN).map(row);
    (!left_out.is_empty()).then(|| (Table::new(LEFT_OUT, rows.collect()), more))
}

/// Reads the gifts that were ticked.
fn ticked_ids(visit: &Visit) -> Result<Vec<i64>, AppError> {
    let ids = ticks::ticked(visit);
    if ids.len() > GIFTS_MAX {
        let mut problems = Problems::default();
        problems.add("id", format_args!("must not name more than {GIFTS_MAX} gifts"));
        problems.check()?;
    }
    Ok(ids.into_iter().collect())
}

pub(in crate::web) async fn print(mut visit: Visit) -> Answer {
    let ids = ticked_ids(&visit)?;
    if ids.is_empty() {
        let flash = Flash::problem(t!("thank-yous-nothing-ticked"));
        return visit.redirect_with(PATH, flash);
    }
    let way = ways::way(&visit, visit.posted.text("way"))?;
    printing::print(visit, Ticked { ids, way }).await
}

/// The gifts that were ticked.
struct Ticked {
    ids: Vec<i64>,
    way: Way,
}

impl ToPrint for Ticked {
    const KIND: LetterKind = LetterKind::ThankYou;
    const PAGE: &'static str = PATH;
    const NOTHING: &'static str = "thank-yous-nothing";

    fn way(&self) -> Way {
        self.way
    }

    fn told(made: &Composed, way: Way) -> String {
        let count = made.count();
        match way {
            Way::Post | Way::Hand => t!("thank-yous-made", count = count),
            Way::Email => t!("thank-yous-mailed", count = count),
        }
    }

    async fn compose(
        &self,
        connection: &Snapshot,
        context: &Context,
        letterhead: &Letterhead,
    ) -> Result<Composed, AppError> {
        let gifts = thank_you_letters::by_ids(connection, context, &self.ids).await?;
        Ok(thank_you_letters::of_gifts(connection, context, letterhead, (self.way, gifts)).await?.composed)
    }
}
