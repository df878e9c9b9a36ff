//! How often somebody may try a password or a code, ask for a link, have an invitation mailed, or send a form on a website
//! (GCRA). Each process counts only its own requests.
//!
//! A failing visitor must not lock others out. So failures are counted by user and network; a browser that has signed
//! in as the user before has a count of its own; and a signed-in user is counted by session. Successes are given back.
//!
//! The memory for the counts is bounded. Strangers may fill a part of it alone. While it is full, new ones are refused. If
//! others were forgotten instead, a flood would hide how many passwords were tried.

use std::collections::HashMap;
use std::fmt;
use std::hash::{BuildHasher, RandomState};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::rate_limit::network;
use crate::error::AppError;

/// How much may happen at once, and after which time once more.
type Quota = (u32, Duration);

/// Failures of a network. Colleagues often share one.
const OF_NETWORK: Quota = (30, Duration::from_secs(6));
/// Failures for a user from one place.
const OF_PLACE: Quota = (10, Duration::from_secs(30));
/// All attempts for a user from one place, also those that succeed: each is slow, and writes.
const ATTEMPTS_OF_PLACE: Quota = (30, Duration::from_secs(20));
/// Failures for a user from all networks together: far more than one network may have, so that no stranger uses it up
/// alone, and few enough against guesses from many networks.
const OF_USER: Quota = (500, Duration::from_secs(5));
/// Codes of a user's second factor. A code is short, so somebody who knows the password may try only a few.
const OF_CODE: Quota = (5, Duration::from_mins(5));

/// Links for a new password that a network asks for, and that are asked for a user from one place.
const LINKS_OF_NETWORK: Quota = (10, Duration::from_mins(1));
const LINKS_OF_PLACE: Quota = (3, Duration::from_mins(30));

/// Forms on websites that a network sends. Visitors of an event often share one, and what one sends in a night must not fill
/// an account.
const ANSWERS_OF_NETWORK: Quota = (30, Duration::from_mins(2));

/// Invitations that are mailed for an account, and for an inviter.
const INVITATIONS_OF_ACCOUNT: Quota = (50, Duration::from_mins(10));
const INVITATIONS_OF_USER: Quota = (20, Duration::from_mins(20));

/// How often the counts that have their whole quota again are removed from memory.
const FORGET_EVERY: Duration = Duration::from_secs(1);
/// The most counts in memory. They take 57 bytes each, and the map has room for twice as many: 15 MB.
const COUNTS_MAX: usize = 110_000;
/// How many of them strangers may fill. One network has up to some hundred at a time.
const OF_STRANGERS_MAX: usize = 100_000;

/// Where an attempt comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// A network, by one of its addresses.
    Network(IpAddr),
    /// A browser that has signed in as the user before.
    Browser(u64),
}

impl Place {
    /// Returns the network that shares a quota for all its attempts. A known browser has none.
    fn network(self) -> Option<IpAddr> {
        match self {
            Self::Network(client) => Some(network(client)),
            Self::Browser(_) => None,
        }
    }

    fn whole(self) -> Self {
        self.network().map_or(self, Self::Network)
    }
}

/// The hash of an email address, so that every count takes the same memory. Its key is random, so nobody finds an
/// address that counts as somebody else's.
type Email = u64;

/// The subject of a count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Key {
    Network(IpAddr),
    Place(Email, Place),
    AttemptsOfPlace(Email, Place),
    User(Email),
    /// A user, and when the password was set: somebody who tries codes has that password.
    Code(i64, Option<i64>),
    CodeOfBrowser(u64),
    Session(i64),
    SessionCode(i64),
    LinksOfNetwork(IpAddr),
    LinksOfPlace(Email, Place),
    AnswersOfNetwork(IpAddr),
    InvitationsOfAccount(i64),
    InvitationsOfUser(i64),
}

impl Key {
    fn quota(&self) -> Quota {
        match self {
            Self::Network(_) => OF_NETWORK,
            Self::Place(..) | Self::Session(_) => OF_PLACE,
            Self::AttemptsOfPlace(..) => ATTEMPTS_OF_PLACE,
            Self::User(_) => OF_USER,
            Self::Code(..) | Self::CodeOfBrowser(_) | Self::SessionCode(_) => OF_CODE,
            Self::LinksOfNetwork(_) => LINKS_OF_NETWORK,
            Self::LinksOfPlace(..) => LINKS_OF_PLACE,
            Self::AnswersOfNetwork(_) => ANSWERS_OF_NETWORK,
            Self::InvitationsOfAccount(_) => INVITATIONS_OF_ACCOUNT,
            Self::InvitationsOfUser(_) => INVITATIONS_OF_USER,
        }
    }

