//! A database that was restored from a backup: a cursor from the time that was lost is refused, instead of skipping
//! changes without a word.

use sea_orm::DbBackend;
use serde_json::json;
use shared::database::testing::TestDb;
use shared::events::epoch;

use crate::support::{Account, Api};

shared::both_databases!(
    cursors_of_a_lost_history_are_refused,
    a_cursor_that_is_ahead_of_the_log_is_refused,
    a_version_that_was_given_out_is_not_given_out_again,
    a_database_of_an_earlier_version_keeps_its_cursors,
);

/// Makes the database look as if it was last opened elsewhere, as a restored one does.
async fn restore(api: &Api) {
    api.execute("UPDATE event_log SET identity = 'elsewhere'", Vec::new()).await;
    epoch::check(&api.db.store).await.unwrap();
}

async fn sync_path(account: &Account) -> String {
    let list = account.get("/contacts").await.ok();
    format!("/contacts?updated_since={}", list.header("sync-cursor").unwrap())
}

async fn three_contacts(api: &Api) -> Account {
    let account = api.account().await;
    for name in ["One", "Two", "Three"] {
        account.record("contacts", json!({"contact_status": "donor", "contact_lname": name})).await;
    }
    api.settle().await;
    account
}

async fn cursors_of_a_lost_history_are_refused(db: TestDb) {
    let api = Api::start(db).await;
    epoch::check(&api.db.store).await.unwrap();
    let account = three_contacts(&api).await;
    let sync = sync_path(&account).await;
    let page = account.get("/contacts?limit=1").await.ok();
    let next = page.header("link").unwrap().split(['<', '>']).nth(1).unwrap().replace("/api/v1", "");
    epoch::check(&api.db.store).await.unwrap();
    account.get(&sync).await.ok();
    account.get(&next).await.ok();

    restore(&api).await;
    for path in [&sync, &next] {
        let refused = account.get(path).await;
        assert_eq!(refused.status, 422, "{path}");
        assert!(refused.message().contains("if the database was restored since"), "{}", refused.message());
    }
    account.get(&sync_path(&account).await).await.ok();
}

async fn a_cursor_that_is_ahead_of_the_log_is_refused(db: TestDb) {
    let api = Api::start(db).await;
    let account = three_contacts(&api).await;
    let sync = sync_path(&account).await;
    let back = match api.db.store.backend() {
        DbBackend::Sqlite => "UPDATE events SET position = position - 1000",
        _ => "UPDATE event_log SET origin = -1000000",
    };
    api.execute(back, Vec::new()).await;
    assert_eq!(account.get(&sync).await.status, 422);
}

async fn a_version_that_was_given_out_is_not_given_out_again(db: TestDb) {
    let api = Api::start(db).await;
    epoch::check(&api.db.store).await.unwrap();
    let account = api.account().await;
    let (path, _) = account.record("gift-types", json!({"gift_type_name": "Legacy"})).await;
    let tag = account.get(&path).await.ok().header("etag").unwrap().to_owned();
    restore(&api).await;
    assert_ne!(account.get(&path).await.ok().header("etag").unwrap(), tag);
}

async fn a_database_of_an_earlier_version_keeps_its_cursors(db: TestDb) {
    let api = Api::start(db).await;
    let account = three_contacts(&api).await;
    let sync = sync_path(&account).await;
    // The first check of a database that has no identity yet.
    epoch::check(&api.db.store).await.unwrap();
    account.get(&sync).await.ok();
}
