//! Checks that the api's answers, the committed events and the arrivals agree.

use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

use sea_orm::QueryResult;
use shared::queue::rabbitmq::Broker;
use shared::queue::rabbitmq::dead_letters::DeadLetters;
use shared::times::{BEGIN_WITHIN, LEASE_MARGIN, ms};
use shared::values::ids::parse_event_id;
use tokio::time::sleep;
use uuid::Uuid;

use super::load::Answered;
use super::{Fault, Home, Suite};
use crate::Error;
use crate::deployment::{Answer, Received};

/// How long the deliveries may take after the last fault. A lost message is found after some 40 s.
const SETTLE_MAX: Duration = Duration::from_mins(3);
/// The least time between an attempt that was cut off and the next one. The next one is made when the lease has
/// expired. A part of its margin may pass before the first attempt begins.
const LEASE_MIN: Duration = LEASE_MARGIN.saturating_sub(BEGIN_WITHIN);

/// Changes that were committed without their event (invariant I1).
const CONTACTS_WITHOUT_EVENT: &str = "
    SELECT 1 FROM contacts c LEFT JOIN events e ON e.account_id = c.account_id AND e.record_id = c.id
    WHERE e.id IS NULL";
/// Recorded attempts that began before the previous attempt of the same delivery had ended (invariant I4).
const OVERLAPPING_ATTEMPTS: &str = "
    SELECT 1 FROM (
        SELECT attempted_at_ms, LAG(attempted_at_ms + duration_ms)
            OVER (PARTITION BY delivery_id ORDER BY attempted_at_ms, id) AS previous_ended_at_ms
        FROM attempts
    ) attempt WHERE attempted_at_ms < previous_ended_at_ms";

/// The result of one round.
#[derive(Clone, Debug, Default)]
pub struct Row {
    /// The name of the fault or of the round.
    pub name: String,
    /// How many faults happened.
    pub count: usize,
    /// How many events were committed to the database.
    pub committed: usize,
    /// How many of these have arrived.
    pub received: usize,
    /// How often an event arrived again.
    pub duplicates: usize,
    /// The most duplicates that are allowed: events that were in flight at a fault, and failed attempts.
    pub duplicates_max: usize,
    /// Changes that were answered with 201 or committed, and whose event does not exist, did not arrive, or is not
    /// recorded as delivered.
    pub lost: usize,
    /// Arrivals of events that were never committed.
    pub unexpected: usize,
    /// The longest time from an event to its first arrival.
    pub longest: Duration,
    /// The problems; empty if all is well.
    pub problems: Vec<String>,
}

/// A committed event.
struct Event {
    record_id: i64,
    body: String,
    occurred_at_ms: i64,
    /// Whether it is recorded as delivered.
    delivered: bool,
    /// How many attempts are recorded.
    attempts: usize,
}

