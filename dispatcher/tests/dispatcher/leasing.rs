//! Leases: at most one worker attempts a delivery at a time, and in the end one always does (invariants I1, I3 and I4).

use std::collections::HashSet;
use std::time::{Duration, Instant};

use sea_orm::{ConnectionTrait, DbBackend};
use shared::database::clock::database_now_ms;
use shared::database::statement::sql;
use shared::database::testing::TestDb;
use shared::values::choices::{DeliveryStatus, EventType};
use uuid::Uuid;

use crate::receiver::{Receiver, Reply};
use crate::world::{World, until};

shared::both_databases!(
    an_abandoned_lease_is_picked_up_when_it_expires,
    a_live_lease_is_left_alone,
    a_lease_lasts_longer_than_the_attempt_that_it_is_for,
    a_killed_dispatchers_attempts_are_made_again,
    a_result_with_a_stale_lease_changes_nothing,
    a_stopping_dispatcher_finishes_and_records_its_attempts,
    two_dispatchers_share_a_backlog_without_duplicates,
    two_dispatchers_that_get_the_same_message_record_it_once,
);

async fn an_abandoned_lease_is_picked_up_when_it_expires(db: TestDb) {
    let world = World::new(db).await;
    let receiver = Receiver::answering(200).await;
    let webhook_id = world.webhook_to(&receiver.url()).await;
    let asked_at = Instant::now();
    world.leased_delivery(webhook_id, 1500).await;
    let _dispatcher = world.start();

    let request = receiver.wait_for(1).await.remove(0);
    assert!(request.at - asked_at >= Duration::from_millis(1490), "the lease had not expired");
    world.delivery_in(webhook_id, DeliveryStatus::Succeeded).await;
}

async fn a_live_lease_is_left_alone(db: TestDb) {
    let world = World::new(db).await;
    let receiver = Receiver::answering(200).await;
    let webhook_id = world.webhook_to(&receiver.url()).await;
    world.leased_delivery(webhook_id, 60_000).await;
    world.leased_delivery(webhook_id, 0).await;
    let before = world.deliveries(webhook_id).await;
    let dispatcher = world.start();

    receiver.wait_for(1).await;
    dispatcher.stop().await;
    assert_eq!(receiver.received().len(), 1);
    let after = world.deliveries(webhook_id).await;
    assert_eq!(after[0], before[0]);
    assert_eq!(after[1].delivery_status, DeliveryStatus::Succeeded);
}

async fn a_lease_lasts_longer_than_the_attempt_that_it_is_for(db: TestDb) {
    let world = World::new(db).await;
    let receiver = Receiver::answering(200).await;
    receiver.hold(true);
    let (first, second) = (world.webhook_to(&receiver.url()).await, world.webhook_to(&receiver.url()).await);
    // The scheduler claims this one, and the intake that of the second webhook.
    world.leased_delivery(first, 0).await;
    let before_ms = database_now_ms(world.db.store.read()).await.unwrap();
    let mut dispatcher = world.start();
    receiver.wait_for(1).await;
    world.publish(&mut dispatcher).await;
    receiver.wait_for(2).await;
    let timeout_ms = i64::try_from(world.options.timeout.as_millis()).unwrap();
    for webhook_id in [first, second] {
        let delivery = &world.deliveries(webhook_id).await[0];
        assert!(delivery.lease_id.is_some(), "{delivery:?}");
        assert!(delivery.next_attempt_at_ms > Some(before_ms + timeout_ms), "{delivery:?}, {before_ms}");
    }
    receiver.hold(false);
}

async fn a_killed_dispatchers_attempts_are_made_again(db: TestDb) {
    let world = World::new(db).await;
    let receiver = Receiver::start(|n| Reply::after(Duration::from_secs(if n == 0 { 60 } else { 0 }))).await;
    let webhook_id = world.webhook_to(&receiver.url()).await;
    let mut first = world.start();
    world.publish(&mut first).await;
    receiver.wait_for(1).await;
    first.kill().await;

    let leased = world.delivery_in(webhook_id, DeliveryStatus::Pending).await;
    assert!(leased.lease_id.is_some());
    let _second = world.start();
    world.expire_leases().await;
    let requests = receiver.wait_for(2).await;
    assert_eq!(requests[0].header("webhook-id"), requests[1].header("webhook-id"));
    let delivery = world.delivery_in(webhook_id, DeliveryStatus::Succeeded).await;
    assert_eq!(world.attempts(delivery.id).await.len(), 1);
}

