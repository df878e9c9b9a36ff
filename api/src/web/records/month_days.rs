//! Days that may be without their year, such as birthdays, as people type them: `24.12.1970`, `12/24`, `24 Dec`. The API takes
//! `1970-12-24` and `--12-24` alone.

use chrono::Datelike;
use serde_json::Value;

use super::display::month_day;
use super::typed::Typed;
use crate::fields::field::{Control, Entry};
use crate::language::spoken;
use crate::records::Context;
use crate::resources::imports::mapping::{DateOrder, values};

/// Replaces the days of a form by those of the API. Numbers are in the order that is usual in the language of the page and the
/// currency of the account. Keeps a text that is no such day, because the field reports it itself.
pub(super) fn read(context: &Context, entries: &[Entry], typed: &mut Typed) {
    let order = DateOrder::usual(spoken(), context.caller.currency);
    let this_year = context.today.year();
    replace(entries, typed, &|text| of_text(text, order, this_year));
}

/// Writes the days of a stored record in words, as its page shows them. [`read`] reads them again.
pub(super) fn written(entries: &[Entry], mut stored: Typed) -> Typed {
    replace(entries, &mut stored, &in_words);
    stored
}

/// Returns a day in words, if these read as the same day.
fn in_words(day: &str) -> Option<String> {
    let reads_as = |words: &str, order| of_text(words, order, 0).as_deref() == Some(day);
    let orders = [DateOrder::DayFirst, DateOrder::MonthFirst];
    Some(month_day(day)).filter(|words| orders.into_iter().all(|order| reads_as(words, order)))
}

fn of_text(text: &str, order: DateOrder, this_year: i32) -> Option<String> {
    // A year of two digits is at most the next one, and these days are past.
    values::month_day(text.trim(), Some(order), this_year - 1).ok()
}

/// Replaces the days of a form, and of the lists in it, for which there is another text.
fn replace(entries: &[Entry], typed: &mut Typed, of: &impl Fn(&str) -> Option<String>) {
    for entry in entries {
        match (entry.control, typed.get_mut(entry.name)) {
            (Control::MonthDay, Some(Value::String(text))) => {
                if let Some(other) = of(text) {
                    *text = other;
                }
            }
            (Control::List(entries), Some(Value::Array(items))) => {
                for item in items.iter_mut().filter_map(Value::as_object_mut) {
                    replace(entries, item, of);
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use shared::values::choices::{Choice as _, Locale};

    use super::*;
    use crate::language::speak;

    #[test]
    fn days_are_read_in_the_order_of_the_language() {
        use DateOrder::{DayFirst, MonthFirst};
        for (text, order, read) in [
            ("24.12.1970", DayFirst, Some("1970-12-24")),
            ("24.12.", DayFirst, Some("--12-24")),
            (" 24/12/1970 ", DayFirst, Some("1970-12-24")),
            ("12/24/1970", MonthFirst, Some("1970-12-24")),
            ("12/24", MonthFirst, Some("--12-24")),
            ("3.4.70", DayFirst, Some("1970-04-03")),
            ("3.4.27", DayFirst, Some("1927-04-03")),
            ("24. Dez.", DayFirst, Some("--12-24")),
            ("1970-12-24", MonthFirst, Some("1970-12-24")),
            ("--12-24", DayFirst, Some("--12-24")),
            ("12/24", DayFirst, None),
            ("24.13.", DayFirst, None),
            ("in December", MonthFirst, None),
            ("", DayFirst, None),
        ] {
            assert_eq!(of_text(text, order, 2026).as_deref(), read, "{text}");
        }
    }

    #[test]
    fn a_day_that_a_form_shows_reads_as_the_same() {
        for locale in Locale::ALL {
            for month in 1..=12 {
                for day in [format!("--{month:02}-09"), format!("1970-{month:02}-09")] {
                    let words = speak(*locale, || in_words(&day));
                    assert!(words.is_some_and(|words| words != day), "{locale}: {day}");
                }
            }
            // One that does not read as the same is shown as it is.
            assert_eq!(speak(*locale, || in_words("0070-12-24")), None, "{locale}");
        }
    }
}
