//! The outbox: an event exists exactly when its change does, and is taken exactly once.

use std::time::Duration;

use sea_orm::{ActiveModelTrait, ActiveValue, ConnectionTrait};
use shared::database::statement::sql;
use shared::database::testing::TestDb;
use shared::entities::{AccountScope, accounts};
use shared::events::outbox::{self, NewEvent};
use shared::queue::Message;
use shared::values::choices::EventType;
use uuid::Uuid;

shared::both_databases!(
    an_event_is_published_once_it_is_committed_and_not_when_it_is_rolled_back,
    what_was_not_published_is_claimed_again,
    an_event_is_taken_once_however_often_its_message_comes,
    what_was_published_but_not_taken_is_published_again_after_a_sweep,
);

pub(crate) async fn account(db: &TestDb) -> AccountScope {
    let account = accounts::ActiveModel {
        id: ActiveValue::NotSet,
        name: ActiveValue::Set("Test".to_owned()),
        currency: ActiveValue::Set("USD".to_owned()),
        timezone: ActiveValue::Set("UTC".to_owned()),
        created_at_ms: ActiveValue::Set(0),
        ..Default::default()
    };
    AccountScope::new(account.insert(db.store.write()).await.unwrap().id)
}

fn event() -> NewEvent {
    NewEvent {
        id: shared::values::ids::new_event_id(0),
        event_type: EventType::ContactsCreate,
        record_id: 1,
        occurred_at_ms: 0,
        body: r#"{"b":1,"a":[ 2.50 ]}"#.to_owned(),
        trace: None,
        user_id: None,
    }
}

async fn commit(db: &TestDb, account: AccountScope, count: usize) -> Vec<Uuid> {
    let tx = db.store.begin();
    let events: Vec<_> = (0..count).map(|_| event()).collect();
    let ids = events.iter().map(|event| event.id).collect();
    outbox::append(&tx, account, events).await.unwrap();
    tx.commit().await.unwrap();
    ids
}

/// Returns the events that a relay would publish now, and releases them again.
async fn unpublished(db: &TestDb) -> Vec<Uuid> {
    let claimed = outbox::claim(&db.store, 100).await.unwrap();
    outbox::mark(&db.store, &claimed, &[]).await.unwrap();
    ids(&claimed)
}

fn ids(messages: &[Message]) -> Vec<Uuid> {
    messages.iter().map(|message| message.event_id).collect()
}

