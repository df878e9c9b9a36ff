//! The floor of an event's way: a message through RabbitMQ, a commit in PostgreSQL and a POST, with nothing of Almoner
//! between them.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use bytes::Bytes;
use futures_util::StreamExt;
use lapin::options::{
    BasicAckOptions, BasicConsumeOptions, BasicPublishOptions, BasicQosOptions, ConfirmSelectOptions,
    QueueDeclareOptions, QueueDeleteOptions, QueuePurgeOptions,
};
use lapin::types::{AMQPValue, FieldTable};
use lapin::{BasicProperties, Channel, Connection, ConnectionProperties};
use sea_orm::{ConnectOptions, ConnectionTrait, Database, DatabaseConnection, DbBackend, Statement};
use tokio::task::JoinSet;

use crate::receiver::{Arrival, Receiver};
use crate::report::Latencies;
use crate::{Error, Servers};

const QUEUE: &str = "bench.floor";
const PREFETCH: u16 = 400;
/// How many events open connections and prepare the statement. Their times do not count.
pub(crate) const WARM_UP: u32 = 100;
/// Makes RabbitMQ write a message to its disk.
const PERSISTENT: u8 = 2;

/// Publishes events at a steady rate to a quorum queue. For each message that comes, commits a row and posts the event to
/// the receiver. Returns how long each event took from its publication to its arrival.
pub(crate) async fn of_the_way(
    servers: &Servers,
    receiver: &mut Receiver,
    body: Bytes,
    per_second: u32,
    seconds: u32,
) -> Result<Latencies, Error> {
    let mut options = ConnectOptions::new(&servers.database_url);
    options.test_before_acquire(false).sqlx_logging(false);
    let database = Database::connect(options).await?;
    database.execute_unprepared("DROP TABLE IF EXISTS bench_floor").await?;
    database.execute_unprepared("CREATE TABLE bench_floor (id TEXT PRIMARY KEY)").await?;
    // As the two programs do, publisher and consumer have a connection each.
    let (from, to) = (connect(servers).await?, connect(servers).await?);
    let (publisher, consumer) = (from.create_channel().await?, to.create_channel().await?);
    publisher.confirm_select(ConfirmSelectOptions::default()).await?;
    let durable = QueueDeclareOptions { durable: true, ..QueueDeclareOptions::default() };
    let mut quorum = FieldTable::default();
    quorum.insert("x-queue-type".into(), AMQPValue::LongString("quorum".into()));
    publisher.queue_declare(QUEUE.into(), durable, quorum).await?;
    publisher.queue_purge(QUEUE.into(), QueuePurgeOptions::default()).await?;
    let mut delivering = tokio::spawn(deliver(consumer, database.clone(), receiver.url()));

    let mut clock = tokio::time::interval(Duration::from_secs(1) / per_second);
    let (mut published, mut confirmed) = (HashMap::new(), JoinSet::new());
    for id in 0..WARM_UP + per_second * seconds {
        clock.tick().await;
        published.insert(id.to_string(), Instant::now());
        let (channel, body) = (publisher.clone(), body.clone());
        confirmed.spawn(async move {
            let properties = BasicProperties::default()
                .with_delivery_mode(PERSISTENT)
                .with_message_id(id.to_string().into());
            let options = BasicPublishOptions::default();
            channel.basic_publish("".into(), QUEUE.into(), options, &body, properties).await?.await
        });
    }
    for confirmation in confirmed.join_all().await {
        confirmation?;
    }
    let arrived = tokio::select! {
        arrived = receiver.collect(published.len()) => arrived?,
        ended = &mut delivering => return Err(format!("no more messages are delivered: {ended:?}").into()),
    };
    publisher.queue_delete(QUEUE.into(), QueueDeleteOptions::default()).await?;
    delivering.await??;
    database.execute_unprepared("DROP TABLE bench_floor").await?;
    (0..WARM_UP).for_each(|id| _ = published.remove(&id.to_string()));
    let latency = |Arrival { webhook_id, at, .. }: Arrival| {
        Some(at.saturating_duration_since(*published.get(&webhook_id)?))
    };
    Ok(arrived.into_iter().filter_map(latency).collect())
}

async fn connect(servers: &Servers) -> Result<Connection, Error> {
    Ok(Connection::connect(&servers.amqp_url, ConnectionProperties::default()).await?)
}

/// Delivers each message, all concurrently, until the queue is deleted.
async fn deliver(channel: Channel, database: DatabaseConnection, url: String) -> Result<(), Error> {
    let (options, none) = (BasicConsumeOptions::default(), FieldTable::default());
    channel.basic_qos(PREFETCH, BasicQosOptions::default()).await?;
    let mut messages = channel.basic_consume(QUEUE.into(), "".into(), options, none).await?;
    let client = reqwest::Client::builder().no_proxy().build()?;
    let mut deliveries = JoinSet::new();
    while let Some(message) = messages.next().await {
        let (message, database, client, url) = (message?, database.clone(), client.clone(), url.clone());
        deliveries.spawn(async move {
            let id = message.properties.message_id().as_ref().ok_or("a message has no id")?.to_string();
            let insert = "INSERT INTO bench_floor VALUES ($1)";
            let insert = Statement::from_sql_and_values(DbBackend::Postgres, insert, [id.as_str().into()]);
            database.execute_raw(insert).await?;
            let post = client.post(url).header("webhook-id", id).body(message.data);
            post.send().await?.error_for_status()?.bytes().await?;
            message.acker.ack(BasicAckOptions::default()).await?;
            Ok::<_, Error>(())
        });
    }
    deliveries.join_all().await.into_iter().collect()
}
