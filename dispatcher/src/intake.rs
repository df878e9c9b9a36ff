//! Takes events from the queue, and writes a row to `deliveries` for each event and webhook.
//!
//! One transaction turns a batch of messages into deliveries, and deletes their events from the outbox; on PostgreSQL it
//! is a single statement. It records only the events that it found in the outbox, so a message that comes twice changes
//! nothing. Then the intake acknowledges the batch. Deliveries that get a permit are leased in the same transaction, and
//! attempted without another query. The others wait for the scheduler.
//!
//! If the database refuses a batch, the intake splits it until it has found the message that cannot be recorded. It
//! rejects that message and records the others.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use sea_orm::{ConnectionTrait, DbBackend, FromQueryResult};
use shared::database::clock::sql_now_ms;
use shared::database::rows::{one_of, rows};
use shared::database::statement::{columns, sql};
use shared::entities::webhooks;
use shared::events::include::{Included, is_unchanged};
use shared::events::outbox;
use shared::events::way::Waypoint;
use shared::process::backoff::Backoff;
use shared::process::crash;
use shared::process::spans::Spans;
use shared::queue::steps::Steps;
use shared::queue::{Batch, Consumer, Message};
use shared::values::choices::{Choice, DeliveryStatus, EventType, WebhookStatus};
use shared::values::ids::event_id_text;
use shared::values::trace::Trace;
use shared::{Error, Store};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::isolation::{Limits, Permit};
use crate::job::{Job, Lease};
use crate::metrics::DeliveryMetrics;

/// The most rows of one INSERT on SQLite, where each has six parameters and a statement at most 32,766. On PostgreSQL all
/// rows are one parameter.
const ROWS_MAX: usize = 500;

/// The part that records batches of messages.
#[derive(Debug)]
pub(crate) struct Intake {
    pub(crate) store: Store,
    pub(crate) limits: Limits,
    /// The time that a lease lasts.
    pub(crate) lease_ms: i64,
    pub(crate) jobs: mpsc::Sender<Job>,
    pub(crate) metrics: DeliveryMetrics,
    pub(crate) spans: Spans,
}

/// A delivery to insert, and what its attempt needs if it is made at once.
struct Row<'a> {
    message: &'a Message,
    webhook: &'a Arc<webhooks::Model>,
    status: DeliveryStatus,
    permit: Option<Permit>,
}

impl Intake {
    /// Takes in messages until the program stops or the queue is closed.
    pub(crate) async fn run(self, mut consumer: Consumer, stop: CancellationToken) {
        loop {
            let batch = tokio::select! {
                () = stop.cancelled() => return,
                batch = consumer.receive() => batch,
            };
            let Some(mut batch) = batch else { return };
            Waypoint::Received.note(batch.messages().iter().map(|message| message.event_id));
            crash::point("intake.received");
            let steps = Steps::process(&self.spans, batch.messages_mut());
            let Some(jobs) = self.record_batch(&mut batch, &stop).await else { return };
            steps.end(|event_id| batch.messages().iter().any(|message| message.event_id == event_id));
            self.metrics.consumed.inc_by(batch.messages().len() as u64);
            Waypoint::Recorded.note(jobs.iter().map(|job| job.event_id));
            for job in jobs {
                // This does not wait: the channel has room for as many jobs as there are permits.
                if self.jobs.send(job).await.is_err() {
                    return;
                }
            }
            // Only now, so that no attempt waits for the broker. If this process dies first, the messages come again, and
            // their events are not recorded again.
            batch.acknowledge().await;
            crash::point("intake.acknowledged");
        }
    }

    /// Records a batch, and returns the jobs to attempt at once. Rejects each message that the database refuses even
    /// when it is recorded alone. Returns `None` if the program stops while the database is unavailable.
    async fn record_batch(&self, batch: &mut Batch, stop: &CancellationToken) -> Option<Vec<Job>> {
        let mut jobs = Vec::new();
        let (mut begin, mut end) = (0, batch.messages().len());
        while begin < end {
            match self.record(&batch.messages()[begin..end], stop).await {
                Ok(more) => {
                    jobs.extend(more);
                    (begin, end) = (end, batch.messages().len());
                }
                Err(_) if stop.is_cancelled() => return None,
                Err(_) if end - begin > 1 => end = begin.midpoint(end),
                Err(error) => {
                    let message = &batch.messages()[begin];
                    let (event_id, trace_id) =
                        (event_id_text(message.event_id), message.trace.map(Trace::trace_id));
                    tracing::error!(%error, event_id, trace_id, "an event cannot be recorded: its message is rejected");
                    self.metrics.rejected.inc();
                    batch.reject(begin).await;
                    end = batch.messages().len();
                }
            }
        }
        Some(jobs)
    }

