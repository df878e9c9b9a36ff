//! Giving by month: this year beside last year, and what was pledged. The picture is SVG that the service draws; the same
//! figures stand in a table below it.

use askama::Template;
use chrono::{Datelike, Months, NaiveDate};
use iso_currency::Currency;
use sea_orm::ConnectionTrait;
use shared::entities::AccountScope;
use shared::giving::{self, GroupBy, Query};

use crate::http::AppError;
use crate::web::format::money;

/// The size of the picture, in its own units.
const WIDTH: i128 = 720;
const HEIGHT: i128 = 220;
/// The room for the names of the months.
const BELOW: i128 = 24;
/// The room for the amount above the highest bar.
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
    highest: String,
    months: Vec<Month>,
    given: String,
    before: String,
    expected: String,
    difference: String,
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

impl Chart {
    /// Loads the figures of the year of a day and of the year before.
    pub(super) async fn load(
        tx: &impl ConnectionTrait,
        account: AccountScope,
        today: NaiveDate,
        own: Currency,
    ) -> Result<Self, AppError> {
        let year = today.year();
        let first = |year: i32, month: usize| {
            NaiveDate::from_ymd_opt(year, u32::try_from(month).unwrap_or(1), 1).unwrap_or(today)
        };
        let query = |from: NaiveDate, to: NaiveDate| Query {
            from,
            to,
            as_of: today,
            currency: own,
            contact_id: None,
            group_by: Some(GroupBy::Month),
        };
        let to = last_of_month(first(year, 12));
        let periods = giving::given_by_period(tx, account, &query(first(year - 1, 1), to)).await?;
        let totals: Vec<i128> = periods.iter().map(|period| period.total).collect();
        let spans: Vec<_> =
            (1..=12).map(|month| first(year, month)).map(|day| (day, last_of_month(day))).collect();
        let expected = giving::expected_by_period(tx, account, (own.code(), today), &spans).await?;
        let total = |index: usize| totals.get(index).copied().unwrap_or(0);
        let highest = (0..24).map(total).chain(expected.iter().copied()).max().unwrap_or(0).max(1);
        let height = |amount: i128| amount.max(0) * (HEIGHT - BELOW - ABOVE) / highest;
        let top = |amount: i128| HEIGHT - BELOW - height(amount);
        let months =
            NAMES.iter().enumerate().zip(&expected).zip(&spans).map(|(((i, name), expected), (from, to))| {
                let (before, given) = (total(i), total(i + 12));
                let middle = MONTH_WIDTH * i128::try_from(i).unwrap_or(0) + MONTH_WIDTH / 2;
                let last = (first(year - 1, i + 1), last_of_month(first(year - 1, i + 1)));
                Month {
                    name,
                    given: money(given, own),
                    before: money(before, own),
                    expected: money(*expected, own),
                    link: link((*from, *to), own),
                    link_before: link(last, own),
                    has_begun: *from <= today,
                    middle,
                    x_before: middle - BAR_WIDTH - 1,
                    x: middle + 1,
                    y: top(given),
                    y_before: top(before),
                    y_expected: top(*expected),
                    height: height(given),
                    height_before: height(before),
                }
            });
        let months: Vec<_> = months.collect();
        let begun = months.iter().filter(|month| month.has_begun).count();
        let given: i128 = (12..24).map(total).sum();
        let due: i128 = expected.iter().take(begun).sum();
        Ok(Self {
            year,
            last_year: year - 1,
            is_empty: (0..24).map(total).all(|total| total == 0) && due == 0,
            highest: money(highest, own),
            months,
            given: money(given, own),
            before: money((0..12).map(total).sum::<i128>(), own),
            expected: money(due, own),
            difference: match given - due {
                more if more >= 0 => format!("{} more than was pledged so far", money(more, own)),
                less => format!("{} less than was pledged so far", money(-less, own)),
            },
        })
    }
}

fn last_of_month(first: NaiveDate) -> NaiveDate {
    first.checked_add_months(Months::new(1)).and_then(|next| next.pred_opt()).unwrap_or(first)
}

/// Returns the path of the list of the gifts that make a sum.
fn link((from, to): (NaiveDate, NaiveDate), own: Currency) -> String {
    format!("/gifts?status=received&from={from}&to={to}&currency={}", own.code())
}
