//! Webhooks: the endpoints to which an account's events are delivered. A change of a webhook is not an event. Signing
//! secret and custom headers are encrypted at rest.

use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use sea_orm::{ConnectionTrait, PaginatorTrait};
use shared::Transaction;
use shared::crypto::webhook_cipher::Part;
use shared::entities::{AccountScope, webhooks};
use shared::events::include::Included;
use shared::values::choices::{AuditAction, EventType, WebhookStatus};
use shared::webhooks::signature::WebhookSecret;

use super::tag::DocumentTag;
use crate::accounts::audit;
use crate::auth::{Caller, Owner};
use crate::error::AppError;
use crate::fields::{Patch, Problems};
use crate::http::query::PathId;
use crate::http::{Create, Index, Read, Reply, Update};
use crate::records::{Change, Context, Resource, included};
use crate::rest::{self, JsonBody};
use crate::state::App;

mod headers;
pub mod secret;
pub mod test;
mod webhook;

pub use secret::Secrets;
use secret::WebhookWithSecret;
pub use test::Tests;
pub use webhook::{Stage, Webhook, WebhookInput, events, is_disabled_for_failing, origin, receiver};

/// The most webhooks of an account. Every event makes a delivery for each of them, and every failing receiver costs
/// attempts.
const WEBHOOKS_MAX: u64 = 50;

impl Resource for Webhook {
    type Entity = webhooks::Entity;
    type Input = WebhookInput;
    type Links = ();
    type Plan = Option<Unsealed>;
    const EVENTS: Option<(EventType, EventType)> = None;

    fn blank(context: &Context) -> webhooks::Model {
        webhooks::Model {
            account_id: context.caller.account.account_id(),
            webhook_events: "[]".to_owned(),
            created_at_ms: context.now_ms,
            updated_at_ms: context.now_ms,
            ..webhooks::Model::default()
        }
    }

    fn id(row: &webhooks::Model) -> i64 {
        row.id
    }

    fn version(row: &webhooks::Model) -> i64 {
        row.updated_at_ms
    }

    async fn change(
        tx: &Transaction,
        context: &Context,
        change: Change<'_, Self>,
    ) -> Result<Option<Unsealed>, AppError> {
        let Change { input, row, stored, problems } = change;
        input.apply(row, &Self::blank(context));
        row.updated_at_ms = context.now_ms;
        if stored.is_none() {
            context.caller.account.lock(tx).await?;
            if context.caller.account.find::<webhooks::Entity>().count(tx).await? >= WEBHOOKS_MAX {
                problems.add("webhooks", format_args!("are at most {WEBHOOKS_MAX} in an account"));
            }
        } else {
            secret::renew(&context.app, row)?;
            webhook::end_overlap(row, context.app.clock.now_ms());
        }
        match std::mem::take(&mut input.webhook_events) {
            Patch::Absent => {}
            Patch::Null => "[]".clone_into(&mut row.webhook_events),
            Patch::Value(events) => {
                row.webhook_events = serde_json::to_string(&webhook::events_column(&events))?;
            }
        }
        match std::mem::take(&mut input.webhook_include) {
            Patch::Absent => {}
            Patch::Null => row.webhook_include = None,
            Patch::Value(asked) => {
                included::check(&asked, "webhook_include", problems);
                let asked = Some(each_once(asked)).filter(|asked| !asked.is_empty());
                row.webhook_include = Included::of(asked).to_column();
            }
        }
        let headers = match std::mem::take(&mut input.webhook_headers) {
            Patch::Absent => {
                if stored.is_some_and(|stored| !same_origin(&stored.webhook_url, &row.webhook_url)) {
                    row.webhook_headers_sealed = None;
                }
                None
            }
            Patch::Null => {
                row.webhook_headers_sealed = None;
                None
            }
            Patch::Value(headers) => Some(serde_json::to_vec(&headers)?),
        };
        let unsealed = if stored.is_none() {
            Some(Unsealed { secret: WebhookSecret::generate()?, headers })
        } else {
            if let Some(headers) = headers {
                let cipher = secret::cipher(&context.app, row);
                row.webhook_headers_sealed = Some(cipher.encrypt(Part::Headers, &headers)?);
            }
            None
        };
        for (limit, column) in [
            (&input.webhook_rate_limit, &mut row.webhook_rate_limit),
            (&input.webhook_concurrency, &mut row.webhook_concurrency),
        ] {
            match *limit {
                Patch::Absent => {}
                Patch::Null => *column = None,
                Patch::Value(limit) => *column = i32::try_from(limit).ok(),
            }
        }
        row.webhook_disabled_reason = match (row.webhook_status, stored) {
            (WebhookStatus::Disabled, Some(stored)) if stored.webhook_status == WebhookStatus::Disabled => {
                stored.webhook_disabled_reason.clone()
            }
            (WebhookStatus::Disabled, _) => Some(webhook::DISABLED_BY_OWNER.to_owned()),
            (WebhookStatus::Active | WebhookStatus::Paused, _) => None,
        };
        row.told_disabled &= row.webhook_status == WebhookStatus::Disabled;
        let is_new_start = |stored: &webhooks::Model| {
            stored.webhook_url != row.webhook_url
                || stored.webhook_status != WebhookStatus::Active
                    && stored.webhook_status != row.webhook_status
        };
        if stored.is_some_and(is_new_start) {
            // The five days after which a failing webhook is disabled begin anew.
            row.webhook_failing_since_ms = None;
        }
        Ok(unsealed)
    }

