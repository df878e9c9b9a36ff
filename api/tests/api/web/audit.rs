//! The audit log: its entries, who sees them, and how long they are kept.

use std::time::Duration;

use api::accounts::audit;
use serde_json::json;
use shared::both_databases;
use shared::database::testing::TestDb;

use super::browser::{Browser, User, browser_of};
use super::imports::upload;
use crate::support::Api;

both_databases!(
    changes_of_webhooks_are_audited,
    owners_see_the_log_page_by_page,
    old_entries_are_removed,
    what_concerns_a_user_is_in_the_log_of_each_account,
    a_file_of_records_is_audited,
    imports_are_audited,
);

async fn changes_of_webhooks_are_audited(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let url = "https://93.184.215.14/hook?token=a-secret";
    let (path, id) = account.record("webhooks", json!({"webhook_url": url})).await;
    account.put(&path, json!({"webhook_status": "paused"})).await.ok();
    account.put(&path, json!({"webhook_status": "none such"})).await;
    account.post(&format!("{path}/rotate-secret"), json!({})).await.ok();
    let to = format!("webhook {id} to 93.184.215.14");
    let expected = [
        format!("webhook_created {to}"),
        format!("webhook_updated {to}"),
        format!("webhook_secret_rotated webhook {id}"),
    ];
    assert_eq!(api.audited(account.id).await, expected);
    let user = User { id: account.user_id, account_id: account.id, email: String::new() };
    let mut browser = api.signed_in(&user).await;
    let page = browser.get("/settings/audit").await.shows(200, "Audit log");
    page.has("Webhook registered").has(&to).has("127.0.0.1").has("owner-").lacks("a-secret");
    // What is stored is English, whoever reads it.
    browser.language = Some("de");
    let page = browser.get("/settings/audit").await.has("Webhook registriert");
    page.has(&format!("<bdi>Webhook {id} an 93.184.215.14</bdi>")).has(&format!("<bdi>Webhook {id}</bdi>"));
}

async fn owners_see_the_log_page_by_page(db: TestDb) {
    let api = Api::start(db).await;
    let (owner, other) = (api.owner().await, api.owner().await);
    for n in 0..101 {
        let text = "INSERT INTO audit_log (account_id, at_ms, action, detail) VALUES ($1, $2, 'account_changed', $3)";
        let detail = format!("change {n}.");
        api.insert(text, vec![owner.account_id.into(), api.app.clock.now_ms().into(), detail.into()]).await;
    }
    let mut browser = api.signed_in(&owner).await;
    let first = browser.get("/settings/audit").await.has("change 100.").has("change 51.").lacks("change 50.");
    first.has("Page 1 of 3").has("/settings/audit?page=2").lacks("Newer");
    browser.get("/settings/audit?page=2").await.has("change 50.").has("change 1.").has("Older").has("Newer");
    browser.get("/settings/audit?page=3").await.has("change 0.").lacks("Older");
    for beyond in ["4", "99999999999999999999", "0", "x"] {
        browser.get(&format!("/settings/audit?page={beyond}")).await.shows(200, "Audit log");
    }
    api.signed_in(&other).await.get("/settings/audit").await.lacks("change 1");
}

async fn old_entries_are_removed(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    account.record("webhooks", json!({"webhook_url": "https://93.184.215.14/"})).await;
    let hour = Duration::from_hours(1);
    let (store, now_ms) = (&api.app.store, api.app.clock.now_ms());
    assert_eq!(audit::remove_old(store, now_ms, hour).await.unwrap(), 0);
    assert_eq!(audit::remove_old(store, now_ms + 3_600_000, hour).await.unwrap(), 0);
    assert_eq!(audit::remove_old(store, now_ms + 3_600_001, hour).await.unwrap(), 1);
    assert_eq!(api.audited(account.id).await, Vec::<String>::new());
}

async fn what_concerns_a_user_is_in_the_log_of_each_account(db: TestDb) {
    let api = Api::start(db).await;
    let owner = api.owner().await;
    let mut accounts = vec![owner.account_id];
    for _ in 0..3 {
        let other = api.owner().await;
        api.join(&owner, other.account_id, "member").await;
        accounts.push(other.account_id);
    }
    let elsewhere = api.owner().await;
    let fields = [("email", &*owner.email), ("password", "not the password")];
    Browser::new(&api).fill("/sign-in", "/sign-in", &fields).await.shows(422, "Sign in");
    Browser::new(&api).sign_in(&owner.email).await;
    for account_id in accounts {
        let expected = [format!("sign_in_failed {}", owner.email), "sign_in".to_owned()];
        assert_eq!(api.audited(account_id).await, expected);
    }
    assert_eq!(api.audited(elsewhere.account_id).await, Vec::<String>::new());
}

async fn a_file_of_records_is_audited(db: TestDb) {
    let api = Api::start(db).await;
    let owner = api.owner().await;
    let member = api.member(owner.account_id, "member").await;
    let mut browser = api.signed_in(&member).await;
    // The search is not in the log: it may be somebody's name.
    assert_eq!(browser.get("/contacts/export?q=Lovelace").await.status, 200);
    assert_eq!(browser.get("/gifts/export").await.status, 200);
    assert_eq!(browser.get("/contacts/export?status=nothing").await.status, 422);
    assert_eq!(api.audited(owner.account_id).await, ["records_exported contacts", "records_exported gifts"]);
    let page = api.signed_in(&owner).await.get("/settings/audit").await;
    page.has("Records exported").has(&member.email).lacks("Lovelace");
}

async fn imports_are_audited(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let file = "contact_status,contact_lname\ndonor,King\n";
    let sent = api.imported(&account, "contacts", file).await.id();
    // What writes nothing is not in the log.
    account.import("contacts?dry_run=1", file).await.created();
    api.work().await;
    account.post(&format!("/imports/{sent}/undo"), json!({})).await.created();
    api.work().await;
    let mut browser = browser_of(&api, &account).await;
    let check = upload(&mut browser, "contacts", file).await.location().to_owned();
    api.work().await;
    let done = browser.fill(&check, &format!("{check}/run"), &[]).await.location().to_owned();
    api.work().await;
    browser.fill(&check, &format!("{check}/remove"), &[]).await.location();
    let number = |path: &str| path.rsplit('/').next().unwrap_or_default().to_owned();
    let expected = [
        format!("imported import {sent}: contacts"),
        format!("import_undone import {sent}: contacts"),
        format!("imported import {}: contacts", number(&done)),
        format!("import_check_removed import {}: contacts", number(&check)),
    ];
    assert_eq!(api.audited(account.id).await, expected);
    browser.language = Some("de");
    let page = browser.get("/settings/audit").await.has("Datei importiert").has("Import rückgängig gemacht");
    page.has("Prüfung einer Datei entfernt").has(&format!("Import {sent}: Kontakte"));
}
