//! Runs of printed letters: what was printed for whom, with numbers, and the gifts that it thanked for.

use std::collections::{HashMap, HashSet};

use sea_orm::{ColumnTrait, ConnectionTrait, QueryFilter, QueryOrder, QuerySelect};
use serde::{Deserialize, Serialize};
use shared::Transaction;
use shared::entities::{AccountScope, gifts, letter_runs, printed_letters, thanked_gifts};
use shared::values::choices::{AuditAction, LetterKind};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

use super::letterhead::Letterhead;
use crate::accounts::audit;
use crate::error::AppError;
use crate::records::Context;
use crate::records::bulk::{CHUNK, Locked};
use crate::resources::gifts::Gift;
use crate::typeset::{self, Letter};

/// The most letters of a run.
pub const LETTERS_MAX: usize = 2000;
/// The most gifts that the letters of a run thank for.
pub const GIFTS_MAX: usize = 1000;
/// How many files are made at once. Each takes a processor for some seconds.
static AT_ONCE: Semaphore = Semaphore::const_new(1);

/// A letter that is to be printed.
#[derive(Clone, Debug)]
pub struct NewLetter {
    /// The contact to whom it is addressed.
    pub contact_id: i64,
    /// Its text.
    pub text: Letter,
    /// The gifts that it thanks for.
    pub gift_ids: Vec<i64>,
}

/// A contact, or a gift without one, that got no letter. Names are not kept here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftOut {
    /// The contact.
    pub contact_id: Option<i64>,
    /// The gifts.
    pub gift_ids: Vec<i64>,
    /// Why, as the end of a sentence that begins with the name.
    pub why: String,
}

/// A run that is to be printed.
pub struct NewRun<'a> {
    /// The key of the form, so that it is one run however often it is sent.
    pub key: &'a str,
    /// What the letters are for.
    pub kind: LetterKind,
    /// The days of statements.
    pub period: Option<(chrono::NaiveDate, chrono::NaiveDate)>,
    /// The letterhead.
    pub letterhead: &'a Letterhead,
    /// The letters.
    pub letters: Vec<NewLetter>,
    /// Who got none.
    pub left_out: &'a [LeftOut],
}

/// Begins the transaction of a run: others wait until it ends. Returns the run that the same form has made before.
pub async fn begin(tx: &Transaction, account: AccountScope, key: &str) -> Result<Option<i64>, AppError> {
    account.lock(tx).await?;
    let before = account.find::<letter_runs::Entity>().filter(letter_runs::Column::RunKey.eq(key));
    let before = before.select_only().column(letter_runs::Column::Id);
    Ok(before.into_tuple().one(tx).await?)
}

/// Writes a run with its letters, and marks the gifts as thanked for today, each with its event. Returns its id.
pub async fn write(tx: &Transaction, context: &Context, new: NewRun<'_>) -> Result<i64, AppError> {
    let (account, letterhead) = (context.caller.account, new.letterhead);
    let count = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
    let gift_ids: Vec<i64> = new.letters.iter().flat_map(|letter| letter.gift_ids.iter().copied()).collect();
    let actor = context.caller.actor(context.now_ms);
    let run = letter_runs::Model {
        id: 0,
        account_id: account.account_id(),
        run_key: new.key.to_owned(),
        letter_kind: new.kind,
        user_id: actor.user_id,
        period_from: new.period.map(|(from, _)| from),
        period_to: new.period.map(|(_, to)| to),
        letter_count: count(new.letters.len()),
        gift_count: count(gift_ids.len()),
        run_head: serde_json::to_string(&letterhead.head())?,
        run_logo: letterhead.model.logo.clone(),
        run_left_out: serde_json::to_string(new.left_out)?,
        made_at_ms: context.now_ms,
    };
    let run = account.insert::<letter_runs::Entity>(tx, run).await?;
    let last = account.find::<printed_letters::Entity>().order_by_desc(printed_letters::Column::LetterNumber);
    let last: Option<i64> =
        last.select_only().column(printed_letters::Column::LetterNumber).into_tuple().one(tx).await?;
    let (mut rows, mut of_letters) = (Vec::new(), Vec::new());
    for (letter, number) in new.letters.into_iter().zip(last.unwrap_or_default() + 1..) {
        rows.push(printed_letters::Model {
            id: 0,
            account_id: account.account_id(),
            run_id: run.id,
            contact_id: letter.contact_id,
            letter_number: number,
            letter_text: Some(serde_json::to_string(&letter.text)?),
        });
        of_letters.push(letter.gift_ids);
    }
    let rows = account.insert_all::<printed_letters::Entity>(tx, rows).await?;
    let thanked = rows.iter().zip(of_letters).flat_map(|(letter, gift_ids)| {
        let row = |gift_id| thanked_gifts::Model {
            id: 0,
            account_id: letter.account_id,
            letter_id: letter.id,
            gift_id,
        };
        gift_ids.into_iter().map(row)
    });
    account.insert_all::<thanked_gifts::Entity>(tx, thanked.collect()).await?;
    for gift_ids in gift_ids.chunks(CHUNK) {
        let gifts = Locked::<Gift>::new(tx, context, gift_ids).await?.noted(tx).await?;
        let today = [(gifts::Column::GiftThankedOn, Some(context.today).into())];
        gifts.change(tx, today).await?;
    }
    let detail = format!("{}, {} letters", new.kind, run.letter_count);
    audit::record(tx, actor, Some(account), AuditAction::LettersPrinted, Some(&detail)).await?;
    Ok(run.id)
}

