//! Contacts: the specification's rules. Fields and related records have files of their own.

use futures_util::future::join_all;
use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;

use crate::support::fields::can_be_sent_back;
use crate::support::records::{kinds_of_contacts, least};
use crate::support::{Account, Api, MISSING_ID, Reply};

mod duplicates;
mod fields;
mod keep;
mod merge;
mod merged;
mod organisations;
mod related;
mod tags;

both_databases!(
    spec_2_contact_responses_have_the_related_records,
    spec_2_internal_fields_are_in_no_contact_anywhere,
    spec_3_a_status_is_set_on_create_and_changed_by_an_update,
    spec_4_rule_3_the_list_has_every_contact_with_its_related_records,
    spec_4_rule_5_reading_a_contact_that_is_not_there_is_404,
    spec_4_rule_6_create_requires_status_and_last_name,
    spec_4_rule_6_an_update_may_not_break_what_create_requires,
    spec_4_rule_7_every_writable_field_round_trips,
    spec_4_rule_7_unknown_fields_are_ignored_and_named,
    spec_4_rule_8_put_changes_only_the_fields_that_are_sent,
    spec_4_rule_8_concurrent_puts_of_different_fields_all_hold,
    a_contact_that_is_read_beside_its_writers_is_of_one_state,
    contacts_that_are_read_at_the_same_time_are_each_the_right_one,
    a_record_that_was_read_can_be_sent_back_as_it_is,
    a_record_that_was_read_can_be_sent_as_a_new_one,
    defaults_of_a_contact_with_the_least_fields,
);

/// The fields that the specification removes from every contact.
const HIDDEN: [&str; 5] = ["account_id", "contact_org_id", "contact_is_org", "created_at", "updated_at"];

/// Returns every writable field that a response shows, except for related lists, each with a value of its own.
fn every_own_field() -> Value {
    json!({
        "contact_status": "prospect",
        "contact_anonymous": 1,
        "contact_fname": "Ada",
        "contact_mname": "King",
        "contact_lname": "Lovelace",
        "contact_title": "Countess",
        "contact_suffix": "II",
        "contact_nickname": "Enchantress",
        "contact_salutation": "Dear Ada",
        "contact_envelope_name": "Countess Ada Lovelace",
        "contact_spouse_fname": "William",
        "contact_spouse_lname": "King-Noel",
        "contact_birthday": "1815-12-10",
        "contact_anniversary": "--07-08",
        "contact_deceased_on": "2025-11-27",
        "contact_employer": "Analytical Engines Ltd",
        "contact_job_title": "Programmer",
        "contact_church": "St Mary Magdalene",
        "contact_website": "https://lovelace.example/notes?g=1#top",
        "contact_source": "Summer fair",
        "contact_newsletter": "both",
        "contact_do_not_call": 1,
        "contact_do_not_mail": 1,
        "contact_do_not_email": 1,
        "contact_language": "en-GB",
        "contact_external_id": "crm-1",
        "contact_notes": "First line\n\tSecond line",
        "contact_custom": {"shirt": "M", "sizes": [1, 2.5, null]},
    })
}

/// Returns every related list, without the ids that the service gives.
fn every_related_record() -> Value {
    json!({
        "tags": [{"tag_name": "volunteer"}],
        "profilePicture": {"picture_url": "https://lovelace.example/ada.jpg"},
        "familyMembers": [{"family_fname": "Byron", "family_lname": "King-Noel", "family_relationship": "child",
                           "family_birthday": "1836-05-12"}],
        "addresses": [{"address_type": "work", "address_street": "12 St James's Square", "address_street2": "Attic",
                       "address_city": "London", "address_state": "Middlesex", "address_postal_code": "SW1Y 4JH",
                       "address_country": "GB", "address_primary": 1}],
        "phones": [{"phone_type": "fax", "phone_number": "+44 (20) 7946-0000", "phone_extension": "12",
                    "phone_primary": 1}],
        "emails": [{"email_type": "work", "email_address": "Ada@lovelace.example", "email_primary": 1}],
    })
}

fn merged(mut a: Value, b: &Value) -> Value {
    a.as_object_mut().unwrap().extend(b.as_object().unwrap().clone());
    a
}

async fn full_contact(account: &Account) -> (String, i64) {
    account.record("contacts", merged(every_own_field(), &every_related_record())).await
}

