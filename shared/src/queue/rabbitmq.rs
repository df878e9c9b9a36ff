//! RabbitMQ: a durable topic exchange to which the relay publishes with confirms, a durable quorum queue from which the
//! dispatcher consumes, and a dead-letter queue for messages that cannot be processed. The dispatcher's queue is bound
//! to the exchange like the queues of an operator's own consumers. After any failure, the whole connection is dropped
//! and made anew, with its channel, its exchange, its queues and its binding.
//!
//! If an operator removes the binding, the next message is returned to the relay, unless another queue takes it. Then
//! the broker confirms a message that the dispatcher will never get. So the relay also makes the binding again every
//! time it looks for lost events, which it then publishes again.

use std::sync::Arc;

use bytes::Bytes;
use futures_util::stream;
use futures_util::{StreamExt, TryStreamExt};
use lapin::options::{
    BasicPublishOptions, ConfirmSelectOptions, ExchangeDeclareOptions, QueueBindOptions, QueueDeclareOptions,
};
use lapin::protocol::{AMQPErrorKind, AMQPSoftError};
use lapin::types::{AMQPValue, FieldTable, LongString, ShortString};
use lapin::uri::AMQPUri;
use lapin::{
    BasicProperties, Channel, Confirmation, Connection, ConnectionProperties, ExchangeKind, PublisherConfirm,
};
use tokio::time::{Instant, timeout_at};
use uuid::Uuid;

use super::answer::{TIMED_OUT, in_time};
use super::message::{Depth, Message, Published};
use crate::Error;
use crate::times::{ANSWER_MAX, HEARTBEAT};
use crate::values::choices::{Choice, EventType};
use crate::values::ids::{event_id_text, parse_event_id};
use crate::values::trace::Trace;

mod consumer;
pub mod dead_letters;

pub use consumer::Consumer;

/// The queue of events between api and dispatcher. The exchange has the same name.
pub const QUEUE: &str = "almoner.events";
/// The pattern of the dispatcher's binding: the events of every type.
const EVERY_TYPE: &str = "#";
/// The broker dead-letters a message after this many deliveries without acknowledgement. The event stays in the outbox,
/// and the relay publishes it again.
const DELIVERY_LIMIT: i32 = 20;
/// Dead letters may be looked at any number of times, and each look is a delivery. Without this argument, RabbitMQ 4
/// drops a message after 20 deliveries.
const DEAD_DELIVERY_LIMIT: i32 = i32::MAX;
/// The most dead letters that the broker keeps; it drops the oldest to make room. The limit is necessary because an
/// event that can never be recorded is published, and dead-lettered, again after each sweep of the outbox.
const DEAD_LENGTH_MAX: i32 = 100_000;
/// The number of messages of a batch that are handed to the connection's thread together.
const WRITTEN_TOGETHER: usize = 32;
const PERSISTENT: u8 = 2;
const ACCOUNT_HEADER: &str = "account-id";
const TRACE_HEADER: &str = "traceparent";

/// The address of the broker, and the name of the exchange and the queue.
#[derive(Clone)]
pub struct Broker {
    url: String,
    queue: String,
}

impl std::fmt::Debug for Broker {
    /// Leaves out the URL, because it holds a password.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Broker").field("queue", &self.queue).finish_non_exhaustive()
    }
}

impl Broker {
    /// Names the service's exchange and queue on the broker at `amqp://…`.
    pub fn new(url: &str) -> Self {
        Self { url: url.to_owned(), queue: QUEUE.to_owned() }
    }

    /// Uses another exchange and queue, for tests that share a broker.
    #[must_use]
    pub fn with_queue(self, queue: &str) -> Self {
        Self { queue: queue.to_owned(), ..self }
    }

    async fn open(&self, name: &str) -> Result<Link, Error> {
        in_time(async {
            let properties = ConnectionProperties::default().with_connection_name(LongString::from(name));
            let mut uri: AMQPUri = self
                .url
                .parse()
                .map_err(|_| Error::Config("AMQP_URL must be amqp://… or amqps://…".to_owned()))?;
            uri.query.heartbeat.get_or_insert(u16::try_from(HEARTBEAT.as_secs()).unwrap_or(u16::MAX));
            let connection = Connection::connect_uri(uri, properties).await?;
            // Use a channel of its own, because the broker closes the channel if it refuses the declaration.
            self.declare_dead(&connection.create_channel().await?).await?;
            let channel = connection.create_channel().await?;
            self.declare(&channel).await?;
            Ok(Link { channel, connection })
        })
        .await
    }

    fn dead_queue(&self) -> String {
        format!("{}.dead", self.queue)
    }

