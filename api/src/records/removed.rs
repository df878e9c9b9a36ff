//! Tells callers which events were removed from the log because they were old.

use shared::values::clock::rfc3339;

use crate::events::retention::Removed;
use crate::fields::Problems;

/// Checks that the log still has all events since a moment that a caller names. Otherwise an answer would leave some out
/// without a word.
pub fn check_since(removed: Removed, since_ms: Option<i64>, problems: &mut Problems) {
    if let (Some(since_ms), Some(until_ms)) = (since_ms, removed.until_ms())
        && !removed.has_all_since(since_ms)
    {
        let until = rfc3339(until_ms);
        problems.add("since", format_args!("must lie after {until}, because older events were removed"));
    }
}
