//! The report on giving: what was given by month, quarter, year, fund, campaign or type, beside the year before.

use std::collections::HashMap;

use chrono::{Datelike, Months, NaiveDate};
use iso_currency::Currency;
use url::form_urlencoded::byte_serialize;

use super::page::{Report, Sent};
use super::part::{Cell, Column, Part, Row, Sheet};
use super::period::{
    DaySpan, Period, PeriodQuery, check_rows, compared, in_words, of_days, options, with_days,
    with_households,
};
use crate::error::AppError;
use crate::fields::parameters::Asked;
use crate::fields::spoken::gift_type;
use crate::giving::{self, GiftSums, GroupBy, Grouped, Reading};
use crate::money::divide_half_up;
use crate::records::Context;
use crate::records::money::currency;
use crate::web::chart::{Chart, Look, Series};
use crate::web::form::{Field, Form};
use crate::web::format::{grouped, in_others, money, percent, short_month};
use crate::web::gift_lists::received_gifts;
use crate::web::visit::Visit;

/// How many funds or campaigns a table has. The others are one row.
const SHOWN: usize = 50;
/// How many of them are drawn.
const DRAWN: usize = 12;

/// The report on giving.
pub(in crate::web) struct Giving;

impl Report for Giving {
    const PATH: &'static str = "/reports/giving";
    const TITLE: &'static str = "reports-giving";
    const FILE: &'static str = "giving";
    const PARAMETERS: &'static [&'static str] = &["group_by", "span", "year_start", "from", "to", "by"];

    fn form(visit: &Visit) -> Form {
        let groups = [
            ("month", t!("month")),
            ("quarter", t!("reports-quarter")),
            ("year", t!("year")),
            ("fund", t!("fund")),
            ("campaign", t!("campaign")),
            ("type", t!("type")),
        ];
        let form = Form::search(visit, Self::PATH, t!("show")).not_done(t!("reports-not-made"));
        let form = form.field(Field::select("group_by", t!("reports-giving-by"), options(&groups)));
        with_households(with_days(form))
    }

    async fn parts(context: &Context, sent: Sent) -> Result<Vec<Part>, AppError> {
        let Asked { input, mut problems, .. } = Asked::<PeriodQuery>::of(sent);
        let group_by = input.group_by.unwrap_or(GroupBy::Month);
        if group_by == GroupBy::Contact {
            problems.add("group_by", "must be month, quarter, year, fund, campaign or type");
        }
        let period = input.period(context.today, &mut problems);
        for days in [period.days, period.before] {
            check_rows(group_by, days, &mut problems);
        }
        problems.check()?;
        let households = input.households(context).await?;
        Ok(vec![found(context, period, (group_by, SHOWN), &households).await?.part()])
    }
}

/// What was given in a period, and in the same days of the year before.
pub(in crate::web) struct Found {
    own: Currency,
    period: Period,
    group_by: GroupBy,
    now: Grouped,
    before: Grouped,
}

/// A row: its name, the days or the filter of the list behind it, and its sums.
struct Group {
    name: String,
    link: Option<String>,
    count: i64,
    total: i128,
    before: i128,
}

/// Sums up what was given in a period, in groups: of funds and campaigns, in those that got most.
pub(super) async fn found(
    context: &Context,
    period: Period,
    (group_by, top): (GroupBy, usize),
    households: &[Vec<i64>],
) -> Result<Found, AppError> {
    let (app, own) = (&context.app, context.caller.currency);
    let mut reading = app.received_gifts.read(&app.store, context.caller.account, None).await?;
    let found = found_in(&mut reading, own, period, (group_by, top), households).await?;
    reading.end().await?;
    Ok(found)
}

/// Sums up as [`found`] does, from a reading that goes on.
pub(in crate::web) async fn found_in(
    reading: &mut Reading,
    own: Currency,
    period: Period,
    (group_by, top): (GroupBy, usize),
    households: &[Vec<i64>],
) -> Result<Found, AppError> {
    let now = of_days(period.days, own, (Some(group_by), top), households);
    // What the largest of now got before may have been little.
    let before = of_days(period.before, own, (Some(group_by), usize::MAX), households);
    let (now, before) = giving::compare(reading, (&now, &before)).await?;
    Ok(Found { own, period, group_by, now, before })
}

impl Found {
    /// Makes the part that shows it.
    pub(in crate::web) fn part(&self) -> Part {
        let groups = self.groups();
        let (given, before) = (self.now.sums.given(), self.before.sums.given());
        let is_empty = given.count == 0 && before.count == 0;
        let mut rows: Vec<_> = groups.iter().map(|group| row(group, group.before)).collect();
        rows.extend(self.rest(&groups));
        let total = Group {
            name: t!("total").to_owned(),
            link: None,
            count: given.count,
            total: given.total,
            before: before.total,
        };
        rows.push(Row::total(row(&total, before.total).cells));
        let columns = vec![
            Column::text(self.heading()),
            Column::number(t!("gifts")),
            Column::money(t!("reports-given")),
            Column::money(t!("reports-year-before")),
            Column::money(t!("reports-change")),
        ];
        Part {
            id: self.id(),
            heading: t!(
                "reports-giving-heading",
                group = self.group_by.to_string(),
                days = in_words(self.period.days)
            ),
            notes: [self.notes(), self.notes_on_rows()].concat(),
            link: Some((t!("reports-see-gifts"), received_gifts(self.period.days, self.own))),
            chart: Some(self.chart(&groups)),
            sheet: Sheet { currency: self.own, columns, rows: if is_empty { Vec::new() } else { rows } },
            empty: t!("reports-giving-empty"),
        }
    }

