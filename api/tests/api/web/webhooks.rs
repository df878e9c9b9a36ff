//! Webhooks: registering, changing, testing and rotating them, their delivery log, redelivery and recovery.

use poem::endpoint::make_sync;
use poem::http::StatusCode;
use poem::{Route, handler};
use serde_json::json;
use shared::both_databases;
use shared::database::testing::TestDb;
use shared::values::ids::event_id_text;
use shared::webhooks::guard::Guard;

use super::browser::{Page, User};
use crate::support::records::RECEIVER;
use crate::support::{Account, Api, Http};

both_databases!(
    a_webhook_is_registered_and_its_secret_is_shown_once,
    what_is_wrong_stands_at_its_field,
    a_webhook_is_edited_and_headers_are_kept_unless_they_are_replaced,
    the_second_of_two_editors_is_told,
    a_webhook_is_paused_resumed_disabled_and_made_active_again,
    a_secret_is_rotated_with_an_overlap,
    a_test_shows_what_came_of_it,
    members_read_and_owners_change,
    the_log_of_deliveries_is_filtered_and_paged,
    a_delivery_shows_its_attempts_and_its_body_as_sent,
    a_delivery_is_made_again,
    a_recovery_is_started_and_its_progress_is_shown,
    nothing_of_another_account_is_shown_or_changed,
    a_script_that_refreshes_takes_no_message,
);

const LIST: &str = "/settings/webhooks";
const NEW: &str = "/settings/webhooks/new";

async fn start(db: TestDb) -> (Api, Account, User) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let owner = User { id: account.user_id, account_id: account.id, email: String::new() };
    (api, account, owner)
}

async fn webhook(account: &Account) -> (i64, String) {
    let (_, id) = account.record("webhooks", json!({"webhook_url": RECEIVER})).await;
    (id, format!("{LIST}/{id}"))
}

/// Undoes the escapes of HTML.
fn unescaped(text: &str) -> String {
    let mut text = text.to_owned();
    for (escaped, character) in
        [("&#34;", "\""), ("&#38;", "&"), ("&#39;", "'"), ("&#60;", "<"), ("&#61;", "="), ("&#62;", ">")]
    {
        text = text.replace(escaped, character);
    }
    text
}

async fn a_webhook_is_registered_and_its_secret_is_shown_once(db: TestDb) {
    let (api, account, owner) = start(db).await;
    let mut browser = api.signed_in(&owner).await;
    browser.get(LIST).await.shows(200, "Webhooks").has("There is no webhook yet").has(NEW);
    let typed = [
        ("webhook_url", RECEIVER),
        ("webhook_description", "<b>Accounting</b>"),
        ("webhook_events", "gifts.create"),
        ("webhook_events", "gifts.update"),
        ("webhook_rate_limit", "10"),
        ("webhook_concurrency", "4"),
        ("webhook_headers", "X-Token: never shown again\r\n"),
    ];
    let done = browser.fill(NEW, NEW, &typed).await;
    let path = done.location().to_owned();
    let page = browser.follow(&done).await.shows(200, "Webhook");
    let secret = unescaped(&page.between("id=\"secret-value\">", "<"));
    assert!(secret.starts_with("whsec_") && secret.len() > 40, "{secret}");
    let page =
        page.has("Gift created, Gift changed").has("&#60;b&#62;Accounting&#60;/b&#62;").lacks("<b>Acc");
    page.has("At most 10")
        .has("At most 4 from each dispatcher")
        .has("Sent along, and never shown")
        .lacks("shown again")
        .has("standardwebhooks.com");
    browser.get(&path).await.shows(200, "Webhook").lacks("whsec_V").lacks("secret-value");
    browser.get(LIST).await.has(&path).has("Gift created, Gift changed").has("Active").has("Never");

    let stored = account.get("/webhooks").await.ok().list()[0].clone();
    assert_eq!(stored["webhook_events"], json!(["gifts.create", "gifts.update"]));
    assert_eq!((&stored["webhook_rate_limit"], &stored["webhook_concurrency"]), (&json!(10), &json!(4)));
    assert_eq!(stored["webhook_url"], json!(RECEIVER));
    let host = url::Url::parse(RECEIVER).unwrap().host_str().unwrap().to_owned();
    let audited = format!("webhook_created webhook {} to {host}", stored["id"]);
    assert_eq!(api.audited(account.id).await, [audited]);
}

