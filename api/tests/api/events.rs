//! Events (specification, section 6): one for each successful create and update, committed with the change.

use api::resources::kinds::KINDS;
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;
use shared::values::ids::event_id_text;

use crate::support::reply::member;
use crate::support::{Account, Api, MISSING_ID, Reply, records};

both_databases!(
    spec_6_each_create_and_update_emits_its_event,
    spec_4_rule_12_an_event_tells_the_record_as_a_read_at_that_moment,
    reads_and_settings_emit_nothing,
    failed_requests_emit_nothing,
    a_change_that_is_rolled_back_emits_nothing,
    without_its_event_there_is_no_change,
    an_event_never_changes_once_it_is_committed,
    the_moments_of_one_records_changes_rise_even_when_the_clock_does_not,
);

/// Returns the smallest body of a new record, for each kind.
async fn least(account: &Account) -> Vec<(&'static str, Value)> {
    let contact_id = account.contact().await;
    records::kinds_with_events().map(|kind| (kind, records::least(kind, contact_id))).collect()
}

async fn spec_6_each_create_and_update_emits_its_event(db: TestDb) {
    let api = Api::start(db).await;
    let (account, other) = (api.account().await, api.account().await);
    let mut expected = vec![("contacts.create".to_owned(), 0)];
    for (kind, body) in least(&account).await {
        let (path, id) = account.record(kind, body).await;
        // Even an update that changes nothing is an event.
        account.put(&path, json!({})).await.ok();
        expected.extend([(format!("{kind}.create"), id), (format!("{kind}.update"), id)]);
    }
    let events = api.events(&account).await;
    expected[0].1 = events[0].record_id;
    let found: Vec<_> = events.iter().map(|event| (event.name.clone(), event.record_id)).collect();
    assert_eq!(found, expected);
    assert!(events.iter().all(|event| event.in_outbox && !event.published));
    assert_eq!(api.events(&other).await.len(), 0);
}

/// Asserts that the account's last event is that of this response, and that it is complete.
async fn assert_told(api: &Api, account: &Account, name: &str, path: &str, response: &Reply) {
    let event = api.events(account).await.pop().unwrap();
    let members = event.members();
    let names: Vec<_> = members.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names[..6], ["id", "type", "timestamp", "data", "account_id", "sequence"]);
    let changes: &[_] = if name.ends_with(".update") { &["changed", "previous"] } else { &[] };
    assert_eq!(names[6..], [changes, &["actor", "request_id"]].concat());
    let text = |i: usize| serde_json::from_str::<String>(&members[i].1).unwrap();
    assert_eq!([text(0), text(1)], [event_id_text(event.id), name.to_owned()]);
    assert_eq!(text(2), shared::values::clock::rfc3339(api.app.clock.now_ms()));
    assert_eq!(members[3].1, response.raw_data(), "{name}");
    assert_eq!(members[3].1, account.get(path).await.ok().raw_data(), "{name}");
}

async fn spec_4_rule_12_an_event_tells_the_record_as_a_read_at_that_moment(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let full_contact = json!({
        "contact_status": "donor", "contact_lname": "King", "tags": ["b", "a"],
        "profilePicture": {"picture_url": "https://x.example/a.jpg"}, "familyMembers": [{"family_fname": "Byron"}],
        "addresses": [{"address_city": "London"}, {"address_city": "Paris"}], "phones": [{"phone_number": "1"}],
        "emails": [{"email_address": "a@x.example"}, {"email_address": "b@x.example", "email_primary": 1}],
    });
    let mut bodies = least(&account).await;
    bodies.push(("contacts", full_contact));
    for (minute, (kind, body)) in bodies.into_iter().enumerate() {
        api.turn_to(&format!("2026-06-15T13:{minute:02}:00Z"));
        let created = account.post(&format!("/{kind}"), body).await.created();
        let path = format!("/{kind}/{}", created.id());
        assert_told(&api, &account, &format!("{kind}.create"), &path, &created).await;
        api.turn_to(&format!("2026-06-15T13:{minute:02}:30Z"));
        let changes = json!({"contact_fname": "Ada", "gift_memo": "x", "pledge_notes": "x", "task_notes": "x",
                             "emails": [{"email_address": "c@x.example"}], "tags": ["c", "a"]});
        let updated = account.put(&path, changes).await.ok();
        assert_told(&api, &account, &format!("{kind}.update"), &path, &updated).await;
    }
    for event in api.events(&account).await {
        for hidden in ["contact_org_id", "contact_is_org"] {
            assert!(!event.body.contains(hidden), "{}", event.body);
        }
    }
}

async fn reads_and_settings_emit_nothing(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (gift_type, _) = account.record("gift-types", json!({"gift_type_name": "legacy"})).await;
    let (webhook, _) = account.record("webhooks", json!({"webhook_url": "https://93.184.215.14/"})).await;
    for path in [&gift_type, &webhook] {
        account.put(path, json!({})).await.ok();
        account.get(path).await.ok();
    }
    for kind in records::kinds_with_events().chain(["gift-types", "webhooks", "events", "giving-summary"]) {
        account.get(&format!("/{kind}")).await.ok();
    }
    account.post(&format!("{webhook}/rotate-secret"), json!({})).await.ok();
    account.post(&format!("{webhook}/recover"), json!({"since": "2026-06-01T00:00:00Z"})).await.created();
    assert_eq!(api.events(&account).await.len(), 0);
    let delivery = records::record(&api, &account, "deliveries").await;
    let before = api.events(&account).await.len();
    account.post(&format!("/deliveries/{delivery}/redeliver"), json!({})).await.ok();
    assert_eq!(api.events(&account).await.len(), before);
}