/// Returns a value without any `id`, at any depth.
fn without_ids(value: &Value) -> Value {
    match value {
        Value::Object(members) => {
            let kept = members.iter().filter(|(name, _)| *name != "id");
            kept.map(|(name, value)| (name.clone(), without_ids(value))).collect()
        }
        Value::Array(items) => items.iter().map(without_ids).collect(),
        value => value.clone(),
    }
}

/// Returns every field name in a value, at any depth.
fn names(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            for (name, value) in members {
                found.push(name.clone());
                names(value, found);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| names(item, found)),
        _ => {}
    }
}

async fn spec_2_contact_responses_have_the_related_records(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let bare = account.get(&format!("/contacts/{}", account.contact().await)).await.ok();
    for list in ["tags", "familyMembers", "addresses", "phones", "emails"] {
        assert_eq!(bare[list], json!([]), "{list}");
    }
    assert_eq!(bare["profilePicture"], Value::Null);
    let (path, _) = full_contact(&account).await;
    let full = account.get(&path).await.ok();
    for (list, expected) in every_related_record().as_object().unwrap() {
        assert_eq!(without_ids(&full[list]), *expected, "{list}");
    }
}

async fn spec_2_internal_fields_are_in_no_contact_anywhere(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let organisation = json!({"contact_status": "donor", "contact_lname": "Engines", "contact_is_org": 1});
    let (_, org_id) = account.record("contacts", organisation).await;
    let (path, id) = full_contact(&account).await;
    let mut responses = vec![
        account.put(&path, json!({"contact_org_id": org_id})).await.ok(),
        account.get(&path).await.ok(),
        account.get("/contacts").await.ok(),
    ];
    for kind in kinds_of_contacts() {
        let created = account.post(&format!("/{kind}"), least(kind, id)).await.created();
        assert_eq!(created["contact"]["id"], id, "{kind}");
        responses.push(account.get(&format!("/{kind}/{}", created.id())).await.ok());
        responses.push(account.get(&format!("/{kind}")).await.ok());
        responses.push(created);
    }
    for response in responses {
        let mut found = Vec::new();
        let mut data = response.data().clone();
        if let Some(list) = data.as_array_mut() {
            list.iter_mut().for_each(without_record_moments);
        }
        without_record_moments(&mut data);
        names(&data, &mut found);
        for hidden in HIDDEN {
            assert!(!found.iter().any(|name| name == hidden), "{hidden} in {}", response.text);
        }
        let is_moment = |name: &&String| name.contains("timestamp") || name.ends_with("_at");
        assert_eq!(found.iter().find(is_moment), None, "{}", response.text);
    }
}

/// Removes the times of a gift, pledge or task, which it may have. Those that are left are the contact's.
fn without_record_moments(record: &mut Value) {
    if let Some(record) = record.as_object_mut().filter(|record| record.contains_key("contact")) {
        record.remove("created_at");
        record.remove("updated_at");
    }
}

async fn spec_3_a_status_is_set_on_create_and_changed_by_an_update(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let statuses = ["contact", "donor", "prospect", "archive", "lapsed_donor"];
    for from in statuses {
        let body = json!({"contact_status": from, "contact_lname": "Lovelace"});
        let created = account.post("/contacts", body).await.created();
        assert_eq!(created["contact_status"], from);
        let path = format!("/contacts/{}", created.id());
        for to in statuses {
            // The specification forbids no move, so all are allowed.
            let moved = account.put(&path, json!({"contact_status": to})).await.ok();
            assert_eq!(moved["contact_status"], to, "{from}");
        }
    }
    let rule = "contact_status must be one of contact, donor, prospect, archive, lapsed_donor";
    for bad in ["Donor", "friend", "lapsed-donor"] {
        let body = json!({"contact_status": bad, "contact_lname": "Lovelace"});
        account.post("/contacts", body).await.failed(422, rule);
    }
}

async fn spec_4_rule_3_the_list_has_every_contact_with_its_related_records(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    assert_eq!(account.get("/contacts").await.ok().list(), [Value::Null; 0]);
    account.contact().await;
    full_contact(&account).await;
    account.contact().await;
    let list = account.get("/contacts").await.ok();
    assert_eq!(list.json["type"], "contacts.index");
    let mut read = Vec::new();
    for contact in list.list() {
        read.push(account.get(&format!("/contacts/{}", contact["id"])).await.ok().data().clone());
    }
    assert_eq!(list.list(), read);
    assert_eq!(read.len(), 3);
}

