//! Removes old events and old attempts, if the operator wants that, and events that were given up. Works in small batches, and
//! pauses after each for as long as it took, so that writers are never held up for long. Every api process does this, and the
//! processes do not disturb each other.

use std::time::Duration;

use sea_orm::sea_query::{LockBehavior, LockType};
use sea_orm::{ActiveValue, ColumnTrait, QueryFilter, QueryOrder, QuerySelect};
use shared::entities::{AccountScope, SystemScope, attempts, deliveries};
use shared::process::retention::old_before;
use shared::values::choices::DeliveryStatus;
use shared::{Error, Store};
use tokio::time::Instant;

use crate::events::retention;
use crate::state::App;

/// How many attempts one transaction looks at and deletes.
const BATCH: u64 = 500;
/// The least pause after a batch.
const PAUSE_MIN: Duration = Duration::from_millis(5);

/// The rows that a turn has removed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Turn {
    /// How many events.
    pub events: u64,
    /// How many attempts of deliveries whose events stay.
    pub attempts: u64,
}

/// Removes old events and attempts, turn by turn.
#[derive(Debug, Default)]
pub struct Remover {
    /// The accounts that had given up events by the end of the turn before, each with the last position that it gave
    /// up. Readers that had begun before that had a whole turn to finish.
    given_up: Vec<(AccountScope, i64)>,
}

impl Remover {
    /// Deletes the events that were given up before this turn, gives up those that have become old, and deletes old
    /// attempts. If the turn is dropped or fails in between, the next one goes on.
    pub async fn turn(&mut self, app: &App) -> Result<Turn, Error> {
        let (store, now_ms) = (&app.store, app.clock.now_ms());
        let mut turn = Turn::default();
        // Also without a limit: the log of a sandbox that was reset is given up.
        for (account, up_to) in std::mem::take(&mut self.given_up) {
            turn.events += delete_events(store, account, up_to).await?;
        }
        if let Some(kept) = app.retention.events {
            let before_ms = old_before(now_ms, kept);
            for account in retention::with_events_before(store, before_ms).await? {
                while retention::give_up(store, account, before_ms).await? {}
            }
        }
        self.given_up = retention::given_up(store).await?;
        if let Some(kept) = app.retention.attempts {
            turn.attempts = remove_attempts(store, old_before(now_ms, kept)).await?;
        }
        Ok(turn)
    }
}

/// Deletes the events that an account has given up, up to a position. Returns how many it deleted.
async fn delete_events(store: &Store, account: AccountScope, up_to: i64) -> Result<u64, Error> {
    let mut all = 0;
    loop {
        let began = Instant::now();
        let deleted = retention::delete(store, account, up_to).await?;
        if deleted == 0 {
            return Ok(all);
        }
        all += deleted;
        pause(began).await;
    }
}

/// Waits for as long as a batch took.
async fn pause(began: Instant) {
    tokio::time::sleep(began.elapsed().max(PAUSE_MIN)).await;
}

/// Deletes the attempts from before a moment whose deliveries have ended. Attempts have their ids in the order in which
/// they ended, so the old ones come first. Returns how many it deleted.
async fn remove_attempts(store: &Store, before_ms: i64) -> Result<u64, Error> {
    let (mut all, mut last) = (0, 0);
    loop {
        let began = Instant::now();
        let next = SystemScope.find::<attempts::Entity>().filter(attempts::Column::Id.gt(last));
        let next = next.order_by_asc(attempts::Column::Id).limit(BATCH).select_only();
        let columns = [attempts::Column::Id, attempts::Column::DeliveryId, attempts::Column::AttemptedAtMs];
        let next: Vec<(i64, i64, i64)> = next.columns(columns).into_tuple().all(store.read()).await?;
        let is_old = |(_, _, attempted_at_ms): &&(i64, i64, i64)| *attempted_at_ms < before_ms;
        let old: Vec<_> =
            next.iter().filter(is_old).map(|(id, delivery_id, _)| (*id, *delivery_id)).collect();
        let Some((end, ..)) = next.last().filter(|_| !old.is_empty()) else { return Ok(all) };
        last = *end;
        all += delete_attempts(store, &old).await?;
        pause(began).await;
    }
}

/// Deletes those of some attempts whose deliveries have ended, and notes that in the deliveries. Skips deliveries that
/// others have locked; the next run deletes their attempts.
async fn delete_attempts(store: &Store, attempts: &[(i64, i64)]) -> Result<u64, Error> {
    let tx = store.begin();
    let ended = SystemScope.find::<deliveries::Entity>();
    let ended = ended.filter(deliveries::Column::Id.is_in(attempts.iter().map(|(_, delivery)| *delivery)));
    let ended = ended.filter(deliveries::Column::DeliveryStatus.ne(DeliveryStatus::Pending));
    let ended = ended.lock_with_behavior(LockType::Update, LockBehavior::SkipLocked);
    let ended: Vec<i64> = ended.select_only().column(deliveries::Column::Id).into_tuple().all(&tx).await?;
    let noted = deliveries::ActiveModel { attempts_removed: ActiveValue::Set(true), ..Default::default() };
    let noted = SystemScope.update::<deliveries::Entity>().set(noted);
    let noted = noted.filter(deliveries::Column::Id.is_in(ended.iter().copied()));
    noted.filter(deliveries::Column::AttemptsRemoved.eq(false)).exec(&tx).await?;
    let of_ended = attempts.iter().filter(|(_, delivery)| ended.contains(delivery)).map(|(id, _)| *id);
    let deletion = SystemScope.delete::<attempts::Entity>().filter(attempts::Column::Id.is_in(of_ended));
    let deleted = deletion.exec(&tx).await?.rows_affected;
    tx.commit().await?;
    Ok(deleted)
}
