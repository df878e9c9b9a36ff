//! Imports: files whose rows become contacts and gifts.

use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;
use tokio::io::AsyncWriteExt;

use crate::support::records::RECEIVER;
use crate::support::reply::member;
use crate::support::{Account, Api, MISSING_ID, Reply};

mod as_it_is;
mod donors;
mod doubles;
mod failures;
mod files;
mod gifts;
mod organisations;
mod queries;
mod rows;
mod turns;
mod undo;
pub(crate) mod workbooks;

both_databases!(
    a_file_becomes_contacts_and_its_import_tells_how_far_it_has_come,
    each_record_has_its_event_with_the_record_as_a_read_returns_it,
    a_row_with_a_known_external_id_changes_that_contact,
    the_rows_of_one_file_take_effect_in_their_order,
    a_dry_run_reports_all_and_writes_nothing,
    imports_of_one_account_follow_each_other_and_those_of_two_take_turns,
    an_account_has_at_most_ten_imports_that_have_not_ended,
    imports_are_listed_newest_first,
    accounts_are_apart,
    what_stops_an_import_stops_neither_others_nor_the_records_before,
    a_file_that_broke_off_with_its_process_is_given_up,
    a_file_whose_caller_goes_away_leaves_nothing,
);

impl Api {
    /// Runs all imports to their end.
    pub(crate) async fn work(&self) {
        while api::resources::imports::worker::step(&self.app).await.unwrap() {}
    }

    /// Imports a file completely, and returns the import.
    pub(crate) async fn imported(&self, account: &Account, kind: &str, file: &str) -> Reply {
        let import = account.import(kind, file.to_owned()).await.created();
        self.work().await;
        account.get(&format!("/imports/{}", import.id())).await.ok()
    }
}

/// Returns how many rows were created, updated and failed.
pub(crate) fn counts(import: &Reply) -> [i64; 3] {
    ["created_count", "updated_count", "failed_count"].map(|count| import[count].as_i64().unwrap())
}

/// Returns the problems, as `row column: message`.
pub(crate) fn problems(import: &Reply) -> Vec<String> {
    let problem = |problem: &Value| {
        let column = problem["column"].as_str().unwrap_or("-");
        format!("{} {column}: {}", problem["row"], problem["message"].as_str().unwrap())
    };
    import["problems"].as_array().unwrap().iter().map(problem).collect()
}

const NAMES: &str = "contact_status,contact_lname,contact_external_id\n";

async fn a_file_becomes_contacts_and_its_import_tells_how_far_it_has_come(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let rows: Vec<_> = (0..1200).map(|n| format!("donor,Contact {n},crm-{n}\n")).collect();
    let created = account.import("contacts", format!("{NAMES}{}", rows.concat())).await.created();
    assert_eq!(created.json["type"], "imports.create");
    let path = format!("/imports/{}", created.id());
    assert_eq!(created.header("location"), Some(&*format!("/api/v1{path}")));
    let progress = |import: &Reply| {
        let text = |field: &str| import[field].to_string();
        [text("import_status"), text("row_count"), text("processed_count"), text("finished_at")]
    };
    assert_eq!(progress(&created), ["\"queued\"", "1200", "0", "null"]);
    assert_eq!((&created["import_kind"], &created["dry_run"]), (&json!("contacts"), &json!(0)));
    assert_eq!(account.get("/contacts").await.ok().list().len(), 0);

    for (processed, status) in [("500", "\"running\""), ("1000", "\"running\""), ("1200", "\"finished\"")] {
        assert!(api::resources::imports::worker::step(&api.app).await.unwrap());
        let import = account.get(&path).await.ok();
        assert_eq!(import.json["type"], "imports.read");
        assert_eq!(progress(&import)[..3], [status, "1200", processed]);
        let contacts = account.get("/contacts").await.ok().list().len();
        assert_eq!(contacts.to_string(), processed, "what is counted is there");
    }
    assert!(!api::resources::imports::worker::step(&api.app).await.unwrap(), "there is nothing left to do");
    let import = account.get(&path).await.ok();
    assert_eq!(import["finished_at"], "2026-06-15T12:00:00.000Z");
    assert_eq!((counts(&import), problems(&import).len()), ([1200, 0, 0], 0));
    let contacts = account.get("/contacts").await.ok();
    let names: Vec<_> = contacts.list().iter().map(|one| one["contact_lname"].as_str().unwrap()).collect();
    assert_eq!((names[0], names[1199]), ("Contact 0", "Contact 1199"), "in the order of the rows");
    let left = api.query("SELECT count(*) FROM import_chunks", Vec::new()).await;
    assert_eq!(left[0].try_get_by_index::<i64>(0).unwrap(), 0, "the file is not kept");
}

