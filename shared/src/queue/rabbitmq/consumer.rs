//! The dispatcher's connection. It consumes for as long as the program runs, so it must notice when nothing can arrive any
//! more, although the connection is well.
//!
//! That happens when the queue is deleted and made again at once. RabbitMQ then keeps the consumer, but begins its count of
//! the messages that it gives to the consumer anew, and its channel drops as many as it has had before, as repetitions. They
//! also use up the prefetch, so that in the end nothing is sent at all. A queue whose leader was lost may end without a
//! word to its consumers, too. So a subscription that brings nothing for a while is made anew, on another channel. That
//! needs the queue's leader, so it also proves that there is one. The old channel is closed, and the broker gives out again
//! what it believed to be on its way there.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::stream::ReadyChunks;
use lapin::Channel;
use lapin::message::Delivery;
use lapin::options::{BasicConsumeOptions, BasicQosOptions};
use lapin::types::FieldTable;
use tokio::time::timeout;

use super::{Broker, Link, depth, message};
use crate::Error;
use crate::process::backoff::Backoff;
use crate::queue::answer::in_time;
use crate::queue::message::{BATCH_MAX, Batch};
use crate::queue::receipt::reject;

/// The time after which a subscription that brings nothing is made anew.
const RENEW_AFTER: Duration = Duration::from_secs(5);

/// The dispatcher's connection.
#[derive(Debug)]
pub struct Consumer {
    broker: Broker,
    connected: Arc<AtomicBool>,
    subscription: Option<Subscription>,
}

#[derive(Debug)]
struct Subscription {
    deliveries: ReadyChunks<lapin::Consumer>,
    link: Link,
    /// Whether messages waited in the queue when the subscription was made. Then some must come.
    expects: bool,
}

impl Consumer {
    /// Creates a consumer. It connects when it is first used.
    pub fn new(broker: Broker) -> Self {
        Self { broker, connected: Arc::default(), subscription: None }
    }

    /// Returns a flag for the readiness check that tells whether the consumer receives what is in the queue.
    pub fn connected(&self) -> Arc<AtomicBool> {
        self.connected.clone()
    }

    /// Waits for messages. No step of connecting, and no wait for a message, is without a limit.
    pub(in crate::queue) async fn receive(&mut self) -> Batch {
        let mut backoff = Backoff::default();
        loop {
            match self.try_receive().await {
                Ok(Some(batch)) => return batch,
                Ok(None) => backoff.reset(),
                Err(error) => {
                    self.connected.store(false, Ordering::Relaxed);
                    self.subscription = None;
                    tracing::warn!(%error, "receiving no messages; connecting to the broker again");
                    backoff.wait().await;
                }
            }
        }
    }

    async fn try_receive(&mut self) -> Result<Option<Batch>, Error> {
        if self.subscription.is_none() {
            let subscription = self.subscription.insert(subscribe(&self.broker).await?);
            tracing::info!(queue = self.broker.queue, "receiving messages");
            self.connected.fetch_or(!subscription.expects, Ordering::Relaxed);
        }
        let Some(subscription) = &mut self.subscription else { return Ok(None) };
        let Ok(deliveries) = timeout(RENEW_AFTER, subscription.deliveries.next()).await else {
            subscription.renew(&self.broker).await?;
            self.connected.fetch_or(!subscription.expects, Ordering::Relaxed);
            return Ok(None);
        };
        let batch = read(deliveries.ok_or(Error::QueueClosed)?).await?;
        subscription.expects = false;
        self.connected.store(true, Ordering::Relaxed);
        Ok(batch)
    }
}

impl Subscription {
    /// Makes the subscription anew, on another channel of the same connection.
    async fn renew(&mut self, broker: &Broker) -> Result<(), Error> {
        if self.expects {
            return Err(Error::QueueSilent);
        }
        in_time(async {
            let channel = self.link.connection.create_channel().await?;
            let (deliveries, expects) = consume(broker, &channel).await?;
            // Before its deliveries are dropped, which would cancel the consumer of a channel that is closing.
            let before = std::mem::replace(&mut self.link.channel, channel);
            let closed = before.close(200, "OK".into()).await;
            (self.deliveries, self.expects) = (deliveries, expects);
            Ok(closed?)
        })
        .await
    }
}

async fn subscribe(broker: &Broker) -> Result<Subscription, Error> {
    in_time(async {
        let link = broker.open("almoner dispatcher").await?;
        let (deliveries, expects) = consume(broker, &link.channel).await?;
        Ok(Subscription { deliveries, link, expects })
    })
    .await
}

/// Consumes on a channel. Also returns whether messages wait.
async fn consume(broker: &Broker, channel: &Channel) -> Result<(ReadyChunks<lapin::Consumer>, bool), Error> {
    let prefetch = u16::try_from(2 * BATCH_MAX).unwrap_or(u16::MAX);
    channel.basic_qos(prefetch, BasicQosOptions::default()).await?;
    let (options, none) = (BasicConsumeOptions::default(), FieldTable::default());
    let consumer = channel.basic_consume(broker.queue.as_str().into(), "".into(), options, none).await?;
    let waiting = depth(channel, broker.queue.as_str().into()).await?;
    Ok((consumer.ready_chunks(BATCH_MAX), waiting > 0))
}

/// Reads a batch. Messages that cannot be read go to the dead-letter queue.
async fn read(deliveries: Vec<lapin::Result<Delivery>>) -> Result<Option<Batch>, Error> {
    let mut batch = Batch::default();
    for delivery in deliveries {
        let Delivery { properties, data, acker, .. } = delivery?;
        if let Some(message) = message(&properties, data.into()) {
            batch.messages.push(message);
            batch.receipts.push(acker);
        } else {
            tracing::error!("a message cannot be read; moving it to the dead letters");
            reject(&acker).await?;
        }
    }
    Ok((!batch.messages.is_empty()).then_some(batch))
}
