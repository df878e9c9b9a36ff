//! A message for the next page, after a form has been sent. It travels in a cookie that only the service can read or make,
//! because it may have a secret, such as a new key, that is shown once.

use serde::{Deserialize, Serialize};
use shared::Error;
use shared::crypto::secrets::SecretsKey;

const CONTEXT: &str = "message for the next page";
/// How long a message waits for its page.
const LIFE_MS: i64 = 5 * 60_000;

/// A message for the next page.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Flash {
    /// The text of the message.
    pub(crate) text: String,
    /// Something that is shown this once, such as a key or a link.
    pub(crate) secret: Option<Secret>,
    /// What can be done next: the text and the address of each link.
    #[serde(default)]
    pub(crate) links: Vec<(String, String)>,
    /// Whether the text reports a failure.
    pub(crate) is_problem: bool,
    user_id: Option<i64>,
    at_ms: i64,
}

/// Something that is shown once.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Secret {
    /// The name by which pages know the kind of secret.
    pub(crate) kind: String,
    /// The secret.
    pub(crate) value: String,
}

impl Flash {
    /// Makes a message.
    pub(crate) fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    /// Makes a message that reports a failure.
    pub(crate) fn problem(text: impl Into<String>) -> Self {
        Self { is_problem: true, ..Self::new(text) }
    }

    /// Adds a link to what can be done next.
    #[must_use]
    pub(crate) fn with_next(mut self, text: &str, path: String) -> Self {
        self.links.push((text.to_owned(), path));
        self
    }

    /// Adds something that is shown once.
    #[must_use]
    pub(crate) fn with_secret(mut self, kind: &str, value: String) -> Self {
        self.secret = Some(Secret { kind: kind.to_owned(), value });
        self
    }

    /// Returns the secret, if it is of this kind.
    pub(crate) fn secret(&self, kind: &str) -> Option<&str> {
        self.secret.as_ref().filter(|secret| secret.kind == kind).map(|secret| secret.value.as_str())
    }

    /// Returns the message as the value of a cookie, for this user.
    pub(crate) fn seal(
        mut self,
        key: &SecretsKey,
        user_id: Option<i64>,
        now_ms: i64,
    ) -> Result<String, Error> {
        (self.user_id, self.at_ms) = (user_id, now_ms);
        // Texts and numbers always serialise.
        key.token(CONTEXT, &serde_json::to_vec(&self).unwrap_or_default())
    }

    /// Returns the message in a cookie, if it is for this user and its time is not over.
    pub(crate) fn open(key: &SecretsKey, cookie: &str, user_id: Option<i64>, now_ms: i64) -> Option<Self> {
        let flash: Self = serde_json::from_slice(&key.open_token(CONTEXT, cookie).ok()?).ok()?;
        (flash.user_id == user_id && flash.at_ms > now_ms - LIFE_MS).then_some(flash)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_for_its_user_and_its_time() {
        let key = SecretsKey::generate().unwrap();
        let flash = Flash::new("Done").with_secret("key", "alm_x".to_owned());
        let sealed = flash.seal(&key, Some(1), 1000).unwrap();
        assert!(!sealed.contains("alm_x"));
        let open = |user_id, now_ms| Flash::open(&key, &sealed, user_id, now_ms);
        let opened = open(Some(1), 1000).unwrap();
        assert_eq!(
            (&*opened.text, opened.secret("key"), opened.secret("link")),
            ("Done", Some("alm_x"), None)
        );
        assert!(open(Some(2), 1000).is_none() && open(None, 1000).is_none());
        assert!(open(Some(1), 1000 + LIFE_MS).is_none());
        assert!(Flash::open(&SecretsKey::generate().unwrap(), &sealed, Some(1), 1000).is_none());
    }
}
