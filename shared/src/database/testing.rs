//! A database for each test: the same test runs on SQLite and on PostgreSQL.
//!
//! ```text
//! shared::both_databases!(gifts_are_listed);
//!
//! async fn gifts_are_listed(db: TestDb) { … }
//! ```
//!
//! `TEST_DATABASE_URL` names the PostgreSQL server. A template database on it is migrated once for each state of the
//! migrations and of row security. Every test gets a copy of the template, which takes some 20 ms. The copy is dropped
//! after its [`TestDb`]. Row security is on in it, so that requests are tried with less than they have without.

use std::fs;
use std::path::Path;
use std::time::Duration;

use sea_orm::{ConnectionTrait, DbBackend, Statement};
use sea_orm_migration::{MigrationTrait, MigratorTrait, SchemaManager};
use sha2::{Digest, Sha256};
use tempfile::TempDir;
use tokio::sync::OnceCell;
use url::Url;
use uuid::Uuid;

use crate::crypto::bytes::hex;
use crate::database::migrations::{MIGRATIONS, Migrator};
use crate::database::schema;
use crate::database::statement::sql;
use crate::{Error, Store};

/// The time that a statement waits for a connection of the pool: longer than the many requests of a test wait for each other
/// on a slow machine, and shorter than the tests wait for anything.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(20);
/// The name of a database's file in its directory.
const SQLITE_FILE: &str = "test.sqlite";

/// Runs each named `async fn(TestDb)` as two tests, `name::sqlite` and `name::postgres`. After `one_thread:` all of a test
/// runs on one thread, so that the log of a whole server can be captured.
#[macro_export]
macro_rules! both_databases {
    (one_thread: $($name:ident),+ $(,)?) => { $crate::both_databases!(@ "current_thread" $($name)+); };
    (@ $flavor:tt $($name:ident)+) => { $(
        mod $name {
            #[tokio::test(flavor = $flavor)]
            async fn sqlite() {
                super::$name($crate::database::testing::sqlite().await).await;
            }

            #[tokio::test(flavor = $flavor)]
            async fn postgres() {
                super::$name($crate::database::testing::postgres().await).await;
            }
        }
    )+ };
    ($($name:ident),+ $(,)?) => { $crate::both_databases!(@ "multi_thread" $($name)+); };
}

/// An empty, migrated database for one test. It is deleted after this value is dropped.
#[derive(Debug)]
pub struct TestDb {
    /// The database.
    pub store: Store,
    /// Its `DATABASE_URL`, for a program that the test starts.
    pub url: String,
    storage: Storage,
}

/// The place of the database, to be deleted at the end.
#[derive(Debug)]
enum Storage {
    Directory { directory: TempDir },
    Server { url: String, name: String },
}

impl TestDb {
    /// Returns how the database would run a statement, as it tells it: one step on each line.
    ///
    /// # Panics
    /// When the database refuses the statement.
    #[allow(clippy::expect_used, reason = "a test whose statement fails has failed")]
    pub async fn plan(&self, mut statement: Statement) -> String {
        let (explain, column) = match self.store.backend() {
            DbBackend::Sqlite => ("EXPLAIN QUERY PLAN", 3),
            _ => ("EXPLAIN", 0),
        };
        statement.sql = format!("{explain} {}", statement.sql);
        let plan = self.store.write().query_all_raw(statement).await.expect("a plan");
        let lines = plan.iter().map(|row| row.try_get_by_index::<String>(column).expect("a line"));
        lines.collect::<Vec<_>>().join("\n")
    }

    /// Runs a statement on PostgreSQL, and returns how many pages it has read: a measure of its cost that does not depend
    /// on the machine.
    ///
    /// # Panics
    /// When the statement fails, or on SQLite.
    #[allow(clippy::expect_used, reason = "a test whose statement fails has failed")]
    pub async fn pages_read(&self, mut statement: Statement) -> u64 {
        statement.sql = format!("EXPLAIN (ANALYZE, BUFFERS) {}", statement.sql);
        let plan = self.store.write().query_all_raw(statement).await.expect("a plan");
        let lines = plan.iter().map(|row| row.try_get_by_index::<String>(0).expect("a line"));
        // The first node's count includes those of all others.
        let buffers =
            lines.into_iter().find_map(|line| Some(line.split_once("Buffers: shared")?.1.to_owned()));
        let count = |buffers: &str| {
            let counts = buffers.split_whitespace().filter_map(|word| word.split_once('='));
            let read = counts.filter(|(kind, _)| matches!(*kind, "hit" | "read"));
            read.map(|(_, count)| count.parse::<u64>().expect("a number")).sum()
        };
        buffers.as_deref().map_or(0, count)
    }
}

