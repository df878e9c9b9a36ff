//! Passwords: their rules, and their slow hash (Argon2id).

use std::cmp::Reverse;
use std::ops::RangeInclusive;
use std::sync::{Arc, LazyLock};

use argon2::Argon2;
use argon2::password_hash::{PasswordHasher, PasswordVerifier, phc::PasswordHash};
use shared::Error;
use tokio::sync::Semaphore;

use crate::fields::Problems;

const CHARS: RangeInclusive<usize> = 10..=1000;
/// Passwords that many people have, in lower case: words without the digits and signs around them, and other texts of at
/// least ten characters. They are the first 2,000 and the long ones of the list of Django 5.2 (BSD-3-Clause), which Royce
/// Williams has made, with words of the project's own in the languages of the pages: for a password and a welcome, seasons,
/// months, weekdays, feasts, countries, large cities, and the words of charities. They stand here as they are written, without
/// accents, and as `fruehling`.
const COMMON: &str = include_str!("common_passwords.txt");
/// The shortest word by which a user is known that a password is read without.
const KNOWN_CHARS: usize = 3;
/// How many letters and digits a password must have besides the words by which its user is known.
const OWN_CHARS: usize = 6;
/// How many digits a password must have around a common word.
const DIGITS_AROUND: usize = 10;
/// How many passwords are hashed at once, and how many may wait for it.
static QUEUE: LazyLock<HashQueue> = LazyLock::new(|| HashQueue::new(2, 50));
/// The hash of no password, with the cost of a real one. A sign-in of an unknown user is compared with it, so that it
/// takes as long as that of a known one.
const NOBODY: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$YWxtb25lci1ub2JvZHkhIQ$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// Checks the rule for every password.
pub fn check(field: &str, password: &str, problems: &mut Problems) {
    if !CHARS.contains(&password.chars().count()) {
        problems.add(field, "must have 10 to 1000 characters");
    }
}

/// Checks the rules for a password that somebody chooses. Who guesses passwords tries those that many people have, and
/// what is `known` of the user: the name, the email address and the organisations.
pub fn check_new(field: &str, password: &str, known: &str, problems: &mut Problems) {
    if !CHARS.contains(&password.chars().count()) {
        check(field, password, problems);
    } else if is_common(password) {
        problems.add(
            field,
            "is too common, even with some digits around it: choose a few words that only you would put \
             together",
        );
    } else if is_known(password, known) {
        problems.add(
            field,
            "is little more than a name, email address or organisation: choose a few words that only you \
             would put together",
        );
    }
}

/// Returns whether many people have a password, also with little around its word.
fn is_common(password: &str) -> bool {
    let password = password.to_lowercase();
    let word = password.trim_matches(|char: char| !char.is_alphabetic());
    let is_bare = letters_and_digits(&password) < letters_and_digits(word) + DIGITS_AROUND;
    COMMON.lines().any(|common| common == password || is_bare && common == word)
}

/// Returns whether a password has little besides the words of what is known of its user.
fn is_known(password: &str, known: &str) -> bool {
    let (password, known) = (password.to_lowercase(), format!("{known} almoner").to_lowercase());
    let words = known.split(|char: char| !char.is_alphanumeric());
    let mut words: Vec<_> = words.filter(|word| word.chars().count() >= KNOWN_CHARS).collect();
    // A word may be a part of a longer one.
    words.sort_unstable_by_key(|word| Reverse(word.len()));
    let rest = words.into_iter().fold(password.clone(), |rest, word| rest.replace(word, ""));
    rest != password && letters_and_digits(&rest) < OWN_CHARS
}

fn letters_and_digits(text: &str) -> usize {
    text.chars().filter(|char| char.is_alphanumeric()).count()
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

    #[test]
    fn a_new_password_is_neither_common_nor_known() {
        let refused = |password: &str| {
            let mut problems = Problems::default();
            check_new("password", password, "Ada Lovelace ada@shelter.example Helping Hands", &mut problems);
            !problems.is_empty()
        };
        for password in [
            "short",
            "password12",
            "Password2026!",
            "0123456789",
            "qwertyuiop",
            "Passwort123",
            "!!dragon 743108662!!",
            "ada-lovelace-1815",
            "HelpingHands!",
            "ada@shelter.example",
            "almoner2026",
            "Weihnachten24",
            "spenden2026",
            "Fruehling2026",
            "Frühling2026",
            "Berlin12345",
            "fundraising1",
            "New York 2026",
            "navidad2026!",
            "février-2026",
            "fevrier-2026",
            "São Paulo 1!",
            "october2026",
            "Tierheim2026",
        ] {
            assert!(refused(password), "{password}");
        }
        for password in [
            "correct horse battery",
            "ada rows on the Thames",
            "7431086625 9",
            "dragon 7431 0866 2590 1182",
            "berlin on a monday in may",
            &"\u{1f980}".repeat(10),
        ] {
            assert!(!refused(password), "{password}");
        }
    }

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
