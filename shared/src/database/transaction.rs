//! Transactions that write, with as few round trips as possible.
//!
//! An insertion whose result nobody needs can be [deferred](Transaction::defer) until the transaction's next statement or
//! its commit. PostgreSQL gets all deferred insertions as one statement. If the transaction has done nothing else, that
//! statement is sent alone, without `BEGIN` and `COMMIT`. This exists for speed alone (figures: deploy/bench/README.md).

use std::mem::take;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use async_trait::async_trait;
use sea_orm::sea_query::{CommonTableExpression, Expr, InsertStatement, Query, WithClause};
use sea_orm::{
    ConnectionTrait, DatabaseTransaction, DbBackend, DbErr, ExecResult, QueryResult, RuntimeErr, Statement,
};
use tokio::sync::OnceCell;

use super::deadline::WithDeadline;
use super::row_security;
use crate::{Error, Store};

/// A transaction that writes. It begins with the first statement that is not deferred, and is rolled back unless it is
/// committed.
///
/// After a statement failed, or its caller did not wait for the result, the transaction takes no other statement and
/// does not commit. SQLite may have rolled back by itself (a full disk causes that), and would commit each later
/// statement on its own. PostgreSQL would answer a `COMMIT` with success but roll back.
#[derive(Debug)]
pub struct Transaction {
    store: Store,
    begun: OnceCell<WithDeadline<DatabaseTransaction>>,
    deferred: Mutex<Vec<DeferredInsert>>,
    after_commit: Mutex<AfterCommit>,
    is_broken: AtomicBool,
}

/// The things to do after a commit.
#[derive(Default)]
struct AfterCommit(Vec<Box<dyn FnOnce() + Send>>);

impl std::fmt::Debug for AfterCommit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("AfterCommit").field(&self.0.len()).finish()
    }
}

/// The insertion of a row, whose only result is whether it succeeded. Insertions that are deferred together do not see each
/// other's rows, but their rows may refer to each other by foreign keys.
#[derive(Debug)]
pub struct DeferredInsert {
    /// The table.
    pub table: &'static str,
    /// The columns with what they get.
    pub cells: Vec<(&'static str, Expr)>,
}

impl DeferredInsert {
    fn into_statement(self) -> Result<InsertStatement, DbErr> {
        let (columns, values): (Vec<_>, Vec<_>) = self.cells.into_iter().unzip();
        let mut insert = Query::insert();
        insert.into_table(self.table).columns(columns);
        let filled = insert.values(values);
        filled.map_err(|error| DbErr::Query(RuntimeErr::Internal(error.to_string())))?;
        Ok(insert)
    }
}

impl Store {
    /// Creates a transaction that writes. It begins with its first statement.
    pub fn begin(&self) -> Transaction {
        Transaction::new(self.clone())
    }
}

impl Transaction {
    fn new(store: Store) -> Self {
        Self {
            store,
            begun: OnceCell::new(),
            deferred: Mutex::default(),
            after_commit: Mutex::default(),
            is_broken: AtomicBool::new(false),
        }
    }

    /// Defers an insertion until the transaction's next statement or its commit.
    pub fn defer(&self, insert: DeferredInsert) {
        self.deferred.lock().unwrap_or_else(PoisonError::into_inner).push(insert);
    }

    /// Does something once the database has confirmed the commit. It is never done if the transaction is rolled back, or
    /// if it is not known whether the commit took effect. It must not wait for anything.
    pub fn after_commit(&self, action: impl FnOnce() + Send + 'static) {
        let mut actions = self.after_commit.lock().unwrap_or_else(PoisonError::into_inner);
        actions.0.push(Box::new(action));
    }

    /// Returns an id for a row that is about to be inserted. Returns `None` where that saves nothing: in a transaction
    /// that has begun, and on SQLite.
    pub(crate) async fn new_id(&self, table: &str) -> Result<Option<i64>, Error> {
        if self.begun.initialized() { Ok(None) } else { self.store.new_id(table).await }
    }

    /// Confines the rest of the transaction to an account's rows, if there is [row security](super::row_security). It is
    /// for work that finds out within the transaction whose it is.
    pub async fn confine(&self, account_id: i64) -> Result<(), Error> {
        if self.store.has_row_security() {
            self.execute_unprepared(&row_security::confine_transaction(account_id)).await?;
        }
        Ok(())
    }

    /// Commits all writes, including the deferred ones. Once it has begun, it goes on to its end even if the caller stops
    /// waiting, so what is to be done after the commit is done then, too.
    ///
    /// # Errors
    /// The error of the statement or the commit that failed, or an error if an earlier statement failed. Nothing is
    /// written then, unless the connection broke during the commit: whether it took effect is not known in that case.
    pub async fn commit(mut self) -> Result<(), Error> {
        let actions = take(self.after_commit.get_mut().unwrap_or_else(PoisonError::into_inner));
        let committed = tokio::spawn(row_security::carried(async move {
            self.write_and_commit().await?;
            for action in actions.0 {
                action();
            }
            Ok(())
        }));
        committed.await.unwrap_or_else(|panic| Err(DbErr::Custom(panic.to_string()).into()))
    }

