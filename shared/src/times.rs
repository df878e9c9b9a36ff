//! The times on which others depend: how long something may take, how long others wait for it, and by when it is done again.
//!
//! # How they depend on each other
//!
//! Nothing waits without an end, and whoever waits gives up later than the one it waits for. So the one that is nearest to
//! the trouble reports it:
//!
//! ```text
//!  the server's limit of a statement  <  the program's limit, after which the connection is in doubt
//!  wait in memory, broker's answer    <= claim of the outbox     (then another relay publishes)
//!  attempt, begin, record the result  <= lease of a delivery     (then another dispatcher attempts)
//!  attempt, drain                     <  stop of the dispatcher  <  stop of a program
//! ```
//!
//! A claim or a lease that ends too early makes duplicates (invariants I3 and I4). One that ends too late holds up what a
//! dead process had taken. So each chain has a sum from above as well: what a process of our own held when it froze is taken
//! over within [`FROZEN_DELAY_MAX`] (invariant I5).
//!
//! Each relation is an assertion below its times, so a time that breaks one does not compile. The sums leave out what our
//! own code computes between the waits. Times that nothing else depends on stand where they are used; those that concern the
//! api alone are in its own `times`.

use std::time::Duration;

/// Returns a time in milliseconds, as the database and its clock count.
pub fn ms(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}

/// Returns whether these times, one after the other, take no longer than another one.
pub const fn fit(times: &[Duration], within: Duration) -> bool {
    let (mut sum_ms, mut i) = (0, 0);
    while i < times.len() {
        sum_ms += times[i].as_millis();
        i += 1;
    }
    sum_ms <= within.as_millis()
}

/// Returns whether a time is less than another one.
pub const fn less(time: Duration, than: Duration) -> bool {
    time.as_millis() < than.as_millis()
}

/// How long what a process of our own held may be held up after it froze or became unreachable (invariant I5).
pub const FROZEN_DELAY_MAX: Duration = Duration::from_secs(30);

// The database.

/// How long PostgreSQL works on a statement, waits for locks included.
pub const STATEMENT_TIMEOUT: Duration = Duration::from_secs(30);
/// How long a statement may take for the program. More means that the server does not answer.
pub const STATEMENT_MAX: Duration = Duration::from_secs(35);
/// How long PostgreSQL waits for the next statement of a transaction. A process that is frozen in one loses its locks.
pub const IDLE_IN_TRANSACTION_MAX: Duration = Duration::from_secs(10);
/// How long PostgreSQL hears nothing from a client before it asks whether the client is still there.
pub const KEEPALIVE_IDLE: Duration = Duration::from_secs(10);
/// How long it waits before it asks again.
pub const KEEPALIVE_INTERVAL: Duration = Duration::from_secs(5);
/// How often it asks in vain before it ends the connection.
pub const KEEPALIVE_COUNT: u32 = 2;
/// How long a client may leave unacknowledged what PostgreSQL has sent to it.
pub const TCP_USER_TIMEOUT: Duration = Duration::from_secs(20);
/// A statement that its caller gave up after this long may have met a server that does not answer.
pub const ABANDONED_MIN: Duration = Duration::from_secs(5);
/// For how long after that no connection is lent again, not even a new one: the server may still not answer.
pub const DOUBT: Duration = Duration::from_mins(1);
/// How long a caller waits for a free connection before it is told that the service is too busy.
pub const ACQUIRE_MAX: Duration = Duration::from_secs(5);
/// How long a connection may take to say that it is alive.
pub const ALIVE_MAX: Duration = Duration::from_secs(2);
/// How long a connection that is kept between statements may be unused without being asked whether it is alive.
pub const UNASKED_MAX: Duration = Duration::from_secs(1);
/// How long it may be used without being asked.
pub const ASKED_EVERY: Duration = Duration::from_secs(5);
/// How long after it left the pool it is kept.
pub const KEPT_FOR: Duration = Duration::from_mins(1);
/// How long the database may take to answer a readiness check.
pub const READINESS_MAX: Duration = Duration::from_secs(2);
/// How long the command `health` waits for the answer to a readiness check.
pub const HEALTH_MAX: Duration = Duration::from_secs(5);
/// How long reading what `/metrics` shows may take. A reader of metrics gives up after 10 s, and then misses all of them.
pub const SAMPLE_MAX: Duration = Duration::from_secs(3);

// The server ends a statement itself, and then the connection is good for the next one.
const _: () = assert!(less(STATEMENT_TIMEOUT, STATEMENT_MAX));
// A statement that waits for the lock of a frozen process gets it before the server ends it.
const _: () = assert!(less(IDLE_IN_TRANSACTION_MAX, STATEMENT_TIMEOUT));
// Both ways in which PostgreSQL notices that a client is gone.
const _: () =
    assert!(fit(&[KEEPALIVE_IDLE, KEEPALIVE_INTERVAL.saturating_mul(KEEPALIVE_COUNT)], FROZEN_DELAY_MAX));
