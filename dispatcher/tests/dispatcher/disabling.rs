//! A webhook is disabled after a 410, or after five days without a success; what happens to its deliveries then.

use std::time::Duration;

use sea_orm::ConnectionTrait;
use shared::database::clock::database_now_ms;
use shared::database::testing::TestDb;
use shared::values::choices::{DeliveryStatus, WebhookStatus};
use shared::values::clock::Clock;

use crate::receiver::{Receiver, Reply};
use crate::world::{NewWebhook, World, until};

shared::both_databases!(
    gone_disables_the_webhook,
    a_410_of_the_address_that_the_webhook_had_before_does_not_disable_it,
    what_is_due_when_a_webhook_becomes_active_again_is_delivered,
    disabling_raises_the_version_even_of_a_webhook_from_the_future,
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
    let mut world = World::new(db).await;
    world.options.retry_schedule = "1h".parse().unwrap();
    let receiver = Receiver::answering(500).await;
    let webhook_id = world.webhook_to(&receiver.url()).await;
    world.set_failing_for(webhook_id, 5 * DAY).await;
    let mut dispatcher = world.start();
    world.publish(&mut dispatcher).await;
    let webhook = world.disabled(webhook_id).await;
    assert_eq!(webhook.webhook_disabled_reason.as_deref(), Some("every attempt has failed for 5 days"));
    // The delivery is skipped when it is due, instead of retried.
    let now_ms = database_now_ms(world.db.store.read()).await.unwrap();
    world.execute("UPDATE deliveries SET next_attempt_at_ms = $1", vec![now_ms.into()]).await;
    world.delivery_in(webhook_id, DeliveryStatus::Skipped).await;
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
    dispatcher.stop().await;
    let webhook = world.webhook_row(webhook_id).await;
    assert_eq!((webhook.webhook_status, webhook.webhook_failing_since_ms), (WebhookStatus::Active, None));
}

async fn failing_begins_with_the_first_failure_after_a_success(db: TestDb) {
    let mut world = World::new(db).await;
    world.options.retry_schedule = "100ms,100ms".parse().unwrap();
    let receiver = Receiver::start(|n| Reply::status(if n == 0 { 200 } else { 500 })).await;
    let webhook_id = world.webhook_to(&receiver.url()).await;
    let mut dispatcher = world.start();
    world.publish(&mut dispatcher).await;
    world.delivery_in(webhook_id, DeliveryStatus::Succeeded).await;
    world.publish(&mut dispatcher).await;
    receiver.wait_for(4).await;
    let webhook = until("the event to be given up", async || {
        let webhook = world.webhook_row(webhook_id).await;
        webhook.webhook_given_up_at_ms.is_some().then_some(webhook)
    })
    .await;
    dispatcher.stop().await;
    let failed = &world.deliveries(webhook_id).await[1];
    let times: Vec<_> =
        world.attempts(failed.id).await.iter().map(|made| Some(made.attempted_at_ms)).collect();
    assert_eq!(webhook.webhook_failing_since_ms, times[0]);
    assert_eq!((webhook.webhook_given_up_at_ms, times.len()), (times[2], 3));
}

async fn gone_disables_the_webhook(db: TestDb) {
    let world = World::new(db).await;
    let receiver = Receiver::answering(410).await;
    let webhook_id = world.webhook_to(&receiver.url()).await;
    let mut dispatcher = world.start();
    world.publish(&mut dispatcher).await;

    world.delivery_in(webhook_id, DeliveryStatus::Failed).await;
    let webhook = world.disabled(webhook_id).await;
    assert_eq!(webhook.webhook_disabled_reason.as_deref(), Some("410 Gone"));
    world.publish(&mut dispatcher).await;
    let skipped = until("the next delivery", async || world.deliveries(webhook_id).await.into_iter().nth(1));
    assert_eq!(skipped.await.delivery_status, DeliveryStatus::Skipped);
    assert_eq!(receiver.received().len(), 1);
}

async fn a_410_of_the_address_that_the_webhook_had_before_does_not_disable_it(db: TestDb) {
    let world = World::new(db).await;
    let old = Receiver::answering(410).await;
    old.hold(true);
    let new = Receiver::answering(200).await;
    let webhook_id = world.webhook_to(&old.url()).await;
    let mut dispatcher = world.start();
    world.publish(&mut dispatcher).await;
    old.wait_for(1).await;
    let values = vec![webhook_id.into(), new.url().into()];
    world.execute("UPDATE webhooks SET webhook_url = $2 WHERE id = $1", values).await;
    old.hold(false);
    world.delivery_in(webhook_id, DeliveryStatus::Failed).await;
    dispatcher.stop().await;
    assert_eq!(world.webhook_row(webhook_id).await.webhook_status, WebhookStatus::Active);

    let mut dispatcher = world.start();
    world.publish(&mut dispatcher).await;
    new.wait_for(1).await;
}

async fn what_is_due_when_a_webhook_becomes_active_again_is_delivered(db: TestDb) {
    let world = World::new(db).await;
    let receiver = Receiver::answering(200).await;
    let webhook_id = world.webhook(NewWebhook {
        url: receiver.url(),
        status: WebhookStatus::Paused,
        ..NewWebhook::default()
    });
    let webhook_id = webhook_id.await;
    let mut dispatcher = world.start();
    for _ in 0..40 {
        world.publish(&mut dispatcher).await;
    }
    let recorded = until("the deliveries", async || {
        let deliveries = world.deliveries(webhook_id).await;
        (deliveries.len() == 40).then_some(deliveries)
    });
    recorded.await;
    dispatcher.stop().await;

    // The scheduler finds the webhook disabled while its owner's change is under way.
    world.set_status(webhook_id, WebhookStatus::Disabled).await;
    let tx = world.db.store.begin();
    let activate = "UPDATE webhooks SET webhook_status = 'active'";
    tx.execute_unprepared(activate).await.unwrap();
    let _dispatcher = world.start();
    tokio::time::sleep(Duration::from_secs(1)).await;
    tx.commit().await.unwrap();
    receiver.wait_for(40).await;
}

async fn disabling_raises_the_version_even_of_a_webhook_from_the_future(db: TestDb) {
    let world = World::new(db).await;
    let receiver = Receiver::answering(410).await;
    let webhook_id = world.webhook_to(&receiver.url()).await;
    // The row is as an api would write it whose clock is a day ahead.
    let ahead_ms = Clock::default().now_ms() + 86_400_000;
    let values = vec![webhook_id.into(), ahead_ms.into()];
    world.execute("UPDATE webhooks SET updated_at_ms = $2 WHERE id = $1", values).await;
    let mut dispatcher = world.start();
    world.publish(&mut dispatcher).await;
    assert_eq!(world.disabled(webhook_id).await.updated_at_ms, ahead_ms + 1);
}