    async fn complete(
        tx: &Transaction,
        context: &Context,
        written: Vec<(webhooks::Model, Option<Unsealed>)>,
    ) -> Result<Vec<Self>, AppError> {
        let mut rows = Vec::with_capacity(written.len());
        for (mut row, unsealed) in written {
            // Only a new webhook has something to be encrypted here.
            let action =
                if unsealed.is_some() { AuditAction::WebhookCreated } else { AuditAction::WebhookUpdated };
            note(tx, context, action, &row).await?;
            if let Some(Unsealed { secret, headers }) = unsealed {
                let cipher = secret::cipher(&context.app, &row);
                let secret = cipher.encrypt(Part::Secret, secret.as_bytes())?;
                let headers = headers.map(|headers| cipher.encrypt(Part::Headers, &headers)).transpose()?;
                (row.webhook_secret_sealed, row.webhook_headers_sealed) = (secret, headers);
                row = context.caller.account.replace::<webhooks::Entity>(tx, row).await?;
            }
            rows.push(row);
        }
        Self::load(tx, context, rows).await
    }

    async fn load<C: ConnectionTrait>(
        _: &C,
        context: &Context,
        rows: Vec<webhooks::Model>,
    ) -> Result<Vec<Self>, AppError> {
        let now_ms = context.app.clock.now_ms();
        Ok(rows.into_iter().map(|row| Self::at(row, now_ms)).collect())
    }
}

/// Leaves out repeated values.
fn each_once<T: PartialEq>(values: Vec<T>) -> Vec<T> {
    let mut named = Vec::with_capacity(values.len());
    for value in values {
        if !named.contains(&value) {
            named.push(value);
        }
    }
    named
}

/// Returns whether two URLs lead to the same receiver: scheme, host and port. Headers have secrets of the receiver, which
/// nobody can read, so they never follow a webhook to another one.
fn same_origin(one: &str, other: &str) -> bool {
    match (url::Url::parse(one), url::Url::parse(other)) {
        (Ok(one), Ok(other)) => one.origin() == other.origin(),
        _ => one == other,
    }
}

/// Writes an action on a webhook into the audit log. It names only the host of the URL, because the rest may have a
/// secret.
async fn note(
    tx: &Transaction,
    context: &Context,
    action: AuditAction,
    row: &webhooks::Model,
) -> Result<(), AppError> {
    let host = webhook::host(&row.webhook_url).unwrap_or_default();
    let (caller, detail) = (&context.caller, format!("webhook {} to {host}", row.id));
    let actor = caller.actor(context.app.clock.now_ms());
    Ok(audit::record(tx, actor, Some(caller.account), action, Some(&detail)).await?)
}

/// The parts of a new webhook that must be encrypted. The ciphertext is bound to the webhook's id, so it is written in
/// a second statement of the transaction, when the row has its id.
pub struct Unsealed {
    secret: WebhookSecret,
    headers: Option<Vec<u8>>,
}

/// The operations on webhooks.
pub struct Webhooks(pub App);

/// Checks the URL in a body for a new webhook, or for the one with this id, so that the owner hears of a mistake at once.
/// Every attempt checks more. The URL that is stored is not checked: it may be older than a rule, and the other fields of
/// its webhook can be changed all the same. This may wait for a name server, so it comes before the transaction.
pub async fn check_url(
    app: &App,
    account: AccountScope,
    id: Option<i64>,
    input: &WebhookInput,
    problems: &mut Problems,
) -> Result<(), AppError> {
    let Some(text) = input.webhook_url.value() else { return Ok(()) };
    // A text that is not a URL is a problem already.
    let Ok(url) = url::Url::parse(text) else { return Ok(()) };
    if let Some(id) = id {
        let stored = account.find_id::<webhooks::Entity>(id).one(app.store.read()).await?;
        if stored.is_some_and(|stored| stored.webhook_url == *text) {
            return Ok(());
        }
    }
    if let Err(rule) = app.guard.check(&url).await {
        problems.add("webhook_url", rule);
    }
    Ok(())
}

#[OpenApi(tag = "DocumentTag::Webhooks")]
impl Webhooks {
    /// List all webhooks
    #[oai(path = "/webhooks", method = "get", operation_id = "listWebhooks")]
    async fn index(&self, caller: Caller) -> Result<Reply<Webhook, Index>, AppError> {
        rest::index(&self.0, caller).await
    }

    /// Create a webhook
    ///
    /// Takes an owner's key. The response shows the webhook's secret, this once.
    #[oai(path = "/webhooks", method = "post", operation_id = "createWebhook")]
    async fn create(
        &self,
        owner: Owner,
        body: JsonBody<WebhookInput, Create>,
    ) -> Result<Reply<WebhookWithSecret, Create>, AppError> {
        let mut body = body;
        check_url(&self.0, owner.0.account, None, &body.input, &mut body.problems).await?;
        let answer = |webhook, _| secret::reply(&self.0, webhook);
        rest::create_with(&self.0, owner.0, None, body, answer).await
    }

    /// Read one webhook
    #[oai(path = "/webhooks/:id", method = "get", operation_id = "readWebhook")]
    async fn read(&self, caller: Caller, id: Path<PathId>) -> Result<Reply<Webhook, Read>, AppError> {
        rest::read(&self.0, caller, &id).await
    }

    /// Update a webhook
    ///
    /// Takes an owner's key. Changes only the fields that are sent, and answers with the whole record. A URL with another
    /// scheme, host or port clears `webhook_headers`, unless the body has them: they are meant for the receiver before.
    #[oai(path = "/webhooks/:id", method = "put", operation_id = "updateWebhook")]
    async fn update(
        &self,
        owner: Owner,
        id: Path<PathId>,
        body: JsonBody<WebhookInput, Update>,
    ) -> Result<Reply<Webhook, Update>, AppError> {
        let mut body = body;
        check_url(&self.0, owner.0.account, Some(id.id()), &body.input, &mut body.problems).await?;
        rest::update(&self.0, owner.0, &id, body).await
    }
}
