//! Reminders of pledges: one letter for each giver, with all of the giver's pledges that are late.

use std::collections::{BTreeMap, BTreeSet};

use sea_orm::{ColumnTrait, ConnectionTrait, QueryFilter, QueryOrder};
use shared::entities::pledges;
use shared::values::choices::LetterKind;
use tokio::task::yield_now;

use super::compose::{self, Composed, PAUSE_EVERY, Reminded};
use super::receivers::{Giver, Receiver, Receivers};
use super::words;
use crate::error::AppError;
use crate::giving::{Pledges, Position, Terms, received_by_pledge};
use crate::locale::{long_day, short_day, text};
use crate::records::Context;
use crate::resources::letters::Way;
use crate::resources::letters::letterhead::Letterhead;
use crate::resources::letters::runs::{self, LeftOut, Seen};
use crate::resources::letters::templates::Words;
use crate::typeset::{Letter, Table};

/// For how many days after a reminder there is no other one. The page says it, too.
const DAYS_APART: i64 = 30;
const DAY_MS: i64 = 86_400_000;
/// How many ids one statement names.
const CHUNK: usize = 5000;
/// How many letters the page shows. When they are made, the next ones follow.
const SHOWN: usize = 500;

/// What reminders are asked for.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    /// By how many days a pledge is late at least.
    pub(super) least_days: i64,
    /// The only pledges that count, or nothing for all that are late.
    pub(super) pledge_ids: Option<BTreeSet<i64>>,
    /// Whether who was reminded not long ago is reminded again.
    pub(super) again: bool,
    /// How the reminders go out.
    pub(super) way: Way,
    /// How many are composed at most.
    pub(super) most: usize,
}

impl Default for Asked {
    fn default() -> Self {
        Self { least_days: 0, pledge_ids: None, again: false, way: Way::Post, most: SHOWN }
    }
}

/// A pledge that is late.
type Late = (Position, pledges::Model);

/// Composes the reminders that are asked for.
pub(super) async fn of_late<C: ConnectionTrait>(
    connection: &C,
    context: &Context,
    letterhead: &Letterhead,
    asked: &Asked,
) -> Result<Composed, AppError> {
    let words = Words::read(connection, context.caller.account, LetterKind::PledgeReminder).await?;
    with_words(connection, context, letterhead, (&words, asked)).await
}

/// Composes the reminders with other words.
pub(super) async fn with_words<C: ConnectionTrait>(
    connection: &C,
    context: &Context,
    letterhead: &Letterhead,
    (texts, asked): (&Words, &Asked),
) -> Result<Composed, AppError> {
    let account = context.caller.account;
    let late = late(connection, context, asked).await?;
    let ids: BTreeSet<i64> = late.iter().map(|(_, pledge)| pledge.contact_id).collect();
    let receivers = Receivers::find(connection, context, letterhead, (&ids, asked.way)).await?;
    let reminded = runs::reminded(connection, account, &ids).await?;
    let since_ms = context.now_ms - DAYS_APART * DAY_MS;
    let mut by_giver: BTreeMap<Giver, Vec<Late>> = BTreeMap::new();
    for one in late {
        by_giver.entry(receivers.giver(one.1.contact_id)).or_default().push(one);
    }
    let (mut made, mut wanted) = (Composed::default(), Vec::new());
    for (giver, late) in by_giver {
        let pledgers: BTreeSet<i64> = late.iter().map(|(_, pledge)| pledge.contact_id).collect();
        let last = pledgers.iter().filter_map(|id| reminded.get(id).copied()).max();
        let lately = last.filter(|last| !asked.again && last.made_at_ms >= since_ms);
        match (lately, receivers.of(giver)) {
            (Some(last), _) => {
                let run = last.run_id;
                let why = format!("was reminded less than {DAYS_APART} days ago, in run {run}");
                made.left_out.push(left_out(&pledgers, why));
            }
            (None, Err(why)) => made.left_out.push(left_out(&pledgers, why.to_owned())),
            (None, Ok(receiver)) => wanted.push((last, receiver, late, pledgers)),
        }
    }
    // Whoever was never reminded comes first, and then whoever was longest ago: so the page shows the others next.
    wanted.sort_by_key(|(last, ..)| *last);
    made.more = wanted.len().saturating_sub(asked.most);
    wanted.truncate(asked.most);
    wanted.sort_by_key(|(_, receiver, ..)| receivers.order(receiver));
    for (i, (last, receiver, late, pledgers)) in wanted.into_iter().enumerate() {
        if i % PAUSE_EVERY == 0 {
            yield_now().await;
        }
        match letter(context, (letterhead, texts), receiver, &late) {
            Ok(text) => {
                made.letters.push(compose::new_letter(receiver, pledgers.into_iter(), text, Vec::new()));
                let to = receiver.shown();
                let row = |(position, pledge)| Reminded { pledge, position, to: to.clone(), last };
                made.reminded.extend(late.into_iter().map(row));
            }
            Err(why) => made.left_out.push(left_out(&pledgers, why)),
        }
    }
    let run = runs::newest_like(connection, account, LetterKind::PledgeReminder).await?;
    made.names = receivers.names;
    made.seen = Seen { contacts: receivers.seen, run, ..Seen::default() };
    Ok(made)
}

