//! The event log as callers read it.

use serde_json::json;
use shared::both_databases;
use shared::database::testing::TestDb;
use shared::values::ids::event_id_text;

use crate::support::records::event_names;
use crate::support::rows::Event;
use crate::support::{Account, Api};

mod order;
mod restored;

both_databases!(
    events_are_listed_and_read_byte_for_byte,
    the_log_is_in_the_order_of_commits_and_not_of_moments,
    pages_show_every_event_once,
    filters_choose_events,
    what_is_wrong_with_the_parameters_is_named,
    a_log_over_several_chunks_is_whole_and_in_order,
);

/// Returns the ids that a list shows.
async fn ids(account: &Account, query: &str) -> Vec<String> {
    let list = account.get(&format!("/events?{query}")).await.ok();
    list.list().iter().map(|event| event["id"].as_str().unwrap().to_owned()).collect()
}

/// Returns the ids of the account's events as they are stored, in the order of the log.
async fn stored(api: &Api, account: &Account) -> Vec<String> {
    api.events(account).await.iter().map(|event| event_id_text(event.id)).collect()
}

/// Reads the log page by page after an event, to its present end.
async fn follow(account: &Account, after: Option<&str>, limit: usize) -> Vec<String> {
    let mut seen: Vec<String> = Vec::new();
    loop {
        let after = seen.last().map(String::as_str).or(after);
        let after = after.map_or_else(String::new, |id| format!("&after={id}"));
        let page = ids(account, &format!("limit={limit}{after}")).await;
        assert!(page.len() <= limit, "{page:?}");
        if page.is_empty() {
            return seen;
        }
        seen.extend(page);
    }
}

async fn events_are_listed_and_read_byte_for_byte(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    assert_eq!(
        account.get("/events").await.ok().json,
        json!({"success": true, "message": "", "type": "events.index", "data": []})
    );
    let gift =
        json!({"gift_amount": 5, "contact_id": account.contact().await, "gift_memo": "\u{1f980} \"quoted\""});
    let (path, _) = account.record("gifts", gift).await;
    account.put(&path, json!({"gift_amount": "7.50"})).await.ok();
    let events = api.events(&account).await;
    assert_eq!(
        events.iter().map(|event| &*event.name).collect::<Vec<_>>(),
        ["contacts.create", "gifts.create", "gifts.update"]
    );
    api.settle().await;
    let list = account.get("/events").await.ok();
    assert_eq!(list.json["type"], "events.index");
    let bodies: Vec<_> = events.into_iter().map(|Event { id, body, .. }| (id, body)).collect();
    // A number such as 7.50 would become 7.5 if the body were parsed and written again.
    assert!(bodies[2].1.contains("\"gift_amount\":7.50,"), "{}", bodies[2].1);
    let joined = bodies.iter().map(|(_, body)| body.as_str()).collect::<Vec<_>>().join(",");
    assert_eq!(list.raw_data(), format!("[{joined}]"));
    for (id, body) in bodies {
        let read = account.get(&format!("/events/{}", event_id_text(id))).await.ok();
        assert_eq!((&read.json["type"], read.raw_data()), (&json!("events.read"), body));
    }
}

async fn the_log_is_in_the_order_of_commits_and_not_of_moments(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let moments = ["12:00:00", "09:00:00", "15:00:00", "08:00:00", "08:00:00"];
    for moment in moments {
        api.turn_to(&format!("2026-06-15T{moment}Z"));
        account.contact().await;
    }
    api.settle().await;
    let list = account.get("/events").await.ok();
    let shown: Vec<_> = list.list().iter().map(|event| event["timestamp"].as_str().unwrap()).collect();
    assert_eq!(shown, moments.map(|moment| format!("2026-06-15T{moment}.000Z")));
}

async fn pages_show_every_event_once(db: TestDb) {
    let api = Api::start(db).await;
    let (account, other) = (api.account().await, api.account().await);
    for hour in [12, 9, 15, 10] {
        api.turn_to(&format!("2026-06-15T{hour:02}:00:00Z"));
        account.contact().await;
        other.contact().await;
        // These three events share a position in the log, because one transaction writes them.
        api.write_events(&account, 3).await;
    }
    let expected = stored(&api, &account).await;
    assert_eq!(expected.len(), 16);
    api.settle().await;
    for limit in [1, 2, 3, 5, 15, 16, 17, 1000] {
        assert_eq!(follow(&account, None, limit).await, expected, "{limit}");
    }
    for (place, id) in expected.iter().enumerate() {
        assert_eq!(ids(&account, &format!("after={id}")).await, expected[place + 1..], "{place}");
    }
    // Later events follow the last event.
    let last = expected.last().unwrap();
    assert_eq!(ids(&account, &format!("after={last}")).await, Vec::<String>::new());
    account.contact().await;
    api.settle().await;
    let later = ids(&account, &format!("after={last}")).await;
    assert_eq!(later, stored(&api, &account).await[16..]);
}

