//! Thank-yous: the gifts that nobody has thanked for, to be ticked and printed as letters. What is printed is marked as
//! thanked for in the same step.

use std::collections::HashMap;

use askama::Template;
use chrono::{Days, NaiveDate};
use sea_orm::{ColumnTrait, ConnectionTrait, QueryFilter, QueryOrder, QuerySelect};
use shared::entities::gifts;
use shared::values::choices::{GiftStatus, LetterKind};

use super::thank_you_letters::{self, ThankYous};
use super::words::own_or_coded;
use crate::crypto::tokens::new_token;
use crate::error::AppError;
use crate::fields::Problems;
use crate::fields::types::day as day_of;
use crate::records::Context;
use crate::records::service;
use crate::resources::gifts::Gift;
use crate::resources::letters::letterhead::Letterhead;
use crate::resources::letters::runs::{self, GIFTS_MAX, LeftOut, NewRun};
use crate::resources::statements::Received;
use crate::web::flash::Flash;
use crate::web::form::{Field, Form};
use crate::web::format::{counted, day};
use crate::web::records::table::{Cell, Column, Table};
use crate::web::shell::Shell;
use crate::web::visit::{Answer, Visit};

const PATH: &str = "/letters/thank-yous";
/// The gifts that are shown first are those of the last days, as on the overview.
const DAYS: u64 = 60;
/// How many gifts the page shows. When they are printed, the next ones follow.
const SHOWN: usize = 200;
const COLUMNS: &[Column] = &[
    Column::new("Donor"),
    Column::new("Date").class("date"),
    Column::new("Amount").class("number"),
    Column::new("Letter to"),
];
const LEFT_OUT: &[Column] = &[Column::new("Donor"), Column::new("No letter, because this donor")];

#[derive(Template)]
#[template(path = "printed/thank_yous.html")]
struct Page {
    shell: Shell,
    form: Form,
    letters: String,
    table: Option<Table>,
    left_out: Option<Table>,
    /// Whether more gifts wait than are shown.
    has_more: bool,
    most: usize,
    has_letterhead: bool,
    csrf: String,
    key: String,
}

/// The days that the page is about.
fn asked(visit: &Visit, today: NaiveDate) -> (NaiveDate, NaiveDate) {
    let default = today.checked_sub_days(Days::new(DAYS)).unwrap_or(today);
    let read = |name: &str| day_of(visit.query.text(name).trim());
    (read("from").unwrap_or(default), read("to").unwrap_or(today))
}

/// Reads the letterhead of the visitor's account.
pub(super) async fn letterhead(
    connection: &impl ConnectionTrait,
    visit: &Visit,
) -> Result<Letterhead, AppError> {
    let (account, caller) = (visit.account()?, visit.caller()?);
    Letterhead::read(connection, account.scope, (&account.name, caller.currency.code())).await
}

async fn waiting(
    context: &Context,
    (from, to): (NaiveDate, NaiveDate),
) -> Result<Vec<gifts::Model>, AppError> {
    use gifts::Column as G;
    let gifts = context.caller.account.find::<gifts::Entity>().filter(G::GiftStatus.eq(GiftStatus::Received));
    let gifts = gifts.filter(G::GiftThankedOn.is_null()).filter(G::GiftDate.between(from, to));
    let gifts = gifts.order_by_asc(G::GiftDate).order_by_asc(G::Id).limit(SHOWN as u64 + 1);
    Ok(gifts.all(context.app.store.read()).await?)
}

pub(in crate::web) async fn show(mut visit: Visit) -> Answer {
    let context = visit.records()?;
    let (from, to) = asked(&visit, context.today);
    let mut gifts = waiting(&context, (from, to)).await?;
    let has_more = gifts.len() > SHOWN;
    gifts.truncate(SHOWN);
    let reader = context.app.store.read();
    let head = letterhead(reader, &visit).await?;
    let thanks = thank_you_letters::of_gifts(reader, &context, &head, gifts).await?;
    let form = Form::search(&visit, PATH, "Show")
        .field(Field::day("from", "Gifts from").value(from.to_string()))
        .field(Field::day("to", "To").value(to.to_string()));
    let table = ticked(&context, &thanks);
    let count = i64::try_from(thanks.letters.len()).unwrap_or(i64::MAX);
    let page = Page {
        form,
        letters: counted(count, "letter", "letters"),
        table: (!table.rows.is_empty()).then_some(table),
        left_out: left_out(&thanks.left_out, &thanks.names),
        has_more,
        most: SHOWN,
        has_letterhead: head.is_filled_in(),
        csrf: visit.csrf.clone(),
        key: new_token()?,
        shell: visit.shell("Thank-yous").await?,
    };
    visit.page(&page)
}

