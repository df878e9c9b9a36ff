//! Exports: lists as CSV files.

use std::collections::HashMap;

use api::resources::kinds::Kind;
use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;

use crate::imports::{counts, problems};
use crate::support::records::{external_id, kinds};
use crate::support::{Account, Api, Reply};

mod people;

both_databases!(
    a_list_is_a_file_for_those_who_prefer_one,
    each_kind_has_its_columns,
    what_was_exported_makes_the_same_records_in_another_account,
    a_link_to_a_later_row_is_a_problem_until_that_record_is_there,
    contacts_who_referred_each_other_come_without_one_of_the_links,
    data_of_ones_own_are_pairs_however_many_names_they_have,
    no_cell_is_a_formula,
    a_failure_is_an_envelope_whatever_is_accepted,
);

/// Reads a list as a file: its header names and its rows.
async fn exported(account: &Account, kind: &str) -> (Vec<String>, Vec<Vec<String>>, String) {
    let response =
        account.request("GET", &format!("/{kind}")).header("accept", "text/csv").send().await.unwrap();
    assert_eq!(response.status(), 200);
    assert_eq!(response.headers()["content-type"], "text/csv; charset=utf-8; header=present");
    assert_eq!(
        response.headers()["content-disposition"],
        format!("attachment; filename=\"{}.csv\"", kind.split('?').next().unwrap())
    );
    assert_eq!(response.headers()["vary"], "Accept");
    let text = response.text().await.unwrap();
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let cells = |record: &csv::StringRecord| record.iter().map(str::to_owned).collect::<Vec<_>>();
    let header = cells(reader.headers().unwrap());
    let rows = reader.records().map(|record| cells(&record.unwrap())).collect();
    (header, rows, text)
}

async fn a_list_is_a_file_for_those_who_prefer_one(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    for kind in kinds() {
        let (header, rows, text) = exported(&account, kind).await;
        assert_eq!((header[0].as_str(), rows.len()), ("id", 0), "{kind}");
        assert!(text.ends_with("\r\n") && text.matches('\n').count() == 1, "a header alone: {text}");
    }
    for accept in ["*/*", "application/json", "image/png", "text/csv;q=0.5, */*"] {
        let json = Reply::to(account.request("GET", "/contacts").header("accept", accept)).await.ok();
        assert_eq!(json.header("vary"), Some("Accept"), "{accept}");
    }
    // Responses that are not lists of records are JSON.
    for path in ["/gift-types", "/webhooks", "/giving-summary", "/imports"] {
        Reply::to(account.request("GET", path).header("accept", "text/csv")).await.ok();
    }
}

