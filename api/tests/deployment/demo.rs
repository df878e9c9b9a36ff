//! The demo account of an empty embedded database.

use std::collections::BTreeSet;
use std::process::Stdio;
use std::time::Duration;

use bench::deployment::{Program, Received, Receiver, until};
use chrono::NaiveDate;
use chrono_tz::Tz;
use sea_orm::ConnectionTrait;
use serde_json::Value;
use shared::database::statement::sql;
use shared::values::clock::Clock;
use shared::webhooks::signature::WebhookSecret;
use tokio::io::AsyncWriteExt;
use tokio::process::Command;

use crate::embedded::Embedded;
use crate::stopping::api;

const PATIENCE: Duration = Duration::from_secs(30);

/// The word that follows a label of the greeting.
fn after<'a>(greeting: &'a str, label: &str) -> &'a str {
    let (_, rest) = greeting.split_once(label).unwrap_or_else(|| panic!("no {label:?} in {greeting}"));
    rest.split_whitespace().next().unwrap()
}

/// The command of a greeting, which sums up.
fn command(greeting: &str) -> &str {
    let mut lines = greeting.lines().map(str::trim).filter(|line| line.contains("curl "));
    lines.next().filter(|_| lines.next().is_none()).unwrap_or_else(|| panic!("one command in {greeting}"))
}

/// Types commands into a shell, and returns the `data` of the envelope that they print.
async fn typed(text: &str) -> Value {
    let mut command = Command::new("/bin/sh");
    let output = command.env_clear().env("PATH", "/usr/bin:/bin").args(["-c", text]).output().await.unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{text}: {}", String::from_utf8_lossy(&output.stderr));
    let envelope: Value = serde_json::from_str(&printed).unwrap();
    assert_eq!(envelope["success"], true, "{text}: {printed}");
    envelope["data"].clone()
}

/// Returns the records of a kind, maybe with a filter. There must be fewer than a list has at most.
async fn list(embedded: &Embedded, kind: &str, key: &str) -> Vec<Value> {
    let separator = if kind.contains('?') { "" } else { "?" };
    let url = format!("http://{}/api/v1/{kind}{separator}limit=1000", embedded.listen);
    shared::crypto::tls::install_crypto_provider();
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let response = client.get(url).bearer_auth(key).send().await.unwrap();
    let envelope: Value = serde_json::from_str(&response.text().await.unwrap()).unwrap();
    envelope["data"].as_array().unwrap().clone()
}

fn text<'a>(record: &'a Value, field: &str) -> &'a str {
    record[field].as_str().unwrap_or_else(|| panic!("no {field} in {record}"))
}

fn day(record: &Value, field: &str) -> NaiveDate {
    text(record, field).parse().unwrap()
}

async fn stop(mut program: Program) {
    assert_eq!(program.terminate(PATIENCE).await.unwrap(), Some(0));
}

async fn accounts(embedded: &Embedded) -> i64 {
    let store = embedded.store().await;
    let statement = sql(store.read(), "SELECT COUNT(*) FROM accounts", Vec::new());
    let count = store.read().query_one_raw(statement).await.unwrap().unwrap().try_get_by_index(0).unwrap();
    store.close().await;
    count
}

