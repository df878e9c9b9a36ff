//! Recoveries: jobs that send a webhook the events that it has missed. The API records them, and the dispatcher carries
//! them out.

use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use sea_orm::{ColumnTrait, PaginatorTrait, QueryFilter, QuerySelect};
use shared::Transaction;
use shared::entities::{events, recoveries, webhooks};
use shared::values::choices::RecoveryStatus;
use shared::values::ids::first_event_id;

use super::deliveries::refuse_disabled;
use super::tag::DocumentTag;
use crate::auth::{Caller, Owner};
use crate::error::AppError;
use crate::events::retention::Removed;
use crate::fields::Payload;
use crate::fields::Problems;
use crate::fields::types::{Count, Flag, Id, Moment, Nullable, OneOf};
use crate::http::query::PathId;
use crate::http::{Create, Read, Reply};
use crate::idempotency::run_idempotent;
use crate::records::Context;
use crate::records::removed::check_since;
use crate::rest::JsonBody;
use crate::state::App;
use crate::{body, object};

body! {
    /// The body that starts a recovery.
    RecoveryInput as "RecoveryCreate" or "RecoveryCreate" {
        /// The first moment of the events
        since: Moment { required, example: "2026-06-15T00:00:00Z" };
        /// The moment before which they happened; by default now
        until: Moment { example: "2026-06-16T00:00:00Z" };
        /// 1: only deliveries that have failed for good; 0, the default: also skipped ones, those that wait for a retry, and
        /// events that were never queued
        only_failed: Flag { example: 0 };
    }
}

object! {
    /// A job that sends a webhook what it has missed.
    Recovery {
        /// Identifier
        id: Id;
        /// The webhook
        webhook_id: Id;
        /// The first moment of the events
        since: Moment;
        /// The moment before which they happened
        until: Moment;
        /// Whether only failed deliveries are sent again
        only_failed: Flag;
        /// Running; finished, when everything is queued; or stopped, because the webhook was disabled
        recovery_status: OneOf<RecoveryStatus>;
        /// How many events there are in the span of time
        event_count: Count;
        /// How many of them have been examined
        examined_count: Count;
        /// How many of those were queued for the webhook
        queued_count: Count;
        /// When the recovery was asked for
        created_at: Moment;
        /// When it ended
        finished_at: Nullable<Moment>;
    }
}

impl Payload for Recovery {
    const KIND: &'static str = "recoveries";
}

impl From<recoveries::Model> for Recovery {
    fn from(row: recoveries::Model) -> Self {
        let recoveries::Model {
            id,
            account_id: _,
            webhook_id,
            recovery_since_ms,
            recovery_until_ms,
            recovery_only_failed,
            recovery_status,
            recovery_event_count,
            recovery_examined_count,
            recovery_queued_count,
            after_event_id: _,
            created_at_ms,
            finished_at_ms,
        } = row;
        Self {
            id,
            webhook_id,
            since: recovery_since_ms,
            until: recovery_until_ms,
            only_failed: recovery_only_failed,
            recovery_status,
            event_count: recovery_event_count,
            examined_count: recovery_examined_count,
            queued_count: recovery_queued_count,
            created_at: created_at_ms,
            finished_at: finished_at_ms,
        }
    }
}

/// A checked request for a recovery.
#[derive(Clone, Copy, Debug)]
pub struct Request {
    since_ms: i64,
    until_ms: i64,
    only_failed: bool,
    event_count: u64,
    now_ms: i64,
}

impl Request {
    /// Reads a body, and counts the events of its span of time. Counting comes before the transaction, because other
    /// requests wait for the lock that it takes.
    pub async fn new(
        app: &App,
        caller: &Caller,
        input: &RecoveryInput,
        problems: &mut Problems,
    ) -> Result<Self, AppError> {
        let now_ms = Context::new(app, *caller).now_ms;
        let since = input.since.value().copied();
        // Future events are delivered anyway.
        let until_ms = input.until.value().copied().unwrap_or(now_ms).min(now_ms);
        if since.is_some_and(|since_ms| since_ms >= until_ms) {
            problems.add("since", "must lie before until and before now");
        }
        check_since(Removed::of(app.store.read(), caller.account).await?, since, problems);
        let since_ms = since.unwrap_or_default();
        let (first, end) = (first_event_id(since_ms), first_event_id(until_ms));
        let events = caller.account.find::<events::Entity>().filter(events::Column::Id.gte(first));
        let event_count = events.filter(events::Column::Id.lt(end)).count(app.store.read()).await?;
        let only_failed = input.only_failed.value().copied().unwrap_or_default();
        Ok(Self { since_ms, until_ms, only_failed, event_count, now_ms })
    }

