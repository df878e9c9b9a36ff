//! Receivers that repeat what was sent to them.

use std::sync::{Arc, OnceLock};

use poem::web::Data;
use poem::{EndpointExt, Request, Route, handler};
use serde_json::json;
use shared::both_databases;
use shared::database::testing::TestDb;
use shared::webhooks::guard::Guard;

use crate::support::{Api, Http};

both_databases!(what_an_answer_repeats_of_the_secrets_is_not_shown);

/// Answers with the request's headers, as text and as JSON, and with the secret that it verifies with.
#[handler]
fn echo(request: &Request, Data(secret): Data<&Arc<OnceLock<String>>>) -> String {
    let headers = request.headers().iter().filter(|(name, _)| name.as_str().starts_with("x-"));
    let headers = headers.map(|(name, value)| (name.as_str(), value.to_str().unwrap()));
    let headers: std::collections::BTreeMap<_, _> = headers.collect();
    let json = json!(headers).to_string();
    format!("{headers:#?}\n{json}\n{}\nkey {}, 3 headers", json.replace('/', "\\/"), secret.get().unwrap())
}

async fn what_an_answer_repeats_of_the_secrets_is_not_shown(db: TestDb) {
    let guard = Guard::new(vec!["127.0.0.0/8".parse().unwrap()]);
    let api = Api::start_with(db, |app| app.guard = guard).await;
    let account = api.account().await;
    let secret: Arc<OnceLock<String>> = Arc::default();
    let receiver = Http::serve(Route::new().at("/", poem::post(echo)).data(secret.clone()));
    let headers =
        json!({"X-Token": "token\"in/quotes\"", "X-Auth": "Bearer dXNlcg/cGFzc3dvcmQ=", "X-Number": "3"});
    let body = json!({"webhook_url": format!("http://{}/", receiver.address), "webhook_headers": headers});
    let created = account.post("/webhooks", body).await.created();
    secret.set(created["webhook_secret"].as_str().unwrap().to_owned()).unwrap();
    let tried = account.post(&format!("/webhooks/{}/test", created.id()), json!({})).await.ok();
    let answer = tried["response_body"].as_str().unwrap();
    assert!(answer.contains("x-token") && answer.contains("[redacted]"), "{answer}");
    let bare = secret.get().unwrap().trim_start_matches("whsec_").to_owned();
    for hidden in ["in/quotes", "in\\/quotes", "dXNlcg", "cGFzc3dvcmQ", "whsec_", &bare] {
        assert!(!answer.contains(hidden), "{hidden} in {answer}");
    }
    // A value of one or two characters is no secret, and would make the answer unreadable.
    assert!(answer.ends_with("key [redacted], 3 headers"), "{answer}");
}