impl Suite {
    /// Waits until everything is delivered, and checks the round.
    pub(super) async fn check(
        &mut self,
        name: String,
        faults: &[Fault],
        answers: &[Answered],
    ) -> Result<Row, Error> {
        let mut row = Row { name, count: faults.len(), ..Row::default() };
        let began = Instant::now();
        while !self.is_settled().await? && began.elapsed() < SETTLE_MAX {
            sleep(Duration::from_millis(200)).await;
        }
        row.require(self.is_settled().await?, || format!("not all is delivered after {SETTLE_MAX:?}"));
        let events = self.events().await?;
        self.checked = events.keys().max().copied().unwrap_or(self.checked);
        row.committed = events.len();

        let problems = self.check_readers().await?;
        let restores = std::mem::take(&mut self.aftermath);
        row.problems.extend(restores.problems.iter().cloned().chain(problems));

        let answers = [answers, &restores.created].concat();
        let (kept, doubtful): (Vec<_>, Vec<_>) =
            answers.into_iter().partition(|answered| !restores.may_have_lost(answered));
        row.compare_answers(&kept, &events, faults.iter().all(|fault| fault.spares_api()));
        if matches!(self.home, Home::Embedded(_)) {
            row.compare_records(&[kept, doubtful].concat(), &events);
        }

        let mut arrivals: HashMap<Uuid, Vec<Received>> = HashMap::new();
        for received in self.world.receiver.take() {
            match parse_event_id(received.id()).filter(|id| events.contains_key(id)) {
                Some(id) => arrivals.entry(id).or_default().push(received),
                None => {
                    let was_lost =
                        parse_event_id(received.id()).is_some_and(|id| restores.lost.contains(&id));
                    row.unexpected += usize::from(!was_lost);
                }
            }
        }
        row.received = arrivals.len();
        for (id, event) in &events {
            let arrived = arrivals.get(id).map(Vec::as_slice).unwrap_or_default();
            row.lost += usize::from(arrived.is_empty() || !event.delivered);
            let in_flight = self.in_flight.get(id).map_or(0, HashSet::len);
            row.compare(event, arrived, in_flight, restores.undelivered.contains(id));
        }
        row.lost += self.world.rows(CONTACTS_WITHOUT_EVENT).await?.len();
        let overlapping = self.world.rows(OVERLAPPING_ATTEMPTS).await?.len();
        row.require(overlapping == 0, || {
            format!("{overlapping} attempts overlapped others of their delivery")
        });
        let broker = match &self.home {
            Home::Servers(servers) => Some(&servers.broker.url),
            Home::Replicated(replicated) => Some(&replicated.cluster.url),
            Home::Embedded(_) => None,
        };
        if let Some(url) = broker {
            let dead = DeadLetters::open(Broker::new(url)).await?.count();
            row.require(dead == 0, || format!("{dead} dead letters, though no message was at fault"));
        }
        let (lost, unexpected) = (row.lost, row.unexpected);
        row.require(lost == 0, || format!("{lost} lost"));
        row.require(unexpected == 0, || format!("{unexpected} unexpected"));
        self.in_flight.clear();
        Ok(row)
    }

    async fn is_settled(&self) -> Result<bool, Error> {
        self.look().await?;
        self.world.is_settled().await
    }

    /// Returns the events since the last check.
    async fn events(&self) -> Result<HashMap<Uuid, Event>, Error> {
        let text =
            "SELECT e.id, e.record_id, e.body, e.occurred_at_ms, d.delivery_status = 'succeeded', COUNT(a.id)
             FROM events e LEFT JOIN deliveries d ON d.event_id = e.id
                 LEFT JOIN attempts a ON a.account_id = d.account_id AND a.delivery_id = d.id
             WHERE e.id > $1 GROUP BY e.id, d.id";
        let event = |row: &QueryResult| {
            let event = Event {
                record_id: row.try_get_by_index(1)?,
                body: row.try_get_by_index(2)?,
                occurred_at_ms: row.try_get_by_index(3)?,
                delivered: row.try_get_by_index::<Option<bool>>(4)? == Some(true),
                attempts: usize::try_from(row.try_get_by_index::<i64>(5)?)?,
            };
            Ok((row.try_get_by_index(0)?, event))
        };
        self.world.rows_with(text, &[self.checked.into()]).await?.iter().map(event).collect()
    }
}

impl Row {
    /// Adds another round to this one.
    pub fn add(&mut self, other: Self) {
        self.count += other.count;
        self.committed += other.committed;
        self.received += other.received;
        self.duplicates += other.duplicates;
        self.duplicates_max += other.duplicates_max;
        self.lost += other.lost;
        self.unexpected += other.unexpected;
        self.longest = self.longest.max(other.longest);
        self.problems.extend(other.problems);
    }

    fn require(&mut self, met: bool, problem: impl FnOnce() -> String) {
        if !met {
            self.problems.push(problem());
        }
    }

