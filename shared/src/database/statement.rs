//! SQL that PostgreSQL and SQLite both understand.

use sea_orm::{ConnectionTrait, DbBackend, Statement, Value};

/// A statement in the SQL that both databases understand, with `$1`, `$2`, … for the values.
pub fn sql(connection: &impl ConnectionTrait, text: impl Into<String>, values: Vec<Value>) -> Statement {
    Statement::from_sql_and_values(connection.get_database_backend(), text, values)
}

/// Row locks that leave rows locked by others alone. SQLite has one writer and needs none.
pub fn skip_locked(backend: DbBackend, table: &str) -> String {
    match backend {
        DbBackend::Sqlite => String::new(),
        _ => format!("FOR UPDATE OF {table} SKIP LOCKED"),
    }
}
