//! Records the results of attempts. A single writer records all reports that have come in meanwhile in one transaction,
//! which on PostgreSQL is a single statement.
//!
//! A result counts only while the delivery still has its lease. If the lease has expired and another worker has taken
//! the delivery, the late result changes nothing. While the database is down, the results stay in memory and are
//! written later. Once the channel of reports is full, finished attempts keep their permits, so no new attempts begin.
//!
//! The transaction locks only rows that this process has leased. What the results say about the webhooks, whose rows
//! all dispatchers share, is recorded afterwards, in `notes`.

use std::collections::HashSet;
use std::time::Duration;

use sea_orm::{ConnectionTrait, DbBackend, QueryResult, Value};
use shared::database::clock::sql_now_ms;
use shared::database::rows::rows;
use shared::database::statement::sql;
use shared::process::backoff::Backoff;
use shared::process::crash;
use shared::process::pace::Pace;
use shared::values::choices::{AttemptOutcome, Choice, DeliveryStatus};
use shared::{Error, Store};
use tokio::sync::mpsc;
use uuid::Uuid;

use crate::attempt::{Made, Report};
use crate::decision::Next;
use crate::metrics::DeliveryMetrics;
use crate::notes::Notes;

/// The most results that are written together.
pub(crate) const BATCH_MAX: usize = 256;
/// The least time between two writes, so that several results share one transaction. The first result after a pause
/// does not wait.
const GATHER: Duration = Duration::from_millis(10);
/// The wait before notes are recorded, or tried again, if no results come in meanwhile.
const NOTES_AGAIN: Duration = Duration::from_millis(200);

/// Writes results until the channel of reports closes.
pub(crate) async fn run(store: Store, mut results: mpsc::Receiver<Report>, metrics: DeliveryMetrics) {
    let mut reports = Vec::with_capacity(BATCH_MAX);
    let mut notes = Notes::new(metrics.disabled.clone());
    let mut pace = Pace::new(GATHER);
    loop {
        pace.keep().await;
        tokio::select! {
            received = results.recv_many(&mut reports, BATCH_MAX) => {
                if received == 0 && notes.is_empty() {
                    return;
                }
            }
            () = tokio::time::sleep(NOTES_AGAIN), if !notes.is_empty() => {}
        }
        pace.begin();
        let is_quiet = reports.is_empty();
        write(&store, &reports, &mut notes, &metrics).await;
        reports.clear();
        if is_quiet || notes.are_due() {
            notes.record(&store).await;
        }
    }
}

/// Writes results. Waits and tries again while the database is unavailable. If the database refuses the batch, or it
/// takes too long, writes each result alone, so that one bad result does not lose the others. The delivery of a bad
/// result is attempted again when its lease has expired.
async fn write(store: &Store, reports: &[Report], notes: &mut Notes, metrics: &DeliveryMetrics) {
    let mut backoff = Backoff::default();
    while let Err(error) = try_write(store, reports, notes, metrics).await {
        match reports {
            [report] if !error.is_general() => {
                report.span.in_scope(|| {
                    tracing::error!(%error, "a result cannot be recorded; its delivery is attempted again later");
                });
                return;
            }
            [_, _, ..] if error.is_timeout() || !error.is_general() => {
                for report in reports {
                    Box::pin(write(store, std::slice::from_ref(report), notes, metrics)).await;
                }
                return;
            }
            _ => {
                tracing::warn!(%error, results = reports.len(), "results cannot be recorded now; trying again");
                backoff.wait().await;
            }
        }
    }
}

