//! Statements for a year: one letter for each giver, with the gifts of these days.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use chrono::{Datelike, NaiveDate};
use sea_orm::ConnectionTrait;
use shared::entities::{AccountScope, contacts};
use shared::values::choices::{LetterKind, Locale};
use tokio::task::yield_now;

use super::compose::Composed;
use super::compose::PAUSE_EVERY;
use super::receivers::{Giver, Receiver, Receivers};
use super::{compose, earlier, reasons, words};
use crate::error::AppError;
use crate::locale::{long_day, text};
use crate::records::Context;
use crate::resources::households::joint;
use crate::resources::letters::Way;
use crate::resources::letters::letterhead::Letterhead;
use crate::resources::letters::runs::{self, LETTERS_MAX, LeftOut, NewLetter, Seen};
use crate::resources::letters::stated::Statements;
use crate::resources::letters::templates::{Template, Words};
use crate::resources::statements::{self, Received};
use crate::typeset::Letter;

/// The most gifts of a letter.
const GIFTS_OF_LETTER_MAX: usize = 1000;

/// What letters are, for `$what` in the texts of pages.
pub(super) const RECEIPTS: &str = "receipts";
pub(super) const STATEMENTS: &str = "statements";

/// What statements are asked for.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    pub(super) days: (NaiveDate, NaiveDate),
    /// The least total of gifts of money in the account's own currency, in its minor unit; 0 is for everybody who gave.
    pub(super) least_minor: i64,
    /// Whether who has a statement of some of the same days gets another.
    pub(super) again: bool,
    pub(super) whose: Whose,
    /// How the statements go out.
    pub(super) way: Way,
}

/// Whose statements are asked for.
#[derive(Clone, Debug)]
pub(super) enum Whose {
    /// Those of all who gave.
    Everybody,
    /// That of a contact, which is also that of those who share it.
    Contact(i64),
    /// Those of some of these contacts, for a sample.
    Sample(BTreeSet<i64>),
}

impl Whose {
    /// Returns the only contacts whose gifts count, or nothing for everybody.
    async fn contact_ids(
        &self,
        connection: &impl ConnectionTrait,
        account: AccountScope,
    ) -> Result<Option<BTreeSet<i64>>, AppError> {
        match self {
            Self::Everybody => Ok(None),
            Self::Sample(ids) => Ok(Some(ids.clone())),
            Self::Contact(id) => {
                let contact = account.find_id::<contacts::Entity>(*id).one(connection).await?;
                let contact = contact.ok_or(AppError::NotFound)?;
                Ok(Some(joint::sharing(connection, account, &contact).await?.into_iter().collect()))
            }
        }
    }
}

/// Composes the statements that are asked for.
///
/// # Errors
/// [`AppError::Invalid`] if there are more gifts or letters than a run has.
pub(super) async fn of_days<C: ConnectionTrait>(
    connection: &C,
    context: &Context,
    letterhead: &Letterhead,
    asked: &Asked,
) -> Result<Composed, AppError> {
    let words = Words::read(connection, context.caller.account, LetterKind::YearEndStatement).await?;
    with_words(connection, context, letterhead, (&words, asked)).await
}

