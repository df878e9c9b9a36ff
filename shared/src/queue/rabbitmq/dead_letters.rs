//! Dead letters: messages that could not be read or recorded, or were delivered too often. Nothing is lost with them
//! (an event stays in the outbox until it is recorded); they show an operator that something is wrong.

use bytes::Bytes;
use lapin::message::Delivery;
use lapin::options::{BasicAckOptions, BasicGetOptions, ConfirmSelectOptions};
use lapin::types::{AMQPValue, FieldTable, ShortString};
use serde::Serialize;

use super::{Broker, Link, depth, in_time, is_taken, message, publish};
use crate::Error;
use crate::values::choices::Choice;
use crate::values::clock::rfc3339;
use crate::values::ids::event_id_text;

/// A walk through the dead letters, the oldest first: as many as there are when it begins. Those that are not
/// requeued go back to their places at its end.
#[derive(Debug)]
pub struct DeadLetters {
    broker: Broker,
    link: Link,
    count: u32,
    seen: u32,
}

/// A message as it lies among the dead letters. What an unreadable one does not say is `None`.
#[derive(Debug, Serialize)]
pub struct DeadLetter {
    /// From 1.
    pub position: u32,
    /// As receivers know it.
    pub event_id: Option<String>,
    /// What happened.
    #[serde(rename = "type")]
    pub event_type: Option<&'static str>,
    /// Whose event it is.
    pub account_id: Option<i64>,
    /// The size of the body.
    pub bytes: usize,
    /// Why it is here, in the broker's words: `rejected` by a dispatcher, or past its `delivery_limit`.
    pub reason: Option<String>,
    /// Since when.
    pub dead_lettered_at: Option<String>,
    /// The body, which holds personal data; filled in by those who are asked for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub body: Option<String>,
    #[serde(skip)]
    delivery: Delivery,
}

impl DeadLetters {
    /// Connects to the broker.
    pub async fn open(broker: Broker) -> Result<Self, Error> {
        let link = broker.open("almoner dead letters").await?;
        let count = in_time(async {
            link.channel.confirm_select(ConfirmSelectOptions::default()).await?;
            depth(&link.channel, broker.dead_queue().into()).await
        });
        let count = count.await?;
        Ok(Self { broker, link, count, seen: 0 })
    }

    /// How many there were at the beginning.
    pub fn count(&self) -> u32 {
        self.count
    }

    /// The next one.
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

    /// Moves one back to the queue of events: it is there, confirmed, before it is gone from here.
    pub async fn requeue(&self, letter: DeadLetter) -> Result<(), Error> {
        let Delivery { properties, data, acker, .. } = letter.delivery;
        let mut headers = FieldTable::default();
        // The broker's own notes, of how it came here, would count on.
        for (name, value) in properties.headers().iter().flat_map(FieldTable::inner) {
            if !name.as_str().starts_with("x-") {
                headers.insert(name.clone(), value.clone());
            }
        }
        in_time(async {
            let queue = ShortString::from(self.broker.queue.as_str());
            let confirmation =
                publish(&self.link.channel, &queue, &data, properties.with_headers(headers)).await?;
            is_taken(&confirmation.await?)?;
            acker.ack(BasicAckOptions::default()).await?;
            Ok(())
        })
        .await
    }

    /// Ends the walk; when this returns, all letters are in their places.
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

/// The broker's note of how a message came here last.
fn latest_death(headers: &FieldTable) -> Option<&FieldTable> {
    match headers.inner().get("x-death")? {
        AMQPValue::FieldArray(deaths) => match deaths.as_slice().first()? {
            AMQPValue::FieldTable(death) => Some(death),
            _ => None,
        },
        _ => None,
    }
}
