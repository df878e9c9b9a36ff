//! Exports: lists as CSV files.

use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;

use crate::imports::{counts, problems};
use crate::support::{Account, Api, Reply};

both_databases!(
    a_list_is_a_file_for_those_who_prefer_one,
    each_kind_has_its_columns,
    what_was_exported_can_be_imported_without_loss,
    no_cell_is_a_formula,
    a_failure_is_an_envelope_whatever_is_accepted,
);

/// Reads a list as a file: its header names and its rows.
async fn exported(account: &Account, kind: &str) -> (Vec<String>, Vec<Vec<String>>, String) {
    let response =
        account.request("GET", &format!("/{kind}")).header("accept", "text/csv").send().await.unwrap();
    assert_eq!(response.status(), 200);
    assert_eq!(response.headers()["content-type"], "text/csv; charset=utf-8; header=present");
    assert_eq!(response.headers()["content-disposition"], format!("attachment; filename=\"{kind}.csv\""));
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
    for kind in ["contacts", "gifts", "pledges", "tasks"] {
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
    });
    let (_, contact_id) = account.record("contacts", contact).await;
    let gift = json!({"gift_amount": -0.10, "contact_id": contact_id, "gift_type_id": account.gift_type("cash").await});
    account.record("gifts", gift).await;
    account.record("pledges", json!({"pledge_amount": 5, "contact_id": contact_id})).await;
    account.record("tasks", json!({"task_subject": "Call"})).await;
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
        ("contact_custom", r#"{"a":1.25}"#),
        ("emails", "[]"),
        ("profilePicture", ""),
    ] {
        assert_eq!(cell(&contacts, column), expected, "{column}");
    }
    assert!(cell(&contacts, "tags").contains(r#""tag_name":"x;y""#));
    let hidden = ["account_id", "contact_is_org", "contact_org_id", "created_at", "updated_at"];
    assert!(!contacts.0.iter().any(|name| hidden.contains(&name.as_str())), "the specification hides these");
    let gifts = exported(&account, "gifts").await;
    assert_eq!(cell(&gifts, "gift_amount"), "-0.10");
    assert_eq!(
        (cell(&gifts, "contact_external_id"), cell(&gifts, "gift_type")),
        ("crm-1".into(), "cash".into())
    );
    assert_eq!(cell(&gifts, "contact_id"), contact_id.to_string());
    assert!(!gifts.0.iter().any(|name| name == "contact" || name == "giftType"));
    let pledges = exported(&account, "pledges").await;
    assert_eq!(
        (cell(&pledges, "pledge_amount"), cell(&pledges, "contact_external_id")),
        ("5.00".into(), "crm-1".into())
    );
    let tasks = exported(&account, "tasks").await;
    assert_eq!(
        (cell(&tasks, "task_subject"), cell(&tasks, "contact_external_id")),
        ("Call".into(), String::new())
    );
}

/// Returns a record without the members that differ between accounts.
fn comparable(record: &Value) -> Value {
    match record {
        Value::Object(members) => {
            let kept = members.iter().filter(|(name, _)| !name.ends_with("_at") && !name.ends_with("id"));
            kept.map(|(name, value)| (name.clone(), comparable(value))).collect()
        }
        Value::Array(items) => items.iter().map(comparable).collect(),
        other => other.clone(),
    }
}

async fn what_was_exported_can_be_imported_without_loss(db: TestDb) {
    let api = Api::start(db).await;
    let (account, other) = (api.account().await, api.account().await);
    let rich = json!({
        "contact_status": "lapsed_donor", "contact_lname": "=1+1", "contact_fname": "'@x", "contact_anonymous": 1,
        "contact_birthday": "--12-10", "contact_website": "https://x.example/?a=1,2", "contact_notes": "\"quoted\",\n- list",
        "contact_custom": {"a": {"b": [1.25, null]}}, "contact_external_id": "crm-1", "contact_language": "pt-BR",
        "tags": ["x;y", "[z]"], "profilePicture": {"picture_url": "https://x.example/a.jpg"},
        "familyMembers": [{"family_fname": "Byron", "family_relationship": "child"}],
        "addresses": [{"address_city": "London"}, {"address_city": "Paris", "address_primary": 1}],
        "phones": [{"phone_number": "+44 1", "phone_extension": "12", "phone_type": "fax"}, {"phone_number": "2"}],
        "emails": [{"email_address": "a@x.example"}, {"email_address": "b@x.example", "email_primary": 1, "email_type": "work"}],
    });
    account.record("contacts", rich).await;
    let org = json!({"contact_status": "donor", "contact_lname": "Engines", "contact_is_org": 1, "contact_external_id": "crm-2"});
    let (_, org) = account.record("contacts", org).await;
    for (amount, kind, day) in [("50.00", "cash", "2026-06-01"), ("-0.10", "adjustment", "2026-06-02")] {
        let gift = json!({
            "gift_amount": amount, "contact_id": org, "gift_type_id": account.gift_type(kind).await,
            "gift_date": day, "gift_memo": "-x", "gift_external_id": format!("g{amount}"),
        });
        account.record("gifts", gift).await;
    }
    let pledge = json!({"contact_id": org, "pledge_amount": 7.5, "pledge_start_date": "2026-01-31", "pledge_end_date": "2026-12-31",
        "pledge_external_id": "p1", "pledge_notes": "=x", "pledge_custom": {"a": 1}});
    account.record("pledges", pledge).await;
    let once = json!({"contact_id": org, "pledge_amount": 7, "pledge_frequency": "once", "pledge_external_id": "p2"});
    account.record("pledges", once).await;
    for (subject, done) in [("Call", 1), ("-Write", 0)] {
        let task = json!({"contact_id": org, "task_subject": subject, "task_done": done, "task_due_time": "09:30",
            "task_external_id": subject});
        account.record("tasks", task).await;
    }
    for kind in ["contacts", "gifts", "pledges", "tasks"] {
        let (.., file) = exported(&account, kind).await;
        for round in 0..2 {
            // In the second round, every row changes the record that it created in the first, to the same values.
            let import = api.imported(&other, kind, &file).await;
            let own_items = kind == "contacts" && round == 1;
            if own_items {
                // The items of related lists have ids of the other account, and the API refuses those.
                assert_eq!(counts(&import), [0, 1, 1], "{:?}", problems(&import));
            } else {
                let expected = if round == 0 { [2, 0, 0] } else { [0, 2, 0] };
                assert_eq!(counts(&import), expected, "{:?}", problems(&import));
            }
        }
        let list = async |account: &Account| {
            let list = account.get(&format!("/{kind}")).await.ok();
            list.list().iter().map(comparable).collect::<Vec<_>>()
        };
        assert_eq!(list(&account).await, list(&other).await, "{kind}");
        let before = list(&account).await;
        let import = api.imported(&account, kind, &file).await;
        assert_eq!((counts(&import), problems(&import)), ([0, 2, 0], vec![]));
        assert_eq!(list(&account).await, before, "{kind}");
        let (.., again) = exported(&account, kind).await;
        if kind == "contacts" {
            assert_eq!(again, file, "not even the ids of related records change");
        }
    }
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
