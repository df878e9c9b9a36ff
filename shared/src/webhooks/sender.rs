//! One attempt to deliver an event: sign it, post it, and report the result.
//!
//! Headers and signature are those of the Standard Webhooks specification. The sender does not read the body: it was
//! rendered with the change, and every attempt sends it byte for byte, with the same `webhook-id`.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use bytes::Bytes;
use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use uuid::Uuid;

use crate::Error;
use crate::crypto::secrets::SecretsKey;
use crate::crypto::webhook_cipher::{Part, WebhookCipher};
use crate::entities::webhooks;
use crate::values::choices::AttemptOutcome;
use crate::values::clock::Clock;
use crate::values::ids::event_id_text;
use crate::webhooks::guard::Guard;
use crate::webhooks::headers::is_reserved;
use crate::webhooks::signature::{self, WebhookSecret};

use super::client::{Answer, Client, Failure};
use super::redaction::Secrets;

/// The bytes of an answer that are kept for people to read.
const BODY_KEPT: usize = 4 * 1024;

/// The sender of events to webhooks.
#[derive(Clone, Debug)]
pub struct Sender {
    client: Client,
    secrets_key: SecretsKey,
    clock: Clock,
}

/// The result of an attempt. Only an answer of 2xx and at most 64 KiB is a success; a redirect is not followed.
#[derive(Clone, Debug)]
pub struct Attempted {
    /// The time when it began, by this process's clock. The signature contains the same time.
    pub attempted_at_ms: i64,
    /// The time that it took.
    pub duration_ms: i32,
    /// The outcome.
    pub outcome: AttemptOutcome,
    /// The answer's status, even if the answer was [too large](AttemptOutcome::TooLarge).
    pub status_code: Option<i16>,
    /// The answer's `Retry-After` header.
    pub retry_after: Option<String>,
    /// The first 4 KiB of the answer's body, as text, without the webhook's secrets.
    pub response_body: Option<String>,
    /// The reason for no answer, for people to read. It contains no part of the URL, which may hold a receiver's secret.
    pub error: Option<String>,
}

impl Sender {
    /// Creates a sender that goes only where the guard permits. Each attempt has one deadline, from the look-up of its
    /// host to the answer's last byte.
    ///
    /// # Errors
    /// [`Error::Config`] when the system has no root certificates.
    pub fn new(guard: Guard, timeout: Duration, secrets_key: SecretsKey) -> Result<Self, Error> {
        Ok(Self { client: Client::new(guard, timeout)?, secrets_key, clock: Clock::default() })
    }

    /// Makes an attempt. Does not check whether the webhook is active; the caller does.
    pub async fn send(&self, webhook: &webhooks::Model, event_id: Uuid, body: Bytes) -> Attempted {
        let attempted_at_ms = self.clock.now_ms();
        let begun = Instant::now();
        let mut secrets = Secrets::default();
        let answer = match self.headers(webhook, event_id, attempted_at_ms, &body, &mut secrets) {
            Ok(headers) => self.client.post(&webhook.webhook_url, headers, body).await,
            Err(failure) => Err(failure),
        };
        let duration_ms = i32::try_from(begun.elapsed().as_millis()).unwrap_or(i32::MAX);
        let outcome = match &answer {
            Ok(Answer { is_whole: false, .. }) => AttemptOutcome::TooLarge,
            Ok(Answer { status: 200..=299, .. }) => AttemptOutcome::Success,
            Ok(_) => AttemptOutcome::Status,
            Err(failure) => failure.outcome,
        };
        let (status_code, retry_after, response_body, error) = match answer {
            Ok(Answer { status, retry_after, body, .. }) => {
                (i16::try_from(status).ok(), retry_after, Some(secrets.redact(&body, BODY_KEPT)), None)
            }
            Err(Failure { error, .. }) => (None, None, None, Some(error)),
        };
        Attempted { attempted_at_ms, duration_ms, outcome, status_code, retry_after, response_body, error }
    }

    /// Returns the webhook's own headers and those of the message, which take precedence. Adds what is secret of them.
    fn headers(
        &self,
        webhook: &webhooks::Model,
        event_id: Uuid,
        at_ms: i64,
        body: &[u8],
        secrets: &mut Secrets,
    ) -> Result<HeaderMap, Failure> {
        let mut headers = self.custom_headers(webhook)?;
        for value in headers.values().filter_map(|value| value.to_str().ok()) {
            secrets.add(value);
        }
        let (id, timestamp_s) = (event_id_text(event_id), at_ms / 1000);
        let signing = self.secrets(webhook, at_ms)?;
        for secret in &signing {
            let text = secret.to_string();
            secrets.add(text.trim_start_matches(signature::PREFIX));
            secrets.add(&text);
        }
        let signatures = signature::sign(&signing, &id, timestamp_s, body);
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        headers.insert("webhook-timestamp", timestamp_s.into());
        for (name, value) in [("webhook-id", id), ("webhook-signature", signatures)] {
            headers.insert(name, HeaderValue::try_from(value).map_err(|_| unsendable(name))?);
        }
        Ok(headers)
    }

    /// Returns the secrets to sign with: the current one and, until a rotation is over, the previous one.
    fn secrets(&self, webhook: &webhooks::Model, at_ms: i64) -> Result<Vec<WebhookSecret>, Failure> {
        let decrypt = |sealed| self.cipher(webhook).decrypt(Part::Secret, sealed).map(WebhookSecret::from);
        let present = decrypt(&webhook.webhook_secret_sealed)
            .map_err(|_| unsendable("the signing secret does not decrypt"))?;
        let is_rotating = webhook.webhook_previous_secret_until_ms.is_some_and(|until_ms| at_ms < until_ms);
        let previous = webhook.webhook_previous_secret_sealed.as_ref().filter(|_| is_rotating);
        // Sign without the previous secret if it does not decrypt: receivers that already have the current one can
        // verify.
        Ok([present].into_iter().chain(previous.and_then(|sealed| decrypt(sealed).ok())).collect())
    }

