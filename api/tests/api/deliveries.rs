//! Deliveries: the state of each event for each webhook. The dispatcher makes deliveries and attempts; here the tests
//! insert their rows.

use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;
use shared::values::ids::event_id_text;

use crate::support::records::{RECEIVER, event_names};
use crate::support::{Account, Api};

mod redelivery;

both_databases!(
    deliveries_are_listed_and_read,
    a_delivery_is_read_with_its_attempts,
    a_delivery_shows_its_last_100_attempts,
    deliveries_are_newest_event_first_whatever_the_order_of_their_rows,
    a_list_has_one_webhooks_deliveries,
    filters_choose_deliveries,
    what_is_wrong_with_the_parameters_is_named,
    a_list_of_deliveries_over_several_chunks_is_whole_and_in_order,
);

/// Creates a webhook. Returns its id and the path of its deliveries.
async fn webhook(account: &Account) -> (i64, String) {
    let (path, id) = account.record("webhooks", json!({"webhook_url": RECEIVER})).await;
    (id, format!("{path}/deliveries"))
}

/// Inserts a delivery of a new event.
async fn delivery(api: &Api, account: &Account, webhook_id: i64, status: &str) -> i64 {
    account.contact().await;
    let event = api.last_event(account).await;
    api.delivery(account, webhook_id, event.id, status).await
}

async fn ids(account: &Account, path: &str) -> Vec<i64> {
    account.get(path).await.ok().list().iter().map(|delivery| delivery["id"].as_i64().unwrap()).collect()
}

async fn deliveries_are_listed_and_read(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (webhook_id, path) = webhook(&account).await;
    assert_eq!(account.get(&path).await.ok().list().len(), 0);
    for (status, next_attempt_at, finished_at) in [
        ("pending", json!("2026-06-15T12:01:00.000Z"), Value::Null),
        ("succeeded", Value::Null, json!("2026-06-15T12:00:01.500Z")),
        ("failed", Value::Null, json!("2026-06-15T12:00:01.500Z")),
        ("skipped", Value::Null, json!("2026-06-15T12:00:01.500Z")),
    ] {
        let id = delivery(&api, &account, webhook_id, status).await;
        let event = api.last_event(&account).await;
        let expected = json!({
            "id": id, "webhook_id": webhook_id, "event_id": event_id_text(event.id), "event_type": "contacts.create",
            "delivery_status": status, "attempt_count": 3, "next_attempt_at": next_attempt_at,
            "created_at": "2026-06-15T12:00:00.000Z", "finished_at": finished_at,
        });
        let list = account.get(&path).await.ok();
        assert_eq!((&list.json["type"], &list.list()[0]), (&json!("deliveries.index"), &expected));
        let read = account.get(&format!("/deliveries/{id}")).await.ok();
        let mut with_attempts = expected;
        with_attempts["attempts"] = json!([]);
        with_attempts["attempts_removed"] = json!(0);
        assert_eq!((&read.json["type"], read.data()), (&json!("deliveries.read"), &with_attempts));
    }
    // While an attempt is being made, nobody knows when the next one is due.
    let id = delivery(&api, &account, webhook_id, "pending").await;
    let lease = "UPDATE deliveries SET lease_id = event_id WHERE id = $1";
    api.execute(lease, vec![id.into()]).await;
    for shown in [
        account.get(&path).await.ok().list()[0].clone(),
        account.get(&format!("/deliveries/{id}")).await.ok().data().clone(),
    ] {
        assert_eq!((&shown["delivery_status"], &shown["next_attempt_at"]), (&json!("pending"), &Value::Null));
    }
}

async fn a_delivery_is_read_with_its_attempts(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (webhook_id, _) = webhook(&account).await;
    let (id, other) = (
        delivery(&api, &account, webhook_id, "succeeded").await,
        delivery(&api, &account, webhook_id, "failed").await,
    );
    let outcomes = [
        "timeout",
        "dns",
        "connect",
        "tls",
        "reset",
        "forbidden_address",
        "unsendable",
        "too_large",
        "status",
        "success",
    ];
    for (minute, outcome) in outcomes.iter().enumerate() {
        api.turn_to(&format!("2026-06-15T12:{minute:02}:00Z"));
        let attempt = api.attempt(&account, id, outcome).await;
        api.attempt(&account, other, "connect").await;
        let answer = "UPDATE attempts SET status_code = $2, response_body = $3, error = $4 WHERE id = $1";
        let (status, body, error): (Option<i16>, _, _) = match *outcome {
            "success" => (Some(204), Some(""), None),
            "status" => (Some(503), Some("<busy> \u{1f980}"), None),
            "too_large" => (Some(200), Some("x"), None),
            _ => (None, None, Some("no answer")),
        };
        api.execute(answer, vec![attempt.into(), status.into(), body.into(), error.into()]).await;
    }
    let read = account.get(&format!("/deliveries/{id}")).await.ok();
    let attempts = read["attempts"].as_array().unwrap();
    for (minute, (outcome, attempt)) in outcomes.iter().zip(attempts).enumerate() {
        let (status, body, error) = match *outcome {
            "success" => (json!(204), json!(""), Value::Null),
            "status" => (json!(503), json!("<busy> \u{1f980}"), Value::Null),
            "too_large" => (json!(200), json!("x"), Value::Null),
            _ => (Value::Null, Value::Null, json!("no answer")),
        };
        let expected = json!({
            "attempted_at": format!("2026-06-15T12:{minute:02}:00.000Z"), "duration_ms": 12, "attempt_outcome": outcome,
            "status_code": status, "response_body": body, "error": error,
        });
        assert_eq!(*attempt, expected);
    }
    assert_eq!(attempts.len(), outcomes.len());
}

