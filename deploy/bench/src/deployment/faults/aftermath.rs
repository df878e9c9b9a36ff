//! The traces that restores leave for the check at the end of their round.

use std::collections::HashSet;

use tokio::time::Instant;
use uuid::Uuid;

use super::load::Answered;
use crate::deployment::Reader;

/// The traces of restores, for the check that follows.
#[derive(Debug, Default)]
pub(super) struct Aftermath {
    /// From each backup to the end of its restore: changes that were answered in this time may be lost.
    pub(super) lost_times: Vec<(Instant, Instant)>,
    /// Events that were committed, and then lost.
    pub(super) lost: HashSet<Uuid>,
    /// Events that had not been delivered when the backup was made. They arrive again, before the lease ends that they
    /// got in the lost time.
    pub(super) undelivered: HashSet<Uuid>,
    /// Clients that must have seen everything in the end.
    pub(super) readers: Vec<Reader>,
    /// Contacts that were created here, and not by the load.
    pub(super) created: Vec<Answered>,
    /// The wrong answers.
    pub(super) problems: Vec<String>,
}

impl Aftermath {
    /// Returns whether a change may have been lost.
    pub(super) fn may_have_lost(&self, answered: &Answered) -> bool {
        self.lost_times.iter().any(|(from, to)| answered.began <= *to && answered.ended >= *from)
    }
}
