//! Records by their ids in another system: they are found, written once, and linked.

use futures_util::future::join_all;
use reqwest::header::CONTENT_TYPE;
use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;

use crate::support::records::{external_id, kinds, kinds_with_events, least};
use crate::support::{Account, Api, Reply};

both_databases!(
    a_list_has_the_record_with_an_external_id_alone,
    a_put_by_external_id_creates_the_record_and_then_updates_it,
    a_malformed_condition_is_refused_before_anything_is_created,
    an_external_id_may_be_a_word_of_another_path,
    conditions_of_a_put_say_whether_it_may_create_or_update,
    a_put_by_external_id_says_what_is_wrong,
    of_many_puts_at_once_one_creates,
    a_put_is_made_once_for_each_idempotency_key,
    a_taken_external_id_is_answered_with_the_record_that_has_it,
    bodies_link_by_external_ids,
    a_link_by_external_id_that_leads_nowhere_says_so,
);

async fn put(account: &Account, path: &str, body: &Value, header: (&str, &str)) -> Reply {
    let request = account.request("PUT", path).header(CONTENT_TYPE, "application/json");
    Reply::to(request.header(header.0, header.1).body(body.to_string())).await
}

async fn a_list_has_the_record_with_an_external_id_alone(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let contact_id = account.contact().await;
    for kind in kinds() {
        let field = external_id(kind);
        let mut ids = Vec::new();
        for external in ["a", "A", "b,c"] {
            let mut body = least(kind, contact_id);
            body[field] = external.into();
            ids.push(account.record(kind, body).await.1);
        }
        for (external, id) in [("a", Some(ids[0])), ("A", Some(ids[1])), ("b,c", Some(ids[2])), ("b", None)] {
            let found = account.get(&format!("/{kind}?external_id={external}")).await.ok();
            let found: Vec<_> = found.list().iter().map(|record| record["id"].as_i64()).collect();
            assert_eq!(found, id.map(Some).into_iter().collect::<Vec<_>>(), "{kind} {external}");
        }
    }
}

async fn a_put_by_external_id_creates_the_record_and_then_updates_it(db: TestDb) {
    let api = Api::start(db).await;
    let (account, other) = (api.account().await, api.account().await);
    let (contact_id, of_other) = (account.contact().await, other.contact().await);
    for kind in kinds() {
        let path = format!("/{kind}/by-external-id/crm%2F7%20%C3%A9");
        let created = account.put(&path, least(kind, contact_id)).await.created();
        let id = created.id();
        assert!(created.text.contains(&format!("\"type\":\"{kind}.create\"")), "{}", created.text);
        assert_eq!(created.header("location"), Some(&*format!("/api/v1/{kind}/{id}")));
        assert_eq!(created.data()[external_id(kind)], "crm/7 é");
        let has_events = kinds_with_events().any(|one| one == kind);
        if has_events {
            let event = api.last_event(&account).await;
            assert_eq!((event.name, event.record_id), (format!("{kind}.create"), id));
        }

        let updated = account.put(&path, json!({})).await.ok();
        assert!(updated.text.contains(&format!("\"type\":\"{kind}.update\"")), "{}", updated.text);
        assert_eq!(updated.id(), id);
        assert_eq!(updated.header("location"), None);
        if has_events {
            let event = api.last_event(&account).await;
            assert_eq!((event.name, event.record_id), (format!("{kind}.update"), id));
        }

        // The other account has no such record.
        let created = other.put(&path, least(kind, of_other)).await.created();
        assert_ne!(created.id(), id);
    }
}

async fn a_malformed_condition_is_refused_before_anything_is_created(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let body = json!({"task_subject": "Call"});
    let refused = put(&account, "/tasks/by-external-id/t", &body, ("If-Match", "18f-ab")).await;
    assert_eq!(refused.status, 422, "{}", refused.text);
    assert!(account.get("/tasks").await.ok().list().is_empty());
}

