//! Copies of lists that are kept up to date: `updated_since` and `Sync-Cursor`.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;

use crate::support::records::{external_id, kinds_with_events, least};
use crate::support::{Account, Api, Reply};

both_databases!(
    what_changed_since_the_last_list_is_listed,
    what_changed_since_a_moment_is_listed,
    what_changed_since_a_moment_is_listed_however_many_changes_there_were,
    a_copy_that_follows_the_cursor_misses_no_change_of_concurrent_writers,
    every_page_has_the_cursor_of_the_first,
    a_sync_cursor_is_good_for_its_own_list_alone,
);

fn cursor(list: &Reply) -> String {
    list.header("sync-cursor").unwrap().to_owned()
}

fn names(list: &Reply, field: &str) -> String {
    let names = list.list().iter().map(|record| record[field].as_str().unwrap());
    names.collect::<Vec<_>>().join(" ")
}

async fn what_changed_since_the_last_list_is_listed(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let contact = account.contact().await;
    for kind in kinds_with_events() {
        let (field, mut record) = (external_id(kind), least(kind, contact));
        record[field] = "a".into();
        let (a, _) = account.record(kind, record.clone()).await;
        api.settle().await;
        let since = cursor(&account.get(&format!("/{kind}")).await.ok());
        let nothing = account.get(&format!("/{kind}?updated_since={since}")).await.ok();
        assert_eq!(nothing.list(), [] as [Value; 0], "{kind}");
        let mut other = record.clone();
        other[field] = "b".into();
        account.record(kind, other).await;
        api.settle().await;
        let list = account.get(&format!("/{kind}?updated_since={}", cursor(&nothing))).await.ok();
        assert_eq!(names(&list, field), "b", "{kind}");
        account.put(&a, json!({field: "c"})).await.ok();
        account.put(&a, json!({field: "d"})).await.ok();
        api.settle().await;
        let list = account.get(&format!("/{kind}?updated_since={}", cursor(&list))).await.ok();
        assert_eq!(names(&list, field), "d", "{kind}: each record once, as it is now");
        let list = account.get(&format!("/{kind}?updated_since={since}&sort=id")).await.ok();
        assert_eq!(names(&list, field), "d b", "{kind}");
    }
}

async fn what_changed_since_a_moment_is_listed(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (a, _) = account.record("tasks", json!({"task_subject": "a"})).await;
    api.turn_to("2026-06-16T12:00:00Z");
    account.record("tasks", json!({"task_subject": "b"})).await;
    for (since, expected) in [
        ("2026-06-15T12:00:00Z", "a b"),
        ("2026-06-15T12:00:01Z", "b"),
        ("2026-06-16T14:00:00%2B02:00", "b"),
        ("2026-06-16T12:00:00.001Z", ""),
    ] {
        let list = account.get(&format!("/tasks?updated_since={since}")).await.ok();
        assert_eq!(names(&list, "task_subject"), expected, "{since}");
    }
    api.turn_to("2026-06-17T12:00:00Z");
    account.put(&a, json!({})).await.ok();
    let list = account.get("/tasks?updated_since=2026-06-17T00:00:00Z").await.ok();
    assert_eq!(names(&list, "task_subject"), "a");
}

async fn what_changed_since_a_moment_is_listed_however_many_changes_there_were(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    for (moment, subject) in [("08:00", "a"), ("09:00", "b"), ("10:00", "c")] {
        api.turn_to(&format!("2026-06-16T{moment}:00Z"));
        account.record("tasks", json!({"task_subject": subject})).await;
    }
    let since = async |moment: &str| {
        let path = format!("/tasks?sort=id&updated_since=2026-06-16T{moment}:00Z");
        names(&account.get(&path).await.ok(), "task_subject")
    };
    assert_eq!((since("08:30").await, since("10:00").await), ("b c".to_owned(), "c".to_owned()));
    // From this many on, the tasks tell when they were changed, and the log is not asked.
    api.write_events(&account, 10_000).await;
    assert_eq!((since("08:30").await, since("10:00").await), ("b c".to_owned(), "c".to_owned()));
    assert_eq!(since("10:01").await, "");
}

async fn a_copy_that_follows_the_cursor_misses_no_change_of_concurrent_writers(db: TestDb) {
    const WRITERS: usize = 6;
    const CHANGES: usize = 25;
    let api = Api::start(db).await;
    let account = api.account().await;
    let writer = |n: usize, account: Account| async move {
        let mut paths = Vec::new();
        for i in 0..CHANGES {
            let subject = json!({"task_subject": format!("{n}.{i}")});
            if i % 2 == 0 || paths.is_empty() {
                paths.push(account.record("tasks", subject).await.0);
            } else {
                let path: &String = &paths[i % paths.len()];
                account.put(path, subject).await.ok();
            }
        }
    };
    let writers: Vec<_> = (0..WRITERS).map(|n| tokio::spawn(writer(n, account.clone()))).collect();
    let mut copy: BTreeMap<i64, Value> = BTreeMap::new();
    let mut path = "/tasks".to_owned();
    loop {
        let was_last = writers.iter().all(tokio::task::JoinHandle::is_finished);
        if was_last {
            api.settle().await;
        }
        let list = account.get(&path).await.ok();
        copy.extend(list.list().iter().map(|task| (task["id"].as_i64().unwrap(), task.clone())));
        path = format!("/tasks?updated_since={}", cursor(&list));
        if was_last {
            break;
        }
    }
    for writer in writers {
        writer.await.unwrap();
    }
    let whole = account.get("/tasks").await.ok();
    assert!(whole.list().iter().eq(copy.values()), "the copy is the list");
}

async fn every_page_has_the_cursor_of_the_first(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    for subject in ["a", "b", "c"] {
        account.record("tasks", json!({"task_subject": subject})).await;
    }
    api.settle().await;
    let first = account.get("/tasks?limit=2").await.ok();
    // Change a task after its page was read: the next synchronisation must bring it.
    let a = first.list()[0]["id"].as_i64().unwrap();
    account.put(&format!("/tasks/{a}"), json!({"task_subject": "A"})).await.ok();
    api.settle().await;
    let link = first.header("link").unwrap().strip_prefix("</api/v1").unwrap();
    let second = account.get(link.strip_suffix(r#">; rel="next""#).unwrap()).await.ok();
    assert_eq!(names(&second, "task_subject"), "c");
    let changes = account.get(&format!("/tasks?updated_since={}", cursor(&second))).await.ok();
    assert_eq!(names(&changes, "task_subject"), "A");
}

async fn a_sync_cursor_is_good_for_its_own_list_alone(db: TestDb) {
    let api = Api::start(db).await;
    let (account, other) = (api.account().await, api.account().await);
    let since = cursor(&account.get("/tasks").await.ok());
    account.get(&format!("/tasks?updated_since={since}")).await.ok();
    for (account, path) in [(&account, "contacts"), (&other, "tasks")] {
        let reply = account.get(&format!("/{path}?updated_since={since}")).await;
        assert_eq!(reply.status, 422, "{path}");
        assert!(reply.message().starts_with("updated_since must be a date and time"), "{}", reply.message());
    }
}
