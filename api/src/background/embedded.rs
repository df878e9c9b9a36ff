//! The embedded deployment: the dispatcher in the api's process. The only file that knows the dispatcher.

use std::fs::File;

use dispatcher::Options;
use shared::Error;
use shared::process::config::Settings;
use shared::queue::{Consumer, in_process};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::state::App;

/// A dispatcher that runs in this process.
pub struct Embedded(JoinHandle<Result<(), Error>>);

impl Embedded {
    /// Starts it; `stop` ends it. Should it end by itself, that stops the whole process: an api that takes changes and
    /// delivers nothing is no use, and the next start makes up for it.
    pub fn start(
        settings: &Settings,
        app: &App,
        consumer: in_process::Consumer,
        stop: CancellationToken,
    ) -> Result<Self, Error> {
        let options = Options::from_settings(settings, app.secrets_key.clone());
        let (store, consumer) = (app.store.clone(), Consumer::InProcess(consumer));
        Ok(Self(tokio::spawn(async move {
            let _stop = stop.clone().drop_guard();
            dispatcher::run(store, consumer, options, stop.cancelled_owned()).await
        })))
    }

    /// Waits until its attempts in flight are over.
    pub async fn finish(self) -> Result<(), Error> {
        self.0.await.unwrap_or_else(|error| Err(Error::Config(format!("the dispatcher broke off: {error}"))))
    }
}

/// Keeps a second process off the data directory of an embedded deployment, as long as the file is open.
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
            "another api uses {}: stop it, or set ALMONER_DATA_DIR",
            settings.data_dir.display()
        ))),
        Err(std::fs::TryLockError::Error(error)) => Err(failed(error)),
    }
}