    /// Declares the dead-letter queue. If it exists with other arguments, set by an earlier version or by the operator,
    /// it is left as it is.
    async fn declare_dead(&self, channel: &Channel) -> Result<(), Error> {
        let arguments = table([
            ("x-queue-type", text("quorum")),
            ("x-delivery-limit", AMQPValue::LongInt(DEAD_DELIVERY_LIMIT)),
            ("x-max-length", AMQPValue::LongInt(DEAD_LENGTH_MAX)),
        ]);
        match channel.queue_declare(self.dead_queue().into(), DURABLE, arguments).await {
            Err(error) if !is_precondition_failed(&error) => Err(error.into()),
            _ => Ok(()),
        }
    }

    async fn declare(&self, channel: &Channel) -> Result<(), Error> {
        let arguments = table([
            ("x-queue-type", text("quorum")),
            ("x-delivery-limit", AMQPValue::LongInt(DELIVERY_LIMIT)),
            // A full queue refuses new messages, instead of dropping its oldest. The at-least-once strategy requires
            // this too.
            ("x-overflow", text("reject-publish")),
            ("x-dead-letter-strategy", text("at-least-once")),
            ("x-dead-letter-exchange", text("")),
            ("x-dead-letter-routing-key", text(&self.dead_queue())),
        ]);
        channel.queue_declare(self.queue.as_str().into(), DURABLE, arguments).await?;
        let durable = ExchangeDeclareOptions { durable: true, ..ExchangeDeclareOptions::default() };
        let (exchange, none) = (self.queue.as_str().into(), FieldTable::default());
        channel.exchange_declare(exchange, ExchangeKind::Topic, durable, none).await?;
        self.bind(channel).await
    }

    /// Binds the queue to the exchange. If it is bound already, nothing changes.
    async fn bind(&self, channel: &Channel) -> Result<(), Error> {
        let (queue, exchange) = (self.queue.as_str().into(), self.queue.as_str().into());
        let (options, none) = (QueueBindOptions::default(), FieldTable::default());
        Ok(channel.queue_bind(queue, exchange, EVERY_TYPE.into(), options, none).await?)
    }
}

const DURABLE: QueueDeclareOptions = QueueDeclareOptions {
    passive: false,
    durable: true,
    exclusive: false,
    auto_delete: false,
    nowait: false,
};

fn text(value: &str) -> AMQPValue {
    AMQPValue::LongString(LongString::from(value))
}

fn table<const N: usize>(entries: [(&str, AMQPValue); N]) -> FieldTable {
    let mut table = FieldTable::default();
    for (key, value) in entries {
        table.insert(ShortString::from(key), value);
    }
    table
}

fn is_precondition_failed(error: &lapin::Error) -> bool {
    let lapin::ErrorKind::ProtocolError(error) = error.kind() else { return false };
    *error.kind() == AMQPErrorKind::Soft(AMQPSoftError::PRECONDITIONFAILED)
}

/// A connection with one channel; both end when it is dropped.
#[derive(Debug)]
struct Link {
    channel: Channel,
    connection: Connection,
}

/// The relay's connection.
#[derive(Debug)]
pub struct Publisher {
    broker: Broker,
    /// The name of its connections.
    name: &'static str,
    link: Option<Link>,
}

impl Publisher {
    /// Creates a publisher. It connects when it is first used.
    pub fn new(broker: Broker) -> Self {
        Self { broker, name: "almoner relay", link: None }
    }

    pub(super) fn another(&self, name: &'static str) -> Self {
        Self { broker: self.broker.clone(), name, link: None }
    }

    /// Connects if necessary, and returns a future that publishes the messages. It fails if the broker has not confirmed
    /// them [`ANSWER_MAX`] after this call, even if nobody polls it.
    pub(super) async fn begin(
        &mut self,
        messages: Arc<[Message]>,
    ) -> impl Future<Output = Published> + use<> {
        let deadline = Instant::now() + ANSWER_MAX;
        let exchange = ShortString::from(self.broker.queue.as_str());
        let channel = timeout_at(deadline, self.channel()).await.unwrap_or(Err(TIMED_OUT));
        async move {
            let mut published = Published::default();
            let all = async { publish_all(&channel?, &exchange, &messages, &mut published.confirmed).await };
            published.failure = timeout_at(deadline, all).await.unwrap_or(Err(TIMED_OUT)).err();
            published
        }
    }

    /// Uses a new connection from now on.
    pub(super) fn reconnect(&mut self) {
        self.link = None;
    }

    pub(super) async fn bind(&mut self) -> Result<(), Error> {
        let bound = in_time(async {
            let channel = self.channel().await?;
            self.broker.bind(&channel).await
        });
        let bound = bound.await;
        self.reconnect_after(bound)
    }

