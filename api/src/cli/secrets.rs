//! The command that rotates the secrets key. It prints its report as JSON.

use clap::Subcommand;
use shared::Error;
use shared::process::config::Settings;

use crate::resealing;
use crate::state::{self, App};

#[derive(Subcommand)]
pub(super) enum Secrets {
    /// Encrypt all secrets with `ALMONER_SECRETS_KEY`, also those of `ALMONER_SECRETS_KEY_PREVIOUS`; programs go on
    /// meanwhile
    Rotate,
}

/// Runs a command on secrets.
pub(super) async fn run(settings: &Settings, command: &Secrets) -> Result<(), Error> {
    let Secrets::Rotate = command;
    settings.expect_database()?;
    let store = state::open(settings).await?;
    let app = App::new(store.clone(), settings.secrets_key(&store).await?);
    let report = resealing::reseal(&app).await;
    store.close().await;
    let report = report?;
    println!("{}", serde_json::to_string(&report).map_err(|error| Error::Config(error.to_string()))?);
    if report.previous_key_can_be_removed {
        Ok(())
    } else {
        Err(Error::Config(
            "keep ALMONER_SECRETS_KEY_PREVIOUS: something is not encrypted with ALMONER_SECRETS_KEY yet"
                .to_owned(),
        ))
    }
}
