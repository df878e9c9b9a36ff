//! Figures as they are printed, and targets as they are judged.

use std::fmt::Display;
use std::time::Duration;

/// The targets of a run so far.
#[derive(Default)]
pub(crate) struct Targets {
    missed: u32,
}

impl Targets {
    /// Judges a figure that must not exceed a limit, and prints the verdict.
    pub(crate) fn at_most(&mut self, what: &str, figure: f64, limit: f64, unit: &str) {
        self.require(format_args!("{what}: {figure:.2}{unit}, at most {limit}{unit}"), figure <= limit);
    }

    /// Judges a condition, and prints the verdict.
    pub(crate) fn require(&mut self, what: impl Display, met: bool) {
        println!("{} {what}", if met { "MET   " } else { "MISSED" });
        self.missed += u32::from(!met);
    }

    /// Whether none was missed.
    pub(crate) fn are_met(&self) -> bool {
        self.missed == 0
    }
}

/// The middle one; of an even number, the later of the two in the middle.
pub(crate) fn median(values: impl IntoIterator<Item = Duration>) -> Duration {
    let mut values: Vec<_> = values.into_iter().collect();
    values.sort_unstable();
    values.get(values.len() / 2).copied().unwrap_or_default()
}

/// Bytes in units of 1,000,000.
pub(crate) fn megabytes(bytes: u64) -> f64 {
    to_f64(bytes) / 1e6
}

/// Bytes in units of 1,048,576.
pub(crate) fn mebibytes(bytes: u64) -> f64 {
    to_f64(bytes) / f64::from(1 << 20)
}

#[allow(clippy::cast_precision_loss, reason = "a figure is printed with a few digits")]
fn to_f64(bytes: u64) -> f64 {
    bytes as f64
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
    fn a_missed_target_stays_missed() {
        let mut targets = Targets::default();
        targets.at_most("time", 4.0, 4.0, "×");
        assert!(targets.are_met());
        targets.at_most("time", 4.1, 4.0, "×");
        targets.require("all records", true);
        assert!(!targets.are_met());
    }
}
