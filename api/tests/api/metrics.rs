//! The metrics that an operator sees: requests, imports, and the backlog in the database.

use std::time::Duration;

use api::background::backlog;
use bench::deployment::until;
use sea_orm::ConnectionTrait;
use serde_json::json;
use shared::database::clock::database_now_ms;
use shared::database::testing::TestDb;
use shared::entities::AccountScope;
use shared::events::outbox;
use shared::process::metrics::Exporter;

use crate::support::Api;
use crate::support::rows::{PATIENCE, new_event};

shared::both_databases!(
    requests_are_counted_by_route_and_never_by_what_a_caller_chooses,
    what_waits_in_the_database_is_shown,
    imported_rows_are_counted,
);

/// Returns the metrics as an operator reads them. Beside many tests, the database may need more than the 3 s that it has
/// for each figure.
async fn shown(api: &Api) -> String {
    const ASKED: [&str; 4] =
        ["almoner_outbox_", "almoner_event_log_", "almoner_deliveries_", "almoner_webhooks"];
    let deadline = std::time::Instant::now() + PATIENCE;
    loop {
        let text = shown_once(api).await;
        let is_unknown =
            |line: &str| line.ends_with(" NaN") && ASKED.iter().any(|name| line.starts_with(name));
        if !text.lines().any(is_unknown) || std::time::Instant::now() >= deadline {
            return text;
        }
    }
}

async fn shown_once(api: &Api) -> String {
    let mut exporter = Exporter::new(&api.app.store);
    api.app.metrics.register(exporter.registry());
    backlog::show(&mut exporter, api.app.store.clone());
    exporter.render().await
}

/// Returns the value of a metric, with its labels.
fn value(text: &str, name: &str) -> f64 {
    let found = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    found.unwrap_or_else(|| panic!("{name} is not in\n{text}")).parse().unwrap()
}

async fn requests_are_counted_by_route_and_never_by_what_a_caller_chooses(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let contact = account
        .post("/contacts", json!({"contact_status": "donor", "contact_lname": "Lovelace"}))
        .await
        .created();
    account.get(&format!("/contacts/{}", contact["id"])).await.ok();
    account.get("/contacts/no-such-contact").await.failed(404, "Not Found");
    let key = &account.key;
    api.http.get(&format!("/nowhere/{key}?api_key={key}")).await;
    api.http.request("BREW", "/api/v1/contacts").send().await.unwrap();

    let text = shown(&api).await;
    let count = |method: &str, route: &str, status: u16| {
        let labels = format!(
            "{{http_request_method=\"{method}\",http_route=\"{route}\",http_response_status_code=\"{status}\"}}"
        );
        value(&text, &format!("http_server_request_duration_seconds_count{labels}"))
    };
    assert!((count("POST", "/api/v1/contacts", 201) - 1.0).abs() < f64::EPSILON);
    assert!((count("GET", "/api/v1/contacts/{id}", 200) - 1.0).abs() < f64::EPSILON);
    assert!((count("GET", "/api/v1/contacts/{id}", 404) - 1.0).abs() < f64::EPSILON);
    assert!((count("GET", "_OTHER", 404) - 1.0).abs() < f64::EPSILON);
    assert!((count("_OTHER", "/api/v1/contacts", 405) - 1.0).abs() < f64::EPSILON);
    assert!(value(&text, "http_server_active_requests").abs() < f64::EPSILON);
    for chosen in [key.as_str(), "no-such-contact", "Lovelace", "nowhere", "BREW", "127.0.0.1"] {
        assert!(!text.contains(chosen), "{chosen}: {text}");
    }
}

