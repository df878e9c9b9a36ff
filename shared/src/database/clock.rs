//! The database's clock. Leases and retry times use it, because all processes share it. It may be set back, or another
//! server's clock may take its place, so nothing waits for long because of a time that was written before.

use sea_orm::{ConnectionTrait, DbBackend, DbErr};

use super::statement::sql;
use crate::Error;

/// The least step back of the database's clock that anything is done about. A smaller one costs a wait of as long.
pub const CLOCK_STEP_MIN_MS: i64 = 60_000;

/// Returns the SQL expression for the database's current time, in milliseconds since the Unix epoch.
pub fn sql_now_ms(backend: DbBackend) -> &'static str {
    match backend {
        DbBackend::Sqlite => "CAST(unixepoch('subsec') * 1000 AS INTEGER)",
        _ => "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)",
    }
}

/// Returns the database's current time, in milliseconds since the Unix epoch.
pub async fn database_now_ms(connection: &impl ConnectionTrait) -> Result<i64, Error> {
    let text = format!("SELECT {}", sql_now_ms(connection.get_database_backend()));
    let row = connection.query_one_raw(sql(connection, text, Vec::new())).await?;
    Ok(row.ok_or_else(|| DbErr::RecordNotFound("the current time".to_owned()))?.try_get_by_index(0)?)
}
