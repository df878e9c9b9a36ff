//! The migrations of the schema, one SQL file each. PostgreSQL and SQLite share the files, except for the words that
//! `in_words_of` replaces.

use std::sync::Arc;

use sea_orm::{ConnectionTrait, DatabaseConnection, DbBackend, DbErr, RuntimeErr, sqlx};
use sea_orm_migration::prelude::async_trait;
use sea_orm_migration::{
    MigrationName, MigrationTrait, MigratorTrait, SchemaManager, SchemaManagerConnection,
};

use super::statement::sql;
use crate::values::names::name_key;

/// One change of the schema.
#[derive(Clone, Copy)]
pub(crate) struct Migration {
    pub(super) name: &'static str,
    /// The SQL, with the words that [`in_words_of`] replaces.
    pub(crate) sql: &'static str,
}

macro_rules! migrations {
    ($($name:literal)*) => {
        /// Every migration, in order.
        pub(crate) const MIGRATIONS: &[Migration] = &[
            $( Migration { name: $name, sql: include_str!(concat!("migrations/", $name, ".sql")) }, )*
        ];
    };
}

migrations! {
    "m20261121_000001_foundation"
    "m20261121_000002_webhooks"
    "m20261121_000003_trace"
    "m20261121_000004_idempotency"
    "m20261121_000005_imports"
    "m20261121_000006_lists"
    "m20261122_000007_claims"
    "m20261122_000008_epoch"
    "m20261122_000010_dry_runs"
    "m20261122_000011_web"
    "m20261122_000012_due"
    "m20261122_000013_import_files"
    "m20261122_000014_history"
    "m20261122_000015_second_factor"
    "m20261122_000016_retention"
    "m20261122_000017_deliveries_event"
    "m20261122_000018_gift_links"
    "m20261122_000019_list_filters"
    "m20261122_000020_webhook_concurrency"
    "m20261123_000021_list_filters"
    "m20261124_000022_links"
    "m20261124_000024_names"
    "m20261124_000025_merged"
}

