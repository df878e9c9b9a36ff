//! SQL that PostgreSQL and SQLite both understand.

use sea_orm::{ConnectionTrait, DbBackend, Statement, Value};

/// Creates a statement in SQL that both databases understand, with `$1`, `$2`, … for the values.
pub fn sql(connection: &impl ConnectionTrait, text: impl Into<String>, values: Vec<Value>) -> Statement {
    Statement::from_sql_and_values(connection.get_database_backend(), text, values)
}

/// Returns the clause that locks the selected rows and skips rows that others have locked. It is empty on SQLite, which
/// has one writer and needs no locks.
pub fn skip_locked(backend: DbBackend, table: &str) -> String {
    match backend {
        DbBackend::Sqlite => String::new(),
        _ => format!("FOR UPDATE OF {table} SKIP LOCKED"),
    }
}
