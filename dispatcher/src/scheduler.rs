//! Claims due deliveries from the database, and hands them to the attempts. All times are by the database's clock.
//!
//! Due deliveries are new ones that got no permit, retries, those of a webhook that is no longer paused, and those
//! whose worker died and whose lease has expired. (While a delivery is leased, its `next_attempt_at_ms` is the end of
//! the lease.) Twice a second the scheduler polls for webhooks with due deliveries (`due`). Between polls, the release
//! of a permit wakes it, or a rate limit that allows more, and it serves the webhooks that it knows to be waiting. That
//! costs one query, and if there are permits, a transaction with one claim for each webhook, and another transaction
//! for each webhook with a rate limit.
//!
//! A claim is one statement. It skips rows that another dispatcher is claiming, so no delivery has two unexpired leases
//! (invariant I4).

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use sea_orm::{ConnectionTrait, DbBackend, FromQueryResult};
use shared::Transaction;
use shared::database::clock::sql_now_ms;
use shared::database::rows::one_of;
use shared::database::statement::{columns, skip_locked, sql};
use shared::entities::webhooks;
use shared::process::backoff::Backoff;
use shared::process::crash;
use shared::times::{DUE_OVERLAP, DUE_POLL, ms};
use shared::values::choices::WebhookStatus;
use shared::values::trace::Trace;
use shared::{Error, Store};
use tokio::sync::mpsc;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::due::Finder;
use crate::isolation::{Limits, Mark, Permit, Turn};
use crate::job::{Job, Lease, WAITING};
use crate::rate::Allowance;

/// How long to wait after a release has woken the scheduler, so that several releases share one claim.
const GATHER: Duration = Duration::from_millis(5);
/// The most webhooks that one look serves, beyond those that are known to get a permit.
const WEBHOOKS_MAX: usize = 256;
/// The most deliveries of a disabled webhook that one look skips.
const SKIPPED_MAX: i64 = 1000;

/// The part that claims due deliveries.
#[derive(Debug)]
pub(crate) struct Scheduler {
    store: Store,
    limits: Limits,
    /// The time that a lease lasts.
    lease_ms: i64,
    jobs: mpsc::Sender<Job>,
    finder: Finder,
    poll_at: Instant,
    /// Webhooks with due deliveries that were paused. The next poll looks at them again.
    paused: Vec<i64>,
    /// The time from which on a webhook's deliveries can be due, where claims have found it. It spares PostgreSQL the index
    /// entries of what was claimed before.
    due_from_ms: HashMap<i64, i64>,
}

/// A webhook with due deliveries, and its permits.
type Granted = (Arc<webhooks::Model>, Vec<Permit>);

/// The time of a look, and the lease that it gives.
#[derive(Clone, Copy)]
struct Look {
    lease: Lease,
    /// By the database's clock.
    now_ms: i64,
    /// The latest mark of a waiting webhook.
    mark: Mark,
}

/// A leased delivery, still without its event's body.
struct Claimed {
    delivery_id: i64,
    event_id: Uuid,
    attempt_count: i32,
    webhook: Arc<webhooks::Model>,
    permit: Permit,
}

impl Scheduler {
    /// Creates the scheduler, which sends what the finder has found and it has claimed to `jobs`.
    pub(crate) fn new(
        store: Store,
        limits: Limits,
        lease_ms: i64,
        jobs: mpsc::Sender<Job>,
        finder: Finder,
    ) -> Self {
        Self {
            finder,
            store,
            limits,
            lease_ms,
            jobs,
            poll_at: Instant::now(),
            paused: Vec::new(),
            due_from_ms: HashMap::new(),
        }
    }

    /// Claims due deliveries and hands them to the attempts, until the program stops.
    pub(crate) async fn run(mut self, stop: CancellationToken) {
        let mut backoff = Backoff::default();
        let mut look_at = self.poll_at;
        loop {
            tokio::select! {
                biased;
                () = stop.cancelled() => return,
                () = self.limits.woken() => tokio::time::sleep(GATHER).await,
                () = tokio::time::sleep_until(look_at) => {}
            }
            match self.look().await {
                Ok(sooner) => {
                    backoff.reset();
                    look_at = sooner.map_or(self.poll_at, |sooner| sooner.min(self.poll_at));
                }
                Err(error) => {
                    tracing::warn!(%error, "due deliveries cannot be claimed now; trying again");
                    backoff.wait().await;
                }
            }
        }
    }

