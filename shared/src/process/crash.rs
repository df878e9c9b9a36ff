//! Crash points: places where a test makes a program die as if by `kill -9`, to check that nothing is lost there, or
//! freeze as if by `kill -STOP`, to check that nothing stands still, or panic as if by a defect.
//!
//! `CRASH_AT=relay.claimed:3` ends the process when it passes the point `relay.claimed` for the third time: at once,
//! without destructors. `FREEZE_AT` stops it there until it gets SIGCONT, and `PANIC_AT` makes the task panic there. A point
//! is named after a part of the program and what it has just done. Points exist only with the feature `testing`, which
//! `cargo test` enables for the programs too. Without it, a point does nothing.

/// Every point of the api and its relay. Deferred writes go out with the commit, after `api.written`.
pub const API: &[&str] =
    &["api.written", "api.committed", "relay.claimed", "relay.published", "relay.marked"];

/// Every point of imports. The api passes these only during an import.
pub const IMPORT: &[&str] = &["import.received", "import.written", "import.committed"];

/// Every point of a move to PostgreSQL.
pub const MOVE: &[&str] = &["move.table", "move.copied", "move.marked", "move.committed"];

/// Every point of the dispatcher.
pub const DISPATCHER: &[&str] = &[
    "intake.received",
    "intake.committed",
    "intake.acknowledged",
    "scheduler.claimed",
    "scheduler.committed",
    "attempt.begun",
    "attempt.answered",
    "results.committed",
    "recovery.recorded",
    "recovery.committed",
];

/// Does nothing, because the feature `testing` is off.
#[cfg(not(feature = "testing"))]
#[inline]
pub fn point(_name: &str) {}

/// Passes a point, or dies, freezes or panics there if `CRASH_AT`, `FREEZE_AT` or `PANIC_AT` names it.
///
/// # Panics
/// When `PANIC_AT` names the point, when the point is not in the lists above, or when a variable is not of the form
/// `POINT:PASSES`.
#[cfg(feature = "testing")]
pub fn point(name: &str) {
    use std::sync::LazyLock;
    use std::sync::atomic::{AtomicU32, Ordering};

    struct Fault {
        point: String,
        passes: AtomicU32,
    }

    impl Fault {
        fn from_env(variable: &str) -> Option<Self> {
            let text = std::env::var(variable).ok()?;
            let fault = text.split_once(':').and_then(|(point, passes)| {
                Some(Self { point: point.to_owned(), passes: passes.parse::<u32>().ok()?.into() })
            });
            assert!(fault.is_some(), "{variable} must be POINT:PASSES, not {text}");
            fault
        }

        fn is_here(&self, name: &str) -> bool {
            self.point == name && self.passes.fetch_sub(1, Ordering::Relaxed) == 1
        }
    }

    static CRASH: LazyLock<Option<Fault>> = LazyLock::new(|| Fault::from_env("CRASH_AT"));
    static FREEZE: LazyLock<Option<Fault>> = LazyLock::new(|| Fault::from_env("FREEZE_AT"));
    static PANIC: LazyLock<Option<Fault>> = LazyLock::new(|| Fault::from_env("PANIC_AT"));

    let is_listed = [API, IMPORT, MOVE, DISPATCHER].iter().any(|points| points.contains(&name));
    assert!(is_listed, "{name} is not in the list of points");
    if CRASH.as_ref().is_some_and(|fault| fault.is_here(name)) {
        std::process::abort();
    }
    if FREEZE.as_ref().is_some_and(|fault| fault.is_here(name)) {
        // The signal is offered to this thread first, and stops the process when this thread goes on.
        let thread = std::fs::read_link("/proc/thread-self");
        let id = thread.iter().filter_map(|path| path.file_name());
        let stopped = std::process::Command::new("kill").arg("-STOP").args(id).status();
        assert!(stopped.is_ok_and(|status| status.success()), "cannot freeze at {name}");
    }
    assert!(!PANIC.as_ref().is_some_and(|fault| fault.is_here(name)), "a test has a task panic at {name}");
}
