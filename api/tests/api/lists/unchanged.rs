//! `ETag` and `If-None-Match` of lists and the summary: a response is sent again exactly if it has changed.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use api::router;
use api::state::{self, App};
use reqwest::header::IF_NONE_MATCH;
use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;

use super::queries::Counter;
use crate::support::records::kinds;
use crate::support::{Account, Api, Http, Reply};

both_databases!(
    what_has_not_changed_is_not_sent_again,
    every_change_that_a_list_shows_changes_its_etag,
    an_etag_is_good_for_its_own_request_alone,
    an_etag_is_good_for_the_build_that_made_it_alone,
    no_304_is_stale_while_others_write,
);

/// Sends the request again with an `ETag`. Returns `None` if nothing has changed.
async fn ask(account: &Account, path: &str, etag: &str) -> Option<Reply> {
    let response = account.request("GET", path).header(IF_NONE_MATCH, etag).send().await.unwrap();
    if response.status() == 304 {
        assert!(!response.headers()["etag"].is_empty());
        assert_eq!(response.text().await.unwrap(), "");
        return None;
    }
    let (status, headers) = (response.status(), response.headers().clone());
    Some(Reply::new(status, headers, &response.text().await.unwrap()).ok())
}

fn etag(reply: &Reply) -> String {
    reply.header("etag").unwrap().to_owned()
}

/// Lists that are short, and read as a whole.
const SHORT: [&str; 3] = ["/gift-types", "/webhooks", "/imports"];
/// Other lists and parts of lists, and what is like one.
const LONG: [&str; 7] = [
    "/events?limit=5",
    "/gifts?limit=10",
    "/giving-summary",
    "/reports/donors",
    "/reports/giving?year_start=7",
    "/reports/pledges",
    "/contacts?updated_since=2020-01-01T00:00:00Z",
];

/// Returns the paths of the lists that are not short.
fn long() -> impl Iterator<Item = String> {
    kinds().map(|kind| format!("/{kind}")).chain(LONG.map(str::to_owned))
}

