//! Tasks.

use std::collections::BTreeSet;

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
    a_task_is_open_done_or_cancelled,
    a_repeated_task_that_is_done_makes_the_next_one,
    what_is_due_until_today_and_this_week,
    a_task_is_assigned_to_a_member,
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
        "task_status": "done",
        "task_priority": "high",
        "task_result": "left_message",
        "task_notes": "In the evening\nonly",
        "task_assignee_id": account.user_id,
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
    // A task that is done repeats no more.
    let added = ["id", "task_repeat", "contact", "created_at", "updated_at"];
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

async fn a_task_is_open_done_or_cancelled(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let path = task(&account).await;
    let state = |read: &Value| {
        ["task_status", "task_done", "task_completed_on"].map(|name| read[name].clone()).to_vec()
    };
    let open = vec![json!("open"), json!(0), Value::Null];
    let done = vec![json!("done"), json!(1), json!("2026-06-15")];
    let cancelled = vec![json!("cancelled"), json!(0), Value::Null];
    for (body, expected) in [
        (json!({}), &open),
        (json!({"task_status": "done"}), &done),
        (json!({"task_status": "cancelled"}), &cancelled),
        (json!({"task_done": 0}), &cancelled),
        (json!({"task_notes": "x"}), &cancelled),
        (json!({"task_done": 1}), &done),
        (json!({"task_status": "open"}), &open),
        (json!({"task_status": "cancelled", "task_done": 0, "task_completed_on": null}), &cancelled),
        (json!({"task_completed_on": "2026-06-15"}), &done),
    ] {
        let changed = account.put(&path, body.clone()).await.ok();
        assert_eq!(state(changed.data()), *expected, "{body}");
    }
    // What was read can be sent back with another status alone.
    let mut read = account.get(&path).await.ok().data().clone();
    read["task_status"] = json!("cancelled");
    assert_eq!(state(account.put(&path, read).await.ok().data()), cancelled);
    can_be_sent_back(&account, &path).await;
    for (body, rule) in [
        (
            json!({"task_status": "open", "task_done": 1}),
            "task_status must be done exactly when task_done is 1",
        ),
        (
            json!({"task_status": "open", "task_completed_on": "2026-06-14"}),
            "task_status must be done exactly when task_completed_on is set",
        ),
        (json!({"task_status": "gone"}), "task_status must be one of open, done, cancelled"),
    ] {
        account.put(&path, body).await.failed(422, rule);
    }
    let due = json!({"task_subject": "Write", "task_due_date": "2026-06-01"});
    let (overdue, id) = account.record("tasks", due).await;
    let found = async |query: &str| account.get(&format!("/tasks?{query}")).await.ok().list().len();
    assert_eq!((found("done=0").await, found("overdue=1").await, found("status=open").await), (1, 1, 1));
    account.put(&overdue, json!({"task_status": "cancelled"})).await.ok();
    assert_eq!((found("done=0").await, found("overdue=1").await, found("done=1").await), (0, 0, 0));
    assert_eq!((found("overdue=0").await, found("status=cancelled,done").await), (2, 2));
    let event: Value = serde_json::from_str(&api.last_event(&account).await.body).unwrap();
    assert_eq!((&event["data"]["id"], &event["changed"]), (&json!(id), &json!(["task_status"])));
}

async fn a_repeated_task_that_is_done_makes_the_next_one(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    for (repeat, due, next) in [
        ("weekly", "2026-06-20", "2026-06-27"),
        // Those that were missed are not made.
        ("monthly", "2026-01-31", "2026-06-30"),
        ("quarterly", "2026-11-30", "2027-02-28"),
        ("yearly", "2024-03-01", "2027-03-01"),
    ] {
        let body = json!({"task_subject": repeat, "task_due_date": due, "task_repeat": repeat,
                          "task_notes": "As ever", "task_external_id": format!("x-{repeat}"), "task_result": "attempted"});
        let (path, id) = account.record("tasks", body).await;
        let before = api.events(&account).await.len();
        let done = account.put(&path, json!({"task_done": 1, "task_result": "done"})).await.ok();
        assert_eq!((&done["task_done"], &done["task_repeat"]), (&json!(1), &Value::Null));
        let found = account.get(&format!("/tasks?due_from={next}&due_to={next}")).await.ok();
        let new = &found.list()[0];
        assert_eq!((&new["task_due_date"], &new["task_repeat"]), (&json!(next), &json!(repeat)));
        assert_eq!((&new["task_subject"], &new["task_notes"]), (&json!(repeat), &json!("As ever")));
        for field in ["task_result", "task_completed_on", "task_external_id"] {
            assert_eq!(new[field], Value::Null, "{field}");
        }
        assert_ne!(new["id"], id);
        let events: BTreeSet<_> = api.events(&account).await.drain(before..).map(|one| one.name).collect();
        assert_eq!(events, BTreeSet::from(["tasks.create".to_owned(), "tasks.update".to_owned()]));
        // A body that is sent again makes no other one.
        let again = json!({"task_status": "done", "task_repeat": repeat});
        let again = account.put(&path, again).await.ok();
        assert_eq!((&again["task_repeat"], api.events(&account).await.len()), (&Value::Null, before + 3));
        // Only once, whatever becomes of the first.
        account.put(&path, json!({"task_done": 0})).await.ok();
        account.put(&path, json!({"task_done": 1})).await.ok();
        assert_eq!(api.events(&account).await.len(), before + 5, "two updates");
    }
    // Without a due date, it counts from the day on which it was done. A cancelled one makes no other.
    let body = json!({"task_subject": "Call", "task_repeat": "monthly"});
    let (path, _) = account.record("tasks", body).await;
    let count = async || account.get("/tasks").await.ok().list().len();
    let before = count().await;
    let cancelled = account.put(&path, json!({"task_status": "cancelled"})).await.ok();
    assert_eq!((&cancelled["task_repeat"], count().await), (&json!("monthly"), before));
    account.put(&path, json!({"task_completed_on": "2026-06-10"})).await.ok();
    let next = account.get("/tasks?due_from=2026-07-10&due_to=2026-07-10").await.ok();
    assert_eq!((next.list().len(), &next.list()[0]["task_subject"]), (1, &json!("Call")));
}

