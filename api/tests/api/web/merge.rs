//! The page that merges contacts.

use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;

use super::browser::{Browser, browser_of, start};
use super::form::Form;

both_databases!(
    a_merge_is_tried_out_and_then_carried_out,
    a_user_chooses_whose_value_stays,
    a_choice_that_breaks_a_rule_is_said,
    what_cannot_be_merged_is_said_at_the_field,
    a_merge_of_what_has_changed_meanwhile_is_shown_again,
    another_accounts_contacts_cannot_be_merged,
    a_contact_that_was_merged_elsewhere_meanwhile_is_shown_again,
    the_usual_twin_is_found_by_its_name,
    values_are_shown_as_people_read_them,
);

fn contact(name: &str, more: &Value) -> Value {
    let mut body = json!({"contact_status": "donor", "contact_lname": name});
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    body
}

async fn a_merge_is_tried_out_and_then_carried_out(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let more = json!({"contact_employer": "Engines", "emails": [{"email_address": "ada@x.example"}]});
    let (path, into) = account.record("contacts", contact("Lovelace", &more)).await;
    let more = json!({"contact_employer": "<b>Mills", "contact_fname": "Ada", "tags": ["board", "press"]});
    let (old_path, from) = account.record("contacts", contact("King", &more)).await;
    for _ in 0..2 {
        account.record("gifts", json!({"gift_amount": 5, "contact_id": from})).await;
    }
    let events = api.events(&account).await.len();
    let merge = format!("{path}/merge");
    browser.get(&path).await.has(&format!("<li><a href=\"{merge}\">Merge</a></li>"));
    let page = browser.get(&merge).await.shows(200, "Merge into Lovelace").has("Show what would move");
    page.lacks("method=\"post\" action=\"/contacts");
    let page = browser.get(&format!("{merge}?from_id=king")).await.shows(200, "Merge into Lovelace");
    let page = page.has(&format!("<a href=\"{old_path}\"><bdi>Ada King</bdi></a>"));
    let page = page
        .has("<li>2 gifts</li>")
        .has("<li>2 tags</li>")
        .lacks(" pledge</li>")
        .has("These fields are empty here and would be set:")
        .has("<dt><bdi>First name</bdi></dt><dd><bdi>Ada</bdi></dd>")
        .has("Choose what <bdi>Lovelace</bdi> has afterwards");
    let employer = page.between("<legend><bdi>Employer</bdi></legend>", "</fieldset>");
    let [kept, left] = [
        "<input type=\"radio\" name=\"keep.contact_employer\" value=\"into\" checked> <bdi class=\"url\">Engines<",
        "<input type=\"radio\" name=\"keep.contact_employer\" value=\"from\"> <span class=\"url\"><bdi>&#60;b&#62;Mills<",
    ]
    .map(|choice| employer.find(choice));
    assert!(kept.is_some() && kept < left, "{employer}");
    let page = page
        .has("This cannot be undone.")
        .has("Merge <bdi>Ada King</bdi> into <bdi>Lovelace</bdi></span></button>");
    assert_eq!(api.events(&account).await.len(), events, "nothing is written yet");
    let form = Form::of(&page, &merge);
    assert_eq!(form.value("from_id"), from.to_string());
    let page = form.send(&mut browser).await;
    assert_eq!(page.location(), path);
    let page = browser.follow(&page).await.shows(200, "Ada Lovelace");
    page.has("Merged: Ada King is archived, and what it had is here.");
    assert_eq!(account.get(&old_path).await.ok()["contact_status"], "archive");
    let gifts = account.get(&format!("/gifts?contact_id={into}")).await.ok();
    assert_eq!(gifts.list().len(), 2);
    let kept = account.get(&path).await.ok();
    assert_eq!(kept["contact_employer"], "Engines", "its own value is chosen already");
}

