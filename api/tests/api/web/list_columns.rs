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
);

async fn ada(account: &Account) -> i64 {
    let body = json!({"contact_status": "donor", "contact_fname": "Ada", "contact_lname": "Lovelace", "contact_notes": "=Likes roses",
        "emails": [{"email_address": "ada@example.org"}]});
    account.record("contacts", body).await.1
}

async fn the_chosen_columns_are_those_of_the_file(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let id = ada(&account).await;
    browser.get("/contacts").await.has("<summary>Columns</summary>").lacks("=Likes roses");
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
