//! Carries out recoveries: queues again what a webhook has missed in a span of time.
//!
//! The api inserts the recovery, and any dispatcher does its next step. A step is one transaction: it examines some
//! events, makes their deliveries pending and moves the recovery's cursor. So a recovery survives every crash, and no
//! step counts twice. A recovery waits while its webhook has 1,000 deliveries due, so it never puts more than some
//! 1,500 deliveries ahead of new events. The recovery with the fewest examined events goes first, so that a long one
//! does not delay a short one.

use std::time::Duration;

use sea_orm::{ConnectionTrait, FromQueryResult, QueryResult};
use shared::Transaction;
use shared::database::clock::{database_now_ms, sql_now_ms};
use shared::database::rows::rows;
use shared::database::statement::{columns, skip_locked, sql};
use shared::entities::recoveries;
use shared::events::include::{Included, is_unchanged};
use shared::process::backoff::Backoff;
use shared::process::crash;
use shared::values::choices::{Choice, DeliveryStatus, EventType, RecoveryStatus, WebhookStatus};
use shared::values::ids::first_event_id;
use shared::{Error, Store};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::intake::wants;
use crate::isolation::Limits;
use crate::job::WAITING;

/// The interval at which to look for something to do.
const POLL: Duration = Duration::from_secs(1);
/// The number of events that are examined in one step.
const STEP: i64 = 500;
/// The number if their bodies are read, each of which may be a megabyte or two.
const STEP_READING: i64 = 50;
/// A recovery waits while its webhook has this many deliveries due.
const DUE_MAX: i64 = 1000;

/// The part that carries out recoveries.
#[derive(Debug)]
pub(crate) struct Recoverer {
    pub(crate) store: Store,
    pub(crate) limits: Limits,
}

/// A recovery, and the status and the wanted events of its webhook.
struct Recovery {
    row: recoveries::Model,
    webhook_events: String,
    webhook_skip_unchanged: bool,
    webhook_include: Option<String>,
    webhook_status: WebhookStatus,
}

/// An event of the recovery's span of time, and the status of its delivery, if it has one.
struct Examined {
    event_id: Uuid,
    event_type: EventType,
    /// Read only if it decides.
    body: Option<String>,
    delivery_status: Option<DeliveryStatus>,
}

impl Recoverer {
    /// Carries out recoveries until the program stops.
    pub(crate) async fn run(self, stop: CancellationToken) {
        let mut backoff = Backoff::default();
        loop {
            let pause = async {
                match self.step().await {
                    Ok(true) => backoff.reset(),
                    Ok(false) => tokio::time::sleep(POLL).await,
                    Err(error) => {
                        tracing::warn!(%error, "a recovery cannot go on now; trying again");
                        backoff.wait().await;
                    }
                }
            };
            tokio::select! {
                biased;
                () = stop.cancelled() => return,
                () = pause => {}
            }
        }
    }

    /// Does the next step of the recovery with the fewest examined events. Returns whether there was one.
    async fn step(&self) -> Result<bool, Error> {
        let tx = self.store.begin();
        let Some(Recovery {
            mut row,
            webhook_events,
            webhook_skip_unchanged,
            webhook_include,
            webhook_status,
        }) = claim(&tx).await?
        else {
            tx.commit().await?;
            return Ok(false);
        };
        if webhook_status == WebhookStatus::Disabled {
            row.recovery_status = RecoveryStatus::Stopped;
        } else {
            let examined = examine(&tx, &row, webhook_skip_unchanged).await?;
            let included = Included::of_column(webhook_include.as_deref());
            let missed = examined.iter().filter(|event| {
                wants(&webhook_events, event.event_type)
                    && !event.body.as_ref().is_some_and(|body| is_unchanged(body.as_bytes(), &included))
                    && match event.delivery_status {
                        Some(DeliveryStatus::Failed) => true,
                        // Of the pending deliveries, `queue` changes only those that wait for a retry.
                        Some(DeliveryStatus::Skipped | DeliveryStatus::Pending) | None => {
                            !row.recovery_only_failed
                        }
                        Some(DeliveryStatus::Succeeded) => false,
                    }
            });
            row.recovery_queued_count +=
                queue(&tx, &row, missed.map(|event| event.event_id).collect()).await?;
            let count = i64::try_from(examined.len()).unwrap_or(i64::MAX);
            row.recovery_examined_count += count;
            row.after_event_id = examined.last().map_or(row.after_event_id, |event| event.event_id);
            if examined.is_empty() {
                row.recovery_status = RecoveryStatus::Finished;
            }
        }
        record(&tx, &row).await?;
        crash::point("recovery.recorded");
        tx.commit().await?;
        crash::point("recovery.committed");
        self.limits.waits(row.webhook_id);
        self.limits.wake();
        if row.recovery_status != RecoveryStatus::Running {
            let (id, webhook_id, queued) = (row.id, row.webhook_id, row.recovery_queued_count);
            tracing::info!(recovery_id = id, webhook_id, queued, status = %row.recovery_status, "a recovery ended");
        }
        Ok(true)
    }
}