async fn spec_4_rule_5_reading_a_contact_that_is_not_there_is_404(db: TestDb) {
    let api = Api::start(db).await;
    let (account, other) = (api.account().await, api.account().await);
    let foreign = other.contact().await;
    for id in [MISSING_ID, foreign] {
        account.get(&format!("/contacts/{id}")).await.failed(404, "Not Found");
    }
    let own = account.contact().await;
    assert_eq!(account.get(&format!("/contacts/{own}")).await.ok().json["type"], "contacts.read");
}

async fn spec_4_rule_6_create_requires_status_and_last_name(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let no_lname = "contact_lname is required unless contact_anonymous is 1";
    let refused = [
        (json!({}), format!("contact_status is required; {no_lname}")),
        (json!({"contact_status": "donor"}), no_lname.to_owned()),
        (json!({"contact_status": "donor", "contact_lname": "  "}), no_lname.to_owned()),
        (json!({"contact_status": "donor", "contact_lname": null}), no_lname.to_owned()),
        (json!({"contact_status": "donor", "contact_anonymous": 0}), no_lname.to_owned()),
        (json!({"contact_lname": "Lovelace"}), "contact_status is required".to_owned()),
        (json!({"contact_status": null, "contact_lname": "x"}), "contact_status is required".to_owned()),
        (json!({"contact_anonymous": 1}), "contact_status is required".to_owned()),
    ];
    for (body, message) in refused {
        account.post("/contacts", body).await.failed(422, &message);
    }
    assert_eq!(account.get("/contacts").await.ok().list().len(), 0);
    for body in [
        json!({"contact_status": "donor", "contact_lname": "Lovelace"}),
        json!({"contact_status": "donor", "contact_anonymous": 1}),
        json!({"contact_status": "donor", "contact_anonymous": true, "contact_lname": ""}),
    ] {
        account.post("/contacts", body).await.created();
    }
}

async fn spec_4_rule_6_an_update_may_not_break_what_create_requires(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let path = format!("/contacts/{}", account.contact().await);
    let no_lname = "contact_lname is required unless contact_anonymous is 1";
    account.put(&path, json!({"contact_lname": null})).await.failed(422, no_lname);
    account.put(&path, json!({"contact_status": null})).await.failed(422, "contact_status is required");
    account.put(&path, json!({"contact_lname": null, "contact_anonymous": 1})).await.ok();
    account.put(&path, json!({"contact_anonymous": 0})).await.failed(422, no_lname);
    account.put(&path, json!({"contact_anonymous": null})).await.failed(422, no_lname);
    account.put(&path, json!({"contact_anonymous": 0, "contact_lname": "King"})).await.ok();
}

async fn spec_4_rule_7_every_writable_field_round_trips(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let referrer = account.contact().await;
    let sent = merged(every_own_field(), &json!({"contact_referred_by_id": referrer}));
    let created = account.post("/contacts", merged(sent.clone(), &every_related_record())).await.created();
    assert_eq!(created.json["type"], "contacts.create");
    assert_eq!(created.header("ignored-fields"), None);
    let read = account.get(&format!("/contacts/{}", created.id())).await.ok();
    assert_eq!(read.raw_data(), created.raw_data());
    for (field, value) in sent.as_object().unwrap() {
        assert_eq!(read[field], *value, "{field}");
    }
    // The response has no other fields, except for those that the service adds.
    let shown = merged(sent, &every_related_record());
    let computed = json!({"id": created.id(), "contact_type": "person", "contact_merged_into_id": null, "household": null});
    let shown = merged(shown, &computed);
    let keys = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(keys(read.data()), keys(&shown));
}

