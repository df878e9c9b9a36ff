//! What the resources have in common: list, read, create and update of an account's rows, and the event of each
//! change in the change's transaction. A resource says what is its own: its fields, its rules, and what it loads.

use chrono::NaiveDate;
use sea_orm::{ConnectionTrait, DatabaseTransaction, EntityTrait, QueryOrder, QuerySelect};
use shared::choices::EventType;
use shared::entities::Tenant;

use crate::app::App;
use crate::events::emit;
use crate::http::body::{Input, Problems};
use crate::http::query::PathId;
use crate::http::{AppError, Caller, Create, Draft, Index, Payload, Read, Reply, Update};
use crate::idempotency::carry_out;

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
}

impl Context {
    /// The context of a request that comes now.
    pub fn new(app: &App, caller: Caller) -> Self {
        Self { app: app.clone(), caller, now_ms: app.clock.now_ms(), today: app.clock.today(caller.timezone) }
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
        tx: &DatabaseTransaction,
        context: &Context,
        change: Change<'_, Self>,
    ) -> impl Future<Output = Result<Self::Plan, AppError>> + Send;

    /// Writes what belongs to a row that has just been written, if anything does, and returns the whole record.
    fn complete(
        tx: &DatabaseTransaction,
        context: &Context,
        row: Row<Self>,
        _plan: Self::Plan,
    ) -> impl Future<Output = Result<Self, AppError>> + Send {
        async move { one(Self::load(tx, context, vec![row]).await?) }
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
    Reply::tagged_list(&load_and_end::<R>(tx, Context::new(app, caller), rows).await?)
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
    mut draft: Draft<R::Input, Create>,
    answer: impl FnOnce(R, i64) -> Result<Reply<T, Create>, AppError>,
) -> Result<Reply<T, Create>, AppError> {
    carry_out(app, caller.account, draft.once, async |tx| {
        let context = Context::new(app, caller);
        let mut row = R::blank(&context);
        let change =
            Change { input: &mut draft.input, row: &mut row, stored: None, problems: &mut draft.problems };
        let plan = R::change(tx, &context, change).await?;
        draft.problems.check()?;
        let row = caller.account.insert::<R::Entity>(tx, row).await?;
        let (id, version) = (R::id(&row), R::version(&row));
        let record = R::complete(tx, &context, row, plan).await?;
        if let Some((created, _)) = R::EVENTS {
            emit(tx, &caller, created, (id, &record), context.now_ms).await?;
        }
        Ok(answer(record, version)?.at(id).ignoring(&draft.ignored))
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
        // The lock makes concurrent changes of one record follow each other; their moments do so too, whatever the clocks
        // of several processes say, because receivers tell by them which event is the newest.
        let select = caller.account.find_id::<R::Entity>(id.id()).lock_exclusive();
        let stored = select.one(tx).await?.ok_or(AppError::NotFound)?;
        draft.preconditions.check(R::version(&stored))?;
        let mut context = Context::new(app, caller);
        context.now_ms = context.now_ms.max(R::version(&stored) + 1);
        let mut row = stored.clone();
        let problems = &mut draft.problems;
        let change = Change { input: &mut draft.input, row: &mut row, stored: Some(&stored), problems };
        let plan = R::change(tx, &context, change).await?;
        draft.problems.check()?;
        let row = caller.account.replace::<R::Entity>(tx, row).await?;
        let version = R::version(&row);
        let record = R::complete(tx, &context, row, plan).await?;
        if let Some((_, updated)) = R::EVENTS {
            emit(tx, &caller, updated, (R::id(&stored), &record), context.now_ms).await?;
        }
        Ok(Reply::tagged(&record, version)?.ignoring(&draft.ignored))
    })
    .await
}

/// The one record of a row that was loaded alone.
pub fn one<T>(records: Vec<T>) -> Result<T, AppError> {
    records.into_iter().next().ok_or_else(|| AppError::Internal("a row was loaded as nothing".into()))
}

/// Adds a problem unless the account has a row with the id that a field names.
pub async fn check_link<E: Tenant>(
    tx: &DatabaseTransaction,
    context: &Context,
    problems: &mut Problems,
    (field, id, kind): (&str, Option<i64>, &str),
) -> Result<(), AppError> {
    if let Some(id) = id {
        let select = context.caller.account.find_id::<E>(id).select_only().column(E::ID);
        if select.into_tuple::<i64>().one(tx).await?.is_none() {
            problems.add(field, format_args!("must be the id of a {kind} of this account"));
        }
    }
    Ok(())
}
