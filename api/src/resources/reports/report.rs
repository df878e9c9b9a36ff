//! What all reports have in common.

use chrono::NaiveDate;
use iso_currency::Currency;

use crate::error::AppError;
use crate::fields::Payload;
use crate::fields::types::{Day, Flag, Whole};
use crate::giving::{Calendar, Reading, Year};
use crate::money::divide_half_up;
use crate::object;

/// The first year of which there are gifts.
pub(super) const FIRST_YEAR: i32 = 1900;

/// The number of a year.
pub(super) type YearNumber = Whole<{ FIRST_YEAR as i64 }, 2999>;
object! {
    /// A year of a report.
    ReportYear {
        /// The year, called by the calendar year in which it ends
        year: YearNumber;
        /// Its first day
        from: Day;
        /// The last day that counts: the year's last day, or today while it goes on
        to: Day;
        /// 1 if the year is over
        is_complete: Flag;
    }
}

impl From<Year> for ReportYear {
    fn from(Year { number, from, to, is_complete, .. }: Year) -> Self {
        Self { year: number.into(), from, to, is_complete }
    }
}

/// What a report is about.
pub struct Asked {
    /// How years are counted.
    pub calendar: Calendar,
    /// In order, without gaps.
    pub years: Vec<Year>,
    /// The day of the report.
    pub today: NaiveDate,
    /// The currency of all amounts.
    pub currency: Currency,
}

/// What a report says.
pub trait Report: Payload + Sized {
    /// Makes the report from the received gifts of the account.
    fn make(reading: &mut Reading, asked: Asked) -> impl Future<Output = Result<Self, AppError>> + Send;
}

/// Returns a part of a whole in tenths of a percent, or `None` if there is no whole.
pub(super) fn percent(part: i128, whole: i128) -> Option<i128> {
    (whole > 0).then(|| divide_half_up(part * 1000, whole))
}

#[cfg(test)]
mod tests {
    use super::percent;

    #[test]
    fn a_percentage_is_rounded_half_up_and_of_nothing_there_is_none() {
        assert_eq!(percent(1, 3), Some(333));
        assert_eq!(percent(2, 3), Some(667));
        assert_eq!(percent(1, 2000), Some(1));
        assert_eq!(percent(-1, 3), Some(-333));
        assert_eq!(percent(3, 3), Some(1000));
        assert_eq!((percent(0, 0), percent(5, 0), percent(5, -1)), (None, None, None));
    }
}