async fn a_user_chooses_whose_value_stays(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let more = json!({
        "contact_fname": "Olga", "contact_employer": "Engines", "contact_job_title": "Clerk", "contact_custom": {"a \"b": 1, "c": 2},
        "addresses": [{"address_city": "Paris"}], "emails": [{"email_address": "olga@x.example"}],
    });
    let (path, id) = account.record("contacts", contact("Moreau", &more)).await;
    let more = json!({
        "contact_fname": "Olga", "contact_employer": "Mills", "contact_job_title": "Head", "contact_custom": {"a \"b": 3, "c": 4},
        "addresses": [{"address_city": "Lyon"}],
    });
    let (_, from) = account.record("contacts", contact("Moreau", &more)).await;
    let gift = json!({"contact_id": from, "gift_amount": 5, "gift_date": "2026-02-03"});
    account.record("gifts", gift).await;
    let merge = format!("{path}/merge");
    let page = browser.get(&format!("{merge}?from_id={from}")).await.shows(200, "Merge into Olga Moreau");
    let stays = format!("<a href=\"{path}\"><bdi>Olga Moreau · Paris · olga@x.example (#{id})</bdi></a>");
    let other = format!("<bdi>Olga Moreau · Lyon · last gift 3 Feb 2026 (#{from})</bdi></a>");
    assert!(page.between("<dt>Stays</dt>", "</div>").contains(&stays), "{}", page.html);
    assert!(page.between("<dt>Is archived</dt>", "</div>").contains(&other), "{}", page.html);
    let form = Form::of(&page, &merge);
    assert_eq!(form.value("keep.contact_job_title"), "into");
    let form = form.set("keep.contact_employer", "from").set("keep.contact_custom.a \"b", "from");
    let page = form.send(&mut browser).await;
    assert_eq!(page.location(), path);
    let kept = account.get(&path).await.ok();
    assert_eq!((&kept["contact_employer"], &kept["contact_job_title"]), (&json!("Mills"), &json!("Clerk")));
    assert_eq!(kept["contact_custom"], json!({"a \"b": 3, "c": 2}));
}

async fn a_choice_that_breaks_a_rule_is_said(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let referring = account.contact().await;
    let (path, id) =
        account.record("contacts", contact("King", &json!({"contact_referred_by_id": referring}))).await;
    let (_, referred) =
        account.record("contacts", contact("Byron", &json!({"contact_referred_by_id": id}))).await;
    let (_, from) =
        account.record("contacts", contact("Noel", &json!({"contact_referred_by_id": referred}))).await;
    let merge = format!("{path}/merge");
    let page = browser.get(&format!("{merge}?from_id={from}")).await.shows(200, "Merge into King");
    let form = Form::of(&page, &merge).set("keep.contact_referred_by_id", "from");
    let page = form.send(&mut browser).await;
    let page = browser.follow(&page).await.shows(200, "Merge into King");
    page.has("Not merged: Referred by must not lead back to this record, from one to the next.");
    assert_eq!(account.get(&path).await.ok()["contact_referred_by_id"], referring);
}

async fn what_cannot_be_merged_is_said_at_the_field(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let (path, id) = account.record("contacts", contact("Lovelace", &json!({}))).await;
    let org = contact("Engines", &json!({"contact_is_org": 1}));
    let (_, org) = account.record("contacts", org).await;
    for (typed, rule) in [
        ("nobody".to_owned(), "No contact is found by this. Type a part of the name, or the number."),
        (id.to_string(), "Choose another contact: this is the one that you merge into."),
        ("lovelace".to_owned(), "Choose another contact: this is the one that you merge into."),
        (org.to_string(), "Must be of the same kind: two people, or two organizations."),
        ("999999999".to_owned(), "Must be one of your contacts: type a part of the name."),
    ] {
        let page = browser.get(&format!("{path}/merge?from_id={typed}")).await;
        page.shows(422, "Merge into Lovelace").has(rule).lacks("method=\"post\" action=\"/contacts");
    }
    browser.get("/contacts/0/merge").await.shows(404, "There is no such page");
    let token = browser.get("/settings/profile").await.between("name=\"csrf\" value=\"", "\"");
    let page = browser.post(&format!("{path}/merge"), &[("csrf", &token), ("from_id", "no")]).await;
    assert_eq!(page.location(), format!("{path}/merge?from_id=no"));
    browser.follow(&page).await.shows(422, "Merge into Lovelace");
}

