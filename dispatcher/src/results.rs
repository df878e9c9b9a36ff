//! Records the results of attempts. A single writer records all reports that have come in meanwhile in one transaction.
//!
//! A result counts only while the delivery still has its lease. If the lease has expired and another worker has taken
//! the delivery, the late result changes nothing. While the database is down, the results stay in memory and are
//! written later. Once the channel of reports is full, finished attempts keep their permits, so no new attempts begin.
//!
//! The transaction locks only rows that this process has leased. What the results say about the webhooks, whose rows
//! all dispatchers share, is recorded afterwards, in `notes`.

use std::collections::HashSet;
use std::time::Duration;

use sea_orm::ConnectionTrait;
use shared::Transaction;
use shared::database::clock::sql_now_ms;
use shared::database::rows::rows;
use shared::database::statement::sql;
use shared::process::backoff::Backoff;
use shared::process::crash;
use shared::process::pace::Pace;
use shared::values::choices::{AttemptOutcome, Choice, DeliveryStatus};
use shared::{Error, Store};
use tokio::sync::mpsc;

use crate::attempt::{Made, Report};
use crate::decision::Next;
use crate::metrics::DeliveryMetrics;
use crate::notes::Notes;

/// The most results that are written together.
pub(crate) const BATCH_MAX: usize = 256;
/// The least time between two writes, so that several results share one transaction. The first result after a pause
/// does not wait.
const GATHER: Duration = Duration::from_millis(10);
/// How long to wait before notes are recorded, or tried again, if no results come in meanwhile.
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
    let tx = store.begin();
    let recorded = finish_deliveries(&tx, reports).await?;
    let (counted, stale): (Vec<_>, Vec<_>) =
        reports.iter().partition(|report| recorded.contains(&report.delivery_id));
    let counted: Vec<Made> =
        counted.into_iter().filter_map(|report| Some((report, report.attempt.as_ref()?))).collect();
    if !counted.is_empty() {
        insert_attempts(&tx, &counted).await?;
    }
    crash::point("results.written");
    tx.commit().await?;
    crash::point("results.committed");

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

/// Records the results in the deliveries, and ends their leases. Returns the deliveries that still had the lease of
/// their result. Retries are due by the database's clock.
async fn finish_deliveries(tx: &Transaction, reports: &[Report]) -> Result<HashSet<i64>, Error> {
    let now = sql_now_ms(tx.get_database_backend());
    let results = reports.iter().map(|report| {
        let (status, wait) = match report.next {
            Next::NotAttempted => (DeliveryStatus::Pending, Some(0)),
            Next::Succeeded => (DeliveryStatus::Succeeded, None),
            Next::Retry(wait) => (DeliveryStatus::Pending, Some(milliseconds(wait))),
            Next::Failed | Next::Gone => (DeliveryStatus::Failed, None),
        };
        let made = i64::from(report.attempt.is_some());
        [report.delivery_id.into(), report.lease_id.into(), status.as_str().into(), wait.into(), made.into()]
    });
    let (results, values) = rows(tx.get_database_backend(), results.collect());
    let text = format!(
        "WITH result (delivery_id, result_lease_id, status, wait_ms, made) AS ({results})
         UPDATE deliveries AS d SET
             delivery_status = result.status,
             attempt_count = d.attempt_count + result.made,
             next_attempt_at_ms = {now} + result.wait_ms,
             finished_at_ms = CASE WHEN result.wait_ms IS NULL THEN {now} END,
             lease_id = NULL
         FROM result WHERE d.id = result.delivery_id AND d.lease_id = result.result_lease_id
         RETURNING id"
    );
    let rows = tx.query_all_raw(sql(tx, text, values)).await?;
    rows.iter().map(|row| Ok(row.try_get_by_index(0)?)).collect()
}

async fn insert_attempts(tx: &Transaction, made: &[Made<'_>]) -> Result<(), Error> {
    let attempts = made.iter().map(|(_, attempt)| {
        [
            attempt.account_id.into(),
            attempt.delivery_id.into(),
            attempt.attempted_at_ms.into(),
            attempt.duration_ms.into(),
            attempt.attempt_outcome.as_str().into(),
            attempt.status_code.into(),
            attempt.response_body.clone().into(),
            attempt.error.clone().into(),
        ]
    });
    let (attempts, values) = rows(tx.get_database_backend(), attempts.collect());
    let text = format!(
        "INSERT INTO attempts (account_id, delivery_id, attempted_at_ms, duration_ms, attempt_outcome, status_code,
             response_body, error) {attempts}"
    );
    tx.execute_raw(sql(tx, text, values)).await?;
    Ok(())
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