async fn each_kind_has_its_columns(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let contact = json!({
        "contact_status": "donor", "contact_lname": "King, \"Ada\"", "contact_external_id": "crm-1",
        "contact_notes": "two\nlines", "contact_do_not_call": 1, "contact_custom": {"a": 1.25}, "tags": ["x;y"],
        "emails": [{"email_address": "king@x.example"},
            {"email_address": "ada@x.example", "email_type": "work", "email_primary": 1}],
        "phones": [{"phone_number": "+44 20"}], "profilePicture": {"picture_url": "https://x.example/a.jpg"},
        "addresses": [{"address_city": "London"}, {"address_city": "Paris", "address_primary": 1}],
        "familyMembers": [{"family_fname": "Byron"}, {"family_fname": "Anne", "family_birthday": "1837-09-22"}],
    });
    let (_, contact_id) = account.record("contacts", contact).await;
    let pledge = json!({"pledge_amount": 5, "contact_id": contact_id, "pledge_external_id": "p-1"});
    let (_, pledge_id) = account.record("pledges", pledge).await;
    let gift = json!({"gift_amount": -0.10, "contact_id": contact_id, "gift_type_id": account.gift_type("cash").await,
        "pledge_id": pledge_id, "gift_custom": {"tables": [7, 8]}, "gift_date": "2026-06-01"});
    let (_, gift_id) = account.record("gifts", gift).await;
    let task =
        json!({"task_subject": "Call", "contact_id": contact_id, "gift_id": gift_id, "pledge_id": pledge_id});
    account.record("tasks", task).await;
    let cell = |(header, rows, _): &(Vec<String>, Vec<Vec<String>>, String), column: &str| {
        let column = header.iter().position(|name| name == column).unwrap_or_else(|| panic!("no {column}"));
        rows[0][column].clone()
    };
    let contacts = exported(&account, "contacts").await;
    for (column, expected) in [
        ("id", contact_id.to_string().as_str()),
        ("contact_type", "person"),
        ("contact_lname", "King, \"Ada\""),
        ("contact_notes", "two\nlines"),
        ("contact_do_not_call", "1"),
        ("contact_fname", ""),
        ("contact_custom", "a=1.25"),
        ("tags", "x\\;y"),
        ("emails", "ada@x.example;king@x.example"),
        ("email_types", "work;home"),
        ("phones", "'+44 20"),
        ("phone_extensions", ""),
        ("address_city", "Paris"),
        ("other_address_cities", "London"),
        ("family_fnames", "Byron;Anne"),
        ("family_birthdays", ";1837-09-22"),
        ("picture_url", "https://x.example/a.jpg"),
        ("contact_referred_by_external_id", ""),
    ] {
        assert_eq!(cell(&contacts, column), expected, "{column}");
    }
    assert_eq!(contacts.2.matches('{').count() + contacts.2.matches('[').count(), 0, "there is no JSON");
    let hidden = ["account_id", "contact_is_org", "contact_org_id", "created_at", "updated_at"];
    assert!(!contacts.0.iter().any(|name| hidden.contains(&name.as_str())), "the specification hides these");
    let gifts = exported(&account, "gifts").await;
    assert_eq!(cell(&gifts, "gift_amount"), "-0.10");
    assert_eq!(
        (cell(&gifts, "contact_external_id"), cell(&gifts, "gift_type")),
        ("crm-1".into(), "cash".into())
    );
    for (column, expected) in [
        ("contact_id", &*contact_id.to_string()),
        ("gift_date", "2026-06-01"),
        ("contact_lname", "King, \"Ada\""),
        ("contact_email", "ada@x.example"),
        ("pledge_external_id", "p-1"),
        ("gift_adjusts_external_id", ""),
        ("gift_soft_credit_external_ids", ""),
        ("batch_external_id", ""),
        ("gift_custom", "tables[0]=7;tables[1]=8"),
    ] {
        assert_eq!(cell(&gifts, column), expected, "{column}");
    }
    assert!(!gifts.0.iter().any(|name| name == "contact" || name == "giftType"));
    let pledges = exported(&account, "pledges").await;
    for (column, expected) in
        [("pledge_amount", "5.00"), ("contact_external_id", "crm-1"), ("contact_email", "ada@x.example")]
    {
        assert_eq!(cell(&pledges, column), expected, "{column}");
    }
    let tasks = exported(&account, "tasks").await;
    for (column, expected) in [
        ("task_subject", "Call"),
        ("contact_external_id", "crm-1"),
        ("contact_email", "ada@x.example"),
        ("gift_external_id", ""),
        ("pledge_external_id", "p-1"),
    ] {
        assert_eq!(cell(&tasks, column), expected, "{column}");
    }
    // A page has the same columns.
    let page = account.request("GET", "/gifts?limit=1").header("accept", "text/csv").send().await.unwrap();
    assert_eq!(page.text().await.unwrap(), gifts.2);
}

/// Returns a record without the values that differ between accounts: moments, ids, and the order of the items of a list
/// after the primary one. The ids of linked records become their external ids, which `names` has.
fn comparable(record: &Value, names: &HashMap<(String, i64), String>) -> Value {
    match record {
        Value::Object(members) => {
            let comparable = |(name, value): (&String, &Value)| {
                let kind = match name.as_str() {
                    _ if name.ends_with("_at") => return None,
                    "contact_id" | "contact_referred_by_id" | "gift_soft_credits" => "contacts",
                    "gift_id" | "gift_adjusts_id" => "gifts",
                    "pledge_id" => "pledges",
                    "batch_id" => "batches",
                    "id" | "gift_type_id" => return None,
                    _ => return Some((name.clone(), comparable(value, names))),
                };
                let named = |id: &Value| id.as_i64().map(|id| names[&(kind.to_owned(), id)].clone());
                let ids = value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice);
                Some((name.clone(), json!(ids.iter().map(named).collect::<Vec<_>>())))
            };
            members.iter().filter_map(comparable).collect()
        }
        Value::Array(items) => {
            let mut items: Vec<_> = items.iter().map(|item| comparable(item, names)).collect();
            items.sort_by_key(Value::to_string);
            Value::Array(items)
        }
        other => other.clone(),
    }
}

