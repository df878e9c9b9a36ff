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
use zeroize::Zeroizing;

use super::bytes::{hex, random};
use crate::Error;

const NONCE_LEN: usize = 24;

/// The key that encrypts webhook secrets and headers. While it is rotated, another key stands beside it, which opens what it
/// has encrypted and encrypts nothing any more. Never printed.
#[derive(Clone)]
pub struct SecretsKey {
    key: Key,
    previous: Option<Key>,
}

/// Wiped from memory when it is dropped.
#[derive(Clone)]
struct Key(Zeroizing<[u8; 32]>);

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
            .map(Zeroizing::new)
            .map_err(|_| "must be 32 bytes in base64, but is not base64".to_owned())?;
        let key = bytes[..]
            .try_into()
            .map_err(|_| format!("must be 32 bytes in base64, but has {}", bytes.len()))?;
        Ok(Self { key: Key(Zeroizing::new(key)), previous: None })
    }
}

impl SecretsKey {
    /// Generates a new key.
    pub fn generate() -> Result<Self, Error> {
        Ok(Self { key: Key(Zeroizing::new(random()?)), previous: None })
    }

    /// Puts another key beside this one, to open what it has encrypted.
    #[must_use]
    pub fn with_previous(self, previous: Option<Self>) -> Self {
        Self { previous: previous.map(|previous| previous.key), ..self }
    }

    /// Returns the key as base64, for the file that stores it.
    pub fn to_base64(&self) -> Zeroizing<String> {
        Zeroizing::new(STANDARD.encode(self.key.0.as_slice()))
    }

    /// Encrypts a secret; `context` names its account and purpose.
    pub fn encrypt(&self, context: &str, secret: &[u8]) -> Result<String, Error> {
        Ok(STANDARD.encode(self.key.seal(random()?, context, secret)?))
    }

    /// Returns whether this key has encrypted a text, and not the previous one.
    pub fn is_current(&self, context: &str, sealed: &str) -> bool {
        STANDARD.decode(sealed).is_ok_and(|sealed| self.key.open(context, &sealed).is_ok())
    }

    /// Decrypts a text that [`encrypt`](Self::encrypt) returned for the same context.
    ///
    /// # Errors
    /// [`Error::Secret`] if the text was changed, or was encrypted with another key or context.
    pub fn decrypt(&self, context: &str, sealed: &str) -> Result<Vec<u8>, Error> {
        self.open(context, &STANDARD.decode(sealed).map_err(|_| Error::Secret)?)
    }

    /// Encrypts with the current key what the previous one has encrypted. Returns `None` if it is current.
    ///
    /// # Errors
    /// Those of [`decrypt`](Self::decrypt).
    pub fn reseal(&self, context: &str, sealed: &str) -> Result<Option<String>, Error> {
        if self.is_current(context, sealed) {
            return Ok(None);
        }
        let secret = self.decrypt(context, sealed).map(Zeroizing::new)?;
        self.encrypt(context, &secret).map(Some)
    }

    /// Encrypts content as a token that is fit for a URL. A caller brings the token back, and can neither read nor
    /// change it. The same context and content always give the same token, because the nonce is a keyed hash of both.
    pub fn token(&self, context: &str, content: &[u8]) -> Result<String, Error> {
        let hash = self.key.hash(context, content)?;
        let (nonce, _) = hash.split_first_chunk().ok_or(Error::Secret)?;
        Ok(URL_SAFE_NO_PAD.encode(self.key.seal(*nonce, context, content)?))
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
        Ok(hex(&self.key.hash(context, content)?))
    }

    /// Returns whether a text is the keyed hash of a content, by this key or the previous one.
    pub fn is_keyed_hash(&self, context: &str, content: &[u8], text: &str) -> Result<bool, Error> {
        let mut is_any = false;
        for key in self.keys() {
            let hash = hex(&key.hash(context, content)?);
            // Compare all bytes, so that the time tells nothing about how many are right.
            let differences = hash.bytes().zip(text.bytes()).fold(0, |sum, (a, b)| sum | (a ^ b));
            is_any |= hash.len() == text.len() && differences == 0;
        }
        Ok(is_any)
    }

    fn open(&self, context: &str, sealed: &[u8]) -> Result<Vec<u8>, Error> {
        self.keys().find_map(|key| key.open(context, sealed).ok()).ok_or(Error::Secret)
    }

    fn keys(&self) -> impl Iterator<Item = &Key> {
        std::iter::once(&self.key).chain(&self.previous)
    }
}

impl Key {
    fn hash(&self, context: &str, content: &[u8]) -> Result<[u8; 32], Error> {
        let mut hash = Hmac::<Sha256>::new_from_slice(self.0.as_slice()).map_err(|_| Error::Secret)?;
        for part in [context.as_bytes(), &[0], content] {
            hash.update(part);
        }
        Ok(hash.finalize().into_bytes().into())
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
        XChaCha20Poly1305::new((&*self.0).into())
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
    fn a_key_is_wiped_when_it_is_dropped() {
        fn is_wiped(_: &impl zeroize::ZeroizeOnDrop) {}
        let key = SecretsKey::generate().unwrap();
        is_wiped(&key.key.0);
    }

    #[test]
    fn the_previous_key_opens_and_encrypts_nothing() {
        let (old, new) = (SecretsKey::generate().unwrap(), SecretsKey::generate().unwrap());
        let both = new.clone().with_previous(Some(old.clone()));
        for (key, is_current) in [(&old, false), (&new, true), (&both, true)] {
            let sealed = key.encrypt("a", b"x").unwrap();
            assert_eq!(both.decrypt("a", &sealed).unwrap(), b"x");
            assert_eq!(both.is_current("a", &sealed), is_current);
            assert_eq!(both.open_token("a", &key.token("a", b"x").unwrap()).unwrap(), b"x");
            let hash = key.keyed_hash("a", b"x").unwrap();
            assert!(both.is_keyed_hash("a", b"x", &hash).unwrap());
            assert!(!both.is_keyed_hash("a", b"x", &hash[1..]).unwrap());
            assert!(!both.is_keyed_hash("b", b"x", &hash).unwrap());
        }
        assert!(old.decrypt("a", &both.encrypt("a", b"x").unwrap()).is_err());
        assert!(
            !SecretsKey::generate()
                .unwrap()
                .is_keyed_hash("a", b"x", &old.keyed_hash("a", b"x").unwrap())
                .unwrap()
        );
    }

    #[test]
    fn a_key_of_the_wrong_form_says_what_is_wrong() {
        assert_eq!("%".parse::<SecretsKey>().unwrap_err(), "must be 32 bytes in base64, but is not base64");
        assert_eq!("AAAA".parse::<SecretsKey>().unwrap_err(), "must be 32 bytes in base64, but has 3");
    }
}
