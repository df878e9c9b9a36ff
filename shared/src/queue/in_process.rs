//! The embedded default: a bounded queue from the relay to the dispatcher in the same process. What it holds is
//! lost with the process, and published again at the next start.

use tokio::sync::mpsc;

use super::{BATCH_MAX, Batch, Message, Published};
use crate::Error;

const CAPACITY: usize = 1000;

/// The sending end.
#[derive(Debug)]
pub struct Publisher(mpsc::Sender<Message>);

/// The receiving end.
#[derive(Debug)]
pub struct Consumer(mpsc::Receiver<Message>);

/// A new queue.
pub fn queue() -> (Publisher, Consumer) {
    let (sender, receiver) = mpsc::channel(CAPACITY);
    (Publisher(sender), Consumer(receiver))
}

impl Publisher {
    pub(super) async fn publish(&mut self, messages: &[Message]) -> Published {
        let mut published = Published::default();
        for message in messages {
            if self.0.send(message.clone()).await.is_err() {
                published.failure = Some(Error::QueueClosed);
                break;
            }
            published.confirmed.push(message.event_id);
        }
        published
    }

    pub(super) fn depth(&self) -> u32 {
        u32::try_from(self.0.max_capacity() - self.0.capacity()).unwrap_or(u32::MAX)
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
