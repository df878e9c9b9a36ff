//! The way of new events to the relay of this process.
//!
//! An event that is written alone is claimed as it is written, and handed to the relay in memory once it is committed. So
//! the relay neither looks for it in the outbox nor claims it there. All other events wait in the outbox, and the relay is
//! only woken: those that are written together, large ones, those for which there is no room, those that come while the
//! relay cannot publish, and all events on SQLite, where nothing is claimed.
//!
//! If the process dies before it has published an event that it claimed, the event waits in the outbox until its claim
//! ends.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use sea_orm::{ConnectionTrait, DbBackend};
use shared::entities::AccountScope;
use shared::events::outbox::{self, NewEvent};
use shared::queue::Message;
use shared::times::FRESH_FOR;
use shared::{Error, Transaction};
use tokio::sync::mpsc;
use tokio::time::Instant;

use super::Waker;

/// How many events may wait in memory.
const CAPACITY: usize = 500;
/// The longest body that may wait in memory, in bytes. So all waiting bodies take at most 32 MB.
const BODY_MAX: usize = 64_000;

/// The end where events are written.
#[derive(Clone, Debug)]
pub struct Outlet {
    events: mpsc::Sender<Claimed>,
    waker: Waker,
    is_open: Arc<AtomicBool>,
}

/// The end of the relay. It is closed at first: events only wait in the outbox.
#[derive(Debug)]
pub struct Inlet {
    events: mpsc::Receiver<Claimed>,
    waker: Waker,
    is_open: Arc<AtomicBool>,
}

#[derive(Debug)]
struct Claimed {
    message: Message,
    at: Instant,
}

impl Outlet {
    /// Makes both ends.
    pub fn new() -> (Self, Inlet) {
        let (sender, receiver) = mpsc::channel(CAPACITY);
        let outlet = Self { events: sender, waker: Waker::default(), is_open: Arc::default() };
        let inlet = Inlet { events: receiver, waker: outlet.waker.clone(), is_open: outlet.is_open.clone() };
        (outlet, inlet)
    }

    /// Makes an outlet for a process that has no relay.
    pub fn closed() -> Self {
        Self::new().0
    }

    /// Records events in the transaction of their change, and gives them to the relay after the commit.
    pub async fn append(
        &self,
        tx: &Transaction,
        account: AccountScope,
        mut events: Vec<NewEvent>,
    ) -> Result<(), Error> {
        if let Some(place) = self.place(tx, &events)
            && let Some(event) = events.pop()
        {
            let claimed = Claimed { at: Instant::now(), message: outbox::append_claimed(tx, account, event) };
            tx.after_commit(move || drop(place.send(claimed)));
            return Ok(());
        }
        outbox::append(tx, account, events).await?;
        let waker = self.waker.clone();
        tx.after_commit(move || waker.wake());
        Ok(())
    }

    /// Reserves a place in memory, if these events are one that may wait there.
    fn place(&self, tx: &Transaction, events: &[NewEvent]) -> Option<mpsc::OwnedPermit<Claimed>> {
        let may_wait = tx.get_database_backend() == DbBackend::Postgres
            && matches!(events, [event] if event.body.len() <= BODY_MAX)
            && self.is_open.load(Ordering::Relaxed);
        if may_wait { self.events.clone().try_reserve_owned().ok() } else { None }
    }
}

impl Inlet {
    /// Lets events come in memory from now on, or no longer.
    pub fn set_open(&self, is_open: bool) {
        self.is_open.store(is_open, Ordering::Relaxed);
    }

    /// Returns the next event that was handed over, if there is one now.
    pub fn try_next(&mut self) -> Option<Message> {
        std::iter::from_fn(|| self.events.try_recv().ok()).find_map(Claimed::fresh)
    }

    /// Waits for the next event, and returns it. Returns `None` if other events are in the outbox.
    pub async fn wait(&mut self) -> Option<Message> {
        loop {
            tokio::select! {
                Some(claimed) = self.events.recv() => {
                    if let Some(message) = claimed.fresh() {
                        return Some(message);
                    }
                }
                () = self.waker.woken() => return None,
            }
        }
    }

    /// Refuses further events, waits for those whose transactions have not ended yet, and returns up to so many of them.
    /// Returns none when all have been returned.
    pub async fn last(&mut self, most: usize) -> Vec<Message> {
        self.events.close();
        let mut claimed = Vec::new();
        loop {
            let count = self.events.recv_many(&mut claimed, most).await;
            let messages: Vec<_> = claimed.drain(..).filter_map(Claimed::fresh).collect();
            if count == 0 || !messages.is_empty() {
                return messages;
            }
        }
    }

    /// Returns how many events may wait in memory.
    pub fn capacity(&self) -> usize {
        self.events.max_capacity()
    }
}

impl Claimed {
    fn fresh(self) -> Option<Message> {
        (self.at.elapsed() <= FRESH_FOR).then_some(self.message)
    }
}
