//! The requests that the dispatcher sends, and the webhooks that get them.

use std::collections::HashSet;

use shared::database::clock::database_now_ms;
use shared::database::testing::TestDb;
use shared::entities::deliveries;
use shared::values::choices::{AttemptOutcome, DeliveryStatus, EventType, WebhookStatus};
use shared::values::clock::Clock;
use shared::values::ids::event_id_text;
use shared::webhooks::signature::WebhookSecret;

use crate::receiver::{Receiver, Reply};
use crate::world::{NewWebhook, World, until};

shared::both_databases!(
    an_event_arrives_signed,
    custom_headers_are_sent_but_replace_none_of_the_message,
    only_the_wanted_events_are_delivered,
    a_message_that_comes_twice_is_delivered_once,
    a_paused_webhook_gets_its_events_when_it_is_resumed,
    a_disabled_webhooks_deliveries_are_skipped,
    what_changes_about_webhooks_counts_from_the_next_event_on,
    a_long_answer_is_cut,
    what_an_answer_repeats_of_the_secrets_is_not_stored,
    an_answer_of_more_than_64_kib_is_a_failure,
    during_a_rotation_both_secrets_sign,
    a_connection_is_used_again_however_much_came_over_it,
    events_wait_while_the_database_refuses_them,
    an_event_that_cannot_be_recorded_holds_up_no_other,
);

async fn an_event_arrives_signed(db: TestDb) {
    let world = World::new(db).await;
    let receiver = Receiver::answering(204).await;
    let webhook_id = world.webhook_to(&receiver.url()).await;
    let mut dispatcher = world.start();
    let before_s = Clock::default().now_ms() / 1000;
    let message = world.publish(&mut dispatcher).await;

    let request = receiver.wait_for(1).await.remove(0);
    assert_eq!(request.path, "/hook");
    assert_eq!(request.body, message.body);
    assert_eq!(request.header("webhook-id"), event_id_text(message.event_id));
    assert_eq!(request.header("content-type"), "application/json");
    assert!(request.header("user-agent").starts_with(concat!("Almoner/", env!("CARGO_PKG_VERSION"))));
    let timestamp_s: i64 = request.header("webhook-timestamp").parse().unwrap();
    assert!((before_s..=Clock::default().now_ms() / 1000).contains(&timestamp_s));
    assert!(request.is_signed_with(&world.secret));

    let delivery = world.delivery_in(webhook_id, DeliveryStatus::Succeeded).await;
    assert_eq!((delivery.attempt_count, delivery.next_attempt_at_ms, delivery.lease_id), (1, None, None));
    assert!(delivery.finished_at_ms.unwrap() >= delivery.created_at_ms);
    let attempts = world.attempts(delivery.id).await;
    assert_eq!(attempts.len(), 1);
    assert_eq!(attempts[0].attempt_outcome, AttemptOutcome::Success);
    assert_eq!((attempts[0].status_code, &attempts[0].error), (Some(204), &None));
    dispatcher.stop().await;
    let webhook = world.webhook_row(webhook_id).await;
    assert_eq!(webhook.webhook_last_success_at_ms, Some(attempts[0].attempted_at_ms));
    assert_eq!(webhook.webhook_last_failure_at_ms, None);
}

async fn custom_headers_are_sent_but_replace_none_of_the_message(db: TestDb) {
    let world = World::new(db).await;
    let receiver = Receiver::answering(200).await;
    let headers =
        r#"{"Authorization":"Bearer x","Content-Type":"text/plain","Host":"evil.example","Webhook-Id":"1"}"#;
    let new = NewWebhook { url: receiver.url(), headers: Some(headers), ..NewWebhook::default() };
    world.webhook(new).await;
    let mut dispatcher = world.start();
    world.publish(&mut dispatcher).await;

    let request = receiver.wait_for(1).await.remove(0);
    assert_eq!(request.header("authorization"), "Bearer x");
    assert_eq!(request.header("content-type"), "application/json");
    assert_eq!(request.header("host"), format!("127.0.0.1:{}", receiver.port()));
    assert!(request.is_signed_with(&world.secret));
}

