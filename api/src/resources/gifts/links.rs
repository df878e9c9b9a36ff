//! The links of a gift: its pledge, the gift that it adjusts, and the contacts who are credited with it.

use std::collections::HashMap;

use sea_orm::{ActiveValue, ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use serde_json::json;
use shared::Transaction;
use shared::entities::{AccountScope, batches, contacts, gift_soft_credits, gifts, pledges};

use crate::error::AppError;
use crate::fields::{Patch, Problems};
use crate::records::importable::{CONTACT, GIFT, LookupColumn, Names, text_of, texts_by_id};
use crate::records::links::{NO_CIRCLE, leads_to};
use crate::records::list::Linked;
use crate::records::{Context, Link};
use crate::resources::contacts::primary_emails;

/// The gift that a gift adjusts, by its external id.
pub(super) const ADJUSTS: LookupColumn = LookupColumn {
    column: "gift_adjusts_external_id",
    field: "gift_adjusts_id",
    names: Names::OneOfItsKind,
    ..GIFT
};
/// The contacts who are credited with a gift, by their external ids.
pub(super) const SOFT_CREDITS: LookupColumn = LookupColumn {
    column: "gift_soft_credit_external_ids",
    field: "gift_soft_credits",
    what: "external ids of contacts of this account, separated by semicolons",
    names: Names::Several,
    ..CONTACT
};

/// The ids of the contacts who are credited with a gift.
#[derive(Default)]
pub(super) struct Credits {
    /// As they are stored.
    pub(super) before: Vec<i64>,
    /// As they are to be.
    after: Vec<i64>,
}

impl Credits {
    /// Makes the plan for a body. Adds the faults of the body to the problems.
    pub(super) async fn plan(
        tx: &Transaction,
        context: &Context,
        input: Patch<Vec<i64>>,
        (stored, gift): (Option<&gifts::Model>, &gifts::Model),
        problems: &mut Problems,
    ) -> Result<Self, AppError> {
        let account = context.caller.account;
        let before = match stored {
            Some(gift) => of_gifts(tx, account, &[gift.id]).await?.remove(&gift.id).unwrap_or_default(),
            None => Vec::new(),
        };
        let mut after = match input {
            Patch::Absent => return Ok(Self { after: before.clone(), before }),
            Patch::Null => Vec::new(),
            Patch::Value(ids) => ids,
        };
        for (i, id) in after.iter().enumerate() {
            let field = format!("gift_soft_credits[{i}]");
            if gift.contact_id == Some(*id) {
                problems.add(&field, "must be another contact than the giver");
            }
            // A stored credit proves that its contact exists.
            let link =
                Link { field: &field, id: Some(*id).filter(|id| !before.contains(id)), kind: "contact" };
            context.check_link::<contacts::Entity>(tx, problems, link).await?;
        }
        after.sort_unstable();
        after.dedup();
        Ok(Self { before, after })
    }

    /// Writes the plans of gifts that have just been written. Returns the credits of each gift that has any.
    pub(super) async fn write(
        tx: &Transaction,
        account: AccountScope,
        plans: impl Iterator<Item = (i64, Self)>,
    ) -> Result<HashMap<i64, Vec<i64>>, AppError> {
        use gift_soft_credits::Column as C;
        let (mut new, mut credits) = (Vec::new(), HashMap::new());
        for (gift_id, Self { before, after }) in plans {
            let gone: Vec<_> = before.iter().copied().filter(|id| !after.contains(id)).collect();
            if !gone.is_empty() {
                let of_gift = account.delete::<gift_soft_credits::Entity>().filter(C::GiftId.eq(gift_id));
                of_gift.filter(C::ContactId.is_in(gone)).exec(tx).await?;
            }
            let added = after.iter().filter(|id| !before.contains(id));
            new.extend(added.map(|contact_id| gift_soft_credits::ActiveModel {
                account_id: ActiveValue::Set(account.account_id()),
                gift_id: ActiveValue::Set(gift_id),
                contact_id: ActiveValue::Set(*contact_id),
            }));
            if !after.is_empty() {
                credits.insert(gift_id, after);
            }
        }
        for new in new.chunks(ROWS_MAX) {
            gift_soft_credits::Entity::insert_many(new.iter().cloned()).exec_without_returning(tx).await?;
        }
        Ok(credits)
    }
}

/// The most rows that one statement inserts. Each takes three parameters, and SQLite allows 32,766.
const ROWS_MAX: usize = 10_000;

/// Returns the ids of the contacts who are credited with gifts, by gift and in their order.
pub(super) async fn of_gifts<C: ConnectionTrait>(
    connection: &C,
    account: AccountScope,
    gift_ids: &[i64],
) -> Result<HashMap<i64, Vec<i64>>, AppError> {
    use gift_soft_credits::Column as C;
    // A gift that is not stored yet has no number.
    if gift_ids.iter().all(|id| *id == 0) {
        return Ok(HashMap::new());
    }
    let credits = account.find::<gift_soft_credits::Entity>();
    let credits = credits.filter(C::GiftId.is_in(gift_ids.iter().copied())).order_by_asc(C::ContactId);
    let credits = credits.select_only().columns([C::GiftId, C::ContactId]);
    let mut by_gift: HashMap<i64, Vec<i64>> = HashMap::new();
    for (gift_id, contact_id) in credits.into_tuple().all(connection).await? {
        by_gift.entry(gift_id).or_default().push(contact_id);
    }
    Ok(by_gift)
}

/// Returns whether a contact is credited with a gift.
pub(in crate::resources) async fn is_credited(
    tx: &Transaction,
    account: AccountScope,
    gift_id: i64,
    contact_id: i64,
) -> Result<bool, AppError> {
    let credits = of_gifts(tx, account, &[gift_id]).await?;
    Ok(credits.get(&gift_id).is_some_and(|ids| ids.contains(&contact_id)))
}

/// Returns what a file shows of the records that gifts link to: the giver's email address, and the external ids of the
/// pledge, of the adjusted gift, of the credited contacts, whose ids stand beside each gift, and of the batch.
pub(super) async fn in_file<C: ConnectionTrait>(
    connection: &C,
    account: AccountScope,
    gifts: &[(&gifts::Model, &[i64])],
) -> Result<Vec<Linked>, AppError> {
    let rows = || gifts.iter().map(|(gift, _)| gift);
    let emails = primary_emails(connection, account, rows().filter_map(|gift| gift.contact_id)).await?;
    let pledge_ids = rows().filter_map(|gift| gift.pledge_id);
    let pledges =
        texts_by_id::<pledges::Entity, _>(connection, account, pledges::Column::PledgeExternalId, pledge_ids)
            .await?;
    let adjusted_ids = rows().filter_map(|gift| gift.gift_adjusts_id);
    let adjusted =
        texts_by_id::<gifts::Entity, _>(connection, account, gifts::Column::GiftExternalId, adjusted_ids)
            .await?;
    let batch_ids = rows().filter_map(|gift| gift.batch_id);
    let batches =
        texts_by_id::<batches::Entity, _>(connection, account, batches::Column::BatchExternalId, batch_ids)
            .await?;
    let credited_ids = gifts.iter().flat_map(|(_, credited)| credited.iter().copied());
    let credited = texts_by_id::<contacts::Entity, _>(
        connection,
        account,
        contacts::Column::ContactExternalId,
        credited_ids,
    )
    .await?;
    let linked = |(gift, ids): &(&gifts::Model, &[i64])| {
        // Without an external id for each, those that have one would replace all.
        let credits = ids.iter().map(|id| credited.get(id)).collect::<Option<Vec<_>>>();
        vec![
            text_of(&emails, gift.contact_id),
            text_of(&pledges, gift.pledge_id),
            text_of(&adjusted, gift.gift_adjusts_id),
            json!(credits.unwrap_or_default()),
            text_of(&batches, gift.batch_id),
        ]
    };
    Ok(gifts.iter().map(linked).collect())
}

/// Checks that the gift that this one adjusts is another gift of the account in the same currency, and does not adjust this
/// one. That gift may still change its currency, so that a wrong one can be mended.
pub(super) async fn check_adjusted(
    tx: &Transaction,
    context: &Context,
    (stored, gift): (Option<&gifts::Model>, &gifts::Model),
    problems: &mut Problems,
) -> Result<(), AppError> {
    use gifts::Column::GiftAdjustsId;
    let (account, link) = (context.caller.account, gift.gift_adjusts_id);
    if link == Some(gift.id) {
        problems.add("gift_adjusts_id", "must be the id of another gift");
    } else if stored.is_some_and(|stored| stored.gift_adjusts_id != link)
        && leads_to::<gifts::Entity>(tx, account, GiftAdjustsId, link, gift.id).await?
    {
        problems.add("gift_adjusts_id", NO_CIRCLE);
    }
    let of = |gift: &gifts::Model| (gift.gift_adjusts_id, gift.gift_currency.clone());
    let Some(id) = link.filter(|_| stored.is_none_or(|stored| of(stored) != of(gift))) else { return Ok(()) };
    match context.find_link::<gifts::Entity>(tx, id).await? {
        None => problems.add_unknown_id("gift_adjusts_id", "gift"),
        Some(adjusted) if adjusted.gift_currency != gift.gift_currency => {
            problems.add("gift_adjusts_id", "must be a gift in the same currency: send its gift_currency");
        }
        Some(_) => {}
    }
    Ok(())
}

/// Checks that the pledge of a gift is of the gift's contact and currency.
pub(super) async fn check_pledge(
    tx: &Transaction,
    context: &Context,
    gift: &gifts::Model,
    problems: &mut Problems,
) -> Result<(), AppError> {
    let Some(pledge_id) = gift.pledge_id else { return Ok(()) };
    // Lock the pledge, so that it cannot change its contact or currency before the gift is committed.
    let pledge = context.find_link::<pledges::Entity>(tx, pledge_id).await?;
    let fits = |pledge: &pledges::Model| {
        Some(pledge.contact_id) == gift.contact_id && pledge.pledge_currency == gift.gift_currency
    };
    match pledge {
        None => problems.add_unknown_id("pledge_id", "pledge"),
        Some(pledge) if !fits(&pledge) => {
            problems.add("pledge_id", "must be a pledge of the gift's contact and currency");
        }
        Some(_) => {}
    }
    Ok(())
}
