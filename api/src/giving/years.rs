//! The years of reports: twelve months that begin with any month.

use chrono::{Datelike, Months, NaiveDate};

/// Years that begin with a month. A year has the number of the calendar year in which it ends: with July, the year 2026
/// begins on 1 July 2025.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Calendar {
    /// The first month of a year, from 1 to 12.
    start_month: u32,
}

/// A year, as far as a report counts it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Year {
    /// The number that it is called by.
    pub number: i32,
    /// Its first day.
    pub from: NaiveDate,
    /// The last day that counts: the year's last day, or today while the year goes on.
    pub to: NaiveDate,
    /// Whether the year is over.
    pub is_complete: bool,
    /// The days of the year before with which it compares, from the first to the last: those until the same day, or all.
    pub before: (NaiveDate, NaiveDate),
}

impl Calendar {
    /// Makes the calendar. What is no month counts as January.
    pub fn new(start_month: u32) -> Self {
        Self { start_month: if (1..=12).contains(&start_month) { start_month } else { 1 } }
    }

    /// Returns the first month of a year, from 1 to 12.
    pub fn start_month(self) -> u32 {
        self.start_month
    }

    /// Returns the number of the year of a day.
    pub fn year_of(self, day: NaiveDate) -> i32 {
        day.year() + i32::from(self.start_month > 1 && day.month() >= self.start_month)
    }

    /// Returns the years from one number to another that have begun by `today`.
    pub fn years(self, from: i32, to: i32, today: NaiveDate) -> Vec<Year> {
        (from..=to.min(self.year_of(today))).filter_map(|number| self.year(number, today)).collect()
    }

    /// Returns a year that has begun by `today`, or `None` if no calendar has it.
    pub fn year(self, number: i32, today: NaiveDate) -> Option<Year> {
        let (from, end) = (self.first_day(number)?, self.first_day(number + 1)?);
        let last = end.pred_opt()?;
        let to = last.min(today);
        let same_day = if to == last { from.pred_opt() } else { to.checked_sub_months(Months::new(12)) };
        let before = (self.first_day(number - 1)?, same_day?);
        Some(Year { number, from, to, is_complete: last < today, before })
    }

    fn first_day(self, number: i32) -> Option<NaiveDate> {
        NaiveDate::from_ymd_opt(number - i32::from(self.start_month > 1), self.start_month, 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::giving::tests::day;

    fn year(start_month: u32, number: i32, today: &str) -> Option<Year> {
        Calendar::new(start_month).years(number, number, day(today)).pop()
    }

    #[test]
    fn a_year_is_called_by_the_calendar_year_in_which_it_ends() {
        for (start_month, on, number) in [
            (1, "2026-01-01", 2026),
            (1, "2026-12-31", 2026),
            (7, "2026-06-30", 2026),
            (7, "2026-07-01", 2027),
            (12, "2026-11-30", 2026),
            (12, "2026-12-01", 2027),
            (2, "2026-01-31", 2026),
            (2, "2026-02-01", 2027),
        ] {
            assert_eq!(Calendar::new(start_month).year_of(day(on)), number, "{start_month} {on}");
        }
        let fiscal = year(7, 2026, "2027-01-01").unwrap();
        assert_eq!((fiscal.from, fiscal.to), (day("2025-07-01"), day("2026-06-30")));
        assert_eq!([0, 13].map(|month| Calendar::new(month).start_month()), [1, 1]);
    }

    #[test]
    fn the_year_in_progress_counts_until_today_and_compares_to_the_same_day_of_the_year_before() {
        for (start_month, number, today, to, is_complete, before) in [
            (1, 2026, "2026-06-15", "2026-06-15", false, ("2025-01-01", "2025-06-15")),
            (1, 2025, "2026-06-15", "2025-12-31", true, ("2024-01-01", "2024-12-31")),
            (1, 2026, "2026-01-01", "2026-01-01", false, ("2025-01-01", "2025-01-01")),
            (1, 2026, "2026-12-31", "2026-12-31", false, ("2025-01-01", "2025-12-31")),
            (1, 2024, "2024-02-29", "2024-02-29", false, ("2023-01-01", "2023-02-28")),
            (1, 2025, "2025-02-28", "2025-02-28", false, ("2024-01-01", "2024-02-28")),
            (3, 2025, "2025-02-28", "2025-02-28", false, ("2023-03-01", "2024-02-29")),
            (3, 2024, "2024-02-28", "2024-02-28", false, ("2022-03-01", "2023-02-28")),
            (7, 2026, "2026-06-30", "2026-06-30", false, ("2024-07-01", "2025-06-30")),
            (7, 2026, "2026-07-01", "2026-06-30", true, ("2024-07-01", "2025-06-30")),
        ] {
            let found = year(start_month, number, today).unwrap();
            assert_eq!((found.to, found.is_complete), (day(to), is_complete), "{start_month} {today}");
            assert_eq!(found.before, (day(before.0), day(before.1)), "{start_month} {today}");
        }
    }

    #[test]
    fn years_that_have_not_begun_are_left_out() {
        assert_eq!(year(1, 2027, "2026-12-31"), None);
        assert_eq!(year(7, 2027, "2026-06-30"), None);
        assert!(year(7, 2027, "2026-07-01").is_some());
        let numbers = Calendar::new(1).years(2024, 9999, day("2026-06-15"));
        assert_eq!(numbers.iter().map(|year| year.number).collect::<Vec<_>>(), [2024, 2025, 2026]);
    }
}
