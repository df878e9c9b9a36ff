//! Deliveries: the state of each event for each webhook, with its attempts.

use std::collections::HashMap;

use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use sea_orm::sea_query::{Expr, SelectStatement, SimpleExpr, UnionType};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, DbErr, ExprTrait, JoinType, QueryFilter, QueryOrder,
    QuerySelect, QueryTrait, RelationTrait, Select,
};
use shared::database::clock::database_now_ms;
use shared::entities::{AccountScope, attempts, deliveries, events, webhooks};
use shared::values::choices::{AttemptOutcome, Choice, DeliveryStatus, EventType, WebhookStatus};
use shared::values::ids::first_event_id;
use shared::{Store, Transaction};
use uuid::Uuid;

use super::tag::DocumentTag;
use crate::auth::{Caller, Owner};
use crate::error::AppError;
use crate::events::retention::Removed;
use crate::fields::Payload;
use crate::fields::parameters::Limit;
use crate::fields::types::{Count, EventId, Flag, Id, Many, Moment, Nullable, OneOf, Text, Whole};
use crate::http::chunks::{Rest, chunks};
use crate::http::operation::ACTION_HEADERS;
use crate::http::query::{PathId, Query};
use crate::http::{Index, Operation, Read, Reply};
use crate::idempotency::IdempotencyKey;
use crate::idempotency::run_idempotent;
use crate::records::list::search::one_of;
use crate::records::one;
use crate::records::removed::check_since;
use crate::state::App;
use crate::{object, query};

/// The most attempts that a delivery shows: enough for a dozen redeliveries with all their retries.
const ATTEMPTS_MAX: u64 = 100;

object! {
    /// What has become of an event for a webhook.
    Delivery {
        /// Identifier
        id: Id;
        /// The webhook
        webhook_id: Id;
        /// The event
        event_id: EventId;
        /// What happened
        event_type: OneOf<EventType>;
        /// Pending; succeeded; failed, when all attempts have; or skipped, because the webhook was disabled
        delivery_status: OneOf<DeliveryStatus>;
        /// How many attempts were made since the event was queued, or last redelivered
        attempt_count: Count;
        /// When the next attempt is due; null during an attempt and after the delivery has ended
        next_attempt_at: Nullable<Moment>;
        /// When the event was queued for the webhook
        created_at: Moment;
        /// When the delivery succeeded, failed or was skipped
        finished_at: Nullable<Moment>;
    }
}

object! {
    /// A delivery with its attempts.
    DeliveryWithAttempts extends delivery: Delivery {
        /// The last 100 attempts, oldest first
        attempts: Many<Attempt>;
        /// Whether attempts were removed because they were old
        attempts_removed: Flag;
    }
}

object! {
    /// One attempt to deliver an event.
    Attempt {
        /// When it began
        attempted_at: Moment;
        /// How long it took, in milliseconds
        duration_ms: Count;
        /// How it ended: success; status (an answer other than 2xx); too_large (an answer of over 64 KiB); or why there
        /// was no answer
        attempt_outcome: OneOf<AttemptOutcome>;
        /// The answer's status
        status_code: Nullable<Whole<100, 999>>;
        /// The beginning of the answer's body, at most 4 KiB
        response_body: Nullable<Text<4096>>;
        /// Why there was no answer, for people
        error: Nullable<Text<300>>;
    }
}

impl Payload for Delivery {
    const KIND: &'static str = "deliveries";
}

impl Payload for DeliveryWithAttempts {
    const KIND: &'static str = Delivery::KIND;
}

impl Delivery {
    fn new(row: &deliveries::Model, event_type: EventType) -> Self {
        let deliveries::Model {
            id,
            account_id: _,
            event_id,
            webhook_id,
            delivery_status,
            attempt_count,
            next_attempt_at_ms,
            lease_id,
            created_at_ms,
            finished_at_ms,
            attempts_removed: _,
        } = *row;
        Self {
            id,
            webhook_id,
            event_id,
            event_type,
            delivery_status,
            attempt_count: attempt_count.into(),
            // While an attempt is being made, this column holds the end of its lease.
            next_attempt_at: next_attempt_at_ms.filter(|_| lease_id.is_none()),
            created_at: created_at_ms,
            finished_at: finished_at_ms,
        }
    }

