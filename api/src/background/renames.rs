//! Tells the gifts of a renamed type: each is an update with its event, because it shows the name. A type may have very many
//! gifts, so they are told a few at a time, and the type's row says how far that has come. Every api process does this, and the
//! processes do not disturb each other.

use std::time::Duration;

use gift_types::Column as T;
use gifts::Column as G;
use sea_orm::sea_query::{LockBehavior, LockType};
use sea_orm::{ActiveValue, ColumnTrait, QueryFilter, QueryOrder, QuerySelect};
use serde_json::json;
use serde_json::value::to_raw_value;
use shared::entities::{AccountScope, SystemScope, gift_types, gifts};
use shared::times::ms;
use tokio::time::{Instant, MissedTickBehavior, interval};

use crate::auth::Caller;
use crate::error::AppError;
use crate::idempotency::in_transaction;
use crate::records::Context;
use crate::records::bulk::{CHUNK, Locked};
use crate::records::events::Before;
use crate::resources::gifts::Gift;
use crate::state::App;

/// How often to look for renamed types.
const EVERY: Duration = Duration::from_secs(1);

/// How much later than the rename a gift may have been written that still shows the name before, because clocks differ.
const MARGIN: Duration = Duration::from_secs(10);

/// Tells gifts until the future is dropped.
pub async fn run(app: &App) {
    let mut times = interval(EVERY);
    times.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        times.tick().await;
        if let Err(error) = turn(app).await {
            tracing::warn!(%error, "renamed gift types cannot be read now; trying again");
        }
    }
}

/// Tells the gifts of all renamed types.
async fn turn(app: &App) -> Result<(), AppError> {
    let renamed = SystemScope.find::<gift_types::Entity>().filter(T::RenamedFrom.is_not_null());
    let renamed = renamed.order_by_asc(T::Id).select_only().column(T::Id);
    let ids: Vec<i64> = renamed.into_tuple().all(app.store.read()).await?;
    for id in ids {
        loop {
            let began = Instant::now();
            match tell_next(app, id).await {
                // Writers of a SQLite database wait for each other, so half of the time is theirs.
                Ok(true) => tokio::time::sleep(began.elapsed()).await,
                Ok(false) => break,
                Err(error) => {
                    tracing::warn!(%error, gift_type_id = id, "the gifts of a renamed type were not told; trying again");
                    break;
                }
            }
        }
    }
    Ok(())
}

/// Tells the next gifts of a renamed type. Returns whether there may be more, and no other process tells them.
async fn tell_next(app: &App, id: i64) -> Result<bool, AppError> {
    in_transaction(app, async |tx| {
        let renamed = SystemScope.find::<gift_types::Entity>().filter(T::Id.eq(id));
        // A new gift of the type does not wait for this lock.
        let renamed =
            renamed.lock_with_behavior(LockType::NoKeyUpdate, LockBehavior::SkipLocked).one(tx).await?;
        let Some(gift_types::Model {
            account_id,
            renamed_from: Some(renamed_from),
            renamed_at_ms,
            told_gift_id,
            ..
        }) = renamed
        else {
            return Ok(false);
        };
        let account = AccountScope::new(account_id);
        let gifts =
            account.find::<gifts::Entity>().filter(G::GiftTypeId.eq(id)).filter(G::Id.gt(told_gift_id));
        let gifts = gifts.filter(G::UpdatedAtMs.lte(renamed_at_ms + ms(MARGIN))).order_by_asc(G::Id);
        let ids: Vec<i64> =
            gifts.select_only().column(G::Id).limit(CHUNK as u64).into_tuple().all(tx).await?;
        if let Some(caller) = Caller::of_account(tx, account).await? {
            let former = to_raw_value(&json!({"id": id, "gift_type_name": renamed_from}))?;
            let gifts = Locked::<Gift>::new(tx, &Context::new(app, caller), &ids).await?;
            gifts.showing(&Before::Shown("giftType", former)).change(tx, None).await?;
        }
        let is_last = ids.len() < CHUNK;
        let told = gift_types::ActiveModel {
            told_gift_id: ActiveValue::Set(ids.last().copied().unwrap_or(told_gift_id)),
            renamed_from: if is_last { ActiveValue::Set(None) } else { ActiveValue::NotSet },
            ..Default::default()
        };
        account.update::<gift_types::Entity>().set(told).filter(T::Id.eq(id)).exec(tx).await?;
        Ok(!is_last)
    })
    .await
}
