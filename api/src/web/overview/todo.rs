//! What waits for somebody: thank-yous to write, pledges that are late, donors who have lapsed.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::num::NonZeroI64;

use askama::Template;
use chrono::{Datelike, Days, NaiveDate};
use iso_currency::Currency;
use sea_orm::{ColumnTrait, ConnectionTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect};
use shared::entities::{AccountScope, gifts, pledges};
use shared::giving::{CurrencyCode, Gift, Pledges, Position};
use shared::values::choices::GiftStatus;

use crate::http::AppError;
use crate::records::money::currency;
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
    /// Loads the lists, given the pledges with what was received for them, and who gave.
    pub(super) async fn load(
        tx: &impl ConnectionTrait,
        account: AccountScope,
        today: NaiveDate,
        pledges: (&Pledges, &HashMap<i64, i64>),
        donors: Donors,
    ) -> Result<Self, AppError> {
        Ok(Self {
            parts: [
                thanks(tx, account, today).await?,
                late(tx, account, today, pledges).await?,
                lapsed(tx, account, donors).await?,
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

async fn late(
    tx: &impl ConnectionTrait,
    account: AccountScope,
    today: NaiveDate,
    (pledges, received): (&Pledges, &HashMap<i64, i64>),
) -> Result<Part, AppError> {
    let mut late: Vec<_> = pledges.late(today, received).collect();
    let count = late.len() as u64;
    late.sort_by_key(|(id, position)| (Reverse(position.days_late), *id));
    late.truncate(SHOWN);
    let rows = account.find::<pledges::Entity>();
    let rows = rows.filter(pledges::Column::Id.is_in(late.iter().map(|(id, _)| *id))).all(tx).await?;
    let pledges: HashMap<i64, pledges::Model> = rows.into_iter().map(|row| (row.id, row)).collect();
    let names = names::of_contacts(tx, account, pledges.values().map(|pledge| pledge.contact_id)).await?;
    let row = |(id, position): (i64, Position)| {
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

/// Who gave last year and this year.
pub(super) struct Donors {
    year: i32,
    own: CurrencyCode,
    this_year: HashSet<NonZeroI64>,
    /// With what they gave in the account's own currency, and when last.
    last_year: HashMap<NonZeroI64, Option<(i128, NaiveDate)>>,
}

impl Donors {
    /// Begins with no gifts.
    pub(super) fn new(today: NaiveDate, own: Currency) -> Self {
        let own = own.code().into();
        Self { year: today.year(), own, this_year: HashSet::new(), last_year: HashMap::new() }
    }

    /// Adds a gift.
    pub(super) fn add(&mut self, gift: &Gift) {
        let Some(donor) = gift.contact_id else { return };
        if gift.date.year() == self.year {
            self.this_year.insert(donor);
        } else if gift.date.year() == self.year - 1 {
            let given = self.last_year.entry(donor).or_default();
            if gift.currency == self.own {
                let (total, last) = given.unwrap_or((0, gift.date));
                *given = Some((total + i128::from(gift.amount_minor), last.max(gift.date)));
            }
        }
    }
}

/// The same donors as those of the list of contacts with `lybunt`
/// ([`gave_last_year_only`](crate::resources::contacts::filters::gave_last_year_only)).
async fn lapsed(tx: &impl ConnectionTrait, account: AccountScope, donors: Donors) -> Result<Part, AppError> {
    let Donors { year, own, this_year, mut last_year } = donors;
    last_year.retain(|donor, _| !this_year.contains(donor));
    let count = last_year.len() as u64;
    let in_own = |(donor, given): (NonZeroI64, Option<(i128, NaiveDate)>)| Some((donor.get(), given?));
    let mut largest: Vec<_> = last_year.into_iter().filter_map(in_own).collect();
    largest.sort_by_key(|(donor, (total, _))| (Reverse(*total), *donor));
    largest.truncate(SHOWN);
    let names = names::of_contacts(tx, account, largest.iter().map(|(id, _)| *id)).await?;
    let own = currency(own.as_str());
    let row = |(id, (total, last)): (i64, (i128, NaiveDate))| Row {
        path: format!("/contacts/{id}"),
        cells: [name(&names, Some(id)), day(last), money(total, own)],
    };
    Ok(Part {
        id: "lapsed",
        heading: "Lapsed donors",
        note: format!("Gave in {} and not in {year}, the largest first", year - 1),
        empty: "Everybody who gave last year has given again.",
        link: "/contacts?lybunt=1".to_owned(),
        count,
        columns: ["Donor", "Last gift", "Given last year"],
        rows: largest.into_iter().map(row).collect(),
    })
}
