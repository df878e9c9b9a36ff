//! Recording what attempts came to: one writer, one transaction for all that has been reported meanwhile.
//!
//! A result counts only while its lease is the delivery's: after a lease has expired and another worker has taken
//! the delivery, the late result changes nothing. While the database is down, the results in memory are kept and
//! written later; the attempts in flight then wait for room here, so no more of them begin.

use std::collections::{BTreeMap, HashSet};
use std::time::Duration;

use sea_orm::{ActiveValue, ConnectionTrait, DatabaseTransaction, EntityTrait, IntoActiveModel, Value};
use shared::choices::{AttemptOutcome, Choice, DeliveryStatus};
use shared::clock::sql_now_ms;
use shared::entities::attempts;
use shared::ids::event_id_text;
use shared::store::sql;
use shared::{Error, Store};
use tokio::sync::mpsc;

use crate::attempt::Report;
use crate::backoff::Backoff;
use crate::decision::Next;
use crate::sql::rows;

/// The most results that are written together.
pub(crate) const BATCH_MAX: usize = 256;

/// Writes results until no more can come.
pub(crate) async fn run(store: Store, mut results: mpsc::Receiver<Report>) {
    let mut reports = Vec::with_capacity(BATCH_MAX);
    while results.recv_many(&mut reports, BATCH_MAX).await > 0 {
        write(&store, &reports).await;
        reports.clear();
    }
}

/// Writes results, however long the database takes to come back. Should the database refuse them, each is written
/// alone, so that the others are not lost with the one that is wrong; that one's delivery is attempted again when
/// its lease has expired.
async fn write(store: &Store, reports: &[Report]) {
    let mut backoff = Backoff::default();
    while let Err(error) = try_write(store, reports).await {
        match reports {
            _ if error.is_unavailable() => {
                tracing::warn!(%error, results = reports.len(), "results are not recorded yet");
                backoff.wait().await;
            }
            [report] => {
                let delivery_id = report.attempt.delivery_id;
                tracing::error!(%error, delivery_id, "a result cannot be recorded");
                return;
            }
            _ => {
                for report in reports {
                    Box::pin(write(store, std::slice::from_ref(report))).await;
                }
                return;
            }
        }
    }
}

async fn try_write(store: &Store, reports: &[Report]) -> Result<(), Error> {
    let tx = store.begin().await?;
    let recorded = finish_deliveries(&tx, reports).await?;
    let (counted, stale): (Vec<_>, Vec<_>) =
        reports.iter().partition(|report| recorded.contains(&report.attempt.delivery_id));
    let mut disabled = HashSet::new();
    if !counted.is_empty() {
        let attempts = counted.iter().map(|report| {
            let mut attempt = report.attempt.clone().into_active_model();
            attempt.id = ActiveValue::NotSet;
            attempt
        });
        attempts::Entity::insert_many(attempts).exec_without_returning(&tx).await?;
        note_on_webhooks(&tx, &counted).await?;
        disabled = disable_gone(&tx, &counted).await?;
    }
    tx.commit().await?;

    for report in counted {
        log(report);
    }
    for webhook_id in disabled {
        tracing::warn!(webhook_id, "a webhook was disabled: its receiver answered 410 Gone");
    }
    for report in stale {
        let delivery_id = report.attempt.delivery_id;
        tracing::warn!(delivery_id, "a result came after its lease had expired and does not count");
    }
    Ok(())
}

