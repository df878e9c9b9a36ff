//! Removes expired rows in the background: idempotency keys, which would pile up otherwise, replaced webhook secrets,
//! which nothing needs any more, sessions, links, and old entries of the audit log. Every api process does this, and
//! the processes do not disturb each other. Old events and attempts take longer, and have a task of their own, and so have the
//! sending of letters, the telling of gifts of renamed types and of webhooks that fail, and the writing of pledges that change
//! with the day.

use std::time::Duration;

use sea_orm::sea_query::{LockBehavior, LockType};
use sea_orm::{ActiveValue, ColumnTrait, QueryFilter, QuerySelect, QueryTrait};
use shared::entities::{SystemScope, webhooks};
use tokio::time::{Interval, MissedTickBehavior, interval};

use super::retention::{Remover, Turn};
use super::{renames, terms, told};
use crate::accounts::{audit, invitations, links, sandboxes, sessions};
use crate::idempotency;
use crate::resources::contacts::search;
use crate::resources::letters::{kept, mailing};
use crate::resources::web_forms::answers;
use crate::state::App;
use crate::waiting_letters;

/// How often expired rows are removed.
const EVERY: Duration = Duration::from_mins(10);
/// How long before the last look contacts may have been changed that the next one looks at: changes that were not committed
/// yet, and clocks that differ.
const SEARCH_MARGIN_MS: i64 = 24 * 60 * 60 * 1000;

/// Keeps house until the future is dropped.
pub async fn run(app: App) {
    tokio::join!(
        remove_expired(&app),
        remove_old(&app),
        renames::run(&app),
        terms::run(&app),
        told::run(&app),
        waiting_letters::run(&app),
        mailing::run(&app)
    );
}

fn times() -> Interval {
    let mut times = interval(EVERY);
    times.set_missed_tick_behavior(MissedTickBehavior::Delay);
    times
}

async fn remove_old(app: &App) {
    let (mut times, mut remover) = (times(), Remover::default());
    loop {
        times.tick().await;
        match remover.turn(app).await {
            Ok(Turn { events, attempts }) => {
                tracing::debug!(events, attempts, "old events and attempts removed");
            }
            Err(error) => {
                tracing::warn!(%error, "old events and attempts were not removed; trying again later");
            }
        }
    }
}

async fn remove_expired(app: &App) {
    let (mut times, mut looked_at_ms) = (times(), 0);
    loop {
        times.tick().await;
        report("expired idempotency keys", idempotency::remove_expired(app).await);
        report("webhook secrets whose rotation is over", remove_previous_secrets(app).await);
        let (store, now_ms) = (&app.store, app.clock.now_ms());
        report("sessions that have expired", sessions::remove_expired(store, now_ms).await);
        report("invitations that are over", invitations::remove_expired(store, now_ms).await);
        report("links that are over", links::remove_expired(store, now_ms).await);
        report("letters that were not sent in time", waiting_letters::remove_expired(app).await);
        report("old answers of forms on websites", answers::remove_expired(store, now_ms).await);
        if let Err(error) = mailing::give_up(app).await {
            tracing::warn!(%error, "printed letters that were not mailed in time are not given up; trying again later");
        }
        match kept::remove_expired(app).await {
            Ok(receipts) => tracing::debug!(receipts, "old receipts of erased contacts erased"),
            Err(error) => {
                tracing::warn!(%error, "old receipts of erased contacts were not erased; trying again later");
            }
        }
        report("old entries of the audit log", audit::remove_old(store, now_ms, app.retention.audit).await);
        match search::bring_up_to_date(store, looked_at_ms).await {
            Ok(contacts) => {
                tracing::debug!(contacts, "contacts brought up to date for the search");
                looked_at_ms = now_ms - SEARCH_MARGIN_MS;
            }
            Err(error) => {
                tracing::warn!(%error, "some contacts are not found by what was changed; trying again later");
            }
        }
        if let Err(error) = sandboxes::follow_all(store).await {
            tracing::warn!(%error, "the members of sandboxes were not brought up to date; trying again later");
        }
    }
}

fn report(what: &str, removed: Result<u64, shared::Error>) {
    match removed {
        Ok(removed) => tracing::debug!(removed, "{what} removed"),
        Err(error) => tracing::warn!(%error, "{what} were not removed; trying again later"),
    }
}

/// Removes the previous secrets of webhooks whose overlap has ended. For the owner the webhooks have not changed, so
/// they keep their version. Skips rows that others have locked, so that nobody waits; the next run removes them.
/// Returns how many it removed.
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
