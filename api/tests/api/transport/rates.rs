//! The rate limit of a key, with a clock that the test turns.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use api::http::rate_limit::RateLimits;
use serde_json::json;
use shared::both_databases;
use shared::database::testing::TestDb;

use crate::support::browser::Browser;
use crate::support::{Account, Api, Reply};

both_databases!(
    a_key_may_make_a_burst_and_then_keeps_to_its_rate,
    keys_and_callers_without_a_key_are_counted_apart,
    failed_authentication_is_limited_by_the_clients_address,
    without_the_setting_there_is_no_limit,
    pages_forms_and_documents_are_limited_by_address_or_user,
);

/// Starts an API with a limit. Returns it with the milliseconds of its clock.
async fn limited(db: TestDb, limit: &str) -> (Api, Arc<AtomicU64>) {
    let clock = Arc::new(AtomicU64::new(0));
    let (now, limit) = (clock.clone(), limit.parse().unwrap());
    let now = move || Duration::from_millis(now.load(Ordering::Relaxed));
    let api = Api::start_with(db, |app| app.rate_limits = RateLimits::with_clock(limit, now)).await;
    (api, clock)
}

/// Returns what the header says about the key's remaining requests.
fn standing(reply: &Reply) -> Option<&str> {
    assert_eq!(reply.header("ratelimit").is_some(), reply.header("ratelimit-policy").is_some());
    reply.header("ratelimit")
}

async fn a_key_may_make_a_burst_and_then_keeps_to_its_rate(db: TestDb) {
    async fn is_refused(account: &Account, retry_after: &str) {
        let refused = account.post("/tasks", json!({"task_subject": "Call"})).await;
        refused.failed(429, &format!("Too Many Requests; try again after {retry_after} s"));
        assert_eq!(refused.header("retry-after"), Some(retry_after));
        assert_eq!(standing(&refused), Some("\"default\";r=0;t=60"));
    }

    // One request every 20 s, and three at once.
    let (api, clock) = limited(db, "3/m").await;
    let account = api.account().await;
    let first = account.get("/contacts").await.ok();
    assert_eq!(first.header("ratelimit-policy"), Some("\"default\";q=3;w=60"));
    assert_eq!(standing(&first), Some("\"default\";r=2;t=20"));
    // Failed requests count too, and so do requests with the key in another header.
    let missing = account.get("/contacts/0").await;
    assert_eq!((missing.status, standing(&missing)), (404, Some("\"default\";r=1;t=40")));
    let bearer = api.http.request("HEAD", "/api/v1/contacts").bearer_auth(&account.key).send().await.unwrap();
    assert_eq!(bearer.headers()["ratelimit"], "\"default\";r=0;t=60");
    is_refused(&account, "20").await;
    clock.store(19_900, Ordering::Relaxed);
    is_refused(&account, "1").await;
    clock.store(20_000, Ordering::Relaxed);
    account.get("/contacts").await.ok();
    is_refused(&account, "20").await;
    clock.store(1_000_000, Ordering::Relaxed);
    assert_eq!(standing(&account.get("/tasks").await.ok()), Some("\"default\";r=2;t=20"));
    assert!(account.get("/tasks").await.ok().list().is_empty(), "a request that was refused did nothing");
}

async fn keys_and_callers_without_a_key_are_counted_apart(db: TestDb) {
    let (api, _clock) = limited(db, "1/s").await;
    let (account, other) = (api.account().await, api.account().await);
    account.get("/contacts").await.ok();
    assert_eq!(account.get("/contacts").await.status, 429);
    assert_eq!(standing(&other.get("/contacts").await.ok()), Some("\"default\";r=0;t=1"));
    let refused = api.http.get("/api/v1/contacts").await;
    refused.failed(403, "Forbidden");
    assert_eq!(standing(&refused), None, "it is nobody's");
    // Paths that need no key are not counted.
    assert_eq!(standing(&account.get("/nowhere").await), None);
    assert_eq!(account.get("/contacts").await.status, 429);
}

async fn failed_authentication_is_limited_by_the_clients_address(db: TestDb) {
    let (api, clock) = limited(db, "3/m").await;
    let account = api.account().await;
    for key in ["?api_key=wrong", "", "?api_key=alm_0000000000000000000000000000000000000000"] {
        api.http.get(&format!("/api/v1/contacts{key}")).await.failed(403, "Forbidden");
    }
    for _ in 0..2 {
        let refused = api.http.get("/api/v1/contacts?api_key=wrong").await;
        refused.failed(429, "Too Many Requests; try again after 20 s");
        assert_eq!((refused.header("retry-after"), standing(&refused)), (Some("20"), None));
    }
    // Others behind the same address are not shut out.
    account.get("/contacts").await.ok();
    // Refused requests did not count: after 20 s there is room for one more.
    clock.store(20_000, Ordering::Relaxed);
    api.http.get("/api/v1/contacts?api_key=wrong").await.failed(403, "Forbidden");
    assert_eq!(api.http.get("/api/v1/contacts").await.status, 429);
}

async fn pages_forms_and_documents_are_limited_by_address_or_user(db: TestDb) {
    let (api, clock) = limited(db, "3/m").await;
    let mut stranger = Browser::new(&api);
    for path in ["/docs", "/openapi.json", "/sign-in"] {
        assert_eq!(stranger.get(path).await.status, 200, "{path}");
    }
    for path in ["/docs", "/docs/guide", "/openapi.json", "/sign-in", "/setup", "/contacts", "/"] {
        let refused = stranger.get(path).await.shows(429, "Too many attempts").has("wait for 20 seconds");
        assert_eq!(refused.headers["retry-after"], "20", "{path}");
        api.http.get(path).await.failed(429, "Too Many Requests; try again after 20 s");
    }
    stranger.post("/sign-in", &[("email", "x")]).await.shows(429, "Too many attempts");
    let page = Browser::new(&api).get("/nowhere").await;
    // Files that pages load are not counted.
    let style = page.between("<link rel=\"stylesheet\" href=\"", "\"");
    for _ in 0..5 {
        assert_eq!(stranger.get(&style).await.status, 200);
    }
    // A signed-in user is counted apart from others at the same address, and in all sessions together.
    let owner = api.owner().await;
    let (mut one, mut two) = (api.signed_in(&owner).await, api.signed_in(&owner).await);
    for path in ["/overview", "/contacts", "/contacts/export"] {
        assert_eq!(one.get(path).await.status, 200, "{path}");
    }
    one.get("/overview").await.shows(429, "Too many attempts");
    two.get("/contacts/export").await.shows(429, "Too many attempts");
    two.post("/settings/profile", &[("name", "x")]).await.shows(429, "Too many attempts");
    api.signed_in(&api.owner().await).await.get("/overview").await.shows(200, "Overview");
    // The API has counts of its own.
    api.http.get("/api/v1/contacts").await.failed(403, "Forbidden");
    clock.store(20_000, Ordering::Relaxed);
    one.get("/overview").await.shows(200, "Overview");
    stranger.get("/sign-in").await.shows(200, "Sign in");
    assert_eq!(stranger.get("/docs").await.status, 429);
}

async fn without_the_setting_there_is_no_limit(db: TestDb) {
    let (api, _clock) = limited(db, "off").await;
    let account = api.account().await;
    for _ in 0..5 {
        assert_eq!(standing(&account.get("/contacts").await.ok()), None);
        api.http.get("/api/v1/contacts").await.failed(403, "Forbidden");
    }
}