    /// Returns the figures that sum it up.
    pub(super) fn figures(&self) -> Vec<(&'static str, String)> {
        let (now, before) = (self.now.sums.given(), self.before.sums.given());
        vec![
            (t!("reports-given"), money(now.total, self.own)),
            (t!("reports-a-year-before"), money(before.total, self.own)),
            (t!("donors"), grouped(now.donor_count)),
        ]
    }

    /// Returns how many contacts gave.
    pub(super) fn donor_count(&self) -> i64 {
        self.now.sums.given().donor_count
    }

    fn id(&self) -> &'static str {
        match self.group_by {
            GroupBy::Fund => "by-fund",
            GroupBy::Campaign => "by-campaign",
            _ => "giving",
        }
    }

    fn heading(&self) -> &'static str {
        match self.group_by {
            GroupBy::Month => t!("month"),
            GroupBy::Quarter => t!("reports-quarter"),
            GroupBy::Year => t!("year"),
            GroupBy::Fund => t!("fund"),
            GroupBy::Campaign => t!("campaign"),
            GroupBy::Type => t!("type"),
            GroupBy::Contact => t!("donor"),
        }
    }

    fn notes(&self) -> Vec<String> {
        let (now, before) = (self.now.sums.given(), self.before.sums.given());
        let donors = t!("count-donors", count = now.donor_count);
        let gifts = t!("count-gifts", count = now.count);
        let rate =
            (before.total > 0).then(|| divide_half_up((now.total - before.total) * 1000, before.total));
        let change = compared(now.total, before.total, self.own);
        let (days, amount) = (in_words(self.period.before), money(before.total, self.own));
        let compared = match rate.map(percent) {
            Some(rate) => {
                t!("reports-giving-before-rate", days = days, amount = amount, change = change, rate = rate)
            }
            None => t!("reports-giving-before", days = days, amount = amount, change = change),
        };
        let given = money(now.total, self.own);
        let given = t!("reports-giving-note", amount = given, donors = donors, gifts = gifts);
        let mut notes = vec![given, compared];
        notes.extend(
            in_others(others(&self.now.sums)).map(|others| t!("reports-not-counted", others = others)),
        );
        notes
    }

    /// Says why the gifts of the rows are more than those of the total, and what the row of the others has.
    pub(super) fn notes_on_rows(&self) -> Vec<String> {
        let groups = self.groups();
        let count: i64 = groups.iter().map(|group| group.count).sum();
        let has_split = count > self.now.sums.given().count;
        let split = has_split.then(|| t!("reports-split-gifts").to_owned());
        let rest = self.rest(&groups).map(|_| t!("reports-what-others-are", row = t!("reports-all-others")));
        split.into_iter().chain(rest).collect()
    }

    fn groups(&self) -> Vec<Group> {
        if self.group_by.is_span() {
            // Both have the same number of months, quarters or years.
            let pairs = self.now.periods.iter().zip(&self.before.periods);
            let group = |(now, before): (&giving::Period, &giving::Period)| {
                let days = days_of(now.period.as_deref().unwrap_or_default(), self.period.days);
                Group {
                    name: self.name(now.period.as_deref()),
                    link: days.map(|days| received_gifts(days, self.own)),
                    count: now.count,
                    total: now.total,
                    before: before.total,
                }
            };
            return pairs.map(group).collect();
        }
        let before: HashMap<_, _> =
            self.before.periods.iter().map(|one| (one.period.as_deref(), one.total)).collect();
        let group = |now: &giving::Period| Group {
            name: self.name(now.period.as_deref()),
            link: now.period.as_deref().map(|name| self.list_of(name)),
            count: now.count,
            total: now.total,
            before: before.get(&now.period.as_deref()).copied().unwrap_or(0),
        };
        self.now.periods.iter().map(group).collect()
    }

    /// Returns the row of what no other row has: smaller funds, and those that were given to only the year before.
    fn rest(&self, groups: &[Group]) -> Option<Row> {
        let now = self.now.sums.given().total - groups.iter().map(|group| group.total).sum::<i128>();
        let before = self.before.sums.given().total - groups.iter().map(|group| group.before).sum::<i128>();
        if (now, before) == (0, 0) {
            return None;
        }
        Some(Row::new(vec![
            Cell::Text(t!("reports-all-others").to_owned(), None),
            Cell::Nothing,
            Cell::Money(now, None),
            Cell::Money(before, None),
            Cell::Money(now - before, None),
        ]))
    }

    /// Returns the name of a group for people.
    fn name(&self, period: Option<&str>) -> String {
        let Some(period) = period else {
            let none = match self.group_by {
                GroupBy::Fund => t!("reports-no-fund"),
                GroupBy::Campaign => t!("reports-no-campaign"),
                _ => t!("reports-no-type"),
            };
            return none.to_owned();
        };
        match self.group_by {
            GroupBy::Month => first_day(period).map(|day| {
                t!("reports-month-of", month = short_month(day.month()), year = day.year().to_string())
            }),
            GroupBy::Quarter => period
                .split_once("-Q")
                .map(|(year, quarter)| t!("reports-quarter-of", quarter = quarter, year = year)),
            GroupBy::Type => Some(gift_type(period)),
            _ => None,
        }
        .unwrap_or_else(|| period.to_owned())
    }

    /// Returns the path of the list of the gifts with this fund, campaign or type.
    fn list_of(&self, name: &str) -> String {
        let name: String = byte_serialize(name.as_bytes()).collect();
        format!("{}&{}={name}", received_gifts(self.period.days, self.own), self.group_by)
    }

    fn chart(&self, groups: &[Group]) -> Chart {
        let own = self.own;
        let drawn = if self.group_by.is_span() { groups } else { &groups[..groups.len().min(DRAWN)] };
        let names: Vec<_> =
            drawn.iter().zip(&self.now.periods).map(|(group, now)| self.drawn_name(group, now)).collect();
        let values = |of: fn(&Group) -> i128| drawn.iter().map(of).collect();
        let now = Series {
            label: t!("reports-given").to_owned(),
            look: Look::Now,
            values: values(|one| one.total),
        };
        let label = t!("reports-year-before").to_owned();
        let before = Series { label, look: Look::Before, values: values(|one| one.before) };
        let shown = |amount| money(amount, own);
        if self.group_by.is_span() {
            Chart::columns(&names, &[before, now], shown)
        } else {
            Chart::bars(&names, &[now, before], false, shown)
        }
    }

    /// Returns the name of a group in the picture: in a year, the year of each month would only take room.
    fn drawn_name(&self, group: &Group, now: &giving::Period) -> String {
        let is_short = self.group_by == GroupBy::Month && self.now.periods.len() <= 12;
        let first = now.period.as_deref().filter(|_| is_short).and_then(first_day);
        first.map_or_else(|| group.name.clone(), |day| short_month(day.month()).to_owned())
    }
}

