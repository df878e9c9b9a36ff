//! The rate limit of each API key (`ALMONER_RATE_LIMIT`): GCRA, applied after authentication. Each process counts only
//! its own requests. The headers are those of draft-ietf-httpapi-ratelimit-headers-10.

use std::fmt;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use governor::clock::Clock;
use governor::middleware::StateInformationMiddleware;
use governor::state::keyed::HashMapStateStore;
use governor::{Quota, RateLimiter};
use poem::http::{HeaderMap, HeaderName, HeaderValue};
use shared::process::rate_limit::RateLimit;

use super::error::AppError;

const POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");
const STATE: HeaderName = HeaderName::from_static("ratelimit");
/// After how many requests the keys that have their whole quota again are removed from memory.
const FORGET_EVERY: u32 = 1000;

/// The limits of all keys. Clones share them.
#[derive(Clone)]
pub struct RateLimits(Option<Arc<KeyLimits>>);

struct KeyLimits {
    limiter: RateLimiter<i64, HashMapStateStore<i64>, Ticks, StateInformationMiddleware>,
    policy: Policy,
    taken: AtomicU32,
}

/// What the setting allows each key.
#[derive(Clone, Copy, Debug)]
struct Policy {
    every: Duration,
    burst: NonZeroU32,
}

/// A clock for governor. It tells the time since some fixed moment.
struct Ticks(Box<dyn Fn() -> Duration + Send + Sync>);

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
        let (quota, ticks) = (quota.allow_burst(burst), Ticks(Box::new(now)));
        let limiter = RateLimiter::new(quota, HashMapStateStore::default(), ticks);
        Self(Some(Arc::new(KeyLimits { limiter, policy: Policy { every, burst }, taken: AtomicU32::new(0) })))
    }

    /// Counts a request of a key. Returns the quota of the key and whether the request may go on, or `None` if there is
    /// no limit.
    pub fn take(&self, key_id: i64) -> Option<(RateLimitState, Result<(), AppError>)> {
        let KeyLimits { limiter, policy, taken } = &**self.0.as_ref()?;
        if taken.fetch_add(1, Ordering::Relaxed) % FORGET_EVERY == FORGET_EVERY - 1 {
            limiter.retain_recent();
        }
        let (remaining, verdict) = match limiter.check_key(&key_id) {
            Ok(state) => (state.remaining_burst_capacity(), Ok(())),
            Err(until) => {
                let wait = until.wait_time_from(limiter.clock().now());
                (0, Err(AppError::TooManyRequests { retry_after_s: whole_seconds(wait).max(1) }))
            }
        };
        Some((RateLimitState { policy: *policy, remaining }, verdict))
    }

    /// Returns how many keys are in memory.
    pub fn remembered(&self) -> usize {
        self.0.as_ref().map_or(0, |limits| limits.limiter.len())
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
    fn without_a_limit_there_is_nothing_to_say() {
        assert!(limits("off").0.take(1).is_none());
    }
}
