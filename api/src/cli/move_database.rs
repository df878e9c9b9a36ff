//! The command that moves an SQLite database to PostgreSQL: every row of every table, with a checksum of each table.
//!
//! PostgreSQL gets all rows in one transaction, so it has all of them or none, and a move that was interrupted begins anew.
//! Just before that transaction is committed, the SQLite database is marked, and from then on no program serves it: there
//! are never two databases that go on. A marked database can be moved again, which finishes a move that was interrupted
//! there.
//!
//! The rows travel as the lines of `COPY`. The checksum of a table is that of its lines in the order of the primary key:
//! those that were sent, and those that PostgreSQL gives back.

use std::path::Path;

use clap::Args;
use futures_util::TryStreamExt;
use sea_orm::sqlx::postgres::{PgConnectOptions, PgConnection};
use sea_orm::sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteLockingMode, SqliteRow};
use sea_orm::sqlx::{self, AssertSqlSafe, ConnectOptions, Connection, Row};
use sha2::{Digest, Sha256};
use shared::database::schema::{self, MOVED, Schema};
use shared::process::config::Settings;
use shared::process::crash;
use shared::{Error, Store};

use super::failure::database_error;
use crate::background::embedded;

/// The number of bytes that are sent at once.
const CHUNK: usize = 1 << 16;

/// The tables that are about the database itself, so that each database has its own.
const OWN: [&str; 2] = ["seaql_migrations", "event_log"];

/// Begins the transaction in which the rows are written. It may take any time, and a program that starts meanwhile waits.
const BEGIN: &str =
    "BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0;
    SET LOCAL lock_timeout = '10s'; SET LOCAL DateStyle = 'ISO'; SET LOCAL bytea_output = 'hex'";

/// Selects each table of PostgreSQL's with its columns, their types, and its primary key.
const TABLES: &str = "SELECT CAST(c.relname AS TEXT), array_agg(CAST(a.attname AS TEXT) ORDER BY a.attnum),
        array_agg(CAST(format_type(a.atttypid, NULL) AS TEXT) ORDER BY a.attnum),
        (SELECT array_agg(CAST(k.attname AS TEXT) ORDER BY array_position(CAST(i.indkey AS SMALLINT[]), k.attnum))
         FROM pg_index i JOIN pg_attribute k ON k.attrelid = i.indrelid AND k.attnum = ANY (i.indkey)
         WHERE i.indrelid = c.oid AND i.indisprimary)
    FROM pg_class m
    JOIN pg_class c ON c.relnamespace = m.relnamespace AND c.relkind = 'r'
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE m.oid = to_regclass('seaql_migrations')
    GROUP BY c.oid, c.relname ORDER BY c.relname";

/// Selects the statements that remove PostgreSQL's foreign keys, and those that add them and check them at once. Rows may so
/// come in any order.
const FOREIGN_KEYS: &str = "SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', CAST(conrelid AS regclass), conname),
        format('ALTER TABLE %s ADD CONSTRAINT %I %s', CAST(conrelid AS regclass), conname, pg_get_constraintdef(oid))
    FROM pg_constraint WHERE contype = 'f' AND connamespace =
        (SELECT relnamespace FROM pg_class WHERE oid = to_regclass('seaql_migrations'))
    ORDER BY conname";

#[derive(Args)]
pub(super) struct Arguments {
    /// The empty PostgreSQL database, postgres://…; the password may be in PGPASSWORD or in ~/.pgpass instead
    #[arg(long, value_name = "URL")]
    to: String,
}

/// Moves the database of the settings, and says what to do next.
pub(super) async fn run(settings: &Settings, Arguments { to }: &Arguments) -> Result<(), Error> {
    let file = settings.sqlite_file()?.ok_or_else(|| {
        Error::Config("DATABASE_URL names no SQLite database: name the one that is to be moved".to_owned())
    })?;
    settings.expect_database()?;
    file.metadata().map_err(|error| Error::Io(file.display().to_string(), error))?;
    let _lock = embedded::lock(settings)?;
    let source = settings.store().await?;
    // Rows that this key does not open would be of no use there either.
    settings.secrets_key(&source).await?;
    let rows = move_rows(source, &file, to, |line| eprintln!("almoner: {line}")).await?;
    let key = if settings.is_embedded() {
        format!("the key in {}", settings.data_dir.join("secrets.key").display())
    } else {
        "the present key".to_owned()
    };
    eprintln!(
        "almoner: moved {rows} rows, and the checksums of all tables are equal\n\
         almoner: start the programs with DATABASE_URL, and with ALMONER_SECRETS_KEY as {key}\n\
         almoner: no program serves {} any more; remove it when all is well",
        file.display()
    );
    Ok(())
}

