//! The list of the gifts of a contact in a year: received gifts, day by day, with the total of each currency. It is
//! no letter: statements and receipts are printed like all letters.

use std::collections::BTreeMap;

use askama::Template;
use chrono::{Datelike, NaiveDate};

use super::address::record_id;
use super::kind::Kind;
use super::labels::gift_type;
use super::table::{Cell, Column, Table};
use crate::error::AppError;
use crate::language::spoken;
use crate::records::Resource;
use crate::records::money::currency;
use crate::resources::contacts::Contact;
use crate::resources::gifts::Gift;
use crate::resources::households::joint;
use crate::resources::letters::letterhead;
use crate::resources::statements::{self, Received};
use crate::web::format::{self, day};
use crate::web::names;
use crate::web::postal;
use crate::web::printed::words::parts;
use crate::web::shell::Shell;
use crate::web::visit::{Answer, Visit};

const COLUMNS: &[Column] = &[
    Column::new("date").class("date"),
    Column::new("type"),
    Column::new("fund"),
    Column::new("statement-reference"),
    Column::new("amount").class("number amount"),
];

const IN_KIND_COLUMNS: &[Column] = &[
    Column::new("date").class("date"),
    Column::new("type"),
    Column::new("statement-what"),
    Column::new("fund"),
];

#[derive(Template)]
#[template(path = "records/statement.html")]
struct Page {
    shell: Shell,
    path: String,
    account: String,
    /// The contact, and its address.
    contact: (String, String),
    name: String,
    address: Vec<String>,
    year: i32,
    /// The year before, and the year after if it has begun.
    years: Vec<i32>,
    made: String,
    count: usize,
    totals: Vec<String>,
    table: Option<Table>,
    /// If the contact has a joint household: whether the statement is the household's.
    other: Option<bool>,
    /// The end of the links to other years.
    by: &'static str,
    /// Gifts that are not money, which no total has.
    in_kind: Option<Table>,
}

pub(in crate::web) async fn show(mut visit: Visit) -> Answer {
    let (context, account, id) = (visit.records()?, visit.account()?, record_id(&visit)?);
    let (_, contact) = Contact::read(&context, id).await?.ok_or(AppError::NotFound)?;
    let year = year(visit.query.text("year"), context.today)?;
    let reader = visit.app.store.read();
    let sharing = joint::sharing(reader, context.caller.account, &contact.model).await?;
    let by_household = visit.query.text("by") == "household" && sharing.len() > 1;
    let givers = if by_household { sharing.clone() } else { vec![id] };
    let names = names::of_contacts(reader, context.caller.account, givers.clone()).await?;
    let household = contact.model.household_id.filter(|_| by_household);
    let letters = letterhead::locales(reader, context.caller.account).await?;
    let envelope = joint::addressed(reader, context.caller.account, household.into_iter(), &letters).await?;
    let [_, envelope] = envelope.into_values().next().unwrap_or_default();
    // A joint statement goes to the one who stands for the household.
    let receiver = match givers.first().filter(|first| by_household && **first != id) {
        Some(first) => Contact::read(&context, *first).await?.map(|(_, receiver)| receiver),
        None => None,
    };
    let received = statements::received(&context, givers, year).await?;
    let mut totals: BTreeMap<&str, i128> = BTreeMap::new();
    let (in_kind, money): (Vec<_>, Vec<_>) = received.into_iter().partition(|received| received.is_in_kind);
    for Received { gift, .. } in &money {
        *totals.entry(&gift.model.gift_currency).or_default() += i128::from(gift.model.gift_amount_minor);
    }
    let is_only = totals.len() == 1;
    let total = |(code, minor): (&&str, &i128)| match currency(code) {
        own if is_only => format::money(*minor, own),
        one => format::coded(*minor, one),
    };
    let totals = totals.iter().map(total).collect();
    let giver = |gift: &Gift| {
        Cell::text(gift.model.contact_id.and_then(|id| names.get(&id).cloned()).unwrap_or_default())
    };
    let with_giver = |(gift, mut row): (&Gift, Vec<Cell>)| {
        if by_household {
            row.insert(1, giver(gift));
        }
        row
    };
    let rows: Vec<_> = money.iter().map(|one| with_giver((&one.gift, row(&one.gift)))).collect();
    let in_kind: Vec<_> = in_kind.iter().map(|one| with_giver((&one.gift, in_kind_row(&one.gift)))).collect();
    let columns = |own: &[Column]| {
        let mut columns = own.to_vec();
        if by_household {
            columns.insert(1, Column::new("statement-from"));
        }
        columns
    };
    let home = postal::home(visit.app.store.read(), &context).await?;
    let mut addresses = receiver.as_ref().unwrap_or(&contact).addresses.iter().map(|address| &address.model);
    let address = addresses.find(|address| address.address_primary);
    let title = t!("statement-title", year = year.to_string());
    let page = Page {
        path: visit.path.clone(),
        contact: (contact.title(), format!("{}/{id}", Contact::PATH)),
        account: account.name,
        name: envelope.or(contact.model.contact_envelope_name.clone()).unwrap_or_else(|| contact.title()),
        other: (sharing.len() > 1).then_some(by_household),
        by: if by_household { "&by=household" } else { "" },
        address: address.map(|address| postal::lines(address, home.as_deref(), spoken())).unwrap_or_default(),
        year,
        years: [year - 1, year + 1].into_iter().filter(|year| *year <= context.today.year()).collect(),
        made: day(context.today),
        count: rows.len(),
        totals,
        table: (!rows.is_empty()).then(|| Table::new(&columns(COLUMNS), rows)),
        in_kind: (!in_kind.is_empty()).then(|| Table::new(&columns(IN_KIND_COLUMNS), in_kind)),
        shell: visit.shell(&title).await?,
    };
    visit.page(&page)
}

/// Reads the year: by default the current one.
fn year(text: &str, today: NaiveDate) -> Result<i32, AppError> {
    if text.is_empty() {
        return Ok(today.year());
    }
    let year = text.parse().ok().filter(|year| (1900..=2999).contains(year));
    year.ok_or_else(|| AppError::invalid("year", "must be a year, as 2026"))
}

fn row(gift: &Gift) -> Vec<Cell> {
    let model = &gift.model;
    vec![
        Cell::text(day(model.gift_date)),
        Cell::text(kind(gift)),
        Cell::text(parts(gift, format::amount)),
        Cell::text(
            model.gift_check_number.clone().or_else(|| model.gift_reference.clone()).unwrap_or_default(),
        ),
        Cell::text(format::money(model.gift_amount_minor, currency(&model.gift_currency))),
    ]
}

/// Describes a gift that is not money. Its value is not stated.
fn in_kind_row(gift: &Gift) -> Vec<Cell> {
    let model = &gift.model;
    vec![
        Cell::text(day(model.gift_date)),
        Cell::text(kind(gift)),
        Cell::text(model.gift_memo.clone().unwrap_or_default()),
        Cell::text(parts(gift, format::amount)),
    ]
}

fn kind(gift: &Gift) -> String {
    gift.giftType.as_ref().map(|one| gift_type(&one.model.gift_type_name)).unwrap_or_default()
}
