//! Days and links that make no sense are refused, in tasks as in gifts and pledges. Stored ones do not block other
//! changes.

use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;

use crate::support::fields::refuses;
use crate::support::{Account, Api};

both_databases!(
    a_task_was_done_at_most_one_day_ahead,
    a_time_of_a_task_needs_its_day,
    a_task_is_about_gifts_and_pledges_of_its_contact,
    gifts_and_pledges_begin_with_the_year_1900,
    what_was_stored_before_hinders_no_other_change,
);

async fn task(account: &Account, fields: Value) -> (String, i64) {
    let mut body = json!({"task_subject": "Call"});
    body.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    account.record("tasks", body).await
}

async fn a_task_was_done_at_most_one_day_ahead(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (path, _) = task(&account, json!({})).await;
    let rule = "must not lie more than one day ahead";
    refuses(
        &account,
        &path,
        &[("task_completed_on", json!("2026-06-17"), rule), ("task_completed_on", json!("2999-01-01"), rule)],
    )
    .await;
    for day in ["2026-06-16", "2026-06-15", "2020-01-01"] {
        assert_eq!(account.put(&path, json!({"task_completed_on": day})).await.ok()["task_done"], 1);
    }
}

async fn a_time_of_a_task_needs_its_day(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let message = "task_due_time must be empty without task_due_date";
    account
        .post("/tasks", json!({"task_subject": "Call", "task_due_time": "09:30"}))
        .await
        .failed(422, message);
    let (path, _) = task(&account, json!({"task_due_date": "2026-06-20"})).await;
    account.put(&path, json!({"task_due_time": "09:30"})).await.ok();
    account.put(&path, json!({"task_due_date": null})).await.failed(422, message);
    account.put(&path, json!({"task_due_date": null, "task_due_time": null})).await.ok();
    account.put(&path, json!({"task_due_time": "09:30"})).await.failed(422, message);
}

async fn a_task_is_about_gifts_and_pledges_of_its_contact(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (ada, grace) = (account.contact().await, account.contact().await);
    let gift = async |fields: Value| {
        let mut body = json!({"gift_amount": 5});
        body.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        account.record("gifts", body).await.1
    };
    let of_ada = gift(json!({"contact_id": ada})).await;
    let credited = gift(json!({"contact_id": ada, "gift_soft_credits": [grace]})).await;
    let unattributed = gift(json!({})).await;
    let (_, pledge) = account.record("pledges", json!({"pledge_amount": 5, "contact_id": ada})).await;
    let of_gift = "gift_id must be a gift of the task's contact, or one that the contact is credited with";
    let of_pledge = "pledge_id must be a pledge of the task's contact";
    for (fields, message) in [
        (json!({"contact_id": grace, "gift_id": of_ada}), of_gift.to_owned()),
        (json!({"contact_id": grace, "pledge_id": pledge}), of_pledge.to_owned()),
        (
            json!({"contact_id": grace, "pledge_id": pledge, "gift_id": of_ada}),
            format!("{of_gift}; {of_pledge}"),
        ),
    ] {
        let mut body = json!({"task_subject": "Call"});
        body.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        account.post("/tasks", body).await.failed(422, &message);
    }
    for fields in [
        json!({"contact_id": ada, "gift_id": of_ada, "pledge_id": pledge}),
        json!({"gift_id": of_ada, "pledge_id": pledge}),
        json!({"contact_id": grace, "gift_id": credited}),
        json!({"contact_id": grace, "gift_id": unattributed}),
    ] {
        task(&account, fields).await;
    }
    let (path, _) = task(&account, json!({"contact_id": ada, "gift_id": of_ada})).await;
    account.put(&path, json!({"contact_id": grace})).await.failed(422, of_gift);
    account.put(&path, json!({"contact_id": grace, "gift_id": null})).await.ok();
    let missing = "gift_id must be the id of a gift of this account";
    account.put(&path, json!({"gift_id": 999_999_999})).await.failed(422, missing);
}

async fn gifts_and_pledges_begin_with_the_year_1900(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let contact_id = account.contact().await;
    let (gift, _) = account.record("gifts", json!({"gift_amount": 5})).await;
    let (pledge, _) = account.record("pledges", json!({"pledge_amount": 5, "contact_id": contact_id})).await;
    let rule = "must not lie before 1900-01-01";
    for (path, field) in [(gift, "gift_date"), (pledge, "pledge_start_date")] {
        let bad = ["1899-12-31", "1000-01-01", "0206-06-15"].map(|day| (field, json!(day), rule));
        refuses(&account, &path, &bad).await;
        assert_eq!(account.put(&path, json!({field: "1900-01-01"})).await.ok()[field], "1900-01-01");
    }
}

async fn what_was_stored_before_hinders_no_other_change(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (ada, grace) = (account.contact().await, account.contact().await);
    let (gift, gift_id) = account.record("gifts", json!({"gift_amount": 5, "contact_id": ada})).await;
    let (pledge, pledge_id) = account.record("pledges", json!({"pledge_amount": 5, "contact_id": ada})).await;
    let fields = json!({"task_due_date": "2026-06-20", "task_due_time": "09:30", "gift_id": gift_id,
                        "pledge_id": pledge_id, "task_completed_on": "2026-06-15"});
    let (task, task_id) = task(&account, fields).await;
    for (text, id) in [
        ("UPDATE gifts SET gift_date = '1000-01-01' WHERE id = $1", gift_id),
        ("UPDATE pledges SET pledge_start_date = '1000-01-01' WHERE id = $1", pledge_id),
        ("UPDATE tasks SET task_completed_on = '2999-01-01', task_due_date = NULL WHERE id = $1", task_id),
    ] {
        api.execute(text, vec![id.into()]).await;
    }
    api.execute("UPDATE tasks SET contact_id = $1 WHERE id = $2", vec![grace.into(), task_id.into()]).await;
    for (path, field) in [(&gift, "gift_memo"), (&pledge, "pledge_notes"), (&task, "task_notes")] {
        let mut read = account.get(path).await.ok().data().clone();
        account.put(path, json!({field: "x"})).await.ok();
        read[field] = json!("y");
        assert_eq!(account.put(path, read).await.ok()[field], "y", "{path}");
    }
}
