//! Webhooks at forbidden addresses. Their rows are in the database already, as after a change of the operator's
//! settings or of a host's addresses.

use std::io::ErrorKind;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use shared::database::testing::{self, TestDb};
use shared::values::choices::{AttemptOutcome, DeliveryStatus, EventType};
use shared::webhooks::guard::{Guard, Reach};
use tokio::net::TcpListener;
use url::Url;

use crate::deployment::Deployment;
use crate::receiver::Receiver;
use crate::world::World;

shared::both_databases!(forbidden_addresses_are_not_connected_to, an_allowed_host_name_is_reached);

async fn forbidden_addresses_are_not_connected_to(db: TestDb) {
    let mut world = World::new(db).await;
    world.options.guard = Guard::default();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let mut webhooks = Vec::new();
    for url in [
        format!("http://127.0.0.1:{port}/"),
        format!("https://127.0.0.1:{port}/"),
        format!("http://2130706433:{port}/"),
        format!("http://[::ffff:127.0.0.1]:{port}/"),
        format!("http://localhost:{port}/"),
        format!("https://localhost:{port}/"),
        "https://localhost/".to_owned(),
        "https://169.254.169.254/latest/meta-data".to_owned(),
    ] {
        webhooks.push(world.webhook_to(&url).await);
    }
    let mut dispatcher = world.start();
    world.publish(&mut dispatcher).await;

    for webhook_id in webhooks {
        let url = world.webhook_row(webhook_id).await.webhook_url;
        let attempt = world.first_attempt(webhook_id).await;
        assert_eq!(attempt.attempt_outcome, AttemptOutcome::ForbiddenAddress, "{url}: {attempt:?}");
    }
    dispatcher.stop().await;
    assert_unconnected(listener);
}

/// Call this when every attempt has ended: a connection would then wait to be accepted, so there is no need to wait for
/// one.
fn assert_unconnected(listener: TcpListener) {
    let accepted = listener.into_std().unwrap().accept();
    let kind = accepted.map_err(|error| error.kind());
    assert_eq!(kind.unwrap_err(), ErrorKind::WouldBlock, "the dispatcher connected to a forbidden address");
}

async fn an_allowed_host_name_is_reached(db: TestDb) {
    let world = World::new(db).await;
    let receiver = Receiver::answering(200).await;
    world.webhook_to(&format!("http://localhost:{}/", receiver.port())).await;
    let mut dispatcher = world.start();
    world.publish(&mut dispatcher).await;
    receiver.wait_for(1).await;
}

const PUBLIC: IpAddr = IpAddr::V4(Ipv4Addr::new(93, 184, 215, 14));
const LOCAL: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
const OTHER_LOCAL: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 0, 0, 2));

/// Returns a name service that gives these answers in turn, and then the last one for ever; and the count of its
/// lookups.
fn name_service(answers: Vec<Vec<IpAddr>>) -> (impl Fn(&str) -> Vec<IpAddr>, Arc<AtomicUsize>) {
    let asked = Arc::new(AtomicUsize::default());
    let counter = asked.clone();
    let lookup = move |host: &str| {
        assert_eq!(host, "moving.example");
        answers[counter.fetch_add(1, Ordering::SeqCst).min(answers.len() - 1)].clone()
    };
    (lookup, asked)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_that_has_moved_since_its_registration_is_judged_again() {
    for moved in [vec![LOCAL], vec![PUBLIC, LOCAL], vec![LOCAL, PUBLIC]] {
        let mut world = World::new(testing::sqlite().await).await;
        let (lookup, asked) = name_service(vec![vec![PUBLIC], moved]);
        world.options.guard = Guard::default().with_lookup(lookup);
        let url = Url::parse("https://moving.example/").unwrap();
        let guard = &world.options.guard;
        assert_eq!(guard.check(&url).await, Ok(Reach::PublicOrAllowed));
        assert!(guard.resolve("moving.example", Reach::PublicOrAllowed).await.is_ok());
        let webhook_id = world.webhook_to(url.as_str()).await;
        let mut dispatcher = world.start();
        world.publish(&mut dispatcher).await;

        let attempt = world.first_attempt(webhook_id).await;
        assert_eq!(attempt.attempt_outcome, AttemptOutcome::ForbiddenAddress, "{attempt:?}");
        assert!(asked.load(Ordering::SeqCst) >= 2);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_address_that_was_judged_is_the_one_connected_to() {
    let mut world = World::new(testing::sqlite().await).await;
    let receiver = Receiver::answering(200).await;
    let forbidden = TcpListener::bind((OTHER_LOCAL, receiver.port())).await.unwrap();
    let (lookup, asked) = name_service(vec![vec![LOCAL], vec![OTHER_LOCAL]]);
    world.options.guard = Guard::new(vec!["127.0.0.1/32".parse().unwrap()]).with_lookup(lookup);
    world.options.retry_schedule = "1h".parse().unwrap();
    let url = format!("http://moving.example:{}/", receiver.port());
    let webhook_id = world.webhook_to(&url).await;
    let mut dispatcher = world.start();
    world.publish(&mut dispatcher).await;

    world.delivery_in(webhook_id, DeliveryStatus::Succeeded).await;
    assert_eq!(receiver.received()[0].header("host"), format!("moving.example:{}", receiver.port()));
    assert_eq!(asked.load(Ordering::SeqCst), 1, "one lookup for judging and connecting");
    assert_unconnected(forbidden);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slow_name_service_counts_against_the_deadline() {
    // Much longer than the deadline, so that a slow machine is not taken for an attempt that waited for the lookup.
    const LOOKUP: Duration = Duration::from_secs(12);
    let mut world = World::new(testing::sqlite().await).await;
    world.options.timeout = Duration::from_millis(500);
    world.options.guard = Guard::default().with_lookup(|_| {
        std::thread::sleep(LOOKUP);
        vec![PUBLIC]
    });
    let webhook_id = world.webhook_to("https://moving.example/").await;
    let mut dispatcher = world.start();
    world.publish(&mut dispatcher).await;

    let attempt = world.first_attempt(webhook_id).await;
    assert_eq!(attempt.attempt_outcome, AttemptOutcome::Timeout, "{attempt:?}");
    assert!(u128::try_from(attempt.duration_ms).unwrap() < LOOKUP.as_millis(), "{attempt:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_environments_proxies_are_not_used() {
    let deployment = Deployment::new().await;
    let world = &deployment.world;
    let proxy = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let proxy_url = format!("http://{}", proxy.local_addr().unwrap());
    let variables = ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"];
    let _program = deployment.start(&variables.map(|name| (name, proxy_url.as_str()))).await;
    let receiver = Receiver::answering(200).await;
    let plain = world.webhook_to(&receiver.url()).await;
    let encrypted = world.webhook_to(&format!("https://localhost:{}/", receiver.port())).await;
    deployment.publish(world.event(EventType::GiftsCreate).await).await;

    world.delivery_in(plain, DeliveryStatus::Succeeded).await;
    assert_eq!(world.first_attempt(encrypted).await.attempt_outcome, AttemptOutcome::Tls);
    assert_unconnected(proxy);
}