/// Locks the recovery with the fewest examined events. Leaves out those that another dispatcher has locked, and those
/// whose webhook has [`DUE_MAX`] deliveries due.
async fn claim(tx: &Transaction) -> Result<Option<Recovery>, Error> {
    let text = format!(
        "SELECT {}, w.webhook_events, w.webhook_skip_unchanged, w.webhook_include, w.webhook_status
         FROM recoveries r JOIN webhooks w ON w.id = r.webhook_id
         WHERE r.recovery_status = 'running' AND (SELECT COUNT(*) FROM (
             SELECT 1 FROM deliveries d
             WHERE d.webhook_id = r.webhook_id AND {WAITING} AND d.next_attempt_at_ms <= (SELECT {})
             LIMIT $1
         ) AS due) < $1
         ORDER BY r.recovery_examined_count, r.id LIMIT 1 {}",
        columns::<recoveries::Entity>("r"),
        sql_now_ms(tx.get_database_backend()),
        skip_locked(tx.get_database_backend(), "r")
    );
    let Some(row) = tx.query_one_raw(sql(tx, text, vec![DUE_MAX.into()])).await? else { return Ok(None) };
    Ok(Some(Recovery {
        row: recoveries::Model::from_query_result(&row, "")?,
        webhook_events: row.try_get("", "webhook_events")?,
        webhook_skip_unchanged: row.try_get("", "webhook_skip_unchanged")?,
        webhook_include: row.try_get("", "webhook_include")?,
        webhook_status: row.try_get("", "webhook_status")?,
    }))
}

/// Returns the next events to examine, in the order of their ids, which is the order of their times.
async fn examine(
    tx: &Transaction,
    job: &recoveries::Model,
    skip_unchanged: bool,
) -> Result<Vec<Examined>, Error> {
    let text = "SELECT e.id, e.event_type, CASE WHEN $6 THEN e.body END, d.delivery_status FROM events e
                LEFT JOIN deliveries d ON d.webhook_id = $1 AND d.event_id = e.id
                WHERE e.account_id = $2 AND e.id > $3 AND e.id < $4 ORDER BY e.id LIMIT $5";
    let values = vec![
        job.webhook_id.into(),
        job.account_id.into(),
        job.after_event_id.into(),
        first_event_id(job.recovery_until_ms).into(),
        if skip_unchanged { STEP_READING } else { STEP }.into(),
        skip_unchanged.into(),
    ];
    let read = |row: &QueryResult| {
        Ok(Examined {
            event_id: row.try_get_by_index(0)?,
            event_type: row.try_get_by_index(1)?,
            body: row.try_get_by_index(2)?,
            delivery_status: row.try_get_by_index(3)?,
        })
    };
    tx.query_all_raw(sql(tx, text, values)).await?.iter().map(read).collect()
}

/// Makes the deliveries of these events due now, and returns how many it changed. Leaves alone those that are due or
/// leased already, or that have succeeded meanwhile.
async fn queue(tx: &Transaction, job: &recoveries::Model, events: Vec<Uuid>) -> Result<i64, Error> {
    if events.is_empty() {
        return Ok(0);
    }
    let now_ms = database_now_ms(tx).await?;
    let new_rows = events.into_iter().map(|event_id| {
        [
            job.account_id.into(),
            event_id.into(),
            job.webhook_id.into(),
            DeliveryStatus::Pending.as_str().into(),
            0.into(),
            now_ms.into(),
            now_ms.into(),
        ]
    });
    let (rows, values) = rows(tx.get_database_backend(), new_rows.collect());
    let text = format!(
        "INSERT INTO deliveries (account_id, event_id, webhook_id, delivery_status, attempt_count,
             next_attempt_at_ms, created_at_ms)
         {rows} ON CONFLICT (webhook_id, event_id) DO UPDATE SET
             delivery_status = 'pending', attempt_count = 0, next_attempt_at_ms = EXCLUDED.next_attempt_at_ms,
             lease_id = NULL, finished_at_ms = NULL
         WHERE deliveries.delivery_status IN ('failed', 'skipped')
            OR deliveries.delivery_status = 'pending' AND deliveries.lease_id IS NULL
               AND deliveries.next_attempt_at_ms > EXCLUDED.next_attempt_at_ms"
    );
    let queued = tx.execute_raw(sql(tx, text, values)).await?.rows_affected();
    Ok(i64::try_from(queued).unwrap_or(i64::MAX))
}

/// Records the progress of a recovery.
async fn record(tx: &Transaction, job: &recoveries::Model) -> Result<(), Error> {
    let text = format!(
        "UPDATE recoveries SET recovery_status = $1, recovery_examined_count = $2, recovery_queued_count = $3,
             after_event_id = $4, finished_at_ms = CASE WHEN $1 <> 'running' THEN {} END
         WHERE id = $5",
        sql_now_ms(tx.get_database_backend())
    );
    let values = vec![
        job.recovery_status.as_str().into(),
        job.recovery_examined_count.into(),
        job.recovery_queued_count.into(),
        job.after_event_id.into(),
        job.id.into(),
    ];
    tx.execute_raw(sql(tx, text, values)).await?;
    Ok(())
}
