//! A webhook is disabled after five days without a success.

use std::time::Duration;

use shared::database::testing::TestDb;
use shared::values::choices::{DeliveryStatus, WebhookStatus};
use shared::values::clock::Clock;

use crate::receiver::{Receiver, Reply};
use crate::world::{World, until};

shared::both_databases!(
    five_days_of_failures_disable_a_webhook,
    less_than_five_days_do_not,
    a_success_resets_the_five_days,
    failing_begins_with_the_first_failure_after_a_success,
);

const DAY: Duration = Duration::from_hours(24);

impl World {
    /// Makes a webhook look as if its attempts had been failing for this long.
    async fn set_failing_for(&self, webhook_id: i64, time: Duration) {
        let since_ms = Clock::default().now_ms() - i64::try_from(time.as_millis()).unwrap();
        let text = "UPDATE webhooks SET webhook_failing_since_ms = $2 WHERE id = $1";
        self.execute(text, vec![webhook_id.into(), since_ms.into()]).await;
    }
}

async fn five_days_of_failures_disable_a_webhook(db: TestDb) {
    let world = World::new(db).await;
    let receiver = Receiver::answering(500).await;
    let webhook_id = world.webhook_to(&receiver.url()).await;
    world.set_failing_for(webhook_id, 5 * DAY).await;
    let mut dispatcher = world.start();
    world.publish(&mut dispatcher).await;
    // The failed attempt disables the webhook, so the delivery is skipped instead of retried.
    world.delivery_in(webhook_id, DeliveryStatus::Skipped).await;
    let webhook = world.webhook_row(webhook_id).await;
    assert_eq!(webhook.webhook_status, WebhookStatus::Disabled);
    assert_eq!(webhook.webhook_disabled_reason.as_deref(), Some("every attempt has failed for 5 days"));
    dispatcher.stop().await;
    assert_eq!(receiver.received().len(), 1);
}

async fn less_than_five_days_do_not(db: TestDb) {
    let world = World::new(db).await;
    let receiver = Receiver::answering(500).await;
    let webhook_id = world.webhook_to(&receiver.url()).await;
    world.set_failing_for(webhook_id, Duration::from_mins(5 * 24 * 60 - 1)).await;
    let mut dispatcher = world.start();
    world.publish(&mut dispatcher).await;
    receiver.wait_for(4).await;
    dispatcher.stop().await;
    assert_eq!(world.webhook_row(webhook_id).await.webhook_status, WebhookStatus::Active);
}

async fn a_success_resets_the_five_days(db: TestDb) {
    let world = World::new(db).await;
    let receiver = Receiver::answering(200).await;
    let webhook_id = world.webhook_to(&receiver.url()).await;
    world.set_failing_for(webhook_id, 6 * DAY).await;
    let mut dispatcher = world.start();
    world.publish(&mut dispatcher).await;
    world.delivery_in(webhook_id, DeliveryStatus::Succeeded).await;
    let webhook = world.webhook_row(webhook_id).await;
    assert_eq!((webhook.webhook_status, webhook.webhook_failing_since_ms), (WebhookStatus::Active, None));
    dispatcher.stop().await;
}

async fn failing_begins_with_the_first_failure_after_a_success(db: TestDb) {
    let world = World::new(db).await;
    let receiver = Receiver::start(|n| Reply::status(if n == 0 { 200 } else { 500 })).await;
    let webhook_id = world.webhook_to(&receiver.url()).await;
    let mut dispatcher = world.start();
    world.publish(&mut dispatcher).await;
    world.delivery_in(webhook_id, DeliveryStatus::Succeeded).await;
    world.publish(&mut dispatcher).await;
    receiver.wait_for(4).await;
    let webhook = until("the second failure to be recorded", async || {
        let webhook = world.webhook_row(webhook_id).await;
        (webhook.webhook_last_failure_at_ms > webhook.webhook_failing_since_ms).then_some(webhook)
    })
    .await;
    dispatcher.stop().await;
    let failed = &world.deliveries(webhook_id).await[1];
    let first = &world.attempts(failed.id).await[0];
    assert_eq!(webhook.webhook_failing_since_ms, Some(first.attempted_at_ms));
}
