//! New events on their way to the relay of the same process.

use std::net::SocketAddr;

use api::background::relay::{self, Watch};
use api::state::Inlet;
use bench::deployment::until;
use sea_orm::DbBackend;
use serde_json::json;
use shared::both_databases;
use shared::database::testing::TestDb;
use shared::entities::AccountScope;
use shared::events::outbox;
use shared::queue::rabbitmq::Broker;
use shared::queue::{Batch, Consumer, Publisher, in_process, rabbitmq};
use shared::values::choices::{Choice, EventType};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use url::Url;
use uuid::Uuid;

use crate::support::rows::{PATIENCE, new_event};
use crate::support::{Account, Api};

both_databases!(
    an_event_reaches_the_relay_in_memory_or_by_the_outbox_and_not_both_ways,
    a_change_that_fails_gives_the_relay_nothing,
    what_the_relay_has_no_room_for_waits_in_the_outbox,
    a_large_event_waits_in_the_outbox,
    a_closed_inlet_gets_nothing,
    the_relay_publishes_what_it_is_given_and_what_is_in_the_outbox,
    a_relay_that_is_stopped_publishes_what_it_was_given,
    the_end_waits_for_what_is_being_committed,
    a_relay_that_cannot_publish_gives_back_what_it_was_given,
);

async fn start(db: TestDb) -> (Api, Account, Inlet) {
    let api = Api::start(db).await;
    let (account, inlet) = (api.account().await, api.inlet());
    inlet.set_open(true);
    (api, account, inlet)
}

/// Creates contacts that need no other record, and returns their events.
async fn create(api: &Api, account: &Account, count: usize) -> Vec<Uuid> {
    for _ in 0..count {
        account.contact().await;
    }
    api.events(account).await.iter().map(|event| event.id).collect()
}

/// Returns the events that were given to the relay, and those that it finds in the outbox.
async fn relayed(api: &Api, inlet: &mut Inlet) -> (Vec<Uuid>, Vec<Uuid>) {
    let given = std::iter::from_fn(|| inlet.try_next()).map(|message| message.event_id).collect();
    (given, claim(api).await)
}

async fn claim(api: &Api) -> Vec<Uuid> {
    let claimed = outbox::claim(&api.db.store, 1000).await.unwrap();
    claimed.iter().map(|message| message.event_id).collect()
}

fn is_postgres(api: &Api) -> bool {
    api.db.store.backend() == DbBackend::Postgres
}

async fn an_event_reaches_the_relay_in_memory_or_by_the_outbox_and_not_both_ways(db: TestDb) {
    let (api, account, mut inlet) = start(db).await;
    let event = create(&api, &account, 1).await.remove(0);
    let given = inlet.wait().await;
    if is_postgres(&api) {
        let message = given.unwrap();
        assert_eq!((message.event_id, message.account_id), (event, account.id));
        let stored = api.events(&account).await.remove(0);
        assert_eq!(
            (message.event_type, &message.body[..]),
            (EventType::parse(&stored.name).unwrap(), stored.body.as_bytes())
        );
        assert_eq!(relayed(&api, &mut inlet).await, (vec![], vec![]));
    } else {
        // Nothing is claimed on SQLite, so the relay would publish a second time what it is given in memory.
        assert_eq!(given, None);
        assert_eq!(relayed(&api, &mut inlet).await, (vec![], vec![event]));
    }
}

async fn a_change_that_fails_gives_the_relay_nothing(db: TestDb) {
    let (api, account, mut inlet) = start(db).await;
    let contact = json!({"contact_status": "donor", "contact_lname": "A", "contact_external_id": "1"});
    account.record("contacts", contact.clone()).await;
    let first = relayed(&api, &mut inlet).await;
    // The database refuses it, in the statement that writes the event, too.
    assert_eq!(account.post("/contacts", contact).await.status, 409);
    assert!(inlet.try_next().is_none());
    assert_eq!([first.0, first.1].concat().len(), 1, "that of the first contact");
    assert_eq!(api.events(&account).await.len(), 1);
}

