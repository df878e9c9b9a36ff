//! What forms and pages read of the records that others link to. Nothing is read for a kind to which no value links.

use std::collections::HashMap;

use sea_orm::sea_query::SimpleExpr;
use sea_orm::{ColumnTrait, ConnectionTrait, QueryFilter, QueryOrder, QuerySelect};
use shared::entities::{AccountScope, batches, gift_types, tasks};
use shared::values::choices::BatchStatus;

use crate::accounts::{members, users};
use crate::error::AppError;

/// The names of those that values link to, by their ids, and those to choose from.
type Linked = (HashMap<i64, String>, Vec<(i64, String)>);

/// The most batches to choose from.
const BATCHES_MAX: u64 = 100;

/// Reads the account's gift types.
pub(super) async fn gift_types(
    connection: &impl ConnectionTrait,
    account: AccountScope,
) -> Result<Vec<(i64, String)>, AppError> {
    use gift_types::Column as T;
    let types = account.find::<gift_types::Entity>().order_by_asc(T::Id).select_only();
    Ok(types.columns([T::Id, T::GiftTypeName]).into_tuple().all(connection).await?)
}

/// Reads the account's members, and others among these users to whom a task of the account is assigned.
pub(super) async fn members(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    ids: Option<Vec<i64>>,
) -> Result<Linked, AppError> {
    let Some(ids) = ids else { return Ok(Linked::default()) };
    let all = members::list(connection, account).await?.into_iter();
    let assignees: Vec<_> = all.map(|one| (one.user_id, one.name.unwrap_or(one.email))).collect();
    let mut members: HashMap<_, _> = assignees.iter().cloned().collect();
    members.extend(former(connection, account, unknown(ids, &members)).await?);
    Ok((members, assignees))
}

/// Reads the account's newest open batches, and those with these ids.
pub(super) async fn batches(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    ids: Option<Vec<i64>>,
) -> Result<Linked, AppError> {
    use batches::Column as B;
    let Some(ids) = ids else { return Ok(Linked::default()) };
    let open = batches_of(connection, account, B::BatchStatus.eq(BatchStatus::Open)).await?;
    let mut named: HashMap<_, _> = open.iter().cloned().collect();
    let others = unknown(ids, &named);
    if !others.is_empty() {
        named.extend(batches_of(connection, account, B::Id.is_in(others)).await?);
    }
    Ok((named, open))
}

/// Returns those of these ids that have no name yet.
fn unknown(mut ids: Vec<i64>, named: &HashMap<i64, String>) -> Vec<i64> {
    ids.retain(|id| !named.contains_key(id));
    ids
}

/// Returns the newest batches that fulfil a condition, with their names.
async fn batches_of(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    which: SimpleExpr,
) -> Result<Vec<(i64, String)>, AppError> {
    use batches::Column as B;
    let batches = account.find::<batches::Entity>().filter(which).order_by_desc(B::Id).limit(BATCHES_MAX);
    Ok(batches.select_only().columns([B::Id, B::BatchName]).into_tuple().all(connection).await?)
}

/// Returns the names of those among these users to whom a task of the account is assigned, even if they have left it.
async fn former(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    ids: Vec<i64>,
) -> Result<HashMap<i64, String>, AppError> {
    use tasks::Column as T;
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let tasks = account.find::<tasks::Entity>().filter(T::TaskAssigneeId.is_in(ids));
    let ids = tasks.select_only().column(T::TaskAssigneeId).distinct();
    let ids: Vec<i64> = ids.into_tuple().all(connection).await?;
    Ok(users::names(connection, ids).await?)
}
