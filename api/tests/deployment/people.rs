//! The ways to get in: the printed sign-in of the demo, the printed link of the first start, and the commands on users
//! and keys.

use std::process::Stdio;

use reqwest::header::{ACCEPT, CONTENT_TYPE, LOCATION, SET_COOKIE};
use reqwest::{Client, redirect};
use sea_orm::ConnectionTrait;
use serde_json::Value;
use shared::database::statement::sql;
use shared::database::testing::TestDb;
use tokio::io::AsyncWriteExt;
use url::form_urlencoded::Serializer;

use crate::embedded::Embedded;
use crate::stopping::api;

shared::both_databases!(
    an_operator_makes_users_and_gives_them_passwords,
    an_operator_makes_replaces_and_removes_keys,
    an_operator_turns_a_second_factor_off,
);

const PASSWORD: &str = "correct horse battery";

/// Opens a page, sends its form, and returns the status, the target of the redirect, and the cookie of the session.
pub(crate) async fn send(base: &str, path: &str, fields: &[(&str, &str)]) -> (u16, String, String) {
    shared::crypto::tls::install_crypto_provider();
    let client = Client::builder().no_proxy().redirect(redirect::Policy::none()).build().unwrap();
    let page = client.get(format!("{base}{path}")).header(ACCEPT, "text/html").send().await.unwrap();
    let cookie = page.headers()[SET_COOKIE].to_str().unwrap().split(';').next().unwrap().to_owned();
    let html = page.text().await.unwrap();
    let form = html.split_once("<form method=\"post\" action=\"").unwrap().1;
    let action = form.split('"').next().unwrap();
    let mut body = Serializer::new(String::new());
    for hidden in form.split("<input type=\"hidden\" name=\"").skip(1) {
        let (name, rest) = hidden.split_once("\" value=\"").unwrap();
        body.append_pair(name, rest.split('"').next().unwrap());
    }
    let request = client.post(format!("{base}{action}")).header(ACCEPT, "text/html").header("cookie", cookie);
    let request = request.header(CONTENT_TYPE, "application/x-www-form-urlencoded");
    let answer = request.body(body.extend_pairs(fields).finish()).send().await.unwrap();
    let location = answer.headers().get(LOCATION).map(|value| value.to_str().unwrap().to_owned());
    let cookies = answer
        .headers()
        .get_all(SET_COOKIE)
        .iter()
        .filter_map(|value| value.to_str().unwrap().split(';').next());
    let session = cookies.into_iter().find(|cookie| cookie.starts_with("almoner=")).unwrap_or_default();
    (answer.status().as_u16(), location.unwrap_or_default(), session.to_owned())
}

