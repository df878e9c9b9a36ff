//! Gifts.

use chrono_tz::Tz;
use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;

use crate::support::fields::{accepts, but_updated_at, can_be_sent_back, refuses};
use crate::support::{Account, Api, MISSING_ID};

mod links;
mod splits;

both_databases!(
    spec_2_a_gift_has_its_contact_and_its_type_loaded,
    spec_4_rule_4_gifts_are_listed_newest_first,
    spec_4_rule_8_put_changes_only_the_fields_that_are_sent,
    spec_4_rule_9_create_requires_an_amount,
    spec_4_rule_9_every_field_round_trips,
    defaults_come_from_the_account,
    amounts_are_exact,
    amounts_that_a_currency_cannot_hold_are_refused,
    a_change_of_currency_keeps_the_amount_if_it_can,
    a_gift_is_dated_at_most_one_day_ahead,
    fields_of_a_gift_keep_their_rules,
    a_gifts_pledge_is_of_its_contact_and_currency,
    an_external_id_is_unique_in_the_account,
    a_received_gift_makes_a_donor_where_the_account_says_so,
);

async fn every_field(account: &Account) -> Value {
    let contact_id = account.contact().await;
    let pledge = json!({"contact_id": contact_id, "pledge_amount": 10, "pledge_currency": "EUR"});
    let (_, pledge_id) = account.record("pledges", pledge).await;
    json!({
        "contact_id": contact_id,
        "gift_amount": 12.5,
        "gift_date": "2026-06-01",
        "gift_currency": "EUR",
        "gift_type_id": account.gift_type("check").await,
        "pledge_id": pledge_id,
        "gift_status": "refunded",
        "gift_fund": "General",
        "gift_campaign": "Spring appeal",
        "gift_check_number": "1042",
        "gift_reference": "TX-77",
        "gift_memo": "In memory of Grace\nwith thanks",
        "gift_anonymous": 1,
        "gift_receipted_on": "2026-06-02",
        "gift_thanked_on": "2026-06-03",
        "gift_external_id": "crm-42",
        "gift_custom": {"table": 7},
        "gift_adjusts_id": account.record("gifts", json!({"gift_amount": 20, "gift_currency": "EUR"})).await.1,
        "gift_refunded_on": "2026-06-04",
        "gift_tribute_name": "Grace Hopper",
        "gift_tribute_type": "in_honor_of",
        "batch_id": account.record("batches", json!({"batch_name": "Box", "batch_currency": "EUR"})).await.1,
        "gift_soft_credits": [account.contact().await],
        "splits": [],
    })
}

async fn gift(account: &Account) -> String {
    account.record("gifts", json!({"gift_amount": 50})).await.0
}

async fn spec_2_a_gift_has_its_contact_and_its_type_loaded(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let body = json!({"contact_status": "donor", "contact_lname": "Lovelace", "emails": [{"email_address": "a@x.example"}]});
    let (path, contact_id) = account.record("contacts", body).await;
    let type_id = account.gift_type("card").await;
    let body = json!({"gift_amount": 5, "contact_id": contact_id, "gift_type_id": type_id});
    let gift = account.post("/gifts", body).await.created();
    // The gift shows the contact's own fields, without its lists.
    let mut contact = account.get(&path).await.ok().data().clone();
    for list in ["tags", "profilePicture", "familyMembers", "addresses", "phones", "emails"] {
        contact.as_object_mut().unwrap().remove(list).unwrap();
    }
    assert_eq!(gift["contact"], contact);
    assert_eq!(gift["giftType"], json!({"id": type_id, "gift_type_name": "card"}));
    let bare = account.post("/gifts", json!({"gift_amount": 5})).await.created();
    assert_eq!((&bare["contact"], &bare["giftType"]), (&Value::Null, &Value::Null));
    for created in [gift, bare] {
        let read = account.get(&format!("/gifts/{}", created.id())).await.ok();
        assert_eq!(read.raw_data(), created.raw_data());
    }
}

