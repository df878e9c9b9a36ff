//! Contacts that are ticked in their list: a tag or a task for each, and a file of them.

use serde_json::json;
use shared::both_databases;
use shared::database::testing::TestDb;

use super::browser::{browser_of, start};
use super::form::Form;
use crate::support::Account;

both_databases!(
    the_list_has_a_tick_for_each_contact_and_leads_back,
    a_tag_is_added_to_each_by_a_change_of_its_own,
    a_task_is_added_for_each,
    a_call_is_left_out_for_who_wants_none,
    who_is_not_changed_is_named_with_the_reason,
    what_is_wrong_is_said_before_anything_is_changed,
    a_file_has_the_ticked_contacts_alone,
    contacts_of_another_account_are_not_there,
);

async fn contacts(account: &Account, names: &[&str]) -> Vec<i64> {
    let mut ids = Vec::new();
    for name in names {
        let body = json!({"contact_status": "donor", "contact_lname": name, "tags": ["Volunteer"]});
        ids.push(account.record("contacts", body).await.1);
    }
    ids
}

/// Returns the address of the page of these contacts.
fn ticked(ids: &[i64]) -> String {
    let ids: Vec<_> = ids.iter().map(|id| format!("id={id}")).collect();
    format!("/contacts/ticked?{}&back=%2Fcontacts%3Fstatus%3Ddonor", ids.join("&"))
}

async fn the_list_has_a_tick_for_each_contact_and_leads_back(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let ids = contacts(&account, &["Babbage", "Lovelace"]).await;
    let page = browser.get("/contacts?status=donor").await.shows(200, "Contacts");
    for id in &ids {
        let tick = format!("form=\"ticked\" name=\"id\" value=\"{id}\" aria-label=\"Select ");
        assert!(page.html.contains(&tick), "{}", page.html);
    }
    let form = page.between("<form id=\"ticked\"", "</form>");
    assert!(form.contains("action=\"/contacts/ticked\"") && form.contains("/contacts?status"), "{form}");
    browser.get("/gifts").await.lacks("id=\"ticked\"");
    let page = browser.get(&ticked(&ids)).await.shows(200, "2 contacts selected");
    page.has("Babbage").has("Lovelace").has("href=\"/contacts?status");
    browser.get("/contacts/ticked").await.shows(200, "0 contacts selected").has("Nobody is selected.");
}

async fn a_tag_is_added_to_each_by_a_change_of_its_own(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let ids = contacts(&account, &["Babbage", "Lovelace", "Hopper"]).await;
    account.put(&format!("/contacts/{}", ids[2]), json!({"tags": ["volunteer", "spring GALA"]})).await.ok();
    let before = api.events(&account).await.len();
    let page = browser.get(&ticked(&ids)).await;
    let page = Form::of(&page, "/contacts/ticked/tag").set("tag", " Spring gala ").send(&mut browser).await;
    assert_eq!(page.location(), "/contacts?status=donor");
    let page = browser.follow(&page).await;
    page.has("2 contacts: the tag Spring gala is added. 1 contact had it already.");
    for id in &ids {
        let contact = account.get(&format!("/contacts/{id}")).await.ok();
        let tags: Vec<_> =
            contact["tags"].as_array().unwrap().iter().map(|tag| tag["tag_name"].clone()).collect();
        assert_eq!(tags, ["Volunteer", "spring GALA"], "the first spelling stays, and other tags too");
    }
    let events = api.events(&account).await;
    assert_eq!(events.len(), before + 2);
    assert!(events[before..].iter().all(|event| event.name == "contacts.update"));
}

async fn a_task_is_added_for_each(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let ids = contacts(&account, &["Babbage", "Lovelace"]).await;
    let page = browser.get(&ticked(&ids)).await;
    let form = Form::of(&page, "/contacts/ticked/task")
        .set("task_subject", "Invite to the gala")
        .set("task_type", "call")
        .set("task_due_date", "2026-07-01")
        .set("task_assignee_id", &account.user_id.to_string());
    let page = form.send(&mut browser).await;
    browser.follow(&page).await.has("2 contacts: a task is added for each.");
    let tasks = account.get("/tasks?sort=id").await.ok();
    let tasks: Vec<_> = tasks
        .list()
        .iter()
        .map(|task| {
            json!([
                task["contact_id"],
                task["task_subject"],
                task["task_type"],
                task["task_due_date"],
                task["task_assignee_id"]
            ])
        })
        .collect();
    let expected =
        ids.iter().map(|id| json!([id, "Invite to the gala", "call", "2026-07-01", account.user_id]));
    assert_eq!(tasks, expected.collect::<Vec<_>>());
    let events = api.events(&account).await;
    assert_eq!(events.iter().filter(|event| event.name == "tasks.create").count(), 2);
}

