//! A deadline for every statement on PostgreSQL. The server ends a statement that takes too long, but a server that is
//! frozen or unreachable cannot, and TCP gives up only after some 15 minutes.
//!
//! A server whose standby has taken its place may still answer, and read, for as long as its connections live. So a
//! connection says now and then whether its server takes writes. One answer that it does not, or an error that says so,
//! puts all older connections of the process in doubt.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use sea_orm::sqlx::{AssertSqlSafe, Executor, PgConnection, Row};
use sea_orm::{
    ConnectionTrait, DatabaseTransaction, DbBackend, DbErr, ExecResult, QueryResult, RuntimeErr, Statement,
    sqlx,
};
use tokio::time::Instant;

use crate::times::{ABANDONED_MIN, ALIVE_MAX, DOUBT, STATEMENT_MAX};

/// Whether the server takes writes. It does not as a standby, nor if it was told to read only.
pub(super) const TAKES_WRITES: &str = "SELECT NOT CAST(current_setting('transaction_read_only') AS BOOLEAN)";

/// The reason for which a connection to a server that takes no writes is not used.
pub(super) const READS_ONLY: &str =
    "the server only reads, as a standby does, or one whose place another has taken";

/// The time when another server was last found in the place of the one before. All pools of a process share this.
#[derive(Debug, Default)]
pub(super) struct Switch(Mutex<Option<Instant>>);

impl Switch {
    /// Notes that connections which are older than this moment may lead to the former server.
    pub(super) fn note(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
    }

    fn noted_at(&self) -> Option<Instant> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Watches whether PostgreSQL answers statements. SQLite needs no such watch.
#[derive(Debug)]
pub(super) struct Deadline {
    backend: DbBackend,
    doubts: Mutex<Doubts>,
    switch: Arc<Switch>,
}

/// The reasons to lend connections no more.
#[derive(Debug, Default)]
struct Doubts {
    /// The time when a statement was last given up.
    unanswered: Option<Instant>,
    /// The time when a connection last had a plan that the server can no longer run.
    outdated: Option<Instant>,
}

impl Deadline {
    pub(super) fn new(backend: DbBackend, switch: Arc<Switch>) -> Arc<Self> {
        Arc::new(Self { backend, doubts: Mutex::default(), switch })
    }

    /// Runs a statement. On PostgreSQL, fails if it is not answered within [`STATEMENT_MAX`].
    pub(super) async fn run<T>(&self, statement: impl Future<Output = Result<T, DbErr>>) -> Result<T, DbErr> {
        if self.backend == DbBackend::Sqlite {
            return statement.await;
        }
        let waiting = Waiting { deadline: self, since: Instant::now() };
        let result = tokio::time::timeout(STATEMENT_MAX, statement).await;
        let Ok(result) = result else {
            drop(waiting);
            let text = format!("the database did not answer within {STATEMENT_MAX:?}");
            let error = std::io::Error::new(std::io::ErrorKind::TimedOut, text);
            return Err(DbErr::Conn(RuntimeErr::SqlxError(Arc::new(sqlx::Error::Io(error)))));
        };
        std::mem::forget(waiting);
        if result.as_ref().is_err_and(crate::error::is_outdated_plan) {
            self.doubts().outdated = Some(Instant::now());
        }
        if result.as_ref().is_err_and(crate::error::is_from_former_server) {
            self.switch.note();
        }
        result
    }

    /// Returns whether a connection of this age should be closed rather than lent again. A statement that was given up may
    /// still run on it, its server may never answer or be the former one, or it may have an outdated plan as well.
    pub(super) fn is_in_doubt(&self, age: Duration) -> bool {
        let Doubts { unanswered, outdated } = *self.doubts();
        unanswered.max(outdated).max(self.switch.noted_at()).is_some_and(|at| at.elapsed() <= age)
            || unanswered.is_some_and(|at| at.elapsed() < DOUBT)
    }

    /// Asks a connection, and returns whether it says in time that it is alive and that its server takes writes.
    pub(super) async fn is_usable(&self, connection: &mut PgConnection) -> bool {
        match tokio::time::timeout(ALIVE_MAX, takes_writes(connection)).await {
            Ok(Ok(true)) => true,
            Ok(Ok(false)) => {
                self.switch.note();
                false
            }
            Ok(Err(_)) | Err(_) => false,
        }
    }

