//! The terms compared with a second, slow computation, which walks from day to day and knows only the rules.

use chrono::{Datelike, Days};

use super::*;
use crate::giving::tests::day;

/// Numbers that look random and are the same in every run (`SplitMix64`).
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ (mixed >> 31)) % end
    }

    /// Returns a day of 2024 or 2025.
    fn day(&mut self) -> NaiveDate {
        FIRST + Days::new(self.below(DAYS))
    }

    fn frequency(&mut self) -> PledgeFrequency {
        let all = PledgeFrequency::ALL;
        all[usize::try_from(self.below(all.len() as u64)).unwrap()]
    }

    fn amount(&mut self) -> i64 {
        i64::try_from(self.below(5) + 1).unwrap() * 25
    }

    fn pledge(&mut self) -> Terms {
        let mut terms = Terms {
            agreed: vec![Term { from: self.day(), amount_minor: self.amount(), frequency: self.frequency() }],
            pauses: Vec::new(),
            end: (self.below(3) == 0).then(|| self.day()),
            status: PledgeStatus::Active,
        };
        for _ in 0..self.below(4) {
            let (from, amount_minor, frequency) = (self.day(), self.amount(), self.frequency());
            let same_frequency = self.below(2) == 0;
            terms.agree(from, |term| {
                term.amount_minor = amount_minor;
                if !same_frequency {
                    term.frequency = frequency;
                }
            });
        }
        for _ in 0..self.below(4) {
            let from = self.day();
            let until = (self.below(8) > 0).then(|| from + Days::new(self.below(120)));
            terms.pause(Pause { from, until });
        }
        terms
    }
}

const FIRST: NaiveDate = NaiveDate::from_ymd_opt(2024, 1, 1).unwrap();
const DAYS: u64 = 731;
const LENGTH: usize = 731;

/// Returns whether a day is a due date that counts from the anchor.
fn is_due(frequency: PledgeFrequency, anchor: NaiveDate, day: NaiveDate) -> bool {
    use PledgeFrequency as F;
    let weeks = |count: i64| (day - anchor).num_days() % (7 * count) == 0;
    let is_in = |day: NaiveDate, months: i64| {
        let months_of = |day: NaiveDate| i64::from(day.year()) * 12 + i64::from(day.month0());
        let since = months_of(day) - months_of(anchor);
        let days = u32::from(day.num_days_in_month());
        since >= 0 && since % months == 0 && day.day() == anchor.day().min(days)
    };
    if day < anchor {
        return false;
    }
    match frequency {
        F::Weekly => weeks(1),
        F::Every2Weeks => weeks(2),
        F::Every4Weeks => weeks(4),
        F::TwiceMonthly => is_in(day, 1) || is_in(day - Days::new(15), 1),
        F::Monthly => is_in(day, 1),
        F::Every2Months => is_in(day, 2),
        F::Quarterly => is_in(day, 3),
        F::Every4Months => is_in(day, 4),
        F::TwiceYearly => is_in(day, 6),
        F::Yearly => is_in(day, 12),
        F::Every2Years => is_in(day, 24),
        F::OneTime => day == anchor,
    }
}

/// Returns what is due on each day until the last of them, day by day.
fn due_by_day(pledge: &Terms, last: NaiveDate) -> Vec<(NaiveDate, i64)> {
    let mut due = Vec::new();
    let (mut anchor, mut in_force): (NaiveDate, Option<Term>) = (FIRST, None);
    for day in FIRST.iter_days().take_while(|day| *day <= last) {
        if let Some(term) = pledge.agreed.iter().find(|term| term.from == day) {
            if in_force.is_none_or(|before| before.frequency != term.frequency) {
                anchor = day;
            }
            in_force = Some(*term);
        }
        let paused = |pause: &Pause| pause.from <= day && pause.until.is_none_or(|until| until >= day);
        if let Some(term) = in_force
            && is_due(term.frequency, anchor, day)
            && pledge.end.is_none_or(|end| day <= end)
            && !pledge.pauses.iter().any(paused)
        {
            due.push((day, term.amount_minor));
        }
    }
    due
}

