//! The position of a pledge on a day: the expected and the received amount, the next due date, and how late it is.

use chrono::NaiveDate;
use shared::values::choices::{PledgeFrequency, PledgeState};

use super::terms::Terms;

/// The position of a pledge on a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The status, or for an active pledge whether it is upcoming, active or ended.
    pub state: PledgeState,
    /// The total that was due from the pledge's start until the day.
    pub expected_minor: i128,
    /// The total of the pledge's received gifts until the day.
    pub received_minor: i64,
    /// The first due date that the received gifts do not cover, or `None` if that is after the pledge's end.
    pub next_due: Option<NaiveDate>,
    /// For an active pledge, the days from the next due date to the day, at least 0. Otherwise 0.
    pub days_late: i64,
}

impl Terms {
    /// Returns where the pledge stands on a day, given the total received by then.
    pub fn position(&self, day: NaiveDate, received_minor: i64) -> Position {
        let state = self.state(day);
        let next_due = self.next_due(received_minor);
        let days_late = match (state, next_due) {
            (PledgeState::Active, Some(due)) => (day - due).num_days().max(0),
            _ => 0,
        };
        let expected_minor = self.expected_minor(NaiveDate::MIN, day);
        Position { state, expected_minor, received_minor, next_due, days_late }
    }
}

impl Position {
    /// Returns how much more was received than was expected. Negative when the pledge is behind.
    pub fn balance_minor(&self) -> i128 {
        i128::from(self.received_minor) - self.expected_minor
    }

    /// Returns whether the pledge is late by more days than its frequency allows.
    pub fn is_late(&self, frequency: PledgeFrequency) -> bool {
        use PledgeFrequency as F;
        let grace_days = match frequency {
            F::Weekly => 7,
            F::Every2Weeks | F::Every4Weeks | F::TwiceMonthly => 10,
            _ => 30,
        };
        self.days_late > grace_days
    }
}

/// Returns how many gifts are due in *two* years, because that is a whole number for every frequency.
pub fn per_two_years(frequency: PledgeFrequency) -> i64 {
    use PledgeFrequency as F;
    match frequency {
        F::Weekly => 104,
        F::Every2Weeks => 52,
        F::Every4Weeks => 26,
        F::TwiceMonthly => 48,
        F::Monthly => 24,
        F::Every2Months => 12,
        F::Quarterly => 8,
        F::Every4Months => 6,
        F::TwiceYearly => 4,
        F::Yearly => 2,
        F::Every2Years => 1,
        F::OneTime => 0,
    }
}

#[cfg(test)]
mod tests {
    use shared::entities::pledges;
    use shared::values::choices::PledgeStatus;

    use super::*;
    use crate::giving::tests::day;

    /// Returns the terms of 100 a month from January to March 2026.
    fn terms() -> Terms {
        with_status(PledgeStatus::Active)
    }

    fn with_status(status: PledgeStatus) -> Terms {
        Terms::of(&pledges::Model {
            pledge_amount_minor: 100,
            pledge_start_date: day("2026-01-01"),
            pledge_end_date: Some(day("2026-03-01")),
            pledge_status: status,
            ..pledges::Model::default()
        })
    }

    #[test]
    fn the_first_and_the_last_day_of_a_pledge_are_part_of_it() {
        for (on, state) in [
            ("2025-12-31", PledgeState::Upcoming),
            ("2026-01-01", PledgeState::Active),
            ("2026-03-01", PledgeState::Active),
            ("2026-03-02", PledgeState::Ended),
        ] {
            assert_eq!(terms().state(day(on)), state, "{on}");
        }
        for (from, to, expected) in [
            ("2026-01-01", "2026-03-01", 300),
            ("2026-01-02", "2026-02-28", 100),
            ("2026-03-01", "2026-03-01", 100),
            ("2026-03-02", "2026-12-31", 0),
        ] {
            assert_eq!(terms().expected_minor(day(from), day(to)), expected, "{from} to {to}");
        }
    }

    #[test]
    fn the_next_due_date_is_the_first_that_is_not_covered_until_the_end() {
        let on = day("2026-03-01");
        for (received, next_due, days_late) in [
            (-100, Some("2026-01-01"), 59),
            (0, Some("2026-01-01"), 59),
            (99, Some("2026-01-01"), 59),
            (100, Some("2026-02-01"), 28),
            (200, Some("2026-03-01"), 0),
            (300, None, 0),
        ] {
            let position = terms().position(on, received);
            assert_eq!((position.next_due, position.days_late), (next_due.map(day), days_late), "{received}");
            assert_eq!(position.balance_minor(), i128::from(received) - 300);
        }
        let paused = with_status(PledgeStatus::Paused);
        assert_eq!(paused.position(on, 0).days_late, 0);
        assert_eq!(terms().position(day("2026-01-01"), 100).days_late, 0, "early is not late");
    }

    #[test]
    fn a_pledge_is_late_by_more_days_than_its_frequency_allows() {
        use PledgeFrequency as F;
        for (frequency, grace_days) in [
            (F::Weekly, 7),
            (F::Every2Weeks, 10),
            (F::Every4Weeks, 10),
            (F::TwiceMonthly, 10),
            (F::Monthly, 30),
            (F::OneTime, 30),
        ] {
            for (days_late, is_late) in [(grace_days, false), (grace_days + 1, true)] {
                let position = Position { days_late, ..terms().position(day("2026-01-01"), 0) };
                assert_eq!(position.is_late(frequency), is_late, "{frequency} after {days_late}");
            }
        }
    }
}
