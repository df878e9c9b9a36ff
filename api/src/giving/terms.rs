//! The terms of a pledge over time: what each of its gifts is to be, from which day on, and when nothing is due.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use serde_json::json;
use shared::entities::pledges;
use shared::values::choices::{Choice, PledgeFrequency, PledgeState, PledgeStatus};

use super::schedule::{due_count, due_date};

/// The last day that can be written as YYYY-MM-DD.
pub const LAST_DAY: NaiveDate = NaiveDate::from_ymd_opt(9999, 12, 31).unwrap();

/// What was agreed from a day on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    /// The first day.
    pub from: NaiveDate,
    /// The amount of each gift, in minor units of the pledge's currency.
    pub amount_minor: i64,
    /// The frequency of the gifts.
    pub frequency: PledgeFrequency,
}

/// A time in which no gift is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pause {
    /// The first day.
    pub from: NaiveDate,
    /// The last day, or `None` while nobody knows it.
    pub until: Option<NaiveDate>,
}

impl Pause {
    /// Returns whether a day lies in it.
    fn has(self, day: NaiveDate) -> bool {
        self.from <= day && self.until.is_none_or(|until| day <= until)
    }
}

/// The terms of a pledge, with its pauses, its end and its status.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    /// The terms: at least one, in order. The first begins on the pledge's start, and neighbours differ.
    agreed: Vec<Term>,
    /// In order, with at least a day between one and the next.
    pauses: Vec<Pause>,
    /// No gift is due after this day.
    end: Option<NaiveDate>,
    /// The status that somebody has set. A pledge that is to be active is paused during its pauses.
    status: PledgeStatus,
}

/// The column `pledge_terms`. A pledge with one term has none.
#[derive(Serialize, Deserialize)]
struct Stored {
    /// The first day, the amount and the frequency of each.
    terms: Vec<(NaiveDate, i64, String)>,
    /// The place of the one that the columns of the amount and the frequency repeat: that of the day of the last write. If
    /// they say something else, then a program of an earlier version has corrected it.
    in_force: usize,
}

/// Days in a row, none of them paused, on which the due dates of a term are due.
#[derive(Clone, Copy)]
struct Span {
    from: NaiveDate,
    to: NaiveDate,
    /// The day from which the due dates count.
    anchor: NaiveDate,
    term: Term,
}

impl Span {
    /// Returns how many due dates it has.
    fn count(&self) -> u64 {
        if self.from > self.to {
            return 0;
        }
        due_count(self.term.frequency, self.anchor, self.to).saturating_sub(self.before())
    }

    /// Returns how many due dates lie before it, counting from the anchor.
    fn before(&self) -> u64 {
        self.from.pred_opt().map_or(0, |day| due_count(self.term.frequency, self.anchor, day))
    }
}

impl Terms {
    /// Reads them from a pledge's row. Its start may be later than it was when its terms were written.
    pub fn of(pledge: &pledges::Model) -> Self {
        let own = Term {
            from: pledge.pledge_start_date,
            amount_minor: pledge.pledge_amount_minor,
            frequency: pledge.pledge_frequency,
        };
        let terms = pledge.pledge_terms.as_deref().and_then(|text| stored_terms(text, own));
        let pauses = pledge.pledge_pauses.as_deref().and_then(|text| serde_json::from_str(text).ok());
        let mut read = Self {
            agreed: terms.unwrap_or_else(|| vec![own]),
            pauses: pauses.unwrap_or_default(),
            end: pledge.pledge_end_date,
            status: pledge.pledge_status,
        };
        read.start_on(own.from);
        read
    }

    /// Writes them into a pledge's row: what is in force on a day into the columns of the amount, the frequency and the
    /// status.
    pub fn write(&self, day: NaiveDate, pledge: &mut pledges::Model) {
        let in_force = self.index(day);
        let Term { amount_minor, frequency, .. } = self.agreed[in_force];
        pledge.pledge_amount_minor = amount_minor;
        pledge.pledge_frequency = frequency;
        pledge.pledge_start_date = self.start();
        pledge.pledge_status = self.status(day);
        let term = |term: &Term| (term.from, term.amount_minor, term.frequency.to_string());
        let stored = Stored { terms: self.agreed.iter().map(term).collect(), in_force };
        pledge.pledge_terms = (self.agreed.len() > 1).then(|| json!(stored).to_string());
        pledge.pledge_pauses = (!self.pauses.is_empty()).then(|| json!(self.pauses).to_string());
        pledge.pledge_changes_on = self.changes_on(day);
    }

    /// Returns the next day after this one on which something else is in force.
    fn changes_on(&self, day: NaiveDate) -> Option<NaiveDate> {
        let of_pause = |pause: &Pause| [Some(pause.from), pause.until.and_then(|until| until.succ_opt())];
        let pauses = self.pauses.iter().flat_map(of_pause).flatten();
        let days = self.agreed.iter().map(|term| term.from).chain(pauses);
        let in_force = |day| (self.on(day), self.status(day));
        days.filter(|on| *on > day && *on <= LAST_DAY && in_force(*on) != in_force(day)).min()
    }

