//! `kill -9` at bad moments: nothing that was committed is lost.

use std::time::Duration;

use shared::testing;
use tokio::time::sleep;

use crate::programs::{RabbitMq, free_port};
use crate::world::{World, until};

#[tokio::test(flavor = "multi_thread")]
async fn an_embedded_api_that_is_killed_in_a_burst_loses_nothing() {
    let db = testing::sqlite().await;
    let mut world = World::new(&db, &[("ALMONER_WEBHOOK_TIMEOUT", "1s")]).await;
    let mut api = world.start_api(None).await;
    world.register_webhook().await;
    for _ in 0..3 {
        let burst = async {
            for n in 0.. {
                if !world.create_contact(n).await {
                    break;
                }
            }
        };
        let fault = async {
            sleep(Duration::from_millis(300)).await;
            api.kill().await;
        };
        tokio::join!(burst, fault);
        api = world.start_api(None).await;
    }
    assert!(world.committed().await.len() > 10);
    // What was in flight at a kill waits for its lease to end.
    let duplicates = world.check_delivered(Duration::from_secs(40)).await;
    assert!(duplicates <= 3 * 8, "{duplicates} duplicates: more than was in flight");
    world.check_logs(&[&api]);
}

#[tokio::test(flavor = "multi_thread")]
async fn events_of_an_api_that_is_killed_before_publishing_are_published_by_the_next() {
    let db = testing::postgres().await;
    let mut world = World::new(&db, &[]).await;
    // Nobody listens there: the api takes writes all the same (I6), and publishes nothing.
    let api = world.start_api(Some(&format!("amqp://127.0.0.1:{}", free_port()))).await;
    world.register_webhook().await;
    for n in 0..20 {
        assert!(world.create_contact(n).await, "writes go on without a broker");
    }
    api.kill().await;

    let broker = RabbitMq::start(world.directory.path().join("rabbitmq")).await;
    let dispatcher = world.start_dispatcher(&broker.url).await;
    let api = world.start_api(Some(&broker.url)).await;
    assert_eq!(world.check_delivered(Duration::from_secs(20)).await, 0, "duplicates");
    assert_eq!(world.committed().await.len(), 20);
    world.check_logs(&[&api, &dispatcher]);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_killed_dispatcher_was_attempting_is_attempted_by_the_next() {
    let db = testing::postgres().await;
    let mut world = World::new(&db, &[("ALMONER_WEBHOOK_TIMEOUT", "2s")]).await;
    let broker = RabbitMq::start(world.directory.path().join("rabbitmq")).await;
    let api = world.start_api(Some(&broker.url)).await;
    let dispatcher = world.start_dispatcher(&broker.url).await;
    world.register_webhook().await;
    world.receiver.delay(Duration::from_secs(1));
    for n in 0..30 {
        assert!(world.create_contact(n).await);
    }
    until("an attempt is under way", Duration::from_secs(10), async || !world.receiver.received().is_empty())
        .await;
    dispatcher.kill().await;
    world.receiver.delay(Duration::ZERO);

    let dispatcher = world.start_dispatcher(&broker.url).await;
    let duplicates = world.check_delivered(Duration::from_secs(40)).await;
    assert!((1..=8).contains(&duplicates), "{duplicates} duplicates: what was in flight, and no more");
    world.check_logs(&[&api, &dispatcher]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_broker_that_is_killed_in_a_burst_loses_nothing() {
    let db = testing::postgres().await;
    let mut world = World::new(&db, &[]).await;
    let broker = RabbitMq::start(world.directory.path().join("rabbitmq")).await;
    let api = world.start_api(Some(&broker.url)).await;
    let dispatcher = world.start_dispatcher(&broker.url).await;
    world.register_webhook().await;
    assert!(world.create_contact(0).await);
    world.check_delivered(Duration::from_secs(20)).await;
    // RabbitMQ 3.10 forgets a quorum queue that was declared less than some 500 ms before the kill: its node names are
    // flushed to disk that late.
    sleep(Duration::from_secs(2)).await;

    let burst = async {
        for n in 0..400 {
            assert!(world.create_contact(n).await, "writes go on without a broker");
        }
    };
    let fault = async {
        sleep(Duration::from_millis(500)).await;
        broker.kill_and_restart().await
    };
    let ((), _broker) = tokio::join!(burst, fault);
    world.check_delivered(Duration::from_mins(1)).await;
    assert_eq!(world.committed().await.len(), 401);
    world.check_logs(&[&api, &dispatcher]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_change_whose_api_dies_right_after_its_commit_is_delivered_and_one_before_it_never_was() {
    for (point, committed) in [("api.written", 1), ("api.committed", 2)] {
        let db = testing::sqlite().await;
        let mut world = World::new(&db, &[("CRASH_AT", &format!("{point}:3"))]).await;
        let mut api = world.start_api(None).await;
        world.register_webhook().await;
        assert!(world.create_contact(0).await);
        assert!(!world.create_contact(1).await, "there is no answer");
        assert_ne!(api.ended().await, Some(0));
        world.variables.pop();
        let _api = world.start_api(None).await;
        world.check_delivered(Duration::from_secs(40)).await;
        assert_eq!(world.committed().await.len(), committed, "{point}");
    }
}
