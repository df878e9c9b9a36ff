//! Runs of printed letters: what was printed for whom, with numbers, and the gifts that it thanked for.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use chrono::NaiveDate;
use sea_orm::{
    ColumnTrait, ConnectionTrait, FromQueryResult, QueryFilter, QueryOrder, QuerySelect, QueryTrait, Select,
};
use serde::{Deserialize, Serialize};
use shared::Transaction;
use shared::entities::{
    AccountScope, contacts, gifts, letter_runs, mailed_letters, printed_letter_contacts, printed_letters,
    thanked_gifts,
};
use shared::values::choices::{AuditAction, GiftStatus, LetterKind, Locale, MailStatus};

use super::files::{FileTurn, pdf};
use super::letterhead::Letterhead;
use super::{IDS_MAX, kept, mailing, stated};
use crate::accounts::audit;
use crate::error::AppError;
use crate::records::bulk::{CHUNK, Locked};
use crate::records::{Context, service};
use crate::resources::gifts::Gift;
use crate::typeset::{self, Letter};

/// The most letters of a run.
pub const LETTERS_MAX: usize = 2000;
/// The most gifts that the letters of a run thank for.
pub const GIFTS_MAX: usize = 1000;
/// How often letters are composed anew because what they say was changed meanwhile.
pub const TRIES_MAX: usize = 3;

/// A letter that is to be printed.
#[derive(Clone, Debug)]
pub struct NewLetter {
    /// The contact to whom it is addressed.
    pub contact_id: i64,
    /// All whom it is about: those whom it names, and those who gave.
    pub contact_ids: BTreeSet<i64>,
    /// Its text.
    pub text: Letter,
    /// The gifts that it thanks for, or that stand on it as a statement.
    pub gift_ids: Vec<i64>,
    /// Whether it is an official receipt.
    pub is_receipt: bool,
    /// The address to which it goes by email.
    pub email: Option<String>,
}

/// A contact, or a gift without one, that got no letter. Names are not kept here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftOut {
    /// The contact.
    pub contact_id: Option<i64>,
    /// The gifts. Of statements: those that a receipt leaves out, because they stand on another one.
    pub gift_ids: Vec<i64>,
    /// Why, as the end of a sentence that begins with the name. It names nobody.
    pub why: String,
}

/// The state in which records were when letters were composed from them: the `event_sequence` of each, by its id.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    /// The contacts.
    pub contacts: BTreeMap<i64, i64>,
    /// The gifts that are thanked for.
    pub gifts: BTreeMap<i64, i64>,
    /// The newest run of statements, or of reminders: the letters go by what those before them have.
    pub run: Option<i64>,
}

impl Seen {
    /// Says whether nobody has changed these records since, of the contacts those with these ids. The gifts are locked.
    async fn is_current(
        &self,
        tx: &Transaction,
        account: AccountScope,
        contact_ids: &BTreeSet<i64>,
    ) -> Result<bool, AppError> {
        use {contacts::Column as C, gifts::Column as G};
        let mut now: BTreeMap<i64, i64> = BTreeMap::new();
        let contact_ids: Vec<i64> = contact_ids.iter().copied().collect();
        for ids in contact_ids.chunks(IDS_MAX) {
            let some = account.find::<contacts::Entity>().filter(C::Id.is_in(ids.iter().copied()));
            let some = some.select_only().columns([C::Id, C::EventSequence]);
            now.extend(some.into_tuple::<(i64, i64)>().all(tx).await?);
        }
        let is_same = |id: &i64| now.contains_key(id) && now.get(id) == self.contacts.get(id);
        if !contact_ids.iter().all(is_same) {
            return Ok(false);
        }
        let mut now = BTreeMap::new();
        let gift_ids: Vec<i64> = self.gifts.keys().copied().collect();
        for ids in gift_ids.chunks(IDS_MAX) {
            let some = account.find::<gifts::Entity>().filter(G::Id.is_in(ids.iter().copied()));
            let some = some.order_by_asc(G::Id).lock_exclusive();
            let some = some.select_only().columns([G::Id, G::EventSequence]);
            now.extend(some.into_tuple::<(i64, i64)>().all(tx).await?);
        }
        Ok(now == self.gifts)
    }
}

