//! Finds the webhooks that have due deliveries, at a cost that follows what is due: not how many deliveries wait for
//! their retries, nor how many have ended.
//!
//! A poll reads the deliveries that have become due since the poll before, in the order of time. Ended deliveries leave
//! entries in the index, which PostgreSQL must keep while a dump reads an old state, so reading the index from its
//! beginning would take longer and longer. A transaction that commits late may add a delivery to a time that was read
//! already. So the times of two polls overlap, and now and then a poll asks for every webhook, jumping from webhook to
//! webhook in an index, so that a long backlog costs no more than a short one.

use prometheus_client::metrics::counter::Counter;
use sea_orm::{ConnectionTrait, DbBackend, Value};
use shared::database::clock::sql_now_ms;
use shared::database::rows::one_of;
use shared::database::statement::{skip_locked, sql};
use shared::times::{DUE_ALL_EVERY, DUE_OVERLAP, ms};
use shared::webhooks::retry::RetrySchedule;
use shared::{Error, Store};
use tokio::time::Instant;

use crate::clock_steps::ClockSteps;
use crate::isolation::Limits;
use crate::job::{LEASED, WAITING};

/// The most expired leases that one poll ends.
const EXPIRED_MAX: usize = 1000;

/// Finds what is due.
#[derive(Debug)]
pub(crate) struct Finder {
    store: Store,
    /// The time up to which deliveries were read, by the database's clock.
    until_ms: i64,
    /// The time to ask for every webhook again.
    all_at: Instant,
    clock_steps: ClockSteps,
    /// Counts the leases that had expired.
    expired: Counter,
}

/// The findings of a poll.
#[derive(Debug, Default)]
struct Found {
    now_ms: i64,
    webhooks: Vec<i64>,
    /// Deliveries whose worker has died.
    expired: Vec<i64>,
}

impl Finder {
    /// Creates a finder whose first poll asks for every webhook.
    pub(crate) fn new(store: Store, schedule: RetrySchedule, expired: Counter) -> Self {
        let clock_steps = ClockSteps::new(schedule);
        Self { store, until_ms: 0, all_at: Instant::now(), clock_steps, expired }
    }

    /// Marks the webhooks that have due deliveries as waiting, also those whose deliveries' leases have expired. Returns
    /// whether it has asked for every webhook.
    pub(crate) async fn poll(&mut self, limits: &Limits) -> Result<bool, Error> {
        let all = Instant::now() >= self.all_at;
        let from_ms = if all { 0 } else { self.until_ms - ms(DUE_OVERLAP) };
        let found = self.find(all, from_ms).await?;
        let ended = self.end_leases(&found).await?;
        self.expired.inc_by(ended.len() as u64);
        // Otherwise the next poll reads the same span again, because expired leases are left in it.
        let is_complete = ended.len() == found.expired.len() && ended.len() < EXPIRED_MAX;
        for webhook_id in found.webhooks.into_iter().chain(ended) {
            limits.waits(webhook_id);
        }
        // What is due goes on even if this fails; the next poll for every webhook tries again.
        if all && let Err(error) = self.clock_steps.note(&self.store, found.now_ms).await {
            tracing::warn!(%error, "whether the database's clock was set back is not known yet");
        }
        if is_complete {
            self.until_ms = found.now_ms;
            if all {
                self.all_at = Instant::now() + DUE_ALL_EVERY;
            }
        }
        Ok(all)
    }

    async fn find(&self, all: bool, from_ms: i64) -> Result<Found, Error> {
        let connection = self.store.read();
        let statement = sql(connection, text(all, self.store.backend()), vec![from_ms.into(), expired_max()]);
        let mut found = Found::default();
        for row in connection.query_all_raw(statement).await? {
            found.now_ms = row.try_get_by_index::<Option<i64>>(0)?.unwrap_or(found.now_ms);
            found.webhooks.extend(row.try_get_by_index::<Option<i64>>(1)?);
            found.expired.extend(row.try_get_by_index::<Option<i64>>(2)?);
        }
        Ok(found)
    }

    /// Ends expired leases, so that the deliveries wait again. Returns their webhooks. Leaves out rows that another
    /// process has locked, because that process ends them, too, or records a result.
    async fn end_leases(&self, found: &Found) -> Result<Vec<i64>, Error> {
        if found.expired.is_empty() {
            return Ok(Vec::new());
        }
        let backend = self.store.backend();
        let (these, ids) = one_of(backend, "$2", found.expired.iter().copied());
        let text = format!(
            "UPDATE deliveries SET lease_id = NULL WHERE id IN (
                 SELECT d.id FROM deliveries d WHERE d.id {these} AND {LEASED} AND d.next_attempt_at_ms <= $1 {}
             ) RETURNING webhook_id",
            skip_locked(backend, "d")
        );
        let connection = self.store.write();
        let rows = connection.query_all_raw(sql(connection, text, vec![found.now_ms.into(), ids])).await?;
        rows.iter().map(|row| Ok(row.try_get_by_index(0)?)).collect()
    }
}

fn expired_max() -> Value {
    i64::try_from(EXPIRED_MAX).unwrap_or(i64::MAX).into()
}

