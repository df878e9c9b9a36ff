//! Data of the callers' own that was there before it could be searched.

use sea_orm::{ConnectionTrait, DbBackend};
use shared::database::schema;
use shared::database::testing::{self, TestDb};

use super::Dump;
use crate::support::Api;

/// Data that `jsonb` of PostgreSQL cannot hold: a number that is too large, ones that are too precise, and a NUL
/// character. Earlier versions took some of them.
fn not_searched() -> Vec<String> {
    let zeros = "0".repeat(15_400);
    vec![
        r#"{"seat":"8","n":1e200000}"#.to_owned(),
        r#"{"seat":"8","n":1e-20000}"#.to_owned(),
        format!(r#"{{"seat":"8","n":0.{zeros}e-999}}"#),
        format!(r#"{{"seat":"8","n":0.{zeros}1e-999}}"#),
        r#"{"seat":"8","n":"\u0000"}"#.to_owned(),
        r#"{"seat":"8","\u0000":1}"#.to_owned(),
    ]
}

/// Texts that only look like such numbers.
const SEARCHED: [&str; 2] = [
    r#"{"seat":"8","uuid":"9f1e4567-e89b-12d3-a456-426614174000"}"#,
    r#"{"seat":"8","code":"1e99999 \\u0000"}"#,
];

#[tokio::test(flavor = "multi_thread")]
async fn sqlite() {
    what_cannot_be_searched_keeps_no_database_from_its_upgrade(testing::empty_sqlite().await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn postgres() {
    what_cannot_be_searched_keeps_no_database_from_its_upgrade(testing::empty_postgres().await).await;
}

async fn what_cannot_be_searched_keeps_no_database_from_its_upgrade(db: TestDb) {
    let dump = Dump::load("m20261122_000020_webhook_concurrency");
    testing::restore(&db, &dump.text).await.unwrap();
    let api = Api::start(db).await;
    let insert = async |custom: &str| {
        let columns = "account_id, contact_status, contact_is_org, contact_anonymous, contact_newsletter, contact_do_not_call, \
                       contact_do_not_mail, contact_do_not_email, created_at_ms, updated_at_ms";
        let text = format!(
            "INSERT INTO contacts (contact_custom, {columns})
             SELECT $1, {columns} FROM contacts WHERE contact_anonymous ORDER BY id LIMIT 1"
        );
        api.execute(&text, vec![custom.into()]).await;
    };
    for custom in not_searched().iter().map(String::as_str).chain(SEARCHED) {
        insert(custom).await;
    }
    schema::migrate(&api.db.store).await.unwrap();
    let account = api.account_with_key(1, 1, dump.comments("api_key")[0]);
    // Some of the numbers are too large for the reader of this test, too.
    let found = async || {
        let list = account.request("GET", "/contacts?custom.seat=8").send().await.unwrap();
        assert_eq!(list.status(), 200);
        list.text().await.unwrap().matches(r#""seat":"8""#).count()
    };
    let expected = match api.db.store.backend() {
        DbBackend::Sqlite => SEARCHED.len() + not_searched().len(),
        _ => SEARCHED.len(),
    };
    assert_eq!(found().await, expected);
    // Nor does it keep a record from being written.
    for custom in not_searched() {
        insert(&custom).await;
    }
    api.execute(
        "UPDATE contacts SET contact_custom = $1 WHERE contact_custom IS NOT NULL",
        vec![SEARCHED[0].into()],
    )
    .await;
    assert_eq!(found().await, 1 + SEARCHED.len() + 2 * not_searched().len());
    if api.db.store.backend() == DbBackend::Postgres {
        // A restore has no search path.
        let write = "BEGIN; SET LOCAL search_path = ''; UPDATE public.contacts SET contact_custom = '{\"seat\":\"8\"}'; COMMIT";
        api.db.store.write().execute_unprepared(write).await.unwrap();
        assert_eq!(found().await, account.get("/contacts").await.ok().list().len());
    }
}
