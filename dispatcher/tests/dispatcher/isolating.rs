//! A receiver does not delay the deliveries to another (invariant I5).

use std::time::{Duration, Instant};

use shared::database::testing::TestDb;
use shared::values::choices::{DeliveryStatus, EventType};

use crate::receiver::{Receiver, Reply};
use crate::world::{NewWebhook, Running, World, until};

shared::both_databases!(
    a_webhook_begins_with_eight_at_once_and_delays_no_other,
    a_receiver_that_keeps_up_gets_more_at_once,
    a_receiver_that_refuses_gets_fewer_at_once,
    a_receiver_that_has_all_it_may_have_leaves_room_for_others,
    many_hanging_receivers_leave_room_for_one_that_answers,
    every_webhook_gets_its_turn_while_permits_are_short,
    what_a_quick_receiver_does_not_take_in_time_after_all_waits_in_the_database,
    a_rate_limit_is_kept,
    no_more_attempts_at_once_than_the_webhook_allows,
    dispatchers_keep_a_rate_limit_together,
);

async fn a_webhook_begins_with_eight_at_once_and_delays_no_other(db: TestDb) {
    let mut world = World::new(db).await;
    world.options.attempts_per_webhook_max = 64;
    // An answer that is held back is no failure.
    world.options.timeout = Duration::from_mins(2);
    let slow = Receiver::answering(200).await;
    slow.hold(true);
    let quick = Receiver::answering(200).await;
    let slow_id = world.webhook_to(&slow.url()).await;
    world.webhook_to(&quick.url()).await;
    let mut messages = Vec::new();
    for _ in 0..40 {
        messages.push(world.event(EventType::ContactsCreate).await);
    }
    let mut dispatcher = world.start();
    for message in &messages {
        dispatcher.publish(message).await;
    }

    quick.wait_for(40).await;
    slow.wait_for(8).await;
    assert_eq!(slow.received().len(), 8, "none of which has ended while the quick receiver got all 40");
    slow.hold(false);
    slow.wait_for(40).await;
    until("all to be recorded", async || {
        let deliveries = world.deliveries(slow_id).await;
        deliveries.iter().all(|delivery| delivery.delivery_status == DeliveryStatus::Succeeded).then_some(())
    })
    .await;
    assert_eq!(slow.received().len(), 40);
}

/// Records events first, and then publishes them, so that the database does not set the pace.
async fn publish_together(world: &World, dispatcher: &mut Running, count: usize) {
    let mut messages = Vec::new();
    for _ in 0..count {
        messages.push(world.event(EventType::ContactsCreate).await);
    }
    for message in &messages {
        dispatcher.publish(message).await;
    }
}

async fn a_receiver_that_keeps_up_gets_more_at_once(db: TestDb) {
    const EVENTS: usize = 400;
    let mut world = World::new(db).await;
    world.options.attempts_per_webhook_max = 32;
    let receiver = Receiver::start(|_| Reply::after(Duration::from_millis(250))).await;
    let webhook_id = world.webhook_to(&receiver.url()).await;
    let mut dispatcher = world.start();
    publish_together(&world, &mut dispatcher, EVENTS).await;
    receiver.wait_for(EVENTS).await;
    dispatcher.stop().await;
    assert_eq!(receiver.received().len(), EVENTS);
    // How it grows is told by the tests of the limiter. A pause of the machine looks like a receiver that gets slower.
    assert!((9..=32).contains(&receiver.concurrent_max()), "{} at once", receiver.concurrent_max());
    let deliveries = world.deliveries(webhook_id).await;
    assert!(deliveries.iter().all(|delivery| delivery.attempt_count == 1));
}

async fn a_receiver_that_refuses_gets_fewer_at_once(db: TestDb) {
    let mut world = World::new(db).await;
    world.options.attempts_per_webhook_max = 64;
    // It says that it has too much to do, from the beginning.
    let receiver =
        Receiver::start(|_| Reply { status: 429, ..Reply::after(Duration::from_millis(50)) }).await;
    world.webhook_to(&receiver.url()).await;
    let mut dispatcher = world.start();
    for _ in 0..60 {
        world.publish(&mut dispatcher).await;
    }
    receiver.wait_for(60).await;
    assert!(receiver.concurrent_max() <= 8, "{} at once", receiver.concurrent_max());
    dispatcher.kill().await;
}

async fn a_receiver_that_has_all_it_may_have_leaves_room_for_others(db: TestDb) {
    let mut world = World::new(db).await;
    (world.options.attempts_max, world.options.attempts_per_webhook_max) = (128, 32);
    // An answer that is held back is no failure.
    world.options.timeout = Duration::from_mins(2);
    let slow = Receiver::start(|_| Reply::after(Duration::from_millis(100))).await;
    world.webhook_to(&slow.url()).await;
    let mut dispatcher = world.start();
    for _ in 0..400 {
        world.publish(&mut dispatcher).await;
    }
    slow.wait_for(300).await;
    slow.hold(true);
    let quick = Receiver::answering(200).await;
    world.webhook_to(&quick.url()).await;
    for _ in 0..40 {
        world.publish(&mut dispatcher).await;
    }
    quick.wait_for(40).await;
    slow.hold(false);
    slow.wait_for(440).await;
    dispatcher.stop().await;
}

