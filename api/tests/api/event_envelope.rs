//! What an event says besides its record: its number, what has changed, and who did it.

use api::background::housekeeping;
use api::erasure::{How, erase};
use bench::deployment::until;
use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;
use shared::entities::AccountScope;

use crate::support::delivery::Delivery;
use crate::support::rows::PATIENCE;
use crate::support::{Account, Api, Reply};

both_databases!(
    each_record_counts_its_events,
    an_update_names_what_has_changed_and_what_it_was,
    lists_are_compared_as_a_whole,
    an_update_that_changes_nothing_says_so,
    who_did_it_and_how,
    a_merge_tells_what_it_moved,
    the_gifts_of_a_renamed_type_are_told,
    an_erasure_reaches_former_values_and_tells_what_shows_the_person,
    imports_count_and_compare_too,
);

/// Returns the account's events as their receivers get them.
async fn events(api: &Api, account: &Account) -> Vec<Value> {
    let events = api.events(account).await;
    events.iter().map(|event| serde_json::from_str(&event.body).unwrap()).collect()
}

async fn last(api: &Api, account: &Account) -> Value {
    events(api, account).await.pop().unwrap()
}

async fn each_record_counts_its_events(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (one, _) =
        account.record("contacts", json!({"contact_status": "donor", "contact_lname": "King"})).await;
    account.put(&one, json!({"contact_fname": "Ada"})).await.ok();
    account.contact().await;
    account.put(&one, json!({"contact_fname": "Augusta"})).await.ok();
    account
        .put(&one, json!({"contact_lname": null}))
        .await
        .failed(422, "contact_lname is required unless contact_anonymous is 1");
    account.put(&one, json!({})).await.ok();
    let events = events(&api, &account).await;
    let numbers: Vec<_> = events.iter().map(|event| event["sequence"].as_i64().unwrap()).collect();
    assert_eq!(numbers, [1, 2, 1, 3, 4]);
    assert!(events.iter().all(|event| event["account_id"] == account.id));
}

async fn an_update_names_what_has_changed_and_what_it_was(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let contact = account.contact().await;
    let (gift, _) = account.record("gifts", json!({"gift_amount": "25.50", "contact_id": contact})).await;
    let created = last(&api, &account).await;
    assert_eq!((created.get("changed"), created.get("previous")), (None, None));
    account.put(&gift, json!({"gift_amount": 26, "gift_memo": "x", "gift_fund": null})).await.ok();
    let updated = last(&api, &account).await;
    assert_eq!(updated["changed"], json!(["gift_memo", "gift_amount"]));
    assert_eq!(updated["previous"], json!({"gift_memo": null, "gift_amount": 25.5}));
    assert_eq!(updated["data"]["gift_amount"], json!(26.0));

    let (task, _) = account.record("tasks", json!({"task_subject": "Call"})).await;
    account.put(&task, json!({"task_done": 1})).await.ok();
    let done = last(&api, &account).await;
    assert_eq!(done["changed"], json!(["task_status", "task_done", "task_completed_on"]));
    assert_eq!(done["previous"], json!({"task_status": "open", "task_done": 0, "task_completed_on": null}));

    let (pledge, _) = account.record("pledges", json!({"pledge_amount": 5, "contact_id": contact})).await;
    account.put(&pledge, json!({"pledge_amount": 6})).await.ok();
    assert_eq!(last(&api, &account).await["changed"], json!(["pledge_amount", "terms"]));
}