async fn a_delivery_shows_its_last_100_attempts(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let id = delivery(&api, &account, webhook(&account).await.0, "failed").await;
    for second in 0..103 {
        api.app.clock.turn_to(
            "2026-06-15T12:00:00Z".parse::<chrono::DateTime<chrono::Utc>>().unwrap()
                + chrono::Duration::seconds(second),
        );
        api.attempt(&account, id, "connect").await;
    }
    let read = account.get(&format!("/deliveries/{id}")).await.ok();
    let attempts = read["attempts"].as_array().unwrap();
    assert_eq!((attempts.len(), &attempts[0]["attempted_at"]), (100, &json!("2026-06-15T12:00:03.000Z")));
    assert_eq!(attempts[99]["attempted_at"], "2026-06-15T12:01:42.000Z");
}

async fn deliveries_are_newest_event_first_whatever_the_order_of_their_rows(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (webhook_id, path) = webhook(&account).await;
    let mut made = Vec::new();
    for (moment, place) in [("11:00", 2), ("10:00", 1), ("12:00", 3), ("12:00", 4), ("09:00", 0)] {
        api.turn_to(&format!("2026-06-15T{moment}:00Z"));
        account.contact().await;
        let newest = api.last_event(&account).await;
        made.push((place, api.delivery(&account, webhook_id, newest.id, "pending").await));
    }
    made.sort_by_key(|(place, _)| -place);
    let expected: Vec<_> = made.into_iter().map(|(_, id)| id).collect();
    assert_eq!(ids(&account, &path).await, expected);
    for limit in 1..=6 {
        let shown = ids(&account, &format!("{path}?limit={limit}")).await;
        assert_eq!(shown, expected[..limit.min(5)], "the newest");
    }
}

async fn a_list_has_one_webhooks_deliveries(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let ((first, first_path), (second, second_path)) = (webhook(&account).await, webhook(&account).await);
    let of_first = delivery(&api, &account, first, "pending").await;
    let event = api.last_event(&account).await;
    let of_second = api.delivery(&account, second, event.id, "pending").await;
    assert_eq!(
        (ids(&account, &first_path).await, ids(&account, &second_path).await),
        (vec![of_first], vec![of_second])
    );
}

async fn filters_choose_deliveries(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (webhook_id, path) = webhook(&account).await;
    let contact = format!("/contacts/{}", account.contact().await);
    let mut made = Vec::new();
    for (hour, status, change) in [
        (8, "succeeded", false),
        (9, "failed", true),
        (10, "failed", false),
        (11, "skipped", true),
        (12, "pending", false),
    ] {
        api.turn_to(&format!("2026-06-16T{hour:02}:00:00Z"));
        if change {
            account.put(&contact, json!({})).await.ok();
        } else {
            account.contact().await;
        }
        let event = api.last_event(&account).await;
        made.push(api.delivery(&account, webhook_id, event.id, status).await);
    }
    for (query, expected) in [
        ("", vec![4, 3, 2, 1, 0]),
        ("status=pending", vec![4]),
        ("status=succeeded", vec![0]),
        ("status=failed", vec![2, 1]),
        ("status=skipped", vec![3]),
        ("event=contacts.create", vec![4, 2, 0]),
        ("event=contacts.update", vec![3, 1]),
        ("event=gifts.create", vec![]),
        // `since` is inclusive, `until` is exclusive.
        ("since=2026-06-16T10:00:00Z", vec![4, 3, 2]),
        ("since=2026-06-16T10:00:00.001Z", vec![4, 3]),
        ("since=2026-06-16T12:00:00%2B02:00", vec![4, 3, 2]),
        ("until=2026-06-16T10:00:00Z", vec![1, 0]),
        ("until=2026-06-16T10:00:00.001Z", vec![2, 1, 0]),
        ("since=2026-06-16T09:00:00Z&until=2026-06-16T11:00:00Z", vec![2, 1]),
        ("until=9999-12-31T23:59:59.999Z", vec![4, 3, 2, 1, 0]),
        ("since=1970-01-01T00:00:00Z&limit=1000", vec![4, 3, 2, 1, 0]),
        ("status=failed&event=contacts.create", vec![2]),
        ("status=failed&limit=1", vec![2]),
        ("event=contacts.update&until=2026-06-16T11:00:00Z&limit=5", vec![1]),
        (
            "status=failed&event=contacts.update&since=2026-06-16T09:00:00Z&until=2026-06-16T10:00:00Z&limit=1",
            vec![1],
        ),
    ] {
        let expected: Vec<_> = expected.into_iter().map(|place: usize| made[place]).collect();
        assert_eq!(ids(&account, &format!("{path}?{query}")).await, expected, "{query}");
    }
}

