//! Work that waits for somebody, by donor: thank-yous to write, pledges that are late, donors who have lapsed.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use askama::Template;
use chrono::{Datelike, Days, NaiveDate};
use iso_currency::Currency;
use sea_orm::sea_query::ExprTrait;
use sea_orm::{ColumnTrait, ConnectionTrait, QueryFilter, QueryOrder, QuerySelect};
use shared::entities::{AccountScope, contacts, gifts, pledges};
use shared::values::choices::ContactStatus;

use crate::error::AppError;
use crate::giving::{Gift, LapsedDonors, LastYear, Month, Part as PartOf, Position, Tally};
use crate::records::money::currency;
use crate::web::format::{day, money};
use crate::web::names;

/// How many of each are shown.
const SHOWN: usize = 6;
/// For how long a gift waits for its thank-you, in days.
const THANKS_DAYS: u64 = 60;

/// The work that waits for somebody.
#[derive(Template)]
#[template(path = "overview/todo.html")]
pub(super) struct ToDo {
    pub(super) parts: [Part; 3],
}

/// A list, with its first rows.
pub(super) struct Part {
    id: &'static str,
    heading: &'static str,
    note: String,
    /// The link to the whole list.
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

fn name(names: &HashMap<i64, String>, id: Option<i64>) -> String {
    id.and_then(|id| names.get(&id).cloned()).unwrap_or_else(|| t!("unattributed").to_owned())
}

/// How many gifts wait for a thank-you, and since when.
pub(super) struct Waits {
    pub(super) count: u64,
    pub(super) oldest: Option<NaiveDate>,
}

/// The gifts that wait for a thank-you, and for which somebody can be thanked.
pub(super) struct Thanks {
    from: NaiveDate,
    /// The contacts whom nobody thanks.
    not_thanked: HashSet<i64>,
    /// The gifts for which nobody is thanked: corrections, and those that were taken back.
    no_gifts: HashSet<i64>,
    count: u64,
    /// The days and the ids of the oldest ones, in order.
    first: Vec<(NaiveDate, i64)>,
}

/// Returns the first day whose gifts wait for a thank-you.
pub(super) fn thanked_from(today: NaiveDate) -> NaiveDate {
    today.checked_sub_days(Days::new(THANKS_DAYS)).unwrap_or(today)
}

impl Thanks {
    /// Begins with no gifts. Those of some contacts do not count, and neither do some gifts themselves.
    pub(super) fn new(from: NaiveDate, not_thanked: HashSet<i64>, no_gifts: HashSet<i64>) -> Self {
        Self { from, not_thanked, no_gifts, count: 0, first: Vec::new() }
    }

    /// Returns how many there are, and the day of the oldest one.
    pub(super) fn waits(&self) -> Waits {
        Waits { count: self.count, oldest: self.first.first().map(|(day, _)| *day) }
    }
}

impl Tally for Thanks {
    fn add(&mut self, gift: &Gift) {
        // A correction is no gift of its own.
        if gift.is_thanked || gift.amount_minor <= 0 || gift.date < self.from {
            return;
        }
        if self.no_gifts.contains(&gift.id) {
            return;
        }
        if gift.contact_id.is_none_or(|id| self.not_thanked.contains(&id.get())) {
            return;
        }
        self.count += 1;
        let place = self.first.partition_point(|older| *older < (gift.date, gift.id));
        if place < SHOWN {
            self.first.insert(place, (gift.date, gift.id));
            self.first.truncate(SHOWN);
        }
    }

    fn add_month(&mut self, month: &Month) {
        if month.part_of(self.from, NaiveDate::MAX) != PartOf::None {
            month.gifts().iter().for_each(|gift| self.add(gift));
        }
    }
}

pub(super) async fn thanks(
    tx: &impl ConnectionTrait,
    account: AccountScope,
    waiting: Thanks,
) -> Result<Part, AppError> {
    use gifts::Column as G;
    let Thanks { count, first, .. } = waiting;
    let first = account.find::<gifts::Entity>().filter(G::Id.is_in(first.iter().map(|(_, id)| *id)));
    let first = first.order_by_asc(G::GiftDate).order_by_asc(G::Id).all(tx).await?;
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
        heading: t!("overview-todo-thanks"),
        note: t!("overview-todo-thanks-note", days = THANKS_DAYS),
        link: "/letters/thank-yous".to_owned(),
        count,
        columns: [t!("giver"), t!("day"), t!("amount")],
        rows: first.into_iter().map(row).collect(),
    })
}