/// Moves all rows of an SQLite database to an empty PostgreSQL database, and tells what it has done. Returns how many rows
/// there are.
///
/// # Errors
/// [`Error::Config`] if a program uses one of the databases, the second one is not empty, or the rows do not arrive as they
/// were. Nothing is moved then.
pub async fn move_rows(source: Store, file: &Path, to: &str, tell: impl Fn(String)) -> Result<u64, Error> {
    let mut target = connect(to).await?;
    let was_moved = matches!(Schema::of(&source).await?, Schema::Ahead(migration) if migration == MOVED);
    if !was_moved {
        schema::migrate(&source).await?;
    }
    source.close().await;
    let mut source = open_alone(file).await?;
    let store = Store::connect(to).await?;
    schema::migrate(&store).await?;
    store.close().await;

    run_each(&mut target, [BEGIN]).await?;
    let tables = tables(&mut source, &mut target).await?;
    let locked: Vec<_> = tables.iter().map(|table| format!(", \"{}\"", table.name)).collect();
    run_each(&mut target, [format!("LOCK TABLE event_log{}", locked.concat())])
        .await
        .map_err(|error| Error::Config(format!("--to: {error}; stop the programs that use the database")))?;
    let filled = first_filled(&mut target, &tables).await?;
    if let Some(table) = filled.filter(|_| !was_moved) {
        return Err(Error::Config(format!(
            "the database of --to is not empty, because its table {} has rows: name an empty one",
            table.name
        )));
    }
    let keys: Vec<(String, String)> =
        sqlx::query_as(FOREIGN_KEYS).fetch_all(&mut target).await.map_err(database_error)?;
    let is_copied = filled.is_some();
    if !is_copied {
        run_each(&mut target, keys.iter().map(|(remove, _)| remove)).await?;
    }
    let mut rows = 0;
    for table in &tables {
        let to = if is_copied { None } else { Some(&mut target) };
        let sent = send(table, &mut source, to).await.map_err(|error| of_table(table, &error))?;
        let received = received(table, &mut target).await.map_err(|error| of_table(table, &error))?;
        if received != sent.checksum {
            let why = if is_copied {
                "they were moved before: if programs have worked there since, go on with them"
            } else {
                "nothing was moved: run the same command again"
            };
            return Err(Error::Config(format!("the rows of {} differ in both databases; {why}", table.name)));
        }
        tell(format!("rows of {}: {}", table.name, sent.rows));
        rows += sent.rows;
        crash::point("move.table");
    }
    if !is_copied {
        run_each(&mut target, keys.iter().map(|(_, add)| add)).await?;
        continue_ids(&mut source, &mut target).await?;
        // The next program that opens the database sees that it is no longer where it was: it begins a new epoch, in which
        // positions in the log go on after those of the rows.
        run_each(&mut target, ["UPDATE event_log SET identity = 'moved'"]).await?;
        run_each(&mut target, tables.iter().map(|table| format!("ANALYZE \"{}\"", table.name))).await?;
    }
    crash::point("move.copied");
    let mark =
        "INSERT INTO seaql_migrations (version, applied_at) VALUES ($1, unixepoch()) ON CONFLICT DO NOTHING";
    sqlx::query(mark).bind(MOVED).execute(&mut source).await.map_err(database_error)?;
    sqlx::query("COMMIT").execute(&mut source).await.map_err(database_error)?;
    crash::point("move.marked");
    run_each(&mut target, ["COMMIT"]).await.map_err(|error| {
        Error::Config(format!("{error}. It is not known whether all is moved: run the same command again"))
    })?;
    crash::point("move.committed");
    source.close().await.map_err(database_error)?;
    target.close().await.map_err(database_error)?;
    Ok(rows)
}

/// A table, as PostgreSQL knows it.
struct Table {
    name: String,
    /// The names of the columns, with their types.
    columns: Vec<(String, String)>,
    /// The columns of the primary key, in its order.
    key: Vec<String>,
}