/// Composes the statements with other words.
pub(super) async fn with_words<C: ConnectionTrait>(
    connection: &C,
    context: &Context,
    letterhead: &Letterhead,
    (texts, asked): (&Words, &Asked),
) -> Result<Composed, AppError> {
    let account = context.caller.account;
    let only = asked.whose.contact_ids(connection, account).await?;
    let received = statements::received_from_all(connection, context, asked.days, only.as_ref());
    let Some(received) = received.await? else {
        let most = statements::RUN_GIFTS_MAX;
        return Err(too_many(format_args!("begins days with more than {most} gifts: choose fewer days")));
    };
    let ids: BTreeSet<i64> = received.iter().filter_map(|one| one.gift.model.contact_id).collect();
    let receivers = Receivers::find(connection, context, letterhead, (&ids, asked.way)).await?;
    let is_sample = matches!(asked.whose, Whose::Sample(_));
    let (stated, run) = if is_sample {
        (HashMap::new(), None)
    } else {
        let run = runs::newest_like(connection, account, LetterKind::YearEndStatement).await?;
        (runs::stated(connection, account, asked.days).await?, run)
    };
    let mut statements = Composed::default();
    let mut wanted = Vec::new();
    for (giver, gifts) in by_giver(context, &receivers, received, asked.least_minor) {
        let run = run_of_all(&stated, &gifts);
        match why_not(&gifts, run.filter(|_| !asked.again)) {
            None => match receivers.of(giver) {
                Ok(receiver) => wanted.push((receiver, gifts)),
                Err(why) => statements.left_out.push(left_out(&gifts, why.to_owned())),
            },
            Some(why) => statements.left_out.push(left_out(&gifts, why)),
        }
    }
    if wanted.len() > LETTERS_MAX {
        let rule = format_args!(
            "begins days with more than {LETTERS_MAX} statements: choose fewer days or a larger sum"
        );
        return Err(too_many(rule));
    }
    wanted.sort_by_key(|(receiver, ..)| receivers.order(receiver));
    let gifts = wanted.iter().filter(|_| !is_sample).flat_map(|(_, gifts)| gifts);
    let gifts = gifts.map(|one| (one.gift.model.id, one.gift.model.gift_date)).collect();
    let made = Statements::before(connection, account, (asked.days, &gifts)).await?;
    for (i, (receiver, mut gifts)) in wanted.into_iter().enumerate() {
        if i % PAUSE_EVERY == 0 {
            yield_now().await;
        }
        let is_receipt = is_for_money(&texts.of(receiver.locale));
        if is_receipt {
            let count = gifts.len();
            gifts = of_living(receiver, gifts, &mut statements.left_out);
            gifts = earlier::unconfirmed(&made, gifts, &mut statements.left_out);
            // What is left out says already why there is no letter.
            if gifts.len() < count && has_no_money(&gifts) {
                continue;
            }
        }
        let totals = words::totals(&gifts);
        let shown = (asked.days, &*gifts, &receivers.names_in_letters);
        match letter(context, (letterhead, texts), receiver, shown) {
            Ok(text) => {
                let on_it = gifts.iter().filter(|one| !(is_receipt && one.is_in_kind));
                let ids: BTreeSet<i64> = on_it.map(|one| one.gift.model.id).collect();
                let standing = made.standing((&ids, is_receipt), &text);
                let text = earlier::marked(text, &standing, context.caller.timezone);
                let new = compose::new_letter(receiver, givers(&gifts), text, ids.into_iter().collect());
                statements.letters.push(NewLetter { is_receipt, ..new });
                statements.totals.push(totals);
            }
            Err(why) => statements.left_out.push(left_out(&gifts, why)),
        }
    }
    let of_account = texts.of(letterhead.locale_for(None));
    statements.what = what(&statements.letters, is_for_money(&of_account));
    statements.names = receivers.names;
    statements.seen = Seen { contacts: receivers.seen, run, ..Seen::default() };
    Ok(statements)
}

fn left_out(gifts: &[Received], why: String) -> LeftOut {
    LeftOut { contact_id: givers(gifts).next(), gift_ids: Vec::new(), why }
}

/// Returns the gifts of those whom a letter names. An official receipt is for who gave: nobody else of the household gets one
/// for the gifts of somebody who has died.
fn of_living(receiver: &Receiver, gifts: Vec<Received>, left_out_of: &mut Vec<LeftOut>) -> Vec<Received> {
    let has_died = |one: &Received| one.gift.model.contact_id.is_some_and(|id| receiver.died.contains(&id));
    let (of_dead, others): (Vec<_>, Vec<_>) = gifts.into_iter().partition(has_died);
    if !of_dead.is_empty() {
        left_out_of.push(left_out(&of_dead, reasons::DIED.to_owned()));
    }
    others
}

/// Returns who gave each of these gifts.
pub(super) fn givers(gifts: &[Received]) -> impl Iterator<Item = i64> {
    gifts.iter().filter_map(|one| one.gift.model.contact_id)
}

fn too_many(rule: std::fmt::Arguments<'_>) -> AppError {
    AppError::invalid("from", rule)
}

/// Divides gifts by who gave, and leaves those out who gave less than the least sum.
fn by_giver(
    context: &Context,
    receivers: &Receivers,
    received: Vec<Received>,
    least_minor: i64,
) -> BTreeMap<Giver, Vec<Received>> {
    let mut by_giver: BTreeMap<Giver, Vec<Received>> = BTreeMap::new();
    for one in received {
        if let Some(id) = one.gift.model.contact_id {
            by_giver.entry(receivers.giver(id)).or_default().push(one);
        }
    }
    by_giver.retain(|_, gifts| {
        let total = words::totals(gifts).get(context.caller.currency.code()).copied().unwrap_or_default();
        least_minor == 0 || total >= least_minor.into()
    });
    by_giver
}