async fn only_the_wanted_events_are_delivered(db: TestDb) {
    let world = World::new(db).await;
    let receiver = Receiver::answering(200).await;
    let url = receiver.url();
    let gifts = NewWebhook { url: url.clone(), events: r#"["gifts.create"]"#, ..NewWebhook::default() };
    let (gifts, all) = (world.webhook(gifts).await, world.webhook_to(&url).await);
    let mut dispatcher = world.start();
    for event_type in [EventType::ContactsCreate, EventType::GiftsCreate, EventType::GiftsUpdate] {
        dispatcher.publish(&world.event(event_type).await).await;
    }

    receiver.wait_for(4).await;
    assert_eq!(world.deliveries(gifts).await.len(), 1);
    assert_eq!(world.deliveries(all).await.len(), 3);
}

async fn a_message_that_comes_twice_is_delivered_once(db: TestDb) {
    let world = World::new(db).await;
    let receiver = Receiver::answering(200).await;
    let webhook_id = world.webhook_to(&receiver.url()).await;
    let mut dispatcher = world.start();
    let message = world.publish(&mut dispatcher).await;
    dispatcher.publish(&message).await;
    world.delivery_in(webhook_id, DeliveryStatus::Succeeded).await;
    dispatcher.publish(&message).await;
    // Messages are recorded in order. When this later one arrives, the one before has been recorded too.
    world.publish(&mut dispatcher).await;

    receiver.wait_for(2).await;
    assert_eq!(world.deliveries(webhook_id).await.len(), 2);
    dispatcher.stop().await;
    assert_eq!(receiver.received().len(), 2);
}

async fn a_paused_webhook_gets_its_events_when_it_is_resumed(db: TestDb) {
    let world = World::new(db).await;
    let (paused, active) = (Receiver::answering(200).await, Receiver::answering(200).await);
    let new = NewWebhook { url: paused.url(), status: WebhookStatus::Paused, ..NewWebhook::default() };
    let webhook_id = world.webhook(new).await;
    world.webhook_to(&active.url()).await;
    let mut dispatcher = world.start();
    world.publish(&mut dispatcher).await;
    active.wait_for(1).await;

    let waiting = world.delivery_in(webhook_id, DeliveryStatus::Pending).await;
    assert_eq!((waiting.attempt_count, waiting.lease_id), (0, None));
    let now_ms = database_now_ms(world.db.store.read()).await.unwrap();
    assert!(waiting.next_attempt_at_ms <= Some(now_ms), "it is due at once: {waiting:?}");
    assert!(paused.received().is_empty());
    world.set_status(webhook_id, WebhookStatus::Active).await;
    paused.wait_for(1).await;
    world.delivery_in(webhook_id, DeliveryStatus::Succeeded).await;
}

async fn a_disabled_webhooks_deliveries_are_skipped(db: TestDb) {
    let world = World::new(db).await;
    let receiver = Receiver::answering(200).await;
    let disabled =
        NewWebhook { url: receiver.url(), status: WebhookStatus::Disabled, ..NewWebhook::default() };
    let disabled = world.webhook(disabled).await;
    let paused = NewWebhook { url: receiver.url(), status: WebhookStatus::Paused, ..NewWebhook::default() };
    let disabled_later = world.webhook(paused).await;
    let mut dispatcher = world.start();
    world.publish(&mut dispatcher).await;

    world.delivery_in(disabled_later, DeliveryStatus::Pending).await;
    world.set_status(disabled_later, WebhookStatus::Disabled).await;
    for webhook_id in [disabled, disabled_later] {
        let delivery = world.delivery_in(webhook_id, DeliveryStatus::Skipped).await;
        assert_eq!((delivery.attempt_count, delivery.next_attempt_at_ms), (0, None));
        assert!(delivery.finished_at_ms.is_some());
    }
    assert!(receiver.received().is_empty());
}

async fn what_changes_about_webhooks_counts_from_the_next_event_on(db: TestDb) {
    let world = World::new(db).await;
    let (first, second) = (Receiver::answering(200).await, Receiver::answering(200).await);
    let webhook_id = world.webhook_to(&first.url()).await;
    let mut dispatcher = world.start();
    for count in 1..=2 {
        world.publish(&mut dispatcher).await;
        first.wait_for(count).await;
    }
    let update = "UPDATE webhooks SET webhook_url = $2 WHERE id = $1";
    world.execute(update, vec![webhook_id.into(), second.url().into()]).await;
    world.publish(&mut dispatcher).await;
    second.wait_for(1).await;

    let other_id = world.webhook_to(&first.url()).await;
    world.publish(&mut dispatcher).await;
    first.wait_for(3).await;
    second.wait_for(2).await;

    world.set_status(webhook_id, WebhookStatus::Disabled).await;
    world.publish(&mut dispatcher).await;
    first.wait_for(4).await;
    until("all results", async || {
        let deliveries = [world.deliveries(webhook_id).await, world.deliveries(other_id).await].concat();
        deliveries.iter().all(|delivery| delivery.finished_at_ms.is_some()).then_some(())
    })
    .await;
    let statuses = |deliveries: Vec<deliveries::Model>| {
        deliveries.into_iter().map(|delivery| delivery.delivery_status).collect::<Vec<_>>()
    };
    let (succeeded, skipped) = (DeliveryStatus::Succeeded, DeliveryStatus::Skipped);
    let of_first = statuses(world.deliveries(webhook_id).await);
    assert_eq!(of_first, [succeeded, succeeded, succeeded, succeeded, skipped]);
    assert_eq!(statuses(world.deliveries(other_id).await), [succeeded, succeeded]);
    assert_eq!((first.received().len(), second.received().len()), (4, 2));
}

async fn a_long_answer_is_cut(db: TestDb) {
    let world = World::new(db).await;
    let body = [b"\0caf\xe9 ", "é".repeat(32_764).as_bytes()].concat();
    let receiver =
        Receiver::start(move |_| Reply { status: 200, body: body.clone(), ..Reply::default() }).await;
    let webhook_id = world.webhook_to(&receiver.url()).await;
    let mut dispatcher = world.start();
    world.publish(&mut dispatcher).await;

    let delivery = world.delivery_in(webhook_id, DeliveryStatus::Succeeded).await;
    let kept = world.attempts(delivery.id).await[0].response_body.clone().unwrap();
    assert!(kept.starts_with("caf\u{fffd} éé"), "{kept}");
    assert!((4000..5000).contains(&kept.len()), "{} bytes", kept.len());
}

async fn what_an_answer_repeats_of_the_secrets_is_not_stored(db: TestDb) {
    const TOKEN: &str = "a-token-of-the-receivers-own";
    let world = World::new(db).await;
    // The second token begins where the answer is cut.
    let body = format!("no such token: {TOKEN}{}{TOKEN}", ".".repeat(4096 - 15 - TOKEN.len() - 5));
    let receiver = Receiver::start(move |_| Reply { body: body.clone().into(), ..Reply::status(410) }).await;
    let headers = format!(r#"{{"X-Token":"{TOKEN}"}}"#);
    let new = NewWebhook { url: receiver.url(), headers: Some(&headers), ..NewWebhook::default() };
    let webhook_id = world.webhook(new).await;
    let mut dispatcher = world.start();
    world.publish(&mut dispatcher).await;

    let delivery = world.delivery_in(webhook_id, DeliveryStatus::Failed).await;
    let kept = world.attempts(delivery.id).await[0].response_body.clone().unwrap();
    assert!(kept.starts_with("no such token: [redacted]...") && kept.ends_with("...[redacted]"), "{kept}");
}

async fn an_answer_of_more_than_64_kib_is_a_failure(db: TestDb) {
    let mut world = World::new(db).await;
    world.options.retry_schedule = "1h".parse().unwrap();
    let largest = 64 * 1024;
    let mut expected = Vec::new();
    for (status, length, end, webhook_status) in [
        (200, largest, DeliveryStatus::Succeeded, WebhookStatus::Active),
        (200, largest + 1, DeliveryStatus::Pending, WebhookStatus::Active),
        (410, largest + 1, DeliveryStatus::Failed, WebhookStatus::Disabled),
    ] {
        let reply = Reply { body: vec![b'.'; length], ..Reply::status(status) };
        let receiver = Receiver::start(move |_| reply.clone()).await;
        let webhook_id = world.webhook_to(&receiver.url()).await;
        expected.push((receiver, webhook_id, status, length > largest, end, webhook_status));
    }
    let mut dispatcher = world.start();
    world.publish(&mut dispatcher).await;

    for (receiver, ..) in &expected {
        receiver.wait_for(1).await;
    }
    dispatcher.stop().await;
    for (_receiver, webhook_id, status, is_too_large, end, webhook_status) in expected {
        let tried = world.delivery(webhook_id, "an attempt", |delivery| delivery.attempt_count == 1).await;
        assert_eq!(tried.delivery_status, end);
        assert_eq!(world.webhook_row(webhook_id).await.webhook_status, webhook_status);
        let attempt = world.attempts(tried.id).await.remove(0);
        assert_eq!(attempt.attempt_outcome == AttemptOutcome::TooLarge, is_too_large, "{attempt:?}");
        assert_eq!(attempt.status_code, i16::try_from(status).ok());
        assert_eq!(attempt.response_body.unwrap().len(), 4096);
    }
}

async fn a_connection_is_used_again_however_much_came_over_it(db: TestDb) {
    let world = World::new(db).await;
    let reply = Reply { body: vec![b'.'; 60 * 1024], ..Reply::status(200) };
    let receiver = Receiver::start(move |_| reply.clone()).await;
    let webhook_id = world.webhook_to(&receiver.url()).await;
    let mut dispatcher = world.start();
    for count in 1..=10 {
        world.publish(&mut dispatcher).await;
        until("a success", async || {
            let deliveries = world.deliveries(webhook_id).await;
            let is_success =
                |delivery: &deliveries::Model| delivery.delivery_status == DeliveryStatus::Succeeded;
            (deliveries.len() == count && deliveries.iter().all(is_success)).then_some(())
        })
        .await;
    }
    let connections: HashSet<_> = receiver.received().into_iter().map(|request| request.connection).collect();
    // One that was idle for some seconds is closed.
    assert!(connections.len() <= 5, "{} connections", connections.len());
}

async fn during_a_rotation_both_secrets_sign(db: TestDb) {
    let world = World::new(db).await;
    let receiver = Receiver::answering(200).await;
    let previous = WebhookSecret::generate().unwrap();
    let webhook_id = world.webhook_to(&receiver.url()).await;
    world.set_previous_secret(webhook_id, &previous, Clock::default().now_ms() + 60_000).await;
    let mut dispatcher = world.start();
    world.publish(&mut dispatcher).await;
    let request = receiver.wait_for(1).await.remove(0);
    assert!(request.is_signed_with(&world.secret) && request.is_signed_with(&previous));
    assert_eq!(request.header("webhook-signature").split(' ').count(), 2);

    world.set_previous_secret(webhook_id, &previous, Clock::default().now_ms()).await;
    world.publish(&mut dispatcher).await;
    let request = receiver.wait_for(2).await.remove(1);
    assert!(request.is_signed_with(&world.secret) && !request.is_signed_with(&previous));
}

async fn events_wait_while_the_database_refuses_them(db: TestDb) {
    let world = World::new(db).await;
    let receiver = Receiver::answering(200).await;
    let webhook_id = world.webhook_to(&receiver.url()).await;
    world.execute("ALTER TABLE deliveries RENAME TO hidden", vec![]).await;
    let mut dispatcher = world.start();
    let message = world.publish(&mut dispatcher).await;
    dispatcher.wait_until_taken().await;
    dispatcher.publish(&message).await;
    assert!(receiver.received().is_empty());
    world.execute("ALTER TABLE hidden RENAME TO deliveries", vec![]).await;
    world.delivery_in(webhook_id, DeliveryStatus::Succeeded).await;
    assert_eq!(receiver.received().len(), 1);
}

async fn an_event_that_cannot_be_recorded_holds_up_no_other(db: TestDb) {
    let world = World::new(db).await;
    let receiver = Receiver::answering(200).await;
    world.webhook_to(&receiver.url()).await;
    let mut messages = Vec::new();
    for _ in 0..7 {
        messages.push(world.event(EventType::ContactsCreate).await);
    }
    let poison = messages[4].clone();
    world.poison(poison.event_id).await;
    let mut dispatcher = world.start();
    for message in &messages {
        dispatcher.publish(message).await;
    }
    let requests = receiver.wait_for(6).await;
    assert!(requests.iter().all(|request| request.header("webhook-id") != event_id_text(poison.event_id)));

    world.lift_poison().await;
    dispatcher.publish(&poison).await;
    let requests = receiver.wait_for(7).await;
    assert_eq!(requests[6].header("webhook-id"), event_id_text(poison.event_id), "it is still in the outbox");
}
