//! Failures below the HTTP layer. Their texts are for operators: the api never shows them to callers.

use sea_orm::sqlx::error::DatabaseError;
use sea_orm::{DbErr, RuntimeErr, SqlErr};

/// What can go wrong under both programs.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A statement failed.
    #[error("database: {0}")]
    Database(#[from] DbErr),
    /// The broker refused, or is not there.
    #[error("queue: {0}")]
    Queue(#[from] lapin::Error),
    /// The broker did not confirm in time.
    #[error("queue: no confirmation within {0:?}")]
    QueueTimeout(std::time::Duration),
    /// The queue is closed: the program is stopping, or the broker took the consumer away.
    #[error("queue: closed")]
    QueueClosed,
    /// A stored secret cannot be read with the configured key.
    #[error("a stored secret does not decrypt: is ALMONER_SECRETS_KEY the key that wrote it?")]
    Secret,
    /// A setting is missing or wrong; the text names it.
    #[error("{0}")]
    Config(String),
    /// A file or socket of this machine.
    #[error("{0}: {1}")]
    Io(String, #[source] std::io::Error),
}

impl Error {
    /// Whether trying again later can help: the database is unreachable, too busy, out of space, or broke off.
    pub fn is_unavailable(&self) -> bool {
        match self {
            Self::Database(error) => database_unavailable(error),
            Self::Queue(_) | Self::QueueTimeout(_) | Self::QueueClosed => true,
            Self::Secret | Self::Config(_) | Self::Io(..) => false,
        }
    }

    /// Whether the database stopped a statement that took too long.
    pub fn is_timeout(&self) -> bool {
        matches!(self, Self::Database(error) if has_code(error, &["57014"], &[]))
    }

    /// Whether other rows would meet it as well: the database is unavailable, or its schema is not this program's.
    pub fn is_general(&self) -> bool {
        // PostgreSQL: no such table or column, or no right to it. SQLite has one code for all of these.
        self.is_unavailable() || matches!(self, Self::Database(error) if has_code(error, &["42"], &[1]))
    }

    /// The constraint's text when a unique constraint refused a row (PostgreSQL: its name; SQLite:
    /// its columns). Constraints are named after their field, so a caller can look for that.
    pub fn unique_violation(&self) -> Option<String> {
        match self {
            Self::Database(error) => match error.sql_err() {
                Some(SqlErr::UniqueConstraintViolation(constraint)) => Some(constraint),
                _ => None,
            },
            _ => None,
        }
    }
}

fn database_unavailable(error: &DbErr) -> bool {
    use sea_orm::sqlx::Error as E;
    let is_transport = match error {
        DbErr::ConnectionAcquire(_) | DbErr::Conn(_) => true,
        DbErr::Exec(RuntimeErr::SqlxError(error)) | DbErr::Query(RuntimeErr::SqlxError(error)) => matches!(
            &**error,
            E::Io(_) | E::Tls(_) | E::Protocol(_) | E::PoolTimedOut | E::PoolClosed | E::WorkerCrashed
        ),
        _ => false,
    };
    // PostgreSQL: connection exceptions, a server that only reads, serialisation failures and deadlocks, insufficient
    // resources, operator intervention, system errors. SQLite: busy, locked, read-only, I/O, full, cannot open.
    is_transport || has_code(error, &["08", "25006", "40", "53", "57", "58"], &[5, 6, 8, 10, 13, 14])
}

/// Whether the database itself refused, with a code that begins with one of these (PostgreSQL) or has one of these as
/// its primary code (SQLite).
fn has_code(error: &DbErr, postgres: &[&str], sqlite: &[u32]) -> bool {
    let (DbErr::Exec(RuntimeErr::SqlxError(error)) | DbErr::Query(RuntimeErr::SqlxError(error))) = error
    else {
        return false;
    };
    error.as_database_error().and_then(DatabaseError::code).is_some_and(|code| match code.len() {
        5 => postgres.iter().any(|begin| code.starts_with(begin)),
        _ => code.parse::<u32>().is_ok_and(|code| sqlite.contains(&(code & 0xff))),
    })
}
