//! The rate limit (`ALMONER_RATE_LIMIT`): GCRA, applied after authentication. It counts the requests of each API key,
//! and those of each address without a valid key. It counts the web application and the documentation apart from the
//! API: by user, or by address if nobody is signed in. Each process counts only its own requests. The headers are those
//! of draft-ietf-httpapi-ratelimit-headers-10.

use std::fmt;
use std::hash::Hash;
use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use governor::clock::Clock;
use governor::middleware::StateInformationMiddleware;
use governor::state::keyed::HashMapStateStore;
use governor::{InsufficientCapacity, NotUntil, Quota, RateLimiter};
use poem::http::{HeaderMap, HeaderName, HeaderValue};
use shared::process::rate_limit::RateLimit;

use crate::error::AppError;

const POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");
const STATE: HeaderName = HeaderName::from_static("ratelimit");
/// After how many requests the keys that have their whole quota again are removed from memory.
const FORGET_EVERY: u32 = 1000;

/// The limits of all keys and addresses. Clones share them.
#[derive(Clone)]
pub struct RateLimits(Option<Arc<Limits>>);

struct Limits {
    policy: Policy,
    keys: Counts<i64>,
    failures: Counts<IpAddr>,
    users: Counts<i64>,
    visitors: Counts<IpAddr>,
}

/// The counts, by key or by address.
pub(super) struct Counts<K: Clone + Hash + Eq> {
    limiter: RateLimiter<K, HashMapStateStore<K>, Ticks, StateInformationMiddleware>,
    taken: AtomicU32,
}

/// The limit of each key, and of each address.
#[derive(Clone, Copy, Debug)]
struct Policy {
    every: Duration,
    burst: NonZeroU32,
}

/// A clock for governor. It tells the time since some fixed moment.
#[derive(Clone)]
pub(super) struct Ticks(pub(super) Arc<dyn Fn() -> Duration + Send + Sync>);

impl Clock for Ticks {
    type Instant = Duration;

    fn now(&self) -> Duration {
        (self.0)()
    }
}

/// The quota of a key after a request.
#[derive(Clone, Copy, Debug)]
pub struct RateLimitState {
    policy: Policy,
    remaining: u32,
}

impl RateLimits {
    /// Makes the limits, with the machine's clock.
    pub fn new(limit: RateLimit) -> Self {
        let start = Instant::now();
        Self::with_clock(limit, move || start.elapsed())
    }

    /// Makes the limits, with another clock. `now` returns the time since some fixed moment.
    pub fn with_clock(limit: RateLimit, now: impl Fn() -> Duration + Send + Sync + 'static) -> Self {
        let RateLimit::Requests { every, burst } = limit else { return Self(None) };
        // `None` means a period of zero.
        let Some(quota) = Quota::with_period(every) else { return Self(None) };
        let (quota, ticks) = (quota.allow_burst(burst), Ticks(Arc::new(now)));
        Self(Some(Arc::new(Limits {
            policy: Policy { every, burst },
            keys: Counts::new(quota, ticks.clone()),
            failures: Counts::new(quota, ticks.clone()),
            users: Counts::new(quota, ticks.clone()),
            visitors: Counts::new(quota, ticks),
        })))
    }

    /// Counts a request of a key. Returns the quota of the key and whether the request may go on, or `None` if there is
    /// no limit.
    pub fn take(&self, key_id: i64) -> Option<(RateLimitState, Result<(), AppError>)> {
        let Limits { policy, keys, .. } = &**self.0.as_ref()?;
        let (remaining, verdict) = match keys.take(&key_id) {
            Ok(remaining) => (remaining, Ok(())),
            Err(error) => (0, Err(error)),
        };
        Some((RateLimitState { policy: *policy, remaining }, verdict))
    }

    /// Counts so many more requests of a key, which come together, or none of them.
    ///
    /// # Errors
    /// [`AppError::TooManyRequests`] if there is no room for all, and [`AppError::Invalid`] if there never is.
    pub fn take_more(&self, key_id: i64, count: u32) -> Result<(), AppError> {
        let (Some(limits), Some(count)) = (&self.0, NonZeroU32::new(count)) else { return Ok(()) };
        let (keys, burst) = (&limits.keys, limits.policy.burst);
        match keys.limiter.check_key_n(&key_id, count) {
            // One more was counted before.
            Ok(taken) if count < burst => taken.map(|_| ()).map_err(|until| keys.too_many(&until)),
            Ok(_) | Err(InsufficientCapacity(_)) => Err(AppError::invalid(
                "operations",
                format_args!(
                    "must not be more than {burst}, because the rate limit never lets more through at once"
                ),
            )),
        }
    }

    /// Counts a request without a valid key. Returns the error to answer it with.
    pub fn take_failure(&self, client: IpAddr) -> AppError {
        let taken = self.0.as_ref().map(|limits| limits.failures.take(&network(client)));
        taken.and_then(Result::err).unwrap_or(AppError::Forbidden)
    }

