//! Batches: several creates and updates in one request, each with its own answer.

use std::num::NonZeroU32;
use std::time::Duration;

use api::http::rate_limit::RateLimits;
use reqwest::header::CONTENT_TYPE;
use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;
use shared::process::rate_limit::RateLimit;

use crate::support::records::{external_id, kinds, least};
use crate::support::{Account, Api, Reply};

both_databases!(
    each_operation_has_the_answer_of_a_request_of_its_own,
    an_operation_sees_what_those_before_it_have_written,
    an_atomic_batch_is_written_whole_or_not_at_all,
    a_repeated_batch_is_carried_out_once,
    an_update_may_have_a_condition,
    what_is_wrong_with_a_batch_is_named_and_nothing_is_written,
    a_strict_batch_ignores_nothing,
    a_rate_limit_counts_each_operation,
    nothing_of_another_account_is_reached,
);

async fn send(account: &Account, (name, value): (&str, &str), body: &Value) -> Reply {
    let request = account.request("POST", "/batch").header(CONTENT_TYPE, "application/json");
    Reply::to(request.header(name, value).body(body.to_string())).await
}

/// Carries out a batch, and returns the statuses of its answers, and the answers.
async fn carry_out(account: &Account, body: Value) -> (Vec<i64>, Value) {
    answers(account.post("/batch", body).await)
}

fn answers(reply: Reply) -> (Vec<i64>, Value) {
    let batch = reply.ok().data().clone();
    let answers = batch["answers"].as_array().unwrap();
    let statuses: Vec<_> = answers.iter().map(|answer| answer["status"].as_i64().unwrap()).collect();
    assert_eq!(batch["failed_count"], statuses.iter().filter(|status| **status >= 400).count());
    (statuses, batch["answers"].clone())
}

fn contact(more: &Value) -> Value {
    let mut body = json!({"contact_status": "donor", "contact_lname": "King"});
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    body
}

async fn each_operation_has_the_answer_of_a_request_of_its_own(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let contact_id = account.contact().await;
    for kind in kinds() {
        let (path, id) = account.record(kind, least(kind, contact_id)).await;
        let mut new = least(kind, contact_id);
        new[external_id(kind)] = "a".into();
        let batch = json!({"operations": [
            {"kind": kind, "body": new},
            {"kind": kind, "body": new},
            {"kind": kind, "id": id, "body": {}},
            {"kind": kind, "external_id": "a", "body": {}},
            {"kind": kind, "external_id": "b", "body": least(kind, contact_id)},
            {"kind": kind, "id": 99_999, "body": {}},
        ]});
        let (statuses, answers) = carry_out(&account, batch).await;
        assert_eq!(statuses, [201, 409, 200, 200, 201, 404], "{kind}: {answers}");
        let made = answers[0]["body"]["data"]["id"].as_i64().unwrap();
        let location = format!("/api/v1/{kind}/{made}");
        assert_eq!(answers[0]["body"]["type"], format!("{kind}.create"));
        assert_eq!(
            (&answers[0]["headers"]["location"], &answers[1]["headers"]["location"]),
            (&json!(location), &json!(location))
        );
        assert_eq!(answers[1]["headers"]["error-code"], "taken");
        assert_eq!(answers[3]["body"]["data"]["id"], made);
        assert_eq!(
            answers[5]["body"],
            json!({"success": false, "message": "Not Found", "type": "", "data": []})
        );
        let alone = account.put(&path, json!({})).await.ok();
        assert_eq!(answers[2]["body"]["type"], alone.json["type"]);
        let read = account.get(&format!("/{kind}/{made}")).await.ok();
        assert_eq!(&answers[3]["body"]["data"], read.data(), "{kind}");
    }
}

async fn an_operation_sees_what_those_before_it_have_written(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    for atomic in [0, 1] {
        let id = format!("crm-{atomic}");
        let batch = json!({"atomic": atomic, "operations": [
            {"kind": "contacts", "external_id": id, "body": contact(&json!({}))},
            {"kind": "gifts", "body": {"gift_amount": 25, "contact_external_id": id}},
            {"kind": "gifts", "body": {"gift_amount": 5, "contact_match": {"contact_external_id": id}}},
        ]});
        let before = api.events(&account).await.len();
        let (statuses, answers) = carry_out(&account, batch).await;
        assert_eq!(statuses, [201, 201, 201], "{answers}");
        let contact_id = &answers[0]["body"]["data"]["id"];
        assert_eq!(&answers[1]["body"]["data"]["contact_id"], contact_id);
        assert_eq!(answers[2]["headers"]["contact-match"], "matched");
        let events = api.events(&account).await;
        let names: Vec<_> = events[before..].iter().map(|event| event.name.as_str()).collect();
        assert_eq!(names, ["contacts.create", "gifts.create", "gifts.create"]);
    }
}