async fn spec_4_rule_4_gifts_are_listed_newest_first(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let contact_id = account.contact().await;
    let mut expected = Vec::new();
    for date in
        ["2026-06-01", "2026-06-14", "2025-12-31", "2026-06-14", "2026-06-16", "1999-01-01", "2026-06-14"]
    {
        let body = json!({"gift_amount": 5, "gift_date": date, "contact_id": contact_id});
        expected.push((date, account.record("gifts", body).await.1));
    }
    // By date, and by id on the same day, both descending.
    expected.sort_unstable();
    expected.reverse();
    let list = account.get("/gifts").await.ok();
    assert_eq!(list.json["type"], "gifts.index");
    let found =
        list.list().iter().map(|gift| (gift["gift_date"].as_str().unwrap(), gift["id"].as_i64().unwrap()));
    assert_eq!(found.collect::<Vec<_>>(), expected);
    for gift in list.list() {
        assert_eq!(gift["contact"]["id"], contact_id);
        assert_eq!(account.get(&format!("/gifts/{}", gift["id"])).await.ok().data(), gift);
    }
}

async fn spec_4_rule_8_put_changes_only_the_fields_that_are_sent(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let body = every_field(&account).await;
    let (path, _) = account.record("gifts", body).await;
    let mut expected = account.get(&path).await.ok().data().clone();
    for (field, value) in
        [("gift_amount", json!(99.75)), ("gift_memo", Value::Null), ("gift_anonymous", json!(0))]
    {
        expected[field] = value.clone();
        let changed = account.put(&path, json!({field: value})).await.ok();
        assert_eq!(but_updated_at(changed.data()), but_updated_at(&expected), "{field}");
    }
    assert_eq!(but_updated_at(account.get(&path).await.ok().data()), but_updated_at(&expected));
}

async fn spec_4_rule_9_create_requires_an_amount(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    for body in [json!({}), json!({"gift_amount": null}), json!({"gift_amount": ""})] {
        account.post("/gifts", body).await.failed(422, "gift_amount is required");
    }
    let path = gift(&account).await;
    account.put(&path, json!({"gift_amount": null})).await.failed(422, "gift_amount is required");
    account.put(&path, json!({})).await.ok();
}

async fn spec_4_rule_9_every_field_round_trips(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let sent = every_field(&account).await;
    let created = account.post("/gifts", sent.clone()).await.created();
    assert_eq!(created.json["type"], "gifts.create");
    assert_eq!(created.header("ignored-fields"), None);
    let path = format!("/gifts/{}", created.id());
    assert_eq!(created.header("location"), Some(format!("/api/v1{path}").as_str()));
    let read = account.get(&path).await.ok();
    assert_eq!(read.json["type"], "gifts.read");
    assert_eq!(read.raw_data(), created.raw_data());
    for (field, value) in sent.as_object().unwrap() {
        assert_eq!(read[field], *value, "{field}");
    }
    assert_eq!(read.raw("gift_amount"), "12.50");
    assert_eq!(
        (&read["created_at"], &read["updated_at"]),
        (&json!("2026-06-15T12:00:00.000Z"), &read["created_at"])
    );
    let added = ["id", "created_at", "updated_at", "contact", "giftType"];
    let expected = sent.as_object().unwrap().len() + added.len();
    assert_eq!(read.data().as_object().unwrap().len(), expected, "{}", read.text);
    assert!(!read.text.contains("account_id"));

    api.turn_to("2026-06-15T12:30:00Z");
    can_be_sent_back(&account, &path).await;
    assert_eq!(account.get(&path).await.ok()["updated_at"], "2026-06-15T12:30:00.000Z");
    can_be_sent_back(&account, &gift(&account).await).await;
}

