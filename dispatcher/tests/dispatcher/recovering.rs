//! Recoveries: a webhook gets the events it has missed, and no others.

use std::collections::BTreeSet;

use shared::database::testing::TestDb;
use shared::entities::recoveries;
use shared::queue::Message;
use shared::values::choices::{Choice, DeliveryStatus, EventType, RecoveryStatus, WebhookStatus};
use shared::values::ids::{event_id_text, first_event_id};
use uuid::Uuid;

use crate::receiver::{Receiver, Reply};
use crate::world::{NewWebhook, World, until};

shared::both_databases!(
    what_was_missed_is_sent_and_what_succeeded_is_not,
    only_failed_ones_are_sent_when_that_was_asked,
    what_the_webhook_leaves_out_is_not_sent,
    only_events_of_the_span_are_sent,
    what_waits_for_a_retry_does_not_wait_any_longer,
    a_recovery_does_not_flood_a_webhook_that_takes_nothing,
    a_webhook_that_is_disabled_meanwhile_stops_its_recovery,
);

const ALL: (i64, i64) = (0, 4_000_000_000_000);

impl World {
    /// Inserts a recovery as the api does.
    async fn recover(&self, webhook_id: i64, (since_ms, until_ms): (i64, i64), only_failed: bool) {
        let text = "INSERT INTO recoveries (account_id, webhook_id, recovery_since_ms, recovery_until_ms,
                        recovery_only_failed, recovery_status, recovery_event_count, recovery_examined_count,
                        recovery_queued_count, after_event_id, created_at_ms)
                    SELECT account_id, id, $2, $3, $4, 'running', 0, 0, 0, $5, 0 FROM webhooks WHERE id = $1";
        let first = first_event_id(since_ms);
        let values =
            vec![webhook_id.into(), since_ms.into(), until_ms.into(), only_failed.into(), first.into()];
        self.execute(text, values).await;
    }

    /// Returns the webhook's latest recovery.
    async fn recovery(&self, webhook_id: i64) -> recoveries::Model {
        self.rows("SELECT * FROM recoveries WHERE webhook_id = $1 ORDER BY id", webhook_id)
            .await
            .pop()
            .unwrap()
    }

    async fn recovered(&self, webhook_id: i64) -> recoveries::Model {
        until("the recovery to end", async || {
            let recovery = self.recovery(webhook_id).await;
            (recovery.recovery_status != RecoveryStatus::Running).then_some(recovery)
        })
        .await
    }

    /// Records an event, and a delivery that has ended with this status.
    async fn delivered(&self, webhook_id: i64, status: DeliveryStatus) -> Message {
        let message = self.event(EventType::GiftsCreate).await;
        let text = "INSERT INTO deliveries (account_id, event_id, webhook_id, delivery_status, attempt_count,
                        created_at_ms, finished_at_ms) VALUES ($1, $2, $3, $4, 10, 0, 0)";
        let (account_id, event_id) = (message.account_id.into(), message.event_id.into());
        self.execute(text, vec![account_id, event_id, webhook_id.into(), status.as_str().into()]).await;
        message
    }
}

fn ids(messages: &[&Message]) -> BTreeSet<String> {
    messages.iter().map(|message| event_id_text(message.event_id)).collect()
}

fn received(receiver: &Receiver) -> BTreeSet<String> {
    let received = receiver.received();
    let ids: BTreeSet<_> = received.iter().map(|received| received.header("webhook-id").to_owned()).collect();
    assert_eq!(ids.len(), received.len(), "each comes once");
    ids
}

async fn what_was_missed_is_sent_and_what_succeeded_is_not(db: TestDb) {
    let world = World::new(db).await;
    let receiver = Receiver::answering(200).await;
    let new = NewWebhook {
        url: receiver.url(),
        events: r#"["gifts.create"]"#,
        status: WebhookStatus::Paused,
        ..NewWebhook::default()
    };
    let webhook_id = world.webhook(new).await;
    let failed = world.delivered(webhook_id, DeliveryStatus::Failed).await;
    let skipped = world.delivered(webhook_id, DeliveryStatus::Skipped).await;
    world.delivered(webhook_id, DeliveryStatus::Succeeded).await;
    let never_queued = world.event(EventType::GiftsCreate).await;
    world.event(EventType::TasksCreate).await;
    world.set_status(webhook_id, WebhookStatus::Active).await;
    world.recover(webhook_id, ALL, false).await;
    let dispatcher = world.start();

    let recovery = world.recovered(webhook_id).await;
    assert_eq!((recovery.recovery_examined_count, recovery.recovery_queued_count), (5, 3));
    assert_eq!(recovery.recovery_status, RecoveryStatus::Finished);
    assert!(recovery.finished_at_ms.is_some());
    receiver.wait_for(3).await;
    dispatcher.stop().await;
    assert_eq!(received(&receiver), ids(&[&failed, &skipped, &never_queued]));
    let deliveries = world.deliveries(webhook_id).await;
    assert!(deliveries.iter().all(|delivery| delivery.delivery_status == DeliveryStatus::Succeeded));
}

