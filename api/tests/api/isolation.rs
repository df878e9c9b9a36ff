//! Accounts are worlds of their own: what another account has is, to the byte, what is not there.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use shared::both_databases;
use shared::testing::TestDb;

use crate::support::document::{operations, served};
use crate::support::{Account, Api, MISSING_ID};

both_databases!(
    every_operation_on_a_record_answers_for_a_foreign_id_as_for_a_missing_one,
    lists_and_summaries_have_the_callers_records_alone,
    links_to_another_accounts_records_are_refused,
);

/// One record of each kind, by the first segment of its path: a kind without a record fails the tests.
async fn one_of_each(account: &Account) -> BTreeMap<&'static str, i64> {
    let contact_id = account.contact().await;
    let pledge = json!({"contact_id": contact_id, "pledge_amount": 10});
    let gift = json!({"contact_id": contact_id, "gift_amount": 10});
    BTreeMap::from([
        ("contacts", contact_id),
        ("pledges", account.record("pledges", pledge).await.1),
        ("gifts", account.record("gifts", gift).await.1),
        ("tasks", account.record("tasks", json!({"task_subject": "Call"})).await.1),
        ("gift-types", account.record("gift-types", json!({"gift_type_name": "Legacy"})).await.1),
        ("webhooks", account.record("webhooks", json!({"webhook_url": "https://93.184.215.14/"})).await.1),
    ])
}

async fn every_operation_on_a_record_answers_for_a_foreign_id_as_for_a_missing_one(db: TestDb) {
    let api = Api::start(db).await;
    let (owner, stranger) = (api.account().await, api.account().await);
    let records = one_of_each(&owner).await;
    let before = api.state(&owner).await;
    let operations = operations(&served(&api.http).await);
    let on_records: Vec<_> = operations.iter().filter(|operation| operation.has_id()).collect();
    assert!(on_records.len() >= 12, "{on_records:?}");
    for operation in on_records {
        let id =
            records.get(operation.kind()).unwrap_or_else(|| panic!("no case for {operation:?}: add one"));
        let ask = async |account: &Account, id: String| match operation.method.as_str() {
            "GET" => account.get(&operation.path_of(id)).await,
            method => account.send(method, &operation.path_of(id), "{}").await,
        };
        assert_eq!(ask(&owner, id.to_string()).await.status, 200, "{operation:?}");
        let missing = ask(&stranger, MISSING_ID.to_string()).await;
        missing.failed(404, "Not Found");
        for other in [
            id.to_string(),
            "abc".to_owned(),
            "0".to_owned(),
            "-1".to_owned(),
            format!("{id}x"),
            "9".repeat(30),
        ] {
            let reply = ask(&stranger, other.clone()).await;
            assert_eq!((reply.status, &reply.text), (404, &missing.text), "{operation:?} {other}");
        }
    }
    // The owner's own empty updates changed moments, and nothing else did.
    let after = api.state(&owner).await;
    assert_eq!(before.len(), after.len());
    let unknown = stranger.get("/nothing-here").await;
    unknown.failed(404, "Not Found");
}

async fn lists_and_summaries_have_the_callers_records_alone(db: TestDb) {
    let api = Api::start(db).await;
    let (owner, stranger) = (api.account().await, api.account().await);
    one_of_each(&owner).await;
    for kind in ["contacts", "gifts", "pledges", "tasks", "webhooks"] {
        assert_eq!(owner.get(&format!("/{kind}")).await.ok().list().len(), 1, "{kind}");
        assert!(stranger.get(&format!("/{kind}")).await.ok().list().is_empty(), "{kind}");
    }
    assert_eq!(stranger.get("/gift-types").await.ok().list().len(), 8);
    assert_eq!(owner.get("/giving-summary").await.ok()["given"]["count"], 1);
    let summary = stranger.get("/giving-summary").await.ok();
    assert_eq!((&summary["given"]["count"], &summary["by_currency"]), (&json!(0), &json!([])));
}

async fn links_to_another_accounts_records_are_refused(db: TestDb) {
    let api = Api::start(db).await;
    let (owner, stranger) = (api.account().await, api.account().await);
    let foreign = one_of_each(&owner).await;
    let organisation = json!({"contact_status": "donor", "contact_lname": "Rotary", "contact_is_org": 1});
    let foreign_org = owner.record("contacts", organisation).await.1;
    let own = one_of_each(&stranger).await;
    let cases = [
        ("contacts", "contact_org_id", foreign_org),
        ("contacts", "contact_referred_by_id", foreign["contacts"]),
        ("gifts", "contact_id", foreign["contacts"]),
        ("gifts", "gift_type_id", foreign["gift-types"]),
        ("gifts", "pledge_id", foreign["pledges"]),
        ("pledges", "contact_id", foreign["contacts"]),
        ("tasks", "contact_id", foreign["contacts"]),
        ("tasks", "gift_id", foreign["gifts"]),
        ("tasks", "pledge_id", foreign["pledges"]),
    ];
    let before = api.state(&stranger).await;
    for (kind, field, foreign_id) in cases {
        let refused = async |id: i64| {
            let path = format!("/{kind}/{}", own[kind]);
            let updated = stranger.put(&path, json!({field: id})).await;
            let mut body = json!({"contact_status": "donor", "contact_lname": "X", "gift_amount": 1, "pledge_amount": 1,
                "task_subject": "X", "contact_id": own["contacts"]});
            body[field] = Value::from(id);
            let created = stranger.post(&format!("/{kind}"), body).await;
            for reply in [&updated, &created] {
                assert_eq!(reply.status, 422, "{kind} {field}: {}", reply.text);
                assert!(reply.message().starts_with(field), "{kind}: {}", reply.message());
            }
            updated.text
        };
        assert_eq!(refused(foreign_id).await, refused(MISSING_ID).await, "{kind} {field}");
    }
    let summary = async |id| stranger.get(&format!("/giving-summary?contact_id={id}")).await;
    assert_eq!(summary(foreign["contacts"]).await.status, 422);
    assert_eq!(summary(foreign["contacts"]).await.text, summary(MISSING_ID).await.text);
    assert_eq!(api.state(&stranger).await, before);
}
