//! Imports and their undos that survive crashes, and imports from the command line.

use std::time::Duration;

use bench::deployment::{World, path_of, until};
use reqwest::Method;
use reqwest::header::CONTENT_TYPE;
use shared::database::testing::{self, TestDb};
use shared::process::crash;
use tokio::process::Command;

const HEADER: &str = "contact_status,contact_lname,emails\n";

fn file(rows: std::ops::Range<usize>) -> String {
    let rows: Vec<_> = rows.map(|n| format!("donor,Contact {n},c{n}@x.example\n")).collect();
    format!("{HEADER}{}", rows.concat())
}

async fn number(world: &World, text: &str) -> i64 {
    world.rows(text).await.unwrap()[0].try_get_by_index(0).unwrap()
}

shared::both_databases!(
    an_import_whose_api_dies_goes_on_where_it_stopped,
    an_import_whose_api_dies_after_a_step_goes_on_with_the_next,
    an_undo_whose_api_dies_goes_on_where_it_stopped,
    an_undo_whose_api_dies_after_a_step_goes_on_with_the_next,
);

async fn an_import_whose_api_dies_goes_on_where_it_stopped(db: TestDb) {
    dies_and_goes_on(&db, "import.written").await;
}

async fn an_import_whose_api_dies_after_a_step_goes_on_with_the_next(db: TestDb) {
    dies_and_goes_on(&db, "import.committed").await;
}

async fn an_undo_whose_api_dies_goes_on_where_it_stopped(db: TestDb) {
    undo_dies_and_goes_on(&db, "import.written").await;
}

async fn an_undo_whose_api_dies_after_a_step_goes_on_with_the_next(db: TestDb) {
    undo_dies_and_goes_on(&db, "import.committed").await;
}

/// Waits until so many imports are finished.
async fn until_finished(world: &World, imports: i64) {
    until("the imports are finished", Duration::from_secs(30), async || {
        number(world, "SELECT count(*) FROM imports WHERE import_status = 'finished'").await == imports
    })
    .await
    .unwrap();
}

async fn undo_dies_and_goes_on(db: &TestDb, point: &str) {
    const ARCHIVED: &str = "SELECT count(*) FROM contacts WHERE contact_status = 'archive'";
    let world = World::new(&db.url, &[]).await.unwrap();
    let import = {
        let _api = world.start_api(None).await.unwrap();
        let import = world.import_contacts(&file(0..1200)).await.unwrap().unwrap();
        until_finished(&world, 1).await;
        import
    };
    let mut api = world.spawn("almoner", &[("CRASH_AT", format!("{point}:2"))]).unwrap();
    api.ready().await.unwrap();
    let undo = world.asking(Method::POST, &world.listen, &format!("/imports/{import}/undo"));
    // The second step may kill the api before it answers.
    let _ = undo.header(CONTENT_TYPE, "application/json").body("{}").send().await;
    assert!(!api.ended(Duration::from_secs(30)).await.unwrap().success());
    // The last rows come first.
    let done = if point == "import.written" { 200 } else { 700 };
    let undo = "FROM imports WHERE import_undoes_id IS NOT NULL";
    assert_eq!(number(&world, ARCHIVED).await, done, "{point}: whole steps");
    assert_eq!(number(&world, &format!("SELECT processed_count {undo}")).await, done, "{point}");

    let _api = world.start_api(None).await.unwrap();
    until_finished(&world, 2).await;
    // No record is left, or taken back twice.
    for count in ["updated_count", "processed_count", "row_count"] {
        assert_eq!(number(&world, &format!("SELECT {count} {undo}")).await, 1200, "{point}: {count}");
    }
    for count in [
        ARCHIVED,
        "SELECT count(DISTINCT record_id) FROM events WHERE event_type = 'contacts.update'",
        "SELECT count(*) FROM events WHERE event_type = 'contacts.update'",
    ] {
        assert_eq!(number(&world, count).await, 1200, "{point}: {count}");
    }
}

