//! A sample of a letter: for a donor of the account, with what would be printed.

use chrono::{Datelike, NaiveDate};
use sea_orm::{ColumnTrait, QueryFilter, QueryOrder, QuerySelect};
use shared::entities::gifts;
use shared::values::choices::{GiftStatus, LetterKind};

use super::statement_letters::{self, Asked, Whose};
use super::{reminder_letters, thank_you_letters};
use crate::error::AppError;
use crate::records::Context;
use crate::resources::letters::Way;
use crate::resources::letters::letterhead::Letterhead;
use crate::resources::letters::templates::Words;
use crate::typeset::Letter;

/// Among how many of the newest gifts a donor with an address is looked for.
const LOOKED_AT: u64 = 50;

/// Composes a letter of a kind for the donor of a recent gift, with these words, or returns nothing if no donor can be
/// written to.
pub(in crate::web) async fn letter(
    context: &Context,
    letterhead: &Letterhead,
    (kind, words): (LetterKind, &Words),
) -> Result<Option<Letter>, AppError> {
    use gifts::Column as G;
    let reader = context.app.store.read();
    if kind == LetterKind::PledgeReminder {
        let asked = reminder_letters::Asked { again: true, most: 1, ..reminder_letters::Asked::default() };
        let made = reminder_letters::with_words(reader, context, letterhead, (words, &asked)).await?;
        return Ok(made.letters.into_iter().next().map(|letter| letter.text));
    }
    let newest =
        context.caller.account.find::<gifts::Entity>().filter(G::GiftStatus.eq(GiftStatus::Received));
    let newest = newest.filter(G::ContactId.is_not_null()).filter(G::GiftAmountMinor.gt(0));
    let newest = newest.order_by_desc(G::GiftDate).order_by_desc(G::Id).limit(LOOKED_AT).all(reader).await?;
    // A sample is for a gift that may be thanked for already.
    let newest: Vec<_> =
        newest.into_iter().map(|gift| gifts::Model { gift_thanked_on: None, ..gift }).collect();
    let found = thank_you_letters::with_words(reader, context, letterhead, (words, newest)).await?;
    let mut letters = found.composed.letters.into_iter();
    if kind == LetterKind::ThankYou {
        return Ok(letters.next().map(|letter| letter.text));
    }
    // Not everybody has gifts of this year, or of money, which the words may need.
    let whose = Whose::Sample(letters.flat_map(|letter| letter.contact_ids).collect());
    let year = context.today.year();
    let day = |month, day| NaiveDate::from_ymd_opt(year, month, day).unwrap_or(context.today);
    let days = (day(1, 1), day(12, 31));
    let asked = Asked { days, least_minor: 0, again: true, whose, way: Way::Post };
    let made = match statement_letters::with_words(reader, context, letterhead, (words, &asked)).await {
        Err(AppError::Invalid(_)) => return Ok(None),
        made => made?,
    };
    Ok(made.letters.into_iter().next().map(|letter| letter.text))
}
