//! What would pile up is removed in the background. Every api process does it; they do not get in each other's way.

use std::time::Duration;

use tokio::time::{MissedTickBehavior, interval};

use crate::idempotency;
use crate::state::App;

/// How often.
const EVERY: Duration = Duration::from_mins(10);

/// Keeps house until it is dropped.
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