async fn each_record_has_its_event_with_the_record_as_a_read_returns_it(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let id = account.contact().await;
    account.put(&format!("/contacts/{id}"), json!({"contact_external_id": "crm-1"})).await.ok();
    let file = "contact_status,contact_lname,contact_external_id,tags,emails,phones,address_city\n\
                donor,Hopper,crm-2,a;b,g@x.example;h@x.example,1;2,London\n\
                donor,King,crm-1,b;c,a@x.example,3,Paris\n\
                donor,Byron,,,,,\n\
                nobody,Nobody,,,,,\n";
    let import = api.imported(&account, "contacts", file).await;
    assert_eq!(counts(&import), [2, 1, 1]);
    let events = api.events(&account).await.split_off(2);
    let mut names: Vec<_> = events.iter().map(|event| event.name.as_str()).collect();
    names.sort_unstable();
    assert_eq!(names, ["contacts.create", "contacts.create", "contacts.update"]);
    for event in events {
        assert!(event.in_outbox && !event.published);
        let read = account.get(&format!("/contacts/{}", event.record_id)).await.ok();
        assert_eq!(member(&event.body, "data"), read.raw_data(), "{}", event.name);
    }
}

async fn a_row_with_a_known_external_id_changes_that_contact(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let body = json!({
        "contact_status": "donor", "contact_lname": "King", "contact_external_id": "crm-1", "contact_fname": "Ada",
        "contact_nickname": "Addie", "contact_do_not_call": 1, "tags": ["a"], "phones": [{"phone_number": "1"}],
        "emails": [{"email_address": "a@x.example"}],
    });
    let (path, _) = account.record("contacts", body).await;
    // Only the file's columns change, and an empty cell clears its field. Required columns may be missing, because the
    // row changes an existing record.
    let file =
        "contact_external_id,contact_nickname,contact_fname,contact_do_not_call,emails\ncrm-1,,Augusta,0,\n";
    let import = api.imported(&account, "contacts", file).await;
    assert_eq!((counts(&import), problems(&import)), ([0, 1, 0], vec![]));
    let contact = account.get(&path).await.ok();
    assert_eq!((&contact["contact_fname"], &contact["contact_nickname"]), (&json!("Augusta"), &Value::Null));
    assert_eq!((&contact["contact_do_not_call"], &contact["emails"]), (&json!(0), &json!([])));
    assert_eq!((&contact["contact_lname"], &contact["tags"][0]["tag_name"]), (&json!("King"), &json!("a")));
    assert_eq!(contact["phones"][0]["phone_number"], "1");
    // The rules apply to the record as it would be after the change.
    let import = api.imported(&account, "contacts", "contact_external_id,contact_lname\ncrm-1,\n").await;
    assert_eq!(
        problems(&import),
        ["2 contact_lname: contact_lname is required unless contact_anonymous is 1"]
    );
    assert_eq!(account.get(&path).await.ok().text, contact.text);
}

async fn the_rows_of_one_file_take_effect_in_their_order(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let file = format!(
        "{NAMES}nobody,Zero,crm-1\ndonor,One,crm-1\nprospect,Two,crm-1\ndonor,Other,crm-2\nnobody,Three,crm-1\narchive,Four,crm-1\n"
    );
    let import = api.imported(&account, "contacts", &file).await;
    assert_eq!(counts(&import), [2, 2, 2]);
    let contacts = account.get("/contacts").await.ok();
    assert_eq!(contacts.list().len(), 2);
    assert_eq!(contacts.list()[0]["contact_lname"], "Four");
    assert_eq!(contacts.list()[0]["contact_status"], "archive");
    let events = api.events(&account).await;
    let of_first = events.iter().filter(|event| contacts.list()[0]["id"] == event.record_id);
    let mut moments: Vec<_> =
        of_first.map(|event| (member(&event.body, "timestamp"), event.name.clone())).collect();
    moments.sort_unstable();
    let names: Vec<_> = moments.iter().map(|(_, name)| name.as_str()).collect();
    assert_eq!(names, ["contacts.create", "contacts.update", "contacts.update"]);
}

