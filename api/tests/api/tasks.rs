//! Tasks.

use chrono_tz::Tz;
use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;

use crate::support::fields::{accepts, but_updated_at, can_be_sent_back, refuses};
use crate::support::{Account, Api, MISSING_ID};

both_databases!(
    spec_4_rule_8_put_changes_only_the_fields_that_are_sent,
    spec_4_rule_9_create_requires_a_subject,
    spec_4_rule_9_every_field_round_trips,
    defaults_of_a_task_with_the_least_fields,
    done_and_its_day_set_each_other,
    done_and_its_day_may_not_contradict_each_other,
    fields_of_a_task_keep_their_rules,
);

async fn task(account: &Account) -> String {
    account.record("tasks", json!({"task_subject": "Call"})).await.0
}

async fn every_field(account: &Account) -> Value {
    let contact_id = account.contact().await;
    let (_, gift_id) = account.record("gifts", json!({"gift_amount": 5, "contact_id": contact_id})).await;
    let (_, pledge_id) =
        account.record("pledges", json!({"pledge_amount": 5, "contact_id": contact_id})).await;
    json!({
        "task_subject": "Thank Ada for her gift",
        "task_type": "thank",
        "task_due_date": "2026-06-20",
        "task_due_time": "09:30",
        "task_done": 1,
        "task_completed_on": "2026-06-14",
        "task_priority": "high",
        "task_result": "left_message",
        "task_notes": "In the evening\nonly",
        "contact_id": contact_id,
        "gift_id": gift_id,
        "pledge_id": pledge_id,
        "task_external_id": "crm-t-9",
    })
}

async fn spec_4_rule_8_put_changes_only_the_fields_that_are_sent(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let body = every_field(&account).await;
    let (path, _) = account.record("tasks", body).await;
    let mut expected = account.get(&path).await.ok().data().clone();
    for (field, value) in
        [("task_subject", json!("Write")), ("task_due_time", Value::Null), ("gift_id", Value::Null)]
    {
        expected[field] = value.clone();
        let changed = account.put(&path, json!({field: value})).await.ok();
        assert_eq!(but_updated_at(changed.data()), but_updated_at(&expected), "{field}");
    }
    assert_eq!(but_updated_at(account.get(&path).await.ok().data()), but_updated_at(&expected));
}

async fn spec_4_rule_9_create_requires_a_subject(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    for body in [json!({}), json!({"task_subject": null}), json!({"task_subject": " "})] {
        account.post("/tasks", body).await.failed(422, "task_subject is required");
    }
    account
        .put(&task(&account).await, json!({"task_subject": ""}))
        .await
        .failed(422, "task_subject is required");
}

async fn spec_4_rule_9_every_field_round_trips(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let sent = every_field(&account).await;
    let created = account.post("/tasks", sent.clone()).await.created();
    assert_eq!(created.json["type"], "tasks.create");
    assert_eq!(created.header("ignored-fields"), None);
    let path = format!("/tasks/{}", created.id());
    assert_eq!(created.header("location"), Some(format!("/api/v1{path}").as_str()));
    let read = account.get(&path).await.ok();
    assert_eq!(read.json["type"], "tasks.read");
    assert_eq!(read.raw_data(), created.raw_data());
    for (field, value) in sent.as_object().unwrap() {
        assert_eq!(read[field], *value, "{field}");
    }
    assert_eq!(read["contact"]["id"], sent["contact_id"]);
    assert_eq!(read["created_at"], "2026-06-15T12:00:00.000Z");
    let added = ["id", "contact", "created_at", "updated_at"];
    assert_eq!(read.data().as_object().unwrap().len(), sent.as_object().unwrap().len() + added.len());
    can_be_sent_back(&account, &path).await;
    can_be_sent_back(&account, &task(&account).await).await;
    let list = account.get("/tasks").await.ok();
    assert_eq!((&list.json["type"], list.list().len()), (&json!("tasks.index"), 2));
    assert_eq!(list.list()[0], *account.get(&path).await.ok().data());
}

async fn defaults_of_a_task_with_the_least_fields(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let read = account.get(&task(&account).await).await.ok();
    assert_eq!((&read["task_type"], &read["task_priority"]), (&json!("to_do"), &json!("normal")));
    assert_eq!(read["task_done"], 0);
    for field in [
        "task_due_date",
        "task_due_time",
        "task_completed_on",
        "task_result",
        "task_notes",
        "contact_id",
        "gift_id",
        "pledge_id",
        "contact",
    ] {
        assert_eq!(read.data().get(field), Some(&Value::Null), "{field}");
    }
}

