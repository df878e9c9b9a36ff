//! Recoveries: jobs that send a webhook the events that it has missed. The dispatcher carries them out, so the tests
//! write the rows that it would write.

use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;

use crate::support::records::RECEIVER;
use crate::support::{Account, Api};

both_databases!(
    a_recovery_is_started_and_read,
    a_recovery_counts_the_events_of_its_span_of_time,
    the_end_of_the_span_is_now_unless_it_was_earlier,
    only_failed_is_a_flag,
    what_is_wrong_with_the_body_is_named,
    a_disabled_webhook_recovers_nothing,
    a_webhook_has_one_running_recovery,
    recoveries_that_are_started_together_are_one,
    a_recovery_shows_how_far_it_has_come,
);

const SINCE: &str = "2026-06-15T00:00:00Z";

async fn webhook(account: &Account) -> (String, String) {
    let path = account.record("webhooks", json!({"webhook_url": RECEIVER})).await.0;
    (format!("{path}/recover"), path)
}

/// Changes a recovery's row, as the dispatcher would.
async fn set(api: &Api, id: i64, changes: &str) {
    assert_eq!(
        api.execute(&format!("UPDATE recoveries SET {changes} WHERE id = $1"), vec![id.into()]).await,
        1
    );
}

async fn end(api: &Api, id: i64, status: &str) {
    set(api, id, &format!("recovery_status = '{status}', finished_at_ms = 1781524800000")).await;
}

async fn a_recovery_is_started_and_read(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (path, webhook) = webhook(&account).await;
    let body = json!({"since": "2026-06-14T12:30:00.5+02:00", "until": "2026-06-15T11:00:00Z", "only_failed": 1, "x": 2});
    let created = account.post(&path, body).await.created();
    let webhook_id: i64 = webhook.trim_start_matches("/webhooks/").parse().unwrap();
    let expected = json!({
        "id": created["id"], "webhook_id": webhook_id, "since": "2026-06-14T10:30:00.500Z",
        "until": "2026-06-15T11:00:00.000Z", "only_failed": 1, "recovery_status": "running", "event_count": 0,
        "examined_count": 0, "queued_count": 0, "created_at": "2026-06-15T12:00:00.000Z", "finished_at": null,
    });
    assert_eq!((&created.json["type"], created.data()), (&json!("recoveries.create"), &expected));
    assert_eq!(created.header("ignored-fields"), Some("\"x\""));
    let location = created.header("location").unwrap();
    assert_eq!(location, format!("/api/v1/recoveries/{}", created.id()));
    let read = account.get(location.trim_start_matches("/api/v1")).await.ok();
    assert_eq!((&read.json["type"], read.raw_data()), (&json!("recoveries.read"), created.raw_data()));
}

async fn a_recovery_counts_the_events_of_its_span_of_time(db: TestDb) {
    let api = Api::start(db).await;
    let (account, other) = (api.account().await, api.account().await);
    let (path, _) = webhook(&account).await;
    for moment in ["08:59:59.999", "09:00:00", "10:00:00", "10:00:00", "11:00:00", "11:30:00"] {
        api.turn_to(&format!("2026-06-15T{moment}Z"));
        account.contact().await;
        other.contact().await;
    }
    api.turn_to("2026-06-15T12:00:00Z");
    for (since, until, count) in [
        ("09:00:00", "11:00:00", 3),
        ("09:00:00.001", "11:00:00.001", 3),
        ("08:59:59.999", "09:00:00", 1),
        ("10:00:00", "10:00:00.001", 2),
        ("10:30:00", "10:31:00", 0),
        ("00:00:00", "12:00:00", 6),
    ] {
        let body = json!({"since": format!("2026-06-15T{since}Z"), "until": format!("2026-06-15T{until}Z")});
        let created = account.post(&path, body).await.created();
        assert_eq!(created["event_count"], count, "{since} to {until}");
        end(&api, created.id(), "finished").await;
    }
}

async fn the_end_of_the_span_is_now_unless_it_was_earlier(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (path, _) = webhook(&account).await;
    let now = "2026-06-15T12:00:00.000Z";
    for (until, expected) in [
        (json!("2026-06-15T11:59:59.999Z"), "2026-06-15T11:59:59.999Z"),
        (json!("2026-06-15T12:00:00Z"), now),
        (json!("2026-06-15T12:00:00.001Z"), now),
        (json!("9999-12-31T23:59:59Z"), now),
        (Value::Null, now),
        (json!(""), now),
    ] {
        let created = account.post(&path, json!({"since": SINCE, "until": until})).await.created();
        assert_eq!(created["until"], expected, "{until}");
        end(&api, created.id(), "finished").await;
    }
    assert_eq!(account.post(&path, json!({"since": SINCE})).await.created()["until"], now);
}

async fn only_failed_is_a_flag(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (path, _) = webhook(&account).await;
    for (sent, expected) in
        [(json!(1), 1), (json!(true), 1), (json!(0), 0), (json!(false), 0), (Value::Null, 0)]
    {
        let created = account.post(&path, json!({"since": SINCE, "only_failed": sent})).await.created();
        assert_eq!(created["only_failed"], expected, "{sent}");
        end(&api, created.id(), "finished").await;
    }
    assert_eq!(account.post(&path, json!({"since": SINCE})).await.created()["only_failed"], 0);
}

