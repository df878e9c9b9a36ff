//! Owners are told of webhooks that fail: by mail once for each step, on every page until they dismiss it, and by events.

use api::background::told;
use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;

use super::browser::User;
use super::mail::{BASE, start};
use crate::support::records::RECEIVER;
use crate::support::{Account, Api};

both_databases!(
    owners_get_a_letter_at_each_step_and_no_letter_twice,
    each_owner_is_told_in_the_own_language,
    events_that_are_given_up_one_by_one_are_told_once_a_week,
    whoever_was_not_told_in_time_hears_of_the_furthest,
    a_new_failure_is_told_anew,
    what_an_owner_has_disabled_is_no_news,
    pages_say_it_to_owners_until_it_is_dismissed,
    those_who_name_them_get_events,
);

/// Returns the account of an owner, with a new key.
async fn of_owner(api: &Api, owner: &User) -> Account {
    api.execute("DELETE FROM api_keys", vec![]).await;
    let key = api.new_key(owner.account_id, owner.id).await;
    api.account_with_key(owner.account_id, owner.id, &key)
}

/// Makes a webhook that has failed since noon.
async fn failing(api: &Api, account: &Account, more: Value) -> i64 {
    let mut webhook = json!({"webhook_url": RECEIVER, "webhook_description": "Accounting"});
    webhook.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let id = account.record("webhooks", webhook).await.1;
    fail(api, id, api.app.clock.now_ms()).await;
    id
}

async fn fail(api: &Api, id: i64, since_ms: i64) {
    let text = "UPDATE webhooks SET webhook_failing_since_ms = $1 WHERE id = $2";
    api.execute(text, vec![since_ms.into(), id.into()]).await;
}

async fn give_up(api: &Api, id: i64) {
    let text = "UPDATE webhooks SET webhook_given_up_at_ms = $1 WHERE id = $2";
    api.execute(text, vec![api.app.clock.now_ms().into(), id.into()]).await;
}

async fn disable(api: &Api, id: i64, reason: &str) {
    let text = "UPDATE webhooks SET webhook_status = 'disabled', webhook_disabled_reason = $1, updated_at_ms = $2 WHERE id = $3";
    api.execute(text, vec![reason.into(), api.app.clock.now_ms().into(), id.into()]).await;
}

async fn owners_get_a_letter_at_each_step_and_no_letter_twice(db: TestDb) {
    let (api, server) = start(db).await;
    let owner = api.owner().await;
    api.member(owner.account_id, "member").await;
    let second = api.member(owner.account_id, "owner").await;
    let account = of_owner(&api, &owner).await;
    let id = failing(&api, &account, json!({})).await;
    api.turn_to("2026-06-15T12:59:59Z");
    told::turn(&api.app).await.unwrap();
    assert_eq!(api.query("SELECT 1 FROM letters", vec![]).await.len(), 0);
    api.turn_to("2026-06-15T13:00:00Z");
    for _ in 0..2 {
        told::turn(&api.app).await.unwrap();
    }
    let letters = [server.letter(1).await, server.letter(2).await];
    let mut to: Vec<_> = letters.iter().map(|letter| letter.to.clone()).collect();
    to.sort_unstable();
    let mut owners = [owner.email.clone(), second.email.clone()];
    owners.sort_unstable();
    assert_eq!(to, owners);
    assert_eq!(letters[0].headers("subject"), ["The webhook to 93.184.215.14 (Accounting) fails"]);
    assert_eq!(letters[0].path(BASE), format!("/settings/webhooks/{id}"));
    assert!(letters[0].part("text/plain").contains("send a test"), "{}", letters[0].part("text/plain"));

    // An event is given up, and later the webhook is disabled.
    give_up(&api, id).await;
    for _ in 0..2 {
        told::turn(&api.app).await.unwrap();
    }
    server.letter(4).await;
    disable(&api, id, "every attempt has failed for 5 days").await;
    for _ in 0..2 {
        told::turn(&api.app).await.unwrap();
    }
    server.letter(6).await;
    let subjects: Vec<_> = server.letters().iter().flat_map(|letter| letter.headers("subject")).collect();
    assert!(subjects[2..4].iter().all(|subject| subject.ends_with("has missed events")), "{subjects:?}");
    assert!(subjects[4..].iter().all(|subject| subject.ends_with("was disabled")), "{subjects:?}");
    assert_eq!(subjects.len(), 6);
}

