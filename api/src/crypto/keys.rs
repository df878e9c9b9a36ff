//! API keys: their form, and the hash that is stored.

use std::borrow::Cow;

use sha2::{Digest, Sha256};
use shared::Error;
use shared::crypto::bytes::{hex, random};

/// Creates an API key: `alm_` and 40 hex digits (160 random bits). The clear text exists only until it is shown, once.
/// The database stores only its [hash](hash_api_key).
pub fn new_api_key() -> Result<String, Error> {
    let bytes = random::<20>()?;
    Ok(format!("alm_{}", hex(&bytes)))
}

/// Returns the hash by which a key is stored and looked up: SHA-256 in hex. No slow hash is needed, because keys are
/// random.
pub fn hash_api_key(key: &str) -> String {
    hex(&Sha256::digest(key.as_bytes()))
}

/// Masks all that looks like an API key in a text, such as a path into which a caller has put its key by mistake.
pub fn mask_api_keys(text: &str) -> Cow<'_, str> {
    /// Enough hex digits not to be a word, and few enough for a key that was cut off.
    const DIGITS_MIN: usize = 8;
    const DIGITS: usize = 40;
    const MASK: &str = "alm_…";
    let lower = text.to_ascii_lowercase();
    let mut masked = String::new();
    let (mut from, mut at) = (0, 0);
    while let Some(found) = lower[at..].find("alm") {
        let start = at + found;
        at = start + "alm".len();
        let rest = &lower[at..];
        // In a URL the underscore may be encoded.
        let Some(digits) = rest.strip_prefix('_').or_else(|| rest.strip_prefix("%5f")) else { continue };
        let count = digits.bytes().take(DIGITS).take_while(u8::is_ascii_hexdigit).count();
        if count >= DIGITS_MIN {
            masked.extend([&text[from..start], MASK]);
            at = lower.len() - digits.len() + count;
            from = at;
        }
    }
    if from == 0 {
        return Cow::Borrowed(text);
    }
    masked.push_str(&text[from..]);
    Cow::Owned(masked)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_recognisable_distinct_and_hashed() {
        let (a, b) = (new_api_key().unwrap(), new_api_key().unwrap());
        assert_ne!(a, b);
        assert!(a.starts_with("alm_") && a.len() == 44, "{a}");
        assert_eq!(mask_api_keys(&a), "alm_…");
        assert_eq!(hash_api_key("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }

    #[test]
    fn only_keys_are_masked() {
        let key = "alm_0123456789abcdef0123456789abcdef01234567";
        for (text, masked) in [
            (format!("/a/{key}/b"), "/a/alm_…/b"),
            (format!("{key}{key}&x={}", key.to_uppercase()), "alm_…alm_…&x=alm_…"),
            (key.replace('_', "%5F"), "alm_…"),
            (key[..12].to_owned(), "alm_…"),
            ("/calm_/alm_abc/palm/é/alm".to_owned(), "/calm_/alm_abc/palm/é/alm"),
        ] {
            assert_eq!(mask_api_keys(&text), masked, "{text}");
        }
    }
}
