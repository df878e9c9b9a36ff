//! Giving by month: this year beside last year, and the pledged amounts. The picture is SVG that the service draws; a
//! table below it has the same figures.

use std::collections::HashMap;

use askama::Template;
use chrono::{Datelike, Months, NaiveDate};
use iso_currency::Currency;

use super::links::received_gifts;
use crate::giving::{GiftSums, GroupBy, Pledges, Query};
use crate::records::money::currency;
use crate::web::format::{in_others, money};

/// The size of the picture, in its own units.
const WIDTH: i128 = 720;
const HEIGHT: i128 = 220;
/// The room for the names of the months.
const BELOW: i128 = 24;
/// The room for the amount at the top.
const ABOVE: i128 = 20;
const MONTH_WIDTH: i128 = WIDTH / 12;
const BAR_WIDTH: i128 = 18;

/// A chart of giving by month.
#[derive(Template)]
#[template(path = "overview/chart.html")]
pub(super) struct Chart {
    year: i32,
    last_year: i32,
    is_empty: bool,
    /// The round amount at the top.
    top: String,
    months: Vec<Month>,
    given: String,
    before: String,
    /// The amount pledged for the months that have begun, and the names of these months.
    expected: String,
    pledged_span: String,
    difference: String,
    /// The note on gifts that are not drawn, because they are in another currency.
    others: Option<String>,
}

/// A month, with its bars.
struct Month {
    name: &'static str,
    given: String,
    before: String,
    expected: String,
    link: String,
    link_before: String,
    /// Whether the month has begun.
    has_begun: bool,
    middle: i128,
    x: i128,
    x_before: i128,
    y: i128,
    y_before: i128,
    y_expected: i128,
    height: i128,
    height_before: i128,
}

const NAMES: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// Returns the sums that the chart needs: the months of a day's year and of the year before.
pub(super) fn sums(today: NaiveDate, own: Currency) -> GiftSums {
    let year = today.year();
    GiftSums::new(&Query {
        from: first(year - 1, 1),
        to: last_of_month(first(year, 12)),
        as_of: today,
        currency: own,
        contact_ids: None,
        group_by: Some(GroupBy::Month),
        top: 0,
        households: Vec::new(),
    })
}

fn first(year: i32, month: u32) -> NaiveDate {
    NaiveDate::from_ymd_opt(year, month, 1).unwrap_or_default()
}

impl Chart {
    /// Draws the year of a day, with these [`sums`].
    pub(super) fn new(today: NaiveDate, own: Currency, sums: &GiftSums, pledges: &Pledges) -> Self {
        let year = today.year();
        let totals: Vec<i128> =
            sums.periods(&HashMap::new()).into_iter().map(|period| period.total).collect();
        let span = |year: i32, month: u32| (first(year, month), last_of_month(first(year, month)));
        let expected: Vec<i128> =
            (1..=12).map(|month| pledges.expected(own.code(), today, span(year, month))).collect();
        let total = |index: usize| totals.get(index).copied().unwrap_or(0);
        let scale = rounded_up((0..24).map(total).chain(expected.iter().copied()).max().unwrap_or(0));
        let height = |amount: i128| amount.max(0) * (HEIGHT - BELOW - ABOVE) / scale;
        let top = |amount: i128| HEIGHT - BELOW - height(amount);
        let month = |((i, name), (number, expected)): ((usize, &&'static str), (u32, &i128))| {
            let (before, given) = (total(i), total(i + 12));
            let middle = MONTH_WIDTH * i128::from(number) - MONTH_WIDTH / 2;
            Month {
                name,
                given: money(given, own),
                before: money(before, own),
                expected: money(*expected, own),
                link: received_gifts(span(year, number), own),
                link_before: received_gifts(span(year - 1, number), own),
                has_begun: first(year, number) <= today,
                middle,
                x_before: middle - BAR_WIDTH - 1,
                x: middle + 1,
                y: top(given),
                y_before: top(before),
                y_expected: top(*expected),
                height: height(given),
                height_before: height(before),
            }
        };
        let months: Vec<_> = NAMES.iter().enumerate().zip((1..).zip(&expected)).map(month).collect();
        let begun = months.iter().filter(|month| month.has_begun).count();
        let given: i128 = (12..24).map(total).sum();
        let due: i128 = expected.iter().take(begun).sum();
        Self {
            year,
            last_year: year - 1,
            is_empty: (0..24).map(total).all(|total| total == 0) && due == 0,
            top: money(scale, own),
            months,
            given: money(given, own),
            before: money((0..12).map(total).sum::<i128>(), own),
            expected: money(due, own),
            pledged_span: match today.month() {
                1 => "in January".to_owned(),
                _ => format!("from January to {}", today.format("%B")),
            },
            others: in_others(sums.others().map(|(code, total)| (currency(&code), total))),
            difference: match given - due {
                0 => "as much as that".to_owned(),
                more if more > 0 => format!("{} more than that", money(more, own)),
                less => format!("{} less than that", money(-less, own)),
            },
        }
    }
}

/// Returns the smallest round amount that is not below this one.
fn rounded_up(amount: i128) -> i128 {
    let mut unit = 1;
    while unit * 100 < amount {
        unit *= 10;
    }
    let round = [10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100].map(|count| count * unit);
    round.into_iter().find(|round| *round >= amount).unwrap_or(amount)
}

fn last_of_month(first: NaiveDate) -> NaiveDate {
    first.checked_add_months(Months::new(1)).and_then(|next| next.pred_opt()).unwrap_or(first)
}

#[cfg(test)]
mod tests {
    use super::rounded_up;

    #[test]
    fn a_round_amount_is_at_least_the_amount() {
        for (amount, round) in [
            (0, 10),
            (10, 10),
            (11, 12),
            (101, 120),
            (12_000, 12_000),
            (1_150_600, 1_200_000),
            (8_001, 10_000),
        ] {
            assert_eq!(rounded_up(amount), round);
        }
    }
}
