//! Reminders that go by email, and that nobody needs any more: what was promised has arrived meanwhile, or is
//! promised no longer.

use std::collections::{BTreeSet, HashMap, HashSet};

use chrono::NaiveDate;
use sea_orm::{ColumnTrait, ConnectionTrait, QueryFilter, QuerySelect, QueryTrait};
use shared::entities::{AccountScope, letter_runs, pledges, printed_letter_contacts, printed_letters};
use shared::values::choices::LetterKind;

use crate::error::AppError;
use crate::giving::{Pledges, received_by_pledge};

/// Returns those of these letters that remind of pledges, and are about nobody with a pledge that is late on a day.
pub async fn needless(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    letter_ids: &[i64],
    today: NaiveDate,
) -> Result<HashSet<i64>, AppError> {
    use {letter_runs::Column as R, printed_letter_contacts::Column as A, printed_letters::Column as L};
    if letter_ids.is_empty() {
        return Ok(HashSet::new());
    }
    let runs = account.find::<letter_runs::Entity>().filter(R::LetterKind.eq(LetterKind::PledgeReminder));
    let runs = runs.select_only().column(R::Id).into_query();
    let reminders = account.find::<printed_letters::Entity>().filter(L::RunId.in_subquery(runs));
    let reminders = reminders.filter(L::Id.is_in(letter_ids.iter().copied())).select_only();
    let reminders: Vec<i64> = reminders.column(L::Id).into_tuple().all(connection).await?;
    if reminders.is_empty() {
        return Ok(HashSet::new());
    }
    let about = account.find::<printed_letter_contacts::Entity>();
    let about = about.filter(A::LetterId.is_in(reminders.iter().copied())).select_only();
    let about = about.columns([A::LetterId, A::ContactId]).into_tuple::<(i64, i64)>();
    let about = about.all(connection).await?;
    let contacts: BTreeSet<i64> = about.iter().map(|(_, contact_id)| *contact_id).collect();
    let late = late(connection, account, &contacts.into_iter().collect::<Vec<_>>(), today).await?;
    let needed: HashSet<i64> =
        about.into_iter().filter(|(_, contact_id)| late.contains(contact_id)).map(|(id, _)| id).collect();
    Ok(reminders.into_iter().filter(|id| !needed.contains(id)).collect())
}

/// Returns those of these contacts who have a pledge that is late on a day.
async fn late(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    contact_ids: &[i64],
    today: NaiveDate,
) -> Result<HashSet<i64>, AppError> {
    use pledges::Column as P;
    let promised = account.find::<pledges::Entity>().filter(P::ContactId.is_in(contact_ids.iter().copied()));
    let promised = promised.select_only().columns([P::Id, P::ContactId]).into_tuple::<(i64, i64)>();
    let promised: HashMap<i64, i64> = promised.all(connection).await?.into_iter().collect();
    let ids = promised.keys().copied().collect();
    let received = received_by_pledge(connection, account, Some(ids), today).await?;
    let pledges = Pledges::load(connection, account, Some(contact_ids)).await?;
    Ok(pledges.late(today, &received).filter_map(|(id, _)| promised.get(&id).copied()).collect())
}
