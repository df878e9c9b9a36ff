//! The days that a report is about, and those of the year before with which it compares.

use chrono::{Datelike, Days, Months, NaiveDate};
use iso_currency::Currency;

use crate::error::AppError;
use crate::fields::Problems;
use crate::fields::types::{Day, OneOf, Whole};
use crate::giving::{Calendar, CountedBy, GroupBy, Query};
use crate::query;
use crate::records::Context;
use crate::resources::households::joint;
use crate::web::form::{Field, Form};
use crate::web::format::{day, money, month};

/// The most rows of months, quarters or years.
const ROWS_MAX: i32 = 120;

shared::choices! {
    /// A year of a report.
    Span: ThisYear { ThisYear = "this_year", LastYear = "last_year" }
}

query! {
    /// The days of a report, and how it counts.
    PeriodQuery {
        /// The year, unless days are given
        span: OneOf<Span>;
        /// The first month of a year
        year_start: Whole<1, 12>;
        /// The first day
        from: Day;
        /// The last day, included
        to: Day;
        /// Whether the members of a household are one donor
        by: OneOf<CountedBy>;
        /// How gifts are grouped
        group_by: OneOf<GroupBy>;
        /// How many donors
        top: Whole<1, 100>;
    }
}

/// Days, from the first to the last.
pub(in crate::web) type DaySpan = (NaiveDate, NaiveDate);

/// The days of a report, and the same days a year before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::web) struct Period {
    pub(in crate::web) days: DaySpan,
    pub(super) before: DaySpan,
}

impl PeriodQuery {
    /// Returns how years are counted.
    pub(super) fn calendar(&self) -> Calendar {
        Calendar::new(self.year_start.and_then(|month| u32::try_from(month).ok()).unwrap_or(1))
    }

    /// Returns the period that is asked for: this year until today, if nothing is said.
    pub(in crate::web) fn period(&self, today: NaiveDate, problems: &mut Problems) -> Period {
        let calendar = self.calendar();
        let back = i32::from(self.span == Some(Span::LastYear));
        let year = calendar.year(calendar.year_of(today) - back, today);
        let of_year = year.map(|year| Period { days: (year.from, year.to), before: year.before });
        let of_year = of_year.unwrap_or(Period { days: (today, today), before: (today, today) });
        if self.from.is_none() && self.to.is_none() {
            return of_year;
        }
        // One day alone means from then until today, or all of its year until then.
        let to = self.to.unwrap_or_else(|| today.max(self.from.unwrap_or(today)));
        let from = self.from.unwrap_or_else(|| NaiveDate::from_ymd_opt(to.year(), 1, 1).unwrap_or(to));
        problems.check_span(("from", Some(from)), ("to", Some(to)));
        Period { days: (from, to), before: (year_before(from), last_year_before(to)) }
    }

    /// Returns the members of households that count as one donor, if that is asked for.
    pub(super) async fn households(&self, context: &Context) -> Result<Vec<Vec<i64>>, AppError> {
        match self.by {
            Some(CountedBy::Household) => {
                joint::members(context.app.store.read(), context.caller.account).await
            }
            None => Ok(Vec::new()),
        }
    }
}

/// Checks that a table of these groups is not too long.
pub(super) fn check_rows(group_by: GroupBy, (from, to): DaySpan, problems: &mut Problems) {
    let months = |day: NaiveDate| day.year() * 12 + day.month0().cast_signed();
    let number = |day: NaiveDate| match group_by {
        GroupBy::Month => months(day),
        GroupBy::Quarter => months(day) / 3,
        GroupBy::Year => day.year(),
        _ => 0,
    };
    let rows = number(to) - number(from) + 1;
    if rows > ROWS_MAX {
        problems.add("group_by", format_args!("makes more than {ROWS_MAX} rows: choose fewer days"));
    }
}

/// Returns the same day a year before.
fn year_before(day: NaiveDate) -> NaiveDate {
    day.checked_sub_months(Months::new(12)).unwrap_or(day)
}

/// Returns the same day a year before; of the last day of a month, the last day of that month.
fn last_year_before(day: NaiveDate) -> NaiveDate {
    let next = day.checked_add_days(Days::new(1)).unwrap_or(day);
    if next.day() == 1 { year_before(next).pred_opt().unwrap_or(day) } else { year_before(day) }
}