async fn try_write(
    store: &Store,
    reports: &[Report],
    notes: &mut Notes,
    metrics: &DeliveryMetrics,
) -> Result<(), Error> {
    if reports.is_empty() {
        return Ok(());
    }
    let recorded = record(store, reports).await?;
    crash::point("results.committed");

    let (counted, stale): (Vec<_>, Vec<_>) =
        reports.iter().partition(|report| recorded.contains(&report.leased()));
    let counted = counted.into_iter().filter_map(|report| Some((report, report.attempt.as_ref()?)));
    for made in counted {
        notes.add(made);
        let (report, attempt) = made;
        metrics.recorded(report.event_id, attempt, report.next);
        log(made);
    }
    for report in stale {
        let _job = report.span.enter();
        metrics.late.inc();
        tracing::warn!("a result is ignored, because it came after its lease had expired");
    }
    Ok(())
}

/// The columns of an attempt.
const ATTEMPT: &str = "account_id, delivery_id, attempted_at_ms, duration_ms, attempt_outcome, status_code,
    response_body, error";

/// The delivery of a result, and the lease under which the attempt was made. A delivery may have two results in a batch, of
/// an old lease and a new one.
type LeasedDelivery = (i64, Uuid);

/// Records the results in the deliveries, ends their leases, and inserts the attempts, all or nothing. Returns the
/// deliveries that still had the lease of their result; the others stay as they are. On PostgreSQL this is one statement.
async fn record(store: &Store, reports: &[Report]) -> Result<HashSet<LeasedDelivery>, Error> {
    // Retries are due by the database's clock.
    let finish = format!(
        "UPDATE deliveries AS d SET
             delivery_status = result.status,
             attempt_count = d.attempt_count + result.made,
             next_attempt_at_ms = {now} + result.wait_ms,
             finished_at_ms = CASE WHEN result.wait_ms IS NULL THEN {now} END,
             lease_id = NULL
         FROM result WHERE d.id = result.delivery_id AND d.lease_id = result.leased_as",
        now = sql_now_ms(store.backend())
    );
    let insert = format!("INSERT INTO attempts ({ATTEMPT}) SELECT {ATTEMPT} FROM result");
    if store.backend() == DbBackend::Postgres {
        let (results, values) = results_query(DbBackend::Postgres, reports);
        let text = format!(
            "WITH {results},
                 finished AS ({finish} RETURNING d.id, result.leased_as AS lease),
                 attempt AS ({insert} JOIN finished ON id = delivery_id AND lease = leased_as WHERE made = 1)
             SELECT id, lease FROM finished"
        );
        return leased_deliveries(&store.write().query_all_raw(sql(store.write(), text, values)).await?);
    }
    let tx = store.begin();
    let leased = "SELECT d.id, d.lease_id FROM deliveries d
                  JOIN result ON d.id = result.delivery_id AND d.lease_id = result.leased_as";
    let (with, values) = results_query(DbBackend::Sqlite, reports);
    let recorded =
        leased_deliveries(&tx.query_all_raw(sql(&tx, format!("WITH {with} {leased}"), values)).await?)?;
    let counted: Vec<_> = reports.iter().filter(|report| recorded.contains(&report.leased())).collect();
    for text in [finish, format!("{insert} WHERE made = 1")] {
        if !counted.is_empty() {
            let (with, values) = results_query(DbBackend::Sqlite, counted.iter().copied());
            tx.execute_raw(sql(&tx, format!("WITH {with} {text}"), values)).await?;
        }
    }
    tx.commit().await?;
    Ok(recorded)
}

impl Report {
    fn leased(&self) -> LeasedDelivery {
        (self.delivery_id, self.lease_id)
    }
}