async fn a_merge_of_what_has_changed_meanwhile_is_shown_again(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let (path, _) = account.record("contacts", contact("Lovelace", &json!({}))).await;
    let (old_path, from) = account.record("contacts", contact("King", &json!({}))).await;
    let merge = format!("{path}/merge");
    let page = browser.get(&format!("{merge}?from_id={from}")).await;
    account.put(&path, json!({"contact_fname": "Ada"})).await.ok();
    let page = Form::of(&page, &merge).send(&mut browser).await;
    assert_eq!(page.location(), format!("{merge}?from_id={from}"));
    let page = browser.follow(&page).await.shows(200, "Merge into Ada Lovelace");
    let page = page.has("Somebody else has just changed one of the contacts.");
    assert_eq!(account.get(&old_path).await.ok()["contact_status"], "donor");
    let page = Form::of(&page, &merge).send(&mut browser).await;
    assert_eq!(page.location(), path);
    assert_eq!(account.get(&old_path).await.ok()["contact_status"], "archive");
}

async fn a_contact_that_was_merged_elsewhere_meanwhile_is_shown_again(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let (path, _) = account.record("contacts", contact("Lovelace", &json!({}))).await;
    let (elsewhere, _) = account.record("contacts", contact("Byron", &json!({}))).await;
    let more = json!({"contact_fname": "Ada", "tags": ["board"]});
    let (_, from) = account.record("contacts", contact("King", &more)).await;
    let merge = format!("{path}/merge");
    let page = browser.get(&format!("{merge}?from_id={from}")).await.has("<li>1 tag</li>");
    account.post(&format!("{elsewhere}/merge"), json!({"from_id": from})).await.ok();
    let page = Form::of(&page, &merge).send(&mut browser).await;
    assert_eq!(page.location(), format!("{merge}?from_id={from}"));
    let page = browser.follow(&page).await.shows(200, "Merge into Lovelace");
    page.has("Somebody else has just changed one of the contacts.").lacks("<li>1 tag</li>");
    assert_eq!(account.get(&path).await.ok()["contact_fname"], Value::Null);
}

async fn the_usual_twin_is_found_by_its_name(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let more = json!({"contact_fname": "Ada"});
    let (path, id) = account.record("contacts", contact("King", &more)).await;
    let (twin_path, twin) = account.record("contacts", contact("King", &more)).await;
    let page = browser.get(&format!("{path}/merge?from_id=Ada+King")).await;
    let page = page.shows(200, "Merge into Ada King").has(&format!("<a href=\"{twin_path}\">"));
    page.has(&format!("Merge <bdi>Ada King (#{twin})</bdi> into <bdi>Ada King (#{id})</bdi>"));
    account.record("contacts", contact("King", &more)).await;
    let page = browser.get(&format!("{path}/merge?from_id=Ada+King")).await;
    let page = page.shows(422, "Merge into Ada King").has(&format!("Ada King (#{twin})"));
    page.lacks(&format!("Ada King (#{id})")).lacks("and others");
    let page = page_of_suggestions(&mut browser, id).await;
    assert!(page.contains(&format!("(#{twin})")) && !page.contains(&format!("(#{id})")), "{page}");
    // Eight fit into the list. The contact of the page is none of them.
    for (added, has_more) in [(6, false), (1, true)] {
        for _ in 0..added {
            account.record("contacts", contact("King", &more)).await;
        }
        let page = browser.get(&format!("{path}/merge?from_id=Ada+King")).await;
        let page = page.shows(422, "Merge into Ada King").has("Fits several contacts: ");
        assert_eq!(page.html.contains(", … and others: type more of the name."), has_more);
        let page = page_of_suggestions(&mut browser, id).await;
        assert_eq!(page.matches("<option").count(), 8, "{page}");
    }
}

