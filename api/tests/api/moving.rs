//! A database that is moved from SQLite to PostgreSQL: every answer is the same, and what depends on the database goes on.

use std::path::PathBuf;

use api::cli::move_database::move_rows;
use api::erasure::{How, erase};
use reqwest::header::{CONTENT_TYPE, IF_NONE_MATCH};
use sea_orm::{ConnectionTrait, DbBackend};
use serde_json::json;
use shared::database::schema;
use shared::database::testing::{self, TestDb};
use shared::entities::AccountScope;
use shared::events::epoch;
use shared::{Error, Store};

use crate::support::document::{operations, served};
use crate::support::records::{kinds_with_events, path};
use crate::support::rows::changed_tables;
use crate::support::{Account, Api, Reply};

/// Texts that need escapes on the way, or look as if they did.
const TEXTS: [&str; 5] =
    ["\\N", "a\\tb\\\\c\\.\n\\.\n", "\t\r\n\u{8}\u{b}\u{c}\u{1}\u{7f}", "é \u{1f496} \u{202e}", "'\"$1{}"];

fn file(db: &TestDb) -> PathBuf {
    db.url.trim_start_matches("sqlite://").into()
}

/// Moves a database, and opens it where it is now, as a program does.
async fn moved(source: &TestDb) -> TestDb {
    let target = testing::postgres().await;
    move_rows(source.store.clone(), &file(source), &target.url, |line| println!("{line}")).await.unwrap();
    epoch::check(&target.store).await.unwrap();
    target
}

async fn move_to(source: &TestDb, target: &TestDb) -> Result<u64, Error> {
    let store = Store::connect(&source.url).await.unwrap();
    move_rows(store, &file(source), &target.url, |_| {}).await
}

/// Fills an account with records of every kind, and with what operations leave behind. Returns the path of every read.
async fn fill(api: &Api, account: &Account) -> Vec<String> {
    let mut paths = vec!["/giving-summary?group_by=month".to_owned(), "/gifts?sort=-id".to_owned()];
    for operation in operations(&served(&api.http).await) {
        if operation.method == "GET" {
            paths.push(path(api, account, &operation).await);
        }
    }
    for text in TEXTS {
        // Requests may not have all of these, but earlier versions may have taken them.
        let values = vec![text.into(), account.contact().await.into()];
        api.execute("UPDATE contacts SET contact_notes = $1 WHERE id = $2", values).await;
    }
    let (into, from) = (account.contact().await, account.contact().await);
    let pledge = json!({"contact_id": from, "pledge_amount": "10.05", "pledge_start_date": "2026-01-31"});
    let pledge = account.record("pledges", pledge).await.1;
    let gift =
        json!({"contact_id": from, "gift_amount": "3.10", "pledge_id": pledge, "gift_date": "2026-02-28"});
    account.record("gifts", gift).await;
    account.post(&format!("/contacts/{into}/merge"), json!({"from_id": from})).await.ok();
    let erased = account.contact().await;
    erase(&api.app, AccountScope::new(account.id), erased, How::default()).await.unwrap();
    account.import("gifts", "gift_amount,gift_date\n5,2026-01-01\nmany,\n").await.created();
    api.work().await;
    paths
}

async fn answers(account: &Account, paths: &[String]) -> Vec<String> {
    let mut answers = Vec::new();
    for path in paths {
        answers.push(format!("{path}: {}", account.get(path).await.ok().text));
    }
    answers
}

fn once(account: &Account, subject: &str) -> reqwest::RequestBuilder {
    let request = account.request("POST", "/tasks").header("Idempotency-Key", "once");
    request.header(CONTENT_TYPE, "application/json").body(json!({"task_subject": subject}).to_string())
}