async fn filters_choose_events(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let id = account.contact().await;
    let contact = format!("/contacts/{id}");
    for (hour, change) in [(14, true), (13, false), (15, true), (16, false)] {
        api.turn_to(&format!("2026-06-15T{hour}:00:00Z"));
        if change {
            account.put(&contact, json!({})).await.ok();
        } else {
            account.contact().await;
        }
    }
    let all = stored(&api, &account).await;
    api.settle().await;
    for (query, expected) in [
        (String::new(), vec![0, 1, 2, 3, 4]),
        ("event=contacts.create".to_owned(), vec![0, 2, 4]),
        ("event=contacts.update".to_owned(), vec![1, 3]),
        ("event=gifts.create".to_owned(), vec![]),
        ("since=2026-06-15T14:00:00Z".to_owned(), vec![1, 3, 4]),
        ("since=2026-06-15T14:00:00.001Z".to_owned(), vec![3, 4]),
        ("since=2026-06-15T16:00:00%2B02:00".to_owned(), vec![1, 3, 4]),
        ("since=2026-06-15T16:00:00.001Z".to_owned(), vec![]),
        ("since=2026-06-15T13:00:00Z&event=contacts.create".to_owned(), vec![2, 4]),
        ("since=2026-06-15T13:00:00Z&event=contacts.create&limit=1".to_owned(), vec![2]),
        (format!("event=contacts.create&after={}", all[1]), vec![2, 4]),
        (format!("event=contacts.create&after={}&limit=1", all[2]), vec![4]),
        (format!("since=2026-06-15T14:00:00Z&after={}", all[2]), vec![3, 4]),
        (format!("record={}", &contact[1..]), vec![0, 1, 3]),
        (format!("record={}&event=contacts.update&limit=1", &contact[1..]), vec![1]),
        (format!("record={}&after={}", &contact[1..], all[1]), vec![3]),
        (format!("record=gifts/{id}"), vec![]),
        ("record=contacts/999999".to_owned(), vec![]),
    ] {
        let expected: Vec<_> = expected.into_iter().map(|place: usize| all[place].clone()).collect();
        assert_eq!(ids(&account, &query).await, expected, "{query}");
    }
}

async fn what_is_wrong_with_the_parameters_is_named(db: TestDb) {
    let api = Api::start(db).await;
    let (account, other) = (api.account().await, api.account().await);
    other.contact().await;
    let foreign = event_id_text(api.last_event(&other).await.id);
    let after = "after must be the id of an event of this account";
    let event = format!("event must be one of {}", event_names().join(", "));
    let since = "since must be a date and time, such as 2026-06-15T12:00:00Z";
    let limit = "limit must be a whole number from 1 to 1000";
    for (query, message) in [
        (format!("after={foreign}"), after.to_owned()),
        (format!("after=evt_{}", "0".repeat(32)), after.to_owned()),
        (format!("after={}", &foreign[4..]), after.to_owned()),
        (format!("after={foreign}0"), after.to_owned()),
        ("after=".to_owned(), after.to_owned()),
        ("after=1".to_owned(), after.to_owned()),
        (
            "after=%00".to_owned(),
            "after must not contain control characters other than tab and newline".to_owned(),
        ),
        ("event=contacts.delete".to_owned(), event.clone()),
        ("event=".to_owned(), event.clone()),
        ("since=yesterday".to_owned(), since.to_owned()),
        ("since=2026-06-15".to_owned(), since.to_owned()),
        ("since=1969-12-31T23:59:59Z".to_owned(), since.to_owned()),
        ("limit=0".to_owned(), limit.to_owned()),
        ("limit=1001".to_owned(), limit.to_owned()),
        ("limit=1e2".to_owned(), limit.to_owned()),
        ("limit=".to_owned(), limit.to_owned()),
        ("limit=0&event=x&since=y&after=z".to_owned(), format!("{after}; {since}; {event}; {limit}")),
    ] {
        let reply = account.get(&format!("/events?{query}")).await;
        assert_eq!((reply.status, reply.message()), (422, message.as_str()), "{query}");
    }
}

async fn a_log_over_several_chunks_is_whole_and_in_order(db: TestDb) {
    let api = Api::start(db).await;
    let (account, other) = (api.account().await, api.account().await);
    api.write_events(&account, 700).await;
    api.write_events(&other, 300).await;
    api.write_events(&account, 503).await;
    let expected = stored(&api, &account).await;
    api.settle().await;
    let list = account.get("/events").await.ok();
    assert_eq!(list.header("transfer-encoding"), Some("chunked"), "streamed");
    let shown: Vec<_> = list.list().iter().map(|event| event["id"].as_str().unwrap()).collect();
    assert_eq!(shown, expected);
    for limit in [499, 500, 501, 1000] {
        assert_eq!(ids(&account, &format!("limit={limit}")).await, expected[..limit], "{limit}");
        assert_eq!(follow(&account, None, limit).await, expected, "{limit}");
    }
}
