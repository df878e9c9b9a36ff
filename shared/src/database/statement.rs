//! SQL that PostgreSQL and SQLite both understand.

use sea_orm::{ConnectionTrait, DbBackend, EntityTrait, IdenStatic, Iterable, Statement, Value};

/// Creates a statement in SQL that both databases understand, with `$1`, `$2`, … for the values.
pub fn sql(connection: &impl ConnectionTrait, text: impl Into<String>, values: Vec<Value>) -> Statement {
    Statement::from_sql_and_values(connection.get_database_backend(), text, values)
}

/// Returns the columns of a table by their names, for a `SELECT` in which the table is called `table`. With `*` instead,
/// every prepared statement would fail when a migration adds a column.
pub fn columns<E: EntityTrait>(table: &str) -> String {
    let names: Vec<_> = E::Column::iter().map(|column| format!("{table}.{}", column.as_str())).collect();
    names.join(", ")
}

/// Returns the clause that locks the selected rows and skips rows that others have locked. It is empty on SQLite, which
/// has one writer and needs no locks.
pub fn skip_locked(backend: DbBackend, table: &str) -> String {
    match backend {
        DbBackend::Sqlite => String::new(),
        _ => format!("FOR UPDATE OF {table} SKIP LOCKED"),
    }
}
