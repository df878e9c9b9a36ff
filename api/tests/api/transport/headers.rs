//! Headers that forbid browsers and caches to misuse a response.

use api::http::server::ServerLimits;
use api::router;
use reqwest::header::HeaderMap;
use serde_json::json;
use shared::both_databases;
use shared::database::testing::TestDb;
use tokio_util::sync::CancellationToken;

use crate::support::records::RECEIVER;
use crate::support::{Api, Http, Reply};

both_databases!(every_response_forbids_sniffing, what_shows_a_secret_is_not_stored);

async fn every_response_forbids_sniffing(db: TestDb) {
    let forbids =
        |headers: &HeaderMap| headers.get("x-content-type-options").is_some_and(|value| value == "nosniff");
    let api = Api::start(db).await;
    let account = api.account().await;
    for path in ["/docs", "/openapi.json", "/nowhere", "/api/v1/contacts", "/api/v1/nowhere"] {
        let response = api.http.request("GET", path).send().await.unwrap();
        assert!(forbids(response.headers()), "{path}");
    }
    let list = account.get("/contacts").await.ok();
    assert!(forbids(&list.headers));
    let again = account.request("GET", "/contacts").header("if-none-match", list.header("etag").unwrap());
    let again = again.send().await.unwrap();
    assert!(again.status() == 304 && forbids(again.headers()));
    let csv = account.request("GET", "/contacts").header("accept", "text/csv").send().await.unwrap();
    assert!(
        csv.headers()["content-type"].to_str().unwrap().starts_with("text/csv") && forbids(csv.headers())
    );
    // A request without a valid head, and one beyond the limit of connections.
    assert!(forbids(&api.http.raw(b"no HTTP at all\r\n\r\n").await.headers));
    let limits = ServerLimits { connections: 0, ..ServerLimits::default() };
    let full = Http::serve_within(router::endpoint(&api.app), limits, CancellationToken::new());
    let refused = full.get("/api/v1/contacts").await;
    assert_eq!(refused.status, 503);
    assert!(forbids(&refused.headers));
}

async fn what_shows_a_secret_is_not_stored(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let mut path = "/webhooks".to_owned();
    for round in 0..2 {
        let send = async || {
            let request = account.request("POST", &path).header("idempotency-key", format!("\"{round}\""));
            let body = if round == 0 { json!({"webhook_url": RECEIVER}) } else { json!({}) };
            Reply::to(request.header("content-type", "application/json").body(body.to_string())).await
        };
        let (first, replayed) = (send().await, send().await);
        assert_eq!(replayed.header("idempotent-replayed"), Some("true"));
        for shown in [&first, &replayed] {
            assert!(shown["webhook_secret"].is_string());
            assert_eq!(shown.header("cache-control"), Some("no-store"), "{path}");
        }
        path = format!("/webhooks/{}/rotate-secret", first.id());
    }
}
