//! Gifts and pledges whose contact is found by what another system knows of a person, or made.

use futures_util::future::join_all;
use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;

use crate::support::{Account, Api, Reply};

both_databases!(
    a_donation_makes_its_contact_once,
    the_contact_that_is_made_is_found_again,
    a_contact_is_found_by_external_id_then_by_email,
    an_archived_contact_is_found_only_if_no_other_fits,
    a_merged_contact_leads_to_the_one_that_is_left,
    several_that_fit_are_named,
    a_match_says_what_is_wrong_with_it,
    a_refused_gift_makes_no_contact,
    of_64_donations_of_one_new_donor_one_makes_the_contact,
);

fn donation(contact_match: &Value) -> Value {
    json!({"gift_amount": 25, "contact_match": contact_match})
}

fn ada() -> Value {
    json!({"contact_status": "donor", "contact_lname": "Lovelace"})
}

/// Returns how the contact was found, and its id.
fn matched(reply: &Reply) -> (&str, i64) {
    assert!(reply.status == 200 || reply.status == 201, "{}", reply.text);
    (reply.header("contact-match").unwrap(), reply.data()["contact_id"].as_i64().unwrap())
}

async fn contact(account: &Account, status: &str, email: &str) -> i64 {
    let contact =
        json!({"contact_status": status, "contact_lname": "King", "emails": [{"email_address": email}]});
    account.record("contacts", contact).await.1
}

async fn a_donation_makes_its_contact_once(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let body = donation(&json!({"contact_external_id": "c-1", "email": "ada@example.org", "contact": ada()}));
    let first = account.post("/gifts", body.clone()).await.created();
    let (how, id) = matched(&first);
    assert_eq!(how, "created");
    assert_eq!(first.data()["contact"]["contact_lname"], "Lovelace");
    assert_eq!(first.header("ignored-fields"), None);
    let contact = account.get(&format!("/contacts/{id}")).await.ok();
    assert_eq!(contact.data()["contact_external_id"], "c-1");
    assert_eq!(contact.data()["emails"][0]["email_address"], "ada@example.org");
    api.settle().await;
    let events = account.get("/events").await.ok();
    let types: Vec<_> =
        events.list().iter().map(|event| event["type"].as_str().unwrap().to_owned()).collect();
    assert_eq!(types[types.len() - 2..], ["contacts.create", "gifts.create"]);

    let second = account.post("/gifts", body.clone()).await.created();
    assert_eq!(matched(&second), ("matched", id));
    let mut pledge = body;
    pledge["pledge_amount"] = 10.into();
    assert_eq!(matched(&account.post("/pledges", pledge.clone()).await.created()), ("matched", id));
    let unattributed = account.record("gifts", json!({"gift_amount": 5})).await.1;
    let by_email = json!({"contact_match": {"email": "ADA@example.org"}});
    assert_eq!(matched(&account.put(&format!("/gifts/{unattributed}"), by_email).await), ("matched", id));
    let put = json!({"gift_amount": 5, "contact_match": {"email": "ada@example.org"}});
    assert_eq!(matched(&account.put("/gifts/by-external-id/ch_1", put).await.created()), ("matched", id));
    assert_eq!(account.get("/contacts").await.ok().list().len(), 1);
}

async fn the_contact_that_is_made_is_found_again(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    for (i, contact) in [
        json!({"emails": null, "contact_external_id": null}),
        json!({"emails": [], "contact_external_id": ""}),
        json!({"emails": [{"email_address": "other@example.org"}]}),
        json!({"emails": [{"email_address": "OWN2@example.org"}]}),
    ]
    .into_iter()
    .enumerate()
    {
        let mut contact = contact;
        contact["contact_status"] = "donor".into();
        contact["contact_lname"] = "King".into();
        let (external_id, email) = (format!("c-{i}"), format!("own{i}@example.org"));
        let both = json!({"contact_external_id": external_id, "email": email, "contact": contact});
        let (how, id) = {
            let first = account.post("/gifts", donation(&both)).await.created();
            let (how, id) = matched(&first);
            (how.to_owned(), id)
        };
        assert_eq!(how, "created", "{contact}");
        for again in [json!({"email": email}), json!({"contact_external_id": external_id})] {
            assert_eq!(
                matched(&account.post("/gifts", donation(&again)).await),
                ("matched", id),
                "{contact}"
            );
        }
    }
    let contact = json!({"contact_status": "donor", "contact_lname": "King", "contact_external_id": "d"});
    let two = json!({"contact_external_id": "c", "contact": contact});
    let rule = "contact_match.contact.contact_external_id must be that of contact_match, or be left out";
    account.post("/gifts", donation(&two)).await.failed(422, rule);
    // The new contact is new also in a change of a gift, whatever ids its items have.
    let gift = account.record("gifts", json!({"gift_amount": 5})).await.1;
    let contact = json!({"contact_status": "donor", "contact_lname": "King", "emails": [{"id": 1}]});
    let no_address = json!({"contact_match": {"email": "x@example.org", "contact": contact}});
    let refused = account.put(&format!("/gifts/{gift}"), no_address).await;
    refused.failed(422, "contact_match.contact.emails[0].email_address is required");
}

