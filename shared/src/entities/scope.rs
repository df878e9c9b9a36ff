//! The start of every query on a tenant's table.

use sea_orm::sea_query::{Expr, IntoValueTuple, LockType, OnConflict};
use sea_orm::{
    ActiveModelTrait, ColumnTrait, ConnectionTrait, DbBackend, DbErr, DeleteMany, EntityTrait, IdenStatic,
    IntoActiveModel, Iterable, QueryFilter, QuerySelect, Select, TryIntoModel, Update, UpdateMany, Value,
};

use super::accounts;
use crate::database::DeferredInsert;
use crate::database::rows::objects;
use crate::database::statement::sql;
use crate::{Error, Transaction};

/// A table whose rows belong to an account.
pub trait Tenant:
    EntityTrait<
        ActiveModel: Send + Sync + TryIntoModel<<Self as EntityTrait>::Model>,
        Model: IntoActiveModel<<Self as EntityTrait>::ActiveModel> + Clone + Send + Sync,
    >
{
    const ACCOUNT_ID: Self::Column;
    const ID: Self::Column;
}

/// The rows of one account. Every query on a tenant's table starts here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AccountScope {
    account_id: i64,
}

#[allow(clippy::disallowed_methods, reason = "adds the account to every query")]
impl AccountScope {
    /// Creates the scope of an account that an authenticated caller, or the operator, has named.
    pub fn new(account_id: i64) -> Self {
        Self { account_id }
    }

    /// Returns the account's id, for a row to be inserted.
    pub fn account_id(self) -> i64 {
        self.account_id
    }

    /// Selects the account's rows.
    pub fn find<E: Tenant>(self) -> Select<E> {
        E::find().filter(E::ACCOUNT_ID.eq(self.account_id))
    }

    /// Selects the account's row with this id.
    pub fn find_id<E: Tenant>(self, id: impl Into<Value>) -> Select<E> {
        self.find::<E>().filter(E::ID.eq(id))
    }

    /// Locks the account's own row until the transaction ends, so that what the transaction counts stays as it is. Does
    /// not hold up others who add rows to the account without counting.
    pub async fn lock(self, tx: &impl ConnectionTrait) -> Result<(), Error> {
        let account = accounts::Entity::find_by_id(self.account_id).lock(LockType::NoKeyUpdate);
        account.one(tx).await?;
        Ok(())
    }

    /// Inserts a row of the account. The database chooses the id, and only the id is read back.
    pub async fn insert<E: Tenant>(
        self,
        tx: &impl ConnectionTrait,
        model: E::Model,
    ) -> Result<E::Model, Error> {
        let mut row = self.new_row::<E>(model);
        let inserted = E::insert(row.clone()).exec(tx).await?;
        if let Some(id) = inserted.last_insert_id.into_value_tuple().into_iter().next() {
            row.set(E::ID, id);
        }
        Ok(row.try_into_model()?)
    }

    /// Inserts a row of the account, unless another one has the same value in a column that is unique in the account. Waits
    /// for a transaction that is inserting or changing that one, and locks it.
    pub async fn insert_or_lock<E: Tenant>(
        self,
        tx: &impl ConnectionTrait,
        model: E::Model,
        unique: E::Column,
    ) -> Result<(), Error> {
        let taken = OnConflict::columns([E::ACCOUNT_ID, unique]).update_column(unique).to_owned();
        E::insert(self.new_row::<E>(model)).on_conflict(taken).exec_without_returning(tx).await?;
        Ok(())
    }

    /// Defers the insertion of a row of the account until the transaction's next statement or its commit, if the row's
    /// id can be known beforehand. Otherwise (on SQLite, and in a transaction that has begun) inserts the row at once.
    pub async fn insert_deferred<E: Tenant>(
        self,
        tx: &Transaction,
        model: E::Model,
    ) -> Result<E::Model, Error> {
        let table = E::default().table_name();
        let Some(id) = tx.new_id(table).await? else { return self.insert::<E>(tx, model).await };
        let mut row = self.new_row::<E>(model);
        row.set(E::ID, id.into());
        let cell = |column: E::Column| Some((column.as_str(), Expr::val(row.get(column).into_value()?)));
        tx.defer(DeferredInsert { table, cells: E::Column::iter().filter_map(cell).collect() });
        Ok(row.try_into_model()?)
    }

