//! Isolation of accounts: no operation reads, changes or links a record of another account.

use std::collections::BTreeMap;

use api::resources::kinds::KINDS;
use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;

use crate::support::document::{Operation, operations, served};
use crate::support::records::{body, kinds, least, record};
use crate::support::{Account, Api, MISSING_ID};

both_databases!(
    spec_7_another_accounts_record_is_404_for_every_operation,
    spec_1_every_list_has_the_callers_records_alone,
    links_to_another_accounts_records_are_refused,
);

/// Returns the body of a cross-account case. An operation for which there is none fails the test below.
async fn body_of(operation: &Operation, account: &Account) -> Value {
    match (operation.method.as_str(), operation.path.as_str()) {
        ("PUT", "/contacts/{id}") => json!({"contact_fname": "Ada", "tags": ["x"], "emails": []}),
        ("PUT", "/webhooks/{id}") => json!({"webhook_status": "disabled"}),
        ("PUT", _) => least(operation.kind(), account.contact().await),
        _ => body(operation, account).await,
    }
}

/// What the fields link to that name a record by its id: the field, the kind, and what a record of it is called.
const LINKS: [(&str, &str, &str); 6] = [
    ("contact_id", "contacts", "contact"),
    ("contact_referred_by_id", "contacts", "contact"),
    ("gift_type_id", "gift-types", "gift type"),
    ("pledge_id", "pledges", "pledge"),
    ("gift_id", "gifts", "gift"),
    ("batch_id", "batches", "batch"),
];
/// Links whose rules have tests of their own.
const OTHER_LINKS: [&str; 3] = ["contact_org_id", "gift_adjusts_id", "task_assignee_id"];

