//! The header `Idempotency-Key`: the caller's name for a request that must be carried out only once.

use poem::http::{HeaderName, HeaderValue};
use poem::{FromRequest, Request, RequestBody};
use sha2::{Digest, Sha256};
use shared::crypto::bytes::hex;

use crate::error::AppError;
use crate::fields::Problems;
use crate::idempotency::{IdempotencyKey, NamedRequest};

/// The header by which a caller names a request.
pub const IDEMPOTENCY_KEY: HeaderName = HeaderName::from_static("idempotency-key");
/// The longest key, in characters.
const KEY_MAX: usize = 255;

/// Reads the header of a request, if there is one. The body goes into the fingerprint.
pub fn of(request: &Request, body: &[u8], problems: &mut Problems) -> IdempotencyKey {
    let mut values = request.headers().get_all(IDEMPOTENCY_KEY).iter();
    let Some(value) = values.next() else { return IdempotencyKey(None) };
    let Some(text) = parse(value).filter(|_| values.next().is_none()) else {
        problems.add(
            "Idempotency-Key",
            format_args!(
                "must be 1 to {KEY_MAX} visible ASCII characters, all of them or none in double quotes, once"
            ),
        );
        return IdempotencyKey(None);
    };
    named(text, [request.method().as_str(), request.uri().path()], body)
}

/// Returns the name of a request that does something to a path with a body.
pub fn named(key: String, [action, path]: [&str; 2], body: &[u8]) -> IdempotencyKey {
    let mut hash = Sha256::new();
    for part in [action, path] {
        hash.update(part);
        hash.update([0]);
    }
    hash.update(body);
    IdempotencyKey(Some(NamedRequest { key, fingerprint: hex(&hash.finalize()) }))
}

/// For operations without a body, or with a body that is too large for memory. The operation
/// [adds](IdempotencyKey::and) a hash of such a body when all of it has arrived.
impl<'a> FromRequest<'a> for IdempotencyKey {
    async fn from_request(request: &'a Request, _: &mut RequestBody) -> poem::Result<Self> {
        let mut problems = Problems::default();
        let once = of(request, &[], &mut problems);
        problems.check().map_err(AppError::from)?;
        Ok(once)
    }
}

/// Parses a key, which is sent as it is or as a string of RFC 8941, in double quotes.
fn parse(value: &HeaderValue) -> Option<String> {
    let text = value.to_str().ok()?;
    let key = match text.strip_prefix('"') {
        None => text.to_owned(),
        Some(quoted) => {
            let mut chars = quoted.strip_suffix('"')?.chars();
            let mut key = String::new();
            while let Some(char) = chars.next() {
                match char {
                    '"' => return None,
                    '\\' => key.push(chars.next().filter(|char| matches!(char, '"' | '\\'))?),
                    char => key.push(char),
                }
            }
            key
        }
    };
    let is_valid = (1..=KEY_MAX).contains(&key.len()) && key.bytes().all(|byte| byte.is_ascii_graphic());
    is_valid.then_some(key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_visible_ascii_with_or_without_quotes() {
        let parsed = |text: &str| parse(&HeaderValue::from_bytes(text.as_bytes()).unwrap());
        let longest = "k".repeat(255);
        for (text, key) in [
            ("k", "k"),
            ("a/b+c=", "a/b+c="),
            (r#"a"b"#, r#"a"b"#),
            (r#""k""#, "k"),
            (r#""a\"b\\""#, r#"a"b\"#),
            (&longest, &longest),
        ] {
            assert_eq!(parsed(text).as_deref(), Some(key), "{text}");
        }
        let too_long = "k".repeat(256);
        for text in
            ["", "\"\"", "\"", "a b", "\"a b\"", "ü", "\"k", "\"a\\\"", "\"a\"b\"", "\"\\n\"", &too_long]
        {
            assert_eq!(parsed(text), None, "{text}");
        }
    }
}
