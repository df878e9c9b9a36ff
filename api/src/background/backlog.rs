//! The backlog in the database, of all accounts: events for the queue, the log and the dispatchers. Every api shows the
//! same figures, so that they are there when all dispatchers are gone.

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;
use sea_orm::{ColumnTrait, ConnectionTrait, DbBackend, QueryResult, QuerySelect};
use shared::database::clock::sql_now_ms;
use shared::database::statement::sql;
use shared::entities::{SystemScope, webhooks};
use shared::events::log::sql_settled;
use shared::process::metrics::{Exporter, Sampled, in_time, register_seconds};
use shared::values::choices::{Choice, WebhookStatus};
use shared::{Error, Store};
use uuid::Uuid;

/// How far rows are counted. A larger backlog needs no exact figure, and counting would take too long.
const COUNT_MAX: i64 = 100_000;

#[derive(Clone, Debug, Default)]
struct Backlog {
    database_up: Gauge,
    unpublished: Sampled,
    unrecorded: Sampled,
    outbox_age: Sampled,
    log_lag: Sampled,
    due: Sampled,
    past_due: Sampled,
    webhooks: Family<OfStatus, Gauge>,
    failing_webhooks: Sampled,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct OfStatus {
    status: &'static str,
}

/// Shows the backlog among the metrics.
pub fn show(exporter: &mut Exporter, store: Store) {
    let backlog = Backlog::default();
    backlog.register(exporter.registry());
    exporter.sample(move || {
        let (backlog, store) = (backlog.clone(), store.clone());
        async move { backlog.sample(&store).await }
    });
}

impl Backlog {
    fn register(&self, registry: &mut Registry) {
        let gauge = |sampled: &Sampled| sampled.gauge();
        let help = "1 if the database has told what waits in it, else 0";
        registry.register("almoner_database_up", help, self.database_up.clone());
        let help = "The events that wait for a relay, up to 100000";
        registry.register("almoner_outbox_unpublished_events", help, gauge(&self.unpublished));
        let help = "The events that are published and wait for a dispatcher to record them, up to 100000";
        registry.register("almoner_outbox_unrecorded_events", help, gauge(&self.unrecorded));
        let help = "The age of the oldest event that no dispatcher has recorded, or 0";
        register_seconds(registry, "almoner_outbox_oldest_age", help, gauge(&self.outbox_age));
        let help = "The age of the oldest event that GET /events does not show yet, or 0";
        register_seconds(registry, "almoner_event_log_lag", help, gauge(&self.log_lag));
        let help = "The deliveries that are due and not attempted now, up to 100000";
        registry.register("almoner_deliveries_due", help, gauge(&self.due));
        let help = "For how long the oldest delivery has been due, or 0. Leaves out webhooks that fail, that are not \
                    active, or that have a rate limit, because theirs wait on purpose";
        register_seconds(registry, "almoner_deliveries_past_due", help, gauge(&self.past_due));
        registry.register("almoner_webhooks", "The webhooks, by status", self.webhooks.clone());
        let help = "The active webhooks whose latest attempts have failed";
        registry.register("almoner_webhooks_failing", help, gauge(&self.failing_webhooks));
    }

    async fn sample(&self, store: &Store) {
        let outbox = in_time(outbox(store)).await;
        self.database_up.set(i64::from(outbox.is_some()));
        let [unpublished, unrecorded, outbox_age] = numbers(outbox);
        self.unpublished.set(unpublished);
        self.unrecorded.set(unrecorded);
        self.outbox_age.set(outbox_age.map(seconds));
        if self.database_up.get() == 0 {
            // Do not wait for the same database again and again.
            return self.forget();
        }
        let [log_lag] = numbers(in_time(log_lag_ms(store)).await);
        self.log_lag.set(log_lag.map(seconds));
        let [due, past_due] = numbers(in_time(due(store)).await);
        self.due.set(due);
        self.past_due.set(past_due.map(seconds));
        let webhooks = in_time(webhooks_by_status(store)).await;
        self.failing_webhooks.set(webhooks.as_ref().map(|webhooks| {
            let active = webhooks.iter().filter(|(status, ..)| *status == WebhookStatus::Active);
            float(active.map(|(.., failing)| failing).sum())
        }));
        for status in WebhookStatus::ALL {
            let of_status = webhooks.iter().flatten().filter(|(one, ..)| one == status);
            let count = of_status.map(|(_, count, _)| count).sum();
            self.webhooks.get_or_create(&OfStatus { status: status.as_str() }).set(count);
        }
    }

