//! The page of contacts that look like the same.

use sea_orm::QueryResult;
use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;

use super::browser::{browser_of, start};
use super::form::Form;
use crate::erasure::report;
use crate::support::{Account, Api};

both_databases!(
    a_pair_is_shown_side_by_side_and_leads_to_its_merge,
    a_pair_that_is_kept_apart_is_shown_no_more,
    what_was_kept_apart_is_taken_back_at_the_foot_of_the_page,
    the_page_goes_on,
    a_contact_with_the_phone_number_of_another_one_is_asked_about,
    two_of_one_name_without_an_address_are_shown_last,
    a_person_and_an_organisation_of_one_name_lead_to_the_form_that_changes_the_kind,
    a_name_is_known_however_its_umlauts_are_written,
    a_variant_of_a_name_at_the_same_place_is_asked_about,
);

const PATH: &str = "/contacts/duplicates";

async fn contact(account: &Account, fname: &str, more: Value) -> i64 {
    let mut body = json!({"contact_status": "donor", "contact_fname": fname, "contact_lname": "Moreau"});
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    account.record("contacts", body).await.1
}

async fn a_pair_is_shown_side_by_side_and_leads_to_its_merge(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let page = browser.get("/contacts").await;
    page.has(&format!("<a class=\"button\" href=\"{PATH}\">Possible duplicates</a>"));
    browser.get(PATH).await.shows(200, "Possible duplicates").has("No two contacts look like the same.");
    let more =
        json!({"addresses": [{"address_city": "Paris"}], "emails": [{"email_address": "olga@x.example"}]});
    let first = contact(&account, "Olga", more.clone()).await;
    let second = contact(&account, "Olga", more).await;
    account.record("gifts", json!({"contact_id": second, "gift_amount": 5, "gift_date": "2026-02-03"})).await;
    let page = browser.get(PATH).await.shows(200, "Possible duplicates").has("1 pair of contacts");
    let row = page.between("<th scope=\"row\">", "</tr>");
    let at = |part: String| row.find(&part).unwrap_or_else(|| panic!("no {part} in {row}"));
    let name = |id: i64| format!("<a href=\"/contacts/{id}\"><bdi>Olga Moreau (#{id})</bdi></a>");
    let merge = format!("/contacts/{first}/merge?from_id={second}");
    let places = [
        at(name(first)),
        at("Paris · olga@x.example</span></th>".to_owned()),
        at(name(second)),
        at("Paris · olga@x.example · last gift 3 Feb 2026".to_owned()),
        at("the same email address; the same name and place</td>".to_owned()),
        at(format!("href=\"{merge}\">Merge<")),
    ];
    assert!(places.is_sorted(), "{row}");
    let page = browser.get(&merge).await.shows(200, "Merge into Olga Moreau");
    Form::of(&page, &format!("/contacts/{first}/merge")).send(&mut browser).await;
    browser.get(PATH).await.shows(200, "Possible duplicates").has("No two contacts look like the same.");
    let other = api.account().await;
    browser_of(&api, &other).await.get(PATH).await.has("No two contacts look like the same.");
}

async fn a_pair_that_is_kept_apart_is_shown_no_more(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let same = json!({"emails": [{"email_address": "a@x.example"}]});
    let olga = contact(&account, "Olga", same.clone()).await;
    let ivan = contact(&account, "Ivan", same.clone()).await;
    let vera = contact(&account, "Vera", same).await;
    api.settle().await;
    let before = account.get(PATH).await.ok();
    let page = browser.get(PATH).await.shows(200, "Possible duplicates").has("3 pairs of contacts");
    let (first, second) = (olga.to_string(), ivan.to_string());
    let action = format!("{PATH}/apart");
    let kept = browser.submit(&page, &action, &[("first_id", &first), ("second_id", &second)]).await;
    browser.follow(&kept).await.shows(200, "Possible duplicates").has("2 pairs of contacts");
    let after = account.get(PATH).await.ok();
    assert_eq!((before.list().len(), after.list().len()), (3, 2));
    assert_ne!(before.header("etag"), after.header("etag"), "a copy of the list is no longer true");

    // The other way round, it is the same pair.
    browser.submit(&page, &action, &[("first_id", &second), ("second_id", &first)]).await.location();
    assert_eq!(kept_apart(&api).await, [(olga, ivan)]);
    let alone = browser.submit(&page, &action, &[("first_id", &first), ("second_id", &first)]).await;
    alone.shows(404, "There is no such page");
    let mut stranger = browser_of(&api, &api.account().await).await;
    let csrf = stranger.get("/settings/profile").await.between("name=\"csrf\" value=\"", "\"");
    let csrf = csrf.replace("&#61;", "=");
    let fields = [("csrf", &*csrf), ("first_id", &*first), ("second_id", &*second)];
    stranger.post(&action, &fields).await.shows(404, "There is no such page");

    // The contact into which one of them is merged is kept apart from the other.
    let body = json!({"from_id": ivan}).to_string();
    account.send("POST", &format!("/contacts/{vera}/merge"), body).await.ok();
    assert_eq!(kept_apart(&api).await, [(olga, vera)]);
    browser.get(PATH).await.has("No two contacts look like the same.");
    let detail = format!("contacts {olga} and {ivan}");
    browser.get("/settings/audit").await.has("Contacts kept apart").has(&detail);
    report(&api, &account, olga, false).await;
    assert!(kept_apart(&api).await.is_empty());
}