async fn what_is_wrong_stands_at_its_field(db: TestDb) {
    let (api, account, owner) = start(db).await;
    let mut browser = api.signed_in(&owner).await;
    let typed = [
        ("webhook_url", "http://localhost/<x>"),
        ("webhook_events", "gifts.create"),
        ("webhook_events", "gifts.eaten"),
        ("webhook_rate_limit", "0"),
        ("webhook_headers", "Host: x"),
    ];
    let page = browser.fill(NEW, NEW, &typed).await.shows(422, "Register a webhook");
    for (field, error) in [
        ("webhook_events", "must be one of"),
        ("webhook_rate_limit", "Must be a whole number from 1 to 10000"),
        ("webhook_headers", "Host is set by the service"),
    ] {
        let shown = page.between(&format!("id=\"settings-webhooks-new-{field}-error\">"), "<");
        assert!(shown.to_lowercase().contains(&error.to_lowercase()), "{field}: {shown}");
    }
    let page = page.has("value=\"http://localhost/&#60;x&#62;\"").has("value=\"gifts.create\" checked");
    page.has(">\nHost: x</textarea>").has("webhook_url-error").has("value=\"0\"");
    assert_eq!(account.get("/webhooks").await.ok().list().len(), 0);
    assert_eq!(api.audited(account.id).await, Vec::<String>::new());
    let page = browser.fill(NEW, NEW, &[("webhook_url", RECEIVER), ("webhook_headers", "nothing")]).await;
    page.shows(422, "Register a webhook").has("Must have a name, a colon and a value on each line");
    for _ in 0..50 {
        webhook(&account).await;
    }
    let page = browser.fill(NEW, NEW, &[("webhook_url", RECEIVER)]).await;
    page.shows(422, "Register a webhook").has("Webhooks are at most 50 in an account");
}

async fn a_webhook_is_edited_and_headers_are_kept_unless_they_are_replaced(db: TestDb) {
    let (api, account, owner) = start(db).await;
    let body =
        json!({"webhook_url": RECEIVER, "webhook_events": ["tasks.create"], "webhook_headers": {"A": "b"}});
    let (read, id) = account.record("webhooks", body).await;
    let (path, edit) = (format!("{LIST}/{id}"), format!("{LIST}/{id}/edit"));
    let mut browser = api.signed_in(&owner).await;
    let page = browser.get(&edit).await.shows(200, "Edit webhook");
    let page = page
        .has(&format!("value=\"{}\"", RECEIVER.replace('=', "&#61;")))
        .has("value=\"tasks.create\" checked");
    let done =
        browser.submit(&page, &edit, &[("webhook_url", RECEIVER), ("webhook_description", "New")]).await;
    assert_eq!(done.location(), path);
    browser.follow(&done).await.has("The webhook is changed").has("New").has("All events").has("never shown");
    let stored = account.get(&read).await.ok();
    assert_eq!((&stored["webhook_description"], &stored["webhook_events"]), (&json!("New"), &json!([])));
    // Only what is said about the headers changes them.
    let fields = [("webhook_url", RECEIVER), ("no_headers", "1")];
    let done = browser.fill(&edit, &edit, &fields).await;
    browser.follow(&done).await.has("The webhook is changed").lacks("Sent along");
    let page = browser.fill(&edit, &edit, &[("webhook_url", "")]).await;
    page.shows(422, "Edit webhook").has("Is required");
    // A URL that is older than a rule may stay.
    let old = "https://nowhere.invalid/hook#part";
    let text = "UPDATE webhooks SET webhook_url = $2 WHERE account_id = $1";
    api.execute(text, vec![account.id.into(), old.into()]).await;
    let fields = [("webhook_url", old), ("webhook_description", "Old")];
    assert_eq!(browser.fill(&edit, &edit, &fields).await.location(), path);
    assert_eq!(api.audited(account.id).await.len(), 4);
}

