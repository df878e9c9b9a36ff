//! The rate limit of a webhook. Its state is in the webhook's row, so that all dispatchers together keep the limit.
//!
//! The row says when the next attempt is due at this rate (the generic cell rate algorithm). Attempts may begin up to a
//! tenth of a second before they are due, so no second has more than 1.1 times the rate.

use std::time::Duration;

use sea_orm::sea_query::{Expr, LockType};
use sea_orm::{ColumnTrait, QueryFilter, QuerySelect};
use shared::entities::{AccountScope, webhooks};
use shared::{Error, Transaction};

/// The most that attempts may run ahead of the rate, in microseconds.
const AHEAD_US: i64 = 100_000;
const SECOND_US: i64 = 1_000_000;

/// The allowance of a webhook's rate limit at a given time.
#[derive(Debug)]
#[allow(clippy::struct_field_names, reason = "units come last in names")]
pub(crate) struct Allowance {
    next_us: i64,
    interval_us: i64,
    now_us: i64,
}

impl Allowance {
    /// Reads a webhook's row and locks it until the transaction ends.
    pub(crate) async fn of(
        tx: &Transaction,
        webhook: &webhooks::Model,
        per_second: i32,
        now_ms: i64,
    ) -> Result<Self, Error> {
        let row = AccountScope::new(webhook.account_id).find_id::<webhooks::Entity>(webhook.id);
        let row = row.select_only().column(webhooks::Column::WebhookRateNextUs);
        // NO KEY UPDATE: inserting a delivery locks this row FOR KEY SHARE (its foreign key), and would wait for FOR UPDATE.
        let next_us: Option<i64> = row.lock(LockType::NoKeyUpdate).into_tuple().one(tx).await?;
        Ok(Self::new(next_us.unwrap_or(0), per_second, now_ms))
    }

    fn new(next_us: i64, per_second: i32, now_ms: i64) -> Self {
        let (now_us, interval_us) = (now_ms * 1000, SECOND_US / i64::from(per_second.max(1)));
        // It is further away only after the database's clock was set back, or the rate was raised.
        let latest_us = now_us + AHEAD_US + interval_us;
        Self { next_us: next_us.clamp(now_us, latest_us), interval_us, now_us }
    }

    /// Returns how many attempts may begin now.
    pub(crate) fn count(&self) -> usize {
        let ahead_us = self.next_us - self.now_us;
        let room_us = (AHEAD_US - ahead_us).max(if ahead_us == 0 { self.interval_us } else { 0 });
        usize::try_from(room_us / self.interval_us).unwrap_or(0)
    }

    /// Records that `count` attempts begin now, and returns how long it takes until another may begin.
    pub(crate) async fn spend(
        mut self,
        tx: &Transaction,
        webhook: &webhooks::Model,
        count: usize,
    ) -> Result<Duration, Error> {
        if count > 0 {
            self.next_us += self.interval_us * i64::try_from(count).unwrap_or(0);
            let update = AccountScope::new(webhook.account_id)
                .update::<webhooks::Entity>()
                .col_expr(webhooks::Column::WebhookRateNextUs, Expr::value(self.next_us));
            update.filter(webhooks::Column::Id.eq(webhook.id)).exec(tx).await?;
        }
        Ok(self.wait())
    }

    /// Returns how long it takes until another attempt may begin.
    fn wait(&self) -> Duration {
        let ahead_us = self.next_us - self.now_us;
        let run_ahead_us = (AHEAD_US - self.interval_us).max(0);
        Duration::from_micros((ahead_us - run_ahead_us).max(0).unsigned_abs())
    }
}

#[cfg(test)]
mod tests {
    use sea_orm::ConnectionTrait;
    use shared::database::testing;

    use super::*;

    #[tokio::test]
    async fn what_one_dispatcher_spends_is_missing_for_the_next() {
        let db = testing::sqlite().await;
        let rows = "INSERT INTO accounts (id, name, currency, timezone, created_at_ms) VALUES (1, 'A', 'USD', 'UTC', 0);
             INSERT INTO webhooks (id, account_id, webhook_url, webhook_events, webhook_status, webhook_secret_sealed,
                 created_at_ms, updated_at_ms)
             VALUES (1, 1, 'https://example.com', '[]', 'active', '', 0, 0)";
        db.store.write().execute_unprepared(rows).await.unwrap();
        let webhook = AccountScope::new(1).find_id::<webhooks::Entity>(1).one(db.store.read()).await;
        let webhook = webhook.unwrap().unwrap();
        for (allowed, spent, wait) in [(100, 60, Duration::ZERO), (40, 40, Duration::from_millis(1))] {
            let tx = db.store.begin();
            let allowance = Allowance::of(&tx, &webhook, 1000, 5).await.unwrap();
            assert_eq!(allowance.count(), allowed);
            assert_eq!(allowance.spend(&tx, &webhook, spent).await.unwrap(), wait);
            tx.commit().await.unwrap();
        }
    }

    #[test]
    fn attempts_run_ahead_by_a_tenth_of_a_second_at_most() {
        let rested = Allowance::new(0, 1000, 5);
        assert_eq!((rested.count(), rested.wait()), (100, Duration::ZERO));
        let ahead = Allowance::new(5_000 + 60_000, 1000, 5);
        assert_eq!((ahead.count(), ahead.wait()), (40, Duration::ZERO));
        let spent = Allowance::new(5_000 + 100_000, 1000, 5);
        assert_eq!((spent.count(), spent.wait()), (0, Duration::from_millis(1)));
    }

    #[test]
    fn a_clock_that_is_set_back_by_an_hour_stops_the_rate_for_a_moment_only() {
        let back = Allowance::new(3_600_000_000, 10, 5);
        assert_eq!((back.count(), back.wait()), (0, Duration::from_millis(200)));
    }

    #[test]
    fn a_slow_rate_still_allows_one_at_a_time() {
        assert_eq!(Allowance::new(0, 1, 5).count(), 1);
        assert_eq!(Allowance::new(0, 0, 5).count(), 1, "no rate is slower");
        let spent = Allowance::new(1_005_000, 1, 5);
        assert_eq!((spent.count(), spent.wait()), (0, Duration::from_secs(1)));
        assert_eq!(Allowance::new(1_005_000, 1, 1004).count(), 0);
        assert_eq!(Allowance::new(1_005_000, 1, 1005).count(), 1);
    }
}
