//! The lists within a contact: a list in a body replaces the stored one, item by item.

use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;

use crate::support::document::{resolve, served};
use crate::support::{Account, Api, MISSING_ID, Reply};

both_databases!(
    a_list_in_a_body_replaces_the_stored_one,
    an_item_changes_only_in_the_fields_that_are_sent,
    an_id_of_another_contacts_item_is_refused,
    a_non_empty_list_has_exactly_one_primary,
    an_email_address_is_in_a_contact_once_ignoring_case,
    email_addresses_are_valid_and_their_domain_is_lower_case,
    the_document_allows_the_email_addresses_that_are_stored,
    a_name_that_an_item_has_twice_is_named,
    a_picture_is_set_replaced_and_cleared,
    fields_of_items_keep_their_rules,
    a_refused_item_changes_nothing_of_the_contact,
);

async fn contact(account: &Account, list: &str, items: Value) -> Reply {
    let body = json!({"contact_status": "donor", "contact_lname": "Lovelace", list: items});
    account.post("/contacts", body).await.created()
}

async fn put(account: &Account, contact: &Reply, list: &str, items: Value) -> Reply {
    account.put(&format!("/contacts/{}", contact.id()), json!({list: items})).await
}

/// Returns one field of each item.
fn each<'a>(contact: &'a Reply, list: &str, field: &str) -> Vec<&'a Value> {
    contact[list].as_array().unwrap().iter().map(|item| &item[field]).collect()
}

/// Returns for each list the field by which the tests tell items apart, and three items.
fn lists() -> [(&'static str, &'static str, [Value; 3]); 4] {
    let emails = ["a@x.example", "b@x.example", "c@x.example"].map(|value| json!({"email_address": value}));
    let texts = |field: &str| ["a", "b", "c"].map(|value| json!({field: value}));
    [
        ("familyMembers", "family_fname", texts("family_fname")),
        ("addresses", "address_street", texts("address_street")),
        ("phones", "phone_number", texts("phone_number")),
        ("emails", "email_address", emails),
    ]
}

async fn a_list_in_a_body_replaces_the_stored_one(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    for (list, field, [a, b, c]) in lists() {
        let created = contact(&account, list, json!([a, b])).await;
        assert_eq!(each(&created, list, field), [&a[field], &b[field]]);
        let ids = each(&created, list, "id");
        // Leave out the first, change the second in place, and put a new one first in the body.
        let changed_b = json!({"id": ids[1], field: a[field]});
        let changed = put(&account, &created, list, json!([c, changed_b])).await.ok();
        assert_eq!(each(&changed, list, field), [&a[field], &c[field]], "ordered by id");
        assert_eq!(changed[list][0]["id"], *ids[1]);
        assert!(!ids.contains(&&changed[list][1]["id"]), "{list}");
        assert_eq!(
            account.get(&format!("/contacts/{}", created.id())).await.ok().raw_data(),
            changed.raw_data()
        );
        // An absent list stays as it is; null and the empty list remove all items.
        let absent = put(&account, &created, "contact_fname", json!("Ada")).await.ok();
        assert_eq!(absent[list], changed[list]);
        assert_eq!(changed[list].as_array().unwrap().len(), 2);
        assert_eq!(put(&account, &created, list, Value::Null).await.ok()[list], json!([]));
        put(&account, &created, list, json!([a])).await.ok();
        assert_eq!(put(&account, &created, list, json!([])).await.ok()[list], json!([]));
    }
}

async fn an_item_changes_only_in_the_fields_that_are_sent(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let full = super::full_contact(&account).await.0;
    let before = account.get(&full).await.ok();
    for (list, field, value) in [
        ("familyMembers", "family_lname", json!("King")),
        ("addresses", "address_street2", Value::Null),
        ("phones", "phone_extension", json!("13")),
        ("emails", "email_type", json!("other")),
    ] {
        let mut expected = before[list].clone();
        let item = json!({"id": expected[0]["id"], field: value});
        expected[0][field] = value;
        let changed = account.put(&full, json!({list: [item]})).await.ok();
        assert_eq!(changed[list], expected);
        // A required field of an item cannot be cleared.
        let required = json!({"id": expected[0]["id"], "phone_number": null, "email_address": null});
        match list {
            "phones" => account
                .put(&full, json!({list: [required]}))
                .await
                .failed(422, "phones[0].phone_number is required"),
            "emails" => account
                .put(&full, json!({list: [required]}))
                .await
                .failed(422, "emails[0].email_address is required"),
            _ => {}
        }
    }
}