async fn defaults_come_from_the_account(db: TestDb) {
    let api = Api::start(db).await;
    // Noon in UTC is already the next day in Auckland. In Honolulu, 09:59 in UTC is still the day before.
    for (currency, timezone, moment, today, amount) in [
        ("USD", Tz::UTC, "2026-06-15T12:00:00Z", "2026-06-15", "5.00"),
        ("JPY", Tz::Pacific__Auckland, "2026-06-15T12:00:00Z", "2026-06-16", "5"),
        ("BHD", Tz::Pacific__Honolulu, "2026-06-15T09:59:00Z", "2026-06-14", "5.000"),
    ] {
        api.turn_to(moment);
        let account = api.account_in(currency, timezone).await;
        let gift = account.post("/gifts", json!({"gift_amount": 5})).await.created();
        assert_eq!(gift["gift_date"], today);
        assert_eq!(gift["gift_currency"], currency);
        assert_eq!(gift.raw("gift_amount"), amount);
        assert_eq!((&gift["gift_status"], &gift["gift_anonymous"]), (&json!("received"), &json!(0)));
        for field in [
            "contact_id",
            "gift_type_id",
            "pledge_id",
            "gift_fund",
            "gift_campaign",
            "gift_check_number",
            "gift_reference",
            "gift_memo",
            "gift_receipted_on",
            "gift_thanked_on",
            "gift_external_id",
            "gift_custom",
        ] {
            assert_eq!(gift.data().get(field), Some(&Value::Null), "{field}");
        }
        // A field with a default gets it again when it is cleared.
        let path = format!("/gifts/{}", gift.id());
        account
            .put(&path, json!({"gift_date": "2020-01-01", "gift_currency": "XAF", "gift_status": "void"}))
            .await
            .ok();
        let nulls = json!({"gift_date": null, "gift_currency": null, "gift_status": null});
        let cleared = account.put(&path, nulls).await.ok();
        assert_eq!(but_updated_at(cleared.data()), but_updated_at(gift.data()));
    }
}

