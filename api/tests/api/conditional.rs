//! Conditional requests: reads that send nothing if the caller has the record already, and changes that fail if the
//! caller has not seen its latest state.

use futures_util::future::join_all;
use reqwest::header::CONTENT_TYPE;
use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;

use crate::support::document::{operations, served};
use crate::support::{Account, Api, MISSING_ID, Reply, records};

both_databases!(
    a_record_has_one_tag_in_the_responses_to_create_read_and_update,
    a_read_of_what_the_caller_has_is_304_without_a_body,
    only_a_successful_read_may_be_kept,
    a_put_of_another_version_is_412_and_changes_nothing,
    a_put_goes_by_the_version_and_not_by_what_the_record_refers_to,
    a_malformed_if_match_is_422_with_all_other_problems,
    of_100_concurrent_puts_with_the_same_tag_exactly_one_succeeds,
);

const CHANGED: &str = "If-Match: the record has changed since it was read";

fn tag(reply: &Reply) -> String {
    let tag = reply.header("etag").unwrap();
    assert!(tag.starts_with('"') && tag.ends_with('"'), "{tag}");
    tag.to_owned()
}

/// Returns the tag of the same response with a content coding.
fn coded(tag: &str, coding: &str) -> String {
    format!("\"{}{coding}\"", tag.trim_matches('"'))
}

/// Sends a `PUT` with one more header.
async fn put(account: &Account, path: &str, body: Value, (name, value): (&str, &str)) -> Reply {
    let request = account.request("PUT", path).header(CONTENT_TYPE, "application/json");
    Reply::to(request.header(name, value).body(body.to_string())).await
}

/// Makes a record of each kind that has a `POST` of its own. Returns their paths and the responses.
async fn one_of_each(api: &Api, account: &Account) -> Vec<(String, Reply)> {
    let mut made = Vec::new();
    for operation in operations(&served(&api.http).await) {
        let makes_one = !["/batch", "/account/reset"].contains(&&*operation.path)
            && !operation.has_id()
            && !operation.takes_csv;
        if operation.method == "POST" && makes_one {
            let body = records::body(&operation, account).await;
            let created = account.post(&operation.path, body).await.created();
            made.push((format!("{}/{}", operation.path, created.id()), created));
        }
    }
    assert!(made.len() >= 6, "{made:?}");
    made
}

async fn a_record_has_one_tag_in_the_responses_to_create_read_and_update(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    for (path, created) in one_of_each(&api, &account).await {
        assert_eq!(tag(&created), tag(&account.get(&path).await.ok()), "{path}");
        // The tag changes even if the update comes within the same millisecond or changes nothing.
        let updated = account.put(&path, json!({})).await.ok();
        assert_ne!(tag(&updated), tag(&created), "{path}");
        assert_eq!(tag(&updated), tag(&account.get(&path).await.ok()), "{path}");
        if path.starts_with("/webhooks/") {
            let rotated = account.post(&format!("{path}/rotate-secret"), json!({})).await.ok();
            assert_ne!(tag(&rotated), tag(&updated));
            assert_eq!(tag(&rotated), tag(&account.get(&path).await.ok()));
        }
    }
}

async fn a_read_of_what_the_caller_has_is_304_without_a_body(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let mut reads = operations(&served(&api.http).await);
    // Lists, the summary and reports have tests of their own.
    let is_sum = |path: &str| path == "/giving-summary" || path.starts_with("/reports/");
    reads.retain(|operation| operation.method == "GET" && !operation.is_list && !is_sum(&operation.path));
    assert!(reads.len() >= 10, "{reads:?}");
    for operation in reads {
        let path = records::path(&api, &account, &operation).await;
        let own = tag(&account.get(&path).await.ok());
        for method in ["GET", "HEAD"] {
            for held in [
                own.clone(),
                format!("W/{own}"),
                format!("\"x\", {own}"),
                coded(&own, "-gzip"),
                coded(&own, "-br"),
                coded(&own, "-zstd"),
                "*".to_owned(),
            ] {
                let request = account.request(method, &path).header("If-None-Match", &held);
                let response = request.send().await.unwrap();
                assert_eq!(response.status(), 304, "{method} {path} {held}");
                assert_eq!(response.headers()["etag"], own, "{path}");
                assert_eq!(response.headers()["cache-control"], "private, no-cache", "{path}");
                assert!(!response.headers().contains_key("content-type"), "{path}");
                assert_eq!(response.text().await.unwrap(), "", "{path}");
            }
        }
        // A value that is not a tag matches nothing.
        for other in ["\"x\"", "x", "\"", &coded(&own, "-deflate")] {
            let reply = Reply::to(account.request("GET", &path).header("If-None-Match", other)).await.ok();
            assert_eq!(tag(&reply), own, "{path} {other}");
        }
    }
    // After a change the old tag does not match.
    let (path, _) = account.record("tasks", json!({"task_subject": "Call"})).await;
    let own = tag(&account.get(&path).await.ok());
    account.put(&path, json!({"task_subject": "Write"})).await.ok();
    let reply = Reply::to(account.request("GET", &path).header("If-None-Match", own)).await.ok();
    assert_eq!(reply["task_subject"], "Write");
}