async fn a_dry_run_reports_all_and_writes_nothing(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let id = account.contact().await;
    account.put(&format!("/contacts/{id}"), json!({"contact_external_id": "crm-1"})).await.ok();
    let before = api.state(&account).await;
    let file =
        format!("{NAMES}donor,New,\nnobody,Bad,\ndonor,Changed,crm-1\ndonor,New,crm-2\ndonor,Again,crm-2\n");
    let request = account.request("POST", "/imports/contacts?dry_run=1").header("content-type", "text/csv");
    let created = Reply::to(request.body(file)).await.created();
    api.work().await;
    let import = account.get(&format!("/imports/{}", created.id())).await.ok();
    assert_eq!((&import["dry_run"], &import["import_status"]), (&json!(1), &json!("finished")));
    assert_eq!(counts(&import), [2, 2, 1]);
    assert_eq!(problems(&import).len(), 1);
    for table in ["import_rows", "import_problems", "import_failed_rows", "imports"] {
        api.execute(&format!("DELETE FROM {table}"), Vec::new()).await;
    }
    assert_eq!(api.state(&account).await, before);
    let request = account.request("POST", "/imports/contacts?dry_run=yes").header("content-type", "text/csv");
    Reply::to(request.body(NAMES)).await.failed(422, "dry_run must be 0 or 1");
}

async fn imports_of_one_account_follow_each_other_and_those_of_two_take_turns(db: TestDb) {
    let api = Api::start(db).await;
    let (account, other) = (api.account().await, api.account().await);
    let rows = |name: &str| format!("{NAMES}{}", format!("donor,{name},\n").repeat(1100));
    account.import("contacts", rows("First")).await.created();
    account.import("contacts", rows("Second")).await.created();
    other.import("contacts", rows("Other")).await.created();
    let mut order = Vec::new();
    for minute in 0..20 {
        api.turn_to(&format!("2026-06-15T13:{minute:02}:00Z"));
        if !api::resources::imports::worker::step(&api.app).await.unwrap() {
            break;
        }
        let last = api.query("SELECT contact_lname FROM contacts ORDER BY id DESC LIMIT 1", Vec::new()).await;
        order.push(last[0].try_get_by_index::<String>(0).unwrap());
    }
    assert_eq!(
        order,
        ["First", "Other", "First", "Other", "First", "Second", "Other", "Second", "Second"],
        "500, 500 and 100 rows of each"
    );
}

async fn an_account_has_at_most_ten_imports_that_have_not_ended(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    for _ in 0..10 {
        account.import("contacts", NAMES).await.created();
    }
    let rule = "10 imports of this account have not ended; try again when one has";
    account.import("contacts", NAMES).await.failed(409, rule);
    api.account().await.import("contacts", NAMES).await.created();
    api.work().await;
    account.import("contacts", NAMES).await.created();
}

async fn imports_are_listed_newest_first(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    assert_eq!(
        account.get("/imports").await.ok().text,
        r#"{"success":true,"message":"","type":"imports.index","data":[]}"#
    );
    let mut expected = Vec::new();
    for kind in ["contacts", "gifts", "contacts"] {
        let columns = if kind == "gifts" { "gift_amount\n" } else { NAMES };
        expected.insert(0, json!(account.import(kind, columns).await.created().id()));
    }
    let list = account.get("/imports").await.ok();
    let ids: Vec<_> = list.list().iter().map(|import| import["id"].clone()).collect();
    assert_eq!(ids, expected);
    for id in [json!(MISSING_ID), json!("x"), json!(0)] {
        account.get(&format!("/imports/{}", id.to_string().trim_matches('"'))).await.failed(404, "Not Found");
    }
}

async fn accounts_are_apart(db: TestDb) {
    let api = Api::start(db).await;
    let (account, other) = (api.account().await, api.account().await);
    let theirs =
        json!({"contact_status": "donor", "contact_lname": "Theirs", "contact_external_id": "crm-1"});
    let (path, foreign) = other.record("contacts", theirs).await;
    let before = other.get(&path).await.ok().text;
    // The external id belongs to a record of the other account, so it is free here.
    let import = api.imported(&account, "contacts", &format!("{NAMES}donor,Mine,crm-1\n")).await;
    assert_eq!(counts(&import), [1, 0, 0]);
    let file = format!("contact_status,contact_lname,contact_referred_by_id\ndonor,King,{foreign}\n");
    let import = api.imported(&account, "contacts", &file).await;
    assert_eq!(
        problems(&import),
        [
            "2 contact_referred_by_id: contact_referred_by_id must be the id of a contact of this account; in a file from another \
          account, link by contact_referred_by_external_id"
        ]
    );
    let file = "gift_amount,contact_external_id\n5,crm-1\n";
    assert_eq!(counts(&api.imported(&other, "gifts", file).await), [1, 0, 0]);
    assert_eq!(other.get("/gifts").await.ok().list()[0]["contact_id"], foreign);
    assert_eq!(account.get("/gifts").await.ok().list().len(), 0);
    assert_eq!(other.get(&path).await.ok().text, before);
}

