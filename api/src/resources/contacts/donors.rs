//! Contacts who become donors by giving, where the account says so.

use std::collections::BTreeSet;

use chrono::{Months, NaiveDate};
use contacts::Column as C;
use sea_orm::sea_query::LockType;
use sea_orm::{ColumnTrait, QueryFilter, QueryOrder, QuerySelect};
use shared::Transaction;
use shared::entities::{contacts, gifts};
use shared::values::choices::{ContactStatus, GiftStatus};

use super::{Contact, ContactInput};
use crate::error::AppError;
use crate::fields::{Patch, Problems};
use crate::records::{Context, service};

/// For how many months a gift says that its giver is a donor. Older ones are entered or imported as a record of the past.
const DONOR_MONTHS: u32 = 12;

/// Returns the giver of a recent gift that has just been received, or that is a new giver's.
pub(in crate::resources) fn new_giver(
    stored: Option<&gifts::Model>,
    gift: &gifts::Model,
    today: NaiveDate,
) -> Option<i64> {
    let since = today.checked_sub_months(Months::new(DONOR_MONTHS)).unwrap_or(today);
    let giver = |gift: &gifts::Model| {
        let is_given = gift.gift_status == GiftStatus::Received && gift.gift_amount_minor > 0;
        gift.contact_id.filter(|_| is_given && gift.gift_date > since)
    };
    giver(gift).filter(|id| stored.and_then(giver) != Some(*id))
}

/// Locks contacts who may become donors, before anything shares a lock on them: two transactions that both share one could
/// not both make it stronger. Gifts of the same contacts may refer to them meanwhile.
pub(in crate::resources) async fn lock_givers(
    tx: &Transaction,
    context: &Context,
    ids: impl Iterator<Item = i64>,
) -> Result<(), AppError> {
    if context.caller.status_follows_gifts {
        let contacts = context.caller.account.find::<contacts::Entity>().filter(C::Id.is_in(ids));
        let contacts = contacts.order_by_asc(C::Id).lock(LockType::NoKeyUpdate);
        contacts.select_only().column(C::Id).into_tuple::<i64>().all(tx).await?;
    }
    Ok(())
}

/// Makes donors of those who have given and have another standing, but are not archived.
pub(in crate::resources) async fn become_donors(
    tx: &Transaction,
    context: &Context,
    givers: impl Iterator<Item = i64>,
) -> Result<(), AppError> {
    use ContactStatus as S;
    let givers: BTreeSet<_> = givers.collect();
    if givers.is_empty() || !context.caller.status_follows_gifts {
        return Ok(());
    }
    let contacts = context.caller.account.find::<contacts::Entity>().filter(C::Id.is_in(givers));
    let contacts = contacts.filter(C::ContactStatus.is_in([S::Contact, S::Prospect, S::LapsedDonor]));
    let contacts = contacts.order_by_asc(C::Id).lock(LockType::NoKeyUpdate);
    for contact in contacts.all(tx).await? {
        let donor = ContactInput { contact_status: Patch::Value(S::Donor), ..ContactInput::default() };
        Box::pin(service::change::<Contact>(tx, context, &contact, donor, Problems::default())).await?;
    }
    Ok(())
}
