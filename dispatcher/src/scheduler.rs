//! Claims due deliveries from the database, and hands them to the attempts. All times are by the database's clock.
//!
//! Due deliveries are new ones that got no permit, retries, those of a webhook that is no longer paused, and those
//! whose worker died and whose lease has expired. (While a delivery is leased, its `next_attempt_at_ms` is the end of
//! the lease.) The scheduler looks for due deliveries when the release of a permit wakes it, when a rate limit allows
//! more, and twice a second. A look costs one query. If something is due, it also takes a transaction, with one claim
//! for each webhook, and another transaction for each webhook with a rate limit.
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
use shared::values::choices::WebhookStatus;
use shared::values::trace::Trace;
use shared::{Error, Store};
use tokio::sync::mpsc;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::isolation::{Limits, Permit};
use crate::job::{Job, Lease};
use crate::rate::Allowance;

/// How often to look without being woken.
const POLL: Duration = Duration::from_millis(500);
/// How long to wait after a release has woken the scheduler, so that several releases share one claim.
const GATHER: Duration = Duration::from_millis(5);
/// The most webhooks that one look finds.
const WEBHOOKS_MAX: usize = 256;
/// The most deliveries of a disabled webhook that one look skips.
const SKIPPED_MAX: i64 = 1000;

/// The part that claims due deliveries.
#[derive(Debug)]
pub(crate) struct Scheduler {
    pub(crate) store: Store,
    pub(crate) limits: Limits,
    /// How long a lease lasts.
    pub(crate) lease_ms: i64,
    pub(crate) jobs: mpsc::Sender<Job>,
    /// The highest webhook id that a look has served, if it did not reach all webhooks: because the permits ran out, or
    /// because there were more than [`WEBHOOKS_MAX`]. The next look begins after it, so that every webhook gets its
    /// turn. 0 to begin with the first.
    pub(crate) after_webhook_id: i64,
    /// The last failing webhook that got a permit. Failing webhooks share few permits. The next look begins with the
    /// failing webhook after this one, so that each gets its turn.
    pub(crate) after_failing_id: i64,
}

/// What a look has found.
struct Due {
    /// The time of the look, by the database's clock.
    now_ms: i64,
    webhooks: Vec<webhooks::Model>,
}

/// A webhook with due deliveries, and its permits.
type Granted = (Arc<webhooks::Model>, Vec<Permit>);

/// The time of a look, and the lease that it gives.
#[derive(Clone, Copy)]
struct Now {
    lease: Lease,
    /// By the database's clock.
    now_ms: i64,
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
    /// Claims due deliveries and hands them to the attempts, until the program stops.
    pub(crate) async fn run(mut self, stop: CancellationToken) {
        let mut backoff = Backoff::default();
        let mut look_at = Instant::now();
        loop {
            tokio::select! {
                biased;
                () = stop.cancelled() => return,
                () = self.limits.woken() => tokio::time::sleep(GATHER).await,
                () = tokio::time::sleep_until(look_at) => {}
            }
            look_at = Instant::now() + POLL;
            match self.look().await {
                Ok(sooner) => {
                    backoff.reset();
                    look_at = sooner.map_or(look_at, |sooner| sooner.min(look_at));
                }
                Err(error) => {
                    tracing::warn!(%error, "due deliveries cannot be claimed now; trying again");
                    backoff.wait().await;
                }
            }
        }
    }

    /// Claims due deliveries, as far as the limits allow, and hands them to the attempts. Returns when to look again,
    /// if that is before the next poll.
    async fn look(&mut self) -> Result<Option<Instant>, Error> {
        let lease = Lease::new();
        let Due { now_ms, webhooks } = self.due().await?;
        let is_last_page = webhooks.len() < WEBHOOKS_MAX;
        let (mut granted, mut disabled, mut look_at) = (Vec::<Granted>::new(), Vec::new(), None);
        let mut exhausted = false;
        for webhook in self.in_turn(webhooks) {
            let webhook_id = webhook.id;
            if webhook.webhook_status == WebhookStatus::Disabled {
                disabled.push(webhook_id);
            } else {
                let permits = self.limits.acquire((&webhook).into());
                exhausted = permits.is_empty() && self.limits.is_exhausted();
                if exhausted {
                    break;
                }
                if webhook.webhook_failing_since_ms.is_some() && !permits.is_empty() {
                    self.after_failing_id = webhook_id;
                }
                granted.push((Arc::new(webhook), permits));
            }
            self.after_webhook_id = self.after_webhook_id.max(webhook_id);
        }
        if !exhausted && is_last_page {
            self.after_webhook_id = 0;
        } else if !exhausted {
            look_at = Some(Instant::now());
        }
        granted.retain(|(_, permits)| !permits.is_empty());

        let now = Now { lease, now_ms };
        let (limited, unlimited): (Vec<_>, _) =
            granted.into_iter().partition(|(webhook, _)| webhook.webhook_rate_limit.is_some());
        let mut sooner: Vec<Instant> = look_at.into_iter().collect();
        sooner.extend(self.begin(unlimited, now).await?);
        // One at a time, because each locks its webhook's row, which other dispatchers wait for.
        for webhook in limited {
            sooner.extend(self.begin(vec![webhook], now).await?);
        }
        for webhook_id in disabled {
            if skip(&self.store, webhook_id, now_ms).await? {
                sooner.push(Instant::now());
            }
        }
        Ok(sooner.into_iter().min())
    }

