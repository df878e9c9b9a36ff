//! The deposit list of a batch, to print: its gifts in the order in which they were entered, the sums by type, and the total.

use std::collections::BTreeMap;

use askama::Template;

use super::address::record_id;
use super::gift_batches::difference;
use super::kind::Kind;
use super::labels::gift_type;
use super::table::{Cell, Column, Table};
use crate::error::AppError;
use crate::records::Resource;
use crate::records::money::currency;
use crate::resources::gift_batches::{GiftBatch, deposited};
use crate::resources::gifts::Gift;
use crate::web::format::{self, day};
use crate::web::names;
use crate::web::shell::Shell;
use crate::web::visit::{Answer, Visit};

const COLUMNS: &[Column] = &[
    Column::new("donor"),
    Column::new("deposit-cheque-number"),
    Column::new("type"),
    Column::new("amount").class("number amount"),
];

#[derive(Template)]
#[template(path = "records/deposit.html")]
struct Page {
    shell: Shell,
    account: String,
    /// The batch, and its address.
    batch: (String, String),
    date: String,
    made: String,
    table: Option<Table>,
    /// The sum of each type, with the number of its gifts.
    sums: Vec<(String, String)>,
    total: String,
    count: usize,
    /// How the gifts differ from what was counted by hand.
    difference: String,
}

pub(in crate::web) async fn show(mut visit: Visit) -> Answer {
    let (context, account, id) = (visit.records()?, visit.account()?, record_id(&visit)?);
    let (_, batch) = GiftBatch::read(&context, id).await?.ok_or(AppError::NotFound)?;
    let gifts = deposited(&context, id).await?;
    let currency = currency(&batch.model.batch_currency);
    // Two types may have the same name in the language of the page.
    let mut by_type: BTreeMap<(String, Option<i64>), (i64, i128)> = BTreeMap::new();
    for gift in &gifts {
        let (count, sum) = by_type.entry((kind(gift), gift.model.gift_type_id)).or_default();
        *count += 1;
        *sum += i128::from(gift.model.gift_amount_minor);
    }
    let total: i128 = by_type.values().map(|(_, sum)| sum).sum();
    let sum = |((kind, _), (count, sum)): ((String, Option<i64>), (i64, i128))| {
        (format!("{kind}, {}", t!("count-gifts", count = count)), format::money(sum, currency))
    };
    let row = |gift: &Gift| {
        let model = &gift.model;
        let donor = gift.contact.as_ref().map(|contact| names::of_contact(contact.model()));
        vec![
            Cell::text(donor.unwrap_or_else(|| t!("unattributed").to_owned())),
            Cell::text(model.gift_check_number.clone().unwrap_or_default()),
            Cell::text(kind(gift)),
            Cell::text(format::money(model.gift_amount_minor, currency)),
        ]
    };
    let rows: Vec<_> = gifts.iter().map(row).collect();
    let name = batch.title();
    let title = t!("deposit-list-of", batch = name);
    let page = Page {
        shell: visit.shell(&title).await?,
        account: account.name,
        batch: (name, format!("{}/{id}", GiftBatch::PATH)),
        date: day(batch.model.batch_date),
        made: day(context.today),
        count: rows.len(),
        table: (!rows.is_empty()).then(|| Table::new(COLUMNS, rows)),
        sums: by_type.into_iter().map(sum).collect(),
        total: format!("{} {}", format::money(total, currency), currency.code()),
        difference: difference(&batch),
    };
    visit.page(&page)
}

fn kind(gift: &Gift) -> String {
    let kind = gift.giftType.as_ref().map(|one| gift_type(&one.model.gift_type_name));
    kind.unwrap_or_else(|| t!("deposit-without-type").to_owned())
}
