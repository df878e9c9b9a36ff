//! Tests a webhook with one attempt, made at once. The attempt's result is the response.
//!
//! The attempt is not an event of the account. Nothing is recorded, and it counts neither as a success nor as a failure
//! of the webhook. It is made whatever the webhook's status, so that a receiver can be tested before it gets events.

use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use shared::entities::webhooks;
use shared::values::ids::new_event_id;
use shared::webhooks::sender::{Attempted, Sender};

use super::super::deliveries::Attempt;
use super::super::tag::DocumentTag;
use super::webhook::Webhook;
use crate::auth::{Caller, Owner};
use crate::error::AppError;
use crate::fields::Payload;
use crate::fields::types::{EventId, Nullable, Text};
use crate::http::query::PathId;
use crate::http::{Operation, Reply};
use crate::object;
use crate::records::Context;
use crate::records::events;
use crate::state::App;

/// The event type of a test.
pub const PING: &str = "webhooks.ping";

/// The status with which a receiver says that it wants no more events.
const GONE: i16 = 410;
const WOULD_DISABLE: &str =
    "an answer of 410 to a delivery disables the webhook; a test does not, so it is as it was";

object! {
    /// What came of trying a webhook out.
    WebhookTest extends attempt: Attempt {
        /// The `webhook-id` that the receiver got
        event_id: EventId;
        /// What the same answer to a delivery would have done besides; null for nothing
        warning: Nullable<Text<300>>;
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

/// The operation that tests webhooks.
pub struct Tests(pub App);

/// Tests a webhook. Each account can run one test at a time, because a test holds a socket for as long as the receiver
/// likes.
pub async fn run(app: &App, caller: Caller, webhook_id: i64) -> Result<WebhookTest, AppError> {
    let row = caller.account.find_id::<webhooks::Entity>(webhook_id).one(app.store.read()).await?;
    let now_ms = Context::new(app, caller).now_ms;
    let webhook = Webhook::at(row.ok_or(AppError::NotFound)?, now_ms);
    let Some(_turn) = app.webhook_tests.turn(caller.account.account_id()) else {
        return Err(AppError::Busy("another webhook of this account is being tried out".to_owned()));
    };
    let event_id = new_event_id(now_ms);
    let body = events::body(&Context::new(app, caller), event_id, PING, &webhook)?;
    let sender = app
        .webhook_tests
        .sender(|| Sender::new(app.guard.clone(), app.webhook_timeout, app.secrets_key.clone()))?;
    let attempted = sender.send(&webhook.model, event_id, body.into()).await;
    let warning = (attempted.status_code == Some(GONE)).then(|| WOULD_DISABLE.to_owned());
    Ok(WebhookTest { attempt: attempted.into(), event_id, warning })
}

#[OpenApi(tag = "DocumentTag::Webhooks")]
impl Tests {
    /// Try a webhook out
    ///
    /// Takes an owner's key. Sends a signed `webhooks.ping` to this webhook alone, whatever its status, and answers with
    /// what came of it, after at most the attempt's deadline (15 s, unless the operator has changed it). Nothing is
    /// recorded, and there are no retries.
    #[oai(path = "/webhooks/:id/test", method = "post", operation_id = "testWebhook")]
    async fn test(&self, owner: Owner, id: Path<PathId>) -> Result<Reply<WebhookTest, Test>, AppError> {
        Reply::of(&run(&self.0, owner.0, id.id()).await?)
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
