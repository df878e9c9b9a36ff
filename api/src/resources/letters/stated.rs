//! Statements that were made, with the gifts that each has: which of them a new one copies or replaces, and which gifts stand
//! on an official receipt for other days.
//!
//! Of those that were made before their gifts were stored nobody knows what they have: none is copied or replaced.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use chrono::NaiveDate;
use sea_orm::{ColumnTrait, ConnectionTrait, QueryFilter, QuerySelect};
use shared::Transaction;
use shared::entities::{AccountScope, gifts, letter_runs, printed_letters, stated_gifts};
use shared::values::choices::GiftStatus;
use tokio::task::yield_now;

use super::{IDS_MAX, PAUSE_EVERY, kept};
use crate::error::AppError;
use crate::typeset::Letter;

/// The first and the last of the days that statements are for.
type Days = (NaiveDate, NaiveDate);

/// The run in which a statement was made.
#[derive(Clone, Copy)]
struct Run {
    id: i64,
    days: Days,
    made_at_ms: i64,
}

/// A statement that was made.
pub struct Statement {
    /// Later ones have larger ids.
    id: i64,
    /// Its number.
    pub number: i64,
    /// When it was made, in milliseconds.
    pub made_at_ms: i64,
    days: Days,
    is_receipt: bool,
    gift_ids: BTreeSet<i64>,
    /// Its text, unless somebody whom it is about was erased.
    text: Option<Letter>,
}

