//! Tokens that stand for a session, an invitation or a link: random, and stored only as a hash.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};
use shared::Error;
use shared::crypto::bytes::{hex, random};

/// Creates a token of 256 random bits, fit for a URL and a cookie. The clear text exists only where it is sent.
pub fn new_token() -> Result<String, Error> {
    Ok(URL_SAFE_NO_PAD.encode(random::<32>()?))
}

/// Returns the hash by which a token is stored and looked up: SHA-256 in hex. No slow hash is needed, because tokens are
/// random.
pub fn hash_token(token: &str) -> String {
    hex(&Sha256::digest(token.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_distinct_fit_for_urls_and_hashed() {
        let (a, b) = (new_token().unwrap(), new_token().unwrap());
        assert_ne!(a, b);
        assert_eq!(a.len(), 43);
        assert!(a.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte)), "{a}");
        assert_eq!(hash_token("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }
}
