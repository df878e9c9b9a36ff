//! Failures within the service: the caller gets the envelope, and none of the internals.

use api::http::client_address::TrustedProxies;
use api::http::request_log::{Pages, RequestLog};
use api::http::request_metrics::RequestMetrics;
use api::http::routes::Routes;
use poem::{EndpointExt, Route, handler};
use sea_orm::{ConnectionTrait, DbBackend};
use serde_json::json;
use shared::Store;
use shared::both_databases;
use shared::database::POSTGRES_CONNECTIONS;
use shared::database::testing::TestDb;
use shared::process::spans::Spans;
use shared::values::choices::Locale;

use crate::support::document::{operations, served};
use crate::support::rows::PATIENCE;
use crate::support::{Api, Http, Reply};

both_databases!(
    a_statement_that_fails_is_500_with_the_request_id_and_no_internals,
    a_database_that_is_gone_is_503_for_every_operation,
    a_database_that_is_too_busy_is_503,
);

/// Texts that no response may contain.
const INTERNALS: [&str; 9] =
    ["SELECT", "sql", "sqlite", "postgres", "table", "pool", "127.0.0.1", "panic", "secret internals"];

fn shows_no_internals(reply: &Reply) {
    let text = format!("{:?} {}", reply.headers, reply.text).to_lowercase();
    let shown = INTERNALS.iter().find(|internal| text.contains(&internal.to_lowercase()));
    assert_eq!(shown, None, "{text}");
}

fn is_internal(reply: &Reply) {
    let request_id = reply.header("x-request-id").unwrap();
    reply.failed(500, &format!("Internal Server Error; request id {request_id}"));
    shows_no_internals(reply);
}

fn is_unavailable(reply: &Reply) {
    reply.failed(503, "the service is not available now; please try again later");
    assert_eq!(reply.header("retry-after"), Some("5"));
    shows_no_internals(reply);
}

async fn a_statement_that_fails_is_500_with_the_request_id_and_no_internals(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let id = account.contact().await;
    for table in ["contacts", "webhooks"] {
        api.execute(&format!("ALTER TABLE {table} RENAME TO gone_{table}"), Vec::new()).await;
    }
    is_internal(&account.get("/contacts").await);
    is_internal(&account.get(&format!("/contacts/{id}")).await);
    is_internal(&account.put(&format!("/contacts/{id}"), json!({})).await);
    is_internal(&account.post("/webhooks", json!({"webhook_url": "https://93.184.215.14/"})).await);
    // Operations on other tables still work.
    account.get("/tasks").await.ok();
}

async fn a_database_that_is_gone_is_503_for_every_operation(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let operations = operations(&served(&api.http).await);
    api.app.store.clone().close().await;
    for operation in operations {
        is_unavailable(&account.send(&operation.method, &operation.path_of(1), "{}").await);
    }
    // Responses that need no database still work.
    account.get("/nowhere").await.failed(404, "Not Found");
    api.http.get("/api/v1/contacts").await.failed(403, "Forbidden");
}

async fn a_database_that_is_too_busy_is_503(db: TestDb) {
    // Use the limits of the programs; the tests have more time.
    let store = Store::connect(&db.url).await.unwrap();
    let api = Api::start_with(db, |app| app.store = store).await;
    let account = api.account().await;
    // Take every connection that can write.
    let connections = if api.app.store.backend() == DbBackend::Sqlite { 1 } else { POSTGRES_CONNECTIONS };
    let mut taken = Vec::new();
    for _ in 0..connections {
        let tx = api.app.store.begin();
        tx.execute_unprepared("SELECT 1").await.unwrap();
        taken.push(tx);
    }
    let body = json!({"task_subject": "Call"});
    // They stay taken: without a deadline of its own, the request would wait for ever.
    let answer = tokio::time::timeout(PATIENCE, account.post("/tasks", body.clone())).await;
    is_unavailable(&answer.unwrap());
    drop(taken);
    account.post("/tasks", body).await.created();
}

#[tokio::test]
async fn a_panic_is_500_with_the_request_id_and_no_internals() {
    #[handler]
    fn panics() -> String {
        // Like `panic!`, but without the report in the test's output.
        std::panic::resume_unwind(Box::new("secret internals"))
    }
    let endpoint = Route::new().at("/", poem::get(panics)).with(RequestLog {
        trusted_proxies: TrustedProxies::default(),
        routes: Routes::new([]),
        metrics: RequestMetrics::default(),
        spans: Spans::default(),
        is_https: false,
        pages: Pages { language: |_, _| Locale::En, error: |error, id| error.into_envelope(id) },
    });
    is_internal(&Http::serve(endpoint).get("/").await);
}

#[tokio::test]
async fn a_database_that_is_down_is_503_with_retry_after_and_no_internals() {
    let db = shared::database::testing::sqlite().await;
    let down = Store::connect("postgres://user:secret@127.0.0.1:1/none").await.unwrap();
    let api = Api::start_with(db, |app| app.store = down).await;
    is_unavailable(&api.http.get("/api/v1/contacts?api_key=alm_x").await);
}