#[test]
fn what_is_expected_and_due_next_is_what_a_walk_from_day_to_day_finds() {
    let mut dice = Dice(32);
    let horizon = FIRST + Days::new(DAYS + 60);
    let (mut with_terms, mut with_pauses, mut covered) = (0, 0, 0);
    for number in 0..100_000 {
        let pledge = dice.pledge();
        with_terms += i32::from(pledge.agreed.len() > 1);
        with_pauses += i32::from(!pledge.pauses.is_empty());
        let due = due_by_day(&pledge, horizon);
        let (one, other) = (dice.day(), dice.day());
        let (from, to) = (one.min(other), one.max(other));
        let in_period = due.iter().filter(|(day, _)| (from..=to).contains(day));
        let expected: i64 = in_period.map(|(_, amount)| amount).sum();
        assert_eq!(pledge.expected_minor(from, to), i128::from(expected), "{number}: {pledge:?} {from} {to}");
        let received = i64::try_from(dice.below(1000)).unwrap() - 100;
        let mut sum = 0;
        let next = due.iter().find(|(_, amount)| {
            sum += amount;
            sum > received
        });
        // Behind the horizon, the walk knows nothing.
        let next_due = pledge.next_due(received).filter(|day| *day <= horizon);
        assert_eq!(next_due, next.map(|(day, _)| *day), "{number}: {pledge:?} {received}");
        covered += i32::from(next.is_some());
    }
    assert!([with_terms, with_pauses, covered].into_iter().all(|count| count > 40_000));
}

/// What is agreed on one day of [`Calendar`].
type Agreed = (i64, PledgeFrequency);

/// A pledge day by day: what is agreed, and whether it is paused.
struct Calendar {
    agreed: Vec<Option<Agreed>>,
    paused: Vec<bool>,
}

impl Calendar {
    fn of(terms: &Terms) -> Self {
        let mut calendar = Self { agreed: Vec::new(), paused: Vec::new() };
        for day in FIRST.iter_days().take(LENGTH) {
            let term = terms.agreed.iter().rev().find(|term| term.from <= day);
            calendar.agreed.push(term.map(|term| (term.amount_minor, term.frequency)));
            let holds = |pause: &Pause| pause.from <= day && pause.until.is_none_or(|until| day <= until);
            calendar.paused.push(terms.pauses.iter().any(holds));
        }
        calendar
    }

    /// Agrees on something else from a day on, by the rules.
    fn agree(&mut self, from: usize, change: impl Fn(Agreed) -> Agreed) {
        let start = self.agreed.iter().position(Option::is_some).unwrap();
        let at = from.max(start);
        let said = self.agreed[at].unwrap();
        let new = change(said);
        let stretch = |i: &usize| self.agreed[*i] == Some(said);
        let begin = (start..=at).rev().take_while(stretch).last().unwrap();
        let end = (at..self.agreed.len()).take_while(stretch).last().unwrap() + 1;
        let is_last = end == self.agreed.len();
        let goes_on = begin < at && !is_last && self.agreed[end] == Some(new);
        let corrects = begin == start && !is_last || [said.1, new.1] == [PledgeFrequency::OneTime; 2];
        let first = if corrects && !goes_on { begin } else { at };
        self.agreed[first..end].fill(Some(new));
    }
}

#[test]
fn changes_in_any_order_change_the_days_that_they_are_for() {
    let mut dice = Dice(7);
    let place = |day: NaiveDate| usize::try_from((day - FIRST).num_days()).unwrap();
    for number in 0..3000 {
        let mut terms = dice.pledge();
        // A term beyond the calendar would be unknown to it.
        terms.agreed.truncate(terms.agreed.partition_point(|term| place(term.from) < LENGTH).max(1));
        terms.decide(None, PledgeStatus::Active);
        let mut calendar = Calendar::of(&terms);
        for _ in 0..8 {
            let (day, amount) = (dice.day(), dice.amount());
            match dice.below(3) {
                0 => {
                    let frequency = (dice.below(3) == 0).then(|| dice.frequency());
                    terms.agree(day, |term| {
                        term.amount_minor = amount;
                        term.frequency = frequency.unwrap_or(term.frequency);
                    });
                    calendar.agree(place(day), |(_, before)| (amount, frequency.unwrap_or(before)));
                }
                1 => {
                    let length = dice.below(90);
                    terms.pause(Pause { from: day, until: Some(day + Days::new(length)) });
                    calendar
                        .paused
                        .iter_mut()
                        .skip(place(day))
                        .take(usize::try_from(length).unwrap() + 1)
                        .for_each(|one| *one = true);
                }
                _ => {
                    let today = dice.day();
                    terms.resume(day, today);
                    for within in [day, today] {
                        let is_paused = |i: &usize| calendar.paused[*i];
                        let end = (place(within)..LENGTH).take_while(is_paused).last();
                        let begin = (0..=place(within)).rev().take_while(is_paused).last();
                        if let Some((begin, end)) = begin.zip(end) {
                            let from = begin.max(place(day));
                            calendar.paused[from.min(end + 1)..=end].fill(false);
                        }
                    }
                }
            }
            let found = Calendar::of(&terms);
            assert_eq!(found.agreed, calendar.agreed, "{number}: {terms:?} after {day} {amount}");
            assert_eq!(found.paused, calendar.paused, "{number}: {terms:?} after {day}");
            let mut row = pledges::Model { pledge_end_date: terms.end, ..pledges::Model::default() };
            let today = dice.day();
            terms.write(today, &mut row);
            assert_eq!(Terms::of(&row), Terms { status: row.pledge_status, ..terms.clone() }, "{number}");
            assert!(terms.agreed.windows(2).all(|two| two[0].from < two[1].from));
            let apart = |two: &[Pause]| two[0].until.is_some_and(|until| before(two[1].from) > until);
            assert!(terms.pauses.windows(2).all(apart), "{terms:?}");
        }
    }
}