    pub(super) async fn depth(&mut self) -> Result<Depth, Error> {
        let (queue, dead_queue) = (self.broker.queue.as_str().into(), self.broker.dead_queue().into());
        let depth = in_time(async {
            let channel = self.channel().await?;
            Ok(Depth { waiting: depth(&channel, queue).await?, dead: depth(&channel, dead_queue).await? })
        });
        let depth = depth.await;
        self.reconnect_after(depth)
    }

    /// Drops the connection if the broker did not do what it was asked.
    fn reconnect_after<T>(&mut self, answer: Result<T, Error>) -> Result<T, Error> {
        if answer.is_err() {
            self.link = None;
        }
        answer
    }

    async fn channel(&mut self) -> Result<Channel, Error> {
        if let Some(link) = &self.link {
            return Ok(link.channel.clone());
        }
        let link = self.broker.open(self.name).await?;
        link.channel.confirm_select(ConfirmSelectOptions::default()).await?;
        Ok(self.link.insert(link).channel.clone())
    }
}

/// Sends all messages first, and then waits for their confirmations, which come in any order.
async fn publish_all(
    channel: &Channel,
    exchange: &ShortString,
    messages: &[Message],
    confirmed: &mut Vec<Uuid>,
) -> Result<(), Error> {
    let sent: Vec<_> = messages
        .iter()
        .map(|message| {
            let route = (exchange.clone(), message.event_type.as_str().into());
            publish(channel, route, &message.body, properties(message))
        })
        .collect();
    // Without waiting for each to be written, and with no more copies in the connection's memory than these.
    let confirmations: Vec<_> = stream::iter(sent).buffered(WRITTEN_TOGETHER).try_collect().await?;
    let mut all = Ok(());
    for (message, confirmation) in messages.iter().zip(confirmations) {
        match expect_taken(&confirmation.await?) {
            Ok(()) => confirmed.push(message.event_id),
            Err(refused) => all = Err(refused),
        }
    }
    all
}

/// Sends a message to an exchange, with its routing key.
async fn publish(
    channel: &Channel,
    (exchange, routing_key): (ShortString, ShortString),
    body: &[u8],
    properties: BasicProperties,
) -> Result<PublisherConfirm, Error> {
    let options = BasicPublishOptions { mandatory: true, ..BasicPublishOptions::default() };
    Ok(channel.basic_publish(exchange, routing_key, options, body, properties).await?)
}

/// Checks that the broker has taken responsibility for a message.
fn expect_taken(confirmation: &Confirmation) -> Result<(), Error> {
    match confirmation {
        Confirmation::Ack(None) => Ok(()),
        // The queue is full (a negative acknowledgement); or no queue takes the message (acknowledged, but returned),
        // because it no longer exists, or is no longer bound.
        _ => Err(Error::QueueClosed),
    }
}

/// Returns how many messages wait in a queue.
async fn depth(channel: &Channel, queue: ShortString) -> Result<u32, Error> {
    let passive = QueueDeclareOptions { passive: true, ..QueueDeclareOptions::default() };
    Ok(channel.queue_declare(queue, passive, FieldTable::default()).await?.message_count())
}

fn properties(message: &Message) -> BasicProperties {
    let mut headers = FieldTable::default();
    headers.insert(ACCOUNT_HEADER.into(), AMQPValue::LongLongInt(message.account_id));
    if let Some(trace) = message.trace {
        headers.insert(TRACE_HEADER.into(), text(&trace.to_string()));
    }
    BasicProperties::default()
        .with_delivery_mode(PERSISTENT)
        .with_content_type("application/json".into())
        .with_message_id(event_id_text(message.event_id).into())
        .with_type(message.event_type.as_str().into())
        .with_headers(headers)
}

/// Reads a message from the properties that [`properties`] wrote. Returns `None` for a message of another origin.
fn message(properties: &BasicProperties, body: Bytes) -> Option<Message> {
    let headers = properties.headers().as_ref()?.inner();
    let account_id = match headers.get(ACCOUNT_HEADER)? {
        AMQPValue::LongLongInt(account_id) => *account_id,
        _ => return None,
    };
    let message_id = properties.message_id().as_ref()?.as_str();
    // A relay of an earlier version wrote the id without `evt_`.
    let event_id = parse_event_id(message_id).or_else(|| Uuid::try_parse(message_id).ok())?;
    let event_type = EventType::parse(properties.kind().as_ref()?.as_str()).ok()?;
    // The trace is optional: without one, or with one that cannot be read, the event must still be delivered.
    let trace = headers.get(TRACE_HEADER).and_then(|trace| match trace {
        AMQPValue::LongString(trace) => Trace::parse(std::str::from_utf8(trace.as_bytes()).ok()?),
        _ => None,
    });
    Some(Message { event_id, account_id, event_type, body, trace })
}