async fn what_is_due_until_today_and_this_week(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    for due in ["2026-06-14", "2026-06-15", "2026-06-16", "2026-06-21", "2026-06-22"] {
        account.record("tasks", json!({"task_subject": due, "task_due_date": due})).await;
    }
    account.record("tasks", json!({"task_subject": "Some day"})).await;
    let done = json!({"task_subject": "Done", "task_due_date": "2026-06-15", "task_done": 1});
    account.record("tasks", done).await;
    let found = async |query: &str| {
        let list = account.get(&format!("/tasks?sort=task_due_date&{query}")).await.ok();
        list.list().iter().map(|task| task["task_subject"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    // 15 June is a Monday.
    assert_eq!(found("due=today").await, ["2026-06-14", "2026-06-15"]);
    let week = ["2026-06-14", "2026-06-15", "2026-06-16", "2026-06-21"];
    assert_eq!(found("due=this_week").await, week);
    api.turn_to("2026-06-21T12:00:00Z");
    assert_eq!(found("due=this_week").await, week);
    assert_eq!(found("due=today").await, week);
}

async fn a_task_is_assigned_to_a_member(db: TestDb) {
    let api = Api::start(db).await;
    let (account, other) = (api.account().await, api.account().await);
    let colleague = api.member(account.id, "member").await;
    let members = account.get("/members").await.ok();
    assert_eq!(members.json["type"], "members.index");
    let of = |user_id: i64| members.list().iter().find(|one| one["user_id"] == user_id).unwrap().clone();
    assert_eq!(members.list().len(), 2);
    assert_eq!(of(account.user_id)["user_role"], "owner");
    let expected = json!({"user_id": colleague.id, "user_name": null, "user_email": colleague.email, "user_role": "member"});
    assert_eq!(of(colleague.id), expected);
    assert_eq!(other.get("/members").await.ok().list().len(), 1);
    let path = task(&account).await;
    let assigned = account.put(&path, json!({"task_assignee_id": colleague.id})).await.ok();
    assert_eq!(assigned["task_assignee_id"], colleague.id);
    let own = json!({"task_subject": "Mine", "task_assignee_id": account.user_id});
    let own = account.record("tasks", own).await.0;
    task(&account).await;
    let found = async |query: &str| account.get(&format!("/tasks?{query}")).await.ok().list().len();
    assert_eq!((found("mine=1").await, found("mine=0").await), (1, 2));
    assert_eq!(found(&format!("assignee_id={}", colleague.id)).await, 1);
    assert_eq!(found(&format!("assignee_id={},{}", colleague.id, account.user_id)).await, 2);
    let rule = "task_assignee_id must be the user_id of a member of this account";
    for id in [other.user_id, MISSING_ID] {
        account.put(&own, json!({"task_assignee_id": id})).await.failed(422, rule);
    }
    // Who leaves keeps the task, but gets no other.
    api.execute("DELETE FROM memberships WHERE user_id = $1", vec![colleague.id.into()]).await;
    can_be_sent_back(&account, &path).await;
    account.put(&own, json!({"task_assignee_id": colleague.id})).await.failed(422, rule);
    let body =
        json!({"task_subject": "Weekly", "task_repeat": "weekly", "task_assignee_id": account.user_id});
    let (weekly, _) = account.record("tasks", body).await;
    api.execute(
        "UPDATE tasks SET task_assignee_id = $1 WHERE task_subject = 'Weekly'",
        vec![colleague.id.into()],
    )
    .await;
    account.put(&weekly, json!({"task_done": 1})).await.ok();
    assert_eq!(found(&format!("done=0&assignee_id={}", colleague.id)).await, 1, "the next one is of nobody");
    let free = account.put(&path, json!({"task_assignee_id": null})).await.ok();
    assert_eq!(free["task_assignee_id"], Value::Null);
}
