//! The warnings that a test of a webhook gives about deliveries.

use poem::http::StatusCode;
use poem::{Route, handler};
use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;
use shared::webhooks::guard::Guard;

use crate::support::{Api, Http};

both_databases!(a_test_that_is_answered_with_410_warns_of_what_a_delivery_would_do);

#[handler]
fn gone() -> StatusCode {
    StatusCode::GONE
}

#[handler]
fn fine() -> StatusCode {
    StatusCode::NO_CONTENT
}

async fn a_test_that_is_answered_with_410_warns_of_what_a_delivery_would_do(db: TestDb) {
    let guard = Guard::new(vec!["127.0.0.0/8".parse().unwrap()]);
    let api = Api::start_with(db, |app| app.guard = guard).await;
    let account = api.account().await;
    let routes = Route::new().at("/gone", poem::post(gone)).at("/fine", poem::post(fine));
    let receiver = Http::serve(routes);
    for (path, warning) in [
        (
            "gone",
            json!("an answer of 410 to a delivery disables the webhook; a test does not, so it is as it was"),
        ),
        ("fine", Value::Null),
        ("nowhere", Value::Null),
    ] {
        let url = json!({"webhook_url": format!("http://{}/{path}", receiver.address)});
        let (webhook, _) = account.record("webhooks", url).await;
        let tried = account.post(&format!("{webhook}/test"), json!({})).await.ok();
        assert_eq!(tried["warning"], warning, "{path}: {}", tried.text);
        assert_eq!(account.get(&webhook).await.ok()["webhook_status"], "active");
    }
}
