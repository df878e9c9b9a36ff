//! Tests of the queue's promises, inside one process and on RabbitMQ.

use std::time::Duration;

use bytes::Bytes;
use futures_util::future::join_all;
use lapin::options::{
    BasicGetOptions, BasicPublishOptions, ConfirmSelectOptions, ExchangeDeleteOptions, QueueBindOptions,
    QueueDeclareOptions, QueueDeleteOptions,
};
use lapin::types::{AMQPValue, FieldTable};
use lapin::{BasicProperties, Channel, Connection, ConnectionProperties};
use shared::queue::rabbitmq::Broker;
use shared::queue::rabbitmq::dead_letters::{DeadLetter, DeadLetters};
use shared::queue::{Batch, Consumer, Message, Publisher, in_process, rabbitmq};
use shared::values::choices::{Choice, EventType};
use shared::values::ids::event_id_text;
use shared::values::trace::Trace;
use tokio::time::timeout;
use uuid::Uuid;

/// A queue for one test on the broker of `TEST_AMQP_URL`.
struct TestQueue {
    broker: Broker,
    name: String,
    channel: Channel,
    _connection: Connection,
}

impl TestQueue {
    async fn new() -> Self {
        let url = std::env::var("TEST_AMQP_URL").expect("set TEST_AMQP_URL; `deploy/dev test` does");
        let name = format!("test.{}", Uuid::now_v7().simple());
        let connection = Connection::connect(&url, ConnectionProperties::default()).await.unwrap();
        let channel = connection.create_channel().await.unwrap();
        // Confirms: what a test has published here stands in the queue before what it publishes elsewhere.
        channel.confirm_select(ConfirmSelectOptions::default()).await.unwrap();
        Self { broker: Broker::new(&url).with_queue(&name), name, channel, _connection: connection }
    }

    /// Declares the queue as the versions without the exchange did.
    async fn declare_as_before(&self) {
        let text = |value: &str| AMQPValue::LongString(value.into());
        let mut arguments = FieldTable::default();
        arguments.insert("x-queue-type".into(), text("quorum"));
        arguments.insert("x-delivery-limit".into(), AMQPValue::LongInt(20));
        arguments.insert("x-overflow".into(), text("reject-publish"));
        arguments.insert("x-dead-letter-strategy".into(), text("at-least-once"));
        arguments.insert("x-dead-letter-exchange".into(), text(""));
        arguments.insert("x-dead-letter-routing-key".into(), text(&format!("{}.dead", self.name)));
        let durable = QueueDeclareOptions { durable: true, ..QueueDeclareOptions::default() };
        self.channel.queue_declare(self.name.as_str().into(), durable, arguments).await.unwrap();
    }

    fn publisher(&self) -> Publisher {
        Publisher::RabbitMq(Box::new(rabbitmq::Publisher::new(self.broker.clone())))
    }

    fn consumer(&self) -> Consumer {
        Consumer::RabbitMq(Box::new(rabbitmq::Consumer::new(self.broker.clone())))
    }

    /// Waits until there are `count` dead letters, and returns them.
    async fn dead_letters(&self, count: usize) -> Vec<DeadLetter> {
        let walk = async {
            loop {
                let mut letters = DeadLetters::open(self.broker.clone()).await.unwrap();
                let mut seen = Vec::new();
                while let Some(letter) = letters.next().await.unwrap() {
                    seen.push(letter);
                }
                letters.close().await.unwrap();
                if seen.len() == count {
                    return seen;
                }
            }
        };
        timeout(Duration::from_mins(1), walk).await.expect("the dead letters in time")
    }

    async fn delete(&self) {
        let (queue, exchange) = (self.name.as_str().into(), self.name.as_str().into());
        self.channel.queue_delete(queue, QueueDeleteOptions::default()).await.unwrap();
        self.channel.exchange_delete(exchange, ExchangeDeleteOptions::default()).await.unwrap();
    }