async fn what_was_kept_apart_is_taken_back_at_the_foot_of_the_page(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let same = json!({"emails": [{"email_address": "a@x.example"}]});
    let olga = contact(&account, "Olga", same.clone()).await;
    let ivan = contact(&account, "Ivan", same).await;
    api.settle().await;
    let page = browser.get(PATH).await.has("1 pair of contacts").lacks("Take back");
    let (first, second) = (olga.to_string(), ivan.to_string());
    let ids = [("first_id", &*first), ("second_id", &*second)];
    let kept = browser.submit(&page, &format!("{PATH}/apart"), &ids).await;
    let page = browser.follow(&kept).await.has("No two contacts look like the same.");
    let page =
        page.has(&format!("<a href=\"{PATH}#apart\">Take back</a>")).has("<h2 id=\"apart\">Kept apart</h2>");
    let apart = account.get(PATH).await.ok();

    let action = format!("{PATH}/take-back");
    let mut stranger = browser_of(&api, &api.account().await).await;
    let csrf = stranger.get("/settings/profile").await.between("name=\"csrf\" value=\"", "\"");
    let csrf = csrf.replace("&#61;", "=");
    let fields = [("csrf", &*csrf), ids[0], ids[1]];
    stranger.post(&action, &fields).await.shows(404, "There is no such page");
    assert_eq!(kept_apart(&api).await, [(olga, ivan)]);

    // The form has both, and a second press does no harm.
    for _ in 0..2 {
        let back = browser.submit(&page, &action, &[]).await;
        let page = browser.follow(&back).await.has("They are no longer kept apart").has("1 pair of contacts");
        page.lacks("id=\"apart\"");
    }
    assert!(kept_apart(&api).await.is_empty());
    let together = account.get(PATH).await.ok();
    assert_eq!((apart.list().len(), together.list().len()), (0, 1));
    assert_ne!(apart.header("etag"), together.header("etag"), "a copy of the list is no longer true");
    let log = browser.get("/settings/audit").await.has(&format!("contacts {olga} and {ivan}"));
    assert_eq!(log.html.matches("Contacts no longer kept apart").count(), 1);
}

/// Returns the pairs that are kept apart.
async fn kept_apart(api: &Api) -> Vec<(i64, i64)> {
    let rows = api.query("SELECT lower_id, higher_id FROM distinct_contacts", Vec::new()).await;
    let pair = |row: &QueryResult| (row.try_get_by_index(0).unwrap(), row.try_get_by_index(1).unwrap());
    rows.iter().map(pair).collect()
}

async fn the_page_goes_on(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    for n in 0..11 {
        contact(&account, &format!("N{n}"), json!({"emails": [{"email_address": "a@x.example"}]})).await;
    }
    let page = browser.get(PATH).await.shows(200, "Possible duplicates").has("55 pairs of contacts");
    assert_eq!(page.html.matches("<th scope=\"row\">").count(), 50);
    let page = page.lacks("First page");
    let next = page.between("<a class=\"button\" href=\"/contacts/duplicates?", "\"");
    let page =
        browser.get(&format!("{PATH}?{next}")).await.shows(200, "Possible duplicates").has("First page");
    assert_eq!(page.html.matches("<th scope=\"row\">").count(), 5);
    page.lacks("Next page");
    // What is no cursor begins with the first page.
    let page = browser.get(&format!("{PATH}?cursor=x")).await.shows(200, "Possible duplicates");
    assert_eq!(page.html.matches("<th scope=\"row\">").count(), 50);
}

async fn a_contact_with_the_phone_number_of_another_one_is_asked_about(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let phone = |number: &str| json!({"phones": [{"phone_number": number}]});
    let olga = contact(&account, "Olga", phone("+33 1 42 68 53 00")).await;
    // The digits are found here, too, but this is no phone number.
    contact(&account, "Anna", json!({"contact_external_id": "0142685300"})).await;
    let page = browser.get("/contacts/new").await;
    let new = |fname: &str, number: &str| {
        let form = Form::of(&page, "/contacts").set("contact_status", "prospect").set("contact_fname", fname);
        form.set("contact_lname", "Curie").set("phones[0].phone_number", number)
    };
    let asked = new("Ida", "01 42 68 53 00").send(&mut browser).await.shows(422, "New contact");
    let asked =
        asked.has("A contact has this phone number already:").has(&format!("href=\"/contacts/{olga}\""));
    let asked = asked.lacks("Anna");
    let token = asked.between("name=\"confirmed\" value=\"", "\"");
    Form::of(&asked, "/contacts").set("confirmed", &token).send(&mut browser).await.location();
    // Another number, and one that is too short to say anything, are taken at once.
    for (fname, number) in [("Eve", "01 42 68 53 01"), ("Marie", "5300")] {
        new(fname, number).send(&mut browser).await.location();
    }
}

