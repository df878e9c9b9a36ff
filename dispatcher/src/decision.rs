//! What follows an attempt. Pure functions: time and chance are arguments.

use std::time::Duration;

use chrono::DateTime;
use shared::choices::AttemptOutcome;
use shared::retry::RetrySchedule;

use crate::client::{Answer, Failure};

/// What follows an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    /// The event is delivered.
    Succeeded,
    /// It is tried again after this wait.
    Retry(Duration),
    /// The schedule is used up: the delivery has failed.
    Failed,
    /// The receiver wants no more events: the delivery has failed and the webhook is disabled.
    Gone,
}

/// How an attempt ended. Only 2xx is a success: a redirect is not followed, so it is a failure.
pub(crate) fn outcome(answer: &Result<Answer, Failure>) -> AttemptOutcome {
    match answer {
        Ok(Answer { status: 200..=299, .. }) => AttemptOutcome::Success,
        Ok(_) => AttemptOutcome::Status,
        Err(failure) => failure.outcome,
    }
}

/// Decides what follows the `attempt_count`th attempt, which all failed but perhaps the last. `spread` lies in 0..=1.
pub(crate) fn next(
    answer: &Result<Answer, Failure>,
    attempt_count: u32,
    schedule: &RetrySchedule,
    now_ms: i64,
    spread: f64,
) -> Next {
    let retry_after = match answer {
        Ok(Answer { status: 200..=299, .. }) => return Next::Succeeded,
        Ok(Answer { status: 410, .. }) => return Next::Gone,
        Ok(Answer { status: 429 | 503, retry_after: Some(value), .. }) => wait_of(value, now_ms),
        _ => None,
    };
    schedule.wait_after(attempt_count, retry_after, spread).map_or(Next::Failed, Next::Retry)
}

/// The wait that a `Retry-After` header asks for: seconds, or a date (RFC 9110, section 10.2.3).
fn wait_of(value: &str, now_ms: i64) -> Option<Duration> {
    if let Ok(seconds) = value.trim().parse() {
        return Some(Duration::from_secs(seconds));
    }
    let date = DateTime::parse_from_rfc2822(value.trim()).ok()?;
    Some(Duration::from_millis(u64::try_from(date.timestamp_millis() - now_ms).unwrap_or(0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 2015-10-21 07:28:00 UTC.
    const NOW_MS: i64 = 1_445_412_480_000;

    fn answer(status: u16, retry_after: &str) -> Answer {
        Answer { status, retry_after: Some(retry_after.to_owned()), body: String::new() }
    }

    fn decide(answer: Answer, attempt_count: u32) -> Next {
        next(&Ok(answer), attempt_count, &schedule(), NOW_MS, 0.5)
    }

    fn schedule() -> RetrySchedule {
        "10s,1h".parse().unwrap()
    }

    fn wait(seconds: u64) -> Next {
        Next::Retry(Duration::from_secs(seconds))
    }

    #[test]
    fn only_2xx_succeeds() {
        for status in [200, 204, 299] {
            assert_eq!(decide(answer(status, ""), 3), Next::Succeeded);
            assert_eq!(outcome(&Ok(answer(status, ""))), AttemptOutcome::Success);
        }
        for status in [199, 301, 404, 500] {
            assert_eq!(decide(answer(status, ""), 1), wait(10));
            assert_eq!(outcome(&Ok(answer(status, ""))), AttemptOutcome::Status);
        }
    }

    #[test]
    fn a_failure_is_tried_again_until_the_schedule_ends() {
        let timeout = Err(Failure::new(AttemptOutcome::Timeout, ""));
        let waits = [1, 2, 3].map(|count| next(&timeout, count, &schedule(), NOW_MS, 0.5));
        assert_eq!(waits, [wait(10), wait(3600), Next::Failed]);
        assert_eq!(outcome(&timeout), AttemptOutcome::Timeout);
    }

    #[test]
    fn gone_is_final_at_once() {
        assert_eq!(decide(answer(410, ""), 1), Next::Gone);
    }

    #[test]
    fn retry_after_is_heard_from_429_and_503_as_seconds_or_date() {
        assert_eq!(decide(answer(429, "120"), 1), wait(120));
        assert_eq!(decide(answer(503, "Wed, 21 Oct 2015 07:29:00 GMT"), 1), wait(60));
        assert_eq!(decide(answer(503, "Wed, 21 Oct 2015 07:00:00 GMT"), 1), wait(10));
        assert_eq!(decide(answer(429, "1"), 1), wait(10), "it never shortens a wait");
        assert_eq!(decide(answer(429, "99999999999999"), 1), wait(24 * 3600));
        assert_eq!(decide(answer(429, "-5"), 1), wait(10));
        assert_eq!(decide(answer(500, "120"), 1), wait(10));
        assert_eq!(decide(answer(429, "120"), 3), Next::Failed);
    }
}
