//! Takes back letters that were not printed after all, such as when the printer jammed, so that they can be made again.

use chrono::{DateTime, NaiveDate};
use sea_orm::{ColumnTrait, ConnectionTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait};
use shared::Transaction;
use shared::entities::{
    AccountScope, gifts, letter_runs, printed_letter_contacts, printed_letters, stated_gifts, thanked_gifts,
};
use shared::values::choices::AuditAction;

use super::runs::{self, Printed, mark};
use crate::accounts::audit;
use crate::error::AppError;
use crate::records::{Context, service};
use crate::resources::gifts::Gift;

/// Why a run cannot be taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stays {
    /// A letter of it went by email.
    Mailed,
    /// A letter is about a person who was erased, so that nobody knows any more whether it was mailed.
    Erased,
    /// A newer run has the next numbers.
    Newer,
}

/// Returns why a run cannot be taken back, or nothing if it can: only the newest one of an account, because its numbers go
/// to the next letters, and only if no letter of it went by email.
pub async fn why_it_stays(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    printed: &Printed,
) -> Result<Option<Stays>, AppError> {
    if !printed.mailed.is_empty() {
        return Ok(Some(Stays::Mailed));
    } else if !printed.of_erased.is_empty()
        || printed.letters.iter().any(|letter| letter.letter_text.is_none())
    {
        return Ok(Some(Stays::Erased));
    }
    let newest = runs::list(connection, account, (None, 1)).await?;
    let is_newest = newest.first().is_some_and(|run| run.id == printed.run.id);
    Ok((!is_newest).then_some(Stays::Newer))
}

/// Takes a run back: removes it with its letters, and un-marks the gifts that it has marked as thanked for. Returns how many
/// these are, or why the run cannot be taken back.
///
/// # Errors
/// [`AppError::NotFound`] if the account has no such run.
pub async fn take_back(context: &Context, id: i64) -> Result<Result<usize, Stays>, AppError> {
    let account = context.caller.account;
    service::commit::<Gift, _>(context, async |tx| {
        account.lock(tx).await?;
        let printed = runs::read(tx, account, id).await?;
        if let Some(why) = why_it_stays(tx, account, &printed).await? {
            return Ok(Err(why));
        }
        let gift_ids = marked(tx, context, &printed).await?;
        mark(tx, context, (&gift_ids, None)).await?;
        remove(tx, account, id).await?;
        let actor = context.caller.actor(context.now_ms);
        let detail = format!("run {id}, not printed after all");
        audit::record(tx, actor, Some(account), AuditAction::LettersPrinted, Some(&detail)).await?;
        Ok(Ok(gift_ids.len()))
    })
    .await
}

/// Locks the gifts that a run has marked as thanked for, and returns their ids. A gift whose day somebody has changed
/// since is none of them.
async fn marked(tx: &Transaction, context: &Context, printed: &Printed) -> Result<Vec<i64>, AppError> {
    use gifts::Column as G;
    let made_at = DateTime::from_timestamp_millis(printed.run.made_at_ms).unwrap_or_default();
    let made_on: NaiveDate = made_at.with_timezone(&context.caller.timezone).date_naive();
    let gift_ids = printed.gift_ids.values().flatten().copied();
    let marked = context.caller.account.find::<gifts::Entity>().filter(G::Id.is_in(gift_ids));
    let marked = marked.filter(G::GiftThankedOn.eq(made_on)).order_by_asc(G::Id).lock_exclusive();
    Ok(marked.select_only().column(G::Id).into_tuple().all(tx).await?)
}

/// Removes a run with its letters.
async fn remove(tx: &Transaction, account: AccountScope, id: i64) -> Result<(), AppError> {
    use {printed_letter_contacts as about, printed_letters as letters};
    use {stated_gifts as stated, thanked_gifts as thanked};
    let ids = account.find::<letters::Entity>().filter(letters::Column::RunId.eq(id));
    let ids = ids.select_only().column(letters::Column::Id).into_query();
    let thanked = account.delete::<thanked::Entity>();
    thanked.filter(thanked::Column::LetterId.in_subquery(ids.clone())).exec(tx).await?;
    let stated = account.delete::<stated::Entity>();
    stated.filter(stated::Column::LetterId.in_subquery(ids.clone())).exec(tx).await?;
    let about = account.delete::<about::Entity>();
    about.filter(about::Column::LetterId.in_subquery(ids)).exec(tx).await?;
    account.delete::<letters::Entity>().filter(letters::Column::RunId.eq(id)).exec(tx).await?;
    account.delete::<letter_runs::Entity>().filter(letter_runs::Column::Id.eq(id)).exec(tx).await?;
    Ok(())
}
