//! API keys (specification, section 5).

use std::time::Duration;

use api::accounts::{self, NewAccount};
use api::crypto::keys::hash_api_key;
use futures_util::future::join_all;
use reqwest::header::AUTHORIZATION;
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::{self, TestDb};

use crate::support::document::{Operation, operations, served};
use crate::support::logs::Logs;
use crate::support::{Api, MISSING_ID, Reply, records};

both_databases!(
    spec_4_rule_1_and_5_rule_1_every_operation_needs_a_key,
    spec_5_rule_1_a_key_is_a_query_parameter_or_a_bearer_token,
    spec_5_rule_2_a_new_account_comes_with_its_owners_key,
    spec_5_rule_3_a_key_opens_the_account_that_it_was_made_for,
    spec_5_rule_3_members_of_a_shared_account_have_keys_of_their_own,
    spec_5_rule_4_a_key_may_perform_every_operation,
    a_members_key_does_not_do_what_the_web_application_keeps_for_owners,
    spec_5_rule_5_a_replaced_key_stops_working_at_once,
    spec_5_rule_6_a_key_that_is_none_is_forbidden,
    a_user_who_leaves_the_account_takes_the_key_along,
    keys_that_come_at_the_same_time_open_their_own_accounts,
);
both_databases!(one_thread: spec_5_rule_7_a_key_is_never_logged_or_shown);

/// The complete response to a request without a valid key.
const FORBIDDEN: &str = r#"{"success":false,"message":"Forbidden","type":"","data":[]}"#;

#[track_caller]
fn is_forbidden(reply: &Reply) {
    assert_eq!((reply.status, reply.text.as_str()), (403, FORBIDDEN));
}

async fn spec_4_rule_1_and_5_rule_1_every_operation_needs_a_key(db: TestDb) {
    let api = Api::start(db).await;
    let operations = operations(&served(&api.http).await);
    assert!(operations.len() > 20);
    for operation in operations {
        // The body and the id do not matter: a caller without a key learns nothing about them.
        let path = format!("/api/v1{}", operation.path_of(1));
        is_forbidden(&Reply::to(api.http.request(&operation.method, &path)).await);
        is_forbidden(&Reply::to(api.http.request(&operation.method, &path).body("{")).await);
    }
}

async fn spec_5_rule_1_a_key_is_a_query_parameter_or_a_bearer_token(db: TestDb) {
    let api = Api::start(db).await;
    let (account, other) = (api.account().await, api.account().await);
    let (key, others) = (&account.key, &other.key);
    let encoded = key.replace('_', "%5F").replace('a', "%61");
    for (query, header, status) in [
        (format!("?api_key={key}"), None, 200),
        (format!("?a=b&api_key={key}&c"), None, 200),
        (format!("?api_key={encoded}"), None, 200),
        (format!("?api_key={key}&api_key={key}"), None, 200),
        (String::new(), Some(format!("Bearer {key}")), 200),
        (String::new(), Some(format!("bearer  {key} ")), 200),
        (format!("?api_key={key}"), Some("Basic eDp5".to_owned()), 200),
        // With different keys, the service does not choose one.
        (format!("?api_key={key}&api_key={others}"), None, 403),
        // The parameter counts before the header, unless it is empty.
        ("?api_key=wrong".to_owned(), Some(format!("Bearer {key}")), 403),
        (format!("?api_key={key}"), Some("Bearer wrong".to_owned()), 200),
        ("?api_key=".to_owned(), Some(format!("Bearer {key}")), 200),
        ("?api_key".to_owned(), Some(format!("Bearer {key}")), 200),
        (format!("?api_key=&api_key={key}"), None, 200),
        ("?api_key=".to_owned(), None, 403),
        (format!("?API_KEY={key}"), None, 403),
        (format!("?api_key[]={key}"), None, 403),
        (String::new(), Some(key.clone()), 403),
        (String::new(), Some(format!("Basic {key}")), 403),
        (String::new(), Some(format!("Bearer api_key={key}")), 403),
    ] {
        let mut request = api.http.request("GET", &format!("/api/v1/contacts{query}"));
        if let Some(header) = &header {
            request = request.header(AUTHORIZATION, header);
        }
        assert_eq!(Reply::to(request).await.status, status, "{query} {header:?}");
    }
}

