//! Dumps of a PostgreSQL database.

use std::fs::File;
use std::path::Path;
use std::process::Stdio;

use tokio::process::Command;

use super::{printed, succeed};
use crate::Error;

/// Dumps a database into a file, while others may write to it.
pub async fn dump(database_url: &str, file: &Path) -> Result<(), Error> {
    let mut command = Command::new("pg_dump");
    command.arg(database_url).stdout(File::create(file)?).stderr(Stdio::piped());
    let child = command.spawn()?;
    printed(&command, child).await.map(drop)
}

/// Replaces all that is in a database with a dump. No program may be using it.
pub async fn restore(database_url: &str, file: &Path) -> Result<(), Error> {
    let mut command = Command::new("psql");
    command.args(["--quiet", "--set=ON_ERROR_STOP=1", "--dbname", database_url]);
    command.args(["--command", "DROP SCHEMA public CASCADE", "--command", "CREATE SCHEMA public"]);
    command.arg("--file").arg(file);
    succeed(&mut command).await.map(drop)
}
