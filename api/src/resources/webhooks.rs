//! Webhooks: where an account's events are delivered. Their changes are no events. Signing secret and custom headers
//! are encrypted at rest; the secret is shown once, when the webhook is created.

use std::collections::BTreeMap;

use poem::http::{HeaderName, HeaderValue};
use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::registry::{MetaSchema, MetaSchemaRef, Registry};
use sea_orm::{ConnectionTrait, DatabaseTransaction, PaginatorTrait};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::value::RawValue;
use shared::choices::{EventType, WebhookStatus};
use shared::entities::webhooks;
use shared::secrets::{webhook_headers_context, webhook_secret_context};
use shared::signature::WebhookSecret;

use super::Tag;
use crate::app::App;
use crate::http::body::{Fields, shown};
use crate::http::fields::{self, Field, List, Moment, Nullable, OneOf, Text, WebUrl, Whole};
use crate::http::query::PathId;
use crate::http::schema::{Describe, inline, property};
use crate::http::{AppError, Caller, Create, Draft, Index, Patch, Payload, Problems, Read, Reply, Update};
use crate::record;
use crate::resource::{self, Change, Context, Resource};

/// The most webhooks of an account: each event is a delivery, and each failing receiver an attempt, for every one.
const WEBHOOKS_MAX: u64 = 50;

type RateLimit = Whole<1, 10_000>;

const SECRET_DOC: &str = "The secret that signs deliveries; shown here only, so keep it";
const SECRET_EXAMPLE: &str = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";

record! {
    /// A webhook: an endpoint that receives the account's events, signed as Standard Webhooks has it.
    Webhook of webhooks::Model, body WebhookInput as "NewWebhook" or "WebhookChanges";
    fields {
        /// Where events are sent: https on port 443 or 8443 at a public address
        [required] webhook_url: WebUrl = "https://hooks.example.org/almoner";
        /// Active; paused (deliveries wait); or disabled (deliveries are skipped)
        webhook_status: OneOf<WebhookStatus> = "active";
        /// What it is for
        webhook_description: Text<255> = "Accounting";
    }
    write {
        /// The events to send; empty for all
        webhook_events: List<OneOf<EventType>> = ["gifts.create"];
        /// Headers to send along, such as a token of the receiver's; never shown again
        webhook_headers: Headers = {"X-Token": "abc"};
        /// The most deliveries per second of each dispatcher process; null for no limit
        webhook_rate_limit: RateLimit = null;
    }
    computed {
        /// The events that are sent; empty for all
        webhook_events: List<OneOf<EventType>> = |webhook| serde_json::from_str::<Vec<String>>(&webhook.webhook_events)
            .unwrap_or_default().iter().filter_map(|event| event.parse().ok()).collect();
        /// The most deliveries per second of each dispatcher process; null for no limit
        webhook_rate_limit: Nullable<RateLimit> = |webhook| webhook.webhook_rate_limit.map(i64::from);
        /// Why it is disabled
        webhook_disabled_reason: Nullable<Text<255>> = |webhook| webhook.webhook_disabled_reason.clone();
        /// When a delivery last succeeded
        webhook_last_success_at: Nullable<Moment> = |webhook| webhook.webhook_last_success_at_ms;
        /// When an attempt last failed
        webhook_last_failure_at: Nullable<Moment> = |webhook| webhook.webhook_last_failure_at_ms;
        /// When the record was created
        created_at: Moment = |webhook| webhook.created_at_ms;
        /// When the record was last changed
        updated_at: Moment = |webhook| webhook.updated_at_ms;
    }
    loaded {}
}

impl Payload for Webhook {
    const KIND: &'static str = "webhooks";
}

impl Resource for Webhook {
    type Entity = webhooks::Entity;
    type Input = WebhookInput;
    type Plan = ();
    const EVENTS: Option<(EventType, EventType)> = None;

