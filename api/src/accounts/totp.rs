//! The codes of authenticator apps: TOTP (RFC 6238) as every app knows it, with SHA-1, six digits and steps of 30 s.

use shared::Error;
use shared::crypto::bytes::random;
use totp_rs::{Builder, Secret, Totp};
use url::form_urlencoded::byte_serialize;

use super::texts::in_groups;

/// The length of a new secret, as RFC 4226 recommends it for SHA-1.
const SECRET_BYTES: usize = 20;
/// The name under which apps show the service.
const ISSUER: &str = "Almoner";

/// The secret that a user's app and the service share. It is never printed.
#[derive(Clone)]
pub struct TotpSecret(Totp);

impl TotpSecret {
    /// Makes a new secret.
    pub fn generate() -> Result<Self, Error> {
        Self::from_bytes(&random::<SECRET_BYTES>()?)
    }

    /// Makes a secret of its bytes.
    ///
    /// # Errors
    /// [`Error::Secret`] if they are too few.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        // The builder's defaults are those above. A code of one step before or after the current one is accepted.
        let totp = Builder::new().with_secret(Secret::from(bytes)).build();
        Ok(Self(totp.map_err(|_| Error::Secret)?))
    }

    /// Returns the bytes, to be encrypted.
    pub fn bytes(&self) -> &[u8] {
        self.0.secret().as_bytes()
    }

    /// Returns the secret in base 32 and in groups of four letters, to be typed into an app.
    pub fn in_groups(&self) -> String {
        in_groups(&self.0.secret().to_base32(), 4, ' ')
    }

    /// Returns the address with which an app takes the secret from a QR code, in the form that all apps know.
    pub fn uri(&self, email: &str) -> String {
        let email: String = byte_serialize(email.as_bytes()).collect();
        let secret = self.0.secret().to_base32();
        format!(
            "otpauth://totp/{ISSUER}:{email}?secret={secret}&issuer={ISSUER}&algorithm=SHA1&digits=6&period=30"
        )
    }

    /// Returns the code at a moment.
    pub fn code_at(&self, now_ms: i64) -> String {
        self.0.generate(seconds(now_ms)).to_string()
    }

    /// Returns the time step of a code, if it is the current one, or the one before or after, because clocks differ.
    pub fn step_of(&self, code: &str, now_ms: i64) -> Option<i64> {
        let step = self.0.check(code, seconds(now_ms))?;
        i64::try_from(step).ok()
    }
}

fn seconds(now_ms: i64) -> u64 {
    u64::try_from(now_ms / 1000).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn secret() -> TotpSecret {
        TotpSecret::from_bytes(b"12345678901234567890").unwrap()
    }

    #[test]
    fn codes_are_those_of_rfc_6238() {
        // RFC 6238, appendix B, has eight digits. Codes of six digits are the last six of them.
        for (second, code) in [
            (59, "287082"),
            (1_111_111_109, "081804"),
            (1_111_111_111, "050471"),
            (1_234_567_890, "005924"),
            (2_000_000_000, "279037"),
            (20_000_000_000, "353130"),
        ] {
            assert_eq!(secret().code_at(second * 1000), code);
            assert_eq!(secret().step_of(code, second * 1000), Some(second / 30));
        }
    }

    #[test]
    fn a_code_holds_for_a_step_before_and_after_its_own() {
        let (secret, begin_ms) = (secret(), 1_234_567_890_000);
        let code = secret.code_at(begin_ms);
        let step = begin_ms / 30_000;
        for (at_ms, found) in [
            (begin_ms - 30_001, None),
            (begin_ms - 30_000, Some(step)),
            (begin_ms, Some(step)),
            (begin_ms + 59_999, Some(step)),
            (begin_ms + 60_000, None),
        ] {
            assert_eq!(secret.step_of(&code, at_ms), found, "{}", at_ms - begin_ms);
        }
        for other in ["", "005925", "5924", "0005924", "00592é", "+05924"] {
            assert_eq!(secret.step_of(other, begin_ms), None, "{other}");
        }
    }

    #[test]
    fn an_app_takes_the_secret_by_its_address_or_by_hand() {
        let secret = secret();
        assert_eq!(secret.in_groups(), "GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ");
        assert_eq!(
            secret.uri("ada+x@almoner.example"),
            "otpauth://totp/Almoner:ada%2Bx%40almoner.example?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Almoner\
             &algorithm=SHA1&digits=6&period=30"
        );
        assert!(TotpSecret::from_bytes(&[0; 15]).is_err());
    }
}