impl Table {
    /// Returns the query for the rows as texts that PostgreSQL would give, in SQLite's SQL.
    fn in_sqlite(&self) -> Result<String, Error> {
        let text = |(name, kind): &(String, String)| match kind.as_str() {
            "boolean" => Ok(format!("CASE \"{name}\" WHEN 1 THEN 't' WHEN 0 THEN 'f' ELSE \"{name}\" END")),
            "uuid" => Ok(format!("iif(\"{name}\" IS NULL, NULL, lower(hex(\"{name}\")))")),
            "bytea" => Ok(format!("iif(\"{name}\" IS NULL, NULL, '\\x' || lower(hex(\"{name}\")))")),
            "bigint" | "integer" | "smallint" | "text" | "date" => Ok(format!("CAST(\"{name}\" AS TEXT)")),
            other => {
                Err(Error::Config(format!("{}.{name} has the type {other}, which is unknown", self.name)))
            }
        };
        let texts = self.columns.iter().map(text).collect::<Result<Vec<_>, _>>()?;
        let key: Vec<_> = self.key.iter().map(|name| format!("\"{name}\"")).collect();
        Ok(format!("SELECT {} FROM \"{}\" ORDER BY {}", texts.join(", "), self.name, key.join(", ")))
    }

    /// Returns the query for the same texts in the same order, in PostgreSQL's SQL.
    fn in_postgres(&self) -> String {
        let text = |(name, kind): &(String, String)| match kind.as_str() {
            "uuid" => format!("replace(CAST(\"{name}\" AS TEXT), '-', '')"),
            _ => format!("\"{name}\""),
        };
        let texts: Vec<_> = self.columns.iter().map(text).collect();
        let is_text = |name| self.columns.iter().any(|(other, kind)| other == name && kind == "text");
        let by = |name| format!("\"{name}\"{}", if is_text(name) { " COLLATE \"C\"" } else { "" });
        let key: Vec<_> = self.key.iter().map(by).collect();
        format!("SELECT {} FROM \"{}\" ORDER BY {}", texts.join(", "), self.name, key.join(", "))
    }
}

/// The rows of a table.
struct Sent {
    rows: u64,
    /// The SHA-256 of their lines.
    checksum: Vec<u8>,
}

/// Reads the rows of a table, and sends them to PostgreSQL unless they are there.
async fn send(
    table: &Table,
    source: &mut SqliteConnection,
    target: Option<&mut PgConnection>,
) -> Result<Sent, Error> {
    let columns: Vec<_> = table.columns.iter().map(|(name, _)| format!("\"{name}\"")).collect();
    let copy = format!("COPY \"{}\" ({}) FROM STDIN", table.name, columns.join(", "));
    let mut copy = match target {
        Some(target) => Some(target.copy_in_raw(&copy).await.map_err(database_error)?),
        None => None,
    };
    let query = table.in_sqlite()?;
    let mut read = sqlx::query(AssertSqlSafe(query)).fetch(source);
    let (mut rows, mut hash, mut chunk) = (0, Sha256::new(), Vec::with_capacity(2 * CHUNK));
    loop {
        let row = read.try_next().await.map_err(database_error)?;
        if let Some(row) = &row {
            rows += 1;
            add_line(row, &mut chunk).map_err(database_error)?;
        }
        if row.is_none() || chunk.len() >= CHUNK {
            hash.update(&chunk);
            if let Some(copy) = &mut copy {
                copy.send(&*chunk).await.map_err(database_error)?;
            }
            chunk.clear();
        }
        if row.is_none() {
            break;
        }
    }
    if let Some(copy) = copy {
        copy.finish().await.map_err(database_error)?;
    }
    Ok(Sent { rows, checksum: hash.finalize().to_vec() })
}

/// Adds a row as a line of `COPY`, with the same escapes as PostgreSQL.
fn add_line(row: &SqliteRow, lines: &mut Vec<u8>) -> Result<(), sqlx::Error> {
    for column in 0..row.len() {
        if column > 0 {
            lines.push(b'\t');
        }
        let Some(text) = row.try_get::<Option<&str>, _>(column)? else {
            lines.extend(b"\\N");
            continue;
        };
        for byte in text.bytes() {
            let escaped = match byte {
                b'\x08' => b'b',
                b'\t' => b't',
                b'\n' => b'n',
                b'\x0b' => b'v',
                b'\x0c' => b'f',
                b'\r' => b'r',
                b'\\' => b'\\',
                _ => {
                    lines.push(byte);
                    continue;
                }
            };
            lines.extend([b'\\', escaped]);
        }
    }
    lines.push(b'\n');
    Ok(())
}

/// Returns the checksum of the rows that PostgreSQL has of a table.
async fn received(table: &Table, target: &mut PgConnection) -> Result<Vec<u8>, Error> {
    let copy = format!("COPY ({}) TO STDOUT", table.in_postgres());
    let mut lines = target.copy_out_raw(&copy).await.map_err(database_error)?;
    let mut hash = Sha256::new();
    while let Some(chunk) = lines.try_next().await.map_err(database_error)? {
        hash.update(&chunk);
    }
    Ok(hash.finalize().to_vec())
}