    /// Polls if it is time. Claims due deliveries of waiting webhooks, as far as the limits allow, and hands them to the
    /// attempts. Returns when to look again, if that is before the next poll.
    async fn look(&mut self) -> Result<Option<Instant>, Error> {
        if Instant::now() >= self.poll_at {
            if self.finder.poll(&self.limits).await? {
                self.due_from_ms.clear();
            }
            for webhook_id in self.paused.drain(..) {
                self.limits.waits(webhook_id);
            }
            self.poll_at = Instant::now() + DUE_POLL;
        }
        let Turn { webhook_ids, mark, more } = self.limits.next_turn(WEBHOOKS_MAX);
        let mut sooner: Vec<Instant> = more.then(Instant::now).into_iter().collect();
        let lease = Lease::new();
        let (now_ms, webhooks) = self.read(&webhook_ids).await?;
        for webhook_id in webhook_ids {
            if webhooks.iter().all(|webhook| webhook.id != webhook_id) {
                self.limits.nothing_waits(webhook_id, mark);
                self.paused.push(webhook_id);
            }
        }

        let (mut granted, mut disabled) = (Vec::<Granted>::new(), Vec::new());
        for webhook in self.limits.in_turn(webhooks) {
            if webhook.webhook_status == WebhookStatus::Disabled {
                disabled.push(webhook.id);
                continue;
            }
            let permits = self.limits.acquire((&webhook).into());
            if !permits.is_empty() {
                granted.push((Arc::new(webhook), permits));
            }
        }
        let look = Look { lease, now_ms, mark };
        let (limited, unlimited): (Vec<_>, _) =
            granted.into_iter().partition(|(webhook, _)| webhook.webhook_rate_limit.is_some());
        sooner.extend(self.begin(unlimited, look).await?);
        // One at a time, because each locks its webhook's row, which other dispatchers wait for.
        for webhook in limited {
            sooner.extend(self.begin(vec![webhook], look).await?);
        }
        for webhook_id in disabled {
            if skip(&self.store, webhook_id, now_ms).await? {
                sooner.push(Instant::now());
            } else {
                self.limits.nothing_waits(webhook_id, mark);
            }
        }
        Ok(sooner.into_iter().min())
    }

    /// Claims due deliveries of webhooks, as many as they have permits, in one transaction. Hands them to the attempts.
    /// Returns when a rate limit allows more than it does now.
    async fn begin(&mut self, granted: Vec<Granted>, look: Look) -> Result<Option<Instant>, Error> {
        if granted.is_empty() {
            return Ok(None);
        }
        let tx = self.store.begin();
        let (mut claimed, mut look_at) = (Vec::new(), None);
        for (webhook, mut permits) in granted {
            let Some(per_second) = webhook.webhook_rate_limit else {
                claimed.extend(self.claim(&tx, &webhook, permits, look).await?);
                continue;
            };
            let allowance = Allowance::of(&tx, &webhook, per_second, look.now_ms).await?;
            let is_limited = allowance.count() < permits.len();
            Limits::give_back(permits.split_off(allowance.count().min(permits.len())));
            let begun = self.claim(&tx, &webhook, permits, look).await?;
            let wait = allowance.spend(&tx, &webhook, begun.len()).await?;
            if is_limited {
                // No release of a permit wakes the scheduler when the rate limit allows more.
                look_at = Some(Instant::now() + wait);
            }
            claimed.extend(begun);
        }
        let jobs = jobs(&tx, claimed, look.lease).await?;
        crash::point("scheduler.claimed");
        tx.commit().await?;
        crash::point("scheduler.committed");
        for job in jobs {
            // This does not wait: the channel has room for as many jobs as there are permits.
            if self.jobs.send(job).await.is_err() {
                break;
            }
        }
        Ok(look_at)
    }

    /// Reads those of these webhooks that are not paused, and the time by the database's clock.
    async fn read(&self, webhook_ids: &[i64]) -> Result<(i64, Vec<webhooks::Model>), Error> {
        if webhook_ids.is_empty() {
            return Ok((0, Vec::new()));
        }
        let connection = self.store.read();
        let (these, ids) = one_of(self.store.backend(), "$1", webhook_ids.iter().copied());
        let text = format!(
            "SELECT {} AS now_ms, {} FROM webhooks w WHERE w.id {these} AND w.webhook_status <> 'paused'",
            sql_now_ms(self.store.backend()),
            columns::<webhooks::Entity>("w")
        );
        let rows = connection.query_all_raw(sql(connection, text, vec![ids])).await?;
        let now_ms = rows.first().map_or(Ok(0), |row| row.try_get("", "now_ms"))?;
        let webhooks = rows.iter().map(|row| webhooks::Model::from_query_result(row, ""));
        Ok((now_ms, webhooks.collect::<Result<_, _>>()?))
    }