async fn the_second_of_two_editors_is_told(db: TestDb) {
    let (api, account, owner) = start(db).await;
    let (id, path) = webhook(&account).await;
    let edit = format!("{path}/edit");
    let (mut first, mut second) = (api.signed_in(&owner).await, api.signed_in(&owner).await);
    let (seen, also_seen) = (first.get(&edit).await, second.get(&edit).await);
    api.turn_to("2026-06-15T12:00:01Z");
    let done =
        first.submit(&seen, &edit, &[("webhook_url", RECEIVER), ("webhook_description", "First")]).await;
    assert_eq!(done.location(), path);
    let fields = [("webhook_url", RECEIVER), ("webhook_description", "Second")];
    let page = second.submit(&also_seen, &edit, &fields).await.shows(422, "Edit webhook");
    let page = page.has("Webhook was changed by somebody else meanwhile").has("value=\"Second\"");
    let read = format!("/webhooks/{id}");
    assert_eq!(account.get(&read).await.ok()["webhook_description"], "First");
    assert_eq!(second.submit(&page, &edit, &fields).await.location(), path);
    assert_eq!(account.get(&read).await.ok()["webhook_description"], "Second");
}

async fn a_webhook_is_paused_resumed_disabled_and_made_active_again(db: TestDb) {
    let (api, account, owner) = start(db).await;
    let (id, path) = webhook(&account).await;
    let action = format!("{path}/status");
    let mut browser = api.signed_in(&owner).await;
    for (status, said, shown) in [
        ("paused", "deliveries wait", "Resume"),
        ("active", "The webhook is active", "Pause"),
        ("disabled", "it gets nothing", "Make active again"),
        ("active", "The webhook is active", "Pause"),
    ] {
        let done = browser.fill(&path, &action, &[("webhook_status", status)]).await;
        browser.follow(&done).await.shows(200, "Webhook").has(said).has(shown);
        assert_eq!(account.get(&format!("/webhooks/{id}")).await.ok()["webhook_status"], status);
    }
    let done = browser.fill(&path, &action, &[("webhook_status", "asleep")]).await;
    browser.follow(&done).await.has("Not done: webhook_status must be one of active, paused, disabled.");
}

async fn a_secret_is_rotated_with_an_overlap(db: TestDb) {
    let (api, account, owner) = start(db).await;
    let (id, path) = webhook(&account).await;
    let action = format!("{path}/rotate-secret");
    let mut browser = api.signed_in(&owner).await;
    let mut secrets = Vec::new();
    for (hours, until) in [("2", "Signs too until"), ("", "Signs too until")] {
        let done = browser.fill(&path, &action, &[("overlap_hours", hours)]).await;
        let page = browser.follow(&done).await.shows(200, "Webhook").has(until);
        secrets.push(page.between("id=\"secret-value\">", "<"));
    }
    assert!(
        secrets[0] != secrets[1] && secrets.iter().all(|secret| secret.starts_with("whsec_")),
        "{secrets:?}"
    );
    let until = account.get(&format!("/webhooks/{id}")).await.ok()["webhook_previous_secret_until"].clone();
    assert_eq!(until, "2026-06-16T12:00:00.000Z");
    let page = browser.fill(&path, &action, &[("overlap_hours", "169")]).await;
    page.shows(422, "Webhook")
        .has("Must be a whole number from 0 to 168")
        .has("value=\"169\"")
        .lacks("whsec_</");
    let rotated = format!("webhook_secret_rotated webhook {id}");
    assert_eq!(api.audited(account.id).await[1..], [rotated.clone(), rotated]);
}

/// Answers with a text that is markup and longer than a page shows of it.
#[handler]
fn teapot() -> poem::Response {
    poem::Response::builder().status(StatusCode::IM_A_TEAPOT).body("<b>tea</b>".repeat(300))
}

