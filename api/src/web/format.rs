//! Amounts, days and moments as people read them, in the language of the page.

use chrono::{DateTime, Datelike, NaiveDate, NaiveDateTime, TimeDelta, TimeZone};
use chrono_tz::Tz;
use iso_currency::Currency;
use shared::values::choices::Locale;

pub(crate) use crate::fields::spoken::{month, yearly_day};
use crate::language::{self, spoken};
use crate::locale;
use crate::money::Amount;

/// How the time of day is written: usually, and in the United States.
const TIME: [&str; 2] = ["%H:%M", "%-I:%M\u{a0}%p"];
/// The same with seconds.
const EXACT_TIME: [&str; 2] = ["%H:%M:%S", "%-I:%M:%S\u{a0}%p"];

/// Returns an amount such as `$1,234.50`, or `kr 12.00` where the sign is made of letters.
pub(crate) fn money(minor: impl Into<i128>, currency: Currency) -> String {
    locale::on_page(spoken(), minor.into(), currency)
}

/// Returns an amount such as `EUR 1,234.50`, beside amounts of another currency, which may have the same sign.
pub(crate) fn coded(minor: impl Into<i128>, currency: Currency) -> String {
    locale::coded_on_page(spoken(), minor.into(), currency)
}

/// Returns the amounts that a total in one currency leaves out, such as `EUR 50.00 in other currencies`, if any.
pub(crate) fn in_others(totals: impl IntoIterator<Item = (Currency, i128)>) -> Option<String> {
    let others = totals.into_iter().filter(|(_, minor)| *minor != 0);
    let others: Vec<_> = others.map(|(currency, minor)| coded(minor, currency)).collect();
    (!others.is_empty()).then(|| t!("in-other-currencies", amounts = others.join(", ")))
}

/// Returns a count such as `1,234`.
pub(crate) fn grouped(count: impl Into<i128>) -> String {
    locale::grouped(&count.into().to_string(), locale::between_thousands(spoken()))
}

/// Returns tenths of a percent as a decimal, such as `66.7`.
pub(crate) fn decimal(tenths: i128) -> String {
    let sign = if tenths < 0 { "-" } else { "" };
    let mark = locale::decimal_mark(spoken());
    format!("{sign}{}{mark}{}", tenths.unsigned_abs() / 10, tenths.unsigned_abs() % 10)
}

/// Returns tenths of a percent in words, such as `66.7 %`.
pub(crate) fn percent(tenths: i128) -> String {
    format!("{}\u{a0}%", decimal(tenths).replace('-', "−"))
}

/// Returns the start of a text that is longer than `most` characters, with an ellipsis at its end.
pub(crate) fn start_of(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let start: String = text.chars().take(most.saturating_sub(1)).collect();
    format!("{}…", start.trim_end())
}

/// Returns an amount as [`money`] does.
pub(crate) fn amount(amount: &Amount) -> String {
    money(amount.minor, amount.currency)
}

/// Returns the short name of a month, such as `Jun` for 6.
pub(crate) fn short_month(month: u32) -> &'static str {
    language::known(&format!("month-short-{month}")).unwrap_or_default()
}

/// Returns the name of the weekday of a day, such as `Friday`.
pub(crate) fn weekday(day: NaiveDate) -> &'static str {
    language::known(&format!("weekday-{}", day.weekday().number_from_monday())).unwrap_or_default()
}

/// Returns a day such as `5 Jun 2026`, or `Jun 5, 2026` in the United States.
pub(crate) fn day(day: NaiveDate) -> String {
    let (of_month, year) = (day.day(), day.year().to_string());
    t!("short-day", day = of_month, month = short_month(day.month()), year = year)
}

/// Returns a month such as `June 2026`.
pub(crate) fn month_of_year(day: NaiveDate) -> String {
    t!("month-of-year", month = month(day.month()), year = day.year().to_string())
}

/// Returns a moment, in milliseconds since the Unix epoch, such as `5 Jun 2026, 14:05` in a time zone.
pub(crate) fn moment(ms: i64, zone: Tz) -> String {
    moment_to(ms, zone, TIME)
}

/// Returns a moment with its seconds, such as `5 Jun 2026, 14:05:09`, in a time zone.
pub(crate) fn exact_moment(ms: i64, zone: Tz) -> String {
    moment_to(ms, zone, EXACT_TIME)
}

/// Returns the day of a moment, such as `5 Jun 2026`, in a time zone.
pub(crate) fn day_of(ms: i64, zone: Tz) -> String {
    day(DateTime::from_timestamp_millis(ms).unwrap_or_default().with_timezone(&zone).date_naive())
}

fn moment_to(ms: i64, zone: Tz, ways: [&str; 2]) -> String {
    let moment = DateTime::from_timestamp_millis(ms).unwrap_or_default().with_timezone(&zone);
    t!("moment", day = day(moment.date_naive()), time = written(&moment, ways))
}

/// Returns the time of a moment, such as `14:05`, or `2:05 PM` in the United States.
pub(crate) fn time(moment: &DateTime<Tz>) -> String {
    written(moment, TIME)
}

fn written(moment: &DateTime<Tz>, [usual, american]: [&str; 2]) -> String {
    let way = if spoken() == Locale::EnUs { american } else { usual };
    moment.format(way).to_string()
}

/// Returns a moment as a field of a form has it, such as `2026-06-05T14:05`, in a time zone.
pub(crate) fn typed_moment(ms: i64, zone: Tz) -> String {
    let moment = DateTime::from_timestamp_millis(ms).unwrap_or_default().with_timezone(&zone);
    moment.format("%Y-%m-%dT%H:%M").to_string()
}

