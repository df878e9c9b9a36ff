//! The database: PostgreSQL, or one SQLite file.
//!
//! Both get the same SQL, with `$1` parameters. They differ in how writers exclude each other. PostgreSQL locks rows.
//! SQLite has one writer at a time, so the first statement of a [`Transaction`](crate::Transaction) takes the only
//! writing connection, with `BEGIN IMMEDIATE`. Readers continue meanwhile, because the file is in WAL mode.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock, PoisonError, RwLock};
use std::time::Duration;

use sea_orm::sqlx::pool::PoolOptions;
use sea_orm::sqlx::postgres::PgConnectOptions;
use sea_orm::sqlx::sqlite::{SqliteJournalMode, SqliteSynchronous};
use sea_orm::sqlx::{AssertSqlSafe, Connection, PgConnection, Sqlite};
use sea_orm::{
    AccessMode, ConnectOptions, ConnectionTrait, Database, DatabaseConnection, DatabaseTransaction,
    DbBackend, DbErr, IsolationLevel, SqliteTransactionMode, TransactionOptions, sqlx,
};

use super::deadline::{Deadline, READS_ONLY, Snapshot, Switch, WithDeadline, takes_writes};
use super::kept::Connections;
use super::pool::Pool;
use super::row_security;
use super::sequences::Sequences;
use super::statement::sql;
use crate::Error;
use crate::times::{
    ACQUIRE_MAX, IDLE_IN_TRANSACTION_MAX, KEEPALIVE_COUNT, KEEPALIVE_IDLE, KEEPALIVE_INTERVAL,
    STATEMENT_TIMEOUT, TCP_USER_TIMEOUT,
};

/// How long a SQLite statement waits for another process's lock.
const SQLITE_BUSY_TIMEOUT: Duration = Duration::from_secs(5);
/// The longest time that a connection to PostgreSQL may lie in a pool without being asked whether it is alive.
const IDLE_UNASKED_MAX: Duration = Duration::from_secs(5);
const SQLITE_READERS: u32 = 4;
/// What is added to them for the relay and the dispatcher (see [`Store::by_index`]).
const BY_INDEX: [(&str, &str); 2] = [("enable_seqscan", "off"), ("enable_bitmapscan", "off")];
/// The most PostgreSQL connections of one pool. A process has two pools, but needs few connections in one of them: the
/// relay of an api takes one by index, its look for lost events takes another, and a dispatcher takes one of the others, for
/// its readiness. With row security, an api has a third one, for its requests.
pub const POSTGRES_CONNECTIONS: u32 = 16;

/// Returns the file that a database's URL names, if it is one of SQLite.
pub(crate) fn sqlite_file(url: &str) -> Option<PathBuf> {
    let path = url.strip_prefix("sqlite:")?.trim_start_matches("//");
    path.split('?').next().map(PathBuf::from)
}

/// Returns the settings of each PostgreSQL connection, unless the URL has its own. SQLite has no such limits.
fn postgres_settings() -> Vec<(&'static str, String)> {
    let seconds = |time: Duration| format!("{}s", time.as_secs());
    vec![
        ("statement_timeout", seconds(STATEMENT_TIMEOUT)),
        ("idle_in_transaction_session_timeout", seconds(IDLE_IN_TRANSACTION_MAX)),
        // A client that is unreachable does not end its connection. The server finds out.
        ("tcp_keepalives_idle", seconds(KEEPALIVE_IDLE)),
        ("tcp_keepalives_interval", seconds(KEEPALIVE_INTERVAL)),
        ("tcp_keepalives_count", KEEPALIVE_COUNT.to_string()),
        ("tcp_user_timeout", seconds(TCP_USER_TIMEOUT)),
        // Compiling a statement takes longer than running any of ours.
        ("jit", "off".to_owned()),
    ]
}

/// A handle to the database; clones share its pools.
#[derive(Clone, Debug)]
pub struct Store {
    read: Arc<Pool>,
    write: Arc<Pool>,
    /// Connections to PostgreSQL for [`Store::by_index`].
    by_index: Option<Arc<Pool>>,
    has_row_security: bool,
    sequences: Arc<Sequences>,
    history: Arc<History>,
}