async fn what_the_relay_has_no_room_for_waits_in_the_outbox(db: TestDb) {
    let (api, account, mut inlet) = start(db).await;
    // Each has its place until it is known whether its transaction is committed.
    let tx = api.db.store.begin();
    for _ in 0..inlet.capacity() {
        api.app.outlet.append(&tx, AccountScope::new(account.id), vec![new_event(0, 1)]).await.unwrap();
    }
    let waiting = create(&api, &account, 1).await;
    tx.rollback().await;
    assert_eq!(relayed(&api, &mut inlet).await, (vec![], waiting.clone()));

    let mut both = create(&api, &account, 1).await;
    both.retain(|id| !waiting.contains(id));
    let (given, waiting) = relayed(&api, &mut inlet).await;
    let found = if is_postgres(&api) { given } else { waiting };
    assert!(found.contains(&both[0]), "there is room again");
}

async fn a_large_event_waits_in_the_outbox(db: TestDb) {
    let (api, account, mut inlet) = start(db).await;
    // 80,000 bytes.
    let notes = "😀".repeat(20_000);
    account
        .record("contacts", json!({"contact_status": "donor", "contact_lname": "A", "contact_notes": notes}))
        .await;
    let events = create(&api, &account, 0).await;
    assert_eq!(relayed(&api, &mut inlet).await, (vec![], events));
}

async fn a_closed_inlet_gets_nothing(db: TestDb) {
    let (api, account, mut inlet) = start(db).await;
    inlet.set_open(false);
    let events = create(&api, &account, 1).await;
    assert_eq!(inlet.wait().await, None, "the relay is only woken");
    assert_eq!(relayed(&api, &mut inlet).await, (vec![], events));
}

/// Runs a relay that publishes to a queue in this process.
fn run(api: &Api, inlet: Inlet, stop: &CancellationToken) -> (tokio::task::JoinHandle<()>, Consumer) {
    let (publisher, consumer) = in_process::queue();
    let publisher = Publisher::InProcess(publisher);
    let relay = relay::run(api.db.store.clone(), publisher, inlet, Watch::default(), stop.clone());
    (tokio::spawn(relay), Consumer::InProcess(consumer))
}

/// Runs a relay that publishes to a queue of RabbitMQ. What the broker says to it waits while `held` is true.
async fn run_held(
    api: &Api,
    inlet: Inlet,
    held: watch::Receiver<bool>,
) -> (Watch, CancellationToken, Consumer) {
    let url = std::env::var("TEST_AMQP_URL").unwrap();
    let queue = format!("test.{}", Uuid::now_v7().simple());
    let mut through = Url::parse(&url).unwrap();
    let broker = through.socket_addrs(|| Some(5672)).unwrap()[0];
    through.set_port(Some(pass_on(broker, held).await)).unwrap();
    let publisher = rabbitmq::Publisher::new(Broker::new(through.as_str()).with_queue(&queue));
    let publisher = Publisher::RabbitMq(Box::new(publisher));
    let (stop, watch) = (CancellationToken::new(), Watch::default());
    tokio::spawn(relay::run(api.db.store.clone(), publisher, inlet, watch.clone(), stop.clone()));
    let consumer = rabbitmq::Consumer::new(Broker::new(&url).with_queue(&queue));
    (watch, stop, Consumer::RabbitMq(Box::new(consumer)))
}

/// Passes connections on to a broker, and its answers back while they are not held. Returns the port.
async fn pass_on(broker: SocketAddr, held: watch::Receiver<bool>) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((client, _)) = listener.accept().await {
            let (mut from_client, mut to_client) = client.into_split();
            let (mut from_broker, mut to_broker) = TcpStream::connect(broker).await.unwrap().into_split();
            tokio::spawn(async move { tokio::io::copy(&mut from_client, &mut to_broker).await });
            let mut held = held.clone();
            tokio::spawn(async move {
                let mut buffer = [0; 4096];
                while let Ok(count @ 1..) = from_broker.read(&mut buffer).await {
                    let is_open = held.wait_for(|held| !held).await.is_ok();
                    if !is_open || to_client.write_all(&buffer[..count]).await.is_err() {
                        break;
                    }
                }
            });
        }
    });
    port
}

/// Returns so many events that were published.
async fn published(consumer: &mut Consumer, count: usize) -> Vec<Uuid> {
    let mut ids = Vec::new();
    while ids.len() < count {
        let batch: Batch = tokio::time::timeout(PATIENCE, consumer.receive()).await.unwrap().unwrap();
        ids.extend(batch.messages().iter().map(|message| message.event_id));
        batch.acknowledge().await;
    }
    ids.sort();
    ids
}

