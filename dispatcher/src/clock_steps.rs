//! The effects of a database's clock that is set back, or of another server's in its place: all that waits for a time
//! would wait longer, by as much. So a delivery never waits longer than the schedule's next wait from now, and a lease not
//! longer than a lease can be. Whether the clock was set back shows in the polls: it has then gone less far than this
//! process's own. It may also have happened while no dispatcher ran, so the first poll always looks.

use std::time::Duration;

use sea_orm::ConnectionTrait;
use shared::database::clock::CLOCK_STEP_MIN_MS;
use shared::database::statement::{skip_locked, sql};
use shared::times::{RETRY_AFTER_MAX, WEBHOOK_TIMEOUT_MAX, ms};
use shared::webhooks::retry::RetrySchedule;
use shared::{Error, Store};
use tokio::time::Instant;

use crate::job::{LEASED, Lease, WAITING};

/// The most deliveries that one statement changes.
const CHANGED_MAX: i64 = 1000;

/// Watches the database's clock.
#[derive(Debug)]
pub(crate) struct ClockSteps {
    schedule: RetrySchedule,
    /// The last time by the database's clock, and when it was read.
    last: Option<(i64, Instant)>,
}

impl ClockSteps {
    pub(crate) fn new(schedule: RetrySchedule) -> Self {
        Self { schedule, last: None }
    }

    /// Takes note of the time by the database's clock. If the clock was set back, brings nearer what is too far away.
    pub(crate) async fn note(&mut self, store: &Store, now_ms: i64) -> Result<(), Error> {
        let now = Instant::now();
        let set_back = |(last_ms, at)| now_ms + CLOCK_STEP_MIN_MS < last_ms + ms(now.duration_since(at));
        if self.last.is_none_or(set_back) {
            let (longest, least) = longest_wait(&self.schedule);
            let waiting = bring_nearer(store, now_ms, WAITING, (&longest, &least)).await?;
            let longest = Lease::duration_ms(WEBHOOK_TIMEOUT_MAX).to_string();
            let leased = bring_nearer(store, now_ms, LEASED, (&longest, &longest)).await?;
            if waiting + leased > 0 {
                tracing::warn!(
                    waiting,
                    leased,
                    "the database's clock was set back, or the retry schedule was shortened; deliveries whose time was too far away are due sooner"
                );
            }
        }
        self.last = Some((now_ms, now));
        Ok(())
    }
}

/// Sets the times of those of `these` deliveries that are further away than `longest` to that. `least` is never more, and
/// takes no look at other rows, so it comes first: hardly a delivery is further away than that. Leaves out rows that another
/// process has locked, because that process writes a new time. Returns how many it has changed.
async fn bring_nearer(
    store: &Store,
    now_ms: i64,
    these: &str,
    (longest, least): (&str, &str),
) -> Result<u64, Error> {
    let connection = store.write();
    let text = format!(
        "UPDATE deliveries AS d SET next_attempt_at_ms = $1 + {longest}
         WHERE d.id IN (
             SELECT d.id FROM deliveries d
             WHERE {these} AND d.next_attempt_at_ms > $1 + $2 AND d.next_attempt_at_ms > $1 + $2 + {least}
                 AND d.next_attempt_at_ms > $1 + $2 + {longest}
             ORDER BY d.next_attempt_at_ms LIMIT $3 {}
         )",
        skip_locked(store.backend(), "d")
    );
    let mut changed = 0;
    loop {
        let values = vec![now_ms.into(), CLOCK_STEP_MIN_MS.into(), CHANGED_MAX.into()];
        let more = connection.execute_raw(sql(connection, text.clone(), values)).await?.rows_affected();
        changed += more;
        if more < CHANGED_MAX.unsigned_abs() {
            return Ok(changed);
        }
    }
}

/// Returns the SQL expressions for the longest wait of a delivery in milliseconds, and for that of the schedule alone. A
/// receiver that has answered 429 or 503 may have asked for more than the schedule says.
fn longest_wait(schedule: &RetrySchedule) -> (String, String) {
    let waits = |least: Duration| {
        let when = |(failed, wait): (u32, Duration)| format!("WHEN {failed} THEN {}", ms(wait.max(least)));
        let waits: Vec<_> = schedule.longest().map(when).collect();
        format!("(CASE d.attempt_count {} ELSE 0 END)", waits.join(" "))
    };
    let last_status = "SELECT a.status_code FROM attempts a
        WHERE a.account_id = d.account_id AND a.delivery_id = d.id ORDER BY a.id DESC LIMIT 1";
    let least = waits(Duration::ZERO);
    let asked = waits(RETRY_AFTER_MAX);
    (format!("(CASE WHEN ({last_status}) IN (429, 503) THEN {asked} ELSE {least} END)"), least)
}