async fn an_atomic_batch_is_written_whole_or_not_at_all(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let batch = |amount: Value| {
        json!({"atomic": 1, "operations": [
            {"kind": "contacts", "body": contact(&json!({})), "idempotency_key": "one"},
            {"kind": "gifts", "body": {"gift_amount": amount}},
            {"kind": "gifts", "body": {"gift_amount": 6}},
        ]})
    };
    let (statuses, answers) = carry_out(&account, batch(json!("much"))).await;
    assert_eq!(statuses, [424, 422, 424]);
    let rule = "gift_amount must be a number such as 50.00";
    assert_eq!(
        (&answers[1]["body"]["message"], &answers[1]["headers"]["error-fields"]),
        (&json!(rule), &json!("\"gift_amount\""))
    );
    let undone = "operations[1] has failed, so nothing was written";
    assert_eq!(
        (&answers[0]["body"]["message"], &answers[0]["headers"]["error-code"]),
        (&json!(undone), &json!("undone"))
    );
    assert_eq!(account.get("/contacts").await.ok().list().len(), 0);
    assert_eq!(api.events(&account).await.len(), 0);
    // What is taken is told of the operation that takes it, and no later one.
    account.record("contacts", contact(&json!({"contact_external_id": "taken"}))).await;
    let taken = contact(&json!({"contact_external_id": "taken"}));
    let twice = contact(&json!({"contact_external_id": "twice"}));
    let of = |body: &Value| json!({"kind": "contacts", "body": body});
    let gift = json!({"kind": "gifts", "body": {"gift_amount": 5, "contact_external_id": "taken"}});
    for (operations, statuses) in [
        (json!([of(&taken)]), vec![409]),
        (json!([of(&taken), gift]), vec![409, 424]),
        (json!([of(&contact(&json!({}))), of(&twice), of(&twice)]), vec![424, 424, 409]),
    ] {
        let (answered, answers) = carry_out(&account, json!({"atomic": 1, "operations": operations})).await;
        assert_eq!(answered, statuses, "{answers}");
    }
    assert_eq!(account.get("/contacts").await.ok().list().len(), 1);
    // The key was not used.
    assert_eq!(carry_out(&account, batch(json!(5))).await.0, [201, 201, 201]);
    assert_eq!((account.get("/contacts").await.ok().list().len(), api.events(&account).await.len()), (2, 4));
}

async fn a_repeated_batch_is_carried_out_once(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    for atomic in [0, 1] {
        let key = format!("nightly-{atomic}");
        let mut batch = json!({"atomic": atomic, "operations": [
            {"kind": "contacts", "body": contact(&json!({}))},
            {"kind": "contacts", "body": contact(&json!({})), "idempotency_key": format!("own-{atomic}")},
        ]});
        let (_, first) = answers(send(&account, ("idempotency-key", &key), &batch).await);
        let again = send(&account, ("idempotency-key", &key), &batch).await;
        assert_eq!(again.header("idempotent-replayed"), Some("true"));
        let (statuses, again) = answers(again);
        assert_eq!(statuses, [201, 201]);
        for i in 0..2 {
            assert_eq!(again[i]["body"], first[i]["body"]);
            assert_eq!(
                (&first[i]["headers"]["idempotent-replayed"], &again[i]["headers"]["idempotent-replayed"]),
                (&Value::Null, &json!("true"))
            );
        }
        // An operation with a key of its own may be sent in another batch, but not be another one.
        batch["operations"].as_array_mut().unwrap().swap(0, 1);
        let (_, swapped) = answers(send(&account, ("idempotency-key", "other"), &batch).await);
        assert_eq!(swapped[0]["headers"]["idempotent-replayed"], "true");
        batch["operations"][0]["body"]["contact_lname"] = "Other".into();
        let (statuses, failed) = carry_out(&account, json!({"operations": [batch["operations"][0]]})).await;
        assert_eq!((statuses, &failed[0]["headers"]["error-code"]), (vec![422], &json!("key_reused")));
    }
    assert_eq!(account.get("/contacts").await.ok().list().len(), 5);
}

async fn an_update_may_have_a_condition(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (path, id) = account.record("contacts", contact(&json!({"contact_external_id": "c"}))).await;
    let tag = account.get(&path).await.ok().header("etag").unwrap().to_owned();
    let update = |target: (&str, Value), tag: &str| {
        let mut operation = json!({"kind": "contacts", "if_match": tag, "body": {"contact_fname": "Ada"}});
        operation[target.0] = target.1;
        operation
    };
    let batch = json!({"operations": [
        update(("id", json!(id)), &tag),
        update(("id", json!(id)), &tag),
        update(("external_id", json!("c")), "*"),
        update(("external_id", json!("d")), "*"),
    ]});
    assert_eq!(carry_out(&account, batch).await.0, [200, 412, 200, 412]);
}