/// Returns the newest of the runs of those who gave, if all have one.
fn run_of_all(stated: &HashMap<i64, i64>, gifts: &[Received]) -> Option<i64> {
    let mut givers = givers(gifts);
    let first = *stated.get(&givers.next()?)?;
    givers.try_fold(first, |newest, id| Some(newest.max(*stated.get(&id)?)))
}

/// Says why there is no statement of gifts, whoever gave them. `run` is the one that has a statement of them already.
fn why_not(gifts: &[Received], run: Option<i64>) -> Option<String> {
    let gave_in_kind = gifts.iter().any(|one| one.is_in_kind && one.gift.model.gift_adjusts_id.is_none());
    if !gave_in_kind && has_no_money(gifts) {
        return Some("has taken back what was given".to_owned());
    }
    run.map(|run| format!("has one already, in run {run}"))
}

/// Says whether no money is left of gifts.
fn has_no_money(gifts: &[Received]) -> bool {
    words::totals(gifts).values().all(|total| *total <= 0)
}

/// Says what letters are: official receipts, plain statements, or both, in languages that have different words. Without letters,
/// it is what the words of the account's own language make.
fn what(letters: &[NewLetter], are_receipts: bool) -> &'static str {
    if letters.is_empty() && are_receipts {
        return RECEIPTS;
    }
    what_of(letters.iter().filter(|letter| letter.is_receipt).count(), letters.len())
}

/// Says what letters are of which so many are official receipts.
pub(super) fn what_of<T: Copy + PartialEq + Default>(receipts: T, all: T) -> &'static str {
    if receipts == T::default() {
        STATEMENTS
    } else if receipts == all {
        RECEIPTS
    } else {
        "both"
    }
}

/// Says whether words are an official receipt, for money: those with the total in words. Goods and stock need another one.
fn is_for_money(words: &Template) -> bool {
    words.has("total_in_words")
}

fn letter(
    context: &Context,
    (letterhead, texts): (&Letterhead, &Words),
    receiver: &Receiver,
    (days, gifts, names): ((NaiveDate, NaiveDate), &[Received], &HashMap<i64, String>),
) -> Result<Letter, String> {
    if gifts.len() > GIFTS_OF_LETTER_MAX {
        return Err(format!("has more than {GIFTS_OF_LETTER_MAX} gifts"));
    }
    let (template, totals) = (texts.of(receiver.locale), words::totals(gifts));
    let is_for_money = is_for_money(&template);
    if is_for_money && has_no_money(gifts) {
        return Err("gave no money".to_owned());
    }
    let amounts = words::Amounts { locale: receiver.locale, own: context.caller.currency };
    let givers: BTreeSet<_> = givers(gifts).collect();
    let mut tables = words::tables(gifts, (givers.len() > 1).then_some(names), amounts);
    tables.retain(|table| table.has_amounts || !is_for_money);
    let mut values = compose::values(receiver, letterhead, context.today);
    let (year, period) = in_words(days, receiver.locale);
    values.insert("year", year);
    values.insert("period", period);
    values.insert("total", words::total(&totals, amounts));
    values.insert("total_in_words", words::total_in_words(&totals, amounts));
    compose::letter(&template, receiver, &values, tables)
}

/// Returns a year, or days, and the same after a sentence.
fn in_words((from, to): (NaiveDate, NaiveDate), locale: Locale) -> (String, String) {
    let is_year = from.year() == to.year()
        && from.ordinal() == 1
        && to.succ_opt().is_some_and(|day| day.ordinal() == 1);
    if is_year {
        let year = from.year().to_string();
        let period = text(locale, "in-year", &[("year", year.as_str().into())]);
        return (year, period);
    }
    let [first, last] = [from, to].map(|day| long_day(locale, day).into());
    let period = if from == to {
        text(locale, "on-day", &[("day", first)])
    } else {
        text(locale, "in-days", &[("from", first), ("to", last)])
    };
    (words::days_in_words((from, to), locale), period)
}