async fn an_id_of_another_contacts_item_is_refused(db: TestDb) {
    let api = Api::start(db).await;
    let (account, other) = (api.account().await, api.account().await);
    for (list, _, [a, b, _]) in lists() {
        let own = contact(&account, list, json!([a])).await;
        let sibling = contact(&account, list, json!([b])).await;
        let foreign = contact(&other, list, json!([b])).await;
        for id in [&sibling[list][0]["id"], &foreign[list][0]["id"], &json!(MISSING_ID)] {
            let mut item = a.clone();
            item["id"] = id.clone();
            let reply = put(&account, &own, list, json!([item])).await;
            reply.failed(422, &format!("{list}[0].id must be the id of an item of this contact's list"));
        }
        let mut twice = a.clone();
        twice["id"] = own[list][0]["id"].clone();
        let reply = put(&account, &own, list, json!([twice, {"id": twice["id"]}])).await;
        assert_eq!(reply.status, 422);
        assert!(reply.message().contains(&format!("{list}[1].id is given twice")), "{}", reply.message());
        for untouched in [&own, &sibling] {
            let read = account.get(&format!("/contacts/{}", untouched.id())).await.ok();
            assert_eq!(read.raw_data(), untouched.raw_data());
        }
        assert_eq!(
            other.get(&format!("/contacts/{}", foreign.id())).await.ok().raw_data(),
            foreign.raw_data()
        );
    }
}

async fn a_non_empty_list_has_exactly_one_primary(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    for (list, field, [a, b, c]) in lists() {
        let Some(primary) = ["address_primary", "phone_primary", "email_primary"]
            .into_iter()
            .find(|primary| primary[..4] == field[..4])
        else {
            continue;
        };
        let marked = |item: &Value, mark: Value| {
            let mut item = item.clone();
            item[primary] = mark;
            item
        };
        // If no item is marked, the first is primary. If one is marked, that one is.
        let created = contact(&account, list, json!([a, b])).await;
        assert_eq!(each(&created, list, primary), [1, 0], "{list}");
        let created = contact(&account, list, json!([marked(&a, json!(0)), marked(&b, json!(true))])).await;
        assert_eq!(each(&created, list, primary), [0, 1], "{list}");
        // The primary item stays primary, until another is marked or it is removed.
        let (first, second) = (&created[list][0]["id"], &created[list][1]["id"]);
        let kept = put(&account, &created, list, json!([c, {"id": first}, {"id": second}])).await.ok();
        assert_eq!(each(&kept, list, primary), [0, 1, 0], "{list}");
        for expected in [[1, 0], [0, 1]] {
            let moved = match expected {
                [1, _] => json!([{"id": first, primary: 1}, {"id": second}]),
                _ => json!([{"id": first}, {"id": second, primary: 1}]),
            };
            let moved = put(&account, &created, list, moved).await.ok();
            assert_eq!(each(&moved, list, primary), expected, "{list}");
        }
        let gone = put(&account, &created, list, json!([{"id": second}])).await.ok();
        assert_eq!(each(&gone, list, primary), [1], "{list}");
        let unmarked = put(&account, &created, list, json!([{"id": second, primary: 0}])).await.ok();
        assert_eq!(each(&unmarked, list, primary), [1], "the only one stays: {list}");

        let two = json!([marked(&a, json!(1)), marked(&b, json!(1))]);
        let reply = put(&account, &created, list, two).await;
        reply.failed(422, &format!("{list} must have only one primary"));
    }
}

