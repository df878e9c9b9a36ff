//! The erasure of a person: no column of any table still has the person's data, and receivers hear of it.

use api::erasure::{Erased, How, Report, erase};
use api::error::AppError;
use api::fields::field::Control;
use api::resources::kinds::KINDS;
use chrono::NaiveDate;
use reqwest::header::CONTENT_TYPE;
use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;
use shared::entities::AccountScope;

use crate::support::records::{RECEIVER, kinds_of_contacts};
use crate::support::rows::changed_tables;
use crate::support::{Account, Api, Reply};

mod columns;
mod files;

both_databases!(
    nothing_of_the_person_is_left_in_any_table,
    a_dry_run_says_the_same_and_changes_nothing,
    what_stays_is_still_valid_and_events_say_what_has_changed,
    what_is_open_ends,
    an_erasure_can_be_repeated,
    nobody_else_is_touched,
    an_import_that_names_the_person_must_end_first,
    what_is_unknown_is_not_found,
);

/// A part of every planted text that is not one of [`NAMES`]. It is long enough that no encrypted text contains it by
/// chance.
const MARK: &str = "Zqxwvjkplm";
/// The names by which rows of files know the person.
const NAMES: [&str; 3] = ["Wilhelmina", "Featherstonehaugh", "zqxwvjkplm-crm-77"];

/// Returns the body of a record of the person, with a text in each personal field that takes one.
fn personal(kind: &str, mut body: Value) -> Value {
    let kind = KINDS.iter().find(|one| one.path == kind).unwrap();
    for field in kind.fields.iter().filter(|field| field.erased_as.is_some()) {
        if let Control::Text(_) = field.control {
            body.as_object_mut().unwrap().entry(field.name).or_insert_with(|| MARK.into());
        }
    }
    body
}

/// Stores a printed letter that is about a contact.
async fn plant_letter(api: &Api, account: &Account, id: i64) {
    let text = "INSERT INTO letter_runs (account_id, run_key, letter_kind, letter_count, gift_count, run_head, run_left_out, made_at_ms)
                VALUES ($1, 'k', 'thank_you', 1, 0, '{}', '[]', 0)";
    let run = api.insert(text, vec![account.id.into()]).await;
    let text = "INSERT INTO printed_letters (account_id, run_id, contact_id, letter_number, letter_text) VALUES ($1, $2, $3, 1, $4)";
    let letter = r#"{"to":["Wilhelmina Featherstonehaugh"],"date":"","subject":"","parts":[],"enclosed":[]}"#;
    let letter = api.insert(text, vec![account.id.into(), run.into(), id.into(), letter.into()]).await;
    let text = "INSERT INTO printed_letter_contacts (account_id, letter_id, contact_id) VALUES ($1, $2, $3)";
    api.insert(text, vec![account.id.into(), letter.into(), id.into()]).await;
    let text = "INSERT INTO mailed_letters (account_id, letter_id, email_address, mail_status, claimed_until_ms, kept_until_ms)
                VALUES ($1, $2, 'old@zqxwvjkplm.example', 'queued', 0, 0)";
    api.insert(text, vec![account.id.into(), letter.into()]).await;
}

/// Stores a file of a contact.
async fn plant_file(api: &Api, account: &Account, id: i64) {
    let text =
        "INSERT INTO contact_files (account_id, contact_id, file_name, file_bytes, added_at_ms, file_content)
                VALUES ($1, $2, 'Zqxwvjkplm.pdf', 4, 0, $3)";
    let content: Vec<u8> = MARK.into();
    api.insert(text, vec![account.id.into(), id.into(), content.into()]).await;
}

/// Stores what the person has sent from a form on the website, with an earlier email address.
async fn plant_answer(api: &Api, account: &Account) {
    let text =
        "INSERT INTO web_forms (account_id, form_token, form_title, form_thanks, asks_phone, asks_address, asks_message, form_open,
             created_at_ms) VALUES ($1, $2, 'Newsletter', 'Thank you', TRUE, TRUE, TRUE, TRUE, 0)";
    let token = format!("token-{}", account.id);
    let form = api.insert(text, vec![account.id.into(), token.into()]).await;
    let text = "INSERT INTO form_answers (account_id, form_id, answer_fname, answer_lname, answer_email, answer_phone, answer_street,
                    answer_city, answer_state, answer_postal_code, answer_country, answer_message, answer_amount, sent_at_ms)
                VALUES ($1, $2, 'Wilhelmina', 'Zqxwvjkplm', 'OLD@zqxwvjkplm.example', 'Zqxwvjkplm', 'Zqxwvjkplm', 'Zqxwvjkplm',
                    'Zqxwvjkplm', 'Zqxwvjkplm', 'GB', 'Zqxwvjkplm', 'Zqxwvjkplm', 0)";
    api.insert(text, vec![account.id.into(), form.into()]).await;
}