async fn amounts_are_exact(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let path = gift(&account).await;
    for (currency, sent, read) in [
        ("USD", "50", "50.00"),
        ("USD", "50.00", "50.00"),
        ("USD", "\"50.00\"", "50.00"),
        ("USD", "\" 7.5 \"", "7.50"),
        ("USD", "0.1", "0.10"),
        ("USD", "1e2", "100.00"),
        ("USD", "1.5E+1", "15.00"),
        ("USD", "1e-2", "0.01"),
        ("USD", "-12.34", "-12.34"),
        ("USD", "-0.01", "-0.01"),
        ("USD", "9007199254740.99", ""),
        ("USD", "9999999999.99", "9999999999.99"),
        ("USD", "10000000000", "10000000000.00"),
        ("USD", "-10000000000.00", "-10000000000.00"),
        ("JPY", "500", "500"),
        ("JPY", "1000000000000", "1000000000000"),
        ("BHD", "1.234", "1.234"),
        ("BHD", "1", "1.000"),
    ] {
        let body = format!("{{\"gift_amount\":{sent},\"gift_currency\":\"{currency}\"}}");
        let changed = account.send("PUT", &path, body).await;
        if read.is_empty() {
            assert_eq!(changed.status, 422, "{sent}");
            continue;
        }
        assert_eq!(changed.ok().raw("gift_amount"), read, "{sent}");
        assert_eq!(account.get(&path).await.ok().raw("gift_amount"), read, "{sent}");
    }
    // With floats, this sum would be 0.30000000000000004.
    for sent in ["0.1", "0.2"] {
        account
            .send("POST", "/gifts", format!("{{\"gift_amount\":{sent},\"gift_currency\":\"CHF\"}}"))
            .await
            .created();
    }
    let summary = account.get("/giving-summary?currency=CHF").await.ok();
    assert!(summary.text.contains(r#""given":{"total":0.30,"#), "{}", summary.text);
}

async fn amounts_that_a_currency_cannot_hold_are_refused(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let path = gift(&account).await;
    let number = "gift_amount must be a number such as 50.00";
    for (currency, sent, message) in [
        ("USD", "0", "gift_amount must not be 0"),
        ("USD", "-0.00", "gift_amount must not be 0"),
        ("USD", "\"0\"", "gift_amount must not be 0"),
        ("USD", "0e99", "gift_amount must not be 0"),
        ("USD", "0.001", "gift_amount has more than the 2 decimals of USD"),
        ("USD", "1e-99", "gift_amount has more than the 2 decimals of USD"),
        ("JPY", "0.5", "gift_amount has more than the 0 decimals of JPY"),
        ("ZZZ", "0.005", "gift_currency must be an ISO 4217 currency code such as USD"),
        ("BHD", "1.2345", "gift_amount has more than the 3 decimals of BHD"),
        ("USD", "10000000000.01", "gift_amount must lie within ±10000000000.00 USD"),
        ("JPY", "1000000000001", "gift_amount must lie within ±1000000000000 JPY"),
        ("USD", "-1e11", "gift_amount must lie within ±10000000000.00 USD"),
        ("USD", "1e999", "gift_amount is too large"),
        ("USD", "99999999999999999999999999", "gift_amount is too large"),
        ("USD", "\"NaN\"", number),
        ("USD", "\"Infinity\"", number),
        ("USD", "\"1,000\"", number),
        ("USD", "\"$5\"", number),
        ("USD", "\"+5\"", number),
        ("USD", "\"0x10\"", number),
        ("USD", "true", number),
        ("USD", "[50]", number),
        ("USD", "{}", number),
    ] {
        let body = format!("{{\"gift_amount\":{sent},\"gift_currency\":\"{currency}\"}}");
        account.send("PUT", &path, body.clone()).await.failed(422, message);
        account.send("POST", "/gifts", body).await.failed(422, message);
    }
    for no_json in ["NaN", "Infinity", "+5", "05", ".5", "5.", "0x10"] {
        let reply = account.send("POST", "/gifts", format!("{{\"gift_amount\":{no_json}}}")).await;
        assert_eq!(reply.status, 400, "{no_json}: {}", reply.text);
    }
}

async fn a_change_of_currency_keeps_the_amount_if_it_can(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let path = gift(&account).await;
    for (currency, amount) in [("JPY", "50"), ("BHD", "50.000"), ("EUR", "50.00")] {
        let changed = account.put(&path, json!({"gift_currency": currency})).await.ok();
        assert_eq!(
            (changed.raw("gift_amount"), &changed["gift_currency"]),
            (amount.to_owned(), &json!(currency))
        );
    }
    account.put(&path, json!({"gift_amount": 12.34})).await.ok();
    let refused = account.put(&path, json!({"gift_currency": "JPY"})).await;
    refused.failed(422, "gift_amount has more than the 0 decimals of JPY");
    assert_eq!(account.put(&path, json!({"gift_currency": "usd"})).await.ok()["gift_currency"], "USD");
}

async fn a_gift_is_dated_at_most_one_day_ahead(db: TestDb) {
    let api = Api::start(db).await;
    let ahead = "must not lie more than one day ahead";
    for (timezone, tomorrow, day_after) in [
        (Tz::UTC, "2026-06-16", "2026-06-17"),
        (Tz::Pacific__Auckland, "2026-06-17", "2026-06-18"),
        (Tz::America__New_York, "2026-06-16", "2026-06-17"),
    ] {
        let account = api.account_in("USD", timezone).await;
        let path = gift(&account).await;
        for date in [tomorrow, "2026-06-15", "1900-02-28", "1900-01-01"] {
            accepts(&account, &path, &[("gift_date", json!(date), json!(date))]).await;
        }
        let cases = [("gift_date", json!(day_after), ahead), ("gift_date", json!("9999-12-31"), ahead)];
        refuses(&account, &path, &cases).await;
        // The same day is allowed a day later.
        api.turn_to("2026-06-16T12:00:00Z");
        accepts(&account, &path, &[("gift_date", json!(day_after), json!(day_after))]).await;
        api.turn_to("2026-06-15T12:00:00Z");
    }
}

async fn fields_of_a_gift_keep_their_rules(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let path = gift(&account).await;
    for status in ["pending", "received", "refunded", "void"] {
        accepts(&account, &path, &[("gift_status", json!(status), json!(status))]).await;
    }
    for (field, max) in [
        ("gift_fund", 100),
        ("gift_campaign", 100),
        ("gift_check_number", 50),
        ("gift_reference", 50),
        ("gift_memo", 4000),
        ("gift_external_id", 100),
        ("gift_tribute_name", 200),
    ] {
        let longest = json!("é".repeat(max));
        let cases = [(field, longest.clone(), longest), (field, json!(" "), Value::Null)];
        accepts(&account, &path, &cases).await;
        let rule = format!("must not be longer than {max} characters");
        refuses(&account, &path, &[(field, json!("é".repeat(max + 1)), &rule)]).await;
    }
    let date = "must be a date, as YYYY-MM-DD";
    let currency = "must be an ISO 4217 currency code such as USD";
    let mut cases = vec![
        ("gift_status", json!("paid"), "must be one of pending, received, refunded, void"),
        ("gift_currency", json!("US"), currency),
        ("gift_currency", json!("ABC"), currency),
        ("gift_currency", json!("$"), currency),
        ("gift_anonymous", json!("yes"), "must be 0 or 1"),
        ("gift_custom", json!([1]), "must be a JSON object"),
        ("contact_id", json!(MISSING_ID), "must be the id of a contact of this account"),
        ("gift_type_id", json!(MISSING_ID), "must be the id of a gift type of this account"),
        ("pledge_id", json!(MISSING_ID), "must be the id of a pledge of this account"),
        ("contact_id", json!("1"), "must be the id of a record"),
        ("pledge_id", json!(0), "must be the id of a record"),
    ];
    for field in ["gift_date", "gift_receipted_on", "gift_thanked_on"] {
        for bad in [
            "2026-02-29",
            "2026-6-1",
            "01/06/2026",
            "2026-06-01T00:00:00Z",
            "20260601",
            "-2026-06-01",
            "0000-01-01",
            "junk",
        ] {
            cases.push((field, json!(bad), date));
        }
        cases.push((field, json!(20_260_601), "must be a string"));
    }
    refuses(&account, &path, &cases).await;
}

async fn a_gifts_pledge_is_of_its_contact_and_currency(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (giver, other) = (account.contact().await, account.contact().await);
    let pledge = json!({"contact_id": giver, "pledge_amount": 10});
    let (pledge_path, pledge_id) = account.record("pledges", pledge).await;
    let rule = "pledge_id must be a pledge of the gift's contact and currency";
    for body in [
        json!({"gift_amount": 5, "pledge_id": pledge_id}),
        json!({"gift_amount": 5, "pledge_id": pledge_id, "contact_id": other}),
        json!({"gift_amount": 5, "pledge_id": pledge_id, "contact_id": giver, "gift_currency": "EUR"}),
    ] {
        account.post("/gifts", body).await.failed(422, rule);
    }
    let body = json!({"gift_amount": 5, "pledge_id": pledge_id, "contact_id": giver});
    let (gift_path, _) = account.record("gifts", body).await;
    // The rule applies to the gift as it would be after the change, and to changes of the pledge too.
    account.put(&gift_path, json!({"contact_id": other})).await.failed(422, rule);
    account.put(&gift_path, json!({"contact_id": null})).await.failed(422, rule);
    account.put(&gift_path, json!({"gift_currency": "EUR"})).await.failed(422, rule);
    let both = json!({"contact_id": other, "pledge_currency": "EUR", "pledge_amount": 20});
    account.put(&pledge_path, both).await.failed(
        422,
        "contact_id must not change while gifts are linked to the pledge, but a merge of both contacts moves them all; \
         pledge_currency must not change while gifts are linked to the pledge",
    );
    account.put(&gift_path, json!({"contact_id": other, "pledge_id": null})).await.ok();
    account.put(&pledge_path, json!({"contact_id": other, "pledge_currency": "EUR"})).await.ok();
}

async fn an_external_id_is_unique_in_the_account(db: TestDb) {
    let api = Api::start(db).await;
    let (account, other) = (api.account().await, api.account().await);
    let body = json!({"gift_amount": 5, "gift_external_id": "crm-1"});
    account.post("/gifts", body.clone()).await.created();
    account.post("/gifts", body.clone()).await.failed(409, "gift_external_id is taken");
    let taken = json!({"gift_external_id": "crm-1"});
    account.put(&gift(&account).await, taken).await.failed(409, "gift_external_id is taken");
    other.post("/gifts", body).await.created();
}

async fn a_received_gift_makes_a_donor_where_the_account_says_so(db: TestDb) {
    let api = Api::start(db).await;
    let (account, other) = (api.account().await, api.account().await);
    let follows = "UPDATE accounts SET status_follows_gifts = TRUE WHERE id = $1";
    api.execute(follows, vec![account.id.into()]).await;
    let contact = async |account: &Account, status: &str| {
        let body = json!({"contact_status": status, "contact_lname": status});
        account.record("contacts", body).await
    };
    let status = async |account: &Account, path: &str| account.get(path).await.ok()["contact_status"].clone();
    let names = async |account: &Account, from: usize| {
        let mut names: Vec<_> = api.events(account).await.drain(from..).map(|event| event.name).collect();
        names.sort_unstable();
        names
    };
    for (before, after) in [
        ("contact", "donor"),
        ("prospect", "donor"),
        ("lapsed_donor", "donor"),
        ("donor", "donor"),
        ("archive", "archive"),
    ] {
        let (path, id) = contact(&account, before).await;
        let events = api.events(&account).await.len();
        let gift = account.post("/gifts", json!({"gift_amount": 5, "contact_id": id})).await.created();
        assert_eq!(gift["contact"]["contact_status"], after, "{before}");
        assert_eq!(status(&account, &path).await, after);
        let expected: &[&str] =
            if before == after { &["gifts.create"] } else { &["contacts.update", "gifts.create"] };
        assert_eq!(names(&account, events).await, expected, "{before}");
    }
    let (path, id) = contact(&account, "prospect").await;
    // A gift of long ago is a record of the past.
    account.record("gifts", json!({"gift_amount": 5, "contact_id": id, "gift_date": "2025-06-15"})).await;
    assert_eq!(status(&account, &path).await, "prospect");
    // What is not received, or takes something back, makes no donor.
    let pending = json!({"gift_amount": 5, "contact_id": id, "gift_status": "pending"});
    let (gift, _) = account.record("gifts", pending).await;
    account.record("gifts", json!({"gift_amount": -5, "contact_id": id})).await;
    assert_eq!(status(&account, &path).await, "prospect");
    account.put(&gift, json!({"gift_status": "received"})).await.ok();
    assert_eq!(status(&account, &path).await, "donor");
    // A status that somebody sets holds until the next gift.
    account.put(&path, json!({"contact_status": "lapsed_donor"})).await.ok();
    account.put(&gift, json!({"gift_thanked_on": "2026-06-15"})).await.ok();
    assert_eq!(status(&account, &path).await, "lapsed_donor");
    account.record("gifts", json!({"gift_amount": 5, "contact_id": id})).await;
    assert_eq!(status(&account, &path).await, "donor");
    // An import, with several gifts of one contact.
    let (path, id) = contact(&account, "prospect").await;
    let events = api.events(&account).await.len();
    let done = api.imported(&account, "gifts", &format!("gift_amount,contact_id\n5,{id}\n6,{id}\n")).await;
    assert_eq!(done["created_count"], 2, "{}", done.text);
    assert_eq!(status(&account, &path).await, "donor");
    assert_eq!(names(&account, events).await, ["contacts.update", "gifts.create", "gifts.create"]);
    // A gift that finds its contact by what another system knows.
    let found = json!({"gift_amount": 5, "contact_match": {"email": "new@x.example",
        "contact": {"contact_status": "prospect", "contact_lname": "New"}}});
    let gift = account.post("/gifts", found).await.created();
    assert_eq!(gift["contact"]["contact_status"], "donor");
    let (path, id) = contact(&other, "prospect").await;
    other.record("gifts", json!({"gift_amount": 5, "contact_id": id})).await;
    assert_eq!(status(&other, &path).await, "prospect", "the account does not say so");
}
