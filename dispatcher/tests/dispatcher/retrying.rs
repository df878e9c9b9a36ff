//! Retries after a failed attempt.

use std::time::Duration;

use shared::database::testing::TestDb;
use shared::values::choices::{AttemptOutcome, DeliveryStatus};

use crate::receiver::{Receiver, Reply};
use crate::world::World;

shared::both_databases!(
    a_failure_is_tried_again_with_the_same_id_and_a_fresh_signature,
    a_redirect_is_a_failure_and_not_followed,
    retry_after_is_honoured,
    a_delivery_fails_when_the_schedule_is_used_up,
    the_first_wait_follows_the_first_attempt,
);

async fn a_failure_is_tried_again_with_the_same_id_and_a_fresh_signature(db: TestDb) {
    let mut world = World::new(db).await;
    // More than a second, so that the timestamps differ.
    world.options.retry_schedule = "1500ms,1500ms".parse().unwrap();
    let receiver = Receiver::start(|n| Reply::status(if n < 2 { 500 } else { 200 })).await;
    let webhook_id = world.webhook_to(&receiver.url()).await;
    let mut dispatcher = world.start();
    world.publish(&mut dispatcher).await;

    let delivery = world.delivery_in(webhook_id, DeliveryStatus::Succeeded).await;
    let requests = receiver.received();
    assert_eq!((requests.len(), delivery.attempt_count), (3, 3));
    for pair in requests.windows(2) {
        assert_eq!(pair[0].header("webhook-id"), pair[1].header("webhook-id"));
        assert_eq!(pair[0].body, pair[1].body);
        assert!(pair[0].header("webhook-timestamp") < pair[1].header("webhook-timestamp"));
        assert!(pair[1].at - pair[0].at >= Duration::from_millis(1200));
    }
    assert!(requests.iter().all(|request| request.is_signed_with(&world.secret)));
    let attempts = world.attempts(delivery.id).await;
    let outcomes: Vec<_> = attempts.iter().map(|attempt| attempt.attempt_outcome).collect();
    assert_eq!(outcomes, [AttemptOutcome::Status, AttemptOutcome::Status, AttemptOutcome::Success]);
    assert_eq!(
        attempts.iter().map(|attempt| attempt.status_code).collect::<Vec<_>>(),
        [500, 500, 200].map(Some)
    );
    dispatcher.stop().await;
    let webhook = world.webhook_row(webhook_id).await;
    assert!(webhook.webhook_last_failure_at_ms < webhook.webhook_last_success_at_ms);
}

async fn a_redirect_is_a_failure_and_not_followed(db: TestDb) {
    let world = World::new(db).await;
    let target = Receiver::answering(200).await;
    let location = target.url();
    let receiver = Receiver::start(move |_| Reply {
        headers: vec![("location", location.clone())],
        ..Reply::status(307)
    })
    .await;
    let webhook_id = world.webhook_to(&receiver.url()).await;
    let mut dispatcher = world.start();
    world.publish(&mut dispatcher).await;

    let tried = |count| move |delivery: &shared::entities::deliveries::Model| delivery.attempt_count >= count;
    let delivery = world.delivery(webhook_id, "the first failure", tried(1)).await;
    assert_eq!(world.attempts(delivery.id).await[0].status_code, Some(307));
    world.delivery(webhook_id, "a second attempt", tried(2)).await;
    assert!(target.received().is_empty());
}

async fn retry_after_is_honoured(db: TestDb) {
    let world = World::new(db).await;
    let receiver = Receiver::start(|n| match n {
        0 => Reply { headers: vec![("retry-after", "2".to_owned())], ..Reply::status(429) },
        _ => Reply::status(200),
    })
    .await;
    let webhook_id = world.webhook_to(&receiver.url()).await;
    let mut dispatcher = world.start();
    world.publish(&mut dispatcher).await;

    world.delivery_in(webhook_id, DeliveryStatus::Succeeded).await;
    let requests = receiver.received();
    assert!(requests[1].at - requests[0].at >= Duration::from_millis(1900), "the schedule says 100 ms");
}

async fn a_delivery_fails_when_the_schedule_is_used_up(db: TestDb) {
    let mut world = World::new(db).await;
    world.options.retry_schedule = "10ms,10ms".parse().unwrap();
    let receiver = Receiver::answering(503).await;
    let webhook_id = world.webhook_to(&receiver.url()).await;
    let mut dispatcher = world.start();
    world.publish(&mut dispatcher).await;

    let delivery = world.delivery_in(webhook_id, DeliveryStatus::Failed).await;
    assert_eq!((delivery.attempt_count, delivery.next_attempt_at_ms), (3, None));
    assert!(delivery.finished_at_ms.is_some());
    assert_eq!(receiver.received().len(), 3);
}

async fn the_first_wait_follows_the_first_attempt(db: TestDb) {
    let mut world = World::new(db).await;
    world.options.retry_schedule = "100ms,1h".parse().unwrap();
    let receiver = Receiver::start(|n| Reply::status(if n == 0 { 500 } else { 200 })).await;
    let webhook_id = world.webhook_to(&receiver.url()).await;
    let mut dispatcher = world.start();
    world.publish(&mut dispatcher).await;
    world.delivery_in(webhook_id, DeliveryStatus::Succeeded).await;
}