/// Reads a moment from a field of a form, in milliseconds since the Unix epoch. Of an hour that comes twice, the first
/// counts; an hour that the clocks skip is read as the one after it.
pub(crate) fn parse_typed_moment(text: &str, zone: Tz) -> Option<i64> {
    let typed = ["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S"];
    let typed = typed.iter().find_map(|format| NaiveDateTime::parse_from_str(text, format).ok())?;
    let local = |typed| zone.from_local_datetime(&typed).earliest();
    let moment = local(typed).or_else(|| local(typed.checked_add_signed(TimeDelta::hours(1))?))?;
    Some(moment.timestamp_millis()).filter(|ms| *ms >= 0)
}

/// Says which letters replace one, by their numbers.
pub(crate) fn replaced_by(numbers: &[i64]) -> String {
    let count = numbers.len();
    let numbers = locale::listed(spoken(), numbers.iter().map(i64::to_string));
    t!("runs-replaced", count = count, numbers = numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_grouped_and_have_the_sign_of_their_currency() {
        for (minor, currency, expected) in [
            (123_450, Currency::USD, "$1,234.50"),
            (-5, Currency::USD, "−$0.05"),
            (100_000_000, Currency::EUR, "€1,000,000.00"),
            (999, Currency::JPY, "¥999"),
            (1000, Currency::JPY, "¥1,000"),
            (1200, Currency::NOK, "kr\u{a0}12.00"),
        ] {
            assert_eq!(money(minor, currency), expected);
        }
    }

    #[test]
    fn what_a_total_leaves_out_is_named_by_the_codes_of_its_currencies() {
        let others = [(Currency::CAD, 123_450), (Currency::EUR, 0), (Currency::JPY, -1000)];
        let text = "CAD\u{a0}1,234.50, −JPY\u{a0}1,000 in other currencies";
        assert_eq!(in_others(others).as_deref(), Some(text));
        assert_eq!(in_others([(Currency::EUR, 0)]), None);
    }

    #[test]
    fn each_language_writes_in_its_own_way() {
        let written = |locale| {
            language::speak(locale, || {
                let june = "2026-06-05".parse().unwrap();
                [
                    day(june),
                    yearly_day(june),
                    month_of_year(june),
                    grouped(1234),
                    percent(667),
                    money(99, Currency::EUR),
                ]
            })
        };
        assert_eq!(
            written(Locale::En),
            ["5 Jun 2026", "5 June", "June 2026", "1,234", "66.7\u{a0}%", "€0.99"]
        );
        assert_eq!(
            written(Locale::EnUs),
            ["Jun 5, 2026", "June 5", "June 2026", "1,234", "66.7\u{a0}%", "€0.99"]
        );
        assert_eq!(
            written(Locale::De),
            ["5. Juni 2026", "5. Juni", "Juni 2026", "1.234", "66,7\u{a0}%", "0,99\u{a0}€"]
        );
        assert_eq!(
            written(Locale::Es),
            ["5 jun 2026", "5 de junio", "junio de 2026", "1.234", "66,7\u{a0}%", "0,99\u{a0}€"]
        );
        let sums = [Locale::Es, Locale::Fr, Locale::Pt]
            .map(|locale| language::speak(locale, || (money(5_792_650, Currency::USD), percent(2410))));
        let expected = ["57.926,50\u{a0}US$", "57\u{a0}926,50\u{a0}$US", "57\u{a0}926,50\u{a0}US$"];
        assert_eq!(sums, expected.map(|sum| (sum.to_owned(), "241,0\u{a0}%".to_owned())));
    }

    #[test]
    fn moments_are_those_of_the_account() {
        assert_eq!(moment(1_781_566_200_000, Tz::Europe__Lisbon), "16 Jun 2026, 00:30");
        assert_eq!(exact_moment(1_781_566_205_999, Tz::Europe__Lisbon), "16 Jun 2026, 00:30:05");
        assert_eq!(day_of(1_781_566_200_000, Tz::Europe__Lisbon), "16 Jun 2026");
        assert_eq!(day("2026-06-05".parse().unwrap()), "5 Jun 2026");
        assert_eq!(yearly_day("2000-07-25".parse().unwrap()), "25 July");
        let american = |ms| {
            language::speak(Locale::EnUs, || [moment(ms, Tz::Europe__Lisbon), exact_moment(ms, Tz::UTC)])
        };
        let shown = american(1_781_566_205_999);
        assert_eq!(shown, ["Jun 16, 2026, 12:30\u{a0}AM", "Jun 15, 2026, 11:30:05\u{a0}PM"]);
        assert_eq!(typed_moment(1_781_566_200_000, Tz::Europe__Lisbon), "2026-06-16T00:30");
        let typed = |text| parse_typed_moment(text, Tz::Europe__Lisbon).map(|ms| moment(ms, Tz::UTC));
        assert_eq!(typed("2026-06-16T00:30").as_deref(), Some("15 Jun 2026, 23:30"));
        assert_eq!(typed("2026-06-16T00:30:59").as_deref(), Some("15 Jun 2026, 23:30"));
        // Clocks go from 01:00 to 02:00 on 29 March, and from 02:00 back to 01:00 on 25 October.
        assert_eq!(typed("2026-03-29T01:30").as_deref(), Some("29 Mar 2026, 01:30"));
        assert_eq!(typed("2026-10-25T01:30").as_deref(), Some("25 Oct 2026, 00:30"));
        for text in ["", "2026-06-16", "2026-13-16T00:30", "1969-06-16T00:30", "x"] {
            assert_eq!(typed(text), None, "{text}");
        }
    }
}
