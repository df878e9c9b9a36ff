//! Transactions whose writes are deferred until the commit: after it, all of them are there, or none.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use futures_util::FutureExt;
use futures_util::future::join_all;
use sea_orm::sea_query::Expr;
use sea_orm::{ConnectionTrait, PaginatorTrait};
use shared::database::DeferredInsert;
use shared::database::testing::TestDb;
use shared::entities::{AccountScope, tags};
use shared::{Store, Transaction};
use uuid::Uuid;

use crate::outbox::account;

shared::both_databases!(
    deferred_writes_are_there_after_the_commit_and_not_before,
    deferred_writes_come_before_the_next_statement,
    of_writes_that_fail_nothing_remains,
    after_a_write_that_fails_nothing_more_is_written,
    after_a_statement_that_fails_or_is_given_up_nothing_is_committed,
    what_is_not_committed_is_not_written,
    what_is_to_be_done_after_a_commit_is_done_only_then,
    ids_of_deferred_rows_follow_each_other,
    ids_go_up_whoever_else_asks,
    a_caller_who_goes_away_while_it_begins_leaves_no_transaction_behind,
);

/// Defers the insertion of a tag.
fn defer(tx: &Transaction, account: AccountScope, key: &str) {
    let cells = vec![
        ("account_id", Expr::val(account.account_id())),
        ("tag_name", Expr::val(key)),
        ("tag_key", Expr::val(key)),
    ];
    tx.defer(DeferredInsert { table: "tags", cells });
}

async fn count(connection: &impl ConnectionTrait, account: AccountScope) -> u64 {
    account.find::<tags::Entity>().count(connection).await.unwrap()
}

async fn deferred_writes_are_there_after_the_commit_and_not_before(db: TestDb) {
    let account = account(&db).await;
    for (writes, all) in [(0, 0), (1, 1), (3, 4)] {
        let tx = db.store.begin();
        for n in 0..writes {
            defer(&tx, account, &format!("{writes} {n}"));
        }
        assert_eq!(count(db.store.read(), account).await, all - writes);
        tx.commit().await.unwrap();
        assert_eq!(count(db.store.read(), account).await, all);
    }
}

async fn deferred_writes_come_before_the_next_statement(db: TestDb) {
    let account = account(&db).await;
    let tx = db.store.begin();
    defer(&tx, account, "a");
    defer(&tx, account, "b");
    assert_eq!(count(&tx, account).await, 2);
    defer(&tx, account, "c");
    assert_eq!(count(db.store.read(), account).await, 0);
    tx.commit().await.unwrap();
    assert_eq!(count(db.store.read(), account).await, 3);
}

async fn of_writes_that_fail_nothing_remains(db: TestDb) {
    let account = account(&db).await;
    for begins in [false, true] {
        let tx = db.store.begin();
        if begins {
            assert_eq!(count(&tx, account).await, 0);
        }
        defer(&tx, account, "a");
        defer(&tx, account, "b");
        defer(&tx, account, "a");
        let error = tx.commit().await.unwrap_err();
        assert!(error.unique_violation().is_some(), "{error}");
        assert_eq!(count(db.store.read(), account).await, 0);
    }
}

async fn after_a_write_that_fails_nothing_more_is_written(db: TestDb) {
    let account = account(&db).await;
    let tx = db.store.begin();
    for key in ["b", "a", "b", "c"] {
        defer(&tx, account, key);
    }
    assert!(tx.execute_unprepared("SELECT 1").await.is_err());
    defer(&tx, account, "d");
    assert!(tx.execute_unprepared("SELECT 1").await.is_err());
    assert!(tx.commit().await.is_err());
    assert_eq!(count(db.store.read(), account).await, 0);
}

async fn after_a_statement_that_fails_or_is_given_up_nothing_is_committed(db: TestDb) {
    let account = account(&db).await;
    for is_given_up in [false, true] {
        let tx = db.store.begin();
        defer(&tx, account, "a");
        assert_eq!(count(&tx, account).await, 1);
        if is_given_up {
            while tx.execute_unprepared("SELECT 1").now_or_never().is_some() {}
        } else {
            assert!(tx.execute_unprepared("INSERT INTO nowhere VALUES (1)").await.is_err());
        }
        defer(&tx, account, "b");
        assert!(tx.commit().await.is_err());
        assert_eq!(count(db.store.read(), account).await, 0);
    }
}