/// Returns PostgreSQL's tables, after checking that SQLite has the same ones.
async fn tables(source: &mut SqliteConnection, target: &mut PgConnection) -> Result<Vec<Table>, Error> {
    type Row = (String, Vec<String>, Vec<String>, Option<Vec<String>>);
    let found: Vec<Row> = sqlx::query_as(TABLES).fetch_all(target).await.map_err(database_error)?;
    let mut tables: Vec<_> = found
        .into_iter()
        .map(|(name, columns, types, key)| Table {
            name,
            columns: columns.into_iter().zip(types).collect(),
            key: key.unwrap_or_default(),
        })
        .collect();
    let text = "SELECT t.name || '.' || c.name FROM sqlite_master t, pragma_table_info(t.name) c
        WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite%'
            AND t.name NOT LIKE 'contact_words%' -- the index of the search";
    let mut in_sqlite: Vec<String> =
        sqlx::query_scalar(text).fetch_all(source).await.map_err(database_error)?;
    in_sqlite.sort_unstable();
    let of = |table: &Table| {
        table.columns.iter().map(|(column, _)| format!("{}.{column}", table.name)).collect::<Vec<_>>()
    };
    let mut in_postgres: Vec<_> = tables.iter().flat_map(of).collect();
    in_postgres.sort_unstable();
    if in_sqlite != in_postgres {
        let other = in_sqlite.iter().find(|name| !in_postgres.contains(name));
        let other = other.or_else(|| in_postgres.iter().find(|name| !in_sqlite.contains(name)));
        return Err(Error::Config(format!(
            "only one of the databases has {}: name a database that nothing else uses",
            other.map_or("a column twice", String::as_str)
        )));
    }
    tables.retain(|table| !OWN.contains(&table.name.as_str()));
    Ok(tables)
}

/// Returns the first table that has rows.
async fn first_filled<'a>(
    target: &mut PgConnection,
    tables: &'a [Table],
) -> Result<Option<&'a Table>, Error> {
    for table in tables {
        let text = format!("SELECT EXISTS (SELECT FROM \"{}\")", table.name);
        let exists = sqlx::query_scalar(AssertSqlSafe(text)).fetch_one(&mut *target).await;
        if exists.map_err(database_error)? {
            return Ok(Some(table));
        }
    }
    Ok(None)
}

/// Lets PostgreSQL give ids after the last ones that SQLite has given, also to rows that are gone.
async fn continue_ids(source: &mut SqliteConnection, target: &mut PgConnection) -> Result<(), Error> {
    let last = "SELECT name, seq FROM sqlite_sequence WHERE seq > 0";
    let last: Vec<(String, i64)> = sqlx::query_as(last).fetch_all(source).await.map_err(database_error)?;
    for (table, id) in last {
        let set = sqlx::query("SELECT setval(CAST(pg_get_serial_sequence($1, 'id') AS regclass), $2)");
        set.bind(table).bind(id).execute(&mut *target).await.map_err(database_error)?;
    }
    Ok(())
}

/// Opens an SQLite database that no program uses, and keeps all programs out of it while the connection is open.
async fn open_alone(file: &Path) -> Result<SqliteConnection, Error> {
    let options = SqliteConnectOptions::new().filename(file).locking_mode(SqliteLockingMode::Exclusive);
    // Whole tables take long.
    let options = options.disable_statement_logging();
    let opened = async {
        let mut connection = SqliteConnection::connect_with(&options).await?;
        sqlx::query("BEGIN EXCLUSIVE").execute(&mut connection).await?;
        Ok::<_, sqlx::Error>(connection)
    };
    let stop = |error| Error::Config(format!("{}: {error}; stop the programs that use it", file.display()));
    opened.await.map_err(stop)
}

async fn connect(url: &str) -> Result<PgConnection, Error> {
    if !url.starts_with("postgres://") && !url.starts_with("postgresql://") {
        return Err(Error::Config("--to must start with postgres://".to_owned()));
    }
    let connected = async { url.parse::<PgConnectOptions>()?.disable_statement_logging().connect().await };
    connected.await.map_err(|error| Error::Config(format!("--to: {error}")))
}

/// Runs statements that return nothing.
async fn run_each<S: AsRef<str>>(
    target: &mut PgConnection,
    statements: impl IntoIterator<Item = S>,
) -> Result<(), Error> {
    for statement in statements {
        let statement = AssertSqlSafe(statement.as_ref().to_owned());
        sqlx::raw_sql(statement).execute(&mut *target).await.map_err(database_error)?;
    }
    Ok(())
}

fn of_table(table: &Table, error: &Error) -> Error {
    Error::Config(format!("{}: {error}; nothing was moved", table.name))
}
