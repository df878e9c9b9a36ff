//! Archived contacts: no page proposes them. And the details that tell contacts of the same name apart.

use serde_json::json;
use shared::both_databases;
use shared::database::testing::TestDb;

use super::browser::start;
use super::form::Form;

both_databases!(
    archived_contacts_are_neither_suggested_nor_lapsed,
    a_list_leaves_archived_contacts_out_unless_it_is_asked_for_them,
    suggestions_tell_two_of_the_same_name_apart,
    the_page_of_a_merged_contact_leads_to_the_one_that_stays,
    a_contact_is_archived_and_brought_back_on_its_page,
);

async fn archived_contacts_are_neither_suggested_nor_lapsed(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let mut ids = Vec::new();
    for (first, amount) in [("Ada", 70), ("Olga", 90)] {
        let body = json!({"contact_status": "donor", "contact_fname": first, "contact_lname": "Moreau"});
        let (_, id) = account.record("contacts", body).await;
        let gift = json!({"contact_id": id, "gift_amount": amount, "gift_date": "2025-05-01"});
        account.record("gifts", gift).await;
        ids.push(id);
    }
    account.put(&format!("/contacts/{}", ids[1]), json!({"contact_status": "archive"})).await.ok();
    let options = browser.get("/contacts/suggest?q=moreau").await.has("Ada Moreau").lacks("Olga");
    assert_eq!(options.html.matches("<option").count(), 1);
    let lapsed = browser.get("/overview").await.between("<h2 id=\"lapsed\">", "</section>");
    assert!(lapsed.contains("Ada Moreau") && lapsed.contains(">All 1<"), "{lapsed}");
    assert!(!lapsed.contains("Olga"), "{lapsed}");
    for filter in ["lybunt=1", "lapsed=sybunt"] {
        browser.get(&format!("/contacts?{filter}")).await.has("1 contact").has("Ada Moreau").lacks("Olga");
    }
    // A name means no archived contact, and a number does.
    for (donor, giver) in [("moreau", ids[0]), (&*format!("#{}", ids[1]), ids[1])] {
        let page = browser.get("/gifts/new").await;
        let form = Form::of(&page, "/gifts").set("contact_id", donor).set("gift_amount", "5");
        let saved = form.send(&mut browser).await;
        assert_eq!(account.get(saved.location()).await.ok()["contact_id"], giver, "{donor}");
    }
}

async fn a_list_leaves_archived_contacts_out_unless_it_is_asked_for_them(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let person = |status: &str, first: &str| json!({"contact_status": status, "contact_fname": first, "contact_lname": "King"});
    account.record("contacts", person("donor", "Ada")).await;
    let (_, eve) = account.record("contacts", person("archive", "Eve")).await;
    let gift = json!({"contact_id": eve, "gift_amount": 5, "gift_date": "2026-02-03"});
    account.record("gifts", gift).await;
    for query in ["", "?q=king", "?sort=-given_total", "?archived=0", "?given_min=0"] {
        browser.get(&format!("/contacts{query}")).await.shows(200, "Contacts").lacks("Eve");
    }
    browser.get("/contacts").await.has("1 contact").has("Ada").has(">Archived</a>");
    for query in
        ["archived=1", "status=archive", "archived=1&q=king", "given_from=2026-01-01", &format!("id={eve}")]
    {
        browser.get(&format!("/contacts?{query}")).await.shows(200, "Contacts").has("Eve");
    }
    assert!(!browser.get("/contacts/export").await.html.contains("Eve"));
    assert!(browser.get("/contacts/export?archived=1").await.html.contains("Eve"));
    let listed = account.get("/contacts").await.ok();
    assert_eq!(listed.list().len(), 2, "a program gets all");
    assert_eq!(account.get("/contacts?archived=1").await.ok().list()[0]["id"], eve);
    assert_eq!(account.get("/contacts?archived=0").await.ok().list().len(), 1);
}