/// Returns all records of an account in a form that can be compared with another account's.
async fn all_comparable(account: &Account) -> Vec<(&'static str, Value)> {
    let (mut names, mut lists) = (HashMap::new(), Vec::new());
    for (kind, external_id) in linked_kinds() {
        let list = account.get(&format!("/{kind}")).await.ok().data().clone();
        for record in list.as_array().unwrap() {
            let name = record[external_id].as_str().unwrap_or_default().to_owned();
            names.insert((kind.to_owned(), record["id"].as_i64().unwrap()), name);
        }
        lists.push((kind, list));
    }
    lists.into_iter().map(|(kind, list)| (kind, comparable(&list, &names))).collect()
}

/// Returns the kinds, each after those that it links to, with their external ids.
fn linked_kinds() -> impl Iterator<Item = (&'static str, &'static str)> {
    let of_contacts = Kind::of_contacts().map(|kind| kind.path);
    ["contacts", "batches"].into_iter().chain(of_contacts).map(|kind| (kind, external_id(kind)))
}

/// Adds records of every kind with all fields and related records.
async fn filled(api: &Api) -> Account {
    let account = api.account().await;
    let org = json!({"contact_status": "donor", "contact_lname": "Engines", "contact_is_org": 1, "contact_external_id": "-5"});
    let (_, org) = account.record("contacts", org).await;
    let rich = json!({
        "contact_status": "lapsed_donor", "contact_lname": "=1+1", "contact_fname": "'@x", "contact_anonymous": 1,
        "contact_birthday": "--12-10", "contact_website": "https://x.example/?a=1,2", "contact_notes": "\"quoted\",\n- list",
        "contact_custom": {"a": {"b": [1.25, null, {"c": "=x;y"}]}, "-n": "7", "empty": {}, "none": []},
        "contact_external_id": "=crm;1", "contact_language": "pt-BR", "contact_referred_by_id": org,
        "tags": ["x;y", "[z]", "a\\b", "-tag"], "profilePicture": {"picture_url": "https://x.example/a.jpg"},
        "familyMembers": [{"family_fname": "Byron", "family_relationship": "child"}, {"family_birthday": "--05-12"}],
        "addresses": [{"address_city": "London", "address_street": "1; Main St\nBack"}, {},
            {"address_city": "Paris", "address_primary": 1, "address_type": "work", "address_country": "FR"}],
        "phones": [{"phone_number": "+44 1", "phone_extension": "12", "phone_type": "fax"}, {"phone_number": "2"}],
        "emails": [{"email_address": "a@x.example"}, {"email_address": "b@x.example", "email_primary": 1, "email_type": "work"}],
    });
    let (_, rich) = account.record("contacts", rich).await;
    let late = json!({"contact_status": "donor", "contact_lname": "Last", "contact_external_id": "c3",
        "contact_referred_by_id": rich});
    let (_, last) = account.record("contacts", late).await;
    let pledge = json!({"contact_id": rich, "pledge_amount": 7.5, "pledge_start_date": "2026-01-31", "pledge_end_date": "2026-12-31",
        "pledge_external_id": "@p1", "pledge_notes": "=x", "pledge_custom": {"a": 1}});
    let (_, pledge) = account.record("pledges", pledge).await;
    let once = json!({"contact_id": org, "pledge_amount": 7, "pledge_frequency": "once", "pledge_external_id": "p2"});
    account.record("pledges", once).await;
    let batch = json!({"batch_name": "=Box", "batch_expected_total": "50.00", "batch_external_id": "@b1", "batch_date": "2026-06-01"});
    let (_, batch) = account.record("batches", batch).await;
    let gift = json!({
        "gift_amount": "50.00", "contact_id": rich, "batch_id": batch, "gift_type_id": account.gift_type("cash").await, "pledge_id": pledge,
        "gift_date": "2026-06-01", "gift_memo": "-x", "gift_external_id": "+g1", "gift_soft_credits": [org, last],
        "gift_tribute_name": "@Grace", "gift_tribute_type": "in_memory_of", "gift_custom": {"n": "=1"},
    });
    let (_, gift) = account.record("gifts", gift).await;
    let adjustment = json!({
        "gift_amount": "-0.10", "contact_id": rich, "gift_type_id": account.gift_type("adjustment").await,
        "gift_date": "2026-06-02", "gift_external_id": "g2", "gift_adjusts_id": gift,
    });
    account.record("gifts", adjustment).await;
    account
        .record("gifts", json!({"gift_amount": 1, "gift_date": "2026-06-03", "gift_external_id": "g3"}))
        .await;
    for (subject, done) in [("Call", 1), ("-Write", 0)] {
        let task = json!({"contact_id": rich, "gift_id": gift, "pledge_id": pledge, "task_subject": subject,
            "task_done": done, "task_due_date": "2026-06-20", "task_due_time": "09:30", "task_external_id": subject});
        account.record("tasks", task).await;
    }
    account
}

