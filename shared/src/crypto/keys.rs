//! API keys: their form, and the hash that is stored.

use sha2::{Digest, Sha256};

use super::bytes::{hex, random};
use crate::Error;

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_recognisable_distinct_and_hashed() {
        let (a, b) = (new_api_key().unwrap(), new_api_key().unwrap());
        assert_ne!(a, b);
        assert!(a.starts_with("alm_") && a.len() == 44, "{a}");
        assert_eq!(hash_api_key("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }
}