    /// Records the recovery of a webhook, which the dispatcher then carries out.
    pub async fn start(
        self,
        tx: &Transaction,
        caller: &Caller,
        webhook_id: i64,
        problems: &mut Problems,
    ) -> Result<recoveries::Model, AppError> {
        // The lock makes recoveries of one webhook follow each other.
        let select = caller.account.find_id::<webhooks::Entity>(webhook_id).lock_exclusive();
        let webhook = select.one(tx).await?.ok_or(AppError::NotFound)?;
        problems.check()?;
        refuse_disabled(&webhook)?;
        let running = caller.account.find::<recoveries::Entity>();
        let running = running.filter(recoveries::Column::WebhookId.eq(webhook.id));
        let running = running.filter(recoveries::Column::RecoveryStatus.eq(RecoveryStatus::Running));
        if let Some(running) = running.one(tx).await? {
            return Err(AppError::Busy(format!("recovery {} of this webhook is running", running.id)));
        }
        let row = recoveries::Model {
            id: 0,
            account_id: caller.account.account_id(),
            webhook_id: webhook.id,
            recovery_since_ms: self.since_ms,
            recovery_until_ms: self.until_ms,
            recovery_only_failed: self.only_failed,
            recovery_status: RecoveryStatus::Running,
            recovery_event_count: i64::try_from(self.event_count).unwrap_or(i64::MAX),
            recovery_examined_count: 0,
            recovery_queued_count: 0,
            after_event_id: first_event_id(self.since_ms),
            created_at_ms: self.now_ms,
            finished_at_ms: None,
        };
        Ok(caller.account.insert::<recoveries::Entity>(tx, row).await?)
    }
}

/// The operations on recoveries.
pub struct Recoveries(pub App);

#[OpenApi(tag = "DocumentTag::Webhooks")]
impl Recoveries {
    /// Send a webhook what it has missed
    ///
    /// Takes an owner's key. Of the events of a span of time, those are queued at once whose delivery has failed, was
    /// skipped or waits for a retry, and those that were never queued for this webhook though they are among its
    /// `webhook_events`. What has succeeded is not sent again. The job goes on through restarts; its progress is at
    /// `GET /recoveries/{id}`.
    #[oai(path = "/webhooks/:id/recover", method = "post", operation_id = "recoverWebhook")]
    async fn create(
        &self,
        owner: Owner,
        id: Path<PathId>,
        body: JsonBody<RecoveryInput, Create>,
    ) -> Result<Reply<Recovery, Create>, AppError> {
        let caller = owner.0;
        let JsonBody { input, mut problems, ignored, idempotency_key, .. } = body;
        let request = Request::new(&self.0, &caller, &input, &mut problems).await?;
        run_idempotent(&self.0, caller.account, idempotency_key, async |tx| {
            let row = request.start(tx, &caller, id.id(), &mut problems).await?;
            let id = row.id;
            Ok(Reply::tagged(&Recovery::from(row), 0)?.at(id).ignoring(&ignored))
        })
        .await
    }

    /// Read one recovery
    #[oai(path = "/recoveries/:id", method = "get", operation_id = "readRecovery")]
    async fn read(&self, caller: Caller, id: Path<PathId>) -> Result<Reply<Recovery, Read>, AppError> {
        let row = caller.account.find_id::<recoveries::Entity>(id.id()).one(self.0.store.read()).await?;
        Reply::tagged(&Recovery::from(row.ok_or(AppError::NotFound)?), 0)
    }
}