fn left_out(pledgers: &BTreeSet<i64>, why: String) -> LeftOut {
    LeftOut { contact_id: pledgers.first().copied(), gift_ids: Vec::new(), why }
}

/// Reads the pledges that are late, as far as they are asked for.
async fn late(
    connection: &impl ConnectionTrait,
    context: &Context,
    asked: &Asked,
) -> Result<Vec<Late>, AppError> {
    let (account, today) = (context.caller.account, context.today);
    let received = received_by_pledge(connection, account, None, today).await?;
    let pledges = Pledges::load(connection, account, None).await?;
    let positions: BTreeMap<i64, Position> = pledges.late(today, &received).collect();
    let is_asked = |(id, position): &(&i64, &Position)| {
        position.days_late >= asked.least_days
            && asked.pledge_ids.as_ref().is_none_or(|ids| ids.contains(*id))
    };
    let ids: Vec<i64> = positions.iter().filter(is_asked).map(|(id, _)| *id).collect();
    let mut late = Vec::new();
    for ids in ids.chunks(CHUNK) {
        let rows = account.find::<pledges::Entity>().filter(pledges::Column::Id.is_in(ids.iter().copied()));
        let rows = rows.order_by_asc(pledges::Column::Id).all(connection).await?;
        late.extend(rows.into_iter().filter_map(|row| Some((positions.get(&row.id).copied()?, row))));
    }
    Ok(late)
}

fn letter(
    context: &Context,
    (letterhead, texts): (&Letterhead, &Words),
    receiver: &Receiver,
    late: &[Late],
) -> Result<Letter, String> {
    let locale = receiver.locale;
    let amounts = words::Amounts { locale, own: context.caller.currency };
    let mut missing: BTreeMap<String, i128> = BTreeMap::new();
    for (position, pledge) in late {
        *missing.entry(pledge.pledge_currency.clone()).or_default() += missing_minor(position);
    }
    let since = late.iter().filter_map(|(position, _)| position.next_due).min();
    let mut values = compose::values(receiver, letterhead, context.today);
    values.insert("amount", words::total(&missing, amounts));
    values.insert("since", since.map(|day| long_day(locale, day)).unwrap_or_default());
    let row = |(position, pledge): &Late| {
        let now = Terms::of(pledge).on(context.today);
        let amount = |minor| amounts.amount(minor, &pledge.pledge_currency);
        let often = text(locale, &format!("frequency-{}", now.frequency), &[]);
        let promised = format!("{} {often}", amount(now.amount_minor.into()));
        vec![
            promised,
            pledge.pledge_fund.clone().unwrap_or_default(),
            position.next_due.map(|day| short_day(locale, day)).unwrap_or_default(),
            amount(position.received_minor.into()),
            amount(missing_minor(position)),
        ]
    };
    let columns = [("pledge", 26), ("fund", 22), ("due", 17), ("received", 17), ("missing", 18)];
    let table = Table {
        columns: words::columns(&columns, false, locale),
        has_amounts: true,
        rows: late.iter().map(row).collect(),
        ..Table::default()
    };
    compose::letter(&texts.of(locale), receiver, &values, vec![table])
}

/// Returns how much of a pledge is missing, in minor units.
pub(super) fn missing_minor(position: &Position) -> i128 {
    (-position.balance_minor()).max(0)
}
