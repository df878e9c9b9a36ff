//! The figures of the overview: how giving goes this year, and how far it is from the same days of the year before.

use iso_currency::Currency;

use crate::giving::{CurrencyTotals, Fulfilment, GiftSums, Given, Query, Summary};
use crate::money::divide_half_up;
use crate::records::money::currency;
use crate::web::format::{day, grouped, in_others, money, percent};
use crate::web::gift_lists::received_gifts;

/// The largest change that is said in percent, in tenths. Beyond it, the number means nothing any more.
const PERCENT_MAX: i128 = 9999;

/// A figure, such as the sum of a year's gifts.
pub(super) struct Figure {
    pub(super) label: &'static str,
    pub(super) value: String,
    /// The link to the list behind it.
    pub(super) link: String,
    /// How far it is from the year before, if that is known.
    pub(super) change: Option<Change>,
    pub(super) note: String,
    /// A link below it: its text and its address.
    pub(super) more: Option<(String, &'static str)>,
}

/// How far a figure is from the same one of the year before, in words, and as an arrow for who looks.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Change {
    /// The name of its look.
    pub(super) class: &'static str,
    pub(super) arrow: &'static str,
    pub(super) text: String,
}

impl Change {
    /// Compares a figure. `shown` words the difference.
    fn new(now: i128, before: i128, shown: impl Fn(i128) -> String) -> Option<Self> {
        let change = |class, arrow, text| Some(Self { class, arrow, text });
        if before == 0 {
            return if now == 0 {
                None
            } else {
                change("same", "", t!("overview-figures-nothing-before").to_owned())
            };
        }
        let rate = (before > 0).then(|| divide_half_up((now - before) * 1000, before).abs());
        let rate = rate.filter(|rate| *rate <= PERCENT_MAX).map(|rate| format!(" ({})", percent(rate)));
        let by = |difference: i128| format!("{}{}", shown(difference), rate.clone().unwrap_or_default());
        match now - before {
            0 => change("same", "=", t!("overview-figures-as-much").to_owned()),
            more if more > 0 => change("up", "↑", t!("overview-figures-more", difference = by(more))),
            less => change("down", "↓", t!("overview-figures-less", difference = by(-less))),
        }
    }
}

/// Makes the figures, each with a note on gifts in other currencies that it leaves out. That of the pledges says what is
/// missing of them today.
pub(super) fn figures(
    (this_year, now): (&Query, &Summary),
    (last_year, before): (&Query, &GiftSums),
    pledges: &Fulfilment,
) -> Vec<Figure> {
    let own = this_year.currency;
    let others = |total: fn(&CurrencyTotals) -> i128| {
        let others = now.by_currency.iter().filter(|one| one.currency != own.code());
        in_others(others.map(|one| (currency(&one.currency), total(one))))
    };
    let noted = |note: String, others: Option<String>| match others {
        Some(others) => t!("overview-figures-and-others", note = note, others = others),
        None => note,
    };
    let given_before = before.given();
    let given = Figure {
        label: t!("overview-figures-given"),
        value: money(now.given.total, own),
        link: received_gifts((this_year.from, this_year.to), own),
        change: Change::new(now.given.total, given_before.total, |amount| money(amount, own)),
        note: noted(t!("count-gifts", count = now.given.count), others(|one| one.given_total)),
        more: None,
    };
    let last = Figure {
        label: t!("overview-figures-last-year"),
        value: money(given_before.total, own),
        link: received_gifts((last_year.from, last_year.to), own),
        change: None,
        note: noted(t!("overview-figures-until", day = day(last_year.to)), in_other_currencies(before)),
        more: None,
    };
    let missing = || {
        let amount = money(pledges.open, own);
        (t!("overview-figures-missing", amount = amount, count = pledges.open_count), "/reports/pledges")
    };
    let pledged = Figure {
        label: t!("overview-figures-pledged"),
        value: money(now.pledged.monthly, own),
        link: "/pledges?state=active".to_owned(),
        change: None,
        note: noted(
            t!("overview-figures-active-pledges", count = now.pledged.active_count),
            others(|one| one.pledged_monthly),
        ),
        more: (pledges.open > 0).then(missing),
    };
    vec![given, donors(this_year, &now.given, &given_before), last, pledged]
}

fn donors(this_year: &Query, now: &Given, before: &Given) -> Figure {
    let (from, to) = (this_year.from, this_year.to);
    let average = |own: Currency| t!("overview-figures-average", amount = money(now.average, own));
    Figure {
        label: t!("overview-figures-donors"),
        value: grouped(now.donor_count),
        link: format!("/contacts?given_from={from}&given_to={to}"),
        change: Change::new(now.donor_count.into(), before.donor_count.into(), grouped),
        note: if now.count > 0 { average(this_year.currency) } else { String::new() },
        more: None,
    }
}

/// Returns the note on gifts that a sum leaves out.
fn in_other_currencies(sums: &GiftSums) -> Option<String> {
    in_others(sums.others().map(|(code, total)| (currency(&code), total)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_is_said_in_words_with_the_difference_and_the_percentage() {
        let change = |now, before| Change::new(now, before, grouped);
        let of = |now, before| change(now, before).map(|change| (change.arrow, change.text));
        let said = |arrow, text: &str| Some((arrow, text.to_owned()));
        assert_eq!(of(150, 100), said("↑", "50 (50.0\u{a0}%) more than at this time last year"));
        assert_eq!(of(90, 100), said("↓", "10 (10.0\u{a0}%) less than at this time last year"));
        assert_eq!(of(100, 100), said("=", "As much as at this time last year"));
        assert_eq!(of(1_234, 1), said("↑", "1,233 more than at this time last year"), "no percentage");
        assert_eq!(of(5, -5), said("↑", "10 more than at this time last year"), "corrections alone");
        assert_eq!(of(5, 0), said("", "Nothing at this time last year"));
        assert_eq!(change(0, 0), None);
    }
}
