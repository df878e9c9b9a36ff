//! Old events and attempts are removed, and a caller who asks for removed ones is told so.

use std::time::Duration;

use api::background::retention::{Remover, Turn};
use reqwest::header::IF_NONE_MATCH;
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;
use shared::process::retention::Retention;
use shared::values::ids::event_id_text;

use crate::support::records::RECEIVER;
use crate::support::{Account, Api, Reply};
use crate::web::browser::browser_of;

both_databases!(
    old_events_are_removed_with_their_deliveries_and_the_last_one_stays,
    what_is_still_to_be_delivered_stays_with_all_that_follows,
    a_delivery_that_is_queued_again_keeps_its_event_until_it_has_ended,
    a_recovery_holds_up_the_deletion,
    whoever_asks_for_what_is_gone_is_told_so,
    readers_get_a_turn_to_finish,
    a_position_is_never_given_out_twice,
    a_tag_of_what_is_gone_matches_nothing,
    sums_are_right_after_their_events_are_gone,
    several_processes_remove_side_by_side,
    a_long_log_is_removed_in_batches,
    old_attempts_are_removed_and_the_delivery_says_so,
    nothing_is_removed_unless_the_operator_wants_it,
    pages_say_what_was_removed,
);

const DAY: Duration = Duration::from_hours(24);

/// Starts an API that keeps events for 30 days and attempts for 10.
async fn start(db: TestDb) -> Api {
    Api::start_with(db, |app| {
        app.retention = Retention { audit: DAY, events: Some(30 * DAY), attempts: Some(10 * DAY) };
    })
    .await
}

/// Does two turns: one that gives up old events, and one that deletes them.
async fn remove(api: &Api) -> Turn {
    api.settle().await;
    let mut remover = Remover::default();
    let first = remover.turn(&api.app).await.unwrap();
    assert_eq!(first.events, 0, "readers have a turn to finish");
    let second = remover.turn(&api.app).await.unwrap();
    Turn { events: second.events, attempts: first.attempts + second.attempts }
}

async fn taken(api: &Api, account: &Account) {
    // As the dispatcher's intake does.
    let text = "DELETE FROM outbox WHERE event_id IN (SELECT id FROM events WHERE account_id = $1)";
    api.execute(text, vec![account.id.into()]).await;
}

/// Makes a contact on each of these days of June 2026, and returns the ids of their events.
async fn contacts(api: &Api, account: &Account, days: &[u32]) -> Vec<String> {
    let mut ids = Vec::new();
    for day in days {
        api.turn_to(&format!("2026-06-{day:02}T12:00:00Z"));
        account.contact().await;
        ids.push(event_id_text(api.last_event(account).await.id));
    }
    taken(api, account).await;
    api.settle().await;
    ids
}

fn ids(list: &Reply) -> Vec<String> {
    list.list().iter().map(|event| event["id"].as_str().unwrap().to_owned()).collect()
}

async fn stored(api: &Api, account: &Account) -> Vec<String> {
    api.events(account).await.iter().map(|event| event_id_text(event.id)).collect()
}

async fn webhook(account: &Account) -> i64 {
    account.post("/webhooks", json!({"webhook_url": RECEIVER})).await.created().id()
}

async fn old_events_are_removed_with_their_deliveries_and_the_last_one_stays(db: TestDb) {
    let api = start(db).await;
    let (account, quiet) = (api.account().await, api.account().await);
    let alone = contacts(&api, &quiet, &[1]).await;
    let events = contacts(&api, &account, &[1, 2, 15, 20]).await;
    let webhook = webhook(&account).await;
    let first = api.events(&account).await[0].id;
    let delivery = api.delivery(&account, webhook, first, "succeeded").await;
    api.attempt(&account, delivery, "success").await;
    api.turn_to("2026-07-10T12:00:00Z");
    assert_eq!(remove(&api).await, Turn { events: 2, attempts: 1 });
    assert_eq!(stored(&api, &account).await, events[2..]);
    assert_eq!(ids(&account.get("/events").await.ok()), events[2..]);
    assert_eq!(account.get(&format!("/events/{}", events[0])).await.status, 404);
    assert_eq!(account.get(&format!("/deliveries/{delivery}")).await.status, 404);
    assert_eq!(account.get(&format!("/webhooks/{webhook}/deliveries")).await.ok().list(), [] as [Value; 0]);
    assert_eq!(account.get("/contacts").await.ok().list().len(), 4);
    // However old, the last event stays, so that readers of the log can go on from it.
    api.turn_to("2027-07-10T12:00:00Z");
    assert_eq!(remove(&api).await.events, 1);
    assert_eq!(stored(&api, &account).await, events[3..]);
    assert_eq!(stored(&api, &quiet).await, alone);
    assert_eq!(ids(&account.get(&format!("/events?after={}", events[3])).await.ok()), [""; 0]);
    assert_eq!(remove(&api).await, Turn::default());
}

