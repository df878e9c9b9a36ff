//! The sources of the relay's events: the requests of this process, in memory, and the outbox.

use std::time::{Duration, SystemTime};

use prometheus_client::metrics::counter::Counter;
use shared::events::outbox;
use shared::events::way::Waypoint;
use shared::process::pace::Pace;
use shared::queue::Message;
use shared::times::OUTBOX_POLL;
use shared::{Error, Store};
use tokio::time::{Instant, sleep_until};

use crate::state::Inlet;

/// The most events of a batch.
pub(super) const BATCH: usize = 200;
/// The shortest time from a batch to the next, in which events gather, unless the batch was small.
const GATHER: Duration = Duration::from_millis(5);
const SMALL: usize = 4;
/// How many events of a batch come from the outbox when the relay looks into it, even if more are handed over than fit.
const FROM_OUTBOX: usize = BATCH / 4;

pub(super) struct Source {
    store: Store,
    inlet: Inlet,
    /// Counts the looks into the outbox that fail while other events are there to be published.
    failed: Counter,
    pace: Pace,
    /// An event that was handed over while the relay waited for work.
    handed_over: Option<Message>,
    /// When to look into the outbox.
    look_at: Instant,
}

impl Source {
    pub(super) fn new(store: Store, inlet: Inlet, failed: Counter) -> Self {
        Self { store, inlet, failed, pace: Pace::new(GATHER), handed_over: None, look_at: Instant::now() }
    }

    /// Lets requests hand over events from now on, or no longer.
    pub(super) fn set_open(&self, is_open: bool) {
        self.inlet.set_open(is_open);
    }

    /// Lets the next look into the outbox be at once.
    pub(super) fn look_now(&mut self) {
        self.look_at = Instant::now();
    }

    /// Waits until there may be events. If the future is dropped, no event is lost.
    pub(super) async fn wait(&mut self) {
        if self.handed_over.is_none() {
            tokio::select! {
                next = self.inlet.wait() => match next {
                    Some(event) => self.handed_over = Some(event),
                    None => self.look_now(),
                },
                () = sleep_until(self.look_at) => {}
            }
        }
        self.pace.keep().await;
    }

    /// Returns the next batch: the events that were handed over, and others from the outbox, which it claims.
    pub(super) async fn next(&mut self) -> Result<Vec<Message>, Error> {
        self.pace.begin();
        let awake = SystemTime::now();
        let is_look_due = Instant::now() >= self.look_at;
        // However many events are handed over, those in the outbox have their part of the batch.
        let mut batch = self.take_handed_over(if is_look_due { BATCH - FROM_OUTBOX } else { BATCH });
        if is_look_due {
            let room = BATCH - batch.len();
            match outbox::claim(&self.store, room as u64).await {
                Ok(claimed) => {
                    self.look_at =
                        Instant::now() + if claimed.len() < room { OUTBOX_POLL } else { Duration::ZERO };
                    batch.extend(claimed);
                }
                Err(error) if batch.is_empty() => return Err(error),
                Err(error) => {
                    self.failed.inc();
                    tracing::warn!(%error, "could not look into the outbox; new events are published all the same");
                    self.look_at = Instant::now() + OUTBOX_POLL;
                }
            }
        }
        if batch.len() < SMALL {
            self.pace.hurry();
        }
        Waypoint::Awake.note_at(awake, batch.iter().map(|message| message.event_id));
        Ok(batch)
    }

    /// Returns events that were handed over.
    pub(super) fn take_handed_over(&mut self, most: usize) -> Vec<Message> {
        let first = self.handed_over.take();
        first.into_iter().chain(std::iter::from_fn(|| self.inlet.try_next())).take(most).collect()
    }

    /// Lets requests hand over no more events, and gives the waiting ones back to the outbox.
    pub(super) async fn give_back(&mut self) {
        self.set_open(false);
        let waiting = self.take_handed_over(usize::MAX);
        if let Err(error) = outbox::mark(&self.store, &waiting, &[]).await {
            tracing::warn!(%error, events = waiting.len(), "could not give events back; they wait until their claims end");
        }
    }

    /// Returns the next events that running requests hand over, or none when all have been returned.
    pub(super) async fn last(&mut self) -> Vec<Message> {
        self.inlet.last(BATCH).await
    }
}