async fn many_hanging_receivers_leave_room_for_one_that_answers(db: TestDb) {
    let mut world = World::new(db).await;
    world.options.attempts_max = 32;
    world.options.timeout = Duration::from_secs(30);
    let hanging = Receiver::start(|_| Reply::after(Duration::from_mins(1))).await;
    for _ in 0..8 {
        world.webhook_to(&hanging.url()).await;
    }
    let mut dispatcher = world.start();
    for _ in 0..8 {
        world.publish(&mut dispatcher).await;
    }
    hanging.wait_for(8).await;
    let quick = Receiver::answering(200).await;
    world.webhook_to(&quick.url()).await;
    world.publish(&mut dispatcher).await;
    quick.wait_for(1).await;
    dispatcher.kill().await;
}

async fn every_webhook_gets_its_turn_while_permits_are_short(db: TestDb) {
    let mut world = World::new(db).await;
    world.options.attempts_max = 16;
    let receiver = Receiver::start(|_| Reply::after(Duration::from_millis(20))).await;
    // More than fit into one INSERT, and more than two looks of the scheduler find.
    for _ in 0..520 {
        world.webhook_to(&receiver.url()).await;
    }
    let mut dispatcher = world.start();
    world.publish(&mut dispatcher).await;

    receiver.wait_for(520).await;
    assert!(receiver.concurrent_max() <= 16);
    dispatcher.stop().await;
    assert_eq!(receiver.received().len(), 520);
}

async fn what_a_quick_receiver_does_not_take_in_time_after_all_waits_in_the_database(db: TestDb) {
    const EVENTS: usize = 200;
    let world = World::new(db).await;
    // The receiver is quick enough to get permits ahead. Then eight answers take longer than the other deliveries wait
    // for their attempts.
    let pause = |n| if (100..108).contains(&n) { Duration::from_millis(1500) } else { Duration::ZERO };
    let receiver = Receiver::start(move |n| Reply::after(pause(n))).await;
    let webhook_id = world.webhook_to(&receiver.url()).await;
    let mut dispatcher = world.start();
    publish_together(&world, &mut dispatcher, EVENTS).await;
    receiver.wait_for(EVENTS).await;
    dispatcher.stop().await;
    assert_eq!((receiver.received().len(), receiver.concurrent_max()), (EVENTS, 8));
    for delivery in world.deliveries(webhook_id).await {
        assert_eq!(
            (delivery.delivery_status, delivery.attempt_count),
            (DeliveryStatus::Succeeded, 1),
            "waiting does not count as an attempt"
        );
    }
}

async fn a_rate_limit_is_kept(db: TestDb) {
    let world = World::new(db).await;
    let receiver = Receiver::answering(200).await;
    let new = NewWebhook { url: receiver.url(), rate_limit: Some(10), ..NewWebhook::default() };
    world.webhook(new).await;
    let mut dispatcher = world.start();
    let begun = Instant::now();
    for _ in 0..15 {
        world.publish(&mut dispatcher).await;
    }

    check_ten_a_second(&receiver, begun).await;
}

async fn no_more_attempts_at_once_than_the_webhook_allows(db: TestDb) {
    let world = World::new(db).await;
    let receiver = Receiver::answering(200).await;
    receiver.hold(true);
    let new = NewWebhook { url: receiver.url(), concurrency: Some(2), ..NewWebhook::default() };
    world.webhook(new).await;
    let mut dispatcher = world.start();
    for _ in 0..20 {
        world.publish(&mut dispatcher).await;
    }
    receiver.wait_for(2).await;
    receiver.hold(false);
    receiver.wait_for(20).await;
    assert_eq!(receiver.concurrent_max(), 2);
}

async fn dispatchers_keep_a_rate_limit_together(db: TestDb) {
    let world = World::new(db).await;
    let receiver = Receiver::answering(200).await;
    let new = NewWebhook { url: receiver.url(), rate_limit: Some(10), ..NewWebhook::default() };
    world.webhook(new).await;
    let mut dispatchers = [world.start(), world.start()];
    let begun = Instant::now();
    for n in 0..15 {
        world.publish(&mut dispatchers[n % 2]).await;
    }
    check_ten_a_second(&receiver, begun).await;
}

/// `begun` is before the first of the events is published: from there, no delay on the way can make the span shorter.
async fn check_ten_a_second(receiver: &Receiver, begun: Instant) {
    // How long they may take is a matter of the machine; that they all come is not.
    let requests = receiver.wait_for(15).await;
    let span = requests[14].at - begun;
    // 14 intervals of 100 ms. The clocks of the limit and of this test may round differently.
    assert!(span >= Duration::from_millis(1390), "15 came in {span:?}, at 10 a second");
}