/// What a new statement is to those that were made before for exactly the same days.
pub enum Standing<'a> {
    /// It is the first one.
    First,
    /// It has the same as one with this text.
    Copy(&'a Letter),
    /// It has something else, and replaces these.
    Replaces(Vec<&'a Statement>),
}

/// The statements that have some gifts.
#[derive(Default)]
pub struct Statements {
    /// Those for exactly the same days, and receipts for other days of which a moved gift is free, by their ids.
    all: BTreeMap<i64, Statement>,
    /// The ids of those that have a gift, by the gift.
    with_gift: HashMap<i64, BTreeSet<i64>>,
    /// The run of the first official receipt for other days that has a gift, by the gift.
    confirmed: HashMap<i64, i64>,
}

impl Statement {
    /// Says whether another one replaces it: a later one of the same kind for the same days that shares a gift, and is no copy.
    /// A receipt for other days shares a gift only if that one's day was moved, and replaces what it stood on.
    fn is_replaced_by(&self, other: &Self) -> bool {
        let is_later = other.id > self.id && other.is_receipt == self.is_receipt;
        let is_alike = self.days == other.days && self.is_like(other);
        let has_days = self.is_receipt || self.days == other.days;
        is_later && has_days && !is_alike && !self.gift_ids.is_disjoint(&other.gift_ids)
    }

    fn is_like(&self, other: &Self) -> bool {
        let has_same = match (&self.text, &other.text) {
            (Some(one), Some(other)) => is_same(one, other),
            // Of two that were erased, the gifts alone are known.
            (None, None) => true,
            _ => false,
        };
        has_same && self.gift_ids == other.gift_ids
    }
}

impl Statements {
    /// Reads what the statements for some days copy or replace, and which of the gifts, here with their days, another receipt
    /// has. One whose day was moved is free again once a later letter has replaced the one that has it, or if that one has no
    /// gift of its own days any more: then no letter for those days can correct it.
    pub async fn before(
        connection: &impl ConnectionTrait,
        account: AccountScope,
        (days, gifts): (Days, &BTreeMap<i64, NaiveDate>),
    ) -> Result<Self, AppError> {
        let gift_ids = gifts.keys().copied().collect();
        let mut rows = read(connection, account, (stated_gifts::Column::GiftId, &gift_ids)).await?;
        rows.sort_unstable_by_key(|row| row.letter_id);
        let runs = runs_of(connection, account, &rows).await?;
        let on_receipt = |row: &stated_gifts::Model| {
            let (run, day) = (runs.get(&row.letter_id)?, gifts.get(&row.gift_id)?);
            let is_moved = !(run.days.0..=run.days.1).contains(day);
            (row.is_receipt && run.days != days).then_some((row.gift_id, row.letter_id, run.id, is_moved))
        };
        let on_receipts: Vec<_> = rows.iter().filter_map(on_receipt).collect();
        let moved = on_receipts.iter().filter(|(.., is_moved)| *is_moved);
        let mut moved: BTreeSet<i64> = moved.map(|(_, letter_id, ..)| *letter_id).collect();
        let replaced = replaced(connection, account, &moved).await?;
        moved.retain(|id| !replaced.contains_key(id));
        let empty = empty_receipts(connection, account, &moved).await?;
        let is_free = |id: &i64| replaced.contains_key(id) || empty.contains(id);
        // Also one that was replaced for its own days: what it has replaced itself must not be copied.
        let known = runs.iter().filter(|(id, run)| run.days == days || is_free(id));
        let known = known.map(|(id, run)| (*id, *run)).collect();
        let mut found = Self::load(connection, account, &known).await?;
        for (gift_id, letter_id, run_id, is_moved) in on_receipts {
            if !is_moved || !is_free(&letter_id) {
                found.confirmed.entry(gift_id).or_insert(run_id);
            }
        }
        Ok(found)
    }

    /// Reads these letters.
    async fn load(
        connection: &impl ConnectionTrait,
        account: AccountScope,
        runs: &BTreeMap<i64, Run>,
    ) -> Result<Self, AppError> {
        let ids = runs.keys().copied().collect();
        let (mut found, mut gifts) = (Self::default(), HashMap::<i64, (bool, BTreeSet<i64>)>::new());
        for row in read(connection, account, (stated_gifts::Column::LetterId, &ids)).await? {
            found.with_gift.entry(row.gift_id).or_default().insert(row.letter_id);
            let (is_receipt, gift_ids) = gifts.entry(row.letter_id).or_default();
            *is_receipt = row.is_receipt;
            gift_ids.insert(row.gift_id);
        }
        for ids in chunks(&ids) {
            let of_erased = kept::about_erased(connection, account, ids.clone()).await?;
            let letters = account.find::<printed_letters::Entity>();
            let letters = letters.filter(printed_letters::Column::Id.is_in(ids)).all(connection).await?;
            for (i, letter) in letters.into_iter().enumerate() {
                if i % PAUSE_EVERY == 0 {
                    yield_now().await;
                }
                let Some(run) = runs.get(&letter.id) else { continue };
                let (is_receipt, gift_ids) = gifts.remove(&letter.id).unwrap_or_default();
                let text = letter.letter_text.filter(|_| !of_erased.contains(&letter.id));
                let statement = Statement {
                    id: letter.id,
                    number: letter.letter_number,
                    made_at_ms: run.made_at_ms,
                    days: run.days,
                    is_receipt,
                    gift_ids,
                    text: text.as_deref().map(serde_json::from_str).transpose()?,
                };
                found.all.insert(letter.id, statement);
            }
        }
        Ok(found)
    }

    /// Returns those that have any of these gifts, the first one first.
    fn sharing(&self, gift_ids: &BTreeSet<i64>) -> Vec<&Statement> {
        let ids = gift_ids.iter().filter_map(|id| self.with_gift.get(id)).flatten();
        let ids: BTreeSet<i64> = ids.copied().collect();
        ids.iter().filter_map(|id| self.all.get(id)).collect()
    }

    /// Returns the run of the first official receipt for other days that has a gift.
    pub fn receipt_of(&self, gift_id: i64) -> Option<i64> {
        self.confirmed.get(&gift_id).copied()
    }

    /// Returns what a new statement with these gifts is to those that were made before for the same days, and to receipts for
    /// other days of which a moved gift is free. An official receipt is no copy of a statement that is none.
    pub fn standing(&self, (gift_ids, is_receipt): (&BTreeSet<i64>, bool), letter: &Letter) -> Standing<'_> {
        let mut before = self.sharing(gift_ids);
        before.retain(|one| one.is_receipt == is_receipt);
        let is_current = |one: &&Statement| !before.iter().any(|other| one.is_replaced_by(other));
        let current: Vec<_> = before.iter().copied().filter(is_current).collect();
        let same = current.iter().copied().find_map(|one| {
            let text = one.text.as_ref()?;
            (one.gift_ids == *gift_ids && is_same(text, letter)).then_some(text)
        });
        match same {
            Some(text) => Standing::Copy(text),
            None if current.is_empty() => Standing::First,
            None => Standing::Replaces(current),
        }
    }
}

