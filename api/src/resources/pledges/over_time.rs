//! Pledges over time: what a change of the amount, the frequency or the status means for their terms and pauses.

use chrono::NaiveDate;
use shared::entities::pledges;
use shared::values::choices::{PledgeFrequency, PledgeStatus};

use crate::fields::types::{Day, Money, Nullable, OneOf};
use crate::fields::{Patch, Problems};
use crate::giving::{Pause, Term, Terms};
use crate::http::csv::{ItemColumn, Items, MemberColumns};
use crate::object;
use crate::records::days::check_recent;
use crate::records::money::amount;

object! {
    /// What was agreed for a pledge from a day on.
    TermFields {
        /// The first day
        term_from: Day;
        /// The amount of each gift
        term_amount: Money;
        /// How often a gift is due
        term_frequency: OneOf<PledgeFrequency>;
    }
}

object! {
    /// A time in which no gift of a pledge is due.
    PauseFields {
        /// The first day
        pause_from: Day;
        /// The last day; null while nobody knows it
        pause_until: Nullable<Day>;
    }
}

/// Returns the terms of a pledge, as a response shows them.
pub(super) fn terms(pledge: &pledges::Model) -> Vec<TermFields> {
    let term = |term: &Term| TermFields {
        term_from: term.from,
        term_amount: amount(term.amount_minor, &pledge.pledge_currency),
        term_frequency: term.frequency,
    };
    Terms::of(pledge).agreed().iter().map(term).collect()
}

/// Returns the pauses of a pledge, as a response shows them.
pub(super) fn pauses(pledge: &pledges::Model) -> Vec<PauseFields> {
    let pause = |pause: &Pause| PauseFields { pause_from: pause.from, pause_until: pause.until };
    Terms::of(pledge).pauses().iter().map(pause).collect()
}

const fn all(column: &'static str, field: &'static str) -> ItemColumn {
    ItemColumn { column, field, items: Items::All }
}

/// The columns of the terms in a file.
pub(super) const TERMS_IN_FILE: MemberColumns = MemberColumns {
    member: "terms",
    primary: None,
    columns: &[
        all("terms_from", "term_from"),
        all("term_amounts", "term_amount"),
        all("term_frequencies", "term_frequency"),
    ],
};

/// The same columns in a file for people.
pub(super) const TERMS_FOR_PEOPLE: MemberColumns = MemberColumns {
    columns: &[
        all("Agreed from", "term_from"),
        all("Agreed amounts", "term_amount"),
        all("Agreed frequencies", "term_frequency"),
    ],
    ..TERMS_IN_FILE
};

/// The columns of the pauses in a file.
pub(super) const PAUSES_IN_FILE: MemberColumns = MemberColumns {
    member: "pauses",
    primary: None,
    columns: &[all("pauses_from", "pause_from"), all("pauses_until", "pause_until")],
};

/// The same columns in a file for people.
pub(super) const PAUSES_FOR_PEOPLE: MemberColumns = MemberColumns {
    columns: &[all("Paused from", "pause_from"), all("Paused until", "pause_until")],
    ..PAUSES_IN_FILE
};

/// The most terms of a pledge, and the most pauses.
const CHANGES_MAX: usize = 100;

/// What a body says of a pledge over time.
pub(super) struct Said {
    /// The day of the change.
    pub(super) from: Option<NaiveDate>,
    /// The last day of the pause.
    pub(super) until: Patch<NaiveDate>,
    /// Whether it has an amount.
    pub(super) amount: bool,
    /// Whether it has a frequency.
    pub(super) frequency: bool,
    /// Whether it has a status.
    pub(super) status: bool,
}

/// A change of a pledge, with what it was before.
pub(super) struct Change {
    today: NaiveDate,
    is_new: bool,
    said: Said,
    /// The row of the pledge before, brought up to today.
    pub(super) before: pledges::Model,
}

impl Change {
    /// Begins a change. Brings the row up to today.
    pub(super) fn begin(said: Said, (row, is_new): (&mut pledges::Model, bool), today: NaiveDate) -> Self {
        Terms::of(row).write(today, row);
        Self { today, is_new, said, before: row.clone() }
    }

    /// Writes the terms and the pauses into the row, to which the body is applied. Adds the broken rules to the problems.
    pub(super) fn apply(self, row: &mut pledges::Model, problems: &mut Problems) {
        if let Some(from) = self.said.from {
            check_recent(problems, "pledge_change_from", from, None);
        }
        let mut terms = Terms::of(if self.is_new { row } else { &self.before });
        let dates_status = if self.is_new {
            let is_paused = row.pledge_status == PledgeStatus::Paused;
            if self.said.from.is_some_and(|from| from > row.pledge_start_date) && !is_paused {
                let rule = "is for a change: the first term begins on pledge_start_date";
                problems.add("pledge_change_from", rule);
            }
            is_paused
        } else {
            !self.agree(&mut terms, row, problems)
        };
        terms.decide(row.pledge_end_date, row.pledge_status);
        self.pause(&mut terms, row.pledge_status, dates_status, problems);
        if terms.agreed().len().max(terms.pauses().len()) > CHANGES_MAX {
            problems.add("pledge_change_from", format_args!("must not make more than {CHANGES_MAX} changes"));
        }
        terms.write(self.today, row);
    }