const _: () = assert!(less(TCP_USER_TIMEOUT, FROZEN_DELAY_MAX));
// While a server does not answer, the next statement is given up, and renews the doubt, before the doubt has ended.
const _: () = assert!(less(ABANDONED_MIN, STATEMENT_MAX) && less(STATEMENT_MAX, DOUBT));
// A check that gives up a slow statement puts no connection in doubt.
const _: () = assert!(less(READINESS_MAX, ABANDONED_MIN) && less(SAMPLE_MAX, ABANDONED_MIN));
const _: () = assert!(less(READINESS_MAX, HEALTH_MAX));
// Whoever waits for a connection gets another one if the first does not say that it is alive.
const _: () = assert!(less(ALIVE_MAX, ACQUIRE_MAX));
const _: () = assert!(less(UNASKED_MAX, ASKED_EVERY) && less(ASKED_EVERY, KEPT_FOR));

// The outbox and the broker.

/// How long a claimed event is its relay's. After that, another relay publishes it, too.
pub const CLAIM: Duration = Duration::from_secs(15);
/// How long after an event was claimed the relay may begin to publish it. After that, it is left to the outbox.
pub const FRESH_FOR: Duration = Duration::from_secs(5);
/// How long the broker may take to answer. While it has a resource alarm, it does not answer at all.
pub const ANSWER_MAX: Duration = Duration::from_secs(10);
/// How long after its publication an event is marked, if it is still in the outbox then. The intake has usually taken it out
/// by then, so most events are never marked.
pub const MARK_AFTER: Duration = Duration::from_millis(500);
/// How often the relay looks into the outbox for events that nobody has told it of.
pub const OUTBOX_POLL: Duration = Duration::from_secs(1);
/// The heartbeat of a connection to the broker, unless the URL sets another one. A side that hears nothing for two to three
/// times as long closes the connection. Then the broker gives the messages of a frozen dispatcher to another one.
pub const HEARTBEAT: Duration = Duration::from_secs(5);
/// How long a subscription may bring nothing before it is made anew.
pub const SUBSCRIPTION_MAX: Duration = Duration::from_secs(5);
/// How often events that were published and got lost are looked for.
pub const SWEEP_EVERY: Duration = Duration::from_secs(10);
/// If the queue is empty, an event that was published this long ago and is not recorded has been lost.
pub const LOST_AFTER: Duration = Duration::from_secs(30);
/// If messages wait in the queue, the event may be among them. It is published again only after this time, and only if
/// fewer messages wait than events are published and not recorded. So a long outage of the dispatchers does not fill
/// the queue with copies.
pub const LOST_IN_BACKLOG_AFTER: Duration = Duration::from_hours(1);

/// The longest time after which a side of a connection to the broker counts as gone.
const SILENCE_MAX: Duration = HEARTBEAT.saturating_mul(3);

// An event that was handed over in memory is published before its claim ends.
const _: () = assert!(fit(&[FRESH_FOR, ANSWER_MAX], CLAIM));
// An event of the outbox is published and marked before its claim ends.
const _: () = assert!(fit(&[ANSWER_MAX, MARK_AFTER], CLAIM));
// What a frozen relay had claimed is published by another one.
const _: () = assert!(fit(&[CLAIM, OUTBOX_POLL, ANSWER_MAX], FROZEN_DELAY_MAX));
// What a frozen dispatcher had received comes to another one.
const _: () = assert!(fit(&[SILENCE_MAX], FROZEN_DELAY_MAX));
// A subscription that has lost its queue's leader fails when it is made anew, and then a new connection is made.
const _: () = assert!(fit(&[SUBSCRIPTION_MAX, ANSWER_MAX, ANSWER_MAX], FROZEN_DELAY_MAX));
// What a frozen dispatcher holds shows as an empty queue. It is not lost, because it comes to another one first.
const _: () = assert!(less(SILENCE_MAX, LOST_AFTER) && less(LOST_AFTER, LOST_IN_BACKLOG_AFTER));

// The deliveries.

