//! Backups of PostgreSQL, by its own programs: `pg_dump` and `pg_restore`, of the server's version or a later one.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::Path;

use sea_orm::sqlx::postgres::{PgConnectOptions, PgConnection};
use sea_orm::sqlx::{self, AssertSqlSafe, ConnectOptions, Connection};
use shared::Error;
use tokio::process::Command;
use url::Url;

use crate::cli::failure::{database_error, of};

/// The bytes with which a dump begins.
const DUMP: &[u8] = b"PGDMP";

/// Makes the role that the policies of row security name. Roles are the server's, and in no dump.
const ROLE: &str = "DO $$ BEGIN
    IF to_regrole('almoner_account') IS NULL THEN CREATE ROLE almoner_account NOLOGIN; END IF;
END $$";

/// A database on a server.
pub(super) struct Server {
    options: Box<PgConnectOptions>,
    /// Its URL without the password, because everybody on this machine can read the arguments of a program.
    url: String,
    password: Option<String>,
}

impl Server {
    pub(super) fn new(url: &str) -> Result<Self, Error> {
        let wrong = |error: &dyn std::fmt::Display| Error::Config(format!("DATABASE_URL: {error}"));
        let options = url.parse::<PgConnectOptions>().map_err(|error| wrong(&error))?;
        // Restoring takes long.
        let options = Box::new(options.disable_statement_logging());
        let mut url = Url::parse(url).map_err(|error| wrong(&error))?;
        let password = url.password().map(decoded);
        // A URL without a host has no password.
        let _ = url.set_password(None);
        Ok(Self { options, url: url.into(), password })
    }

    /// Dumps the database into a file, with all rows as they were at one moment.
    pub(super) async fn save(&self, file: &Path) -> Result<(), Error> {
        let mut command = self.command("pg_dump");
        // Only the owner of an extension may comment it, and that may be another user where the dump is restored.
        command.args(["--format=custom", "--no-comments", "--file"]).arg(file);
        run(command).await.map(drop)
    }

    /// Restores a dump into the database, all of it or nothing.
    pub(super) async fn restore(&self, file: &Path) -> Result<(), Error> {
        if !is_dump(file)? {
            return Err(Error::Config(format!(
                "{} is an SQLite database: restore it without DATABASE_URL, and then move it with `almoner move`",
                file.display()
            )));
        }
        let connected = PgConnection::connect_with(&self.options).await;
        let mut connection = connected.map_err(|error| Error::Config(format!("DATABASE_URL: {error}")))?;
        let filled =
            "SELECT EXISTS (SELECT FROM pg_class WHERE relnamespace = to_regnamespace(current_schema()))";
        let filled = sqlx::query_scalar(filled).fetch_one(&mut connection).await;
        if filled.map_err(database_error)? {
            return Err(Error::Config(
                "the database of DATABASE_URL is not empty: name an empty one, as createdb makes it"
                    .to_owned(),
            ));
        }
        let mut list = Command::new("pg_restore");
        list.arg("--list").arg(file);
        let needs_role = String::from_utf8_lossy(&run(list).await?).contains(" POLICY ");
        if needs_role {
            execute(&mut connection, ROLE).await?;
        }
        let mut command = self.command("pg_restore");
        command.args(["--single-transaction", "--exit-on-error", "--no-owner", "--no-comments"]).arg(file);
        run(command).await?;
        // PostgreSQL would warn of each table of its own.
        execute(&mut connection, "SET client_min_messages = error; ANALYZE").await?;
        connection.close().await.map_err(database_error)
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.args(["--no-password", "--dbname", &self.url]);
        command.envs(self.password.as_ref().map(|password| ("PGPASSWORD", password)));
        command
    }
}

/// Returns whether a file is a dump of PostgreSQL.
pub(super) fn is_dump(file: &Path) -> Result<bool, Error> {
    let mut begin = Vec::new();
    File::open(file)
        .and_then(|opened| opened.take(DUMP.len() as u64).read_to_end(&mut begin))
        .map_err(of(file))?;
    Ok(begin == DUMP)
}

/// Reads a whole dump, and fails if it is damaged.
pub(super) async fn check(file: &Path) -> Result<(), Error> {
    let mut command = Command::new("pg_restore");
    command.arg("--file=/dev/null").arg(file);
    run(command).await.map(drop)
}

/// Runs a program of PostgreSQL's, and returns what it prints.
async fn run(mut command: Command) -> Result<Vec<u8>, Error> {
    let program = OsStr::to_string_lossy(command.as_std().get_program()).into_owned();
    let output = command.kill_on_drop(true).output().await.map_err(|error| match error.kind() {
        ErrorKind::NotFound => Error::Config(format!(
            "there is no program {program}: install PostgreSQL's client programs, Debian's package postgresql-client"
        )),
        _ => Error::Io(program.clone(), error),
    })?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    Err(Error::Config(format!("{program} failed: {}", String::from_utf8_lossy(&output.stderr).trim())))
}

async fn execute(connection: &mut PgConnection, text: &'static str) -> Result<(), Error> {
    sqlx::raw_sql(AssertSqlSafe(text)).execute(connection).await.map(drop).map_err(database_error)
}

/// Returns a percent-encoded text as it is meant.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        let digits = after.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
        let byte = digits.filter(|_| *first == b'%').and_then(|digits| u8::from_str_radix(digits, 16).ok());
        bytes.push(byte.unwrap_or(*first));
        rest = if byte.is_some() { &after[2..] } else { after };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_argument_of_a_program_has_the_password() -> Result<(), Error> {
        let server = Server::new("postgres://ada:a%2Fb%25%C3%A9%zz@db:5433/almoner?sslmode=require")?;
        assert_eq!(server.url, "postgres://ada@db:5433/almoner?sslmode=require");
        assert_eq!(server.password.as_deref(), Some("a/b%é%zz"));
        let server = Server::new("postgres://db/almoner")?;
        assert_eq!((&*server.url, server.password), ("postgres://db/almoner", None));
        Ok(())
    }

    #[tokio::test]
    async fn a_program_that_is_not_there_is_named_with_its_package() {
        let said = run(Command::new("pg_nothing")).await.unwrap_err().to_string();
        assert!(said.contains("pg_nothing") && said.contains("postgresql-client"), "{said}");
    }
}
