//! The client in the log.

use api::http::client_address::TrustedProxies;
use api::http::rate_limit::RateLimits;
use shared::database::testing;

use crate::support::logs::Logs;
use crate::support::{Api, Reply};

/// Returns the log's line about a request.
fn line(logs: &Logs, path: &str) -> String {
    let (text, of_request) = (logs.text(), format!("path=\"{path}\""));
    text.lines()
        .rfind(|line| line.contains(&of_request))
        .unwrap_or_else(|| panic!("{path} in {text}"))
        .to_owned()
}

#[tokio::test]
async fn a_requests_line_names_the_account_and_the_client() {
    let api = Api::start(testing::sqlite().await).await;
    let account = api.account().await;
    let logs = Logs::capture();
    // Nobody is trusted to say who the client is, unless the operator says so.
    let request = account.request("GET", "/contacts").header("x-forwarded-for", "203.0.113.7");
    Reply::to(request.header("forwarded", "for=203.0.113.7")).await.ok();
    let known = line(&logs, "/api/v1/contacts");
    assert!(known.contains(&format!("account_id={} ", account.id)), "{known}");
    assert!(known.contains("client=127.0.0.1"), "{known}");
    api.http.get("/api/v1/tasks").await.failed(403, "Forbidden");
    let unknown = line(&logs, "/api/v1/tasks");
    assert!(!unknown.contains("account_id") && unknown.contains("client=127.0.0.1"), "{unknown}");
}

#[tokio::test]
async fn a_trusted_proxy_says_who_the_client_is() {
    let proxies = TrustedProxies::new(vec!["127.0.0.0/8".parse().unwrap()]);
    let db = testing::sqlite().await;
    let api = Api::start_with(db, |app| {
        app.trusted_proxies = proxies;
        app.rate_limits = RateLimits::new("1/m".parse().unwrap());
    });
    let api = api.await;
    let logs = Logs::capture();
    // Failed authentication is counted for the client, not for the proxy.
    for (client, status) in [("203.0.113.7", 403), ("203.0.113.8", 403), ("203.0.113.7", 429)] {
        let request = api.http.request("GET", "/api/v1/contacts").header("x-forwarded-for", client);
        assert_eq!(Reply::to(request).await.status, status, "{client}");
        let line = line(&logs, "/api/v1/contacts");
        assert!(line.contains(&format!("client={client}")), "{line}");
    }
}

#[tokio::test]
async fn a_key_in_a_path_is_masked_in_the_log() {
    let api = Api::start(testing::sqlite().await).await;
    let key = api.account().await.key;
    let logs = Logs::capture();
    let secret = key.strip_prefix("alm_").unwrap();
    for path in [
        format!("/api/v1/contacts/{key}"),
        format!("/api/v1/contacts&api_key={key}"),
        format!("/api/v1/{}/{key}/x", key.to_uppercase()),
        format!("/api/v1/contacts/alm%5F{secret}"),
    ] {
        api.http.get(&path).await;
        let text = logs.text();
        assert!(!text.to_lowercase().contains(secret), "{path}");
    }
    assert!(line(&logs, "/api/v1/contacts/alm_…").contains("status=403"));
}
