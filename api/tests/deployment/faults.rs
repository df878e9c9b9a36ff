//! Faults at bad moments: nothing that was committed is lost. `deploy/dev bench faults` tries more faults, many times
//! each.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use bench::deployment::faults::{Fault, Random, Suite};
use bench::deployment::{Server, World, free_port, until};
use shared::database::testing;

/// How many changes are made before the api is killed amid more of them.
const BURST: usize = 20;

#[tokio::test(flavor = "multi_thread")]
async fn an_embedded_api_that_is_killed_in_a_burst_loses_nothing() {
    let db = testing::sqlite().await;
    let mut world = World::new(&db.url, &[("ALMONER_WEBHOOK_TIMEOUT", "1s")]).await.unwrap();
    let mut api = world.start_api(None).await.unwrap();
    world.register_webhook().await.unwrap();
    for _ in 0..3 {
        let (created, is_killed) = (AtomicUsize::new(0), AtomicBool::new(false));
        // A busy disk may make it refuse some.
        let burst = async {
            while !is_killed.load(Ordering::Relaxed) {
                if world.create_contact(created.load(Ordering::Relaxed)).await {
                    created.fetch_add(1, Ordering::Relaxed);
                }
            }
        };
        let fault = async {
            let many = async || created.load(Ordering::Relaxed) >= BURST;
            until("the burst has begun", Duration::from_secs(30), many).await.unwrap();
            api.kill().await.unwrap();
            is_killed.store(true, Ordering::Relaxed);
        };
        tokio::join!(burst, fault);
        api = world.start_api(None).await.unwrap();
    }
    assert!(world.committed().await.unwrap().len() >= 3 * BURST);
    // Attempts that were in flight at a kill wait for their leases to end.
    let duplicates = world.check_delivered(Duration::from_secs(40)).await.unwrap();
    let failed = world.rows("SELECT 1 FROM attempts WHERE attempt_outcome <> 'success'").await.unwrap().len();
    assert!(duplicates <= 3 * 8 + failed, "{duplicates} duplicates: more than was in flight or failed");
    world.check_logs(&[&api]).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_killed_api_or_a_lost_queue_leaves_behind_is_published_by_the_next_api() {
    let db = testing::postgres().await;
    let mut world = World::new(&db.url, &[]).await.unwrap();
    // No broker listens there. The api accepts writes all the same (I6), and publishes nothing.
    let mut api = world.start_api(Some(&format!("amqp://127.0.0.1:{}", free_port().unwrap()))).await.unwrap();
    world.register_webhook().await.unwrap();
    for n in 0..20 {
        assert!(world.create_contact(n).await, "writes go on without a broker");
    }
    api.kill().await.unwrap();

    let broker = Server::rabbitmq(world.directory.path()).await.unwrap();
    let mut dispatcher = world.start_dispatcher(&broker.url).await.unwrap();
    let mut api = world.start_api(Some(&broker.url)).await.unwrap();
    assert_eq!(world.check_delivered(Duration::from_secs(20)).await.unwrap(), 0, "duplicates");
    assert_eq!(world.committed().await.unwrap().len(), 20);

    dispatcher.kill().await.unwrap();
    assert!(world.create_contact(20).await);
    let published = "SELECT 1 FROM outbox WHERE published_at_ms IS NOT NULL";
    until("it is published", Duration::from_secs(30), async || {
        !world.rows(published).await.unwrap().is_empty()
    })
    .await
    .unwrap();
    api.kill().await.unwrap();
    broker.rabbitmqctl(&["delete_queue", "almoner.events"]).await.unwrap();
    // Make the events look as if they were published long ago.
    world.rows("UPDATE outbox SET published_at_ms = 0 RETURNING event_id").await.unwrap();
    let dispatcher = world.start_dispatcher(&broker.url).await.unwrap();
    let api = world.start_api(Some(&broker.url)).await.unwrap();
    assert_eq!(world.check_delivered(Duration::from_secs(40)).await.unwrap(), 0, "duplicates");
    world.check_logs(&[&api, &dispatcher]).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn programs_that_die_at_any_crash_point_lose_nothing_and_those_that_stop_duplicate_nothing() {
    let db = testing::postgres().await;
    let mut suite = Suite::start_on(&db.url, Random::new(1)).await.unwrap();
    let row = suite.round("joining", &[Fault::DispatcherJoins, Fault::ApiJoins], 100).await.unwrap();
    assert!(row.problems.is_empty(), "{row:#?}");
    let crashes: Vec<_> = Fault::all().into_iter().filter(|fault| fault.is_crash()).collect();
    let row = suite.round("crashes", &crashes, 100).await.unwrap();
    assert!(row.problems.is_empty() && row.committed >= 100, "{row:#?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_broker_that_dies_stands_still_or_loses_its_queue_loses_nothing() {
    let db = testing::postgres().await;
    let mut suite = Suite::start_on(&db.url, Random::new(1)).await.unwrap();
    let faults = [Fault::QueueDeleted, Fault::BrokerKilled, Fault::BrokerPaused];
    let row = suite.round("broker", &faults, 100).await.unwrap();
    assert!(row.problems.is_empty() && row.committed >= 100, "{row:#?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_embedded_api_that_finds_its_disk_full_or_its_files_replaced_loses_nothing_and_misleads_nobody() {
    let mut suite = Suite::start_embedded(Random::new(1)).await.unwrap();
    let faults = [Fault::EmbeddedKilled, Fault::EmbeddedDiskFull, Fault::EmbeddedRestored];
    let row = suite.round("embedded", &faults, 400).await.unwrap();
    assert!(row.problems.is_empty() && row.committed >= 100, "{row:#?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dump_that_is_restored_under_load_loses_only_what_came_after_it_and_misleads_nobody() {
    let db = testing::postgres().await;
    let mut suite = Suite::start_on(&db.url, Random::new(1)).await.unwrap();
    let row = suite.round("restored", &[Fault::Restored], 400).await.unwrap();
    assert!(row.problems.is_empty() && row.committed >= 100, "{row:#?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_change_whose_api_dies_right_after_its_commit_is_delivered_and_one_before_it_never_was() {
    for (point, committed) in [("api.written", 1), ("api.committed", 2)] {
        let db = testing::sqlite().await;
        let mut world = World::new(&db.url, &[("CRASH_AT", &format!("{point}:3"))]).await.unwrap();
        let mut api = world.start_api(None).await.unwrap();
        world.register_webhook().await.unwrap();
        assert!(world.create_contact(0).await);
        world.check_delivered(Duration::from_secs(10)).await.unwrap();
        assert!(!world.create_contact(1).await, "there is no answer");
        assert!(!api.ended(Duration::from_secs(10)).await.unwrap().success());
        world.variables.pop();
        let _api = world.start_api(None).await.unwrap();
        assert_eq!(world.check_delivered(Duration::from_secs(10)).await.unwrap(), 0, "duplicates");
        assert_eq!(world.committed().await.unwrap().len(), committed, "{point}");
    }
}
