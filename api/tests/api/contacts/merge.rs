//! Merges: the records of one contact move to another one.

use reqwest::header::CONTENT_TYPE;
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;

use crate::support::{Account, Api, MISSING_ID, Reply};
use crate::web::browser::browser_of;

both_databases!(
    everything_moves_with_its_events_and_the_other_is_archived,
    what_conflicts_stays_where_it_is_and_is_named,
    a_dry_run_shows_the_same_and_writes_nothing,
    a_dry_run_waits_for_no_writer,
    a_dry_run_tells_what_a_contact_cannot_have,
    people_and_organisations_move_along,
    the_hidden_organisation_is_taken_over_or_stays,
    what_is_not_taken_over_stays_with_the_archived,
    contacts_with_many_names_in_their_own_data_are_merged,
    only_two_contacts_of_one_kind_and_account_can_be_merged,
    a_merge_is_carried_out_once_and_only_on_what_the_caller_has_seen,
    soft_credits_move_and_nobody_is_credited_with_an_own_gift,
    more_than_a_merge_moves_is_refused,
    many_records_move_in_one_merge,
);

pub(super) async fn contact(account: &Account, name: &str, mut more: Value) -> i64 {
    let members = more.as_object_mut().unwrap();
    members.insert("contact_lname".to_owned(), name.into());
    members.entry("contact_status").or_insert("donor".into());
    account.record("contacts", more).await.1
}

async fn merge(account: &Account, into: i64, from: i64) -> Reply {
    account.post(&format!("/contacts/{into}/merge"), json!({"from_id": from})).await
}