/// The connections of a pool.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "counts of connections")]
pub struct PoolSize {
    pub name: &'static str,
    pub used: u32,
    pub idle: u32,
    pub max: u32,
}

impl PoolSize {
    fn new(name: &'static str, all: u32, idle: usize, max: u32) -> Self {
        let idle = u32::try_from(idle).unwrap_or(u32::MAX).min(all);
        Self { name, used: all - idle, idle, max }
    }
}

/// The history of the database that this is, and how a connection finds out.
#[derive(Debug, Default)]
struct History {
    /// The file of a SQLite database.
    file: Option<PathBuf>,
    epoch: RwLock<String>,
    check: OnceLock<Check>,
    switch: Arc<Switch>,
}

/// The statements that every new connection to PostgreSQL runs.
#[derive(Debug)]
struct Check {
    /// Begins a new epoch if the database was restored.
    update: String,
    /// Reads the epoch.
    epoch: String,
}

impl Store {
    /// Opens `postgres://…` (lazily: connections are made when they are needed) or `sqlite://PATH` (the file is created
    /// if it does not exist).
    ///
    /// # Errors
    /// [`Error::Config`] for another scheme, or when the URL is wrong or a file does not open.
    pub async fn connect(url: &str) -> Result<Self, Error> {
        Self::open(url, false, ACQUIRE_MAX).await
    }

    /// Opens the database as [`Store::connect`] does, with [row security](super::row_security) on PostgreSQL.
    ///
    /// # Errors
    /// Those of [`Store::connect`].
    pub async fn connect_with_row_security(url: &str) -> Result<Self, Error> {
        Self::open(url, true, ACQUIRE_MAX).await
    }

    pub(super) async fn open(url: &str, row_security: bool, acquire: Duration) -> Result<Self, Error> {
        if url.starts_with("postgres://") || url.starts_with("postgresql://") {
            // The pool's own error would show the URL with its password.
            url.parse::<PgConnectOptions>().map_err(|error| url_error(&error))?;
            let history = Arc::<History>::default();
            let connect = async |more: &[_], history: Arc<History>, is_confined| {
                let deadline = Deadline::new(DbBackend::Postgres, history.switch.clone());
                let more = more.iter().map(|(name, value): &(_, &str)| (*name, (*value).to_owned()));
                let settings = postgres_settings().into_iter().chain(more).collect();
                let mut options = postgres_options(url, settings, deadline.clone(), history, is_confined);
                options.acquire_timeout(acquire);
                let pool = Database::connect(options).await.map_err(|error| config_error(&error))?;
                // Confined connections are told the account whenever the pool lends them.
                let inner = if is_confined {
                    Connections::new(pool)
                } else {
                    Connections::keeping(pool, deadline.clone())
                };
                Ok::<_, Error>(WithDeadline { inner, deadline })
            };
            let confined = if row_security { Some(connect(&[], history.clone(), true).await?) } else { None };
            let pool = Arc::new(Pool { all: connect(&[], history.clone(), false).await?, confined });
            // No cursor is made or read on these connections, so they need not know the history.
            let unknown = Arc::new(History { switch: history.switch.clone(), ..History::default() });
            let by_index = Some(Arc::new(Pool::new(connect(&BY_INDEX, unknown, false).await?)));
            return Ok(Self {
                read: pool.clone(),
                write: pool,
                by_index,
                has_row_security: row_security,
                sequences: Arc::default(),
                history,
            });
        }
        if !url.starts_with("sqlite:") {
            return Err(Error::Config("DATABASE_URL must start with postgres:// or sqlite://".to_owned()));
        }
        if row_security {
            return Err(Error::Config(
                "ALMONER_ROW_SECURITY: SQLite has no row security; set it to off, or use PostgreSQL"
                    .to_owned(),
            ));
        }
        let connect = async |connections| {
            let mut options = sqlite_options(url, connections);
            options.acquire_timeout(acquire);
            let pool = Database::connect(options).await.map_err(|error| config_error(&error))?;
            let (inner, deadline) =
                (Connections::new(pool), Deadline::new(DbBackend::Sqlite, Arc::default()));
            Ok::<_, Error>(Arc::new(Pool::new(WithDeadline { inner, deadline })))
        };
        // Connect the writer first, because it creates the file and switches it to WAL.
        let write = connect(1).await?;
        let read = connect(SQLITE_READERS).await?;
        let history = Arc::new(History { file: sqlite_file(url), ..History::default() });
        let sequences = Arc::default();
        Ok(Self { read, write, by_index: None, has_row_security: false, sequences, history })
    }