async fn done_and_its_day_set_each_other(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account_in("USD", Tz::Pacific__Auckland).await;
    let path = task(&account).await;
    let day = "2026-06-01";
    // Each line changes the task as the line before left it: the body, and the fields after it.
    for (sent, done, completed_on) in [
        (json!({"task_done": 1}), 1, Some("2026-06-16")),
        (json!({"task_subject": "Call again"}), 1, Some("2026-06-16")),
        (json!({"task_done": 0}), 0, None),
        (json!({"task_completed_on": day}), 1, Some(day)),
        (json!({"task_done": 1}), 1, Some(day)),
        (json!({"task_completed_on": null}), 0, None),
        (json!({"task_done": true, "task_completed_on": day}), 1, Some(day)),
        (json!({"task_done": null}), 0, None),
        (json!({"task_done": 0, "task_completed_on": null}), 0, None),
        (json!({"task_completed_on": ""}), 0, None),
    ] {
        let changed = account.put(&path, sent.clone()).await.ok();
        assert_eq!(
            (&changed["task_done"], &changed["task_completed_on"]),
            (&json!(done), &json!(completed_on)),
            "{sent}"
        );
    }
    for (sent, completed_on) in
        [(json!({"task_done": 1}), "2026-06-16"), (json!({"task_completed_on": day}), day)]
    {
        let mut body = sent;
        body["task_subject"] = json!("Call");
        let created = account.post("/tasks", body).await.created();
        assert_eq!((&created["task_done"], &created["task_completed_on"]), (&json!(1), &json!(completed_on)));
    }
}

async fn done_and_its_day_may_not_contradict_each_other(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let path = task(&account).await;
    let (first, second) = ("2026-06-01", "2026-06-02");
    account.put(&path, json!({"task_completed_on": first})).await.ok();
    let message = "task_done must be 1 exactly when task_completed_on is set";
    for contradiction in [
        json!({"task_done": 0, "task_completed_on": second}),
        json!({"task_done": null, "task_completed_on": second}),
    ] {
        account.put(&path, contradiction).await.failed(422, message);
    }
    for done in [Value::Null, json!(0)] {
        let new = json!({"task_subject": "Call", "task_done": done, "task_completed_on": first});
        account.post("/tasks", new).await.failed(422, message);
    }
    // A field that is sent with its stored value changes nothing, so a task that was read can be sent back with only
    // one of the two fields changed.
    for (sent, done, completed_on) in [
        (json!({"task_done": 1, "task_completed_on": null}), 0, None),
        (json!({"task_done": 1, "task_completed_on": null}), 1, Some("2026-06-15")),
        (json!({"task_done": 0, "task_completed_on": "2026-06-15"}), 0, None),
        (json!({"task_done": 0, "task_completed_on": second}), 1, Some(second)),
    ] {
        let changed = account.put(&path, sent).await.ok();
        assert_eq!(
            (&changed["task_done"], &changed["task_completed_on"]),
            (&json!(done), &json!(completed_on))
        );
    }
}

async fn fields_of_a_task_keep_their_rules(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let path = task(&account).await;
    for (field, values) in [
        (
            "task_type",
            &[
                "call",
                "email",
                "text",
                "letter",
                "appointment",
                "in_person",
                "thank",
                "pledge_reminder",
                "newsletter",
                "prayer",
                "to_do",
            ][..],
        ),
        ("task_priority", &["low", "normal", "high"]),
        ("task_result", &["done", "attempted", "left_message", "received"]),
    ] {
        for value in values {
            accepts(&account, &path, &[(field, json!(value), json!(value))]).await;
        }
    }
    for (field, max) in [("task_subject", 255), ("task_notes", 20_000)] {
        let longest = json!("é".repeat(max));
        accepts(&account, &path, &[(field, longest.clone(), longest)]).await;
        let rule = format!("must not be longer than {max} characters");
        refuses(&account, &path, &[(field, json!("é".repeat(max + 1)), &rule)]).await;
    }
    account.put(&path, json!({"task_due_date": "2026-06-20"})).await.ok();
    for time in ["00:00", "09:30", "23:59"] {
        accepts(&account, &path, &[("task_due_time", json!(time), json!(time))]).await;
    }
    for (field, cleared) in
        [("task_type", json!("to_do")), ("task_priority", json!("normal")), ("task_result", Value::Null)]
    {
        accepts(&account, &path, &[(field, Value::Null, cleared)]).await;
    }
    let mut cases = vec![
        ("task_priority", json!("urgent"), "must be one of low, normal, high"),
        ("task_result", json!("x"), "must be one of done, attempted, left_message, received"),
        ("task_done", json!("yes"), "must be 0 or 1"),
        ("task_due_date", json!("tomorrow"), "must be a date, as YYYY-MM-DD"),
        ("task_completed_on", json!("2026-13-01"), "must be a date, as YYYY-MM-DD"),
        ("contact_id", json!(MISSING_ID), "must be the id of a contact of this account"),
        ("gift_id", json!(MISSING_ID), "must be the id of a gift of this account"),
        ("pledge_id", json!(MISSING_ID), "must be the id of a pledge of this account"),
        ("gift_id", json!(1.5), "must be the id of a record"),
    ];
    for bad in ["24:00", "9:30", "09:60", "09:30:00", "noon", "0930", "09:3"] {
        cases.push(("task_due_time", json!(bad), "must be a time of day, as HH:MM"));
    }
    refuses(&account, &path, &cases).await;
    let bad_type = account.put(&path, json!({"task_type": "fax"})).await;
    assert!(bad_type.message().starts_with("task_type must be one of call, email, "), "{}", bad_type.text);
}