    /// Records messages. Waits and tries again while the database is unavailable. Returns an error if the database
    /// refuses these messages, if several of them take too long, or if the program stops while the database is
    /// unavailable.
    async fn record(&self, messages: &[Message], stop: &CancellationToken) -> Result<Vec<Job>, Error> {
        let mut backoff = Backoff::default();
        loop {
            match self.try_record(messages).await {
                Err(error) if error.is_timeout() && messages.len() > 1 => return Err(error),
                Err(error) if error.is_general() => {
                    tracing::warn!(%error, events = messages.len(), "events cannot be recorded now; trying again");
                    tokio::select! {
                        () = stop.cancelled() => return Err(error),
                        () = backoff.wait() => {}
                    }
                }
                done => return done,
            }
        }
    }

    /// Records the deliveries of events that have not been recorded before, and returns the jobs to attempt at once.
    async fn try_record(&self, messages: &[Message]) -> Result<Vec<Job>, Error> {
        // Sorted by id, so that two intakes with the same messages wait for each other instead of deadlocking.
        let messages: BTreeMap<Uuid, &Message> =
            messages.iter().map(|message| (message.event_id, message)).collect();
        let ids: Vec<Uuid> = messages.keys().copied().collect();
        let accounts = messages.values().map(|message| message.account_id);
        let webhooks = webhooks_of(&self.store, accounts).await?;
        let lease = Lease::new();

        let (mut deliveries, mut waiting) = (Vec::new(), Vec::new());
        for message in messages.into_values() {
            let trace_id = message.trace.map(Trace::trace_id);
            tracing::debug!(event_id = event_id_text(message.event_id), trace_id, "an event came in");
            let of_account = webhooks.iter().filter(|webhook| webhook.account_id == message.account_id);
            let wanting = |webhook: &&Arc<webhooks::Model>| {
                wants(&webhook.webhook_events, message.event_type)
                    && !(webhook.webhook_skip_unchanged
                        && is_unchanged(
                            &message.body,
                            &Included::of_column(webhook.webhook_include.as_deref()),
                        ))
            };
            for webhook in of_account.filter(wanting) {
                let (status, permit) = match webhook.webhook_status {
                    // Only the scheduler keeps the rate limit, so this delivery waits for it.
                    WebhookStatus::Active if webhook.webhook_rate_limit.is_some() => {
                        (DeliveryStatus::Pending, None)
                    }
                    WebhookStatus::Active => {
                        (DeliveryStatus::Pending, self.limits.try_acquire((&**webhook).into()))
                    }
                    WebhookStatus::Paused => (DeliveryStatus::Pending, None),
                    WebhookStatus::Disabled => (DeliveryStatus::Skipped, None),
                };
                if webhook.webhook_status == WebhookStatus::Active && permit.is_none() {
                    waiting.push(webhook.id);
                }
                deliveries.push(Row { message, webhook, status, permit });
            }
        }
        let jobs = self.take_and_insert(&ids, deliveries, lease).await?;
        crash::point("intake.committed");
        if !waiting.is_empty() {
            for webhook_id in waiting {
                self.limits.waits(webhook_id);
            }
            self.limits.wake();
        }
        Ok(jobs)
    }

    /// Takes events out of the outbox and inserts the deliveries of those that were in it, all or nothing. Leases the
    /// deliveries that have a permit, and returns their jobs. On PostgreSQL this is one statement.
    async fn take_and_insert(
        &self,
        ids: &[Uuid],
        mut deliveries: Vec<Row<'_>>,
        lease: Lease,
    ) -> Result<Vec<Job>, Error> {
        if self.store.backend() == DbBackend::Postgres && !deliveries.is_empty() {
            return self.insert(self.store.write(), deliveries, lease, Some(ids)).await;
        }
        let tx = self.store.begin();
        let taken: HashSet<Uuid> = outbox::take(&tx, ids).await?.into_iter().collect();
        deliveries.retain(|delivery| taken.contains(&delivery.message.event_id));
        let (mut jobs, mut deliveries) = (Vec::new(), deliveries.into_iter().peekable());
        while deliveries.peek().is_some() {
            let chunk = deliveries.by_ref().take(ROWS_MAX).collect();
            jobs.extend(self.insert(&tx, chunk, lease, None).await?);
        }
        tx.commit().await?;
        Ok(jobs)
    }

