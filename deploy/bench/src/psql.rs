//! Access to PostgreSQL through its own client, `psql`.

use std::process::Stdio;

use tokio::io::AsyncWriteExt;
use tokio::process::Command;

use crate::{Error, Servers};

/// Runs a script, and stops at its first error. In the script, `:NAME` stands for the value of a variable. Returns what
/// the queries print: rows as lines, columns separated by `|`.
pub(crate) async fn run(
    servers: &Servers,
    script: &str,
    variables: &[(&str, &dyn ToString)],
) -> Result<String, Error> {
    let mut command = command(servers);
    for (name, value) in variables {
        command.arg(format!("--variable={name}={}", value.to_string()));
    }
    let mut psql = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    if let Some(mut stdin) = psql.stdin.take() {
        stdin.write_all(script.as_bytes()).await?;
    }
    let output = psql.wait_with_output().await?;
    if !output.status.success() {
        return Err(format!("psql ended with {}", output.status).into());
    }
    Ok(String::from_utf8(output.stdout)?.trim_end().to_owned())
}

/// Reads whole tables as fast as PostgreSQL hands them out, and discards the rows.
pub(crate) async fn copy_out(servers: &Servers, tables: &[&str]) -> Result<(), Error> {
    let mut command = command(servers);
    for table in tables {
        command.arg(format!("--command=COPY {table} TO STDOUT"));
    }
    let status = command.stdin(Stdio::null()).stdout(Stdio::null()).status().await?;
    if status.success() { Ok(()) } else { Err(format!("psql ended with {status}").into()) }
}

fn command(servers: &Servers) -> Command {
    let mut command = Command::new(&servers.psql);
    command.args(["--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "--set=ON_ERROR_STOP=1"]);
    command.args(["--dbname", &servers.database_url]).kill_on_drop(true);
    command
}
