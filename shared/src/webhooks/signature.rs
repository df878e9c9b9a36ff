//! Standard Webhooks signatures (<https://www.standardwebhooks.com>), symmetric scheme `v1`.

use std::fmt;
use std::str::FromStr;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use zeroize::Zeroizing;

use crate::Error;

/// The beginning of a secret.
pub(super) const PREFIX: &str = "whsec_";

/// The most that a timestamp may differ from the receiver's time, in seconds: 5 minutes, as in the reference libraries.
pub const TOLERANCE_S: i64 = 300;

/// Returns the `webhook-signature` header of a message: a signature with each secret, separated by spaces, so that a
/// receiver that knows one of the secrets can verify.
pub fn sign(secrets: &[WebhookSecret], id: &str, timestamp_s: i64, body: &[u8]) -> String {
    let signatures: Vec<_> = secrets.iter().map(|secret| secret.sign(id, timestamp_s, body)).collect();
    signatures.join(" ")
}

/// A webhook's signing secret, wiped from memory when it is dropped. Its `Display` is the secret in clear, for the one
/// response that shows it.
#[derive(Clone)]
pub struct WebhookSecret(Zeroizing<Vec<u8>>);

impl WebhookSecret {
    /// Generates a secret of 32 random bytes.
    pub fn generate() -> Result<Self, Error> {
        Ok(Zeroizing::new(crate::crypto::bytes::random::<32>()?).to_vec().into())
    }

    /// Returns the bytes of the HMAC key.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// Returns one signature: `v1,` and base64 of HMAC-SHA256 over `{id}.{timestamp}.{body}`.
    pub fn sign(&self, id: &str, timestamp_s: i64, body: &[u8]) -> String {
        format!("v1,{}", STANDARD.encode(self.mac(id, timestamp_s, body).finalize().into_bytes()))
    }

    /// Returns whether one of the space-separated signatures of a `webhook-signature` header was made with this secret.
    /// The comparison takes constant time. The caller must check the timestamp against [`TOLERANCE_S`].
    pub fn verify(&self, id: &str, timestamp_s: i64, body: &[u8], signatures: &str) -> bool {
        signatures
            .split(' ')
            .filter_map(|signature| STANDARD.decode(signature.strip_prefix("v1,")?).ok())
            .any(|signature| self.mac(id, timestamp_s, body).verify_slice(&signature).is_ok())
    }

    fn mac(&self, id: &str, timestamp_s: i64, body: &[u8]) -> Hmac<Sha256> {
        #[allow(clippy::expect_used, reason = "HMAC takes a key of any length (RFC 2104)")]
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0).expect("HMAC takes any key");
        mac.update(id.as_bytes());
        mac.update(b".");
        mac.update(timestamp_s.to_string().as_bytes());
        mac.update(b".");
        mac.update(body);
        mac
    }
}

impl From<Zeroizing<Vec<u8>>> for WebhookSecret {
    fn from(bytes: Zeroizing<Vec<u8>>) -> Self {
        Self(bytes)
    }
}

impl From<Vec<u8>> for WebhookSecret {
    fn from(bytes: Vec<u8>) -> Self {
        Self(Zeroizing::new(bytes))
    }
}

impl FromStr for WebhookSecret {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let encoded = text.strip_prefix(PREFIX).ok_or("a webhook secret must start with whsec_")?;
        let bytes = STANDARD.decode(encoded).map_err(|_| "a webhook secret must be base64 after whsec_")?;
        Ok(bytes.into())
    }
}

impl fmt::Display for WebhookSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{PREFIX}{}", STANDARD.encode(self.as_bytes()))
    }
}

impl fmt::Debug for WebhookSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("WebhookSecret(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_test_vector_comes_out() {
        let vector: serde_json::Value =
            serde_json::from_str(include_str!("../../tests/vectors/standard-webhooks.json")).unwrap();
        let text = |key: &str| vector[key].as_str().unwrap().to_owned();
        let secret: WebhookSecret = text("secret").parse().unwrap();
        let timestamp_s = text("webhook-timestamp").parse().unwrap();
        let (id, body, expected) = (text("webhook-id"), text("body"), text("webhook-signature"));
        assert_eq!(secret.sign(&id, timestamp_s, body.as_bytes()), expected);
        assert!(secret.verify(&id, timestamp_s, body.as_bytes(), &format!("v1,AAAA {expected}")));
        assert!(!secret.verify(&id, timestamp_s, b"{}", &expected));
        assert!(!secret.verify(&id, timestamp_s + 1, body.as_bytes(), &expected));
        let new = WebhookSecret::from(vec![1; 32]);
        let both = sign(&[new.clone(), secret.clone()], &id, timestamp_s, body.as_bytes());
        assert_eq!(both, format!("{} {expected}", new.sign(&id, timestamp_s, body.as_bytes())));
        assert!(new.verify(&id, timestamp_s, body.as_bytes(), &both));
        assert!(secret.verify(&id, timestamp_s, body.as_bytes(), &both));
        assert_eq!(secret.to_string(), text("secret"));
        assert!(!format!("{secret:?}").contains("whsec_"));
        let page = include_str!("../../../openapi/webhooks.md");
        for key in ["secret", "webhook-id", "webhook-timestamp", "body", "webhook-signature"] {
            assert!(
                page.contains(&format!("| {key} | `{}` |", text(key))),
                "{key} on the page for receivers"
            );
        }
    }
}
