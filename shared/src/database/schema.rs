//! Gives the database the schema that this program was made for, and checks that it has it.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use sea_orm::{ConnectionTrait, DatabaseTransaction, DbBackend, TransactionTrait};
use sea_orm_migration::MigratorTrait;

use super::migrations::{MIGRATIONS, Migrator};
use super::row_security;
use super::statement::sql;
use crate::{Error, Store};

/// The advisory lock that is held while the database is migrated.
const TURN: i64 = 0x616c_6d6f_6e65_7200;
/// The wait before a migration that met a locked table is tried again, and the time to try in all.
const LOCKED_AGAIN: Duration = Duration::from_secs(3);
const LOCKED_MAX: Duration = Duration::from_mins(10);

/// The wait before the database is looked at again.
const AGAIN: Duration = Duration::from_secs(1);

/// The entry among the migrations of an SQLite database whose rows were moved to PostgreSQL. No version knows it, so none
/// serves the database any more.
pub const MOVED: &str = "moved_to_postgresql";

/// The state of a schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Schema {
    /// It is what this program expects.
    Current,
    /// It lacks some migrations.
    Behind,
    /// It lacks the role or a policy of row security, which is on.
    Unconfined,
    /// It has a migration that this program does not know, made by a newer version.
    Ahead(String),
}

impl Schema {
    /// Reads which migrations the database has. Changes nothing in it.
    pub async fn of(store: &Store) -> Result<Self, Error> {
        let exists = match store.backend() {
            DbBackend::Sqlite => "SELECT 1 FROM sqlite_master WHERE name = 'seaql_migrations'",
            _ => "SELECT 1 WHERE to_regclass('seaql_migrations') IS NOT NULL",
        };
        if store.read().query_one_raw(sql(store.read(), exists, Vec::new())).await?.is_none() {
            return Ok(Self::Behind);
        }
        let text = "SELECT version FROM seaql_migrations ORDER BY version";
        let rows = store.read().query_all_raw(sql(store.read(), text, Vec::new())).await?;
        let applied = rows.iter().map(|row| row.try_get_by_index(0)).collect::<Result<Vec<String>, _>>()?;
        if let Some(unknown) =
            applied.iter().find(|name| !MIGRATIONS.iter().any(|known| known.name == **name))
        {
            return Ok(Self::Ahead(unknown.clone()));
        }
        if applied.len() < MIGRATIONS.len() {
            return Ok(Self::Behind);
        }
        let is_confined = !store.has_row_security() || row_security::is_set_up(store.read()).await?;
        Ok(if is_confined { Self::Current } else { Self::Unconfined })
    }

    /// Returns the state in a few words, for the readiness check.
    fn words(&self) -> &'static str {
        match self {
            Self::Current => "ok",
            Self::Behind => "run `almoner migrate`",
            Self::Unconfined => "run `almoner migrate` with ALMONER_ROW_SECURITY=on",
            Self::Ahead(_) => "migrated by a newer version; start that version",
        }
    }
}

/// Brings the database's schema up to date. On PostgreSQL, several programs may do this at the same time: one works, and
/// the others wait for it. A migration that does not get the lock of a table soon lets other statements pass, and tries
/// again.
///
/// # Errors
/// [`Error::Config`] if the database was migrated by a newer version, or a table stays locked.
pub async fn migrate(store: &Store) -> Result<(), Error> {
    let turn = take_turn(store).await?;
    if let Schema::Ahead(migration) = Schema::of(store).await? {
        return Err(ahead(&migration));
    }
    let began = Instant::now();
    while let Err(error) = bring_up(store).await {
        if !error.is_lock_timeout() {
            return Err(error);
        }
        if began.elapsed() >= LOCKED_MAX {
            return Err(Error::Config(format!(
                "a table that a migration changes has been locked for {LOCKED_MAX:?}: end what reads it for so long, such \
                 as a dump, and run `almoner migrate` again"
            )));
        }
        tracing::warn!("a table that a migration changes is locked, maybe by a dump; trying again");
        tokio::time::sleep(LOCKED_AGAIN).await;
    }
    if let Some(turn) = turn {
        turn.commit().await?;
    }
    Ok(())
}

async fn bring_up(store: &Store) -> Result<(), Error> {
    Migrator::up(store.without_deadline(), None).await?;
    if store.has_row_security() {
        row_security::set_up(store.without_deadline()).await?;
    }
    Ok(())
}

/// Waits until no other program migrates the database. The turn ends with the transaction. The programs that wait ask
/// again and again, because a statement that waited would hold up the building of an index, which waits for all
/// statements that are older.
async fn take_turn(store: &Store) -> Result<Option<DatabaseTransaction>, Error> {
    if store.backend() == DbBackend::Sqlite {
        return Ok(None);
    }
    loop {
        let tx = store.without_deadline().begin().await?;
        tx.execute_unprepared("SET LOCAL idle_in_transaction_session_timeout = 0").await?;
        let text = format!("SELECT pg_try_advisory_xact_lock({TURN})");
        let row = tx.query_one_raw(sql(&tx, text, Vec::new())).await?;
        if row.is_some_and(|row| row.try_get_by_index(0) == Ok(true)) {
            return Ok(Some(tx));
        }
        tx.rollback().await?;
        tokio::time::sleep(AGAIN).await;
    }
}

/// Returns the error for a schema that is ahead, with what to do.
fn ahead(migration: &str) -> Error {
    if migration == MOVED {
        return Error::Config(
            "the rows of this database were moved to PostgreSQL: set DATABASE_URL to that database, or go back to a \
             backup from before the move"
                .to_owned(),
        );
    }
    Error::Config(format!(
        "the database has the migration {migration} of a newer version: start that version or a later one, or go back to \
         a backup from before the upgrade"
    ))
}

/// Keeps a program from its work until the schema fits. What runs already is not stopped by a later migration, because
/// each version works with the schema of the next one.
/// Clones share what they have found.
#[derive(Clone, Debug)]
pub struct SchemaGate(Arc<Mutex<&'static str>>);

impl Default for SchemaGate {
    fn default() -> Self {
        Self(Arc::new(Mutex::new("unavailable")))
    }
}

impl SchemaGate {
    /// Waits until the database answers, its schema fits, and `prepare` has succeeded. Logs what it waits for.
    pub async fn pass(&self, store: &Store, prepare: impl AsyncFn() -> Result<(), Error>) {
        let mut logged = None;
        loop {
            let schema = match Schema::of(store).await {
                Ok(Schema::Current) => prepare().await.map(|()| Schema::Current),
                other => other,
            };
            let state = schema.as_ref().map_or("unavailable", Schema::words);
            *self.0.lock().unwrap_or_else(PoisonError::into_inner) = state;
            if logged != Some(state) {
                logged = Some(state);
                match schema {
                    Ok(Schema::Current) => return,
                    Ok(Schema::Behind) => {
                        tracing::warn!("waiting until the schema is up to date: run `almoner migrate`");
                    }
                    Ok(Schema::Unconfined) => {
                        tracing::warn!(
                            "waiting for row security: run `almoner migrate` with ALMONER_ROW_SECURITY=on"
                        );
                    }
                    Ok(Schema::Ahead(migration)) => {
                        tracing::error!(error = %ahead(&migration), "not serving");
                    }
                    Err(error) => tracing::warn!(%error, "waiting until the database answers"),
                }
            }
            tokio::time::sleep(AGAIN).await;
        }
    }

    /// Returns `ok` after the gate has been passed, or else what it waits for.
    pub fn state(&self) -> &'static str {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
