//! The metrics of deliveries, as an operator sees them.

use prometheus_client::encoding::text::encode;
use prometheus_client::registry::Registry;
use shared::database::testing::TestDb;
use shared::values::choices::DeliveryStatus;

use crate::receiver::{Receiver, Reply};
use crate::world::{World, until};

shared::both_databases!(
    attempts_retries_and_ends_are_counted,
    an_expired_lease_is_counted,
    a_webhook_that_is_disabled_is_counted,
);

/// Returns the lines of the metrics.
fn shown(world: &World) -> String {
    let mut registry = Registry::default();
    world.options.metrics.register(&mut registry);
    let mut text = String::new();
    encode(&mut text, &registry).unwrap();
    text
}

fn has(text: &str, line: &str) -> bool {
    text.lines().any(|one| one == line)
}

async fn attempts_retries_and_ends_are_counted(db: TestDb) {
    let world = World::new(db).await;
    let receiver = Receiver::start(|n| Reply::status(if n == 0 { 500 } else { 200 })).await;
    let webhook_id = world.webhook_to(&receiver.url()).await;
    let before = shown(&world);
    assert!(has(&before, "almoner_deliveries_ended_total{status=\"failed\"} 0"), "{before}");
    assert!(has(&before, "almoner_attempt_duration_seconds_count{outcome=\"timeout\"} 0"), "{before}");
    let mut dispatcher = world.start();
    world.publish(&mut dispatcher).await;
    world.delivery_in(webhook_id, DeliveryStatus::Succeeded).await;
    dispatcher.stop().await;

    let text = shown(&world);
    for line in [
        "messaging_client_consumed_messages_total 1",
        "almoner_attempt_duration_seconds_count{outcome=\"status\"} 1",
        "almoner_attempt_duration_seconds_count{outcome=\"success\"} 1",
        "almoner_retries_total 1",
        "almoner_deliveries_ended_total{status=\"succeeded\"} 1",
        "almoner_deliveries_ended_total{status=\"failed\"} 0",
        "almoner_delivery_delay_seconds_count 1",
        "almoner_delivery_delay_seconds_bucket{le=\"0.005\"} 0",
        "almoner_attempts_active 0",
        "almoner_late_results_total 0",
        "almoner_leases_expired_total 0",
        "almoner_messages_rejected_total 0",
        "almoner_webhooks_disabled_total 0",
    ] {
        assert!(has(&text, line), "{line} is not in\n{text}");
    }
    let url = receiver.url();
    let host = url.trim_start_matches("http://").trim_end_matches('/');
    assert!(!text.contains(host), "{text}");
}

async fn an_expired_lease_is_counted(db: TestDb) {
    let world = World::new(db).await;
    let receiver = Receiver::answering(200).await;
    let webhook_id = world.webhook_to(&receiver.url()).await;
    world.leased_delivery(webhook_id, 0).await;
    let dispatcher = world.start();
    world.delivery_in(webhook_id, DeliveryStatus::Succeeded).await;
    dispatcher.stop().await;
    assert!(has(&shown(&world), "almoner_leases_expired_total 1"));
}

async fn a_webhook_that_is_disabled_is_counted(db: TestDb) {
    let world = World::new(db).await;
    let receiver = Receiver::answering(410).await;
    let webhook_id = world.webhook_to(&receiver.url()).await;
    let mut dispatcher = world.start();
    world.publish(&mut dispatcher).await;
    world.delivery_in(webhook_id, DeliveryStatus::Failed).await;
    until("the webhook is counted", async || {
        has(&shown(&world), "almoner_webhooks_disabled_total 1").then_some(())
    })
    .await;
}