async fn a_test_shows_what_came_of_it(db: TestDb) {
    let guard = Guard::new(vec!["127.0.0.0/8".parse().unwrap()]);
    let api = Api::start_with(db, |app| app.guard = guard).await;
    let account = api.account().await;
    let owner = User { id: account.user_id, account_id: account.id, email: String::new() };
    let mut browser = api.signed_in(&owner).await;
    let receiver =
        Http::serve(Route::new().at("/good", poem::post(make_sync(|_| "ok"))).at("/tea", poem::post(teapot)));
    let base = format!("http://{}", receiver.address);
    let nobody = "127.0.0.1:1";
    for (url, said, shown) in [
        (format!("{base}/good"), "The test was delivered.", &["Delivered", ">200<", ">ok</pre>"][..]),
        (
            format!("{base}/tea"),
            "The test was not delivered.",
            &[
                "Answered with an error",
                ">418<",
                "Answer, the beginning",
                ">&#60;b&#62;tea&#60;/b&#62;&#60;b&#62;tea",
            ],
        ),
        (format!("http://{nobody}/"), "The test was not delivered.", &["No connection", "Error"]),
    ] {
        let (_, id) = account.record("webhooks", json!({ "webhook_url": url })).await;
        let path = format!("{LIST}/{id}");
        let done = browser.fill(&path, &format!("{path}/test"), &[]).await;
        let mut page = browser.follow(&done).await.shows(200, "Webhook").has(said).has("Result of the test");
        for text in shown {
            page = page.has(text);
        }
        page.lacks("<b>tea");
        // The result is of this test alone, and nothing is recorded.
        browser
            .get(&path)
            .await
            .shows(200, "Webhook")
            .lacks("Result of the test")
            .has("Nothing was delivered yet");
    }
}

async fn members_read_and_owners_change(db: TestDb) {
    let (api, account, _) = start(db).await;
    let (_, path) = webhook(&account).await;
    let member = api.member(account.id, "member").await;
    let mut browser = api.signed_in(&member).await;
    browser.get(LIST).await.shows(200, "Webhooks").has(&path).lacks(NEW);
    let page = browser.get(&path).await.shows(200, "Webhook").has("Deliveries");
    page.lacks("Rotate the secret").lacks("Send a test").lacks("Pause").lacks("/edit").lacks("Recover");
    browser.get(&format!("{path}/deliveries")).await.shows(200, "Deliveries");
    browser.get(&format!("{path}/edit")).await.shows(403, "This is not for you");
}

async fn the_log_of_deliveries_is_filtered_and_paged(db: TestDb) {
    let (api, account, owner) = start(db).await;
    let (id, path) = webhook(&account).await;
    let log = format!("{path}/deliveries");
    let mut browser = api.signed_in(&owner).await;
    browser.get(&log).await.shows(200, "Deliveries").has("Nothing was delivered yet");
    let mut events = Vec::new();
    for n in 0..60 {
        api.turn_to(&format!("2026-06-15T12:{n:02}:00Z"));
        account.contact().await;
        let event = api.last_event(&account).await;
        let status = if n == 5 { "failed" } else { "succeeded" };
        api.delivery(&account, id, event.id, status).await;
        events.push(event_id_text(event.id));
    }
    let first = browser.get(&log).await.has(&events[59]).has(&events[10]).lacks(&events[9]).has("data-live");
    let older = unescaped(&first.between("class=\"button\" href=\"", "\" rel=\"next\""));
    let second = browser.get(&older).await.has(&events[9]).has(&events[0]).lacks(&events[10]);
    second.lacks("Older").has("Newest").lacks("data-live");
    let failed = browser.get(&format!("{log}?status=failed&event=contacts.create")).await;
    failed.has(&events[5]).lacks(&events[6]).has("value=\"failed\" selected").lacks("Older");
    browser.get(&format!("{log}?event=gifts.create")).await.has("No delivery is like that").lacks("evt_");
    // The account's day begins where the account is.
    let of_time = browser.get(&format!("{log}?since=2026-06-15T12:10&until=2026-06-15T12:12")).await;
    of_time.has(&events[10]).has(&events[11]).lacks(&events[12]).lacks(&events[9]);
    let page = browser.get(&format!("{log}?status=eaten&since=x%3Cy")).await.shows(422, "Deliveries");
    page.has("Must be one of pending, succeeded, failed, skipped")
        .has("Must be a date and time")
        .has("x&#60;y");
    let filtered = browser.get(&format!("{log}?status=succeeded")).await;
    let older = unescaped(&filtered.between("class=\"button\" href=\"", "\" rel=\"next\""));
    assert!(older.starts_with(&format!("{log}?status=succeeded&before=evt_")), "{older}");
    let last = browser.get(&older).await.has(&events[0]).lacks(&events[5]);
    assert!(unescaped(&last.html).contains(&format!("href=\"{log}?status=succeeded\"")), "{}", last.html);
}

