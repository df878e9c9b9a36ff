//! Frozen processes: while some programs stand still, the others deliver every event within 30 s (invariant I5), and
//! nothing is lost when they go on.

use std::time::Duration;

use bench::deployment::{Answer, Program, Server, World, free_port, until};
use shared::database::testing;
use shared::process::crash;
use shared::times::FROZEN_DELAY_MAX;
use shared::values::clock::Clock;

/// How many contacts are created at once, so that some deliveries have to wait for others.
const BURST: usize = 20;
/// How long after the last freeze events are created.
const LOAD_AFTER: Duration = Duration::from_secs(3);

/// A deployment with one api and one dispatcher that work, and programs that freeze.
struct Standstill {
    world: World,
    frozen: Vec<(&'static str, Program)>,
    healthy: Vec<Program>,
    _broker: Server,
}

impl Standstill {
    async fn start(db: &testing::TestDb) -> Self {
        // A lease lasts 10 s longer than an attempt may take, and nobody else attempts what a frozen dispatcher has leased.
        let mut world = World::new(&db.url, &[("ALMONER_WEBHOOK_TIMEOUT", "5s")]).await.unwrap();
        let broker = Server::rabbitmq(world.directory.path()).await.unwrap();
        world.variables.push(("AMQP_URL", broker.url.clone()));
        let healthy =
            vec![world.spawn("almoner", &[]).unwrap(), world.spawn("almoner-dispatcher", &[]).unwrap()];
        for program in &healthy {
            program.ready().await.unwrap();
        }
        world.register_webhook().await.unwrap();
        world.receiver.delay(Duration::from_millis(30));
        Self { world, frozen: Vec::new(), healthy, _broker: broker }
    }

    /// Starts a program that freezes at a point. Returns the address on which it listens, if it is an api.
    async fn add(&mut self, program: &str, point: &'static str) -> String {
        let listen = format!("127.0.0.1:{}", free_port().unwrap());
        let variables = [("FREEZE_AT", format!("{point}:1")), ("ALMONER_LISTEN", listen.clone())];
        let program = self.world.spawn(program, &variables).unwrap();
        // It may freeze before it is asked whether it is ready.
        let is_up = until("it serves", Duration::from_secs(30), async || {
            program.is_frozen() || program.is_ready().await
        });
        is_up.await.unwrap();
        self.frozen.push((point, program));
        listen
    }

    /// Creates contacts until all programs are frozen, and for a while after that. Then checks that everything arrives
    /// in time, although they stay frozen, and again after they go on.
    async fn check(mut self) {
        let load = async {
            while !self.frozen.iter().all(|(_, program)| program.is_frozen()) {
                create_contacts(&self.world).await;
            }
        };
        let in_time = tokio::time::timeout(Duration::from_mins(1), load).await;
        let going: Vec<_> =
            self.frozen.iter().filter(|(_, program)| !program.is_frozen()).map(|(point, _)| *point).collect();
        assert!(in_time.is_ok(), "these points were not reached: {going:?}");
        // An event that was on its way before the last program froze may have met several faults, one after the other.
        let last_froze_ms = Clock::default().now_ms();
        let _ = tokio::time::timeout(LOAD_AFTER, async {
            loop {
                create_contacts(&self.world).await;
            }
        })
        .await;

        let all = async || self.world.has_arrived().await.unwrap();
        until("all events arrive", FROZEN_DELAY_MAX, all).await.unwrap();
        let longest = self.world.longest_delay(last_froze_ms).await.unwrap();
        assert!(longest <= FROZEN_DELAY_MAX, "an event took {longest:?}");
        for (point, program) in &self.frozen {
            assert!(program.is_frozen(), "{point} went on by itself");
        }

        for (_, program) in &self.frozen {
            program.signal("CONT").await.unwrap();
        }
        // Events that were in flight in a frozen dispatcher may come twice; nothing else arrives, and nothing is lost.
        self.world.check_delivered(Duration::from_secs(40)).await.unwrap();
        let programs: Vec<_> =
            self.healthy.iter().chain(self.frozen.iter().map(|(_, program)| program)).collect();
        self.world.check_logs(&programs).unwrap();
        for program in &mut self.healthy {
            assert_eq!(program.terminate(Duration::from_secs(30)).await.unwrap(), Some(0));
        }
    }
}

async fn create_contacts(world: &World) {
    let burst = (0..BURST).map(|n| world.create_contact(n));
    let created = futures_util::future::join_all(burst).await;
    assert!(created.iter().all(|created| *created), "the healthy api refused a contact");
    tokio::time::sleep(Duration::from_millis(200)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn apis_that_freeze_at_any_point_delay_no_event() {
    let db = testing::postgres().await;
    let mut frozen = Standstill::start(&db).await;
    for point in crash::API {
        let listen = frozen.add("almoner", point).await;
        // Its relay publishes its own events. The request has an idempotency key, and so a lock.
        let program = &frozen.frozen.last().unwrap().1;
        let is_frozen = until("it freezes", Duration::from_mins(1), async || program.is_frozen());
        tokio::select! {
            // A frozen api does not answer. A relay freezes before or after the answer.
            answer = frozen.world.create_contact_once_at(&listen, point) => {
                let is_created = point.starts_with("relay.") && matches!(answer, Ok(Answer::Created(_)));
                assert!(is_created, "{point}: {answer:?}");
            }
            is_frozen = is_frozen => is_frozen.unwrap(),
        }
    }
    // The lock on the key does not outlive the database's limit, so that the client can try again elsewhere.
    let again = async || {
        let answer = frozen.world.create_contact_once("api.written").await.unwrap();
        assert!(matches!(answer, Answer::Created(_) | Answer::Refused(409)), "{answer:?}");
        matches!(answer, Answer::Created(_))
    };
    until("the key is free", FROZEN_DELAY_MAX, again).await.unwrap();
    frozen.check().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn dispatchers_that_freeze_at_any_point_delay_no_event() {
    let db = testing::postgres().await;
    let mut frozen = Standstill::start(&db).await;
    for point in crash::DISPATCHER.iter().filter(|point| !point.starts_with("recovery.")) {
        frozen.add("almoner-dispatcher", point).await;
    }
    frozen.check().await;
}
