//! The speed of PostgreSQL alone at a create or at a read, measured with its own benchmark program.

use std::fmt::Write;
use std::process::Stdio;

use serde_json::{Map, Value};
use tokio::io::AsyncWriteExt;
use tokio::process::Command;

use crate::process::Account;
use crate::{Error, Servers, psql};

/// Measures the two inserts of a create, the contact and its event, and returns the transactions per second. The rows
/// have the columns and the values of the newest ones that the api has written for this account, which must have at
/// least one. Every value that is not null is a parameter of a prepared statement, as in the api. The ids of the events
/// rise, as in the api. The events have no rows in the outbox, so they are not delivered.
pub(crate) async fn two_inserts(
    servers: &Servers,
    account: &Account,
    clients: u32,
    transactions: u32,
) -> Result<f64, Error> {
    let contact = newest(servers, account, "contacts").await?;
    let event = newest(servers, account, "events").await?;
    let mut command = Command::new(&servers.pgbench);
    let contact = insert("contacts", &contact, &mut command);
    let event = insert("events", &event, &mut command);
    let script = format!("BEGIN;\n{contact} RETURNING id AS record_id \\gset\n{}\nCOMMIT;\n", event + ";");
    run(servers, command, &script, clients, transactions).await
}

/// Measures one prepared statement that reads a contact with its related records, and returns the transactions per
/// second. It reads the rows of a GET of one contact, as columns and arrays of rows. The contacts have ids from 1, and
/// each is equally likely.
pub(crate) async fn one_contact(
    servers: &Servers,
    account: &Account,
    contacts: u32,
    clients: u32,
    transactions: u32,
) -> Result<f64, Error> {
    let mut command = Command::new(&servers.pgbench);
    command.arg(format!("--define=account_id={}", account.account_id));
    command.arg(format!("--define=contacts={contacts}"));
    run(servers, command, include_str!("one_contact.sql"), clients, transactions).await
}

/// Runs a script, and returns the transactions per second.
async fn run(
    servers: &Servers,
    mut command: Command,
    script: &str,
    clients: u32,
    transactions: u32,
) -> Result<f64, Error> {
    command.args(["--no-vacuum", "--protocol=prepared", "--file=-"]);
    command.arg(format!("--client={clients}")).arg(format!("--transactions={}", transactions / clients));
    command.arg(&servers.database_url).kill_on_drop(true);
    let mut pgbench = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    if let Some(mut stdin) = pgbench.stdin.take() {
        stdin.write_all(script.as_bytes()).await?;
    }
    let output = pgbench.wait_with_output().await?;
    if !output.status.success() {
        return Err(format!("pgbench ended with {}", output.status).into());
    }
    let output = String::from_utf8(output.stdout)?;
    let tps = output.lines().find_map(|line| line.strip_prefix("tps = ")?.split(' ').next()?.parse().ok());
    tps.ok_or_else(|| format!("the output of pgbench has no tps: {output}").into())
}

/// Returns an account's newest row of a table, by column.
async fn newest(servers: &Servers, account: &Account, table: &str) -> Result<Map<String, Value>, Error> {
    let query = format!(
        "SELECT to_json(t) FROM {table} t WHERE account_id = {} ORDER BY id DESC LIMIT 1",
        account.account_id
    );
    Ok(serde_json::from_str(&psql::run(servers, &query, &[]).await?)?)
}

/// Returns a statement that inserts a row like this one. The values become variables of the script.
fn insert(table: &str, row: &Map<String, Value>, pgbench: &mut Command) -> String {
    let (mut columns, mut values) = (String::new(), String::new());
    for (column, value) in row {
        let value = match (table, column.as_str(), value) {
            ("contacts", "id", _) => continue,
            ("events", "id", _) => "lpad(to_hex(:record_id::bigint), 32, '0')::uuid".to_owned(),
            ("events", "record_id", _) => ":record_id".to_owned(),
            (_, _, Value::Null) => "NULL".to_owned(),
            (_, _, value) => {
                let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                pgbench.arg(format!("--define={table}_{column}={text}"));
                format!(":{table}_{column}")
            }
        };
        let comma = if columns.is_empty() { "" } else { ", " };
        // Writing to a String cannot fail.
        let _ = write!(columns, "{comma}{column}");
        let _ = write!(values, "{comma}{value}");
    }
    format!("INSERT INTO {table} ({columns}) VALUES ({values})")
}
