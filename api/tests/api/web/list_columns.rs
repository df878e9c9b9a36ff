//! The columns of a list that a visitor chooses: they stay while the list is filtered and sorted, and a saved list has them.

use serde_json::json;
use shared::both_databases;
use shared::database::testing::TestDb;

use super::browser::start;
use super::form::Form;
use crate::support::Account;

both_databases!(
    the_chosen_columns_are_those_of_the_file,
    a_saved_list_has_its_columns_on_its_page_and_in_its_file,
    columns_of_gifts_are_beside_what_leads_to_each,
    the_names_of_households_are_among_the_columns,
    columns_and_files_speak_the_language_of_the_page,
    what_contacts_have_given_is_among_the_columns_and_in_the_file,
    who_looks_for_birthdays_sees_the_days,
    places_are_among_the_first_filters,
);

async fn ada(account: &Account) -> i64 {
    let body = json!({"contact_status": "donor", "contact_fname": "Ada", "contact_lname": "Lovelace", "contact_notes": "=Likes roses",
        "emails": [{"email_address": "ada@example.org"}]});
    account.record("contacts", body).await.1
}

async fn the_chosen_columns_are_those_of_the_file(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let id = ada(&account).await;
    let page = browser.get("/contacts").await.has("<summary>Columns</summary>").lacks("=Likes roses");
    // What the list shows is ticked, so that a further column is beside that.
    let page = page.has("value=\"Status\" checked").has("value=\"Last gift\" checked");
    page.has("value=\"Total given\" checked").lacks("value=\"Notes\" checked");
    // A form sends each box that is ticked.
    let page =
        browser.get("/contacts?columns=Notes&columns=Email&sort=contact_lname").await.has("=Likes roses");
    let page =
        page.has("ada@example.org").has("<th scope=\"col\">Notes</th>").has(&format!("/contacts/{id}\""));
    let page = page
        .has("value=\"Notes\" checked")
        .has("columns=Notes%2CEmail")
        .lacks("<th scope=\"col\">Status</th>");
    // Searching, filtering and the file keep them.
    let page = page.has("<input type=\"hidden\" name=\"columns\" value=\"Notes,Email\">");
    let page = page.has("/contacts/export?sort=contact_lname&#38;for=excel&#38;columns=Notes%2CEmail");
    page.has("href=\"/contacts/export?sort=contact_lname\"");
    let file = browser.get("/contacts/export?for=excel&columns=Notes%2CEmail").await;
    assert!(file.html.ends_with("Notes,Email\r\n'=Likes roses,ada@example.org\r\n"), "{}", file.html);
    // One that no column has is left out, as in an old link.
    browser.get("/contacts?columns=Shoe,Email").await.has("ada@example.org").lacks("<th scope=\"col\">Shoe");
    browser.get("/contacts?columns=Email&q=nobody").await.has("Nothing fits these filters.");
}

async fn a_saved_list_has_its_columns_on_its_page_and_in_its_file(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    ada(&account).await;
    let list = browser.get("/contacts?status=donor&columns=Email,Notes").await;
    let save = list.between("<li><a href=\"/lists/new", "\"").replace("&#38;", "&");
    // The form has ticked them.
    let form = browser.get(&format!("/lists/new{save}")).await.lacks("value=\"Phone\" checked");
    let form = form.has("value=\"Email\" checked").has("value=\"Notes\" checked");
    let saved = Form::of(&form, "/lists").set("list_name", "Roses").send(&mut browser).await;
    let page = browser.follow(&saved).await.shows(200, "Contacts").has("=Likes roses").has("ada@example.org");
    page.has("columns=Notes%2CEmail");
}

async fn columns_of_gifts_are_beside_what_leads_to_each(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let contact = ada(&account).await;
    let gift = json!({"contact_id": contact, "gift_amount": 50, "gift_date": "2026-05-20", "gift_memo": "For Byron"});
    let (path, _) = account.record("gifts", gift).await;
    let page = browser.get("/gifts?columns=Memo").await.has("For Byron").has(&format!("href=\"{path}\""));
    page.has("<th scope=\"col\">Memo</th>").lacks("<th scope=\"col\">Fund</th>");
}

async fn the_names_of_households_are_among_the_columns(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let id = ada(&account).await;
    let household =
        json!({"household_name": "The Byrons", "household_joint": 0, "members": [{"contact_id": id}]});
    account.record("households", household).await;
    let chosen = "columns=Household%3A+Name,Email";
    let page = browser.get(&format!("/contacts?{chosen}")).await.has("<bdi>The Byrons</bdi>");
    page.has("<th scope=\"col\">Household: Name</th>");
    let file = browser.get(&format!("/contacts/export?for=excel&{chosen}")).await.html;
    assert_eq!(file, "\u{feff}Household: Name,Email\r\nThe Byrons,ada@example.org\r\n");
    // Programs read the household by its number.
    browser.get("/contacts/export").await.lacks("The Byrons").has("household_id");
}

