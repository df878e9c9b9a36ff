//! Lists, reads, creates and updates an account's records. The event of each change is written in the change's
//! transaction.

use std::mem::take;

use sea_orm::{QueryOrder, QuerySelect};
use shared::Transaction;
use shared::entities::Tenant;

use super::context::Context;
use super::events::emit_all;
use super::related;
use super::resource::{Change, Resource, Row, load_and_end, one};
use crate::auth::Caller;
use crate::http::query::PathId;
use crate::http::{AppError, Create, Index, JsonBody, Payload, Problems, Read, Reply, Update};
use crate::idempotency::run_idempotent;
use crate::state::App;

/// Lists all records of a kind, ordered by id. Only for kinds of which an account has few, because the list is not
/// streamed.
pub async fn index<R: Resource>(app: &App, caller: Caller) -> Result<Reply<R, Index>, AppError> {
    let tx = app.store.snapshot().await?;
    let rows = caller.account.find::<R::Entity>().order_by_asc(R::Entity::ID).all(&tx).await?;
    Reply::list(&load_and_end::<R>(tx, Context::new(app, caller), rows).await?)
}

/// Reads one record.
pub async fn read<R: Resource>(app: &App, caller: Caller, id: &PathId) -> Result<Reply<R, Read>, AppError> {
    let (version, record) = R::read(&Context::new(app, caller), id.id()).await?.ok_or(AppError::NotFound)?;
    Reply::tagged(&record, version)
}

/// Creates a record.
pub async fn create<R: Resource>(
    app: &App,
    caller: Caller,
    body: JsonBody<R::Input, Create>,
) -> Result<Reply<R, Create>, AppError> {
    create_with(app, caller, body, |record, version| Reply::tagged(&record, version)).await
}

/// Creates a record. `answer` makes the response from the record and its version.
pub async fn create_with<R: Resource, T: Payload>(
    app: &App,
    caller: Caller,
    mut body: JsonBody<R::Input, Create>,
    answer: impl FnOnce(R, i64) -> Result<Reply<T, Create>, AppError>,
) -> Result<Reply<T, Create>, AppError> {
    run_idempotent(app, caller.account, take(&mut body.idempotency_key), async |tx| {
        let context = Context::new(app, caller);
        let new = changed::<R>(tx, &context, None, &mut body.input, &mut body.problems).await?;
        related::check::<R, _>(tx, &context, &new.0, &mut body).await?;
        body.problems.check()?;
        let version = R::version(&new.0);
        let (id, record) = one(insert_all::<R>(tx, &context, vec![new]).await?)?;
        Ok(answer(record, version)?.at(id).ignoring(&body.ignored))
    })
    .await
    .map_err(name_taken_field::<R>)
}

/// Updates the fields of a record that are in the body.
pub async fn update<R: Resource>(
    app: &App,
    caller: Caller,
    id: &PathId,
    mut body: JsonBody<R::Input, Update>,
) -> Result<Reply<R, Update>, AppError> {
    run_idempotent(app, caller.account, take(&mut body.idempotency_key), async |tx| {
        // The lock makes concurrent changes of one record follow each other.
        let select = caller.account.find_id::<R::Entity>(id.id()).lock_exclusive();
        let stored = select.one(tx).await?.ok_or(AppError::NotFound)?;
        body.preconditions.check(R::version(&stored))?;
        let context = Context::new(app, caller).after(R::version(&stored));
        let change = changed::<R>(tx, &context, Some(&stored), &mut body.input, &mut body.problems).await?;
        related::check::<R, _>(tx, &context, &change.0, &mut body).await?;
        body.problems.check()?;
        let version = R::version(&change.0);
        Ok(Reply::tagged(&replace::<R>(tx, &context, change).await?, version)?.ignoring(&body.ignored))
    })
    .await
    .map_err(name_taken_field::<R>)
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

/// Inserts new records and their events. The number of statements does not depend on the number of records. Returns
/// each record with its id.
pub async fn insert_all<R: Resource>(
    tx: &Transaction,
    context: &Context,
    new: Vec<(Row<R>, R::Plan)>,
) -> Result<Vec<(i64, R)>, AppError> {
    let (rows, plans): (Vec<_>, Vec<_>) = new.into_iter().unzip();
    let account = context.caller.account;
    let rows = match <[_; 1]>::try_from(rows) {
        Ok([row]) => vec![account.insert_deferred::<R::Entity>(tx, row).await?],
        Err(rows) => account.insert_all::<R::Entity>(tx, rows).await?,
    };
    let ids: Vec<_> = rows.iter().map(R::id).collect();
    let records = R::complete(tx, context, rows.into_iter().zip(plans).collect()).await?;
    let records: Vec<_> = ids.into_iter().zip(records).collect();
    if let Some((created, _)) = R::EVENTS {
        emit_all(tx, context, created, &records).await?;
    }
    Ok(records)
}

/// Writes a changed record and its event.
pub async fn replace<R: Resource>(
    tx: &Transaction,
    context: &Context,
    (row, plan): (Row<R>, R::Plan),
) -> Result<R, AppError> {
    let row = context.caller.account.replace::<R::Entity>(tx, row).await?;
    let id = R::id(&row);
    let record = (id, one(R::complete(tx, context, vec![(row, plan)]).await?)?);
    if let Some((_, updated)) = R::EVENTS {
        emit_all(tx, context, updated, std::slice::from_ref(&record)).await?;
    }
    Ok(record.1)
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
    let taken = |constraint: String| R::UNIQUE.iter().find(|(column, _)| constraint.contains(column));
    constraint.and_then(taken).map_or(error, |(_, field)| AppError::Conflict(field))
}