#[tokio::test(flavor = "multi_thread")]
async fn every_answer_is_the_same_and_nobody_misses_a_change() {
    let api = Api::start(testing::sqlite().await).await;
    epoch::check(&api.db.store).await.unwrap();
    let (account, other) = (api.account().await, api.account().await);
    let paths = fill(&api, &account).await;
    let first = Reply::to(once(&account, "once")).await.created();
    let before = (answers(&account, &paths).await, answers(&other, &paths[..2]).await);
    assert!(before.0.len() > 15, "{before:?}");
    let mut cursors = Vec::new();
    for kind in kinds_with_events() {
        let list = account.get(&format!("/{kind}?limit=1")).await.ok();
        let cursor = list.header("sync-cursor").unwrap();
        cursors.push((kind, cursor.to_owned(), list.header("etag").unwrap().to_owned()));
    }
    let event = api.last_event(&account).await;
    let last_task = account.record("tasks", json!({"task_subject": "last"})).await.1;
    // Ids of rows that are gone are not given again.
    api.execute("DELETE FROM tasks WHERE id = $1", vec![last_task.into()]).await;
    let key = api.app.secrets_key.clone();

    let target = moved(&api.db).await;
    let there = Api::start_with(target, |app| app.secrets_key = key).await;
    there.settle().await;
    let account = there.account_with_key(account.id, account.user_id, &account.key);
    let other = there.account_with_key(other.id, other.user_id, &other.key);
    // The last task is gone, but its event is not.
    let after = (answers(&account, &paths).await, answers(&other, &paths[..2]).await);
    for (before, after) in before.0.iter().chain(&before.1).zip(after.0.iter().chain(&after.1)) {
        if !before.starts_with("/events:") {
            assert_eq!(before, after);
        }
    }
    let events = account.get(&format!("/events?after=evt_{}", event.id.simple())).await.ok();
    assert_eq!(events.list().len(), 1, "the log goes on where a reader was: {}", events.text);
    for (kind, cursor, etag) in &cursors {
        let refused = account.get(&format!("/{kind}?updated_since={cursor}")).await;
        assert_eq!(refused.status, 422, "{kind}: a mirror begins again: {}", refused.text);
        let request = account.request("GET", &format!("/{kind}?limit=1")).header(IF_NONE_MATCH, etag);
        assert_eq!(request.send().await.unwrap().status(), 200, "{kind}: a list is read again");
    }
    let again = Reply::to(once(&account, "once")).await.created();
    assert_eq!((again.id(), again.header("idempotent-replayed")), (first.id(), Some("true")));

    let created = account.record("tasks", json!({"task_subject": "new"})).await.1;
    assert!(created > last_task, "{created} after {last_task}");
    there.settle().await;
    let last = there.last_event(&account).await;
    assert_eq!(
        (last.name.as_str(), last.record_id),
        ("tasks.create", created),
        "the log goes on after the rows"
    );
    let list = account.get("/tasks").await.ok();
    let since = list.header("sync-cursor").unwrap().to_owned();
    account.put(&format!("/tasks/{created}"), json!({"task_subject": "newer"})).await.ok();
    there.settle().await;
    let changed = account.get(&format!("/tasks?updated_since={since}")).await.ok();
    assert_eq!(changed.list().len(), 1, "{}", changed.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_schema_and_its_row_security_stay_as_they_are() {
    let text = "SELECT concat_ws(' ', CAST(conrelid AS regclass), conname, pg_get_constraintdef(oid)) FROM pg_constraint
        WHERE connamespace = CAST('public' AS regnamespace)
        UNION ALL SELECT concat_ws(' ', tablename, policyname, roles, qual, with_check) FROM pg_policies ORDER BY 1";
    let schema = async |db: &TestDb| {
        let statement = shared::database::statement::sql(db.store.read(), text, Vec::new());
        let rows = db.store.read().query_all_raw(statement).await.unwrap();
        rows.iter().map(|row| row.try_get_by_index(0).unwrap()).collect::<Vec<String>>()
    };
    let (source, fresh) = (testing::sqlite().await, testing::postgres().await);
    let target = moved(&source).await;
    assert_eq!(schema(&target).await, schema(&fresh).await);
    assert!(schema(&target).await.len() > 100);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_moved_stays_as_it_is() {
    let (source, target) = (testing::sqlite().await, testing::postgres().await);
    let used = move_to(&source, &target).await.unwrap_err().to_string();
    assert!(used.contains("stop the programs"), "{used}");
    let api = Api::start(target).await;
    api.account().await;
    let (target, counts) = (api.db.url.clone(), api.row_counts().await);
    source.store.clone().close().await;
    let store = Store::connect(&source.url).await.unwrap();
    let filled = move_rows(store, &file(&source), &target, |_| {}).await.unwrap_err().to_string();
    assert!(filled.contains("is not empty"), "{filled}");
    assert_eq!(api.row_counts().await, counts);
    let store = Store::connect(&source.url).await.unwrap();
    let wrong = move_rows(store, &file(&source), &source.url, |_| {}).await.unwrap_err().to_string();
    assert!(wrong.contains("--to"), "{wrong}");
    let store = Store::connect(&source.url).await.unwrap();
    schema::migrate(&store).await.unwrap();
}

/// A text with a NUL character, which PostgreSQL does not take, fails the last tables after others were copied.
#[tokio::test(flavor = "multi_thread")]
async fn a_row_that_does_not_arrive_moves_nothing_at_all() {
    let api = Api::start(testing::sqlite().await).await;
    let account = api.account().await;
    account.contact().await;
    api.execute("UPDATE users SET name = 'a' || char(0)", vec![]).await;
    api.db.store.clone().close().await;
    let target = testing::postgres().await;
    let refused = move_to(&api.db, &target).await.unwrap_err().to_string();
    assert!(refused.starts_with("users: ") && refused.ends_with("nothing was moved"), "{refused}");
    for table in changed_tables() {
        let any = format!("SELECT 1 FROM {table} LIMIT 1");
        let any = shared::database::statement::sql(target.store.read(), any, Vec::new());
        assert!(target.store.read().query_one_raw(any).await.unwrap().is_none(), "{table}");
    }
    let store = Store::connect(&api.db.url).await.unwrap();
    store.write().execute_unprepared("UPDATE users SET name = 'a'").await.unwrap();
    store.close().await;
    move_to(&api.db, &target).await.unwrap();

    let store = Store::connect(&api.db.url).await.unwrap();
    let marked = schema::migrate(&store).await.unwrap_err().to_string();
    assert!(marked.contains("moved to PostgreSQL"), "{marked}");
    store.close().await;
    assert!(move_to(&api.db, &target).await.is_ok(), "a second move finds that all is there");
    assert_eq!(target.store.backend(), DbBackend::Postgres);
    target.store.write().execute_unprepared("UPDATE users SET name = 'b'").await.unwrap();
    let changed = move_to(&api.db, &target).await.unwrap_err().to_string();
    assert!(changed.contains("differ"), "{changed}");
    assert!(move_to(&api.db, &testing::postgres().await).await.is_ok(), "or moves all of it again");
}
