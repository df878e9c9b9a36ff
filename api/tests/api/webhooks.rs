//! Webhooks: the receivers of an account's events.

use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;
use shared::values::choices::{Choice as _, WebhookEvent};
use shared::webhooks::guard::{Guard, Reach};

use crate::support::fields::{accepts, can_be_sent_back, refuses};
use crate::support::records::{RECEIVER as URL, event_names};
use crate::support::{Account, Api};

mod echo;
mod moved;
mod rotation;
mod sealing;
pub mod secrecy;
mod trial;

both_databases!(
    webhooks_are_created_listed_read_and_changed,
    defaults_of_a_webhook_with_the_least_fields,
    a_webhook_leads_to_a_public_address_by_https,
    addresses_that_the_operator_allows_are_reached_plainly,
    a_url_that_is_older_than_a_rule_keeps_no_other_field_from_being_changed,
    events_are_a_list_of_names,
    a_disabled_webhook_says_why,
    a_webhook_that_is_enabled_again_has_its_days_again,
    headers_have_names_and_values_that_http_can_carry,
    fields_of_a_webhook_keep_their_rules,
    an_account_has_at_most_50_webhooks,
);

async fn webhook(account: &Account) -> String {
    account.record("webhooks", json!({"webhook_url": URL})).await.0
}

async fn webhooks_are_created_listed_read_and_changed(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let sent = json!({
        "webhook_url": URL, "webhook_events": ["gifts.update", "gifts.create"], "webhook_status": "paused",
        "webhook_description": "Accounting", "webhook_rate_limit": 10, "webhook_concurrency": 4,
    });
    let created = account.post("/webhooks", sent.clone()).await.created();
    assert_eq!(created.json["type"], "webhooks.create");
    let path = format!("/webhooks/{}", created.id());
    assert_eq!(created.header("location"), Some(format!("/api/v1{path}").as_str()));
    for (field, value) in sent.as_object().unwrap() {
        assert_eq!(created[field], *value, "{field}");
    }
    let read = account.get(&path).await.ok();
    assert_eq!(read.json["type"], "webhooks.read");
    // Apart from the secret, a read returns the same as the create.
    let mut shown = created.data().clone();
    shown.as_object_mut().unwrap().remove("webhook_secret").unwrap();
    assert_eq!(*read.data(), shown);
    can_be_sent_back(&account, &path).await;
    let changed = account.put(&path, json!({"webhook_status": "active", "webhook_evnets": []})).await.ok();
    assert_eq!(changed.json["type"], "webhooks.update");
    assert_eq!((&changed["webhook_status"], &changed["webhook_rate_limit"]), (&json!("active"), &json!(10)));
    assert_eq!(changed.header("ignored-fields"), Some("\"webhook_evnets\""));
    webhook(&account).await;
    let list = account.get("/webhooks").await.ok();
    assert_eq!((&list.json["type"], list.list().len()), (&json!("webhooks.index"), 2));
    assert_eq!(list.list()[0], *changed.data());
}

async fn defaults_of_a_webhook_with_the_least_fields(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    account.post("/webhooks", json!({})).await.failed(422, "webhook_url is required");
    let read = account.get(&webhook(&account).await).await.ok();
    let expected = json!({
        "id": read["id"], "webhook_url": URL, "webhook_status": "active", "webhook_description": null,
        "webhook_events": [], "webhook_include": [], "webhook_skip_unchanged": 0, "webhook_rate_limit": null, "webhook_concurrency": null,
        "webhook_disabled_reason": null,
        "webhook_last_success_at": null, "webhook_last_failure_at": null, "webhook_failing_since": null,
        "webhook_previous_secret_until": null,
        "created_at": "2026-06-15T12:00:00.000Z", "updated_at": "2026-06-15T12:00:00.000Z",
    });
    assert_eq!(*read.data(), expected);
}