/// Makes the query of the sums of some days.
pub(super) fn of_days(
    (from, to): DaySpan,
    currency: Currency,
    (group_by, top): (Option<GroupBy>, usize),
    households: &[Vec<i64>],
) -> Query {
    let households = households.to_vec();
    Query { from, to, as_of: to, currency, contact_ids: None, group_by, top, households }
}

/// Adds the fields that say which days.
pub(in crate::web) fn with_days(form: Form) -> Form {
    let spans = [("this_year", t!("reports-this-year")), ("last_year", t!("reports-last-year"))];
    with_year_start(form.field(Field::select("span", t!("year"), options(&spans))))
        .field(Field::day("from", t!("reports-or-from")))
        .field(Field::day("to", t!("reports-to")))
}

/// Adds the field that says when a year begins.
pub(super) fn with_year_start(form: Form) -> Form {
    let months = (1..=12).map(|number: u32| (number.to_string(), month(number).to_owned()));
    form.field(Field::select("year_start", t!("reports-year-start"), months))
}

/// Adds the field that says whether households count.
pub(super) fn with_households(form: Form) -> Form {
    let by = [("", t!("reports-person")), ("household", t!("household"))];
    form.field(Field::select("by", t!("reports-count-by"), options(&by)))
}

/// Returns values to choose from, each with its text.
pub(super) fn options(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    pairs.iter().map(|(value, text)| ((*value).to_owned(), (*text).to_owned())).collect()
}

/// Returns days in words.
pub(super) fn in_words((from, to): DaySpan) -> String {
    if from == to { day(from) } else { t!("reports-days", from = day(from), to = day(to)) }
}

/// Says how far an amount is from that of the year before.
pub(super) fn compared(now: i128, before: i128, own: Currency) -> String {
    match now - before {
        0 => t!("reports-as-much").to_owned(),
        more if more > 0 => t!("reports-more", amount = money(more, own)),
        less => t!("reports-less", amount = money(-less, own)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    fn period(query: &PeriodQuery) -> [String; 4] {
        let mut problems = Problems::default();
        let Period { days, before } = query.period(of("2026-06-15"), &mut problems);
        assert!(problems.is_empty());
        [days.0, days.1, before.0, before.1].map(|day| day.to_string())
    }

    #[test]
    fn a_year_goes_until_today_and_days_are_compared_with_the_same_days_a_year_before() {
        let none = PeriodQuery::default;
        let days = |from: &str, to: &str| PeriodQuery { from: Some(of(from)), to: Some(of(to)), ..none() };
        for (query, expected) in [
            (none(), ["2026-01-01", "2026-06-15", "2025-01-01", "2025-06-15"]),
            (
                PeriodQuery { span: Some(Span::LastYear), ..none() },
                ["2025-01-01", "2025-12-31", "2024-01-01", "2024-12-31"],
            ),
            (
                PeriodQuery { year_start: Some(7), ..none() },
                ["2025-07-01", "2026-06-15", "2024-07-01", "2025-06-15"],
            ),
            (days("2024-02-01", "2024-02-29"), ["2024-02-01", "2024-02-29", "2023-02-01", "2023-02-28"]),
            (days("2025-02-01", "2025-02-28"), ["2025-02-01", "2025-02-28", "2024-02-01", "2024-02-29"]),
            (days("2024-02-28", "2024-02-28"), ["2024-02-28", "2024-02-28", "2023-02-28", "2023-02-28"]),
            (
                PeriodQuery { from: Some(of("2026-03-05")), ..none() },
                ["2026-03-05", "2026-06-15", "2025-03-05", "2025-06-15"],
            ),
            (
                PeriodQuery { to: Some(of("2026-03-05")), ..none() },
                ["2026-01-01", "2026-03-05", "2025-01-01", "2025-03-05"],
            ),
        ] {
            assert_eq!(period(&query), expected);
        }
    }

    #[test]
    fn a_table_has_at_most_120_months_quarters_or_years() {
        let is_refused = |group_by, from: &str, to: &str| {
            let mut problems = Problems::default();
            check_rows(group_by, (of(from), of(to)), &mut problems);
            !problems.is_empty()
        };
        assert!(!is_refused(GroupBy::Month, "2016-01-31", "2025-12-01"));
        assert!(is_refused(GroupBy::Month, "2016-01-31", "2026-01-01"));
        assert!(!is_refused(GroupBy::Quarter, "1996-01-01", "2025-12-01"));
        assert!(is_refused(GroupBy::Quarter, "1996-01-01", "2026-01-01"));
        assert!(!is_refused(GroupBy::Fund, "1900-01-01", "2999-12-31"));
    }
}