async fn a_call_is_left_out_for_who_wants_none(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let ids = contacts(&account, &["Babbage", "Lovelace"]).await;
    browser.get(&ticked(&ids)).await.lacks("no task of the type");
    account.put(&format!("/contacts/{}", ids[0]), json!({"contact_do_not_call": 1})).await.ok();
    let page = browser.get(&ticked(&ids)).await;
    let page = page.has("1 of them wants no calls or has died, and gets no task of the type “Call”.");
    let form = Form::of(&page, "/contacts/ticked/task").set("task_subject", "Invite");
    let sent = form.clone().set("task_type", "call").send(&mut browser).await;
    let told = "1 contact: a task is added for each. Not changed: Babbage (wants no calls).";
    browser.follow(&sent).await.has(told);
    let tasks = account.get("/tasks").await.ok();
    assert!(tasks.list().iter().all(|task| task["contact_id"] == ids[1]), "{:?}", tasks.list());
    // All that is no call is for everybody.
    let sent = form.set("task_type", "letter").send(&mut browser).await;
    browser.follow(&sent).await.has("2 contacts: a task is added for each.");
}

async fn who_is_not_changed_is_named_with_the_reason(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let ids = contacts(&account, &["Babbage", "Lovelace"]).await;
    let page = browser.get(&ticked(&[ids[0], ids[1]])).await;
    // Nobody of the account has this id.
    let form = Form::of(&page, "/contacts/ticked/task").set("task_subject", "Call");
    let form = form.set("task_assignee_id", "999999");
    let page = form.send(&mut browser).await;
    let page = browser.follow(&page).await;
    page.has(
        "0 contacts: a task is added for each. Not changed: \
         Babbage (“Assigned to” must be the “User” of a member of this account); Lovelace (",
    );
    assert!(account.get("/tasks").await.ok().list().is_empty());
}

async fn what_is_wrong_is_said_before_anything_is_changed(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let ids = contacts(&account, &["Babbage", "Lovelace"]).await;
    let before = api.events(&account).await.len();
    for (action, field, value, words) in [
        ("tag", "tag", "", "required"),
        ("tag", "tag", &*"x".repeat(51), "50 characters"),
        ("task", "task_subject", "", "required"),
        ("task", "task_due_date", "soon", "must be a date"),
    ] {
        let action = format!("/contacts/ticked/{action}");
        let page = browser.get(&ticked(&ids)).await;
        let page =
            Form::of(&page, &action).set("task_subject", "Call").set(field, value).send(&mut browser).await;
        let page = page.shows(422, "2 contacts selected");
        let id = format!("id=\"{}-{field}-error\">", action.trim_start_matches('/').replace('/', "-"));
        let error = page.between(&id, "</p>").to_lowercase();
        assert!(error.contains(words), "{words}: {error}");
    }
    assert_eq!(api.events(&account).await.len(), before);
    let page = browser.get(&ticked(&(1..=150).collect::<Vec<_>>())).await;
    page.has("Only the first 100 are handled at once.");
}

async fn a_file_has_the_ticked_contacts_alone(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let ids = contacts(&account, &["Babbage", "Lovelace", "Hopper"]).await;
    let page = browser.get(&ticked(&ids[1..])).await;
    let link = page.between("<a class=\"button\" href=\"", "\"").replace("&#61;", "=").replace("&#38;", "&");
    let file = browser.get(&link).await;
    assert_eq!(file.status, 200);
    file.has("Lovelace").has("Hopper").lacks("Babbage");
    let found = account.get(&format!("/contacts?id={},{}", ids[0], ids[2])).await.ok();
    assert_eq!(
        found.list().iter().map(|one| one["id"].as_i64().unwrap()).collect::<Vec<_>>(),
        [ids[0], ids[2]]
    );
    let page = browser.get(&format!("/contacts?id={}", ids[0])).await.has("Babbage").lacks("Hopper");
    page.has("Those that were selected");
}

async fn contacts_of_another_account_are_not_there(db: TestDb) {
    let (api, account, _) = start(db).await;
    let ids = contacts(&account, &["Babbage"]).await;
    let other = api.account().await;
    let own = contacts(&other, &["Hopper"]).await;
    let mut stranger = browser_of(&api, &other).await;
    let page =
        stranger.get(&ticked(&[ids[0], own[0]])).await.shows(200, "1 contact selected").lacks("Babbage");
    let form = Form::of(&page, "/contacts/ticked/tag").set("tag", "Gala");
    // Somebody who writes the id of another account's contact into the form.
    let form = form.and("id", &ids[0].to_string());
    let page = form.send(&mut stranger).await;
    let page = stranger.follow(&page).await;
    page.has("1 contact: the tag Gala is added.").has("it is not there any more").lacks("Babbage");
    let contact = account.get(&format!("/contacts/{}", ids[0])).await.ok();
    assert_eq!(contact["tags"].as_array().unwrap().len(), 1);
}
