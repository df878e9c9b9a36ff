//! Households: their members, letters, and what counts by household.

use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;

use crate::erasure::report;
use crate::support::fields::{but_updated_at, can_be_sent_back, refuses};
use crate::support::{Account, Api, MISSING_ID};

mod counting;
mod pages;

both_databases!(
    every_field_round_trips,
    defaults_of_a_household_with_the_least_fields,
    put_changes_only_the_fields_that_are_sent,
    a_member_is_a_person_of_one_household,
    members_change_with_events_of_the_contacts,
    a_list_that_was_read_is_another_one_after_a_change,
    letters_address_the_living_adults,
    a_file_brings_households_and_their_members,
    a_merge_passes_the_place_on,
    an_erased_contact_leaves_and_the_names_go,
);

/// Makes a person.
async fn person(account: &Account, first: &str, last: &str) -> i64 {
    let body = json!({"contact_status": "donor", "contact_fname": first, "contact_lname": last});
    account.record("contacts", body).await.1
}

/// Makes a couple in a joint household. Returns the path of that and both contacts.
async fn couple(account: &Account) -> (String, i64, i64) {
    let (ada, william) = (person(account, "Ada", "King").await, person(account, "William", "King").await);
    let members = json!([
        {"contact_id": william, "member_role": "partner"},
        {"contact_id": ada, "member_role": "head"},
    ]);
    let body = json!({"household_name": "Ada and William King", "members": members});
    (account.record("households", body).await.0, ada, william)
}

async fn every_field(account: &Account) -> Value {
    let ada = person(account, "Ada", "King").await;
    json!({
        "household_name": "The Kings",
        "household_salutation": "Dear Kings",
        "household_envelope_name": "The King family",
        "household_joint": 0,
        "household_external_id": "crm-h-3",
        "members": [{"contact_id": ada, "contact_external_id": null, "member_role": "head"}],
    })
}

async fn every_field_round_trips(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let sent = every_field(&account).await;
    let created = account.post("/households", sent.clone()).await.created();
    assert_eq!(
        (&created.json["type"], created.header("ignored-fields")),
        (&json!("households.create"), None)
    );
    let path = format!("/households/{}", created.id());
    let read = account.get(&path).await.ok();
    for (field, value) in sent.as_object().unwrap() {
        assert_eq!(&read[field.as_str()], value, "{field}");
    }
    assert_eq!(read["addressed_salutation"], "Dear Kings");
    can_be_sent_back(&account, &path).await;
    let put = account.put("/households/by-external-id/crm-h-3", json!({"household_joint": 1})).await.ok();
    assert_eq!((put.id(), &put["household_joint"]), (created.id(), &json!(1)));
    let since = account.get("/households?updated_since=2026-01-01T00:00:00Z").await.ok();
    assert_eq!(since.header("ignored-parameters"), Some("\"updated_since\""), "there is no log to look in");
}

async fn defaults_of_a_household_with_the_least_fields(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let household = account.post("/households", json!({"household_name": "King"})).await.created();
    for (field, value) in [
        ("household_salutation", Value::Null),
        ("household_joint", json!(1)),
        ("members", json!([])),
        ("addressed_salutation", Value::Null),
    ] {
        assert_eq!(household[field], value, "{field}");
    }
    assert_eq!(api.events(&account).await.len(), 0, "households have no events");
}

async fn put_changes_only_the_fields_that_are_sent(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (path, _) = account.record("households", every_field(&account).await).await;
    let mut expected = account.get(&path).await.ok().data().clone();
    for (field, value) in [("household_name", json!("Kings")), ("household_external_id", Value::Null)] {
        expected[field] = value.clone();
        let changed = account.put(&path, json!({field: value})).await.ok();
        assert_eq!(but_updated_at(changed.data()), but_updated_at(&expected), "{field}");
    }
    refuses(&account, &path, &[("household_name", json!(""), "is required")]).await;
}