/// Creates a database in a SQLite file, in a directory of its own.
///
/// # Panics
/// When the directory cannot be written.
#[allow(clippy::expect_used, reason = "a test without its database has failed")]
pub async fn sqlite() -> TestDb {
    // Migrated once, and copied for each test.
    static TEMPLATE: OnceCell<Vec<u8>> = OnceCell::const_new();
    let migrated = async || {
        let db = empty_sqlite().await;
        schema::migrate(&db.store).await.expect("migrations on SQLite");
        db.store.close().await;
        let Storage::Directory { directory } = &db.storage else { return Vec::new() };
        fs::read(directory.path().join(SQLITE_FILE)).expect("the template")
    };
    let template = TEMPLATE.get_or_init(migrated).await;
    open_sqlite(|file| fs::write(file, template)).await
}

/// Creates a database like [`sqlite`], without any table.
///
/// # Panics
/// When the directory cannot be written.
#[allow(clippy::expect_used, reason = "a test without its database has failed")]
pub async fn empty_sqlite() -> TestDb {
    open_sqlite(|_| Ok(())).await
}

/// Opens a database in a directory of its own, where `make` may have written its file.
#[allow(clippy::expect_used, reason = "a test without its database has failed")]
async fn open_sqlite(make: impl FnOnce(&Path) -> std::io::Result<()>) -> TestDb {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let file = directory.path().join(SQLITE_FILE);
    make(&file).expect("a new SQLite database");
    let url = format!("sqlite://{}", file.display());
    let store = Store::open(&url, false, ACQUIRE_TIMEOUT).await.expect("a new SQLite database");
    TestDb { store, url, storage: Storage::Directory { directory } }
}

/// Creates a database on the server that `TEST_DATABASE_URL` names. The user in that URL must be allowed to create
/// databases.
///
/// # Panics
/// When the variable is not set, or the server refuses.
#[allow(clippy::expect_used, reason = "a test without its database has failed")]
pub async fn postgres() -> TestDb {
    static TEMPLATE: OnceCell<String> = OnceCell::const_new();
    let server = std::env::var("TEST_DATABASE_URL").expect("set TEST_DATABASE_URL; `deploy/dev test` does");
    let create = async {
        let template = TEMPLATE.get_or_try_init(|| template(&server)).await?;
        copy(&server, template).await
    };
    create.await.expect("a database on the server of TEST_DATABASE_URL")
}

/// Creates a database like [`postgres`], without any table.
///
/// # Panics
/// When the variable is not set, or the server refuses.
#[allow(clippy::expect_used, reason = "a test without its database has failed")]
pub async fn empty_postgres() -> TestDb {
    let server = std::env::var("TEST_DATABASE_URL").expect("set TEST_DATABASE_URL; `deploy/dev test` does");
    copy(&server, "template0").await.expect("a database on the server of TEST_DATABASE_URL")
}

/// Creates a database as a copy of another one. Copying files takes half the time of PostgreSQL's default, which also
/// writes each page to the log.
async fn copy(server: &str, template: &str) -> Result<TestDb, Error> {
    let name = format!("almoner_test_{}", Uuid::now_v7().simple());
    execute(server, &format!("CREATE DATABASE {name} TEMPLATE {template} STRATEGY FILE_COPY")).await?;
    let url = database_url(server, &name);
    let store = Store::open(&url, true, ACQUIRE_TIMEOUT).await?;
    Ok(TestDb { store, url, storage: Storage::Server { url: server.to_owned(), name } })
}

