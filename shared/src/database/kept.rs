//! Connections to PostgreSQL that are kept from one single statement to the next.
//!
//! sqlx asks every connection that comes back to its pool whether it is still alive: a round trip after each statement, in
//! a task of its own. So a statement's connection stays out of the pool, for the next statement, while nobody waits for the
//! pool. A connection that was not used for a second is asked before it is used again, and so is each every five seconds:
//! its server may have become one that only reads. After a minute it goes back to the pool, which closes it if it is too
//! old.
//!
//! This exists for speed alone (figures: deploy/bench/README.md).

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use sea_orm::{
    ConnAcquireErr, ConnectionTrait, DatabaseConnection, DatabaseTransaction, DbBackend, DbErr, ExecResult,
    QueryResult, RuntimeErr, Statement, TransactionOptions, TransactionTrait,
};
use sea_query_sqlx::SqlxValues;
use sqlx::pool::PoolConnection;
use sqlx::{AssertSqlSafe, Executor, PgPool, Postgres};
use tokio::time::{Instant, timeout};

use super::deadline::Deadline;
use crate::times::{ALIVE_MAX, ASKED_EVERY, KEPT_FOR, UNASKED_MAX};

/// A pool of connections. On PostgreSQL it may keep those of single statements.
#[derive(Debug)]
pub(super) struct Connections {
    pub(super) pool: DatabaseConnection,
    kept: Option<Kept>,
}

/// The part of a pool that is kept.
#[derive(Debug)]
struct Kept {
    pool: PgPool,
    deadline: Arc<Deadline>,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// The connections that no statement uses.
    free: Vec<Lent>,
    /// The number of those who wait for a connection of the pool.
    waiting: usize,
}

/// A connection that the pool has lent.
#[derive(Debug)]
struct Lent {
    connection: PoolConnection<Postgres>,
    since: Instant,
    last_used: Instant,
    last_asked: Instant,
}

/// Somebody who waits for a connection of the pool. Meanwhile, all that become free go back to it.
struct Waiting<'a>(&'a Kept);

impl Connections {
    /// Creates a pool of which nothing is kept.
    pub(super) fn new(pool: DatabaseConnection) -> Self {
        Self { pool, kept: None }
    }

    /// Creates a pool of PostgreSQL's that keeps connections. Those in doubt are not used again.
    pub(super) fn keeping(pool: DatabaseConnection, deadline: Arc<Deadline>) -> Self {
        let postgres = pool.get_postgres_connection_pool().clone();
        let kept = Kept { pool: postgres, deadline, state: Mutex::default() };
        Self { pool, kept: Some(kept) }
    }

    /// Begins a transaction, on a connection of the pool. sea-orm waits for the connection and begins in one call, so this
    /// counts as waiting until the transaction has begun.
    pub(super) async fn begin(&self, options: TransactionOptions) -> Result<DatabaseTransaction, DbErr> {
        let _waiting = match &self.kept {
            Some(kept) => Some(kept.wait().await),
            None => None,
        };
        self.pool.begin_with_options(options).await
    }

    /// Returns how many connections are kept and not in use. The pool counts them as used.
    pub(super) fn kept(&self) -> usize {
        self.kept.as_ref().map_or(0, |kept| kept.state().free.len())
    }

    /// Closes every connection.
    pub(super) async fn close(&self) -> Result<(), DbErr> {
        let Some(kept) = &self.kept else { return self.pool.close_by_ref().await };
        // The pool counts as closed from this call on, so nothing more is kept.
        let closing = kept.pool.close();
        kept.state().free.clear();
        closing.await;
        Ok(())
    }
}

impl Kept {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns a connection for a statement.
    async fn lend(&self) -> Result<Lent, DbErr> {
        while let Some(mut lent) = self.take() {
            if lent.last_used.elapsed() < UNASKED_MAX && lent.last_asked.elapsed() < ASKED_EVERY {
                return Ok(lent);
            }
            if self.deadline.is_usable(&mut lent.connection).await {
                return Ok(Lent { last_asked: Instant::now(), ..lent });
            }
            drop(lent.connection.detach());
            // The others have most likely ended with it.
            self.state().free.drain(..).for_each(|lent| drop(lent.connection.detach()));
        }
        let now = Instant::now();
        Ok(Lent { connection: self.acquire().await?, since: now, last_used: now, last_asked: now })
    }

    /// Takes a connection that was kept, if there is one.
    fn take(&self) -> Option<Lent> {
        let mut state = self.state();
        // The pool closes the others.
        state.free.retain(|lent| !self.deadline.is_in_doubt(lent.since.elapsed()));
        state.free.pop()
    }