async fn an_email_address_is_in_a_contact_once_ignoring_case(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let twice = json!([{"email_address": "ada@x.example"}, {"email_address": "b@x.example"}, {"email_address": "ADA@X.EXAMPLE"}]);
    let body = json!({"contact_status": "donor", "contact_lname": "Lovelace", "emails": twice});
    account.post("/contacts", body).await.failed(422, "emails[2].email_address is given twice");
    // Two contacts may share an address, and two items may swap their addresses.
    let addresses = json!([{"email_address": "ada@x.example"}, {"email_address": "b@x.example"}]);
    contact(&account, "emails", addresses.clone()).await;
    let created = contact(&account, "emails", addresses).await;
    let (first, second) = (&created["emails"][0]["id"], &created["emails"][1]["id"]);
    let swapped = json!([{"id": first, "email_address": "b@x.example"}, {"id": second, "email_address": "ada@x.example"}]);
    let changed = put(&account, &created, "emails", swapped).await.ok();
    assert_eq!(each(&changed, "emails", "email_address"), ["b@x.example", "ada@x.example"]);
    let second_like_first = json!([{"id": first}, {"id": second, "email_address": "B@x.example"}]);
    let reply = put(&account, &created, "emails", second_like_first).await;
    reply.failed(422, "emails[1].email_address is given twice");
}

async fn email_addresses_are_valid_and_their_domain_is_lower_case(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let created = contact(&account, "emails", json!([])).await;
    for (sent, read) in [
        ("Ada.Lovelace@Lovelace.EXAMPLE", "Ada.Lovelace@lovelace.example"),
        (" ada+notes@x.example ", "ada+notes@x.example"),
        ("ada@MÜNCHEN.example", "ada@münchen.example"),
        ("o'hara@x.example", "o'hara@x.example"),
    ] {
        let changed = put(&account, &created, "emails", json!([{"email_address": sent}])).await.ok();
        assert_eq!(changed["emails"][0]["email_address"], read);
    }
    let long = format!("ada@{}.example", "a".repeat(250));
    for bad in [
        "ada",
        "@x.example",
        "ada@",
        "a@b@c",
        "ada @x.example",
        "ada@x..example",
        "Ada <ada@x.example>",
        &long,
    ] {
        let reply = put(&account, &created, "emails", json!([{"email_address": bad}])).await;
        assert_eq!(reply.status, 422, "{bad}");
        assert!(reply.message().starts_with("emails[0].email_address must "), "{bad}: {}", reply.message());
    }
}

async fn a_picture_is_set_replaced_and_cleared(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let created = contact(&account, "profilePicture", Value::Null).await;
    assert_eq!(created["profilePicture"], Value::Null);
    let picture = |url: &str| json!({"picture_url": url});
    let (a, b) = ("https://x.example/a.jpg", "https://x.example/b.jpg");
    let set = put(&account, &created, "profilePicture", picture(a)).await.ok();
    assert_eq!(set["profilePicture"]["picture_url"], a);
    let replaced = put(&account, &created, "profilePicture", picture(b)).await.ok();
    assert_eq!(replaced["profilePicture"]["picture_url"], b);
    let absent = put(&account, &created, "contact_fname", json!("Ada")).await.ok();
    assert_eq!(absent["profilePicture"], replaced["profilePicture"]);
    for (bad, message) in [
        (picture("http://x.example/a.jpg"), "profilePicture.picture_url must be an https URL"),
        (json!({}), "profilePicture.picture_url is required"),
        (json!({"picture_url": null}), "profilePicture.picture_url is required"),
        (json!([]), "profilePicture must be an object"),
        (json!(a), "profilePicture must be an object"),
    ] {
        put(&account, &created, "profilePicture", bad).await.failed(422, message);
    }
    let cleared = put(&account, &created, "profilePicture", Value::Null).await.ok();
    assert_eq!(cleared["profilePicture"], Value::Null);
    put(&account, &created, "profilePicture", Value::Null).await.ok();
}