async fn two_of_one_name_without_an_address_are_shown_last(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let first = contact(&account, "Olga", json!({})).await;
    contact(&account, "Olga", json!({})).await;
    let place = json!({"addresses": [{"address_city": "Paris"}]});
    contact(&account, "Anna", place.clone()).await;
    contact(&account, "Anna", place).await;
    let page = browser.get(PATH).await.shows(200, "Possible duplicates").has("2 pairs of contacts");
    let row = |text: &str| page.html.find(text).unwrap_or_else(|| panic!("{text}: {}", page.html));
    let better = row("the same name and place</td>");
    assert!(better < row(&format!("Olga Moreau (#{first})")));
    assert!(better < row("the same name, and nothing that tells them apart</td>"));
}

async fn a_person_and_an_organisation_of_one_name_lead_to_the_form_that_changes_the_kind(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    contact(&account, "Olga", json!({})).await;
    let body = json!({"contact_status": "donor", "contact_is_org": 1, "contact_lname": "Olga Moreau"});
    let (path, _) = account.record("contacts", body).await;
    let page = browser.get(PATH).await.has("1 pair of contacts").lacks("/merge?");
    page.has(&format!("href=\"{path}/edit\">Person or organization?<"));
}

async fn a_name_is_known_however_its_umlauts_are_written(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let mut ids = Vec::new();
    for (fname, lname) in [("Jürgen", "Müller"), ("Doerte", "Oeztuerk")] {
        let body = json!({"contact_status": "donor", "contact_fname": fname, "contact_lname": lname});
        ids.push(account.record("contacts", body).await.1);
    }
    let page = browser.get("/contacts/new").await;
    let new = |fname: &str, lname: &str| {
        let form = Form::of(&page, "/contacts").set("contact_status", "prospect");
        form.set("contact_fname", fname).set("contact_lname", lname)
    };
    for (fname, lname, id) in [
        ("Juergen", "Mueller", ids[0]),
        ("JÜRGEN", "Mueller", ids[0]),
        ("Jurgen", "Müller", ids[0]),
        ("Dörte", "Öztürk", ids[1]),
        ("Doerte", "ÖZTÜRK", ids[1]),
    ] {
        let asked = new(fname, lname).send(&mut browser).await.shows(422, "New contact");
        asked.has("There is a contact of this name already:").has(&format!("href=\"/contacts/{id}\""));
    }
    // A field that takes a contact knows who is meant.
    for (typed, id) in [("juergen mueller", ids[0]), ("Öztürk", ids[1])] {
        let page = browser.get("/gifts/new").await;
        let form = Form::of(&page, "/gifts").set("contact_id", typed).set("gift_amount", "5");
        let gift = account.get(form.send(&mut browser).await.location()).await.ok();
        assert_eq!(gift.data()["contact_id"], id, "{typed}");
    }
    for (fname, lname) in [("Joe", "Mueller"), ("Jürgen", "Miller")] {
        new(fname, lname).send(&mut browser).await.location();
    }
}

async fn a_variant_of_a_name_at_the_same_place_is_asked_about(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let body = json!({"contact_status": "donor", "contact_fname": "Tom", "contact_lname": "O’Brien",
        "addresses": [{"address_city": "Portland", "address_postal_code": "04101"}]});
    let (_, id) = account.record("contacts", body).await;
    let page = browser.get("/contacts/new").await;
    let new = |fname: &str, lname: &str, place: [&str; 2]| {
        let form = Form::of(&page, "/contacts").set("contact_status", "prospect");
        let form = form.set("contact_fname", fname).set("contact_lname", lname);
        form.set("addresses[0].address_city", place[0]).set("addresses[0].address_postal_code", place[1])
    };
    for (fname, lname, place) in [
        ("Thomas", "OBrien", ["", "04101"]),
        ("Thomas", "O'Brien", ["Portland", ""]),
        ("Tommy", "O\u{2018}Brien", ["Bath", "04101"]),
    ] {
        let asked = new(fname, lname, place).send(&mut browser).await.shows(422, "New contact");
        let asked = asked.has("There is a contact of a similar name at this place already:");
        asked.has(&format!("href=\"/contacts/{id}\""));
    }
    for (fname, lname, place) in
        [("Thomas", "OBrien", ["Port", "0410"]), ("Tim", "OBrien", ["Portland", "04101"])]
    {
        new(fname, lname, place).send(&mut browser).await.location();
    }
    // Without its apostrophe, the name is still the same.
    let asked = new("Tom", "OBrien", ["", ""]).send(&mut browser).await.shows(422, "New contact");
    asked.has("There is a contact of this name already:").has(&format!("href=\"/contacts/{id}\""));
}
