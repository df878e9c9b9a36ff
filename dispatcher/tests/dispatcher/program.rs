//! The program from start to stop.

use std::process::Stdio;
use std::time::Duration;

use shared::database::testing;
use shared::values::choices::{DeliveryStatus, EventType};
use shared::values::ids::event_id_text;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::process::Command;

use crate::deployment::{Deployment, dispatcher, free_port, status};
use crate::receiver::{Receiver, Reply};
use crate::world::{World, until};

#[tokio::test(flavor = "multi_thread")]
async fn it_survives_a_kill_and_stops_gracefully() {
    let deployment = Deployment::new().await;
    let world = &deployment.world;
    let receiver = Receiver::start(|n| Reply::after(Duration::from_secs(if n == 0 { 60 } else { 1 }))).await;
    let webhook_id = world.webhook_to(&receiver.url()).await;
    assert!(!deployment.is_ready().await);

    let mut killed = deployment.start(&[]).await;
    deployment.publish(world.event(EventType::GiftsCreate).await).await;
    receiver.wait_for(1).await;
    killed.kill().await.unwrap();
    world.expire_leases().await;
    let mut stopped = deployment.start(&[]).await;
    let requests = receiver.wait_for(2).await;
    assert_eq!(requests[0].header("webhook-id"), requests[1].header("webhook-id"));

    let process_id = stopped.id().unwrap().to_string();
    assert!(status(Command::new("kill").args(["-TERM", &process_id])).await.success());
    assert_eq!(stopped.wait().await.unwrap().code(), Some(0));
    let deliveries = world.deliveries(webhook_id).await;
    assert_eq!(deliveries.len(), 1);
    assert_eq!(deliveries[0].delivery_status, DeliveryStatus::Succeeded);
    assert_eq!(deployment.waiting().await, 0, "the message is acknowledged");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_it_cannot_record_is_among_the_dead_letters_until_it_is_requeued() {
    let deployment = Deployment::new().await;
    let world = &deployment.world;
    let receiver = Receiver::answering(200).await;
    world.webhook_to(&receiver.url()).await;
    let poison = world.event(EventType::GiftsCreate).await;
    let id = event_id_text(poison.event_id);
    world.poison(poison.event_id).await;
    let _program = deployment.start(&[]).await;
    deployment.publish(poison).await;
    deployment.publish(world.event(EventType::GiftsUpdate).await).await;
    receiver.wait_for(1).await;

    let listed = until("a dead letter", async || {
        Some(deployment.dead_letters(&["list"]).await).filter(|listed| !listed.is_empty())
    })
    .await;
    // RabbitMQ dead-letters at least once, so there may be more than one of the same.
    let letters: Vec<serde_json::Value> =
        listed.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let letter = &letters[0];
    assert!(letters.iter().all(|other| other["event_id"] == letter["event_id"]), "{listed}");
    assert_eq!((&letter["event_id"], &letter["type"]), (&id.as_str().into(), &"gifts.create".into()));
    assert_eq!((&letter["position"], &letter["reason"]), (&1.into(), &"rejected".into()));
    assert!(!listed.contains("Sørensen"), "personal data is printed without --bodies: {listed}");
    until("its body", async || {
        let listed = deployment.dead_letters(&["list", "--bodies"]).await;
        listed.contains("Sørensen").then_some(())
    })
    .await;
    assert_eq!(deployment.dead_letters(&["list", "--limit", "0"]).await, "");

    world.lift_poison().await;
    let requeued = until("the dead letter is back", async || {
        Some(deployment.dead_letters(&["requeue"]).await).filter(|requeued| !requeued.starts_with('0'))
    })
    .await;
    assert!(["1 of 1 requeued\n", "2 of 2 requeued\n"].contains(&requeued.as_str()), "{requeued}");
    assert_eq!(receiver.wait_for(2).await[1].header("webhook-id"), id);
    assert_eq!(deployment.dead_letters(&["requeue"]).await, "0 of 0 requeued\n");
}

#[tokio::test]
async fn without_a_broker_it_says_what_is_missing() {
    for arguments in [&["run"][..], &["dead-letters", "list"], &["dead-letters", "requeue"]] {
        let output = dispatcher(arguments).output().await.unwrap();
        assert_eq!(output.status.code(), Some(1));
        let message = String::from_utf8(output.stderr).unwrap();
        assert!(message.contains("AMQP_URL is not set"), "{message}");
    }
    let mut command = dispatcher(&["dead-letters", "list"]);
    let output = command.env("AMQP_URL", "amqp://127.0.0.1:1").output().await.unwrap();
    assert_eq!(output.status.code(), Some(1));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains("AMQP_URL") && message.contains("refused"), "{message}");
}

#[tokio::test(flavor = "multi_thread")]
async fn listen_verifies_and_prints_what_it_receives() {
    let world = World::new(testing::sqlite().await).await;
    let port = free_port().await;
    let (port_text, secret) = (port.to_string(), world.secret.to_string());
    let mut command = dispatcher(&["listen", "--port", &port_text]);
    let mut listening = command.env("WEBHOOK_SECRET", secret).stdout(Stdio::piped()).spawn().unwrap();
    until("the port", async || TcpStream::connect(("127.0.0.1", port)).await.ok()).await;
    let webhook_id = world.webhook_to(&format!("http://127.0.0.1:{port}/hook")).await;
    let mut running = world.start();
    let message = world.publish(&mut running).await;

    let delivery = world.delivery_in(webhook_id, DeliveryStatus::Succeeded).await;
    assert_eq!(world.attempts(delivery.id).await[0].status_code, Some(204));
    // What nobody has signed is refused.
    let mut stream = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
    let forged = b"POST /forged HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}";
    stream.write_all(forged).await.unwrap();
    let mut refused = String::new();
    stream.read_to_string(&mut refused).await.unwrap();
    assert!(refused.starts_with("HTTP/1.1 400 "), "{refused}");
    listening.start_kill().unwrap();
    let mut printed = String::new();
    listening.stdout.take().unwrap().read_to_string(&mut printed).await.unwrap();
    let (_, block) = printed.split_once("\n── verified, answered 204 ──\nPOST /hook\n").expect(&printed);
    let id = event_id_text(message.event_id);
    assert!(block.contains(&format!("\nwebhook-id: {id}\n")), "{printed}");
    let body = String::from_utf8(message.body.to_vec()).unwrap();
    assert!(block.contains(&format!("\n\n{body}\n")), "the body as it came: {printed}");
    assert!(block.contains("\n── NOT VERIFIED: webhook-timestamp is missing"), "{printed}");
}