    /// Notes that a server takes no writes.
    pub(super) fn note_switch(&self) {
        self.switch.note();
    }

    fn doubts(&self) -> MutexGuard<'_, Doubts> {
        self.doubts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Asks a connection whether its server takes writes. It is one round trip.
pub(super) async fn takes_writes(connection: &mut PgConnection) -> Result<bool, sqlx::Error> {
    connection.fetch_one(sqlx::raw_sql(AssertSqlSafe(TAKES_WRITES))).await?.try_get(0)
}

/// A statement that has not been answered yet.
struct Waiting<'a> {
    deadline: &'a Deadline,
    since: Instant,
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        if self.since.elapsed() >= ABANDONED_MIN {
            self.deadline.doubts().unanswered = Some(Instant::now());
        }
    }
}

/// A pool or a transaction whose statements have a deadline.
#[derive(Debug)]
pub struct WithDeadline<C> {
    pub(super) inner: C,
    pub(super) deadline: Arc<Deadline>,
}

/// A transaction that only reads, and sees a single state of the database.
pub type Snapshot = WithDeadline<DatabaseTransaction>;

impl Snapshot {
    /// Ends the transaction.
    pub async fn end(self) -> Result<(), DbErr> {
        self.deadline.run(self.inner.commit()).await
    }
}

#[async_trait]
impl<C: ConnectionTrait> ConnectionTrait for WithDeadline<C> {
    fn get_database_backend(&self) -> DbBackend {
        self.inner.get_database_backend()
    }

    async fn execute_raw(&self, statement: Statement) -> Result<ExecResult, DbErr> {
        self.deadline.run(self.inner.execute_raw(statement)).await
    }

    async fn execute_unprepared(&self, text: &str) -> Result<ExecResult, DbErr> {
        self.deadline.run(self.inner.execute_unprepared(text)).await
    }

    async fn query_one_raw(&self, statement: Statement) -> Result<Option<QueryResult>, DbErr> {
        self.deadline.run(self.inner.query_one_raw(statement)).await
    }

    async fn query_all_raw(&self, statement: Statement) -> Result<Vec<QueryResult>, DbErr> {
        self.deadline.run(self.inner.query_all_raw(statement)).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn watch() -> Arc<Deadline> {
        Deadline::new(DbBackend::Postgres, Arc::default())
    }

    #[tokio::test(start_paused = true)]
    async fn a_statement_that_is_not_answered_fails_and_puts_connections_in_doubt() {
        let (deadline, new, since) = (watch(), Duration::ZERO, Duration::from_mins(9));
        assert!(deadline.run(async { Ok(()) }).await.is_ok() && !deadline.is_in_doubt(Duration::MAX));
        let error = deadline.run(std::future::pending::<Result<(), _>>()).await.unwrap_err();
        assert!(crate::Error::from(error).is_unavailable());
        assert!(deadline.is_in_doubt(new), "for a minute");
        tokio::time::advance(since).await;
        assert!(deadline.is_in_doubt(since), "it is older");
        assert!(!deadline.is_in_doubt(Duration::from_mins(8)) && !deadline.is_in_doubt(new));
    }

    #[tokio::test(start_paused = true)]
    async fn a_caller_that_leaves_late_puts_the_connection_in_doubt_too() {
        for (after, in_doubt) in [(ABANDONED_MIN / 2, false), (ABANDONED_MIN, true)] {
            let deadline = watch();
            let statement = deadline.run(std::future::pending::<Result<(), _>>());
            assert!(tokio::time::timeout(after, statement).await.is_err());
            assert_eq!(deadline.is_in_doubt(Duration::ZERO), in_doubt, "{after:?}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_switch_puts_the_older_connections_of_every_pool_in_doubt() {
        let switch = Arc::<Switch>::default();
        let [one, other] = [(); 2].map(|()| Deadline::new(DbBackend::Postgres, switch.clone()));
        let age = Duration::from_secs(1);
        assert!(!other.is_in_doubt(age));
        one.note_switch();
        tokio::time::advance(age / 2).await;
        assert!(one.is_in_doubt(age) && other.is_in_doubt(age), "older than the switch");
        assert!(!one.is_in_doubt(age / 4) && !other.is_in_doubt(age / 4), "made after it");
    }
}