async fn what_is_still_to_be_delivered_stays_with_all_that_follows(db: TestDb) {
    let api = start(db).await;
    let (account, other) = (api.account().await, api.account().await);
    let events = contacts(&api, &account, &[1, 2, 3, 4]).await;
    let webhook = webhook(&account).await;
    let second = api.events(&account).await[1].id;
    let delivery = api.delivery(&account, webhook, second, "pending").await;
    contacts(&api, &other, &[1, 2, 3]).await;
    let in_outbox = api.events(&other).await[0].id;
    api.execute("INSERT INTO outbox (event_id) VALUES ($1)", vec![in_outbox.into()]).await;
    api.turn_to("2026-08-10T12:00:00Z");
    assert_eq!(remove(&api).await.events, 1);
    assert_eq!((stored(&api, &account).await, stored(&api, &other).await.len()), (events[1..].to_vec(), 3));
    let end = "UPDATE deliveries SET delivery_status = 'failed', next_attempt_at_ms = NULL WHERE id = $1";
    api.execute(end, vec![delivery.into()]).await;
    api.execute("DELETE FROM outbox", Vec::new()).await;
    assert_eq!(remove(&api).await.events, 4);
    assert_eq!((stored(&api, &account).await, stored(&api, &other).await.len()), (events[3..].to_vec(), 1));
}

async fn a_delivery_that_is_queued_again_keeps_its_event_until_it_has_ended(db: TestDb) {
    let api = start(db).await;
    let account = api.account().await;
    contacts(&api, &account, &[1, 2, 3]).await;
    let (one, two) = (webhook(&account).await, webhook(&account).await);
    let first = api.events(&account).await[0].id;
    let delivery = api.delivery(&account, one, first, "failed").await;
    api.delivery(&account, two, first, "succeeded").await;
    api.turn_to("2026-08-10T12:00:00Z");
    let mut remover = Remover::default();
    remover.turn(&api.app).await.unwrap();
    account.post(&format!("/deliveries/{delivery}/redeliver"), json!({})).await.ok();
    assert_eq!(remover.turn(&api.app).await.unwrap().events, 1);
    assert_eq!(api.query("SELECT id FROM deliveries", Vec::new()).await.len(), 2, "all of them stay");
    assert_eq!(ids(&account.get("/events").await.ok()).len(), 1, "the event is no part of the log any more");
    let end = "UPDATE deliveries SET delivery_status = 'succeeded', next_attempt_at_ms = NULL";
    api.execute(end, Vec::new()).await;
    assert_eq!(remover.turn(&api.app).await.unwrap().events, 1);
    assert_eq!(stored(&api, &account).await.len(), 1);
}

async fn a_recovery_holds_up_the_deletion(db: TestDb) {
    let api = start(db).await;
    let account = api.account().await;
    contacts(&api, &account, &[1, 2, 3]).await;
    let path = format!("/webhooks/{}/recover", webhook(&account).await);
    account.post(&path, json!({"since": "2026-06-01T00:00:00Z"})).await.created();
    api.turn_to("2026-08-10T12:00:00Z");
    assert_eq!(remove(&api).await.events, 0);
    api.execute("UPDATE recoveries SET recovery_status = 'finished'", Vec::new()).await;
    assert_eq!(remove(&api).await.events, 2);
}

