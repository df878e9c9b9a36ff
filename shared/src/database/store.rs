//! The database: PostgreSQL, or one SQLite file.
//!
//! Both speak the same SQL here, with `$1` parameters. What differs is where writers meet: PostgreSQL locks
//! rows; SQLite has one writer at a time, so a [`Transaction`] there takes the only writing connection with
//! its first statement and `BEGIN IMMEDIATE`, while readers go on beside it in WAL mode.

use std::sync::Arc;
use std::time::Duration;

use sea_orm::sqlx::pool::PoolOptions;
use sea_orm::sqlx::sqlite::{SqliteJournalMode, SqliteSynchronous};
use sea_orm::sqlx::{Connection, Sqlite};
use sea_orm::{
    AccessMode, ConnectOptions, ConnectionTrait, Database, DatabaseConnection, DatabaseTransaction,
    DbBackend, DbErr, IsolationLevel, SqliteTransactionMode, TransactionOptions, TransactionTrait,
};

use crate::database::sequences::Sequences;
use crate::{Error, Transaction};

/// How long a caller waits for a free connection before the service is called too busy.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(5);
/// How long a SQLite statement waits for another process's lock.
const SQLITE_BUSY_TIMEOUT: Duration = Duration::from_secs(5);
const SQLITE_READERS: u32 = 4;
/// How long PostgreSQL works on a statement, or lets it wait for a lock, unless the URL says otherwise. SQLite has no such
/// limit.
const STATEMENT_TIMEOUT: Duration = Duration::from_secs(30);
/// PostgreSQL connections of one process.
pub const POSTGRES_CONNECTIONS: u32 = 16;

/// A handle to the database; clones share its pools.
#[derive(Clone, Debug)]
pub struct Store {
    read: DatabaseConnection,
    write: DatabaseConnection,
    sequences: Arc<Sequences>,
}

impl Store {
    /// Opens `postgres://…` (lazily: connections are made when they are needed) or
    /// `sqlite://PATH` (created if it is not there).
    ///
    /// # Errors
    /// [`Error::Config`] for another scheme, [`Error::Database`] when a file does not open.
    pub async fn connect(url: &str) -> Result<Self, Error> {
        if url.starts_with("postgres://") || url.starts_with("postgresql://") {
            let mut options = options(url, POSTGRES_CONNECTIONS);
            // The last of several settings counts, and the URL's come first.
            if !url.contains("statement_timeout") {
                options.statement_timeout(STATEMENT_TIMEOUT);
            }
            options.connect_lazy(true).test_before_acquire_if_idle_for(Duration::from_secs(5));
            let pool = Database::connect(options).await.map_err(|error| named(&error))?;
            return Ok(Self { read: pool.clone(), write: pool, sequences: Arc::default() });
        }
        if !url.starts_with("sqlite:") {
            return Err(Error::Config("DATABASE_URL must start with postgres:// or sqlite://".to_owned()));
        }
        // The writer first: it creates the file and switches it to WAL.
        let write = Database::connect(sqlite_options(url, 1)).await.map_err(|error| named(&error))?;
        let read =
            Database::connect(sqlite_options(url, SQLITE_READERS)).await.map_err(|error| named(&error))?;
        Ok(Self { read, write, sequences: Arc::default() })
    }

    /// For single statements that only read.
    pub fn read(&self) -> &DatabaseConnection {
        &self.read
    }

    /// For single statements that write, outside a transaction.
    pub fn write(&self) -> &DatabaseConnection {
        &self.write
    }

    /// A transaction that writes.
    pub fn begin(&self) -> Transaction {
        Transaction::new(self.clone())
    }

    /// An id for a row of a table that is to be inserted with it; none on SQLite, which has no sequences.
    pub(crate) async fn new_id(&self, table: &str) -> Result<Option<i64>, Error> {
        match self.backend() {
            DbBackend::Sqlite => Ok(None),
            _ => Ok(Some(self.sequences.next(&self.write, table).await?)),
        }
    }

    pub(crate) async fn begin_now(&self) -> Result<DatabaseTransaction, DbErr> {
        let options = TransactionOptions {
            sqlite_transaction_mode: Some(SqliteTransactionMode::Immediate),
            ..TransactionOptions::default()
        };
        begin(&self.write, options).await
    }

    /// Begins a transaction that reads one consistent state, whatever is committed meanwhile.
    pub async fn snapshot(&self) -> Result<DatabaseTransaction, Error> {
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

    /// Which database it is.
    pub fn backend(&self) -> DbBackend {
        self.read.get_database_backend()
    }

    /// Asks the database for an answer.
    pub async fn ping(&self) -> Result<(), Error> {
        self.read.execute_unprepared("SELECT 1").await?;
        Ok(())
    }

    /// Closes every connection.
    pub async fn close(self) {
        for pool in [self.read, self.write] {
            if let Err(error) = pool.close().await {
                tracing::debug!(%error, "a connection did not close cleanly");
            }
        }
    }
}

/// Begins a transaction in a task of its own, which runs to its end even if nobody waits for it any more. sqlx 0.9 does not
/// roll back on PostgreSQL what was dropped before `BEGIN` was answered: the next one to get the connection would write in a transaction
/// that nobody commits.
async fn begin(
    connection: &DatabaseConnection,
    options: TransactionOptions,
) -> Result<DatabaseTransaction, DbErr> {
    let connection = connection.clone();
    let begun = tokio::spawn(async move { connection.begin_with_options(options).await });
    begun.await.map_err(|error| DbErr::Custom(error.to_string()))?
}

fn named(error: &sea_orm::DbErr) -> Error {
    Error::Config(format!("DATABASE_URL: {error}"))
}

fn options(url: &str, connections: u32) -> ConnectOptions {
    let mut options = ConnectOptions::new(url);
    options.max_connections(connections).acquire_timeout(ACQUIRE_TIMEOUT).sqlx_logging(false);
    options
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
            .busy_timeout(SQLITE_BUSY_TIMEOUT)
    });
    options.map_sqlx_sqlite_pool_opts(closing_unfinished);
    options
}

/// Has a pool close a connection that comes back inside a transaction, instead of lending it again: its `COMMIT` or
/// `ROLLBACK` has failed, as after a full disk, where SQLite has rolled back by itself. sqlx would begin the next
/// transaction as a savepoint of the old one, and what is committed there would be lost. (On PostgreSQL a connection whose
/// `ROLLBACK` fails is gone.)
fn closing_unfinished(options: PoolOptions<Sqlite>) -> PoolOptions<Sqlite> {
    options.after_release(|connection, _| {
        Box::pin(async move {
            // Answered after all that was sent before, such as the `ROLLBACK` of a transaction that was dropped.
            connection.ping().await?;
            Ok(!connection.is_in_transaction())
        })
    })
}
