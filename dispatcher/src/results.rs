//! Records the results of attempts. A single writer records all reports that have come in meanwhile in one transaction.
//!
//! A result counts only while the delivery still has its lease. If the lease has expired and another worker has taken
//! the delivery, the late result changes nothing. While the database is down, the results stay in memory and are
//! written later. Once the channel of reports is full, finished attempts keep their permits, so no new attempts begin.

use std::collections::{BTreeMap, HashSet};
use std::time::Duration;

use sea_orm::ConnectionTrait;
use shared::Transaction;
use shared::database::clock::sql_now_ms;
use shared::database::rows::rows;
use shared::database::statement::sql;
use shared::entities::attempts;
use shared::process::backoff::Backoff;
use shared::process::crash;
use shared::process::pace::Pace;
use shared::values::choices::{AttemptOutcome, Choice, DeliveryStatus};
use shared::{Error, Store};
use tokio::sync::mpsc;

use crate::attempt::Report;
use crate::decision::Next;

/// The most results that are written together.
pub(crate) const BATCH_MAX: usize = 256;
/// The least time between two writes, so that several results share one transaction. The first result after a pause
/// does not wait.
const GATHER: Duration = Duration::from_millis(10);

/// A webhook is disabled when every attempt has failed for this long.
const GIVE_UP_AFTER: Duration = Duration::from_hours(5 * 24);
/// The reasons for disabling a webhook, as `webhook_disabled_reason` shows them.
const GONE: &str = "410 Gone";
const GIVEN_UP: &str = "every attempt has failed for 5 days";

/// Writes results until the channel of reports closes.
pub(crate) async fn run(store: Store, mut results: mpsc::Receiver<Report>) {
    let mut reports = Vec::with_capacity(BATCH_MAX);
    let mut pace = Pace::new(GATHER);
    loop {
        pace.keep().await;
        if results.recv_many(&mut reports, BATCH_MAX).await == 0 {
            return;
        }
        pace.begin();
        write(&store, &reports).await;
        reports.clear();
    }
}

