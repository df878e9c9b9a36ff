//! The thank-yous for gifts: one letter for each giver, with all of the giver's gifts that wait.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use sea_orm::{ColumnTrait, ConnectionTrait, QueryFilter, QueryOrder, QuerySelect};
use shared::entities::gifts;
use shared::values::choices::{GiftStatus, LetterKind};
use tokio::task::yield_now;

use super::compose::{Composed, PAUSE_EVERY};
use super::receivers::{Giver, Receiver, Receivers};
use super::statement_letters::givers;
use super::{compose, words};
use crate::error::AppError;
use crate::locale::text;
use crate::records::Context;
use crate::resources::letters::Way;
use crate::resources::letters::letterhead::Letterhead;
use crate::resources::letters::runs::{self, LeftOut};
use crate::resources::letters::templates::Words;
use crate::resources::statements::{self, Received};
use crate::typeset::Letter;

/// The letters that thank for some gifts.
#[derive(Default)]
pub(super) struct ThankYous {
    pub(super) composed: Composed,
    /// The gifts of the letters, with the name on the envelope or the email address, in the order in which they were given.
    pub(super) gifts: Vec<(Received, String)>,
}

/// Says why there is no letter for a gift, whoever gave it.
fn why_not(gift: &gifts::Model) -> Option<&'static str> {
    if gift.gift_status != GiftStatus::Received {
        Some("the gift is not received")
    } else if gift.gift_thanked_on.is_some() {
        Some("is thanked for already")
    } else if gift.contact_id.is_none() {
        Some("the gift has no donor")
    } else if gift.gift_adjusts_id.is_some() || gift.gift_amount_minor <= 0 {
        Some("the gift is a correction")
    } else {
        None
    }
}

/// Composes the letters for gifts.
pub(super) async fn of_gifts<C: ConnectionTrait>(
    connection: &C,
    context: &Context,
    letterhead: &Letterhead,
    (way, gifts): (Way, Vec<gifts::Model>),
) -> Result<ThankYous, AppError> {
    let account = context.caller.account;
    let printed = runs::thanked(connection, account, gifts.iter().map(|gift| gift.id)).await?;
    let words = Words::read(connection, account, LetterKind::ThankYou).await?;
    composed(connection, context, (letterhead, &words), (way, gifts, &printed)).await
}

/// Composes letters for gifts with other words, whether or not there are letters for them already.
pub(super) async fn with_words<C: ConnectionTrait>(
    connection: &C,
    context: &Context,
    letterhead: &Letterhead,
    (words, gifts): (&Words, Vec<gifts::Model>),
) -> Result<ThankYous, AppError> {
    composed(connection, context, (letterhead, words), (Way::Post, gifts, &HashSet::new())).await
}

async fn composed<C: ConnectionTrait>(
    connection: &C,
    context: &Context,
    (letterhead, texts): (&Letterhead, &Words),
    (way, gifts, printed): (Way, Vec<gifts::Model>, &HashSet<i64>),
) -> Result<ThankYous, AppError> {
    let mut thanks = ThankYous::default();
    let mut wanted = Vec::new();
    let ids: BTreeSet<i64> = gifts.iter().filter_map(|gift| gift.contact_id).collect();
    let receivers = Receivers::find(connection, context, letterhead, (&ids, way)).await?;
    let undone = undone(connection, context, &gifts).await?;
    thanks.composed.seen.gifts = gifts.iter().map(|gift| (gift.id, gift.event_sequence)).collect();
    let mut without: BTreeMap<(Option<i64>, String), Vec<i64>> = BTreeMap::new();
    for gift in gifts {
        let why = match (why_not(&gift), gift.contact_id) {
            (None, _) if printed.contains(&gift.id) => Err("has a letter for the gift already"),
            (None, _) if undone.contains(&gift.id) => Err("the gift was taken back"),
            (None, Some(id)) => receivers.of(receivers.giver(id)).map(|_| ()),
            (why, _) => Err(why.unwrap_or("the gift has no donor")),
        };
        match why {
            Ok(()) => wanted.push(gift),
            Err(why) => without.entry((gift.contact_id, why.to_owned())).or_default().push(gift.id),
        }
    }
    let mut by_giver: BTreeMap<Giver, Vec<Received>> = BTreeMap::new();
    for received in statements::of_gifts(connection, context, wanted).await? {
        let giver = received.gift.model.contact_id.map(|id| receivers.giver(id));
        by_giver.entry(giver.unwrap_or(Giver::Contact(0))).or_default().push(received);
    }
    for (i, (giver, gifts)) in by_giver.into_iter().enumerate() {
        if i % PAUSE_EVERY == 0 {
            yield_now().await;
        }
        let Ok(receiver) = receivers.of(giver) else { continue };
        let gift_ids: Vec<i64> = gifts.iter().map(|one| one.gift.model.id).collect();
        match letter(context, (letterhead, texts), receiver, &gifts) {
            Ok(text) => {
                let to = receiver.shown();
                thanks.composed.letters.push(compose::new_letter(receiver, givers(&gifts), text, gift_ids));
                thanks.gifts.extend(gifts.into_iter().map(|gift| (gift, to.clone())));
            }
            Err(why) => {
                without.entry((Some(receiver.contact_id), why)).or_default().extend(gift_ids);
            }
        }
    }
    thanks.gifts.sort_by_key(|(one, _)| (one.gift.model.gift_date, one.gift.model.id));
    let left_out = |((contact_id, why), gift_ids)| LeftOut { contact_id, gift_ids, why };
    thanks.composed.left_out = without.into_iter().map(left_out).collect();
    thanks.composed.names = receivers.names;
    thanks.composed.seen.contacts = receivers.seen;
    Ok(thanks)
}