/// What became of letters that were to be printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// They are in this run.
    Printed(i64),
    /// The same form has made this run before.
    Before(i64),
    /// There are none.
    Nothing,
    /// Somebody has changed what they say: they must be composed anew.
    Changed,
    /// The account would mail more than [`mailing::MAILED_MAX`] letters within a day.
    TooManyMails,
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
    /// What the letters were composed from.
    pub seen: &'a Seen,
}

/// Writes a run that was composed before, unless there is one of the same form, or what it says was changed meanwhile.
/// Others wait until it is written, also the last step of an erasure: it sees all letters that may name the person.
pub async fn print(context: &Context, new: NewRun<'_>) -> Result<Outcome, AppError> {
    let account = context.caller.account;
    service::commit::<Gift, _>(context, async |tx| {
        account.lock(tx).await?;
        if let Some(id) = before(tx, account, new.key).await? {
            return Ok(Outcome::Before(id));
        }
        if new.letters.is_empty() {
            return Ok(Outcome::Nothing);
        }
        let contact_ids = new.letters.iter().flat_map(|letter| letter.contact_ids.iter().copied()).collect();
        let is_current = new.seen.is_current(tx, account, &contact_ids).await?;
        if !is_current || newest_like(tx, account, new.kind).await? != new.seen.run {
            return Ok(Outcome::Changed);
        }
        let mailed = new.letters.iter().filter(|letter| letter.email.is_some()).count();
        if mailed > 0 && !mailing::has_room(tx, account, (mailed, context.now_ms)).await? {
            return Ok(Outcome::TooManyMails);
        }
        Ok(Outcome::Printed(write(tx, context, new).await?))
    })
    .await
    .inspect(|_| context.app.mail.wake_for_printed())
}

/// Returns the newest run by which other letters of its kind go: of statements, for whatever days, or of reminders.
pub async fn newest_like(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    kind: LetterKind,
) -> Result<Option<i64>, AppError> {
    if kind == LetterKind::ThankYou {
        return Ok(None);
    }
    let newest = of_kind(account, kind).order_by_desc(letter_runs::Column::Id).select_only();
    Ok(newest.column(letter_runs::Column::Id).into_tuple().one(connection).await?)
}

/// Returns the runs of a kind.
fn of_kind(account: AccountScope, kind: LetterKind) -> Select<letter_runs::Entity> {
    account.find::<letter_runs::Entity>().filter(letter_runs::Column::LetterKind.eq(kind))
}

/// Returns the runs of statements for some of these days.
fn of_some_days(account: AccountScope, (from, to): (NaiveDate, NaiveDate)) -> Select<letter_runs::Entity> {
    use letter_runs::Column as R;
    let runs = of_kind(account, LetterKind::YearEndStatement);
    runs.filter(R::PeriodFrom.lte(to)).filter(R::PeriodTo.gte(from))
}

/// Returns the run that the same form has made before.
async fn before(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    key: &str,
) -> Result<Option<i64>, AppError> {
    let before = account.find::<letter_runs::Entity>().filter(letter_runs::Column::RunKey.eq(key));
    let before = before.select_only().column(letter_runs::Column::Id);
    Ok(before.into_tuple().one(connection).await?)
}

