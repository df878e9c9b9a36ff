//! Decides what follows an attempt. Pure functions: time and randomness are arguments.

use std::time::{Duration, SystemTime};

use shared::values::choices::AttemptOutcome;
use shared::webhooks::retry::RetrySchedule;
use shared::webhooks::sender::Attempted;

/// The next step of a delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    /// No attempt was made: the delivery goes back to the database and waits there.
    NotAttempted,
    /// The event is delivered.
    Succeeded,
    /// The delivery is attempted again after this wait.
    Retry(Duration),
    /// The schedule is used up: the delivery has failed.
    Failed,
    /// The receiver answered 410 and wants no more events: the delivery has failed and the webhook is disabled.
    Gone,
}

/// Decides what follows the `attempt_count`th attempt of a delivery. All attempts before it have failed. `spread` lies
/// in 0..=1.
pub(crate) fn next(attempted: &Attempted, attempt_count: u32, schedule: &RetrySchedule, spread: f64) -> Next {
    let retry_after = match (attempted.outcome, attempted.status_code) {
        (AttemptOutcome::Success, _) => return Next::Succeeded,
        (_, Some(410)) => return Next::Gone,
        (_, Some(429 | 503)) => retry_after_wait(attempted),
        _ => None,
    };
    schedule.wait_after(attempt_count, retry_after, spread).map_or(Next::Failed, Next::Retry)
}

/// Returns the wait that a `Retry-After` header asks for (RFC 9110, section 10.2.3). It gives seconds or a date. For a
/// date, the wait counts from the time of the answer.
fn retry_after_wait(attempted: &Attempted) -> Option<Duration> {
    let value = attempted.retry_after.as_deref()?.trim();
    if let Ok(seconds) = value.parse() {
        return Some(Duration::from_secs(seconds));
    }
    let until = httpdate::parse_http_date(value).ok()?.duration_since(SystemTime::UNIX_EPOCH).ok()?;
    let answered_at_ms = attempted.attempted_at_ms + i64::from(attempted.duration_ms);
    Some(until.saturating_sub(Duration::from_millis(u64::try_from(answered_at_ms).ok()?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 2015-10-21 07:28:00 UTC.
    const NOW_MS: i64 = 1_445_412_480_000;

    fn answer(status: i16, retry_after: &str) -> Attempted {
        Attempted {
            attempted_at_ms: NOW_MS - 500,
            duration_ms: 500,
            outcome: if status == 200 { AttemptOutcome::Success } else { AttemptOutcome::Status },
            status_code: Some(status),
            retry_after: Some(retry_after.to_owned()),
            response_body: Some(String::new()),
            error: None,
        }
    }

    fn too_large(status: i16, retry_after: &str) -> Attempted {
        Attempted { outcome: AttemptOutcome::TooLarge, ..answer(status, retry_after) }
    }

    fn decide(attempted: &Attempted, attempt_count: u32) -> Next {
        next(attempted, attempt_count, &schedule(), 0.5)
    }

    fn schedule() -> RetrySchedule {
        "10s,1h".parse().unwrap()
    }

    fn wait(seconds: u64) -> Next {
        Next::Retry(Duration::from_secs(seconds))
    }

    #[test]
    fn a_success_is_the_end() {
        assert_eq!(decide(&answer(200, ""), 1), Next::Succeeded);
        assert_eq!(decide(&answer(200, ""), 3), Next::Succeeded);
    }

    #[test]
    fn a_failure_is_tried_again_until_the_schedule_ends() {
        assert_eq!(
            [1, 2, 3].map(|count| decide(&answer(500, ""), count)),
            [wait(10), wait(3600), Next::Failed]
        );
        let timeout = Attempted { outcome: AttemptOutcome::Timeout, status_code: None, ..answer(500, "") };
        assert_eq!(decide(&timeout, 1), wait(10));
    }

    #[test]
    fn gone_is_final_at_once() {
        assert_eq!(decide(&answer(410, ""), 1), Next::Gone);
    }

    #[test]
    fn an_answer_that_is_too_large_is_a_failure_whose_status_is_heard() {
        assert_eq!(decide(&too_large(200, ""), 1), wait(10));
        assert_eq!(decide(&too_large(410, ""), 1), Next::Gone);
        assert_eq!(decide(&too_large(503, "120"), 1), wait(120));
    }

    #[test]
    fn retry_after_is_heard_from_429_and_503_as_seconds_or_date() {
        assert_eq!(decide(&answer(429, "120"), 1), wait(120));
        assert_eq!(decide(&answer(503, "Wed, 21 Oct 2015 07:29:00 GMT"), 1), wait(60));
        assert_eq!(decide(&answer(503, "Wednesday, 21-Oct-15 07:29:00 GMT"), 1), wait(60), "RFC 850");
        assert_eq!(decide(&answer(503, "Wed Oct 21 07:29:00 2015"), 1), wait(60), "asctime");
        assert_eq!(decide(&answer(503, "Wed, 21 Oct 2015 07:00:00 GMT"), 1), wait(10));
        assert_eq!(decide(&answer(503, "Wed, 21 Oct 1903 07:00:00 GMT"), 1), wait(10));
        assert_eq!(decide(&answer(429, "1"), 1), wait(10), "it never shortens a wait");
        assert_eq!(decide(&answer(429, "99999999999999"), 1), wait(24 * 3600));
        assert_eq!(decide(&answer(429, "-5"), 1), wait(10));
        assert_eq!(decide(&answer(500, "120"), 1), wait(10));
        assert_eq!(decide(&answer(429, "120"), 3), Next::Failed);
    }
}
