//! What systemd is told of a program that it has started with `Type=notify`. Elsewhere nothing happens.

use sd_notify::NotifyState;

/// Says that the program serves.
pub fn ready() {
    tell(NotifyState::Ready);
}

/// Says that the program finishes its work and stops.
pub(super) fn stopping() {
    tell(NotifyState::Stopping);
}

fn tell(state: NotifyState<'_>) {
    if let Err(error) = sd_notify::notify(&[state]) {
        tracing::warn!(%error, "systemd could not be told the state of the program");
    }
}