/// Writes a run with its letters, and marks the gifts as thanked for today, each with its event. Returns its id.
async fn write(tx: &Transaction, context: &Context, new: NewRun<'_>) -> Result<i64, AppError> {
    let (account, letterhead) = (context.caller.account, new.letterhead);
    let count = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
    let thanks = new.letters.iter().filter(|_| new.kind == LetterKind::ThankYou);
    let gift_ids: Vec<i64> = thanks.flat_map(|letter| letter.gift_ids.iter().copied()).collect();
    let actor = context.caller.actor(context.now_ms);
    let is_mailed = new.letters.iter().any(|letter| letter.email.is_some());
    let are_receipts = new.letters.iter().all(|letter| letter.is_receipt);
    let kind = if are_receipts { "official_receipts".to_owned() } else { new.kind.to_string() };
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
    let (mut about, mut emails) = (Vec::new(), Vec::new());
    for (letter, number) in new.letters.into_iter().zip(last.unwrap_or_default() + 1..) {
        rows.push(printed_letters::Model {
            id: 0,
            account_id: account.account_id(),
            run_id: run.id,
            contact_id: letter.contact_id,
            letter_number: number,
            letter_text: Some(serde_json::to_string(&letter.text)?),
        });
        of_letters.push((letter.gift_ids, letter.is_receipt));
        about.push(letter.contact_ids);
        emails.push(letter.email);
    }
    let rows = account.insert_all::<printed_letters::Entity>(tx, rows).await?;
    let emails = rows.iter().zip(emails).filter_map(|(letter, email)| Some((letter.id, email?)));
    mailing::put(tx, account, (emails, context.now_ms)).await?;
    let about = rows.iter().zip(about).flat_map(|(letter, contact_ids)| {
        let row = |contact_id| printed_letter_contacts::Model {
            id: 0,
            account_id: letter.account_id,
            letter_id: letter.id,
            contact_id,
        };
        contact_ids.into_iter().map(row)
    });
    account.insert_all::<printed_letter_contacts::Entity>(tx, about.collect()).await?;
    let of_letters = rows.iter().map(|letter| letter.id).zip(of_letters);
    if new.kind == LetterKind::ThankYou {
        let thanked = of_letters.flat_map(|(letter_id, (gift_ids, _))| {
            let account_id = account.account_id();
            let row = move |gift_id| thanked_gifts::Model { id: 0, account_id, letter_id, gift_id };
            gift_ids.into_iter().map(row)
        });
        account.insert_all::<thanked_gifts::Entity>(tx, thanked.collect()).await?;
    } else {
        stated::put(tx, account, of_letters).await?;
    }
    mark(tx, context, (&gift_ids, Some(context.today))).await?;
    let by_email = if is_mailed { " by email" } else { "" };
    let detail = format!("{kind}, {} letters{by_email}", run.letter_count);
    audit::record(tx, actor, Some(account), AuditAction::LettersPrinted, Some(&detail)).await?;
    Ok(run.id)
}

/// Marks gifts as thanked for on a day, or on none, each with its event.
pub(super) async fn mark(
    tx: &Transaction,
    context: &Context,
    (gift_ids, day): (&[i64], Option<NaiveDate>),
) -> Result<(), AppError> {
    for gift_ids in gift_ids.chunks(CHUNK) {
        let gifts = Locked::<Gift>::new(tx, context, gift_ids).await?.noted(tx).await?;
        gifts.change(tx, [(gifts::Column::GiftThankedOn, day.into())]).await?;
    }
    Ok(())
}

