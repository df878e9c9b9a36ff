//! Removes in the background what has expired: idempotency keys, which would pile up otherwise, and the webhook secrets
//! whose rotation is over, which nothing needs any more. Every api process does this, and the processes do not disturb
//! each other.

use std::time::Duration;

use sea_orm::sea_query::{LockBehavior, LockType};
use sea_orm::{ActiveValue, ColumnTrait, QueryFilter, QuerySelect, QueryTrait};
use shared::entities::{SystemScope, webhooks};
use tokio::time::{MissedTickBehavior, interval};

use crate::idempotency;
use crate::state::App;

/// How often what has expired is removed.
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
        match remove_previous_secrets(&app).await {
            Ok(removed) => tracing::debug!(removed, "webhook secrets removed whose rotation is over"),
            Err(error) => {
                tracing::warn!(%error, "webhook secrets were not removed whose rotation is over; trying again later");
            }
        }
    }
}

/// Removes the previous secrets of webhooks whose overlap has ended. For the owner the webhooks have not changed, so they
/// keep their version. Skips rows that others have locked, so that nobody waits; they are next time's. Returns how many
/// it removed.
async fn remove_previous_secrets(app: &App) -> Result<u64, shared::Error> {
    let ended = webhooks::Column::WebhookPreviousSecretUntilMs.lte(app.clock.now_ms());
    let unlocked =
        SystemScope.find::<webhooks::Entity>().filter(ended).select_only().column(webhooks::Column::Id);
    let unlocked = unlocked.lock_with_behavior(LockType::Update, LockBehavior::SkipLocked);
    let removal = SystemScope
        .update::<webhooks::Entity>()
        .set(webhooks::ActiveModel {
            webhook_previous_secret_sealed: ActiveValue::Set(None),
            webhook_previous_secret_until_ms: ActiveValue::Set(None),
            ..Default::default()
        })
        .filter(webhooks::Column::Id.in_subquery(unlocked.into_query()));
    Ok(removal.exec(app.store.write()).await?.rows_affected)
}
