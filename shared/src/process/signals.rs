//! SIGTERM and SIGINT, which ask the program to finish its work and stop.

use tokio::signal::unix::{SignalKind, signal};
use tokio_util::sync::CancellationToken;

use super::systemd;
use crate::Error;

/// Returns a token that the first SIGTERM or SIGINT cancels.
///
/// # Errors
/// [`Error::Io`] when the process cannot listen for signals.
pub fn stop_on_signal() -> Result<CancellationToken, Error> {
    let listen = |kind| signal(kind).map_err(|error| Error::Io("signals".to_owned(), error));
    let (mut terminate, mut interrupt) = (listen(SignalKind::terminate())?, listen(SignalKind::interrupt())?);
    let stop = CancellationToken::new();
    tokio::spawn({
        let stop = stop.clone();
        async move {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = interrupt.recv() => {}
            }
            tracing::info!("stopping: finishing the work in flight");
            systemd::stopping();
            stop.cancel();
        }
    });
    Ok(stop)
}
