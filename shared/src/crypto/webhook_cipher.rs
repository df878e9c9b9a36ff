//! The encrypted parts of a webhook: the secrets that it signs with, and its custom headers. Each is bound to its webhook,
//! so that a ciphertext copied to another webhook does not open.

use zeroize::Zeroizing;

use super::secrets::SecretsKey;
use crate::Error;

/// The content of a ciphertext of a webhook.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// A signing secret, the current one or the one before.
    Secret,
    /// The custom headers.
    Headers,
}

/// Encrypts and decrypts for one webhook.
#[derive(Clone, Copy, Debug)]
pub struct WebhookCipher<'a> {
    key: &'a SecretsKey,
    account_id: i64,
    webhook_id: i64,
}

impl<'a> WebhookCipher<'a> {
    /// Creates the cipher of a webhook.
    pub fn new(key: &'a SecretsKey, account_id: i64, webhook_id: i64) -> Self {
        Self { key, account_id, webhook_id }
    }

    /// Encrypts a part of the webhook.
    pub fn encrypt(&self, part: Part, clear: &[u8]) -> Result<String, Error> {
        self.key.encrypt(&self.context(part), clear)
    }

    /// Decrypts a part of the webhook, also one that an earlier version encrypted.
    ///
    /// # Errors
    /// [`Error::Secret`] if it was changed, or was encrypted with another key or for another webhook.
    pub fn decrypt(&self, part: Part, sealed: &str) -> Result<Zeroizing<Vec<u8>>, Error> {
        let decrypted = self.key.decrypt(&self.context(part), sealed).map(Zeroizing::new);
        decrypted.or_else(|_| self.decrypt_former(part, sealed))
    }

    /// Encrypts a part again if an earlier version has encrypted it, and leaves any other as it is. Call this before the
    /// webhook is written.
    pub fn renew(&self, part: Part, sealed: &mut String) -> Result<(), Error> {
        if let Ok(clear) = self.decrypt_former(part, sealed) {
            *sealed = self.encrypt(part, &clear)?;
        }
        Ok(())
    }

    /// Encrypts a part with the current key and for this webhook, if it is not. Returns `None` if it is.
    ///
    /// # Errors
    /// Those of [`decrypt`](Self::decrypt).
    pub fn reseal(&self, part: Part, sealed: &str) -> Result<Option<String>, Error> {
        if self.key.is_current(&self.context(part), sealed) {
            return Ok(None);
        }
        self.encrypt(part, &self.decrypt(part, sealed)?).map(Some)
    }

    /// Decrypts what is bound to the account alone, as earlier versions did it.
    fn decrypt_former(&self, part: Part, sealed: &str) -> Result<Zeroizing<Vec<u8>>, Error> {
        let context = format!("account {} {}", self.account_id, part.name());
        self.key.decrypt(&context, sealed).map(Zeroizing::new)
    }

    fn context(&self, part: Part) -> String {
        format!("account {} webhook {} {}", self.account_id, self.webhook_id, part.name())
    }
}

impl Part {
    fn name(self) -> &'static str {
        match self {
            Self::Secret => "webhook_secret",
            Self::Headers => "webhook_headers",
        }
    }
}