async fn everything_moves_with_its_events_and_the_other_is_archived(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let into = json!({"tags": ["board"], "emails": [{"email_address": "ada@x.example"}]});
    let into = contact(&account, "Lovelace", into).await;
    let from = json!({
        "contact_fname": "Ada", "contact_external_id": "crm-9", "contact_do_not_call": 1, "contact_custom": {"a": 1.5},
        "tags": ["Board", "press"], "emails": [{"email_address": "Ada@x.example"}, {"email_address": "a@y.example"}],
        "phones": [{"phone_number": "1"}, {"phone_number": "2", "phone_primary": 1}],
        "profilePicture": {"picture_url": "https://x.example/a.jpg"}, "familyMembers": [{"family_fname": "Byron"}],
    });
    let from = contact(&account, "Lovelace", from).await;
    let pledge = json!({"contact_id": from, "pledge_amount": 5, "pledge_start_date": "2026-01-01"});
    let (pledge_path, pledge) = account.record("pledges", pledge).await;
    let gift = json!({"contact_id": from, "gift_amount": 5, "pledge_id": pledge, "gift_date": "2026-01-01"});
    let (gift_path, _) = account.record("gifts", gift).await;
    let (task_path, _) = account.record("tasks", json!({"contact_id": from, "task_subject": "Call"})).await;
    let before = api.events(&account).await.len();
    // An api keeps the gifts in memory, and must see that they have moved.
    let of_contact = async |id: i64| {
        let summary = account.get(&format!("/giving-summary?contact_id={id}")).await.ok();
        summary["given"]["total"].as_f64().unwrap()
    };
    account.get("/giving-summary").await.ok();

    let merged = merge(&account, into, from).await.ok();
    assert_eq!(merged.json["type"], "contacts.merge");
    assert_eq!(
        merged["moved"],
        json!({"gifts": 1, "pledges": 1, "tasks": 1, "people": 0, "referred": 0, "soft_credits": 0, "tags": 1,
               "familyMembers": 1, "addresses": 0, "phones": 2, "emails": 1, "households": 0})
    );
    let mut filled: Vec<_> =
        merged["filled"].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect();
    filled.sort_unstable();
    let expected =
        ["contact_custom", "contact_do_not_call", "contact_external_id", "contact_fname", "profilePicture"];
    assert_eq!(filled, expected);
    assert_eq!((&merged["conflicts"], &merged["dry_run"]), (&json!([]), &json!(0)));
    let read = account.get(&format!("/contacts/{into}")).await.ok();
    assert_eq!(&merged["contact"], read.data());
    assert_eq!(merged.header("etag"), read.header("etag"));
    let texts = |list: &str, name: &str| -> Vec<String> {
        let items = read[list].as_array().unwrap().iter();
        items.map(|item| item[name].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(texts("tags", "tag_name"), ["board", "press"]);
    assert_eq!(texts("emails", "email_address"), ["ada@x.example", "a@y.example"]);
    let primary: Vec<_> =
        read["phones"].as_array().unwrap().iter().map(|one| &one["phone_primary"]).collect();
    assert_eq!(primary, [0, 1], "an empty list takes over which one is primary");
    assert_eq!(read.raw("contact_custom"), r#"{"a":1.5}"#);

    let archived = account.get(&format!("/contacts/{from}")).await.ok();
    for (field, value) in [
        ("contact_status", json!("archive")),
        ("contact_external_id", Value::Null),
        ("profilePicture", Value::Null),
        ("emails", json!([])),
        ("tags", json!([])),
        ("contact_fname", json!("Ada")),
    ] {
        assert_eq!(archived[field], value, "{field}");
    }
    for path in [&pledge_path, &gift_path, &task_path] {
        let moved = account.get(path).await.ok();
        assert_eq!(moved["contact_id"], into, "{path}");
        assert_eq!(moved["contact"]["contact_fname"], "Ada", "{path}");
        // The record is as valid as any other.
        account.send("PUT", path, moved.raw_data()).await.ok();
    }
    assert_eq!(account.get(&pledge_path).await.ok()["pledge_received_to_date"], 5.0);
    assert_eq!((of_contact(into).await, of_contact(from).await), (5.0, 0.0));

    let events = api.events(&account).await;
    let names: Vec<_> = events[before..].iter().map(|event| (event.name.as_str(), event.record_id)).collect();
    let (contacts, others) = names[..5].split_at(2);
    assert_eq!(contacts, [("contacts.update", from), ("contacts.update", into)]);
    assert_eq!(
        others.iter().map(|one| one.0).collect::<Vec<_>>(),
        ["pledges.update", "gifts.update", "tasks.update"]
    );
    // Each event tells the record as a read told it then.
    let gift: Value = serde_json::from_str(&events[before + 3].body).unwrap();
    assert_eq!(gift["data"]["contact"]["id"], into);
    // The same contact can be merged again, and nothing is left to move.
    let again = merge(&account, into, from).await.ok();
    assert_eq!(again["moved"]["gifts"], 0);
}

async fn what_conflicts_stays_where_it_is_and_is_named(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let into = json!({
        "contact_external_id": "a", "contact_fname": "Ada", "contact_custom": {"x": 1, "same": [1]}, "contact_do_not_mail": 1,
        "profilePicture": {"picture_url": "https://x.example/a.jpg"}, "contact_status": "prospect",
    });
    let same_picture = into["profilePicture"].clone();
    let into = contact(&account, "Lovelace", into).await;
    let from = json!({
        "contact_external_id": "b", "contact_fname": "Ada", "contact_custom": {"x": 2.0, "y": 3, "same": [1]},
        "contact_newsletter": "email", "profilePicture": same_picture,
    });
    let from = contact(&account, "King", from).await;
    let merged = merge(&account, into, from).await.ok();
    let conflicts: Vec<_> = merged["conflicts"].as_array().unwrap().iter().collect();
    let of = |field: &str| *conflicts.iter().find(|one| one["field"] == field).unwrap_or(&&Value::Null);
    for (field, kept, left) in [
        ("contact_external_id", json!("a"), json!("b")),
        ("contact_lname", json!("Lovelace"), json!("King")),
        ("contact_status", json!("prospect"), json!("donor")),
        ("contact_newsletter", json!("none"), json!("email")),
        ("contact_custom.x", json!(1), json!(2.0)),
    ] {
        assert_eq!(of(field), &json!({"field": field, "kept": kept, "left": left}));
    }
    assert_eq!(conflicts.len(), 5, "{conflicts:?}");
    assert_eq!(merged["filled"], json!(["contact_custom.y"]));
    let into = &merged["contact"];
    assert_eq!((&into["contact_lname"], &into["contact_external_id"]), (&json!("Lovelace"), &json!("a")));
    assert_eq!(into["contact_custom"], json!({"x": 1, "same": [1], "y": 3}));
    let from = account.get(&format!("/contacts/{from}")).await.ok();
    assert_eq!((&from["contact_lname"], &from["contact_external_id"]), (&json!("King"), &json!("b")));
    assert_eq!(from["contact_status"], "archive");
}

/// Merges one contact into another one, and keeps what the caller says.
async fn a_dry_run_shows_the_same_and_writes_nothing(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let into = contact(&account, "Ada", json!({})).await;
    let from = contact(&account, "Eda", json!({"emails": [{"email_address": "e@x.example"}]})).await;
    account.record("gifts", json!({"contact_id": from, "gift_amount": 5})).await;
    let before = api.state(&account).await;
    let path = format!("/contacts/{into}/merge");
    let tried = account.post(&path, json!({"from_id": from, "dry_run": true})).await.ok();
    assert_eq!((&tried["dry_run"], &tried["contact"]), (&json!(1), &Value::Null));
    assert_eq!(api.state(&account).await, before);
    let merged = merge(&account, into, from).await.ok();
    for same in ["moved", "filled", "conflicts"] {
        assert_eq!(merged[same], tried[same], "{same}");
    }
    assert_eq!((&merged["moved"]["gifts"], &merged["moved"]["emails"]), (&json!(1), &json!(1)));
}

/// SQLite has one writer at a time, so a read that takes the writer's turn would stop everybody.
async fn a_dry_run_waits_for_no_writer(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (into, from) = (contact(&account, "Ada", json!({})).await, contact(&account, "Eda", json!({})).await);
    account.record("gifts", json!({"contact_id": from, "gift_amount": 5})).await;
    let mut browser = browser_of(&api, &account).await;
    let writer = api.db.store.begin();
    writer.execute_unprepared("UPDATE contacts SET updated_at_ms = updated_at_ms").await.unwrap();
    let path = format!("/contacts/{into}/merge");
    let tried = account.post(&path, json!({"from_id": from, "dry_run": 1})).await.ok();
    assert_eq!(tried["moved"]["gifts"], 1);
    browser.get(&format!("{path}?from_id={from}")).await.shows(200, "Merge into Ada").has("1 gift");
    // If the dry run had waited, it would have got its turn when this transaction was ended for it.
    writer.commit().await.unwrap();
}

async fn a_dry_run_tells_what_a_contact_cannot_have(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let tags = |name: &str| json!({"tags": (0..60).map(|n| format!("{name}{n}")).collect::<Vec<_>>()});
    let into = contact(&account, "Ada", tags("a")).await;
    let from = contact(&account, "Eda", tags("b")).await;
    let path = format!("/contacts/{into}/merge");
    let merged = account.post(&path, json!({"from_id": from})).await;
    let tried = account.post(&path, json!({"from_id": from, "dry_run": 1})).await;
    assert_eq!((merged.status, tried.status), (422, 422), "{}", tried.text);
    assert_eq!(tried.message(), merged.message());
}

async fn people_and_organisations_move_along(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let org = json!({"contact_is_org": 1});
    let (into, from) = (contact(&account, "A", org.clone()).await, contact(&account, "A", org).await);
    // The contact that stays belonged to the other one, and was referred by it.
    let links = json!({"contact_org_id": from, "contact_referred_by_id": from});
    account.put(&format!("/contacts/{into}"), links).await.ok();
    // An earlier version let contacts refer each other.
    let text = "UPDATE contacts SET contact_referred_by_id = $1 WHERE id = $2";
    api.execute(text, vec![into.into(), from.into()]).await;
    let person =
        contact(&account, "P", json!({"contact_org_id": from, "contact_referred_by_id": from})).await;
    let merged = merge(&account, into, from).await.ok();
    assert_eq!((&merged["moved"]["people"], &merged["moved"]["referred"]), (&json!(1), &json!(1)));
    assert_eq!((&merged["filled"], &merged["conflicts"]), (&json!([]), &json!([])));
    let people = account.get(&format!("/contacts?org_id={into}")).await.ok();
    assert_eq!(people.list().iter().map(|one| one["id"].as_i64().unwrap()).collect::<Vec<_>>(), [person]);
    assert_eq!(people.list()[0]["contact_referred_by_id"], into);
    assert_eq!(account.get(&format!("/contacts?org_id={from}")).await.ok().list(), [] as [Value; 0]);
    for id in [into, from] {
        let contact = account.get(&format!("/contacts/{id}")).await.ok();
        assert_eq!(contact["contact_referred_by_id"], Value::Null, "{id}");
    }
}

async fn the_hidden_organisation_is_taken_over_or_stays(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let org = json!({"contact_is_org": 1});
    let (first, second) =
        (contact(&account, "First", org.clone()).await, contact(&account, "Second", org).await);
    let people = async |org: i64| {
        let people = account.get(&format!("/contacts?org_id={org}")).await.ok();
        people.list().iter().map(|one| one["id"].as_i64().unwrap()).collect::<Vec<_>>()
    };
    let into = contact(&account, "Ada", json!({})).await;
    let from = contact(&account, "Ada", json!({"contact_org_id": first})).await;
    let merged = merge(&account, into, from).await.ok();
    assert_eq!(people(first).await, [into], "the contact that stays had no organisation");
    assert!(!merged.text.contains("contact_org_id"), "no response shows it: {}", merged.text);
    assert_eq!((&merged["filled"], &merged["conflicts"]), (&json!([]), &json!([])));

    let other = contact(&account, "Ada", json!({"contact_org_id": second})).await;
    let merged = merge(&account, into, other).await.ok();
    assert_eq!((people(first).await, people(second).await), (vec![into], vec![other]));
    assert!(!merged.text.contains("contact_org_id"), "no response shows it: {}", merged.text);
}

async fn what_is_not_taken_over_stays_with_the_archived(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (first, second) = (account.contact().await, account.contact().await);
    let into = contact(&account, "Ada", json!({"contact_referred_by_id": first})).await;
    let from = contact(&account, "Ada", json!({"contact_referred_by_id": second})).await;
    let merged = merge(&account, into, from).await.ok();
    let conflict = json!({"field": "contact_referred_by_id", "kept": first, "left": second});
    assert_eq!(merged["conflicts"], json!([conflict]));
    let archived = account.get(&format!("/contacts/{from}")).await.ok();
    assert_eq!(archived["contact_referred_by_id"], second);
}

async fn contacts_with_many_names_in_their_own_data_are_merged(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let named = |from: usize| {
        let custom: serde_json::Map<_, _> =
            (from..from + 1200).map(|n| (format!("k{n}"), 1.into())).collect();
        json!({"contact_custom": custom})
    };
    let (into, from) = (contact(&account, "Ada", named(0)).await, contact(&account, "Ada", named(100)).await);
    let merged = merge(&account, into, from).await.ok();
    assert_eq!(merged["contact"]["contact_custom"].as_object().unwrap().len(), 1300);
    assert_eq!(merged["filled"].as_array().unwrap().len(), 100);
}

async fn only_two_contacts_of_one_kind_and_account_can_be_merged(db: TestDb) {
    let api = Api::start(db).await;
    let (account, other) = (api.account().await, api.account().await);
    let (ada, org) = (account.contact().await, contact(&account, "O", json!({"contact_is_org": 1})).await);
    let foreign = other.contact().await;
    let path = format!("/contacts/{ada}/merge");
    for (body, message) in [
        (json!({}), "from_id is required"),
        (json!({"from_id": ada}), "from_id must be the id of another contact"),
        (json!({"from_id": foreign}), "from_id must be the id of a contact of this account"),
        (json!({"from_id": MISSING_ID}), "from_id must be the id of a contact of this account"),
        (json!({"from_id": org}), "from_id must be the id of a contact of the same contact_type"),
        (json!({"from_id": "x", "dry_run": 2}), "from_id must be the id of a record; dry_run must be 0 or 1"),
    ] {
        account.post(&path, body).await.failed(422, message);
    }
    let reply = account.post(&format!("/contacts/{foreign}/merge"), json!({"from_id": ada})).await;
    reply.failed(404, "Not Found");
}

async fn a_merge_is_carried_out_once_and_only_on_what_the_caller_has_seen(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (into, from) = (account.contact().await, account.contact().await);
    let seen = account.get(&format!("/contacts/{into}")).await.ok().header("etag").unwrap().to_owned();
    account.put(&format!("/contacts/{into}"), json!({"contact_fname": "Ada"})).await.ok();
    let send = async |header: (&str, &str)| {
        let request = account.request("POST", &format!("/contacts/{into}/merge"));
        let request = request.header(CONTENT_TYPE, "application/json").header(header.0, header.1);
        Reply::to(request.body(json!({"from_id": from}).to_string())).await
    };
    send(("If-Match", &seen)).await.failed(412, "If-Match: the record has changed since it was read");
    let first = send(("Idempotency-Key", "merge-1")).await.ok();
    let events = api.events(&account).await.len();
    let again = send(("Idempotency-Key", "merge-1")).await.ok();
    assert_eq!((&again.text, again.header("idempotent-replayed")), (&first.text, Some("true")));
    assert_eq!(api.events(&account).await.len(), events);
}

async fn soft_credits_move_and_nobody_is_credited_with_an_own_gift(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (into, from, third) = (account.contact().await, account.contact().await, account.contact().await);
    let gift = async |giver: i64, credits: &[i64]| {
        let gift = json!({"gift_amount": 5, "contact_id": giver, "gift_soft_credits": credits});
        account.record("gifts", gift).await.0
    };
    let gifts = [
        (gift(third, &[from]).await, json!([into])),
        (gift(third, &[into, from]).await, json!([into])),
        (gift(into, &[from, third]).await, json!([third])),
        (gift(from, &[into]).await, json!([])),
    ];
    let before = api.events(&account).await.len();
    let merged = merge(&account, into, from).await.ok();
    assert_eq!((&merged["moved"]["soft_credits"], &merged["moved"]["gifts"]), (&json!(3), &json!(1)));
    for (path, expected) in gifts {
        assert_eq!(account.get(&path).await.ok()["gift_soft_credits"], expected, "{path}");
    }
    let events = api.events(&account).await;
    let of_gifts = events[before..].iter().filter(|event| event.name == "gifts.update").count();
    assert_eq!(of_gifts, 4);
}

/// Gives a contact many gifts, directly in the database.
async fn give(api: &Api, account: &Account, contact_id: i64, count: i64) {
    let gifts = "WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < $3)
        SELECT $1, $2, 100, '2026-01-01', 'USD', 'received', FALSE, 0, 0 FROM n";
    let gifts = if api.db.store.backend() == sea_orm::DbBackend::Sqlite {
        gifts.to_owned()
    } else {
        gifts
            .replace("'2026-01-01'", "DATE '2026-01-01'")
            .replace("$1, $2", "CAST($1 AS BIGINT), CAST($2 AS BIGINT)")
    };
    let gifts = format!(
        "INSERT INTO gifts (account_id, contact_id, gift_amount_minor, gift_date, gift_currency, gift_status,
             gift_anonymous, created_at_ms, updated_at_ms) {gifts}"
    );
    api.execute(&gifts, vec![account.id.into(), contact_id.into(), count.into()]).await;
}

async fn more_than_a_merge_moves_is_refused(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (into, from) = (account.contact().await, account.contact().await);
    give(&api, &account, from, 10_001).await;
    let reply = merge(&account, into, from).await;
    reply.failed(
        422,
        "from_id has more than 10,000 records, which is the most that one merge moves: move gifts with PUT first",
    );
}

async fn many_records_move_in_one_merge(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (into, from) = (account.contact().await, account.contact().await);
    give(&api, &account, from, 1_203).await;
    let before = api.events(&account).await.len();
    let merged = merge(&account, into, from).await.ok();
    assert_eq!(merged["moved"]["gifts"], 1_203);
    assert_eq!(api.events(&account).await.len() - before, 1_205, "and one for each contact");
    let gifts = account.get(&format!("/gifts?contact_id={into}&limit=1")).await.ok();
    assert_eq!(gifts.header("total-count"), Some("1203"));
}