async fn a_webhook_leads_to_a_public_address_by_https(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let path = webhook(&account).await;
    for url in [
        "https://93.184.215.14:8443/x?y=z",
        "https://[2606:4700::1]/",
        // A name is not resolved now, because every attempt resolves it and judges its addresses.
        "https://nowhere.example/hook",
        "https://hooks.example.org./hook",
    ] {
        accepts(&account, &path, &[("webhook_url", json!(url), json!(url))]).await;
    }
    let plain = Guard::rule(Reach::AllowedOnly);
    let private = Guard::rule(Reach::PublicOrAllowed);
    assert!([plain, private].iter().all(|rule| rule.contains("ALMONER_WEBHOOK_ALLOW_CIDRS")));
    let cases = [
        ("http://93.184.215.14/", plain),
        ("https://93.184.215.14:25/", plain),
        ("http://127.0.0.1:9000/hook", plain),
        ("http://localhost:9000/hook", plain),
        ("https://127.0.0.1/", private),
        ("https://10.0.0.1/", private),
        ("https://192.168.1.1:8443/", private),
        ("https://169.254.169.254/latest/meta-data", private),
        ("https://localhost/", private),
        ("https://localhost./", private),
        ("https://anything.localhost/", private),
        ("https://127.0.0.1./", private),
        ("https://[2606:4700::5efe:10.0.0.1]/", private),
        ("https://[2606:4700::200:5efe:10.0.0.1]/", private),
        ("https://a..b/", "must name a host without empty parts between its dots"),
        ("https://2130706433/", private),
        ("https://0x7f.1/", private),
        ("https://[::1]/", private),
        ("https://[::ffff:10.0.0.1]/", private),
        ("https://user:pw@93.184.215.14/", "must not contain a user name or password"),
        ("https://nowhere.invalid/hook", "must not end in .invalid, because no such host exists"),
        ("https://nowhere.INVALID./hook", "must not end in .invalid, because no such host exists"),
        ("https://93.184.215.14/hook#part", "must not have a fragment (#…), because it is never sent"),
        ("ftp://93.184.215.14/", "must be an http or https URL"),
        ("93.184.215.14", "must be an http or https URL"),
        ("", "is required"),
    ];
    refuses(&account, &path, &cases.map(|(url, rule)| ("webhook_url", json!(url), rule))).await;
    for (url, rule) in cases {
        account
            .post("/webhooks", json!({"webhook_url": url}))
            .await
            .failed(422, &format!("webhook_url {rule}"));
    }
}

async fn addresses_that_the_operator_allows_are_reached_plainly(db: TestDb) {
    let allow = vec!["127.0.0.0/8".parse().unwrap()];
    let api = Api::start_with(db, |app| app.guard = Guard::new(allow)).await;
    let account = api.account().await;
    let path = webhook(&account).await;
    let url = "http://127.0.0.1:9000/hook";
    accepts(&account, &path, &[("webhook_url", json!(url), json!(url))]).await;
    let plain = Guard::rule(Reach::AllowedOnly);
    let port = "must not have port 0, on which nothing can listen";
    let cases = [("http://10.0.0.1:9000/", plain), ("http://127.0.0.1:0/", port)];
    refuses(&account, &path, &cases.map(|(url, rule)| ("webhook_url", json!(url), rule))).await;
    // Two webhooks may lead to the same receiver, each with events of its own.
    for _ in 0..2 {
        account.post("/webhooks", json!({"webhook_url": url})).await.created();
    }
}

async fn a_url_that_is_older_than_a_rule_keeps_no_other_field_from_being_changed(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let path = webhook(&account).await;
    let stored = "https://nowhere.invalid:8443/hook#part";
    let text = "UPDATE webhooks SET webhook_url = $2 WHERE account_id = $1";
    api.execute(text, vec![account.id.into(), stored.into()]).await;
    let whole = account.get(&path).await.ok();
    let mut body = whole.data().clone();
    body["webhook_status"] = json!("disabled");
    let changed = account.put(&path, body.clone()).await.ok();
    assert_eq!((&changed["webhook_url"], &changed["webhook_status"]), (&json!(stored), &json!("disabled")));
    body["webhook_url"] = json!("https://elsewhere.invalid:8443/hook");
    let rule = "webhook_url must not end in .invalid, because no such host exists";
    account.put(&path, body).await.failed(422, rule);
    let rule = "webhook_url must not have a fragment (#…), because it is never sent";
    account.post("/webhooks", json!({"webhook_url": stored})).await.failed(422, rule);
}

