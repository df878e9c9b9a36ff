//! Secrets at rest: XChaCha20-Poly1305 under `ALMONER_SECRETS_KEY`, each bound to a context such as its account
//! and purpose, so that a ciphertext copied to another place does not decrypt.

use std::fmt;
use std::str::FromStr;

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use hmac::{Hmac, Mac};
use sha2::Sha256;

use super::bytes::{hex, random};
use crate::Error;

const NONCE_LEN: usize = 24;

/// The key that encrypts webhook secrets and headers. Never printed.
#[derive(Clone)]
pub struct SecretsKey([u8; 32]);

impl fmt::Debug for SecretsKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretsKey(…)")
    }
}

impl FromStr for SecretsKey {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let bytes = STANDARD
            .decode(text.trim())
            .map_err(|_| "must be 32 bytes in base64, but is not base64".to_owned())?;
        let key = bytes
            .try_into()
            .map_err(|bytes: Vec<u8>| format!("must be 32 bytes in base64, but has {}", bytes.len()))?;
        Ok(Self(key))
    }
}

impl SecretsKey {
    /// Generates a new key.
    pub fn generate() -> Result<Self, Error> {
        random().map(Self)
    }

    /// Returns the key as base64, for the file that stores it.
    pub fn to_base64(&self) -> String {
        STANDARD.encode(self.0)
    }

    /// Encrypts a secret; `context` names its account and purpose.
    pub fn encrypt(&self, context: &str, secret: &[u8]) -> Result<String, Error> {
        Ok(STANDARD.encode(self.seal(random()?, context, secret)?))
    }

    /// Decrypts a text that [`encrypt`](Self::encrypt) returned for the same context.
    ///
    /// # Errors
    /// [`Error::Secret`] if the text was changed, or was encrypted with another key or context.
    pub fn decrypt(&self, context: &str, sealed: &str) -> Result<Vec<u8>, Error> {
        self.open(context, &STANDARD.decode(sealed).map_err(|_| Error::Secret)?)
    }

    /// Encrypts content as a token that is fit for a URL. A caller brings the token back, and can neither read nor
    /// change it. The same context and content always give the same token, because the nonce is a keyed hash of both.
    pub fn token(&self, context: &str, content: &[u8]) -> Result<String, Error> {
        let mut hash = Hmac::<Sha256>::new_from_slice(&self.0).map_err(|_| Error::Secret)?;
        for part in [context.as_bytes(), &[0], content] {
            hash.update(part);
        }
        let hash: [u8; 32] = hash.finalize().into_bytes().into();
        let (nonce, _) = hash.split_first_chunk().ok_or(Error::Secret)?;
        Ok(URL_SAFE_NO_PAD.encode(self.seal(*nonce, context, content)?))
    }

    /// Returns the content of a [`token`](Self::token) of the same context.
    ///
    /// # Errors
    /// [`Error::Secret`] if the text was changed, or was encrypted with another key or context.
    pub fn open_token(&self, context: &str, token: &str) -> Result<Vec<u8>, Error> {
        self.open(context, &URL_SAFE_NO_PAD.decode(token).map_err(|_| Error::Secret)?)
    }

    /// Returns the keyed hash (HMAC-SHA-256, in hex) of a content. Whoever does not have the key can neither make nor
    /// guess it.
    pub fn keyed_hash(&self, context: &str, content: &[u8]) -> Result<String, Error> {
        let mut hash = Hmac::<Sha256>::new_from_slice(&self.0).map_err(|_| Error::Secret)?;
        for part in [context.as_bytes(), &[0], content] {
            hash.update(part);
        }
        Ok(hex(&hash.finalize().into_bytes()))
    }

    fn seal(&self, nonce: [u8; NONCE_LEN], context: &str, secret: &[u8]) -> Result<Vec<u8>, Error> {
        let payload = Payload { msg: secret, aad: context.as_bytes() };
        let sealed = self.cipher().encrypt(&XNonce::from(nonce), payload).map_err(|_| Error::Secret)?;
        Ok([&nonce[..], &sealed].concat())
    }

    fn open(&self, context: &str, sealed: &[u8]) -> Result<Vec<u8>, Error> {
        let (nonce, sealed) = sealed.split_at_checked(NONCE_LEN).ok_or(Error::Secret)?;
        let nonce = XNonce::try_from(nonce).map_err(|_| Error::Secret)?;
        let payload = Payload { msg: sealed, aad: context.as_bytes() };
        self.cipher().decrypt(&nonce, payload).map_err(|_| Error::Secret)
    }

    fn cipher(&self) -> XChaCha20Poly1305 {
        XChaCha20Poly1305::new(&self.0.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_opens_only_with_its_key_and_context() {
        let key = SecretsKey::generate().unwrap();
        let sealed = key.encrypt("account 1", b"whsec_x").unwrap();
        assert!(!sealed.contains("whsec"));
        assert_eq!(key.decrypt("account 1", &sealed).unwrap(), b"whsec_x");
        assert!(key.decrypt("account 2", &sealed).is_err());
        assert!(SecretsKey::generate().unwrap().decrypt("account 1", &sealed).is_err());
        assert!(key.decrypt("account 1", "AAAA").is_err());
        let token = key.token("list 1", b"page 2").unwrap();
        assert!(token.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte)), "{token}");
        assert_eq!(key.open_token("list 1", &token).unwrap(), b"page 2");
        assert!(key.open_token("list 2", &token).is_err());
        assert_eq!(key.token("list 1", b"page 2").unwrap(), token);
        assert_ne!(key.token("list 1", b"page 3").unwrap()[..32], token[..32]);
        let hash = key.keyed_hash("form", b"x").unwrap();
        assert_eq!((hash.len(), key.keyed_hash("form", b"x").unwrap()), (64, hash.clone()));
        assert_ne!(key.keyed_hash("other", b"x").unwrap(), hash);
        assert_ne!(SecretsKey::generate().unwrap().keyed_hash("form", b"x").unwrap(), hash);
    }

    #[test]
    fn a_key_of_the_wrong_form_says_what_is_wrong() {
        assert_eq!("%".parse::<SecretsKey>().unwrap_err(), "must be 32 bytes in base64, but is not base64");
        assert_eq!("AAAA".parse::<SecretsKey>().unwrap_err(), "must be 32 bytes in base64, but has 3");
    }
}