impl MigrationName for Migration {
    fn name(&self) -> &str {
        self.name
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    /// Runs every migration in a transaction, on SQLite too, where that is not the default: an interrupted start must
    /// not leave half a migration. Only building an index beside running programs is not possible in a transaction.
    fn use_transaction(&self) -> Option<bool> {
        Some(!self.is_concurrent())
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        match manager.get_connection() {
            SchemaManagerConnection::Connection(connection)
                if self.is_concurrent() && connection.get_database_backend() == DbBackend::Postgres =>
            {
                execute_concurrently(connection, self.sql).await?;
            }
            connection => {
                execute(connection, self.sql).await?;
                if self.name == NAMES {
                    mend_keys(connection).await?;
                }
            }
        }
        tracing::debug!(migration = self.name, "migrated");
        Ok(())
    }
}

impl Migration {
    /// Returns whether PostgreSQL runs the migration without a transaction and without locking out writers. Each of its
    /// statements can be repeated, because the migration may be interrupted between any two.
    fn is_concurrent(&self) -> bool {
        self.sql.contains(CONCURRENTLY)
    }
}

/// The word for building or dropping an index while others write to its table. SQLite does not have it.
const CONCURRENTLY: &str = "CONCURRENTLY ";

/// Runs the migrations in order.
pub(super) struct Migrator;

impl MigratorTrait for Migrator {
    fn migrations() -> Vec<Box<dyn MigrationTrait>> {
        MIGRATIONS.iter().map(|migration| Box::new(*migration) as Box<dyn MigrationTrait>).collect()
    }
}

/// Runs a migration's SQL.
async fn execute(connection: &impl ConnectionTrait, sql: &str) -> Result<(), DbErr> {
    let backend = connection.get_database_backend();
    // No statement timeout on PostgreSQL, because a migration of a large table may take long. While a migration waits for
    // a lock, all statements on the table wait behind it.
    let begin = match backend {
        DbBackend::Sqlite => "",
        _ => "SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = '1s';",
    };
    let sql = in_words_of(backend, sql).replace(CONCURRENTLY, "");
    connection.execute_unprepared(&format!("{begin}{sql}")).await?;
    Ok(())
}

/// The migration whose keys [`mend_keys`] mends.
const NAMES: &str = "m20261124_000024_names";

/// Mends the keys of names with letters that the database's `lower` leaves as they are: in SQLite, all beyond ASCII.
async fn mend_keys(connection: &impl ConnectionTrait) -> Result<(), DbErr> {
    let names = sql(connection, "SELECT id, name, name_key FROM names", Vec::new());
    for row in connection.query_all_raw(names).await? {
        let (id, name): (i64, String) = (row.try_get_by_index(0)?, row.try_get_by_index(1)?);
        let key = name_key(&name);
        if key != row.try_get_by_index::<String>(2)? {
            let values = vec![key.into(), id.into()];
            let text = "UPDATE names SET name_key = $1 WHERE id = $2";
            connection.execute_raw(sql(connection, text, values)).await?;
        }
    }
    Ok(())
}

/// Replaces the words that differ between databases. `{id}` stands for a generated primary key, `{uuid}` for the type of
/// 128 bits, `{bytes}` for the type of any bytes, `{binary}` for the order of texts by their bytes, `{adjusted_gift}` for
/// the foreign key of a new column that links gifts to gifts, `{merged_contact}` for that of one that links contacts to
/// contacts, `{contact_custom_of}` for the function by which PostgreSQL
/// searches the contacts' own data, and `{contacts_custom}` for what the index of that search has.
fn in_words_of(backend: DbBackend, sql: &str) -> String {
    let words = match backend {
        DbBackend::Sqlite => [
            ("{id}", "id INTEGER PRIMARY KEY AUTOINCREMENT"),
            ("{uuid}", "BLOB"),
            ("{bytes}", "BLOB"),
            ("{binary}", "COLLATE BINARY"),
            // A new column cannot have a foreign key with the account in it. The code looks the gift up in the account.
            ("{adjusted_gift}", " REFERENCES gifts (id)"),
            ("{merged_contact}", " REFERENCES contacts (id)"),
            ("{contact_custom_of}", ""),
            ("{contacts_custom}", "(account_id, id)"),
        ],
        _ => [
            ("{id}", "id BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY"),
            ("{uuid}", "UUID"),
            ("{bytes}", "BYTEA"),
            ("{binary}", "COLLATE \"C\""),
            (
                "{adjusted_gift}",
                ", ADD FOREIGN KEY (account_id, gift_adjusts_id) REFERENCES gifts (account_id, id)",
            ),
            (
                "{merged_contact}",
                ", ADD FOREIGN KEY (account_id, contact_merged_into_id) REFERENCES contacts (account_id, id)",
            ),
            ("{contact_custom_of}", CONTACT_CUSTOM_OF),
            ("{contacts_custom}", "USING gin (contact_custom_of(account_id, contact_custom) jsonb_path_ops)"),
        ],
    };
    words.iter().fold(sql.to_owned(), |sql, (word, meaning)| sql.replace(word, meaning))
}

/// The function by which PostgreSQL searches the contacts' own data. The data is JSON, but `jsonb` cannot hold all of it:
/// not numbers of very many digits, and no NUL characters. A contact with them is not found. An error would refuse the
/// write, or the whole index. The function says where its parts are, because a restore has no search path.
/// It is not safe in parallel plans, because the handler of the error is a subtransaction.
const CONTACT_CUSTOM_OF: &str = "
    CREATE OR REPLACE FUNCTION contact_custom_of(account BIGINT, custom TEXT) RETURNS JSONB
    LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL UNSAFE AS $$ BEGIN
        RETURN pg_catalog.jsonb_build_object(account::pg_catalog.text, custom::pg_catalog.jsonb); EXCEPTION
        WHEN data_exception OR program_limit_exceeded THEN RETURN NULL; END $$;";

/// The end of a statement. Within a line, a semicolon ends only what is within a function.
const END_OF_STATEMENT: &str = ";\n";

/// Runs statements that PostgreSQL does not run in a transaction, one after the other. They wait for transactions that
/// are older, such as a dump's, and nobody waits for them.
async fn execute_concurrently(connection: &DatabaseConnection, text: &'static str) -> Result<(), DbErr> {
    let failed = |error| DbErr::Exec(RuntimeErr::SqlxError(Arc::new(error)));
    let mut connection = connection.get_postgres_connection_pool().acquire().await.map_err(failed)?;
    let text = in_words_of(DbBackend::Postgres, text);
    let settings = ["SET statement_timeout = 0", "SET lock_timeout = 0"];
    for statement in settings.into_iter().chain(text.split(END_OF_STATEMENT)) {
        sqlx::raw_sql(sqlx::AssertSqlSafe(statement)).execute(&mut *connection).await.map_err(failed)?;
    }
    // The settings end with the connection.
    connection.close().await.map_err(failed)
}