/// Returns the numbers of the letters that replace some statements, by the ids of those.
pub async fn replaced(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    letter_ids: &BTreeSet<i64>,
) -> Result<HashMap<i64, Vec<i64>>, AppError> {
    use stated_gifts::Column as S;
    let rows = read(connection, account, (S::LetterId, letter_ids)).await?;
    let gift_ids = rows.iter().map(|row| row.gift_id).collect();
    let rows = read(connection, account, (S::GiftId, &gift_ids)).await?;
    let mut runs = runs_of(connection, account, &rows).await?;
    let days: HashSet<Days> = letter_ids.iter().filter_map(|id| Some(runs.get(id)?.days)).collect();
    let receipts: HashSet<i64> = rows.iter().filter(|row| row.is_receipt).map(|row| row.letter_id).collect();
    runs.retain(|id, run| {
        Some(id) >= letter_ids.first() && (days.contains(&run.days) || receipts.contains(id))
    });
    // No letter replaces another one of its own run.
    if runs.values().map(|run| run.id).collect::<HashSet<_>>().len() < 2 {
        return Ok(HashMap::new());
    }
    let made = Statements::load(connection, account, &runs).await?;
    let by = |id: &i64| {
        let one = made.all.get(id)?;
        let later = made.sharing(&one.gift_ids).into_iter().filter(|other| one.is_replaced_by(other));
        let mut others: Vec<&Statement> = Vec::new();
        for other in later {
            // A copy of one that replaces it is no other.
            if !others.iter().any(|first| first.is_like(other)) {
                others.push(other);
            }
        }
        let numbers: Vec<i64> = others.iter().map(|other| other.number).collect();
        (!others.is_empty()).then_some((*id, numbers))
    };
    Ok(letter_ids.iter().filter_map(by).collect())
}

/// Returns those of these letters that are official receipts and have no gift any more that was received within their days.
pub async fn empty_receipts(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    letter_ids: &BTreeSet<i64>,
) -> Result<BTreeSet<i64>, AppError> {
    use {gifts::Column as G, stated_gifts::Column as S};
    let mut rows = read(connection, account, (S::LetterId, letter_ids)).await?;
    rows.retain(|row| row.is_receipt);
    let runs = runs_of(connection, account, &rows).await?;
    let mut received = HashMap::new();
    for ids in chunks(&rows.iter().map(|row| row.gift_id).collect()) {
        let some = account.find::<gifts::Entity>().filter(G::Id.is_in(ids));
        let some = some.filter(G::GiftStatus.eq(GiftStatus::Received)).select_only();
        let some = some.columns([G::Id, G::GiftDate]).into_tuple::<(i64, NaiveDate)>();
        received.extend(some.all(connection).await?);
    }
    let is_left = |row: &stated_gifts::Model| {
        let found = runs.get(&row.letter_id).zip(received.get(&row.gift_id));
        found.is_some_and(|(run, day)| (run.days.0..=run.days.1).contains(day))
    };
    let left: HashSet<i64> = rows.iter().filter(|row| is_left(row)).map(|row| row.letter_id).collect();
    let empty = rows.iter().map(|row| row.letter_id).filter(|id| !left.contains(id));
    Ok(empty.collect())
}

/// Returns how many official receipts these runs have, without the runs that have none.
pub async fn receipts_of_runs(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    run_ids: impl Iterator<Item = i64>,
) -> Result<HashMap<i64, i64>, AppError> {
    use printed_letters::Column as L;
    let letters = account.find::<printed_letters::Entity>().filter(L::RunId.is_in(run_ids));
    let letters = letters.filter(L::Id.in_subquery(kept::receipts(account))).group_by(L::RunId);
    let counts = letters.select_only().column(L::RunId).expr(L::Id.count());
    Ok(counts.into_tuple::<(i64, i64)>().all(connection).await?.into_iter().collect())
}