async fn only_a_successful_read_may_be_kept(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    for operation in operations(&served(&api.http).await) {
        if operation.method == "GET" {
            let reply = account.get(&records::path(&api, &account, &operation).await).await.ok();
            assert_eq!(reply.header("cache-control"), Some("private, no-cache"), "{operation:?}");
        }
    }
    let missing = account.get(&format!("/contacts/{MISSING_ID}")).await;
    let any = account.request("GET", &format!("/contacts/{MISSING_ID}")).header("If-None-Match", "*");
    for other in
        [missing, Reply::to(any).await, account.post("/tasks", json!({"task_subject": "Call"})).await]
    {
        assert_eq!(other.header("cache-control"), None, "{}", other.text);
    }
}

async fn a_put_of_another_version_is_412_and_changes_nothing(db: TestDb) {
    let api = Api::start(db).await;
    let (account, other) = (api.account().await, api.account().await);
    for (path, created) in one_of_each(&api, &account).await {
        let first = tag(&created);
        let second = tag(&put(&account, &path, json!({}), ("If-Match", &first)).await.ok());
        let before = api.state(&account).await;
        let weak = format!("W/{second}");
        let foreign = format!("\"{MISSING_ID:x}-0\"");
        for stale in [&first, &format!("W/{first}"), &foreign, "\"\"", "\"x\"", &format!("\"x\", {first}")] {
            put(&account, &path, json!({}), ("If-Match", stale)).await.failed(412, CHANGED);
            // The tag is checked before the body, because the caller's mistake may be due to the other change.
            put(&account, &path, json!({"contact_status": 7}), ("If-Match", stale))
                .await
                .failed(412, CHANGED);
        }
        for exists in ["*", &second, &weak] {
            put(&account, &path, json!({}), ("If-None-Match", exists))
                .await
                .failed(412, "If-None-Match: there is such a record");
        }
        assert_eq!(api.state(&account).await, before, "{path}");
        // A record of another account has no version to compare.
        put(&other, &path, json!({}), ("If-Match", &second)).await.failed(404, "Not Found");
        put(&other, &path, json!({}), ("If-None-Match", "*")).await.failed(404, "Not Found");

        let third =
            tag(&put(&account, &path, json!({}), ("If-Match", &format!("\"x\", {second}"))).await.ok());
        put(&account, &path, json!({}), ("If-None-Match", &second)).await.ok();
        let compressed = coded(&tag(&account.get(&path).await.ok()), "-gzip");
        put(&account, &path, json!({}), ("If-Match", &compressed)).await.ok();
        // Proxies that compress weaken a tag.
        let weakened = format!("W/{}", tag(&account.get(&path).await.ok()));
        put(&account, &path, json!({}), ("If-Match", &weakened)).await.ok();
        put(&account, &path, json!({}), ("If-Match", "*")).await.ok();
        put(&account, &path, json!({}), ("If-Match", &third)).await.failed(412, CHANGED);
    }
}

async fn a_put_goes_by_the_version_and_not_by_what_the_record_refers_to(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (contact_path, contact_id) =
        account.record("contacts", json!({"contact_status": "donor", "contact_lname": "Lovelace"})).await;
    let body = json!({"contact_id": contact_id, "pledge_amount": 5, "pledge_start_date": "2026-06-15"});
    let (path, _) = account.record("pledges", body).await;
    let first = tag(&account.get(&path).await.ok());
    account.put(&contact_path, json!({"contact_lname": "King"})).await.ok();
    let second = tag(&account.get(&path).await.ok());
    // A week later, the pledge's computed fields are different.
    api.turn_to("2026-08-20T12:00:00Z");
    let third = tag(&account.get(&path).await.ok());
    assert!(first != second && second != third && third != first, "{first} {second} {third}");
    put(&account, &path, json!({"pledge_fund": "Roof"}), ("If-Match", &first)).await.ok();
    put(&account, &path, json!({"pledge_fund": "Organ"}), ("If-Match", &third)).await.failed(412, CHANGED);
}

async fn a_malformed_if_match_is_422_with_all_other_problems(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let path = format!("/contacts/{}", account.contact().await);
    let before = api.state(&account).await;
    let rule = "must be * or entity tags in double quotes, separated by commas";
    for malformed in ["", "x", "\"x", "\"x\" \"y\"", "w/\"x\"", "\u{fc}"] {
        for name in ["If-Match", "If-None-Match"] {
            let reply = put(&account, &path, json!({"contact_status": 7}), (name, malformed)).await;
            assert_eq!(reply.status, 422);
            let problems: Vec<_> = reply.message().split("; ").collect();
            assert!(problems.contains(&&*format!("{name} {rule}")), "{malformed}: {problems:?}");
            assert!(problems.iter().any(|problem| problem.starts_with("contact_status ")), "{problems:?}");
        }
    }
    assert_eq!(api.state(&account).await, before);
}

async fn of_100_concurrent_puts_with_the_same_tag_exactly_one_succeeds(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let path = format!("/contacts/{}", account.contact().await);
    let first = tag(&account.get(&path).await.ok());
    let replies = (0..100)
        .map(|n| put(&account, &path, json!({"contact_fname": format!("Ada {n}")}), ("If-Match", &first)));
    let replies = join_all(replies).await;
    let (won, lost): (Vec<_>, Vec<_>) = replies.into_iter().partition(|reply| reply.status == 200);
    assert_eq!((won.len(), lost.len()), (1, 99));
    for reply in lost {
        reply.failed(412, CHANGED);
    }
    let read = account.get(&path).await.ok();
    assert_eq!((&read["contact_fname"], tag(&read)), (&won[0]["contact_fname"], tag(&won[0])));
    let events: Vec<_> = api.events(&account).await.into_iter().map(|event| event.name).collect();
    assert_eq!(events, ["contacts.create", "contacts.update"]);
}