async fn what_the_webhook_leaves_out_is_not_sent(db: TestDb) {
    let world = World::new(db).await;
    let receiver = Receiver::answering(200).await;
    let webhook_id = world.webhook_to(&receiver.url()).await;
    let text = "UPDATE webhooks SET webhook_skip_unchanged = TRUE WHERE id = $1";
    world.execute(text, vec![webhook_id.into()]).await;
    let changed = world.event(EventType::GiftsUpdate).await;
    let unchanged = world.event(EventType::GiftsUpdate).await;
    let text = "UPDATE events SET body = $2 WHERE id = $1";
    world.execute(text, vec![unchanged.event_id.into(), r#"{"changed":[]}"#.into()]).await;
    world.recover(webhook_id, ALL, false).await;
    let dispatcher = world.start();
    let recovery = world.recovered(webhook_id).await;
    assert_eq!((recovery.recovery_examined_count, recovery.recovery_queued_count), (2, 1));
    receiver.wait_for(1).await;
    dispatcher.stop().await;
    assert_eq!(received(&receiver), ids(&[&changed]));
}

async fn only_failed_ones_are_sent_when_that_was_asked(db: TestDb) {
    let world = World::new(db).await;
    let receiver = Receiver::answering(200).await;
    let webhook_id = world.webhook_to(&receiver.url()).await;
    let failed = world.delivered(webhook_id, DeliveryStatus::Failed).await;
    world.delivered(webhook_id, DeliveryStatus::Skipped).await;
    world.event(EventType::GiftsCreate).await;
    world.recover(webhook_id, ALL, true).await;
    let dispatcher = world.start();
    assert_eq!(world.recovered(webhook_id).await.recovery_queued_count, 1);
    receiver.wait_for(1).await;
    dispatcher.stop().await;
    assert_eq!(received(&receiver), ids(&[&failed]));
}

async fn only_events_of_the_span_are_sent(db: TestDb) {
    let world = World::new(db).await;
    let receiver = Receiver::answering(200).await;
    let webhook_id = world.webhook_to(&receiver.url()).await;
    let mut messages = Vec::new();
    for _ in 0..4 {
        messages.push(world.event(EventType::GiftsCreate).await);
        tokio::time::sleep(std::time::Duration::from_millis(2)).await;
    }
    let moment = |message: &Message| {
        let (s, ns) = message.event_id.get_timestamp().unwrap().to_unix();
        i64::try_from(s * 1000 + u64::from(ns) / 1_000_000).unwrap()
    };
    world.recover(webhook_id, (moment(&messages[1]), moment(&messages[3])), false).await;
    let dispatcher = world.start();
    assert_eq!(world.recovered(webhook_id).await.recovery_examined_count, 2);
    receiver.wait_for(2).await;
    dispatcher.stop().await;
    assert_eq!(received(&receiver), ids(&[&messages[1], &messages[2]]));
}

async fn what_waits_for_a_retry_does_not_wait_any_longer(db: TestDb) {
    let mut world = World::new(db).await;
    world.options.retry_schedule = "1h".parse().unwrap();
    let receiver = Receiver::start(|n| Reply::status(if n == 0 { 500 } else { 200 })).await;
    let webhook_id = world.webhook_to(&receiver.url()).await;
    let mut dispatcher = world.start();
    world.publish(&mut dispatcher).await;
    world.delivery(webhook_id, "a retry", |delivery| delivery.attempt_count == 1).await;
    world.recover(webhook_id, ALL, false).await;
    assert_eq!(world.recovered(webhook_id).await.recovery_queued_count, 1);
    world.delivery_in(webhook_id, DeliveryStatus::Succeeded).await;
    dispatcher.stop().await;
}

async fn a_recovery_does_not_flood_a_webhook_that_takes_nothing(db: TestDb) {
    const EVENTS: usize = 1700;
    let world = World::new(db).await;
    let receiver = Receiver::answering(200).await;
    let new = NewWebhook { url: receiver.url(), status: WebhookStatus::Paused, ..NewWebhook::default() };
    let webhook_id = world.webhook(new).await;
    let events: Vec<Uuid> = world.events(EVENTS).await;
    world.recover(webhook_id, ALL, false).await;
    let dispatcher = world.start();
    until("1,000 to be queued", async || {
        (world.recovery(webhook_id).await.recovery_queued_count == 1000).then_some(())
    })
    .await;
    // The dispatcher is killed in the middle and started again: nothing is counted twice.
    dispatcher.kill().await;
    let dispatcher = world.start();
    world.set_status(webhook_id, WebhookStatus::Active).await;
    let recovery = world.recovered(webhook_id).await;
    assert_eq!((recovery.recovery_examined_count, recovery.recovery_queued_count), (1700, 1700));
    receiver.wait_for(EVENTS).await;
    dispatcher.stop().await;
    assert_eq!(received(&receiver), events.into_iter().map(event_id_text).collect());
}

async fn a_webhook_that_is_disabled_meanwhile_stops_its_recovery(db: TestDb) {
    let world = World::new(db).await;
    let receiver = Receiver::answering(200).await;
    let new = NewWebhook { url: receiver.url(), status: WebhookStatus::Disabled, ..NewWebhook::default() };
    let webhook_id = world.webhook(new).await;
    world.event(EventType::GiftsCreate).await;
    world.recover(webhook_id, ALL, false).await;
    let dispatcher = world.start();
    let recovery = world.recovered(webhook_id).await;
    assert_eq!((recovery.recovery_status, recovery.recovery_queued_count), (RecoveryStatus::Stopped, 0));
    dispatcher.stop().await;
    assert!(world.deliveries(webhook_id).await.is_empty());
}
