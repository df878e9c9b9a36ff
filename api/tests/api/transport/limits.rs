//! Limits of sizes: a request that exceeds one gets an envelope that names the rule.

use shared::Store;
use shared::both_databases;
use shared::database::testing::TestDb;

use crate::support::{Api, Http};

both_databases!(
    a_query_over_8_kib_is_414,
    a_body_nested_deeper_than_32_levels_is_400,
    what_the_http_library_refuses_is_an_envelope_too,
);

async fn a_query_over_8_kib_is_414(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let query = |len: usize| {
        let key = format!("api_key={}&x=", account.key);
        format!("{key}{}", "y".repeat(len - key.len()))
    };
    let within = api.http.get(&format!("/api/v1/contacts?{}", query(8192))).await.ok();
    assert_eq!(within.header("ignored-parameters"), Some("\"x\""));
    for path in ["/api/v1/contacts", "/api/v1/nowhere"] {
        let beyond = api.http.get(&format!("{path}?{}", query(8193))).await;
        beyond.failed(414, "the query must not be longer than 8192 bytes");
    }
}

async fn a_body_nested_deeper_than_32_levels_is_400(db: TestDb) {
    const RULE: &str = "the body must not have more than 32 arrays and objects within each other";
    let api = Api::start(db).await;
    let account = api.account().await;
    let id = account.contact().await;
    // The body and the custom object are the first two levels.
    let custom = |depth: usize| {
        let inner = ["[".repeat(depth - 2), "]".repeat(depth - 2)].concat();
        format!(r#"{{"contact_custom":{{"a\"[[":{inner}}}}}"#)
    };
    let path = format!("/contacts/{id}");
    account.send("PUT", &path, custom(32)).await.ok();
    for body in [custom(33), custom(10_000), "[".repeat(1_000_000), "{\"a\":".repeat(200_000)] {
        account.send("PUT", &path, body.clone()).await.failed(400, RULE);
        account.send("POST", "/contacts", body).await.failed(400, RULE);
    }
    // Brackets in strings do not count.
    let text = format!(r#"{{"contact_notes":"{}\\\"{{"}}"#, "[".repeat(100));
    account.send("PUT", &path, text).await.ok();
}

async fn what_the_http_library_refuses_is_an_envelope_too(db: TestDb) {
    async fn refused(http: &Http, request: &str, status: u16, message: &str) {
        let reply = http.raw(request.as_bytes()).await;
        assert_eq!(reply.status, status, "{}", reply.text);
        assert!(reply.message().starts_with(message), "{}", reply.text);
        assert_eq!(reply.header("connection"), Some("close"));
        assert_eq!(reply.header("x-request-id").unwrap().len(), 32);
    }
    const TOO_LARGE: &str = "the request's line and headers must not be larger than 32768 bytes";
    const NO_HTTP: &str = "the request is not HTTP/1.1: ";

    let http = Api::start(db).await.http;
    let long = "x".repeat(40_000);
    refused(&http, &format!("GET /api/v1/contacts HTTP/1.1\r\nHost: x\r\nX: {long}\r\n\r\n"), 431, TOO_LARGE)
        .await;
    refused(&http, &format!("GET /{long} HTTP/1.1\r\nHost: x\r\n\r\n"), 431, TOO_LARGE).await;
    // More than the server reads before it refuses the request.
    let endless = format!("GET / HTTP/1.1\r\nX: {}", "x".repeat(200_000));
    refused(&http, &endless, 431, TOO_LARGE).await;
    for request in [
        "no HTTP at all\r\n\r\n",
        "GET /api/v1/contacts HTTP/1.1\r\nno header\r\n\r\n",
        "GET /api/v1/contacts HTTP/9.9\r\n\r\n",
        "POST /api/v1/contacts HTTP/1.1\r\nContent-Length: many\r\n\r\n",
        "POST /api/v1/contacts HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    ] {
        refused(&http, request, 400, NO_HTTP).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_statement_that_takes_too_long_is_503_and_says_so() {
    let db = shared::database::testing::postgres().await;
    let separator = if db.url.contains('?') { '&' } else { '?' };
    let store = Store::connect(&format!("{}{separator}options=-c%20statement_timeout%3D2s", db.url)).await;
    let api = Api::start_with(db, |app| app.store = store.unwrap()).await;
    let account = api.account().await;
    let lock = api.db.store.begin();
    sea_orm::ConnectionTrait::execute_unprepared(&lock, "LOCK TABLE contacts").await.unwrap();
    let reply = account.get("/contacts").await;
    reply.failed(503, "the request took the database too long; please ask for less, or try again later");
    assert_eq!(reply.header("retry-after"), Some("5"));
    lock.rollback().await;
    account.get("/contacts").await.ok();
}

#[tokio::test]
async fn a_statement_has_30_s_unless_the_url_says_otherwise() {
    let db = shared::database::testing::postgres().await;
    let api = Api::start(db).await;
    let rows = api.query("SELECT current_setting('statement_timeout')", Vec::new()).await;
    assert_eq!(rows[0].try_get_by_index::<String>(0).unwrap(), "30s");
}
