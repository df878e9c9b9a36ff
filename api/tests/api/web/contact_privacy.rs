//! A copy of a contact's data, and the erasure of a contact, on their pages: for owners alone.

use std::time::Duration;

use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;

use super::browser::{User, browser_of, start};
use super::form::Form;
use super::letters::{THANKS, send};
use crate::support::{Account, Api};

both_databases!(
    a_copy_shows_and_has_all_that_belongs_to_the_contact,
    a_copy_has_letters_files_and_gifts_that_credit_the_contact,
    an_erasure_says_what_it_erases_and_changes_nothing_before_the_name_is_typed,
    the_typed_name_erases_the_contact_and_the_audit_log_says_who_did_it,
    two_erasures_at_once_erase_once,
    an_erasure_waits_for_another_one_of_the_account,
    the_page_does_not_wait_for_what_is_still_being_sent,
    members_see_neither_and_a_contact_of_another_account_is_not_there,
);

async fn ada(account: &Account) -> (String, i64) {
    let body = json!({
        "contact_status": "donor", "contact_fname": "Ada", "contact_lname": "Featherstone", "contact_notes": "Likes roses",
        "emails": [{"email_address": "ada@featherstone.example"}],
    });
    let (path, id) = account.record("contacts", body).await;
    let gift =
        json!({"contact_id": id, "gift_amount": 50, "gift_date": "2026-05-20", "gift_memo": "For Byron"});
    account.record("gifts", gift).await;
    account
        .record("tasks", json!({"task_subject": "Ring her", "contact_id": id, "task_notes": "At noon"}))
        .await;
    (path, id)
}

