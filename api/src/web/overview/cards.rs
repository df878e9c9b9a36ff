//! What is to be done today: a sentence for each kind of work that waits, and a button that leads to where it is done.

use iso_currency::Currency;

use super::tasks::Due;
use super::todo::Waits;
use crate::giving::Late;
use crate::web::format::{day, grouped, money};

/// A kind of work that waits.
pub(super) struct Card {
    pub(super) icon: &'static str,
    pub(super) count: String,
    /// What there is so many of, and what is to be done with it.
    pub(super) text: &'static str,
    /// What else is to be known, or nothing.
    pub(super) note: String,
    pub(super) link: &'static str,
    pub(super) button: &'static str,
}

/// Makes a card for each kind of work, unless there is none of it.
pub(super) fn today(
    thanks: &Waits,
    tasks: &Due,
    (late, late_in_others): (&Late, i64),
    own: Currency,
) -> Vec<Card> {
    [of_thanks(thanks), of_tasks(tasks), of_late(late, late_in_others, own)].into_iter().flatten().collect()
}

fn of_thanks(thanks: &Waits) -> Option<Card> {
    let oldest = thanks.oldest?;
    Some(Card {
        icon: "letters",
        count: grouped(thanks.count),
        text: if thanks.count == 1 { "gift waits for a thank-you" } else { "gifts wait for a thank-you" },
        note: format!("Since {}", day(oldest)),
        link: "/letters/thank-yous",
        button: "Write thank-yous",
    })
}

/// The visitor's own tasks come before those of others.
fn of_tasks(tasks: &Due) -> Option<Card> {
    let Due { count, own, .. } = *tasks;
    let (shown, text, link) = match (own, count) {
        (_, 0) => return None,
        (0, 1) => (count, "task is due", "/tasks?due=today"),
        (0, _) => (count, "tasks are due", "/tasks?due=today"),
        (1, _) => (own, "of your tasks is due", "/tasks?mine=1&due=today"),
        _ => (own, "of your tasks are due", "/tasks?mine=1&due=today"),
    };
    let others = if own > 0 { count - own } else { 0 };
    let note = match others {
        0 => "Today or earlier".to_owned(),
        more => format!("Today or earlier, and {} more that belong to others or to nobody", grouped(more)),
    };
    let button = "See the tasks";
    Some(Card { icon: "tasks", count: grouped(shown), text, note, link, button })
}

fn of_late(late: &Late, in_others: i64, own: Currency) -> Option<Card> {
    let count = late.count + in_others;
    // A pledge that is due once has no amount a month.
    let monthly = (late.monthly_amount > 0).then(|| format!("{} a month", money(late.monthly_amount, own)));
    let note = match (monthly, in_others) {
        (monthly, 0) => monthly.unwrap_or_default(),
        (Some(monthly), more) => format!("{monthly}, and {} more in other currencies", grouped(more)),
        (None, more) if late.count > 0 => format!("{} of them in other currencies", grouped(more)),
        (None, _) => "In other currencies".to_owned(),
    };
    (count > 0).then(|| Card {
        icon: "pledges",
        count: grouped(count),
        text: if count == 1 { "pledge is late" } else { "pledges are late" },
        note,
        link: "/pledges?late=1",
        button: "See the late pledges",
    })
}
