//! The queue between the relay and the dispatcher: RabbitMQ, or a bounded queue inside one process.
//!
//! A queue may lose all its messages, and may deliver a message twice. The outbox makes up for both.

use std::future::ready;
use std::sync::Arc;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;

use crate::Error;

mod answer;
pub mod in_process;
mod message;
pub mod rabbitmq;
mod receipt;
pub mod steps;

pub use message::{BATCH_MAX, Batch, Depth, Message, Published};

/// The relay's end of the queue.
#[derive(Debug)]
pub enum Publisher {
    /// Publishes to the dispatcher in this process.
    InProcess(in_process::Publisher),
    /// Publishes to the broker.
    RabbitMq(Box<rabbitmq::Publisher>),
}

impl Publisher {
    /// Returns another end of the same queue. With RabbitMQ it has a connection of its own, with this name.
    #[must_use]
    pub fn another(&self, name: &'static str) -> Self {
        match self {
            Self::InProcess(publisher) => Self::InProcess(publisher.another()),
            Self::RabbitMq(publisher) => Self::RabbitMq(Box::new(publisher.another(name))),
        }
    }

    /// Begins to publish messages, and connects first if there is no connection. The future that it returns publishes
    /// them, and ends when the queue has confirmed each. Several may be under way, but one task must poll them all: the
    /// connection counts the messages before it queues them.
    pub async fn begin(&mut self, messages: Arc<[Message]>) -> BoxFuture<'static, Published> {
        match self {
            Self::InProcess(publisher) => ready(publisher.publish(&messages)).boxed(),
            Self::RabbitMq(publisher) => publisher.begin(messages).await.boxed(),
        }
    }

    /// Publishes messages and waits until the queue has confirmed each. The relay does not wait, but tests do.
    #[cfg(feature = "testing")]
    pub async fn publish(&mut self, messages: &[Message]) -> Published {
        let published = self.begin(messages.into()).await.await;
        if published.failure.is_some() {
            self.reconnect();
        }
        published
    }

    /// Uses a new connection from now on, after a failure. The old one ends with the last batch that is under way on it.
    pub fn reconnect(&mut self) {
        if let Self::RabbitMq(publisher) = self {
            publisher.reconnect();
        }
    }

    /// Tells the queue that the relay has released the outbox rows of the confirmed messages. A consumer in the same
    /// process receives the messages only now, because earlier it would have to wait for these rows.
    pub async fn release_confirmed(&mut self) {
        match self {
            Self::InProcess(publisher) => publisher.release_confirmed().await,
            Self::RabbitMq(_) => {}
        }
    }

    /// Makes sure that the queue gets what is published, even if somebody has removed its binding.
    pub async fn bind(&mut self) -> Result<(), Error> {
        match self {
            Self::InProcess(_) => Ok(()),
            Self::RabbitMq(publisher) => publisher.bind().await,
        }
    }

    /// Returns how many messages wait in the queue.
    pub async fn depth(&mut self) -> Result<Depth, Error> {
        match self {
            Self::InProcess(publisher) => Ok(Depth { waiting: publisher.depth(), dead: 0 }),
            Self::RabbitMq(publisher) => publisher.depth().await,
        }
    }
}

/// The dispatcher's end of the queue.
#[derive(Debug)]
pub enum Consumer {
    /// Receives from the relay in this process.
    InProcess(in_process::Consumer),
    /// Receives from the broker.
    RabbitMq(Box<rabbitmq::Consumer>),
}

impl Consumer {
    /// Waits for messages, and returns those that have arrived, at most [`BATCH_MAX`]. Connects to the broker, and
    /// reconnects as often as necessary. Returns `None` when no message can ever come again, because the relay in this
    /// process has ended.
    pub async fn receive(&mut self) -> Option<Batch> {
        match self {
            Self::InProcess(consumer) => consumer.receive().await,
            Self::RabbitMq(consumer) => Some(consumer.receive().await),
        }
    }
}
