//! A move from SQLite to PostgreSQL that dies at any point: there is always exactly one database that serves, a second move
//! finishes the first, and every event arrives. Clients that go on meanwhile lose nothing that was answered.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use bench::deployment::{Answer, Program, Reader, World, until};
use futures_util::future::join_all;
use reqwest::Method;
use reqwest::header::CONTENT_TYPE;
use sea_orm::{ConnectionTrait, QueryResult};
use serde_json::{Value, json};
use shared::database::testing::{self, TestDb};
use shared::process::crash;
use tokio::sync::Mutex;
use tokio::time::sleep;

use crate::embedded::Embedded;
use crate::stopping::{api, failure};

const PATIENCE: Duration = Duration::from_secs(30);
/// How many clients enter gifts at a time, and how many gifts at least between two steps of the operator.
const CLIENTS: usize = 4;
const GIFTS: usize = 20;
/// How long a client waits before a request.
const PAUSE: Duration = Duration::from_millis(50);

/// A service on SQLite that has died with an event that was not delivered, and an empty PostgreSQL database.
struct Stopped {
    world: World,
    target: TestDb,
    _source: TestDb,
}

impl Stopped {
    async fn new() -> Self {
        let (source, target) = (testing::sqlite().await, testing::postgres().await);
        let mut world = World::new(&source.url, &[]).await.unwrap();
        let mut api = world.start_api(None).await.unwrap();
        world.register_webhook().await.unwrap();
        assert!(world.create_contact(0).await);
        api.kill().await.unwrap();
        let mut api = world.spawn("almoner", &[("CRASH_AT", "api.committed:1".to_owned())]).unwrap();
        api.ready().await.unwrap();
        assert_eq!(world.create_contact_once("once").await.unwrap(), Answer::None, "it dies");
        api.ended(PATIENCE).await.unwrap();
        source.store.clone().close().await;
        world.close().await;
        Self { world, target, _source: source }
    }

    /// The command of a move, with one more variable.
    fn moving(&self, name: &'static str, value: &str) -> tokio::process::Command {
        let mut command = api(&self.world.variables);
        command.args(["move", "--to", &self.target.url]).env(name, value);
        command
    }