async fn a_result_with_a_stale_lease_changes_nothing(db: TestDb) {
    let world = World::new(db).await;
    let receiver = Receiver::answering(200).await;
    receiver.hold(true);
    let webhook_id = world.webhook_to(&receiver.url()).await;
    let mut dispatcher = world.start();
    world.publish(&mut dispatcher).await;
    receiver.wait_for(1).await;
    let others = Uuid::now_v7();
    world.execute("UPDATE deliveries SET lease_id = $1", vec![others.into()]).await;
    let before = world.deliveries(webhook_id).await;
    receiver.hold(false);

    // `stop` waits until the attempt has ended and its result is written.
    dispatcher.stop().await;
    assert_eq!(world.deliveries(webhook_id).await, before);
    assert!(world.attempts(before[0].id).await.is_empty());
    assert_eq!(world.webhook_row(webhook_id).await.webhook_last_success_at_ms, None);
}

async fn a_stopping_dispatcher_finishes_and_records_its_attempts(db: TestDb) {
    let world = World::new(db).await;
    let receiver = Receiver::start(|_| Reply::after(Duration::from_millis(500))).await;
    let webhook_id = world.webhook_to(&receiver.url()).await;
    let mut dispatcher = world.start();
    world.publish(&mut dispatcher).await;
    receiver.wait_for(1).await;
    dispatcher.stop().await;
    assert_eq!(world.deliveries(webhook_id).await[0].delivery_status, DeliveryStatus::Succeeded);
}

async fn two_dispatchers_share_a_backlog_without_duplicates(db: TestDb) {
    let world = World::new(db).await;
    let receiver = Receiver::start(|_| Reply::after(Duration::from_millis(5))).await;
    let webhook_id = world.webhook_to(&receiver.url()).await;
    for _ in 0..200 {
        world.leased_delivery(webhook_id, 0).await;
    }
    let (first, second) = (world.start(), world.start());

    until("the end of the backlog", async || {
        let deliveries = world.deliveries(webhook_id).await;
        deliveries.iter().all(|delivery| delivery.delivery_status == DeliveryStatus::Succeeded).then_some(())
    })
    .await;
    first.stop().await;
    second.stop().await;
    let requests = receiver.received();
    let ids: HashSet<_> = requests.iter().map(|request| request.header("webhook-id")).collect();
    assert_eq!((ids.len(), requests.len()), (200, 200));
    assert!(world.deliveries(webhook_id).await.iter().all(|delivery| delivery.attempt_count == 1));
}

async fn two_dispatchers_that_get_the_same_message_record_it_once(db: TestDb) {
    let world = World::new(db).await;
    let receiver = Receiver::answering(200).await;
    let webhook_id = world.webhook_to(&receiver.url()).await;
    let (mut first, mut second) = (world.start(), world.start());
    let message = world.event(EventType::ContactsCreate).await;

    // While somebody holds the event, both intakes wait with their statements under way.
    let held = world.db.store.begin();
    let text = "UPDATE outbox SET claimed_until_ms = NULL WHERE event_id = $1";
    held.execute_raw(sql(&held, text, vec![message.event_id.into()])).await.unwrap();
    first.publish(&message).await;
    second.publish(&message).await;
    if world.db.store.backend() == DbBackend::Postgres {
        let text = "SELECT pid FROM pg_stat_activity
                    WHERE datname = current_database() AND wait_event_type = 'Lock'";
        until("both intakes to wait", async || {
            let waiting = world.db.store.read().query_all_raw(sql(world.db.store.read(), text, vec![])).await;
            (waiting.unwrap().len() == 2).then_some(())
        })
        .await;
    }
    held.rollback().await;

    world.delivery_in(webhook_id, DeliveryStatus::Succeeded).await;
    first.stop().await;
    second.stop().await;
    assert_eq!(world.deliveries(webhook_id).await.len(), 1);
    assert_eq!(receiver.received().len(), 1);
}
