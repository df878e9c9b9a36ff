//! Merged contacts: the archived one names the one that stays.

use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;

use crate::support::{Account, Api};

both_databases!(
    a_merged_contact_names_the_one_that_stays_wherever_it_is_shown,
    links_of_several_merges_lead_on_and_never_in_a_circle,
    a_contact_that_leaves_the_archive_is_merged_no_more,
    archived_contacts_have_not_lapsed,
    those_who_have_died_are_not_asked,
);

async fn contact(account: &Account, name: &str) -> i64 {
    account.record("contacts", json!({"contact_status": "donor", "contact_lname": name})).await.1
}

async fn merge(account: &Account, into: i64, from: i64) {
    account.post(&format!("/contacts/{into}/merge"), json!({"from_id": from})).await.ok();
}

/// Returns the ids of a list, in order.
async fn ids(account: &Account, path: &str) -> Vec<i64> {
    let list = account.get(path).await.ok();
    list.list().iter().map(|contact| contact["id"].as_i64().unwrap()).collect()
}

async fn merged_into(account: &Account, id: i64) -> Value {
    account.get(&format!("/contacts/{id}")).await.ok()["contact_merged_into_id"].clone()
}

async fn a_merged_contact_names_the_one_that_stays_wherever_it_is_shown(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (into, from) = (contact(&account, "Lovelace").await, contact(&account, "King").await);
    let other = contact(&account, "Byron").await;
    assert_eq!(merged_into(&account, from).await, Value::Null);
    let dry_run = json!({"from_id": from, "dry_run": 1});
    account.post(&format!("/contacts/{into}/merge"), dry_run).await.ok();
    assert_eq!(merged_into(&account, from).await, Value::Null);
    assert!(ids(&account, "/contacts?merged=1").await.is_empty());

    let before = api.events(&account).await.len();
    merge(&account, into, from).await;
    let events = api.events(&account).await;
    let shown: Vec<_> = events[before..]
        .iter()
        .map(|event| {
            let event: Value = serde_json::from_str(&event.body).unwrap();
            (event["data"]["id"].as_i64().unwrap(), event["data"]["contact_merged_into_id"].clone())
        })
        .collect();
    assert_eq!(shown, [(from, json!(into)), (into, Value::Null)]);
    assert_eq!(merged_into(&account, from).await, into);
    assert_eq!(ids(&account, "/contacts?merged=1").await, [from]);
    assert_eq!(ids(&account, "/contacts?merged=0").await, [into, other]);
    let file =
        account.request("GET", "/contacts?merged=1").header("accept", "text/csv").send().await.unwrap();
    let file = file.text().await.unwrap();
    let mut rows = file.lines().map(|line| line.split(','));
    let column = rows.next().unwrap().position(|name| name == "contact_merged_into_id").unwrap();
    assert_eq!(rows.next().unwrap().nth(column).unwrap(), into.to_string());
    // The record can be sent back as it was read, and nobody sets the link.
    let (path, read) = (format!("/contacts/{from}"), account.get(&format!("/contacts/{from}")).await.ok());
    let again = account.send("PUT", &path, read.raw_data()).await.ok();
    assert_eq!(again.header("ignored-fields"), None);
    account.put(&path, json!({"contact_merged_into_id": other})).await.ok();
    assert_eq!(merged_into(&account, from).await, into);
}

async fn links_of_several_merges_lead_on_and_never_in_a_circle(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (a, b) = (contact(&account, "A").await, contact(&account, "B").await);
    let c = contact(&account, "C").await;
    merge(&account, b, a).await;
    merge(&account, c, b).await;
    assert_eq!([merged_into(&account, a).await, merged_into(&account, b).await], [json!(b), json!(c)]);
    // The contact that all records go back to is merged into none.
    merge(&account, a, c).await;
    let links =
        [merged_into(&account, a).await, merged_into(&account, b).await, merged_into(&account, c).await];
    assert_eq!(links, [Value::Null, json!(c), json!(a)]);
}

async fn a_contact_that_leaves_the_archive_is_merged_no_more(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (into, from) = (contact(&account, "Lovelace").await, contact(&account, "King").await);
    merge(&account, into, from).await;
    let path = format!("/contacts/{from}");
    account.put(&path, json!({"contact_notes": "Not the same"})).await.ok();
    assert_eq!(merged_into(&account, from).await, into);
    let back = account.put(&path, json!({"contact_status": "donor"})).await.ok();
    assert_eq!(back["contact_merged_into_id"], Value::Null);
    assert!(ids(&account, "/contacts?merged=1").await.is_empty());
}

async fn archived_contacts_have_not_lapsed(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (lapsed, archived) = (contact(&account, "Lapsed").await, contact(&account, "Archived").await);
    for contact in [lapsed, archived] {
        let gift = json!({"contact_id": contact, "gift_amount": 5, "gift_date": "2025-03-01"});
        account.record("gifts", gift).await;
    }
    assert_eq!(ids(&account, "/contacts?lybunt=1").await, [lapsed, archived]);
    let archive = json!({"contact_status": "archive"});
    account.put(&format!("/contacts/{archived}"), archive).await.ok();
    for filter in ["lybunt=1", "lapsed=lybunt", "lapsed=sybunt"] {
        assert_eq!(ids(&account, &format!("/contacts?{filter}")).await, [lapsed], "{filter}");
    }
    assert_eq!(ids(&account, "/contacts?lybunt=0").await, [archived]);
    assert_eq!(ids(&account, "/contacts?last_gift_before=2026-01-01").await, [lapsed, archived]);
}

async fn those_who_have_died_are_not_asked(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (path, died) =
        account.record("contacts", json!({"contact_status": "donor", "contact_lname": "A"})).await;
    let living = account.record("contacts", json!({"contact_status": "donor", "contact_lname": "B"})).await.1;
    for id in [died, living] {
        account.record("gifts", json!({"contact_id": id, "gift_amount": 5, "gift_date": "2025-03-01"})).await;
    }
    assert_eq!(ids(&account, "/contacts?lybunt=1").await, [died, living]);
    let rule = "contact_deceased_on must not lie more than one day ahead";
    account.put(&path, json!({"contact_deceased_on": "2026-06-17"})).await.failed(422, rule);
    let org = json!({"contact_status": "contact", "contact_lname": "Bank", "contact_is_org": 1, "contact_deceased_on": "2026-05-02"});
    let rule = "contact_deceased_on must be empty for an organisation: archive it instead";
    account.post("/contacts", org).await.failed(422, rule);
    let read = account.put(&path, json!({"contact_deceased_on": "2026-05-02"})).await.ok();
    assert_eq!(read["contact_deceased_on"], "2026-05-02");
    for filter in ["lybunt=1", "lapsed=lybunt", "lapsed=sybunt", "deceased=0"] {
        assert_eq!(ids(&account, &format!("/contacts?{filter}")).await, [living], "{filter}");
    }
    assert_eq!(ids(&account, "/contacts?deceased=1").await, [died]);
    assert_eq!(ids(&account, "/contacts?q=A").await, [died], "a search finds everybody");
}