fn monthly(amount_minor: i64, from: &str) -> Term {
    Term { from: day(from), amount_minor, frequency: PledgeFrequency::Monthly }
}

fn pledge(terms: &[Term]) -> Terms {
    Terms { agreed: terms.to_vec(), pauses: Vec::new(), end: None, status: PledgeStatus::Active }
}

#[test]
fn what_is_stored_reads_the_same_in_later_versions() {
    let row = pledges::Model {
        pledge_amount_minor: 75,
        pledge_frequency: PledgeFrequency::Monthly,
        pledge_start_date: day("2026-01-01"),
        pledge_terms: Some(
            r#"{"terms":[["2026-01-01",50,"monthly"],["2026-06-01",75,"monthly"]],"in_force":1}"#.to_owned(),
        ),
        pledge_pauses: Some(r#"[{"from":"2026-07-01","until":null}]"#.to_owned()),
        ..pledges::Model::default()
    };
    let mut terms = pledge(&[monthly(50, "2026-01-01"), monthly(75, "2026-06-01")]);
    terms.pause(Pause { from: day("2026-07-01"), until: None });
    assert_eq!(Terms::of(&row), terms);
    let mut written = row.clone();
    terms.write(day("2026-06-15"), &mut written);
    let read = |row: &pledges::Model| -> [serde_json::Value; 2] {
        [&row.pledge_terms, &row.pledge_pauses]
            .map(|text| serde_json::from_str(text.as_ref().unwrap()).unwrap())
    };
    assert_eq!(read(&written), read(&row));
    assert_eq!(written.pledge_changes_on, Some(day("2026-07-01")));
}

#[test]
fn an_earlier_program_corrects_what_was_in_force() {
    let mut row = pledges::Model::default();
    let terms = pledge(&[monthly(50, "2026-01-01"), monthly(75, "2026-06-01"), monthly(90, "2026-09-01")]);
    terms.write(day("2026-07-15"), &mut row);
    assert_eq!((row.pledge_amount_minor, row.pledge_start_date), (75, day("2026-01-01")));
    row.pledge_amount_minor = 80;
    let corrected =
        pledge(&[monthly(50, "2026-01-01"), monthly(80, "2026-06-01"), monthly(90, "2026-09-01")]);
    assert_eq!(Terms::of(&row), corrected);
    row.pledge_start_date = day("2026-07-01");
    assert_eq!(Terms::of(&row), pledge(&[monthly(80, "2026-07-01"), monthly(90, "2026-09-01")]));
}

#[test]
fn a_raise_can_be_dated_anew() {
    let raised =
        || pledge(&[monthly(50, "2026-01-01"), monthly(75, "2026-06-01"), monthly(90, "2026-09-01")]);
    let today = day("2026-07-15");
    for (from, first, second) in [
        ("2026-03-01", "2026-01-01", Some("2026-03-01")),
        ("2026-07-15", "2026-01-01", Some("2026-07-15")),
        ("2025-12-01", "2026-01-01", None),
    ] {
        let mut terms = raised();
        assert!(terms.date(today, day(from)), "{from}");
        let amounts: Vec<_> = terms.agreed.iter().map(|term| (term.amount_minor, term.from)).collect();
        let expected: Vec<_> = match second {
            Some(second) => vec![(50, day(first)), (75, day(second)), (90, day("2026-09-01"))],
            None => vec![(75, day(first)), (90, day("2026-09-01"))],
        };
        assert_eq!(amounts, expected, "{from}");
    }
    let mut first = raised();
    assert!(!first.date(day("2026-02-01"), day("2026-03-01")), "it has been so from the start");
    assert_eq!(first, raised());
    // The same raise said again, with an earlier day, begins earlier.
    let mut again = pledge(&[monthly(50, "2026-01-01"), monthly(75, "2026-06-15")]);
    again.agree(day("2026-06-01"), |term| term.amount_minor = 75);
    assert_eq!(again, pledge(&[monthly(50, "2026-01-01"), monthly(75, "2026-06-01")]));
    // A raise that is agreed ahead is taken back.
    let mut ahead = pledge(&[monthly(50, "2026-01-01"), monthly(75, "2026-09-01")]);
    ahead.agree(day("2026-09-01"), |term| term.amount_minor = 50);
    assert_eq!(ahead, pledge(&[monthly(50, "2026-01-01")]));
}

#[test]
fn a_pledge_of_one_gift_has_one_amount() {
    let mut terms = pledge(&[Term { frequency: PledgeFrequency::OneTime, ..monthly(100, "2026-01-01") }]);
    terms.agree(day("2026-03-01"), |term| term.amount_minor = 150);
    assert_eq!(terms.agreed.len(), 1);
    assert_eq!(terms.expected_minor(day("2026-01-01"), day("2026-12-31")), 150);
}

#[test]
fn what_is_missing_of_single_gifts_counts_no_others() {
    let once =
        |amount_minor, from| Term { frequency: PledgeFrequency::OneTime, ..monthly(amount_minor, from) };
    for (terms, received, missing) in [
        (pledge(&[once(500, "2026-01-01")]), 0, 500),
        (pledge(&[once(500, "2026-01-01")]), 200, 300),
        (pledge(&[once(500, "2026-01-01")]), 700, 0),
        (pledge(&[once(500, "2026-01-01")]), -50, 550),
        (pledge(&[once(500, "2026-01-01"), monthly(50, "2026-09-01")]), 200, 300),
        (pledge(&[monthly(50, "2026-01-01"), once(500, "2026-03-01")]), 0, 500),
        (pledge(&[monthly(50, "2026-01-01"), once(500, "2026-03-01")]), 150, 450),
    ] {
        assert_eq!(terms.outstanding_minor(received), missing, "{terms:?} {received}");
    }
}

#[test]
fn the_calendar_ends_and_so_does_a_pledge() {
    let mut terms = pledge(&[monthly(50, "2026-01-01"), monthly(75, "2026-06-01")]);
    terms.pause(Pause { from: day("2026-02-01"), until: Some(day("9999-12-31")) });
    assert_eq!(terms.changes_on(day("2026-07-01")), None);
    terms.resume(day("2026-02-01"), day("2026-02-01"));
    assert_eq!(terms.changes_on(day("2026-02-01")), Some(day("2026-06-01")));
    terms.decide(Some(day("2026-03-31")), PledgeStatus::Active);
    assert_eq!((terms.on(day("2026-07-01")), terms.changes_on(day("2026-02-01"))), (terms.agreed[0], None));
    terms.decide(None, PledgeStatus::Cancelled);
    terms.pause(Pause { from: day("2026-03-01"), until: Some(day("2026-03-31")) });
    assert_eq!(terms.changes_on(day("2026-02-01")), Some(day("2026-06-01")), "nothing changes in the pause");
}

#[test]
fn pauses_end_with_a_pledge_that_nobody_takes_up_again() {
    let mut terms = pledge(&[monthly(50, "2026-01-01")]);
    let pause = |from, until| Pause { from: day(from), until: Some(day(until)) };
    terms.pause(pause("2026-02-01", "2026-02-28"));
    terms.pause(pause("2026-03-15", "2026-04-15"));
    terms.pause(Pause { from: day("2026-05-01"), until: None });
    terms.decide(Some(day("2026-03-31")), PledgeStatus::Active);
    assert_eq!(terms.state(day("2026-06-01")), PledgeState::Paused);
    terms.end_pauses();
    assert_eq!(terms.pauses(), [pause("2026-02-01", "2026-02-28"), pause("2026-03-15", "2026-03-31")]);
    assert_eq!(terms.state(day("2026-06-01")), PledgeState::Ended);
}

#[test]
fn a_pledge_is_paused_during_its_pauses_and_active_after_them() {
    let mut terms = pledge(&[monthly(50, "2026-01-01")]);
    terms.pause(Pause { from: day("2026-07-01"), until: Some(day("2026-08-31")) });
    for (on, status) in [
        ("2026-06-30", PledgeStatus::Active),
        ("2026-07-01", PledgeStatus::Paused),
        ("2026-08-31", PledgeStatus::Paused),
        ("2026-09-01", PledgeStatus::Active),
    ] {
        for decided in [PledgeStatus::Active, PledgeStatus::Paused] {
            terms.decide(None, decided);
            assert_eq!(terms.status(day(on)), status, "{on} {decided}");
        }
        terms.decide(None, PledgeStatus::Cancelled);
        assert_eq!(terms.status(day(on)), PledgeStatus::Cancelled);
    }
    let mut old = pledge(&[monthly(50, "2026-01-01")]);
    old.decide(None, PledgeStatus::Paused);
    assert_eq!(old.status(day("2026-07-01")), PledgeStatus::Paused, "as it was before pauses were kept");
}