    fn blank(context: &Context) -> webhooks::Model {
        webhooks::Model {
            id: 0,
            account_id: context.caller.account.account_id(),
            webhook_url: String::new(),
            webhook_events: "[]".to_owned(),
            webhook_status: WebhookStatus::Active,
            webhook_description: None,
            webhook_headers_sealed: None,
            webhook_rate_limit: None,
            webhook_secret_sealed: String::new(),
            webhook_previous_secret_sealed: None,
            webhook_previous_secret_until_ms: None,
            webhook_disabled_reason: None,
            webhook_last_success_at_ms: None,
            webhook_last_failure_at_ms: None,
            webhook_failing_since_ms: None,
            created_at_ms: context.now_ms,
            updated_at_ms: context.now_ms,
        }
    }

    fn id(row: &webhooks::Model) -> i64 {
        row.id
    }

    fn changed_at_ms(row: &webhooks::Model) -> Option<i64> {
        Some(row.updated_at_ms)
    }

    async fn change(
        tx: &DatabaseTransaction,
        context: &Context,
        change: Change<'_, Self>,
    ) -> Result<(), AppError> {
        let Change { input, row, stored, problems } = change;
        let account_id = context.caller.account.account_id();
        input.apply(row, &Self::blank(context));
        row.updated_at_ms = context.now_ms;
        if stored.is_none() {
            if context.caller.account.find::<webhooks::Entity>().count(tx).await? >= WEBHOOKS_MAX {
                problems.add("webhooks", format_args!("are at most {WEBHOOKS_MAX} in an account"));
            }
            let secret = WebhookSecret::generate()?;
            let sealed =
                context.app.secrets_key.encrypt(&webhook_secret_context(account_id), secret.as_bytes())?;
            row.webhook_secret_sealed = sealed;
        }
        match std::mem::take(&mut input.webhook_events) {
            Patch::Absent => {}
            Patch::Null => "[]".clone_into(&mut row.webhook_events),
            Patch::Value(events) => row.webhook_events = serde_json::to_string(&events)?,
        }
        match std::mem::take(&mut input.webhook_headers) {
            Patch::Absent => {}
            Patch::Null => row.webhook_headers_sealed = None,
            Patch::Value(headers) => {
                let headers = serde_json::to_vec(&headers)?;
                let sealed =
                    context.app.secrets_key.encrypt(&webhook_headers_context(account_id), &headers)?;
                row.webhook_headers_sealed = Some(sealed);
            }
        }
        match input.webhook_rate_limit {
            Patch::Absent => {}
            Patch::Null => row.webhook_rate_limit = None,
            Patch::Value(limit) => row.webhook_rate_limit = i32::try_from(limit).ok(),
        }
        row.webhook_disabled_reason = match (row.webhook_status, stored) {
            (WebhookStatus::Disabled, Some(stored)) if stored.webhook_status == WebhookStatus::Disabled => {
                stored.webhook_disabled_reason.clone()
            }
            (WebhookStatus::Disabled, _) => Some("disabled through the API".to_owned()),
            (WebhookStatus::Active | WebhookStatus::Paused, _) => None,
        };
        Ok(())
    }

    async fn load<C: ConnectionTrait>(
        _: &C,
        _: &Context,
        rows: Vec<webhooks::Model>,
    ) -> Result<Vec<Self>, AppError> {
        Ok(rows.into_iter().map(|model| Self { model }).collect())
    }
}

/// Headers of the owner's own: names to values.
pub struct Headers;

impl Headers {
    const MAX: usize = 20;
    const VALUE_MAX_BYTES: usize = 1000;

    fn check(name: &str, value: &str) -> Result<(), &'static str> {
        let name = HeaderName::from_bytes(name.as_bytes()).map_err(|_| "is not the name of a header")?;
        if shared::headers::is_reserved(name.as_str()) {
            return Err("is set by the service");
        }
        if value.len() > Self::VALUE_MAX_BYTES || HeaderValue::from_str(value).is_err() {
            return Err("must have a value of at most 1000 visible characters");
        }
        Ok(())
    }
}

impl Field for Headers {
    fn schema(_: &mut Registry) -> MetaSchemaRef {
        inline(MetaSchema {
            additional_properties: Some(Box::new(inline(MetaSchema::new("string")))),
            max_properties: Some(Self::MAX),
            ..MetaSchema::new("object")
        })
    }
}

impl fields::Read for Headers {
    type Value = BTreeMap<String, String>;