async fn the_relay_publishes_what_it_is_given_and_what_is_in_the_outbox(db: TestDb) {
    let (api, account, inlet) = start(db).await;
    inlet.set_open(false);
    create(&api, &account, 2).await;
    inlet.set_open(true);
    let mut events = create(&api, &account, 3).await;
    let stop = CancellationToken::new();
    let (relay, mut consumer) = run(&api, inlet, &stop);
    events.sort();
    assert_eq!(published(&mut consumer, 5).await, events, "each of them once");
    stop.cancel();
    relay.await.unwrap();
    assert!(claim(&api).await.is_empty());
}

async fn a_relay_that_is_stopped_publishes_what_it_was_given(db: TestDb) {
    let (api, account, inlet) = start(db).await;
    let mut given = create(&api, &account, 3).await;
    let stop = CancellationToken::new();
    stop.cancel();
    let (relay, mut consumer) = run(&api, inlet, &stop);
    relay.await.unwrap();
    given.sort();
    if is_postgres(&api) {
        assert_eq!(published(&mut consumer, 3).await, given);
    } else {
        assert_eq!(claim(&api).await, given, "the next process publishes them");
    }
}

async fn the_end_waits_for_what_is_being_committed(db: TestDb) {
    let (api, account, mut inlet) = start(db).await;
    let event = new_event(0, 1);
    let id = event.id;
    let tx = api.db.store.begin();
    api.app.outlet.append(&tx, AccountScope::new(account.id), vec![event]).await.unwrap();
    // The first is polled first. So it refuses further events before this one is committed.
    let (last, committed) = tokio::join!(inlet.last(10), tx.commit());
    committed.unwrap();
    let last: Vec<_> = last.iter().map(|message| message.event_id).collect();
    let expected = if is_postgres(&api) { (vec![id], vec![]) } else { (vec![], vec![id]) };
    assert_eq!((last, claim(&api).await), expected);
    assert!(inlet.last(10).await.is_empty());
}

async fn a_relay_that_cannot_publish_gives_back_what_it_was_given(db: TestDb) {
    let (api, account, inlet) = start(db).await;
    create(&api, &account, 3).await;
    // Nothing listens there.
    let broker = Broker::new("amqp://127.0.0.1:9");
    let publisher = Publisher::RabbitMq(Box::new(rabbitmq::Publisher::new(broker)));
    let (stop, watch) = (CancellationToken::new(), Watch::default());
    let relay = relay::run(api.db.store.clone(), publisher, inlet, watch.clone(), stop.clone());
    let relay = tokio::spawn(relay);
    until("the relay fails", PATIENCE, async || watch.metrics.failed.get() > 0).await.unwrap();
    let mut events = create(&api, &account, 1).await;
    stop.cancel();
    relay.await.unwrap();
    events.sort();
    assert_eq!(claim(&api).await, events, "another relay need not wait until claims end");
}

/// Only on PostgreSQL, because on SQLite one batch is in flight at a time.
#[tokio::test(flavor = "multi_thread")]
async fn events_are_published_while_others_wait_for_their_confirmations() {
    let (api, account, inlet) = start(shared::database::testing::postgres().await).await;
    let held = watch::Sender::new(false);
    let (watch, stop, mut consumer) = run_held(&api, inlet, held.subscribe()).await;
    let first = create(&api, &account, 1).await;
    assert_eq!(published(&mut consumer, 1).await, first);
    let confirmed = async |count| {
        until("they are confirmed", PATIENCE, async || watch.metrics.published.get() == count).await.unwrap();
    };
    confirmed(1).await;
    held.send_replace(true);
    // After one success, two batches may be in flight.
    for _ in 0..2 {
        let events = create(&api, &account, 1).await;
        assert_eq!(published(&mut consumer, 1).await[0], *events.last().unwrap());
    }
    assert_eq!(watch.metrics.published.get(), 1, "the others are not confirmed yet");
    held.send_replace(false);
    confirmed(3).await;
    assert_eq!(watch.metrics.failed.get(), 0);
    stop.cancel();
}