async fn an_external_id_may_be_a_word_of_another_path(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    for id in ["apart", "merge", "statement"] {
        let path = format!("/contacts/by-external-id/{id}");
        let created = account.put(&path, least("contacts", 0)).await.created();
        assert_eq!(created["contact_external_id"], id);
        assert_eq!(account.get(&path).await.header("allow"), Some("PUT"));
    }
}

async fn conditions_of_a_put_say_whether_it_may_create_or_update(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (path, body) = ("/tasks/by-external-id/t", json!({"task_subject": "Call"}));
    let refused = put(&account, path, &body, ("If-Match", "*")).await;
    refused.failed(412, "If-Match: there is no such record");
    let created = put(&account, path, &body, ("If-None-Match", "*")).await.created();
    let refused = put(&account, path, &body, ("If-None-Match", "*")).await;
    refused.failed(412, "If-None-Match: there is such a record");
    let tag = created.header("etag").unwrap();
    assert_eq!(put(&account, path, &body, ("If-Match", tag)).await.status, 200);
    assert_eq!(put(&account, path, &body, ("If-Match", tag)).await.status, 412);
}

async fn a_put_by_external_id_says_what_is_wrong(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let long = "x".repeat(101);
    for (external, body, rule) in [
        ("g", json!({}), "gift_amount is required"),
        (
            "g",
            json!({"gift_amount": 5, "gift_external_id": "h"}),
            "gift_external_id must be that of the path",
        ),
        (
            "g",
            json!({"gift_amount": 5, "gift_external_id": null}),
            "gift_external_id must be that of the path",
        ),
        (&*long, json!({"gift_amount": 5}), "gift_external_id must not be longer than 100 characters"),
        ("%20", json!({"gift_amount": 5}), "gift_external_id must not be empty"),
        ("a%00b", json!({"gift_amount": 5}), "gift_external_id must not"),
    ] {
        let refused = account.put(&format!("/gifts/by-external-id/{external}"), body).await;
        assert_eq!(refused.status, 422, "{external}: {}", refused.text);
        assert!(refused.message().starts_with(rule), "{external}: {}", refused.text);
    }
    assert_eq!(account.get("/gifts").await.ok().list().len(), 0);
    let same = json!({"gift_amount": 5, "gift_external_id": "g"});
    account.put("/gifts/by-external-id/g", same.clone()).await.created();
    account.put("/gifts/by-external-id/g", same).await.ok();
}

async fn of_many_puts_at_once_one_creates(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let puts = (0..32).map(|i| {
        let account = &account;
        async move { account.put("/gifts/by-external-id/g", json!({"gift_amount": i + 1})).await }
    });
    let mut statuses: Vec<_> = join_all(puts).await.iter().map(|reply| reply.status).collect();
    statuses.sort_unstable();
    assert_eq!((statuses[..31].to_vec(), statuses[31]), (vec![200; 31], 201));
    assert_eq!(account.get("/gifts").await.ok().list().len(), 1);
}

async fn a_put_is_made_once_for_each_idempotency_key(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (path, body) = ("/tasks/by-external-id/t", json!({"task_subject": "Call"}));
    let first = put(&account, path, &body, ("Idempotency-Key", "k")).await.created();
    let again = put(&account, path, &body, ("Idempotency-Key", "k")).await.created();
    assert_eq!((first.text, again.header("idempotent-replayed")), (again.text.clone(), Some("true")));
}

async fn a_taken_external_id_is_answered_with_the_record_that_has_it(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let contact_id = account.contact().await;
    for kind in kinds() {
        let field = external_id(kind);
        let taken = || {
            let mut body = least(kind, contact_id);
            body[field] = "taken".into();
            body
        };
        let other = account.record(kind, least(kind, contact_id)).await.1;
        let id = account.record(kind, taken()).await.1;
        let location = format!("/api/v1/{kind}/{id}");
        for refused in [
            account.post(&format!("/{kind}"), taken()).await,
            account.put(&format!("/{kind}/{other}"), json!({field: "taken"})).await,
        ] {
            refused.failed(409, &format!("{field} is taken"));
            assert_eq!(refused.header("location"), Some(&*location));
        }
    }
    let name = json!({"gift_type_name": "Legacy"});
    let id = account.record("gift-types", name).await.1;
    let refused = account.post("/gift-types", json!({"gift_type_name": "LEGACY"})).await;
    assert_eq!(refused.header("location"), Some(&*format!("/api/v1/gift-types/{id}")));
}

