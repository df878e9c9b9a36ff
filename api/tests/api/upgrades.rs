//! Databases of earlier versions: today's program opens them, reads everything in them as it was, and delivers the
//! events that were left.
//!
//! `tests/fixtures/data` has a dump for each migration that has landed, with the rows that the program of that time
//! wrote. The same requests made all of them, so that they read the same: as `tests/fixtures/reads`.
//!
//! Some values were replaced, because they were random or would not stay valid: the ids of events, the receiver's URL,
//! how long attempts took and when the next is due, and when the old secret ends. The rows of unfinished imports were
//! added, as an upload to that version leaves them.

use std::path::{Path, PathBuf};

use api::accounts::Actor;
use api::accounts::second_factor::{self, Proof};
use api::accounts::totp::TotpSecret;
use api::accounts::users::{Attempt, authenticate};
use reqwest::header::CONTENT_TYPE;
use sea_orm::QueryResult;
use shared::database::schema;
use shared::database::testing::{self, TestDb};
use shared::events::epoch;
use shared::webhooks::guard::Guard;
use totp_rs::Secret;

use crate::support::records::kinds;
use crate::support::{Account, Api, Reply};

mod delivering;
mod landed;
mod moved;
mod own_data;

/// The key with which the programs encrypted the secrets.
const SECRETS_KEY: &str = "YWxtb25lciB0ZXN0cyB1c2UgdGhpcyBzZWNyZXQga2U=";
/// When the last request of each dump was made.
const THEN: &str = "2026-06-15T13:25:00Z";

/// Returns the names of the dumps: each is called after the last migration that it has.
fn dumps() -> Vec<String> {
    let files = std::fs::read_dir(fixtures().join("data")).unwrap().map(|file| file.unwrap().path());
    let mut names: Vec<_> =
        files.map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned()).collect();
    assert!(names.len() >= 15, "a dump of a landed version is never removed: {names:?}");
    names.sort_unstable();
    names
}

