//! Organisations, and the people who belong to them. No response shows the link or the flag; it shows `contact_type`
//! instead.

use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;

use crate::support::{Account, Api, MISSING_ID};

both_databases!(
    a_contact_is_a_person_or_an_organisation,
    the_organisation_of_a_contact_is_another_contact_that_is_one,
    an_organisation_stays_one_while_people_belong_to_it,
);

const NO_ORGANISATION: &str =
    "contact_org_id must be the id of another contact of this account with contact_is_org 1";

async fn organisation(account: &Account) -> i64 {
    let body = json!({"contact_status": "donor", "contact_lname": "Engines Ltd", "contact_is_org": 1});
    account.record("contacts", body).await.1
}

async fn a_contact_is_a_person_or_an_organisation(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let path = format!("/contacts/{}", account.contact().await);
    for (sent, contact_type) in [
        (json!(1), "organization"),
        (json!(0), "person"),
        (json!(true), "organization"),
        (Value::Null, "person"),
    ] {
        let changed = account.put(&path, json!({"contact_is_org": sent})).await.ok();
        assert_eq!(changed["contact_type"], contact_type);
    }
    let bad = account.put(&path, json!({"contact_is_org": "yes"})).await;
    bad.failed(422, "contact_is_org must be 0 or 1");
    // An organisation's name is its contact_lname, which is required as it is for a person.
    let nameless = account.post("/contacts", json!({"contact_status": "donor", "contact_is_org": 1})).await;
    nameless.failed(422, "contact_lname is required unless contact_anonymous is 1");
}

async fn the_organisation_of_a_contact_is_another_contact_that_is_one(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (org, person) = (organisation(&account).await, account.contact().await);
    let path = format!("/contacts/{person}");
    for id in [person, account.contact().await, MISSING_ID] {
        account.put(&path, json!({"contact_org_id": id})).await.failed(422, NO_ORGANISATION);
    }
    let itself = account.put(&format!("/contacts/{org}"), json!({"contact_org_id": org})).await;
    itself.failed(422, NO_ORGANISATION);
    let linked = account.put(&path, json!({"contact_org_id": org})).await.ok();
    assert_eq!(linked.header("ignored-fields"), None);
    account.put(&path, json!({"contact_org_id": null})).await.ok();
    let new = json!({"contact_status": "donor", "contact_lname": "Lovelace", "contact_org_id": org});
    account.post("/contacts", new).await.created();
}

async fn an_organisation_stays_one_while_people_belong_to_it(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (org, person) = (organisation(&account).await, account.contact().await);
    let (org, person) = (format!("/contacts/{org}"), (format!("/contacts/{person}"), org));
    account.put(&person.0, json!({"contact_org_id": person.1})).await.ok();
    let refused = account.put(&org, json!({"contact_is_org": 0})).await;
    refused.failed(422, "contact_is_org must stay 1 while other contacts have this one as contact_org_id");
    account.put(&person.0, json!({"contact_org_id": null})).await.ok();
    assert_eq!(account.put(&org, json!({"contact_is_org": 0})).await.ok()["contact_type"], "person");
}