async fn spec_5_rule_2_a_new_account_comes_with_its_owners_key(db: TestDb) {
    let api = Api::start(db).await;
    let new = NewAccount {
        organisation: "Friends of Ada".to_owned(),
        status_follows_gifts: true,
        name: "Ada".to_owned(),
        email: "Owner@Almoner.example".to_owned(),
        password: "correct horse battery".to_owned(),
        currency: "chf".to_owned(),
        timezone: "Europe/Zurich".to_owned(),
    };
    let created = accounts::create(&api.db.store, &api.app.clock, new.clone()).await.unwrap();
    let account = api.account().await;
    let owner = account.with_key(&created.api_key);
    let gift = owner.post("/gifts", json!({"gift_amount": 5})).await.created();
    assert_eq!(gift["gift_currency"], "CHF");
    let types = owner.get("/gift-types").await.ok();
    let same = account.get("/gift-types").await.ok();
    let names =
        |list: &Reply| list.list().iter().map(|item| item["gift_type_name"].clone()).collect::<Vec<_>>();
    assert_eq!(names(&types), names(&same), "the suite's own accounts are like those of the program");
    // Only the key's hash is stored.
    let keys = api
        .query("SELECT key_hash FROM api_keys WHERE account_id = $1", vec![created.account_id.into()])
        .await;
    assert_eq!(keys[0].try_get_by_index::<String>(0).unwrap(), hash_api_key(&created.api_key));
    // The owner's second account has a key of its own. A wrong password creates no account.
    let second = NewAccount { email: "owner@almoner.EXAMPLE".to_owned(), ..new.clone() };
    let second = accounts::create(&api.db.store, &api.app.clock, second).await.unwrap();
    assert_eq!(second.user_id, created.user_id);
    assert_eq!(owner.with_key(&second.api_key).get("/gifts").await.ok().list().len(), 0);
    let wrong = NewAccount { password: "another password".to_owned(), ..new };
    assert!(accounts::create(&api.db.store, &api.app.clock, wrong).await.is_err());
}

async fn spec_5_rule_3_a_key_opens_the_account_that_it_was_made_for(db: TestDb) {
    let api = Api::start(db).await;
    let (first, second) = (api.account().await, api.account().await);
    // The first account's owner becomes a member of the second.
    let membership =
        "INSERT INTO memberships (account_id, user_id, role, created_at_ms) VALUES ($1, $2, 'member', 0)";
    api.insert(membership, vec![second.id.into(), first.user_id.into()]).await;
    let same_user = second.with_key(&api.new_key(second.id, first.user_id).await);
    let (ours, theirs) = (first.contact().await, second.contact().await);
    for (account, own, foreign) in
        [(&first, ours, theirs), (&second, theirs, ours), (&same_user, theirs, ours)]
    {
        let list = account.get("/contacts").await.ok();
        assert_eq!(list.list().iter().map(|contact| &contact["id"]).collect::<Vec<_>>(), [own]);
        account.get(&format!("/contacts/{own}")).await.ok();
        account.get(&format!("/contacts/{foreign}")).await.failed(404, "Not Found");
    }
}

async fn spec_5_rule_3_members_of_a_shared_account_have_keys_of_their_own(db: TestDb) {
    let api = Api::start(db).await;
    let (owner, other) = (api.account().await, api.account().await);
    let membership =
        "INSERT INTO memberships (account_id, user_id, role, created_at_ms) VALUES ($1, $2, 'member', 0)";
    api.insert(membership, vec![owner.id.into(), other.user_id.into()]).await;
    let member = owner.with_key(&api.new_key(owner.id, other.user_id).await);
    let contact = format!("/contacts/{}", member.contact().await);
    assert_eq!(owner.put(&contact, json!({"contact_fname": "Ada"})).await.ok()["contact_fname"], "Ada");
    assert_eq!(member.get(&contact).await.ok()["contact_fname"], "Ada");
}

async fn spec_5_rule_4_a_key_may_perform_every_operation(db: TestDb) {
    let api = Api::start(db).await;
    let (owner, other) = (api.account().await, api.account().await);
    let membership =
        "INSERT INTO memberships (account_id, user_id, role, created_at_ms) VALUES ($1, $2, 'member', 0)";
    api.insert(membership, vec![owner.id.into(), other.user_id.into()]).await;
    let member = owner.with_key(&api.new_key(owner.id, other.user_id).await);
    for operation in operations(&served(&api.http).await) {
        // The specification knows no webhooks, so their operations are the service's own.
        let caller = if is_for_owners(&operation) { &owner } else { &member };
        // A saved list is there for its maker alone, unless it is shared.
        let maker = if operation.kind() == "lists" { &member } else { &owner };
        let path = records::path(&api, maker, &operation).await;
        let reply = records::perform(caller, &operation, &path).await;
        // An account that is no sandbox is never emptied.
        let expected: &[u16] = if path == "/account/reset" { &[403] } else { &[200, 201] };
        assert!(expected.contains(&reply.status), "{} {path}: {}", operation.method, reply.text);
    }
}