/// Ends the leases and returns the deliveries that were still leased. Retries are due by the database's clock.
async fn finish_deliveries(tx: &DatabaseTransaction, reports: &[Report]) -> Result<HashSet<i64>, Error> {
    let now = sql_now_ms(tx.get_database_backend());
    let text = format!(
        "WITH result (delivery_id, result_lease_id, status, wait_ms) AS (VALUES {})
         UPDATE deliveries AS d SET
             delivery_status = result.status,
             attempt_count = d.attempt_count + 1,
             next_attempt_at_ms = {now} + result.wait_ms,
             finished_at_ms = CASE WHEN result.wait_ms IS NULL THEN {now} END,
             lease_id = NULL
         FROM result WHERE d.id = result.delivery_id AND d.lease_id = result.result_lease_id
         RETURNING id",
        rows(reports.len(), 4)
    );
    let values = reports.iter().flat_map(|report| {
        let (status, wait) = match report.next {
            Next::Succeeded => (DeliveryStatus::Succeeded, None),
            Next::Retry(wait) => (DeliveryStatus::Pending, Some(milliseconds(wait))),
            Next::Failed | Next::Gone => (DeliveryStatus::Failed, None),
        };
        let delivery_id = Value::from(report.attempt.delivery_id);
        [delivery_id, report.lease_id.into(), status.as_str().into(), wait.into()]
    });
    let rows = tx.query_all_raw(sql(tx, text, values.collect())).await?;
    rows.iter().map(|row| Ok(row.try_get_by_index(0)?)).collect()
}

/// Notes on each webhook when it last succeeded and failed.
async fn note_on_webhooks(tx: &DatabaseTransaction, reports: &[&Report]) -> Result<(), Error> {
    // Sorted, so that two dispatchers lock the rows in the same order more often than not.
    let mut notes: BTreeMap<i64, (Option<i64>, Option<i64>)> = BTreeMap::new();
    for report in reports {
        let (success, failure) = notes.entry(report.webhook_id).or_default();
        let latest = if report.next == Next::Succeeded { success } else { failure };
        *latest = (*latest).max(Some(report.attempt.attempted_at_ms));
    }
    let text = format!(
        "WITH note (webhook_id, success_at_ms, failure_at_ms) AS (VALUES {})
         UPDATE webhooks AS w SET
             webhook_last_success_at_ms = COALESCE(note.success_at_ms, w.webhook_last_success_at_ms),
             webhook_last_failure_at_ms = COALESCE(note.failure_at_ms, w.webhook_last_failure_at_ms)
         FROM note WHERE w.id = note.webhook_id",
        rows(notes.len(), 3)
    );
    let values = notes
        .into_iter()
        .flat_map(|(id, (success, failure))| [Value::from(id), Value::from(success), Value::from(failure)]);
    tx.execute_raw(sql(tx, text, values.collect())).await?;
    Ok(())
}

/// Disables the webhooks whose receivers want no more, and returns those that this changed.
async fn disable_gone(tx: &DatabaseTransaction, reports: &[&Report]) -> Result<HashSet<i64>, Error> {
    let gone: HashSet<_> =
        reports.iter().filter(|report| report.next == Next::Gone).map(|report| report.webhook_id).collect();
    if gone.is_empty() {
        return Ok(gone);
    }
    let text = format!(
        "UPDATE webhooks SET webhook_status = 'disabled', webhook_disabled_reason = '410 Gone', updated_at_ms = {}
         WHERE id IN (VALUES {}) AND webhook_status <> 'disabled' RETURNING id",
        sql_now_ms(tx.get_database_backend()),
        rows(gone.len(), 1)
    );
    let values = gone.into_iter().map(Value::from).collect();
    let rows = tx.query_all_raw(sql(tx, text, values)).await?;
    rows.iter().map(|row| Ok(row.try_get_by_index(0)?)).collect()
}

fn log(report: &Report) {
    let Report { event_id, webhook_id, attempt, next, .. } = report;
    let (delivery_id, outcome) = (attempt.delivery_id, attempt.attempt_outcome.as_str());
    let (event_id, status) = (event_id_text(*event_id), attempt.status_code);
    if attempt.attempt_outcome == AttemptOutcome::Success {
        let duration_ms = attempt.duration_ms;
        tracing::debug!(delivery_id, event_id, webhook_id, status, duration_ms, "delivered");
    } else if let Next::Retry(wait) = next {
        tracing::info!(delivery_id, event_id, webhook_id, outcome, status, ?wait, "an attempt failed");
    } else {
        tracing::warn!(delivery_id, event_id, webhook_id, outcome, status, "a delivery failed for good");
    }
}

fn milliseconds(wait: Duration) -> i64 {
    i64::try_from(wait.as_millis()).unwrap_or(i64::MAX)
}