async fn whoever_asks_for_what_is_gone_is_told_so(db: TestDb) {
    let api = start(db).await;
    let account = api.account().await;
    let cursor = async |kind: &str| {
        let list = account.get(&format!("/{kind}")).await.ok();
        list.header("sync-cursor").unwrap().to_owned()
    };
    let before = cursor("contacts").await;
    let events = contacts(&api, &account, &[1, 2]).await;
    let between = cursor("contacts").await;
    let later = contacts(&api, &account, &[20, 21]).await;
    let webhook = webhook(&account).await;
    let since = |cursor: &str| format!("/contacts?updated_since={cursor}");
    assert_eq!(account.get(&since(&before)).await.ok().list().len(), 4);
    api.turn_to("2026-07-10T12:00:00Z");
    assert_eq!(remove(&api).await.events, 2);

    let gone = "must lie after 2026-06-02T12:00:00.000Z, because older events were removed";
    let recover = format!("/webhooks/{webhook}/recover");
    for (path, problem) in [
        (
            format!("/events?after={}", events[0]),
            "after must be the id of an event of this account, and later",
        ),
        (format!("/events?after={}", events[1]), "read the records again, and then the log without after"),
        ("/events?since=2026-06-02T12:00:00Z".to_owned(), gone),
        (format!("/webhooks/{webhook}/deliveries?since=2026-06-01T00:00:00Z"), gone),
        (since(&before), "or the cursor is older than the event log, read the whole list again"),
    ] {
        let refused = account.get(&path).await;
        assert_eq!(refused.status, 422, "{path}");
        assert!(refused.message().contains(problem), "{path}: {}", refused.message());
    }
    let refused = account.post(&recover, json!({"since": "2026-06-02T12:00:00Z"})).await;
    assert_eq!((refused.status, refused.message()), (422, format!("since {gone}").as_str()));

    // Questions about events that are all there are answered as before.
    assert_eq!(ids(&account.get(&format!("/events?after={}", later[0])).await.ok()), later[1..]);
    assert_eq!(ids(&account.get("/events?since=2026-06-02T12:00:00.001Z").await.ok()), later);
    assert_eq!(account.get(&since(&between)).await.ok().list().len(), 2);
    account.post(&recover, json!({"since": "2026-06-02T12:00:01Z"})).await.created();
    // Records tell when they were changed, so this needs no event.
    for (moment, count) in
        [("2026-05-01T00:00:00Z", 4), ("2026-06-02T12:00:00Z", 3), ("2026-06-20T00:00:00Z", 2)]
    {
        assert_eq!(account.get(&since(moment)).await.ok().list().len(), count, "{moment}");
    }
    // No events of another account were removed.
    let other = api.account().await;
    account_is_whole(&other).await;
}

async fn account_is_whole(account: &Account) {
    let list = account.get("/events?since=2020-01-01T00:00:00Z").await.ok();
    assert_eq!(list.list(), [] as [Value; 0]);
    let cursor = account.get("/tasks").await.ok().header("sync-cursor").unwrap().to_owned();
    account.record("tasks", json!({"task_subject": "a"})).await;
    assert_eq!(account.get(&format!("/tasks?updated_since={cursor}")).await.ok().list().len(), 1);
}

async fn readers_get_a_turn_to_finish(db: TestDb) {
    let api = start(db).await;
    let account = api.account().await;
    let events = contacts(&api, &account, &[1, 2, 3]).await;
    api.turn_to("2026-08-10T12:00:00Z");
    let mut remover = Remover::default();
    remover.turn(&api.app).await.unwrap();
    // The events are still there for readers that have begun, but no new reader sees them.
    assert_eq!(stored(&api, &account).await, events);
    assert_eq!(ids(&account.get("/events").await.ok()), events[2..]);
    assert_eq!(account.get(&format!("/events?after={}", events[1])).await.status, 422);
    assert_eq!(remover.turn(&api.app).await.unwrap().events, 2);
    assert_eq!(stored(&api, &account).await, events[2..]);
}