/// The deadline of one attempt, from connecting to the last byte, unless `ALMONER_WEBHOOK_TIMEOUT` sets another one.
pub const WEBHOOK_TIMEOUT: Duration = Duration::from_secs(15);
/// The shortest deadline that can be set.
pub const WEBHOOK_TIMEOUT_MIN: Duration = Duration::from_millis(100);
/// The longest deadline that can be set. Above the default, a lease may outlast [`FROZEN_DELAY_MAX`].
pub const WEBHOOK_TIMEOUT_MAX: Duration = Duration::from_mins(5);
/// How much longer a lease lasts than an attempt may take: time to begin the attempt, and to record its result.
pub const LEASE_MARGIN: Duration = Duration::from_secs(10);
/// How much of the margin may pass before the attempt begins.
pub const BEGIN_WITHIN: Duration = Duration::from_secs(5);
/// How long a delivery with a permit may wait until its attempt begins.
pub const PERMIT_WAIT_MAX: Duration = Duration::from_secs(1);
/// An attempt that takes this long is slow.
pub const SLOW: Duration = Duration::from_secs(1);
/// A webhook gets permits for the attempts that it can make in this time, estimated from how long its latest ones took.
pub const AHEAD: Duration = Duration::from_millis(250);
/// The least time between two writes of results, so that several share one transaction.
pub const RESULTS_GATHER: Duration = Duration::from_millis(10);
/// How often to poll for webhooks with due deliveries.
pub const DUE_POLL: Duration = Duration::from_millis(500);
/// How far the times of two polls overlap: a transaction that commits late may add a delivery to a time that was read.
pub const DUE_OVERLAP: Duration = Duration::from_secs(5);
/// How often a poll asks for every webhook. A due delivery that was locked when it was to be claimed, by a process that
/// died or by a recovery, waits for this long at most.
pub const DUE_ALL_EVERY: Duration = Duration::from_secs(10);
/// How long it is tried to record what results say about a webhook. A process that has locked its row loses it sooner.
pub const NOTES_KEPT_MAX: Duration = Duration::from_mins(1);
/// The waits after each failed attempt, unless `ALMONER_WEBHOOK_RETRY_SCHEDULE` sets others: about three days.
pub const RETRY_WAITS: [Duration; 9] = [
    Duration::from_secs(5),
    Duration::from_mins(5),
    Duration::from_mins(30),
    Duration::from_hours(2),
    Duration::from_hours(5),
    Duration::from_hours(10),
    Duration::from_hours(14),
    Duration::from_hours(20),
    Duration::from_hours(24),
];
/// The longest wait that can be set.
pub const RETRY_WAIT_MAX: Duration = Duration::from_hours(30 * 24);
/// The longest wait that a receiver's `Retry-After` can impose.
pub const RETRY_AFTER_MAX: Duration = Duration::from_hours(24);
/// A webhook is disabled when every attempt has failed for this long.
pub const GIVE_UP_AFTER: Duration = Duration::from_hours(5 * 24);

const _: () =
    assert!(less(WEBHOOK_TIMEOUT_MIN, WEBHOOK_TIMEOUT) && less(WEBHOOK_TIMEOUT, WEBHOOK_TIMEOUT_MAX));
// An attempt begins in its part of the lease's margin, and its result is recorded in the rest.
const _: () =
    assert!(less(PERMIT_WAIT_MAX, BEGIN_WITHIN) && fit(&[BEGIN_WITHIN, RESULTS_GATHER], LEASE_MARGIN));
const _: () = assert!(
    fit(&[WEBHOOK_TIMEOUT, LEASE_MARGIN, DUE_POLL], FROZEN_DELAY_MAX),
    "I5: a lease of a frozen dispatcher ends too late, if attempts may take as long as by default"
);
const _: () = assert!(
    fit(&[IDLE_IN_TRANSACTION_MAX, DUE_ALL_EVERY, DUE_POLL], FROZEN_DELAY_MAX),
    "I5: what a frozen process had locked is found again too late"
);
// Polls that ask for every webhook find what commits later than the others look back.
const _: () = assert!(less(DUE_POLL, DUE_OVERLAP) && less(DUE_OVERLAP, DUE_ALL_EVERY));
// Permits that are given ahead can all begin in time. A wait that was too long makes a receiver slow.
const _: () =
    assert!(less(AHEAD, PERMIT_WAIT_MAX) && fit(&[SLOW], PERMIT_WAIT_MAX) && less(SLOW, WEBHOOK_TIMEOUT));
// The row of a webhook is free again before its note is dropped.
const _: () = assert!(fit(&[STATEMENT_TIMEOUT, IDLE_IN_TRANSACTION_MAX], NOTES_KEPT_MAX));
// A delivery has all of its attempts, each up to a fifth later, before its webhook is disabled.
const _: () = assert!(fit(&RETRY_WAITS, Duration::from_secs(GIVE_UP_AFTER.as_secs() / 6 * 5)));
const _: () = assert!(less(RETRY_AFTER_MAX, GIVE_UP_AFTER) && less(RETRY_AFTER_MAX, RETRY_WAIT_MAX));

// The end of a program.

/// How long a program may take to stop. This is what compose.yaml and, without a value of one's own, Kubernetes wait for.
pub const STOP_MAX: Duration = Duration::from_secs(30);
/// How long a dispatcher may take to stop: attempts in flight end, and their results are recorded.
pub const DISPATCHER_STOP_MAX: Duration = Duration::from_secs(24);
/// How long attempts in flight may take to finish when the dispatcher stops.
pub const DRAIN_MAX: Duration = Duration::from_secs(20);
/// How long the last steps of traces may take to be sent.
pub const SPANS_STOP_MAX: Duration = Duration::from_secs(2);

// An attempt that has just begun can end, if attempts may take as long as by default.
const _: () = assert!(less(WEBHOOK_TIMEOUT, DRAIN_MAX));
const _: () = assert!(fit(&[DRAIN_MAX, RESULTS_GATHER], DISPATCHER_STOP_MAX));
const _: () = assert!(fit(&[DISPATCHER_STOP_MAX, SPANS_STOP_MAX], STOP_MAX));
