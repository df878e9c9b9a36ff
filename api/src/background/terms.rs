//! Writes pledges on the day on which another amount or frequency comes into force, or a pause ends, so that an update with
//! its event tells of it. Every api process does this, and the processes do not disturb each other.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::time::Duration;

use chrono::{DateTime, NaiveDate, TimeDelta};
use pledges::Column as P;
use sea_orm::sea_query::{LockBehavior, LockType};
use sea_orm::{ColumnTrait, QueryFilter, QueryOrder, QuerySelect};
use shared::entities::{AccountScope, SystemScope, pledges};
use tokio::time::{Instant, MissedTickBehavior, interval};

use crate::auth::Caller;
use crate::error::AppError;
use crate::fields::Problems;
use crate::idempotency::in_transaction;
use crate::records::{Context, service};
use crate::resources::pledges::{Pledge, PledgeInput};
use crate::state::App;

/// How often to look for them.
const EVERY: Duration = Duration::from_mins(1);

/// How many are looked for at a time.
const CHUNK: u64 = 500;

/// Writes pledges until the future is dropped.
pub async fn run(app: &App) {
    let mut times = interval(EVERY);
    times.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        times.tick().await;
        if let Err(error) = turn(app).await {
            tracing::warn!(%error, "pledges that change with the day cannot be read now; trying again");
        }
    }
}

/// Writes all pledges that have changed with the day.
pub async fn turn(app: &App) -> Result<(), AppError> {
    let (mut after, mut todays) = (0, HashMap::new());
    loop {
        let due = SystemScope.find::<pledges::Entity>().filter(P::PledgeChangesOn.lte(latest(app)));
        let due = due.filter(P::Id.gt(after)).order_by_asc(P::Id).limit(CHUNK);
        let due = due.select_only().columns([P::Id, P::AccountId, P::PledgeChangesOn]);
        let due: Vec<(i64, i64, NaiveDate)> = due.into_tuple().all(app.store.read()).await?;
        let Some((last, ..)) = due.last() else { return Ok(()) };
        after = *last;
        for (id, account_id, changes_on) in due {
            let account = AccountScope::new(account_id);
            let today = match todays.entry(account_id) {
                Entry::Occupied(today) => *today.get(),
                Entry::Vacant(today) => {
                    let caller = Caller::of_account(app.store.read(), account).await?;
                    *today.insert(caller.map(|caller| app.clock.today(caller.timezone)))
                }
            };
            if today.is_none_or(|today| changes_on > today) {
                continue;
            }
            let began = Instant::now();
            if let Err(error) = write(app, account, id).await {
                tracing::warn!(%error, pledge_id = id, "a pledge was not brought up to the day; trying again");
            }
            // Writers of a SQLite database wait for each other, so half of the time is theirs.
            tokio::time::sleep(began.elapsed()).await;
        }
    }
}

/// Returns the latest day that it is anywhere. Where a day begins first, it is 14 hours ahead.
fn latest(app: &App) -> NaiveDate {
    let now = DateTime::from_timestamp_millis(app.clock.now_ms()).unwrap_or_default();
    (now + TimeDelta::hours(14)).date_naive()
}

/// Writes a pledge, if it has changed by the day of its account and no other process writes it.
async fn write(app: &App, account: AccountScope, id: i64) -> Result<(), AppError> {
    in_transaction(app, async |tx| {
        let Some(caller) = Caller::of_account(tx, account).await? else { return Ok(()) };
        let context = Context::new(app, caller);
        let due = account.find_id::<pledges::Entity>(id).filter(P::PledgeChangesOn.lte(context.today));
        let due = due.lock_with_behavior(LockType::Update, LockBehavior::SkipLocked);
        if let Some(pledge) = due.one(tx).await? {
            let change = PledgeInput::default();
            service::change::<Pledge>(tx, &context, &pledge, change, Problems::default()).await?;
        }
        Ok(())
    })
    .await
}