async fn lists_are_compared_as_a_whole(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let body = json!({"contact_status": "donor", "contact_lname": "King", "tags": ["b"],
                      "emails": [{"email_address": "a@x.example"}]});
    let (path, id) = account.record("contacts", body).await;
    account.put(&path, json!({"tags": ["b"], "emails": [{"email_address": "b@x.example"}]})).await.ok();
    let updated = last(&api, &account).await;
    assert_eq!(updated["changed"], json!(["emails"]));
    assert_eq!(updated["previous"]["emails"][0]["email_address"], "a@x.example");

    let other = account.contact().await;
    let (gift, _) = account.record("gifts", json!({"gift_amount": 5, "contact_id": id})).await;
    account.put(&gift, json!({"gift_soft_credits": [other]})).await.ok();
    let credited = last(&api, &account).await;
    assert_eq!(credited["changed"], json!(["gift_soft_credits"]));
    assert_eq!(credited["previous"], json!({"gift_soft_credits": []}));
}

async fn an_update_that_changes_nothing_says_so(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let contact = account.contact().await;
    for (kind, body) in [
        ("gifts", json!({"gift_amount": 5})),
        ("pledges", json!({"pledge_amount": 5, "contact_id": contact})),
    ] {
        let (path, _) = account.record(kind, body).await;
        let whole = account.get(&path).await.ok().data().clone();
        account.put(&path, whole).await.ok();
        let event = last(&api, &account).await;
        assert_eq!((&event["changed"], &event["previous"]), (&json!([]), &json!({})), "{kind}");
    }
}

async fn who_did_it_and_how(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let request = account.request("POST", "/contacts").header("X-Request-Id", "ours-1");
    let request = request.header("content-type", "application/json");
    let request = request.body(json!({"contact_status": "donor", "contact_lname": "King"}).to_string());
    Reply::to(request).await.created();
    let event = last(&api, &account).await;
    assert_eq!(event["actor"], json!({"user_id": account.user_id, "via": "api"}));
    assert_eq!(event["request_id"], "ours-1");
    let names: Vec<_> = event.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(names, ["account_id", "actor", "data", "id", "request_id", "sequence", "timestamp", "type"]);
}

async fn a_merge_tells_what_it_moved(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (into, from, third) = (account.contact().await, account.contact().await, account.contact().await);
    account.record("gifts", json!({"gift_amount": 5, "contact_id": from, "gift_soft_credits": [into]})).await;
    account
        .record("gifts", json!({"gift_amount": 6, "contact_id": third, "gift_soft_credits": [from]}))
        .await;
    let before = events(&api, &account).await.len();
    account.post(&format!("/contacts/{into}/merge"), json!({"from_id": from})).await.ok();
    let events = events(&api, &account).await;
    let told: Vec<_> = events[before..].iter().filter(|event| event["type"] == "gifts.update").collect();
    assert_eq!(told[0]["changed"], json!(["contact_id", "gift_soft_credits"]));
    assert_eq!(told[0]["previous"], json!({"contact_id": from, "gift_soft_credits": [into]}));
    assert_eq!(told[0]["data"]["gift_soft_credits"], json!([]));
    assert_eq!(told[1]["previous"], json!({"gift_soft_credits": [from]}));
    assert_eq!(told[1]["data"]["gift_soft_credits"], json!([into]));
    assert!(told.iter().all(|event| event["sequence"] == 2));
    let actor = json!({"user_id": account.user_id, "via": "merge"});
    assert!(events[before..].iter().all(|event| event["actor"] == actor), "{events:?}");
}

async fn the_gifts_of_a_renamed_type_are_told(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (cash, card) = (account.gift_type("cash").await, account.gift_type("card").await);
    let (_, gift) = account.record("gifts", json!({"gift_amount": 5, "gift_type_id": cash})).await;
    account.record("gifts", json!({"gift_amount": 5, "gift_type_id": card})).await;
    let housekeeping = tokio::spawn(housekeeping::run(api.app.clone()));
    account.put(&format!("/gift-types/{cash}"), json!({"gift_type_name": "Cash"})).await.ok();
    until("the gift is told", PATIENCE, async || events(&api, &account).await.len() > 2).await.unwrap();
    let told = last(&api, &account).await;
    assert_eq!((&told["type"], &told["data"]["id"]), (&json!("gifts.update"), &json!(gift)));
    assert_eq!(told["changed"], json!(["giftType"]));
    assert_eq!(told["previous"], json!({"giftType": {"id": cash, "gift_type_name": "cash"}}));
    assert_eq!(told["data"]["giftType"]["gift_type_name"], "Cash");
    account.put(&format!("/gift-types/{card}"), json!({"gift_type_name": "card"})).await.ok();
    let waiting = api.query("SELECT 1 FROM gift_types WHERE renamed_from IS NOT NULL", vec![]).await;
    assert!(waiting.is_empty(), "the same name tells nothing");
    housekeeping.abort();
}

