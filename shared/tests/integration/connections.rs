//! Connections to PostgreSQL that are kept from one statement to the next.

use std::time::Duration;

use futures_util::future::join_all;
use sea_orm::{ConnectionTrait, DbBackend, DbErr, QueryResult, Statement};
use shared::database::row_security::confined;
use shared::database::{POSTGRES_CONNECTIONS, testing};
use shared::{Store, Transaction};
use tokio::time::{sleep, timeout};

/// Longer than anything takes here, and shorter than the pool of a test lets anybody wait.
const SOON: Duration = Duration::from_secs(15);

fn statement(text: &str) -> Statement {
    Statement::from_string(DbBackend::Postgres, text)
}

/// Runs a query of one row as a single statement.
async fn query(store: &Store, text: &str) -> Result<QueryResult, DbErr> {
    Ok(store.read().query_one_raw(statement(text)).await?.expect("a row"))
}

async fn number(store: &Store, text: &str) -> i32 {
    query(store, text).await.unwrap().try_get_by_index(0).unwrap()
}

#[tokio::test]
async fn a_connection_is_free_again_as_soon_as_its_statement_has_ended() {
    let db = testing::postgres().await;
    number(&db.store, "SELECT 1").await;
    let used = db.store.pools().iter().map(|pool| pool.used).sum::<u32>();
    assert_eq!(used, 0);
}

#[tokio::test]
async fn transactions_get_the_connections_of_statements_and_statements_those_of_transactions() {
    let db = testing::postgres().await;
    let each = || 0..POSTGRES_CONNECTIONS;
    for _ in 0..3 {
        join_all(each().map(|_| number(&db.store, "SELECT 1 FROM pg_sleep(0.1)"))).await;
        let begin = each().map(async |_| {
            let tx = db.store.begin();
            tx.query_one_raw(statement("SELECT 1")).await.unwrap();
            tx
        });
        let mut open = timeout(SOON, join_all(begin)).await.expect("a connection for each transaction");
        let (first, committed) = tokio::join!(number(&db.store, "SELECT 1"), async {
            sleep(Duration::from_millis(50)).await;
            open.pop().unwrap().commit().await
        });
        assert!(first == 1 && committed.is_ok());
        join_all(open.into_iter().map(Transaction::commit)).await;
    }
}

#[tokio::test]
async fn a_statement_that_failed_or_was_abandoned_does_not_touch_the_next() {
    let db = testing::postgres().await;
    number(&db.store, "SELECT 1").await;
    query(&db.store, "SELECT 1 / 0").await.unwrap_err();
    assert_eq!(number(&db.store, "SELECT 2").await, 2);
    let abandoned = query(&db.store, "SELECT 3 FROM pg_sleep(25)");
    timeout(Duration::from_millis(100), abandoned).await.unwrap_err();
    assert_eq!(timeout(SOON, number(&db.store, "SELECT 4")).await.unwrap(), 4);
}

#[tokio::test]
async fn a_connection_that_died_while_it_was_unused_fails_no_statement() {
    let db = testing::postgres().await;
    let process = number(&db.store, "SELECT pg_backend_pid()").await;
    let other = Store::connect(&db.url).await.unwrap();
    query(&other, &format!("SELECT pg_terminate_backend({process})")).await.unwrap();
    sleep(Duration::from_millis(1100)).await;
    assert_ne!(number(&db.store, "SELECT pg_backend_pid()").await, process);
}

#[tokio::test]
async fn after_one_outdated_plan_no_older_connection_is_used() {
    let db = testing::postgres().await;
    let execute = async |text| db.store.write().execute_unprepared(text).await.unwrap();
    execute("CREATE TABLE t (a INTEGER); INSERT INTO t VALUES (1)").await;
    let all = "SELECT t.* FROM t, pg_sleep(0.1)";
    let queries = async |count| join_all((0..count).map(|_| query(&db.store, all))).await;
    assert!(queries(POSTGRES_CONNECTIONS).await.iter().all(Result::is_ok));
    execute("ALTER TABLE t ADD COLUMN b INTEGER").await;
    let outdated = query(&db.store, all).await.unwrap_err();
    assert!(outdated.to_string().contains("cached plan"), "{outdated}");
    for again in queries(POSTGRES_CONNECTIONS).await {
        again.unwrap();
    }
}

