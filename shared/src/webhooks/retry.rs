//! The schedule by which a failed delivery is tried again.

use std::str::FromStr;
use std::time::Duration;

use crate::times::{RETRY_AFTER_MAX, RETRY_WAIT_MAX, RETRY_WAITS};

/// The waits after each failed attempt. When they are used up, the delivery has failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RetrySchedule(Vec<Duration>);

impl Default for RetrySchedule {
    /// 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h: about three days.
    fn default() -> Self {
        Self(RETRY_WAITS.to_vec())
    }
}

impl FromStr for RetrySchedule {
    type Err = String;

    /// Reads waits such as `5s,5m,30m`, at least one.
    fn from_str(text: &str) -> Result<Self, String> {
        text.split(',')
            .map(|wait| match humantime::parse_duration(wait.trim()) {
                Ok(duration) if duration <= RETRY_WAIT_MAX => Ok(duration),
                Ok(_) => Err(format!("`{wait}`: must not be longer than 30 days")),
                Err(error) => Err(format!("`{wait}`: {error}")),
            })
            .collect::<Result<_, _>>()
            .map(Self)
    }
}

impl RetrySchedule {
    /// Returns how long to wait after the `failed_attempts`th failure in a row (1 is the first). The wait is spread by
    /// ±20 %, so that deliveries that failed together are not tried again together. It is at least `retry_after`, up to
    /// [`RETRY_AFTER_MAX`], if the receiver asked for that. Returns `None` when the delivery has failed.
    ///
    /// `spread` lies in 0..=1 and is random in production.
    pub fn wait_after(
        &self,
        failed_attempts: u32,
        retry_after: Option<Duration>,
        spread: f64,
    ) -> Option<Duration> {
        let index = usize::try_from(failed_attempts.checked_sub(1)?).ok()?;
        let wait = self.0.get(index)?.mul_f64(0.8 + 0.4 * spread.clamp(0.0, 1.0));
        Some(wait.max(retry_after.unwrap_or_default().min(RETRY_AFTER_MAX)))
    }

    /// Returns the longest wait after each number of failures in a row, from 1 on, if the receiver did not ask for more.
    pub fn longest(&self) -> impl Iterator<Item = (u32, Duration)> {
        (1..).map_while(|failed| Some((failed, self.wait_after(failed, None, 1.0)?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_schedule_is_that_of_the_documentation() {
        let schedule = RetrySchedule::default();
        assert_eq!(schedule, "5s,5m,30m,2h,5h,10h,14h,20h,24h".parse().unwrap());
        assert_eq!(schedule.wait_after(1, None, 0.5), Some(Duration::from_secs(5)));
        assert_eq!(schedule.wait_after(2, None, 0.0), Some(Duration::from_mins(4)));
        assert_eq!(schedule.wait_after(2, None, 1.0), Some(Duration::from_mins(6)));
        assert_eq!(schedule.wait_after(10, None, 0.5), None);
    }

    #[test]
    fn retry_after_lengthens_a_wait_but_never_past_a_day() {
        let schedule: RetrySchedule = "1s".parse().unwrap();
        assert_eq!(schedule.wait_after(1, Some(Duration::from_secs(90)), 0.5), Some(Duration::from_secs(90)));
        assert_eq!(schedule.wait_after(1, Some(Duration::from_hours(900)), 0.5), Some(RETRY_AFTER_MAX));
    }

    #[test]
    fn a_bad_schedule_names_the_wait() {
        assert!("5s,soon".parse::<RetrySchedule>().unwrap_err().contains("`soon`"));
        assert!("31days".parse::<RetrySchedule>().unwrap_err().contains("30 days"));
        assert!("30days".parse::<RetrySchedule>().is_ok());
    }
}
