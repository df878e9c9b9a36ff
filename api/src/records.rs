//! What the resources have in common: list, read, create and update of an account's rows, and the event of each
//! change in the change's transaction. A resource says what is its own: its fields, its rules, and what it loads.

use chrono::NaiveDate;
use sea_orm::{ConnectionTrait, DatabaseTransaction, EntityTrait, QueryOrder, QuerySelect};
use shared::Transaction;
use shared::entities::Tenant;
use shared::values::choices::EventType;

use crate::auth::Caller;
use crate::http::body::{Input, Problems};
use crate::http::query::PathId;
use crate::http::{AppError, Create, Draft, Index, Payload, Read, Reply, Update};
use crate::idempotency::carry_out;
use crate::records::events::emit_all;
use crate::state::App;

pub mod events;
pub mod links;
pub mod list;
pub mod money;
pub mod validator;

use links::Links;

/// One request's view of who and when.
#[derive(Clone)]
pub struct Context {
    /// The application.
    pub app: App,
    /// Who is calling.
    pub caller: Caller,
    /// The moment of the request, in milliseconds since the Unix epoch.
    pub now_ms: i64,
    /// The day of the request in the account's time zone.
    pub today: NaiveDate,
    /// Linked records that have been read beforehand.
    pub links: Links,
}

impl Context {
    /// The context of a request that comes now.
    pub fn new(app: &App, caller: Caller) -> Self {
        let (now_ms, today) = (app.clock.now_ms(), app.clock.today(caller.timezone));
        Self { app: app.clone(), caller, now_ms, today, links: Links::default() }
    }

    /// The context of a change of a row. The moments of one record's changes follow each other whatever the clocks of
    /// several processes say, because receivers tell by them which event is the newest.
    #[must_use]
    pub fn after<R: Resource>(mut self, stored: &Row<R>) -> Self {
        self.now_ms = self.now_ms.max(R::version(stored) + 1);
        self
    }
}

/// A row on its way into the database.
pub struct Change<'a, R: Resource> {
    /// What the body says that is not applied to the row yet.
    pub input: &'a mut R::Input,
    /// The row as it would be.
    pub row: &'a mut Row<R>,
    /// The row as it is, unless it is new.
    pub stored: Option<&'a Row<R>>,
    /// What is wrong with it.
    pub problems: &'a mut Problems,
}

/// A resource's row.
pub type Row<R> = <<R as Resource>::Entity as EntityTrait>::Model;

/// A kind of records that an account owns.
pub trait Resource: Payload + Sync + Sized {
    /// Its table.
    type Entity: Tenant;
    /// Its bodies.
    type Input: Input;
    /// What its rules have found out that [`complete`](Self::complete) needs.
    type Plan: Send;
    /// The events of a new record and of a changed one, if changes of this kind are events.
    const EVENTS: Option<(EventType, EventType)>;

    /// A new row before anything is known of it.
    fn blank(context: &Context) -> Row<Self>;

    /// A row's id.
    fn id(row: &Row<Self>) -> i64;

    /// What rises with each change of a row: the moment of the last one in milliseconds, or a count.
    fn version(row: &Row<Self>) -> i64;

    /// Applies a body to a row, and the rules that hold for the record as it would be; what is wrong is added to
    /// the change's problems.
    fn change(
        tx: &Transaction,
        context: &Context,
        change: Change<'_, Self>,
    ) -> impl Future<Output = Result<Self::Plan, AppError>> + Send;

    /// Writes what belongs to rows that have just been written, if anything does, and returns the whole records in
    /// their order.
    fn complete(
        tx: &Transaction,
        context: &Context,
        written: Vec<(Row<Self>, Self::Plan)>,
    ) -> impl Future<Output = Result<Vec<Self>, AppError>> + Send {
        async move { Self::load(tx, context, written.into_iter().map(|(row, _)| row).collect()).await }
    }

    /// Reads the record with an id, all of it of one state, and its version.
    fn read(
        context: &Context,
        id: i64,
    ) -> impl Future<Output = Result<Option<(i64, Self)>, AppError>> + Send {
        read_snapshot(context, id)
    }

    /// Loads what belongs to rows, in their order, with a number of queries that does not depend on theirs.
    fn load<C: ConnectionTrait>(
        connection: &C,
        context: &Context,
        rows: Vec<Row<Self>>,
    ) -> impl Future<Output = Result<Vec<Self>, AppError>> + Send;
}

/// Lists all records of a kind of which an account has few, ordered by id.
pub async fn index<R: Resource>(app: &App, caller: Caller) -> Result<Reply<R, Index>, AppError> {
    let tx = app.store.snapshot().await?;
    let rows = caller.account.find::<R::Entity>().order_by_asc(R::Entity::ID).all(&tx).await?;
    Reply::list(&load_and_end::<R>(tx, Context::new(app, caller), rows).await?)
}