#[cfg(test)]
mod tests {
    use sea_orm::QueryOrder;
    use shared::database::clock::database_now_ms;
    use shared::database::testing::TestDb;
    use shared::entities::{SystemScope, deliveries};

    use super::*;

    shared::both_databases!(what_was_to_wait_for_a_clock_that_was_set_back_waits_as_the_schedule_says);

    const HOUR_MS: i64 = 3_600_000;

    /// Inserts deliveries: the failed attempts, the status of the last one, whether it is leased, and in how many
    /// milliseconds it is due.
    async fn insert(db: &TestDb, now_ms: i64, rows: &[(i32, i32, bool, i64)]) {
        let mut text = "INSERT INTO accounts (id, name, currency, timezone, created_at_ms) VALUES (1, 'A', 'USD', 'UTC', 0);
            INSERT INTO webhooks (id, account_id, webhook_url, webhook_events, webhook_status, webhook_secret_sealed,
                created_at_ms, updated_at_ms)
            VALUES (1, 1, 'https://example.com', '[]', 'active', '', 0, 0);"
            .to_owned();
        let bytes = |n: usize| match db.store.backend() {
            sea_orm::DbBackend::Sqlite => format!("X'{n:032x}'"),
            _ => format!("'{n:032x}'"),
        };
        for (n, (failed, status, leased, due_ms)) in rows.iter().enumerate() {
            let (id, event) = (n + 1, bytes(n));
            let lease = if *leased { event.as_str() } else { "NULL" };
            let row = format!(
                "INSERT INTO events (id, account_id, event_type, record_id, occurred_at_ms, body)
                 VALUES ({event}, 1, 'contacts.create', 1, 0, '');
                 INSERT INTO deliveries (id, account_id, event_id, webhook_id, delivery_status, attempt_count,
                     next_attempt_at_ms, lease_id, created_at_ms)
                 VALUES ({id}, 1, {event}, 1, 'pending', {failed}, {now_ms} + {due_ms}, {lease}, 0);
                 INSERT INTO attempts (account_id, delivery_id, attempted_at_ms, duration_ms, attempt_outcome, status_code)
                 VALUES (1, {id}, 0, 0, 'status', {status});"
            );
            text.push_str(&row);
        }
        db.store.write().execute_unprepared(&text).await.unwrap();
    }

    /// Returns in how many milliseconds each delivery is due.
    async fn due_in(db: &TestDb, now_ms: i64) -> Vec<i64> {
        let rows = SystemScope.find::<deliveries::Entity>().order_by_asc(deliveries::Column::Id);
        let rows = rows.all(db.store.read()).await.unwrap();
        rows.iter().map(|row| row.next_attempt_at_ms.unwrap() - now_ms).collect()
    }

    async fn what_was_to_wait_for_a_clock_that_was_set_back_waits_as_the_schedule_says(db: TestDb) {
        let now_ms = database_now_ms(db.store.read()).await.unwrap();
        let rows = [
            (0, 0, false, HOUR_MS),
            (1, 500, false, HOUR_MS + 10_000),
            (1, 503, false, HOUR_MS + 10_000),
            (1, 503, false, 25 * HOUR_MS),
            (2, 500, false, HOUR_MS),
            (0, 0, true, HOUR_MS),
            (0, 0, true, 25_000),
        ];
        insert(&db, now_ms, &rows).await;
        let before: Vec<_> = rows.iter().map(|(.., due_ms)| *due_ms).collect();
        let after = [0, 12_000, HOUR_MS + 10_000, 24 * HOUR_MS, HOUR_MS, 310_000, 25_000];

        let mut steps = ClockSteps::new("10s,1h".parse().unwrap());
        steps.last = Some((now_ms - 1_000, Instant::now()));
        steps.note(&db.store, now_ms).await.unwrap();
        assert_eq!(due_in(&db, now_ms).await, before, "the clock goes on as it should");
        steps.last = Some((now_ms + HOUR_MS, Instant::now()));
        steps.note(&db.store, now_ms).await.unwrap();
        assert_eq!(due_in(&db, now_ms).await, after);
        // A first look finds a step that no dispatcher has seen.
        db.store
            .write()
            .execute_unprepared(
                "UPDATE deliveries SET next_attempt_at_ms = next_attempt_at_ms + 36000000 WHERE id = 2",
            )
            .await
            .unwrap();
        ClockSteps::new("10s,1h".parse().unwrap()).note(&db.store, now_ms).await.unwrap();
        assert_eq!(due_in(&db, now_ms).await, after);
    }
}