    /// Makes deliveries from rows and the types of their events.
    pub async fn load<C: ConnectionTrait>(
        connection: &C,
        caller: &Caller,
        rows: Vec<deliveries::Model>,
    ) -> Result<Vec<Self>, AppError> {
        let select = caller.account.find::<events::Entity>();
        let select = select.filter(events::Column::Id.is_in(rows.iter().map(|row| row.event_id)));
        let types = select.select_only().columns([events::Column::Id, events::Column::EventType]);
        let types: HashMap<Uuid, EventType> =
            types.into_tuple::<(Uuid, EventType)>().all(connection).await?.into_iter().collect();
        let load = |row: &deliveries::Model| Some(Self::new(row, *types.get(&row.event_id)?));
        Ok(rows.iter().filter_map(load).collect())
    }
}

impl From<attempts::Model> for Attempt {
    fn from(row: attempts::Model) -> Self {
        let attempts::Model {
            id: _,
            account_id: _,
            delivery_id: _,
            attempted_at_ms,
            duration_ms,
            attempt_outcome,
            status_code,
            response_body,
            error,
        } = row;
        Self {
            attempted_at: attempted_at_ms,
            duration_ms: duration_ms.into(),
            attempt_outcome,
            status_code: status_code.map(i64::from),
            response_body,
            error,
        }
    }
}

/// How many pending deliveries of a webhook are looked up by their ids.
const PENDING_MAX: u64 = 10_000;

/// The operation that delivers an event once more.
struct Redeliver;

impl Operation for Redeliver {
    const NAME: &'static str = "redeliver";
    const HEADERS: &'static [(&'static str, &'static str)] = ACTION_HEADERS;
}

query! {
    /// Which deliveries are listed.
    DeliveriesQuery {
        /// Only deliveries with this status
        status: OneOf<DeliveryStatus>;
        /// Only events of this type
        event: OneOf<EventType>;
        /// Only events of this moment or later
        since: Moment;
        /// Only events before this moment
        until: Moment;
        /// How many deliveries to return at most; by default all
        limit: Limit;
    }
}

/// The filter of a list of a webhook's deliveries.
#[derive(Clone, Copy, Debug)]
pub struct DeliveryFilter {
    /// The webhook.
    pub webhook_id: i64,
    /// Only deliveries with this status.
    pub status: Option<DeliveryStatus>,
    /// Only events of this type.
    pub event: Option<EventType>,
    /// Only events of this moment or later.
    pub since: Option<i64>,
    /// Only events before this moment.
    pub until: Option<i64>,
}

impl DeliveryFilter {
    /// Selects the deliveries, newest event first, from the one after an event.
    ///
    /// Indexes have the pending deliveries of a webhook, but not in the order of their events. As soon as PostgreSQL
    /// believes that a webhook has many, it reads all deliveries in that order instead, those of other accounts too, until
    /// it has found enough. So if only pending ones are wanted, this looks for them first, and selects them by their ids.
    pub async fn select(
        self,
        store: &Store,
        account: AccountScope,
        after: Option<Uuid>,
    ) -> Result<Select<deliveries::Entity>, DbErr> {
        let select = self.in_order(account, after);
        if self.status != Some(DeliveryStatus::Pending) {
            return Ok(select);
        }
        let pending = store.read().query_all(&self.pending(account)).await?;
        if pending.len() as u64 > PENDING_MAX {
            return Ok(select);
        }
        let ids: Result<_, DbErr> = pending.iter().map(|row| row.try_get_by_index(0)).collect();
        let id = Expr::col((deliveries::Entity, deliveries::Column::Id));
        Ok(select.filter(one_of(store.backend(), id, ids?)))
    }

    /// Selects the ids of the webhook's pending deliveries, but not many more than are looked up by their ids.
    fn pending(self, account: AccountScope) -> SelectStatement {
        let lease = deliveries::Column::LeaseId;
        let [mut waiting, leased] = [lease.is_null(), lease.is_not_null()].map(|lease| {
            let pending = account.find::<deliveries::Entity>();
            let pending = pending.filter(deliveries::Column::WebhookId.eq(self.webhook_id));
            let pending = pending.filter(is(DeliveryStatus::Pending)).filter(lease);
            pending.select_only().column(deliveries::Column::Id).into_query()
        });
        waiting.union(UnionType::All, leased).limit(PENDING_MAX + 1).take()
    }