/// Makes the table of the gifts with letters. All are ticked.
fn ticked(context: &Context, thanks: &ThankYous) -> Table {
    let name = |id: Option<i64>| id.and_then(|id| thanks.names.get(&id).cloned()).unwrap_or_default();
    let row = |(one, envelope): &(Received, String)| {
        let model = &one.gift.model;
        let amount =
            own_or_coded(model.gift_amount_minor.into(), &model.gift_currency, context.caller.currency);
        let donor = Cell {
            tick: Some(model.id),
            is_ticked: true,
            ..Cell::link(name(model.contact_id), format!("/gifts/{}", model.id))
        };
        vec![donor, Cell::text(day(model.gift_date)), Cell::text(amount), Cell::text(envelope)]
    };
    Table::new(COLUMNS, thanks.gifts.iter().map(row).collect())
}

/// Makes the table of those who get no letter, with the reasons.
pub(super) fn left_out(left_out: &[LeftOut], names: &HashMap<i64, String>) -> Option<Table> {
    let row = |one: &LeftOut| {
        let gift = one.gift_ids.first().map(|id| format!("/gifts/{id}"));
        let who = match (one.contact_id, gift) {
            (Some(id), _) => {
                let name = names.get(&id).cloned().unwrap_or_else(|| format!("Contact {id}"));
                Cell::link(name, format!("/contacts/{id}"))
            }
            (None, Some(gift)) => Cell::link("Unattributed", gift),
            (None, None) => Cell::text("Unattributed"),
        };
        vec![who, Cell::text(&one.why)]
    };
    (!left_out.is_empty()).then(|| Table::new(LEFT_OUT, left_out.iter().map(row).collect()))
}

/// Reads the gifts that were ticked, each once.
fn ticked_ids(visit: &Visit) -> Result<Vec<i64>, AppError> {
    let mut ids: Vec<i64> = visit.posted.all("id").filter_map(|id| id.parse().ok()).collect();
    ids.sort_unstable();
    ids.dedup();
    if ids.len() > GIFTS_MAX {
        let mut problems = Problems::default();
        problems.add("id", format_args!("must not name more than {GIFTS_MAX} gifts"));
        problems.check()?;
    }
    Ok(ids)
}

/// Returns the key that a form was sent with: one that this page has made.
pub(super) fn key(visit: &Visit) -> Result<String, AppError> {
    let key = visit.posted.text("key");
    let is_key = (20..=100).contains(&key.len()) && key.bytes().all(|byte| byte.is_ascii_graphic());
    if is_key { Ok(key.to_owned()) } else { Err(AppError::invalid("key", "must be the key of the form")) }
}

pub(in crate::web) async fn print(mut visit: Visit) -> Answer {
    let context = visit.records()?;
    let ids = ticked_ids(&visit)?;
    if ids.is_empty() {
        let flash = Flash::problem("Nothing was ticked, so that nothing was printed.");
        return visit.redirect_with(PATH, flash);
    }
    let (key, account) = (key(&visit)?, context.caller.account);
    let visit_ref = &visit;
    let printed = service::commit::<Gift, _>(&context, async |tx| {
        if let Some(id) = runs::begin(tx, account, &key).await? {
            return Ok(Some((id, 0, true)));
        }
        let head = letterhead(tx, visit_ref).await?;
        let gifts = thank_you_letters::locked(tx, &context, &ids).await?;
        let ThankYous { letters, left_out, .. } =
            thank_you_letters::of_gifts(tx, &context, &head, gifts).await?;
        if letters.is_empty() {
            return Ok(None);
        }
        let (kind, count) = (LetterKind::ThankYou, letters.len());
        let run = NewRun { key: &key, kind, period: None, letterhead: &head, letters, left_out: &left_out };
        Ok(Some((runs::write(tx, &context, run).await?, count, false)))
    })
    .await?;
    let Some((id, count, is_again)) = printed else {
        let flash =
            Flash::problem("Nothing was printed: none of the ticked gifts waits for a letter any more.");
        return visit.redirect_with(PATH, flash);
    };
    let text = if is_again {
        "These letters were made already, once.".to_owned()
    } else {
        let count = i64::try_from(count).unwrap_or(i64::MAX);
        format!("{} made. The gifts are marked as thanked for.", counted(count, "letter is", "letters are"))
    };
    visit.redirect_with(&format!("/letters/{id}"), Flash::new(text))
}