async fn dies_and_goes_on(db: &TestDb, point: &str) {
    let mut world =
        World::new(&db.url, &[("ALMONER_WEBHOOK_TIMEOUT", "1s"), ("CRASH_AT", &format!("{point}:2"))])
            .await
            .unwrap();
    let mut api = world.start_api(None).await.unwrap();
    world.register_webhook().await.unwrap();
    // The second step may kill the api before it answers the upload.
    world.import_contacts(&file(0..1200)).await.unwrap();
    assert!(!api.ended(Duration::from_secs(30)).await.unwrap().success());
    let done = if point == "import.written" { 500 } else { 1000 };
    assert_eq!(number(&world, "SELECT count(*) FROM contacts").await, done, "{point}: whole steps");
    assert_eq!(number(&world, "SELECT processed_count FROM imports").await, done, "{point}");

    world.variables.pop();
    let _api = world.start_api(None).await.unwrap();
    until_finished(&world, 1).await;
    assert_eq!(number(&world, "SELECT created_count FROM imports").await, 1200);
    // No row is missing or imported twice, and each has its email address and its event.
    for count in [
        "SELECT count(*) FROM contacts",
        "SELECT count(DISTINCT contact_lname) FROM contacts",
        "SELECT count(DISTINCT contact_id) FROM contact_emails",
        "SELECT count(DISTINCT record_id) FROM events",
        "SELECT count(*) FROM events",
    ] {
        assert_eq!(number(&world, count).await, 1200, "{point}: {count}");
    }
    // Deliveries that were in flight at the crash may come again, but with the same events.
    world.check_delivered(Duration::from_mins(1)).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_arrives_while_its_api_dies_becomes_nothing() {
    assert!(crash::IMPORT.contains(&"import.received"));
    let db = testing::postgres().await;
    let mut world = World::new(&db.url, &[("CRASH_AT", "import.received:2")]).await.unwrap();
    let mut api = world.start_api(None).await.unwrap();
    assert_eq!(world.import_contacts(&file(0..1200)).await.unwrap(), None, "there is no answer");
    assert!(!api.ended(Duration::from_secs(30)).await.unwrap().success());
    world.variables.pop();
    let _api = world.start_api(None).await.unwrap();
    // The complete file can be sent at once: it does not wait for the rest of the first.
    world.import_contacts(&file(0..100)).await.unwrap().unwrap();
    until_finished(&world, 1).await;
    assert_eq!(number(&world, "SELECT count(*) FROM contacts").await, 100);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_command_line_imports_a_file_and_tells_of_its_problems() {
    for db in [testing::sqlite().await, testing::postgres().await] {
        let world = World::new(&db.url, &[]).await.unwrap();
        let account = number(&world, "SELECT id FROM accounts").await.to_string();
        let path = world.directory.path().join("contacts.csv");
        let import = async |content: &str, arguments: &[&str]| {
            std::fs::write(&path, content).unwrap();
            let mut command = Command::new(path_of("almoner").unwrap());
            command.env_clear().envs(world.variables.iter().map(|(name, value)| (*name, value)));
            command.args(["import", "contacts"]).arg(&path).args(arguments);
            let output = command.output().await.unwrap();
            let text = |bytes| String::from_utf8(bytes).unwrap();
            (output.status.success(), text(output.stdout), text(output.stderr))
        };
        let good = file(0..600);
        let (success, out, error) = import(&good, &["--account", &account, "--dry-run"]).await;
        assert!(success, "{error}");
        assert_eq!(out, "import 1: 600 would be created, 0 would be updated, 0 with problems\n");
        assert_eq!(number(&world, "SELECT count(*) FROM contacts").await, 0);
        let (success, out, _) = import(&good, &["--account", &account]).await;
        assert_eq!((success, out.as_str()), (true, "import 2: 600 created, 0 updated, 0 with problems\n"));
        assert_eq!(number(&world, "SELECT count(*) FROM contacts").await, 600);

        let (success, out, error) =
            import(&format!("{HEADER}donor,King,\ndonor,,x\n"), &["--account", &account]).await;
        assert!(!success);
        let expected = "row 3: emails[0].email_address must be an email address\n\
                        row 3: contact_lname is required unless contact_anonymous is 1\n\
                        import 3: 1 created, 0 updated, 1 with problems\n";
        assert_eq!(out, expected);
        assert!(error.contains("almoner: 1 of 2 rows have problems"), "{error}");
        let (success, _, error) = import("x\n", &["--account", &account]).await;
        assert!(!success && error.contains("no column is a field of contacts"), "{error}");
        let (success, _, error) = import(&good, &["--account", "999"]).await;
        assert!(!success && error.contains("there is no account 999"), "{error}");
    }
}