    /// Leases as many due deliveries of a webhook as there are permits, beginning with the one that is due the longest.
    async fn claim(
        &mut self,
        tx: &Transaction,
        webhook: &Arc<webhooks::Model>,
        permits: Vec<Permit>,
        Look { lease, now_ms, mark }: Look,
    ) -> Result<Vec<Claimed>, Error> {
        if permits.is_empty() {
            return Ok(Vec::new());
        }
        let limit = i64::try_from(permits.len()).unwrap_or(i64::MAX);
        let due_at_ms = match self.store.backend() {
            DbBackend::Sqlite => "0",
            _ => "(SELECT max(next_attempt_at_ms) FROM due)",
        };
        // Materialised, because a plan that ran the query twice would apply its limit twice.
        let text = format!(
            "WITH due AS MATERIALIZED ({})
             UPDATE deliveries SET lease_id = $5, next_attempt_at_ms = $6
             WHERE id IN (SELECT id FROM due) RETURNING id, event_id, attempt_count, {due_at_ms}",
            due_deliveries(self.store.backend()),
        );
        let from_ms = self.due_from_ms.get(&webhook.id).copied().unwrap_or(0);
        let expires_at_ms = now_ms + self.lease_ms;
        let values = vec![
            webhook.id.into(),
            now_ms.into(),
            limit.into(),
            from_ms.into(),
            lease.id.into(),
            expires_at_ms.into(),
        ];
        let rows = tx.query_all_raw(sql(tx, text, values)).await?;
        if rows.len() < permits.len() {
            self.limits.nothing_waits(webhook.id, mark);
        }
        if let Some(row) = rows.first() {
            let due_at_ms: i64 = row.try_get_by_index(3)?;
            self.due_from_ms.insert(webhook.id, due_at_ms - ms(DUE_OVERLAP));
        }
        let claimed = rows.iter().zip(permits).map(|(row, permit)| {
            Ok(Claimed {
                delivery_id: row.try_get_by_index(0)?,
                event_id: row.try_get_by_index(1)?,
                attempt_count: row.try_get_by_index(2)?,
                webhook: webhook.clone(),
                permit,
            })
        });
        claimed.collect()
    }
}

/// Returns the query that locks at most `$3` deliveries of webhook `$1` that are due between `$4` and `$2`, and selects
/// their ids and when they were due. They come in the order of the index, so that a long backlog is not sorted.
pub(crate) fn due_deliveries(backend: DbBackend) -> String {
    format!(
        "SELECT d.id, d.next_attempt_at_ms FROM deliveries d
         WHERE d.webhook_id = $1 AND {WAITING} AND d.next_attempt_at_ms BETWEEN $4 AND $2
         ORDER BY d.next_attempt_at_ms LIMIT $3 {}",
        skip_locked(backend, "d")
    )
}

/// Skips due deliveries of a webhook, at most [`SKIPPED_MAX`], if it is still disabled. Returns whether there may be
/// more.
async fn skip(store: &Store, webhook_id: i64, now_ms: i64) -> Result<bool, Error> {
    let lock = match store.backend() {
        DbBackend::Sqlite => "",
        // Whoever makes the webhook active waits until these deliveries are skipped, or they are not skipped.
        _ => "FOR SHARE",
    };
    let text = format!(
        "WITH disabled AS MATERIALIZED (
             SELECT id FROM webhooks WHERE id = $1 AND webhook_status = 'disabled' {lock}
         ), due AS MATERIALIZED ({})
         UPDATE deliveries
         SET delivery_status = 'skipped', next_attempt_at_ms = NULL, lease_id = NULL, finished_at_ms = $2
         WHERE id IN (SELECT due.id FROM due, disabled)",
        due_deliveries(store.backend()),
    );
    let values = vec![webhook_id.into(), now_ms.into(), SKIPPED_MAX.into(), 0.into()];
    let skipped = store.write().execute_raw(sql(store.write(), text, values)).await?.rows_affected();
    Ok(i64::try_from(skipped).is_ok_and(|skipped| skipped == SKIPPED_MAX))
}

/// Turns claimed deliveries into jobs: reads their events' bodies and traces.
async fn jobs(tx: &Transaction, claimed: Vec<Claimed>, lease: Lease) -> Result<Vec<Job>, Error> {
    if claimed.is_empty() {
        return Ok(Vec::new());
    }
    let events: BTreeSet<Uuid> = claimed.iter().map(|claimed| claimed.event_id).collect();
    let (these, ids) = one_of(tx.get_database_backend(), "$1", events);
    let text = format!("SELECT id, body, traceparent FROM events WHERE id {these}");
    let events = tx.query_all_raw(sql(tx, text, vec![ids])).await?;
    let mut by_id = HashMap::with_capacity(events.len());
    for event in events {
        let body: String = event.try_get_by_index(1)?;
        let trace = Trace::from_column(event.try_get_by_index(2)?);
        by_id.insert(event.try_get_by_index::<Uuid>(0)?, (Bytes::from(body), trace));
    }
    let jobs = claimed.into_iter().filter_map(|claimed| {
        let Claimed { delivery_id, event_id, attempt_count, webhook, permit } = claimed;
        let (body, trace) = by_id.get(&event_id)?.clone();
        Some(Job { delivery_id, event_id, body, trace, webhook, attempt_count, lease, permit })
    });
    Ok(jobs.collect())
}