async fn spec_4_rule_7_unknown_fields_are_ignored_and_named(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let body = json!({
        "contact_status": "donor", "contact_lname": "Lovelace", "contact_fnmae": "Ada", "id": 7, "account_id": 7,
        "created_at": "x", "updated_at": 1, "contact_type": "organization",
        "emails": [{"email_address": "ada@lovelace.example", "email_adress": "x"}],
        "tags": [{"tag_name": "a", "tag_colour": "red"}],
        "profilePicture": {"picture_url": "https://lovelace.example/a.jpg", "picture_size": 1},
    });
    let created = account.post("/contacts", body.clone()).await.created();
    let ignored =
        ["tags[0].tag_colour", "profilePicture.picture_size", "emails[0].email_adress", "contact_fnmae"];
    let expected = ignored.map(|name| format!("\"{name}\"")).join(", ");
    assert_eq!(created.header("ignored-fields"), Some(&*expected));
    assert_eq!(created["contact_type"], "person");
    assert_ne!(created.id(), 7);
    let path = format!("/contacts/{}", created.id());
    assert_eq!(account.put(&path, body.clone()).await.ok().header("ignored-fields"), Some(&*expected));
    // A strict caller is refused instead, and is told everything at once.
    let strict = async |method: &str, path: &str, body: Value| {
        let request = account.request(method, path).header("prefer", "handling=strict");
        Reply::to(request.header("content-type", "application/json").body(body.to_string())).await
    };
    let rule = "is not a field of this operation";
    let unknown: Vec<_> = ignored.iter().map(|name| format!("{name} {rule}")).collect();
    strict("PUT", &path, body).await.failed(422, &unknown.join("; "));
    let wrong = strict("POST", "/contacts", json!({"contact_lname": 7, "x": 1})).await;
    for problem in ["contact_lname must be ", "contact_status is required", &format!("x {rule}")] {
        assert!(wrong.message().contains(problem), "{}", wrong.message());
    }
    let read = account.get(&path).await.ok();
    let again = strict("PUT", &path, read.data().clone()).await.ok();
    assert_eq!(
        again.header("preference-applied"),
        Some("handling=strict"),
        "a record that was read can be sent back"
    );
    // A name that a header cannot hold as it is, and names that together are too long for a header.
    let reply = account.put(&path, json!({"näme\n😀": 1})).await.ok();
    assert_eq!(reply.header("ignored-fields"), Some("%\"n%c3%a4me%0a%f0%9f%98%80\""));
    let many: serde_json::Map<_, _> = (0..20_000).map(|i| (format!("field_{i}"), json!(i))).collect();
    let reply = account.put(&path, many.into()).await.ok();
    let header = reply.header("ignored-fields").unwrap();
    assert!(header.len() < 1100 && header.contains("\";omitted=199"), "{header}");
}

async fn spec_4_rule_8_put_changes_only_the_fields_that_are_sent(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (path, _) = full_contact(&account).await;
    let mut expected = account.get(&path).await.ok().data().clone();
    for (field, value) in [
        ("contact_fname", json!("Augusta")),
        ("contact_do_not_call", json!(0)),
        ("contact_custom", json!({})),
        ("contact_birthday", Value::Null),
    ] {
        expected[field] = value.clone();
        let changed = account.put(&path, json!({field: value})).await.ok();
        assert_eq!(changed.json["type"], "contacts.update");
        assert_eq!(*changed.data(), expected);
    }
    assert_eq!(*account.put(&path, json!({})).await.ok().data(), expected);
    assert_eq!(*account.get(&path).await.ok().data(), expected);
}

async fn spec_4_rule_8_concurrent_puts_of_different_fields_all_hold(db: TestDb) {
    const FIELDS: [&str; 8] = [
        "contact_fname",
        "contact_mname",
        "contact_title",
        "contact_suffix",
        "contact_nickname",
        "contact_employer",
        "contact_church",
        "contact_source",
    ];
    let api = Api::start(db).await;
    let account = api.account().await;
    let path = format!("/contacts/{}", account.contact().await);
    let puts = FIELDS.map(|field| {
        let (account, path) = (account.clone(), path.clone());
        tokio::spawn(async move { account.put(&path, json!({field: field})).await.ok() })
    });
    for put in puts {
        put.await.unwrap();
    }
    let contact = account.get(&path).await.ok();
    assert_eq!(FIELDS.map(|field| &contact[field]), FIELDS);
    assert_eq!(api.events(&account).await.len(), 1 + FIELDS.len());
}