async fn failed_requests_emit_nothing(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let mut paths = Vec::new();
    for (kind, body) in least(&account).await {
        paths.push((format!("/{kind}"), account.record(kind, body).await.0));
    }
    let before = (api.events(&account).await.len(), api.row_counts().await);
    let stranger = account.with_key("alm_none");
    let required = KINDS.iter().flat_map(|kind| kind.fields).filter(|field| field.required);
    let invalid: Value = required.map(|field| (field.name.to_owned(), Value::Null)).collect();
    for (list, record) in &paths {
        let huge = format!("{{\"x\":\"{}\"}}", "x".repeat(1024 * 1024));
        for (method, path) in [("POST", list), ("PUT", record)] {
            for (status, reply) in [
                (403, stranger.send(method, path, "{}").await),
                (400, account.send(method, path, "{").await),
                (422, account.send(method, path, invalid.to_string()).await),
                (413, account.send(method, path, huge.clone()).await),
                (415, Reply::to(account.request(method, path).body("{}")).await),
                (404, account.send("PUT", &format!("{list}/{MISSING_ID}"), "{}").await),
                (405, account.send("DELETE", record, "").await),
            ] {
                assert_eq!(reply.status, status, "{method} {path}: {}", reply.text);
            }
        }
    }
    assert_eq!((api.events(&account).await.len(), api.row_counts().await), before);
}

async fn a_change_that_is_rolled_back_emits_nothing(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    for (kind, mut body) in least(&account).await {
        let fields = KINDS.iter().find(|one| one.path == kind).unwrap().fields;
        let Some(field) = fields.iter().find(|field| field.name.ends_with("_external_id")) else { continue };
        let field = field.name;
        let (path, _) = account.record(kind, body.clone()).await;
        body[field] = json!("taken");
        body["tags"] = json!(["first"]);
        account.record(kind, body.clone()).await;
        let before = (api.events(&account).await.len(), api.row_counts().await);
        body["tags"] = json!(["second"]);
        let message = format!("{field} is taken");
        account.post(&format!("/{kind}"), body).await.failed(409, &message);
        account.put(&path, json!({field: "taken", "tags": ["new"]})).await.failed(409, &message);
        assert_eq!((api.events(&account).await.len(), api.row_counts().await), before);
    }
}

async fn without_its_event_there_is_no_change(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let mut paths = Vec::new();
    for (kind, body) in least(&account).await {
        paths.push((kind, body.clone(), account.record(kind, body).await.0));
    }
    let before = api.state(&account).await;
    // Rename the outbox, so that no event can be recorded.
    api.db.store.write().execute_unprepared("ALTER TABLE outbox RENAME TO hidden").await.unwrap();
    for (kind, body, path) in paths {
        assert_eq!(account.post(&format!("/{kind}"), body).await.status, 500);
        let changes =
            json!({"contact_fname": "Ada", "gift_memo": "x", "pledge_notes": "x", "task_notes": "x"});
        assert_eq!(account.put(&path, changes).await.status, 500);
    }
    api.db.store.write().execute_unprepared("ALTER TABLE hidden RENAME TO outbox").await.unwrap();
    assert_eq!(api.state(&account).await, before);
}

async fn an_event_never_changes_once_it_is_committed(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let contact = account.contact().await;
    let gift = json!({"gift_amount": 5, "contact_id": contact});
    let (gift, _) = account.record("gifts", gift).await;
    let before: Vec<_> = api.events(&account).await.into_iter().map(|event| event.body).collect();
    assert_eq!(member(&member(&before[1], "data"), "gift_amount"), "5.00");
    api.turn_to("2026-06-16T12:00:00Z");
    account.put(&format!("/contacts/{contact}"), json!({"contact_lname": "King"})).await.ok();
    account.put(&gift, json!({"gift_amount": 6})).await.ok();
    let after: Vec<_> = api.events(&account).await.into_iter().map(|event| event.body).collect();
    assert_eq!(after[..2], before);
    // The gift's event shows the contact as it was at that time.
    assert!(after[3].contains(r#""contact_lname":"King""#), "{}", after[3]);
}

async fn the_moments_of_one_records_changes_rise_even_when_the_clock_does_not(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let path = format!("/contacts/{}", account.contact().await);
    let puts = (0..8).map(|n| {
        let (account, path) = (account.clone(), path.clone());
        tokio::spawn(async move { account.put(&path, json!({"contact_fname": format!("F{n}")})).await.ok() })
    });
    for put in puts.collect::<Vec<_>>() {
        put.await.unwrap();
    }
    let events = api.events(&account).await;
    let mut moments: Vec<_> = events
        .iter()
        .map(|event| {
            let members = event.members();
            (members[2].1.clone(), members[3].1.clone())
        })
        .collect();
    moments.sort();
    moments.dedup_by(|(later, _), (earlier, _)| later == earlier);
    assert_eq!(moments.len(), 9, "no two are the same");
    let newest = &moments.last().unwrap().1;
    assert_eq!(newest, &account.get(&path).await.ok().raw_data(), "the newest event has what is stored");
}
