//! The edge between the relay and the dispatcher: RabbitMQ, or a bounded queue inside one process.
//!
//! A queue may lose everything it holds and may deliver a message twice; the outbox makes up for both.

use bytes::Bytes;
use lapin::Acker;
use uuid::Uuid;

use crate::Error;
use crate::values::choices::EventType;
use crate::values::trace::Trace;

pub mod in_process;
pub mod rabbitmq;

/// An event on its way to the dispatcher.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// The event's id, stable over every publication.
    pub event_id: Uuid,
    /// Whose event it is.
    pub account_id: i64,
    /// What happened.
    pub event_type: EventType,
    /// What receivers get, byte for byte.
    pub body: Bytes,
    /// The step of a trace in which it was made, if it is known.
    pub trace: Option<Trace>,
}

/// What became of a batch that was published.
#[derive(Debug, Default)]
pub struct Published {
    /// The events that the queue has taken responsibility for.
    pub confirmed: Vec<Uuid>,
    /// Why the others were not taken.
    pub failure: Option<Error>,
}

/// The relay's side.
#[derive(Debug)]
pub enum Publisher {
    /// To the dispatcher in this process.
    InProcess(in_process::Publisher),
    /// To the broker.
    RabbitMq(Box<rabbitmq::Publisher>),
}

impl Publisher {
    /// Publishes messages and waits until the queue has confirmed each.
    pub async fn publish(&mut self, messages: &[Message]) -> Published {
        match self {
            Self::InProcess(publisher) => publisher.publish(messages),
            Self::RabbitMq(publisher) => publisher.publish(messages).await,
        }
    }

    /// Says that the relay is done with what was confirmed. Only then does a consumer in the same process get it: before, it
    /// would wait for the rows that the relay holds.
    pub async fn marked(&mut self) {
        match self {
            Self::InProcess(publisher) => publisher.marked().await,
            Self::RabbitMq(_) => {}
        }
    }

    /// How many messages wait in the queue for a consumer.
    pub async fn depth(&mut self) -> Result<u32, Error> {
        match self {
            Self::InProcess(publisher) => Ok(publisher.depth()),
            Self::RabbitMq(publisher) => publisher.depth().await,
        }
    }
}

/// The dispatcher's side.
#[derive(Debug)]
pub enum Consumer {
    /// From the relay in this process.
    InProcess(in_process::Consumer),
    /// From the broker.
    RabbitMq(Box<rabbitmq::Consumer>),
}

/// Messages that were received together, and are acknowledged together but for those that are rejected.
#[derive(Debug, Default)]
pub struct Batch {
    messages: Vec<Message>,
    /// The broker's receipt for each message; none in the process.
    receipts: Vec<Acker>,
}

impl Batch {
    /// What is neither acknowledged nor rejected.
    pub fn messages(&self) -> &[Message] {
        &self.messages
    }

    /// Acknowledges the messages: their deliveries are recorded. A failure needs no handling: the messages come
    /// again, and recording them again has no effect.
    pub async fn acknowledge(self) {
        // With the last, all before it on its channel.
        if let Some(last) = self.receipts.last() {
            rabbitmq::acknowledge(last).await;
        }
    }

    /// Takes one message out that can never be recorded. The broker moves it to the dead letters; in the process
    /// there are none, and it is dropped. Its event stays in the outbox, and is published again after a while.
    pub async fn reject(&mut self, index: usize) {
        self.messages.remove(index);
        if index < self.receipts.len() {
            rabbitmq::reject(&self.receipts.remove(index)).await;
        }
    }
}

impl Consumer {
    /// Waits for messages and returns those that are there, at most [`BATCH_MAX`]. Connects, and connects again,
    /// as often as it takes. `None` when no message will ever come again.
    pub async fn receive(&mut self) -> Option<Batch> {
        match self {
            Self::InProcess(consumer) => consumer.receive().await,
            Self::RabbitMq(consumer) => Some(consumer.receive().await),
        }
    }
}

/// The most messages that are received, and recorded, together.
pub const BATCH_MAX: usize = 200;