    /// Claims due deliveries of webhooks, as many as they have permits, in one transaction. Hands them to the attempts.
    /// Returns when a rate limit allows more than it does now.
    async fn begin(&self, granted: Vec<Granted>, now: Now) -> Result<Option<Instant>, Error> {
        if granted.is_empty() {
            return Ok(None);
        }
        let tx = self.store.begin();
        let (mut claimed, mut look_at) = (Vec::new(), None);
        for (webhook, mut permits) in granted {
            let Some(per_second) = webhook.webhook_rate_limit else {
                claimed.extend(self.claim(&tx, &webhook, permits, now).await?);
                continue;
            };
            let allowance = Allowance::of(&tx, &webhook, per_second, now.now_ms).await?;
            let is_limited = allowance.count() < permits.len();
            Limits::give_back(permits.split_off(allowance.count().min(permits.len())));
            let begun = self.claim(&tx, &webhook, permits, now).await?;
            let wait = allowance.spend(&tx, &webhook, begun.len()).await?;
            if is_limited {
                // No release of a permit wakes the scheduler when the rate limit allows more.
                look_at = Some(Instant::now() + wait);
            }
            claimed.extend(begun);
        }
        let jobs = jobs(&tx, claimed, now.lease).await?;
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

    /// Sorts webhooks into the order of their turns: first those that are not failing, then the failing ones, from the
    /// one after `after_failing_id`.
    fn in_turn(&self, mut webhooks: Vec<webhooks::Model>) -> Vec<webhooks::Model> {
        webhooks.sort_by_key(|webhook| {
            let failing = webhook.webhook_failing_since_ms.is_some();
            (failing, failing && webhook.id <= self.after_failing_id, webhook.id)
        });
        webhooks
    }

    /// Returns the webhooks that have due deliveries and are not paused, in the order of their ids. The query jumps
    /// from webhook to webhook in the index of pending deliveries, so a long backlog costs no more than a short one.
    async fn due(&self) -> Result<Due, Error> {
        let connection = self.store.read();
        let text = format!(
            "WITH RECURSIVE clock (now_ms) AS (SELECT {}),
             pending (webhook_id) AS (
                 SELECT (SELECT min(d.webhook_id) FROM deliveries d
                         WHERE d.delivery_status = 'pending' AND d.webhook_id > $1)
                 UNION ALL
                 SELECT (SELECT min(d.webhook_id) FROM deliveries d
                         WHERE d.delivery_status = 'pending' AND d.webhook_id > pending.webhook_id)
                 FROM pending WHERE pending.webhook_id IS NOT NULL
             )
             SELECT clock.now_ms, {} FROM clock, pending JOIN webhooks w ON w.id = pending.webhook_id
             WHERE w.webhook_status <> 'paused'
               AND (SELECT min(d.next_attempt_at_ms) FROM deliveries d
                    WHERE d.delivery_status = 'pending' AND d.webhook_id = w.id) <= clock.now_ms
             ORDER BY w.id LIMIT $2",
            sql_now_ms(self.store.backend()),
            columns::<webhooks::Entity>("w")
        );
        let values =
            vec![self.after_webhook_id.into(), i64::try_from(WEBHOOKS_MAX).unwrap_or(i64::MAX).into()];
        let rows = connection.query_all_raw(sql(connection, text, values)).await?;
        let now_ms = rows.first().map_or(Ok(0), |row| row.try_get("", "now_ms"))?;
        let webhooks = rows.iter().map(|row| webhooks::Model::from_query_result(row, ""));
        Ok(Due { now_ms, webhooks: webhooks.collect::<Result<_, _>>()? })
    }

    /// Leases as many due deliveries of a webhook as there are permits, beginning with the one that is due the longest.
    async fn claim(
        &self,
        tx: &Transaction,
        webhook: &Arc<webhooks::Model>,
        permits: Vec<Permit>,
        Now { lease, now_ms }: Now,
    ) -> Result<Vec<Claimed>, Error> {
        if permits.is_empty() {
            return Ok(Vec::new());
        }
        let limit = i64::try_from(permits.len()).unwrap_or(i64::MAX);
        // Materialised, because a plan that ran the query twice would apply its limit twice.
        let text = format!(
            "WITH due AS MATERIALIZED ({})
             UPDATE deliveries SET lease_id = $4, next_attempt_at_ms = $5
             WHERE id IN (SELECT id FROM due) RETURNING id, event_id, attempt_count",
            due_deliveries(self.store.backend()),
        );
        let expires_at_ms = now_ms + self.lease_ms;
        let values =
            vec![webhook.id.into(), now_ms.into(), limit.into(), lease.id.into(), expires_at_ms.into()];
        let rows = tx.query_all_raw(sql(tx, text, values)).await?;
        if rows.len() < permits.len() {
            self.limits.nothing_waits(webhook.id);
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

/// Returns the query that locks at most `$3` deliveries of webhook `$1` that are due at `$2`, and selects their ids. They
/// come in the order of the index, so that a long backlog is not sorted.
fn due_deliveries(backend: DbBackend) -> String {
    format!(
        "SELECT d.id FROM deliveries d
         WHERE d.webhook_id = $1 AND d.delivery_status = 'pending' AND d.next_attempt_at_ms <= $2
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
    let values = vec![webhook_id.into(), now_ms.into(), SKIPPED_MAX.into()];
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
