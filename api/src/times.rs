//! The times of the api on which others of it depend, each relation an assertion as in [`shared::times`]:
//!
//! - the stop: requests, then the relay and the letters, beside a dispatcher in the same process, and at last the database;
//! - an erasure, which waits for attempts that have begun; a file, whose client may pause;
//! - letters, which an invitation waits for;
//! - sessions, and the things that outlive them: a form typed into an ended session, a browser that the service knows.

use std::time::Duration;

use shared::times::{
    DISPATCHER_STOP_MAX, DUE_POLL, GIVE_UP_AFTER, LEASE_MARGIN, SPANS_STOP_MAX, STOP_MAX, WEBHOOK_TIMEOUT,
    fit, less,
};

/// How long requests in flight may still take after the server was told to stop.
pub const GRACE: Duration = Duration::from_secs(20);
/// After how long a batch carries out no more operations.
pub const BATCH_MAX: Duration = Duration::from_secs(15);

// A batch in flight ends by itself when the server stops.
const _: () = assert!(less(BATCH_MAX, GRACE));

/// How long a connection that was made before the stop may still take to send its first request.
pub const FIRST_REQUEST_MAX: Duration = Duration::from_secs(1);
/// How long the relay may take to publish its events when the process stops.
pub const RELAY_STOP_MAX: Duration = Duration::from_secs(1);
/// How long letters may take that wait for the mail server when the process stops.
pub const MAIL_STOP_MAX: Duration = Duration::from_secs(3);
/// How long the database may take to be closed. A list that is still being read must not delay the stop.
pub const CLOSE_MAX: Duration = Duration::from_secs(1);

const _: () = assert!(less(FIRST_REQUEST_MAX, GRACE));
const _: () = assert!(fit(&[GRACE, RELAY_STOP_MAX, MAIL_STOP_MAX, SPANS_STOP_MAX, CLOSE_MAX], STOP_MAX));
// A dispatcher in the same process stops meanwhile.
const _: () = assert!(fit(&[DISPATCHER_STOP_MAX, SPANS_STOP_MAX, CLOSE_MAX], STOP_MAX));

/// How long an erasure waits for deliveries in progress to end.
pub const ERASURE_WAIT_MAX: Duration = Duration::from_mins(1);
/// The window over which the rate of a client is measured. A client must not pause for longer than this either.
pub const CLIENT_WINDOW: Duration = Duration::from_secs(30);
/// The time after which a file has broken off if nothing of it arrives, because the process that received it has died.
pub const BROKEN_OFF_AFTER: Duration = Duration::from_mins(15);

// The attempt of a dispatcher that has died ends with its lease, if attempts may take as long as by default.
const _: () = assert!(fit(&[WEBHOOK_TIMEOUT, LEASE_MARGIN, DUE_POLL], ERASURE_WAIT_MAX));
// A file whose client only pauses has not broken off.
const _: () = assert!(less(CLIENT_WINDOW, BROKEN_OFF_AFTER));

/// How long every attempt of a webhook has failed when its owners are told.
pub const FAILING_FOR: Duration = Duration::from_hours(1);

/// After how long owners are told again that a webhook has missed an event.
pub const GIVEN_UP_TOLD_AGAIN: Duration = Duration::from_hours(7 * 24);

// A failure without end is told once at each of its stages.
const _: () = assert!(less(FAILING_FOR, GIVE_UP_AFTER) && less(GIVE_UP_AFTER, GIVEN_UP_TOLD_AGAIN));

/// How long a link for a new password can be used.
pub const LINK_LIFE: Duration = Duration::from_hours(24);
/// How long the mail server is asked again and again to take a letter.
pub const LETTER_KEPT_MAX: Duration = Duration::from_hours(3 * 24);

/// How long to wait before a letter is tried again, each time.
pub const LETTER_WAITS: [Duration; 3] =
    [Duration::from_secs(5), Duration::from_secs(30), Duration::from_mins(2)];
/// How long the mail server may take for each answer.
pub const SMTP_ANSWER_MAX: Duration = Duration::from_secs(30);
/// How long a process tries a letter that it has claimed, with all its waits.
pub const LETTER_MAX: Duration = Duration::from_mins(8);
/// After how long another process tries a letter, and an invitation counts as not mailed. No process tries one for so long.
pub const LETTER_LOST_AFTER: Duration = Duration::from_mins(10);

const _: () = {
    let [first, second, third] = LETTER_WAITS;
    let answers = SMTP_ANSWER_MAX.saturating_mul(4);
    assert!(fit(&[first, second, third, answers], LETTER_MAX) && less(LETTER_MAX, LETTER_LOST_AFTER));
};

/// How exactly the last use of a session is known. Writing it at every request would make every page a write.
pub const SESSION_USE: Duration = Duration::from_mins(5);
/// How long an unused session lives.
pub const SESSION_IDLE: Duration = Duration::from_hours(7 * 24);
/// How long a session lives at most.
pub const SESSION_LIFE: Duration = Duration::from_hours(30 * 24);
/// How long the second step of a sign-in may take.
pub const SECOND_STEP_LIFE: Duration = Duration::from_mins(10);
/// How long the typed values of a form are carried through the sign-in.
pub const KEPT_FORM_LIFE: Duration = Duration::from_hours(1);
/// How long after a sign-in the service knows the browser.
pub const BROWSER_LIFE: Duration = Duration::from_hours(180 * 24);

const _: () = assert!(less(SESSION_USE, SESSION_IDLE) && less(SESSION_IDLE, SESSION_LIFE));
// A form outlives the sign-in that carries it, and a known browser the session that made it known.
const _: () = assert!(less(SECOND_STEP_LIFE, KEPT_FORM_LIFE) && less(SESSION_LIFE, BROWSER_LIFE));