async fn suggestions_tell_two_of_the_same_name_apart(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let mut ids = Vec::new();
    for (city, email) in [("Portland", "olga#1@x.example"), ("Salem", "o@y.example")] {
        let body = json!({"contact_status": "donor", "contact_fname": "Olga", "contact_lname": "Moreau",
            "emails": [{"email_address": email}], "addresses": [{"address_city": city}]});
        ids.push(account.record("contacts", body).await.1);
    }
    let gift = json!({"contact_id": ids[0], "gift_amount": 5, "gift_date": "2026-02-03"});
    account.record("gifts", gift).await;
    let offered = format!("Olga Moreau · Portland · olga#1@x.example · last gift 3 Feb 2026 (#{})", ids[0]);
    let salem = format!("Olga Moreau · Salem · o@y.example (#{})", ids[1]);
    let options = browser.get("/contacts/suggest?q=moreau").await;
    options.has(&format!("value=\"{offered}\"")).has(&format!("value=\"{salem}\""));
    // A chosen option means that contact, even if an address has a number sign.
    let page = browser.get("/gifts/quick").await;
    let form = Form::of(&page, "/gifts/quick").set("gift_amount", "7");
    let wrong = form.clone().set("contact_id", "olga moreau").send(&mut browser).await;
    wrong.shows(422, "Quick entry").has("Who is it?").has("> Olga Moreau · Portland").lacks("Fits several");
    form.set("contact_id", &offered).send(&mut browser).await.location();
    let gifts = account.get(&format!("/gifts?contact_id={}", ids[0])).await.ok();
    assert_eq!(gifts.list().len(), 2);
}

async fn the_page_of_a_merged_contact_leads_to_the_one_that_stays(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let mut paths = Vec::new();
    for name in ["<b>Lovelace", "King"] {
        let body = json!({"contact_status": "donor", "contact_lname": name,
            "phones": [{"phone_number": "+1 (207) 555-0100"}]});
        paths.push(account.record("contacts", body).await);
    }
    let (into, from) = (&paths[0], &paths[1]);
    // A number can be called, in the list and on the page.
    browser.get("/contacts").await.has("href=\"tel:+12075550100\"");
    let page = browser.get(&into.0).await.lacks("This contact is archived");
    page.has("<a href=\"tel:+12075550100\" rel=\"noreferrer\"><bdi>+1 (207) 555-0100</bdi></a>");
    account.post(&format!("{}/merge", into.0), json!({"from_id": from.1})).await.ok();
    let link = format!("It was merged into <a href=\"{}\"><bdi>&#60;b&#62;Lovelace</bdi></a>.", into.0);
    browser.get(&from.0).await.has("This contact is archived.").has(&link).lacks("Bring back");
    browser.get("/contacts?merged=1").await.has("1 contact").has(&from.0).has("Merged into another: yes");
    let (path, _) =
        account.record("contacts", json!({"contact_status": "archive", "contact_lname": "Old"})).await;
    browser.get(&path).await.has("This contact is archived.").lacks("merged into");
}

async fn a_contact_is_archived_and_brought_back_on_its_page(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let body = json!({"contact_status": "prospect", "contact_fname": "Ada", "contact_lname": "King"});
    let (path, id) = account.record("contacts", body).await;
    let pledge = json!({"contact_id": id, "pledge_amount": 5, "pledge_start_date": "2026-01-01"});
    let (pledge, _) = account.record("pledges", pledge).await;
    let (task, task_id) =
        account.record("tasks", json!({"contact_id": id, "task_subject": "Call Ada"})).await;
    let (archive, bring_back) = (format!("{path}/archive"), format!("{path}/bring-back"));
    browser.get(&path).await.has(&format!("href=\"{archive}\"")).lacks("Bring back");
    let stale = browser.get(&archive).await;
    account.put(&path, json!({"contact_nickname": "Adi"})).await.ok();
    let page = browser.get(&archive).await.shows(200, "Archive Ada King").has("End these pledges");
    let form = Form::of(&page.has("Call Ada"), &archive).without("task", &task_id.to_string());
    assert_eq!(form.send(&mut browser).await.location(), path);
    let page = browser.get(&path).await.has("Ada King is archived.").has("This contact is archived.");
    let page = page.lacks(&format!("href=\"{archive}\""));
    let read = async |path: &str| account.get(path).await.ok().data().clone();
    assert_eq!(read(&path).await["contact_status"], "archive");
    assert_eq!(read(&pledge).await["pledge_end_date"], "2026-06-14", "it is late nowhere");
    assert_ne!(read(&task).await["task_status"], "cancelled", "it was not ticked");
    browser.get("/contacts").await.lacks("Ada King");
    // It has the status that it had, and a second press changes nothing.
    let form = Form::of(&page, &bring_back);
    assert_eq!(form.send(&mut browser).await.location(), path);
    browser.get(&path).await.has("Ada King is in the lists again.").lacks("Bring back");
    assert_eq!(read(&path).await["contact_status"], "prospect");
    let events = api.events(&account).await.len();
    assert_eq!(form.send(&mut browser).await.location(), path);
    // What somebody else has changed since is looked at first.
    let page = Form::of(&stale, &archive).send(&mut browser).await;
    browser.follow(&page).await.has("Somebody else has just changed the contact.");
    assert_eq!(api.events(&account).await.len(), events);
}
