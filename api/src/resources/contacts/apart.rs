//! Pairs of contacts that look alike and are two, as somebody has said: possible duplicates leave them out. They are no data
//! of the contacts, so that no event tells of them.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;
use sea_orm::{ColumnTrait, Condition, ConnectionTrait, QueryFilter, QueryOrder, QuerySelect};
use shared::Transaction;
use shared::entities::{AccountScope, contacts, distinct_contacts};
use shared::values::choices::AuditAction;

use crate::accounts::{Actor, audit};
use crate::error::AppError;
use crate::events::revision::note_quiet_change;

/// Keeps two contacts apart, or takes that back, as if nobody had said it. What is so already stays as it is.
///
/// # Errors
/// [`AppError::NotFound`] if they are not two contacts of the account.
pub async fn set(
    tx: &Transaction,
    actor: Actor,
    account: AccountScope,
    pair: (i64, i64),
    is_apart: bool,
) -> Result<(), AppError> {
    use distinct_contacts::Column as D;
    let (lower, higher) = lock(tx, account, pair).await?;
    let kept = account.find::<distinct_contacts::Entity>().filter(D::LowerId.eq(lower));
    let kept = kept.filter(D::HigherId.eq(higher)).one(tx).await?;
    let action = match kept {
        None if is_apart => {
            insert(tx, account, (lower, higher)).await?;
            AuditAction::ContactsKeptApart
        }
        Some(kept) if !is_apart => {
            account.delete::<distinct_contacts::Entity>().filter(D::Id.eq(kept.id)).exec(tx).await?;
            AuditAction::ContactsNotKeptApart
        }
        _ => return Ok(()),
    };
    // The list of duplicates is another one now.
    note_quiet_change(tx, account).await?;
    let detail = format!("contacts {lower} and {higher}");
    audit::record(tx, actor, Some(account), action, Some(&detail)).await?;
    Ok(())
}

/// Locks two contacts, so that a merge of one of them waits, or is seen, and so does another request about the two.
/// Returns their ids, the lower one first.
async fn lock(
    tx: &Transaction,
    account: AccountScope,
    (one, other): (i64, i64),
) -> Result<(i64, i64), AppError> {
    use contacts::Column as C;
    let both = account.find::<contacts::Entity>().filter(C::Id.is_in([one, other])).order_by_asc(C::Id);
    let both = both.lock_exclusive().select_only().column(C::Id).into_tuple::<i64>().all(tx).await?;
    let [lower, higher] = both[..] else { return Err(AppError::NotFound) };
    Ok((lower, higher))
}

/// Returns all pairs of an account, the lower id first.
pub async fn all(
    connection: &impl ConnectionTrait,
    account: AccountScope,
) -> Result<FxHashSet<(i64, i64)>, AppError> {
    use distinct_contacts::Column as D;
    let pairs = account.find::<distinct_contacts::Entity>().select_only().columns([D::LowerId, D::HigherId]);
    let pairs = pairs.into_tuple::<(i64, i64)>().all(connection).await?;
    Ok(pairs.into_iter().collect())
}

/// Returns the pairs that were kept apart last, the newest first.
pub async fn newest(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    limit: u64,
) -> Result<Vec<(i64, i64)>, AppError> {
    use distinct_contacts::Column as D;
    let pairs = account.find::<distinct_contacts::Entity>().order_by_desc(D::Id).limit(limit);
    Ok(pairs.select_only().columns([D::LowerId, D::HigherId]).into_tuple().all(connection).await?)
}

/// Keeps a contact apart from whom another one, which is merged into it, was kept apart from.
pub async fn move_to(
    tx: &Transaction,
    account: AccountScope,
    (from, into): (i64, i64),
) -> Result<(), AppError> {
    let moved = kept_from(tx, account, from).await?;
    if moved.is_empty() {
        return Ok(());
    }
    forget(tx, account, from).await?;
    let known = kept_from(tx, account, into).await?;
    for other in moved.difference(&known).filter(|other| **other != into) {
        insert(tx, account, (*other, into)).await?;
    }
    Ok(())
}

/// Forgets from whom a contact is kept apart.
pub async fn forget(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    contact_id: i64,
) -> Result<(), AppError> {
    account.delete::<distinct_contacts::Entity>().filter(has(contact_id)).exec(connection).await?;
    Ok(())
}

/// Returns the contacts that a contact is kept apart from.
async fn kept_from(
    tx: &Transaction,
    account: AccountScope,
    contact_id: i64,
) -> Result<BTreeSet<i64>, AppError> {
    let pairs = account.find::<distinct_contacts::Entity>().filter(has(contact_id)).all(tx).await?;
    let other = |pair: distinct_contacts::Model| {
        if pair.lower_id == contact_id { pair.higher_id } else { pair.lower_id }
    };
    Ok(pairs.into_iter().map(other).collect())
}

fn has(contact_id: i64) -> Condition {
    use distinct_contacts::Column as D;
    Condition::any().add(D::LowerId.eq(contact_id)).add(D::HigherId.eq(contact_id))
}

async fn insert(tx: &Transaction, account: AccountScope, (one, other): (i64, i64)) -> Result<(), AppError> {
    let pair = distinct_contacts::Model {
        id: 0,
        account_id: account.account_id(),
        lower_id: one.min(other),
        higher_id: one.max(other),
    };
    account.insert::<distinct_contacts::Entity>(tx, pair).await?;
    Ok(())
}