fn letter(
    context: &Context,
    (letterhead, texts): (&Letterhead, &Words),
    receiver: &Receiver,
    gifts: &[Received],
) -> Result<Letter, String> {
    let locale = receiver.locale;
    let amounts = words::Amounts { locale, own: context.caller.currency };
    let mut values = compose::values(receiver, letterhead, context.today);
    let totals = words::totals(gifts);
    let total = words::total(&totals, amounts);
    let mut funds: Vec<_> = gifts.iter().flat_map(|one| words::funds(&one.gift)).collect();
    funds.sort_unstable();
    funds.dedup();
    let days = gifts.iter().map(|one| one.gift.model.gift_date);
    let days = days.clone().min().zip(days.max()).map(|days| words::days_in_words(days, locale));
    let (what, tables) = match gifts {
        [one] => (words::gift_in_words(one, amounts), Vec::new()),
        several => {
            let args = [("count", several.len().into()), ("total", total.as_str().into())];
            (text(locale, "several-gifts", &args), words::tables(several, None, amounts))
        }
    };
    values.insert("gifts", what);
    values.insert("amount", total);
    values.insert("amount_in_words", words::total_in_words(&totals, amounts));
    values.insert("gift_date", days.unwrap_or_default());
    let fund = if funds.is_empty() { text(locale, "needed-most", &[]) } else { funds.join(", ") };
    values.insert("fund", fund);
    compose::letter(&texts.of(locale), receiver, &values, tables)
}

/// Reads gifts by their ids.
pub(super) async fn by_ids(
    connection: &impl ConnectionTrait,
    context: &Context,
    ids: &[i64],
) -> Result<Vec<gifts::Model>, AppError> {
    let gifts = context.caller.account.find::<gifts::Entity>();
    let gifts = gifts.filter(gifts::Column::Id.is_in(ids.iter().copied()));
    Ok(gifts.order_by_asc(gifts::Column::Id).all(connection).await?)
}

/// Returns those of these gifts that their corrections have brought to nothing, or to less.
async fn undone(
    connection: &impl ConnectionTrait,
    context: &Context,
    gifts: &[gifts::Model],
) -> Result<HashSet<i64>, AppError> {
    use gifts::Column as G;
    let corrections =
        context.caller.account.find::<gifts::Entity>().filter(G::GiftStatus.eq(GiftStatus::Received));
    let corrections = corrections.filter(G::GiftAdjustsId.is_in(gifts.iter().map(|gift| gift.id)));
    let corrections = corrections.select_only().columns([G::GiftAdjustsId, G::GiftAmountMinor]);
    let mut net: HashMap<i64, i128> =
        gifts.iter().map(|gift| (gift.id, gift.gift_amount_minor.into())).collect();
    for (id, minor) in corrections.into_tuple::<(i64, i64)>().all(connection).await? {
        *net.entry(id).or_default() += i128::from(minor);
    }
    Ok(net.into_iter().filter(|(_, minor)| *minor <= 0).map(|(id, _)| id).collect())
}
