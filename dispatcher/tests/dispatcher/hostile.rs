//! Receivers that answer badly, or not at all. Each failed attempt ends in time, with an outcome that names the
//! failure.

use std::time::Duration;

use shared::database::testing;
use shared::values::choices::{AttemptOutcome, DeliveryStatus, EventType};
use tokio::net::TcpSocket;

use crate::deployment::{Deployment, forget_peak, resident_kib};
use crate::receiver::{Receiver, Reply};
use crate::sockets::{Behaviour, serve};
use crate::world::{NewWebhook, World};

#[tokio::test(flavor = "multi_thread")]
async fn every_failure_has_its_name() {
    check_failures(false, Duration::from_mins(1)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_attempt_that_takes_too_long_ends_in_time() {
    check_failures(true, Duration::from_millis(1500)).await;
}

/// Makes an attempt at each receiver that lets attempts time out, or at each of the others.
async fn check_failures(times_out: bool, timeout: Duration) {
    let is_one = |outcome| (outcome == AttemptOutcome::Timeout) == times_out;
    let mut world = World::new(testing::sqlite().await).await;
    world.options.timeout = timeout;
    world.options.retry_schedule = "1h".parse().unwrap();
    // Bound, so that nobody else gets it, but nothing listens.
    let bound = TcpSocket::new_v4().unwrap();
    bound.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let unused = bound.local_addr().unwrap().port();
    let plain = Receiver::answering(200).await;
    let slow = Receiver::start(|_| Reply::after(Duration::from_mins(20))).await;
    let closing = serve(Behaviour::CloseUnasked).await;

    let mut expected = Vec::new();
    for (url, outcome) in [
        (slow.url(), AttemptOutcome::Timeout),
        (format!("http://127.0.0.1:{unused}/?token=hush"), AttemptOutcome::Connect),
        (format!("https://127.0.0.1:{unused}/?token=hush"), AttemptOutcome::Connect),
        (format!("https://127.0.0.1:{}/?token=hush", plain.port()), AttemptOutcome::Tls),
        (format!("https://127.0.0.1:{closing}/?token=hush"), AttemptOutcome::Reset),
        ("http://nowhere.invalid:9/?token=hush".to_owned(), AttemptOutcome::Dns),
        ("https://nowhere.invalid/?token=hush".to_owned(), AttemptOutcome::Dns),
        ("http://[?token=hush".to_owned(), AttemptOutcome::Unsendable),
    ] {
        if !is_one(outcome) {
            continue;
        }
        expected.push((world.webhook_to(&url).await, url, outcome, None));
    }
    for (behaviour, outcome, status_code) in [
        (Behaviour::Hang, AttemptOutcome::Timeout, None),
        (Behaviour::DripHead, AttemptOutcome::Timeout, None),
        (Behaviour::DripBody, AttemptOutcome::Timeout, None),
        (Behaviour::EndlessInterim, AttemptOutcome::Timeout, None),
        (Behaviour::EndlessHead, AttemptOutcome::TooLarge, None),
        (Behaviour::EndlessGzipOfNothing, AttemptOutcome::TooLarge, Some(200)),
        (Behaviour::EndlessBody, AttemptOutcome::TooLarge, Some(200)),
        (Behaviour::EndlessGzipBomb, AttemptOutcome::TooLarge, Some(200)),
        (Behaviour::GzipBomb, AttemptOutcome::TooLarge, Some(200)),
        (Behaviour::Garbage, AttemptOutcome::Reset, None),
        (Behaviour::BrokenGzip, AttemptOutcome::Success, Some(200)),
        (Behaviour::BreakOff, AttemptOutcome::Reset, None),
        (Behaviour::Close, AttemptOutcome::Reset, None),
        (Behaviour::CloseUnasked, AttemptOutcome::Reset, None),
        (Behaviour::Reset, AttemptOutcome::Reset, None),
    ] {
        if !is_one(outcome) {
            continue;
        }
        let url = format!("http://127.0.0.1:{}/?token=hush", serve(behaviour).await);
        expected.push((world.webhook_to(&url).await, format!("{behaviour:?}"), outcome, status_code));
    }
    for headers in [r#"{"X-Y":"a\nb"}"#, r#"{"X Y":"a"}"#, "[]"] {
        if !is_one(AttemptOutcome::Unsendable) {
            continue;
        }
        let new = NewWebhook { url: plain.url(), headers: Some(headers), ..NewWebhook::default() };
        expected.push((world.webhook(new).await, headers.to_owned(), AttemptOutcome::Unsendable, None));
    }
    let mut dispatcher = world.start();
    world.publish(&mut dispatcher).await;

    for (webhook_id, what, outcome, status_code) in expected {
        let attempt = world.first_attempt(webhook_id).await;
        assert_eq!(attempt.attempt_outcome, outcome, "{what}: {attempt:?}");
        assert_eq!(attempt.status_code, status_code, "{what}: {attempt:?}");
        let duration = Duration::from_millis(attempt.duration_ms.try_into().unwrap());
        // Without a timeout, each of them would take at least ten minutes.
        assert!(duration < Duration::from_mins(1), "{what} took {duration:?}");
        assert_eq!(attempt.error.is_none(), status_code.is_some(), "{what}: {attempt:?}");
        let said = match what.as_str() {
            "EndlessHead" => Some("the headers of the answer are too large"),
            "Garbage" => Some("the answer is not one of HTTP"),
            "BreakOff" | "Close" => Some("the receiver broke off the connection"),
            _ => None,
        };
        assert!(said.is_none() || attempt.error.as_deref() == said, "{what}: {attempt:?}");
        assert!(!attempt.error.is_some_and(|error| error.is_empty() || error.contains("hush")), "{what}");
    }
    assert!(plain.received().is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn only_2xx_is_a_success() {
    let world = World::new(testing::sqlite().await).await;
    let mut expected = Vec::new();
    for status in [200, 204, 299, 300, 304, 404, 500, 999] {
        let receiver = Receiver::answering(status).await;
        expected.push((world.webhook_to(&receiver.url()).await, status, receiver));
    }
    let mut dispatcher = world.start();
    world.publish(&mut dispatcher).await;

    for (webhook_id, status, _receiver) in expected {
        let attempt = world.first_attempt(webhook_id).await;
        let outcome = if status < 300 { AttemptOutcome::Success } else { AttemptOutcome::Status };
        assert_eq!((attempt.attempt_outcome, attempt.error.as_deref()), (outcome, None));
        assert_eq!(attempt.status_code, i16::try_from(status).ok());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn fifty_hostile_receivers_at_once_take_little_memory() {
    const GROWTH_MAX_KIB: u64 = 64 * 1024;
    let deployment = Deployment::new().await;
    let world = &deployment.world;
    let program = deployment.start(&[("ALMONER_WEBHOOK_TIMEOUT", "3s")]).await;
    let friendly = Receiver::answering(200).await;
    let friendly_id = world.webhook_to(&friendly.url()).await;
    deployment.publish(world.event(EventType::GiftsCreate).await).await;
    world.delivery_in(friendly_id, DeliveryStatus::Succeeded).await;

    let behaviours = [
        Behaviour::Hang,
        Behaviour::DripHead,
        Behaviour::DripBody,
        Behaviour::EndlessHead,
        Behaviour::EndlessBody,
        Behaviour::EndlessGzipOfNothing,
        Behaviour::EndlessGzipBomb,
        Behaviour::GzipBomb,
    ];
    let mut webhooks = Vec::new();
    for behaviour in behaviours.into_iter().cycle().take(50) {
        let port = serve(behaviour).await;
        webhooks.push(world.webhook_to(&format!("http://127.0.0.1:{port}/")).await);
    }
    forget_peak(&program);
    let (before_kib, _) = resident_kib(&program);
    deployment.publish(world.event(EventType::GiftsCreate).await).await;
    friendly.wait_for(2).await;
    for webhook_id in webhooks {
        assert_ne!(world.first_attempt(webhook_id).await.attempt_outcome, AttemptOutcome::Success);
    }
    let (_, peak_kib) = resident_kib(&program);
    let growth_kib = peak_kib.saturating_sub(before_kib);
    println!("memory grew from {before_kib} KiB by {growth_kib} KiB");
    assert!(growth_kib <= GROWTH_MAX_KIB, "memory grew from {before_kib} KiB by {growth_kib} KiB");
}