    fn read(raw: &RawValue, path: &str, within: &mut Fields<'_>) -> Result<Option<Self::Value>, String> {
        if raw.get() == "null" {
            return Ok(None);
        }
        let headers: Self::Value = serde_json::from_str(raw.get())
            .map_err(|_| "must be an object of header names and texts".to_owned())?;
        if headers.len() > Self::MAX {
            return Err(format!("must not have more than {} headers", Self::MAX));
        }
        for (name, value) in &headers {
            if let Err(rule) = Self::check(name, value) {
                within.problem(&format!("{path}.{}", shown(name)), rule);
            }
        }
        Ok(Some(headers))
    }
}

/// A webhook that has just been created, with the one showing of its secret.
pub struct WebhookWithSecret {
    webhook: Webhook,
    secret: String,
}

impl Serialize for WebhookWithSecret {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        Webhook::write_own(&self.webhook.model, &mut map)?;
        map.serialize_entry("webhook_secret", &self.secret)?;
        map.end()
    }
}

impl Describe for WebhookWithSecret {
    const NAME: &'static str = "WebhookWithSecret";

    fn describe(registry: &mut Registry) -> MetaSchema {
        let mut schema = Webhook::describe(registry);
        let secret = property(Text::<100>::schema(registry), SECRET_DOC, false, Some(SECRET_EXAMPLE.into()));
        schema.properties.push(("webhook_secret", secret));
        schema.required.push("webhook_secret");
        schema
    }
}

impl Payload for WebhookWithSecret {
    const KIND: &'static str = Webhook::KIND;
}

/// The operations on webhooks.
pub struct Webhooks(pub App);

impl Webhooks {
    /// Judges the address that a body names, so that the owner hears of a mistake now; it is judged again at every
    /// attempt. This may wait for a name server, so it comes before the transaction.
    async fn judge(&self, input: &WebhookInput, problems: &mut Problems) {
        // What is no URL is a problem already.
        let url = input.webhook_url.value().and_then(|url| url::Url::parse(url).ok());
        if let Some(url) = url
            && let Err(rule) = self.0.guard.judge(&url).await
        {
            problems.add("webhook_url", rule);
        }
    }
}

#[OpenApi(tag = "Tag::Webhooks")]
impl Webhooks {
    /// List all webhooks
    #[oai(path = "/webhooks", method = "get", operation_id = "listWebhooks")]
    async fn index(&self, caller: Caller) -> Result<Reply<Webhook, Index>, AppError> {
        resource::index(&self.0, caller).await
    }

    /// Create a webhook
    ///
    /// The response shows the webhook's secret, this once.
    #[oai(path = "/webhooks", method = "post", operation_id = "createWebhook")]
    async fn create(
        &self,
        caller: Caller,
        body: Draft<WebhookInput, Create>,
    ) -> Result<Reply<WebhookWithSecret, Create>, AppError> {
        let mut body = body;
        self.judge(&body.input, &mut body.problems).await;
        let (id, webhook) = resource::insert::<Webhook>(&self.0, caller, &mut body).await?;
        let context = webhook_secret_context(caller.account.account_id());
        let secret = self.0.secrets_key.decrypt(&context, &webhook.model.webhook_secret_sealed)?;
        let secret = WebhookSecret::from(secret).to_string();
        Ok(Reply::of(&WebhookWithSecret { webhook, secret })?.at(id).ignoring(&body.ignored))
    }

    /// Read one webhook
    #[oai(path = "/webhooks/:id", method = "get", operation_id = "readWebhook")]
    async fn read(&self, caller: Caller, id: Path<PathId>) -> Result<Reply<Webhook, Read>, AppError> {
        resource::read(&self.0, caller, &id).await
    }

    /// Update a webhook
    #[oai(path = "/webhooks/:id", method = "put", operation_id = "updateWebhook")]
    async fn update(
        &self,
        caller: Caller,
        id: Path<PathId>,
        body: Draft<WebhookInput, Update>,
    ) -> Result<Reply<Webhook, Update>, AppError> {
        let mut body = body;
        self.judge(&body.input, &mut body.problems).await;
        resource::update(&self.0, caller, &id, body).await
    }
}