    fn in_order(self, account: AccountScope, after: Option<Uuid>) -> Select<deliveries::Entity> {
        let mut select = account.find::<deliveries::Entity>();
        select = select.filter(deliveries::Column::WebhookId.eq(self.webhook_id));
        // The event's id in the table whose index has the deliveries in their order.
        let mut event_id = deliveries::Column::EventId.as_column_ref();
        if let Some(event) = self.event {
            select = select.join(JoinType::InnerJoin, deliveries::Relation::Event.def());
            // Otherwise PostgreSQL does not see that the index of an account's events is in the order of their ids.
            select = select.filter(events::Column::AccountId.eq(account.account_id()));
            select = select.filter(events::Column::EventType.eq(event));
            event_id = events::Column::Id.as_column_ref();
        }
        let event_id = Expr::col(event_id);
        // Event ids are in the order of the events' times, so ids can bound a span of time.
        for before in after.into_iter().chain(self.until.map(first_event_id)) {
            select = select.filter(event_id.clone().lt(before));
        }
        if let Some(since_ms) = self.since {
            select = select.filter(event_id.clone().gte(first_event_id(since_ms)));
        }
        if let Some(status) = self.status {
            select = select.filter(has_status(status));
        }
        select.order_by_desc(event_id)
    }
}

impl DeliveryWithAttempts {
    /// Loads a delivery with its attempts.
    pub async fn load(app: &App, caller: &Caller, id: i64) -> Result<Self, AppError> {
        let tx = app.store.snapshot().await?;
        let row = caller.account.find_id::<deliveries::Entity>(id).one(&tx).await?;
        let row = row.ok_or(AppError::NotFound)?;
        let attempts_removed = row.attempts_removed;
        let select = caller.account.find::<attempts::Entity>();
        let select = select.filter(attempts::Column::DeliveryId.eq(row.id));
        let attempts = select.order_by_desc(attempts::Column::Id).limit(ATTEMPTS_MAX).all(&tx).await?;
        let delivery = one(Delivery::load(&tx, caller, vec![row]).await?)?;
        tx.end().await?;
        let attempts = attempts.into_iter().rev().map(Attempt::from).collect();
        Ok(Self { delivery, attempts, attempts_removed })
    }
}

/// Makes a delivery due now, with all its retries before it.
pub async fn queue_again(tx: &Transaction, caller: &Caller, id: i64) -> Result<Delivery, AppError> {
    let select = caller.account.find_id::<deliveries::Entity>(id).lock_exclusive();
    let mut row = select.one(tx).await?.ok_or(AppError::NotFound)?;
    let webhook = caller.account.find_id::<webhooks::Entity>(row.webhook_id).one(tx).await?;
    refuse_disabled(&webhook.ok_or(AppError::NotFound)?)?;
    let now_ms = database_now_ms(tx).await?;
    if row.lease_id.is_some() && row.next_attempt_at_ms > Some(now_ms) {
        let rule = "an attempt of this delivery is being made; try again when it has ended";
        return Err(AppError::Busy(rule.to_owned()));
    }
    row.delivery_status = DeliveryStatus::Pending;
    row.attempt_count = 0;
    row.next_attempt_at_ms = Some(now_ms);
    row.lease_id = None;
    row.finished_at_ms = None;
    let row = caller.account.replace::<deliveries::Entity>(tx, row).await?;
    one(Delivery::load(tx, caller, vec![row]).await?)
}

/// The operations on deliveries.
pub struct Deliveries(pub App);