/// Returns the title of the page that a session gets.
async fn heading(base: &str, path: &str, session: &str) -> String {
    let client = Client::builder().no_proxy().redirect(redirect::Policy::none()).build().unwrap();
    let request = client.get(format!("{base}{path}")).header(ACCEPT, "text/html").header("cookie", session);
    let html = request.send().await.unwrap().text().await.unwrap();
    html.split_once("<h1>").unwrap_or_else(|| panic!("{html}")).1.split("</h1>").next().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_sign_in_of_the_demo_works() {
    let embedded = Embedded::new();
    let program = embedded.serve("api", "").await;
    let greeting = program.log().unwrap();
    let base = format!("http://{}", embedded.listen);
    assert!(greeting.contains(&format!("{base}/\n")) && !greeting.contains("/setup?token="), "{greeting}");
    let password =
        greeting.split_once("demo@almoner.example / ").unwrap().1.split_whitespace().next().unwrap();
    let fields = [("email", "demo@almoner.example"), ("password", password)];
    let (status, location, session) = send(&base, "/sign-in", &fields).await;
    assert_eq!((status, &*location), (303, "/overview"));
    assert_eq!(heading(&base, "/overview", &session).await, "Overview");
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_demo_the_first_owner_sets_the_service_up_by_the_printed_link() {
    let embedded = Embedded::new();
    let mut program = embedded.serve("first", "--no-demo").await;
    let log = program.log().unwrap();
    let base = format!("http://{}", embedded.listen);
    let link = log.split_whitespace().find(|word| word.contains("/setup?token=")).unwrap();
    let path = link.strip_prefix(&base).unwrap();
    let fields = [
        ("organisation", "Shelter"),
        ("currency", "EUR"),
        ("timezone", "Europe/Lisbon"),
        ("name", "Ada"),
        ("email", "ada@shelter.example"),
        ("password", PASSWORD),
    ];
    let (status, location, session) = send(&base, path, &fields).await;
    assert_eq!((status, &*location), (303, "/overview"));
    assert_eq!(heading(&base, "/settings/account", &session).await, "Account");
    // Wait for its end, because the next one needs its lock.
    program.kill().await.unwrap();
    let again = embedded.serve("second", "--no-demo").await;
    assert!(!again.log().unwrap().contains("/setup"), "there is somebody now");
}

/// Runs a command with this on its standard input. Returns what it prints, or the message with which it fails.
async fn run(db: &TestDb, line: &str, input: &str) -> Result<Value, String> {
    let mut command = api(&[("DATABASE_URL", db.url.clone()), ("ALMONER_LOG", "off".to_owned())]);
    command.args(line.split(' '));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).await.unwrap();
    let output = child.wait_with_output().await.unwrap();
    if output.status.success() {
        Ok(serde_json::from_slice(&output.stdout).unwrap())
    } else {
        Err(String::from_utf8(output.stderr).unwrap())
    }
}

/// Creates an account. Returns its id.
async fn account(db: &TestDb) -> i64 {
    let line = "accounts create --name Shelter --email ada@shelter.example --password-stdin";
    run(db, line, PASSWORD).await.unwrap()["account_id"].as_i64().unwrap()
}

async fn an_operator_makes_users_and_gives_them_passwords(db: TestDb) {
    let id = account(&db).await;
    let list = run(&db, "accounts list", "").await.unwrap();
    assert_eq!((&list[0]["account_id"], &list[0]["members"]), (&id.into(), &1.into()), "{list}");
    let path =
        |value: &Value| value["path"].as_str().unwrap_or_else(|| panic!("no path in {value}")).to_owned();

    let created =
        run(&db, &format!("users create --account {id} --email grace@shelter.example"), "").await.unwrap();
    assert!(path(&created).starts_with("/password?token="), "{created}");
    let with =
        format!("users create --account {id} --email olga@shelter.example --role owner --password-stdin");
    let created = run(&db, &with, "olga's password\n").await.unwrap();
    assert!(created["user_id"].is_i64() && created.get("path").is_none(), "{created}");
    for (line, input, expected) in [
        (with.as_str(), PASSWORD, "email is taken"),
        ("users create --account 99 --email x@shelter.example", "", "there is no such account"),
        ("users password --user nobody@shelter.example", "", "there is no user nobody@shelter.example"),
        (
            "users password --user grace@shelter.example --password-stdin",
            "short",
            "password must have 10 to 1000 characters",
        ),
        (
            &format!("users invite --account {id} --email GRACE@shelter.example"),
            "",
            "email is a member's already",
        ),
        ("users invite --account 99 --email x@shelter.example", "", "there is no such account"),
        (&format!("users invite --account {id} --email x"), "", "email must be an email address"),
    ] {
        assert_eq!(run(&db, line, input).await.unwrap_err(), format!("almoner: {expected}\n"), "{line}");
    }
    let set = "users password --user grace@shelter.example";
    assert!(path(&run(&db, set, "").await.unwrap()).starts_with("/password?token="));
    run(&db, &format!("{set} --password-stdin"), PASSWORD).await.unwrap();
    let invited =
        run(&db, &format!("users invite --account {id} --email new@shelter.example"), "").await.unwrap();
    assert!(path(&invited).starts_with("/invitation?token="), "{invited}");
    assert_eq!(run(&db, "accounts list", "").await.unwrap()[0]["members"], 3);
}

async fn an_operator_turns_a_second_factor_off(db: TestDb) {
    account(&db).await;
    let line = "users reset-second-factor --email ADA@shelter.example";
    let refused = run(&db, line, "").await.unwrap_err();
    assert_eq!(refused, "almoner: the user has no second factor\n");
    let lines = [
        "UPDATE users SET second_factor_sealed = 'sealed', second_factor_since_ms = 0, second_factor_step = 0",
        "INSERT INTO recovery_codes (user_id, code_hash, created_at_ms) SELECT id, 'hash', 0 FROM users",
        "INSERT INTO sessions (token_hash, user_id, created_at_ms, last_used_at_ms, expires_at_ms)
         SELECT 'hash', id, 0, 0, 0 FROM users",
    ];
    for line in lines {
        assert_eq!(db.store.write().execute_unprepared(line).await.unwrap().rows_affected(), 1, "{line}");
    }
    assert!(run(&db, line, "").await.unwrap()["user_id"].is_i64());
    for nothing in [
        "SELECT count(*) FROM users WHERE second_factor_sealed IS NOT NULL OR second_factor_since_ms IS NOT NULL
         OR second_factor_step IS NOT NULL",
        "SELECT count(*) FROM recovery_codes",
        "SELECT count(*) FROM sessions",
        "SELECT count(*) - 1 FROM audit_log WHERE action = 'second_factor_off' AND user_id IS NULL",
    ] {
        let row = db.store.read().query_one_raw(sql(db.store.read(), nothing, Vec::new())).await.unwrap();
        assert_eq!(row.unwrap().try_get_by_index::<i64>(0).unwrap(), 0, "{nothing}");
    }
}

async fn an_operator_makes_replaces_and_removes_keys(db: TestDb) {
    let id = account(&db).await;
    run(&db, &format!("users create --account {id} --email grace@shelter.example"), "").await.unwrap();
    let of =
        |command: &str, user: &str| format!("keys {command} --account {id} --user {user}@shelter.example");
    let key = |value: &Value| value["api_key"].as_str().unwrap().to_owned();
    let first = key(&run(&db, &of("create", "grace"), "").await.unwrap());
    let second = key(&run(&db, &of("refresh", "grace"), "").await.unwrap());
    assert!(first.starts_with("alm_") && first != second);
    let list = run(&db, &format!("keys list --account {id}"), "").await.unwrap();
    assert_eq!(
        (list.as_array().unwrap().len(), &list[1]["email"]),
        (2, &"grace@shelter.example".into()),
        "{list}"
    );
    assert!(list[1]["last_used_at"].is_null() && !list.to_string().contains("alm_"), "{list}");
    assert_eq!(list[1]["key_name"], "API key", "{list}");
    // Of several keys, one is named.
    run(&db, &format!("{} --key-name Ledger", of("create", "grace")), "").await.unwrap();
    let which = "key_name is required, one of `API key`, `Ledger`";
    assert_eq!(run(&db, &of("refresh", "grace"), "").await.unwrap_err(), format!("almoner: {which}\n"));
    let unknown = run(&db, &format!("{} --key-name x", of("refresh", "grace")), "").await.unwrap_err();
    assert_eq!(unknown, "almoner: key_name is none of the user's, which are `API key`, `Ledger`\n");
    let third = key(&run(&db, &format!("{} --key-name ledger", of("refresh", "grace")), "").await.unwrap());
    assert!(![&first, &second].contains(&&third));
    let removed = run(&db, &format!("{} --key-name Ledger", of("revoke", "grace")), "").await.unwrap();
    assert_eq!(removed["key_name"], "Ledger");
    run(&db, &of("revoke", "grace"), "").await.unwrap();
    for (line, expected) in [
        (
            of("create", "ada"),
            "key_name is the name of another key of the user: refresh that one, or choose another name",
        ),
        (of("refresh", "grace"), "key does not exist: create one"),
        (of("revoke", "grace"), "key does not exist: create one"),
        (of("create", "nobody"), "there is no user nobody@shelter.example"),
        (
            "keys create --account 99 --user ada@shelter.example".to_owned(),
            "the user is not a member of the account",
        ),
        ("keys list --account 99".to_owned(), "there is no such account"),
    ] {
        assert_eq!(run(&db, &line, "").await.unwrap_err(), format!("almoner: {expected}\n"), "{line}");
    }
}
