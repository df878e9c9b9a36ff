//! Crash points: moments at which a test lets a program die as of `kill -9`, to see that nothing is lost there.
//!
//! `CRASH_AT=relay.claimed:3` ends the process when it passes the point `relay.claimed` for the third time: at once,
//! without destructors. A point is named after the part and what it has just done. They exist with the feature
//! `testing` alone, which `cargo test` gives to the programs too; otherwise a point is nothing.

/// Every point of the api, its relay included. What is deferred goes with the commit, after `api.written`.
pub const API: &[&str] =
    &["api.written", "api.committed", "relay.claimed", "relay.published", "relay.marked"];

/// Every point of imports, which the api passes only where there is one.
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

/// Passes a point.
#[cfg(not(feature = "testing"))]
#[inline]
pub fn point(_name: &str) {}

/// Passes a point, or dies there.
///
/// # Panics
/// When the point is not in the lists above, or `CRASH_AT` is not understood.
#[cfg(feature = "testing")]
pub fn point(name: &str) {
    use std::sync::LazyLock;
    use std::sync::atomic::{AtomicU32, Ordering};

    static CRASH_AT: LazyLock<Option<(String, AtomicU32)>> = LazyLock::new(|| {
        let text = std::env::var("CRASH_AT").ok()?;
        let point = text
            .split_once(':')
            .and_then(|(name, passes)| Some((name.to_owned(), passes.parse::<u32>().ok()?.into())));
        assert!(point.is_some(), "CRASH_AT is POINT:PASSES, not {text}");
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
