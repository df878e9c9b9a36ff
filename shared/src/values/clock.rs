//! The one source of time. Application code asks a [`Clock`], which tests can set. Leases and retry times use the
//! database's clock ([`sql_now_ms`](crate::database::clock::sql_now_ms)), because all processes share it.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use chrono::{DateTime, NaiveDate, SecondsFormat, Utc};
use chrono_tz::Tz;

/// A clock in UTC with millisecond precision.
#[derive(Clone, Debug, Default)]
pub struct Clock {
    fixed_ms: Option<Arc<AtomicI64>>,
}

impl Clock {
    /// Creates a clock that stands still until [`turn_to`](Self::turn_to) moves it.
    pub fn fixed(at: DateTime<Utc>) -> Self {
        Self { fixed_ms: Some(Arc::new(AtomicI64::new(at.timestamp_millis()))) }
    }

    /// Moves a fixed clock, and its clones, to another moment. Does nothing to a clock that follows the system's.
    pub fn turn_to(&self, at: DateTime<Utc>) {
        if let Some(fixed) = &self.fixed_ms {
            fixed.store(at.timestamp_millis(), Ordering::SeqCst);
        }
    }

    /// Returns the current time in milliseconds since the Unix epoch.
    pub fn now_ms(&self) -> i64 {
        #[allow(clippy::disallowed_methods, reason = "this is the clock")]
        match &self.fixed_ms {
            Some(fixed) => fixed.load(Ordering::SeqCst),
            None => Utc::now().timestamp_millis(),
        }
    }

    /// Returns the current calendar day in a time zone.
    pub fn today(&self, zone: Tz) -> NaiveDate {
        at_ms(self.now_ms()).with_timezone(&zone).date_naive()
    }
}

fn at_ms(ms: i64) -> DateTime<Utc> {
    DateTime::from_timestamp_millis(ms).unwrap_or_default()
}

/// Writes a moment, in milliseconds since the Unix epoch, as RFC 3339 in UTC with `Z` and milliseconds. Every timestamp
/// in the API has this form.
pub fn rfc3339(ms: i64) -> String {
    at_ms(ms).to_rfc3339_opts(SecondsFormat::Millis, true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn today_depends_on_the_time_zone() {
        let clock = Clock::fixed("2026-06-15T23:30:00Z".parse().unwrap());
        assert_eq!(clock.today(Tz::UTC).to_string(), "2026-06-15");
        assert_eq!(clock.today(Tz::Europe__Lisbon).to_string(), "2026-06-16");
    }

    #[test]
    fn timestamps_always_have_milliseconds_and_z() {
        assert_eq!(rfc3339(1_781_524_800_000), "2026-06-15T12:00:00.000Z");
        assert_eq!(rfc3339(1_781_524_800_123), "2026-06-15T12:00:00.123Z");
    }
}
