//! SQLite's write-ahead log, which has the earlier states of pages.

use std::sync::Arc;
use std::time::Duration;

use sea_orm::sqlx::sqlite::SqliteConnectOptions;
use sea_orm::sqlx::{self, ConnectOptions, Connection};
use sea_orm::{DbErr, RuntimeErr};

use crate::{Error, Store};

/// The number of tries to empty the log, and the time between two.
const TRIES: u32 = 10;
const TRY_EVERY: Duration = Duration::from_millis(500);
/// The time that one of these waits for readers. Nobody can write meanwhile.
const WRITERS_WAIT_MAX: Duration = Duration::from_millis(100);

impl Store {
    /// Writes all of SQLite's write-ahead log into the database's file, and empties it: until then, it has the earlier
    /// states of pages. Returns `false` if a reader or another writer kept it from that for some 5 s.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn empty_log(&self) -> Result<bool, Error> {
        let Some(file) = self.file() else { return Ok(true) };
        // The connections of the pool wait for longer than writers should.
        let options = SqliteConnectOptions::new().filename(file).busy_timeout(WRITERS_WAIT_MAX);
        let mut connection = options.connect().await.map_err(database)?;
        let mut tries = 1;
        loop {
            let checkpoint = sqlx::query_scalar("PRAGMA wal_checkpoint(TRUNCATE)");
            let busy: i64 = checkpoint.fetch_one(&mut connection).await.map_err(database)?;
            if busy == 0 || tries == TRIES {
                connection.close().await.map_err(database)?;
                return Ok(busy == 0);
            }
            tries += 1;
            tokio::time::sleep(TRY_EVERY).await;
        }
    }
}

fn database(error: sqlx::Error) -> DbErr {
    DbErr::Conn(RuntimeErr::SqlxError(Arc::new(error)))
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use sea_orm::ConnectionTrait;

    use super::*;
    use crate::database::testing;

    #[tokio::test(flavor = "multi_thread")]
    async fn others_write_while_a_reader_keeps_the_log_from_being_emptied() {
        let db = testing::sqlite().await;
        let write = async |text| db.store.write().execute_unprepared(text).await.unwrap();
        write("CREATE TABLE t (a INTEGER)").await;
        let reader = db.store.snapshot().await.unwrap();
        reader.execute_unprepared("SELECT * FROM t").await.unwrap();
        write("INSERT INTO t VALUES (1)").await;
        let store = db.store.clone();
        let emptied = tokio::spawn(async move { store.empty_log().await.unwrap() });
        let mut longest = Duration::ZERO;
        while !emptied.is_finished() {
            let begun = Instant::now();
            write("INSERT INTO t VALUES (2)").await;
            longest = longest.max(begun.elapsed());
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        assert!(!emptied.await.unwrap());
        assert!(longest < Duration::from_secs(2), "{longest:?}");
        reader.end().await.unwrap();
        assert!(db.store.empty_log().await.unwrap());
    }
}