/// Marks those of these gifts as thanked for today for which nobody has thanked yet, without a letter. Returns how many.
pub async fn mark_thanked(context: &Context, gift_ids: &[i64]) -> Result<i64, AppError> {
    use gifts::Column as G;
    service::commit::<Gift, _>(context, async |tx| {
        let waiting = context.caller.account.find::<gifts::Entity>();
        let waiting =
            waiting.filter(G::Id.is_in(gift_ids.iter().copied())).filter(G::GiftThankedOn.is_null());
        let waiting = waiting
            .filter(G::GiftStatus.eq(GiftStatus::Received))
            .order_by_asc(G::Id)
            .lock_exclusive()
            .select_only()
            .column(G::Id);
        let ids: Vec<i64> = waiting.into_tuple().all(tx).await?;
        mark(tx, context, (&ids, Some(context.today))).await?;
        Ok(i64::try_from(ids.len()).unwrap_or(i64::MAX))
    })
    .await
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

/// Returns the contacts that have a statement for some of these days, each with the newest of its runs.
pub async fn stated(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    days: (NaiveDate, NaiveDate),
) -> Result<HashMap<i64, i64>, AppError> {
    written_to(connection, account, of_some_days(account, days)).await
}

/// A reminder of pledges. The newest is the greatest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Reminder {
    /// When it was made, in milliseconds.
    pub made_at_ms: i64,
    /// The run in which it was made.
    pub run_id: i64,
}

/// Returns those of these contacts who were reminded of pledges, each with the newest reminder.
pub async fn reminded(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    contact_ids: &BTreeSet<i64>,
) -> Result<HashMap<i64, Reminder>, AppError> {
    use {letter_runs::Column as R, printed_letter_contacts::Column as A, printed_letters::Column as L};
    let (runs, letters) =
        (of_kind(account, LetterKind::PledgeReminder), account.find::<printed_letters::Entity>());
    let of_runs = L::RunId.in_subquery(runs.clone().select_only().column(R::Id).into_query());
    let reminders = letters.clone().filter(of_runs).select_only().column(L::Id).into_query();
    let contact_ids: Vec<i64> = contact_ids.iter().copied().collect();
    let mut reminded = HashMap::new();
    for ids in contact_ids.chunks(IDS_MAX) {
        let newest = account.find::<printed_letter_contacts::Entity>();
        let newest = newest.filter(A::ContactId.is_in(ids.iter().copied()));
        let newest = newest.filter(A::LetterId.in_subquery(reminders.clone())).group_by(A::ContactId);
        let newest = newest.select_only().column(A::ContactId).expr(A::LetterId.max());
        let newest: Vec<(i64, i64)> = newest.into_tuple().all(connection).await?;
        let run_of = letters.clone().filter(L::Id.is_in(newest.iter().map(|(_, letter_id)| *letter_id)));
        let run_of = run_of.select_only().columns([L::Id, L::RunId]).into_tuple::<(i64, i64)>();
        let run_of: HashMap<i64, i64> = run_of.all(connection).await?.into_iter().collect();
        let run_ids: BTreeSet<i64> = run_of.values().copied().collect();
        let made = runs.clone().filter(R::Id.is_in(run_ids));
        let made = made.select_only().columns([R::Id, R::MadeAtMs]).into_tuple::<(i64, i64)>();
        let made: HashMap<i64, i64> = made.all(connection).await?.into_iter().collect();
        reminded.extend(newest.into_iter().filter_map(|(contact_id, letter_id)| {
            let run_id = *run_of.get(&letter_id)?;
            Some((contact_id, Reminder { made_at_ms: *made.get(&run_id)?, run_id }))
        }));
    }
    Ok(reminded)
}

/// Returns the contacts whom letters of these runs are about, each with the newest of the runs.
async fn written_to(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    runs: Select<letter_runs::Entity>,
) -> Result<HashMap<i64, i64>, AppError> {
    use {printed_letter_contacts::Column as A, printed_letters::Column as L};
    let runs = runs.select_only().column(letter_runs::Column::Id).into_query();
    let letters = account.find::<printed_letters::Entity>().filter(L::RunId.in_subquery(runs));
    let ids = letters.clone().select_only().column(L::Id).into_query();
    let letters = letters.select_only().columns([L::Id, L::RunId]).into_tuple::<(i64, i64)>();
    let run_of: HashMap<i64, i64> = letters.all(connection).await?.into_iter().collect();
    let about = account.find::<printed_letter_contacts::Entity>().filter(A::LetterId.in_subquery(ids));
    let about = about.order_by_asc(A::LetterId).select_only().columns([A::ContactId, A::LetterId]);
    let about: Vec<(i64, i64)> = about.into_tuple().all(connection).await?;
    Ok(about.into_iter().filter_map(|(id, letter)| Some((id, *run_of.get(&letter)?))).collect())
}