async fn what_is_wrong_with_the_parameters_is_named(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (_, path) = webhook(&account).await;
    let status = "status must be one of pending, succeeded, failed, skipped";
    let event = format!("event must be one of {}", event_names().join(", "));
    let moment = "must be a date and time, such as 2026-06-15T12:00:00Z";
    let limit = "limit must be a whole number from 1 to 1000";
    for (query, message) in [
        ("status=gone", status.to_owned()),
        ("status=", status.to_owned()),
        ("status=Failed", status.to_owned()),
        ("event=webhooks.create", event.clone()),
        ("event=%00", "event must not contain control characters other than tab and newline".to_owned()),
        ("since=2026-06-15", format!("since {moment}")),
        ("since=", format!("since {moment}")),
        ("until=now", format!("until {moment}")),
        (
            "since=2026-06-16T11:00:00Z&until=2026-06-16T09:00:00Z",
            "since must not lie after until".to_owned(),
        ),
        ("until=2026-06-15T25:00:00Z", format!("until {moment}")),
        ("limit=0", limit.to_owned()),
        ("limit=1001", limit.to_owned()),
        ("limit=-1", limit.to_owned()),
        ("limit=1.5", limit.to_owned()),
        ("limit=ten", limit.to_owned()),
        ("limit=", limit.to_owned()),
        ("limit=99999999999999999999", limit.to_owned()),
        (
            "limit=0&until=x&since=y&event=z&status=w",
            format!("{status}; {event}; since {moment}; until {moment}; {limit}"),
        ),
    ] {
        let reply = account.get(&format!("{path}?{query}")).await;
        assert_eq!((reply.status, reply.message()), (422, message.as_str()), "{query}");
    }
    // The 404 of the webhook comes before the problems of the query.
    account.get("/webhooks/999999999/deliveries?limit=0").await.failed(404, "Not Found");
}

async fn a_list_of_deliveries_over_several_chunks_is_whole_and_in_order(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (webhook_id, path) = webhook(&account).await;
    api.write_events(&account, 1203).await;
    let text = "INSERT INTO deliveries (account_id, webhook_id, event_id, delivery_status, attempt_count, created_at_ms, finished_at_ms)
                SELECT account_id, $2, id, CASE record_id % 2 WHEN 0 THEN 'failed' ELSE 'succeeded' END, 1, 0, 0
                FROM events WHERE account_id = $1";
    assert_eq!(api.execute(text, vec![account.id.into(), webhook_id.into()]).await, 1203);
    let mut events: Vec<_> =
        api.events(&account).await.into_iter().map(|event| (event.id, event.record_id)).collect();
    events.sort_by_key(|(id, _)| std::cmp::Reverse(*id));
    let all: Vec<_> = events.iter().map(|(id, _)| event_id_text(*id)).collect();
    let failed: Vec<_> =
        events.iter().filter(|(_, record)| record % 2 == 0).map(|(id, _)| event_id_text(*id)).collect();
    for (query, expected) in [
        ("", &all[..]),
        ("?status=failed", &failed[..]),
        ("?limit=499", &all[..499]),
        ("?limit=500", &all[..500]),
        ("?limit=501", &all[..501]),
        ("?limit=1000", &all[..1000]),
        ("?limit=1000&status=failed", &failed[..]),
        ("?limit=501&status=failed", &failed[..501]),
    ] {
        let list = account.get(&format!("{path}{query}")).await.ok();
        let shown: Vec<_> =
            list.list().iter().map(|delivery| delivery["event_id"].as_str().unwrap()).collect();
        assert_eq!(shown, expected, "{query}");
    }
}