async fn events_are_a_list_of_names(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let path = webhook(&account).await;
    let events: Vec<_> = WebhookEvent::ALL.iter().map(ToString::to_string).collect();
    assert!(event_names().iter().all(|event| events.contains(event)), "{events:?}");
    for event in &events {
        accepts(&account, &path, &[("webhook_events", json!([event]), json!([event]))]).await;
    }
    // What `gifts.*` means already is left out, as a repetition is.
    let shortest: Vec<_> =
        events.iter().filter(|name| !name.ends_with(".create") && !name.ends_with(".update")).collect();
    assert_eq!(shortest.len(), 7);
    let cases = [
        ("webhook_events", json!(events), json!(shortest)),
        (
            "webhook_events",
            json!(["tasks.update", "gifts.create", "tasks.update"]),
            json!(["tasks.update", "gifts.create"]),
        ),
        ("webhook_events", json!([]), json!([])),
        ("webhook_events", json!(["tasks.update"]), json!(["tasks.update"])),
        ("webhook_events", Value::Null, json!([])),
    ];
    accepts(&account, &path, &cases).await;
    let names = format!("must be one of {}", events.join(", "));
    for (sent, message) in [
        (json!(["gifts.create", "gifts.delete"]), format!("webhook_events[1] {names}")),
        (json!(["*"]), format!("webhook_events[0] {names}")),
        (
            json!([1, ""]),
            "webhook_events[0] must be a string; webhook_events[1] must not be empty".to_owned(),
        ),
        (json!("gifts.create"), "webhook_events must be a list".to_owned()),
        (json!({}), "webhook_events must be a list".to_owned()),
    ] {
        account.put(&path, json!({"webhook_events": sent})).await.failed(422, &message);
    }
}

async fn a_disabled_webhook_says_why(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let path = webhook(&account).await;
    let disabled = "disabled through the API";
    for (sent, status, reason) in [
        (json!({"webhook_status": "paused"}), "paused", None),
        (json!({"webhook_status": "disabled"}), "disabled", Some(disabled)),
        (json!({"webhook_description": "x"}), "disabled", Some(disabled)),
        (
            json!({"webhook_status": "disabled", "webhook_disabled_reason": "mine"}),
            "disabled",
            Some(disabled),
        ),
        (json!({"webhook_status": "active"}), "active", None),
        (json!({"webhook_status": null}), "active", None),
    ] {
        let changed = account.put(&path, sent).await.ok();
        assert_eq!(
            (&changed["webhook_status"], &changed["webhook_disabled_reason"]),
            (&json!(status), &json!(reason))
        );
    }
    // The reason that the dispatcher gave stays until the webhook is active again.
    let gone = "UPDATE webhooks SET webhook_status = 'disabled', webhook_disabled_reason = '410 Gone' WHERE account_id = $1";
    api.execute(gone, vec![account.id.into()]).await;
    let changed = account.put(&path, json!({"webhook_status": "disabled"})).await.ok();
    assert_eq!(changed["webhook_disabled_reason"], "410 Gone");
    let changed = account.put(&path, json!({"webhook_status": "active"})).await.ok();
    assert_eq!(changed["webhook_disabled_reason"], Value::Null);
}

async fn a_webhook_that_is_enabled_again_has_its_days_again(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let path = webhook(&account).await;
    let fail = async |status: &str| {
        let text = "UPDATE webhooks SET webhook_failing_since_ms = 1781438400000, webhook_status = $2 WHERE account_id = $1";
        api.execute(text, vec![account.id.into(), status.into()]).await;
    };
    let since = json!("2026-06-14T12:00:00.000Z");
    for (before, sent, expected) in [
        ("disabled", json!({"webhook_status": "active"}), &Value::Null),
        ("disabled", json!({"webhook_status": "paused"}), &Value::Null),
        ("disabled", json!({"webhook_status": null}), &Value::Null),
        ("disabled", json!({"webhook_status": "disabled"}), &since),
        ("disabled", json!({"webhook_description": "x"}), &since),
        ("paused", json!({"webhook_status": "active"}), &Value::Null),
        ("active", json!({"webhook_url": "https://93.184.215.14/moved"}), &Value::Null),
        ("active", json!({"webhook_url": "https://93.184.215.14/moved"}), &since),
        // A pause says nothing about the receiver.
        ("active", json!({"webhook_status": "paused"}), &since),
        ("active", json!({"webhook_failing_since": null}), &since),
    ] {
        fail(before).await;
        assert_eq!(account.get(&path).await.ok()["webhook_failing_since"], since);
        let changed = account.put(&path, sent.clone()).await.ok();
        assert_eq!(
            (&changed["webhook_failing_since"], changed.header("ignored-fields")),
            (expected, None),
            "{sent}"
        );
    }
}

