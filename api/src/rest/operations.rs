//! Lists, reads, creates and updates an account's records. The event of each change is written in the change's
//! transaction.

use std::mem::take;

use poem::http::{HeaderName, HeaderValue};
use sea_orm::{ColumnTrait, QueryFilter, QueryOrder, QuerySelect};
use shared::Transaction;
use shared::entities::Tenant;

use super::json_body::PutBody;
use super::shown::Shown;
use super::{JsonBody, related};
use crate::auth::Caller;
use crate::error::AppError;
use crate::fields::Payload;
use crate::fields::field::Input;
use crate::fields::parameters::read_text;
use crate::fields::source::Source;
use crate::http::csv::Format;
use crate::http::query::{Param, PathId, Query};
use crate::http::{Create, Index, Operation, Put, Read, Reply, Update};
use crate::idempotency::run_within;
use crate::records::importable::{ExternalId, Importable};
use crate::records::included::Includes;
use crate::records::links::Matched;
use crate::records::list::ListResource;
use crate::records::{
    Context, Resource, Row, changed, insert_all, load_and_end, name_holder, name_taken_field, one, replace,
};
use crate::state::App;

/// The response header that says whether the contact of a `contact_match` was there or was created.
const CONTACT_MATCH: HeaderName = HeaderName::from_static("contact-match");

/// Lists all records of a kind, ordered by id. Only for kinds with few records in an account, because the list is not
/// streamed.
pub async fn index<R: Resource>(app: &App, caller: Caller) -> Result<Reply<R, Index>, AppError> {
    let tx = app.store.snapshot().await?;
    let rows = caller.account.find::<R::Entity>().filter(R::seen_by(&caller));
    let rows = rows.order_by_asc(R::Entity::ID).all(&tx).await?;
    Reply::list(&load_and_end::<R>(tx, Context::new(app, caller), rows).await?)
}

/// Reads one record.
pub async fn read<R: Resource>(app: &App, caller: Caller, id: &PathId) -> Result<Reply<R, Read>, AppError> {
    let (version, record) = R::read(&Context::new(app, caller), id.id()).await?.ok_or(AppError::NotFound)?;
    Reply::tagged(&record, version)
}

/// Reads one record, and what the caller wants to see of others.
pub async fn read_including<R: ListResource>(
    app: &App,
    caller: Caller,
    id: &PathId,
    query: Query<Includes<R>>,
) -> Result<Reply<R, Read>, AppError> {
    let Query { input: includes, mut problems, .. } = query;
    problems.check()?;
    let context = Context::new(app, caller).including(includes);
    let (version, record) = R::read(&context, id.id()).await?.ok_or(AppError::NotFound)?;
    let shown = Shown::of(app.store.read(), &context, &Format::Json, vec![record]).await?;
    Reply::tagged(&one(shown)?, version)
}

/// Creates a record.
pub async fn create<R: Resource>(
    app: &App,
    caller: Caller,
    body: JsonBody<R::Input, Create, R::Links>,
) -> Result<Reply<R, Create>, AppError> {
    create_within(app, caller, None, body).await
}

/// Creates a record, within a transaction if there is one.
pub async fn create_within<R: Resource>(
    app: &App,
    caller: Caller,
    within: Option<&Transaction>,
    body: JsonBody<R::Input, Create, R::Links>,
) -> Result<Reply<R, Create>, AppError> {
    create_with(app, caller, within, body, |record: R, version| Reply::tagged(&record, version)).await
}

/// Creates a record, within a transaction if there is one. `answer` makes the response from the record and its version.
pub async fn create_with<R: Resource, T: Payload>(
    app: &App,
    caller: Caller,
    within: Option<&Transaction>,
    mut body: JsonBody<R::Input, Create, R::Links>,
    answer: impl FnOnce(R, i64) -> Result<Reply<T, Create>, AppError>,
) -> Result<Reply<T, Create>, AppError> {
    let (key, mut written) = (take(&mut body.idempotency_key), None);
    let created = run_within(app, within, caller.account, key, async |tx| {
        let new = insert::<R>(tx, &Context::new(app, caller), &mut body, &mut written).await?;
        let reply = answer(new.record, new.version)?.at(new.id).ignoring(&body.ignored);
        Ok(matched(reply, new.matched))
    });
    match created.await {
        // The transaction has the connection.
        Err(error) if within.is_some() => Err(name_taken_field::<R>(error)),
        Err(error) => Err(name_holder::<R>(app, caller.account, error, written).await),
        created => created,
    }
}

/// Updates the fields of a record that are in the body.
pub async fn update<R: Resource>(
    app: &App,
    caller: Caller,
    id: &PathId,
    body: JsonBody<R::Input, Update, R::Links>,
) -> Result<Reply<R, Update>, AppError> {
    update_within(app, caller, None, id.id(), body).await
}

/// Updates a record, within a transaction if there is one.
pub async fn update_within<R: Resource>(
    app: &App,
    caller: Caller,
    within: Option<&Transaction>,
    id: i64,
    mut body: JsonBody<R::Input, Update, R::Links>,
) -> Result<Reply<R, Update>, AppError> {
    let (key, mut written) = (take(&mut body.idempotency_key), None);
    let updated = run_within(app, within, caller.account, key, async |tx| {
        // The lock makes concurrent changes of one record follow each other.
        let select = caller.account.find_id::<R::Entity>(id).filter(R::seen_by(&caller)).lock_exclusive();
        let stored = select.one(tx).await?.ok_or(AppError::NotFound)?;
        change::<R>(tx, &Context::new(app, caller), &stored, &mut body, &mut written).await
    });
    match updated.await {
        Err(error) if within.is_some() => Err(name_taken_field::<R>(error)),
        Err(error) => Err(name_holder::<R>(app, caller.account, error, written).await),
        updated => updated,
    }
}

