//! Passwords: their rule, and their slow hash (Argon2id).

use std::ops::RangeInclusive;

use argon2::Argon2;
use argon2::password_hash::{PasswordHasher, PasswordVerifier, phc::PasswordHash};
use shared::Error;
use tokio::sync::Semaphore;

use crate::http::ValidationErrors;

const CHARS: RangeInclusive<usize> = 10..=1000;
/// How many passwords are hashed at once. Each takes some 19 MiB and a core for some time, so that a flood of sign-ins
/// would starve everything else.
static PERMITS: Semaphore = Semaphore::const_new(2);
/// The hash of no password, with the cost of a real one. A sign-in of an unknown user is compared with it, so that it
/// takes as long as that of a known one.
const NOBODY: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$YWxtb25lci1ub2JvZHkhIQ$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// Checks the rule for a new password.
pub fn check(field: &str, password: &str, problems: &mut ValidationErrors) {
    if !CHARS.contains(&password.chars().count()) {
        problems.add(field, "must have 10 to 1000 characters");
    }
}

/// Hashes a password, away from the threads that serve requests.
pub async fn hash(password: String) -> Result<String, Error> {
    slowly(move || {
        let hash = Argon2::default().hash_password(password.as_bytes());
        hash.map(|hash| hash.to_string())
            .map_err(|error| Error::Config(format!("the password cannot be hashed: {error}")))
    })
    .await?
}

/// Returns whether a password has this hash. Without a hash, or with an empty one (a user who has no password yet), no
/// password fits, and finding that out takes as long.
pub async fn fits(password: String, hash: Option<String>) -> Result<bool, Error> {
    slowly(move || {
        let hash = hash.filter(|hash| !hash.is_empty());
        let known = PasswordHash::new(hash.as_deref().unwrap_or(NOBODY));
        let verified =
            known.is_ok_and(|known| Argon2::default().verify_password(password.as_bytes(), &known).is_ok());
        verified && hash.is_some()
    })
    .await
}

async fn slowly<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Error> {
    let failed = |error: String| Error::Config(format!("a password was not hashed: {error}"));
    let _permit = PERMITS.acquire().await.map_err(|error| failed(error.to_string()))?;
    tokio::task::spawn_blocking(work).await.map_err(|error| failed(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_password_fits_its_own_hash_alone() {
        let hash = hash("correct horse battery".to_owned()).await.unwrap();
        assert!(fits("correct horse battery".to_owned(), Some(hash.clone())).await.unwrap());
        for (password, hash) in [
            ("Correct horse battery", Some(hash)),
            ("", Some(String::new())),
            ("x", None),
            ("x", Some("x".into())),
        ] {
            assert!(!fits(password.to_owned(), hash).await.unwrap(), "{password}");
        }
    }

    #[tokio::test]
    async fn nobody_has_a_hash_of_the_same_cost_as_somebody() {
        let somebody = hash("correct horse battery".to_owned()).await.unwrap();
        let cost = |hash: &str| hash.split('$').take(4).map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(cost(&somebody), cost(NOBODY));
        assert_eq!(somebody.len(), NOBODY.len());
    }
}