#[tokio::test(flavor = "multi_thread")]
async fn the_command_of_the_greeting_works_and_a_second_start_makes_no_second_demo() {
    let embedded = Embedded::new();
    let first = embedded.serve("first", "").await;
    let greeting = first.log().unwrap();
    let base = format!("http://{}", embedded.listen);
    assert_eq!(after(&greeting, "application "), format!("{base}/"));
    assert_eq!(after(&greeting, "documentation "), format!("{base}/docs"));
    assert!(!greeting.contains('\x1b'), "a file shows no colours: {greeting}");
    assert!(!greeting.contains("igrat"), "how the schema came to be is nobody's business: {greeting}");
    let key = after(&greeting, "demo key ");

    let summed = typed(command(&greeting)).await;
    assert!(summed["pledged"]["active_count"].as_i64().unwrap() > 30, "{summed}");
    let receiver = Receiver::start().await.unwrap();
    let post = async |path: &str, body: &str| {
        let json = "Content-Type: application/json";
        typed(&format!("curl '{base}/api/v1/{path}?api_key={key}' -H '{json}' -d '{body}'")).await
    };
    post("webhooks", &format!(r#"{{"webhook_url":"{}"}}"#, receiver.url)).await;
    assert_eq!(receiver.received().len(), 0, "the demo's own records are no news");
    let created = post("contacts", r#"{"contact_status":"donor","contact_lname":"Lovelace"}"#).await;
    until("the event of the new contact arrives", PATIENCE, async || !receiver.received().is_empty())
        .await
        .unwrap();
    let event: Value = serde_json::from_str(&receiver.received()[0].body).unwrap();
    assert_eq!((&event["type"], &event["data"]["id"]), (&"contacts.create".into(), &created["id"]));
    assert!(created["id"].is_i64());
    stop(first).await;

    // The password is the user's: with it, and with no other, there may be a second account.
    let password = after(&greeting, "demo@almoner.example / ");
    assert_eq!(after(&greeting, "demo sign-in "), "demo@almoner.example");
    assert!(!signs_in(&embedded, "not the password").await);
    assert_eq!(accounts(&embedded).await, 1);

    let second = embedded.serve("second", "").await;
    let again = second.log().unwrap();
    assert!(!again.contains(key) && !again.contains("demo sign-in"), "shown once: {again}");
    let file = after(&again, "kept in ");
    assert_eq!(std::fs::read_to_string(file).unwrap(), format!("API_KEY={key}\n"));
    assert_eq!(mode(file), 0o600, "the key is the owner's alone");
    assert!(command(&again).starts_with(&format!(". {file}; curl ")), "{again}");
    assert_eq!(typed(command(&again)).await, summed, "the same gifts as before");
    assert_eq!(list(&embedded, "contacts", key).await.len(), 301, "300, and one that was typed");
    stop(second).await;
    assert_eq!(accounts(&embedded).await, 1);
    assert!(signs_in(&embedded, password).await);
}

/// Whether the demo's user may make an account with this password.
async fn signs_in(embedded: &Embedded, password: &str) -> bool {
    let mut command = api(&embedded.variables());
    command.args([
        "accounts",
        "create",
        "--name",
        "Own",
        "--email",
        "demo@almoner.example",
        "--password-stdin",
    ]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(password.as_bytes()).await.unwrap();
    child.wait_with_output().await.unwrap().status.success()
}

fn mode(file: &str) -> u32 {
    use std::os::unix::fs::PermissionsExt;
    std::fs::metadata(file).unwrap().permissions().mode() & 0o777
}

#[tokio::test(flavor = "multi_thread")]
async fn the_records_of_the_demo_are_believable() {
    let embedded = Embedded::new();
    let today = Clock::default().today(Tz::UTC);
    let program = embedded.serve("api", "").await;
    let key = after(&program.log().unwrap(), "demo key ").to_owned();

    let contacts = list(&embedded, "contacts", &key).await;
    assert_eq!(contacts.len(), 300);
    let mut names = BTreeSet::new();
    for contact in &contacts {
        names.insert((text(contact, "contact_lname"), contact["contact_fname"].as_str()));
        // Nobody's address: mail to it goes nowhere.
        let emails = contact["emails"].as_array().unwrap();
        assert_eq!(emails.len(), 1, "{contact}");
        assert!(text(&emails[0], "email_address").ends_with("@example.org"), "{contact}");
        let address = &contact["addresses"].as_array().unwrap()[0];
        assert!(!text(address, "address_city").is_empty() && !text(address, "address_street").is_empty());
    }
    assert_eq!(names.len(), 300, "no two have the same name");
    let organisations = contacts.iter().filter(|contact| contact["contact_type"] == "organization");
    assert_eq!(organisations.count(), 8);
    let statuses: BTreeSet<_> = contacts.iter().map(|contact| text(contact, "contact_status")).collect();
    assert!(statuses.len() >= 4, "{statuses:?}");
    assert!(contacts.iter().any(|contact| !contact["tags"].as_array().unwrap().is_empty()));

    let pledges = list(&embedded, "pledges", &key).await;
    assert_eq!(pledges.len(), 75);
    assert!(pledges.iter().all(|pledge| day(pledge, "pledge_start_date") <= today + chrono::Days::new(1)));
    let late = list(&embedded, "pledges?late=1&", &key).await;
    assert!((3..30).contains(&late.len()), "{} are late", late.len());
    assert!(late.iter().all(|pledge| pledge["pledge_notes"].is_string()), "each for a reason");
    let weekly = pledges.iter().filter(|pledge| {
        pledge["pledge_frequency"] == "weekly"
            && pledge["pledge_state"] == "active"
            && pledge["pledge_notes"].is_null()
    });
    let weekly: Vec<_> = weekly.map(|pledge| pledge["pledge_days_late"].as_i64().unwrap()).collect();
    assert!(weekly.len() > 2 && weekly.iter().all(|days| *days <= 1), "paid until last week: {weekly:?}");

    let gifts = list(&embedded, "gifts", &key).await;
    assert!((300..1000).contains(&gifts.len()), "{}", gifts.len());
    for gift in &gifts {
        assert!(gift["gift_amount"].as_f64().unwrap() > 0.0, "{gift}");
        // The day may change between the two looks at the clock.
        let given = day(gift, "gift_date");
        assert!(given <= today + chrono::Days::new(1), "nobody has given yet what comes tomorrow: {gift}");
        if let Some(pledge_id) = gift["pledge_id"].as_i64() {
            let pledge = pledges.iter().find(|pledge| pledge["id"] == pledge_id).unwrap();
            assert!(given >= day(pledge, "pledge_start_date"), "{gift}");
            assert_eq!(gift["contact_id"].as_i64().unwrap(), pledge["contact_id"].as_i64().unwrap());
        }
    }
    assert!(gifts.iter().any(|gift| gift["pledge_id"].is_i64()), "some fulfil a pledge");
    assert!(gifts.iter().any(|gift| gift["pledge_id"].is_null()), "some do not");

    assert!(gifts.iter().any(|gift| gift["gift_status"] == "refunded"));
    assert!(gifts.iter().any(|gift| gift["gift_campaign"].is_string()));
    let unthanked = gifts.iter().filter(|gift| gift["gift_thanked_on"].is_null());
    assert!(unthanked.clone().all(|gift| day(gift, "gift_date") > today - chrono::Days::new(40)));
    assert!(unthanked.count() > 0, "some are still to be thanked for");

    let tasks = list(&embedded, "tasks", &key).await;
    assert_eq!(tasks.len(), 60 + late.len(), "each late pledge has a task");
    for (records, field) in [
        (&contacts, "contact_external_id"),
        (&pledges, "pledge_external_id"),
        (&gifts, "gift_external_id"),
        (&tasks, "task_external_id"),
    ] {
        let ids: BTreeSet<_> = records.iter().map(|record| text(record, field).to_owned()).collect();
        let expected: BTreeSet<_> = (1..=records.len()).map(|n| format!("demo-{n}")).collect();
        assert_eq!(ids, expected, "each can be linked to in an export");
    }
    for done in [0, 1] {
        assert!(tasks.iter().any(|task| task["task_done"] == done), "{done}");
    }
    stop(program).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_service_that_others_reach_has_a_demo_only_if_it_is_asked_for() {
    let mut embedded = Embedded::new();
    embedded.listen = embedded.listen.replace("127.0.0.1", "0.0.0.0");
    let public = embedded.serve("public", "").await;
    let log = public.log().unwrap();
    assert!(!log.contains("demo") && log.contains("/setup?token="), "{log}");
    stop(public).await;
    assert_eq!(accounts(&embedded).await, 0);
    let asked = embedded.serve("asked", "--demo").await;
    assert_eq!(after(&asked.log().unwrap(), "demo sign-in "), "demo@almoner.example");
    stop(asked).await;
    assert_eq!(accounts(&embedded).await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn there_is_no_demo_when_it_is_not_wanted_or_the_accounts_are_somebodys_own() {
    let embedded = Embedded::new();
    let left_out = embedded.serve("left-out", "--no-demo").await;
    let log = left_out.log().unwrap();
    assert!(!log.contains("demo") && !log.contains("curl "), "{log}");
    stop(left_out).await;
    assert_eq!(accounts(&embedded).await, 0);
    assert!(!embedded.directory.path().join("data/demo.env").exists());

    assert!(signs_in(&embedded, "the password of a new user").await);
    let own = embedded.serve("own", "").await;
    let log = own.log().unwrap();
    assert!(!log.contains("demo") && !log.contains("curl "), "{log}");
    stop(own).await;
    assert_eq!(accounts(&embedded).await, 1);
    assert!(!embedded.directory.path().join("data/demo.env").exists());
}

#[tokio::test(flavor = "multi_thread")]
async fn events_come_to_a_receiver_that_the_service_cannot_reach() {
    let embedded = Embedded::new();
    let api = embedded.serve("api", "").await;
    let greeting = api.log().unwrap();
    let key = after(&greeting, "demo key ");
    let receiver = Receiver::start().await.unwrap();
    let base = format!("http://{}", embedded.listen);
    let listen = async |key: &str| {
        let shell = format!(r#"exec "$0" listen --from {base} --forward-to {}"#, receiver.url);
        let log = embedded.directory.path().join(format!("{key}.log"));
        let variables = [("API_KEY", key.to_owned())];
        let program =
            Program::spawn_through(&["/bin/sh", "-c", &shell], "almoner-dispatcher", &variables, log)
                .unwrap();
        until("it says something", PATIENCE, async || program.log().unwrap().ends_with('\n')).await.unwrap();
        program
    };
    let refused = listen("alm_none").await.log().unwrap();
    assert!(refused.contains("the service does not know the key: pass --key"), "{refused}");
    let forwarding = listen(key).await;
    let secret: WebhookSecret =
        after(&forwarding.log().unwrap(), "signed with ").trim_end_matches('.').parse().unwrap();
    let add = async |name: &str| {
        typed(&format!(
            "curl '{base}/api/v1/contacts?api_key={key}' -H 'Content-Type: application/json' \
             -d '{{\"contact_status\":\"donor\",\"contact_lname\":\"{name}\"}}'"
        ))
        .await
    };
    add("Lovelace").await;
    let answered = async || forwarding.log().unwrap().contains(": answered 204 after ");
    until("the event arrives", PATIENCE, answered).await.unwrap();
    let received = receiver.received();
    assert_eq!(received.len(), 1, "the records of the demo are older");
    let Received { headers, body, .. } = &received[0];
    let timestamp_s = headers["webhook-timestamp"].parse().unwrap();
    assert!(secret.verify(
        &headers["webhook-id"],
        timestamp_s,
        body.as_bytes(),
        &headers["webhook-signature"]
    ));
    assert!(body.contains(r#""type":"contacts.create""#), "{body}");

    // A sandbox is emptied, and with it goes the event after which the program reads on.
    assert!(signs_in(&embedded, after(&greeting, "demo@almoner.example / ")).await);
    let store = embedded.store().await;
    let is_sandbox = "UPDATE accounts SET sandbox_of = (SELECT MAX(id) FROM accounts) WHERE name = 'Demo'";
    store.write().execute_unprepared(is_sandbox).await.unwrap();
    typed(&format!("curl -X POST '{base}/api/v1/account/reset?api_key={key}'")).await;
    let goes_on = async || forwarding.log().unwrap().contains("going on with the first that it has");
    until("the program has noticed", PATIENCE, goes_on).await.unwrap();
    add("Babbage").await;
    let babbage = async || receiver.received().iter().any(|received| received.body.contains("Babbage"));
    until("the next event arrives", PATIENCE, babbage).await.unwrap();
}