    /// Returns the terms, at least one, in order.
    pub fn agreed(&self) -> &[Term] {
        &self.agreed
    }

    /// Returns the pauses, in order.
    pub fn pauses(&self) -> &[Pause] {
        &self.pauses
    }

    /// Returns the pledge's first day.
    fn start(&self) -> NaiveDate {
        self.agreed[0].from
    }

    /// Returns the place of the term in force on a day. Before the start it is the first, and after the end the one in
    /// force then.
    fn index(&self, day: NaiveDate) -> usize {
        self.index_without_end(self.end.map_or(day, |end| day.min(end)))
    }

    fn index_without_end(&self, day: NaiveDate) -> usize {
        self.agreed.partition_point(|term| term.from <= day).saturating_sub(1)
    }

    /// Returns the term in force on a day. Before the start it is the first, and after the end the one in force then.
    pub fn on(&self, day: NaiveDate) -> Term {
        self.agreed[self.index(day)]
    }

    /// Returns the status on a day. A pledge that was paused before pauses were kept stays paused until it is set active.
    pub fn status(&self, day: NaiveDate) -> PledgeStatus {
        match self.status {
            PledgeStatus::Active | PledgeStatus::Paused if self.pause_on(day).is_some() => {
                PledgeStatus::Paused
            }
            PledgeStatus::Paused if !self.pauses.is_empty() => PledgeStatus::Active,
            status => status,
        }
    }

    /// Returns the pledge's state on a day.
    pub fn state(&self, day: NaiveDate) -> PledgeState {
        match self.status(day) {
            PledgeStatus::Paused => PledgeState::Paused,
            PledgeStatus::Cancelled => PledgeState::Cancelled,
            PledgeStatus::WrittenOff => PledgeState::WrittenOff,
            PledgeStatus::Active if self.start() > day => PledgeState::Upcoming,
            PledgeStatus::Active if self.end.is_some_and(|end| end < day) => PledgeState::Ended,
            PledgeStatus::Active => PledgeState::Active,
        }
    }

    /// Returns the sum of the amounts that are due in `from..=to`. The pledge's state does not matter.
    pub fn expected_minor(&self, from: NaiveDate, to: NaiveDate) -> i128 {
        let due = |span: Span| {
            let span = Span { from: span.from.max(from), to: span.to.min(to), ..span };
            i128::from(span.term.amount_minor) * i128::from(span.count())
        };
        self.spans().into_iter().map(due).sum()
    }

    /// Returns what is missing of single gifts (one-time frequencies), given the total received. That covers what is due
    /// earliest.
    pub(super) fn outstanding_minor(&self, received_minor: i64) -> i128 {
        let (mut left, mut outstanding) = (i128::from(received_minor), 0);
        for span in self.spans() {
            let due = i128::from(span.term.amount_minor) * i128::from(span.count());
            if span.term.frequency == PledgeFrequency::OneTime {
                outstanding += (due - left).max(0);
            }
            left = (left - due).max(0);
        }
        outstanding
    }

    /// Returns the first due date that is not covered by the amount received. Each gift covers the earliest.
    pub fn next_due(&self, received_minor: i64) -> Option<NaiveDate> {
        let mut left = i128::from(received_minor).max(0);
        for span in self.spans() {
            let amount = i128::from(span.term.amount_minor);
            let due = amount * i128::from(span.count());
            if left < due {
                let covered = u64::try_from(left / amount).ok()?;
                return due_date(span.term.frequency, span.anchor, span.before() + covered);
            }
            left -= due;
        }
        None
    }

    /// Returns the spans in which gifts are due, in order. Due dates go on counting from the same day while the frequency
    /// stays the same.
    fn spans(&self) -> Vec<Span> {
        let last = self.end.unwrap_or(LAST_DAY);
        let mut spans = Vec::with_capacity(self.agreed.len() + self.pauses.len());
        let mut anchor = self.start();
        for (i, term) in self.agreed.iter().enumerate() {
            if i > 0 && self.agreed[i - 1].frequency != term.frequency {
                anchor = term.from;
            }
            let to = self.agreed.get(i + 1).map_or(last, |next| before(next.from).min(last));
            let mut from = Some(term.from);
            let mut add = |from: NaiveDate, to: NaiveDate| {
                if from <= to {
                    spans.push(Span { from, to, anchor, term: *term });
                }
            };
            for pause in &self.pauses {
                let Some(day) = from else { break };
                add(day, before(pause.from).min(to));
                from = pause.until.and_then(|until| until.succ_opt()).map(|after| after.max(day));
            }
            if let Some(day) = from {
                add(day, to);
            }
        }
        spans
    }

    /// Makes the pledge begin on another day. Terms that are over by then are dropped.
    pub fn start_on(&mut self, day: NaiveDate) {
        self.agreed.drain(..self.index_without_end(day));
        self.agreed[0].from = day;
    }

