//! Imports beside each other: their order, the limit on their number, and rows that take too long.

use bench::deployment::until;
use serde_json::json;
use shared::Store;
use shared::database::testing::TestDb;
use tokio::io::AsyncWriteExt;

use super::{NAMES, counts};
use crate::support::rows::PATIENCE;
use crate::support::{Account, Api, Reply};

shared::both_databases!(
    a_dry_run_knows_the_rows_of_its_earlier_chunks,
    a_file_that_arrives_late_does_not_overtake_a_running_import,
    a_request_that_was_answered_before_is_answered_again_when_there_are_ten_imports,
    requests_at_the_same_time_do_not_exceed_the_limits_of_an_account,
);

/// Returns the rows of this many contacts.
fn contacts(count: usize) -> String {
    (0..count).map(|n| format!("donor,Contact {n},crm-{n}\n")).collect::<Vec<_>>().concat()
}

/// Waits until there is an import of this status.
async fn wait_for(api: &Api, status: &str) {
    let text = format!("SELECT 1 FROM imports WHERE import_status = '{status}'");
    let deadline = std::time::Instant::now() + crate::support::rows::PATIENCE;
    while api.query(&text, Vec::new()).await.is_empty() {
        assert!(std::time::Instant::now() < deadline, "no import is {status}");
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
}

async fn a_dry_run_knows_the_rows_of_its_earlier_chunks(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let rows = contacts(600);
    let file = format!("{NAMES}{rows}donor,Again,crm-0\n");
    let path = account.import("contacts?dry_run=1", file.clone()).await.created();
    api.work().await;
    let import = account.get(&format!("/imports/{}", path.id())).await.ok();
    assert_eq!(counts(&import), [600, 1, 0]);
    let left = api.query("SELECT count(*) FROM import_external_ids", Vec::new()).await;
    assert_eq!(left[0].try_get_by_index::<i64>(0).unwrap(), 0);
    assert_eq!(counts(&api.imported(&account, "contacts", &file).await), [600, 1, 0], "as it said");
}

async fn a_file_that_arrives_late_does_not_overtake_a_running_import(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let rows = |name: &str| format!("{NAMES}{}", format!("donor,{name},\n").repeat(600));
    // The slow file gets its id first.
    let late = rows("Late");
    let (begin, rest) = late.split_at(late.len() / 2);
    let mut caller = tokio::net::TcpStream::connect(api.http.address).await.unwrap();
    let head = format!(
        "POST /api/v1/imports/contacts?api_key={} HTTP/1.1\r\nHost: almoner\r\nContent-Type: text/csv\r\n\
         Content-Length: {}\r\n\r\n{begin}",
        account.key,
        late.len()
    );
    caller.write_all(head.as_bytes()).await.unwrap();
    wait_for(&api, "receiving").await;
    let running = account.import("contacts", rows("Running")).await.created().id();
    assert!(api::resources::imports::worker::step(&api.app).await.unwrap());
    caller.write_all(rest.as_bytes()).await.unwrap();
    wait_for(&api, "queued").await;
    assert!(api::resources::imports::worker::step(&api.app).await.unwrap());
    let running = account.get(&format!("/imports/{running}")).await.ok();
    assert_eq!(running["import_status"], "finished");
    api.work().await;
}

async fn a_request_that_was_answered_before_is_answered_again_when_there_are_ten_imports(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let send = async |file: &str| {
        let request = account.request("POST", "/imports/contacts").header("idempotency-key", "once");
        Reply::to(request.header("content-type", "text/csv").body(file.to_owned())).await
    };
    let first = send(NAMES).await.created();
    for _ in 0..9 {
        account.import("contacts", NAMES).await.created();
    }
    assert_eq!(account.import("contacts", NAMES).await.status, 409);
    let again = send(NAMES).await.created();
    assert_eq!((again.id(), again.header("idempotent-replayed")), (first.id(), Some("true")));
    assert_eq!(
        send(&format!("{NAMES}donor,Other,\n")).await.status,
        422,
        "the key was used for another file"
    );
}

async fn requests_at_the_same_time_do_not_exceed_the_limits_of_an_account(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let created = async |requests: Vec<tokio::task::JoinHandle<u16>>| {
        let mut created = 0;
        for request in requests {
            created += usize::from(request.await.unwrap() == 201);
        }
        created
    };
    let import = |account: Account| async move { account.import("contacts", NAMES).await.status };
    let imports = (0..30).map(|_| tokio::spawn(import(account.clone()))).collect();
    assert_eq!(created(imports).await, 10);
    let register = |account: Account| async move {
        let webhook = json!({"webhook_url": "https://93.184.216.34/"});
        account.post("/webhooks", webhook).await.status
    };
    let webhooks = (0..60).map(|_| tokio::spawn(register(account.clone()))).collect();
    assert_eq!(created(webhooks).await, 50);
}

/// Only on PostgreSQL, because SQLite has no limit for a statement.
#[tokio::test(flavor = "multi_thread")]
async fn rows_that_take_too_long_together_are_imported_in_smaller_parts() {
    let db = shared::database::testing::postgres().await;
    let hasty = Store::connect(&format!("{}?options=-c%20statement_timeout%3D600ms", db.url)).await.unwrap();
    let api = Api::start(db).await;
    let hasty = api::state::App { store: hasty, ..api.app.clone() };
    let account = api.account().await;
    let slow = "CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
            PERFORM pg_sleep(0.005);
            RETURN NEW;
        END $$;
        CREATE TRIGGER slow BEFORE INSERT ON contacts FOR EACH ROW EXECUTE FUNCTION slow()";
    sea_orm::ConnectionTrait::execute_unprepared(api.db.store.write(), slow).await.unwrap();
    let rows = contacts(300);
    let path =
        format!("/imports/{}", account.import("contacts", format!("{NAMES}{rows}")).await.created().id());
    let is_finished = async || {
        // A step whose rows take too long fails, and the next one has fewer.
        let _ = api::resources::imports::worker::step(&hasty).await;
        account.get(&path).await.ok()["import_status"] == "finished"
    };
    until("all rows are imported", PATIENCE, is_finished).await.unwrap();
    assert_eq!(counts(&account.get(&path).await.ok()), [300, 0, 0]);
}
