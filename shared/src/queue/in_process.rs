//! The embedded default: a bounded queue from the relay to the dispatcher in the same process. When the process ends,
//! the messages in the queue are lost, and the relay publishes them again at the next start.

use tokio::sync::mpsc;

use super::message::{BATCH_MAX, Batch, Message, Published};
use crate::Error;

const CAPACITY: usize = 1000;

/// The sending end.
#[derive(Debug)]
pub struct Publisher {
    sender: mpsc::Sender<Message>,
    /// Messages that are confirmed, but whose outbox rows the relay has not marked yet.
    confirmed: Vec<Message>,
}

/// The receiving end.
#[derive(Debug)]
pub struct Consumer(mpsc::Receiver<Message>);

/// Creates a queue.
pub fn queue() -> (Publisher, Consumer) {
    let (sender, receiver) = mpsc::channel(CAPACITY);
    (Publisher { sender, confirmed: Vec::new() }, Consumer(receiver))
}

impl Publisher {
    pub(super) fn another(&self) -> Self {
        Self { sender: self.sender.clone(), confirmed: Vec::new() }
    }

    pub(super) fn publish(&mut self, messages: &[Message]) -> Published {
        if self.sender.is_closed() {
            return Published { confirmed: Vec::new(), failure: Some(Error::QueueClosed) };
        }
        self.confirmed.extend_from_slice(messages);
        Published { confirmed: messages.iter().map(|message| message.event_id).collect(), failure: None }
    }

    pub(super) async fn release_confirmed(&mut self) {
        for message in self.confirmed.drain(..) {
            // If the consumer is gone, the program is about to end, and the relay publishes the message again at the
            // next start.
            let _ = self.sender.send(message).await;
        }
    }

    pub(super) fn depth(&self) -> u32 {
        u32::try_from(self.sender.max_capacity() - self.sender.capacity()).unwrap_or(u32::MAX)
    }
}

impl Consumer {
    pub(super) async fn receive(&mut self) -> Option<Batch> {
        let mut messages = Vec::new();
        match self.0.recv_many(&mut messages, BATCH_MAX).await {
            0 => None,
            _ => Some(Batch { messages, receipts: Vec::new() }),
        }
    }
}