    /// Returns a handle whose connections make PostgreSQL find rows by an index. It is for queues, such as the outbox:
    /// their statistics usually show an almost empty table, so PostgreSQL would choose to read the whole table, and keep
    /// that plan while the queue grows. An index scan also locks rows in the order of the index, so transactions with
    /// the same rows wait for each other instead of deadlocking.
    #[must_use]
    pub fn by_index(&self) -> Self {
        match self.by_index.clone() {
            Some(pool) => Self { read: pool.clone(), write: pool, ..self.clone() },
            None => self.clone(),
        }
    }

    /// Returns the connection for single statements that only read.
    pub fn read(&self) -> &Pool {
        &self.read
    }

    /// Returns the connection for single statements that write, outside a transaction.
    pub fn write(&self) -> &Pool {
        &self.write
    }

    /// Returns the connection for migrations, which may take any time.
    pub(super) fn without_deadline(&self) -> &DatabaseConnection {
        &self.write.all.inner.pool
    }

    /// Returns whether requests are confined to their account's rows.
    pub(super) fn has_row_security(&self) -> bool {
        self.has_row_security
    }

    /// Returns the file of a SQLite database.
    pub(crate) fn file(&self) -> Option<&Path> {
        self.history.file.as_deref()
    }

    /// Returns the epoch of the database's history (see [`crate::events::epoch`]).
    pub fn epoch(&self) -> String {
        self.history.epoch.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn set_epoch(&self, epoch: String) {
        self.history.set_epoch(epoch);
    }

    /// Runs a check of the database's history now and on every new connection: a statement that begins a new epoch if
    /// the database was restored, and a query for the epoch. Only on PostgreSQL.
    pub(crate) async fn check_connections(&self, update: String, epoch: String) -> Result<(), Error> {
        self.write.execute_unprepared(&update).await?;
        let row = self.write.query_one_raw(sql(self.write(), &epoch, Vec::new())).await?;
        self.set_epoch(row.map_or(Ok(String::new()), |row| row.try_get_by_index(0))?);
        let _ = self.history.check.set(Check { update, epoch });
        Ok(())
    }

    /// Returns an id for a row that is about to be inserted, or `None` on SQLite, which has no sequences.
    pub(crate) async fn new_id(&self, table: &str) -> Result<Option<i64>, Error> {
        match self.backend() {
            DbBackend::Sqlite => Ok(None),
            _ => Ok(Some(self.sequences.next(self.write(), table).await?)),
        }
    }

    pub(super) async fn begin_now(&self) -> Result<WithDeadline<DatabaseTransaction>, DbErr> {
        let options = TransactionOptions {
            sqlite_transaction_mode: Some(SqliteTransactionMode::Immediate),
            ..TransactionOptions::default()
        };
        begin(&self.write, options).await
    }

    /// Begins a transaction whose reads all see the same state, even if others commit meanwhile.
    pub async fn snapshot(&self) -> Result<Snapshot, Error> {
        let options = match self.backend() {
            DbBackend::Sqlite => TransactionOptions::default(),
            _ => TransactionOptions {
                isolation_level: Some(IsolationLevel::RepeatableRead),
                access_mode: Some(AccessMode::ReadOnly),
                ..TransactionOptions::default()
            },
        };
        Ok(begin(&self.read, options).await?)
    }

    /// Returns which database this is.
    pub fn backend(&self) -> DbBackend {
        self.read.get_database_backend()
    }

    /// Checks that the database answers, and that it takes writes.
    ///
    /// # Errors
    /// Those of the database. If PostgreSQL's server only reads, new connections were tried, too.
    pub async fn ping(&self) -> Result<(), Error> {
        Ok(self.read.ping().await?)
    }

    /// Returns how many connections each pool has.
    pub fn pools(&self) -> Vec<PoolSize> {
        match self.backend() {
            DbBackend::Sqlite => {
                let pool = |name, pool: &Pool| {
                    let pool = pool.all.inner.pool.get_sqlite_connection_pool();
                    PoolSize::new(name, pool.size(), pool.num_idle(), pool.options().get_max_connections())
                };
                vec![pool("read", &self.read), pool("write", &self.write)]
            }
            _ => {
                let pool = |name, connections: &WithDeadline<Connections>| {
                    let pool = connections.inner.pool.get_postgres_connection_pool();
                    let idle = pool.num_idle().saturating_add(connections.inner.kept());
                    PoolSize::new(name, pool.size(), idle, pool.options().get_max_connections())
                };
                let confined = self.write.confined.iter().map(|confined| pool("confined", confined));
                let by_index = self.by_index.iter().map(|by_index| pool("by_index", &by_index.all));
                std::iter::once(pool("postgres", &self.write.all)).chain(confined).chain(by_index).collect()
            }
        }
    }

    /// Closes every connection.
    pub async fn close(self) {
        for pool in [self.read, self.write].into_iter().chain(self.by_index) {
            for pool in std::iter::once(&pool.all).chain(&pool.confined) {
                if let Err(error) = pool.inner.close().await {
                    tracing::debug!(%error, "a connection did not close cleanly");
                }
            }
        }
    }
}

/// Begins a transaction in a task of its own, which runs to its end even if the caller stops waiting. sqlx 0.9 needs
/// this on PostgreSQL: it does not roll back a transaction that is dropped before the server has answered `BEGIN`, and
/// the next user of the connection would write into a transaction that nobody commits.
async fn begin(
    pool: &Arc<Pool>,
    options: TransactionOptions,
) -> Result<WithDeadline<DatabaseTransaction>, DbErr> {
    let pool = pool.clone();
    let begun = tokio::spawn(row_security::carried(async move {
        let WithDeadline { inner, deadline } = pool.of_task();
        let inner = deadline.run(inner.begin(options)).await?;
        Ok(WithDeadline { inner, deadline: deadline.clone() })
    }));
    begun.await.map_err(|error| DbErr::Custom(error.to_string()))?
}

fn config_error(error: &sea_orm::DbErr) -> Error {
    Error::Config(format!("DATABASE_URL: {error}"))
}

fn url_error(error: &sqlx::Error) -> Error {
    Error::Config(format!(
        "DATABASE_URL: {error} (a password has its special characters percent-encoded, such as %2F for /)"
    ))
}

fn options(url: &str, connections: u32) -> ConnectOptions {
    let mut options = ConnectOptions::new(url);
    options.max_connections(connections).sqlx_logging(false);
    options
}

impl History {
    fn set_epoch(&self, epoch: String) {
        let mut known = self.epoch.write().unwrap_or_else(PoisonError::into_inner);
        if *known != epoch && !epoch.is_empty() {
            if !known.is_empty() {
                // Older connections lead to the server before.
                self.switch.note();
            }
            tracing::info!(
                epoch,
                "the database was restored or moved once; cursors from before this epoch are refused"
            );
        }
        *known = epoch;
    }

