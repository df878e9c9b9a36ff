//! The samples of `/docs`: a reader pastes them into a terminal, one after the other, and each does what it says.

use bench::deployment::Receiver;
use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;
use shared::values::ids::event_id_text;
use shared::webhooks::guard::Guard;
use tokio::process::Command;

use crate::support::document::{operations, served};
use crate::support::records::least;
use crate::support::{Account, Api};

both_databases!(every_sample_of_the_page_succeeds);

/// The beginning of every sample: curl fails if the service answers with an error, and asks no proxy.
const STRICT: &str = "curl() { command curl --silent --show-error --fail-with-body --noproxy '*' \"$@\"; }\n";

/// Makes the records that the samples name by their ids, as they are in the story of the document.
async fn tell(api: &Api, account: &Account, receiver: &Receiver) -> String {
    for _ in 0..5 {
        account.contact().await;
    }
    let pledge = json!({"contact_id": 1, "pledge_amount": 50, "pledge_start_date": "2026-03-31"});
    account.record("pledges", pledge).await;
    for _ in 0..3 {
        account.record("gifts", json!({"contact_id": 1, "gift_amount": 50})).await;
    }
    account.record("tasks", json!({"task_subject": "Call", "contact_id": 1})).await;
    // The second one stays open for its file.
    account.record("batches", least("batches", 1)).await;
    for kind in ["funds", "campaigns"] {
        // One is merged into the other.
        for _ in 0..2 {
            account.record(kind, least(kind, 1)).await;
        }
    }
    for (kind, external_id) in [
        ("contacts", "crm-3"),
        ("gifts", "crm-g-1"),
        ("pledges", "crm-p-8"),
        ("tasks", "crm-t-1"),
        ("households", "crm-h-4"),
        ("funds", "crm-f-3"),
        ("campaigns", "crm-c-3"),
        ("batches", "crm-b-5"),
    ] {
        account.put(&format!("/{kind}/by-external-id/{external_id}"), least(kind, 1)).await.created();
    }
    account.record("lists", least("lists", 1)).await;
    let counted = json!({"batch_expected_count": 0, "batch_expected_total": 0});
    account.put("/batches/1", counted).await.ok();
    account.record("webhooks", json!({"webhook_url": receiver.url})).await;
    account.import("contacts", "contact_status,contact_lname\ndonor,King\n").await.created();
    let since = json!({"since": "2026-06-01T00:00:00Z"});
    assert_eq!(account.post("/webhooks/1/recover", since).await.created().id(), 1);
    let ended = "UPDATE recoveries SET recovery_status = 'finished', finished_at_ms = created_at_ms";
    api.execute(ended, Vec::new()).await;
    let event_id = api.last_event(account).await.id;
    assert_eq!(api.delivery(account, 1, event_id, "failed").await, 1);
    event_id_text(event_id)
}

/// Returns the operations of the page with their samples for curl, in the order of the page.
fn samples(page: &str) -> Vec<(String, String)> {
    let operations = page.split("<details class=\"operation\" id=\"").skip(1);
    let sample = |operation: &str| {
        let (_, sample) = operation.split_once("<summary>curl</summary>")?;
        let (_, sample) = sample.split_once('>')?;
        let (text, _) = sample.split_once("</pre>")?;
        Some((operation.split('"').next()?.to_owned(), unescaped(text)))
    };
    operations.filter_map(sample).collect()
}

fn unescaped(html: &str) -> String {
    let entities = [
        ("&quot;", "\""),
        ("&#34;", "\""),
        ("&#39;", "'"),
        ("&#60;", "<"),
        ("&lt;", "<"),
        ("&#62;", ">"),
        ("&gt;", ">"),
    ];
    let text = entities.iter().fold(html.to_owned(), |text, (entity, char)| text.replace(entity, char));
    text.replace("&#38;", "&").replace("&amp;", "&")
}

/// The origin in the samples of a page before the browser's script has put in its own.
const ORIGIN: &str = "https://almoner.example";

async fn every_sample_of_the_page_succeeds(db: TestDb) {
    let guard = Guard::new(vec!["127.0.0.0/8".parse().unwrap()]);
    let api = Api::start_with(db, |app| app.guard = guard).await;
    let account = api.account().await;
    let receiver = Receiver::start().await.unwrap();
    let event_id = tell(&api, &account, &receiver).await;
    let document = served(&api.http).await;
    let shown = &document["paths"]["/events/{id}"]["get"]["parameters"][0]["schema"]["examples"][0];
    let page = api.http.request("GET", "/docs").send().await.unwrap().text().await.unwrap();

    let origin = format!("http://{}", api.http.address);
    let samples = samples(&page);
    assert_eq!(samples.len(), operations(&document).len());
    // An account that is no sandbox is never emptied.
    for (operation, sample) in samples.into_iter().filter(|(operation, _)| operation != "resetAccount") {
        let script = sample.replace(shown.as_str().unwrap(), &event_id).replace(ORIGIN, &origin);
        let mut command = Command::new("sh");
        command.args(["-c", &format!("{STRICT}{script}")]).env("API_KEY", &account.key);
        let output = command.output().await.unwrap();
        let answer = String::from_utf8_lossy(&output.stdout);
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{operation}: {error}{answer}\n{sample}");
        let answer: Value = serde_json::from_str(&answer).unwrap();
        assert_eq!(answer["success"], true, "{operation}: {answer}");
        while api::resources::imports::worker::step(&api.app).await.unwrap() {}
    }
    // Each file has the columns of its kind, and no row has a problem. The newest import is the undo of the oldest one.
    let imports = account.get("/imports").await.ok();
    let kinds: Vec<_> = imports.list().iter().map(|import| import["import_kind"].as_str().unwrap()).collect();
    assert_eq!(
        kinds,
        [
            "contacts",
            "tasks",
            "pledges",
            "households",
            "gifts",
            "funds",
            "contacts",
            "campaigns",
            "batches",
            "contacts"
        ]
    );
    for import in imports.list() {
        let problems = account.get(&format!("/imports/{}", import["id"])).await.ok();
        assert_eq!(
            (&import["import_status"], &problems["problems"]),
            (&json!("finished"), &json!([])),
            "{import}"
        );
    }
}