/// Returns the suggestions of the field on the page that merges into a contact.
async fn page_of_suggestions(browser: &mut Browser, id: i64) -> String {
    let page = browser.get(&format!("/contacts/{id}/merge")).await;
    let path = page.between("data-suggest=\"", "\"").replace("&#61;", "=");
    browser.get(&format!("{path}&q=King")).await.html.clone()
}

async fn values_are_shown_as_people_read_them(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let (_, one) = account.record("contacts", contact("Byron", &json!({}))).await;
    let (_, two) = account.record("contacts", contact("Somerville", &json!({}))).await;
    let more = json!({"contact_referred_by_id": one, "contact_custom": {"a": "x"},
        "profilePicture": {"picture_url": "https://x.example/a.jpg"}});
    let (path, _) = account.record("contacts", contact("King", &more)).await;
    let more = json!({"contact_status": "lapsed_donor", "contact_referred_by_id": two, "contact_custom": {"a": [1], "b": "M"},
        "profilePicture": {"picture_url": "https://x.example/b.jpg"}});
    let (_, from) = account.record("contacts", contact("King", &more)).await;
    let page = browser.get(&format!("{path}/merge?from_id={from}")).await.shows(200, "Merge into King");
    let row = |into: &str, from: &str| {
        let into = format!("value=\"into\" checked> <bdi class=\"url\">{into}</bdi></label>\n");
        let (name, _) = page.html.split_once(&into).unwrap_or_else(|| panic!("no {into} in {}", page.html));
        let name = name.rsplit_once("name=\"").unwrap().1;
        format!(
            "{into}<label class=\"tick\"><input type=\"radio\" name=\"{name}value=\"from\"> <span class=\"url\"><bdi>{from}</bdi>"
        )
    };
    let [status, referred_by] = [row("Donor", "Lapsed donor"), row("Byron", "Somerville")];
    let [picture, own] = [row("https://x.example/a.jpg", "https://x.example/b.jpg"), row("x", "[1]")];
    let page = page.has(&status).has(&referred_by).has(&picture).has(&own);
    page.has("<dt><bdi>Data of your own: b</bdi></dt><dd><bdi>M</bdi></dd>");
    let many = |value: u8| -> Value {
        let names: serde_json::Map<_, _> = (0..1200).map(|n| (format!("k{n}"), value.into())).collect();
        json!({"contact_custom": names})
    };
    let (path, _) = account.record("contacts", contact("Many", &many(1))).await;
    let (_, from) = account.record("contacts", contact("Many", &many(2))).await;
    let page = browser.get(&format!("{path}/merge?from_id={from}")).await.shows(200, "Merge into Many");
    page.has("<legend><bdi>Data of your own: k1199</bdi></legend>");
}

async fn another_accounts_contacts_cannot_be_merged(db: TestDb) {
    let (api, account, _) = start(db).await;
    let (path, id) = account.record("contacts", contact("Lovelace", &json!({}))).await;
    let other = api.account().await;
    let (own_path, own) = other.record("contacts", contact("Own", &json!({}))).await;
    let mut browser = browser_of(&api, &other).await;
    browser.get(&format!("{path}/merge?from_id={own}")).await.shows(404, "There is no such page");
    let page = browser.get(&format!("{own_path}/merge?from_id={id}")).await.shows(422, "Merge into Own");
    page.has("Must be one of your contacts: type a part of the name.").lacks("Lovelace");
    let token = browser.get("/settings/profile").await.between("name=\"csrf\" value=\"", "\"");
    let fields = [("csrf", &*token), ("from_id", &own.to_string()), ("version", "1")];
    browser.post(&format!("{path}/merge"), &fields).await.shows(404, "There is no such page");
}