    fn forget(&self) {
        for unknown in [&self.log_lag, &self.due, &self.past_due, &self.failing_webhooks] {
            unknown.set(None);
        }
        self.webhooks.clear();
    }
}

/// Returns the events of the outbox that are not published, those that are published, and the age of the oldest one in
/// milliseconds.
async fn outbox(store: &Store) -> Result<[i64; 3], Error> {
    let text = format!(
        "SELECT (SELECT COUNT(*) FROM (SELECT 1 FROM outbox WHERE published_at_ms IS NULL LIMIT $1) AS one),
                (SELECT COUNT(*) FROM (SELECT 1 FROM outbox WHERE published_at_ms IS NOT NULL LIMIT $1) AS one),
                (SELECT event_id FROM outbox ORDER BY event_id LIMIT 1), {}",
        sql_now_ms(store.backend())
    );
    let row = one(store, &text, vec![COUNT_MAX.into()]).await?;
    let age_ms = age_ms(row.try_get_by_index(2)?, row.try_get_by_index(3)?);
    Ok([row.try_get_by_index(0)?, row.try_get_by_index(1)?, age_ms])
}

/// Returns the age of the oldest event that readers of the log do not see yet.
async fn log_lag_ms(store: &Store) -> Result<[i64; 1], Error> {
    let backend = store.backend();
    if backend == DbBackend::Sqlite {
        // Every visible event is settled.
        return Ok([0]);
    }
    let text = format!(
        "SELECT MIN(CAST(oldest.id AS TEXT)), {} FROM accounts a CROSS JOIN LATERAL (
             SELECT e.id FROM events e WHERE e.account_id = a.id AND e.position >= {}
             ORDER BY e.position, e.id LIMIT 1
         ) AS oldest",
        sql_now_ms(backend),
        sql_settled(backend)
    );
    let row = one(store, &text, Vec::new()).await?;
    let oldest: Option<String> = row.try_get_by_index(0)?;
    let oldest = oldest.and_then(|id| Uuid::try_parse(&id).ok());
    Ok([age_ms(oldest, row.try_get_by_index(1)?)])
}

/// Returns how many deliveries are due, and for how many milliseconds the oldest one has been due. Deliveries that are
/// meant to wait do not count.
async fn due(store: &Store) -> Result<[i64; 2], Error> {
    let text = format!(
        "WITH clock (now_ms) AS (SELECT {now}), due AS (
             SELECT 1 FROM deliveries d WHERE d.delivery_status = 'pending' AND d.lease_id IS NULL
                 AND d.next_attempt_at_ms <= (SELECT now_ms FROM clock) LIMIT $1
         ), oldest AS (
             SELECT (SELECT MIN(d.next_attempt_at_ms) FROM deliveries d
                     WHERE d.delivery_status = 'pending' AND d.lease_id IS NULL AND d.webhook_id = w.id) AS due_at_ms
             FROM webhooks w WHERE w.webhook_status = 'active' AND w.webhook_failing_since_ms IS NULL
                 AND w.webhook_rate_limit IS NULL
         )
         SELECT (SELECT COUNT(*) FROM due), (SELECT MIN(due_at_ms) FROM oldest), now_ms FROM clock",
        now = sql_now_ms(store.backend())
    );
    let row = one(store, &text, vec![COUNT_MAX.into()]).await?;
    let now_ms: i64 = row.try_get_by_index(2)?;
    let past_due_ms =
        row.try_get_by_index::<Option<i64>>(1)?.map_or(0, |due_at_ms| (now_ms - due_at_ms).max(0));
    Ok([row.try_get_by_index(0)?, past_due_ms])
}

/// Returns how many webhooks have each status, and how many of these are failing.
async fn webhooks_by_status(store: &Store) -> Result<Vec<(WebhookStatus, i64, i64)>, Error> {
    use webhooks::Column as W;
    let counts = SystemScope
        .find::<webhooks::Entity>()
        .select_only()
        .column(W::WebhookStatus)
        .column_as(W::Id.count(), "webhooks")
        .column_as(W::WebhookFailingSinceMs.count(), "failing")
        .group_by(W::WebhookStatus);
    Ok(counts.into_tuple().all(store.read()).await?)
}

async fn one(store: &Store, text: &str, values: Vec<sea_orm::Value>) -> Result<QueryResult, Error> {
    let row = store.read().query_one_raw(sql(store.read(), text, values)).await?;
    Ok(row.ok_or_else(|| sea_orm::DbErr::RecordNotFound("what waits".to_owned()))?)
}

/// Returns the age of an event, whose id tells its moment.
fn age_ms(event_id: Option<Uuid>, now_ms: i64) -> i64 {
    let moment = event_id.and_then(|id| id.get_timestamp()).map(|moment| moment.to_unix().0);
    moment.map_or(0, |seconds| {
        (now_ms - i64::try_from(seconds).unwrap_or(i64::MAX).saturating_mul(1000)).max(0)
    })
}

fn numbers<const N: usize>(found: Option<[i64; N]>) -> [Option<f64>; N] {
    found.map_or([None; N], |found| found.map(|number| Some(float(number))))
}

#[allow(clippy::cast_precision_loss, reason = "metrics are floats")]
fn float(number: i64) -> f64 {
    number as f64
}

fn seconds(ms: f64) -> f64 {
    ms / 1000.0
}
