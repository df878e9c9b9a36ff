//! Crash points: places where a test makes a program die as if by `kill -9`, to check that nothing is lost there.
//!
//! `CRASH_AT=relay.claimed:3` ends the process when it passes the point `relay.claimed` for the third time: at once,
//! without destructors. A point is named after a part of the program and what it has just done. Points exist only with
//! the feature `testing`, which `cargo test` enables for the programs too. Without it, a point does nothing.

/// Every point of the api and its relay. Deferred writes go out with the commit, after `api.written`.
pub const API: &[&str] =
    &["api.written", "api.committed", "relay.claimed", "relay.published", "relay.marked"];

/// Every point of imports. The api passes these only during an import.
pub const IMPORT: &[&str] = &["import.received", "import.written", "import.committed"];

/// Every point of the dispatcher.
pub const DISPATCHER: &[&str] = &[
    "intake.received",
    "intake.recorded",
    "intake.committed",
    "intake.acknowledged",
    "scheduler.claimed",
    "scheduler.committed",
    "attempt.begun",
    "attempt.answered",
    "results.written",
    "results.committed",
    "recovery.recorded",
    "recovery.committed",
];

/// Does nothing, because the feature `testing` is off.
#[cfg(not(feature = "testing"))]
#[inline]
pub fn point(_name: &str) {}

/// Passes a point, or dies there if `CRASH_AT` names it.
///
/// # Panics
/// When the point is not in the lists above, or `CRASH_AT` is not of the form `POINT:PASSES`.
#[cfg(feature = "testing")]
pub fn point(name: &str) {
    use std::sync::LazyLock;
    use std::sync::atomic::{AtomicU32, Ordering};

    static CRASH_AT: LazyLock<Option<(String, AtomicU32)>> = LazyLock::new(|| {
        let text = std::env::var("CRASH_AT").ok()?;
        let point = text
            .split_once(':')
            .and_then(|(name, passes)| Some((name.to_owned(), passes.parse::<u32>().ok()?.into())));
        assert!(point.is_some(), "CRASH_AT must be POINT:PASSES, not {text}");
        point
    });
    let is_listed = [API, IMPORT, DISPATCHER].iter().any(|points| points.contains(&name));
    assert!(is_listed, "{name} is not in the list of points");
    if let Some((crash_at, passes)) = &*CRASH_AT
        && crash_at == name
        && passes.fetch_sub(1, Ordering::Relaxed) == 1
    {
        std::process::abort();
    }
}
