//! API keys: how they look, and what of them is stored.

use sha2::{Digest, Sha256};

use super::bytes::{hex, random};
use crate::Error;

/// An API key in clear: `alm_` and 40 hex digits (160 random bits). It exists only between its creation
/// and its being shown once; the database holds its [hash](hash_api_key).
pub fn new_api_key() -> Result<String, Error> {
    let bytes = random::<20>()?;
    Ok(format!("alm_{}", hex(&bytes)))
}

/// What is stored and looked up for a key: SHA-256 in hex. Keys are random, so no slow hash is needed.
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