/// Returns a `WITH` query of results, and its parameters.
fn results_query<'a>(
    backend: DbBackend,
    reports: impl IntoIterator<Item = &'a Report>,
) -> (String, Vec<Value>) {
    let results = reports.into_iter().map(|report| {
        let (status, wait) = match report.next {
            Next::NotAttempted => (DeliveryStatus::Pending, Some(0)),
            Next::Succeeded => (DeliveryStatus::Succeeded, None),
            Next::Retry(wait) => (DeliveryStatus::Pending, Some(milliseconds(wait))),
            Next::Failed | Next::Gone => (DeliveryStatus::Failed, None),
        };
        let attempt = report.attempt.as_ref();
        [
            report.lease_id.into(),
            status.as_str().into(),
            wait.into(),
            i64::from(attempt.is_some()).into(),
            report.webhook.account_id.into(),
            report.delivery_id.into(),
            attempt.map(|attempt| attempt.attempted_at_ms).into(),
            attempt.map(|attempt| i64::from(attempt.duration_ms)).into(),
            attempt.map(|attempt| attempt.attempt_outcome.as_str().to_owned()).into(),
            attempt.and_then(|attempt| attempt.status_code).into(),
            attempt.and_then(|attempt| attempt.response_body.clone()).into(),
            attempt.and_then(|attempt| attempt.error.clone()).into(),
        ]
    });
    let (results, values) = rows(backend, results.collect());
    (format!("result (leased_as, status, wait_ms, made, {ATTEMPT}) AS ({results})"), values)
}

fn leased_deliveries(rows: &[QueryResult]) -> Result<HashSet<LeasedDelivery>, Error> {
    rows.iter().map(|row| Ok((row.try_get_by_index(0)?, row.try_get_by_index(1)?))).collect()
}

fn log((report, attempt): Made<'_>) {
    let _job = report.span.enter();
    let outcome = attempt.attempt_outcome.as_str();
    let (status, error) = (attempt.status_code, attempt.error.as_deref());
    if attempt.attempt_outcome == AttemptOutcome::Success {
        tracing::debug!(status, duration_ms = attempt.duration_ms, "delivered");
    } else if let Next::Retry(wait) = report.next {
        tracing::warn!(outcome, status, error, ?wait, "an attempt failed");
    } else {
        tracing::warn!(outcome, status, error, "a delivery failed for good");
    }
}