pub(super) async fn late(
    tx: &impl ConnectionTrait,
    account: AccountScope,
    mut late: Vec<(i64, Position)>,
) -> Result<Part, AppError> {
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
        heading: t!("overview-todo-late"),
        note: t!("overview-todo-late-note").to_owned(),
        link: "/pledges?late=1&sort=-pledge_days_late".to_owned(),
        count,
        columns: [t!("contact"), t!("overview-todo-due-since"), t!("overview-todo-missing")],
        rows: late.into_iter().filter_map(row).collect(),
    })
}

/// Returns the ids of archived contacts and of those who have died, whom nobody asks again.
async fn not_asked(tx: &impl ConnectionTrait, account: AccountScope) -> Result<HashSet<i64>, AppError> {
    use contacts::Column as C;
    let is_archived = C::ContactStatus.eq(ContactStatus::Archive);
    let contacts =
        account.find::<contacts::Entity>().filter(is_archived.or(C::ContactDeceasedOn.is_not_null()));
    let ids: Vec<i64> = contacts.select_only().column(C::Id).into_tuple().all(tx).await?;
    Ok(ids.into_iter().collect())
}

/// Returns the same donors as the list of contacts with `lybunt`, but for those who took back all that they gave: nobody misses
/// them, so they are only counted in the note.
pub(super) async fn lapsed(
    tx: &impl ConnectionTrait,
    account: AccountScope,
    today: NaiveDate,
    (own, has_others): (Currency, bool),
    donors: &LapsedDonors,
) -> Result<Part, AppError> {
    let not_asked = not_asked(tx, account).await?;
    let (mut count, mut taken_back, mut largest) = (0, 0_u64, Vec::new());
    for donor in donors.all().filter(|donor| !not_asked.contains(&donor.id.get())) {
        if donor.is_taken_back {
            taken_back += 1;
            continue;
        }
        count += 1;
        let given = donor.given.filter(|given| given.total > 0);
        largest.extend(given.map(|given| (Reverse(given.total), donor.id.get(), given)));
    }
    // Donors of the same total stand as in the list, the newest first.
    let order = |(total, donor, _): &(Reverse<i64>, i64, LastYear)| (*total, Reverse(*donor));
    if largest.len() > SHOWN {
        // There may be many, and only these few have to be in order.
        largest.select_nth_unstable_by_key(SHOWN, order);
        largest.truncate(SHOWN);
    }
    largest.sort_by_key(order);
    let names = names::of_contacts(tx, account, largest.iter().map(|(_, id, _)| *id)).await?;
    let row = |(_, id, given): (_, i64, LastYear)| Row {
        path: format!("/contacts/{id}"),
        cells: [name(&names, Some(id)), day(given.last), money(given.total, own)],
    };
    let (year, last_year) = (today.year().to_string(), (today.year() - 1).to_string());
    // No currency is converted into another.
    let note = if has_others {
        t!("overview-todo-lapsed-note-in", last_year = last_year, year = year, currency = own.code())
    } else {
        t!("overview-todo-lapsed-note", last_year = last_year, year = year)
    };
    let note = match taken_back {
        0 => note,
        more => t!("overview-todo-lapsed-taken-back", note = note, count = more),
    };
    Ok(Part {
        id: "lapsed",
        heading: t!("contact-gave-last-year"),
        note,
        // The list shows in the same order what was given last year, but would leave out who gave in other currencies: with
        // these, it is in the order of all that was given.
        link: if has_others {
            "/contacts?lybunt=1&sort=-given_total".to_owned()
        } else {
            format!(
                "/contacts?lybunt=1&given_from={last_year}-01-01&given_to={last_year}-12-31&sort=-given_total"
            )
        },
        count,
        columns: [t!("donor"), t!("last-gift"), t!("overview-todo-given-last-year")],
        rows: largest.into_iter().map(row).collect(),
    })
}
