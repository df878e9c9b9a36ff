//! `almoner accounts create`: the passwords that it takes.

use std::process::Stdio;

use sea_orm::ConnectionTrait;
use serde_json::Value;
use shared::database::statement::sql;
use shared::database::testing::TestDb;
use tokio::io::AsyncWriteExt;

use crate::stopping::api;

shared::both_databases!(
    a_password_has_10_to_1000_characters,
    a_password_is_not_one_that_is_guessed,
    a_user_who_is_there_already_brings_the_right_password,
);

/// Runs the command with this on its standard input. Returns what it prints, or the message with which it fails.
async fn create(db: &TestDb, email: &str, input: &str) -> Result<Value, String> {
    let mut command = api(&[("DATABASE_URL", db.url.clone()), ("ALMONER_LOG", "off".to_owned())]);
    command.args(["accounts", "create", "--name", "Test", "--email", email, "--password-stdin"]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // Dropped at the end of the statement, which is the end of the input.
    child.stdin.take().unwrap().write_all(input.as_bytes()).await.unwrap();
    let output = child.wait_with_output().await.unwrap();
    let (out, error) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    if output.status.success() {
        assert_eq!(error, "");
        Ok(serde_json::from_str(&out).unwrap())
    } else {
        assert_eq!(out, "");
        Err(error)
    }
}

async fn count(db: &TestDb, table: &str) -> i64 {
    let text = sql(db.store.read(), format!("SELECT COUNT(*) FROM {table}"), Vec::new());
    db.store.read().query_one_raw(text).await.unwrap().unwrap().try_get_by_index(0).unwrap()
}

async fn a_password_has_10_to_1000_characters(db: TestDb) {
    // Characters, not bytes, and none of them are the end of the line. One that is far too long is not cut off either.
    for input in
        ["", "\n", "123456789", "123456789\r\n", &"é".repeat(9), &"é".repeat(1001), &"x".repeat(20_000)]
    {
        let refused = create(&db, "owner@almoner.example", input).await.unwrap_err();
        assert_eq!(refused, "almoner: password must have 10 to 1000 characters\n", "{} bytes", input.len());
    }
    assert_eq!((count(&db, "accounts").await, count(&db, "users").await), (0, 0));
    for (n, input) in ["7431086625", "7431086625\r\n", &"\u{1f980}".repeat(1000)].into_iter().enumerate() {
        let created = create(&db, &format!("owner-{n}@almoner.example"), input).await.unwrap();
        assert!(created["api_key"].as_str().unwrap().starts_with("alm_"), "{created}");
    }
    assert_eq!((count(&db, "accounts").await, count(&db, "users").await), (3, 3));
}

async fn a_password_is_not_one_that_is_guessed(db: TestDb) {
    let words = "choose a few words that only you would put together";
    for (input, rule) in [
        ("password12", "is too common, even with some digits around it"),
        ("owner@almoner.example", "is little more than a name, email address or organisation"),
    ] {
        let refused = create(&db, "owner@almoner.example", input).await.unwrap_err();
        assert_eq!(refused, format!("almoner: password {rule}: {words}\n"));
    }
    assert_eq!((count(&db, "accounts").await, count(&db, "users").await), (0, 0));
}

async fn a_user_who_is_there_already_brings_the_right_password(db: TestDb) {
    let first = create(&db, "Owner@almoner.example", "correct horse battery").await.unwrap();
    for wrong in ["incorrect horse battery", "Correct horse battery", " correct horse battery"] {
        let refused = create(&db, "owner@almoner.example", wrong).await.unwrap_err();
        assert_eq!(refused, "almoner: password is not that of the user with this email address\n", "{wrong}");
    }
    assert_eq!((count(&db, "accounts").await, count(&db, "api_keys").await), (1, 1), "nothing was made");
    // The same user then has both accounts, with a key for each.
    let second = create(&db, "owner@ALMONER.example", "correct horse battery\n").await.unwrap();
    assert_eq!(first["user_id"].as_i64().unwrap(), second["user_id"].as_i64().unwrap());
    assert_ne!(first["account_id"].as_i64().unwrap(), second["account_id"].as_i64().unwrap());
    assert_ne!(first["api_key"].as_str().unwrap(), second["api_key"].as_str().unwrap());
    assert_eq!((count(&db, "accounts").await, count(&db, "users").await), (2, 1));
}
