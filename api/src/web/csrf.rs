//! Protection against forms that another site sends in the name of a visitor. Every form has a token that belongs to the
//! visitor's session, or before the sign-in to a cookie of its own. Requests that come from another site are refused
//! even with a token.

use poem::http::header::ORIGIN;
use poem::http::{HeaderMap, HeaderName};
use serde::{Deserialize, Serialize};
use shared::Error;
use shared::crypto::secrets::SecretsKey;

use crate::accounts::sessions::SignedIn;
use crate::http::origin::Origin;

/// The name of the field with the token.
pub(crate) const FIELD: &str = "csrf";

const CONTEXT: &str = "forms of a visitor";
const OWNER_CONTEXT: &str = "whose form it is";
/// The character between the token and its owner.
const BEFORE_OWNER: char = '.';

/// The owner of a form: a user, on an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Owner {
    pub(crate) user_id: i64,
    pub(crate) account_id: Option<i64>,
}

impl Owner {
    /// Returns the owner of a session's forms.
    pub(crate) fn of(session: &SignedIn) -> Self {
        Self { user_id: session.user_id, account_id: session.account_id }
    }
}

const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// Returns the token of the forms of a visitor with this cookie. Another site knows neither the cookie nor the key.
pub(crate) fn token(key: &SecretsKey, cookie: &str) -> Result<String, Error> {
    key.keyed_hash(CONTEXT, cookie.as_bytes())
}

/// Returns the token of the forms of a signed-in visitor. It names its owner, sealed, so that the form can be
/// recognised as that user's when the session has ended.
pub(crate) fn token_of(key: &SecretsKey, cookie: &str, owner: Owner) -> Result<String, Error> {
    // Numbers always serialise.
    let owner = key.token(OWNER_CONTEXT, &serde_json::to_vec(&owner).unwrap_or_default())?;
    Ok(format!("{}{BEFORE_OWNER}{owner}", token(key, cookie)?))
}

/// Returns whether a sent token is the visitor's. While the key is rotated, it may have been made with the previous one.
pub(crate) fn is_valid(key: &SecretsKey, cookie: &str, sent: &str) -> Result<bool, Error> {
    let token = sent.split(BEFORE_OWNER).next().unwrap_or_default();
    key.is_keyed_hash(CONTEXT, cookie.as_bytes(), token)
}

/// Returns the owner to whom the service gave the form with this token, whether or not the session still lasts.
pub(crate) fn owner(key: &SecretsKey, sent: &str) -> Option<Owner> {
    let (_, owner) = sent.split_once(BEFORE_OWNER)?;
    serde_json::from_slice(&key.open_token(OWNER_CONTEXT, owner).ok()?).ok()
}

/// Returns whether a browser says that a request comes from another site, or from no page at all that it can name.
pub(crate) fn is_foreign(own: &Origin, headers: &HeaderMap) -> bool {
    let value = |name: &HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or_default());
    let site = value(&SEC_FETCH_SITE).is_some_and(|site| !matches!(site, "same-origin" | "none"));
    site || value(&ORIGIN).is_some_and(|origin| !own.has_host_of(origin))
}

#[cfg(test)]
mod tests {
    use poem::http::HeaderValue;

    use super::*;

    #[test]
    fn a_token_belongs_to_its_cookie() {
        let key = SecretsKey::generate().unwrap();
        let own = token(&key, "cookie").unwrap();
        assert!(is_valid(&key, "cookie", &own).unwrap());
        for (cookie, sent) in [("other", &*own), ("cookie", ""), ("cookie", &own[1..]), ("cookie", "x")] {
            assert!(!is_valid(&key, cookie, sent).unwrap(), "{cookie} {sent}");
        }
        assert!(!is_valid(&SecretsKey::generate().unwrap(), "cookie", &own).unwrap());
    }

    #[test]
    fn a_token_names_its_owner_to_whoever_has_the_key() {
        let key = SecretsKey::generate().unwrap();
        let of = Owner { user_id: 7, account_id: Some(3) };
        let own = token_of(&key, "cookie", of).unwrap();
        assert!(is_valid(&key, "cookie", &own).unwrap() && !is_valid(&key, "other", &own).unwrap());
        assert_eq!(owner(&key, &own), Some(of));
        assert_eq!(owner(&SecretsKey::generate().unwrap(), &own), None);
        assert_eq!(owner(&key, &token(&key, "cookie").unwrap()), None);
    }

    #[test]
    fn other_sites_are_foreign() {
        let own = Origin { is_https: true, host: "donors.example".to_owned() };
        let foreign = |name: HeaderName, value: &'static str| {
            is_foreign(&own, &[(name, HeaderValue::from_static(value))].into_iter().collect())
        };
        for site in ["cross-site", "same-site"] {
            assert!(foreign(SEC_FETCH_SITE, site), "{site}");
        }
        for origin in ["https://evil.example", "null", "https://donors.example.evil.example", ""] {
            assert!(foreign(ORIGIN, origin), "{origin}");
        }
        assert!(!foreign(SEC_FETCH_SITE, "same-origin") && !foreign(SEC_FETCH_SITE, "none"));
        assert!(!foreign(ORIGIN, "https://donors.example"));
        assert!(!is_foreign(&own, &HeaderMap::new()), "programs have neither header");
    }
}
