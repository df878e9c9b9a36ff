//! The embedded deployment: the dispatcher in the api's process. No other file uses the dispatcher's crate.

use std::fs::File;

use dispatcher::Options;
pub use dispatcher::metrics::DeliveryMetrics;
use shared::Error;
use shared::process::config::Settings;
use shared::queue::{Consumer, in_process};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::state::App;

/// A dispatcher that runs in this process.
pub struct Embedded(JoinHandle<Result<(), Error>>);

impl Embedded {
    /// Starts the dispatcher, which runs until `stop` is cancelled. If it ends by itself, it stops the whole process,
    /// because an api that accepts changes but delivers no events is of no use. The next start delivers what is left.
    pub fn start(
        settings: &Settings,
        app: &App,
        consumer: in_process::Consumer,
        metrics: DeliveryMetrics,
        stop: CancellationToken,
    ) -> Result<Self, Error> {
        let options = Options::from_settings(settings, app.secrets_key.clone(), metrics, app.spans.clone());
        let (store, consumer) = (app.store.clone(), Consumer::InProcess(consumer));
        Ok(Self(tokio::spawn(async move {
            let _stop = stop.clone().drop_guard();
            dispatcher::run(store, consumer, options, stop.cancelled_owned()).await
        })))
    }

    /// Waits until the dispatcher has ended, with all its attempts in flight.
    pub async fn finish(self) -> Result<(), Error> {
        self.0.await.unwrap_or_else(|error| Err(Error::Config(format!("the dispatcher has died: {error}"))))
    }
}

/// Locks the data directory of an embedded deployment, so that no second process uses it while the returned file is
/// open. Returns `None` for any other deployment.
pub fn lock(settings: &Settings) -> Result<Option<File>, Error> {
    if !settings.is_embedded() {
        return Ok(None);
    }
    settings.make_data_dir()?;
    let path = settings.data_dir.join("almoner.lock");
    let failed = |error| Error::Io(path.display().to_string(), error);
    let file = File::create(&path).map_err(failed)?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(std::fs::TryLockError::WouldBlock) => Err(Error::Config(format!(
            "another almoner uses {}: stop it, or set ALMONER_DATA_DIR to another directory",
            settings.data_dir.display()
        ))),
        Err(std::fs::TryLockError::Error(error)) => Err(failed(error)),
    }
}
