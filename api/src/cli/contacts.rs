//! The command that erases a person. Prints its report as JSON.

use clap::Subcommand;
use shared::Error;
use shared::entities::AccountScope;
use shared::process::config::Settings;

use crate::erasure::{self, How};
use crate::error::AppError;
use crate::resources::imports::worker::LogCause;
use crate::state::{self, App};

#[derive(Subcommand)]
pub(super) enum Contacts {
    /// Erase a person: contact, events, deliveries, stored answers and imports; print what was erased and what stays
    Erase {
        /// The account's id
        #[arg(long)]
        account: i64,
        /// The contact's id
        #[arg(long)]
        contact: i64,
        /// Only print what would be erased
        #[arg(long)]
        dry_run: bool,
        /// Erase it; there is no way back
        #[arg(long, conflicts_with = "dry_run", required_unless_present = "dry_run")]
        yes: bool,
        /// Erase the copies of official receipts, too: only if no law demands them
        #[arg(long)]
        with_receipts: bool,
    },
}

/// Runs a command on contacts.
pub(super) async fn run(settings: &Settings, command: Contacts) -> Result<(), Error> {
    let Contacts::Erase { account, contact, dry_run, yes: _, with_receipts } = command;
    settings.expect_database()?;
    let store = state::open(settings).await?;
    let app = App::new(store.clone(), settings.secrets_key(&store).await?);
    let how = How { dry_run, with_receipts };
    let report = erasure::erase(&app, AccountScope::new(account), contact, how).await;
    store.close().await;
    let report = report.map_err(|error| match error {
        AppError::NotFound => Error::Config("there is no such account or contact".to_owned()),
        error => Error::Config(LogCause(&error).to_string()),
    })?;
    println!("{}", serde_json::to_string(&report).map_err(|error| Error::Config(error.to_string()))?);
    Ok(())
}