    async fn check(&self, connection: &mut PgConnection) -> Result<(), sqlx::Error> {
        if let Some(Check { update, epoch }) = self.check.get() {
            sqlx::query(AssertSqlSafe(update.clone())).execute(&mut *connection).await?;
            self.set_epoch(sqlx::query_scalar(AssertSqlSafe(epoch.clone())).fetch_one(connection).await?);
        }
        Ok(())
    }
}

fn postgres_options(
    url: &str,
    mut settings: Vec<(&'static str, String)>,
    deadline: Arc<Deadline>,
    history: Arc<History>,
    is_confined: bool,
) -> ConnectOptions {
    let mut options = options(url, POSTGRES_CONNECTIONS);
    // If a setting is given twice, PostgreSQL uses the last one, and the URL's settings come first.
    settings.retain(|(name, _)| !url.contains(name));
    options.map_sqlx_postgres_opts(move |postgres| postgres.options(settings.clone()));
    let doubting = deadline.clone();
    options.map_sqlx_postgres_pool_opts(move |pool| {
        let (deadline, history) = (doubting.clone(), history.clone());
        let pool = pool.after_connect(move |connection, _| {
            let history = history.clone();
            Box::pin(async move {
                if !takes_writes(connection).await? {
                    return Err(unusable(READS_ONLY));
                }
                history.check(connection).await?;
                if is_confined { row_security::become_role(connection).await } else { Ok(()) }
            })
        });
        pool.after_release(move |_, meta| {
            let released = undoubted(&deadline, meta.age);
            Box::pin(async move { released.map(|()| true) })
        })
    });
    options.map_sqlx_postgres_before_acquire(move |connection, meta| {
        let (acquired, deadline) = (undoubted(&deadline, meta.age), deadline.clone());
        Box::pin(async move {
            acquired?;
            if meta.idle_for >= IDLE_UNASKED_MAX && !deadline.is_usable(connection).await {
                return Err(unusable("the connection has ended, or its server takes no writes"));
            }
            if is_confined {
                row_security::tell_account(connection).await?;
            }
            Ok(true)
        })
    });
    options.connect_lazy(true).test_before_acquire(false);
    options
}

/// Fails for a connection that should not be used again.
fn undoubted(deadline: &Deadline, age: Duration) -> Result<(), sqlx::Error> {
    if deadline.is_in_doubt(age) {
        return Err(unusable(
            "a statement was not answered, had an outdated plan, or came from a server that takes no writes",
        ));
    }
    Ok(())
}

/// Returns the error with which the pool closes a connection without another word to a server that may not answer.
fn unusable(why: &str) -> sqlx::Error {
    sqlx::Error::Protocol(why.to_owned())
}

fn sqlite_options(url: &str, connections: u32) -> ConnectOptions {
    let mut options = options(url, connections);
    options.map_sqlx_sqlite_opts(|sqlite| {
        sqlite
            .create_if_missing(true)
            .foreign_keys(true)
            .journal_mode(SqliteJournalMode::Wal)
            // FULL: a committed event survives a power cut, not only a crash of the process.
            .synchronous(SqliteSynchronous::Full)
            // What is deleted is overwritten, so that nothing of an erased person stays in free pages.
            .pragma("secure_delete", "ON")
            .busy_timeout(SQLITE_BUSY_TIMEOUT)
    });
    options.map_sqlx_sqlite_pool_opts(closing_unfinished);
    // As long as a program runs, its connections hold the file, so that a move to PostgreSQL finds that it is used. If a
    // move could begin between two connections of a quiet program, what that takes afterwards would be lost.
    options.idle_timeout(None::<Duration>).max_lifetime(None::<Duration>);
    // A connection to a file is asked when it comes back, and nothing can break it after that. To ask it again before it is
    // lent takes about as long as a short statement.
    options.test_before_acquire(false);
    options
}

/// Makes a pool close a connection that comes back inside a transaction, instead of lending it again. The `COMMIT` or
/// `ROLLBACK` of that transaction has failed, for example because SQLite rolled back by itself when the disk was full.
/// sqlx would begin the next transaction as a savepoint of the old one, and everything committed there would be lost.
/// PostgreSQL needs no such check, because a connection whose `ROLLBACK` fails is broken.
fn closing_unfinished(options: PoolOptions<Sqlite>) -> PoolOptions<Sqlite> {
    options.after_release(|connection, _| {
        Box::pin(async move {
            // The ping is answered after all earlier commands, such as the `ROLLBACK` of a transaction that was
            // dropped.
            connection.ping().await?;
            Ok(!connection.is_in_transaction())
        })
    })
}