    /// Counts a request for a page or a document, or a form: for the user who is signed in, or else for the address.
    ///
    /// # Errors
    /// [`AppError::TooManyRequests`] if there were too many.
    pub fn take_visit(&self, user_id: Option<i64>, client: IpAddr) -> Result<(), AppError> {
        let Some(limits) = &self.0 else { return Ok(()) };
        let taken = match user_id {
            Some(user_id) => limits.users.take(&user_id),
            None => limits.visitors.take(&network(client)),
        };
        taken.map(|_| ())
    }

    /// Returns how many keys are in memory.
    pub fn remembered(&self) -> usize {
        self.0.as_ref().map_or(0, |limits| limits.keys.limiter.len())
    }
}

/// Returns the address by which a client is counted, by all limits. With IPv6 it is a /48: one customer often has a whole
/// one, which is 65,536 networks of a /64.
pub(super) fn network(client: IpAddr) -> IpAddr {
    match client {
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 80 << 80).into(),
        v4 @ IpAddr::V4(_) => v4,
    }
}

impl<K: Clone + Hash + Eq> Counts<K> {
    pub(super) fn new(quota: Quota, ticks: Ticks) -> Self {
        let limiter = RateLimiter::new(quota, HashMapStateStore::default(), ticks);
        Self { limiter, taken: AtomicU32::new(0) }
    }

    /// Counts a request. Returns how many more may come at once.
    pub(super) fn take(&self, key: &K) -> Result<u32, AppError> {
        if self.taken.fetch_add(1, Ordering::Relaxed) % FORGET_EVERY == FORGET_EVERY - 1 {
            self.limiter.retain_recent();
        }
        let taken = self.limiter.check_key(key);
        taken.map(|state| state.remaining_burst_capacity()).map_err(|until| self.too_many(&until))
    }

    fn too_many(&self, until: &NotUntil<Duration>) -> AppError {
        let wait = until.wait_time_from(self.limiter.clock().now());
        AppError::TooManyRequests { retry_after_s: whole_seconds(wait).max(1) }
    }
}

impl fmt::Debug for RateLimits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("RateLimits").field(&self.0.as_ref().map(|limits| limits.policy)).finish()
    }
}

impl RateLimitState {
    /// Adds the headers that tell the policy and the quota.
    pub fn write(&self, headers: &mut HeaderMap) {
        let Self { policy: Policy { every, burst }, remaining } = *self;
        let window_s = whole_seconds(every * burst.get()).max(1);
        let reset_s = whole_seconds(every * (burst.get() - remaining));
        for (name, value) in [
            (POLICY, format!("\"default\";q={burst};w={window_s}")),
            (STATE, format!("\"default\";r={remaining};t={reset_s}")),
        ] {
            if let Ok(value) = HeaderValue::from_str(&value) {
                headers.insert(name, value);
            }
        }
    }
}

/// Rounds up, so that a caller that waits this many seconds has waited long enough.
fn whole_seconds(duration: Duration) -> u64 {
    duration.as_secs() + u64::from(duration.subsec_nanos() > 0)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU64;

    use super::*;

    fn limits(text: &str) -> (RateLimits, Arc<AtomicU64>) {
        let clock = Arc::new(AtomicU64::new(0));
        let now = clock.clone();
        let now = move || Duration::from_millis(now.load(Ordering::Relaxed));
        (RateLimits::with_clock(text.parse().unwrap(), now), clock)
    }

    #[test]
    fn keys_whose_room_is_whole_are_forgotten() {
        let (limits, clock) = limits("10/s");
        for key_id in 0..999 {
            limits.take(key_id);
        }
        assert_eq!(limits.remembered(), 999);
        clock.store(10_000, Ordering::Relaxed);
        limits.take(0);
        assert_eq!(limits.remembered(), 1);
    }

    #[test]
    fn failures_count_for_the_address_or_for_its_network_in_ipv6() {
        let (limits, _clock) = limits("1/s");
        let is_refused = |address: &str| {
            matches!(
                limits.take_failure(address.parse().unwrap()),
                AppError::TooManyRequests { retry_after_s: 1 }
            )
        };
        assert!(!is_refused("203.0.113.7") && is_refused("203.0.113.7") && !is_refused("203.0.113.8"));
        assert!(!is_refused("2001:db8::1") && is_refused("2001:db8:0:1::2") && !is_refused("2001:db8:1::1"));
    }

    #[test]
    fn visitors_count_by_user_or_else_by_address_and_apart_from_keys() {
        let (limits, _clock) = limits("1/s");
        let visit = |user_id, address: &str| limits.take_visit(user_id, address.parse().unwrap()).is_ok();
        assert!(visit(None, "203.0.113.7") && !visit(None, "203.0.113.7") && visit(None, "203.0.113.8"));
        assert!(
            visit(Some(1), "203.0.113.7") && !visit(Some(1), "203.0.113.9") && visit(Some(2), "203.0.113.7")
        );
        assert!(limits.take(1).unwrap().1.is_ok());
        assert!(matches!(limits.take_failure("203.0.113.7".parse().unwrap()), AppError::Forbidden));
    }

    #[test]
    fn without_a_limit_there_is_nothing_to_say() {
        let (limits, _clock) = limits("off");
        assert!(limits.take(1).is_none() && limits.take_visit(None, Ipv6Addr::LOCALHOST.into()).is_ok());
    }
}