async fn columns_and_files_speak_the_language_of_the_page(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let body = json!({"contact_status": "donor", "contact_lname": "Lovelace", "contact_do_not_call": 1,
        "contact_birthday": "1815-12-10", "addresses": [{"address_city": "London", "address_type": "work"}]});
    account.record("contacts", body).await;
    let chosen = "columns=Status,Do+not+call,Birthday,Address%3A+Type";
    let (list, export) = (format!("/contacts?{chosen}"), format!("/contacts/export?for=excel&{chosen}"));
    let page = browser.get(&list).await.has("<th scope=\"col\">Address: Type</th>");
    page.has("value=\"Address: Type\" checked> <span>Address: Type</span>");
    let file = browser.get(&export).await.html;
    assert_eq!(file, "\u{feff}Status,Do not call,Birthday,Address: Type\r\ndonor,1,1815-12-10,work\r\n");
    let programs = browser.get("/contacts/export").await.html;

    browser.fill("/settings/profile", "/settings/profile/language", &[("language", "de")]).await;
    let page = browser.get(&list).await.has("<th scope=\"col\">Adresse: Art</th>");
    let page = page.has("value=\"Address: Type\" checked> <span>Adresse: Art</span>");
    page.has("<bdi>Spender</bdi>").has("<bdi>Ja</bdi>").has("<bdi>Geschäftlich</bdi>");
    let file = browser.get(&export).await.html;
    let german =
        "\u{feff}Status;Nicht anrufen;Geburtstag;Adresse: Art\r\nSpender;Ja;1815-12-10;Geschäftlich\r\n";
    assert_eq!(file, german);
    // A saved list keeps the English headings.
    let form = browser.get("/lists/new?kind=contacts&query=columns%3DBirthday").await;
    form.has("value=\"Birthday\" checked> <span>Geburtstag</span>");
    // Programs read the same in every language.
    assert_eq!(browser.get("/contacts/export").await.html, programs);
    let request = account.request("GET", "/contacts?for=excel").header("accept", "text/csv");
    let of_api = request.header("accept-language", "de").send().await.unwrap().text().await.unwrap();
    assert!(of_api.contains("Last name,") && !of_api.contains("Nachname"), "{of_api}");
}

async fn what_contacts_have_given_is_among_the_columns_and_in_the_file(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let id = ada(&account).await;
    for (amount, day) in [(20, "2025-03-01"), (30, "2026-05-20")] {
        let gift = json!({"contact_id": id, "gift_amount": amount, "gift_date": day});
        account.record("gifts", gift).await;
    }
    let page = browser.get("/contacts?columns=Email,Total+given,Last+gift").await;
    // Columns that the list has by itself look and sort as they do there.
    let page = page.has(">Given</a></th>").has("<bdi>$50.00</bdi>").has("given_total");
    page.has("<bdi>20 May 2026</bdi>").has("value=\"Last gift\" checked").lacks("value=\"Status\" checked");
    let page = browser.get("/contacts?columns=First+gift,Largest+gift").await;
    page.has("<th scope=\"col\">Largest gift</th>").has("<bdi>30.00</bdi>").has("<bdi>1 Mar 2025</bdi>");
    let file = browser.get("/contacts/export?for=excel&columns=Last+name,Total+given,Last+gift").await;
    let expected = "Last name,Total given,Last gift\r\nLovelace,50.00,2026-05-20\r\n";
    assert!(file.html.ends_with(expected), "{}", file.html);
    browser.get("/contacts/export?for=excel").await.has("Total given").has("50.00");
    // Spreadsheets in German read this one.
    let before = browser.language.replace("de");
    let file = browser.get("/contacts/export?for=excel&columns=Last+name,Total+given,Last+gift").await;
    let expected = "Nachname;Summe der Spenden;Letzte Spende\r\nLovelace;50,00;2026-05-20\r\n";
    assert!(file.html.ends_with(expected), "{}", file.html);
    browser.get("/contacts?columns=Largest+gift").await.has("<bdi>30,00</bdi>");
    browser.language = before;
    // The file for programs is as the API's, and a parameter of the API changes no page.
    browser.get("/contacts/export?include=giving").await.lacks("giving_total");
    browser.get("/contacts?include=giving").await.shows(200, "Contacts");
}

async fn who_looks_for_birthdays_sees_the_days(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let body = json!({"contact_status": "donor", "contact_lname": "Lovelace", "contact_birthday": "--06-10"});
    account.record("contacts", body).await;
    let head = "<th scope=\"col\" class=\"date\">Birthday</th>";
    let earlier =
        json!({"contact_status": "donor", "contact_lname": "Moreau", "contact_birthday": "1990-06-02"});
    account.record("contacts", earlier).await;
    let page = browser.get("/contacts?birthday_month=6").await.has(head).has("<bdi>10 June</bdi>");
    // They are in the order of the days, and the month has its name in the form.
    let (_, later) = page.html.split_once("<bdi>2 Jun 1990</bdi>").unwrap();
    assert!(later.contains("<bdi>10 June</bdi>"), "{later}");
    page.has("<option value=\"6\" selected>June</option>")
        .has("name=\"given_count_min\" type=\"text\" value=\"\" autocomplete=\"off\" inputmode=\"numeric\"");
    browser.get("/contacts").await.lacks(head).lacks("10 June");
    // Whoever has chosen the columns gets these.
    browser.get("/contacts?birthday_month=6&columns=Email").await.lacks(head).lacks("10 June");
}

async fn places_are_among_the_first_filters(db: TestDb) {
    let (_api, _account, mut browser) = start(db).await;
    let page = browser.get("/contacts").await;
    let (first, _) = page.html.split_once("More filters").unwrap();
    for name in ["city", "state", "postal_code", "given_min"] {
        assert!(first.contains(&format!("id=\"filter-{name}\"")), "{name}: {first}");
    }
    assert!(!first.contains("id=\"filter-country\""), "{first}");
}
