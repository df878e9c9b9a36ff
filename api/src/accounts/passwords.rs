//! Passwords: their rule, and their slow hash (Argon2id).

use std::ops::RangeInclusive;
use std::sync::{Arc, LazyLock};

use argon2::Argon2;
use argon2::password_hash::{PasswordHasher, PasswordVerifier, phc::PasswordHash};
use shared::Error;
use tokio::sync::Semaphore;

use crate::fields::Problems;

const CHARS: RangeInclusive<usize> = 10..=1000;
/// How many passwords are hashed at once, and how many may wait for it.
static QUEUE: LazyLock<HashQueue> = LazyLock::new(|| HashQueue::new(2, 50));
/// The hash of no password, with the cost of a real one. A sign-in of an unknown user is compared with it, so that it
/// takes as long as that of a known one.
const NOBODY: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$YWxtb25lci1ub2JvZHkhIQ$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// Checks the rule for a new password.
pub fn check(field: &str, password: &str, problems: &mut Problems) {
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
/// password fits, and the answer takes as long.
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
    QUEUE.run(work).await
}

/// A queue for work that takes a core for some time, and much memory: some 19 MiB for the hash of a password. Without
/// it, a flood of sign-ins would starve everything else.
pub struct HashQueue {
    places: Semaphore,
    permits: Arc<Semaphore>,
}

impl HashQueue {
    /// Makes a queue in which so many pieces of work go on at once, and so many wait.
    pub fn new(at_once: usize, waiting: usize) -> Self {
        Self { places: Semaphore::new(at_once + waiting), permits: Arc::new(Semaphore::new(at_once)) }
    }

    /// Returns how many more pieces of work may come now.
    pub fn places_left(&self) -> usize {
        self.places.available_permits()
    }

    /// Returns how many more pieces of work may begin now.
    pub fn permits_left(&self) -> usize {
        self.permits.available_permits()
    }

    /// Does a piece of work when its turn comes, away from the threads that serve requests.
    ///
    /// # Errors
    /// [`Error::Busy`], at once, if too many wait already.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Error> {
        let failed = |error: String| Error::Config(format!("a password was not hashed: {error}"));
        let _place = self.places.try_acquire().map_err(|_| Error::Busy("passwords to be checked"))?;
        let permit = self.permits.clone().acquire_owned().await.map_err(|error| failed(error.to_string()))?;
        // The work goes on if its caller no longer waits, and keeps its permit until it has ended.
        let work = move || {
            let _permit = permit;
            work()
        };
        tokio::task::spawn_blocking(work).await.map_err(|error| failed(error.to_string()))
    }
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