fn is_for_owners(operation: &Operation) -> bool {
    let name = (operation.method.as_str(), operation.path.as_str());
    name == ("PUT", "/account")
        || operation.method != "GET" && matches!(operation.kind(), "webhooks" | "deliveries")
}

async fn a_members_key_does_not_do_what_the_web_application_keeps_for_owners(db: TestDb) {
    let api = Api::start(db).await;
    let (owner, other) = (api.account().await, api.account().await);
    let membership =
        "INSERT INTO memberships (account_id, user_id, role, created_at_ms) VALUES ($1, $2, 'member', 0)";
    api.insert(membership, vec![owner.id.into(), other.user_id.into()]).await;
    let member = owner.with_key(&api.new_key(owner.id, other.user_id).await);
    let for_owners: Vec<_> = operations(&served(&api.http).await).into_iter().filter(is_for_owners).collect();
    let paths: Vec<_> = for_owners.iter().map(|one| format!("{} {}", one.method, one.path)).collect();
    let expected = [
        "PUT /account",
        "POST /deliveries/{id}/redeliver",
        "POST /webhooks",
        "PUT /webhooks/{id}",
        "POST /webhooks/{id}/recover",
        "POST /webhooks/{id}/rotate-secret",
        "POST /webhooks/{id}/test",
    ];
    assert_eq!(paths, expected);
    for operation in &for_owners {
        let path = records::path(&api, &owner, operation).await;
        let before = api.state(&owner).await;
        is_forbidden(&member.send(&operation.method, &path, "{}").await);
        // Nothing is said about the body or the record either.
        is_forbidden(&member.send(&operation.method, &operation.path_of(MISSING_ID), "{").await);
        assert_eq!(api.state(&owner).await, before, "{path}");
    }
    let (webhook, _) = owner.record("webhooks", json!({"webhook_url": records::RECEIVER})).await;
    for path in ["/webhooks", &webhook, &format!("{webhook}/deliveries")] {
        member.get(path).await.ok();
    }
    // The role at the moment of the request counts.
    let test = format!("{webhook}/rotate-secret");
    let change = "UPDATE memberships SET role = $1 WHERE account_id = $2 AND user_id = $3";
    for (role, status) in [("owner", 200), ("member", 403)] {
        let values = vec![role.into(), owner.id.into(), other.user_id.into()];
        assert_eq!(api.execute(change, values).await, 1);
        assert_eq!(member.post(&test, json!({})).await.status, status, "{role}");
    }
}

async fn spec_5_rule_5_a_replaced_key_stops_working_at_once(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    account.get("/contacts").await.ok();
    let new_key = api::crypto::keys::new_api_key().unwrap();
    let refresh = "UPDATE api_keys SET key_hash = $1 WHERE account_id = $2 AND user_id = $3";
    let values = vec![hash_api_key(&new_key).into(), account.id.into(), account.user_id.into()];
    assert_eq!(api.execute(refresh, values).await, 1);
    is_forbidden(&account.get("/contacts").await);
    account.with_key(&new_key).get("/contacts").await.ok();
}

async fn spec_5_rule_6_a_key_that_is_none_is_forbidden(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let key = &account.key;
    for bad in [
        "",
        "wrong",
        &key[..key.len() - 1],
        &key.to_uppercase(),
        &format!("{key}x"),
        &format!("%20{key}"),
        &format!("{key}%00"),
        &hash_api_key(key),
        "%ff",
        "%",
        "'%20OR%201=1%20--",
        &"a".repeat(8000),
    ] {
        is_forbidden(&account.with_key(bad).get("/contacts").await);
        is_forbidden(&account.with_key(bad).post("/contacts", json!({})).await);
    }
    is_forbidden(&api.http.get("/api/v1/contacts").await);
    is_forbidden(
        &Reply::to(api.http.request("GET", "/api/v1/contacts").header(AUTHORIZATION, "Bearer")).await,
    );
}

async fn a_user_who_leaves_the_account_takes_the_key_along(db: TestDb) {
    let api = Api::start(db).await;
    let (account, other) = (api.account().await, api.account().await);
    let leave = "DELETE FROM memberships WHERE account_id = $1 AND user_id = $2";
    assert_eq!(api.execute(leave, vec![account.id.into(), account.user_id.into()]).await, 1);
    is_forbidden(&account.get("/contacts").await);
    other.get("/contacts").await.ok();
}

async fn keys_that_come_at_the_same_time_open_their_own_accounts(db: TestDb) {
    let api = Api::start(db).await;
    let mut accounts = Vec::new();
    for _ in 0..10 {
        let account = api.account().await;
        let contact = account.contact().await;
        accounts.push((account, contact));
    }
    join_all((0..20).flat_map(|_| &accounts).enumerate().map(async |(number, (account, contact))| {
        if number % 7 == 0 {
            return is_forbidden(&account.with_key(&format!("wrong{number}")).get("/contacts").await);
        }
        let list = account.get("/contacts").await.ok();
        assert_eq!(
            list.list().iter().map(|found| found["id"].as_i64().unwrap()).collect::<Vec<_>>(),
            [*contact]
        );
    }))
    .await;
}