fn milliseconds(wait: Duration) -> i64 {
    i64::try_from(wait.as_millis()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use sea_orm::QueryOrder;
    use shared::database::testing::TestDb;
    use shared::entities::{SystemScope, attempts, deliveries, webhooks};
    use tracing::Span;

    use super::*;

    shared::both_databases!(
        of_two_results_of_one_delivery_only_that_of_its_lease_is_recorded,
        a_result_that_the_database_refuses_is_the_only_one_that_is_not_recorded,
    );

    /// Inserts a webhook and its deliveries, which have these leases.
    async fn leased<const N: usize>(
        db: &TestDb,
        leases: [Uuid; N],
    ) -> (Arc<webhooks::Model>, Vec<deliveries::Model>) {
        let store = db.store.write();
        let rows = "INSERT INTO accounts (id, name, currency, timezone, created_at_ms) VALUES (1, 'A', 'USD', 'UTC', 0);
             INSERT INTO webhooks (id, account_id, webhook_url, webhook_events, webhook_status, webhook_secret_sealed,
                 created_at_ms, updated_at_ms)
             VALUES (1, 1, 'https://example.com', '[]', 'active', '', 0, 0)";
        store.execute_unprepared(rows).await.unwrap();
        for lease in leases {
            let event_id = Uuid::now_v7();
            let event = "INSERT INTO events (id, account_id, event_type, record_id, occurred_at_ms, body)
                 VALUES ($1, 1, 'contacts.create', 1, 0, '')";
            store.execute_raw(sql(store, event, vec![event_id.into()])).await.unwrap();
            let delivery =
                "INSERT INTO deliveries (account_id, event_id, webhook_id, delivery_status, attempt_count,
                     next_attempt_at_ms, lease_id, created_at_ms)
                 VALUES (1, $1, 1, 'pending', 1, 1, $2, 0)";
            store.execute_raw(sql(store, delivery, vec![event_id.into(), lease.into()])).await.unwrap();
        }
        let webhook = SystemScope.find::<webhooks::Entity>().one(store).await.unwrap().unwrap();
        (Arc::new(webhook), deliveries(db).await)
    }

    async fn deliveries(db: &TestDb) -> Vec<deliveries::Model> {
        let deliveries = SystemScope.find::<deliveries::Entity>().order_by_asc(deliveries::Column::Id);
        deliveries.all(db.store.read()).await.unwrap()
    }

    fn report(
        webhook: &Arc<webhooks::Model>,
        delivery: &deliveries::Model,
        lease_id: Uuid,
        (next, outcome): (Next, AttemptOutcome),
    ) -> Report {
        Report {
            delivery_id: delivery.id,
            event_id: delivery.event_id,
            webhook: webhook.clone(),
            lease_id,
            span: Span::none(),
            attempt: Some(attempts::Model {
                id: 0,
                account_id: webhook.account_id,
                delivery_id: delivery.id,
                attempted_at_ms: 0,
                duration_ms: 1,
                attempt_outcome: outcome,
                status_code: None,
                response_body: None,
                error: None,
            }),
            next,
        }
    }

    /// Returns the deliveries with attempts, and how each attempt ended.
    async fn attempts(db: &TestDb) -> Vec<(i64, AttemptOutcome)> {
        let attempts = SystemScope.find::<attempts::Entity>().all(db.store.read()).await.unwrap();
        attempts.iter().map(|attempt| (attempt.delivery_id, attempt.attempt_outcome)).collect()
    }

    /// Such results come together after the database was away for longer than a lease.
    async fn of_two_results_of_one_delivery_only_that_of_its_lease_is_recorded(db: TestDb) {
        let (old, new) = (Uuid::now_v7(), Uuid::now_v7());
        let (webhook, leased) = leased(&db, [new]).await;
        let delivery = &leased[0];
        let late = (Next::Retry(Duration::from_secs(5)), AttemptOutcome::Timeout);
        let reports = [
            report(&webhook, delivery, old, late),
            report(&webhook, delivery, new, (Next::Succeeded, AttemptOutcome::Success)),
        ];
        let recorded = record(&db.store, &reports).await.unwrap();
        assert_eq!(recorded, HashSet::from([(delivery.id, new)]));

        let now = deliveries(&db).await.remove(0);
        assert_eq!(
            (now.delivery_status, now.attempt_count, now.lease_id),
            (DeliveryStatus::Succeeded, 2, None)
        );
        assert_eq!(attempts(&db).await, [(delivery.id, AttemptOutcome::Success)]);
    }

    async fn a_result_that_the_database_refuses_is_the_only_one_that_is_not_recorded(db: TestDb) {
        let lease = Uuid::now_v7();
        let (webhook, leased) = leased(&db, [lease; 3]).await;
        let refused = leased[1].id;
        let poison = match db.store.backend() {
            DbBackend::Sqlite => format!(
                "CREATE TRIGGER poison BEFORE INSERT ON attempts WHEN NEW.delivery_id = {refused}
                 BEGIN SELECT RAISE(ABORT, 'poison'); END"
            ),
            _ => format!("ALTER TABLE attempts ADD CONSTRAINT poison CHECK (delivery_id <> {refused})"),
        };
        db.store.write().execute_unprepared(&poison).await.unwrap();
        let succeeded = (Next::Succeeded, AttemptOutcome::Success);
        let reports: Vec<_> =
            leased.iter().map(|delivery| report(&webhook, delivery, lease, succeeded)).collect();
        let metrics = DeliveryMetrics::default();
        let mut notes = Notes::new(metrics.disabled.clone());
        write(&db.store, &reports, &mut notes, &metrics).await;

        let success = AttemptOutcome::Success;
        assert_eq!(attempts(&db).await, [(leased[0].id, success), (leased[2].id, success)]);
        let left = deliveries(&db).await;
        let left: Vec<_> = left.iter().filter(|delivery| delivery.lease_id.is_some()).collect();
        assert_eq!(left, [&leased[1]], "it is attempted again when its lease has expired");
    }
}