async fn headers_have_names_and_values_that_http_can_carry(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let path = webhook(&account).await;
    let twenty = |n: usize| (0..n).map(|i| (format!("x-{i}"), json!("v"))).collect::<serde_json::Map<_, _>>();
    for headers in [
        json!({"X-Token": "abc", "Authorization": "Bearer abc"}),
        json!({"x-long": "v".repeat(1000)}),
        json!({}),
        twenty(20).into(),
        Value::Null,
    ] {
        let changed = account.put(&path, json!({"webhook_headers": headers})).await.ok();
        assert_eq!(changed.header("ignored-fields"), None);
        assert_eq!(changed.data().get("webhook_headers"), None);
    }
    let ours = "is set by the service";
    let value = "must have a value of at most 1000 visible characters";
    for (name, sent, rule) in [
        ("Host", "x", ours),
        ("content-type", "x", ours),
        ("Content-Length", "1", ours),
        ("Transfer-Encoding", "chunked", ours),
        ("webhook-signature", "v1,x", ours),
        ("Webhook-Id", "x", ours),
        ("User-Agent", "x", ours),
        ("a b", "x", "is not the name of a header"),
        ("", "x", "is not the name of a header"),
        ("a:b", "x", "is not the name of a header"),
        ("x-a", "a\r\nX-Evil: 1", value),
        ("x-a", "a\u{0}", value),
        ("x-a", &"v".repeat(1001), value),
    ] {
        let reply = account.put(&path, json!({"webhook_headers": {name: sent}})).await;
        reply.failed(422, &format!("webhook_headers.{name} {rule}"));
    }
    let no_object = "webhook_headers must be an object of header names and texts";
    for headers in [json!([]), json!("X: y"), json!({"X-A": 1}), json!({"X-A": null}), json!({"X-A": ["a"]})]
    {
        account.put(&path, json!({"webhook_headers": headers})).await.failed(422, no_object);
    }
    let many = account.put(&path, json!({"webhook_headers": twenty(21)})).await;
    many.failed(422, "webhook_headers must not have more than 20 headers");
}

async fn fields_of_a_webhook_keep_their_rules(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let path = webhook(&account).await;
    let longest = json!("é".repeat(255));
    let cases = [
        ("webhook_description", longest.clone(), longest),
        ("webhook_description", json!(""), Value::Null),
        ("webhook_rate_limit", json!(1), json!(1)),
        ("webhook_rate_limit", json!(10_000), json!(10_000)),
        ("webhook_rate_limit", Value::Null, Value::Null),
        ("webhook_concurrency", json!(1), json!(1)),
        ("webhook_concurrency", json!(1_000), json!(1_000)),
        ("webhook_concurrency", Value::Null, Value::Null),
    ];
    accepts(&account, &path, &cases).await;
    let limit = "must be a whole number from 1 to 10000";
    let mut cases = [json!(0), json!(10_001), json!(-1), json!(1.5), json!("5"), json!(true), json!(1e300)]
        .map(|bad| ("webhook_rate_limit", bad, limit))
        .to_vec();
    let limit = "must be a whole number from 1 to 1000";
    cases.extend([json!(0), json!(1_001), json!("4")].map(|bad| ("webhook_concurrency", bad, limit)));
    cases.extend([
        ("webhook_description", json!("é".repeat(256)), "must not be longer than 255 characters"),
        ("webhook_status", json!("deleted"), "must be one of active, paused, disabled"),
        ("webhook_url", Value::Null, "is required"),
        ("webhook_url", json!(["x"]), "must be a string"),
    ]);
    refuses(&account, &path, &cases).await;
}

async fn an_account_has_at_most_50_webhooks(db: TestDb) {
    let api = Api::start(db).await;
    let (account, other) = (api.account().await, api.account().await);
    for _ in 0..50 {
        webhook(&account).await;
    }
    let one_more = account.post("/webhooks", json!({"webhook_url": URL})).await;
    one_more.failed(422, "webhooks are at most 50 in an account");
    let last = format!("/webhooks/{}", account.get("/webhooks").await.ok().list()[49]["id"]);
    account.put(&last, json!({"webhook_status": "paused"})).await.ok();
    webhook(&other).await;
}