    /// Returns whether it counts a stranger, known only by the address.
    fn is_of_stranger(&self) -> bool {
        match self {
            Self::Place(_, place) | Self::AttemptsOfPlace(_, place) | Self::LinksOfPlace(_, place) => {
                matches!(place, Place::Network(_))
            }
            Self::AnswersOfNetwork(_) => true,
            _ => false,
        }
    }
}

/// The limits of all counts. Clones share them.
#[derive(Clone)]
pub struct SignInLimits(Arc<Limits>);

struct Limits {
    now: Box<dyn Fn() -> Duration + Send + Sync>,
    hasher: RandomState,
    counts: Mutex<Counts>,
}

#[derive(Default)]
struct Counts {
    /// When each key has its whole quota again.
    whole_at: HashMap<Key, Duration>,
    forgotten_at: Duration,
}

impl Counts {
    /// Returns when a key has its whole quota again, which is now at the earliest.
    fn whole_at(&self, key: &Key, now: Duration) -> Duration {
        self.whole_at.get(key).copied().unwrap_or_default().max(now)
    }

    /// Returns how long to wait until something may happen once more.
    fn wait(&self, key: &Key, now: Duration) -> Duration {
        let (burst, every) = key.quota();
        (self.whole_at(key, now) + every).saturating_sub(now + every * burst)
    }

    /// Returns whether there is room for these keys.
    fn has_room(&self, keys: &[Key]) -> bool {
        let new = keys.iter().filter(|key| !self.whole_at.contains_key(key)).count();
        let most = if keys.iter().any(Key::is_of_stranger) { OF_STRANGERS_MAX } else { COUNTS_MAX };
        new == 0 || self.whole_at.len() + new <= most
    }

    fn add(&mut self, key: Key, now: Duration) {
        let at = self.whole_at(&key, now) + key.quota().1;
        self.whole_at.insert(key, at);
    }

    fn give_back(&mut self, keys: &[Key]) {
        for key in keys {
            if let Some(at) = self.whole_at.get_mut(key) {
                *at = at.saturating_sub(key.quota().1);
            }
        }
    }

    fn forget(&mut self, now: Duration) {
        if now >= self.forgotten_at + FORGET_EVERY {
            self.whole_at.retain(|_, at| *at > now);
            self.forgotten_at = now;
        }
    }
}

/// An attempt that is counted as a failure, until it is given back.
#[derive(Debug)]
#[must_use = "an attempt that did not fail is given back"]
pub struct Attempt {
    limits: SignInLimits,
    failures: Vec<Key>,
    /// The keys that count it even if it succeeds.
    always: Vec<Key>,
}

impl Attempt {
    /// Gives the failure back: the attempt has succeeded.
    pub fn give_back(self) {
        self.limits.counts().give_back(&self.failures);
    }

    /// Gives everything back: nothing was tried.
    pub fn undo(self) {
        self.limits.counts().give_back(&[self.failures, self.always].concat());
    }
}

impl Default for SignInLimits {
    /// Makes the limits, with the machine's clock.
    fn default() -> Self {
        let start = Instant::now();
        Self::with_clock(move || start.elapsed())
    }
}

impl SignInLimits {
    /// Makes the limits, with another clock. `now` returns the time since some fixed moment.
    pub fn with_clock(now: impl Fn() -> Duration + Send + Sync + 'static) -> Self {
        Self(Arc::new(Limits { now: Box::new(now), hasher: RandomState::new(), counts: Mutex::default() }))
    }

    /// Counts an attempt to sign in as the user of an email address, known or not.
    ///
    /// # Errors
    /// [`AppError::TooManyRequests`] if there were too many.
    pub fn sign_in(&self, place: Place, email: &str) -> Result<Attempt, AppError> {
        let user = self.hash(email);
        let mut failures = vec![Key::Place(user, place.whole())];
        if let Some(network) = place.network() {
            failures.extend([Key::Network(network), Key::User(user)]);
        }
        self.attempt(failures, vec![Key::AttemptsOfPlace(user, place.whole())])
    }

    /// Counts a code, tried by somebody who has given the password of a user. With a password that was set at another
    /// time, the count begins anew.
    ///
    /// # Errors
    /// [`AppError::TooManyRequests`] if there were too many.
    pub fn code(
        &self,
        place: Place,
        (user_id, password_changed_at_ms): (i64, Option<i64>),
    ) -> Result<Attempt, AppError> {
        let failures = match place {
            Place::Network(client) => {
                vec![Key::Network(network(client)), Key::Code(user_id, password_changed_at_ms)]
            }
            Place::Browser(browser) => vec![Key::CodeOfBrowser(browser)],
        };
        self.attempt(failures, Vec::new())
    }

