//! Protection against forms that another site sends in the name of a visitor. Every form has a token that belongs to the
//! visitor's session, or before the sign-in to a cookie of its own. Requests that come from another site are refused
//! even with a token.

use poem::http::header::ORIGIN;
use poem::http::{HeaderMap, HeaderName};
use shared::Error;
use shared::crypto::secrets::SecretsKey;

use crate::http::origin::Origin;

/// The name of the field with the token.
pub(crate) const FIELD: &str = "csrf";

const CONTEXT: &str = "forms of a visitor";

const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// Returns the token of the forms of a visitor with this cookie. Another site knows neither the cookie nor the key.
pub(crate) fn token(key: &SecretsKey, cookie: &str) -> Result<String, Error> {
    key.keyed_hash(CONTEXT, cookie.as_bytes())
}

/// Returns whether a sent token is the visitor's. While the key is rotated, it may have been made with the previous one.
pub(crate) fn is_valid(key: &SecretsKey, cookie: &str, sent: &str) -> Result<bool, Error> {
    key.is_keyed_hash(CONTEXT, cookie.as_bytes(), sent)
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
