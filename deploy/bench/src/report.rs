//! Prints figures, and judges targets.

use std::cmp::Ordering;
use std::fmt::Display;
use std::time::Duration;

/// The targets of a run that have been judged so far.
#[derive(Default)]
pub(crate) struct Targets {
    missed: u32,
}

impl Targets {
    /// Judges a figure that must not exceed a limit, and prints the verdict.
    pub(crate) fn at_most(&mut self, what: &str, figure: f64, limit: f64, unit: &str) {
        self.require(format_args!("{what}: {figure:.2}{unit}, at most {limit}{unit}"), figure <= limit);
    }

    /// Judges a figure that must reach a limit, and prints the verdict.
    pub(crate) fn at_least(&mut self, what: &str, figure: f64, limit: f64) {
        self.require(format_args!("{what}: {figure:.2}, at least {limit}"), figure >= limit);
    }

    /// Judges a condition, and prints the verdict.
    pub(crate) fn require(&mut self, what: impl Display, met: bool) {
        println!("{} {what}", if met { "MET   " } else { "MISSED" });
        self.missed += u32::from(!met);
    }

    /// Returns whether no target was missed.
    pub(crate) fn are_met(&self) -> bool {
        self.missed == 0
    }
}

/// Returns the median. Of an even number of values, it is the larger of the two in the middle.
pub(crate) fn median<T: PartialOrd + Copy + Default>(values: impl IntoIterator<Item = T>) -> T {
    let mut values: Vec<_> = values.into_iter().collect();
    values.sort_unstable_by(|a, b| a.partial_cmp(b).unwrap_or(Ordering::Equal));
    values.get(values.len() / 2).copied().unwrap_or_default()
}

/// Latencies, sorted.
pub(crate) struct Latencies(Vec<Duration>);

impl Latencies {
    /// Returns the latency that `percent` of the latencies do not exceed (nearest rank).
    pub(crate) fn percentile(&self, percent: usize) -> Duration {
        let rank = (self.0.len() * percent).div_ceil(100);
        self.0.get(rank.saturating_sub(1)).copied().unwrap_or_default()
    }

    /// Returns the [`percentile`](Self::percentile) in milliseconds.
    pub(crate) fn percentile_ms(&self, percent: usize) -> f64 {
        milliseconds(self.percentile(percent))
    }
}

impl FromIterator<Duration> for Latencies {
    fn from_iter<I: IntoIterator<Item = Duration>>(latencies: I) -> Self {
        let mut latencies: Vec<_> = latencies.into_iter().collect();
        latencies.sort_unstable();
        Self(latencies)
    }
}

impl Display for Latencies {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [p50, p99, max] = [50, 99, 100].map(|percent| self.percentile_ms(percent));
        write!(f, "p50 {p50:.1} ms, p99 {p99:.1} ms, max {max:.1} ms")
    }
}

/// Converts a duration to milliseconds.
pub(crate) fn milliseconds(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1e3
}

/// Returns a count as a rate per second.
pub(crate) fn per_second(count: usize, elapsed: Duration) -> f64 {
    to_f64(count as u64) / elapsed.as_secs_f64()
}

/// Converts bytes to units of 1,000,000.
pub(crate) fn megabytes(bytes: u64) -> f64 {
    to_f64(bytes) / 1e6
}

/// Converts bytes to units of 1,048,576.
pub(crate) fn mebibytes(bytes: u64) -> f64 {
    to_f64(bytes) / f64::from(1 << 20)
}

#[allow(clippy::cast_precision_loss, reason = "a figure is printed with a few digits")]
pub(crate) fn to_f64(count: u64) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_a_value_in_the_middle() {
        let median_of = |ms: &[u64]| median(ms.iter().copied().map(Duration::from_millis)).as_millis();
        assert_eq!(median_of(&[9, 1, 5]), 5);
        assert_eq!(median_of(&[9, 1, 5, 7]), 7);
        assert_eq!(median_of(&[]), 0);
    }

    #[test]
    fn a_percentile_is_exceeded_by_the_rest_alone() {
        let latencies: Latencies = (1..=200).rev().map(Duration::from_millis).collect();
        let percentiles = [0, 50, 99, 100].map(|percent| latencies.percentile(percent).as_millis());
        assert_eq!(percentiles, [1, 100, 198, 200]);
        assert_eq!(Latencies::from_iter([]).percentile(99), Duration::ZERO);
    }

    #[test]
    fn a_missed_target_stays_missed() {
        let mut targets = Targets::default();
        targets.at_most("time", 4.0, 4.0, "×");
        assert!(targets.are_met());
        targets.at_least("rate", 0.4, 0.4);
        assert!(targets.are_met());
        targets.at_least("rate", 0.39, 0.4);
        assert!(!targets.are_met());
        let mut targets = Targets::default();
        targets.at_most("time", 4.1, 4.0, "×");
        targets.require("all records", true);
        assert!(!targets.are_met());
    }
}
