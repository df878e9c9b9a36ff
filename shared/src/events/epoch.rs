//! Epochs: a restored database forgets what happened after its backup, and then goes on differently. A cursor from
//! before the restore would skip changes without a word. So a restore begins a new epoch, and cursors name theirs.
//!
//! A restore shows because the database is no longer where it was when it was last opened. On PostgreSQL that is the
//! cluster with its timeline, which a failover changes too, the database, and the table of events. On SQLite it is a
//! small file beside the database: a copy of it has another time of change. Only a copy of the whole file system, such
//! as the snapshot of a virtual machine, cannot be told from the original.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use sea_orm::{ConnectionTrait, DbBackend};
use uuid::Uuid;

use super::log::sql_position;
use crate::database::statement::sql;
use crate::{Error, Store};

/// The SQL expression for where a PostgreSQL database is. It does not depend on what a backup holds.
const POSTGRES_IDENTITY: &str = "(
    SELECT concat_ws('/', c.system_identifier, left(pg_walfile_name(pg_current_wal_insert_lsn()), 8), d.oid,
                     CAST(CAST('events' AS regclass) AS oid))
    FROM pg_control_system() c, pg_database d WHERE d.datname = current_database())";

/// The most versions of a gift type, and the most changes without events, that may have been lost. A version that was given out is not given out again.
const VERSIONS_LOST: i64 = 1 << 32;

/// Begins a new epoch if the database was restored. Call this before anything is written or read by cursors. After that,
/// every new connection to PostgreSQL checks it again, because it may lead to another server.
pub async fn check(store: &Store) -> Result<(), Error> {
    if store.backend() == DbBackend::Sqlite {
        return check_file(store).await;
    }
    let restored = format!(
        "WITH last AS (
             SELECT COALESCE(GREATEST(MAX(e.position), MAX(a.events_removed_position)), 0) AS position
             FROM accounts a LEFT JOIN LATERAL (
                 SELECT position FROM events WHERE account_id = a.id ORDER BY position DESC LIMIT 1
             ) e ON TRUE
         ), restored AS (
             UPDATE event_log SET
                 identity = {POSTGRES_IDENTITY},
                 -- New events come after the existing ones, although another server counts its transactions anew.
                 origin = CASE WHEN last.position < {next} THEN origin ELSE last.position END,
                 -- A database of an earlier version has no identity yet.
                 epoch = CASE WHEN identity = '' AND last.position < {next} THEN epoch
                         ELSE CAST(gen_random_uuid() AS TEXT) END
             FROM last
             WHERE identity <> {POSTGRES_IDENTITY} RETURNING epoch
         ), quiet AS (
             UPDATE accounts SET quiet_changes = quiet_changes + {VERSIONS_LOST} WHERE (SELECT epoch FROM restored) <> ''
         )
         UPDATE gift_types SET version = version + {VERSIONS_LOST} WHERE (SELECT epoch FROM restored) <> ''",
        next = sql_position(DbBackend::Postgres)
    );
    store.check_connections(restored, "SELECT epoch FROM event_log".to_owned()).await
}

async fn check_file(store: &Store) -> Result<(), Error> {
    let Some(path) = store.file() else { return Ok(()) };
    let identity = file_identity(&path.with_extension("identity"))?;
    let tx = store.begin();
    let known = tx.query_one_raw(sql(&tx, "SELECT identity, epoch FROM event_log", Vec::new())).await?;
    let (known, mut epoch): (String, String) = match known {
        Some(row) => (row.try_get_by_index(0)?, row.try_get_by_index(1)?),
        None => return Ok(()),
    };
    if known != identity {
        if !known.is_empty() {
            epoch = Uuid::now_v7().to_string();
            let versions = format!("UPDATE gift_types SET version = version + {VERSIONS_LOST}");
            tx.execute_unprepared(&versions).await?;
            let quiet = format!("UPDATE accounts SET quiet_changes = quiet_changes + {VERSIONS_LOST}");
            tx.execute_unprepared(&quiet).await?;
        }
        let text = "UPDATE event_log SET identity = $1, epoch = $2";
        tx.execute_raw(sql(&tx, text, vec![identity.into(), epoch.clone().into()])).await?;
    }
    tx.commit().await?;
    store.set_epoch(epoch);
    Ok(())
}

/// Returns what tells a file from its copies. Creates the file if it does not exist.
fn file_identity(path: &Path) -> Result<String, Error> {
    let failed = |error| Error::Io(path.display().to_string(), error);
    if !path.exists() {
        fs::write(path, Uuid::now_v7().to_string()).map_err(failed)?;
    }
    let metadata = fs::metadata(path).map_err(failed)?;
    let text = fs::read_to_string(path).map_err(failed)?;
    Ok(format!("{text}/{}/{}.{:09}", metadata.ino(), metadata.ctime(), metadata.ctime_nsec()))
}