async fn what_was_exported_makes_the_same_records_in_another_account(db: TestDb) {
    let api = Api::start(db).await;
    let (account, other) = (filled(&api).await, api.account().await);
    let before = all_comparable(&account).await;
    // In the second round, every row changes the record that it created in the first, to the same values.
    for round in 0..2 {
        for (kind, external_id) in linked_kinds() {
            let (header, rows, file) = exported(&account, &format!("{kind}?sort=id")).await;
            assert!(header.iter().any(|column| column == external_id), "{kind}");
            let dry = account_import(&api, &other, &format!("{kind}?dry_run=1"), &file).await;
            let import = api.imported(&other, kind, &file).await;
            let count = i64::try_from(rows.len()).unwrap();
            let expected = if round == 0 { [count, 0, 0] } else { [0, count, 0] };
            assert_eq!((counts(&import), problems(&import)), (expected, vec![]), "{kind}");
            assert_eq!((counts(&dry), problems(&dry)), (expected, vec![]), "{kind}");
        }
        assert_eq!(all_comparable(&other).await, before);
    }
    // The other account exports the same file, except for ids and moments.
    for (kind, _) in linked_kinds() {
        let own = |name: &String| name == "id" || name.ends_with("_id") && !name.ends_with("external_id");
        let left_out = |name: &String| {
            own(name) || name.ends_with("_at") || name == "gift_soft_credits" || name == "tags"
        };
        let rows = async |account: &Account| {
            let (header, rows, _) = exported(account, &format!("{kind}?sort=id")).await;
            let kept = |row: &Vec<String>| {
                let cells = header.iter().zip(row).filter(|(name, _)| !left_out(name));
                cells.map(|(name, cell)| format!("{name}: {cell}")).collect::<Vec<_>>()
            };
            rows.iter().map(kept).collect::<Vec<_>>()
        };
        assert_eq!(rows(&account).await, rows(&other).await, "{kind}");
        // Into its own account it changes nothing that an account can show.
        let (.., file) = exported(&account, kind).await;
        let import = api.imported(&account, kind, &file).await;
        assert_eq!(problems(&import), Vec::<String>::new(), "{kind}");
    }
    assert_eq!(all_comparable(&account).await, before);
}

async fn account_import(api: &Api, account: &Account, kind: &str, file: &str) -> Reply {
    let import = account.import(kind, file.to_owned()).await.created();
    api.work().await;
    account.get(&format!("/imports/{}", import.id())).await.ok()
}

async fn a_link_to_a_later_row_is_a_problem_until_that_record_is_there(db: TestDb) {
    let api = Api::start(db).await;
    let (account, other) = (filled(&api).await, api.account().await);
    for kind in ["contacts", "batches", "pledges"] {
        let (.., file) = exported(&account, kind).await;
        api.imported(&other, kind, &file).await;
    }
    // The newest come first, and an adjustment is newer than its gift.
    let (.., file) = exported(&account, "gifts").await;
    let import = api.imported(&other, "gifts", &file).await;
    let problem = "3 gift_adjusts_external_id: gift_adjusts_external_id must be the external id of a gift of this account";
    assert_eq!((counts(&import), problems(&import)), ([2, 0, 1], vec![problem.to_owned()]));
    let again = api.imported(&other, "gifts", &file).await;
    assert_eq!((counts(&again), problems(&again)), ([1, 2, 0], vec![]));
}

