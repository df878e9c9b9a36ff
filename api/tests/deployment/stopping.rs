//! Stops by SIGTERM: attempts in flight are finished, and the exit code is 0. Also programs that refuse to start.

use std::time::Duration;

use sea_orm::ConnectionTrait;
use shared::database::testing;
use tokio::process::Command;

use bench::deployment::{World, path_of, until};

#[tokio::test(flavor = "multi_thread")]
async fn a_stopped_api_finishes_the_attempt_in_flight_and_exits_with_0() {
    let db = testing::sqlite().await;
    let mut world = World::new(&db.url, &[]).await.unwrap();
    let mut api = world.start_api(None).await.unwrap();
    world.register_webhook().await.unwrap();
    world.receiver.delay(Duration::from_secs(1));
    assert!(world.create_contact(0).await);
    until("the attempt is under way", Duration::from_secs(10), async || {
        !world.receiver.received().is_empty()
    })
    .await
    .unwrap();
    world.check_logs(&[&api]).unwrap();
    assert_eq!(api.terminate(Duration::from_secs(25)).await.unwrap(), Some(0));
    assert_eq!(world.check_delivered(Duration::from_secs(1)).await.unwrap(), 0, "duplicates");
}

/// Addresses that are free: two programs must not meet at the usual ones.
const ANYWHERE: [(&str, &str); 2] =
    [("ALMONER_LISTEN", "127.0.0.1:0"), ("ALMONER_ADMIN_LISTEN", "127.0.0.1:0")];

/// The api with only these environment variables.
pub(crate) fn api(variables: &[(&'static str, String)]) -> Command {
    let mut command = Command::new(path_of("almoner").unwrap());
    command.env_clear().envs(variables.iter().map(|(name, value)| (*name, value))).kill_on_drop(true);
    command
}

/// Returns the output of a program that does not start.
pub(crate) async fn failure(command: &mut Command) -> String {
    let output = tokio::time::timeout(Duration::from_secs(30), command.kill_on_drop(true).output()).await;
    let Ok(Ok(output)) = output else { panic!("{command:?}: {output:?}") };
    assert!(!output.status.success(), "{command:?}");
    String::from_utf8(output.stderr).unwrap()
}

#[tokio::test]
async fn an_unknown_or_bad_variable_is_an_error_at_start_that_names_it() {
    for (name, value) in [
        ("ALMONER_LISTENN", "127.0.0.1:0"),
        ("ALMONER_LISTEN", "here"),
        ("ALMONER_WEBHOOK_TIMEOUT", "soon"),
        ("ALMONER_WEBHOOK_ALLOW_CIDRS", "10.0.0.0/99"),
        ("ALMONER_RATE_LIMIT", "100"),
        ("ALMONER_MAX_CONNECTIONS", "0"),
        ("ALMONER_SECRETS_KEY", "AAAA"),
        ("ALMONER_ROW_SECURITY", "yes"),
    ] {
        for program in ["almoner", "almoner-dispatcher"] {
            let mut command = Command::new(path_of(program).unwrap());
            command
                .env_clear()
                .envs(ANYWHERE)
                .env(name, value)
                .env("DATABASE_URL", "postgres://127.0.0.1:1/none");
            let message = failure(command.env("AMQP_URL", "amqp://127.0.0.1:1")).await;
            assert!(message.contains(name), "{program} with {name}={value}: {message}");
        }
    }
    let mut command = Command::new(path_of("almoner").unwrap());
    command.env_clear().envs(ANYWHERE).env("DATABASE_URL", "sqlite://none/none.sqlite");
    let message = failure(command.env("ALMONER_ROW_SECURITY", "on")).await;
    assert!(message.contains("ALMONER_ROW_SECURITY") && message.contains("SQLite"), "{message}");
}

#[tokio::test]
async fn a_database_that_cannot_be_reached_is_an_error_at_start_that_says_why() {
    let url = "postgres://127.0.0.1:1/none";
    let mut command = Command::new(path_of("almoner").unwrap());
    command.env_clear().envs(ANYWHERE).env("DATABASE_URL", url);
    let message = failure(command.env("ALMONER_SECRETS_KEY", format!("{}=", "A".repeat(43)))).await;
    assert!(message.contains("DATABASE_URL: ") && message.contains("Connection refused"), "{message}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_secrets_key_that_did_not_write_the_stored_secrets_is_an_error_at_start() {
    let db = testing::sqlite().await;
    let mut world = World::new(&db.url, &[]).await.unwrap();
    let mut api = world.start_api(None).await.unwrap();
    world.register_webhook().await.unwrap();
    assert_eq!(api.terminate(Duration::from_secs(25)).await.unwrap(), Some(0));
    let other_key = format!("{}=", "A".repeat(43));
    for program in ["almoner", "almoner-dispatcher"] {
        let mut command = Command::new(path_of(program).unwrap());
        command.env_clear().envs(ANYWHERE);
        command.env("DATABASE_URL", &db.url).env("AMQP_URL", "amqp://127.0.0.1:1");
        let message = failure(command.env("ALMONER_SECRETS_KEY", &other_key)).await;
        assert!(message.contains("ALMONER_SECRETS_KEY"), "{program}: {message}");
    }

    // An embedded database has its key in a file. A missing file must not be created again.
    let embedded = tempfile::tempdir().unwrap();
    db.store.write().execute_unprepared("PRAGMA wal_checkpoint(TRUNCATE)").await.unwrap();
    std::fs::copy(db.url.trim_start_matches("sqlite://"), embedded.path().join("almoner.sqlite")).unwrap();
    let mut command = Command::new(path_of("almoner").unwrap());
    command.env_clear().envs(ANYWHERE);
    let message = failure(command.env("ALMONER_DATA_DIR", embedded.path())).await;
    assert!(message.contains("secrets.key is missing"), "{message}");
    assert!(!embedded.path().join("secrets.key").exists());
}