async fn an_erasure_reaches_former_values_and_tells_what_shows_the_person(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let body = json!({"contact_status": "donor", "contact_fname": "Zqxw", "contact_lname": "Vkplm"});
    let (path, id) = account.record("contacts", body).await;
    account.put(&path, json!({"contact_fname": "Other"})).await.ok();
    let (gift, gift_id) =
        account.record("gifts", json!({"gift_amount": 5, "contact_id": id, "gift_memo": "Zqxw"})).await;
    account.put(&gift, json!({"gift_memo": "public", "gift_fund": "Roof"})).await.ok();
    account.put(&gift, json!({"gift_memo": null})).await.ok();
    // A gift that belongs to somebody else now: only what it was before shows the person.
    let (_, other) =
        account.record("contacts", json!({"contact_status": "donor", "contact_lname": "King"})).await;
    let given = json!({"gift_amount": 5, "contact_id": id, "gift_memo": "Zqxw"});
    let given = account.record("gifts", given).await.0;
    account.put(&given, json!({"contact_id": other, "gift_memo": "kept"})).await.ok();
    account.put(&given, json!({"gift_soft_credits": [id]})).await.ok();
    let before = events(&api, &account).await.len();
    // It takes the events of the erasure, which waits for that.
    let delivery = Delivery::start(&api, api.app.secrets_key.clone());
    for time in ["first", "second"] {
        erase(&api.app, AccountScope::new(account.id), id, How::default()).await.unwrap();
        let events = events(&api, &account).await;
        assert!(!events.iter().any(|event| event.to_string().contains("Zqxw")), "{events:?}");
        assert_eq!(events[1]["changed"], json!(["contact_fname"]));
        assert_eq!(events[1]["previous"], json!({"contact_fname": null}));
        assert_eq!(events[3]["previous"], json!({"gift_fund": null, "gift_memo": null}));
        let moved = &events[before - 2];
        assert_eq!(moved["previous"], json!({"contact_id": id, "gift_memo": null}));
        assert!(
            events[before - 2..before].iter().all(|event| event["data"]["gift_memo"] == "kept"),
            "{events:?}"
        );
        let told: Vec<_> = events[before..]
            .iter()
            .filter(|event| event["type"] == "gifts.update" && event["data"]["id"] == gift_id)
            .collect();
        let [told] = told[..] else { panic!("{time}: {told:?}") };
        assert_eq!(told["type"], "gifts.update");
        assert_eq!((&told["changed"], &told["previous"]), (&json!(["contact"]), &json!({"contact": null})));
        assert_eq!(told["data"]["contact"]["contact_lname"], Value::Null);
        assert_eq!(told["actor"], json!({"user_id": null, "via": "erasure"}));
    }
    delivery.finish(&api, "SELECT 1 FROM outbox").await;
}

async fn imports_count_and_compare_too(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    for amount in [5, 7] {
        api.imported(&account, "gifts", &format!("gift_external_id,gift_amount\ng-1,{amount}\n")).await;
    }
    let events = events(&api, &account).await;
    assert_eq!((&events[0]["sequence"], &events[1]["sequence"]), (&json!(1), &json!(2)));
    assert_eq!(events[1]["previous"], json!({"gift_amount": 5.0}));
    assert_eq!(events[1]["actor"]["via"], "import");
}
