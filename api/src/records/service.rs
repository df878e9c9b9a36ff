//! Creates and changes records from typed input, under the same rules and with the same events for pages, merges and
//! erasures. The operations of the API and imports use the same steps, and add their own between them.

use sea_orm::{ColumnTrait, ConnectionTrait, IdenStatic, QueryFilter, QuerySelect};
use shared::Transaction;
use shared::entities::{AccountScope, Tenant};

use super::context::Context;
use super::events::{Before, Changed, emit_all};
use super::preconditions::Preconditions;
use super::resource::{Change, Resource, Row, Unique, one};
use crate::error::AppError;
use crate::events::revision::note_quiet_change;
use crate::fields::Problems;
use crate::idempotency::{Answer, IdempotencyKey, in_transaction, run_idempotent};
use crate::state::App;

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

/// Makes and commits a change only once for each idempotency key. A repeated request gets the first answer again.
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
    let select = context.caller.account.find_id::<R::Entity>(id).filter(R::seen_by(&context.caller));
    let select = select.lock_exclusive();
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
    Box::pin(replace::<R>(tx, &context, stored, change)).await
}

/// Applies a body to the stored row, or to a new row if there is none. Returns the row and the plan for its related
/// records. If this adds to the problems, the caller must not write the row.
pub async fn changed<R: Resource>(
    tx: &Transaction,
    context: &Context,
    stored: Option<&Row<R>>,
    input: &mut R::Input,
    problems: &mut Problems,
) -> Result<(Row<R>, R::Plan), AppError> {
    let mut row = stored.cloned().unwrap_or_else(|| R::blank(context));
    let plan = R::change(tx, context, Change { input, row: &mut row, stored, problems }).await?;
    Ok((row, plan))
}

/// Inserts new records and their events. Except for what [`Resource::complete`] writes, the number of
/// statements does not depend on the number of records. Returns
/// each record with its id.
pub async fn insert_all<R: Resource>(
    tx: &Transaction,
    context: &Context,
    new: Vec<(Row<R>, R::Plan)>,
) -> Result<Vec<(i64, R)>, AppError> {
    let (mut rows, plans): (Vec<_>, Vec<_>) = new.into_iter().unzip();
    let account = context.caller.account;
    rows.iter_mut().for_each(count::<R>);
    let rows = match <[_; 1]>::try_from(rows) {
        Ok([row]) => vec![account.insert_deferred::<R::Entity>(tx, row).await?],
        Err(rows) => account.insert_all::<R::Entity>(tx, rows).await?,
    };
    let ids: Vec<_> = rows.iter().map(R::id).collect();
    let records = R::complete(tx, context, rows.into_iter().zip(plans).collect()).await?;
    let new = |(id, record)| Changed { id, sequence: 1, record, before: None };
    let records: Vec<_> = ids.into_iter().zip(records).map(new).collect();
    match R::EVENTS {
        Some((created, _)) => emit_all(tx, context, created, &records).await?,
        None => note_quiet_change(tx, account).await?,
    }
    Ok(records.into_iter().map(|new| (new.id, new.record)).collect())
}

/// Counts the event of a change that is about to be written.
fn count<R: Resource>(row: &mut Row<R>) {
    if let Some(sequence) = R::sequence(row) {
        *sequence += 1;
    }
}

/// Writes a changed record and its event.
pub async fn replace<R: Resource>(
    tx: &Transaction,
    context: &Context,
    stored: &Row<R>,
    (mut row, plan): (Row<R>, R::Plan),
) -> Result<R, AppError> {
    let before = R::EVENTS.map(|_| R::before(stored, &plan)).transpose()?.map(Before::Record);
    count::<R>(&mut row);
    let sequence = R::sequence(&mut row).map_or(0, |sequence| *sequence);
    let row = context.caller.account.replace::<R::Entity>(tx, row).await?;
    let id = R::id(&row);
    let record = one(R::complete(tx, context, vec![(row, plan)]).await?)?;
    let changed = [Changed { id, sequence, record, before }];
    match R::EVENTS {
        Some((_, updated)) => emit_all(tx, context, updated, &changed).await?,
        None => note_quiet_change(tx, context.caller.account).await?,
    }
    let [Changed { record, .. }] = changed;
    Ok(record)
}

/// Turns an error into a 409 that names the field, if one of the resource's unique constraints caused the error.
/// Returns any other error as it is.
pub fn name_taken_field<R: Resource>(error: AppError) -> AppError {
    let constraint = match &error {
        AppError::Internal(cause) => {
            cause.downcast_ref::<shared::Error>().and_then(shared::Error::unique_violation)
        }
        _ => None,
    };
    let Some(constraint) = constraint else { return error };
    match R::UNIQUE.iter().find(|unique| constraint.contains(unique.column.as_str())) {
        Some(unique) => AppError::Conflict(unique.field, None),
        None => error,
    }
}

/// Adds the record that has a value to the error of a change for which that value is taken. `row` is what would have been
/// written.
pub async fn name_holder<R: Resource>(
    app: &App,
    account: AccountScope,
    error: AppError,
    row: Option<Row<R>>,
) -> AppError {
    let error = name_taken_field::<R>(error);
    let (AppError::Conflict(field, None), Some(row)) = (&error, row) else { return error };
    let Some(unique) = R::UNIQUE.iter().find(|unique| unique.field == *field) else { return error };
    match holder(app.store.read(), account, unique, &row).await {
        Ok(Some(id)) => AppError::Conflict(field, Some((R::KIND, id))),
        Ok(None) => error,
        Err(error) => error,
    }
}

/// Returns the id of the record that has a row's unique value.
pub async fn holder<R: Resource>(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    unique: &Unique<R>,
    row: &Row<R>,
) -> Result<Option<i64>, AppError> {
    let Some(value) = (unique.of)(row) else { return Ok(None) };
    let holder = account.find::<R::Entity>().filter(unique.column.eq(value));
    Ok(holder.select_only().column(R::Entity::ID).into_tuple().one(connection).await?)
}