    /// Inserts deliveries, leases those that have a permit, and returns their jobs. If `take` has events, takes them out of
    /// the outbox in the same statement, and inserts only the deliveries of those that were in it.
    async fn insert(
        &self,
        connection: &impl ConnectionTrait,
        deliveries: Vec<Row<'_>>,
        lease: Lease,
        take: Option<&[Uuid]>,
    ) -> Result<Vec<Job>, Error> {
        let backend = connection.get_database_backend();
        let new_rows = deliveries.iter().map(|Row { message, webhook, status, permit }| {
            let leased = permit.is_some();
            let wait_ms =
                (*status == DeliveryStatus::Pending).then_some(if leased { self.lease_ms } else { 0 });
            [
                message.account_id.into(),
                message.event_id.into(),
                webhook.id.into(),
                status.as_str().into(),
                wait_ms.into(),
                leased.then_some(lease.id).into(),
            ]
        });
        let (rows, mut values) = rows(backend, new_rows.collect());
        let (with, join) = match take {
            Some(event_ids) => {
                let (take, ids) = outbox::take_sql(backend, &format!("${}", values.len() + 1), event_ids);
                values.push(ids);
                (format!(", taken AS ({take})"), "JOIN taken ON taken.event_id = new.event_id")
            }
            None => (String::new(), ""),
        };
        // SQLite cannot read `ON CONFLICT` after a table, only after a `WHERE`.
        let text = format!(
            "WITH new (account_id, event_id, webhook_id, delivery_status, wait_ms, lease_id) AS ({rows}){with}
             INSERT INTO deliveries (account_id, event_id, webhook_id, delivery_status, attempt_count,
                 next_attempt_at_ms, lease_id, created_at_ms, finished_at_ms)
             SELECT new.account_id, new.event_id, new.webhook_id, new.delivery_status, 0,
                 {now} + new.wait_ms, new.lease_id, {now}, CASE WHEN new.wait_ms IS NULL THEN {now} END
             FROM new {join} WHERE TRUE
             ON CONFLICT (webhook_id, event_id) DO NOTHING RETURNING id, webhook_id, event_id",
            now = sql_now_ms(backend)
        );
        let inserted = connection.query_all_raw(sql(connection, text, values)).await?;
        let mut ids = HashMap::with_capacity(inserted.len());
        for row in inserted {
            let key: (i64, Uuid) = (row.try_get_by_index(1)?, row.try_get_by_index(2)?);
            ids.insert(key, row.try_get_by_index(0)?);
        }
        let jobs = deliveries.into_iter().filter_map(|Row { message, webhook, permit, .. }| {
            Some(Job {
                delivery_id: ids.remove(&(webhook.id, message.event_id))?,
                event_id: message.event_id,
                body: message.body.clone(),
                trace: message.trace,
                webhook: webhook.clone(),
                attempt_count: 0,
                lease,
                permit: permit?,
            })
        });
        Ok(jobs.collect())
    }
}

/// Returns the webhooks of these accounts, of every status. The caller must have the events already: then a webhook that
/// was registered before an event is among them.
async fn webhooks_of(
    store: &Store,
    accounts: impl Iterator<Item = i64>,
) -> Result<Vec<Arc<webhooks::Model>>, Error> {
    let mut accounts: Vec<i64> = accounts.collect();
    accounts.sort_unstable();
    accounts.dedup();
    let (these, accounts) = one_of(store.backend(), "$1", accounts);
    let columns = columns::<webhooks::Entity>("w");
    let text = format!("SELECT {columns} FROM webhooks w WHERE w.account_id {these} ORDER BY w.id");
    let rows = store.read().query_all_raw(sql(store.read(), text, vec![accounts])).await?;
    rows.iter().map(|row| Ok(Arc::new(webhooks::Model::from_query_result(row, "")?))).collect()
}

/// Returns whether a webhook wants events of this type. An empty list means every type but the operational ones, and so does a
/// list that cannot be read, because that loses no event. `gifts.*` means those of gifts, also types that are added later.
pub(crate) fn wants(webhook_events: &str, event_type: EventType) -> bool {
    let events: Vec<String> = serde_json::from_str(webhook_events).unwrap_or_default();
    let of_kind = |event: &str| {
        let (kind, _) = event_type.as_str().split_once('.').unwrap_or_default();
        event.strip_suffix(".*") == Some(kind)
    };
    events.is_empty() && !event_type.is_operational()
        || events.iter().any(|event| event == event_type.as_str() || of_kind(event))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_list_of_events_means_all() {
        assert!(wants("[]", EventType::GiftsCreate));
        assert!(wants(r#"["contacts.create", "gifts.create"]"#, EventType::GiftsCreate));
        assert!(!wants(r#"["gifts.update"]"#, EventType::GiftsCreate));
    }

    #[test]
    fn a_star_means_every_event_of_a_kind() {
        assert!(wants(r#"["tasks.create", "gifts.*"]"#, EventType::GiftsUpdate));
        assert!(!wants(r#"["gifts.*"]"#, EventType::ContactsUpdate));
    }

    #[test]
    fn an_operational_event_is_for_those_who_name_it() {
        assert!(wants(r#"["webhooks.failing"]"#, EventType::WebhooksFailing));
        assert!(!wants("[]", EventType::WebhooksFailing));
    }
}