/// Updates the record with an external id, or creates it.
pub async fn put<R: Importable>(
    app: &App,
    caller: Caller,
    external_id: &Param<ExternalId>,
    body: PutBody<R::Input, R::Links>,
) -> Result<Reply<R, Put>, AppError> {
    let field = R::EXTERNAL_ID.field;
    let external_id = read_text::<ExternalId>(field, &external_id.text);
    let external_id = external_id.map_err(|rule| AppError::invalid(field, rule))?;
    put_within(app, caller, None, &external_id, body).await
}

/// Updates the record with an external id, or creates it, within a transaction if there is one.
pub async fn put_within<R: Importable>(
    app: &App,
    caller: Caller,
    within: Option<&Transaction>,
    external_id: &str,
    mut body: PutBody<R::Input, R::Links>,
) -> Result<Reply<R, Put>, AppError> {
    name_by::<R, _>(external_id, &mut body.new);
    name_by::<R, _>(external_id, &mut body.changes);
    let once = put_once::<R>(app, caller, within, external_id, body.clone()).await;
    match once.map_err(name_taken_field::<R>) {
        // A request beside this one has created the record, or the contact of a match, since it was looked for. After that a
        // transaction cannot go on.
        Err(AppError::Conflict(..)) if within.is_none() => {
            let again = put_once::<R>(app, caller, None, external_id, body).await;
            again.map_err(name_taken_field::<R>)
        }
        once => once,
    }
}

async fn put_once<R: Importable>(
    app: &App,
    caller: Caller,
    within: Option<&Transaction>,
    external_id: &str,
    PutBody { mut new, mut changes }: PutBody<R::Input, R::Links>,
) -> Result<Reply<R, Put>, AppError> {
    let key = take(&mut changes.idempotency_key);
    run_within(app, within, caller.account, key, async |tx| {
        let context = Context::new(app, caller);
        let select = caller.account.find::<R::Entity>().filter(R::EXTERNAL_ID.column.eq(external_id));
        if let Some(stored) = select.lock_exclusive().one(tx).await? {
            return Ok(change::<R>(tx, &context, &stored, &mut changes, &mut None).await?.into());
        }
        changes.preconditions.check_missing()?;
        let made = insert::<R>(tx, &context, &mut new, &mut None).await?;
        let reply = Reply::<R, Create>::tagged(&made.record, made.version)?.at(made.id);
        Ok(matched(reply.ignoring(&new.ignored), made.matched).into())
    })
    .await
}

/// Gives a body the external id of its path. One of its own must be the same.
fn name_by<R: Importable, O>(external_id: &str, body: &mut JsonBody<R::Input, O, R::Links>) {
    let field = R::EXTERNAL_ID.field;
    let (of_path, _) = R::Input::of(vec![(field.into(), Source::text(external_id))], false);
    let mut of_path_first = of_path.clone();
    of_path_first.fill(body.input.clone());
    body.input.fill(of_path);
    if body.input != of_path_first {
        body.problems.add(field, "must be that of the path, or be left out");
    }
}

/// A record that was created.
struct Inserted<R> {
    id: i64,
    version: i64,
    record: R,
    matched: Option<Matched>,
}

/// Writes a new record. `written` gets the row, a value of which may turn out to be taken.
async fn insert<R: Resource>(
    tx: &Transaction,
    context: &Context,
    body: &mut JsonBody<R::Input, Create, R::Links>,
    written: &mut Option<Row<R>>,
) -> Result<Inserted<R>, AppError> {
    let matched = R::link(tx, context, take(&mut body.links), &mut body.input, &mut body.problems).await?;
    let new = changed::<R>(tx, context, None, &mut body.input, &mut body.problems).await?;
    related::check::<R, _>(tx, context, &new.0, body).await?;
    body.problems.check()?;
    *written = Some(new.0.clone());
    let version = R::version(&new.0);
    let (id, record) = one(insert_all::<R>(tx, context, vec![new]).await?)?;
    Ok(Inserted { id, version, record, matched })
}

/// Changes a record that is locked, if its conditions hold.
async fn change<R: Resource>(
    tx: &Transaction,
    context: &Context,
    stored: &Row<R>,
    body: &mut JsonBody<R::Input, Update, R::Links>,
    written: &mut Option<Row<R>>,
) -> Result<Reply<R, Update>, AppError> {
    body.preconditions.check(R::version(stored))?;
    let context = context.clone().after(R::version(stored));
    let how = R::link(tx, &context, take(&mut body.links), &mut body.input, &mut body.problems).await?;
    let change = changed::<R>(tx, &context, Some(stored), &mut body.input, &mut body.problems).await?;
    related::check::<R, _>(tx, &context, &change.0, body).await?;
    body.problems.check()?;
    *written = Some(change.0.clone());
    let version = R::version(&change.0);
    let reply = Reply::tagged(&replace::<R>(tx, &context, stored, change).await?, version)?;
    Ok(matched(reply.ignoring(&body.ignored), how))
}

/// Adds the header that says how the record came to its contact, if a match said which one it is.
fn matched<T: Payload, O: Operation>(reply: Reply<T, O>, how: Option<Matched>) -> Reply<T, O> {
    let value = match how {
        None => return reply,
        Some(Matched::Found) => "matched",
        Some(Matched::Made) => "created",
    };
    reply.with(CONTACT_MATCH, HeaderValue::from_static(value))
}
