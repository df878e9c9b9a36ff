//! A webhook that is led to another receiver: the secrets of the first one do not follow.

use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;
use shared::webhooks::guard::Guard;

use crate::support::Api;
use crate::web::browser::{User, start};

both_databases!(
    headers_do_not_follow_a_webhook_to_another_scheme_host_or_port,
    a_receiver_of_another_owner_is_sent_no_headers,
    the_page_of_a_webhook_says_that_headers_are_cleared,
);

const URL: &str = "https://93.184.215.14/hook";

async fn has_headers(api: &Api, id: i64) -> bool {
    let text = "SELECT webhook_headers_sealed FROM webhooks WHERE id = $1";
    let rows = api.query(text, vec![id.into()]).await;
    rows[0].try_get_by_index::<Option<String>>(0).unwrap().is_some()
}

async fn headers_do_not_follow_a_webhook_to_another_scheme_host_or_port(db: TestDb) {
    let guard = Guard::new(vec!["93.184.215.0/24".parse().unwrap()]);
    let api = Api::start_with(db, |app| app.guard = guard).await;
    let account = api.account().await;
    let headers = json!({"authorization": "Bearer partner-secret"});
    for (change, are_kept) in [
        (json!({"webhook_description": "Accounting"}), true),
        (json!({"webhook_url": URL}), true),
        (json!({"webhook_url": "https://93.184.215.14/other?path=1"}), true),
        (json!({"webhook_url": "https://93.184.215.14:443/hook"}), true),
        (json!({"webhook_url": "https://93.184.215.15/hook"}), false),
        (json!({"webhook_url": "https://93.184.215.14:8443/hook"}), false),
        (json!({"webhook_url": "http://93.184.215.14/hook"}), false),
        (json!({"webhook_url": "https://93.184.215.15/", "webhook_headers": headers}), true),
        (json!({"webhook_url": "https://93.184.215.15/", "webhook_headers": Value::Null}), false),
    ] {
        let body = json!({"webhook_url": URL, "webhook_headers": headers});
        let (path, id) = account.record("webhooks", body).await;
        account.put(&path, change.clone()).await.ok();
        assert_eq!(has_headers(&api, id).await, are_kept, "{change}");
    }
}

/// An owner cannot read headers that another owner has stored by pointing the webhook at a receiver.
async fn a_receiver_of_another_owner_is_sent_no_headers(db: TestDb) {
    let receiver = crate::support::Http::serve(poem::Route::new().at("/", poem::post(echo)));
    let guard = Guard::new(vec!["127.0.0.0/8".parse().unwrap(), "93.184.215.0/24".parse().unwrap()]);
    let api = Api::start_with(db, |app| app.guard = guard).await;
    let account = api.account().await;
    let body = json!({"webhook_url": URL, "webhook_headers": {"x-partner": "partner-secret"}});
    let (path, _) = account.record("webhooks", body).await;
    account.put(&path, json!({"webhook_url": format!("http://{}/", receiver.address)})).await.ok();
    let test = format!("{path}/test");
    let sent = account.post(&test, json!({})).await.ok();
    assert_eq!(sent["response_body"], "no header");
    account.put(&path, json!({"webhook_headers": {"x-partner": "new"}})).await.ok();
    assert_eq!(account.post(&test, json!({})).await.ok()["response_body"], "a header");
}

#[poem::handler]
fn echo(request: &poem::Request) -> String {
    let sent = if request.header("x-partner").is_some() { "a header" } else { "no header" };
    sent.to_owned()
}

async fn the_page_of_a_webhook_says_that_headers_are_cleared(db: TestDb) {
    let (api, account, _) = start(db).await;
    let body = json!({"webhook_url": URL, "webhook_headers": {"x-token": "secret"}});
    let (_, id) = account.record("webhooks", body).await;
    let path = format!("/settings/webhooks/{id}");
    let edit = format!("{path}/edit");
    let owner = User { id: account.user_id, account_id: account.id, email: String::new() };
    let mut browser = api.signed_in(&owner).await;
    browser.get(&edit).await.has("another scheme, host or port clears them");
    let same = browser.fill(&edit, &edit, &[("webhook_url", "https://93.184.215.14/new")]).await;
    browser.follow(&same).await.shows(200, "Webhook").has("The webhook is changed.").lacks("are cleared");
    assert!(has_headers(&api, id).await);
    let moved = browser.fill(&edit, &edit, &[("webhook_url", "https://93.184.215.15/new")]).await;
    browser.follow(&moved).await.shows(200, "Webhook").has("The headers that were sent along are cleared");
    assert!(!has_headers(&api, id).await);
}