#[OpenApi(tag = "DocumentTag::Webhooks")]
impl Deliveries {
    /// List a webhook's deliveries
    ///
    /// Newest event first. Deliveries of events that the operator had removed are gone with them.
    #[oai(path = "/webhooks/:id/deliveries", method = "get", operation_id = "listDeliveries")]
    async fn index(
        &self,
        caller: Caller,
        id: Path<PathId>,
        query: Query<DeliveriesQuery>,
    ) -> Result<Reply<Delivery, Index>, AppError> {
        let Query { input, mut problems, .. } = query;
        let DeliveriesQuery { status, event, since, until, limit } = input;
        let store = self.0.store.clone();
        let webhook = caller.account.find_id::<webhooks::Entity>(id.id()).one(store.read()).await?;
        let webhook_id = webhook.ok_or(AppError::NotFound)?.id;
        check_since(Removed::of(store.read(), caller.account).await?, since, &mut problems);
        problems.check_span(("since", since), ("until", until));
        problems.check()?;

        let filter = DeliveryFilter { webhook_id, status, event, since, until };
        let chunks = chunks(Rest::new(None, limit), move |rest: Rest<Uuid>| {
            let store = store.clone();
            async move {
                let select = filter.select(&store, caller.account, rest.after).await?;
                let rows = select.limit(rest.chunk()).all(store.read()).await?;
                let next = rest.next(&rows, |row| row.event_id);
                Ok((next, async move { Delivery::load(store.read(), &caller, rows).await }))
            }
        });
        // Without a limit, the list may be long, so it is streamed.
        if limit.is_some() { Reply::collect(chunks).await } else { Reply::stream(chunks).await }
    }

    /// Read one delivery, with its attempts
    #[oai(path = "/deliveries/:id", method = "get", operation_id = "readDelivery")]
    async fn read(
        &self,
        caller: Caller,
        id: Path<PathId>,
    ) -> Result<Reply<DeliveryWithAttempts, Read>, AppError> {
        Reply::tagged(&DeliveryWithAttempts::load(&self.0, &caller, id.id()).await?, 0)
    }

    /// Deliver an event once more
    ///
    /// Takes an owner's key. Whatever has become of it before: the event goes out at once, to a paused webhook as soon as it
    /// is resumed, and its retries begin anew. A disabled webhook receives nothing: make it active first.
    #[oai(path = "/deliveries/:id/redeliver", method = "post", operation_id = "redeliver")]
    async fn redeliver(
        &self,
        owner: Owner,
        id: Path<PathId>,
        idempotency_key: IdempotencyKey,
    ) -> Result<Reply<Delivery, Redeliver>, AppError> {
        let caller = owner.0;
        run_idempotent(&self.0, caller.account, idempotency_key, async |tx| {
            let delivery = queue_again(tx, &caller, id.id()).await?;
            Reply::of(&delivery)
        })
        .await
    }
}

/// Returns the condition for a status, in the words of the indexes that have only some deliveries.
fn is(status: DeliveryStatus) -> SimpleExpr {
    Expr::cust(format!("deliveries.delivery_status = '{}'", status.as_str()))
}

/// Returns the condition for deliveries with a status. For pending ones, each half of it is the condition of an index.
fn has_status(status: DeliveryStatus) -> Condition {
    let has = is(status);
    if status != DeliveryStatus::Pending {
        return Condition::all().add(has);
    }
    let lease = deliveries::Column::LeaseId;
    Condition::any().add(has.clone().and(lease.is_null())).add(has.and(lease.is_not_null()))
}

/// Refuses an operation on a disabled webhook: it would receive nothing, and its owner should know that.
pub(super) fn refuse_disabled(webhook: &webhooks::Model) -> Result<(), AppError> {
    if webhook.webhook_status != WebhookStatus::Disabled {
        return Ok(());
    }
    let reason = webhook.webhook_disabled_reason.as_deref().unwrap_or("no reason is known");
    let rule = format!("must be active or paused, but is disabled: {reason}");
    Err(AppError::invalid("webhook_status", rule))
}

#[cfg(test)]
mod tests {
    use shared::database::testing;

    use super::*;

