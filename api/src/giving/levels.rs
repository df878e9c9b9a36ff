//! Donors by how much they gave in a period.

use super::donor_years::DonorGroup;

/// Where each level but the lowest begins, in minor units: 100, 250, 500 … in a currency with cents.
const STEPS: [i64; 8] = [10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000];

/// Donors who gave at least an amount, and less than that of the level above.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// The least that they gave, in minor units. The lowest level has none.
    pub from_minor: Option<i64>,
    /// The least of the level above, in minor units. The highest level has none.
    pub below_minor: Option<i64>,
    /// The donors, and what they gave.
    pub donors: DonorGroup,
}

/// Sorts what each donor gave into levels, the highest first. Who gave 0 or less is no donor.
pub fn levels(sums: impl Iterator<Item = i64>) -> Vec<Level> {
    let from = std::iter::once(None).chain(STEPS.map(Some));
    let below = STEPS.map(Some).into_iter().chain([None]);
    let level = |(from_minor, below_minor)| Level { from_minor, below_minor, donors: DonorGroup::default() };
    let mut levels: Vec<_> = from.zip(below).map(level).collect();
    for sum in sums.filter(|sum| *sum > 0) {
        let level = &mut levels[STEPS.partition_point(|step| *step <= sum)];
        level.donors.count += 1;
        level.donors.total += i128::from(sum);
    }
    levels.reverse();
    levels
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_donor_is_in_the_highest_level_that_begins_at_or_below_what_it_gave() {
        let sums = [-5, 0, 1, 9_999, 10_000, 24_999, 25_000, 2_500_000, 90_000_000];
        let found = levels(sums.into_iter());
        let of = |from: Option<i64>| {
            let level = found.iter().find(|level| level.from_minor == from).unwrap();
            (level.below_minor, level.donors.count, level.donors.total)
        };
        assert_eq!(of(None), (Some(10_000), 2, 10_000));
        assert_eq!(of(Some(10_000)), (Some(25_000), 2, 34_999));
        assert_eq!(of(Some(25_000)), (Some(50_000), 1, 25_000));
        assert_eq!(of(Some(2_500_000)), (None, 2, 92_500_000));
        assert_eq!(found.iter().map(|level| level.donors.count).sum::<i64>(), 7);
        assert!(found.first().unwrap().below_minor.is_none() && found.last().unwrap().from_minor.is_none());
    }
}