#[tokio::test]
async fn a_pool_closes_when_its_statements_have_ended() {
    let db = testing::postgres().await;
    let store = Store::connect(&db.url).await.unwrap();
    let running = tokio::spawn({
        let store = store.clone();
        async move { number(&store, "SELECT 1 FROM pg_sleep(0.5)").await }
    });
    while store.pools().iter().all(|pool| pool.used == 0) {
        sleep(Duration::from_millis(1)).await;
    }
    timeout(SOON, store.clone().close()).await.unwrap();
    assert_eq!(running.await.unwrap(), 1);
    query(&store, "SELECT 1").await.unwrap_err();
}

#[tokio::test]
async fn each_statement_is_confined_to_the_account_of_its_own_task() {
    let db = testing::postgres().await;
    let account = "SELECT current_setting('almoner.account_id')::integer";
    for id in [7, 7, 8, 7] {
        assert_eq!(confined(id, number(&db.store, account)).await, i32::try_from(id).unwrap());
    }
    let process = "SELECT pg_backend_pid()";
    let (confined, free) = (confined(8, number(&db.store, process)).await, number(&db.store, process).await);
    assert_ne!(confined, free, "work that is no account's has other connections");
}

/// Makes the server of connections that are in use now one that only reads, as the former primary is after a switch.
async fn demote(store: &Store, connections: u32) {
    let begin = (0..connections).map(async |_| {
        let tx = store.begin();
        tx.execute_unprepared("SET default_transaction_read_only = on").await.unwrap();
        tx
    });
    join_all(join_all(begin).await.into_iter().map(Transaction::commit)).await;
}

#[tokio::test]
async fn once_a_server_takes_no_writes_no_connection_to_it_is_used_again() {
    let db = testing::postgres().await;
    db.store.write().execute_unprepared("CREATE TABLE t (a INTEGER)").await.unwrap();
    let (insert, reads_only) =
        ("INSERT INTO t VALUES (1)", "SELECT current_setting('transaction_read_only')");
    let by_index = db.store.by_index();
    for of_transaction in [true, false] {
        for store in [&db.store, &by_index] {
            demote(store, POSTGRES_CONNECTIONS).await;
        }
        confined(7, demote(&db.store, POSTGRES_CONNECTIONS)).await;
        let refused = if of_transaction {
            let tx = by_index.begin();
            tx.execute_raw(statement(insert)).await.map(drop)
        } else {
            by_index.write().execute_raw(statement(insert)).await.map(drop)
        };
        assert!(refused.unwrap_err().to_string().contains("read-only"));

        for store in [&db.store, &by_index] {
            let writes = join_all((0..12).map(|_| store.write().execute_raw(statement(insert)))).await;
            assert!(writes.iter().all(Result::is_ok), "{writes:?}");
            let begin = (0..12).map(async |_| {
                let tx = store.begin();
                tx.execute_raw(statement(insert)).await.unwrap();
                tx.commit().await.unwrap();
            });
            join_all(begin).await;
        }
        let of_account = async || query(&db.store, reads_only).await.unwrap().try_get_by_index::<String>(0);
        let answers = confined(7, join_all((0..12).map(|_| of_account()))).await;
        assert!(answers.iter().all(|answer| answer.as_deref() == Ok("off")), "{answers:?}");
    }
}

#[tokio::test]
async fn a_server_that_takes_no_writes_answers_no_ping_until_it_does() {
    let db = testing::postgres().await;
    let administrator = Store::connect(&std::env::var("TEST_DATABASE_URL").unwrap()).await.unwrap();
    let (_, name) = db.url.rsplit_once('/').unwrap();
    let set = async |value: &str| {
        let text = format!("ALTER DATABASE {name} SET default_transaction_read_only = {value}");
        administrator.write().execute_unprepared(&text).await.unwrap();
    };
    let store = Store::connect(&db.url).await.unwrap();
    store.ping().await.unwrap();
    demote(&store, POSTGRES_CONNECTIONS).await;
    store.ping().await.expect("new connections take writes");

    set("on").await;
    // The only connection that is not in doubt.
    store.write().execute_raw(statement("SET default_transaction_read_only = on")).await.unwrap();
    let error = store.ping().await.unwrap_err();
    assert!(error.is_unavailable(), "{error}");
    set("off").await;
    store.ping().await.unwrap();
}
