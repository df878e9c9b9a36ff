//! What waits for somebody: thank-yous to write, pledges that are late, donors who have lapsed.

use std::collections::HashMap;

use askama::Template;
use chrono::{Datelike, Days, NaiveDate};
use iso_currency::Currency;
use sea_orm::sea_query::{Expr, ExprTrait, Order};
use sea_orm::{
    ColumnTrait, ConnectionTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait,
};
use shared::entities::{AccountScope, contacts, gifts, pledges};
use shared::giving;
use shared::values::choices::GiftStatus;

use crate::http::AppError;
use crate::records::money::currency;
use crate::resources::contacts::filters::gave_last_year_only;
use crate::web::format::{day, money};
use crate::web::names;

/// How many of each are shown.
const SHOWN: usize = 6;
/// For how long a gift waits for its thank-you, in days.
const THANKS_DAYS: u64 = 60;

/// What waits for somebody.
#[derive(Template)]
#[template(path = "overview/todo.html")]
pub(super) struct ToDo {
    parts: [Part; 3],
}

/// A list, with its first rows.
struct Part {
    id: &'static str,
    heading: &'static str,
    note: String,
    empty: &'static str,
    /// The list that has them all.
    link: String,
    count: u64,
    columns: [&'static str; 3],
    rows: Vec<Row>,
}

/// A row, with the page that it leads to.
struct Row {
    path: String,
    cells: [String; 3],
}

impl ToDo {
    /// Loads the lists.
    pub(super) async fn load(
        tx: &impl ConnectionTrait,
        account: AccountScope,
        today: NaiveDate,
        own: Currency,
    ) -> Result<Self, AppError> {
        Ok(Self {
            parts: [
                thanks(tx, account, today).await?,
                late(tx, account, today).await?,
                lapsed(tx, account, today, own).await?,
            ],
        })
    }
}

fn name(names: &HashMap<i64, String>, id: Option<i64>) -> String {
    id.and_then(|id| names.get(&id).cloned()).unwrap_or_else(|| "Unattributed".to_owned())
}

async fn thanks(
    tx: &impl ConnectionTrait,
    account: AccountScope,
    today: NaiveDate,
) -> Result<Part, AppError> {
    use gifts::Column as G;
    let from = today.checked_sub_days(Days::new(THANKS_DAYS)).unwrap_or(today);
    let waiting = account
        .find::<gifts::Entity>()
        .filter(G::GiftStatus.eq(GiftStatus::Received))
        .filter(G::GiftThankedOn.is_null())
        .filter(G::GiftDate.gte(from));
    let count = waiting.clone().count(tx).await?;
    let first = waiting.order_by_asc(G::GiftDate).order_by_asc(G::Id).limit(SHOWN as u64).all(tx).await?;
    let names = names::of_contacts(tx, account, first.iter().filter_map(|gift| gift.contact_id)).await?;
    let row = |gift: gifts::Model| {
        let amount = money(gift.gift_amount_minor, currency(&gift.gift_currency));
        Row {
            path: format!("/gifts/{}", gift.id),
            cells: [name(&names, gift.contact_id), day(gift.gift_date), amount],
        }
    };
    Ok(Part {
        id: "thanks",
        heading: "Thank-yous to write",
        note: format!("Gifts of the last {THANKS_DAYS} days, the oldest first"),
        empty: "Everybody was thanked.",
        link: format!("/gifts?status=received&thanked=0&from={from}"),
        count,
        columns: ["Giver", "Day", "Amount"],
        rows: first.into_iter().map(row).collect(),
    })
}

async fn late(tx: &impl ConnectionTrait, account: AccountScope, today: NaiveDate) -> Result<Part, AppError> {
    let mut late = giving::late_positions(tx, account, today).await?;
    let count = late.len() as u64;
    late.sort_by_key(|(id, position)| (std::cmp::Reverse(position.days_late), *id));
    late.truncate(SHOWN);
    let rows = account.find::<pledges::Entity>();
    let rows = rows.filter(pledges::Column::Id.is_in(late.iter().map(|(id, _)| *id))).all(tx).await?;
    let pledges: HashMap<i64, pledges::Model> = rows.into_iter().map(|row| (row.id, row)).collect();
    let names = names::of_contacts(tx, account, pledges.values().map(|pledge| pledge.contact_id)).await?;
    let row = |(id, position): (i64, giving::Position)| {
        let pledge = pledges.get(&id)?;
        let missing = (-position.balance_minor()).max(0);
        let since = position.next_due.map(day).unwrap_or_default();
        let missing = money(missing, currency(&pledge.pledge_currency));
        Some(Row {
            path: format!("/pledges/{id}"),
            cells: [name(&names, Some(pledge.contact_id)), since, missing],
        })
    };
    Ok(Part {
        id: "late",
        heading: "Late pledges",
        note: "With the day that is not paid, and what is missing".to_owned(),
        empty: "Nobody is behind.",
        link: "/pledges?late=1".to_owned(),
        count,
        columns: ["Contact", "Due since", "Missing"],
        rows: late.into_iter().filter_map(row).collect(),
    })
}

async fn lapsed(
    tx: &impl ConnectionTrait,
    account: AccountScope,
    today: NaiveDate,
    own: Currency,
) -> Result<Part, AppError> {
    use gifts::Column as G;
    let lapsed = account.find::<contacts::Entity>().filter(gave_last_year_only(account, today));
    let count = lapsed.clone().count(tx).await?;
    let year = today.year() - 1;
    let day_of = |month, day| NaiveDate::from_ymd_opt(year, month, day).unwrap_or(today);
    let total = || Expr::col((gifts::Entity, G::GiftAmountMinor)).sum().cast_as("BIGINT");
    let ids = lapsed.select_only().column(contacts::Column::Id).into_query();
    let largest: Vec<(i64, i64, NaiveDate)> = account
        .find::<gifts::Entity>()
        .filter(G::GiftStatus.eq(GiftStatus::Received))
        .filter(G::GiftCurrency.eq(own.code()))
        .filter(G::GiftDate.between(day_of(1, 1), day_of(12, 31)))
        .filter(G::ContactId.in_subquery(ids))
        .select_only()
        .column(G::ContactId)
        .expr(total())
        .expr(G::GiftDate.max())
        .group_by(G::ContactId)
        .order_by(total(), Order::Desc)
        .order_by_asc(G::ContactId)
        .limit(SHOWN as u64)
        .into_tuple()
        .all(tx)
        .await?;
    let names = names::of_contacts(tx, account, largest.iter().map(|(id, ..)| *id)).await?;
    let row = |(id, total, last): (i64, i64, NaiveDate)| Row {
        path: format!("/contacts/{id}"),
        cells: [name(&names, Some(id)), day(last), money(total, own)],
    };
    Ok(Part {
        id: "lapsed",
        heading: "Lapsed donors",
        note: format!("Gave in {year} and not in {}, the largest first", today.year()),
        empty: "Everybody who gave last year has given again.",
        link: "/contacts?lybunt=1".to_owned(),
        count,
        columns: ["Donor", "Last gift", "Given last year"],
        rows: largest.into_iter().map(row).collect(),
    })
}
