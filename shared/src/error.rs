//! Failures below the HTTP layer. Their texts are for operators: the api never shows them to callers.

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
    /// Whether trying again later can help: the database is unreachable, too busy, or broke off.
    pub fn is_unavailable(&self) -> bool {
        match self {
            Self::Database(error) => database_unavailable(error),
            Self::Queue(_) | Self::QueueTimeout(_) | Self::QueueClosed => true,
            Self::Secret | Self::Config(_) | Self::Io(..) => false,
        }
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
    match error {
        DbErr::ConnectionAcquire(_) | DbErr::Conn(_) => true,
        DbErr::Exec(RuntimeErr::SqlxError(error)) | DbErr::Query(RuntimeErr::SqlxError(error)) => {
            sqlx_unavailable(error)
        }
        _ => false,
    }
}

fn sqlx_unavailable(error: &sea_orm::sqlx::Error) -> bool {
    use sea_orm::sqlx::Error as E;
    match error {
        E::Io(_) | E::Tls(_) | E::Protocol(_) | E::PoolTimedOut | E::PoolClosed | E::WorkerCrashed => true,
        // PostgreSQL: connection exceptions, insufficient resources, operator intervention,
        // serialisation failures and deadlocks. SQLite: busy (5) and locked (6), extended too.
        E::Database(error) => error.code().is_some_and(|code| {
            ["08", "53", "57", "40"].iter().any(|class| code.len() == 5 && code.starts_with(class))
                || code.parse::<i32>().is_ok_and(|code| code < 10_000 && matches!(code & 0xff, 5 | 6))
        }),
        _ => false,
    }
}
