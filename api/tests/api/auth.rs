//! Keys (specification, section 5).

use serde_json::json;
use shared::both_databases;
use shared::testing::TestDb;

use crate::support::{Account, Api, Reply};

both_databases!(
    spec_5_rule_1_the_key_is_the_query_parameter_api_key,
    a_bearer_token_keeps_the_key_out_of_the_url,
    spec_5_rule_3_a_key_opens_the_account_that_it_was_made_in,
    spec_5_rule_4_a_key_may_perform_every_operation,
    spec_5_rule_5_a_refreshed_key_stops_working,
    spec_5_rule_6_a_missing_or_invalid_key_is_forbidden,
    a_key_of_a_user_who_left_the_account_is_forbidden,
    the_database_holds_no_key_in_clear,
);

const FORBIDDEN: &str = r#"{"success":false,"message":"Forbidden","type":"","data":[]}"#;

fn forbidden(reply: &Reply) {
    assert_eq!((reply.status, reply.text.as_str()), (403, FORBIDDEN));
}

async fn spec_5_rule_1_the_key_is_the_query_parameter_api_key(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    account.get("/contacts").await.ok();
    api.http.get(&format!("/api/v1/contacts?x=1&api_key={}&y=2", account.key)).await.ok();
    let twice = format!("/api/v1/contacts?api_key={0}&api_key={0}", account.key);
    api.http.get(&twice).await.ok();
    forbidden(&api.http.get(&format!("/api/v1/contacts?api_key={}&api_key=other", account.key)).await);
}

async fn a_bearer_token_keeps_the_key_out_of_the_url(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let ask = async |authorization: String| {
        Reply::to(api.http.request("GET", "/api/v1/contacts").header("authorization", authorization)).await
    };
    ask(format!("Bearer {}", account.key)).await.ok();
    ask(format!("bearer {}", account.key)).await.ok();
    for wrong in
        [account.key.clone(), format!("Basic {}", account.key), "Bearer".to_owned(), "Bearer x".to_owned()]
    {
        forbidden(&ask(wrong).await);
    }
}

async fn spec_5_rule_3_a_key_opens_the_account_that_it_was_made_in(db: TestDb) {
    let api = Api::start(db).await;
    let (first, second) = (api.account().await, api.account().await);
    // One user with two accounts has a key for each.
    api.execute(
        "INSERT INTO memberships (account_id, user_id, role, created_at_ms) VALUES ($1, $2, 'member', 0)",
        vec![second.id.into(), first.user_id.into()],
    )
    .await;
    let key = api.new_key(second.id, first.user_id).await;
    let in_second = first.with_key(&key);
    let id = in_second.contact().await;
    assert!(first.get("/contacts").await.ok().list().is_empty());
    second.get(&format!("/contacts/{id}")).await.ok();
}

async fn spec_5_rule_4_a_key_may_perform_every_operation(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    api.execute("UPDATE memberships SET role = 'member' WHERE account_id = $1", vec![account.id.into()])
        .await;
    let contact_id = account.contact().await;
    account.put(&format!("/contacts/{contact_id}"), json!({"contact_fname": "Ada"})).await.ok();
    for (kind, new) in [
        ("gifts", json!({"gift_amount": 1})),
        ("pledges", json!({"pledge_amount": 1, "contact_id": contact_id})),
        ("tasks", json!({"task_subject": "x"})),
        ("gift-types", json!({"gift_type_name": "x"})),
        ("webhooks", json!({"webhook_url": "https://93.184.215.14/"})),
    ] {
        let (path, _) = account.record(kind, new).await;
        account.put(&path, json!({})).await.ok();
        account.get(&path).await.ok();
        account.get(&format!("/{kind}")).await.ok();
    }
    account.get("/giving-summary").await.ok();
}

async fn spec_5_rule_5_a_refreshed_key_stops_working(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    account.get("/contacts").await.ok();
    let text = "DELETE FROM api_keys WHERE account_id = $1 AND user_id = $2";
    api.execute(text, vec![account.id.into(), account.user_id.into()]).await;
    let fresh = account.with_key(&api.new_key(account.id, account.user_id).await);
    forbidden(&account.get("/contacts").await);
    fresh.get("/contacts").await.ok();
}

async fn spec_5_rule_6_a_missing_or_invalid_key_is_forbidden(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let id = account.contact().await;
    let every = ["/contacts", "/gifts", "/pledges", "/tasks", "/gift-types", "/webhooks", "/giving-summary"];
    let paths =
        every.map(str::to_owned).into_iter().chain([format!("/contacts/{id}"), "/contacts/x".to_owned()]);
    for path in paths {
        forbidden(&api.http.get(&format!("/api/v1{path}")).await);
        forbidden(&api.http.get(&format!("/api/v1{path}?api_key=")).await);
        for wrong in
            [account.key.to_uppercase(), format!("{}0", account.key), "%00".to_owned(), "' OR 1=1".to_owned()]
        {
            forbidden(&account.with_key(&wrong).get(&path).await);
        }
    }
    let stranger: Account = account.with_key("alm_x");
    forbidden(&stranger.post("/contacts", json!({})).await);
    forbidden(&stranger.send("PUT", &format!("/contacts/{id}"), "[").await);
}

async fn a_key_of_a_user_who_left_the_account_is_forbidden(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    account.get("/contacts").await.ok();
    api.execute("DELETE FROM memberships WHERE account_id = $1", vec![account.id.into()]).await;
    forbidden(&account.get("/contacts").await);
}

async fn the_database_holds_no_key_in_clear(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let rows = api.query("SELECT key_hash FROM api_keys", Vec::new()).await;
    let hash: String = rows[0].try_get_by_index(0).unwrap();
    assert!(hash.len() == 64 && !hash.contains(account.key.trim_start_matches("alm_")));
}