    fn custom_headers(&self, webhook: &webhooks::Model) -> Result<HeaderMap, Failure> {
        let Some(sealed) = &webhook.webhook_headers_sealed else { return Ok(HeaderMap::new()) };
        let json = self
            .cipher(webhook)
            .decrypt(Part::Headers, sealed)
            .map_err(|_| unsendable("webhook_headers do not decrypt"))?;
        let custom: HashMap<String, String> = serde_json::from_slice(&json)
            .map_err(|_| unsendable("webhook_headers are not an object of strings"))?;
        let mut headers = HeaderMap::with_capacity(custom.len() + 4);
        for (name, value) in custom {
            let name =
                HeaderName::try_from(name).map_err(|_| unsendable("invalid name in webhook_headers"))?;
            let mut value =
                HeaderValue::try_from(value).map_err(|_| unsendable("invalid value in webhook_headers"))?;
            value.set_sensitive(true);
            if !is_reserved(name.as_str()) {
                headers.append(name, value);
            }
        }
        Ok(headers)
    }

    fn cipher(&self, webhook: &webhooks::Model) -> WebhookCipher<'_> {
        WebhookCipher::new(&self.secrets_key, webhook.account_id, webhook.id)
    }
}

fn unsendable(error: &str) -> Failure {
    Failure::new(AttemptOutcome::Unsendable, error)
}

#[cfg(test)]
mod tests {
    use super::*;

    const UNTIL_MS: i64 = 1_781_524_800_000;

    /// A webhook of account 1 in a rotation.
    fn webhook(secret_sealed: String, previous_sealed: String) -> webhooks::Model {
        webhooks::Model {
            id: 1,
            account_id: 1,
            webhook_secret_sealed: secret_sealed,
            webhook_previous_secret_sealed: Some(previous_sealed),
            webhook_previous_secret_until_ms: Some(UNTIL_MS),
            ..webhooks::Model::default()
        }
    }

    #[test]
    fn the_secrets_of_a_message_are_not_to_be_kept_or_logged() {
        let key = SecretsKey::generate().unwrap();
        let sender = Sender::new(Guard::default(), Duration::from_secs(1), key.clone()).unwrap();
        let cipher = WebhookCipher::new(&key, 1, 1);
        let [new, old] = [1, 2].map(|byte| WebhookSecret::from(vec![byte; 32]));
        let [new_sealed, old_sealed] =
            [&new, &old].map(|secret| cipher.encrypt(Part::Secret, secret.as_bytes()).unwrap());
        let headers_sealed = cipher.encrypt(Part::Headers, br#"{"X-Token":"hush"}"#).unwrap();
        let webhook = webhooks::Model {
            webhook_headers_sealed: Some(headers_sealed),
            ..webhook(new_sealed, old_sealed)
        };
        let mut secrets = Secrets::default();
        let headers = sender.headers(&webhook, Uuid::nil(), UNTIL_MS - 1, b"{}", &mut secrets);
        let headers = headers.map_err(|failure| failure.error).unwrap();
        assert!(headers["x-token"].is_sensitive());
        for secret in [&new, &old] {
            let text = secret.to_string();
            let bare = text.strip_prefix(signature::PREFIX).unwrap();
            let answer = format!("{text} {bare} hush");
            assert_eq!(secrets.redact(&answer, BODY_KEPT), "[redacted] [redacted] [redacted]");
        }
    }

    #[test]
    fn a_rotation_signs_with_both_secrets_until_it_is_over() {
        let key = SecretsKey::generate().unwrap();
        let sender = Sender::new(Guard::default(), Duration::from_secs(1), key.clone()).unwrap();
        let cipher = WebhookCipher::new(&key, 1, 1);
        let [new, old] = [1, 2].map(|byte| WebhookSecret::from(vec![byte; 32]));
        let [new_sealed, old_sealed] =
            [&new, &old].map(|secret| cipher.encrypt(Part::Secret, secret.as_bytes()).unwrap());
        let signatures = |webhook: &webhooks::Model, at_ms| {
            let headers = sender
                .headers(webhook, Uuid::nil(), at_ms, b"{}", &mut Secrets::default())
                .map_err(|failure| failure.outcome)?;
            Ok(headers["webhook-signature"].to_str().unwrap().to_owned())
        };
        let signed = |secret: &WebhookSecret, at_ms: i64| {
            secret.sign(&event_id_text(Uuid::nil()), at_ms / 1000, b"{}")
        };

        let rotating = webhook(new_sealed.clone(), old_sealed.clone());
        let (last_ms, both) =
            (UNTIL_MS - 1, |at_ms| format!("{} {}", signed(&new, at_ms), signed(&old, at_ms)));
        assert_eq!(signatures(&rotating, last_ms), Ok(both(last_ms)));
        assert_eq!(signatures(&rotating, UNTIL_MS), Ok(signed(&new, UNTIL_MS)));
        let old_lost = webhook(new_sealed, "AAAA".to_owned());
        assert_eq!(signatures(&old_lost, last_ms), Ok(signed(&new, last_ms)));
        let new_lost = webhook("AAAA".to_owned(), old_sealed);
        assert_eq!(signatures(&new_lost, last_ms), Err(AttemptOutcome::Unsendable));
    }
}
