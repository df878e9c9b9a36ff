//! Traces: the logs of every step have the trace, from the caller's request to the attempt at the receiver.

use std::time::Duration;

use bench::deployment::{Program, Server, World};
use serde_json::Value;
use shared::database::testing;

const TRACE_ID: &str = "0af7651916cd43dd8448eb211c80319c";
const TRACEPARENT: &str = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

/// Creates a contact within the trace, and waits until the receiver has its event.
async fn create(world: &World) {
    assert!(world.create_contact_in(TRACEPARENT).await);
    world.check_delivered(Duration::from_secs(20)).await.unwrap();
}

/// Returns the messages of the log lines that belong to the trace.
fn traced(program: &Program) -> Vec<String> {
    let log = program.log().unwrap();
    let lines = log.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let of_trace = |line: &Value| line["trace_id"] == TRACE_ID || line["span"]["trace_id"] == TRACE_ID;
    lines.filter(of_trace).map(|line| line["message"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_trace_goes_through_one_process() {
    let db = testing::sqlite().await;
    let mut world = World::new(&db.url, &[("ALMONER_LOG", "info,dispatcher=debug")]).await.unwrap();
    let api = world.start_api(None).await.unwrap();
    world.register_webhook().await.unwrap();
    create(&world).await;
    assert_eq!(traced(&api), ["request", "an event came in", "delivered"]);
    world.check_logs(&[&api]).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_trace_goes_through_the_broker() {
    let db = testing::postgres().await;
    let mut world = World::new(&db.url, &[("ALMONER_LOG", "info,dispatcher=debug")]).await.unwrap();
    let broker = Server::rabbitmq(world.directory.path()).await.unwrap();
    let api = world.start_api(Some(&broker.url)).await.unwrap();
    let dispatcher = world.start_dispatcher(&broker.url).await.unwrap();
    world.register_webhook().await.unwrap();
    create(&world).await;
    assert_eq!(traced(&api), ["request"]);
    assert_eq!(traced(&dispatcher), ["an event came in", "delivered"]);
    world.check_logs(&[&api, &dispatcher]).unwrap();
}
