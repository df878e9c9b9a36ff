//! The setting that says how many requests an API key may make.

use std::num::NonZeroU32;
use std::str::FromStr;
use std::time::Duration;

/// The largest number in the setting. It is more than any machine can answer, and no arithmetic with it overflows.
const MAX: u32 = 1_000_000;
const RULE: &str = "must be `off`, or requests per second or minute and an optional burst, each from 1 to 1000000, \
     as in 100/s,burst=600 or 60/m";

/// The limit of the requests of an API key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RateLimit {
    /// There is no limit.
    Off,
    /// A steady rate, with room for bursts.
    Requests {
        /// The time after which one more request is allowed.
        every: Duration,
        /// The number that may come at once.
        burst: NonZeroU32,
    },
}

impl FromStr for RateLimit {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let number = |text: &str| {
            let digits = text.bytes().all(|byte| byte.is_ascii_digit());
            text.parse::<NonZeroU32>().ok().filter(|number| digits && number.get() <= MAX).ok_or(RULE)
        };
        if text == "off" {
            return Ok(Self::Off);
        }
        let (rate, burst) = match text.split_once(',') {
            Some((rate, burst)) => (rate, Some(burst.strip_prefix("burst=").ok_or(RULE)?)),
            None => (text, None),
        };
        let (requests, unit) = rate.split_once('/').ok_or(RULE)?;
        let per = match unit {
            "s" => Duration::from_secs(1),
            "m" => Duration::from_mins(1),
            _ => return Err(RULE),
        };
        let requests = number(requests)?;
        Ok(Self::Requests { every: per / requests.get(), burst: burst.map_or(Ok(requests), number)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_has_a_unit_and_may_have_a_burst() {
        let limit = |every_ms, burst| {
            Ok(RateLimit::Requests {
                every: Duration::from_millis(every_ms),
                burst: NonZeroU32::new(burst).unwrap(),
            })
        };
        assert_eq!("off".parse(), Ok(RateLimit::Off));
        assert_eq!("100/s,burst=600".parse(), limit(10, 600));
        assert_eq!("100/s".parse(), limit(10, 100));
        assert_eq!("60/m".parse(), limit(1000, 60));
    }

    #[test]
    fn anything_else_breaks_the_rule() {
        for wrong in [
            "",
            "on",
            "Off",
            "100",
            "100/h",
            "0/s",
            "-1/s",
            "+1/s",
            "1.5/s",
            "1000001/s",
            "/s",
            "100/s,",
            "100/s,600",
            "100/s,burst=0",
            "100/s,burst=",
            "100/s, burst=600",
            "100/s,burst=600,burst=1",
            " 100/s",
        ] {
            assert_eq!(wrong.parse::<RateLimit>(), Err(RULE), "{wrong:?}");
        }
    }
}