fn row(group: &Group, before: i128) -> Row {
    Row::new(vec![
        Cell::Text(group.name.clone(), None),
        Cell::Count(group.count),
        Cell::Money(group.total, group.link.clone()),
        Cell::Money(before, None),
        Cell::Money(group.total - before, None),
    ])
}

/// Returns what sums leave out, by currency.
pub(super) fn others(sums: &GiftSums) -> impl Iterator<Item = (Currency, i128)> {
    sums.others().map(|(code, total)| (currency(&code), total))
}

/// Returns the first day of a month, a quarter or a year by its name, such as `2026-06`, `2026-Q2` or `2026`.
fn first_day(name: &str) -> Option<NaiveDate> {
    let (year, part) = name.split_once('-').unwrap_or((name, "1"));
    let month = match part.strip_prefix('Q') {
        Some(quarter) => quarter.parse::<u32>().ok()?.checked_mul(3)?.checked_sub(2)?,
        None => part.parse().ok()?,
    };
    NaiveDate::from_ymd_opt(year.parse().ok()?, month, 1)
}

/// Returns the days of a month, a quarter or a year by its name, as far as they lie in a period.
fn days_of(name: &str, (from, to): DaySpan) -> Option<DaySpan> {
    let months = match name.split_once('-') {
        None => 12,
        Some((_, part)) if part.starts_with('Q') => 3,
        Some(_) => 1,
    };
    let first = first_day(name)?;
    let last = first.checked_add_months(Months::new(months))?.pred_opt()?;
    Some((first.max(from), last.min(to)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_leads_to_the_gifts_of_its_days_in_the_period() {
        let of = |text: &str| -> NaiveDate { text.parse().unwrap() };
        let period = (of("2025-11-10"), of("2026-06-15"));
        for (name, first, last) in [
            ("2025-11", "2025-11-10", "2025-11-30"),
            ("2026-02", "2026-02-01", "2026-02-28"),
            ("2026-06", "2026-06-01", "2026-06-15"),
            ("2025-Q4", "2025-11-10", "2025-12-31"),
            ("2026-Q1", "2026-01-01", "2026-03-31"),
            ("2026", "2026-01-01", "2026-06-15"),
        ] {
            assert_eq!(days_of(name, period), Some((of(first), of(last))), "{name}");
        }
        assert_eq!(days_of("2026-Q9", period), None);
    }
}