async fn a_delivery_shows_its_attempts_and_its_body_as_sent(db: TestDb) {
    let (api, account, owner) = start(db).await;
    let (id, path) = webhook(&account).await;
    account
        .record("contacts", json!({"contact_status": "donor", "contact_lname": "<script>x</script>"}))
        .await;
    let event = api.last_event(&account).await;
    let delivery = api.delivery(&account, id, event.id, "failed").await;
    let page = format!("{path}/deliveries/{delivery}");
    let mut browser = api.signed_in(&owner).await;
    browser.get(&page).await.shows(200, "Delivery").has("No attempt was made yet").lacks("webhook-signature");
    let attempt = api.attempt(&account, delivery, "status").await;
    let answer = "UPDATE attempts SET status_code = 503, response_body = '<b>busy</b>' WHERE id = $1";
    api.execute(answer, vec![attempt.into()]).await;
    let refused = api.attempt(&account, delivery, "connect").await;
    api.execute("UPDATE attempts SET error = '<i>no</i>' WHERE id = $1", vec![refused.into()]).await;
    let shown = browser.get(&page).await.shows(200, "Delivery").has("Contact created").has("Failed");
    let shown =
        shown.has("&#60;b&#62;busy&#60;/b&#62;").has("&#60;i&#62;no&#60;/i&#62;").has("503").has("12 ms");
    let shown = shown
        .has("15 Jun 2026, 12:00:00")
        .has("Answered with an error")
        .has("No connection")
        .lacks("<b>busy")
        .lacks("<script>x");
    let shown = shown.has("webhook-signature").has("v1,");
    assert_eq!(unescaped(&shown.between("id=\"body-value\">", "</code>")), event.body);
    let pretty = unescaped(&shown.between("with line breaks\">", "</pre>"));
    let lines: serde_json::Value = serde_json::from_str(&pretty).unwrap();
    assert_eq!(lines, serde_json::from_str::<serde_json::Value>(&event.body).unwrap());
    assert!(pretty.contains("\n    \"contact_lname\": \"<script>x</script>\""), "{pretty}");
    // A known reason is in the language of the page, and any other stays.
    browser.language = Some("de");
    browser.get(&page).await.has("<bdi>&#60;i&#62;no&#60;/i&#62;</bdi>");
    let known = "UPDATE attempts SET error = 'the receiver broke off the connection' WHERE id = $1";
    api.execute(known, vec![refused.into()]).await;
    browser.get(&page).await.has("<bdi>der Empfänger hat die Verbindung abgebrochen</bdi>");
    browser.language = None;
    // A delivery is found only below its own webhook.
    let (_, other) = webhook(&account).await;
    browser.get(&format!("{other}/deliveries/{delivery}")).await.shows(404, "There is no such page");
}

async fn a_delivery_is_made_again(db: TestDb) {
    let (api, account, owner) = start(db).await;
    let (id, path) = webhook(&account).await;
    account.contact().await;
    let event = api.last_event(&account).await;
    let delivery = api.delivery(&account, id, event.id, "failed").await;
    let (page, (_, other)) = (format!("{path}/deliveries/{delivery}"), webhook(&account).await);
    let again = format!("{page}/redeliver");
    let mut browser = api.signed_in(&owner).await;
    let token = browser.get(&page).await.has("Deliver again").between("name=\"csrf\" value=\"", "\"");
    let wrong = format!("{other}/deliveries/{delivery}/redeliver");
    browser.post(&wrong, &[("csrf", &token)]).await.shows(404, "There is no such page");
    let read = format!("/deliveries/{delivery}");
    assert_eq!(account.get(&read).await.ok()["delivery_status"], "failed");
    let done = browser.fill(&page, &again, &[]).await;
    browser.follow(&done).await.shows(200, "Delivery").has("The event is delivered again").has("Pending");
    assert_eq!(account.get(&read).await.ok()["delivery_status"], "pending");
    account.put(&format!("/webhooks/{id}"), json!({"webhook_status": "disabled"})).await.ok();
    browser.get(&page).await.shows(200, "Delivery").lacks("Deliver again");
    let done = browser.post(&again, &[("csrf", &token)]).await;
    browser.follow(&done).await.has("Not done: webhook_status must be active or paused, but is disabled");
}