async fn what_waits_in_the_database_is_shown(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let text = shown(&api).await;
    for nothing in [
        "almoner_outbox_unpublished_events",
        "almoner_outbox_unrecorded_events",
        "almoner_outbox_oldest_age_seconds",
        "almoner_event_log_lag_seconds",
        "almoner_deliveries_due",
        "almoner_deliveries_past_due_seconds",
        "almoner_webhooks_failing",
        "almoner_webhooks{status=\"active\"}",
    ] {
        assert!(value(&text, nothing).abs() < f64::EPSILON, "{nothing}: {text}");
    }
    assert!((value(&text, "almoner_database_up") - 1.0).abs() < f64::EPSILON);

    let now_ms = database_now_ms(api.app.store.read()).await.unwrap();
    for n in 1..=4 {
        account.post("/webhooks", json!({"webhook_url": format!("https://example.com/{n}")})).await.created();
    }
    let set = async |text: &str| api.execute(text, vec![]).await;
    set("UPDATE webhooks SET webhook_failing_since_ms = 1 WHERE webhook_url LIKE '%2'").await;
    set("UPDATE webhooks SET webhook_status = 'paused', webhook_failing_since_ms = 1 WHERE webhook_url LIKE '%3'")
        .await;
    set("UPDATE webhooks SET webhook_rate_limit = 1 WHERE webhook_url LIKE '%4'").await;
    let (old, new) = (new_event(now_ms - 90_000, 1), new_event(now_ms, 1));
    let (old_id, new_id) = (old.id, new.id);
    let tx = api.app.store.begin();
    outbox::append(&tx, AccountScope::new(account.id), vec![old, new]).await.unwrap();
    tx.commit().await.unwrap();
    api.execute("UPDATE outbox SET published_at_ms = 1 WHERE event_id = $1", vec![new_id.into()]).await;
    // All of them are due. Only the first webhook should not let its delivery wait.
    let text = "INSERT INTO deliveries (account_id, event_id, webhook_id, delivery_status, attempt_count,
                    next_attempt_at_ms, created_at_ms)
                SELECT account_id, $1, id, 'pending', 0, CASE WHEN webhook_url LIKE '%1' THEN $2 ELSE 1 END, 0
                FROM webhooks";
    api.execute(text, vec![old_id.into(), (now_ms - 45_000).into()]).await;

    // The log waits for every older transaction of the server, so also for those of other tests.
    let settled = async || value(&shown(&api).await, "almoner_event_log_lag_seconds").abs() < f64::EPSILON;
    until("the log has both events", Duration::from_secs(30), settled).await.unwrap();
    let text = shown(&api).await;
    let is = |name: &str, expected: f64| {
        let value = value(&text, name);
        assert!((value - expected).abs() < f64::EPSILON, "{name} is {value}");
    };
    is("almoner_outbox_unpublished_events", 1.0);
    is("almoner_outbox_unrecorded_events", 1.0);
    is("almoner_deliveries_due", 4.0);
    is("almoner_webhooks_failing", 1.0);
    is("almoner_webhooks{status=\"active\"}", 3.0);
    is("almoner_webhooks{status=\"paused\"}", 1.0);
    is("almoner_webhooks{status=\"disabled\"}", 0.0);
    is("almoner_event_log_lag_seconds", 0.0);
    // Tests run slowly at times, so the upper end is generous.
    assert!((89.0..600.0).contains(&value(&text, "almoner_outbox_oldest_age_seconds")), "{text}");
    assert!((45.0..600.0).contains(&value(&text, "almoner_deliveries_past_due_seconds")), "{text}");
}

#[tokio::test]
async fn a_transaction_that_stays_open_holds_up_the_log_and_is_seen() {
    let api = Api::start(shared::database::testing::postgres().await).await;
    let account = api.account().await;
    let forgotten = api.app.store.begin();
    let now_ms = database_now_ms(api.app.store.read()).await.unwrap();
    // A number of its own, as a transaction has that writes.
    forgotten
        .execute_unprepared("SET LOCAL idle_in_transaction_session_timeout = 0; SELECT pg_current_xact_id()")
        .await
        .unwrap();
    let tx = api.app.store.begin();
    let event = new_event(now_ms - 90_000, 1);
    outbox::append(&tx, AccountScope::new(account.id), vec![event]).await.unwrap();
    tx.commit().await.unwrap();
    assert!(value(&shown(&api).await, "almoner_event_log_lag_seconds") >= 89.0);
    forgotten.rollback().await;
    // Transactions of other tests on the same server hold the log up, too.
    let is_settled = async || value(&shown(&api).await, "almoner_event_log_lag_seconds") < 89.0;
    until("the log is no longer held up", PATIENCE, is_settled).await.unwrap();
}

#[tokio::test]
async fn a_database_that_is_down_leaves_what_waits_unknown() {
    let db = shared::database::testing::sqlite().await;
    let down = shared::Store::connect("postgres://user:secret@127.0.0.1:1/none").await.unwrap();
    let api = Api::start_with(db, |app| app.store = down).await;
    let text = shown_once(&api).await;
    assert!(value(&text, "almoner_database_up").abs() < f64::EPSILON);
    for unknown in
        ["almoner_outbox_oldest_age_seconds", "almoner_event_log_lag_seconds", "almoner_deliveries_due"]
    {
        assert!(value(&text, unknown).is_nan(), "{unknown}: {text}");
    }
    assert!(!text.contains("secret"), "{text}");
}

async fn imported_rows_are_counted(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let csv = "contact_status,contact_lname,contact_external_id\ndonor,Lovelace,1\ndonor,Hopper,2\ndonor,Again,2\n\
               nobody,,3\n";
    api.imported(&account, "contacts", csv).await;
    let text = shown(&api).await;
    let rows = |outcome: &str| value(&text, &format!("almoner_import_rows_total{{outcome=\"{outcome}\"}}"));
    let counts = [rows("created"), rows("updated"), rows("failed")].map(|count| count.to_string());
    assert_eq!(counts, ["2", "1", "1"]);
}
