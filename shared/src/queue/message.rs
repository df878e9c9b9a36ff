//! Messages of a queue, one by one and in batches.

use bytes::Bytes;
use lapin::Acker;
use uuid::Uuid;

use super::receipt::{acknowledge, reject};
use crate::Error;
use crate::values::choices::EventType;
use crate::values::trace::Trace;

/// The largest number of messages that are received and recorded together.
pub const BATCH_MAX: usize = 200;

/// An event on its way to the dispatcher.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// The event's id, the same at every publication.
    pub event_id: Uuid,
    /// The account of the event.
    pub account_id: i64,
    /// The type of the event.
    pub event_type: EventType,
    /// The body that receivers get, byte for byte.
    pub body: Bytes,
    /// The step of the trace in which the event was recorded, if it is known.
    pub trace: Option<Trace>,
}

/// The result of publishing a batch.
#[derive(Debug, Default)]
pub struct Published {
    /// The events that the queue has taken responsibility for.
    pub confirmed: Vec<Uuid>,
    /// The reason for which the queue did not take the others.
    pub failure: Option<Error>,
}

/// The number of messages that wait.
#[derive(Clone, Copy, Debug, Default)]
pub struct Depth {
    /// Those that wait for a consumer.
    pub waiting: u32,
    /// The dead letters. The queue inside one process has none.
    pub dead: u32,
}

/// Messages that were received together. They are acknowledged together, except those that are rejected.
#[derive(Debug, Default)]
pub struct Batch {
    pub(super) messages: Vec<Message>,
    /// The broker's receipt for each message. The queue inside one process has none.
    pub(super) receipts: Vec<Acker>,
}

impl Batch {
    /// Returns the messages that have not been rejected.
    pub fn messages(&self) -> &[Message] {
        &self.messages
    }

    /// Returns the messages that have not been rejected, to be changed.
    pub fn messages_mut(&mut self) -> &mut [Message] {
        &mut self.messages
    }

    /// Acknowledges the messages, because their deliveries are recorded. A failure needs no handling: the queue
    /// delivers the messages again, and recording them again has no effect.
    pub async fn acknowledge(self) {
        // Acknowledging the last message acknowledges all messages before it on its channel.
        if let Some(last) = self.receipts.last()
            && let Err(error) = acknowledge(last).await
        {
            tracing::warn!(%error, "messages were recorded but not acknowledged; the broker will deliver them again");
        }
    }

    /// Removes a message that can never be recorded. The broker moves it to the dead letters; the queue inside one
    /// process has no dead letters and drops it. The event stays in the outbox, and the relay publishes it again after
    /// a while.
    pub async fn reject(&mut self, index: usize) {
        self.messages.remove(index);
        if index < self.receipts.len()
            && let Err(error) = reject(&self.receipts.remove(index)).await
        {
            tracing::warn!(%error, "a message could not be dead-lettered; the broker will deliver it again");
        }
    }
}