/// Every write gives the contact and its related records the same name, so a read shows whether they are of one state.
async fn a_contact_that_is_read_beside_its_writers_is_of_one_state(db: TestDb) {
    const WRITES: usize = 30;
    let api = Api::start(db).await;
    let account = api.account().await;
    let path = format!("/contacts/{}", account.contact().await);
    let body = |name: String| {
        json!({
            "contact_lname": name, "tags": [name], "phones": [{"phone_number": name}],
            "emails": [{"email_address": format!("{name}@example.org")}], "addresses": [{"address_city": name}],
        })
    };
    account.put(&path, body("0".to_owned())).await.ok();
    let writer = |n: usize, account: Account, path: String| async move {
        for i in 0..WRITES {
            account.put(&path, body(format!("{n}.{i}"))).await.ok();
        }
    };
    let writers: Vec<_> = (0..3).map(|n| tokio::spawn(writer(n, account.clone(), path.clone()))).collect();
    while !writers.iter().all(tokio::task::JoinHandle::is_finished) {
        let contact = account.get(&path).await.ok();
        let name = contact["contact_lname"].as_str().unwrap();
        assert_eq!(contact["tags"][0]["tag_name"], name);
        assert_eq!(contact["phones"][0]["phone_number"], name);
        assert_eq!(contact["emails"][0]["email_address"], format!("{name}@example.org"));
        assert_eq!(contact["addresses"][0]["address_city"], name);
    }
    for writer in writers {
        writer.await.unwrap();
    }
}

/// Reads that come at the same time share a statement.
async fn contacts_that_are_read_at_the_same_time_are_each_the_right_one(db: TestDb) {
    let api = Api::start(db).await;
    let (account, other) = (api.account().await, api.account().await);
    let mut contacts = Vec::new();
    for number in 0..12 {
        let (owner, stranger) = if number % 3 == 0 { (&other, &account) } else { (&account, &other) };
        let body = json!({
            "contact_status": "donor", "contact_lname": format!("Contact {number}"),
            "tags": vec![format!("Tag {number}"); number % 2], "phones": vec![json!({"phone_number": "1"}); number],
        });
        let created = owner.post("/contacts", body).await.created();
        contacts.push((format!("/contacts/{}", created.id()), created, owner, stranger));
    }
    let nothing = format!("/contacts/{MISSING_ID}");
    join_all((0..10).flat_map(|_| &contacts).map(async |(path, created, owner, stranger)| {
        let (own, foreign, missing) = tokio::join!(owner.get(path), stranger.get(path), owner.get(&nothing));
        assert_eq!(own.ok().data(), created.data());
        foreign.failed(404, "Not Found");
        missing.failed(404, "Not Found");
    }))
    .await;
}

async fn a_record_that_was_read_can_be_sent_back_as_it_is(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (path, _) = full_contact(&account).await;
    can_be_sent_back(&account, &path).await;
    can_be_sent_back(&account, &format!("/contacts/{}", account.contact().await)).await;
    let organisation = json!({"contact_status": "donor", "contact_lname": "Engines", "contact_is_org": 1});
    let (path, _) = account.record("contacts", organisation).await;
    can_be_sent_back(&account, &path).await;
    assert_eq!(account.get(&path).await.ok()["contact_type"], "organization");
}

async fn a_record_that_was_read_can_be_sent_as_a_new_one(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (path, id) = full_contact(&account).await;
    let original = account.get(&path).await.ok();
    let copy = merged(original.data().clone(), &json!({"contact_external_id": "crm-2"}));
    let copy = account.post("/contacts", copy).await.created();
    assert_ne!(copy.id(), id);
    let mut expected = without_ids(original.data());
    expected["contact_external_id"] = json!("crm-2");
    assert_eq!(without_ids(copy.data()), expected);
    // The original has not changed.
    assert_eq!(account.get(&path).await.ok().raw_data(), original.raw_data());
}

async fn defaults_of_a_contact_with_the_least_fields(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let body = json!({"contact_status": "contact", "contact_lname": "Lovelace"});
    let contact = account.post("/contacts", body).await.created();
    for field in every_own_field().as_object().unwrap().keys() {
        let expected = match field.as_str() {
            "contact_status" => json!("contact"),
            "contact_lname" => json!("Lovelace"),
            "contact_newsletter" => json!("none"),
            "contact_anonymous" | "contact_do_not_call" | "contact_do_not_mail" | "contact_do_not_email" => {
                json!(0)
            }
            _ => Value::Null,
        };
        assert_eq!(contact[field], expected, "{field}");
        assert!(contact.data().as_object().unwrap().contains_key(field), "{field}");
    }
    assert_eq!(contact["contact_referred_by_id"], Value::Null);
    assert_eq!(contact["contact_type"], "person");
}