async fn what_is_not_committed_is_not_written(db: TestDb) {
    let account = account(&db).await;
    for begins in [false, true] {
        for waits in [false, true] {
            let tx = db.store.begin();
            defer(&tx, account, "a");
            if begins {
                assert_eq!(count(&tx, account).await, 1);
            }
            if waits {
                tx.rollback().await;
            }
        }
        assert_eq!(count(db.store.read(), account).await, 0);
    }
}

async fn what_is_to_be_done_after_a_commit_is_done_only_then(db: TestDb) {
    let account = account(&db).await;
    let done = Arc::new(AtomicUsize::new(0));
    let begin = || {
        let (tx, done) = (db.store.begin(), done.clone());
        tx.after_commit(move || {
            done.fetch_add(1, Ordering::Relaxed);
        });
        tx
    };
    let tx = begin();
    defer(&tx, account, "a");
    assert_eq!(done.load(Ordering::Relaxed), 0);
    tx.commit().await.unwrap();
    assert_eq!(done.load(Ordering::Relaxed), 1);

    begin().rollback().await;
    drop(begin());
    let tx = begin();
    defer(&tx, account, "a");
    tx.commit().await.unwrap_err();
    assert_eq!(done.load(Ordering::Relaxed), 1, "the tag exists already, so the commit failed");
}

async fn ids_of_deferred_rows_follow_each_other(db: TestDb) {
    let account = account(&db).await;
    let mut ids = Vec::new();
    for n in 0..100 {
        let tag = tags::Model {
            id: 0,
            account_id: account.account_id(),
            tag_name: String::new(),
            tag_key: format!("{n}"),
        };
        let tx = db.store.begin();
        let inserted = account.insert_deferred::<tags::Entity>(&tx, tag.clone()).await.unwrap();
        tx.commit().await.unwrap();
        let stored = account.find_id::<tags::Entity>(inserted.id).one(db.store.read()).await.unwrap();
        assert_eq!(stored, Some(inserted.clone()));
        ids.push(inserted.id);
    }
    assert!(ids.is_sorted_by(|a, b| a < b), "{ids:?}");
}

async fn ids_go_up_whoever_else_asks(db: TestDb) {
    let account = account(&db).await;
    let insert = async || {
        let tag = tags::Model {
            id: 0,
            account_id: account.account_id(),
            tag_name: String::new(),
            tag_key: Uuid::now_v7().to_string(),
        };
        let tx = db.store.begin();
        let id = account.insert_deferred::<tags::Entity>(&tx, tag).await.unwrap().id;
        tx.commit().await.unwrap();
        id
    };
    let creates = join_all((0..8).map(async |_| {
        let mut ids = Vec::new();
        for _ in 0..50 {
            ids.push(insert().await);
        }
        assert!(ids.is_sorted_by(|a, b| a < b), "{ids:?}");
    }));
    creates.await;
}

async fn a_caller_who_goes_away_while_it_begins_leaves_no_transaction_behind(db: TestDb) {
    let account = account(&db).await;
    let other = Store::connect(&db.url).await.unwrap();
    let mut written = 0;
    // The caller goes away before `BEGIN` is sent, while it is under way, and after it.
    for polls in 1..=100 {
        let begins = db.store.begin();
        let patience = async {
            for _ in 0..polls {
                tokio::task::yield_now().await;
            }
        };
        tokio::select! {
            _ = begins.execute_unprepared("SELECT 1") => (),
            () = patience => (),
        }
        drop(begins);
        // A pool lends its connections in turn, so one of these transactions gets the connection of the caller who went
        // away.
        for _ in 0..5 {
            let tx = db.store.begin();
            written += 1;
            defer(&tx, account, &format!("{written}"));
            tx.commit().await.unwrap();
        }
        assert_eq!(count(other.read(), account).await, written, "another connection sees what is committed");
    }
    other.close().await;
}
