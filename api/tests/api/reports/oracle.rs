//! Every figure of the reports is that of a slow count from the raw rows: gift by gift, and day by day.

use std::collections::{BTreeMap, BTreeSet};

use api::giving::due_date;
use chrono::{Datelike, Days, NaiveDate};
use serde_json::{Value, json};
use shared::crypto::bytes::random;
use shared::database::testing::TestDb;
use shared::entities::{AccountScope, gifts};
use shared::values::choices::{Choice, GiftStatus, PledgeFrequency};

use crate::support::{Account, Api};

shared::both_databases!(
    every_figure_is_that_of_a_count_from_the_raw_rows,
    the_totals_of_a_year_are_those_of_the_giving_summary,
);

/// The clock of every test says so.
const TODAY: &str = "2026-06-15";

/// Figures that the random data must have.
const FIGURES: [&str; 18] = [
    "/donors/total",
    "/new/total",
    "/retained/total",
    "/recovered/total",
    "/lapsed/total",
    "/upgraded/total",
    "/downgraded/total",
    "/unattributed_total",
    "/without_donor_total",
    "/retention_rate",
    "/year_before/total",
    "/change_rate",
    "/expected",
    "/received",
    "/remaining",
    "/fulfilment_rate",
    "/open/total",
    "/late_count",
];

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

/// Numbers that look random, and are the same for the same seed.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }

    fn one_of<T: Clone>(&mut self, items: &[T]) -> T {
        items[usize::try_from(self.below(items.len() as u64)).unwrap()].clone()
    }

    /// Returns a day from 2018 on, until tomorrow or later. Half of them are of the last two years.
    fn day(&mut self, ahead: u64) -> NaiveDate {
        let (first, last) = (day("2018-01-01"), day(TODAY) + Days::new(ahead));
        let days = u64::try_from((last - first).num_days()).unwrap() + 1;
        let days = if self.below(2) == 0 { days } else { 730 };
        last - Days::new(self.below(days))
    }
}

/// Makes contacts, pledges and gifts.
async fn fill(api: &Api, account: &Account, numbers: &mut Numbers) {
    let mut contacts = Vec::new();
    for number in 0..30 {
        let id = account.contact().await;
        let change = match number % 10 {
            3 => json!({"contact_status": "archive"}),
            7 => json!({"contact_deceased_on": "2025-03-01"}),
            _ => json!({"contact_status": "donor"}),
        };
        account.put(&format!("/contacts/{id}"), change).await.ok();
        contacts.push(id);
    }
    let mut pledges = Vec::new();
    for _ in 0..16 {
        let (contact_id, currency) = (numbers.one_of(&contacts), numbers.one_of(&["USD", "USD", "EUR"]));
        let id = pledge(account, numbers, contact_id, currency).await;
        pledges.push((id, contact_id, currency));
    }
    let status = [GiftStatus::Received; 6].into_iter();
    let status: Vec<_> =
        status.chain([GiftStatus::Pending, GiftStatus::Refunded, GiftStatus::Void]).collect();
    let mut rows = Vec::new();
    for _ in 0..260 {
        let amount = i64::try_from(numbers.below(20_000)).unwrap() + 1;
        let pledge = (numbers.below(3) == 0).then(|| numbers.one_of(&pledges));
        let contact = (numbers.below(10) > 0).then(|| numbers.one_of(&contacts));
        let currency = numbers.one_of(&["USD", "USD", "USD", "EUR", "JPY"]);
        rows.push(gifts::Model {
            gift_amount_minor: if numbers.below(5) == 0 { -amount } else { amount },
            gift_date: numbers.day(1),
            gift_currency: pledge.map_or(currency, |(_, _, currency)| currency).to_owned(),
            contact_id: pledge.map(|(_, contact, _)| contact).or(contact),
            pledge_id: pledge.map(|(id, ..)| id),
            gift_status: numbers.one_of(&status),
            ..gifts::Model::default()
        });
    }
    let scope = AccountScope::new(account.id);
    scope.insert_all::<gifts::Entity>(api.db.store.write(), rows).await.unwrap();
}