    async fn move_again(&self) -> String {
        let output = self.moving("ALMONER_LOG", "warn").output().await.unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success(), "{said}");
        said
    }

    /// Goes on with PostgreSQL.
    async fn go_on(mut self) {
        self.world.move_to(&self.target.url).await.unwrap();
        let api = self.world.start_api(None).await.unwrap();
        assert!(matches!(self.world.create_contact_once("once").await.unwrap(), Answer::Created(_)));
        assert!(self.world.create_contact(1).await);
        self.world.check_delivered(PATIENCE).await.unwrap();
        let contacts = self.world.rows("SELECT 1 FROM contacts").await.unwrap();
        assert_eq!(contacts.len(), 3, "the change that was not answered was made once");
        assert!(!api.log().unwrap().contains("ERROR"), "{}", api.log().unwrap());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_that_dies_anywhere_leaves_one_database_that_serves_and_is_finished_by_another() {
    for point in crash::MOVE {
        println!("{point}");
        let stopped = Stopped::new().await;
        failure(&mut stopped.moving("CRASH_AT", &format!("{point}:1"))).await;
        let is_marked = matches!(*point, "move.marked" | "move.committed");
        if is_marked {
            let refused = failure(&mut api(&stopped.world.variables)).await;
            assert!(refused.contains("moved to PostgreSQL: set DATABASE_URL"), "{refused}");
        } else {
            let mut api = stopped.world.start_api(None).await.unwrap();
            assert_eq!(api.terminate(PATIENCE).await.unwrap(), Some(0));
        }
        let accounts = "SELECT COUNT(*) FROM accounts";
        let accounts = shared::database::statement::sql(stopped.target.store.read(), accounts, Vec::new());
        let accounts = stopped.target.store.read().query_one_raw(accounts).await.unwrap().unwrap();
        let expected = i64::from(*point == "move.committed");
        assert_eq!(accounts.try_get_by_index::<i64>(0).unwrap(), expected, "all rows or none");

        let said = stopped.move_again().await;
        assert!(said.contains("almoner: rows of contacts: 2\n") && said.contains("checksums"), "{said}");
        let refused = failure(&mut api(&stopped.world.variables)).await;
        assert!(refused.contains("moved to PostgreSQL"), "{refused}");
        stopped.go_on().await;
    }
}

/// An api that is started on the new database meanwhile serves only when all rows are there.
#[tokio::test(flavor = "multi_thread")]
async fn an_api_that_is_started_too_early_waits_for_the_end_of_the_move() {
    let stopped = Stopped::new().await;
    let log = stopped.world.directory.path().join("move.log");
    let shell = format!("exec \"$0\" move --to '{}'", stopped.target.url);
    let mut variables = stopped.world.variables.clone();
    variables.push(("FREEZE_AT", "move.copied:1".to_owned()));
    let mut moving = Program::spawn_through(&["/bin/sh", "-c", &shell], "almoner", &variables, log).unwrap();
    until("the rows are copied", PATIENCE, async || moving.is_frozen()).await.unwrap();
    let variables = [("DATABASE_URL", stopped.target.url.clone())];
    let mut early = stopped.world.spawn("almoner", &variables).unwrap();
    tokio::time::sleep(Duration::from_secs(3)).await;
    assert!(!early.is_ready().await, "{}", early.log().unwrap());
    // Nobody has access to the old database meanwhile.
    failure(api(&stopped.world.variables).args(["accounts", "list"])).await;
    moving.signal("CONT").await.unwrap();
    assert!(moving.ended(PATIENCE).await.unwrap().success(), "{}", moving.log().unwrap());
    early.ready().await.unwrap();
    // Its address is free once it has ended.
    early.kill().await.unwrap();
    stopped.go_on().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_embedded_database_is_moved_when_its_service_has_stopped_and_takes_its_key_along() {
    let embedded = Embedded::new();
    let target = testing::postgres().await;
    let mut serving = embedded.serve("serving", "").await;
    let moving = || {
        let mut command = api(&embedded.variables());
        command.args(["move", "--to", &target.url]);
        command
    };
    let refused = failure(&mut moving()).await;
    assert!(refused.contains("another almoner uses"), "{refused}");
    assert_eq!(serving.terminate(PATIENCE).await.unwrap(), Some(0));
    let mut command = api(&embedded.variables());
    let refused = failure(command.args(["move", "--to", "postgres://127.0.0.1:1/none"])).await;
    assert!(refused.contains("--to: ") && refused.contains("refused"), "{refused}");

    let output = moving().output().await.unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{said}");
    let key: PathBuf = embedded.directory.path().join("data/secrets.key");
    assert!(said.contains(&format!("the key in {}", key.display())), "{said}");
    let refused = failure(&mut api(&embedded.variables())).await;
    assert!(refused.contains("moved to PostgreSQL"), "{refused}");

    // The same data directory may stay: with DATABASE_URL, only the key in it is read.
    let mut variables = embedded.variables().to_vec();
    variables.push(("DATABASE_URL", target.url.clone()));
    variables.push(("ALMONER_SECRETS_KEY_FILE", key.display().to_string()));
    let log = embedded.directory.path().join("moved.log");
    let moved = Program::spawn("almoner", &variables, log).unwrap();
    moved.ready().await.unwrap();
    let contacts = "SELECT COUNT(*) FROM contacts";
    let contacts = shared::database::statement::sql(target.store.read(), contacts, Vec::new());
    let contacts = target.store.read().query_one_raw(contacts).await.unwrap().unwrap();
    assert_eq!(contacts.try_get_by_index::<i64>(0).unwrap(), 300, "those of the demo");
}

/// Sends the same request until it is answered with 201, and returns the id of the record.
async fn insist(world: &World, key: &str, path: &str, body: &Value) -> i64 {
    loop {
        sleep(PAUSE).await;
        let request = world.asking(Method::POST, &world.listen, path).header("Idempotency-Key", key);
        let request = request.header(CONTENT_TYPE, "application/json").body(body.to_string());
        let Ok(response) = request.send().await else { continue };
        let status = response.status().as_u16();
        // An answer that breaks off is none.
        let Ok(answer) = response.text().await else { continue };
        match status {
            201 => {
                let created: Value = serde_json::from_str(&answer).unwrap();
                return created["data"]["id"].as_i64().unwrap();
            }
            // The request is still in progress, or the database is busy.
            409 | 503 => {}
            _ => panic!("{path}: {status} {answer}"),
        }
    }
}

/// Enters contacts and a gift of each until it is told to stop. Adds the ids of those that were answered.
async fn enter(world: &World, client: usize, answered: &Mutex<Vec<(i64, i64)>>, stop: &AtomicBool) {
    let mut n = 0;
    while !stop.load(Ordering::Relaxed) {
        n += 1;
        let contact = json!({"contact_status": "donor", "contact_lname": format!("Contact {n} of {client}")});
        let contact = insist(world, &format!("contact-{client}-{n}"), "/contacts", &contact).await;
        let gift = json!({"contact_id": contact, "gift_amount": 5});
        let gift = insist(world, &format!("gift-{client}-{n}"), "/gifts", &gift).await;
        answered.lock().await.push((contact, gift));
    }
}

/// The steps of the page, while clients enter gifts and one keeps a copy. None of them knows of the move.
#[tokio::test(flavor = "multi_thread")]
async fn a_move_under_load_loses_no_answered_write_and_a_copy_misses_nothing() {
    let (source, target) = (testing::sqlite().await, testing::postgres().await);
    let mut world = World::new(&source.url, &[]).await.unwrap();
    let mut serving = world.start_api(None).await.unwrap();
    world.register_webhook().await.unwrap();
    world.close().await;
    source.store.clone().close().await;

    let (stop, answered) = (AtomicBool::new(false), Mutex::new(Vec::new()));
    let follow = async |copy: &mut Reader| {
        let (began, enough) = (Instant::now(), answered.lock().await.len() + GIFTS);
        while answered.lock().await.len() < enough {
            assert!(began.elapsed() < PATIENCE, "the load goes on");
            copy.go_on(&world, &world.listen).await.unwrap();
            sleep(PAUSE).await;
        }
    };
    let moving = || {
        let mut command = api(&world.variables);
        command.args(["move", "--to", &target.url]);
        command
    };
    let operator = async {
        let mut copy = Reader::default();
        follow(&mut copy).await;
        let refused = failure(&mut moving()).await;
        assert!(refused.contains("stop the programs that use it"), "{refused}");
        follow(&mut copy).await;
        assert_eq!(serving.terminate(PATIENCE).await.unwrap(), Some(0));
        let output = moving().output().await.unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success(), "{said}");
        let mut old = api(&world.variables);
        let refused = failure(old.env("ALMONER_ADMIN_LISTEN", "127.0.0.1:0")).await;
        assert!(refused.contains("moved to PostgreSQL"), "{refused}");

        let moved = world.spawn("almoner", &[("DATABASE_URL", target.url.clone())]).unwrap();
        moved.ready().await.unwrap();
        for (path, status) in [(copy.sync_path(), 422), (copy.events_path(), 200)] {
            assert_eq!(world.read(&path).await.unwrap(), status, "{path}");
        }
        follow(&mut copy).await;
        stop.store(true, Ordering::Relaxed);
        (copy, moved)
    };
    let clients = join_all((0..CLIENTS).map(|client| enter(&world, client, &answered, &stop)));
    let ((mut copy, moved), _) = tokio::join!(operator, clients);

    world.move_to(&target.url).await.unwrap();
    world.check_delivered(Duration::from_mins(1)).await.unwrap();
    let mut answered = answered.into_inner();
    answered.sort_unstable();
    let there = world.rows("SELECT contact_id, id FROM gifts ORDER BY contact_id, id").await.unwrap();
    let ids = |row: &QueryResult| (row.try_get_by_index(0).unwrap(), row.try_get_by_index(1).unwrap());
    let there: Vec<(i64, i64)> = there.iter().map(ids).collect();
    assert_eq!(there, answered, "every gift that was answered is there, once");
    let complete = Reader::complete(&world).await.unwrap();
    let contacts: Vec<_> = answered.iter().map(|(contact, _)| *contact).collect();
    assert!(complete.contacts.keys().eq(&contacts), "and so is every contact");
    let began = Instant::now();
    loop {
        copy.go_on(&world, &world.listen).await.unwrap();
        // The log waits for every older transaction.
        if copy.events == complete.events || began.elapsed() > PATIENCE {
            break;
        }
    }
    assert_eq!((&copy.contacts, &copy.events), (&complete.contacts, &complete.events));
    world.check_logs(&[&moved]).unwrap();
}
