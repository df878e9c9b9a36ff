//! What follows a failure.

use std::time::Duration;

use shared::choices::{AttemptOutcome, DeliveryStatus};
use shared::testing::TestDb;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use crate::receiver::{Receiver, Reply};
use crate::world::{NewWebhook, World};

shared::both_databases!(
    a_failure_is_tried_again_with_the_same_id_and_a_fresh_signature,
    a_redirect_is_a_failure_and_not_followed,
    retry_after_is_honoured,
    a_delivery_fails_when_the_schedule_is_used_up,
    every_kind_of_failure_has_its_name,
);

async fn a_failure_is_tried_again_with_the_same_id_and_a_fresh_signature(db: TestDb) {
    let mut world = World::new(db).await;
    // Over a second, so that the timestamps differ.
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

    let tried = |count| move |delivery: &shared::entities::deliveries::Model| delivery.attempt_count == count;
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

async fn every_kind_of_failure_has_its_name(db: TestDb) {
    let mut world = World::new(db).await;
    world.options.timeout = Duration::from_millis(500);
    let slow = Receiver::start(|_| Reply::after(Duration::from_secs(5))).await;
    let dripping = serve(|mut stream| async move {
        stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n").await?;
        loop {
            stream.write_all(b".").await?;
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    })
    .await;
    let closing = serve(|_| async { Ok(()) }).await;
    let breaking_off = serve(|mut stream| async move {
        stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n...").await
    })
    .await;
    let unused = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap().port();
    let plain = Receiver::answering(200).await;

    let http = |port: u16| format!("http://127.0.0.1:{port}/?token=hush");
    let mut expected = Vec::new();
    for (url, outcome) in [
        (slow.url(), AttemptOutcome::Timeout),
        (http(dripping), AttemptOutcome::Timeout),
        (http(closing), AttemptOutcome::Reset),
        (http(breaking_off), AttemptOutcome::Reset),
        (http(unused), AttemptOutcome::Connect),
        (format!("https://127.0.0.1:{}/", plain.port()), AttemptOutcome::Tls),
        ("http://nowhere.invalid:9/".to_owned(), AttemptOutcome::Dns),
        ("http://[".to_owned(), AttemptOutcome::Unsendable),
    ] {
        expected.push((world.webhook_to(&url).await, outcome));
    }
    for headers in [r#"{"X-Y":"a\nb"}"#, r#"{"X Y":"a"}"#, "[]"] {
        let new = NewWebhook { url: plain.url(), headers: Some(headers), ..NewWebhook::default() };
        expected.push((world.webhook(new).await, AttemptOutcome::Unsendable));
    }
    let mut dispatcher = world.start();
    world.publish(&mut dispatcher).await;

    for (webhook_id, outcome) in expected {
        let url = world.webhook_row(webhook_id).await.webhook_url;
        let tried = |delivery: &shared::entities::deliveries::Model| delivery.attempt_count > 0;
        let delivery = world.delivery(webhook_id, &format!("an attempt at {url}"), tried).await;
        let attempt = world.attempts(delivery.id).await.remove(0);
        assert_eq!(attempt.attempt_outcome, outcome, "{url}: {attempt:?}");
        assert_eq!(attempt.status_code, None);
        let error = attempt.error.unwrap();
        assert!(!error.is_empty() && !error.contains("hush"), "{error}");
    }
    assert!(plain.received().is_empty());
}

/// A server that reads a request and then does as it likes with the connection.
async fn serve<F>(answer: impl Fn(TcpStream) -> F + Send + 'static) -> u16
where
    F: Future<Output = std::io::Result<()>> + Send,
{
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let _ = stream.read(&mut [0; 4096]).await;
            let _ = answer(stream).await;
        }
    });
    port
}
