//! Failures below the HTTP layer. Their texts are for operators: the api never shows them to callers.

use sea_orm::sqlx::error::DatabaseError;
use sea_orm::{DbErr, RuntimeErr, SqlErr};

/// An error of the code that both programs share.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A statement failed.
    #[error("database: {0}")]
    Database(#[from] DbErr),
    /// The broker refused a command, or cannot be reached.
    #[error("queue: {0}")]
    Queue(#[from] lapin::Error),
    /// A stored text is not the JSON that it should be.
    #[error("stored JSON: {0}")]
    Json(#[from] serde_json::Error),
    /// The broker did not answer in time.
    #[error("queue: the broker did not answer within {0:?}")]
    QueueTimeout(std::time::Duration),
    /// The queue is closed: the program is stopping, or the broker cancelled the consumer or did not take a message.
    #[error("queue: closed")]
    QueueClosed,
    /// The broker has messages for this consumer and does not send them.
    #[error("queue: messages wait, and the broker does not send them")]
    QueueSilent,
    /// The configured key cannot decrypt a stored secret.
    #[error("a stored secret cannot be decrypted: set ALMONER_SECRETS_KEY to the key that encrypted it")]
    Secret,
    /// Too much of this waits already; the text says what.
    #[error("too many {0} at once")]
    Busy(&'static str),
    /// A setting is missing or wrong; the text names it.
    #[error("{0}")]
    Config(String),
    /// An operation on a file or a socket of this machine failed. The text names the file or the socket.
    #[error("{0}: {1}")]
    Io(String, #[source] std::io::Error),
}

impl Error {
    /// Returns whether trying again later can help: the broker failed, or the database is unreachable, too busy, out of
    /// space, or cancelled the work.
    pub fn is_unavailable(&self) -> bool {
        match self {
            Self::Database(error) => database_unavailable(error),
            Self::Queue(_)
            | Self::QueueTimeout(_)
            | Self::QueueClosed
            | Self::QueueSilent
            | Self::Busy(_) => true,
            Self::Secret | Self::Config(_) | Self::Io(..) | Self::Json(_) => false,
        }
    }

    /// Returns whether the database stopped a statement that took too long.
    pub fn is_timeout(&self) -> bool {
        matches!(self, Self::Database(error) if has_code(error, &["57014"], &[]))
    }

    /// Returns whether the database gave up waiting for a lock.
    pub fn is_lock_timeout(&self) -> bool {
        matches!(self, Self::Database(error) if has_code(error, &["55P03"], &[]))
    }

    /// Returns whether the database's user is not allowed to do this.
    pub fn is_insufficient_privilege(&self) -> bool {
        matches!(self, Self::Database(error) if has_code(error, &["42501"], &[]))
    }

    /// Returns whether the same error would occur for every other row too: the database is unavailable, or its schema
    /// is not the one that this program expects.
    pub fn is_general(&self) -> bool {
        // PostgreSQL's class 42: no such table or column, or no permission. SQLite has one code (1) for all of these.
        self.is_unavailable() || matches!(self, Self::Database(error) if has_code(error, &["42"], &[1]))
    }

    /// Returns the constraint's text if a unique constraint refused a row: on PostgreSQL its name, on SQLite its
    /// columns. Constraints are named after their field, so the caller can look for the field's name in the text.
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
    // PostgreSQL: connection exceptions (08), a read-only server (25006), a transaction that was idle for too long
    // (25P03), serialisation failures and deadlocks (40), insufficient resources (53), a lock that was not to be had
    // (55P03), operator intervention (57), system errors (58). SQLite: busy (5), locked (6), read-only (8), I/O (10),
    // full (13), cannot open (14).
    let postgres = &["08", "25006", "25P03", "40", "53", "55P03", "57", "58"];
    is_transport || is_outdated_plan(error) || has_code(error, postgres, &[5, 6, 8, 10, 13, 14])
}

/// Returns whether a prepared statement no longer fits the schema, because a migration has changed the type of its
/// result. A new connection prepares it again.
pub(crate) fn is_outdated_plan(error: &DbErr) -> bool {
    has_code(error, &["0A000"], &[])
}

/// Returns whether PostgreSQL says that this server takes no more work, or no writes: another one may have taken its place.
pub(crate) fn is_from_former_server(error: &DbErr) -> bool {
    // A server that only reads; one that is stopped, has crashed, or is starting.
    has_code(error, &["25006", "57P01", "57P02", "57P03"], &[])
}

/// Returns whether the database itself reported an error. On PostgreSQL, its code must begin with one of `postgres`; on
/// SQLite, its primary code must be one of `sqlite`.
fn has_code(error: &DbErr, postgres: &[&str], sqlite: &[u32]) -> bool {
    let (DbErr::Exec(RuntimeErr::SqlxError(error))
    | DbErr::Query(RuntimeErr::SqlxError(error))
    | DbErr::Conn(RuntimeErr::SqlxError(error))) = error
    else {
        return false;
    };
    error.as_database_error().and_then(DatabaseError::code).is_some_and(|code| match code.len() {
        5 => postgres.iter().any(|begin| code.starts_with(begin)),
        _ => code.parse::<u32>().is_ok_and(|code| sqlite.contains(&(code & 0xff))),
    })
}