async fn an_event_is_published_once_it_is_committed_and_not_when_it_is_rolled_back(db: TestDb) {
    let account = account(&db).await;
    let tx = db.store.begin();
    outbox::append(&tx, account, vec![event()]).await.unwrap();
    // The deferred events are written before this statement.
    tx.execute_unprepared("SELECT 1").await.unwrap();
    tx.rollback().await;
    assert!(unpublished(&db).await.is_empty());

    let committed = commit(&db, account, 2).await;
    let claimed = outbox::claim(&db.store, 100).await.unwrap();
    assert_eq!(ids(&claimed), committed, "oldest first");
    assert_eq!(claimed[0].account_id, account.account_id());
    assert_eq!(claimed[0].body, r#"{"b":1,"a":[ 2.50 ]}"#, "byte for byte");
    outbox::mark(&db.store, &claimed, &committed).await.unwrap();
    assert!(unpublished(&db).await.is_empty());
}

async fn what_was_not_published_is_claimed_again(db: TestDb) {
    let committed = commit(&db, account(&db).await, 3).await;
    let claimed = outbox::claim(&db.store, 100).await.unwrap();
    outbox::mark(&db.store, &claimed, &committed[..1]).await.unwrap();
    assert_eq!(unpublished(&db).await, committed[1..], "the queue took one");
}

/// Only on PostgreSQL, because SQLite has one process and one relay.
#[tokio::test(flavor = "multi_thread")]
async fn relays_side_by_side_claim_different_events_and_those_of_a_dead_relay_after_a_while() {
    let db = shared::database::testing::postgres().await;
    let committed = commit(&db, account(&db).await, 4).await;
    let first = outbox::claim(&db.store, 2).await.unwrap();
    let second = outbox::claim(&db.store, 100).await.unwrap();
    assert_eq!((ids(&first), ids(&second)), (committed[..2].to_vec(), committed[2..].to_vec()));
    outbox::mark(&db.store, &second, &committed[2..]).await.unwrap();
    assert!(unpublished(&db).await.is_empty(), "the first relay may still publish them");

    let later = "UPDATE outbox SET claimed_until_ms = claimed_until_ms - 15000";
    db.store.write().execute_unprepared(later).await.unwrap();
    assert_eq!(unpublished(&db).await, committed[..2]);
}

/// Only on PostgreSQL, because SQLite claims nothing.
#[tokio::test(flavor = "multi_thread")]
async fn an_event_that_is_claimed_as_it_is_written_is_for_its_process_alone_until_the_claim_ends() {
    let db = shared::database::testing::postgres().await;
    let account = account(&db).await;
    let tx = db.store.begin();
    let event = event();
    let message = outbox::append_claimed(&tx, account, event.clone());
    tx.commit().await.unwrap();
    assert!(unpublished(&db).await.is_empty(), "this process publishes it");

    let later = "UPDATE outbox SET claimed_until_ms = claimed_until_ms - 15000";
    db.store.write().execute_unprepared(later).await.unwrap();
    let claimed = outbox::claim(&db.store, 100).await.unwrap();
    assert_eq!(claimed, [message], "another relay publishes the same");
    assert_eq!((claimed[0].event_id, &claimed[0].body[..]), (event.id, event.body.as_bytes()));
}

/// Only on PostgreSQL, because SQLite has statistics only if it is asked to collect them.
#[tokio::test(flavor = "multi_thread")]
async fn the_outbox_is_read_by_its_index_though_it_was_empty_when_it_was_analysed() {
    let db = shared::database::testing::postgres().await;
    db.store.write().execute_unprepared("VACUUM ANALYZE outbox").await.unwrap();
    let committed = commit(&db, account(&db).await, 3).await;
    let queue = db.store.by_index();
    // The test cannot count the scans of claims and marks, which are transactions of their own. So a trigger checks that
    // sequential scans are off when events are claimed and marked.
    let guard = "CREATE FUNCTION guard() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
            ASSERT current_setting('enable_seqscan') = 'off';
            RETURN NEW;
        END $$;
        CREATE TRIGGER guard BEFORE UPDATE ON outbox FOR EACH ROW EXECUTE FUNCTION guard()";
    db.store.write().execute_unprepared(guard).await.unwrap();
    let claimed = outbox::claim(&queue, 3).await.unwrap();
    outbox::mark(&queue, &claimed, &committed).await.unwrap();
    let tx = queue.begin();
    let scans = async || {
        let text = "SELECT seq_scan FROM pg_stat_xact_user_tables WHERE relname = 'outbox'";
        let row = tx.query_one_raw(sql(&tx, text, Vec::new())).await.unwrap().unwrap();
        row.try_get_by_index::<i64>(0).unwrap()
    };
    let before = scans().await;
    assert_eq!(outbox::take(&tx, &committed).await.unwrap().len(), 3);
    assert_eq!(scans().await, before);
    tx.rollback().await;
}

async fn an_event_is_taken_once_however_often_its_message_comes(db: TestDb) {
    let ids = commit(&db, account(&db).await, 2).await;
    let tx = db.store.begin();
    let mut taken = outbox::take(&tx, &ids).await.unwrap();
    taken.sort();
    assert_eq!(taken, ids);
    tx.rollback().await;

    let tx = db.store.begin();
    assert_eq!(outbox::take(&tx, &ids[..1]).await.unwrap(), ids[..1]);
    tx.commit().await.unwrap();
    let tx = db.store.begin();
    assert_eq!(outbox::take(&tx, &ids).await.unwrap(), ids[1..]);
    tx.commit().await.unwrap();
}

async fn what_was_published_but_not_taken_is_published_again_after_a_sweep(db: TestDb) {
    let committed = commit(&db, account(&db).await, 2).await;
    let claimed = outbox::claim(&db.store, 100).await.unwrap();
    outbox::mark(&db.store, &claimed, &committed).await.unwrap();
    assert_eq!(outbox::sweep(&db.store, Duration::from_mins(1)).await.unwrap(), 0, "too early");
    assert_eq!(outbox::sweep(&db.store, Duration::ZERO).await.unwrap(), 2);
    assert_eq!(unpublished(&db).await, committed);
}
