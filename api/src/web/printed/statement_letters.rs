//! Statements for a year: one letter for each giver, with the gifts of these days.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use chrono::{Datelike, NaiveDate};
use sea_orm::ConnectionTrait;
use shared::values::choices::LetterKind;

use super::receivers::{Giver, Receiver, Receivers};
use super::{compose, words};
use crate::error::AppError;
use crate::fields::Problems;
use crate::records::Context;
use crate::resources::letters::letterhead::Letterhead;
use crate::resources::letters::runs::{LETTERS_MAX, LeftOut, NewLetter};
use crate::resources::letters::templates::{self, Template};
use crate::resources::statements::{self, Received};
use crate::typeset::Letter;

/// The most gifts of a run.
const GIFTS_MAX: usize = 50_000;
/// The most gifts of a letter.
const GIFTS_OF_LETTER_MAX: usize = 1000;

/// What statements are asked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asked {
    pub(super) days: (NaiveDate, NaiveDate),
    /// The least total of gifts of money in the account's own currency, in its minor unit; 0 is for everybody who gave.
    pub(super) least_minor: i64,
    /// The only contact, for a sample.
    pub(super) only: Option<i64>,
}

/// The statements for some days.
#[derive(Default)]
pub(super) struct Statements {
    pub(super) letters: Vec<NewLetter>,
    pub(super) left_out: Vec<LeftOut>,
    pub(super) names: HashMap<i64, String>,
}

/// Composes the statements of all who have given.
///
/// # Errors
/// [`AppError::Invalid`] if there are more gifts or letters than a run has.
pub(super) async fn of_days<C: ConnectionTrait>(
    connection: &C,
    context: &Context,
    letterhead: &Letterhead,
    asked: Asked,
) -> Result<Statements, AppError> {
    let template = templates::read(connection, context.caller.account, LetterKind::YearEndStatement).await?;
    with_words(connection, context, letterhead, (&template, asked)).await
}

/// Composes the statements with other words.
pub(super) async fn with_words<C: ConnectionTrait>(
    connection: &C,
    context: &Context,
    letterhead: &Letterhead,
    (template, asked): (&Template, Asked),
) -> Result<Statements, AppError> {
    let received = statements::received_from_all(connection, context, asked.days, GIFTS_MAX).await?;
    let too_many = |rule: String| {
        let mut problems = Problems::default();
        problems.add("from", rule);
        problems
    };
    let Some(received) = received else {
        too_many(format!("begins days with more than {GIFTS_MAX} gifts: choose fewer days")).check()?;
        return Ok(Statements::default());
    };
    let ids: BTreeSet<i64> = received.iter().filter_map(|one| one.gift.model.contact_id).collect();
    let receivers = Receivers::find(connection, context, &ids).await?;
    let mut by_giver: BTreeMap<Giver, Vec<Received>> = BTreeMap::new();
    for one in received {
        if let Some(id) = one.gift.model.contact_id {
            by_giver.entry(receivers.giver(id)).or_default().push(one);
        }
    }
    let only = asked.only.map(|id| receivers.giver(id));
    by_giver.retain(|giver, gifts| {
        let total = words::totals(gifts).get(context.caller.currency.code()).copied().unwrap_or_default();
        only.is_none_or(|only| only == *giver)
            && (asked.least_minor == 0 || total >= asked.least_minor.into())
    });
    let mut statements = Statements::default();
    for (giver, gifts) in by_giver {
        let contact_id = gifts.iter().find_map(|one| one.gift.model.contact_id);
        let made = receivers.of(giver).map_err(str::to_owned).and_then(|receiver| {
            let text =
                letter(context, (letterhead, template), receiver, (asked.days, &gifts, &receivers.names))?;
            Ok(NewLetter { contact_id: receiver.contact_id, text, gift_ids: Vec::new() })
        });
        match made {
            Ok(letter) => statements.letters.push(letter),
            Err(why) => statements.left_out.push(LeftOut { contact_id, gift_ids: Vec::new(), why }),
        }
    }
    if statements.letters.len() > LETTERS_MAX {
        let rule =
            format!("begins days with more than {LETTERS_MAX} statements: choose fewer days or a larger sum");
        too_many(rule).check()?;
    }
    // Whoever puts them into envelopes finds them by name.
    statements.letters.sort_by_key(|letter| {
        (receivers.names.get(&letter.contact_id).map(|name| name.to_lowercase()), letter.contact_id)
    });
    statements.names = receivers.names;
    Ok(statements)
}

fn letter(
    context: &Context,
    (letterhead, template): (&Letterhead, &Template),
    receiver: &Receiver,
    (days, gifts, names): ((NaiveDate, NaiveDate), &[Received], &HashMap<i64, String>),
) -> Result<Letter, String> {
    if gifts.len() > GIFTS_OF_LETTER_MAX {
        return Err(format!("has more than {GIFTS_OF_LETTER_MAX} gifts"));
    }
    let own = context.caller.currency;
    let givers: BTreeSet<_> = gifts.iter().map(|one| one.gift.model.contact_id).collect();
    let tables = words::tables(gifts, (givers.len() > 1).then_some(names), own);
    let mut values = compose::values(receiver, letterhead, context.today);
    let (year, period) = in_words(days);
    values.insert("year", year);
    values.insert("period", period);
    values.insert("total", words::total_in_words(&words::totals(gifts), own));
    compose::letter(template, receiver, &values, tables)
}

/// Returns a year, or days, and the same after a sentence.
fn in_words((from, to): (NaiveDate, NaiveDate)) -> (String, String) {
    let is_year = from.year() == to.year()
        && from.ordinal() == 1
        && to.succ_opt().is_some_and(|day| day.ordinal() == 1);
    if is_year {
        return (from.year().to_string(), format!("in {}", from.year()));
    }
    let words = words::days_in_words((from, to));
    let period = if from == to { format!("on {words}") } else { format!("from {words}") };
    (words, period)
}
