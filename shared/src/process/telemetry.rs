//! Structured logs on standard error. No secret is ever logged: request URLs are logged without their query, and types
//! that hold secrets print a placeholder.

use std::io::IsTerminal;

use clap::ValueEnum;
use tracing_subscriber::EnvFilter;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::{SubscriberInitExt, TryInitError};

use crate::Error;

/// How log lines look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// For people.
    Text,
    /// One JSON object a line.
    Json,
}

/// Starts logging with a `tracing` filter such as `info` or `info,api=debug`.
///
/// # Errors
/// [`Error::Config`] when the filter does not parse, or logging has been started before.
pub fn init(filter: &str, format: Option<LogFormat>) -> Result<(), Error> {
    let filter =
        EnvFilter::builder().parse(filter).map_err(|error| Error::Config(format!("ALMONER_LOG: {error}")))?;
    let terminal = std::io::stderr().is_terminal();
    let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr).with_ansi(terminal);
    let registry = tracing_subscriber::registry().with(filter);
    let format = format.unwrap_or(if terminal { LogFormat::Text } else { LogFormat::Json });
    match format {
        LogFormat::Text => registry.with(lines).try_init(),
        LogFormat::Json => registry.with(lines.json().flatten_event(true)).try_init(),
    }
    .map_err(|error: TryInitError| Error::Config(error.to_string()))?;
    std::panic::set_hook(Box::new(|panic| tracing::error!(%panic, "a panic")));
    Ok(())
}