/// Makes a contact with a text in every field, and the records that belong to it.
async fn plant(api: &Api, account: &Account) -> i64 {
    let organisation = json!({
        "contact_status": "contact", "contact_is_org": 1, "contact_lname": "Shelter", "tags": ["volunteer"],
    });
    let (_, organisation) = account.record("contacts", organisation).await;
    let contact = json!({
        "contact_status": "donor", "contact_fname": NAMES[0], "contact_mname": "Zqxwvjkplm-m", "contact_lname": NAMES[1],
        "contact_title": "Zqxwvjkplm-t", "contact_suffix": "Zqxwvjkplm-s", "contact_nickname": "Zqxwvjkplm-n",
        "contact_salutation": "Zqxwvjkplm-sal", "contact_envelope_name": "Zqxwvjkplm-env", "contact_spouse_fname": "Zqxwvjkplm-sf",
        "contact_spouse_lname": "Zqxwvjkplm-sl", "contact_birthday": "1901-02-03", "contact_anniversary": "--07-08",
        "contact_employer": "Zqxwvjkplm-emp", "contact_job_title": "Zqxwvjkplm-job", "contact_church": "Zqxwvjkplm-ch",
        "contact_website": "https://zqxwvjkplm.example/Zqxwvjkplm", "contact_source": "Zqxwvjkplm-src", "contact_language": "en-GB",
        "contact_external_id": NAMES[2], "contact_notes": "Zqxwvjkplm-notes \"quoted\"\nwhole", "contact_custom": {"Zqxwvjkplm": "Zqxwvjkplm"},
        "contact_newsletter": "both", "contact_org_id": organisation, "tags": ["Zqxwvjkplm-tag", "volunteer"],
        "profilePicture": {"picture_url": "https://zqxwvjkplm.example/Zqxwvjkplm.jpg"},
        "familyMembers": [{
            "family_fname": "Zqxwvjkplm-child", "family_lname": "Zqxwvjkplm-fam", "family_relationship": "child",
            "family_birthday": "1931-04-05",
        }],
        "addresses": [{
            "address_street": "Zqxwvjkplm-street", "address_street2": "Zqxwvjkplm-flat", "address_city": "Zqxwvjkplm-city",
            "address_state": "Zqxwvjkplm-shire", "address_postal_code": "Zqxwvjkplm-1", "address_country": "GB",
        }],
        "phones": [{"phone_number": "+44 20 Zqxwvjkplm 79", "phone_extension": "Zqxwvjkplm"}],
        "emails": [{"email_address": "old@zqxwvjkplm.example"}],
    });
    let request = account
        .request("POST", "/contacts")
        .header("Idempotency-Key", "make-Zqxwvjkplm-old@zqxwvjkplm.example");
    let request = request.header(CONTENT_TYPE, "application/json").body(contact.to_string());
    let id = Reply::to(request).await.created().id();
    // An earlier value is known from the events alone.
    account
        .put(&format!("/contacts/{id}"), json!({"emails": [{"email_address": "new@zqxwvjkplm.example"}]}))
        .await
        .ok();
    let child = json!({"contact_status": "contact", "contact_lname": "Somebody"});
    let child = account.record("contacts", child).await.1;
    let household = json!({
        "household_name": "Zqxwvjkplm-h", "household_salutation": "Zqxwvjkplm-hs",
        "household_envelope_name": "Zqxwvjkplm-he", "household_external_id": "Zqxwvjkplm-hx",
        "members": [{"contact_id": id, "member_role": "head"}, {"contact_id": child, "member_role": "child"}],
    });
    account.record("households", household).await;
    let pledge = json!({
        "contact_id": id, "pledge_amount": 5, "pledge_custom": {"a": "Zqxwvjkplm"},
    });
    let (_, pledge) = account.record("pledges", personal("pledges", pledge)).await;
    let gift = json!({
        "contact_id": id, "pledge_id": pledge, "gift_amount": "7.50", "gift_reference": "TX-1",
        "gift_custom": {"a": "Zqxwvjkplm"}, "gift_tribute_type": "in_memory_of",
        "splits": [{"split_amount": "7.50", "split_memo": "Zqxwvjkplm-part"}],
    });
    let request = account.request("POST", "/gifts").header("Idempotency-Key", "gift-1");
    let request = request.header(CONTENT_TYPE, "application/json").body(personal("gifts", gift).to_string());
    let gift = Reply::to(request).await.created().id();
    account.record("tasks", personal("tasks", json!({"contact_id": id}))).await;
    let thanks =
        json!({"task_subject": "Thank Zqxwvjkplm", "task_external_id": "Zqxwvjkplm-t-1", "gift_id": gift});
    account.record("tasks", thanks).await;
    // A gift that belonged to the person once.
    let (path, _) = account.record("gifts", json!({"contact_id": id, "gift_amount": 1})).await;
    account.put(&path, json!({"contact_id": null})).await.ok();
    // Rows of a file that had problems, one of which came with another row. One column is not a field.
    let file = "contact_status,contact_fname,contact_lname,contact_external_id,email,Wilhelmina Featherstonehaugh\n\
                nonsense,Wilhelmina,Featherstonehaugh,,,\nnonsense,,Zqxwvjkplm-x,zqxwvjkplm-crm-77,,\nnonsense,,Somebody,,,\n";
    account.import("contacts", file).await;
    api.work().await;
    let problems = "UPDATE import_failed_rows SET failed_problems = 'Zqxwvjkplm ' || failed_problems
                    WHERE account_id = $1 AND failed_cells LIKE '%vjkplm%'";
    api.execute(problems, vec![account.id.into()]).await;
    let name =
        "UPDATE imports SET import_file_name = 'wilhelmina featherstonehaugh.csv' WHERE account_id = $1";
    api.execute(name, vec![account.id.into()]).await;
    // The columns of a file whose first row names the person.
    let mapping = r#"{"columns":[{"heading":"Wilhelmina Featherstonehaugh","field":"contact_notes"}]}"#;
    let of_file = "UPDATE imports SET import_mapping = $1 WHERE account_id = $2";
    api.execute(of_file, vec![mapping.into(), account.id.into()]).await;
    let remembered =
        "INSERT INTO import_mappings (account_id, import_kind, headings_hash, mapping, updated_at_ms)
                      VALUES ($1, 'contacts', 'x', $2, 0)";
    api.execute(remembered, vec![account.id.into(), mapping.into()]).await;
    plant_letter(api, account, id).await;
    plant_file(api, account, id).await;
    plant_answer(api, account).await;
    // A file that is kept after its dry run.
    let text = "INSERT INTO import_chunks (account_id, import_id, first_row, chunk_text)
                SELECT account_id, id, 2, $1 FROM imports WHERE account_id = $2";
    let rows = b"donor,Wilhelmina,Featherstonehaugh,Zqxwvjkplm-kept,\n".to_vec();
    api.execute(text, vec![rows.into(), account.id.into()]).await;
    let webhook = account.post("/webhooks", json!({"webhook_url": RECEIVER})).await.created().id();
    for event in api.events(account).await {
        let delivery = api.delivery(account, webhook, event.id, "succeeded").await;
        let attempt = api.attempt(account, delivery, "success").await;
        let answer = "UPDATE attempts SET response_body = $1 WHERE id = $2";
        let echo = if event.body.contains("Shelter") { "ok".to_owned() } else { event.body };
        api.execute(answer, vec![echo.into(), attempt.into()]).await;
    }
    api.execute("DELETE FROM outbox", Vec::new()).await;
    id
}