async fn fields_of_items_keep_their_rules(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let created = contact(&account, "emails", json!([])).await;
    // Default, every valid choice, and an invalid one.
    let choices: [(&str, &str, Value, &[&str]); 4] = [
        (
            "familyMembers",
            "family_relationship",
            json!({}),
            &["other", "spouse", "child", "parent", "sibling"],
        ),
        ("addresses", "address_type", json!({}), &["home", "work", "mailing", "seasonal", "other"]),
        ("phones", "phone_type", json!({"phone_number": "1"}), &["mobile", "home", "work", "fax", "other"]),
        ("emails", "email_type", json!({"email_address": "a@x.example"}), &["home", "work", "other"]),
    ];
    for (list, field, least, values) in choices {
        let default = put(&account, &created, list, json!([least])).await.ok();
        assert_eq!(default[list][0][field], values[0]);
        for value in values {
            let mut item = least.clone();
            item[field] = json!(value);
            assert_eq!(put(&account, &created, list, json!([item])).await.ok()[list][0][field], *value);
        }
        let mut item = least;
        item[field] = json!("moon");
        let reply = put(&account, &created, list, json!([item])).await;
        assert!(
            reply.message().starts_with(&format!("{list}[0].{field} must be one of ")),
            "{}",
            reply.message()
        );
    }
    for (list, field, max) in [
        ("familyMembers", "family_fname", 100),
        ("familyMembers", "family_lname", 100),
        ("addresses", "address_street", 150),
        ("addresses", "address_street2", 150),
        ("addresses", "address_city", 100),
        ("addresses", "address_state", 100),
        ("addresses", "address_postal_code", 20),
        ("phones", "phone_number", 50),
        ("phones", "phone_extension", 20),
    ] {
        let item = |length: usize| json!([{"phone_number": "1", field: "é".repeat(length)}]);
        let item =
            |length| if list == "phones" { item(length) } else { json!([{field: "é".repeat(length)}]) };
        put(&account, &created, list, item(max)).await.ok();
        let reply = put(&account, &created, list, item(max + 1)).await;
        reply.failed(422, &format!("{list}[0].{field} must not be longer than {max} characters"));
    }
    let country = put(&account, &created, "addresses", json!([{"address_country": "pt"}])).await.ok();
    assert_eq!(country["addresses"][0]["address_country"], "PT");
    let too_many = json!(vec![json!({}); 101]);
    for (list, items, message) in [
        (
            "addresses",
            json!([{"address_country": "UK"}]),
            "addresses[0].address_country must be an ISO 3166-1 alpha-2 country code such as PT",
        ),
        ("addresses", json!([{"address_primary": 2}]), "addresses[0].address_primary must be 0 or 1"),
        ("addresses", json!([{}, 7]), "addresses[1] must be an object"),
        ("addresses", json!([null]), "addresses[0] must not be empty"),
        ("addresses", json!({}), "addresses must be a list"),
        ("familyMembers", too_many, "familyMembers must not have more than 100 items"),
        (
            "familyMembers",
            json!([{"family_birthday": "1836-13-01"}]),
            "familyMembers[0].family_birthday must be a date, as YYYY-MM-DD or --MM-DD",
        ),
        ("phones", json!([{}]), "phones[0].phone_number is required"),
    ] {
        put(&account, &created, list, items).await.failed(422, message);
    }
}

async fn the_document_allows_the_email_addresses_that_are_stored(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let created = contact(&account, "emails", json!([{"email_address": "ü@example.org"}])).await;
    assert_eq!(created["emails"][0]["email_address"], "ü@example.org");
    // An address with letters beyond ASCII is no `email` of JSON Schema.
    let document = served(&api.http).await;
    for schema in ["Email", "EmailCreate", "EmailUpdate"] {
        let address = &document["components"]["schemas"][schema]["properties"]["email_address"];
        assert_eq!(resolve(&document, address)["format"], "idn-email", "{schema}: {address}");
    }
    assert!(!document.to_string().contains("\"format\":\"email\""));
}

async fn a_name_that_an_item_has_twice_is_named(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let path = format!("/contacts/{}", account.contact().await);
    let body = r#"{"emails": [{"email_address": "a@x.example", "email_address": "b@x.example", "x": 1, "x": 2}],
                   "profilePicture": {"picture_url": "https://x.example/", "picture_url": 7}}"#;
    let message = "profilePicture.picture_url is given twice; emails[0].email_address is given twice; \
                   emails[0].x is given twice";
    account.send("PUT", &path, body).await.failed(422, message);
}

async fn a_refused_item_changes_nothing_of_the_contact(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (path, _) = super::full_contact(&account).await;
    let before = api.state(&account).await;
    let body = json!({
        "contact_fname": "Augusta", "tags": ["new"], "phones": [], "addresses": [{"address_city": "Paris"}],
        "profilePicture": null, "familyMembers": null, "emails": [{"email_address": "ada"}],
    });
    account.put(&path, body).await.failed(422, "emails[0].email_address must be an email address");
    assert_eq!(api.state(&account).await, before);
}
