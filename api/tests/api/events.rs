//! Events: each successful create and update commits exactly one, in the transaction of the change; nothing else does.

use serde_json::{Value, json};
use shared::both_databases;
use shared::testing::TestDb;

use crate::support::{Account, Api};

both_databases!(
    spec_6_each_create_and_update_commits_exactly_one_event,
    spec_6_the_eight_events_have_their_names,
    an_update_that_changes_nothing_is_an_event_too,
    a_failed_request_commits_no_event,
    a_change_that_is_rolled_back_commits_no_event,
    settings_are_no_events,
    an_event_does_not_change_with_its_record,
);

/// A new record of each of the four kinds, and a change of it.
async fn kinds(account: &Account) -> [(&'static str, Value, Value); 4] {
    let contact_id = account.contact().await;
    [
        (
            "contacts",
            json!({"contact_status": "donor", "contact_lname": "Lovelace", "tags": ["x"],
                   "emails": [{"email_address": "ada@lovelace.example"}], "contact_custom": {"b": 1.50, "a": [2]}}),
            json!({"contact_fname": "Ada", "phones": [{"phone_number": "1"}]}),
        ),
        ("gifts", json!({"gift_amount": 12.5, "contact_id": contact_id}), json!({"gift_fund": "General"})),
        (
            "pledges",
            json!({"pledge_amount": 10, "contact_id": contact_id}),
            json!({"pledge_status": "paused"}),
        ),
        ("tasks", json!({"task_subject": "Call", "contact_id": contact_id}), json!({"task_done": 1})),
    ]
}

async fn spec_6_each_create_and_update_commits_exactly_one_event(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    for (kind, new, change) in kinds(&account).await {
        let before = api.events(&account).await.len();
        let (path, id) = account.record(kind, new).await;
        let mut read = vec![account.get(&path).await.ok().raw_data()];
        api.turn_to("2026-06-15T12:00:01.250Z");
        account.put(&path, change).await.ok();
        read.push(account.get(&path).await.ok().raw_data());
        api.turn_to("2026-06-15T12:00:00Z");

        let events = api.events(&account).await.split_off(before);
        let expected = [("create", "2026-06-15T12:00:00.000Z"), ("update", "2026-06-15T12:00:01.250Z")];
        assert_eq!(events.len(), expected.len(), "{kind}: {events:?}");
        for ((event, (action, moment)), data) in events.iter().zip(expected).zip(&read) {
            assert_eq!(
                (event.event_type.as_str(), event.record_id),
                (format!("{kind}.{action}").as_str(), id)
            );
            assert!(event.in_outbox, "{kind}.{action}");
            let members = event.members();
            let keys: Vec<_> = members.iter().map(|(key, _)| key.as_str()).collect();
            assert_eq!(keys, ["id", "type", "timestamp", "data"]);
            let event_id = members[0].1.trim_matches('"');
            assert!(event_id.len() == 36 && event_id.starts_with("evt_"), "{event_id}");
            assert_eq!(members[1].1, format!("\"{kind}.{action}\""));
            assert_eq!(members[2].1, format!("\"{moment}\""));
            assert_eq!(
                &members[3].1, data,
                "{kind}.{action}: the record as a read at that moment returned it"
            );
        }
    }
}

async fn spec_6_the_eight_events_have_their_names(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    for (kind, new, change) in kinds(&account).await {
        let (path, _) = account.record(kind, new).await;
        account.put(&path, change).await.ok();
    }
    let mut types: Vec<_> = api.events(&account).await.into_iter().map(|event| event.event_type).collect();
    types.sort();
    types.dedup();
    let expected = [
        "contacts.create",
        "contacts.update",
        "gifts.create",
        "gifts.update",
        "pledges.create",
        "pledges.update",
        "tasks.create",
        "tasks.update",
    ];
    assert_eq!(types, expected);
}

async fn an_update_that_changes_nothing_is_an_event_too(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let id = account.contact().await;
    account.put(&format!("/contacts/{id}"), json!({})).await.ok();
    let types: Vec<_> = api.events(&account).await.into_iter().map(|event| event.event_type).collect();
    assert_eq!(types, ["contacts.create", "contacts.update"]);
}

async fn a_failed_request_commits_no_event(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let id = account.contact().await;
    let before = api.events(&account).await.len();
    for (method, path, body, status) in [
        ("POST", "/contacts".to_owned(), "{}", 422),
        ("POST", "/contacts".to_owned(), "[", 400),
        ("PUT", format!("/contacts/{id}"), r#"{"contact_status":"friend"}"#, 422),
        ("PUT", format!("/contacts/{id}0"), "{}", 404),
        ("POST", "/gifts".to_owned(), r#"{"gift_amount":0}"#, 422),
        ("POST", "/pledges".to_owned(), r#"{"pledge_amount":1}"#, 422),
        ("POST", "/tasks".to_owned(), r#"{"task_subject":""}"#, 422),
    ] {
        assert_eq!(account.send(method, &path, body).await.status, status, "{method} {path} {body}");
    }
    let stranger = account.with_key("alm_0000000000000000000000000000000000000000");
    assert_eq!(stranger.put(&format!("/contacts/{id}"), json!({})).await.status, 403);
    assert_eq!(api.events(&account).await.len(), before);
}

async fn a_change_that_is_rolled_back_commits_no_event(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let new = |lname: &str| json!({"contact_status": "donor", "contact_lname": lname, "contact_external_id": "7", "tags": [lname]});
    account.post("/contacts", new("first")).await.created();
    let before = api.row_counts().await;
    // The unique key is only met when the row is written.
    account.post("/contacts", new("second")).await.failed(409, "contact_external_id is taken");
    assert_eq!(api.row_counts().await, before, "nothing is half-written");
}

async fn settings_are_no_events(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    for (kind, new) in [
        ("gift-types", json!({"gift_type_name": "Legacy"})),
        ("webhooks", json!({"webhook_url": "https://93.184.215.14/"})),
    ] {
        let (path, _) = account.record(kind, new).await;
        account.put(&path, json!({})).await.ok();
    }
    assert!(api.events(&account).await.is_empty());
}

async fn an_event_does_not_change_with_its_record(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let id = account.contact().await;
    let before = api.events(&account).await.remove(0).body;
    account.put(&format!("/contacts/{id}"), json!({"contact_lname": "King"})).await.ok();
    let events = api.events(&account).await;
    assert_eq!(events[0].body, before);
    assert!(events[1].body.contains("King"));
}