/// One statement looks up the keys of many requests. A statement that hangs must not hold up the requests after it.
#[tokio::test]
async fn a_key_whose_look_up_takes_long_holds_no_other_up() {
    let api = Api::start(testing::postgres().await).await;
    let (first, second) = (api.account().await, api.account().await);
    let lock = api.db.store.begin();
    lock.execute_unprepared("SET LOCAL idle_in_transaction_session_timeout = 0; LOCK TABLE api_keys")
        .await
        .unwrap();
    let second = async {
        held_up(&api, 1).await;
        second.get("/contacts").await
    };
    let release = async {
        held_up(&api, 2).await;
        lock.rollback().await;
    };
    let (first, second, ()) = tokio::join!(first.get("/contacts"), second, release);
    first.ok();
    second.ok();
}

/// Waits until this many statements wait for a lock.
async fn held_up(api: &Api, statements: i64) {
    let text = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    let count = async || api.query(text, Vec::new()).await[0].try_get_by_index::<i64>(0).unwrap();
    let waiting = async {
        while count().await < statements {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    let waited = tokio::time::timeout(Duration::from_secs(20), waiting).await;
    assert!(waited.is_ok(), "no statement waits");
}

/// The key appears in no log line or span of any level, and in no response, successful or not.
async fn spec_5_rule_7_a_key_is_never_logged_or_shown(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let key = account.key.clone();
    let logs = Logs::capture();
    let mut responses = Vec::new();
    let body = r#"{"contact_status":"donor","contact_lname":"Lovelace"}"#;
    for (line, body) in [
        ("POST /api/v1/contacts", body),
        ("GET /api/v1/contacts", ""),
        ("GET /api/v1/contacts/1/", ""),
        ("GET /api/v1/nowhere", ""),
        ("DELETE /api/v1/contacts", ""),
        ("POST /api/v1/contacts", "{"),
        ("POST /api/v1/contacts", "{}"),
    ] {
        let length = body.len();
        for (query, header) in [
            (format!("?api_key={key}"), String::new()),
            (String::new(), format!("Authorization: Bearer {key}\r\n")),
        ] {
            let request = format!(
                "{line}{query} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{header}Content-Type: application/json\r\n\
                 Content-Length: {length}\r\n\r\n{body}"
            );
            responses.push(api.http.raw_response(request.as_bytes()).await);
        }
    }
    // The secret parts of a new webhook do not appear either.
    let webhook =
        r#"{"webhook_url":"https://93.184.215.14/","webhook_headers":{"x-token":"the-receivers-token"}}"#;
    let request = format!(
        "POST /api/v1/webhooks?api_key={key} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\n\r\n{webhook}",
        webhook.len()
    );
    let (_, created) = api.http.raw_response(request.as_bytes()).await;
    let secret = created.split('"').find(|text| text.starts_with("whsec_")).unwrap();
    let webhook_id = serde_json::from_str::<Value>(&created).unwrap()["data"]["id"].to_string();
    let request = format!(
        "POST /api/v1/webhooks/{webhook_id}/rotate-secret?api_key={key} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    );
    let (_, rotated) = api.http.raw_response(request.as_bytes()).await;
    let new_secret = rotated.split('"').find(|text| text.starts_with("whsec_")).unwrap();
    assert_ne!(new_secret, secret);

    api.execute("ALTER TABLE tasks RENAME TO gone", Vec::new()).await;
    let request = format!("GET /api/v1/tasks?api_key={key} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    let failed = api.http.raw_response(request.as_bytes()).await;
    assert!(failed.0.starts_with("HTTP/1.1 500"), "{}", failed.0);
    responses.push(failed);

    assert!(responses[0].0.contains("location: /api/v1/contacts/"), "{}", responses[0].0);
    for (head, body) in responses {
        assert!(!head.contains(&key) && !body.contains(&key), "{head}\n{body}");
    }
    let logs = logs.text();
    // Prove that the capture works: there is a line for each request, and the cause of the failure.
    assert!(logs.contains("path=\"/api/v1/contacts\"") || logs.contains("path=/api/v1/contacts"), "{logs}");
    assert!(logs.contains("status=500") && logs.contains("tasks"), "{logs}");
    for hidden in [&key, "api_key=", secret, new_secret, "the-receivers-token"] {
        assert_eq!(logs.lines().find(|line| line.contains(hidden)), None, "{hidden}");
    }
}
