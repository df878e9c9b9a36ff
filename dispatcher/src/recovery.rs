//! Recoveries: what a webhook has missed in a span of time is queued for it again.
//!
//! The api records the job, and any dispatcher does the next step of it: one transaction that examines some events,
//! makes their deliveries pending and moves the job's cursor. So a job survives every crash, and no step counts twice.
//! A webhook is never given more than some 1,500 deliveries ahead of new events: the rest of the job waits. The job that has come least far goes first, so a long one delays no short one.

use std::time::Duration;

use sea_orm::{ConnectionTrait, FromQueryResult, QueryResult};
use shared::Transaction;
use shared::database::clock::{database_now_ms, sql_now_ms};
use shared::database::rows::rows;
use shared::database::statement::{skip_locked, sql};
use shared::entities::recoveries;
use shared::process::crash;
use shared::values::choices::{Choice, DeliveryStatus, EventType, RecoveryStatus, WebhookStatus};
use shared::values::ids::first_event_id;
use shared::{Error, Store};
use tokio::sync::watch;
use uuid::Uuid;

use crate::backoff::Backoff;
use crate::intake::wants;
use crate::isolation::Limits;
use crate::stopped;

/// How often to look for something to do.
const POLL: Duration = Duration::from_secs(1);
/// How many events are examined in one step.
const STEP: i64 = 500;
/// With so many deliveries due, a webhook is given no more for now.
const DUE_MAX: i64 = 1000;

/// Does recoveries.
#[derive(Debug)]
pub(crate) struct Recoverer {
    pub(crate) store: Store,
    pub(crate) limits: Limits,
}

/// A job, and what its webhook wants.
struct Recovery {
    row: recoveries::Model,
    webhook_events: String,
    webhook_status: WebhookStatus,
}

/// An event of the span, and what has become of it.
struct Examined {
    event_id: Uuid,
    event_type: EventType,
    delivery_status: Option<DeliveryStatus>,
}

impl Recoverer {
    /// Does what there is to do, until the program stops.
    pub(crate) async fn run(self, mut stop: watch::Receiver<bool>) {
        let mut backoff = Backoff::default();
        loop {
            let pause = async {
                match self.step().await {
                    Ok(true) => backoff = Backoff::default(),
                    Ok(false) => tokio::time::sleep(POLL).await,
                    Err(error) => {
                        tracing::warn!(%error, "recoveries wait");
                        backoff.wait().await;
                    }
                }
            };
            tokio::select! {
                biased;
                () = stopped(&mut stop) => return,
                () = pause => {}
            }
        }
    }

    /// Does the next step of the job that has come least far; whether there was one.
    async fn step(&self) -> Result<bool, Error> {
        let tx = self.store.begin();
        let Some(Recovery { mut row, webhook_events, webhook_status }) = claim(&tx).await? else {
            tx.commit().await?;
            return Ok(false);
        };
        if webhook_status == WebhookStatus::Disabled {
            row.recovery_status = RecoveryStatus::Stopped;
        } else {
            let examined = examine(&tx, &row).await?;
            let missed = examined.iter().filter(|event| {
                wants(&webhook_events, event.event_type)
                    && match event.delivery_status {
                        Some(DeliveryStatus::Failed) => true,
                        // Of those that are pending, the ones that wait for a retry; `queue` tells them apart.
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
            if count < STEP {
                row.recovery_status = RecoveryStatus::Finished;
            }
        }
        record(&tx, &row).await?;
        crash::point("recovery.recorded");
        tx.commit().await?;
        crash::point("recovery.committed");
        self.limits.wake();
        if row.recovery_status != RecoveryStatus::Running {
            let (id, webhook_id, queued) = (row.id, row.webhook_id, row.recovery_queued_count);
            tracing::info!(recovery_id = id, webhook_id, queued, status = %row.recovery_status, "a recovery ended");
        }
        Ok(true)
    }
}

/// Locks the job that has come least far, of those whose webhook can take more and that no one else works on.
async fn claim(tx: &Transaction) -> Result<Option<Recovery>, Error> {
    let text = format!(
        "SELECT r.*, w.webhook_events, w.webhook_status FROM recoveries r JOIN webhooks w ON w.id = r.webhook_id
         WHERE r.recovery_status = 'running' AND (SELECT COUNT(*) FROM (
             SELECT 1 FROM deliveries d
             WHERE d.webhook_id = r.webhook_id AND d.delivery_status = 'pending' AND d.next_attempt_at_ms <= (SELECT {})
             LIMIT $1
         ) AS due) < $1
         ORDER BY r.recovery_examined_count, r.id LIMIT 1 {}",
        sql_now_ms(tx.get_database_backend()),
        skip_locked(tx.get_database_backend(), "r")
    );
    let Some(row) = tx.query_one_raw(sql(tx, text, vec![DUE_MAX.into()])).await? else { return Ok(None) };
    Ok(Some(Recovery {
        row: recoveries::Model::from_query_result(&row, "")?,
        webhook_events: row.try_get("", "webhook_events")?,
        webhook_status: row.try_get("", "webhook_status")?,
    }))
}

/// The next events of the span, in the order of their ids, which is that of their moments.
async fn examine(tx: &Transaction, job: &recoveries::Model) -> Result<Vec<Examined>, Error> {
    let text = "SELECT e.id, e.event_type, d.delivery_status FROM events e
                LEFT JOIN deliveries d ON d.webhook_id = $1 AND d.event_id = e.id
                WHERE e.account_id = $2 AND e.id > $3 AND e.id < $4 ORDER BY e.id LIMIT $5";
    let values = vec![
        job.webhook_id.into(),
        job.account_id.into(),
        job.after_event_id.into(),
        first_event_id(job.recovery_until_ms).into(),
        STEP.into(),
    ];
    let read = |row: &QueryResult| {
        Ok(Examined {
            event_id: row.try_get_by_index(0)?,
            event_type: row.try_get_by_index(1)?,
            delivery_status: row.try_get_by_index(2)?,
        })
    };
    tx.query_all_raw(sql(tx, text, values)).await?.iter().map(read).collect()
}

/// Makes deliveries due, and returns how many: not those that are already, or that somebody else has just seen to.
async fn queue(tx: &Transaction, job: &recoveries::Model, events: Vec<Uuid>) -> Result<i64, Error> {
    if events.is_empty() {
        return Ok(0);
    }
    let now_ms = database_now_ms(tx).await?;
    let rows_to_be = events.into_iter().map(|event_id| {
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
    let (rows, values) = rows(tx.get_database_backend(), rows_to_be.collect());
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

/// Writes how far a job has come.
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