async fn a_contact_is_found_by_external_id_then_by_email(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let by_email = contact(&account, "donor", "ada@example.org").await;
    let mut named = ada();
    named["contact_external_id"] = "c-1".into();
    let by_id = account.record("contacts", named).await.1;
    for (contact_match, expected) in [
        (json!({"contact_external_id": "c-1", "email": "ada@example.org"}), by_id),
        (json!({"contact_external_id": "c-2", "email": "ada@example.org"}), by_email),
        (json!({"contact_external_id": "c-1"}), by_id),
        (json!({"contact_external_id": null, "email": "Ada@Example.org"}), by_email),
    ] {
        let gift = account.post("/gifts", donation(&contact_match)).await.created();
        assert_eq!(matched(&gift), ("matched", expected));
    }
}

async fn an_archived_contact_is_found_only_if_no_other_fits(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let archived = contact(&account, "archive", "ada@example.org").await;
    let body = donation(&json!({"email": "ada@example.org"}));
    assert_eq!(matched(&account.post("/gifts", body.clone()).await).1, archived);
    let donor = contact(&account, "donor", "ada@example.org").await;
    assert_eq!(matched(&account.post("/gifts", body).await).1, donor);
}

async fn a_merged_contact_leads_to_the_one_that_is_left(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let mut named = ada();
    named["contact_external_id"] = "c-1".into();
    let from = account.record("contacts", named).await.1;
    let into = account
        .record(
            "contacts",
            json!({"contact_status": "donor", "contact_lname": "Lovelace", "contact_external_id": "c-2"}),
        )
        .await
        .1;
    account.post(&format!("/contacts/{into}/merge"), json!({"from_id": from})).await.ok();
    let gift = account.post("/gifts", donation(&json!({"contact_external_id": "c-1"}))).await;
    assert_eq!(matched(&gift), ("matched", into));
}

async fn several_that_fit_are_named(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let ids = [
        contact(&account, "donor", "family@example.org").await,
        contact(&account, "contact", "FAMILY@example.org").await,
    ];
    let refused =
        account.post("/gifts", donation(&json!({"email": "family@example.org", "contact": ada()}))).await;
    let rule = format!(
        "contact_match.email is that of the contacts {}, {}; send the contact_id of one, or merge them",
        ids[0], ids[1]
    );
    refused.failed(409, &rule);
}

async fn a_match_says_what_is_wrong_with_it(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    for (contact_match, rule) in [
        (
            json!({}),
            "contact_match must have a contact_external_id, an email, or a contact with a last name and the postal code",
        ),
        (json!({"contact": ada()}), "contact_match must have a contact_external_id, an email, or a contact"),
        (json!({"email": "nobody@example.org"}), "contact_match fits no contact, and has no contact to make"),
        (json!({"email": "nobody"}), "contact_match.email must be an email address"),
        (json!("ada@example.org"), "contact_match must be an object"),
        (
            json!({"email": "nobody@example.org", "contact": {"contact_lname": "Lovelace"}}),
            "contact_match.contact.contact_status is required",
        ),
        (
            json!({"email": "nobody@example.org", "contact": {"contact_status": "donor"}}),
            "contact_match.contact.contact_lname is required unless contact_anonymous is 1",
        ),
    ] {
        let refused = account.post("/gifts", donation(&contact_match)).await;
        assert_eq!(refused.status, 422, "{contact_match}: {}", refused.text);
        assert!(refused.message().starts_with(rule), "{contact_match}: {}", refused.text);
    }
    let contact_id = account.contact().await;
    let mut both = donation(&json!({"email": "nobody@example.org", "contact": ada()}));
    both["contact_id"] = contact_id.into();
    let refused = account.post("/gifts", both).await;
    refused.failed(422, "contact_match must not be sent with contact_id");
    let mut unknown = donation(&json!({"email": "a@example.org", "phone": "1", "contact": ada()}));
    unknown["gift_fnd"] = "x".into();
    let created = account.post("/gifts", unknown).await.created();
    assert_eq!(created.header("ignored-fields"), Some("\"gift_fnd\", \"contact_match.phone\""));
}

async fn a_refused_gift_makes_no_contact(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let mut body = donation(&json!({"email": "ada@example.org", "contact": ada()}));
    body["gift_amount"] = 0.into();
    let refused = account.post("/gifts", body).await;
    refused.failed(422, "gift_amount must not be 0");
    assert!(account.get("/contacts").await.ok().list().is_empty());
    assert!(account.get("/events").await.ok().list().is_empty());
}

async fn of_64_donations_of_one_new_donor_one_makes_the_contact(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let donations =
        (0..64).map(|i| {
            let email = if i % 2 == 0 { "ada@example.org" } else { "ADA@example.org" };
            let account = &account;
            async move {
                account.post("/gifts", donation(&json!({"email": email, "contact": ada()}))).await.created()
            }
        });
    let gifts = join_all(donations).await;
    let made = gifts.iter().filter(|gift| matched(gift).0 == "created").count();
    assert_eq!(made, 1);
    let contacts = account.get("/contacts").await.ok();
    assert_eq!(contacts.list().len(), 1);
    assert!(gifts.iter().all(|gift| matched(gift).1 == contacts.list()[0]["id"].as_i64().unwrap()));
}
