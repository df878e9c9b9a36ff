//! Lists, reads, creates and updates an account's records. The event of each change is written in the change's
//! transaction.

use std::mem::take;

use sea_orm::{QueryOrder, QuerySelect};
use shared::entities::Tenant;

use super::{JsonBody, related};
use crate::auth::Caller;
use crate::error::AppError;
use crate::fields::Payload;
use crate::http::query::PathId;
use crate::http::{Create, Index, Read, Reply, Update};
use crate::idempotency::run_idempotent;
use crate::records::{Context, Resource, changed, insert_all, load_and_end, name_taken_field, one, replace};
use crate::state::App;

/// Lists all records of a kind, ordered by id. Only for kinds with few records in an account, because the list is not
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