async fn a_member_is_a_person_of_one_household(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (kings, ada, _) = couple(&account).await;
    let id = account.get(&kings).await.ok().id();
    let org = json!({"contact_status": "donor", "contact_lname": "Bank", "contact_is_org": 1});
    let org = account.record("contacts", org).await.1;
    let mary = person(&account, "Mary", "Smith").await;
    let other = api.account().await.contact().await;
    let (smiths, _) = account.record("households", json!({"household_name": "Smith"})).await;
    let taken = format!("must be of no other household: take it out of household {id} first");
    for (members, field, rule) in [
        (json!([{"contact_id": ada}]), "members[0].contact_id", &*taken),
        (json!([{"contact_id": org}]), "members[0].contact_id", "must be a person"),
        (json!([{"contact_id": mary}, {"contact_id": mary}]), "members[1].contact_id", "is given twice"),
        (json!([{"member_role": "head"}]), "members[0].contact_id", "is required"),
        (
            json!([{"contact_id": MISSING_ID}]),
            "members[0].contact_id",
            "must be the id of a contact of this account",
        ),
        (
            json!([{"contact_id": other}]),
            "members[0].contact_id",
            "must be the id of a contact of this account",
        ),
        (
            json!([{"contact_external_id": "crm-9"}]),
            "members[0].contact_external_id",
            "must be the external id of a contact of this account",
        ),
    ] {
        let refused = account.put(&smiths, json!({"members": members})).await;
        assert_eq!((refused.status, refused.message()), (422, &*format!("{field} {rule}")), "{members}");
    }
    let heads =
        json!([{"contact_id": mary, "member_role": "head"}, {"contact_id": ada, "member_role": "head"}]);
    account
        .put(&kings, json!({"members": heads}))
        .await
        .failed(422, "members must not have more than one head");
    let many: Vec<_> = (1..=51).map(|id| json!({"contact_id": id})).collect();
    account
        .put(&smiths, json!({"members": many}))
        .await
        .failed(422, "members must not have more than 50 members");
    assert_eq!(account.get(&smiths).await.ok()["members"], json!([]));
}

async fn members_change_with_events_of_the_contacts(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (path, ada, william) = couple(&account).await;
    let household = account.get(&path).await.ok();
    let roles: Vec<_> =
        household["members"].as_array().unwrap().iter().map(|one| &one["member_role"]).collect();
    assert_eq!(roles, ["head", "partner"], "the head comes first");
    let place = |role: &str| json!({"household_id": household.id(), "member_role": role});
    let of = async |id: i64| account.get(&format!("/contacts/{id}")).await.ok()["household"].clone();
    assert_eq!((of(ada).await, of(william).await), (place("head"), place("partner")));
    assert_eq!(account.get(&format!("/households?contact_id={ada}")).await.ok().list().len(), 1);
    assert_eq!(account.get(&format!("/contacts?household={}", household.id())).await.ok().list().len(), 2);

    let before = api.events(&account).await.len();
    let child = person(&account, "Byron", "King").await;
    let members = json!([
        {"contact_id": ada, "member_role": "head"},
        {"contact_id": child, "member_role": "child"},
    ]);
    account.put(&path, json!({"members": members})).await.ok();
    assert_eq!(of(william).await, Value::Null);
    let events = api.events(&account).await;
    let bodies: Vec<Value> =
        events[before + 1..].iter().map(|event| serde_json::from_str(&event.body).unwrap()).collect();
    let mut told: Vec<_> =
        bodies.iter().map(|event| (event["data"]["id"].as_i64().unwrap(), event)).collect();
    told.sort_by_key(|(id, _)| *id);
    assert_eq!(
        told.iter().map(|(id, _)| *id).collect::<Vec<_>>(),
        [william, child],
        "who stays has no event"
    );
    for (event, before, after) in
        [(told[0].1, place("partner"), Value::Null), (told[1].1, Value::Null, place("child"))]
    {
        assert_eq!((&event["type"], &event["changed"]), (&json!("contacts.update"), &json!(["household"])));
        assert_eq!((&event["previous"]["household"], &event["data"]["household"]), (&before, &after));
    }
    let org = json!({"contact_is_org": 1});
    let rule = "contact_is_org must stay 0 while the contact is a member of a household";
    account.put(&format!("/contacts/{ada}"), org).await.failed(422, rule);
    // The same members again are no change.
    let before = api.events(&account).await.len();
    account.put(&path, json!({"members": members})).await.ok();
    assert_eq!(api.events(&account).await.len(), before);
}

async fn a_list_that_was_read_is_another_one_after_a_change(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (path, _) = account.record("households", json!({"household_name": "King"})).await;
    let read = account.get("/households").await.ok();
    let etag = read.header("etag").unwrap().to_owned();
    let again =
        async || account.request("GET", "/households").header("if-none-match", &etag).send().await.unwrap();
    assert_eq!(again().await.status(), 304);
    account.put(&path, json!({"household_name": "Kings"})).await.ok();
    assert_eq!(again().await.status(), 200);
}

