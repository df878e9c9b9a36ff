//! Removes expired idempotency keys in the background, because they would pile up otherwise. Every api process does
//! this, and the processes do not disturb each other.

use std::time::Duration;

use tokio::time::{MissedTickBehavior, interval};

use crate::idempotency;
use crate::state::App;

/// How often expired keys are removed.
const EVERY: Duration = Duration::from_mins(10);

/// Keeps house until the future is dropped.
pub async fn run(app: App) {
    let mut times = interval(EVERY);
    times.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        times.tick().await;
        match idempotency::remove_expired(&app).await {
            Ok(removed) => tracing::debug!(removed, "expired idempotency keys removed"),
            Err(error) => {
                tracing::warn!(%error, "expired idempotency keys were not removed; trying again later");
            }
        }
    }
}