async fn what_is_wrong_with_a_batch_is_named_and_nothing_is_written(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let good = json!({"kind": "contacts", "body": contact(&json!({}))});
    let with = |more: Value| {
        let mut operation = good.clone();
        operation.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        json!({"operations": [good.clone(), operation]})
    };
    let of_kinds = "operations[1].kind must be one of contacts, gifts, pledges, tasks, households, funds, campaigns, batches";
    let tags = "operations[1].if_match must be * or entity tags in double quotes, separated by commas";
    for (batch, message) in [
        (json!({}), "operations is required"),
        (json!({"operations": []}), "operations must not be empty"),
        (json!({"operations": vec![good.clone(); 101]}), "operations must not have more than 100 items"),
        (with(json!({"kind": "webhooks"})), of_kinds),
        (with(json!({"body": []})), "operations[1].body must be a JSON object"),
        (with(json!({"body": null})), "operations[1].body is required"),
        (with(json!({"id": null})), "operations[1].id must not be empty"),
        (with(json!({"id": 1, "if_match": ""})), "operations[1].if_match must not be empty"),
        (with(json!({"external_id": " "})), "operations[1].external_id must not be empty"),
        (with(json!({"idempotency_key": null})), "operations[1].idempotency_key must not be empty"),
        (with(json!({"id": 1, "external_id": "a"})), "operations[1].external_id must not be sent with id"),
        (with(json!({"if_match": "*"})), "operations[1].if_match must not be sent without id or external_id"),
        (with(json!({"id": 1, "if_match": "x"})), tags),
        (
            with(json!({"idempotency_key": "é"})),
            "operations[1].idempotency_key must be visible ASCII characters",
        ),
    ] {
        account.post("/batch", batch).await.failed(422, message);
    }
    assert_eq!(account.get("/contacts").await.ok().list().len(), 0);
    // A fault of a body is one of its operation alone.
    let batch = json!({"operations": [{"kind": "contacts", "body": {"contact_lname": {"a": [1]}}}, good]});
    assert_eq!(carry_out(&account, batch).await.0, [422, 201]);
}

async fn a_strict_batch_ignores_nothing(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let batch = json!({"operations": [{"kind": "contacts", "body": contact(&json!({"typo": 1}))}]});
    let (statuses, ignoring) = carry_out(&account, batch.clone()).await;
    assert_eq!((statuses, &ignoring[0]["headers"]["ignored-fields"]), (vec![201], &json!("\"typo\"")));
    let (statuses, strict) = answers(send(&account, ("prefer", "handling=strict"), &batch).await);
    assert_eq!((statuses, &strict[0]["headers"]["error-code"]), (vec![422], &json!("strict")));
    let unknown = json!({"operation": 1, "operations": batch["operations"]});
    let reply = account.post("/batch", unknown).await;
    assert_eq!(reply.ok().header("ignored-fields"), Some("\"operation\""));
}

async fn a_rate_limit_counts_each_operation(db: TestDb) {
    let limit = RateLimit::Requests { every: Duration::from_secs(1), burst: NonZeroU32::new(4).unwrap() };
    let api =
        Api::start_with(db, |app| app.rate_limits = RateLimits::with_clock(limit, || Duration::ZERO)).await;
    let account = api.account().await;
    let good = json!({"kind": "contacts", "body": contact(&json!({}))});
    let (statuses, answers) = carry_out(&account, json!({"operations": vec![good.clone(); 6]})).await;
    assert_eq!(statuses, [201, 201, 201, 201, 429, 429]);
    assert_eq!(answers[4]["headers"]["retry-after"], "1");
    let some = |count| json!({"atomic": 1, "operations": vec![good.clone(); count]});
    assert_eq!(account.post("/batch", some(1)).await.status, 429);
    let other = api.account().await;
    other.post("/batch", some(6)).await.failed(
        422,
        "operations must not be more than 4, because the rate limit never lets more through at once",
    );
    assert_eq!(other.post("/batch", some(4)).await.status, 429);
    assert_eq!(other.get("/contacts").await.ok().list().len(), 0);
    assert_eq!(carry_out(&other, some(1)).await.0, [201]);
}

async fn nothing_of_another_account_is_reached(db: TestDb) {
    let api = Api::start(db).await;
    let (account, other) = (api.account().await, api.account().await);
    let (path, id) = other.record("contacts", contact(&json!({"contact_external_id": "c"}))).await;
    let before = other.get(&path).await.ok().text;
    for atomic in [0, 1] {
        let batch = json!({"atomic": atomic, "operations": [
            {"kind": "contacts", "id": id, "body": {"contact_fname": "Mallory"}},
        ]});
        assert_eq!(carry_out(&account, batch).await.0, [404]);
        let batch = json!({"atomic": atomic, "operations": [
            {"kind": "contacts", "external_id": "c", "body": contact(&json!({"contact_fname": "Mallory"}))},
        ]});
        assert_eq!(carry_out(&account, batch).await.0, [if atomic == 0 { 201 } else { 200 }]);
    }
    assert_eq!(other.get(&path).await.ok().text, before);
}