/// Returns the columns of all rows, as text.
async fn everything(api: &Api) -> Vec<String> {
    let mut rows = Vec::new();
    for table in changed_tables().chain(["accounts", "users", "event_log"]) {
        let is_sqlite = api.db.store.backend() == sea_orm::DbBackend::Sqlite;
        let columns = if is_sqlite {
            let columns = format!("SELECT name FROM pragma_table_info('{table}')");
            let columns = api.query(&columns, Vec::new()).await;
            let columns = columns.iter().map(|row| row.try_get_by_index::<String>(0).unwrap());
            columns
                .map(|name| {
                    format!("CASE typeof({name}) WHEN 'blob' THEN hex({name}) ELSE COALESCE({name}, '') END")
                })
                .collect::<Vec<_>>()
                .join(" || '|' || ")
        } else {
            "CAST(t AS TEXT)".to_owned()
        };
        for row in api.query(&format!("SELECT {columns} FROM {table} t"), Vec::new()).await {
            rows.push(format!("{table}: {}", row.try_get_by_index::<String>(0).unwrap()));
        }
    }
    for row in api.query("SELECT chunk_text FROM import_chunks", Vec::new()).await {
        let chunk: Vec<u8> = row.try_get_by_index(0).unwrap();
        rows.push(format!("import_chunks: {}", String::from_utf8(chunk).unwrap()));
    }
    rows
}