async fn spec_7_another_accounts_record_is_404_for_every_operation(db: TestDb) {
    let api = Api::start(db).await;
    let (account, other) = (api.account().await, api.account().await);
    let operations: Vec<_> =
        operations(&served(&api.http).await).into_iter().filter(Operation::has_id).collect();
    assert!(!operations.is_empty());
    for operation in operations {
        let name = format!("{} {}", operation.method, operation.path);
        let body = body_of(&operation, &other).await;
        let id = record(&api, &other, operation.kind()).await;
        let before = api.state(&other).await;
        // Even with an invalid body, the response does not tell whether the record exists.
        let bodies = if body.is_null() {
            vec![String::new()]
        } else {
            vec![body.to_string(), r#"{"contact_status":7,"overlap_hours":-1,"since":7}"#.into()]
        };
        for body in bodies {
            let ask =
                async |id: &str| account.send(&operation.method, &operation.path_of(id), body.clone()).await;
            let missing = ask(&MISSING_ID.to_string()).await;
            missing.failed(404, "Not Found");
            let (digits, event) = ("9".repeat(30), format!("evt_{}", "f".repeat(32)));
            let strange = [
                "x", "0", "-1", "1.0", "1e1", "+1", "%20", "%ff", "%00", "٣", "evt_", "evt_%ff", &digits,
                &event,
            ];
            for other_id in [id.as_str()].iter().chain(&strange) {
                let reply = ask(other_id).await;
                assert_eq!((reply.status, &reply.text), (404, &missing.text), "{name} {other_id}");
            }
        }
        assert_eq!(api.state(&other).await, before, "{name}");
        // The record's own account finds it.
        let own = if body.is_null() { String::new() } else { body.to_string() };
        let reply = other.send(&operation.method, &operation.path_of(id), own).await;
        assert!(matches!(reply.status, 200 | 201), "{name}: {}", reply.text);
    }
}

/// Makes a record that a list shows. Returns the list's path, and the record's id in the form that the list shows.
async fn listed(api: &Api, account: &Account, list: &Operation) -> (String, Value) {
    if list.path == "/webhooks/{id}/deliveries" {
        let id = record(api, account, "deliveries").await;
        let delivery = account.get(&format!("/deliveries/{id}")).await.ok();
        return (list.path_of(&delivery["webhook_id"]), delivery["id"].clone());
    }
    if list.path == "/imports/{id}/rows" {
        let file = "contact_status,contact_lname\ndonor,Somerville\n";
        let import = account.import("contacts", file).await.created().id();
        api.work().await;
        let rows = account.get(&list.path_of(import)).await.ok();
        return (list.path_of(import), rows.list()[0]["record_id"].clone());
    }
    assert!(!list.has_id(), "say how to make a record that {} shows", list.path);
    let id = record(api, account, list.kind()).await;
    (list.path.clone(), id.parse::<i64>().map_or_else(|_| json!(id), |number| json!(number)))
}

async fn spec_1_every_list_has_the_callers_records_alone(db: TestDb) {
    let api = Api::start(db).await;
    let (account, other) = (api.account().await, api.account().await);
    let mut lists = operations(&served(&api.http).await);
    // Words in use have no id; the tests of `account` are about them.
    let words = ["/members", "/tags"];
    lists.retain(|operation| operation.is_list && !words.contains(&operation.path.as_str()));
    // The lines of a statement are gifts, and have no id of their own. A pair of duplicates has none either: see their tests.
    let pairs_and_lines = ["/contacts/duplicates", "/contacts/{id}/statement"];
    lists.retain(|operation| !pairs_and_lines.contains(&operation.path.as_str()));
    assert!(lists.len() >= 8, "{lists:?}");
    for list in lists {
        let (others_path, foreign) = listed(&api, &other, &list).await;
        let mut own = Vec::new();
        let mut path = String::new();
        for _ in 0..2 {
            let made = listed(&api, &account, &list).await;
            (path, own) = (made.0, [own, vec![made.1]].concat());
        }
        api.settle().await;
        let ids = async |account: &Account, path: &str| {
            let list = account.get(path).await.ok();
            // A row of an import has the id of its record.
            let id = |record: &Value| record.get("record_id").unwrap_or(&record["id"]).clone();
            list.list().iter().map(id).collect::<Vec<_>>()
        };
        let (found, others) = (ids(&account, &path).await, ids(&other, &others_path).await);
        // `listed` makes a webhook for each delivery, so the last list shows only the last delivery.
        let shown = if list.has_id() { &own[1..] } else { &own[..] };
        assert!(shown.iter().all(|id| found.contains(id)), "{path}: {shown:?} in {found:?}");
        assert!(others.contains(&foreign), "{others_path}: {foreign} in {others:?}");
        assert!(found.iter().all(|id| *id != foreign && !others.contains(id)), "{path}: {found:?}");
    }
    let summary = account.get("/giving-summary").await.ok();
    let giving = account.get("/reports/giving?from_year=2026").await.ok();
    assert_eq!(
        (&giving["years"][0]["count"], &giving["years"][0]["total"]),
        (&json!(2), &summary["given"]["total"])
    );
    let pledges = account.get("/reports/pledges").await.ok();
    assert_eq!(pledges["count"], 2);
    assert_eq!((&summary["given"]["count"], &summary["pledged"]["active_count"]), (&json!(2), &json!(2)));
}

fn number(id: &str) -> i64 {
    id.parse().unwrap()
}

async fn links_to_another_accounts_records_are_refused(db: TestDb) {
    let api = Api::start(db).await;
    let (account, other) = (api.account().await, api.account().await);
    let organisation = json!({"contact_status": "donor", "contact_lname": "Engines", "contact_is_org": 1});
    let (_, foreign_org) = other.record("contacts", organisation.clone()).await;
    let (_, own_org) = account.record("contacts", organisation).await;
    let organisation_rule = "must be the id of another contact of this account with contact_is_org 1";
    let mut links = vec![("contacts", "contact_org_id", foreign_org, own_org, organisation_rule.to_owned())];
    let fields = KINDS.iter().flat_map(|kind| kind.fields.iter().map(|field| (kind.path, field.name)));
    let by_id = |field: &str| field.ends_with("_id") && !field.ends_with("_external_id");
    for (kind, field) in fields.filter(|(_, field)| by_id(field) && !OTHER_LINKS.contains(field)) {
        let link = LINKS.iter().find(|(name, ..)| *name == field);
        let (_, linked, noun) = *link.unwrap_or_else(|| panic!("say in LINKS what {field} links to"));
        let foreign = match linked {
            "gift-types" => other.gift_type("cash").await,
            linked => number(&record(&api, &other, linked).await),
        };
        let own = match linked {
            "gift-types" => account.gift_type("cash").await,
            linked => number(&record(&api, &account, linked).await),
        };
        links.push((kind, field, foreign, own, format!("must be the id of a {noun} of this account")));
    }
    let mut paths = BTreeMap::new();
    let contact_id = account.contact().await;
    for kind in kinds() {
        paths.insert(kind, format!("/{kind}/{}", record(&api, &account, kind).await));
    }
    let before = api.state(&account).await;
    for (kind, field, foreign, _, rule) in &links {
        // A record of another account gives the same error as one that does not exist.
        for id in [*foreign, MISSING_ID] {
            let message = format!("{field} {rule}");
            account.put(&paths[kind], json!({*field: id})).await.failed(422, &message);
            let mut body = least(kind, contact_id);
            body[*field] = json!(id);
            account.post(&format!("/{kind}"), body).await.failed(422, &message);
        }
    }
    assert_eq!(api.state(&account).await, before);
    // The account's own records can be linked to. `gift_id` and `pledge_id` are left out, because they have more rules.
    let have_more = |field: &str| ["gift_id", "pledge_id"].contains(&field);
    for (kind, field, _, own, _) in links.iter().filter(|(_, field, ..)| !have_more(field)) {
        account.put(&paths[kind], json!({*field: own})).await.ok();
    }
}