/// Fills an empty database with the data of an earlier version. The dump names the version's migrations in its rows of
/// `seaql_migrations`. In the dump, `{uuid}` and `{bytes}` stand for the beginning of a literal in hex digits.
///
/// # Errors
/// Those of the database, if it does not take a row.
pub async fn restore(db: &TestDb, dump: &str) -> Result<(), Error> {
    let connection = db.store.without_deadline();
    Migrator::install(connection).await?;
    let manager = SchemaManager::new(connection);
    for migration in MIGRATIONS.iter().filter(|migration| dump.contains(&format!("'{}'", migration.name))) {
        migration.up(&manager).await?;
    }
    let (uuid, bytes, end) = match db.store.backend() {
        DbBackend::Sqlite => ("X'", "X'", ""),
        _ => ("'", r"'\x", POSTGRES_RAISE_IDS),
    };
    let text = dump.replace("{uuid}", uuid).replace("{bytes}", bytes) + end;
    connection.execute_unprepared(&text).await?;
    Ok(())
}

/// Lets PostgreSQL count on after the ids that a dump has brought, as the dump of a real database would.
const POSTGRES_RAISE_IDS: &str = "
    DO $$ DECLARE t text; BEGIN
        FOR t IN SELECT table_name FROM information_schema.columns WHERE is_identity = 'YES' LOOP
            EXECUTE format('SELECT setval(pg_get_serial_sequence(%L, ''id''), (SELECT COALESCE(MAX(id), 0) + 1 FROM %I), false)', t, t);
        END LOOP;
    END $$";

/// Returns the name of the migrated template, and creates the template if it does not exist. A lock keeps the processes
/// of a test run from creating it twice. The template gets its name only when it is complete.
async fn template(server: &str) -> Result<String, Error> {
    // The template has the policies of row security, too.
    let made_of = MIGRATIONS.iter().map(|migration| migration.sql).chain([include_str!("row_security.rs")]);
    let name = format!("almoner_template_{}", hex(&Sha256::digest(made_of.collect::<String>())[..8]));
    let store = Store::connect(server).await?;
    let lock = store.begin();
    let wait = "SET LOCAL idle_in_transaction_session_timeout = 0; SELECT pg_advisory_xact_lock(7266354)";
    lock.execute_unprepared(wait).await?;
    let exists = sql(&lock, "SELECT 1 FROM pg_database WHERE datname = $1", vec![name.clone().into()]);
    if lock.query_one_raw(exists).await?.is_none() {
        let partial = format!("{name}_partial");
        for text in [format!("DROP DATABASE IF EXISTS {partial}"), format!("CREATE DATABASE {partial}")] {
            store.write().execute_unprepared(&text).await?;
        }
        let fresh = Store::connect_with_row_security(&database_url(server, &partial)).await?;
        schema::migrate(&fresh).await?;
        fresh.close().await;
        store.write().execute_unprepared(&format!("ALTER DATABASE {partial} RENAME TO {name}")).await?;
    }
    lock.commit().await?;
    store.close().await;
    Ok(name)
}

async fn execute(server: &str, text: &str) -> Result<(), Error> {
    let store = Store::connect(server).await?;
    store.write().execute_unprepared(text).await?;
    store.close().await;
    Ok(())
}

/// Returns the URL of another database on the same server.
#[allow(clippy::expect_used, reason = "the caller has connected with it")]
fn database_url(server: &str, name: &str) -> String {
    let mut url = Url::parse(server).expect("TEST_DATABASE_URL is a URL");
    url.set_path(name);
    url.into()
}

impl Drop for Storage {
    /// Drops the database while the next test runs: PostgreSQL waits 100 ms for connections that were open. If it
    /// fails, or the process ends before, the database is deleted with the server's data.
    fn drop(&mut self) {
        let Self::Server { url, name } = self else { return };
        let text = format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)");
        let url = std::mem::take(url);
        // A destructor cannot await, and this thread belongs to the test's runtime. So use another thread, with its own
        // runtime.
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            let dropped = runtime.map(|runtime| runtime.block_on(execute(&url, &text)));
            if !matches!(dropped, Ok(Ok(()))) {
                eprintln!("{text} has failed: {dropped:?}");
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_template_is_made_of_every_migration() {
        let db = sqlite().await;
        let applied = sql(db.store.read(), "SELECT count(*) FROM seaql_migrations", Vec::new());
        let applied = db.store.read().query_one_raw(applied).await.unwrap().unwrap();
        assert_eq!(applied.try_get_by_index::<i64>(0).unwrap(), i64::try_from(MIGRATIONS.len()).unwrap());
    }
}
