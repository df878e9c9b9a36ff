//! Consumers of the operator's own, beside the dispatcher: deploy/consumer.py on a real broker, with the real programs.

use std::collections::BTreeMap;
use std::process::Stdio;
use std::time::Duration;

use serde_json::Value;
use shared::database::testing;
use shared::values::ids::event_id_text;
use tokio::io::{AsyncBufReadExt, BufReader, Lines};
use tokio::process::{Child, ChildStdout, Command};
use tokio::time::timeout;

use bench::deployment::{Server, World, until};

const CONSUMER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../deploy/consumer.py");

/// Removes the binding of the dispatcher's queue, as an operator could by mistake.
const UNBIND: &str = "
import os, pika
with pika.BlockingConnection(pika.URLParameters(os.environ['AMQP_URL'])) as connection:
    connection.channel().queue_unbind('almoner.events', 'almoner.events', '#')
";

fn python(arguments: &[&str], broker: &Server) -> Command {
    let mut command =
        Command::new(std::env::var("TEST_PYTHON").expect("set TEST_PYTHON; deploy/dev test does"));
    command.args(arguments).env("AMQP_URL", &broker.url).kill_on_drop(true);
    command
}

/// A running consumer, and its output.
struct Consumer {
    lines: Lines<BufReader<ChildStdout>>,
    _program: Child,
}

impl Consumer {
    fn start(broker: &Server, patterns: &[&str]) -> Self {
        let arguments = [&[CONSUMER, "--queue", "ledger"], patterns].concat();
        let mut program = python(&arguments, broker).stdout(Stdio::piped()).spawn().unwrap();
        Self { lines: BufReader::new(program.stdout.take().unwrap()).lines(), _program: program }
    }

    /// Returns the next `count` events that come, without those that come twice, by their ids.
    async fn events(&mut self, count: usize) -> BTreeMap<String, Value> {
        let mut events = BTreeMap::new();
        while events.len() < count {
            let line =
                timeout(Duration::from_secs(30), self.lines.next_line()).await.expect("an event in time");
            let event: Value = serde_json::from_str(&line.unwrap().expect("the consumer goes on")).unwrap();
            events.insert(event["id"].as_str().unwrap().to_owned(), event);
        }
        events
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_consumer_of_the_operator_gets_what_webhooks_get_and_can_take_nothing_from_them() {
    let db = testing::postgres().await;
    let mut world = World::new(&db.url, &[]).await.unwrap();
    let broker = Server::rabbitmq(world.directory.path()).await.unwrap();
    // It may start before Almoner has ever used the broker. Its queue then waits for the events.
    let mut consumer = Consumer::start(&broker, &["contacts.*"]);
    let queues = async || {
        let output = python(&["-c", PASSIVE], &broker).stderr(Stdio::null()).status().await;
        output.unwrap().success()
    };
    until("it consumes", Duration::from_secs(30), queues).await.unwrap();
    let dispatcher = world.start_dispatcher(&broker.url).await.unwrap();
    let api = world.start_api(Some(&broker.url)).await.unwrap();
    world.register_webhook().await.unwrap();
    for n in 0..5 {
        assert!(world.create_contact(n).await);
    }
    let events = consumer.events(5).await;
    world.check_delivered(Duration::from_secs(20)).await.unwrap();
    for row in world.rows("SELECT id, account_id, event_type, body FROM events").await.unwrap() {
        let event = &events[&event_id_text(row.try_get_by_index(0).unwrap())];
        assert_eq!(event["account_id"], row.try_get_by_index::<i64>(1).unwrap());
        assert_eq!(event["type"], row.try_get_by_index::<String>(2).unwrap());
        assert_eq!(event["body"], row.try_get_by_index::<String>(3).unwrap(), "byte for byte");
    }
    for delivery in world.receiver.received() {
        assert_eq!(events[delivery.id()]["body"], delivery.body, "the same as the webhook's");
    }

    // The broker confirms events that only the consumer gets. The relay puts the binding back, and publishes the events
    // again that the dispatcher has not recorded.
    assert!(python(&["-c", UNBIND], &broker).status().await.unwrap().success());
    for n in 5..10 {
        assert!(world.create_contact(n).await);
    }
    consumer.events(5).await;
    let unpublished = "SELECT 1 FROM outbox WHERE published_at_ms IS NULL";
    let are_marked = async || world.rows(unpublished).await.unwrap().is_empty();
    until("the events are marked as published", Duration::from_secs(30), are_marked).await.unwrap();
    // Make them look as if they were published long ago, so that the test need not wait.
    world.rows("UPDATE outbox SET published_at_ms = 0 RETURNING event_id").await.unwrap();
    assert_eq!(world.check_delivered(Duration::from_secs(20)).await.unwrap(), 0, "duplicates");
    assert_eq!(world.committed().await.unwrap().len(), 10);
    world.check_logs(&[&api, &dispatcher]).unwrap();
}

/// Fails while the consumer does not consume. It binds its queue before.
const PASSIVE: &str = "
import os, pika
with pika.BlockingConnection(pika.URLParameters(os.environ['AMQP_URL'])) as connection:
    queue = connection.channel().queue_declare('ledger', passive=True)
    raise SystemExit(0 if queue.method.consumer_count else 1)
";