    /// Changes the terms. Returns whether they are what the day of the change is for.
    fn agree(&self, terms: &mut Terms, row: &pledges::Model, problems: &mut Problems) -> bool {
        let before = &self.before;
        let is_moved = row.pledge_start_date != before.pledge_start_date;
        if is_moved {
            terms.start_on(row.pledge_start_date);
        }
        let has_other_currency = row.pledge_currency != before.pledge_currency;
        if has_other_currency && terms.agreed().len() > 1 {
            let rule = "must not change after the amount or the frequency has changed: end the pledge, and make another";
            problems.add("pledge_currency", rule);
        }
        let amount = row.pledge_amount_minor != before.pledge_amount_minor;
        let frequency = row.pledge_frequency != before.pledge_frequency;
        let differs = amount || frequency;
        // A body may repeat what it has read, so what differs counts. If nothing does, what the body names, or both.
        let says_terms = self.said.amount || self.said.frequency;
        let says =
            |differs_itself: bool, is_named: bool| differs_itself || !differs && (is_named || !says_terms);
        let change = |term: &mut Term| {
            if says(amount, self.said.amount) {
                term.amount_minor = row.pledge_amount_minor;
            }
            if says(frequency, self.said.frequency) {
                term.frequency = row.pledge_frequency;
            }
        };
        let is_of_status = row.pledge_status != before.pledge_status
            || self.said.until != Patch::Absent
            || self.said.status && !says_terms;
        let is_for_terms = differs || !is_of_status && !self.takes_back_pause(terms);
        if has_other_currency && is_for_terms && self.said.from.is_some() {
            problems
                .add("pledge_change_from", "must not be sent with another currency, which is a correction");
        }
        let has_ended = before.pledge_end_date.is_some_and(|end| end < self.today);
        match self.said.from {
            Some(from) if is_for_terms && (says_terms || from > self.today) => {
                let agreed = terms.on(from);
                let mut term = agreed;
                change(&mut term);
                if term == agreed && self.today < agreed.from && agreed.from < from {
                    // What is agreed ahead begins later.
                    terms.date(from, from);
                } else {
                    terms.agree(from, change);
                }
            }
            Some(from) if is_for_terms => {
                let is_dated = terms.date(self.today, from);
                if !is_dated {
                    let rule =
                        "needs what has changed, because the amount and the frequency are those of the start";
                    problems.add("pledge_change_from", rule);
                }
            }
            // Somebody who moves the start, takes another currency or changes what has ended mends what was typed wrongly.
            _ if is_moved || has_other_currency || has_ended => terms.correct(self.today, change),
            _ if differs => terms.agree(self.today, change),
            _ => {}
        }
        if is_for_terms && self.said.from.zip(row.pledge_end_date).is_some_and(|(from, end)| from > end) {
            problems.add("pledge_change_from", "must not lie after pledge_end_date");
        }
        is_for_terms
    }

    /// Returns whether it names nothing but the first day of a pause that is planned, which takes that back.
    fn takes_back_pause(&self, terms: &Terms) -> bool {
        let Said { from, until, amount, frequency, status } = &self.said;
        let begins = |from: NaiveDate| {
            terms.pauses().iter().any(|pause| pause.from == from)
                && terms.agreed().iter().all(|term| term.from != from)
        };
        let says_more = *until != Patch::Absent || *amount || *frequency || *status;
        !says_more && from.is_some_and(|from| from > self.today && begins(from))
    }

    /// Changes the pauses. `dates_status` is whether the day of the change is for the status even if that stays as it is.
    fn pause(&self, terms: &mut Terms, status: PledgeStatus, dates_status: bool, problems: &mut Problems) {
        // A new pledge that is paused without a day goes on being due, because nobody has said since when it is.
        let changes = !self.is_new && status != self.before.pledge_status;
        let from = self.said.from.filter(|_| changes || dates_status);
        if let Some(from) = from.filter(|_| self.takes_back_pause(terms)) {
            terms.take_pause(from);
            return;
        }
        let is_planned = from.is_some_and(|from| from > self.today);
        if is_planned && !matches!(status, PledgeStatus::Active | PledgeStatus::Paused) {
            let rule = "must not lie ahead of today when the status changes: change it on that day";
            problems.add("pledge_change_from", rule);
        }
        let says_until = match self.said.until {
            Patch::Absent => false,
            Patch::Null => !self.is_new,
            Patch::Value(_) => true,
        };
        match status {
            PledgeStatus::Paused if changes || from.is_some() || says_until => {
                let open = Pause { from: self.today, until: None };
                let is_over = from.and(self.said.until.value()).is_some_and(|until| *until < self.today);
                let present = terms.pause_on(self.today);
                let begun = from.and_then(|from| terms.pause_on(from).filter(|pause| pause.from == from));
                let is_apart = is_over || is_planned;
                let changed = if begun.is_some() { from } else { (!is_apart).then_some(self.today) };
                let mut pause = changed.and_then(|day| terms.take_pause(day)).unwrap_or(open);
                pause.from = from.unwrap_or(pause.from);
                self.said.until.clone().apply(&mut pause.until);
                if pause.until.is_some_and(|until| until < pause.from) {
                    problems.add("pledge_pause_until", "must not lie before the pause begins");
                }
                terms.pause(pause);
                // It was paused before pauses were kept, and stays so.
                if is_over && present.is_none() && self.before.pledge_status == PledgeStatus::Paused {
                    terms.pause(open);
                }
            }
            PledgeStatus::Active if changes || from.is_some() => {
                terms.resume(from.unwrap_or(self.today), self.today);
            }
            _ => {}
        }
        if self.said.until.value().is_some() && status != PledgeStatus::Paused {
            problems.add("pledge_pause_until", "needs pledge_status paused: send both");
        }
    }
}
