//! Tests a webhook with one attempt, made at once. The attempt's result is the response.
//!
//! The attempt is not an event of the account. Nothing is recorded, and it counts neither as a success nor as a failure
//! of the webhook. It is made whatever the webhook's status, so that a receiver can be tested before it gets events.

use std::collections::HashSet;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use shared::Error;
use shared::entities::webhooks;
use shared::values::ids::new_event_id;
use shared::webhooks::sender::{Attempted, Sender};

use super::super::deliveries::Attempt;
use super::super::tag::DocumentTag;
use super::webhook::Webhook;
use crate::auth::Caller;
use crate::http::fields::EventId;
use crate::http::query::PathId;
use crate::http::{AppError, Operation, Payload, Reply};
use crate::object;
use crate::records::Context;
use crate::records::events;
use crate::state::App;

/// The event type of a test.
pub const PING: &str = "webhooks.ping";

object! {
    /// What came of trying a webhook out.
    WebhookTest extends attempt: Attempt {
        /// The `webhook-id` that the receiver got
        event_id: EventId;
    }
}

impl Payload for WebhookTest {
    const KIND: &'static str = Webhook::KIND;
}

/// The operation that tests a webhook.
struct Test;

impl Operation for Test {
    const NAME: &'static str = "test";
}

/// The operation that tests webhooks. Each account can run one test at a time, because a test holds a socket for as
/// long as the receiver likes.
pub struct Tests {
    app: App,
    /// The sender is made when it is first needed, because it loads the system's root certificates.
    sender: OnceLock<Sender>,
    busy_accounts: Mutex<HashSet<i64>>,
}

/// An account's turn to run a test. Dropping it ends the turn.
struct Turn<'a> {
    tests: &'a Tests,
    account_id: i64,
}

impl Tests {
    /// Makes the operation, with no test under way.
    pub fn new(app: &App) -> Self {
        Self { app: app.clone(), sender: OnceLock::new(), busy_accounts: Mutex::default() }
    }

    fn sender(&self) -> Result<&Sender, Error> {
        if let Some(sender) = self.sender.get() {
            return Ok(sender);
        }
        let App { guard, webhook_timeout, secrets_key, .. } = self.app.clone();
        let sender = Sender::new(guard, webhook_timeout, secrets_key)?;
        Ok(self.sender.get_or_init(|| sender))
    }

    fn turn(&self, account_id: i64) -> Option<Turn<'_>> {
        let is_free = self.busy_accounts().insert(account_id);
        // Not `then_some`: that would make a turn even if the account is busy, and dropping it would end the other
        // test's turn.
        is_free.then(|| Turn { tests: self, account_id })
    }

    /// Returns the busy accounts. After a panic under the lock the set is still valid, so poisoning is ignored.
    fn busy_accounts(&self) -> MutexGuard<'_, HashSet<i64>> {
        self.busy_accounts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.tests.busy_accounts().remove(&self.account_id);
    }
}

#[OpenApi(tag = "DocumentTag::Webhooks")]
impl Tests {
    /// Try a webhook out
    ///
    /// Sends a signed `webhooks.ping` to this webhook alone, whatever its status, and answers with what came of it, after
    /// at most the attempt's deadline (15 s, unless the operator has changed it). Nothing is recorded, and there are no
    /// retries.
    #[oai(path = "/webhooks/:id/test", method = "post", operation_id = "testWebhook")]
    async fn test(&self, caller: Caller, id: Path<PathId>) -> Result<Reply<WebhookTest, Test>, AppError> {
        let app = &self.app;
        let row = caller.account.find_id::<webhooks::Entity>(id.id()).one(app.store.read()).await?;
        let now_ms = Context::new(app, caller).now_ms;
        let webhook = Webhook::at(row.ok_or(AppError::NotFound)?, now_ms);
        let Some(_turn) = self.turn(caller.account.account_id()) else {
            return Err(AppError::Busy("another webhook of this account is being tried out".to_owned()));
        };
        let event_id = new_event_id(now_ms);
        let body = events::body(event_id, PING, now_ms, &webhook)?;
        let attempted = self.sender()?.send(&webhook.model, event_id, body.into()).await;
        Reply::of(&WebhookTest { attempt: attempted.into(), event_id })
    }
}

impl From<Attempted> for Attempt {
    fn from(attempted: Attempted) -> Self {
        let Attempted {
            attempted_at_ms,
            duration_ms,
            outcome,
            status_code,
            retry_after: _,
            response_body,
            error,
        } = attempted;
        Self {
            attempted_at: attempted_at_ms,
            duration_ms: duration_ms.into(),
            attempt_outcome: outcome,
            status_code: status_code.map(i64::from),
            response_body,
            error,
        }
    }
}
