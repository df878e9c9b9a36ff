//! The trait of resources. A resource declares its table, its bodies, its events and its rules.

use sea_orm::sea_query::SimpleExpr;
use sea_orm::{ColumnTrait, Condition, ConnectionTrait, EntityTrait, QueryFilter};
use serde_json::value::{RawValue, to_raw_value};
use shared::Transaction;
use shared::database::Snapshot;
use shared::entities::{AccountScope, Tenant};
use shared::values::choices::EventType;

use super::context::Context;
use super::links::Matched;
use crate::auth::Caller;
use crate::error::AppError;
use crate::fields::Payload;
use crate::fields::Problems;
use crate::fields::field::Input;
use crate::fields::members::{Members, ObjectOf};

/// A row to which a body is being applied.
pub struct Change<'a, R: Resource> {
    /// The part of the body that is not applied to the row yet.
    pub input: &'a mut R::Input,
    /// The row as it will be stored.
    pub row: &'a mut Row<R>,
    /// The stored row, or `None` if the record is new.
    pub stored: Option<&'a Row<R>>,
    /// The problems found so far.
    pub problems: &'a mut Problems,
}

/// How the records of a kind belong to contacts. A merge moves those of one contact to another one, and an erasure
/// clears their personal fields.
pub struct Belonging<R: Resource> {
    /// The column with the contact's id.
    pub column: <R::Entity as EntityTrait>::Column,
    /// Selects further records that say something of a contact: those about records that belong to it.
    pub about: Option<fn(AccountScope, i64) -> Condition>,
    /// Selects the records that count. The undo of an import leaves a contact that has one.
    pub counts: fn() -> SimpleExpr,
    /// The fields that an erasure keeps, by their labels, and why: as its report says it.
    pub kept: (&'static str, &'static str),
}

impl<R: Resource> Belonging<R> {
    /// Returns the condition for all records that say something of a contact.
    pub fn says_of(&self, account: AccountScope, contact_id: i64) -> Condition {
        let about = self.about.map(|about| about(account, contact_id));
        Condition::any().add(self.column.eq(contact_id)).add_option(about)
    }
}

/// A field whose value only one record of an account can have.
pub struct Unique<R: Resource> {
    /// The column that is unique. A constraint's name contains its name.
    pub column: <R::Entity as EntityTrait>::Column,
    /// The field that its value comes from.
    pub field: &'static str,
    /// Returns the value of a record.
    pub of: fn(&Row<R>) -> Option<&str>,
}

/// A resource's row.
pub type Row<R> = <<R as Resource>::Entity as EntityTrait>::Model;

/// A kind of records that an account owns.
pub trait Resource: Payload + Sync + Sized {
    /// The table of the records.
    type Entity: Tenant<Model: Members>;
    /// The body of a create or an update.
    type Input: Input;
    /// The members of a body that name what the record links to in other words than ids.
    type Links: Input;
    /// The data that [`change`](Self::change) hands over to [`complete`](Self::complete).
    type Plan: Send;
    /// The event types of a create and of an update, or `None` if changes of this kind have no events.
    const EVENTS: Option<(EventType, EventType)>;

    /// The members besides the fields whose changes an event tells.
    const TOLD: &'static [&'static str] = &[];

    /// The fields that are unique in an account.
    const UNIQUE: &'static [Unique<Self>] = &[];

    /// How the records belong to contacts, if they do.
    const BELONGS: Option<Belonging<Self>> = None;

    /// Returns the condition for those of the account's rows that a caller may see. To the caller, there are no others.
    fn seen_by(_caller: &Caller) -> Condition {
        Condition::all()
    }

    /// Returns a new row, with the defaults of its fields.
    fn blank(context: &Context) -> Row<Self>;

    /// Returns a row's id.
    fn id(row: &Row<Self>) -> i64;

    /// Returns a number that rises with each change of a row: the time of the last change in milliseconds, or a count.
    fn version(row: &Row<Self>) -> i64;

    /// Returns how many events the record of a row has had, if changes of this kind have events.
    fn sequence(_row: &mut Row<Self>) -> Option<&mut i64> {
        None
    }

    /// Returns a record's own fields and lists as they are before a planned change, as a read shows them.
    fn before(stored: &Row<Self>, _plan: &Self::Plan) -> Result<Box<RawValue>, AppError> {
        Ok(to_raw_value(&ObjectOf(stored))?)
    }

    /// Puts the ids of what the links name into the body. Returns how the record came to its contact, if a match says which
    /// one it is.
    fn link(
        _tx: &Transaction,
        _context: &Context,
        _links: Self::Links,
        _input: &mut Self::Input,
        _problems: &mut Problems,
    ) -> impl Future<Output = Result<Option<Matched>, AppError>> + Send {
        async { Ok(None) }
    }

    /// Applies the body to the row and checks the rules on the result. Adds every broken rule to the change's problems.
    fn change(
        tx: &Transaction,
        context: &Context,
        change: Change<'_, Self>,
    ) -> impl Future<Output = Result<Self::Plan, AppError>> + Send;

    /// Writes the related records of rows that have just been written, if the kind has any. Returns the complete
    /// records in the order of the rows.
    fn complete(
        tx: &Transaction,
        context: &Context,
        written: Vec<(Row<Self>, Self::Plan)>,
    ) -> impl Future<Output = Result<Vec<Self>, AppError>> + Send {
        async move { Self::load(tx, context, written.into_iter().map(|(row, _)| row).collect()).await }
    }

    /// Reads the record with this id, and its version. The record and its related records are of the same state of the
    /// database.
    fn read(
        context: &Context,
        id: i64,
    ) -> impl Future<Output = Result<Option<(i64, Self)>, AppError>> + Send {
        read_snapshot(context, id)
    }

    /// Loads the records of these rows, in the same order, with their related records. The number of queries does not
    /// depend on the number of rows.
    fn load<C: ConnectionTrait>(
        connection: &C,
        context: &Context,
        rows: Vec<Row<Self>>,
    ) -> impl Future<Output = Result<Vec<Self>, AppError>> + Send;
}

/// Loads the records of these rows, and ends the transaction that read the rows.
pub async fn load_and_end<R: Resource>(
    tx: Snapshot,
    context: Context,
    rows: Vec<Row<R>>,
) -> Result<Vec<R>, AppError> {
    let records = R::load(&tx, &context, rows).await?;
    tx.end().await?;
    Ok(records)
}

/// Reads a record and its related records in one transaction, which sees a single state of the database.
pub async fn read_snapshot<R: Resource>(context: &Context, id: i64) -> Result<Option<(i64, R)>, AppError> {
    let tx = context.app.store.snapshot().await?;
    let row = context.caller.account.find_id::<R::Entity>(id).filter(R::seen_by(&context.caller));
    let Some(row) = row.one(&tx).await? else { return Ok(None) };
    let version = R::version(&row);
    let record = one(load_and_end::<R>(tx, context.clone(), vec![row]).await?)?;
    Ok(Some((version, record)))
}

/// Returns the record of a row that was loaded alone.
pub fn one<T>(records: Vec<T>) -> Result<T, AppError> {
    records.into_iter().next().ok_or_else(|| AppError::Internal("loading a row returned no record".into()))
}
