//! Dead letters: messages that could not be read or recorded, or were delivered too often. No event is lost with them,
//! because an event stays in the outbox until it is recorded. They show an operator that something is wrong.

use bytes::Bytes;
use lapin::message::Delivery;
use lapin::options::{BasicAckOptions, BasicGetOptions, ConfirmSelectOptions};
use lapin::types::{AMQPValue, FieldTable, ShortString};
use serde::Serialize;

use super::{Broker, Link, depth, expect_taken, message, publish};
use crate::Error;
use crate::queue::answer::in_time;
use crate::values::choices::Choice;
use crate::values::clock::rfc3339;
use crate::values::ids::event_id_text;

/// A walk through the dead letters, the oldest first. It covers as many as there were when it began. Letters that are
/// not requeued go back to their places at its end.
#[derive(Debug)]
pub struct DeadLetters {
    broker: Broker,
    link: Link,
    count: u32,
    seen: u32,
}

/// A message in the dead-letter queue. A field is `None` if it cannot be read from the message.
#[derive(Debug, Serialize)]
pub struct DeadLetter {
    /// The place in the queue, from 1.
    pub position: u32,
    /// The event's id, as receivers know it.
    pub event_id: Option<String>,
    /// The type of the event.
    #[serde(rename = "type")]
    pub event_type: Option<&'static str>,
    /// The account of the event.
    pub account_id: Option<i64>,
    /// The size of the body in bytes.
    pub bytes: usize,
    /// The reason for the message's being here, in the broker's words: `rejected` by a dispatcher, or past its `delivery_limit`.
    pub reason: Option<String>,
    /// The time when the broker moved the message here.
    pub dead_lettered_at: Option<String>,
    /// The body. It holds personal data, so it is filled in only on request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub body: Option<String>,
    #[serde(skip)]
    delivery: Delivery,
}

impl DeadLetters {
    /// Connects to the broker and begins a walk.
    pub async fn open(broker: Broker) -> Result<Self, Error> {
        let link = broker.open("almoner dead letters").await?;
        let count = in_time(async {
            link.channel.confirm_select(ConfirmSelectOptions::default()).await?;
            depth(&link.channel, broker.dead_queue().into()).await
        });
        let count = count.await?;
        Ok(Self { broker, link, count, seen: 0 })
    }

    /// Returns how many dead letters there were at the beginning.
    pub fn count(&self) -> u32 {
        self.count
    }

    /// Returns the next dead letter, or `None` at the end.
    pub async fn next(&mut self) -> Result<Option<DeadLetter>, Error> {
        if self.seen == self.count {
            return Ok(None);
        }
        let queue = ShortString::from(self.broker.dead_queue());
        let got =
            in_time(async { Ok(self.link.channel.basic_get(queue, BasicGetOptions::default()).await?) });
        self.seen += 1;
        Ok(got.await?.map(|got| DeadLetter::read(self.seen, got.delivery)))
    }

    /// Moves a dead letter back to the queue of events. It is removed from here only after the broker has confirmed it
    /// there.
    pub async fn requeue(&self, letter: DeadLetter) -> Result<(), Error> {
        let Delivery { properties, data, acker, .. } = letter.delivery;
        let mut headers = FieldTable::default();
        // Leave out the broker's own headers (`x-…`), because it would continue the counts in them.
        for (name, value) in properties.headers().iter().flat_map(FieldTable::inner) {
            if !name.as_str().starts_with("x-") {
                headers.insert(name.clone(), value.clone());
            }
        }
        in_time(async {
            // Through the default exchange, which leads to the dispatcher's queue alone: other consumers have had it.
            let route = (ShortString::from(""), ShortString::from(self.broker.queue.as_str()));
            let confirmation =
                publish(&self.link.channel, route, &data, properties.with_headers(headers)).await?;
            expect_taken(&confirmation.await?)?;
            acker.ack(BasicAckOptions::default()).await?;
            Ok(())
        })
        .await
    }

    /// Ends the walk. RabbitMQ then puts all remaining letters back in their places.
    pub async fn close(self) -> Result<(), Error> {
        in_time(async { Ok(self.link.channel.close(200, "OK".into()).await?) }).await
    }
}

impl DeadLetter {
    fn read(position: u32, delivery: Delivery) -> Self {
        let death = delivery.properties.headers().as_ref().and_then(latest_death);
        let noted = |name: &str| death.and_then(|death| death.inner().get(name));
        let reason = match noted("reason") {
            Some(AMQPValue::LongString(reason)) => Some(reason.to_string()),
            _ => None,
        };
        let dead_lettered_at = match noted("time") {
            Some(AMQPValue::Timestamp(at_s)) => i64::try_from(*at_s).ok().map(|at_s| rfc3339(at_s * 1000)),
            _ => None,
        };
        let message = message(&delivery.properties, Bytes::new());
        Self {
            position,
            event_id: message.as_ref().map(|message| event_id_text(message.event_id)),
            event_type: message.as_ref().map(|message| message.event_type.as_str()),
            account_id: message.as_ref().map(|message| message.account_id),
            bytes: delivery.data.len(),
            reason,
            dead_lettered_at,
            body: None,
            delivery,
        }
    }

    /// Fills in the body.
    #[must_use]
    pub fn with_body(self) -> Self {
        Self { body: Some(String::from_utf8_lossy(&self.delivery.data).into_owned()), ..self }
    }
}

/// Returns the broker's note of how the message was last dead-lettered.
fn latest_death(headers: &FieldTable) -> Option<&FieldTable> {
    match headers.inner().get("x-death")? {
        AMQPValue::FieldArray(deaths) => match deaths.as_slice().first()? {
            AMQPValue::FieldTable(death) => Some(death),
            _ => None,
        },
        _ => None,
    }
}