async fn a_recovery_is_started_and_its_progress_is_shown(db: TestDb) {
    let (api, account, owner) = start(db).await;
    let (id, path) = webhook(&account).await;
    for _ in 0..3 {
        account.contact().await;
    }
    api.turn_to("2026-06-15T13:00:00Z");
    let action = format!("{path}/recover");
    let mut browser = api.signed_in(&owner).await;
    for (since, until, rule) in [
        ("", "", "Is required"),
        ("yesterday", "", "Must be a date and time"),
        ("2026-06-15T12:00", "2026-06-15T11:00", "Must lie before until"),
    ] {
        let page = browser.fill(&path, &action, &[("since", since), ("until", until)]).await;
        page.shows(422, "Webhook").has(rule).has(&format!("value=\"{since}\""));
    }
    let fields = [("since", "2026-06-15T00:00"), ("until", "2026-06-16T00:00"), ("only_failed", "1")];
    let done = browser.fill(&path, &action, &fields).await;
    let page = browser.follow(&done).await.has("There are 3 events to examine");
    page.has("0 of 3").has("Running").has("Only what has failed").has("<progress max=\"3\" value=\"0\"");
    let update =
        "UPDATE recoveries SET recovery_examined_count = 2, recovery_queued_count = 1 WHERE webhook_id = $1";
    api.execute(update, vec![id.into()]).await;
    browser.get(&path).await.has("2 of 3").has("<progress max=\"3\" value=\"2\"");
    let page: Page = browser.fill(&path, &action, &fields).await;
    page.shows(422, "Webhook").has("of this webhook is running");
}

async fn nothing_of_another_account_is_shown_or_changed(db: TestDb) {
    let (api, account, _) = start(db).await;
    let (id, path) = webhook(&account).await;
    account.contact().await;
    let event = api.last_event(&account).await;
    let delivery = api.delivery(&account, id, event.id, "failed").await;
    let before = api.state(&account).await;
    let other = api.owner().await;
    let mut browser = api.signed_in(&other).await;
    let token = browser.get("/settings/profile").await.between("name=\"csrf\" value=\"", "\"");
    browser.get(LIST).await.lacks(&path);
    for page in ["", "/edit", "/deliveries", &format!("/deliveries/{delivery}")] {
        browser.get(&format!("{path}{page}")).await.shows(404, "There is no such page");
    }
    for (form, fields) in [
        ("/edit".to_owned(), vec![("webhook_url", RECEIVER)]),
        ("/status".to_owned(), vec![("webhook_status", "paused")]),
        ("/rotate-secret".to_owned(), vec![]),
        ("/rotate-secret".to_owned(), vec![("overlap_hours", "x")]),
        ("/test".to_owned(), vec![]),
        ("/recover".to_owned(), vec![("since", "2026-06-15T00:00")]),
        ("/recover".to_owned(), vec![]),
        (format!("/deliveries/{delivery}/redeliver"), vec![]),
    ] {
        let fields = [&fields[..], &[("csrf", token.as_str())]].concat();
        browser.post(&format!("{path}{form}"), &fields).await.shows(404, "There is no such page");
    }
    assert_eq!(api.state(&account).await[1..], before[1..]);
    assert_eq!(api.audited(other.account_id).await, Vec::<String>::new());
}

async fn a_script_that_refreshes_takes_no_message(db: TestDb) {
    let (api, account, owner) = start(db).await;
    let (_, path) = webhook(&account).await;
    let mut browser = api.signed_in(&owner).await;
    let done = browser.fill(&path, &format!("{path}/rotate-secret"), &[]).await;
    browser.get(&format!("{path}?live=1")).await.shows(200, "Webhook").lacks("secret-value");
    browser.follow(&done).await.shows(200, "Webhook").has("secret-value");
}
