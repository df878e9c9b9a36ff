//! The order of the event log. A reader that continues after the last event it has seen never misses one, even if a
//! transaction commits late.
//!
//! Ids and sequences do not give this order, because a transaction may take its numbers early and commit late, after
//! others whose numbers are higher. So an event's position is the number of the transaction that wrote it, and a reader
//! sees only positions below the oldest transaction that is still running: no event can be added there any more. SQLite
//! has one writer at a time, so positions there are simply counted, and every visible event is settled.

use sea_orm::DbBackend;

/// Returns the SQL expression for the position of an event that the current transaction writes.
pub fn sql_position(backend: DbBackend) -> &'static str {
    match backend {
        // The last row may be removed with its account's log. `VACUUM` may number the rows anew, but keeps their order.
        DbBackend::Sqlite => {
            "(MAX(COALESCE((SELECT position FROM events ORDER BY rowid DESC LIMIT 1), 0),
                  COALESCE((SELECT MAX(events_removed_position) FROM accounts), 0)) + 1)"
        }
        _ => "(SELECT origin FROM event_log) + CAST(CAST(pg_current_xact_id() AS TEXT) AS BIGINT)",
    }
}

/// Returns the SQL expression for the position below which the log is settled. The value holds only for the statement
/// that contains the expression.
pub fn sql_settled(backend: DbBackend) -> &'static str {
    match backend {
        // Every visible event lies below the next position.
        DbBackend::Sqlite => sql_position(DbBackend::Sqlite),
        _ => {
            "((SELECT origin FROM event_log)
              + CAST(CAST(pg_snapshot_xmin(pg_current_snapshot()) AS TEXT) AS BIGINT))"
        }
    }
}