/// Loads the records of rows and ends the transaction that has read them.
pub async fn load_and_end<R: Resource>(
    tx: DatabaseTransaction,
    context: Context,
    rows: Vec<Row<R>>,
) -> Result<Vec<R>, AppError> {
    let records = R::load(&tx, &context, rows).await?;
    tx.commit().await?;
    Ok(records)
}

/// Reads one record.
pub async fn read<R: Resource>(app: &App, caller: Caller, id: &PathId) -> Result<Reply<R, Read>, AppError> {
    let (version, record) = R::read(&Context::new(app, caller), id.id()).await?.ok_or(AppError::NotFound)?;
    Reply::tagged(&record, version)
}

/// Reads a record and what belongs to it in a transaction, which sees one state.
pub async fn read_snapshot<R: Resource>(context: &Context, id: i64) -> Result<Option<(i64, R)>, AppError> {
    let tx = context.app.store.snapshot().await?;
    let Some(row) = context.caller.account.find_id::<R::Entity>(id).one(&tx).await? else { return Ok(None) };
    let version = R::version(&row);
    let record = one(load_and_end::<R>(tx, context.clone(), vec![row]).await?)?;
    Ok(Some((version, record)))
}

/// Creates a record.
pub async fn create<R: Resource>(
    app: &App,
    caller: Caller,
    draft: Draft<R::Input, Create>,
) -> Result<Reply<R, Create>, AppError> {
    create_with(app, caller, draft, |record, version| Reply::tagged(&record, version)).await
}

/// Creates a record, and answers with what is made of it and its version.
pub async fn create_with<R: Resource, T: Payload>(
    app: &App,
    caller: Caller,
    draft: Draft<R::Input, Create>,
    answer: impl FnOnce(R, i64) -> Result<Reply<T, Create>, AppError>,
) -> Result<Reply<T, Create>, AppError> {
    let Draft { mut input, mut problems, ignored, once, .. } = draft;
    carry_out(app, caller.account, once, async |tx| {
        let context = Context::new(app, caller);
        let new = changed::<R>(tx, &context, None, &mut input, &mut problems).await?;
        problems.check()?;
        let version = R::version(&new.0);
        let (id, record) = one(insert_all::<R>(tx, &context, vec![new]).await?)?;
        Ok(answer(record, version)?.at(id).ignoring(&ignored))
    })
    .await
}

/// Changes the fields of a record that a body names.
pub async fn update<R: Resource>(
    app: &App,
    caller: Caller,
    id: &PathId,
    mut draft: Draft<R::Input, Update>,
) -> Result<Reply<R, Update>, AppError> {
    carry_out(app, caller.account, draft.once, async |tx| {
        // The lock makes concurrent changes of one record follow each other.
        let select = caller.account.find_id::<R::Entity>(id.id()).lock_exclusive();
        let stored = select.one(tx).await?.ok_or(AppError::NotFound)?;
        draft.preconditions.check(R::version(&stored))?;
        let context = Context::new(app, caller).after::<R>(&stored);
        let change = changed::<R>(tx, &context, Some(&stored), &mut draft.input, &mut draft.problems).await?;
        draft.problems.check()?;
        let version = R::version(&change.0);
        Ok(Reply::tagged(&replace::<R>(tx, &context, change).await?, version)?.ignoring(&draft.ignored))
    })
    .await
}

/// A row as a body would have it, and what is to become of what belongs to it; a new row where none is stored. What is
/// wrong is added to the problems, and then it must not be written.
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

/// Writes new records and their events, with a number of statements that does not depend on how many they are. Returns
/// each with its id.
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
        emit_all(tx, &context.caller, created, &records, context.now_ms).await?;
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
        emit_all(tx, &context.caller, updated, std::slice::from_ref(&record), context.now_ms).await?;
    }
    Ok(record.1)
}

/// The one record of a row that was loaded alone.
pub fn one<T>(records: Vec<T>) -> Result<T, AppError> {
    records.into_iter().next().ok_or_else(|| AppError::Internal("a row was loaded as nothing".into()))
}

/// Adds a problem unless the account has a row with the id that a field names.
pub async fn check_link<E: Tenant>(
    tx: &Transaction,
    context: &Context,
    problems: &mut Problems,
    (field, id, kind): (&str, Option<i64>, &str),
) -> Result<(), AppError> {
    let Some(id) = id else { return Ok(()) };
    let exists = match context.links.get::<E>(id) {
        Some(known) => known.is_some(),
        None => {
            let select = context.caller.account.find_id::<E>(id).select_only().column(E::ID);
            select.into_tuple::<i64>().one(tx).await?.is_some()
        }
    };
    if !exists {
        problems.add(field, format_args!("must be the id of a {kind} of this account"));
    }
    Ok(())
}
