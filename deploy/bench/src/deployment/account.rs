//! Accounts of a deployment.

use std::process::Stdio;

use serde_json::Value;
use tokio::io::AsyncWriteExt;
use tokio::process::Command;

use super::{path_of, printed};
use crate::Error;

/// Creates an account as an operator would, and returns its API key.
pub(super) async fn create(
    through: &[String],
    variables: &[(&'static str, String)],
) -> Result<String, Error> {
    let mut program = through.to_vec();
    program.push(path_of("api")?.display().to_string());
    let mut command = Command::new(&program[0]);
    command.args(&program[1..]);
    command.env_clear().envs(variables.iter().map(|(name, value)| (*name, value)));
    command.args([
        "accounts",
        "create",
        "--name",
        "Test",
        "--email",
        "owner@example.org",
        "--password-stdin",
    ]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        stdin.write_all(b"correct horse battery").await?;
    }
    let created: Value = serde_json::from_slice(&printed(&command, child).await?)?;
    Ok(created["api_key"].as_str().ok_or("no account was created")?.to_owned())
}