/// What a list shows of a run.
#[derive(Clone, Debug, FromQueryResult)]
pub struct Listed {
    /// Its id.
    pub id: i64,
    /// What its letters are for.
    pub letter_kind: LetterKind,
    /// The first day of statements.
    pub period_from: Option<NaiveDate>,
    /// The last day.
    pub period_to: Option<NaiveDate>,
    /// How many letters it has.
    pub letter_count: i64,
    /// When it was made.
    pub made_at_ms: i64,
}

/// Reads the newest runs of an account, older than the one with this id.
pub async fn list(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    (before, limit): (Option<i64>, u64),
) -> Result<Vec<Listed>, AppError> {
    use letter_runs::Column as C;
    let runs = account.find::<letter_runs::Entity>().order_by_desc(C::Id).limit(limit);
    let runs = match before {
        Some(id) => runs.filter(C::Id.lt(id)),
        None => runs,
    };
    let shown = [C::Id, C::LetterKind, C::PeriodFrom, C::PeriodTo, C::LetterCount, C::MadeAtMs];
    Ok(runs.select_only().columns(shown).into_model().all(connection).await?)
}

/// A run, with its letters in the order of their numbers, and the gifts of each.
pub struct Printed {
    /// The run.
    pub run: letter_runs::Model,
    /// Its letters.
    pub letters: Vec<printed_letters::Model>,
    /// The gifts that each letter thanks for, by its id.
    pub gift_ids: HashMap<i64, Vec<i64>>,
    /// The letters that go by email, by their ids.
    pub mailed: HashMap<i64, mailed_letters::Model>,
    /// The ids of the letters that are about somebody who was erased. Receipts among them may still have their texts.
    pub of_erased: HashSet<i64>,
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
    let mailed = account.find::<mailed_letters::Entity>();
    let mailed =
        mailed.filter(mailed_letters::Column::LetterId.is_in(letters.iter().map(|letter| letter.id)));
    let mailed = mailed.all(connection).await?.into_iter().map(|one| (one.letter_id, one)).collect();
    let ids = letters.iter().map(|letter| letter.id).collect();
    let of_erased = kept::about_erased(connection, account, ids).await?;
    Ok(Printed { run, letters, gift_ids, mailed, of_erased })
}

impl Printed {
    /// Keeps the letters that the mail server does not take.
    pub fn keep_failed(&mut self) {
        let is_failed = |one: &mailed_letters::Model| one.mail_status == MailStatus::Failed;
        self.letters.retain(|letter| self.mailed.get(&letter.id).is_some_and(is_failed));
    }

    /// Keeps the letters about those who were erased, or the others.
    pub fn keep_of_erased(&mut self, is_of_erased: bool) {
        self.letters.retain(|letter| self.of_erased.contains(&letter.id) == is_of_erased);
    }

    /// Makes the file of the letters that are here and have a text, with its title in the language of the letters.
    pub async fn pdf(
        self,
        turn: FileTurn,
        title: impl FnOnce(&letter_runs::Model, Locale) -> String,
    ) -> Result<Vec<u8>, AppError> {
        let head = serde_json::from_str(&self.run.run_head)?;
        let letters = self.letters.iter().filter_map(|letter| {
            let text = letter.letter_text.as_ref()?;
            Some(serde_json::from_str(text).map(|text| (letter.letter_number, text)))
        });
        let letters: Vec<(i64, Letter)> = letters.collect::<Result<_, _>>()?;
        let title = title(&self.run, typeset::locale_of(&letters));
        pdf(turn, title, head, (self.run.run_logo, letters)).await
    }
}