    /// Sets the end and the status.
    pub fn decide(&mut self, end: Option<NaiveDate>, status: PledgeStatus) {
        (self.end, self.status) = (end, status);
    }

    /// Corrects the term in force on a day.
    pub fn correct(&mut self, day: NaiveDate, change: impl FnOnce(&mut Term)) {
        let i = self.index(day);
        change(&mut self.agreed[i]);
        self.join();
    }

    /// Agrees on something else from a day on, until the next term. If that is what the next term says, it begins earlier.
    /// Otherwise this corrects the term in force on that day if it begins then, if it is the first of several, and if it is
    /// of a single gift, which has no second amount.
    pub fn agree(&mut self, day: NaiveDate, change: impl FnOnce(&mut Term)) {
        let i = self.index_without_end(day);
        let mut term = self.agreed[i];
        change(&mut term);
        let says = |term: &Term| (term.amount_minor, term.frequency);
        let next = self.agreed.get(i + 1);
        let is_next = day > term.from && next.is_some_and(|next| says(next) == says(&term));
        let is_first = i == 0 && (next.is_some() || day <= term.from);
        let is_one_gift = [term.frequency, self.agreed[i].frequency] == [PledgeFrequency::OneTime; 2];
        if !is_next && (is_first || is_one_gift || self.agreed[i].from == day) {
            self.agreed[i] = term;
        } else {
            self.agreed.insert(i + 1, Term { from: day, ..term });
        }
        self.join();
    }

    /// Makes the term in force on a day begin on another one, before the next term. Earlier ones that would begin later than
    /// it are dropped. Returns `false` if it is the first, which begins on the pledge's start.
    pub fn date(&mut self, day: NaiveDate, from: NaiveDate) -> bool {
        let i = self.index(day);
        if i == 0 {
            return false;
        }
        let from = from.max(self.start());
        self.agreed[i].from = from;
        self.agreed.drain(self.agreed[..i].partition_point(|term| term.from < from)..i);
        self.join();
        true
    }

    /// Joins neighbours that say the same.
    fn join(&mut self) {
        self.agreed.dedup_by_key(|Term { amount_minor, frequency, .. }| (*amount_minor, *frequency));
    }

    /// Pauses the pledge. Pauses that touch become one.
    pub fn pause(&mut self, pause: Pause) {
        self.pauses.push(pause);
        self.pauses.sort_by_key(|pause| pause.from);
        self.pauses.dedup_by(|next, pause| {
            let touches = pause.until.is_none_or(|until| before(next.from) <= until);
            if touches {
                pause.until = pause.until.zip(next.until).map(|(one, other)| one.max(other));
            }
            touches
        });
    }

    /// Ends the pause that a day lies in, and the present one, on the day before.
    pub fn resume(&mut self, day: NaiveDate, today: NaiveDate) {
        let last = before(day);
        for pause in self.pauses.iter_mut().filter(|pause| pause.has(day) || pause.has(today)) {
            pause.until = Some(pause.until.map_or(last, |until| until.min(last)));
        }
        self.pauses.retain(|pause| pause.until.is_none_or(|until| pause.from <= until));
    }

    /// Drops what of the pauses lies after the end, for a pledge that nobody is going to take up again.
    pub fn end_pauses(&mut self) {
        let Some(end) = self.end else { return };
        self.pauses.retain(|pause| pause.from <= end);
        for pause in &mut self.pauses {
            pause.until = Some(pause.until.map_or(end, |until| until.min(end)));
        }
    }

    /// Returns the pause that a day lies in.
    pub fn pause_on(&self, day: NaiveDate) -> Option<Pause> {
        self.pauses.iter().find(|pause| pause.has(day)).copied()
    }

    /// Removes the pause that a day lies in, and returns it.
    pub fn take_pause(&mut self, day: NaiveDate) -> Option<Pause> {
        let pause = self.pause_on(day)?;
        self.pauses.retain(|one| *one != pause);
        Some(pause)
    }
}

/// Returns the day before.
fn before(day: NaiveDate) -> NaiveDate {
    day.pred_opt().unwrap_or(NaiveDate::MIN)
}

/// Reads the column of the terms. `own` is what the columns of the amount and the frequency say.
fn stored_terms(text: &str, own: Term) -> Option<Vec<Term>> {
    let stored: Stored = serde_json::from_str(text).ok()?;
    let term = |(from, amount_minor, frequency): (NaiveDate, i64, String)| {
        Some(Term { from, amount_minor, frequency: PledgeFrequency::parse(&frequency).ok()? })
    };
    let mut terms = stored.terms.into_iter().map(term).collect::<Option<Vec<_>>>()?;
    let in_force = terms.get_mut(stored.in_force)?;
    *in_force = Term { from: in_force.from, ..own };
    Some(terms)
}

#[cfg(test)]
mod tests;