    /// Compares the API's answers with the events, and with the answers that it may give.
    fn compare_answers(&mut self, answers: &[Answered], events: &HashMap<Uuid, Event>, api_is_spared: bool) {
        let records: HashSet<i64> = events.values().map(|event| event.record_id).collect();
        let mut wrong = Vec::new();
        for Answered { answer, .. } in answers {
            match answer {
                Answer::Created(id) => self.lost += usize::from(!records.contains(id)),
                Answer::Refused(503) | Answer::None if !api_is_spared => {}
                Answer::Refused(_) | Answer::None => wrong.push(answer),
            }
        }
        self.require(wrong.is_empty(), || {
            format!("{} changes were not taken: {:?}, …", wrong.len(), wrong[0])
        });
    }

    /// Checks that refused changes are not there. With servers the check is not possible: the connection may end before
    /// PostgreSQL has answered a commit.
    fn compare_records(&mut self, answers: &[Answered], events: &HashMap<Uuid, Event>) {
        let created: HashSet<_> = answers.iter().filter_map(Answered::created).collect();
        let others: HashSet<_> = events.values().map(|event| event.record_id).collect();
        let others = others.difference(&created).count();
        let unanswered = answers.iter().filter(|answered| answered.answer == Answer::None).count();
        self.require(others <= unanswered, || {
            format!("{others} contacts were not answered with 201, but only {unanswered} had no answer")
        });
    }

    /// Compares one event with its arrivals, if it has any. `restored` means that its delivery may have been forgotten.
    fn compare(&mut self, event: &Event, arrived: &[Received], in_flight: usize, restored: bool) {
        let Some(first) = arrived.first() else { return };
        let id = first.id();
        let after_ms = u64::try_from(first.at_ms - event.occurred_at_ms).unwrap_or(0);
        self.longest = self.longest.max(Duration::from_millis(after_ms));
        self.require(arrived.iter().all(|received| received.body == event.body), || {
            format!("{id} has two bodies")
        });

        let duplicates = arrived.len() - 1;
        let duplicates_max = event.attempts.saturating_sub(1) + in_flight;
        self.duplicates += duplicates;
        self.duplicates_max += duplicates_max;
        self.require(duplicates <= duplicates_max, || {
            format!("{id} arrived {duplicates} times again, and could {duplicates_max} times")
        });
        // The lease only spaces attempts that were cut off; after a failed attempt the retry comes earlier.
        let early = arrived.windows(2).any(|pair| pair[1].at_ms - pair[0].at_ms < ms(LEASE_MIN));
        self.require(event.attempts > 1 || restored || !early, || {
            format!("{id} arrived again before a lease could expire")
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BODY: &str = "{}";

    fn event(attempts: usize) -> Event {
        Event { record_id: 1, body: BODY.to_owned(), occurred_at_ms: 500, delivered: true, attempts }
    }

    fn received(at_ms: i64, body: &str) -> Received {
        let headers = [("webhook-id".to_owned(), "evt_1".to_owned())].into();
        Received { headers, body: body.to_owned(), at_ms }
    }

    fn problems(attempts: usize, arrived: &[Received], in_flight: usize) -> Vec<String> {
        let mut row = Row::default();
        row.compare(&event(attempts), arrived, in_flight, false);
        assert_eq!(row.longest.as_millis(), 200);
        row.problems
    }

    #[test]
    fn an_event_may_come_again_once_for_each_fault_that_found_it_in_flight() {
        let twice = [received(700, BODY), received(17_000, BODY)];
        assert_eq!(problems(1, &twice, 1), [""; 0]);
        assert_eq!(problems(1, &twice, 0), ["evt_1 arrived 1 times again, and could 0 times"]);
        assert_eq!(problems(2, &twice, 0), [""; 0], "its first attempt failed");
    }

    #[test]
    fn an_event_comes_again_after_its_lease_and_with_the_same_body() {
        let early = [received(700, BODY), received(5_000, BODY)];
        assert_eq!(problems(1, &early, 1), ["evt_1 arrived again before a lease could expire"]);
        let changed = [received(700, BODY), received(17_000, "{ }")];
        assert_eq!(problems(1, &changed, 1), ["evt_1 has two bodies"]);
    }
}