async fn what_is_wrong_with_the_body_is_named(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (path, _) = webhook(&account).await;
    let before = api.state(&account).await;
    let moment = "must be a date and time, such as 2026-06-15T12:00:00Z";
    let order = "since must lie before until and before now".to_owned();
    for (body, message) in [
        (json!({}), "since is required".to_owned()),
        (json!({"since": null}), "since is required".to_owned()),
        (json!({"since": ""}), "since is required".to_owned()),
        (json!({"until": "1970-01-01T00:00:00Z"}), "since is required".to_owned()),
        (json!({"since": 1_781_524_800}), "since must be a string".to_owned()),
        (json!({"since": "2026-06-15"}), format!("since {moment}")),
        (json!({"since": "2026-06-15T12:00:00"}), format!("since {moment}")),
        (json!({"since": "1969-12-31T23:59:59Z"}), format!("since {moment}")),
        (json!({"since": "yesterday", "until": "1970-01-01T00:00:00Z"}), format!("since {moment}")),
        (json!({"since": SINCE, "until": "today"}), format!("until {moment}")),
        (json!({"since": SINCE, "until": []}), "until must be a string".to_owned()),
        (json!({"since": SINCE, "until": SINCE}), order.clone()),
        (json!({"since": SINCE, "until": "2026-06-14T00:00:00Z"}), order.clone()),
        (json!({"since": "2026-06-15T12:00:00Z"}), order.clone()),
        (json!({"since": "2026-06-16T12:00:00Z", "until": "2026-06-17T12:00:00Z"}), order),
        (json!({"since": SINCE, "only_failed": 2}), "only_failed must be 0 or 1".to_owned()),
        (json!({"since": SINCE, "only_failed": "yes"}), "only_failed must be 0 or 1".to_owned()),
        (
            json!({"since": 7, "until": "x", "only_failed": []}),
            format!("since must be a string; until {moment}; only_failed must be 0 or 1"),
        ),
    ] {
        let reply = account.post(&path, body.clone()).await;
        assert_eq!((reply.status, reply.message()), (422, message.as_str()), "{body}");
    }
    assert_eq!(api.state(&account).await, before);
}

async fn a_disabled_webhook_recovers_nothing(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (path, webhook) = webhook(&account).await;
    let rule = "webhook_status must be active or paused, but is disabled:";
    account.put(&webhook, json!({"webhook_status": "disabled"})).await.ok();
    let body = json!({"since": SINCE});
    account.post(&path, body.clone()).await.failed(422, &format!("{rule} disabled through the API"));
    let gone = "UPDATE webhooks SET webhook_disabled_reason = '410 Gone' WHERE account_id = $1";
    api.execute(gone, vec![account.id.into()]).await;
    account.post(&path, body.clone()).await.failed(422, &format!("{rule} 410 Gone"));
    account.put(&webhook, json!({"webhook_status": "paused"})).await.ok();
    account.post(&path, body).await.created();
}

async fn a_webhook_has_one_running_recovery(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let ((first, _), (second, _)) = (webhook(&account).await, webhook(&account).await);
    let body = json!({"since": SINCE});
    for status in ["finished", "stopped"] {
        let running = account.post(&first, body.clone()).await.created();
        let message = format!("recovery {} of this webhook is running", running.id());
        account.post(&first, body.clone()).await.failed(409, &message);
        account
            .post(&first, json!({"since": "2026-06-01T00:00:00Z", "only_failed": 1}))
            .await
            .failed(409, &message);
        // An invalid body is reported first, because waiting would not help.
        account.post(&first, json!({})).await.failed(422, "since is required");
        end(&api, running.id(), status).await;
    }
    account.post(&first, body.clone()).await.created();
    // Other webhooks and accounts do not wait for it.
    account.post(&second, body.clone()).await.created();
    let other = api.account().await;
    other.post(&webhook(&other).await.0, body).await.created();
}

async fn recoveries_that_are_started_together_are_one(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (path, _) = webhook(&account).await;
    let starts: Vec<_> = (0..6)
        .map(|_| {
            let (account, path) = (account.clone(), path.clone());
            tokio::spawn(async move { account.post(&path, json!({"since": SINCE})).await })
        })
        .collect();
    let mut replies = Vec::new();
    for start in starts {
        replies.push(start.await.unwrap());
    }
    replies.sort_by_key(|reply| reply.status);
    let id = replies.remove(0).created().id();
    for reply in replies {
        reply.failed(409, &format!("recovery {id} of this webhook is running"));
    }
}

async fn a_recovery_shows_how_far_it_has_come(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (path, _) = webhook(&account).await;
    let created = account.post(&path, json!({"since": SINCE})).await.created();
    let path = format!("/recoveries/{}", created.id());
    let mut expected = created.data().clone();
    let counts = "recovery_event_count = 12, recovery_examined_count = 7, recovery_queued_count = 3";
    for (changes, finished_at, [examined, queued], status) in [
        (counts, Value::Null, [7, 3], "running"),
        (
            "recovery_examined_count = 12, recovery_queued_count = 5, recovery_status = 'finished', finished_at_ms = 1781524860000",
            json!("2026-06-15T12:01:00.000Z"),
            [12, 5],
            "finished",
        ),
        (
            "recovery_examined_count = 8, recovery_status = 'stopped'",
            json!("2026-06-15T12:01:00.000Z"),
            [8, 5],
            "stopped",
        ),
    ] {
        set(&api, created.id(), changes).await;
        expected["event_count"] = json!(12);
        expected["examined_count"] = json!(examined);
        expected["queued_count"] = json!(queued);
        expected["recovery_status"] = json!(status);
        expected["finished_at"] = finished_at;
        assert_eq!(*account.get(&path).await.ok().data(), expected);
    }
}
