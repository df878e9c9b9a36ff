//! The order of the event log: a reader that continues after the last event that it has seen gets each event once, even
//! if transactions commit late.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use sea_orm::{ConnectionTrait, DbBackend};
use shared::Transaction;
use shared::both_databases;
use shared::crypto::bytes::random;
use shared::database::testing::TestDb;
use shared::entities::AccountScope;
use shared::events::epoch;
use shared::events::outbox::append;
use shared::values::ids::event_id_text;
use tokio::task::JoinSet;

use super::{follow, ids, stored};
use crate::support::rows::{PATIENCE, new_event};
use crate::support::{Account, Api};

both_databases!(
    a_reader_beside_many_writers_sees_each_event_once,
    a_database_that_is_where_it_was_is_left_alone,
);

/// How many pages with new events a reader must get while others write.
const PAGES_MIN: usize = 10;

/// Writes an event of the account in a transaction, and returns its id.
async fn write(api: &Api, account: &Account, tx: &Transaction) -> String {
    let event = new_event(api.app.clock.now_ms(), 1);
    let id = event_id_text(event.id);
    append(tx, AccountScope::new(account.id), vec![event]).await.unwrap();
    // Deferred inserts are written before the next statement.
    number(tx).await;
    id
}

/// Gives a transaction its number, as the first write of a change does.
async fn number(tx: &Transaction) {
    if tx.get_database_backend() == DbBackend::Postgres {
        tx.execute_unprepared(
            "SET LOCAL idle_in_transaction_session_timeout = 0; SELECT pg_current_xact_id()",
        )
        .await
        .unwrap();
    }
}

/// Creates a contact, and returns the id of its event.
async fn happen(api: &Api, account: &Account) -> String {
    account.contact().await;
    event_id_text(api.last_event(account).await.id)
}

/// The time when a late transaction writes its event: before or after the others.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Writes {
    Before,
    After,
}