/// Makes a pledge whose amount, frequency and status have changed. Returns its id.
async fn pledge(account: &Account, numbers: &mut Numbers, contact_id: i64, currency: &str) -> i64 {
    let frequencies: Vec<_> = PledgeFrequency::ALL.iter().map(|frequency| frequency.as_str()).collect();
    let start = numbers.day(60);
    let mut body = json!({
        "contact_id": contact_id, "pledge_currency": currency, "pledge_amount": numbers.below(80) + 1,
        "pledge_frequency": numbers.one_of(&frequencies), "pledge_start_date": start,
    });
    if numbers.below(4) == 0 {
        body["pledge_end_date"] = json!(start + Days::new(numbers.below(900)));
    }
    let (path, id) = account.record("pledges", body).await;
    for _ in 0..numbers.below(6) {
        let from = numbers.day(60);
        let body = match numbers.below(4) {
            0 => json!({"pledge_amount": numbers.below(80) + 1, "pledge_change_from": from}),
            1 => json!({"pledge_frequency": numbers.one_of(&frequencies), "pledge_change_from": from}),
            2 => json!({"pledge_status": "paused", "pledge_change_from": from,
                        "pledge_pause_until": from + Days::new(numbers.below(120))}),
            _ => json!({"pledge_status": "active"}),
        };
        // Some changes are refused, such as a raise after the end.
        let status = account.put(&path, body).await.status;
        assert!([200, 422].contains(&status), "{status}");
    }
    if numbers.below(6) == 0 {
        let status = numbers.one_of(&["cancelled", "written_off", "paused"]);
        account.put(&path, json!({"pledge_status": status})).await.ok();
    }
    id
}

/// What a report is asked for.
struct Asked {
    start: i64,
    years: std::ops::RangeInclusive<i64>,
    currency: &'static str,
}

impl Asked {
    /// Returns a random question, and its query.
    fn of(numbers: &mut Numbers) -> (Self, String) {
        let month = i64::try_from(numbers.below(12)).unwrap() + 1;
        let start = numbers.one_of(&[1, 7, month]);
        let from = numbers.one_of(&[2016, 2021, 2025]);
        let to = numbers.one_of(&[2025, 2026, 2027, 2999]);
        let currency = numbers.one_of(&["USD", "USD", "EUR", "JPY"]);
        let mut query = format!("?year_start={start}&from_year={from}&to_year={to}&currency={currency}");
        if start == 1 {
            query = query.replace("year_start=1&", "");
        }
        (Self { start, years: from..=to, currency }, query)
    }

    /// Returns an amount as the API writes it.
    fn money(&self, minor: i64) -> Value {
        #[allow(clippy::cast_precision_loss, reason = "the amounts of the test are small")]
        if self.currency == "JPY" { json!(minor) } else { json!(minor as f64 / 100.0) }
    }

    /// Returns the number of the year of a day: whole years since the first one began.
    fn year_of(&self, day: NaiveDate) -> i64 {
        let months = i64::from(day.year()) * 12 + i64::from(day.month0());
        (months + (13 - self.start) % 12).div_euclid(12)
    }

    /// Returns the days of a year that count, and whether it is over, or `None` if it has not begun.
    fn days(&self, year: i64) -> Option<(Vec<NaiveDate>, bool)> {
        let first = NaiveDate::from_ymd_opt(i32::try_from(year).unwrap() - 1, 1, 1)?;
        let first = first.iter_days().find(|day| self.year_of(*day) == year)?;
        let all: Vec<_> = first.iter_days().take_while(|day| self.year_of(*day) == year).collect();
        let is_complete = all[all.len() - 1] < day(TODAY);
        let counted: Vec<_> = all.into_iter().filter(|one| *one <= day(TODAY)).collect();
        (!counted.is_empty()).then_some((counted, is_complete))
    }

    /// Returns the years of the report, as it describes them.
    fn spans(&self) -> Vec<(i64, Value)> {
        let begun = self.years.clone().filter(|year| *year <= 2030);
        let span = |year: i64| {
            let (days, is_complete) = self.days(year)?;
            let (from, to) = (days[0], days[days.len() - 1]);
            let is_complete = i64::from(is_complete);
            Some((year, json!({"year": year, "from": from, "to": to, "is_complete": is_complete})))
        };
        begun.filter_map(span).collect()
    }

    /// Returns a report with these years.
    fn report(&self, others: &BTreeSet<String>, years: &[Value]) -> Value {
        let (start, currency) = (self.start, self.currency);
        json!({"year_start": start, "as_of": TODAY, "currency": currency, "other_currencies": others, "years": years})
    }
}

#[allow(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "the numbers of the test are small"
)]
fn rounded(numerator: i64, denominator: i64) -> i64 {
    (numerator as f64 / denominator as f64 + 0.5).floor() as i64
}

fn percent(part: i64, whole: i64) -> Value {
    #[allow(clippy::cast_precision_loss, reason = "the numbers of the test are small")]
    let tenths = |tenths: i64| json!(tenths as f64 / 10.0);
    if whole > 0 { tenths(rounded(part * 1000, whole)) } else { Value::Null }
}