fn showing<'a>(rows: &'a [String], texts: &[&str]) -> Vec<&'a String> {
    let shows = |row: &&String| texts.iter().any(|text| row.to_lowercase().contains(&text.to_lowercase()));
    rows.iter().filter(shows).collect()
}

/// Erases a person while the outbox is emptied, because otherwise the erasure would wait for its events to be delivered.
pub(crate) async fn report(api: &Api, account: &Account, id: i64, dry_run: bool) -> Report {
    let how = How { dry_run, ..How::default() };
    let report = erase(&api.app, AccountScope::new(account.id), id, how);
    // Nothing is delivered in these tests.
    let taken = async {
        loop {
            api.execute("DELETE FROM outbox", Vec::new()).await;
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
    };
    tokio::select! {
        report = report => report.unwrap(),
        () = taken => unreachable!(),
    }
}

async fn run(api: &Api, account: &Account, id: i64, dry_run: bool) -> Erased {
    let report = report(api, account, id, dry_run).await;
    assert_eq!((report.contact_id, report.dry_run, report.in_flight), (id, dry_run, 0));
    assert!(report.kept.iter().any(|kept| kept.what.starts_with("gifts") && kept.count == Some(1)));
    report.erased
}

async fn nothing_of_the_person_is_left_in_any_table(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let id = plant(&api, &account).await;
    let all = [&[MARK][..], &NAMES, &["1901-02-03", "zqxwvjkplm.example"]].concat();
    let before = everything(&api).await;
    for text in &all {
        assert!(!showing(&before, &[text]).is_empty(), "{text} is planted");
    }
    let erased = run(&api, &account, id, false).await;
    let after = everything(&api).await;
    let left = showing(&after, &all);
    assert!(left.is_empty(), "{left:#?}");
    assert!(
        erased.contact_fields > 25 && erased.event_bodies > 7 && erased.receivers_answers > 6,
        "{erased:?}"
    );
    let Erased { tags, records, idempotency_keys, import_rows, import_files, .. } = erased;
    assert_eq!((erased.printed_letters, erased.contact_files, erased.form_answers), (1, 1, 1));
    assert_eq!((erased.pledges_ended, erased.tasks_cancelled), (1, 2));
    let expected = kinds_of_contacts().map(|kind| (kind, if kind == "tasks" { 2 } else { 1 }));
    assert_eq!((tags, records), (1, expected.collect()));
    assert_eq!((idempotency_keys, import_rows, import_files), (2, 2, 1));
}

async fn a_dry_run_says_the_same_and_changes_nothing(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let id = plant(&api, &account).await;
    let before = everything(&api).await;
    let would = run(&api, &account, id, true).await;
    assert_eq!(everything(&api).await, before);
    let erased = run(&api, &account, id, false).await;
    assert!(
        erased.event_bodies > would.event_bodies,
        "the erasure's own events show the person until they are rewritten"
    );
    let same = Erased { event_bodies: 0, ..would };
    assert_eq!(Erased { event_bodies: 0, ..erased }, same);
}

async fn what_stays_is_still_valid_and_events_say_what_has_changed(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let id = plant(&api, &account).await;
    let gifts = account.get("/gifts").await.ok().list().to_vec();
    let given = account.get("/giving-summary").await.ok()["given"].clone();
    let (count, order) = {
        let events = api.events(&account).await;
        (events.len(), events.iter().map(|event| event.id).collect::<Vec<_>>())
    };
    api.settle().await;
    let cursor = account.get("/contacts").await.ok().header("sync-cursor").unwrap().to_owned();
    run(&api, &account, id, false).await;

    let contact = account.get(&format!("/contacts/{id}")).await.ok();
    for (field, value) in [
        ("contact_status", json!("archive")),
        ("contact_anonymous", json!(1)),
        ("contact_do_not_mail", json!(1)),
        ("contact_lname", Value::Null),
        ("emails", json!([])),
        ("tags", json!([])),
    ] {
        assert_eq!(contact[field], value, "{field}");
    }
    assert_eq!(account.get("/giving-summary").await.ok()["given"], given);
    let after = account.get("/gifts").await.ok().list().to_vec();
    for (before, after) in gifts.iter().zip(&after) {
        for field in ["id", "contact_id", "pledge_id", "gift_amount", "gift_date", "gift_reference"] {
            assert_eq!(before[field], after[field], "{field}");
        }
    }
    let events = api.events(&account).await;
    assert_eq!(
        events.iter().map(|event| event.id).take(count).collect::<Vec<_>>(),
        order,
        "no event is gone"
    );
    let new: Vec<_> = events[count..].iter().map(|event| event.name.as_str()).collect();
    let of_texts = ["tasks.update", "tasks.update", "pledges.update", "gifts.update", "contacts.update"];
    let moved_out = ["contacts.update"];
    let shown = ["gifts.update", "pledges.update", "tasks.update"];
    let ended = ["pledges.update", "tasks.update", "tasks.update"];
    let expected = [&of_texts[..], &moved_out, &shown, &ended].concat();
    assert_eq!(new, expected, "the texts, the contact, its household, what shows it, and what was open");
    let last: Value = serde_json::from_str(&events[count + 5].body).unwrap();
    assert_eq!(&last["data"], contact.data());
    // Amounts in old events keep their digits.
    assert!(events.iter().any(|event| event.body.contains("\"gift_amount\":7.50,")));
    api.settle().await;
    let changed = account.get(&format!("/contacts?updated_since={cursor}")).await.ok();
    assert_eq!(changed.list().iter().map(|contact| contact["id"].clone()).collect::<Vec<_>>(), [json!(id)]);
    let log = "SELECT detail FROM audit_log WHERE action = 'contact_erased' AND account_id = $1";
    let log = api.query(log, vec![account.id.into()]).await;
    assert_eq!(log[0].try_get_by_index::<String>(0).unwrap(), format!("contact {id}"));
}

async fn what_is_open_ends(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let id = account.contact().await;
    let mut pledges = Vec::new();
    for mut body in [
        json!({"pledge_start_date": "2020-01-31"}),
        json!({"pledge_start_date": "2020-01-31", "pledge_status": "paused"}),
        json!({"pledge_start_date": "2099-01-31"}),
        json!({"pledge_start_date": "2020-01-31", "pledge_end_date": "2020-12-31"}),
    ] {
        (body["contact_id"], body["pledge_amount"]) = (json!(id), json!(5));
        pledges.push(account.record("pledges", body).await.0);
    }
    let planned = json!({"pledge_status": "paused", "pledge_change_from": "2098-01-31"});
    let planned = account.put(&pledges[0], planned).await.ok();
    assert_eq!(planned["pauses"][0]["pause_from"], "2098-01-31");
    let friend = account.contact().await;
    let gift = json!({"contact_id": id, "gift_amount": 5, "gift_soft_credits": [friend]});
    let (_, gift) = account.record("gifts", gift).await;
    let of_friend = json!({"contact_id": friend, "gift_id": gift, "task_subject": "Thank the friend"});
    let (of_friend, _) = account.record("tasks", of_friend).await;
    let open = json!({"contact_id": id, "task_subject": "Ring her", "task_repeat": "monthly"});
    let (open, _) = account.record("tasks", open).await;
    let (done, _) =
        account.record("tasks", json!({"contact_id": id, "task_subject": "Rung", "task_done": 1})).await;
    for (dry_run, counts) in [(true, (3, 1)), (false, (3, 1)), (false, (0, 0))] {
        let erased = report(&api, &account, id, dry_run).await.erased;
        assert_eq!((erased.pledges_ended, erased.tasks_cancelled), counts, "{dry_run}");
    }
    let today: NaiveDate =
        account.get("/giving-summary").await.ok()["as_of"].as_str().unwrap().parse().unwrap();
    let yesterday = json!(today.pred_opt().unwrap());
    let ends = [
        ("active", yesterday.clone()),
        ("active", yesterday),
        ("cancelled", Value::Null),
        ("active", json!("2020-12-31")),
    ];
    for (path, (status, end)) in pledges.iter().zip(ends) {
        let pledge = account.get(path).await.ok();
        assert_eq!((&pledge["pledge_status"], &pledge["pledge_end_date"]), (&json!(status), &end), "{path}");
        assert_eq!(pledge["pauses"], json!([]), "nothing that has ended is paused later: {path}");
        assert!(pledge["pledge_state"] == "ended" || pledge["pledge_state"] == "cancelled", "{path}");
    }
    assert_eq!(account.get(&of_friend).await.ok()["task_status"], "open", "it is about somebody else");
    assert_eq!(account.get(&open).await.ok()["task_status"], "cancelled");
    assert_eq!(account.get(&done).await.ok()["task_status"], "done");
    assert_eq!(account.get("/tasks").await.ok().list().len(), 3, "nothing follows a task that is cancelled");
}

async fn an_erasure_can_be_repeated(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let id = plant(&api, &account).await;
    run(&api, &account, id, false).await;
    let mut again = run(&api, &account, id, false).await;
    again.records.retain(|_, count| *count > 0);
    assert_eq!(again, Erased::default());
}

async fn nobody_else_is_touched(db: TestDb) {
    let api = Api::start(db).await;
    let (account, other) = (api.account().await, api.account().await);
    let id = plant(&api, &account).await;
    let namesake = plant(&api, &other).await;
    // Another contact of the account, whose id begins with the same digit.
    let someone = json!({"contact_status": "donor", "contact_lname": "Someone", "contact_notes": "met Ada"});
    let (path, someone) = account.record("contacts", someone).await;
    account.record("gifts", json!({"contact_id": someone, "gift_amount": 3, "gift_memo": "thanks"})).await;
    let of_someone = (account.get(&path).await.ok().text, api.last_event(&account).await.body);
    let before = api.state(&other).await;
    run(&api, &account, id, false).await;
    let kept = (account.get(&path).await.ok().text, of_someone.1.clone());
    assert_eq!(kept, of_someone);
    assert!(api.events(&account).await.iter().any(|event| event.body == of_someone.1));
    let rows = account.get("/imports/1").await;
    assert_eq!(rows.status, 200);
    assert_eq!(api.state(&other).await[1..], before[1..]);
    assert_eq!(other.get(&format!("/contacts/{namesake}")).await.ok()["contact_lname"], NAMES[1]);
}

async fn an_import_that_names_the_person_must_end_first(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let id = plant(&api, &account).await;
    let file = "contact_status,contact_fname,contact_lname\ndonor,Wilhelmina,Featherstonehaugh\n";
    account.import("contacts", file).await;
    let scope = AccountScope::new(account.id);
    let refused = erase(&api.app, scope, id, How::default()).await.unwrap_err();
    assert!(matches!(&refused, AppError::Busy(rule) if rule.contains("is not finished")), "{refused}");
    assert_eq!(account.get(&format!("/contacts/{id}")).await.ok()["contact_lname"], NAMES[1]);
}

async fn what_is_unknown_is_not_found(db: TestDb) {
    let api = Api::start(db).await;
    let (account, other) = (api.account().await, api.account().await);
    let id = account.contact().await;
    for (account_id, contact_id) in [(other.id, id), (account.id, 999_999), (999_999, id)] {
        let scope = AccountScope::new(account_id);
        let refused = erase(&api.app, scope, contact_id, How::default()).await.unwrap_err();
        assert!(matches!(refused, AppError::NotFound), "{account_id} {contact_id}: {refused}");
    }
}
