//! The order of the event log: one in which a reader that goes on after the last event it has seen never misses one,
//! whatever commits late.
//!
//! Neither ids nor sequences have that order: a transaction may commit after others that began, and took their
//! numbers, later. So an event's position is the number of the transaction that wrote it, and a reader sees only
//! positions below the oldest transaction that still runs: nothing can be added there any more. On SQLite, with one
//! writer at a time, positions are counted, and all that can be seen is settled.

use sea_orm::{ConnectionTrait, DbBackend};

use crate::database::statement::sql;
use crate::{Error, Store};

/// The SQL expression for the position of an event that the current transaction writes.
pub(crate) fn sql_position(backend: DbBackend) -> &'static str {
    match backend {
        // No event is ever deleted, so each gets the next row id.
        DbBackend::Sqlite => "(SELECT COALESCE(MAX(rowid), 0) + 1 FROM events)",
        _ => "(SELECT origin FROM event_log) + CAST(CAST(pg_current_xact_id() AS TEXT) AS BIGINT)",
    }
}

/// The SQL expression for the position below which the log is settled. It holds for the statement that asks.
pub fn sql_settled(backend: DbBackend) -> &'static str {
    match backend {
        // All that can be seen lies below the next one.
        DbBackend::Sqlite => sql_position(DbBackend::Sqlite),
        _ => {
            "((SELECT origin FROM event_log)
              + CAST(CAST(pg_snapshot_xmin(pg_current_snapshot()) AS TEXT) AS BIGINT))"
        }
    }
}

/// Sees to it that new events come after those that are there. A PostgreSQL server counts its own transactions, so
/// in a database that was restored onto another server they might not.
pub async fn check(store: &Store) -> Result<(), Error> {
    if store.backend() == DbBackend::Sqlite {
        return Ok(());
    }
    let text = format!(
        "UPDATE event_log SET origin = (SELECT MAX(position) FROM events)
         WHERE (SELECT position FROM events ORDER BY id DESC LIMIT 1) >= {}",
        sql_position(store.backend())
    );
    let restored = store.write().execute_raw(sql(store.write(), text, Vec::new())).await?.rows_affected() > 0;
    if restored {
        tracing::warn!("the database comes from another server: the event log goes on after its last event");
    }
    Ok(())
}