fn extended(object: &Value, with: Value) -> Value {
    let mut object = object.clone();
    let Value::Object(with) = with else { panic!("{with} is no object") };
    object.as_object_mut().unwrap().extend(with);
    object
}

/// Returns whether a day is one of these, which follow each other.
fn within(days: &[NaiveDate], day: NaiveDate) -> bool {
    days.first().zip(days.last()).is_some_and(|(first, last)| (*first..=*last).contains(&day))
}

/// Returns the received gifts of some days in a currency.
fn given<'a>(
    gifts: &'a [gifts::Model],
    currency: &'a str,
    days: &'a [NaiveDate],
) -> impl Iterator<Item = &'a gifts::Model> {
    gifts.iter().filter(move |gift| {
        let counts = gift.gift_status == GiftStatus::Received && gift.gift_currency == currency;
        counts && within(days, gift.gift_date)
    })
}

/// Returns the other currencies of the received gifts of the report's years.
fn other_currencies(gifts: &[gifts::Model], asked: &Asked) -> BTreeSet<String> {
    let days: Vec<_> = asked.spans().iter().flat_map(|(year, _)| asked.days(*year).unwrap().0).collect();
    let others = ["EUR", "JPY", "USD"].into_iter().filter(|code| *code != asked.currency);
    others.filter(|code| given(gifts, code, &days).next().is_some()).map(str::to_owned).collect()
}

fn donor_report(gifts: &[gifts::Model], asked: &Asked) -> Value {
    let sums = |year: i64| -> BTreeMap<Option<i64>, i64> {
        let days = asked.days(year).map_or_else(Vec::new, |(days, _)| days);
        let mut sums = BTreeMap::new();
        for gift in given(gifts, asked.currency, &days) {
            *sums.entry(gift.contact_id).or_default() += gift.gift_amount_minor;
        }
        sums
    };
    let donors = |year: i64| -> BTreeMap<i64, i64> {
        sums(year).into_iter().filter_map(|(id, sum)| id.filter(|_| sum > 0).map(|id| (id, sum))).collect()
    };
    let donors: BTreeMap<i64, _> = (2010..2030).map(|year| (year, donors(year))).collect();
    let group =
        |amounts: Vec<i64>| json!({"count": amounts.len(), "total": asked.money(amounts.iter().sum())});
    let mut years = Vec::new();
    for (year, span) in asked.spans() {
        let (now, before) = (&donors[&year], &donors[&(year - 1)]);
        let earlier: BTreeSet<i64> =
            donors.range(..year).flat_map(|(_, donors)| donors.keys().copied()).collect();
        let those = |of: &dyn Fn(i64) -> bool| {
            group(now.iter().filter(|(id, _)| of(**id)).map(|(_, sum)| *sum).collect())
        };
        let lapsed: Vec<i64> =
            before.iter().filter(|(id, _)| !now.contains_key(id)).map(|(_, sum)| *sum).collect();
        let changes: Vec<i64> = now.iter().filter_map(|(id, sum)| Some(sum - before.get(id)?)).collect();
        let all = sums(year);
        let without: i64 =
            all.iter().filter(|(id, sum)| id.is_some() && **sum <= 0).map(|(_, sum)| sum).sum();
        years.push(extended(&span, json!({
            "total": asked.money(all.values().sum()),
            "unattributed_total": asked.money(all.get(&None).copied().unwrap_or(0)),
            "without_donor_total": asked.money(without),
            "donors": those(&|_| true),
            "new": those(&|id| !earlier.contains(&id)),
            "retained": those(&|id| before.contains_key(&id)),
            "recovered": those(&|id| earlier.contains(&id) && !before.contains_key(&id)),
            "lapsed": group(lapsed),
            "upgraded": group(changes.iter().copied().filter(|change| *change > 0).collect()),
            "downgraded": group(changes.iter().map(|change| -change).filter(|change| *change > 0).collect()),
            "retention_rate": percent(changes.len().try_into().unwrap(), before.len().try_into().unwrap()),
        })));
    }
    asked.report(&other_currencies(gifts, asked), &years)
}

