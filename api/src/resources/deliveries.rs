//! Deliveries: the state of each event for each webhook, with its attempts.

use std::collections::HashMap;

use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use sea_orm::sea_query::{self, Expr};
use sea_orm::{ColumnTrait, ConnectionTrait, ExprTrait, QueryFilter, QueryOrder, QuerySelect};
use shared::database::clock::database_now_ms;
use shared::entities::{attempts, deliveries, events, webhooks};
use shared::values::choices::{AttemptOutcome, DeliveryStatus, EventType, WebhookStatus};
use shared::values::ids::first_event_id;
use uuid::Uuid;

use super::tag::DocumentTag;
use crate::auth::Caller;
use crate::http::chunks::{Rest, chunks};
use crate::http::fields::{Count, EventId, Id, Many, Moment, Nullable, OneOf, Text, Whole};
use crate::http::idempotency_key::IdempotencyKey;
use crate::http::operation::ACTION_HEADERS;
use crate::http::query::{Limit, PathId, Query};
use crate::http::{AppError, Index, Operation, Payload, Read, Reply};
use crate::idempotency::run_idempotent;
use crate::records::one;
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
    async fn load<C: ConnectionTrait>(
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

/// The operations on deliveries.
pub struct Deliveries(pub App);

#[OpenApi(tag = "DocumentTag::Webhooks")]
impl Deliveries {
    /// List a webhook's deliveries
    ///
    /// Newest event first.
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
        problems.check()?;

        // Event ids are in the order of the events' times, so ids can bound a span of time.
        let start = Rest::new(until.map(first_event_id), limit);
        let chunks = chunks(start, move |rest: Rest<Uuid>| {
            let store = store.clone();
            async move {
                use deliveries::Column;
                let select = caller.account.find::<deliveries::Entity>();
                let mut select = select.filter(Column::WebhookId.eq(webhook_id));
                if let Some(before) = rest.after {
                    select = select.filter(Column::EventId.lt(before));
                }
                if let Some(since_ms) = since {
                    select = select.filter(Column::EventId.gte(first_event_id(since_ms)));
                }
                if let Some(status) = status {
                    select = select.filter(Column::DeliveryStatus.eq(status));
                }
                if let Some(event_type) = event {
                    let same = Expr::col((events::Entity, events::Column::Id))
                        .equals((deliveries::Entity, Column::EventId));
                    let of_type = sea_query::Query::select()
                        .expr(Expr::val(1))
                        .from(events::Entity)
                        .and_where(same)
                        .and_where(events::Column::EventType.eq(event_type))
                        .take();
                    select = select.filter(Expr::exists(of_type));
                }
                let rows =
                    select.order_by_desc(Column::EventId).limit(rest.chunk()).all(store.read()).await?;
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
        let tx = self.0.store.snapshot().await?;
        let row = caller.account.find_id::<deliveries::Entity>(id.id()).one(&tx).await?;
        let row = row.ok_or(AppError::NotFound)?;
        let select = caller.account.find::<attempts::Entity>();
        let select = select.filter(attempts::Column::DeliveryId.eq(row.id));
        let attempts = select.order_by_desc(attempts::Column::Id).limit(ATTEMPTS_MAX).all(&tx).await?;
        let delivery = one(Delivery::load(&tx, &caller, vec![row]).await?)?;
        tx.end().await?;
        let attempts = attempts.into_iter().rev().map(Attempt::from).collect();
        Reply::tagged(&DeliveryWithAttempts { delivery, attempts }, 0)
    }

    /// Deliver an event once more
    ///
    /// Whatever has become of it before: the event goes out at once, to a paused webhook as soon as it is resumed, and
    /// its retries begin anew. A disabled webhook receives nothing: make it active first.
    #[oai(path = "/deliveries/:id/redeliver", method = "post", operation_id = "redeliver")]
    async fn redeliver(
        &self,
        caller: Caller,
        id: Path<PathId>,
        idempotency_key: IdempotencyKey,
    ) -> Result<Reply<Delivery, Redeliver>, AppError> {
        run_idempotent(&self.0, caller.account, idempotency_key, async |tx| {
            let select = caller.account.find_id::<deliveries::Entity>(id.id()).lock_exclusive();
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
            let delivery = one(Delivery::load(tx, &caller, vec![row]).await?)?;
            Reply::of(&delivery)
        })
        .await
    }
}

/// Refuses an operation on a disabled webhook: it would receive nothing, and its owner should know that.
pub(super) fn refuse_disabled(webhook: &webhooks::Model) -> Result<(), AppError> {
    if webhook.webhook_status != WebhookStatus::Disabled {
        return Ok(());
    }
    let reason = webhook.webhook_disabled_reason.as_deref().unwrap_or("no reason is known");
    Err(AppError::Invalid(vec![format!(
        "webhook_status must be active or paused, but is disabled: {reason}"
    )]))
}