    async fn write_and_commit(mut self) -> Result<(), Error> {
        self.check_unbroken()?;
        let mut statements = self.take_deferred()?;
        if !self.begun.initialized() && statements.len() <= 1 {
            if let Some(alone) = statements.pop() {
                self.store.write().execute_raw(alone).await?;
            }
            return Ok(());
        }
        let tx = match self.begun.take() {
            Some(tx) => tx,
            None => self.store.begin_now().await?,
        };
        for statement in statements {
            if let Err(error) = tx.execute_raw(statement).await {
                roll_back(tx).await;
                return Err(error.into());
            }
        }
        Ok(tx.deadline.run(tx.inner.commit()).await?)
    }

    /// Rolls back all writes, and waits until that is done.
    pub async fn rollback(mut self) {
        if let Some(tx) = self.begun.take() {
            roll_back(tx).await;
        }
    }

    /// Runs a statement in the transaction, after all deferred writes.
    async fn run<T>(
        &self,
        statement: impl AsyncFnOnce(&WithDeadline<DatabaseTransaction>) -> Result<T, DbErr>,
    ) -> Result<T, DbErr> {
        self.check_unbroken()?;
        let unfinished = Unfinished(&self.is_broken);
        let tx = self.begun.get_or_try_init(|| self.store.begin_now()).await?;
        for statement in self.take_deferred()? {
            tx.execute_raw(statement).await?;
        }
        let result = statement(tx).await?;
        unfinished.succeeded();
        Ok(result)
    }

    fn check_unbroken(&self) -> Result<(), DbErr> {
        if self.is_broken.load(Ordering::Relaxed) {
            return Err(DbErr::Custom(
                "an earlier statement of this transaction failed or was abandoned".to_owned(),
            ));
        }
        Ok(())
    }

    fn take_deferred(&self) -> Result<Vec<Statement>, DbErr> {
        let inserts = take(&mut *self.deferred.lock().unwrap_or_else(PoisonError::into_inner));
        statements(self.store.backend(), inserts)
    }
}

/// A guard that marks its transaction as broken when it is dropped, unless the statement has succeeded.
struct Unfinished<'a>(&'a AtomicBool);

impl Unfinished<'_> {
    fn succeeded(self) {
        std::mem::forget(self);
    }
}

impl Drop for Unfinished<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Rolls a transaction back. If that fails, the pool closes the connection, because [`Store`] sees that it is still in
/// a transaction. The database then discards the transaction's writes.
async fn roll_back(tx: WithDeadline<DatabaseTransaction>) {
    if let Err(error) = tx.deadline.run(tx.inner.rollback()).await {
        tracing::debug!(%error, "a transaction could not be rolled back; closing its connection");
    }
}

/// Returns the statements of insertions. PostgreSQL gets one, in which all but the last are `WITH` queries. SQLite has no
/// such queries that write.
fn statements(backend: DbBackend, inserts: Vec<DeferredInsert>) -> Result<Vec<Statement>, DbErr> {
    let inserts = inserts.into_iter().map(DeferredInsert::into_statement);
    if backend == DbBackend::Sqlite {
        return inserts.map(|insert| Ok(backend.build(&insert?))).collect();
    }
    let mut others = inserts.collect::<Result<Vec<_>, _>>()?;
    let Some(mut last) = others.pop() else { return Ok(Vec::new()) };
    if !others.is_empty() {
        let mut with = WithClause::new();
        for (i, other) in others.into_iter().enumerate() {
            with.cte(CommonTableExpression::new().table_name(format!("w{i}")).query(other).to_owned());
        }
        last.with_cte(with);
    }
    Ok(vec![backend.build(&last)])
}

#[async_trait]
impl ConnectionTrait for Transaction {
    fn get_database_backend(&self) -> DbBackend {
        self.store.backend()
    }

    async fn execute_raw(&self, statement: Statement) -> Result<ExecResult, DbErr> {
        self.run(async |tx| tx.execute_raw(statement).await).await
    }

    async fn execute_unprepared(&self, text: &str) -> Result<ExecResult, DbErr> {
        self.run(async |tx| tx.execute_unprepared(text).await).await
    }

    async fn query_one_raw(&self, statement: Statement) -> Result<Option<QueryResult>, DbErr> {
        self.run(async |tx| tx.query_one_raw(statement).await).await
    }

    async fn query_all_raw(&self, statement: Statement) -> Result<Vec<QueryResult>, DbErr> {
        self.run(async |tx| tx.query_all_raw(statement).await).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn insertions_become_one_statement_with_numbered_values() {
        let insert = |table, cells: Vec<(&'static str, Expr)>| DeferredInsert { table, cells };
        let inserts = || {
            vec![
                insert("a", vec![("x", Expr::val(10)), ("y", Expr::val("?"))]),
                insert("b", vec![("x", Expr::cust("now()"))]),
                insert("c", vec![("x", Expr::val(30))]),
            ]
        };
        let [all] = &statements(DbBackend::Postgres, inserts()).unwrap()[..] else { panic!("one statement") };
        assert_eq!(
            all.sql,
            r#"WITH "w0" AS (INSERT INTO "a" ("x", "y") VALUES ($1, $2)) , "w1" AS (INSERT INTO "b" ("x") VALUES (now())) INSERT INTO "c" ("x") VALUES ($3)"#
        );
        assert_eq!(all.values.clone().unwrap().0, [10.into(), "?".into(), 30.into()]);
        let each = statements(DbBackend::Sqlite, inserts()).unwrap();
        let first = r#"INSERT INTO "a" ("x", "y") VALUES (?, ?)"#;
        assert_eq!((each.len(), &*each[0].sql), (3, first));
        assert!(statements(DbBackend::Postgres, Vec::new()).unwrap().is_empty());
    }
}