async fn a_position_is_never_given_out_twice(db: TestDb) {
    let api = start(db).await;
    let account = api.account().await;
    let events = contacts(&api, &account, &[1, 2, 3]).await;
    api.turn_to("2026-08-10T12:00:00Z");
    assert_eq!(remove(&api).await.events, 2);
    // SQLite numbers the rows anew.
    api.db.store.write().execute_unprepared("VACUUM").await.unwrap();
    account.contact().await;
    account.contact().await;
    api.settle().await;
    let stored = stored(&api, &account).await;
    assert_eq!((stored.len(), &stored[0]), (3, &events[2]));
    assert_eq!(ids(&account.get(&format!("/events?after={}", events[2])).await.ok()), stored[1..]);
}

async fn a_tag_of_what_is_gone_matches_nothing(db: TestDb) {
    let api = start(db).await;
    let account = api.account().await;
    contacts(&api, &account, &[1]).await;
    // The day is part of the tag, so all are of one day.
    api.turn_to("2026-08-10T12:00:00Z");
    let tag = async |path: &str| account.get(path).await.ok().header("etag").unwrap().to_owned();
    let status = async |path: &str, tag: &str| {
        let request = account.request("GET", path).header(IF_NONE_MATCH, tag);
        request.send().await.unwrap().status().as_u16()
    };
    let early = tag("/contacts").await;
    contacts(&api, &account, &[2, 3]).await;
    api.turn_to("2026-08-10T12:00:00Z");
    let log = tag("/events").await;
    assert_eq!((status("/contacts", &early).await, status("/events", &log).await), (200, 304));
    assert_eq!(remove(&api).await.events, 2);
    assert_eq!((status("/contacts", &early).await, status("/events", &log).await), (200, 200));
    let log = tag("/events").await;
    assert_eq!(status("/events", &log).await, 304);
}

async fn sums_are_right_after_their_events_are_gone(db: TestDb) {
    let api = start(db).await;
    let account = api.account().await;
    let total = async || {
        let summary = account.get("/giving-summary").await.ok();
        summary.raw_data()
    };
    account.record("gifts", json!({"gift_amount": 5, "gift_status": "received"})).await;
    api.settle().await;
    let first = total().await;
    // Another process makes these gifts, and then their events are removed, before this one sums again.
    for _ in 0..3 {
        account.record("gifts", json!({"gift_amount": 7, "gift_status": "received"})).await;
    }
    taken(&api, &account).await;
    api.turn_to("2026-08-10T12:00:00Z");
    let (path, _) = account.record("tasks", json!({"task_subject": "x"})).await;
    account.put(&path, json!({})).await.ok();
    taken(&api, &account).await;
    assert_eq!(remove(&api).await.events, 4);
    let fresh = Api::start_with(shared::database::testing::sqlite().await, |app| {
        app.store = api.app.store.clone();
        app.clock = api.app.clock.clone();
    })
    .await;
    let elsewhere = fresh.account_with_key(account.id, account.user_id, &account.key);
    let expected = elsewhere.get("/giving-summary").await.ok().raw_data();
    assert_eq!(total().await, expected);
    assert_ne!(first, expected);
}

async fn several_processes_remove_side_by_side(db: TestDb) {
    let api = start(db).await;
    let account = api.account().await;
    api.turn_to("2026-06-01T12:00:00Z");
    for _ in 0..5 {
        api.write_events(&account, 300).await;
    }
    let last = contacts(&api, &account, &[2]).await;
    api.settle().await;
    api.turn_to("2026-08-10T12:00:00Z");
    let removing = (0..4).map(|_| {
        let app = api.app.clone();
        tokio::spawn(async move {
            let mut remover = Remover::default();
            remover.turn(&app).await.unwrap();
            remover.turn(&app).await.unwrap().events
        })
    });
    let mut sum = 0;
    for removed in removing.collect::<Vec<_>>() {
        sum += removed.await.unwrap();
    }
    // Each turn skips rows that another one has locked, and the next turn removes them.
    assert_eq!(sum + remove(&api).await.events, 1500);
    assert_eq!(stored(&api, &account).await, last);
}