/// Returns the query for the time, the webhooks with due deliveries, and at most `$2` deliveries whose leases have
/// expired. Deliveries that became due until `$1` are left out, unless it asks for all webhooks.
fn text(all: bool, backend: DbBackend) -> String {
    let webhooks = if all {
        format!(
            "SELECT webhook_id FROM waiting WHERE webhook_id IS NOT NULL
                 AND (SELECT min(d.next_attempt_at_ms) FROM deliveries d
                      WHERE {WAITING} AND d.webhook_id = waiting.webhook_id) <= (SELECT now_ms FROM clock)"
        )
    } else {
        format!(
            "SELECT DISTINCT d.webhook_id FROM deliveries d
             WHERE {WAITING} AND d.next_attempt_at_ms > $1 AND d.next_attempt_at_ms <= (SELECT now_ms FROM clock)"
        )
    };
    format!(
        "WITH RECURSIVE clock (now_ms) AS (SELECT {now}),
         waiting (webhook_id) AS (
             SELECT (SELECT min(d.webhook_id) FROM deliveries d WHERE {WAITING})
             UNION ALL
             SELECT (SELECT min(d.webhook_id) FROM deliveries d
                     WHERE {WAITING} AND d.webhook_id > waiting.webhook_id)
             FROM waiting WHERE waiting.webhook_id IS NOT NULL
         )
         SELECT now_ms, CAST(NULL AS BIGINT), CAST(NULL AS BIGINT) FROM clock
         UNION ALL SELECT NULL, due.webhook_id, NULL FROM ({webhooks}) AS due
         UNION ALL SELECT NULL, NULL, expired.id FROM (
             SELECT d.id FROM deliveries d
             WHERE {LEASED} AND d.next_attempt_at_ms > $1 AND d.next_attempt_at_ms <= (SELECT now_ms FROM clock)
             ORDER BY d.next_attempt_at_ms LIMIT $2
         ) AS expired",
        now = sql_now_ms(backend)
    )
}

#[cfg(test)]
mod tests {
    use shared::database::clock::database_now_ms;
    use shared::database::testing;

    use super::*;
    use crate::scheduler::due_deliveries;

    /// The webhooks whose deliveries wait for their retries.
    const WAITING_WEBHOOKS: i64 = 20_000;
    /// The deliveries that were queued, leased and delivered.
    const ENDED: i64 = 20_000;

    #[tokio::test]
    async fn a_poll_costs_no_more_if_many_wait_for_retries_and_many_have_ended_while_a_dump_runs() {
        let db = testing::postgres().await;
        let store = &db.store;
        let now_ms = database_now_ms(store.read()).await.unwrap();
        let rows = format!(
            "INSERT INTO accounts (id, name, currency, timezone, created_at_ms) VALUES (1, 'A', 'USD', 'UTC', 0);
             INSERT INTO webhooks (id, account_id, webhook_url, webhook_events, webhook_status, webhook_secret_sealed,
                 created_at_ms, updated_at_ms)
             SELECT n, 1, 'https://example.com', '[]', 'active', '', 0, 0 FROM generate_series(1, {WAITING_WEBHOOKS}) n;
             INSERT INTO events (id, account_id, event_type, record_id, occurred_at_ms, body)
             SELECT lpad(to_hex(n), 32, '0')::UUID, 1, 'contacts.create', 1, 0, '' FROM generate_series(0, {ENDED}) n;
             INSERT INTO deliveries (account_id, event_id, webhook_id, delivery_status, attempt_count,
                 next_attempt_at_ms, created_at_ms)
             SELECT 1, lpad('0', 32, '0')::UUID, id, 'pending', 1, {now_ms} + 3600000, 0 FROM webhooks;
             ANALYZE"
        );
        store.write().execute_unprepared(&rows).await.unwrap();
        let dump = store.snapshot().await.unwrap();
        dump.execute_unprepared("SET LOCAL idle_in_transaction_session_timeout = 0").await.unwrap();
        dump.query_all_raw(sql(&dump, "SELECT 1 FROM deliveries LIMIT 1", Vec::new())).await.unwrap();
        let ended = format!(
            "INSERT INTO deliveries (account_id, event_id, webhook_id, delivery_status, attempt_count,
                 next_attempt_at_ms, created_at_ms)
             SELECT 1, lpad(to_hex(n), 32, '0')::UUID, 1, 'pending', 0, {now_ms} - 60000 + n, 0
             FROM generate_series(1, {ENDED}) n;
             UPDATE deliveries SET lease_id = event_id, next_attempt_at_ms = next_attempt_at_ms + 25000
             WHERE webhook_id = 1 AND attempt_count = 0;
             UPDATE deliveries SET lease_id = NULL, next_attempt_at_ms = NULL, delivery_status = 'succeeded'
             WHERE webhook_id = 1 AND attempt_count = 0"
        );
        store.write().execute_unprepared(&ended).await.unwrap();

        let pages = async |text, values| db.pages_read(sql(store.write(), text, values)).await;
        let (from_ms, backend) = (now_ms - ms(DUE_OVERLAP), store.backend());
        let poll = pages(text(false, backend), vec![from_ms.into(), expired_max()]).await;
        assert!(poll < 30, "{poll} pages for nothing");
        // Where claims have found out from when on deliveries can be due.
        let values = vec![1.into(), now_ms.into(), 8.into(), from_ms.into()];
        let claim = pages(due_deliveries(backend), values).await;
        assert!(claim < 30, "{claim} pages for nothing");
        dump.end().await.unwrap();
    }
}