    /// Removes the binding of the dispatcher's queue, as an operator could.
    async fn unbind(&self) {
        let (queue, exchange) = (self.name.as_str().into(), self.name.as_str().into());
        self.channel.queue_unbind(queue, exchange, "#".into(), FieldTable::default()).await.unwrap();
    }

    /// Binds a queue of an operator's own consumer, and returns its name. It ends with the connection.
    async fn bind_another(&self, pattern: &str) -> String {
        let options = QueueDeclareOptions { exclusive: true, ..QueueDeclareOptions::default() };
        let queue = self.channel.queue_declare("".into(), options, FieldTable::default()).await.unwrap();
        let (name, exchange) = (queue.name().clone(), self.name.as_str().into());
        let (options, none) = (QueueBindOptions::default(), FieldTable::default());
        self.channel.queue_bind(name.clone(), exchange, pattern.into(), options, none).await.unwrap();
        name.to_string()
    }

    /// Publishes a message as a relay of a version without the exchange does: to the queue itself.
    async fn publish_as_before(&self, message: &Message) {
        let mut headers = FieldTable::default();
        headers.insert("account-id".into(), AMQPValue::LongLongInt(message.account_id));
        let properties = BasicProperties::default()
            .with_delivery_mode(2)
            .with_content_type("application/json".into())
            .with_message_id(message.event_id.simple().to_string().into())
            .with_type(message.event_type.as_str().into())
            .with_headers(headers);
        let (exchange, queue) = ("".into(), self.name.as_str().into());
        let options = BasicPublishOptions { mandatory: true, ..BasicPublishOptions::default() };
        let published = self.channel.basic_publish(exchange, queue, options, &message.body, properties);
        published.await.unwrap().await.unwrap();
    }
}

fn messages(count: usize) -> Vec<Message> {
    let message = |n| Message {
        event_id: shared::values::ids::new_event_id(0),
        account_id: i64::MAX - 1,
        event_type: EventType::TasksUpdate,
        body: Bytes::from(format!("{{\"n\":{n}}}").repeat(1 + n * 1000)),
        // Every second message has no trace, like the messages of an earlier version.
        trace: (n % 2 == 0).then(Trace::begin),
    };
    (0..count).map(message).collect()
}

fn ids(messages: &[Message]) -> Vec<Uuid> {
    messages.iter().map(|message| message.event_id).collect()
}

async fn receive(consumer: &mut Consumer) -> Batch {
    timeout(Duration::from_mins(1), consumer.receive()).await.expect("a message in time").expect("a message")
}

/// Receives and acknowledges `count` messages.
async fn receive_all(consumer: &mut Consumer, count: usize) -> Vec<Message> {
    let mut received = Vec::new();
    while received.len() < count {
        let batch = receive(consumer).await;
        received.extend_from_slice(batch.messages());
        batch.acknowledge().await;
    }
    received
}

async fn messages_arrive_whole_and_in_order(mut publisher: Publisher, mut consumer: Consumer) {
    let sent = messages(30);
    let published = publisher.publish(&sent).await;
    assert!(published.failure.is_none(), "{:?}", published.failure);
    assert_eq!(published.confirmed, ids(&sent));
    publisher.release_confirmed().await;
    // A queue that is busy for 250 ms tells 0.
    let counted = async { while publisher.depth().await.unwrap().waiting != 30 {} };
    timeout(Duration::from_mins(1), counted).await.expect("30 messages wait");
    assert_eq!(receive_all(&mut consumer, 30).await, sent);
    assert_eq!(publisher.depth().await.unwrap().waiting, 0);
}

