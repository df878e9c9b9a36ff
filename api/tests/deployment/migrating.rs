//! Migrations while programs run: they go on without a failed request, and none starts on a schema that it does not know.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use bench::deployment::{Server, World, until};
use sea_orm::ConnectionTrait;
use shared::database::schema;
use shared::database::testing;
use shared::{Error, Store};

/// Paths that are read all the time, so that their statements are prepared on every connection.
const READ: [&str; 12] = [
    "/contacts",
    "/contacts?limit=5",
    "/contacts/1",
    "/gifts",
    "/gift-types",
    "/pledges",
    "/tasks",
    "/events",
    "/webhooks",
    "/webhooks/1/deliveries",
    "/giving-summary?group_by=month",
    "/contacts?updated_since=2020-01-01T00:00:00Z",
];

#[tokio::test(flavor = "multi_thread")]
async fn running_programs_go_on_while_every_table_gets_a_column() {
    let db = testing::postgres().await;
    let mut world = World::new(&db.url, &[]).await.unwrap();
    let broker = Server::rabbitmq(world.directory.path()).await.unwrap();
    let api = world.start_api(Some(&broker.url)).await.unwrap();
    let dispatcher = world.start_dispatcher(&broker.url).await.unwrap();
    world.register_webhook().await.unwrap();

    assert!(world.create_contact(0).await);
    let (stop, done) = (AtomicBool::new(false), AtomicUsize::new(1));
    let create = async {
        while !stop.load(Ordering::Relaxed) {
            assert!(world.create_contact(done.fetch_add(1, Ordering::Relaxed)).await, "a create failed");
        }
    };
    let read = async || {
        while !stop.load(Ordering::Relaxed) {
            for path in READ {
                assert_eq!(world.read(path).await.unwrap(), 200, "{path}");
                done.fetch_add(1, Ordering::Relaxed);
            }
        }
    };
    let migrate = async {
        let warm = async || done.load(Ordering::Relaxed) > 300;
        until("statements are prepared", Duration::from_mins(1), warm).await.unwrap();
        let tables = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'";
        let tables: Vec<String> =
            world.rows(tables).await.unwrap().iter().map(|row| row.try_get_by_index(0).unwrap()).collect();
        assert!(tables.len() > 20, "{tables:?}");
        for table in tables {
            let text = format!("ALTER TABLE {table} ADD COLUMN of_a_later_version TEXT");
            world.rows(&text).await.unwrap();
        }
        let before = done.load(Ordering::Relaxed);
        let enough = async || done.load(Ordering::Relaxed) > before + 300;
        until("the load has gone on", Duration::from_mins(1), enough).await.unwrap();
        stop.store(true, Ordering::Relaxed);
    };
    tokio::join!(create, read(), read(), read(), migrate);
    world.check_delivered(Duration::from_secs(20)).await.unwrap();
    for program in [&api, &dispatcher] {
        assert!(!program.log().unwrap().contains("ERROR"), "{}", program.log().unwrap());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn programs_do_not_start_on_a_schema_that_a_newer_version_made_and_migrate_says_so() {
    let db = testing::postgres().await;
    let world = World::new(&db.url, &[]).await.unwrap();
    let broker = Server::rabbitmq(world.directory.path()).await.unwrap();
    let running = world.start_api(Some(&broker.url)).await.unwrap();
    let newer = "INSERT INTO seaql_migrations (version, applied_at) VALUES ('m2099_later', 0)";
    world.rows(newer).await.unwrap();
    running.ready().await.unwrap();
    assert!(world.create_contact(0).await);

    for name in ["almoner", "almoner-dispatcher"] {
        let variables = [("AMQP_URL", broker.url.clone()), ("ALMONER_LISTEN", "127.0.0.1:0".to_owned())];
        let program = world.spawn(name, &variables).unwrap();
        let says_why = async || program.readiness().await.unwrap_or_default().contains("newer version");
        until("it says why it does not serve", Duration::from_secs(20), says_why).await.unwrap();
        let is_logged = async || program.log().unwrap().contains("m2099_later");
        until("it is logged", Duration::from_secs(20), is_logged).await.unwrap();
        world.rows("DELETE FROM seaql_migrations WHERE version = 'm2099_later'").await.unwrap();
        program.ready().await.unwrap();
        world.rows(newer).await.unwrap();
    }
    let error = schema::migrate(&db.store).await.unwrap_err();
    assert!(error.to_string().contains("start that version or a later one"), "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn migrating_at_the_same_time_and_while_a_table_is_read_succeeds() {
    let db = testing::postgres().await;
    // An empty database.
    let clear = "DROP SCHEMA public CASCADE; CREATE SCHEMA public";
    db.store.write().execute_unprepared(clear).await.unwrap();
    let migrate = async || {
        let store = Store::connect(&db.url).await?;
        schema::migrate(&store).await
    };
    let results: [Result<(), Error>; 3] = tokio::join!(migrate(), migrate(), migrate()).into();
    for result in results {
        result.unwrap();
    }

    // Again from the last migration, while a dump reads the table that it changes.
    let last = "ALTER TABLE outbox DROP COLUMN claimed_until_ms;
        DELETE FROM seaql_migrations WHERE version LIKE '%_claims'";
    db.store.write().execute_unprepared(last).await.unwrap();
    let dump = db.store.begin();
    let read = "SET LOCAL idle_in_transaction_session_timeout = 0; SELECT count(*) FROM outbox";
    dump.execute_unprepared(read).await.unwrap();
    let others = async {
        let mut waits_max = Duration::ZERO;
        for _ in 0..40 {
            let began = std::time::Instant::now();
            let text = "SELECT count(*) FROM outbox";
            db.store.read().execute_unprepared(text).await.unwrap();
            waits_max = waits_max.max(began.elapsed());
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        dump.commit().await.unwrap();
        waits_max
    };
    let (migrated, waited) = tokio::join!(schema::migrate(&db.store), others);
    migrated.unwrap();
    // The migration gives up after a second each time. Otherwise they would wait for the dump, which waits for them.
    assert!(waited < Duration::from_secs(20), "other statements waited {waited:?}");
}