async fn letters_address_the_living_adults(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (path, ada, william) = couple(&account).await;
    let addressed = async || {
        let household = account.get(&path).await.ok();
        ["addressed_salutation", "addressed_envelope_name"]
            .map(|name| household[name].as_str().unwrap().to_owned())
    };
    assert_eq!(addressed().await, ["Dear Ada and William", "Ada and William King"]);
    let file =
        account.request("GET", "/contacts?by=household&for=excel").header("accept", "text/csv").send().await;
    let file = file.unwrap().text().await.unwrap();
    assert!(file.contains("Dear Ada and William") && !file.contains("\nWilliam"), "{file}");
    assert_eq!(file.lines().count(), 2, "one row for both: {file}");
    account.put(&format!("/contacts/{ada}"), json!({"contact_deceased_on": "2026-06-01"})).await.ok();
    assert_eq!(addressed().await, ["Dear William", "William King"]);
    let listed = async |query: &str| -> Vec<Value> {
        let list = account.get(&format!("/contacts?by=household{query}")).await.ok();
        list.list().iter().map(|contact| contact["id"].clone()).collect()
    };
    assert_eq!(listed("").await, [william], "who lives stands for all");
    assert_eq!(listed("&deceased=1").await, [ada], "of those who fulfil the other filters");
    let own = json!({"household_salutation": "Dear William, and in memory of Ada"});
    account.put(&path, own).await.ok();
    assert_eq!(addressed().await[0], "Dear William, and in memory of Ada");
}

async fn a_file_brings_households_and_their_members(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let people = "contact_status,contact_fname,contact_lname,contact_external_id\n\
                  donor,Ada,King,a\ndonor,William,King,w\ndonor,Mary,Smith,m\n";
    api.imported(&account, "contacts", people).await;
    let households = "household_external_id,household_name,member_external_ids,member_roles\n\
                      k,The Kings,a;w,head;partner\ns,Smith,m,\nx,Nobody,z,head\n";
    let import = api.imported(&account, "households", households).await;
    assert_eq!(
        (&import["created_count"], &import["failed_count"]),
        (&json!(2), &json!(1)),
        "{}",
        import.text
    );
    let read = account.get("/households").await.ok();
    let members: Vec<_> = read.list().iter().map(|one| one["members"].as_array().unwrap().len()).collect();
    assert_eq!(members, [2, 1]);
    let file = account.request("GET", "/households").header("accept", "text/csv").send().await.unwrap();
    let file = file.text().await.unwrap();
    assert!(file.contains("a;w") && file.contains("head;partner"), "{file}");
    // A contact can be in no household of a later row.
    let twice = "household_name,member_external_ids\nOne,n\nTwo,n\n";
    let people = "contact_status,contact_lname,contact_external_id\ndonor,Noor,n\n";
    api.imported(&account, "contacts", people).await;
    let import = api.imported(&account, "households", twice).await;
    assert_eq!(
        (&import["created_count"], &import["failed_count"]),
        (&json!(1), &json!(1)),
        "{}",
        import.text
    );
    account.put("/households/3", json!({"members": []})).await.ok();
    // The file comes back without a change.
    let before = api.events(&account).await.len();
    let import = api.imported(&account, "households", &file).await;
    assert_eq!(import["updated_count"], 2, "{}", import.text);
    assert_eq!(api.events(&account).await.len(), before);
}

async fn a_merge_passes_the_place_on(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (path, ada, william) = couple(&account).await;
    let twin = person(&account, "Ada", "Lovelace").await;
    let merge = async |into: i64, from: i64, dry_run: i64| {
        let body = json!({"from_id": from, "dry_run": dry_run});
        account.post(&format!("/contacts/{into}/merge"), body).await.ok()
    };
    assert_eq!(merge(twin, ada, 1).await["moved"]["households"], 1);
    let merged = merge(twin, ada, 0).await;
    let id = account.get(&path).await.ok().id();
    assert_eq!(merged["contact"]["household"], json!({"household_id": id, "member_role": "head"}));
    assert_eq!(account.get(&format!("/contacts/{ada}")).await.ok()["household"], Value::Null);
    // Who has a place keeps it.
    assert_eq!(merge(twin, william, 0).await["moved"]["households"], 0);
    let members = account.get(&path).await.ok()["members"].clone();
    assert_eq!(members.as_array().unwrap().len(), 1);
    assert_eq!((&members[0]["contact_id"], &members[0]["member_role"]), (&json!(twin), &json!("head")));
}

async fn an_erased_contact_leaves_and_the_names_go(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (path, ada, william) = couple(&account).await;
    account.put(&path, json!({"household_salutation": "Dear Ada"})).await.ok();
    let would = report(&api, &account, ada, true).await.erased;
    let members = account.get(&path).await.ok()["members"].as_array().unwrap().len();
    assert_eq!((would.households, members), (1, 2), "a dry run changes nothing");
    assert_eq!(report(&api, &account, ada, false).await.erased.households, 1);
    let left = account.get(&path).await.ok();
    assert!(!left.text.contains("Ada"), "{}", left.text);
    assert_eq!(left["household_name"], "Household");
    assert_eq!(left["members"].as_array().unwrap().len(), 1);
    assert_eq!(account.get(&format!("/contacts/{ada}")).await.ok()["household"], Value::Null);
    report(&api, &account, william, false).await;
    assert_eq!(account.get(&path).await.status, 404, "nobody is left");
}
