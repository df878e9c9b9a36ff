//! The headers by which a reverse proxy describes the request that it passes on.

use api::http::client_address::TrustedProxies;
use api::http::rate_limit::RateLimits;
use shared::both_databases;
use shared::database::testing::TestDb;

use crate::support::{Api, Reply};

both_databases!(
    a_client_cannot_hide_behind_the_address_of_the_proxy,
    browsers_that_come_by_https_are_told_to_keep_to_it,
);

fn proxies() -> TrustedProxies {
    TrustedProxies::new(vec!["127.0.0.0/8".parse().unwrap()])
}

async fn a_client_cannot_hide_behind_the_address_of_the_proxy(db: TestDb) {
    let api = Api::start_with(db, |app| {
        app.trusted_proxies = proxies();
        app.rate_limits = RateLimits::new("1/m".parse().unwrap());
    })
    .await;
    let ask = async |client: &str, forwarded: &str| {
        let request = api.http.request("GET", "/api/v1/contacts").header("x-forwarded-for", client);
        Reply::to(request.header("forwarded", forwarded)).await.status
    };
    assert_eq!(ask("203.0.113.7", "for=198.51.100.1").await, 403);
    for invented in ["proto=https", "for=198.51.100.2", "for=127.0.0.1", ""] {
        assert_eq!(ask("203.0.113.7", invented).await, 429, "{invented}");
    }
    assert_eq!(ask("203.0.113.8", "for=203.0.113.7").await, 403);
}

async fn browsers_that_come_by_https_are_told_to_keep_to_it(db: TestDb) {
    const HEADER: &str = "strict-transport-security";
    let proxied = Api::start_with(db, |app| app.trusted_proxies = proxies()).await;
    for path in ["/sign-in", "/docs", "/openapi.json", "/nowhere", "/api/v1/contacts", "/"] {
        for (scheme, told) in [("https", Some("max-age=31536000")), ("http", None)] {
            let request = proxied.http.request("GET", path).header("x-forwarded-proto", scheme);
            let response = request.send().await.unwrap();
            let header = response.headers().get(HEADER).map(|value| value.to_str().unwrap());
            assert_eq!(header, told, "{path} {scheme}");
        }
    }
}

#[tokio::test]
async fn a_public_url_with_https_suffices_for_that() {
    for (url, told) in [("https://donors.example", true), ("http://donors.example", false)] {
        let db = shared::database::testing::sqlite().await;
        let api = Api::start_with(db, |app| app.public_url = Some(url.to_owned())).await;
        let response = api.http.request("GET", "/sign-in").send().await.unwrap();
        assert_eq!(response.headers().contains_key("strict-transport-security"), told, "{url}");
    }
}