/// Waits for what erases, while all events are delivered at once. An erasure waits for those.
pub(super) async fn while_all_is_delivered<T>(api: &Api, erasing: impl Future<Output = T>) -> T {
    let deliver = async {
        loop {
            api.execute("DELETE FROM outbox", vec![]).await;
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    tokio::select! {
        erased = erasing => erased,
        () = deliver => unreachable!("it never ends"),
    }
}

async fn a_copy_shows_and_has_all_that_belongs_to_the_contact(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let (path, id) = ada(&account).await;
    let other = account.contact().await;
    account.record("gifts", json!({"contact_id": other, "gift_amount": 7, "gift_date": "2026-05-20"})).await;
    let copy = format!("{path}/copy");
    browser.get(&path).await.has(&format!("href=\"{copy}\""));
    let page = browser.get(&copy).await.shows(200, "Copy of the data of Ada Featherstone");
    let page = page.has("Likes roses").has("$50.00").has("Ring her").lacks("$7.00");
    page.lacks("/done\"").has(&format!("href=\"{copy}/file\" download"));
    let file = browser.get(&format!("{copy}/file")).await;
    assert_eq!(file.headers["content-disposition"], format!("attachment; filename=\"contact-{id}.json\""));
    assert_eq!(file.headers["cache-control"], "no-store");
    let data: Value = serde_json::from_str(&file.html).unwrap();
    assert_eq!(data["contact"]["contact_notes"], "Likes roses");
    assert_eq!(
        (&data["gifts"][0]["gift_memo"], data["gifts"].as_array().unwrap().len()),
        (&json!("For Byron"), 1)
    );
    assert_eq!((&data["tasks"][0]["task_notes"], &data["pledges"]), (&json!("At noon"), &json!([])));
    let said = format!("records_exported the copy of contact {id}");
    assert!(api.audited(account.id).await.contains(&said));
    assert_eq!(
        (&data["letters"], &data["files"], &data["credited_gifts"]),
        (&json!([]), &json!([]), &json!([]))
    );
}

async fn a_copy_has_letters_files_and_gifts_that_credit_the_contact(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let (path, id) = ada(&account).await;
    let other = account.contact().await;
    let credited =
        json!({"contact_id": other, "gift_amount": 7, "gift_date": "2026-05-21", "gift_soft_credits": [id]});
    let (credited_path, credited) = account.record("gifts", credited).await;
    let gifts = account.get(&format!("/gifts?contact_id={id}")).await.ok().data().clone();
    let page = browser.get(&format!("{THANKS}?way=hand")).await;
    send(&mut browser, &page, &[gifts[0]["id"].as_i64().unwrap()]).await.location();
    let text =
        "INSERT INTO contact_files (account_id, contact_id, file_name, file_bytes, added_at_ms, file_content)
                VALUES ($1, $2, 'pledge.pdf', 4, 0, $3)";
    api.insert(text, vec![account.id.into(), id.into(), vec![1_u8].into()]).await;
    let page = browser.get(&format!("{path}/copy")).await.has("Thank you for your gift").has("pledge.pdf");
    page.has(&format!("href=\"{credited_path}\""));
    let file = browser.get(&format!("{path}/copy/file")).await;
    let data: Value = serde_json::from_str(&file.html).unwrap();
    let letter = &data["letters"][0];
    assert_eq!(
        (&letter["letter_number"], &letter["letter"]["to"][0]),
        (&json!(1), &json!("Ada Featherstone"))
    );
    assert_eq!(data["files"][0]["file_name"], "pledge.pdf");
    assert_eq!(data["credited_gifts"], json!([{"gift_id": credited, "gift_date": "2026-05-21"}]));
}

async fn an_erasure_says_what_it_erases_and_changes_nothing_before_the_name_is_typed(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let (path, _) = ada(&account).await;
    let erase = format!("{path}/erase");
    browser.get(&path).await.has(&format!("href=\"{erase}\""));
    let (before, audited) = (account.get(&path).await.ok().data().clone(), api.audited(account.id).await);
    let page = browser.get(&erase).await.shows(200, "Erase Ada Featherstone");
    let page = page.has("fields of the contact").has("texts of 1 gift").has("texts of 1 task").has("backups");
    for name in ["", "Ada", "ada featherstone", "Grace Hopper"] {
        let refused = Form::of(&page, &erase).set("name", name).send(&mut browser).await;
        refused.shows(422, "Erase Ada Featherstone").has("Nothing was erased");
    }
    assert_eq!(
        (account.get(&path).await.ok().data().clone(), api.audited(account.id).await),
        (before, audited)
    );
}

async fn the_typed_name_erases_the_contact_and_the_audit_log_says_who_did_it(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let (path, id) = ada(&account).await;
    let erase = format!("{path}/erase");
    let form = Form::of(&browser.get(&erase).await, &erase).set("name", "  Ada  Featherstone ");
    assert_eq!(while_all_is_delivered(&api, form.send(&mut browser)).await.location(), path);
    browser
        .get(&path)
        .await
        .shows(200, "Anonymous")
        .has("Erased:")
        .lacks("Featherstone")
        .lacks("roses")
        .has("$50.00");
    let gifts = account.get(&format!("/gifts?contact_id={id}")).await.ok().data().clone();
    assert_eq!((&gifts[0]["gift_amount"], &gifts[0]["gift_memo"]), (&json!(50.0), &json!(null)));
    assert!(api.audited(account.id).await.contains(&format!("contact_erased contact {id}")));
    let text = "SELECT user_id FROM audit_log WHERE action = 'contact_erased' AND account_id = $1";
    let rows = api.query(text, vec![account.id.into()]).await;
    assert_eq!(rows[0].try_get_by_index::<Option<i64>>(0).unwrap(), Some(account.user_id));
    assert!(api.events(&account).await.iter().all(|event| !event.body.contains("Featherstone")));
    browser.get(&erase).await.shows(200, "Erase Anonymous").lacks("fields of the contact");
}

async fn two_erasures_at_once_erase_once(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let (path, _) = ada(&account).await;
    let erase = format!("{path}/erase");
    let form = Form::of(&browser.get(&erase).await, &erase).set("name", "Ada Featherstone");
    let (mut one, mut other) = (browser.clone(), browser.clone());
    let both = async { tokio::join!(form.send(&mut one), form.send(&mut other)) };
    let (first, second) = while_all_is_delivered(&api, both).await;
    // The second one finds the first at work, or nobody of this name any more.
    let statuses = [first.status, second.status];
    assert!(
        statuses.contains(&303) && statuses.iter().all(|status| [303, 422].contains(status)),
        "{statuses:?}"
    );
    let erased =
        api.audited(account.id).await.into_iter().filter(|entry| entry.starts_with("contact_erased"));
    assert_eq!(erased.count(), 1);
    browser.get(&path).await.shows(200, "Anonymous");
}

async fn an_erasure_waits_for_another_one_of_the_account(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let (path, _) = ada(&account).await;
    let erase = format!("{path}/erase");
    let form = Form::of(&browser.get(&erase).await, &erase).set("name", "Ada Featherstone");
    let turn = api.app.erasures.turn(account.id).unwrap();
    assert_eq!(form.send(&mut browser).await.location(), path);
    browser.get(&path).await.shows(200, "Ada Featherstone").has("Nothing is erased: somebody else");
    drop(turn);
    while_all_is_delivered(&api, form.send(&mut browser)).await.location();
    browser.get(&path).await.shows(200, "Anonymous");
}

async fn the_page_does_not_wait_for_what_is_still_being_sent(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let (path, _) = ada(&account).await;
    let erase = format!("{path}/erase");
    let form = Form::of(&browser.get(&erase).await, &erase).set("name", "Ada Featherstone");
    assert_eq!(form.send(&mut browser).await.location(), path);
    browser.get(&path).await.shows(200, "Anonymous").has("The erasure is under way.");
    // It is still under way, and there is one at a time.
    let page = form.send(&mut browser).await;
    browser.follow(&page).await.has("Nothing is erased:");
}

async fn members_see_neither_and_a_contact_of_another_account_is_not_there(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let (path, _) = ada(&account).await;
    let member: User = api.member(account.id, "member").await;
    let mut member = api.signed_in(&member).await;
    member.get(&path).await.shows(200, "Ada Featherstone").lacks("/erase\"").lacks("/copy\"");
    for page in ["copy", "copy/file", "erase"] {
        assert_eq!(member.get(&format!("{path}/{page}")).await.status, 403, "{page}");
    }
    let other = api.account().await;
    let (foreign, _) = ada(&other).await;
    for page in ["copy", "copy/file", "erase"] {
        browser.get(&format!("{foreign}/{page}")).await.shows(404, "There is no such page");
    }
    let erase = format!("{path}/erase");
    let csrf = Form::of(&browser.get(&erase).await, &erase).value("csrf").to_owned();
    let fields = [("csrf", &*csrf), ("name", "Ada Featherstone")];
    browser.post(&format!("{foreign}/erase"), &fields).await.shows(404, "There is no such page");
    assert_eq!(member.post(&erase, &fields).await.status, 403);
    let mut theirs = browser_of(&api, &other).await;
    theirs.get(&foreign).await.shows(200, "Ada Featherstone");
}