/// Returns the numbers of the statements that have these gifts and were made at a moment or later, by the gifts.
pub async fn numbers_since(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    gift_ids: &BTreeSet<i64>,
    since_ms: i64,
) -> Result<HashMap<i64, Vec<i64>>, AppError> {
    use {printed_letters::Column as L, stated_gifts::Column as S};
    let mut rows = read(connection, account, (S::GiftId, gift_ids)).await?;
    rows.sort_unstable_by_key(|row| row.letter_id);
    let mut runs = runs_of(connection, account, &rows).await?;
    runs.retain(|_, run| run.made_at_ms >= since_ms);
    let mut numbers = BTreeMap::new();
    for ids in chunks(&runs.into_keys().collect()) {
        let letters = account.find::<printed_letters::Entity>().filter(L::Id.is_in(ids)).select_only();
        let letters = letters.columns([L::Id, L::LetterNumber]).into_tuple::<(i64, i64)>();
        numbers.extend(letters.all(connection).await?);
    }
    let mut of_gifts: HashMap<i64, Vec<i64>> = HashMap::new();
    for row in rows {
        if let Some(number) = numbers.get(&row.letter_id) {
            of_gifts.entry(row.gift_id).or_default().push(*number);
        }
    }
    Ok(of_gifts)
}

/// Writes which gifts statements have, by the ids of their letters, and whether each is an official receipt.
pub(super) async fn put(
    tx: &Transaction,
    account: AccountScope,
    letters: impl Iterator<Item = (i64, (Vec<i64>, bool))>,
) -> Result<(), AppError> {
    let rows = letters.flat_map(|(letter_id, (gift_ids, is_receipt))| {
        let row = move |gift_id| stated_gifts::Model {
            id: 0,
            account_id: account.account_id(),
            letter_id,
            gift_id,
            is_receipt,
        };
        gift_ids.into_iter().map(row)
    });
    account.insert_all::<stated_gifts::Entity>(tx, rows.collect()).await?;
    Ok(())
}

/// Reads which letters have which gifts, for some letters or some gifts.
async fn read(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    (column, ids): (stated_gifts::Column, &BTreeSet<i64>),
) -> Result<Vec<stated_gifts::Model>, AppError> {
    let mut rows = Vec::new();
    for ids in chunks(ids) {
        let some = account.find::<stated_gifts::Entity>().filter(column.is_in(ids));
        rows.extend(some.all(connection).await?);
    }
    Ok(rows)
}

/// Reads in which run each letter was made.
async fn runs_of(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    rows: &[stated_gifts::Model],
) -> Result<BTreeMap<i64, Run>, AppError> {
    use {letter_runs::Column as R, printed_letters::Column as L};
    let (mut run_of, mut runs) = (Vec::<(i64, i64)>::new(), HashMap::new());
    for ids in chunks(&rows.iter().map(|row| row.letter_id).collect()) {
        let letters = account.find::<printed_letters::Entity>().filter(L::Id.is_in(ids)).select_only();
        run_of.extend(letters.columns([L::Id, L::RunId]).into_tuple::<(i64, i64)>().all(connection).await?);
    }
    for ids in chunks(&run_of.iter().map(|(_, run_id)| *run_id).collect()) {
        let made = account.find::<letter_runs::Entity>().filter(R::Id.is_in(ids)).select_only();
        let made = made.columns([R::Id, R::PeriodFrom, R::PeriodTo, R::MadeAtMs]);
        let made = made.into_tuple::<(i64, Option<NaiveDate>, Option<NaiveDate>, i64)>();
        runs.extend(made.all(connection).await?.into_iter().filter_map(|(id, from, to, made_at_ms)| {
            let days = (from?, to?);
            Some((id, Run { id, days, made_at_ms }))
        }));
    }
    Ok(run_of.into_iter().filter_map(|(id, run_id)| Some((id, *runs.get(&run_id)?))).collect())
}

/// Divides ids, so that one statement names no more than it may.
fn chunks(ids: &BTreeSet<i64>) -> Vec<Vec<i64>> {
    let ids: Vec<i64> = ids.iter().copied().collect();
    ids.chunks(IDS_MAX).map(<[i64]>::to_vec).collect()
}

/// Says whether two statements are to the same people, and say the same of each gift.
fn is_same(one: &Letter, other: &Letter) -> bool {
    let [rows, of_other] = [one, other].map(|letter| letter.tables().flat_map(|table| &table.rows));
    one.to.first() == other.to.first() && rows.eq(of_other)
}