fn giving_report(gifts: &[gifts::Model], asked: &Asked) -> Value {
    let mut years = Vec::new();
    for (year, span) in asked.spans() {
        let (days, _) = asked.days(year).unwrap();
        let last = days[days.len() - 1];
        let is_last = asked.year_of(last + Days::new(1)) > year;
        // Until the same day of the month, as far as the month before has it.
        let compares = |day: &NaiveDate| {
            let place = |day: NaiveDate| (day.year(), day.month(), day.day());
            is_last || place(*day) <= (last.year() - 1, last.month(), last.day())
        };
        let days_before = asked.days(year - 1).unwrap().0.into_iter().filter(compares).collect::<Vec<_>>();
        let of = |days: &[NaiveDate]| {
            let gifts: Vec<_> = given(gifts, asked.currency, days).collect();
            let total: i64 = gifts.iter().map(|gift| gift.gift_amount_minor).sum();
            let donors: BTreeSet<_> = gifts.iter().filter_map(|gift| gift.contact_id).collect();
            let largest = gifts.iter().map(|gift| gift.gift_amount_minor).max().unwrap_or(0);
            (total, gifts.len(), donors.len(), largest)
        };
        let (total, count, donors, largest) = of(&days);
        let (total_before, count_before, donors_before, _) = of(&days_before);
        let average = if count > 0 { rounded(total, count.try_into().unwrap()) } else { 0 };
        years.push(extended(
            &span,
            json!({
                "total": asked.money(total), "count": count, "donor_count": donors,
                "average": asked.money(average), "largest": asked.money(largest),
                "year_before": {
                    "from": days_before[0], "to": days_before[days_before.len() - 1],
                    "total": asked.money(total_before), "count": count_before, "donor_count": donors_before,
                },
                "change": asked.money(total - total_before),
                "change_rate": percent(total - total_before, total_before),
            }),
        ));
    }
    asked.report(&other_currencies(gifts, asked), &years)
}

/// Returns what a pledge makes due until the last of many days, as days and amounts in minor units.
fn due(pledge: &Value) -> Vec<(NaiveDate, i64)> {
    let date = |value: &Value| value.as_str().map(day);
    let terms = pledge["terms"].as_array().unwrap();
    let (mut due, mut anchor) = (Vec::new(), day(TODAY));
    for (i, term) in terms.iter().enumerate() {
        let from = date(&term["term_from"]).unwrap();
        if i == 0 || terms[i - 1]["term_frequency"] != term["term_frequency"] {
            anchor = from;
        }
        let frequency = PledgeFrequency::parse(term["term_frequency"].as_str().unwrap()).unwrap();
        let next = terms.get(i + 1).and_then(|next| date(&next["term_from"]));
        let end = date(&pledge["pledge_end_date"]);
        #[allow(clippy::cast_possible_truncation, reason = "the amounts of the test are whole")]
        let amount = term["term_amount"].as_f64().unwrap() as i64 * 100;
        let dates = (0..).map_while(|k| due_date(frequency, anchor, k));
        for on in dates.take_while(|on| on.year() < 2040) {
            let paused = pledge["pauses"].as_array().unwrap().iter().any(|pause| {
                let until = date(&pause["pause_until"]);
                date(&pause["pause_from"]).unwrap() <= on && until.is_none_or(|until| on <= until)
            });
            let in_force = on >= from && next.is_none_or(|next| on < next) && end.is_none_or(|end| on <= end);
            if in_force && !paused {
                due.push((on, amount));
            }
        }
    }
    due
}

fn pledge_report(gifts: &[gifts::Model], pledges: &[Value], asked: &Asked) -> Value {
    let counts =
        |pledge: &&Value| ["active", "upcoming", "ended"].contains(&pledge["pledge_state"].as_str().unwrap());
    let (own, others): (Vec<_>, Vec<_>) =
        pledges.iter().filter(counts).partition(|pledge| pledge["pledge_currency"] == asked.currency);
    let received = |pledge: &Value, days: &dyn Fn(NaiveDate) -> bool| -> i64 {
        let received = gifts.iter().filter(|gift| {
            gift.gift_status == GiftStatus::Received
                && gift.pledge_id == pledge["id"].as_i64()
                && days(gift.gift_date)
        });
        received.map(|gift| gift.gift_amount_minor).sum()
    };
    let all_due: Vec<_> = own.iter().map(|pledge| due(pledge)).collect();
    let (mut open, mut late) = (Vec::new(), 0);
    for (pledge, due) in own.iter().zip(&all_due) {
        let until_today = received(pledge, &|on| on <= day(TODAY));
        let missing: i64 =
            due.iter().filter(|(on, _)| *on <= day(TODAY)).map(|(_, amount)| amount).sum::<i64>()
                - until_today;
        open.extend((missing > 0).then_some(missing));
        let mut sum = 0;
        let next = due.iter().find(|(_, amount)| {
            sum += amount;
            sum > until_today.max(0)
        });
        let grace_days = match pledge["pledge_frequency"].as_str().unwrap() {
            "weekly" => 7,
            "every_2_weeks" | "every_4_weeks" | "twice_monthly" => 10,
            _ => 30,
        };
        let is_late = next.is_some_and(|(on, _)| (day(TODAY) - *on).num_days() > grace_days);
        late += i64::from(is_late && pledge["pledge_state"] == "active");
    }
    let mut years = Vec::new();
    for (year, span) in asked.spans() {
        let (days, _) = asked.days(year).unwrap();
        let in_year = |on: NaiveDate| within(&days, on);
        let expected = all_due.iter().flatten().filter(|(on, _)| in_year(*on));
        let expected: i64 = expected.map(|(_, amount)| amount).sum();
        let received: i64 = own.iter().map(|pledge| received(pledge, &in_year)).sum();
        years.push(extended(
            &span,
            json!({
                "expected": asked.money(expected), "received": asked.money(received),
                "remaining": asked.money((expected - received).max(0)),
                "fulfilment_rate": percent(received, expected),
            }),
        ));
    }
    let others = others.iter().map(|pledge| pledge["pledge_currency"].as_str().unwrap().to_owned()).collect();
    let open = json!({"count": open.len(), "total": asked.money(open.iter().sum())});
    extended(&asked.report(&others, &years), json!({"count": own.len(), "open": open, "late_count": late}))
}