async fn what_has_not_changed_is_not_sent_again(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    for round in 0..2 {
        for path in long().chain(SHORT.map(str::to_owned)) {
            let path = path.as_str();
            let tag = etag(&account.get(path).await.ok());
            assert!(ask(&account, path, &tag).await.is_none(), "{round} {path}");
            assert!(ask(&account, path, &format!(r#""x", {tag}"#)).await.is_none(), "{round} {path}");
            assert!(ask(&account, path, "*").await.is_none(), "{round} {path}");
            assert!(ask(&account, path, tag.trim_start_matches("W/")).await.is_none(), "{round} {path}");
            for other in [r#""x""#, "x", r#"W/"""#, r#"W/"..-""#, ""] {
                assert!(ask(&account, path, other).await.is_some(), "{round} {path} {other}");
            }
        }
        account.contact().await;
        api.settle().await;
    }
    // An invalid request is a 422, even with `*`.
    let any = account.request("GET", "/contacts?status=bogus").header(IF_NONE_MATCH, "*");
    assert_eq!(Reply::to(any).await.status, 422);
    // A change in another account does not change the tag.
    let tag = etag(&account.get("/contacts").await.ok());
    api.account().await.contact().await;
    assert!(ask(&account, "/contacts", &tag).await.is_none());
}

async fn every_change_that_a_list_shows_changes_its_etag(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let cash = account.gift_type("cash").await;
    let (contact, contact_id) =
        account.record("contacts", json!({"contact_status": "donor", "contact_lname": "a"})).await;
    let (gift, _) = account
        .record("gifts", json!({"gift_amount": 5, "contact_id": contact_id, "gift_type_id": cash}))
        .await;
    let changes = [
        (contact, json!({"contact_lname": "b"})),
        (gift, json!({"gift_amount": 6})),
        (format!("/gift-types/{cash}"), json!({"gift_type_name": "coins"})),
    ];
    for (path, change) in changes {
        let (list, summary) = ("/gifts", "/giving-summary?group_by=type");
        let tags = [etag(&account.get(list).await.ok()), etag(&account.get(summary).await.ok())];
        account.put(&path, change.clone()).await.ok();
        assert!(ask(&account, list, &tags[0]).await.is_some(), "{change}");
        assert!(ask(&account, summary, &tags[1]).await.is_some(), "{change}");
    }
    // A pledge's state depends on the day, and so do reports.
    let paths = ["/pledges", "/reports/donors", "/reports/giving", "/reports/pledges"];
    let mut tags = Vec::new();
    for path in paths {
        let tag = etag(&account.get(path).await.ok());
        assert!(ask(&account, path, &tag).await.is_none());
        tags.push((path, tag));
    }
    api.turn_to("2026-06-16T00:00:00Z");
    for (path, tag) in tags {
        assert!(ask(&account, path, &tag).await.is_some(), "{path}");
    }
}

async fn an_etag_is_good_for_its_own_request_alone(db: TestDb) {
    let api = Api::start(db).await;
    let (account, other) = (api.account().await, api.account().await);
    account.contact().await;
    other.contact().await;
    let tag = etag(&account.get("/contacts?status=donor").await.ok());
    assert!(ask(&account, "/contacts?status=prospect", &tag).await.is_some());
    assert!(ask(&account, "/contacts", &tag).await.is_some());
    assert!(ask(&account, "/tasks", &tag).await.is_some());
    assert!(ask(&other, "/contacts?status=donor", &tag).await.is_some());
    assert!(ask(&account, "/contacts?status=donor&unknown=1", &tag).await.is_none());
}

async fn an_etag_is_good_for_the_build_that_made_it_alone(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let builds = [state::BUILD, "another"]
        .map(|build| Http::serve(router::endpoint(&App { build, ..api.app.clone() })));
    for path in ["/contacts", "/giving-summary"] {
        let tag = etag(&account.get(path).await.ok());
        // Another process of the same build, and one of another build.
        for (http, status) in builds.iter().zip([304, 200]) {
            let request = http.request("GET", &format!("/api/v1{path}?api_key={}", account.key));
            let response = request.header(IF_NONE_MATCH, &tag).send().await.unwrap();
            assert_eq!(response.status(), status, "{path}");
        }
    }
}

/// Once a writer has heard that its change is done, every list that is requested afterwards contains the change,
/// whether the list is sent or answered with 304.
async fn no_304_is_stale_while_others_write(db: TestDb) {
    const WRITERS: usize = 8;
    const CHANGES: usize = 20;
    let api = Api::start(db).await;
    let account = api.account().await;
    let done: Arc<Mutex<BTreeSet<String>>> = Arc::default();
    let writer = |n: usize, account: Account, done: Arc<Mutex<BTreeSet<String>>>| async move {
        for i in 0..CHANGES {
            let subject = format!("{n}.{i}");
            account.post("/tasks", json!({"task_subject": subject})).await.created();
            done.lock().unwrap().insert(subject);
        }
    };
    let writers: Vec<_> =
        (0..WRITERS).map(|n| tokio::spawn(writer(n, account.clone(), done.clone()))).collect();
    let reader = |account: Account, done: Arc<Mutex<BTreeSet<String>>>| async move {
        let (mut cached, mut unchanged) = (account.get("/tasks").await.ok(), 0);
        while cached.list().len() < WRITERS * CHANGES {
            let before = done.lock().unwrap().clone();
            match ask(&account, "/tasks", &etag(&cached)).await {
                Some(list) => cached = list,
                None => unchanged += 1,
            }
            let subject = |task: &Value| task["task_subject"].as_str().unwrap().to_owned();
            let listed: BTreeSet<_> = cached.list().iter().map(subject).collect();
            assert!(before.is_subset(&listed), "stale: {:?}", before.difference(&listed));
        }
        unchanged
    };
    let readers: Vec<_> = (0..3).map(|_| tokio::spawn(reader(account.clone(), done.clone()))).collect();
    for writer in writers {
        writer.await.unwrap();
    }
    for reader in readers {
        reader.await.unwrap();
    }
    api.settle().await;
    let tag = etag(&account.get("/tasks").await.ok());
    assert!(ask(&account, "/tasks", &tag).await.is_none());
}

#[tokio::test(flavor = "multi_thread")]
async fn what_has_not_changed_takes_two_queries() {
    let db = shared::database::testing::postgres().await;
    let counter = Counter::start(&db.url).await;
    let store = shared::Store::connect(&counter.url).await.unwrap();
    let api = Api::start_with(db, |app| app.store = store).await;
    let account = api.account().await;
    account.contact().await;
    api.settle().await;
    for path in &long().collect::<Vec<_>>() {
        let tag = etag(&account.get(path).await.ok());
        let before = counter.executed();
        assert!(ask(&account, path, &tag).await.is_none(), "{path}");
        assert_eq!(
            counter.executed() - before,
            2,
            "{path}: who is calling, and whether anything has changed"
        );
    }
}