async fn contacts_who_referred_each_other_come_without_one_of_the_links(db: TestDb) {
    let api = Api::start(db).await;
    let (account, other) = (api.account().await, api.account().await);
    let body =
        |name: &str| json!({"contact_status": "donor", "contact_lname": name, "contact_external_id": name});
    let (_, a) = account.record("contacts", body("a")).await;
    let mut b = body("b");
    b["contact_referred_by_id"] = a.into();
    let (_, b) = account.record("contacts", b).await;
    // An earlier version let contacts refer each other.
    let text = "UPDATE contacts SET contact_referred_by_id = $1 WHERE id = $2";
    api.execute(text, vec![b.into(), a.into()]).await;
    let (header, rows, file) = exported(&account, "contacts?sort=id").await;
    for _ in 0..2 {
        let import = api.imported(&other, "contacts", &file).await;
        assert_eq!(counts(&import), [0, 0, 2], "each waits for the other");
    }
    let without = std::iter::once(&header).chain(&rows).map(|row| {
        let cells = header.iter().zip(row).filter(|(name, _)| !name.starts_with("contact_referred_by"));
        cells.map(|(_, cell)| cell.as_str()).collect::<Vec<_>>().join(",")
    });
    let import = api.imported(&other, "contacts", &without.collect::<Vec<_>>().join("\n")).await;
    assert_eq!((counts(&import), problems(&import)), ([2, 0, 0], vec![]));
    let import = api.imported(&other, "contacts", &file).await;
    let circle = "3 contact_referred_by_id: contact_referred_by_id must not lead back to this record, from one to the next";
    assert_eq!((counts(&import), problems(&import)), ([0, 1, 1], vec![circle.to_owned()]));
}

async fn data_of_ones_own_are_pairs_however_many_names_they_have(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let many: serde_json::Map<_, _> = (0..1200).map(|n| (format!("k{n}"), json!(1))).collect();
    for custom in [Value::Object(many), json!({}), json!({"": {"a": 1}})] {
        let body = json!({"contact_status": "donor", "contact_lname": "King", "contact_custom": custom});
        account.post("/contacts", body).await.created();
    }
    let (header, rows, _) = exported(&account, "contacts?sort=id").await;
    let column = header.iter().position(|name| name == "contact_custom").unwrap();
    let pairs: Vec<_> = rows[0][column].split(';').collect();
    assert_eq!((pairs.len(), pairs[0]), (1200, "k0=1"));
    assert_eq!((rows[1][column].as_str(), rows[2][column].as_str()), ("{}", ".a=1"));
}

async fn no_cell_is_a_formula(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let texts =
        ["=cmd|' /C calc'!A0", "+1+1", "-2+3", "@SUM(A1:A2)", "＝1+1", "﹦1", "﹢1", "﹣1", "﹫A1", "'=1"];
    for name in texts {
        account.post("/contacts", json!({"contact_status": "donor", "contact_lname": name})).await.created();
    }
    account.post("/contacts", json!({"contact_status": "donor", "contact_lname": "-5"})).await.created();
    let (header, rows, _) = exported(&account, "contacts").await;
    let column = header.iter().position(|name| name == "contact_lname").unwrap();
    let names: Vec<_> = rows.iter().map(|row| row[column].as_str()).collect();
    let guarded: Vec<_> = texts.iter().map(|text| format!("'{text}")).collect();
    assert_eq!(names.split_last(), Some((&"-5", &*guarded.iter().map(String::as_str).collect::<Vec<_>>())));
}

async fn a_failure_is_an_envelope_whatever_is_accepted(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let wrong = account.with_key("alm_x").request("GET", "/contacts").header("accept", "text/csv");
    Reply::to(wrong).await.failed(403, "Forbidden");
    api.execute("ALTER TABLE contacts RENAME TO gone", Vec::new()).await;
    let reply = Reply::to(account.request("GET", "/contacts").header("accept", "text/csv")).await;
    assert_eq!(reply.status, 500);
}