/// Returns those of these gifts that a letter has thanked for already.
pub async fn thanked(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    gift_ids: impl Iterator<Item = i64>,
) -> Result<HashSet<i64>, AppError> {
    let thanked = account.find::<thanked_gifts::Entity>();
    let thanked = thanked.filter(thanked_gifts::Column::GiftId.is_in(gift_ids));
    let ids: Vec<i64> =
        thanked.select_only().column(thanked_gifts::Column::GiftId).into_tuple().all(connection).await?;
    Ok(ids.into_iter().collect())
}

/// Reads the newest runs of an account, without their logos, older than the one with this id.
pub async fn list(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    (before, limit): (Option<i64>, u64),
) -> Result<Vec<letter_runs::Model>, AppError> {
    use letter_runs::Column as C;
    let runs = account.find::<letter_runs::Entity>().order_by_desc(C::Id).limit(limit);
    let runs = match before {
        Some(id) => runs.filter(C::Id.lt(id)),
        None => runs,
    };
    Ok(runs.all(connection).await?)
}

/// A run, with its letters in the order of their numbers, and the gifts of each.
pub struct Printed {
    /// The run.
    pub run: letter_runs::Model,
    /// Its letters.
    pub letters: Vec<printed_letters::Model>,
    /// The gifts that each letter thanks for, by its id.
    pub gift_ids: HashMap<i64, Vec<i64>>,
}

/// Reads a run.
///
/// # Errors
/// [`AppError::NotFound`] if the account has no such run.
pub async fn read(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    id: i64,
) -> Result<Printed, AppError> {
    use printed_letters::Column as C;
    let run = account.find_id::<letter_runs::Entity>(id).one(connection).await?.ok_or(AppError::NotFound)?;
    let letters = account.find::<printed_letters::Entity>().filter(C::RunId.eq(id));
    let letters = letters.order_by_asc(C::LetterNumber).all(connection).await?;
    let thanked = account.find::<thanked_gifts::Entity>();
    let ids = letters.iter().map(|letter| letter.id);
    let thanked = thanked.filter(thanked_gifts::Column::LetterId.is_in(ids));
    let mut gift_ids: HashMap<i64, Vec<i64>> = HashMap::new();
    for row in thanked.order_by_asc(thanked_gifts::Column::GiftId).all(connection).await? {
        gift_ids.entry(row.letter_id).or_default().push(row.gift_id);
    }
    Ok(Printed { run, letters, gift_ids })
}

impl Printed {
    /// Makes the file of the run, with this title. Letters of those who were erased are not in it.
    pub async fn pdf(self, title: String) -> Result<Vec<u8>, AppError> {
        let head = serde_json::from_str(&self.run.run_head)?;
        let letters = self.letters.iter().filter_map(|letter| {
            let text = letter.letter_text.as_ref()?;
            Some(serde_json::from_str(text).map(|text| (letter.letter_number, text)))
        });
        let letters: Vec<(i64, Letter)> = letters.collect::<Result<_, _>>()?;
        pdf(title, head, self.run.run_logo, letters).await
    }
}

/// Makes a file of letters, in a thread of its own.
pub async fn pdf(
    title: String,
    head: typeset::Head,
    logo: Option<Vec<u8>>,
    letters: Vec<(i64, Letter)>,
) -> Result<Vec<u8>, AppError> {
    let internal = |error: String| AppError::Internal(error.into());
    let _turn = AT_ONCE.acquire().await.map_err(|error| internal(error.to_string()))?;
    let written = spawn_blocking(move || typeset::write(&title, &head, logo.as_deref(), &letters));
    written.await.map_err(|error| internal(error.to_string()))?.map_err(internal)
}
