//! Due dates. Each is computed from the start, never from the previous one, so that a pledge that starts on the
//! 31st is due on the 28th of February and on the 31st of March.

use chrono::{Datelike, Days, Months, NaiveDate};
use shared::values::choices::PledgeFrequency;

enum Step {
    Days(u64),
    Months(u32),
    TwiceMonthly,
    Once,
}

fn step(frequency: PledgeFrequency) -> Step {
    use PledgeFrequency as F;
    match frequency {
        F::Weekly => Step::Days(7),
        F::Every2Weeks => Step::Days(14),
        F::Every4Weeks => Step::Days(28),
        F::TwiceMonthly => Step::TwiceMonthly,
        F::Monthly => Step::Months(1),
        F::Every2Months => Step::Months(2),
        F::Quarterly => Step::Months(3),
        F::Every4Months => Step::Months(4),
        F::TwiceYearly => Step::Months(6),
        F::Yearly => Step::Months(12),
        F::Every2Years => Step::Months(24),
        F::OneTime => Step::Once,
    }
}

/// Returns due date number `k` (0 is the start) of a pledge without an end. Returns `None` after the last due date, and
/// after the year 9999, because later dates cannot be written as YYYY-MM-DD.
pub fn due_date(frequency: PledgeFrequency, start: NaiveDate, k: u64) -> Option<NaiveDate> {
    let months = |count: u64| start.checked_add_months(Months::new(u32::try_from(count).ok()?));
    let date = match step(frequency) {
        Step::Days(days) => start.checked_add_days(Days::new(days.checked_mul(k)?)),
        Step::Months(count) => months(u64::from(count).checked_mul(k)?),
        Step::TwiceMonthly => months(k / 2)?.checked_add_days(Days::new(15 * (k % 2))),
        Step::Once => (k == 0).then_some(start),
    };
    date.filter(|date| date.year() <= 9999)
}

/// Returns how many due dates lie on or before a day.
pub fn due_count(frequency: PledgeFrequency, start: NaiveDate, until: NaiveDate) -> u64 {
    let is_due = |k: u64| due_date(frequency, start, k).is_some_and(|date| date <= until);
    if !is_due(0) {
        return 0;
    }
    // Due dates rise with k and lie at least a week apart, so search between the first and one past the last.
    let (mut due, mut not_due) = (0, (until - start).num_days().unsigned_abs() / 7 + 1);
    while not_due - due > 1 {
        let middle = due.midpoint(not_due);
        if is_due(middle) { due = middle } else { not_due = middle }
    }
    due + 1
}

#[cfg(test)]
mod tests {
    use shared::values::choices::Choice;

    use super::*;
    use crate::giving::tests::day as date;

    #[test]
    fn due_dates_are_those_of_the_worked_example() {
        let vectors: serde_json::Value =
            serde_json::from_str(include_str!("../../tests/vectors/giving-summary.json")).unwrap();
        for (name, dates) in vectors["due_dates"].as_object().unwrap() {
            let (frequency, start) = name.split_once(" from ").unwrap();
            let frequency = PledgeFrequency::parse(frequency).unwrap();
            for (k, expected) in dates.as_array().unwrap().iter().enumerate() {
                let due = due_date(frequency, date(start), k as u64).unwrap();
                assert_eq!(due, date(expected.as_str().unwrap()), "{name}, number {k}");
            }
        }
    }

    #[test]
    fn each_frequency_has_its_second_and_its_third_due_date() {
        use PledgeFrequency as F;
        for (frequency, second, third) in [
            (F::Weekly, "2025-01-22", "2025-01-29"),
            (F::Every2Weeks, "2025-01-29", "2025-02-12"),
            (F::Every4Weeks, "2025-02-12", "2025-03-12"),
            (F::TwiceMonthly, "2025-01-30", "2025-02-15"),
            (F::Monthly, "2025-02-15", "2025-03-15"),
            (F::Every2Months, "2025-03-15", "2025-05-15"),
            (F::Quarterly, "2025-04-15", "2025-07-15"),
            (F::Every4Months, "2025-05-15", "2025-09-15"),
            (F::TwiceYearly, "2025-07-15", "2026-01-15"),
            (F::Yearly, "2026-01-15", "2027-01-15"),
            (F::Every2Years, "2027-01-15", "2029-01-15"),
        ] {
            let due = [1, 2].map(|k| due_date(frequency, date("2025-01-15"), k));
            assert_eq!(due, [second, third].map(|day| Some(date(day))), "{frequency}");
        }
    }

    #[test]
    fn counting_due_dates_agrees_with_listing_them() {
        for frequency in PledgeFrequency::ALL.iter().copied() {
            for start in ["2024-01-31", "2024-02-29", "2025-12-15"].map(date) {
                for until in start.iter_days().take(1500) {
                    let listed =
                        (0..).map_while(|k| due_date(frequency, start, k)).take_while(|due| *due <= until);
                    assert_eq!(
                        due_count(frequency, start, until),
                        listed.count() as u64,
                        "{frequency} {start} {until}"
                    );
                }
                assert_eq!(due_count(frequency, start, start.pred_opt().unwrap()), 0);
            }
        }
    }

    #[test]
    fn the_calendar_ends() {
        assert_eq!(due_date(PledgeFrequency::Weekly, date("2026-01-01"), u64::MAX), None);
        assert_eq!(due_date(PledgeFrequency::Yearly, date("2026-01-01"), 7973), Some(date("9999-01-01")));
        assert_eq!(due_date(PledgeFrequency::Yearly, date("2026-01-01"), 7974), None);
        assert_eq!(due_date(PledgeFrequency::OneTime, date("2026-01-01"), 1), None);
    }
}