    /// Counts a password that a signed-in user types.
    ///
    /// # Errors
    /// [`AppError::TooManyRequests`] if there were too many in this session.
    pub fn signed_in(&self, session_id: i64) -> Result<(), AppError> {
        self.take(&[Key::Session(session_id)])
    }

    /// Counts a password and a code that a signed-in user types.
    ///
    /// # Errors
    /// [`AppError::TooManyRequests`] if there were too many in this session.
    pub fn signed_in_code(&self, session_id: i64) -> Result<(), AppError> {
        self.take(&[Key::Session(session_id), Key::SessionCode(session_id)])
    }

    /// Counts a request for a link with which the user of an email address sets a new password.
    ///
    /// # Errors
    /// [`AppError::TooManyRequests`] if there were too many from this place, for users known or not.
    pub fn link(&self, place: Place, email: &str) -> Result<(), AppError> {
        let mut keys = vec![Key::LinksOfPlace(self.hash(email), place.whole())];
        keys.extend(place.network().map(Key::LinksOfNetwork));
        self.take(&keys)
    }

    /// Counts a form on a website that a supporter sends.
    ///
    /// # Errors
    /// [`AppError::TooManyRequests`] if there were too many from this network.
    pub fn answer(&self, client: IpAddr) -> Result<(), AppError> {
        self.take(&[Key::AnswersOfNetwork(network(client))])
    }

    /// Counts an invitation of an account that a user has mailed.
    ///
    /// # Errors
    /// [`AppError::TooManyRequests`] if there were too many by this user, or for this account.
    pub fn invitation(&self, account_id: i64, user_id: i64) -> Result<(), AppError> {
        self.take(&[Key::InvitationsOfUser(user_id), Key::InvitationsOfAccount(account_id)])
    }

    fn attempt(&self, failures: Vec<Key>, always: Vec<Key>) -> Result<Attempt, AppError> {
        self.take(&[&failures[..], &always].concat())?;
        Ok(Attempt { limits: self.clone(), failures, always })
    }

    /// Counts for all of these keys, or for none if one has no quota left, or there is no room.
    fn take(&self, keys: &[Key]) -> Result<(), AppError> {
        let now = (self.0.now)();
        let mut counts = self.counts();
        counts.forget(now);
        let wait = keys.iter().map(|key| counts.wait(key, now)).max().unwrap_or_default();
        let wait = if wait.is_zero() && !counts.has_room(keys) { FORGET_EVERY } else { wait };
        if !wait.is_zero() {
            let whole_seconds = wait.as_secs() + u64::from(wait.subsec_nanos() > 0);
            return Err(AppError::TooManyRequests { retry_after_s: whole_seconds });
        }
        for key in keys {
            counts.add(*key, now);
        }
        Ok(())
    }

    fn counts(&self) -> MutexGuard<'_, Counts> {
        self.0.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn hash(&self, email: &str) -> Email {
        self.0.hasher.hash_one(email.trim().to_lowercase())
    }
}

