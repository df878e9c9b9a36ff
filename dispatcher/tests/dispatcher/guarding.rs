//! Webhooks that would reach where they must not: the row is in the database already, as after a change of the
//! operator's policy or of a host's addresses.

use shared::choices::AttemptOutcome;
use shared::guard::Guard;
use shared::testing::TestDb;
use tokio::net::TcpListener;

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
    let connected = tokio::time::timeout(std::time::Duration::from_millis(50), listener.accept()).await;
    assert!(connected.is_err(), "a forbidden address was connected to");
}

async fn an_allowed_host_name_is_reached(db: TestDb) {
    let world = World::new(db).await;
    let receiver = Receiver::answering(200).await;
    world.webhook_to(&format!("http://localhost:{}/", receiver.port())).await;
    let mut dispatcher = world.start();
    world.publish(&mut dispatcher).await;
    receiver.wait_for(1).await;
}
