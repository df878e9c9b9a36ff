//! The secret that signs a webhook's deliveries. It is shown when it is made, and never again.

use poem::http::HeaderValue;
use poem::http::header::CACHE_CONTROL;
use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::registry::{MetaSchema, Registry};
use sea_orm::QuerySelect;
use serde::ser::{Serialize, SerializeMap, Serializer};
use shared::Transaction;
use shared::crypto::webhook_cipher::{Part, WebhookCipher};
use shared::entities::webhooks;
use shared::values::choices::AuditAction;
use shared::webhooks::signature::WebhookSecret;

use super::super::tag::DocumentTag;
use super::webhook::Webhook;
use crate::accounts::audit;
use crate::auth::{Caller, Owner};
use crate::body;
use crate::error::AppError;
use crate::fields::Payload;
use crate::fields::field::Field;
use crate::fields::members::Members;
use crate::fields::schema::{Describe, property};
use crate::fields::types::{Text, Whole};
use crate::http::conditional::EntityTag;
use crate::http::operation::CHANGE_HEADERS;
use crate::http::operation::Writes;
use crate::http::query::PathId;
use crate::http::{Operation, Reply};
use crate::idempotency::run_idempotent;
use crate::records::Context;
use crate::rest::JsonBody;
use crate::state::App;

/// How long a replaced secret still signs beside the new one, unless the caller says otherwise.
pub const OVERLAP_DEFAULT_HOURS: i64 = 24;
const HOUR_MS: i64 = 3_600_000;

const SECRET_DOC: &str = "The secret that signs deliveries; shown here only, so keep it";
const SECRET_EXAMPLE: &str = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";

/// Returns the cipher for a webhook's secrets and headers.
pub(super) fn cipher<'a>(app: &'a App, row: &webhooks::Model) -> WebhookCipher<'a> {
    WebhookCipher::new(&app.secrets_key, row.account_id, row.id)
}

/// Prepares a stored webhook for being written: encrypts again what an earlier version encrypted.
pub(super) fn renew(app: &App, row: &mut webhooks::Model) -> Result<(), AppError> {
    let cipher = cipher(app, row);
    cipher.renew(Part::Secret, &mut row.webhook_secret_sealed)?;
    for (part, sealed) in [
        (Part::Secret, &mut row.webhook_previous_secret_sealed),
        (Part::Headers, &mut row.webhook_headers_sealed),
    ] {
        if let Some(sealed) = sealed {
            cipher.renew(part, sealed)?;
        }
    }
    Ok(())
}

/// A webhook with its new secret, which is shown only here.
pub struct WebhookWithSecret {
    webhook: Webhook,
    secret: String,
}

/// Returns the secret that signs a webhook's deliveries.
pub fn of(app: &App, row: &webhooks::Model) -> Result<WebhookSecret, AppError> {
    Ok(cipher(app, row).decrypt(Part::Secret, &row.webhook_secret_sealed)?.into())
}

/// Makes the response that shows a webhook's new secret, and that no cache may store. Its entity tag is that of the
/// webhook as reads show it.
pub(super) fn reply<O: Operation>(
    app: &App,
    webhook: Webhook,
) -> Result<Reply<WebhookWithSecret, O>, AppError> {
    let tag = EntityTag::of_record(webhook.model.updated_at_ms, &serde_json::to_vec(&webhook)?)?;
    let secret = of(app, &webhook.model)?.to_string();
    let reply = Reply::of(&WebhookWithSecret { webhook, secret })?.with_tag(&tag);
    Ok(reply.with(CACHE_CONTROL, HeaderValue::from_static("no-store")))
}

impl Serialize for WebhookWithSecret {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        self.webhook.write(&mut map)?;
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

body! {
    /// The body that replaces a secret.
    SecretRotation as "SecretRotation" or "SecretRotation" {
        /// How long the old secret signs too, in hours, so that receivers can change over; 24 by default
        overlap_hours: Whole<0, 168> { example: 24 };
    }
}

/// The operation that replaces a secret.
pub struct RotateSecret;

impl Operation for RotateSecret {
    const NAME: &'static str = "rotate_secret";
    const HEADERS: &'static [(&'static str, &'static str)] = CHANGE_HEADERS;
}

impl Writes for RotateSecret {
    const CREATING: bool = false;
    const BODY_REQUIRED: bool = false;
}

/// Replaces the secret of a webhook, whose row the caller has locked, and writes that into the audit log. The replaced
/// secret signs too until the overlap ends.
pub async fn replace(
    tx: &Transaction,
    app: &App,
    caller: &Caller,
    mut row: webhooks::Model,
    overlap_hours: i64,
) -> Result<webhooks::Model, AppError> {
    let now_ms = app.clock.now_ms();
    let detail = format!("webhook {}", row.id);
    let (actor, action) = (caller.actor(now_ms), AuditAction::WebhookSecretRotated);
    audit::record(tx, actor, Some(caller.account), action, Some(&detail)).await?;
    renew(app, &mut row)?;
    let secret = WebhookSecret::generate()?;
    let new = cipher(app, &row).encrypt(Part::Secret, secret.as_bytes())?;
    let replaced = std::mem::replace(&mut row.webhook_secret_sealed, new);
    let overlaps = overlap_hours > 0;
    row.webhook_previous_secret_sealed = overlaps.then_some(replaced);
    row.webhook_previous_secret_until_ms = overlaps.then_some(now_ms + overlap_hours * HOUR_MS);
    row.updated_at_ms = now_ms.max(row.updated_at_ms + 1);
    Ok(caller.account.replace::<webhooks::Entity>(tx, row).await?)
}

/// The operation on secrets.
pub struct Secrets(pub App);

#[OpenApi(tag = "DocumentTag::Webhooks")]
impl Secrets {
    /// Replace a webhook's secret
    ///
    /// Takes an owner's key. The response shows the new secret, this once. Until the overlap ends, deliveries carry a
    /// signature of each of the two: a receiver can change over at any moment in between. Of several rotations, only the
    /// secret that the last one replaced still signs. The body may be left out.
    #[oai(path = "/webhooks/:id/rotate-secret", method = "post", operation_id = "rotateWebhookSecret")]
    async fn rotate(
        &self,
        owner: Owner,
        id: Path<PathId>,
        body: JsonBody<SecretRotation, RotateSecret>,
    ) -> Result<Reply<WebhookWithSecret, RotateSecret>, AppError> {
        let caller = owner.0;
        let JsonBody { input, mut problems, ignored, idempotency_key, .. } = body;
        run_idempotent(&self.0, caller.account, idempotency_key, async |tx| {
            let select = caller.account.find_id::<webhooks::Entity>(id.id()).lock_exclusive();
            let row = select.one(tx).await?.ok_or(AppError::NotFound)?;
            problems.check()?;
            let now_ms = Context::new(&self.0, caller).now_ms;
            let overlap_hours = input.overlap_hours.value().copied().unwrap_or(OVERLAP_DEFAULT_HOURS);
            let model = replace(tx, &self.0, &caller, row, overlap_hours).await?;
            Ok(reply(&self.0, Webhook::at(model, now_ms))?.ignoring(&ignored))
        })
        .await
    }
}