async fn each_owner_is_told_in_the_own_language(db: TestDb) {
    let (api, server) = start(db).await;
    let owner = api.owner().await;
    let second = api.member(owner.account_id, "owner").await;
    api.execute("UPDATE users SET locale = 'es' WHERE id = $1", vec![second.id.into()]).await;
    let account = of_owner(&api, &owner).await;
    failing(&api, &account, json!({})).await;
    api.turn_to("2026-06-15T13:00:00Z");
    told::turn(&api.app).await.unwrap();
    let letters = [server.letter(1).await, server.letter(2).await];
    for (to, subject) in [
        (owner.email, "The webhook to 93.184.215.14 (Accounting) fails"),
        (second.email, "El webhook a 93.184.215.14 (Accounting) falla"),
    ] {
        let letter = letters.iter().find(|letter| letter.to == to).unwrap();
        assert_eq!(letter.headers("subject"), [subject]);
    }
}

async fn events_that_are_given_up_one_by_one_are_told_once_a_week(db: TestDb) {
    let (api, server) = start(db).await;
    let account = api.account().await;
    let id = account.record("webhooks", json!({"webhook_url": RECEIVER})).await.1;
    for (day, letters) in [(15, 1), (16, 1), (22, 1), (23, 2), (24, 2)] {
        api.turn_to(&format!("2026-06-{day}T12:00:01Z"));
        give_up(&api, id).await;
        told::turn(&api.app).await.unwrap();
        server.letter(letters).await;
        assert_eq!((day, server.letters().len()), (day, letters));
    }
    // What a paused or disabled webhook missed before is no news.
    for (day, status) in [(29, "paused"), (30, "disabled")] {
        api.turn_to(&format!("2026-07-{day}T12:00:00Z"));
        fail(&api, id, 0).await;
        give_up(&api, id).await;
        account.put(&format!("/webhooks/{id}"), json!({"webhook_status": status})).await.ok();
        told::turn(&api.app).await.unwrap();
        assert!(api.query("SELECT 1 FROM letters", vec![]).await.is_empty());
    }
    assert_eq!(server.letters().len(), 2);
}

async fn whoever_was_not_told_in_time_hears_of_the_furthest(db: TestDb) {
    let (api, server) = start(db).await;
    let account = api.account().await;
    let names = json!({"webhook_url": RECEIVER, "webhook_events": ["webhooks.failing"]});
    account.record("webhooks", names).await;
    let id = failing(&api, &account, json!({"webhook_url": "https://93.184.215.14:8443/a?token=Zqxw"})).await;
    give_up(&api, id).await;
    api.turn_to("2026-06-15T14:00:00Z");
    told::turn(&api.app).await.unwrap();
    let letter = server.letter(1).await;
    assert!(letter.headers("subject")[0].ends_with("has missed events"));
    let events = api.events(&account).await;
    let event: Value = serde_json::from_str(&events[0].body).unwrap();
    assert_eq!((events.len(), &event["type"]), (1, &json!("webhooks.failing")));
    assert_eq!(event["data"]["webhook_url"], "https://93.184.215.14:8443");
    // It was disabled, and begins anew.
    disable(&api, id, "410 Gone").await;
    told::turn(&api.app).await.unwrap();
    server.letter(2).await;
    account.put(&format!("/webhooks/{id}"), json!({"webhook_status": "active"})).await.ok();
    disable(&api, id, "410 Gone").await;
    told::turn(&api.app).await.unwrap();
    server.letter(3).await;
}

async fn a_new_failure_is_told_anew(db: TestDb) {
    let (api, server) = start(db).await;
    let account = api.account().await;
    let id = failing(&api, &account, json!({})).await;
    api.turn_to("2026-06-15T14:00:00Z");
    told::turn(&api.app).await.unwrap();
    server.letter(1).await;
    api.execute("UPDATE webhooks SET webhook_failing_since_ms = NULL", vec![]).await;
    told::turn(&api.app).await.unwrap();
    fail(&api, id, api.app.clock.now_ms()).await;
    told::turn(&api.app).await.unwrap();
    assert_eq!(server.letters().len(), 1, "not an hour has passed");
    api.turn_to("2026-06-15T15:00:00Z");
    told::turn(&api.app).await.unwrap();
    server.letter(2).await;
}

