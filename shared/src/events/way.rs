//! The steps of events on their way from the commit to the request, as log lines that `deploy/dev bench latency` reads.
//! They are written only if the log filter asks for them: `ALMONER_LOG=way=debug`.

use std::time::SystemTime;

use uuid::Uuid;

use crate::values::ids::event_id_text;

/// A step, in the order of the way.
#[derive(Clone, Copy, Debug)]
pub enum Waypoint {
    /// The relay has begun to look into the outbox, or has taken the event that a request handed over.
    Awake,
    /// The relay has claimed the event, unless the request has.
    Claimed,
    /// The queue has confirmed its message.
    Confirmed,
    /// The intake has its message.
    Received,
    /// The intake has recorded its deliveries, and leased those that have a permit.
    Recorded,
    /// An attempt begins.
    Attempted,
}

impl Waypoint {
    /// Notes that events take this step now.
    pub fn note(self, event_ids: impl IntoIterator<Item = Uuid>) {
        self.note_at(SystemTime::now(), event_ids);
    }

    /// Notes that events took this step at a time.
    pub fn note_at(self, at: SystemTime, event_ids: impl IntoIterator<Item = Uuid>) {
        if tracing::enabled!(target: "way", tracing::Level::DEBUG) {
            let at_us = at.duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_micros());
            for id in event_ids {
                tracing::debug!(target: "way", step = ?self, at_us, event_id = event_id_text(id));
            }
        }
    }
}