/// Writes results. Waits and tries again while the database is unavailable. If the database refuses the batch, writes
/// each result alone, so that one bad result does not lose the others. The delivery of a bad result is attempted again
/// when its lease has expired.
async fn write(store: &Store, reports: &[Report]) {
    let mut backoff = Backoff::default();
    while let Err(error) = try_write(store, reports).await {
        match reports {
            _ if error.is_general() => {
                tracing::warn!(%error, results = reports.len(), "results cannot be recorded now; trying again");
                backoff.wait().await;
            }
            [report] => {
                report.span.in_scope(|| {
                    tracing::error!(%error, "a result cannot be recorded; its delivery is attempted again later");
                });
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
    let tx = store.begin();
    let recorded = finish_deliveries(&tx, reports).await?;
    let (counted, stale): (Vec<_>, Vec<_>) =
        reports.iter().partition(|report| recorded.contains(&report.delivery_id));
    let counted: Vec<Made> =
        counted.into_iter().filter_map(|report| Some((report, report.attempt.as_ref()?))).collect();
    let mut disabled = Vec::new();
    if !counted.is_empty() {
        insert_attempts(&tx, &counted).await?;
        let gone = counted.iter().filter(|(report, _)| report.next == Next::Gone);
        let gone = gone.map(|(report, _)| report.webhook_id);
        let given_up = note_on_webhooks(&tx, &counted).await?;
        for (webhooks, reason) in [(gone.collect(), GONE), (given_up, GIVEN_UP)] {
            let of_reason = disable(&tx, webhooks, reason).await?.into_iter().map(|id| (id, reason));
            disabled.extend(of_reason);
        }
    }
    crash::point("results.written");
    tx.commit().await?;
    crash::point("results.committed");

    for made in counted {
        log(made);
    }
    for (webhook_id, reason) in disabled {
        tracing::warn!(webhook_id, reason, "a webhook was disabled");
    }
    for report in stale {
        let _job = report.span.enter();
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

/// A report, and the attempt that was made.
type Made<'a> = (&'a Report, &'a attempts::Model);

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

/// What a batch of results says about one webhook.
#[derive(Clone, Copy, Debug, Default)]
#[allow(clippy::struct_field_names, reason = "units come last in names")]
struct Note {
    success_at_ms: Option<i64>,
    failure_at_ms: Option<i64>,
    /// The first failure after the last success.
    failing_since_ms: Option<i64>,
}

/// Records on each webhook when it last succeeded and failed. Returns the webhooks to disable, because every attempt
/// has failed for [`GIVE_UP_AFTER`].
async fn note_on_webhooks(tx: &Transaction, made: &[Made<'_>]) -> Result<HashSet<i64>, Error> {
    // Sorted, so that two dispatchers mostly lock the rows in the same order and seldom deadlock.
    let mut notes: BTreeMap<i64, Note> = BTreeMap::new();
    for (report, attempt) in made {
        let note = notes.entry(report.webhook_id).or_default();
        let succeeded = report.next == Next::Succeeded;
        let latest = if succeeded { &mut note.success_at_ms } else { &mut note.failure_at_ms };
        *latest = (*latest).max(Some(attempt.attempted_at_ms));
    }
    for (report, attempt) in made.iter().filter(|(report, _)| report.next != Next::Succeeded) {
        let Some(note) = notes.get_mut(&report.webhook_id) else { continue };
        let failed_at_ms = attempt.attempted_at_ms;
        if note.success_at_ms < Some(failed_at_ms) {
            let since_ms = note.failing_since_ms.unwrap_or(i64::MAX).min(failed_at_ms);
            note.failing_since_ms = Some(since_ms);
        }
    }
    let noted = notes.iter().map(|(id, note)| {
        let Note { success_at_ms, failure_at_ms, failing_since_ms } = *note;
        [(*id).into(), success_at_ms.into(), failure_at_ms.into(), failing_since_ms.into()]
    });
    let (noted, values) = rows(tx.get_database_backend(), noted.collect());
    let text = format!(
        "WITH note (webhook_id, success_at_ms, failure_at_ms, failing_since_ms) AS ({noted})
         UPDATE webhooks AS w SET
             webhook_last_success_at_ms = COALESCE(note.success_at_ms, w.webhook_last_success_at_ms),
             webhook_last_failure_at_ms = COALESCE(note.failure_at_ms, w.webhook_last_failure_at_ms),
             webhook_failing_since_ms = CASE
                 WHEN note.success_at_ms IS NOT NULL THEN note.failing_since_ms
                 ELSE COALESCE(w.webhook_failing_since_ms, note.failing_since_ms)
             END
         FROM note WHERE w.id = note.webhook_id RETURNING id, webhook_failing_since_ms"
    );
    let mut given_up = HashSet::new();
    for row in tx.query_all_raw(sql(tx, text, values)).await? {
        let (id, since_ms): (i64, Option<i64>) = (row.try_get_by_index(0)?, row.try_get_by_index(1)?);
        let latest_ms = notes.get(&id).and_then(|note| note.failure_at_ms);
        if let (Some(since_ms), Some(latest_ms)) = (since_ms, latest_ms)
            && latest_ms - since_ms >= milliseconds(GIVE_UP_AFTER)
        {
            given_up.insert(id);
        }
    }
    Ok(given_up)
}

/// Disables webhooks for a reason, and returns those that were not disabled before.
async fn disable(tx: &Transaction, webhooks: HashSet<i64>, reason: &str) -> Result<Vec<i64>, Error> {
    if webhooks.is_empty() {
        return Ok(Vec::new());
    }
    let now = sql_now_ms(tx.get_database_backend());
    // It must rise with every change, even if a clock is wrong, because the api's If-Match compares it.
    let updated_at_ms = format!("CASE WHEN updated_at_ms < {now} THEN {now} ELSE updated_at_ms + 1 END");
    let (ended, values) =
        rows(tx.get_database_backend(), webhooks.into_iter().map(|id| [id.into(), reason.into()]).collect());
    let text = format!(
        "WITH ended (webhook_id, reason) AS ({ended})
         UPDATE webhooks AS w
         SET webhook_status = 'disabled', webhook_disabled_reason = ended.reason,
             updated_at_ms = {updated_at_ms}
         FROM ended WHERE w.id = ended.webhook_id AND w.webhook_status <> 'disabled' RETURNING id"
    );
    let rows = tx.query_all_raw(sql(tx, text, values)).await?;
    rows.iter().map(|row| Ok(row.try_get_by_index(0)?)).collect()
}

fn log((report, attempt): Made<'_>) {
    let _job = report.span.enter();
    let outcome = attempt.attempt_outcome.as_str();
    let (status, error) = (attempt.status_code, attempt.error.as_deref());
    if attempt.attempt_outcome == AttemptOutcome::Success {
        tracing::debug!(status, duration_ms = attempt.duration_ms, "delivered");
    } else if let Next::Retry(wait) = report.next {
        tracing::info!(outcome, status, error, ?wait, "an attempt failed");
    } else {
        tracing::warn!(outcome, status, error, "a delivery failed for good");
    }
}

fn milliseconds(wait: Duration) -> i64 {
    i64::try_from(wait.as_millis()).unwrap_or(i64::MAX)
}
