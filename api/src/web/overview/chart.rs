//! Giving by month: this year beside last year, and the pledged amounts, as a picture and as a table.

use std::collections::HashMap;

use askama::Template;
use chrono::{Datelike, Months, NaiveDate};
use iso_currency::Currency;

use crate::giving::{GiftSums, GroupBy, Pledges, Query};
use crate::records::money::currency;
use crate::web::chart::{self, Look, Series};
use crate::web::format::{in_others, money, short_month};
use crate::web::gift_lists::received_gifts;

/// A chart of giving by month.
#[derive(Template)]
#[template(path = "overview/chart.html")]
pub(super) struct Chart {
    year: String,
    last_year: String,
    pub(super) is_empty: bool,
    picture: chart::Chart,
    months: Vec<Month>,
    given: String,
    before: String,
    /// The note on gifts that are not drawn, because they are in another currency.
    others: Option<String>,
}

/// A month, with its amounts.
struct Month {
    name: &'static str,
    given: String,
    before: String,
    expected: String,
    link: String,
    link_before: String,
    /// Whether the month has begun.
    has_begun: bool,
}

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
        let series = |label: String, look, values| Series { label, look, values };
        let picture = chart::Chart::columns(
            &(1..=12).map(|month| short_month(month).to_owned()).collect::<Vec<_>>(),
            &[
                series((year - 1).to_string(), Look::Before, (0..12).map(total).collect()),
                series(year.to_string(), Look::Now, (12..24).map(total).collect()),
                series(
                    t!("overview-chart-pledged-for", year = year.to_string()),
                    Look::Pledged,
                    expected.clone(),
                ),
            ],
            |amount| money(amount, own),
        );
        let month = |(i, (number, expected)): (usize, (u32, &i128))| {
            let (before, given) = (total(i), total(i + 12));
            Month {
                name: short_month(number),
                given: money(given, own),
                before: money(before, own),
                expected: money(*expected, own),
                link: received_gifts(span(year, number), own),
                link_before: received_gifts(span(year - 1, number), own),
                has_begun: first(year, number) <= today,
            }
        };
        let months: Vec<_> = (1..).zip(&expected).enumerate().map(month).collect();
        Self {
            year: year.to_string(),
            last_year: (year - 1).to_string(),
            is_empty: (0..24).map(total).chain(expected).all(|amount| amount == 0),
            picture,
            months,
            given: money((12..24).map(total).sum::<i128>(), own),
            before: money((0..12).map(total).sum::<i128>(), own),
            others: in_others(sums.others().map(|(code, total)| (currency(&code), total))),
        }
    }
}

fn last_of_month(first: NaiveDate) -> NaiveDate {
    first.checked_add_months(Months::new(1)).and_then(|next| next.pred_opt()).unwrap_or(first)
}
