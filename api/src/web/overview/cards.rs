//! What is to be done today: a sentence for each kind of work that waits, and a button that leads to where it is done.

use askama::filters::Safe;
use iso_currency::Currency;

use super::tasks::Due;
use super::todo::Waits;
use crate::giving::Late;
use crate::web::format::{day, money};

/// A kind of work that waits.
pub(super) struct Card {
    pub(super) icon: &'static str,
    /// How many there are, of what, and what is to be done with it.
    pub(super) text: Safe<String>,
    /// What else is to be known, or nothing.
    pub(super) note: String,
    pub(super) link: &'static str,
    pub(super) button: &'static str,
}

/// Makes a card for each kind of work, unless there is none of it.
pub(super) fn today(
    thanks: &Waits,
    tasks: &Due,
    (late, late_open, late_in_others): (&Late, i128, i64),
    answers: u64,
    own: Currency,
) -> Vec<Card> {
    let late = of_late(late, (late_open, late_in_others), own);
    [of_answers(answers), of_thanks(thanks), of_tasks(tasks), late].into_iter().flatten().collect()
}

/// What supporters have sent from the website.
fn of_answers(count: u64) -> Option<Card> {
    (count > 0).then(|| Card {
        icon: "contacts",
        text: h!("overview-cards-answers", [], count = count),
        note: t!("overview-cards-answers-note").to_owned(),
        link: "/answers",
        button: t!("overview-cards-see-answers"),
    })
}

fn of_thanks(thanks: &Waits) -> Option<Card> {
    let oldest = thanks.oldest?;
    Some(Card {
        icon: "letters",
        text: h!("overview-cards-thanks", [], count = thanks.count),
        note: t!("overview-cards-since", day = day(oldest)),
        link: "/letters/thank-yous",
        button: t!("overview-cards-write-thanks"),
    })
}

/// The visitor's own tasks come before those of others.
fn of_tasks(tasks: &Due) -> Option<Card> {
    let Due { count, own, .. } = *tasks;
    let (text, link) = match (own, count) {
        (_, 0) => return None,
        (0, _) => (h!("overview-cards-tasks", [], count = count), "/tasks?due=today"),
        _ => (h!("overview-cards-own-tasks", [], count = own), "/tasks?mine=1&due=today"),
    };
    let others = if own > 0 { count - own } else { 0 };
    let note = match others {
        0 => t!("overview-cards-until-today").to_owned(),
        more => t!("overview-cards-until-today-and", count = more),
    };
    let button = t!("overview-cards-see-tasks");
    Some(Card { icon: "tasks", text, note, link, button })
}

/// Says what is missing of pledges in the account's own currency, and how many there are in others.
fn of_late(late: &Late, (open, in_others): (i128, i64), own: Currency) -> Option<Card> {
    let (count, missing) = (late.count + in_others, money(open, own));
    // A pledge that is due once has no amount a month.
    let monthly = (late.monthly_amount > 0).then(|| money(late.monthly_amount, own));
    let note = match (monthly, in_others) {
        _ if late.count == 0 => t!("overview-cards-late-others").to_owned(),
        (None, 0) => t!("overview-cards-late-missing", missing = missing),
        (None, more) => t!("overview-cards-late-missing-and", missing = missing, count = more),
        (Some(monthly), 0) => t!("overview-cards-late-monthly", missing = missing, amount = monthly),
        (Some(monthly), more) => {
            t!("overview-cards-late-monthly-and", missing = missing, amount = monthly, count = more)
        }
    };
    (count > 0).then(|| Card {
        icon: "pledges",
        text: h!("overview-cards-late", [], count = count),
        note,
        link: "/pledges?late=1",
        button: t!("overview-cards-see-late"),
    })
}
