//! The encrypted part of a user: the secret of the second factor. It is bound to its user, so that a ciphertext copied to
//! another user does not open.

use zeroize::Zeroizing;

use super::secrets::SecretsKey;
use crate::Error;

/// Encrypts and decrypts for one user.
#[derive(Clone, Copy, Debug)]
pub struct UserCipher<'a> {
    key: &'a SecretsKey,
    user_id: i64,
}

impl<'a> UserCipher<'a> {
    /// Creates the cipher of a user.
    pub fn new(key: &'a SecretsKey, user_id: i64) -> Self {
        Self { key, user_id }
    }

    /// Encrypts the secret of the user's second factor.
    pub fn encrypt(&self, secret: &[u8]) -> Result<String, Error> {
        self.key.encrypt(&self.context(), secret)
    }

    /// Decrypts the secret of the user's second factor.
    ///
    /// # Errors
    /// [`Error::Secret`] if it was changed, or was encrypted with another key or for another user.
    pub fn decrypt(&self, sealed: &str) -> Result<Zeroizing<Vec<u8>>, Error> {
        self.key.decrypt(&self.context(), sealed).map(Zeroizing::new)
    }

    /// Encrypts the secret with the current key, if the previous one has encrypted it. Returns `None` if it is current.
    ///
    /// # Errors
    /// Those of [`decrypt`](Self::decrypt).
    pub fn reseal(&self, sealed: &str) -> Result<Option<String>, Error> {
        self.key.reseal(&self.context(), sealed)
    }

    fn context(&self) -> String {
        format!("user {} second_factor", self.user_id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_opens_for_its_user_alone() {
        let key = SecretsKey::generate().unwrap();
        let sealed = UserCipher::new(&key, 1).encrypt(b"secret").unwrap();
        assert_eq!(UserCipher::new(&key, 1).decrypt(&sealed).unwrap().as_slice(), b"secret");
        assert!(UserCipher::new(&key, 2).decrypt(&sealed).is_err());
    }
}
