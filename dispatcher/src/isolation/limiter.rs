//! The limit of attempts that a receiver may have in flight at once: found by trying, as TCP finds out how much a network
//! carries.
//!
//! A receiver begins with [`START`]. While it answers with success and takes no longer than usual, the limit doubles with
//! each round of attempts. Once it has been too high, it grows by an eighth. If attempts take half as long again as
//! usual, and this is no chance, then they wait inside the receiver, and the limit falls by a quarter: more of them would
//! only wait longer. If the receiver says that it has too much to do (429, 503, no answer in time), or if over a tenth
//! of a round fails, the limit falls by half.
//!
//! The usual time is that of the latest round with at most [`START`] in flight, and of quicker ones since. So a receiver
//! that becomes slower for good falls back to the start, and grows again from there.

use std::mem::take;
use std::time::Duration;

use shared::values::choices::AttemptOutcome;
use shared::webhooks::sender::Attempted;

/// The number of attempts that any receiver is expected to take. Longer times alone do not take the limit below it.
pub(super) const START: usize = 8;
/// The attempts of a round, if that is more than the limit and not over twice the limit. A few attempts say too little.
const ROUND_MIN: usize = 16;

/// The sign that an attempt gives of how much its receiver can take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// It has taken the event.
    Success,
    /// It has not, for a reason that may lie in the event.
    Failure,
    /// It has too much to do.
    Overload,
}

impl From<&Attempted> for Ending {
    fn from(attempted: &Attempted) -> Self {
        match (attempted.outcome, attempted.status_code) {
            (AttemptOutcome::Success, _) => Self::Success,
            (AttemptOutcome::Timeout, _) | (_, Some(429 | 503)) => Self::Overload,
            _ => Self::Failure,
        }
    }
}

/// The limit of one receiver.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limiter {
    limit: usize,
    max: usize,
    /// A receiver that would take longer than this gets no more, because it might miss the deadline of an attempt.
    longest_s: f64,
    /// Whether the limit has never been too high.
    doubles: bool,
    usual_s: Option<f64>,
    /// The attempts in flight that began before the limit fell. They say nothing about the new limit.
    outdated: usize,
    round: Round,
}

/// The attempts that have ended since the limit was last decided on.
#[derive(Clone, Copy, Debug, Default)]
struct Round {
    succeeded: u32,
    failed: u32,
    is_overloaded: bool,
    /// The times of those that succeeded, added up, and the same of the squares.
    sum_s: f64,
    squares: f64,
    /// The most that were in flight at once.
    in_flight_max: usize,
}

impl Round {
    fn attempts(&self) -> u32 {
        self.succeeded + self.failed
    }

    /// Returns how long an attempt took on average, and by how much another round's average may differ by chance (twice
    /// the standard error).
    fn average(&self) -> (f64, f64) {
        let count = f64::from(self.succeeded.max(1));
        let average = self.sum_s / count;
        let variance = (self.squares / count - average * average).max(0.0);
        (average, 2.0 * (variance / count).sqrt())
    }
}

impl Limiter {
    /// Creates the limiter of a receiver of which nothing is known. An attempt may take `timeout`.
    pub(super) fn new(max: usize, timeout: Duration) -> Self {
        Self {
            limit: START.min(max),
            max,
            longest_s: timeout.as_secs_f64() / 2.0,
            doubles: true,
            usual_s: None,
            outdated: 0,
            round: Round::default(),
        }
    }

    /// Sets the most that the limit may be.
    pub(super) fn cap(&mut self, max: usize) {
        self.max = max;
        self.limit = self.limit.min(max);
    }

    /// Returns how many attempts may be in flight at once.
    pub(super) fn limit(&self) -> usize {
        self.limit
    }

    /// Notes that one of `in_flight` attempts has ended after this time.
    pub(super) fn ended(&mut self, ending: Ending, took: Duration, in_flight: usize) {
        if self.outdated > 0 {
            self.outdated -= 1;
            return;
        }
        let round = &mut self.round;
        round.in_flight_max = round.in_flight_max.max(in_flight);
        if ending == Ending::Success {
            round.succeeded += 1;
            round.sum_s += took.as_secs_f64();
            round.squares += took.as_secs_f64().powi(2);
        } else {
            round.failed += 1;
            round.is_overloaded |= ending == Ending::Overload;
        }
        if round.attempts() as usize >= self.limit.max(ROUND_MIN.min(2 * self.limit)) {
            let limit = self.decide();
            if limit < self.limit {
                self.doubles = false;
                self.outdated = in_flight.saturating_sub(1);
            }
            self.limit = limit;
        }
    }

    /// Ends the round, and returns the next limit.
    fn decide(&mut self) -> usize {
        let round = take(&mut self.round);
        let (limit, start) = (self.limit, START.min(self.max));
        if round.is_overloaded || 10 * round.failed > round.attempts() {
            return (limit / 2).max(1);
        }
        let (average_s, chance_s) = round.average();
        let usual_s = match self.usual_s {
            Some(usual_s) if limit > start => usual_s + (average_s + chance_s - usual_s).min(0.0) / 4.0,
            _ => average_s,
        };
        self.usual_s = Some(usual_s);
        if average_s - chance_s > 1.5 * usual_s {
            return (limit - limit / 4).max(start);
        }
        if 1.125 * average_s > self.longest_s || 2 * round.in_flight_max < limit {
            return limit;
        }
        if limit < start {
            // It stops there, so that the usual time is found out anew.
            return (2 * limit).min(start);
        }
        let doubles = self.doubles && 2.0 * average_s <= self.longest_s;
        (limit + if doubles { limit } else { limit / 8 }).min(self.max)
    }
}

#[cfg(test)]
mod tests;
