//! When somebody was reminded of pledges last.

use sea_orm::{ColumnTrait, ConnectionTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait};
use shared::entities::{AccountScope, letter_runs, printed_letter_contacts, printed_letters};
use shared::values::choices::LetterKind;

use super::runs::Reminder;
use crate::error::AppError;

/// Returns the newest reminder of pledges that is about a contact.
pub async fn last(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    contact_id: i64,
) -> Result<Option<Reminder>, AppError> {
    use {letter_runs::Column as R, printed_letter_contacts::Column as A, printed_letters::Column as L};
    let about = account.find::<printed_letter_contacts::Entity>().filter(A::ContactId.eq(contact_id));
    let about = about.select_only().column(A::LetterId).into_query();
    let letters = account.find::<printed_letters::Entity>().filter(L::Id.in_subquery(about));
    let letters = letters.select_only().column(L::RunId).into_query();
    let runs = account.find::<letter_runs::Entity>().filter(R::LetterKind.eq(LetterKind::PledgeReminder));
    let newest = runs.filter(R::Id.in_subquery(letters)).order_by_desc(R::MadeAtMs).select_only();
    let newest = newest.columns([R::MadeAtMs, R::Id]).into_tuple::<(i64, i64)>().one(connection).await?;
    Ok(newest.map(|(made_at_ms, run_id)| Reminder { made_at_ms, run_id }))
}
