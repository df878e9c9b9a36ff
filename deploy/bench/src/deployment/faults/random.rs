//! Random numbers that a seed repeats.

use std::time::Duration;

/// A sequence of numbers that its seed determines (`SplitMix64`).
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Starts the sequence of a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns a number below `end`, which must not be 0.
    pub fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        // The upper bits fit into every `usize`. With so few values, the bias of the remainder does not matter.
        usize::try_from(mixed >> 33).unwrap_or(0) % end
    }

    /// Returns a duration of whole milliseconds, at most `longest`.
    pub fn up_to(&mut self, longest: Duration) -> Duration {
        let ms = self.below(usize::try_from(longest.as_millis()).unwrap_or(0) + 1);
        Duration::from_millis(ms as u64)
    }

    /// Shuffles things.
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for last in (1..things.len()).rev() {
            things.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_repeats_its_sequence() {
        let sequence = |seed| {
            let mut random = Random::new(seed);
            let mut things = [0, 1, 2, 3, 4, 5, 6, 7];
            random.shuffle(&mut things);
            (things, random.below(1000), random.up_to(Duration::from_secs(1)))
        };
        assert_eq!(sequence(7), sequence(7));
        assert_ne!(sequence(7), sequence(8));
    }
}