async fn what_stops_an_import_stops_neither_others_nor_the_records_before(db: TestDb) {
    let api = Api::start(db).await;
    let (account, other) = (api.account().await, api.account().await);
    let import =
        account.import("contacts", format!("{NAMES}{}", "donor,King,\n".repeat(600))).await.created();
    let healthy = other.import("contacts", format!("{NAMES}donor,King,\n")).await.created();
    assert!(api::resources::imports::worker::step(&api.app).await.unwrap());
    // Break the import's header, so that its next step meets an internal error.
    let broken = "UPDATE imports SET import_header = '?' WHERE id = $1";
    api.execute(broken, vec![import.id().into()]).await;
    api.work().await;
    let failed = account.get(&format!("/imports/{}", import.id())).await.ok();
    assert_eq!((&failed["import_status"], &failed["processed_count"]), (&json!("failed"), &json!(500)));
    let reason = "the rows after the processed ones met an error of the service, which its log has";
    assert_eq!(failed["import_error"], reason);
    assert_eq!(account.get("/contacts").await.ok().list().len(), 500);
    let healthy = other.get(&format!("/imports/{}", healthy.id())).await.ok();
    assert_eq!(healthy["import_status"], "finished");
    let left = api.query("SELECT count(*) FROM import_chunks", Vec::new()).await;
    assert_eq!(left[0].try_get_by_index::<i64>(0).unwrap(), 0);
}

async fn a_file_whose_caller_goes_away_leaves_nothing(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let mut caller = tokio::net::TcpStream::connect(api.http.address).await.unwrap();
    let head = format!(
        "POST /api/v1/imports/contacts?api_key={} HTTP/1.1\r\nHost: almoner\r\nContent-Type: text/csv\r\n\
         Content-Length: 1000000\r\n\r\n{NAMES}donor,King,\n",
        account.key
    );
    caller.write_all(head.as_bytes()).await.unwrap();
    let until = async |expected| {
        let deadline = std::time::Instant::now() + crate::support::rows::PATIENCE;
        while account.get("/imports").await.ok().list().len() != expected {
            assert!(std::time::Instant::now() < deadline, "never {expected} imports");
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    };
    until(1).await;
    drop(caller);
    until(0).await;
    let left = api.query("SELECT count(*) FROM import_problems", Vec::new()).await;
    assert_eq!(left[0].try_get_by_index::<i64>(0).unwrap(), 0);
}

async fn a_file_that_broke_off_with_its_process_is_given_up(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let names = json!({"webhook_url": RECEIVER, "webhook_events": ["imports.finished"]});
    account.record("webhooks", names).await;
    let import = account.import("contacts", format!("{NAMES}donor,King,\n")).await.created();
    // Leave the import as a process does that dies while the file arrives.
    api.execute("UPDATE imports SET import_status = 'receiving'", Vec::new()).await;
    let worker = tokio::spawn(api::resources::imports::worker::run(api.app.clone()));
    let path = format!("/imports/{}", import.id());
    let receiving = account.get(&path).await.ok();
    assert_eq!((&receiving["import_status"], &receiving["row_count"]), (&json!("receiving"), &Value::Null));
    api.turn_to("2026-06-15T12:16:00Z");
    api.app.import_waker.wake();
    let deadline = std::time::Instant::now() + crate::support::rows::PATIENCE;
    loop {
        let import = account.get(&path).await.ok();
        if import["import_status"] == "failed" {
            assert_eq!(import["import_error"], "the file broke off before it had arrived whole");
            break;
        }
        assert!(std::time::Instant::now() < deadline, "{}", import.text);
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    worker.abort();
    assert_eq!(account.get("/contacts").await.ok().list().len(), 0);
    let event = api.last_event(&account).await;
    assert_eq!(event.name, "imports.finished");
    assert!(event.body.contains(r#""import_status":"failed""#), "{}", event.body);
}
