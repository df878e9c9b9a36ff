//! Accounts of a deployment.

use std::process::Stdio;

use serde_json::Value;
use tokio::io::AsyncWriteExt;
use tokio::process::Command;

use super::{path_of, printed};
use crate::Error;

/// An account with one webhook, once that is registered.
#[derive(Debug)]
pub(super) struct Account {
    pub(super) id: i64,
    pub(super) api_key: String,
    pub(super) webhook_id: i64,
    pub(super) webhook_secret: String,
}

/// Creates an account with the nth owner, as an operator would.
pub(super) async fn create(
    through: &[String],
    variables: &[(&'static str, String)],
    n: usize,
) -> Result<Account, Error> {
    let mut program = through.to_vec();
    program.push(path_of("almoner")?.display().to_string());
    let mut command = Command::new(&program[0]);
    command.args(&program[1..]);
    command.env_clear().envs(variables.iter().map(|(name, value)| (*name, value)));
    command.args([
        "accounts",
        "create",
        "--name",
        "Test",
        "--email",
        &format!("owner{n}@example.org"),
        "--password-stdin",
    ]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        stdin.write_all(b"correct horse battery").await?;
    }
    let created: Value = serde_json::from_slice(&printed(&command, child).await?)?;
    let account = created["account_id"].as_i64().zip(created["api_key"].as_str());
    let (id, api_key) = account.ok_or("no account was created")?;
    Ok(Account { id, api_key: api_key.to_owned(), webhook_id: 0, webhook_secret: String::new() })
}
