//! Creates and changes records from typed input, under the same rules and with the same events for all who ask: pages,
//! merges and erasures. The operations of the API and imports use the same steps, with what only they have in between.

use sea_orm::QuerySelect;
use shared::Transaction;

use super::context::Context;
use super::operations::{changed, insert_all, name_taken_field, replace};
use super::problem::Problems;
use super::resource::{Resource, Row, one};
use crate::http::AppError;
use crate::http::conditional::Preconditions;
use crate::http::idempotency_key::IdempotencyKey;
use crate::idempotency::{Answer, in_transaction, run_idempotent};

/// Makes a change in a transaction of its own, and commits it.
///
/// # Errors
/// Those of the change, and [`AppError::Conflict`] if a value of the record that must be unique is another one's.
pub async fn commit<R: Resource, T>(
    context: &Context,
    change: impl AsyncFnOnce(&Transaction) -> Result<T, AppError>,
) -> Result<T, AppError> {
    in_transaction(&context.app, change).await.map_err(name_taken_field::<R>)
}

/// Does the same once for each key. A request that comes again gets the answer that it had.
///
/// # Errors
/// Those of [`commit`], and of [`run_idempotent`].
pub async fn commit_once<R: Resource, T: Answer>(
    context: &Context,
    key: IdempotencyKey,
    change: impl AsyncFnOnce(&Transaction) -> Result<T, AppError>,
) -> Result<T, AppError> {
    let committed = run_idempotent(&context.app, context.caller.account, key, change).await;
    committed.map_err(name_taken_field::<R>)
}

/// Creates a record, and returns it with its id. `problems` are those that were found before.
///
/// # Errors
/// [`AppError::Invalid`] with all problems.
pub async fn create<R: Resource>(
    tx: &Transaction,
    context: &Context,
    mut input: R::Input,
    mut problems: Problems,
) -> Result<(i64, R), AppError> {
    let new = changed::<R>(tx, context, None, &mut input, &mut problems).await?;
    problems.check()?;
    one(insert_all::<R>(tx, context, vec![new]).await?)
}

/// Changes the record with this id.
///
/// # Errors
/// [`AppError::NotFound`], [`AppError::PreconditionFailed`] if the record has another version than it must have, and those
/// of [`change`].
pub async fn update<R: Resource>(
    tx: &Transaction,
    context: &Context,
    (id, version): (i64, &Preconditions),
    input: R::Input,
    problems: Problems,
) -> Result<R, AppError> {
    // The lock makes concurrent changes of one record follow each other.
    let select = context.caller.account.find_id::<R::Entity>(id).lock_exclusive();
    let stored = select.one(tx).await?.ok_or(AppError::NotFound)?;
    version.check(R::version(&stored))?;
    change(tx, context, &stored, input, problems).await
}

/// Changes a record that is locked. `problems` are those that were found before.
///
/// # Errors
/// [`AppError::Invalid`] with all problems.
pub async fn change<R: Resource>(
    tx: &Transaction,
    context: &Context,
    stored: &Row<R>,
    mut input: R::Input,
    mut problems: Problems,
) -> Result<R, AppError> {
    let context = context.clone().after(R::version(stored));
    let change = Box::pin(changed::<R>(tx, &context, Some(stored), &mut input, &mut problems)).await?;
    problems.check()?;
    Box::pin(replace::<R>(tx, &context, change)).await
}