async fn bodies_link_by_external_ids(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let named = |field: &str, id: &str, mut body: Value| {
        body[field] = id.into();
        body
    };
    let contact = named("contact_external_id", "c", least("contacts", 0));
    let contact_id = account.record("contacts", contact).await.1;
    let friend =
        json!({"contact_status": "donor", "contact_lname": "King", "contact_referred_by_external_id": "c"});
    let friend = account.post("/contacts", friend).await.created();
    assert_eq!(friend.data()["contact_referred_by_id"], contact_id);

    let pledge = json!({"pledge_amount": 5, "contact_external_id": "c", "pledge_external_id": "p"});
    let pledge = account.post("/pledges", pledge).await.created();
    assert_eq!(pledge.data()["contact_id"], contact_id);
    let gift = json!({"gift_amount": 5, "contact_external_id": "c", "pledge_external_id": "p", "gift_external_id": "g"});
    let gift = account.post("/gifts", gift).await.created();
    assert_eq!(
        (&gift.data()["contact_id"], &gift.data()["pledge_id"]),
        (&json!(contact_id), &json!(pledge.id()))
    );
    let refund = json!({"gift_amount": -5, "contact_id": contact_id, "contact_external_id": "c", "gift_adjusts_external_id": "g"});
    let refund = account.post("/gifts", refund).await.created();
    assert_eq!(refund.data()["gift_adjusts_id"], gift.id());
    let links = json!({"contact_external_id": "c", "gift_external_id": "g", "pledge_external_id": "p"});
    let task = named("task_subject", "Thank", links.clone());
    let task = account.post("/tasks", task).await.created();
    let ids = |task: &Reply| ["contact_id", "gift_id", "pledge_id"].map(|field| task.data()[field].as_i64());
    let expected = [contact_id, gift.id(), pledge.id()].map(Some);
    assert_eq!(ids(&task), expected);
    let bare = account.record("tasks", json!({"task_subject": "Call"})).await.1;
    assert_eq!(ids(&account.put(&format!("/tasks/{bare}"), links).await.ok()), expected);
    // Nothing of it is a field that would be ignored.
    assert_eq!(task.header("ignored-fields"), None);
    // Without a value, a link says nothing.
    let kept = json!({"contact_external_id": null, "gift_external_id": ""});
    assert_eq!(ids(&account.put(&format!("/tasks/{bare}"), kept).await.ok()), expected);
}

async fn a_link_by_external_id_that_leads_nowhere_says_so(db: TestDb) {
    let api = Api::start(db).await;
    let (account, other) = (api.account().await, api.account().await);
    let contact = json!({"contact_status": "donor", "contact_lname": "King", "contact_external_id": "c"});
    other.record("contacts", contact.clone()).await;
    let refused = account.post("/pledges", json!({"pledge_amount": 0, "contact_external_id": "c"})).await;
    let rules = "contact_external_id must be the external id of a contact of this account; pledge_amount must be greater than 0";
    refused.failed(422, rules);
    let (mine, id) = (account.record("contacts", contact).await.1, account.contact().await);
    let two = json!({"pledge_amount": 5, "contact_id": id, "contact_external_id": "c"});
    let refused = account.post("/pledges", two).await;
    let rule = "contact_external_id is not that of contact_id: leave one of them out";
    refused.failed(422, rule);
    let missing = account.post("/pledges", json!({"pledge_amount": 5, "contact_external_id": ""})).await;
    assert_eq!(missing.message(), "contact_id is required");
    let neither = json!({"pledge_amount": 5, "contact_id": null, "contact_external_id": "c"});
    assert_eq!(account.post("/pledges", neither).await.message(), rule);
    assert!(account.get(&format!("/pledges?contact_id={mine},{id}")).await.ok().list().is_empty());
}