    /// Keeps a connection for the next statement. One whose statement failed, or was given up, is not kept but dropped,
    /// and the pool finds out what state it is in.
    fn keep(&self, lent: Lent) {
        let now = Instant::now();
        let mut state = self.state();
        if state.waiting == 0 && now.duration_since(lent.since) < KEPT_FOR && !self.pool.is_closed() {
            state.free.push(Lent { last_used: now, ..lent });
        }
    }

    /// Waits for a connection of the pool.
    async fn acquire(&self) -> Result<PoolConnection<Postgres>, DbErr> {
        let _waiting = self.wait().await;
        self.pool.acquire().await.map_err(|error| match error {
            sqlx::Error::PoolTimedOut => DbErr::ConnectionAcquire(ConnAcquireErr::Timeout),
            sqlx::Error::PoolClosed => DbErr::ConnectionAcquire(ConnAcquireErr::ConnectionClosed),
            error => DbErr::Conn(runtime(error)),
        })
    }

    /// Counts somebody who waits for the pool, and gives back what is kept if the pool has too few for all who wait.
    async fn wait(&self) -> Waiting<'_> {
        let (waiting, surplus) = {
            let mut state = self.state();
            state.waiting += 1;
            let idle = self.pool.num_idle();
            // sqlx counts a returned connection after somebody may have taken it, so for a moment the count is below 0.
            let idle = if idle > self.pool.options().get_max_connections() as usize { 0 } else { idle };
            let missing = state.waiting.saturating_sub(idle).min(state.free.len());
            let rest = state.free.len() - missing;
            (Waiting(self), state.free.split_off(rest))
        };
        let returns: Vec<_> = surplus.into_iter().map(|lent| tokio::spawn(give_back(lent))).collect();
        for returned in returns {
            let _ = returned.await;
        }
        waiting
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.state().waiting -= 1;
    }
}

/// Gives a connection back to the pool, or closes it if it does not say in time that it is alive. The pool itself would
/// wait without a limit, and have one connection less meanwhile.
async fn give_back(mut lent: Lent) {
    let _ = timeout(ALIVE_MAX, lent.connection.return_to_pool()).await;
}

fn runtime(error: sqlx::Error) -> RuntimeErr {
    RuntimeErr::SqlxError(Arc::new(error))
}

fn query(statement: Statement) -> sqlx::query::Query<'static, Postgres, SqlxValues> {
    let values = statement.values.unwrap_or_else(|| sea_orm::Values(Vec::new()));
    sqlx::query_with(AssertSqlSafe(statement.sql), SqlxValues(values))
}

#[async_trait]
impl ConnectionTrait for Connections {
    fn get_database_backend(&self) -> DbBackend {
        self.pool.get_database_backend()
    }

    async fn execute_raw(&self, statement: Statement) -> Result<ExecResult, DbErr> {
        let Some(kept) = &self.kept else { return self.pool.execute_raw(statement).await };
        let mut lent = kept.lend().await?;
        let result = query(statement).execute(&mut *lent.connection).await;
        let result = result.map_err(|error| DbErr::Exec(runtime(error)))?;
        kept.keep(lent);
        Ok(result.into())
    }

    async fn execute_unprepared(&self, text: &str) -> Result<ExecResult, DbErr> {
        let Some(kept) = &self.kept else { return self.pool.execute_unprepared(text).await };
        let mut connection = kept.acquire().await?;
        let result = connection.execute(AssertSqlSafe(text.to_owned())).await;
        Ok(result.map_err(|error| DbErr::Exec(runtime(error)))?.into())
    }

    async fn query_one_raw(&self, statement: Statement) -> Result<Option<QueryResult>, DbErr> {
        let Some(kept) = &self.kept else { return self.pool.query_one_raw(statement).await };
        let mut lent = kept.lend().await?;
        let row = query(statement).fetch_optional(&mut *lent.connection).await;
        let row = row.map_err(|error| DbErr::Query(runtime(error)))?;
        kept.keep(lent);
        Ok(row.map(QueryResult::from))
    }

    async fn query_all_raw(&self, statement: Statement) -> Result<Vec<QueryResult>, DbErr> {
        let Some(kept) = &self.kept else { return self.pool.query_all_raw(statement).await };
        let mut lent = kept.lend().await?;
        let rows = query(statement).fetch_all(&mut *lent.connection).await;
        let rows = rows.map_err(|error| DbErr::Query(runtime(error)))?;
        kept.keep(lent);
        Ok(rows.into_iter().map(QueryResult::from).collect())
    }
}