    #[tokio::test]
    async fn a_page_of_rare_deliveries_is_read_without_the_others() {
        let db = testing::postgres().await;
        let rows = "INSERT INTO accounts (id, name, currency, timezone, created_at_ms) VALUES (1, 'A', 'USD', 'UTC', 0);
            INSERT INTO webhooks (id, account_id, webhook_url, webhook_events, webhook_status, webhook_secret_sealed,
                created_at_ms, updated_at_ms) VALUES (1, 1, 'https://example.com', '[]', 'active', '', 0, 0);
            INSERT INTO events (id, account_id, event_type, record_id, occurred_at_ms, body, position)
            SELECT lpad(to_hex(n), 32, '0')::UUID, 1, CASE WHEN n % 5000 = 1 THEN 'tasks.update' ELSE 'gifts.create' END,
                n, 0, '', n FROM generate_series(1, 50000) n;
            INSERT INTO deliveries (account_id, event_id, webhook_id, delivery_status, attempt_count,
                next_attempt_at_ms, lease_id, created_at_ms)
            SELECT 1, id, 1, CASE record_id % 5000 WHEN 2 THEN 'failed' WHEN 3 THEN 'skipped' WHEN 4 THEN 'pending'
                WHEN 5 THEN 'pending' ELSE 'succeeded' END, 1,
                CASE WHEN record_id % 5000 IN (4, 5) THEN 0 END, CASE record_id % 5000 WHEN 5 THEN id END, 0
            FROM events;
            ANALYZE";
        db.store.write().execute_unprepared(rows).await.unwrap();
        let pages = async |status, event| {
            let filter = DeliveryFilter { webhook_id: 1, status, event, since: None, until: None };
            let select = filter.select(&db.store, AccountScope::new(1), None).await.unwrap().limit(100);
            let count = select.clone().all(db.store.read()).await.unwrap().len();
            assert_eq!(count, if status == Some(DeliveryStatus::Pending) { 20 } else { 10 });
            db.pages_read(select.build(db.store.backend())).await
        };
        for status in [DeliveryStatus::Failed, DeliveryStatus::Skipped, DeliveryStatus::Pending] {
            let pages = pages(Some(status), None).await;
            assert!(pages < 100, "{status}: {pages} pages");
        }
        let pages = pages(None, Some(EventType::TasksUpdate)).await;
        assert!(pages < 100, "{pages} pages");
    }

    /// PostgreSQL then believes that each webhook has many pending deliveries.
    #[tokio::test]
    async fn a_page_of_pending_deliveries_is_read_without_the_others_if_another_webhook_has_many() {
        let db = testing::postgres().await;
        let rows = "INSERT INTO accounts (id, name, currency, timezone, created_at_ms)
            SELECT n, 'A', 'USD', 'UTC', 0 FROM generate_series(1, 2) n;
            INSERT INTO webhooks (id, account_id, webhook_url, webhook_events, webhook_status, webhook_secret_sealed,
                created_at_ms, updated_at_ms)
            SELECT n, n, 'https://example.com', '[]', 'active', '', 0, 0 FROM generate_series(1, 2) n;
            INSERT INTO events (id, account_id, event_type, record_id, occurred_at_ms, body, position)
            SELECT lpad(to_hex(n), 32, '0')::UUID, CASE WHEN n < 5000 THEN 2 ELSE 1 END, 'gifts.create', n, 0, '', n
            FROM generate_series(1, 50000) n;
            INSERT INTO deliveries (account_id, event_id, webhook_id, delivery_status, attempt_count,
                next_attempt_at_ms, created_at_ms)
            SELECT account_id, id, account_id, CASE account_id WHEN 2 THEN 'pending' ELSE 'succeeded' END, 1,
                CASE account_id WHEN 2 THEN 0 END, 0
            FROM events;
            ANALYZE";
        db.store.write().execute_unprepared(rows).await.unwrap();
        let status = Some(DeliveryStatus::Pending);
        let filter = DeliveryFilter { webhook_id: 1, status, event: None, since: None, until: None };
        let account = AccountScope::new(1);
        let pages = async |statement| db.pages_read(statement).await;
        let found = pages(db.store.backend().build(&filter.pending(account))).await;
        assert!(found < 100, "{found} pages to find them");
        let select = filter.select(&db.store, account, None).await.unwrap().limit(100);
        let read = pages(select.build(db.store.backend())).await;
        assert!(read < 100, "{read} pages to read them");
        let in_order = pages(filter.in_order(account, None).limit(100).build(db.store.backend())).await;
        assert!(in_order > 100, "without looking for them first: {in_order} pages");
    }
}
