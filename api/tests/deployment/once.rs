//! Requests with an `Idempotency-Key` to an api that dies: each is carried out once.

use std::time::Duration;

use bench::deployment::faults::Random;
use bench::deployment::{Answer, World};
use futures_util::future::join_all;
use shared::database::testing::TestDb;
use tokio::time::{sleep, timeout};

/// How long a client waits before it sends its request again.
const AGAIN: Duration = Duration::from_millis(50);
/// The time that a slow machine may need for five starts of the api, with all waits.
const PATIENCE: Duration = Duration::from_mins(3);

/// Sends the same request until the answer is 201, and returns the contact's id.
async fn insist(world: &World) -> i64 {
    loop {
        match world.create_contact_once("donation-form-7").await.unwrap() {
            Answer::Created(id) => return id,
            // 409 means that the request is in progress, 503 that the database cannot be reached.
            Answer::Refused(status) => assert!(matches!(status, 409 | 503), "{status}"),
            Answer::None => {}
        }
        sleep(AGAIN).await;
    }
}

async fn of_100_clients_of_an_api_that_dies_again_and_again_all_get_the_one_contact(db: TestDb) {
    let world = World::new(&db.url, &[]).await.unwrap();
    let clients = join_all((0..100).map(|_| insist(&world)));
    let faults = async {
        // Crash before the commit, right after it, and at random moments.
        for point in ["api.written:1", "api.committed:1"] {
            let mut api = world.spawn("almoner", &[("CRASH_AT", point.to_owned())]).unwrap();
            assert!(!api.ended(PATIENCE).await.unwrap().success(), "{point}");
        }
        let mut random = Random::new(1);
        for _ in 0..3 {
            let mut api = world.start_api(None).await.unwrap();
            sleep(random.up_to(Duration::from_millis(30))).await;
            api.kill().await.unwrap();
        }
        world.start_api(None).await.unwrap()
    };
    let (ids, _api) = timeout(PATIENCE, async { tokio::join!(clients, faults) }).await.unwrap();
    assert!(ids.iter().all(|id| *id == ids[0]), "{ids:?}");
    assert_eq!(world.rows("SELECT id FROM contacts").await.unwrap().len(), 1);
    assert_eq!(world.committed().await.unwrap().len(), 1);
}

shared::both_databases!(of_100_clients_of_an_api_that_dies_again_and_again_all_get_the_one_contact);