impl fmt::Debug for SignInLimits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SignInLimits")
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;

    fn limits() -> (SignInLimits, Arc<AtomicU64>) {
        let clock = Arc::new(AtomicU64::new(0));
        let now = clock.clone();
        (SignInLimits::with_clock(move || Duration::from_secs(now.load(Ordering::Relaxed))), clock)
    }

    fn from(client: &str) -> Place {
        Place::Network(client.parse().unwrap())
    }

    fn wait(taken: Result<impl Sized, AppError>) -> u64 {
        match taken {
            Ok(_) => 0,
            Err(AppError::TooManyRequests { retry_after_s }) => retry_after_s,
            Err(other) => panic!("{other}"),
        }
    }

    #[test]
    fn failures_for_a_user_count_by_network_and_not_for_other_networks() {
        let (limits, clock) = limits();
        let ada = |client: &str| wait(limits.sign_in(from(client), " Ada@almoner.example"));
        for _ in 0..10 {
            assert_eq!(ada("203.0.113.1"), 0);
        }
        assert_eq!(ada("203.0.113.1"), 30);
        assert_eq!(ada("203.0.113.2"), 0);
        assert_eq!(wait(limits.sign_in(from("203.0.113.1"), "grace@almoner.example")), 0);
        clock.store(29, Ordering::Relaxed);
        assert_eq!(wait(limits.sign_in(from("203.0.113.1"), "ada@ALMONER.example")), 1);
        clock.store(30, Ordering::Relaxed);
        assert_eq!((ada("203.0.113.1"), ada("203.0.113.1")), (0, 30));
    }

    #[test]
    fn a_network_and_a_user_have_a_quota_for_everything_together() {
        let (limits, clock) = limits();
        for attempt in 0..30 {
            assert_eq!(wait(limits.sign_in(from("2001:db8::1"), &format!("{attempt}@almoner.example"))), 0);
        }
        let new = |client: &str| wait(limits.sign_in(from(client), "new@almoner.example"));
        assert_eq!((new("2001:db8:0:1::2"), new("2001:db8:1::1")), (6, 0), "a network is a /48");
        clock.store(3600, Ordering::Relaxed);
        for attempt in 0..500 {
            let client = format!("198.51.{}.{}", attempt / 250, attempt % 250);
            assert_eq!(wait(limits.sign_in(from(&client), "ada@almoner.example")), 0);
        }
        let ada = |place: Place| wait(limits.sign_in(place, "ada@almoner.example"));
        assert_eq!(ada(from("203.0.113.7")), 5);
        assert_eq!(ada(Place::Browser(1)), 0, "a known browser has a count of its own");
        for _ in 0..9 {
            assert_eq!(ada(Place::Browser(1)), 0);
        }
        assert_eq!((ada(Place::Browser(1)), ada(Place::Browser(2))), (30, 0));
    }

    #[test]
    fn what_succeeded_is_no_failure_and_is_bounded_all_the_same() {
        let (limits, _clock) = limits();
        for _ in 0..30 {
            limits.sign_in(from("203.0.113.1"), "ada@almoner.example").unwrap().give_back();
        }
        assert_eq!(wait(limits.sign_in(from("203.0.113.1"), "ada@almoner.example")), 20);
        for _ in 0..10 {
            assert_eq!(wait(limits.sign_in(from("203.0.113.1"), "grace@almoner.example")), 0);
        }
    }

    #[test]
    fn what_has_its_whole_quota_again_is_forgotten() {
        let (limits, clock) = limits();
        for session_id in 0..999 {
            limits.signed_in(session_id).unwrap();
        }
        let remembered = || limits.counts().whole_at.len();
        assert_eq!(remembered(), 999);
        clock.store(30, Ordering::Relaxed);
        limits.signed_in(1000).unwrap();
        assert_eq!(remembered(), 1);
    }

    #[test]
    fn strangers_fill_their_part_of_the_memory_alone_and_keep_nobody_out_who_is_known() {
        assert!(size_of::<(Key, Duration)>() <= 56, "COUNTS_MAX says how much memory they take");
        let (limits, clock) = limits();
        let stranger = |n: usize| {
            let client = from(&format!("10.{}.{}.{}", n >> 16, n >> 8 & 255, n & 255));
            wait(limits.sign_in(client, &format!("{n}{}@almoner.example", "x".repeat(1000))))
        };
        let remembered = || limits.counts().whole_at.len();
        let flood = OF_STRANGERS_MAX / 4;
        assert!((0..flood).all(|n| stranger(n) == 0));
        assert_eq!((stranger(flood), remembered()), (1, OF_STRANGERS_MAX), "try again in a second");
        assert_eq!(wait(limits.link(from("203.0.113.1"), "ada@almoner.example")), 1);
        // A stranger who is counted already goes on with the quota that is left, and is not forgotten.
        assert!((1..10).all(|_| stranger(7) == 0));
        assert_eq!(stranger(7), 30);
        let browser = Place::Browser(1);
        assert_eq!(wait(limits.sign_in(browser, "ada@almoner.example")), 0);
        assert_eq!(wait(limits.link(browser, "ada@almoner.example")), 0);
        assert_eq!(wait(limits.code(browser, (1, None))), 0);
        assert_eq!(wait(limits.code(from("203.0.113.1"), (1, None))), 0, "after the right password");
        assert_eq!((wait(limits.signed_in_code(1)), wait(limits.invitation(1, 1))), (0, 0));
        assert!((2..20_000).any(|session_id| limits.signed_in(session_id).is_err()));
        assert_eq!(remembered(), COUNTS_MAX);
        clock.store(31, Ordering::Relaxed);
        assert_eq!(stranger(flood), 0);
        assert!(remembered() < 100, "{}", remembered());
    }

    #[test]
    fn what_was_not_tried_leaves_nothing_behind() {
        let (limits, clock) = limits();
        for attempt in 0..100 {
            limits.sign_in(from("203.0.113.1"), &format!("{attempt}@almoner.example")).unwrap().undo();
        }
        clock.store(1, Ordering::Relaxed);
        limits.signed_in(1).unwrap();
        assert_eq!(limits.counts().whole_at.len(), 1);
    }
}