#[tokio::test]
async fn in_process_messages_arrive_whole_and_in_order() {
    let (publisher, consumer) = in_process::queue();
    messages_arrive_whole_and_in_order(Publisher::InProcess(publisher), Consumer::InProcess(consumer)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rabbitmq_messages_arrive_whole_and_in_order() {
    let queue = TestQueue::new().await;
    messages_arrive_whole_and_in_order(queue.publisher(), queue.consumer()).await;
    queue.delete().await;
}

#[tokio::test]
async fn in_process_a_queue_without_a_consumer_takes_nothing() {
    let (publisher, consumer) = in_process::queue();
    drop(consumer);
    let published = Publisher::InProcess(publisher).publish(&messages(1)).await;
    assert!(published.failure.is_some() && published.confirmed.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn rabbitmq_what_a_consumer_did_not_acknowledge_comes_again() {
    let queue = TestQueue::new().await;
    let sent = messages(3);
    queue.publisher().publish(&sent).await;
    let mut consumer = queue.consumer();
    receive(&mut consumer).await;
    drop(consumer);
    let mut consumer = queue.consumer();
    assert_eq!(ids(&receive_all(&mut consumer, 3).await), ids(&sent));
    drop(consumer);
    assert_eq!(queue.publisher().depth().await.unwrap().waiting, 0, "acknowledged messages are gone");
    queue.delete().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rabbitmq_a_queue_that_is_deleted_takes_nothing_and_is_made_again() {
    let queue = TestQueue::new().await;
    let mut publisher = queue.publisher();
    assert!(publisher.publish(&messages(1)).await.failure.is_none());
    queue.delete().await;
    let lost = publisher.publish(&messages(2)).await;
    assert!(lost.failure.is_some(), "an unroutable message is confirmed by the broker, but not taken");
    assert!(lost.confirmed.is_empty());
    let sent = messages(2);
    assert!(publisher.publish(&sent).await.failure.is_none());
    assert_eq!(ids(&receive_all(&mut queue.consumer(), 2).await), ids(&sent));
    queue.delete().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rabbitmq_several_batches_wait_for_their_confirmations_at_the_same_time() {
    let queue = TestQueue::new().await;
    let (sent, mut publisher) = (messages(6), queue.publisher());
    let mut in_flight = Vec::new();
    for batch in sent.chunks(2) {
        in_flight.push(publisher.begin(batch.into()).await);
    }
    for (published, batch) in join_all(in_flight).await.into_iter().zip(sent.chunks(2)) {
        assert!(published.failure.is_none(), "{:?}", published.failure);
        assert_eq!(published.confirmed, ids(batch));
    }
    assert_eq!(ids(&receive_all(&mut queue.consumer(), 6).await), ids(&sent));

    // What is under way on a connection that nobody uses any more is confirmed or fails, and does not wait for ever.
    let left_behind = publisher.begin(sent[..1].into()).await;
    publisher.reconnect();
    assert!(publisher.publish(&sent[1..]).await.failure.is_none());
    let published = timeout(Duration::from_mins(1), left_behind).await.expect("an end");
    assert_eq!(published.failure.is_none(), published.confirmed == ids(&sent[..1]));
    queue.delete().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rabbitmq_a_consumer_outlives_its_queue() {
    let queue = TestQueue::new().await;
    let (mut publisher, mut consumer) = (queue.publisher(), queue.consumer());
    publisher.publish(&messages(1)).await;
    receive_all(&mut consumer, 1).await;
    queue.delete().await;
    // If the queue is made again within milliseconds, RabbitMQ keeps the consumer, but does not hand it the first
    // message. So publish until one arrives, as the relay does for events that nobody has recorded.
    let sent = messages(1);
    let publishing = async {
        loop {
            publisher.publish(&sent).await;
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    let received = tokio::select! {
        () = publishing => unreachable!("publishing does not end"),
        batch = receive(&mut consumer) => batch.messages().to_vec(),
    };
    assert_eq!(received[0], sent[0]);
    queue.delete().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rabbitmq_an_unreadable_message_goes_to_the_dead_letters() {
    let queue = TestQueue::new().await;
    let sent = messages(1);
    let mut publisher = queue.publisher();
    publisher.publish(&sent).await;
    let poison = queue.channel.basic_publish(
        "".into(),
        queue.name.as_str().into(),
        BasicPublishOptions::default(),
        b"poison",
        BasicProperties::default(),
    );
    poison.await.unwrap().await.unwrap();
    publisher.publish(&sent).await;
    let received = receive_all(&mut queue.consumer(), 2).await;
    assert_eq!(received.len(), 2, "the others are not held up");

    let letter = &queue.dead_letters(1).await[0];
    assert_eq!((letter.event_id.as_deref(), letter.account_id, letter.bytes), (None, None, 6));
    queue.delete().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rabbitmq_a_rejected_message_is_listed_among_the_dead_letters_until_it_is_requeued() {
    let queue = TestQueue::new().await;
    let sent = messages(4);
    queue.publisher().publish(&sent).await;
    let mut consumer = queue.consumer();
    let mut received = 0;
    while received < 4 {
        let mut batch = receive(&mut consumer).await;
        received += batch.messages().len();
        for rejected in [&sent[1], &sent[3]] {
            if let Some(index) = batch.messages().iter().position(|message| message == rejected) {
                batch.reject(index).await;
                assert!(!batch.messages().contains(rejected));
            }
        }
        batch.acknowledge().await;
    }
    for round in 0..2 {
        let letters = queue.dead_letters(2).await;
        let (letter, message) = (&letters[0], &sent[1]);
        assert_eq!(letter.event_id, Some(event_id_text(message.event_id)), "looked at {round} times before");
        assert_eq!((letter.position, letter.event_type), (1, Some("tasks.update")));
        assert_eq!((letter.account_id, letter.bytes), (Some(message.account_id), message.body.len()));
        assert_eq!(letter.reason.as_deref(), Some("rejected"));
        assert!(letter.dead_lettered_at.as_ref().unwrap().starts_with("20"));
    }
    drop(consumer);
    // RabbitMQ puts the letters of the last look back a moment after it has ended.
    let open = async {
        loop {
            let letters = DeadLetters::open(queue.broker.clone()).await.unwrap();
            if letters.count() == 2 {
                return letters;
            }
            letters.close().await.unwrap();
        }
    };
    let mut letters = timeout(Duration::from_mins(1), open).await.expect("the letters are back");
    while let Some(letter) = letters.next().await.unwrap() {
        letters.requeue(letter).await.unwrap();
    }
    letters.close().await.unwrap();
    assert_eq!(receive_all(&mut queue.consumer(), 2).await, [sent[1].clone(), sent[3].clone()]);
    queue.dead_letters(0).await;
    queue.delete().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rabbitmq_a_dead_letter_may_be_looked_at_any_number_of_times() {
    let queue = TestQueue::new().await;
    queue.publisher().publish(&messages(1)).await;
    let mut consumer = queue.consumer();
    let mut batch = receive(&mut consumer).await;
    batch.reject(0).await;
    for _ in 0..30 {
        queue.dead_letters(1).await;
    }
    queue.delete().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rabbitmq_a_consumer_of_the_operator_gets_the_events_of_its_types_with_the_dispatcher() {
    let queue = TestQueue::new().await;
    let mut publisher = queue.publisher();
    publisher.bind().await.unwrap();
    let (tasks, gifts) = (queue.bind_another("tasks.*").await, queue.bind_another("gifts.#").await);
    let sent = messages(1);
    assert!(publisher.publish(&sent).await.failure.is_none());
    assert_eq!(receive_all(&mut queue.consumer(), 1).await, sent);

    let delivery =
        queue.channel.basic_get(tasks.into(), BasicGetOptions { no_ack: true }).await.unwrap().unwrap();
    assert_eq!(delivery.delivery.routing_key.as_str(), "tasks.update");
    let properties = &delivery.delivery.properties;
    assert_eq!(properties.message_id().as_ref().unwrap().as_str(), event_id_text(sent[0].event_id));
    assert_eq!(properties.content_type().as_ref().unwrap().as_str(), "application/json");
    let account = properties.headers().as_ref().unwrap().inner().get("account-id");
    assert_eq!(account, Some(&AMQPValue::LongLongInt(sent[0].account_id)));
    assert_eq!(delivery.delivery.data, sent[0].body);
    assert!(queue.channel.basic_get(gifts.into(), BasicGetOptions { no_ack: true }).await.unwrap().is_none());
    queue.delete().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rabbitmq_a_binding_that_is_removed_is_put_back() {
    let queue = TestQueue::new().await;
    let (mut publisher, mut consumer) = (queue.publisher(), queue.consumer());
    let sent = messages(1);
    assert!(publisher.publish(&sent).await.failure.is_none());
    assert_eq!(receive_all(&mut consumer, 1).await, sent);

    queue.unbind().await;
    let published = publisher.publish(&sent).await;
    assert!(
        published.failure.is_some() && published.confirmed.is_empty(),
        "no queue takes it: {published:?}"
    );
    assert!(publisher.publish(&sent).await.failure.is_none());
    assert_eq!(receive_all(&mut consumer, 1).await, sent);

    // If another queue takes the message, the broker cannot tell that the dispatcher misses it.
    queue.bind_another("#").await;
    queue.unbind().await;
    assert!(publisher.publish(&sent).await.failure.is_none());
    assert_eq!(publisher.depth().await.unwrap().waiting, 0, "the dispatcher's queue has not got it");
    publisher.bind().await.unwrap();
    assert!(publisher.publish(&sent).await.failure.is_none());
    assert_eq!(receive_all(&mut consumer, 1).await, sent);
    queue.delete().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rabbitmq_an_upgrade_from_a_version_without_the_exchange_loses_nothing() {
    let queue = TestQueue::new().await;
    queue.declare_as_before().await;
    let sent: Vec<_> = messages(3).into_iter().map(|message| Message { trace: None, ..message }).collect();
    queue.publish_as_before(&sent[0]).await;
    let (mut publisher, mut consumer) = (queue.publisher(), queue.consumer());
    assert_eq!(receive_all(&mut consumer, 1).await, sent[..1], "it waited in the queue during the upgrade");
    // Old and new relays work side by side.
    assert!(publisher.publish(&sent[1..2]).await.failure.is_none());
    queue.publish_as_before(&sent[2]).await;
    assert_eq!(receive_all(&mut consumer, 2).await, sent[1..]);
    assert_eq!(queue.dead_letters(0).await.len(), 0);
    queue.delete().await;
}

/// RabbitMQ hands out numbers to what it gives to a consumer. If a queue is deleted and made again at once, the consumer
/// stays, its numbers begin anew, and the broker's channel takes as many messages for repetitions as it has had before. It
/// drops them without a word, and they count as given until the channel ends.
#[tokio::test(flavor = "multi_thread")]
async fn rabbitmq_a_queue_that_is_made_again_at_once_leaves_no_consumer_without_messages() {
    let queue = TestQueue::new().await;
    let (mut publisher, mut consumer) = (queue.publisher(), queue.consumer());
    let before = small_messages(1000);
    assert!(publisher.publish(&before).await.failure.is_none());
    assert_eq!(receive_all(&mut consumer, 1000).await.len(), 1000);

    // Sent together, so that hardly any time lies between them.
    let (name, exchange) = (queue.name.as_str(), queue.name.as_str());
    let delete = queue.channel.queue_delete(name.into(), QueueDeleteOptions::default());
    let (deleted, ()) = tokio::join!(delete, queue.declare_as_before());
    assert_eq!(deleted.unwrap(), 0);
    let none = FieldTable::default();
    queue
        .channel
        .queue_bind(name.into(), exchange.into(), "#".into(), QueueBindOptions::default(), none)
        .await
        .unwrap();
    let sent = small_messages(20);
    assert!(publisher.publish(&sent).await.failure.is_none());
    let mut received = std::collections::BTreeSet::new();
    while received.len() < sent.len() {
        let batch = receive(&mut consumer).await;
        received.extend(ids(batch.messages()));
        batch.acknowledge().await;
    }
    assert_eq!(received, ids(&sent).into_iter().collect());
    queue.delete().await;
}

fn small_messages(count: usize) -> Vec<Message> {
    let message = messages(1).remove(0);
    (0..count)
        .map(|_| Message { event_id: shared::values::ids::new_event_id(0), ..message.clone() })
        .collect()
}