#[tokio::test(flavor = "multi_thread")]
async fn every_dump_reads_and_goes_on_as_it_was_on_sqlite() {
    for name in dumps() {
        println!("{name}");
        reads_and_goes_on_as_it_was(testing::empty_sqlite().await, &name).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_dump_reads_and_goes_on_as_it_was_on_postgres() {
    for name in dumps() {
        println!("{name}");
        reads_and_goes_on_as_it_was(testing::empty_postgres().await, &name).await;
    }
}

/// A dump of an earlier version.
struct Dump {
    name: String,
    text: String,
}

impl Dump {
    fn load(name: &str) -> Self {
        let text = std::fs::read_to_string(fixtures().join("data").join(format!("{name}.sql"))).unwrap();
        Self { name: name.to_owned(), text }
    }

    /// Returns whether a migration was part of the version.
    fn has(&self, migration: &str) -> bool {
        self.text.contains(&format!("{migration}',"))
    }

    /// Returns the values in clear that the comments give for a name.
    fn comments(&self, name: &str) -> Vec<&str> {
        let prefix = format!("-- {name}: ");
        self.text.lines().filter_map(|line| line.strip_prefix(&prefix)).collect()
    }

    /// Returns the JSON text of a list. The file has a line for each record, and there may be another file for this
    /// dump.
    fn expected(&self, kind: &str) -> String {
        let reads = fixtures().join("reads");
        let own = reads.join(&self.name).join(format!("{kind}.json"));
        let path = if own.exists() { own } else { reads.join(format!("{kind}.json")) };
        std::fs::read_to_string(path).unwrap().replace('\n', "")
    }
}

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures")
}

async fn reads_and_goes_on_as_it_was(db: TestDb, name: &str) {
    let dump = Dump::load(name);
    testing::restore(&db, &dump.text).await.unwrap();
    schema::migrate(&db.store).await.unwrap();
    goes_on(db, &dump).await;
}

async fn goes_on(db: TestDb, dump: &Dump) {
    epoch::check(&db.store).await.unwrap();
    let api = Api::start_with(db, |app| {
        app.secrets_key = SECRETS_KEY.parse().unwrap();
        app.guard = Guard::new(vec!["127.0.0.0/8".parse().unwrap()]);
    })
    .await;
    api.turn_to(THEN);
    let account = api.account_with_key(1, 1, dump.comments("api_key")[0]);

    read(&api, &account, dump).await;
    the_owner_signs_in(&api, dump).await;
    if dump.has("_idempotency") {
        a_request_is_replayed(&account).await;
    }
    if dump.has("_imports") {
        imports_go_on(&api, &account, dump).await;
    }
    delivering::what_was_left_is_delivered(&api, &account, dump).await;
}

async fn read(api: &Api, account: &Account, dump: &Dump) {
    for kind in kinds().chain(["gift-types", "webhooks", "webhooks/1/deliveries"]) {
        let expected = dump.expected(kind.rsplit('/').next().unwrap());
        assert_eq!(account.get(&format!("/{kind}")).await.ok().raw_data(), expected, "{kind}");
    }
    let summary = account.get("/giving-summary?group_by=type").await.ok();
    assert_eq!(summary.raw_data(), dump.expected("giving-summary"));
    let failed = account.get("/deliveries/2").await.ok();
    assert_eq!(failed.raw_data(), dump.expected("failed-delivery"));
    if dump.has("_webhooks") {
        let recovery = account.get("/recoveries/1").await.ok();
        assert_eq!(recovery.raw_data(), dump.expected("recovery"));
    }
    if dump.has("_imports") {
        for (id, kind) in [(1, "import-with-problems"), (2, "import-dry-run")] {
            let import = account.get(&format!("/imports/{id}")).await.ok();
            assert_eq!(import.raw_data(), dump.expected(kind));
        }
    }
    // Not a byte of an event changes, because receivers have verified it.
    let bodies = api.query("SELECT body FROM events ORDER BY id", vec![]).await;
    let bodies: Vec<String> = bodies.iter().map(text).collect();
    assert!(bodies.len() >= 14, "{bodies:?}");
    assert!(bodies.iter().all(|body| dump.text.contains(&body.replace('\'', "''"))));
    api.settle().await;
    assert_eq!(account.get("/events").await.ok().raw_data(), format!("[{}]", bodies.join(",")));
}

fn text(row: &QueryResult) -> String {
    row.try_get_by_index(0).unwrap()
}

/// Checks the hash of the owner's password, and the second factor where the owner has one.
async fn the_owner_signs_in(api: &Api, dump: &Dump) {
    let sign_in =
        async |password: &str| authenticate(&api.app.store, "Owner@almoner.example", password).await;
    assert!(matches!(sign_in("battery horse correct").await, Ok(Attempt::Failed { .. })));
    assert!(
        matches!(sign_in("correct horse battery").await, Ok(Attempt::Succeeded(user)) if user.user_id == 1)
    );
    let app = &api.app;
    let actor = Actor::operator(app.clock.now_ms());
    let take = async |code: &str| second_factor::take(&app.store, &app.secrets_key, actor, 1, code).await;
    if let [secret, code] = dump.comments("second_factor")[..] {
        let secret = Secret::try_from_base32(secret).unwrap();
        let current = TotpSecret::from_bytes(secret.as_bytes()).unwrap().code_at(actor.now_ms);
        assert_eq!(take(&current).await.unwrap(), Some(Proof::Code));
        assert_eq!(take(code).await.unwrap(), Some(Proof::RecoveryCode));
        assert_eq!(take(code).await.unwrap(), None);
    }
}

async fn a_request_is_replayed(account: &Account) {
    let request = account.request("POST", "/gift-types").header("Idempotency-Key", "add-grant");
    let request = request.header(CONTENT_TYPE, "application/json");
    let again = Reply::to(request.body(r#"{"gift_type_name": "Grant"}"#)).await.created();
    assert_eq!((again.id(), again.header("idempotent-replayed")), (9, Some("true")));
}

async fn imports_go_on(api: &Api, account: &Account, dump: &Dump) {
    api.work().await;
    let imported = account.get("/imports/3").await.ok();
    assert_eq!(crate::imports::counts(&imported), [1, 0, 0], "{}", imported.text);
    assert_eq!(account.get("/contacts/4").await.ok()["contact_lname"], "Somerville");
    if dump.has("_dry_runs") {
        // The dry run remembers that its first row would have created the contact that its second row changes.
        let dry_run = account.get("/imports/4").await.ok();
        assert_eq!(crate::imports::counts(&dry_run), [1, 1, 0], "{}", dry_run.text);
    }
}