    /// Inserts rows of the account, and returns them with their ids in the same order. Only the ids are read back.
    pub async fn insert_all<E: Tenant>(
        self,
        tx: &impl ConnectionTrait,
        mut models: Vec<E::Model>,
    ) -> Result<Vec<E::Model>, Error> {
        if models.len() < 2 {
            let Some(model) = models.pop() else { return Ok(models) };
            return Ok(vec![self.insert::<E>(tx, model).await?]);
        }
        let rows: Vec<_> = models.into_iter().map(|model| self.new_row::<E>(model)).collect();
        let ids = match tx.get_database_backend() {
            DbBackend::Sqlite => insert_list::<E>(tx, &rows).await?,
            _ => insert_objects::<E>(tx, &rows).await?,
        };
        let with_id = |(mut row, id): (E::ActiveModel, Value)| {
            row.set(E::ID, id);
            Ok(row.try_into_model()?)
        };
        if ids.len() != rows.len() {
            return Err(DbErr::RecordNotInserted.into());
        }
        rows.into_iter().zip(ids).map(with_id).collect()
    }

    fn new_row<E: Tenant>(self, model: E::Model) -> E::ActiveModel {
        let mut row = model.into_active_model().reset_all();
        row.set(E::ACCOUNT_ID, self.account_id.into());
        row.not_set(E::ID);
        row
    }

    /// Writes a changed row of the account.
    pub async fn replace<E: Tenant>(
        self,
        tx: &impl ConnectionTrait,
        model: E::Model,
    ) -> Result<E::Model, Error> {
        let row = model.into_active_model().reset_all();
        Ok(Update::one(row).validate()?.filter(E::ACCOUNT_ID.eq(self.account_id)).exec(tx).await?)
    }

    /// Starts an update of the account's rows. The caller adds the conditions.
    pub fn update<E: Tenant>(self) -> UpdateMany<E> {
        E::update_many().filter(E::ACCOUNT_ID.eq(self.account_id))
    }

    /// Starts a deletion of the account's rows. The caller adds the conditions.
    pub fn delete<E: Tenant>(self) -> DeleteMany<E> {
        E::delete_many().filter(E::ACCOUNT_ID.eq(self.account_id))
    }
}

/// Inserts rows with one parameter for each value. Splits them into chunks, because SQLite accepts at most 32,766
/// parameters in a statement.
async fn insert_list<E: Tenant>(
    tx: &impl ConnectionTrait,
    rows: &[E::ActiveModel],
) -> Result<Vec<Value>, Error> {
    let mut ids = Vec::with_capacity(rows.len());
    for rows in rows.chunks(32_766 / E::Column::iter().count()) {
        let keys = E::insert_many(rows.iter().cloned()).exec_with_returning_keys(tx).await?;
        ids.extend(keys.into_iter().filter_map(|key| key.into_value_tuple().into_iter().next()));
    }
    Ok(ids)
}

/// Inserts rows as JSON in one parameter. PostgreSQL finds the values by the names of the columns.
async fn insert_objects<E: Tenant>(
    tx: &impl ConnectionTrait,
    rows: &[E::ActiveModel],
) -> Result<Vec<Value>, Error> {
    let columns: Vec<_> = E::Column::iter().filter(|column| column.as_str() != E::ID.as_str()).collect();
    let cells = |row: &E::ActiveModel| {
        let cell = |column: &E::Column| Some((column.as_str(), row.get(*column).into_value()?));
        columns.iter().filter_map(cell).collect::<Vec<_>>()
    };
    let names: Vec<_> = columns.iter().map(IdenStatic::as_str).collect();
    let (names, table, id) = (names.join(", "), E::default().table_name().to_owned(), E::ID.as_str());
    let (source, values) = objects(&table, rows.iter().map(cells))?;
    let text = format!("INSERT INTO {table} ({names}) SELECT {names} FROM {source} RETURNING {id}");
    let inserted = tx.query_all_raw(sql(tx, text, values)).await?;
    inserted.iter().map(|row| Ok(row.try_get_by_index::<i64>(0)?.into())).collect()
}

/// The rows of all accounts, for work that no account asks for: looking a key up, and what the service does by itself.
/// Also the rows of tables that belong to no account, such as users and their sessions.
#[derive(Clone, Copy, Debug)]
pub struct SystemScope;

#[allow(clippy::disallowed_methods, reason = "makes queries across accounts visible by this name")]
impl SystemScope {
    /// Selects rows of any account.
    pub fn find<E: EntityTrait>(self) -> Select<E> {
        E::find()
    }

    /// Starts an update of rows of any account. The caller adds the conditions.
    pub fn update<E: EntityTrait>(self) -> UpdateMany<E> {
        E::update_many()
    }

    /// Starts a deletion of rows of any account. The caller adds the conditions.
    pub fn delete<E: EntityTrait>(self) -> DeleteMany<E> {
        E::delete_many()
    }
}
