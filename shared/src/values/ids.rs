//! The ids of events, as they are stored and as they leave the service.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};

use uuid::{Timestamp, Uuid};

use crate::crypto::bytes::random;

/// The bits of a UUID of version 7 that count ids within a millisecond. 32 random bits follow them.
const COUNTER_BITS: u8 = 42;

/// Creates an id for an event that happened at a moment, in milliseconds since the Unix epoch: a UUID of version 7 (RFC
/// 9562) of exactly that moment. Ids that one process creates for the same millisecond are in order, too.
pub fn new_event_id(occurred_at_ms: i64) -> Uuid {
    // Start at a random number, so that two processes do not count alike.
    static COUNTER: LazyLock<AtomicU64> =
        LazyLock::new(|| AtomicU64::new(random().map_or(0, |bytes| u64::from_le_bytes(bytes) >> 24)));
    let counter = COUNTER.fetch_add(1, Ordering::Relaxed);
    Uuid::new_v7(unix_time(occurred_at_ms, counter))
}

/// Returns the smallest id that an event can have that happened at this moment or later.
pub fn first_event_id(since_ms: i64) -> Uuid {
    uuid::Builder::from_unix_timestamp_millis(since_ms.max(0).unsigned_abs(), &[0; 10]).into_uuid()
}

fn unix_time(ms: i64, counter: u64) -> Timestamp {
    let ms = ms.max(0).unsigned_abs();
    let nanos = u32::try_from(ms % 1000 * 1_000_000).unwrap_or(0);
    Timestamp::from_unix_time(ms / 1000, nanos, u128::from(counter), COUNTER_BITS)
}

/// Returns an event id as receivers see it, in `webhook-id` and in the body: `evt_` and 32 hex digits.
pub fn event_id_text(id: Uuid) -> String {
    format!("evt_{}", id.simple())
}

/// Reads an event id in the form of [`event_id_text`]. Returns `None` for any other text.
pub fn parse_event_id(text: &str) -> Option<Uuid> {
    let hex = text.strip_prefix("evt_").filter(|hex| hex.len() == 32)?;
    Uuid::try_parse(hex).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn event_ids_are_ordered_by_moment_and_then_by_creation() {
        let now_ms = 1_781_524_800_123;
        let ids = [now_ms, now_ms, now_ms + 1].map(new_event_id);
        assert!(ids.is_sorted() && ids[0] != ids[1], "{ids:?}");
        assert!(first_event_id(now_ms) < ids[0] && ids[1] < first_event_id(now_ms + 1));
        assert!(first_event_id(now_ms + 1) < ids[2]);
        assert_eq!(ids[0].get_version_num(), 7);
        assert_eq!(parse_event_id(&event_id_text(ids[0])), Some(ids[0]));
        assert_eq!(parse_event_id(&ids[0].to_string()), None);
    }
}