async fn a_long_log_is_removed_in_batches(db: TestDb) {
    let api = start(db).await;
    let account = api.account().await;
    api.turn_to("2026-06-01T12:00:00Z");
    // A transaction that is larger than a step.
    api.write_events(&account, 2500).await;
    api.write_events(&account, 1700).await;
    let last = contacts(&api, &account, &[2]).await;
    api.turn_to("2026-08-10T12:00:00Z");
    assert_eq!(remove(&api).await.events, 4200);
    assert_eq!(stored(&api, &account).await, last);
}

async fn old_attempts_are_removed_and_the_delivery_says_so(db: TestDb) {
    let api = start(db).await;
    let account = api.account().await;
    contacts(&api, &account, &[1, 2]).await;
    let webhook = webhook(&account).await;
    let events: Vec<_> = api.events(&account).await.iter().map(|event| event.id).collect();
    let ended = api.delivery(&account, webhook, events[0], "failed").await;
    let pending = api.delivery(&account, webhook, events[1], "pending").await;
    for delivery in [ended, pending] {
        for _ in 0..3 {
            api.attempt(&account, delivery, "status").await;
        }
    }
    api.turn_to("2026-06-11T12:00:00Z");
    api.attempt(&account, ended, "status").await;
    let read = async |id: i64| {
        let delivery = account.get(&format!("/deliveries/{id}")).await.ok();
        (delivery["attempts"].as_array().unwrap().len(), delivery["attempts_removed"].clone())
    };
    assert_eq!((read(ended).await, read(pending).await), ((4, json!(0)), (3, json!(0))));
    api.turn_to("2026-06-13T12:00:00Z");
    assert_eq!(remove(&api).await, Turn { events: 0, attempts: 3 });
    assert_eq!((read(ended).await, read(pending).await), ((1, json!(1)), (3, json!(0))));
    account.post(&format!("/deliveries/{ended}/redeliver"), json!({})).await.ok();
    assert_eq!(read(ended).await, (1, json!(1)), "it still says so");
    api.turn_to("2026-06-25T12:00:00Z");
    assert_eq!(remove(&api).await, Turn::default(), "both are pending");
}

async fn nothing_is_removed_unless_the_operator_wants_it(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    contacts(&api, &account, &[1, 2, 3]).await;
    let webhook = webhook(&account).await;
    let delivery = api.delivery(&account, webhook, api.events(&account).await[0].id, "succeeded").await;
    api.attempt(&account, delivery, "success").await;
    let before = api.row_counts().await;
    api.turn_to("2099-08-10T12:00:00Z");
    assert_eq!(remove(&api).await, Turn::default());
    assert_eq!(api.row_counts().await, before);
}

async fn pages_say_what_was_removed(db: TestDb) {
    let api = start(db).await;
    let account = api.account().await;
    api.turn_to("2026-06-01T12:00:00Z");
    let contact = account.contact().await;
    contacts(&api, &account, &[2, 20]).await;
    account.put(&format!("/contacts/{contact}"), json!({"contact_fname": "Ada"})).await.ok();
    taken(&api, &account).await;
    let webhook = webhook(&account).await;
    let change = api.last_event(&account).await.id;
    let delivery = api.delivery(&account, webhook, change, "succeeded").await;
    api.attempt(&account, delivery, "success").await;
    api.turn_to("2026-07-10T12:00:00Z");
    assert_eq!(remove(&api).await, Turn { events: 2, attempts: 1 });
    let mut browser = browser_of(&api, &account).await;
    let page = browser.get(&format!("/contacts/{contact}")).await;
    let page = page.has("Earlier changes were removed, because they were old.");
    // The change itself tells what was before.
    page.has("<ins><bdi>Ada</bdi></ins>").lacks("What changed is not known");
    let log = format!("/settings/webhooks/{webhook}/deliveries");
    let page = browser.get(&format!("{log}/{delivery}")).await;
    page.has("Attempts were removed, because they were old.");
    let list = browser.get(&format!("{log}?since=2026-06-01T00%3A00")).await;
    list.shows(422, "Deliveries").has("because older events were removed");
}