async fn every_figure_is_that_of_a_count_from_the_raw_rows(db: TestDb) {
    let api = Api::start(db).await;
    let seed = u64::from_be_bytes(random().unwrap());
    let mut reports = Vec::new();
    for seed in [1, 2, seed] {
        let mut numbers = Numbers(seed);
        let account = api.account().await;
        fill(&api, &account, &mut numbers).await;
        let gifts =
            AccountScope::new(account.id).find::<gifts::Entity>().all(api.db.store.read()).await.unwrap();
        let pledges = account.get("/pledges").await.ok().list().to_vec();
        for _ in 0..12 {
            let (asked, query) = Asked::of(&mut numbers);
            for (report, expected) in [
                ("donors", donor_report(&gifts, &asked)),
                ("giving", giving_report(&gifts, &asked)),
                ("pledges", pledge_report(&gifts, &pledges, &asked)),
            ] {
                let found = account.get(&format!("/reports/{report}{query}")).await.ok();
                assert_eq!(*found.data(), expected, "{report}{query}, seed {seed}");
                reports.push(expected);
            }
        }
    }
    // A figure that is always 0 would not tell.
    let years = reports.iter().flat_map(|report| report["years"].as_array().unwrap());
    let places: Vec<_> = years.chain(&reports).collect();
    for figure in FIGURES {
        let says = |place: &&Value| {
            place.pointer(figure).is_some_and(|value| value.as_f64().is_some_and(|value| value != 0.0))
        };
        assert!(places.iter().any(says), "{figure} is nowhere");
    }
}

async fn the_totals_of_a_year_are_those_of_the_giving_summary(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    fill(&api, &account, &mut Numbers(3)).await;
    for query in ["?year_start=1", "?year_start=7", "?year_start=10&currency=EUR"] {
        let report = async |name: &str| {
            let reply = account.get(&format!("/reports/{name}{query}")).await.ok();
            reply["years"].as_array().unwrap().clone()
        };
        let (donors, giving, pledges) =
            (report("donors").await, report("giving").await, report("pledges").await);
        assert_eq!((donors.len(), giving.len(), pledges.len()), (5, 5, 5));
        for ((donors, giving), pledges) in donors.iter().zip(&giving).zip(&pledges) {
            let (from, to) = (donors["from"].as_str().unwrap(), donors["to"].as_str().unwrap());
            let currency = query.split_once('&').map_or("", |(_, currency)| currency);
            let summary = account.get(&format!("/giving-summary?from={from}&to={to}&{currency}")).await.ok();
            let given = &summary["given"];
            assert_eq!(donors["total"], given["total"], "{query}");
            for field in ["total", "count", "donor_count", "average", "largest"] {
                assert_eq!(giving[field], given[field], "{field} {query}");
            }
            for field in ["total", "received", "remaining"] {
                let name = if field == "total" { "expected" } else { field };
                assert_eq!(pledges[name], summary["expected"][field], "{field} {query}");
            }
        }
        let pledges = account.get(&format!("/reports/pledges{query}")).await.ok();
        let currency = query.split_once('&').map_or("", |(_, currency)| currency);
        let summary = account.get(&format!("/giving-summary?{currency}")).await.ok();
        assert_eq!(pledges["late_count"], summary["late"]["count"], "{query}");
    }
}
