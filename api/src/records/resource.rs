//! What a resource says of itself: its table, its bodies, its events and its rules.

use sea_orm::{ConnectionTrait, DatabaseTransaction, EntityTrait};
use shared::Transaction;
use shared::entities::Tenant;
use shared::values::choices::EventType;

use super::context::Context;
use crate::http::field::Input;
use crate::http::{AppError, Payload, ValidationErrors};

/// A row on its way into the database.
pub struct Change<'a, R: Resource> {
    /// What the body says that is not applied to the row yet.
    pub input: &'a mut R::Input,
    /// The row as it would be.
    pub row: &'a mut Row<R>,
    /// The row as it is, unless it is new.
    pub stored: Option<&'a Row<R>>,
    /// What is wrong with it.
    pub problems: &'a mut ValidationErrors,
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

    /// The unique columns, each with the field that its value comes from. A constraint has its column in its name.
    const UNIQUE: &'static [(&'static str, &'static str)] = &[];

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

/// Reads a record and what belongs to it in a transaction, which sees one state.
pub async fn read_snapshot<R: Resource>(context: &Context, id: i64) -> Result<Option<(i64, R)>, AppError> {
    let tx = context.app.store.snapshot().await?;
    let Some(row) = context.caller.account.find_id::<R::Entity>(id).one(&tx).await? else { return Ok(None) };
    let version = R::version(&row);
    let record = one(load_and_end::<R>(tx, context.clone(), vec![row]).await?)?;
    Ok(Some((version, record)))
}

/// The one record of a row that was loaded alone.
pub fn one<T>(records: Vec<T>) -> Result<T, AppError> {
    records.into_iter().next().ok_or_else(|| AppError::Internal("a row was loaded as nothing".into()))
}