// Only on PostgreSQL: SQLite has one writer at a time, so nothing commits late.
#[tokio::test(flavor = "multi_thread")]
async fn an_event_that_commits_late_is_not_overtaken() {
    let api = Api::start(shared::database::testing::postgres().await).await;
    for (writes, commits) in
        [(Writes::Before, true), (Writes::After, true), (Writes::Before, false), (Writes::After, false)]
    {
        let account = api.account().await;
        let first = happen(&api, &account).await;
        api.settle().await;
        assert_eq!(ids(&account, "").await, [first.as_str()]);
        let tx = api.db.store.begin();
        number(&tx).await;
        let mut late = Vec::new();
        if writes == Writes::Before {
            late.push(write(&api, &account, &tx).await);
        }
        let mut later = Vec::new();
        for _ in 0..3 {
            later.push(happen(&api, &account).await);
        }
        // Events of transactions that began later must wait. If they were shown now, a reader would continue after them
        // and miss the late event.
        let shown = follow(&account, Some(&first), 2).await;
        assert_eq!(shown, Vec::<String>::new(), "{writes:?}");
        assert_eq!(ids(&account, "").await, [first.as_str()]);
        // A caller that knows the event's id can already read it.
        assert_eq!(account.get(&format!("/events/{}", later[0])).await.ok()["id"], later[0]);
        if writes == Writes::After {
            late.push(write(&api, &account, &tx).await);
        }
        if commits {
            tx.commit().await.unwrap();
        } else {
            tx.rollback().await;
            late.clear();
        }
        api.settle().await;
        let expected = [late, later].concat();
        for limit in [1, 2, 1000] {
            assert_eq!(follow(&account, Some(&first), limit).await, expected, "{writes:?} {commits}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn several_late_events_take_their_places_one_after_another() {
    let api = Api::start(shared::database::testing::postgres().await).await;
    let account = api.account().await;
    let mut seen = vec![happen(&api, &account).await];
    let mut open = Vec::new();
    for _ in 0..4 {
        let tx = api.db.store.begin();
        write(&api, &account, &tx).await;
        open.push(tx);
        happen(&api, &account).await;
    }
    // Commit the newest transaction first.
    while let Some(tx) = open.pop() {
        seen.extend(follow(&account, seen.last().map(String::as_str), 1).await);
        assert_eq!(seen.len(), 1, "the oldest is still open");
        tx.commit().await.unwrap();
    }
    api.settle().await;
    seen.extend(follow(&account, seen.last().map(String::as_str), 1).await);
    assert_eq!(seen.len(), 9);
    assert_eq!(seen, stored(&api, &account).await);
}

/// Returns a random duration of up to this many milliseconds.
fn moment(max_ms: u8) -> Duration {
    Duration::from_millis((random::<1>().unwrap()[0] % (max_ms + 1)).into())
}

/// Runs slow transactions that write one to three events, and commits some and rolls back others, until the reader has
/// enough. Returns the ids of the committed events, and those of the others.
async fn write_many(api: &Api, account: &Account, enough: &AtomicBool) -> (Vec<String>, Vec<String>) {
    let (mut committed, mut given_up) = (Vec::new(), Vec::new());
    let deadline = Instant::now() + PATIENCE;
    for n in 0.. {
        if n >= 12 && (enough.load(Ordering::Relaxed) || Instant::now() > deadline) {
            break;
        }
        let tx = api.db.store.begin();
        number(&tx).await;
        let mut written = Vec::new();
        for _ in 0..=n % 3 {
            tokio::time::sleep(moment(6)).await;
            written.push(write(api, account, &tx).await);
        }
        tokio::time::sleep(moment(6)).await;
        if random::<1>().unwrap()[0] < 64 {
            tx.rollback().await;
            given_up.extend(written);
        } else {
            tx.commit().await.unwrap();
            committed.extend(written);
        }
    }
    (committed, given_up)
}

async fn a_reader_beside_many_writers_sees_each_event_once(db: TestDb) {
    let api = Arc::new(Api::start(db).await);
    let account = api.account().await;
    let enough = Arc::new(AtomicBool::new(false));
    let mut writers = JoinSet::new();
    for _ in 0..6 {
        let (api, account, enough) = (api.clone(), account.clone(), enough.clone());
        writers.spawn(async move { write_many(&api, &account, &enough).await });
    }
    // Make changes through the API at the same time.
    let changes = tokio::spawn({
        let account = account.clone();
        async move {
            for _ in 0..20 {
                account.contact().await;
            }
        }
    });
    let mut seen: Vec<String> = Vec::new();
    let mut pages = 0;
    let (mut committed, mut given_up) = (Vec::new(), Vec::new());
    while !writers.is_empty() {
        while let Some(written) = writers.try_join_next() {
            let written = written.unwrap();
            committed.extend(written.0);
            given_up.extend(written.1);
        }
        let after = seen.last().map_or_else(String::new, |id| format!("&after={id}"));
        let page = ids(&account, &format!("limit={}{after}", (1 + pages * 3).min(1000))).await;
        pages += usize::from(!page.is_empty());
        enough.store(pages >= PAGES_MIN, Ordering::Relaxed);
        seen.extend(page);
    }
    changes.await.unwrap();
    assert!(pages >= PAGES_MIN, "the reader has read while there was writing");
    api.settle().await;
    seen.extend(follow(&account, seen.last().map(String::as_str), 1000).await);
    // Each event once, in the order of the log.
    assert_eq!(seen, stored(&api, &account).await);
    assert_eq!(seen.len(), committed.len() + 20);
    assert!(committed.iter().all(|id| seen.contains(id)));
    assert!(!given_up.iter().any(|id| seen.contains(id)));
}

/// Makes the database look as if it was last opened on another server.
const ELSEWHERE: &str = "UPDATE event_log SET identity = 'elsewhere'";

async fn origin(api: &Api) -> i64 {
    api.query("SELECT origin FROM event_log", Vec::new()).await[0].try_get_by_index(0).unwrap()
}

async fn a_database_that_is_where_it_was_is_left_alone(db: TestDb) {
    let api = Api::start(db).await;
    epoch::check(&api.db.store).await.unwrap();
    let account = api.account().await;
    let first = happen(&api, &account).await;
    epoch::check(&api.db.store).await.unwrap();
    assert_eq!(origin(&api).await, 0);
    let second = happen(&api, &account).await;
    api.settle().await;
    assert_eq!(ids(&account, "").await, [first, second]);
}

// Only on PostgreSQL: SQLite counts the events themselves, and this count moves with the database.
#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_another_server_goes_on_with_goes_on_after_its_last_event() {
    let api = Api::start(shared::database::testing::postgres().await).await;
    let (account, other) = (api.account().await, api.account().await);
    let mut expected = Vec::new();
    for _ in 0..3 {
        expected.push(happen(&api, &account).await);
        happen(&api, &other).await;
    }
    // The server from which the database was restored had counted much further.
    let moved = "UPDATE events SET position = position + 1000000000000";
    assert_eq!(api.execute(moved, Vec::new()).await, 6);
    api.execute(ELSEWHERE, Vec::new()).await;
    epoch::check(&api.db.store).await.unwrap();
    let raised = origin(&api).await;
    api.settle().await;
    assert_eq!(ids(&account, "").await, expected);
    for _ in 0..2 {
        let cursor = expected.last().unwrap().clone();
        expected.push(happen(&api, &account).await);
        api.settle().await;
        assert_eq!(follow(&account, Some(&cursor), 1).await, expected[expected.len() - 1..]);
        // The next process that starts has nothing to correct.
        epoch::check(&api.db.store).await.unwrap();
        assert_eq!(origin(&api).await, raised);
    }
    assert_eq!(follow(&account, None, 2).await, expected);
    // The same works when the database moves to yet another server.
    let moved = "UPDATE events SET position = position + 1000000000000";
    api.execute(moved, Vec::new()).await;
    api.execute(ELSEWHERE, Vec::new()).await;
    epoch::check(&api.db.store).await.unwrap();
    let cursor = expected.last().unwrap().clone();
    expected.push(happen(&api, &account).await);
    api.settle().await;
    assert_eq!(follow(&account, Some(&cursor), 1).await, expected[expected.len() - 1..]);
    assert_eq!(follow(&account, None, 1000).await, expected);
}