async fn what_an_owner_has_disabled_is_no_news(db: TestDb) {
    let (api, server) = start(db).await;
    let account = api.account().await;
    let id = failing(&api, &account, json!({})).await;
    account.put(&format!("/webhooks/{id}"), json!({"webhook_status": "disabled"})).await.ok();
    fail(&api, id, api.app.clock.now_ms()).await;
    api.turn_to("2026-06-16T12:00:00Z");
    told::turn(&api.app).await.unwrap();
    assert!(api.query("SELECT 1 FROM letters", vec![]).await.is_empty());
    assert_eq!(server.letters().len(), 0);
}

async fn pages_say_it_to_owners_until_it_is_dismissed(db: TestDb) {
    let api = Api::start(db).await;
    let owner = api.owner().await;
    let member = api.member(owner.account_id, "member").await;
    let account = of_owner(&api, &owner).await;
    let id = failing(&api, &account, json!({})).await;
    let banner = "The webhook to 93.184.215.14 (Accounting) fails";
    let (mut browser, mut other) = (api.signed_in(&owner).await, api.signed_in(&member).await);
    browser.get("/overview").await.lacks(banner);
    api.turn_to("2026-06-15T13:00:00Z");
    let page = browser.get("/overview").await.has(banner).has("Webhooks (1 failing)");
    other.get("/overview").await.lacks(banner).lacks("failing)");
    let action = format!("/settings/webhooks/{id}/dismiss");
    let done = browser.submit(&page, &action, &[]).await;
    browser.follow(&done).await.shows(200, "Webhook").has("Dismissed");
    browser.get("/overview").await.lacks(banner).has("Webhooks (1 failing)");
    // That it is disabled is news again.
    api.turn_to("2026-06-15T14:00:00Z");
    disable(&api, id, "410 Gone").await;
    told::turn(&api.app).await.unwrap();
    browser.get("/overview").await.has("was disabled, because its receiver does not answer");
    let page = browser.get("/overview").await;
    browser.submit(&page, &action, &[]).await;
    account.put(&format!("/webhooks/{id}"), json!({"webhook_description": "Accounting"})).await.ok();
    told::turn(&api.app).await.unwrap();
    browser.get("/overview").await.lacks("was disabled").has("Webhooks (1 failing)");
    api.execute("UPDATE webhooks SET webhook_status = 'active', webhook_failing_since_ms = NULL", vec![])
        .await;
    browser.get("/overview").await.lacks("was disabled").lacks("failing)");
}

async fn those_who_name_them_get_events(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let id = failing(&api, &account, json!({})).await;
    api.turn_to("2026-06-15T13:00:00Z");
    told::turn(&api.app).await.unwrap();
    assert_eq!(api.events(&account).await.len(), 0, "nobody asks");
    let names = json!({"webhook_url": RECEIVER, "webhook_events": ["webhooks.disabled", "imports.finished"]});
    account.record("webhooks", names).await;
    disable(&api, id, "410 Gone").await;
    told::turn(&api.app).await.unwrap();
    api.imported(&account, "contacts", "contact_status,contact_lname\ndonor,King\n").await;
    let events = api.events(&account).await;
    let names: Vec<_> = events.iter().map(|event| event.name.as_str()).collect();
    assert_eq!(names, ["webhooks.disabled", "contacts.create", "imports.finished"]);
    let event: Value = serde_json::from_str(&events[0].body).unwrap();
    assert_eq!(
        (&event["data"]["id"], &event["data"]["webhook_disabled_reason"]),
        (&json!(id), &json!("410 Gone"))
    );
    let event: Value = serde_json::from_str(&events[2].body).unwrap();
    assert_eq!(
        (&event["data"]["import_status"], &event["data"]["created_count"]),
        (&json!("finished"), &json!(1))
    );
}
