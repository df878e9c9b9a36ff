//! Hidden by the law stays hidden (specification, section 2): no response with a contact has account ids, fields of
//! organisations or timestamps of the contact, whatever the operation.

use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;

use crate::support::records::{kinds_of_contacts, least};
use crate::support::{Account, Api};

both_databases!(hidden_by_the_law_stays_hidden);

/// Names that no response has.
const NEVER: [&str; 4] = ["account_id", "contact_org_id", "contact_is_org", "org_id"];
/// The ends of the names of moments.
const MOMENTS: [&str; 2] = ["_at", "_at_ms"];

/// Asserts that a value has no hidden fields. A contact, and an object about contacts alone, shows no moments either.
fn check(value: &Value, about_contact: bool, path: &str) {
    match value {
        Value::Object(members) => {
            let about_contact = about_contact || members.contains_key("contact_status");
            // An event says of which account it is, and so does the account itself.
            let tells = members.contains_key("timestamp") || members.contains_key("account_sandbox");
            for (name, value) in members.iter().filter(|(name, _)| !(tells && *name == "account_id")) {
                assert!(!NEVER.contains(&name.as_str()), "{path} shows {name}");
                let is_moment = MOMENTS.iter().any(|end| name.ends_with(end));
                assert!(!(about_contact && is_moment), "{path} shows {name}");
                check(value, about_contact, path);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| check(item, about_contact, path)),
        // A message does not name a hidden field either.
        Value::String(text) => assert!(!NEVER.contains(&text.as_str()), "{path} tells of {text}"),
        _ => {}
    }
}

/// Asserts the same of the header of a file.
async fn check_file(account: &Account, path: &str, has_moments: bool) {
    let file = account.request("GET", path).header("accept", "text/csv").send().await.unwrap();
    assert_eq!(file.status(), 200, "{path}");
    let file = file.text().await.unwrap();
    for name in file.lines().next().unwrap().split(',') {
        assert!(!NEVER.contains(&name), "the file of {path} has {name}");
        let is_moment = MOMENTS.iter().any(|end| name.ends_with(end));
        assert!(has_moments || !is_moment, "the file of {path} has {name}");
    }
}

async fn hidden_by_the_law_stays_hidden(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let body = |name: &str, more: Value| {
        let mut body = json!({"contact_status": "donor", "contact_lname": name, "tags": ["a"], "addresses": [{}],
            "emails": [{"email_address": format!("{name}@x.example")}], "familyMembers": [{}],
            "phones": [{"phone_number": name}], "profilePicture": {"picture_url": "https://x.example/a.jpg"}});
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        body
    };
    let org = account.post("/contacts", body("Engines", json!({"contact_is_org": 1}))).await.created();
    let others = account.post("/contacts", body("Mills", json!({"contact_is_org": 1}))).await.created();
    let ada = account.post("/contacts", body("Ada", json!({"contact_org_id": org.id()}))).await.created();
    let twin =
        account.post("/contacts", body("Twin", json!({"contact_org_id": others.id()}))).await.created();
    let ids = [ada.id(), twin.id()];
    for id in ids {
        for kind in kinds_of_contacts() {
            account.record(kind, least(kind, id)).await;
        }
        let (_, pledge) = account.record("pledges", least("pledges", id)).await;
        account.record("gifts", json!({"contact_id": id, "gift_amount": 5, "pledge_id": pledge})).await;
    }
    let [ada_id, twin_id] = ids;
    let merge = format!("/contacts/{ada_id}/merge");
    let tried = account.post(&merge, json!({"from_id": twin_id, "dry_run": 1})).await.ok();
    let merged = account.post(&merge, json!({"from_id": twin_id})).await.ok();
    let orgs_merged =
        account.post(&format!("/contacts/{}/merge", org.id()), json!({"from_id": others.id()})).await.ok();
    let changed = account.put(&format!("/contacts/{ada_id}"), json!({"contact_fname": "A"})).await.ok();
    for (reply, path) in [(&ada, "POST /contacts"), (&changed, "PUT /contacts/{id}")] {
        check(reply.data(), true, path);
    }
    for reply in [&tried, &merged, &orgs_merged] {
        check(reply.data(), true, &merge);
    }
    api.settle().await;
    let of_contacts = kinds_of_contacts().map(|kind| (format!("/{kind}"), false));
    for (path, about_contact) in of_contacts.chain([
        ("/contacts".to_owned(), true),
        (format!("/contacts/{ada_id}"), true),
        (format!("/contacts/{twin_id}"), true),
        (format!("/contacts?org_id={}", org.id()), true),
        (format!("/contacts/{ada_id}/statement"), true),
        ("/events".to_owned(), false),
        (format!("/events?record=contacts/{ada_id}"), false),
        ("/giving-summary?group_by=contact".to_owned(), true),
        ("/reports/donors".to_owned(), true),
        ("/reports/giving".to_owned(), true),
        ("/reports/pledges".to_owned(), true),
        ("/account".to_owned(), false),
        ("/tags".to_owned(), true),
    ]) {
        let reply = account.get(&path).await.ok();
        assert!(!reply.data().as_array().is_some_and(Vec::is_empty), "{path} shows nothing");
        check(reply.data(), about_contact, &path);
    }
    check_file(&account, "/contacts", false).await;
    check_file(&account, &format!("/contacts/{ada_id}/statement"), false).await;
    for kind in kinds_of_contacts() {
        check_file(&account, &format!("/{kind}"), true).await;
    }
}
