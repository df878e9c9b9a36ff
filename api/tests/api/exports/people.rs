//! Exports for people, who open them in a spreadsheet or merge them into letters.

use std::collections::HashMap;

use serde_json::json;
use shared::both_databases;
use shared::database::testing::TestDb;

use crate::support::records::{kinds, least};
use crate::support::{Account, Api, Reply};
use crate::web::browser::browser_of;

both_databases!(
    a_file_for_excel_has_headings_and_plain_cells,
    letters_address_contacts_without_names_of_their_own,
    every_kind_has_headings_and_the_same_records,
    no_cell_for_people_is_a_formula,
    what_the_file_is_for_is_excel_or_nothing,
    the_pages_offer_both_files,
);

const MARK: &str = "\u{feff}";

/// Reads a list as a file. Returns the text.
async fn file(account: &Account, path: &str) -> String {
    let response = account.request("GET", path).header("accept", "text/csv").send().await.unwrap();
    assert_eq!(response.status(), 200, "{path}");
    assert_eq!(response.headers()["content-type"], "text/csv; charset=utf-8; header=present");
    String::from_utf8(response.bytes().await.unwrap().to_vec()).unwrap()
}

/// Reads a file for people: its rows, by their headings.
fn rows(text: &str) -> Vec<HashMap<String, String>> {
    let text = text.strip_prefix(MARK).unwrap();
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let headings = reader.headers().unwrap().clone();
    let row = |row: csv::Result<csv::StringRecord>| {
        let row = row.unwrap();
        headings.iter().zip(row.iter()).map(|(name, cell)| (name.to_owned(), cell.to_owned())).collect()
    };
    reader.records().map(row).collect()
}

async fn a_file_for_excel_has_headings_and_plain_cells(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let contact = json!({
        "contact_status": "donor", "contact_fname": "Jürgen", "contact_lname": "Moreau", "contact_title": "Dr",
        "contact_birthday": "1951-07-12", "contact_anniversary": "--11-07", "contact_custom": {"shirt": "M"},
        "tags": ["x;y", "z"],
        "emails": [{"email_address": "king@x.example"}, {"email_address": "j@x.example", "email_primary": 1}],
        "phones": [{"phone_number": "+44 20 7946 0000"}, {"phone_number": "+1-555-010-0100"}],
        "addresses": [{"address_city": "London"},
            {"address_city": "Paris", "address_country": "FR", "address_primary": 1}],
    });
    let (_, contact_id) = account.record("contacts", contact).await;
    let gift = json!({"gift_amount": 1250.5, "contact_id": contact_id, "gift_date": "2026-06-01",
        "gift_type_id": account.gift_type("cash").await});
    account.record("gifts", gift).await;
    let text = file(&account, "/contacts?for=excel").await;
    let contacts = rows(&text);
    for (heading, cell) in [
        ("Number", &*contact_id.to_string()),
        ("Status", "donor"),
        ("First name", "Jürgen"),
        ("Salutation", "Dear Jürgen"),
        ("Envelope name", "Dr Jürgen Moreau"),
        ("Birthday", "1951-07-12"),
        ("Anniversary", "7 November"),
        ("Data of your own", "shirt=M"),
        ("Tags", "x;y; z"),
        ("Email", "j@x.example"),
        ("Other emails", "king@x.example"),
        ("Phone", "+44 20 7946 0000"),
        ("Other phones", "+1 555 010 0100"),
        ("Address: City", "Paris"),
        ("Address: Country", "France"),
        ("Other addresses: Cities", "London"),
    ] {
        assert_eq!(contacts[0].get(heading).map(String::as_str), Some(cell), "{heading}: {text}");
    }
    let gifts = rows(&file(&account, "/gifts?for=excel").await);
    for (heading, cell) in [
        ("Amount", "1250.50"),
        ("Date", "2026-06-01"),
        ("Type", "cash"),
        ("Contact: First name", "Jürgen"),
        ("Contact: Salutation", "Dear Jürgen"),
        ("Contact: Envelope name", "Dr Jürgen Moreau"),
        ("Contact: Email", "j@x.example"),
    ] {
        assert_eq!(gifts[0].get(heading).map(String::as_str), Some(cell), "{heading}: {gifts:?}");
    }
    let statement =
        rows(&file(&account, &format!("/contacts/{contact_id}/statement?year=2026&for=excel")).await);
    assert_eq!((&*statement[0]["Amount"], &*statement[0]["Currency"]), ("1250.50", "USD"));
}

async fn letters_address_contacts_without_names_of_their_own(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let contact = |fields: serde_json::Value| {
        let mut contact = json!({"contact_status": "donor"});
        contact.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        contact
    };
    for fields in [
        json!({"contact_fname": "John", "contact_lname": "Smith", "contact_spouse_fname": "Mary"}),
        json!({"contact_fname": "John", "contact_lname": "Smith", "contact_salutation": "Hello you",
            "contact_envelope_name": "The Smiths"}),
        json!({"contact_is_org": 1, "contact_lname": "Harbor Bank"}),
        json!({"contact_anonymous": 1}),
    ] {
        account.record("contacts", contact(fields)).await;
    }
    let found = rows(&file(&account, "/contacts?for=excel&sort=id").await);
    let found: Vec<_> = found.iter().map(|row| (&*row["Salutation"], &*row["Envelope name"])).collect();
    let expected = [
        ("Dear John and Mary", "John and Mary Smith"),
        ("Hello you", "The Smiths"),
        ("Dear Harbor Bank", "Harbor Bank"),
        ("", ""),
    ];
    assert_eq!(found, expected);
}

async fn every_kind_has_headings_and_the_same_records(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let contact_id = account.contact().await;
    for kind in kinds().filter(|kind| *kind != "contacts") {
        account.record(kind, least(kind, contact_id)).await;
    }
    for kind in kinds() {
        let before = file(&account, &format!("/{kind}")).await;
        let text = file(&account, &format!("/{kind}?for=excel")).await;
        let mut headings: Vec<_> = text.lines().next().unwrap().trim_start_matches(MARK).split(',').collect();
        assert!(headings.iter().all(|heading| !heading.contains('_')), "{kind}: {headings:?}");
        let count = headings.len();
        headings.sort_unstable();
        headings.dedup();
        assert_eq!(headings.len(), count, "{kind}: each heading once: {headings:?}");
        let found = rows(&text);
        assert_eq!(found.len(), 1, "{kind}");
        assert!(before.contains(&format!("\r\n{},", found[0]["Number"])), "{kind}");
        // A page, and the second of two answers of the same list.
        assert_eq!(file(&account, &format!("/{kind}?for=excel&limit=1")).await, text, "{kind}");
        assert_eq!(file(&account, &format!("/{kind}")).await, before, "{kind}");
        let of = |path: String| account.request("GET", &path).header("accept", "text/csv").send();
        let tag = of(format!("/{kind}?for=excel")).await.unwrap().headers()["etag"].clone();
        let request = account.request("GET", &format!("/{kind}")).header("accept", "text/csv");
        assert_eq!(request.header("if-none-match", tag).send().await.unwrap().status(), 200, "{kind}");
    }
}

async fn no_cell_for_people_is_a_formula(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let formula = "=HYPERLINK(\"http://x.example\")";
    let contact = json!({"contact_status": "donor", "contact_fname": "+1-2", "contact_lname": formula,
        "contact_notes": "@SUM(A1)", "contact_spouse_fname": "=1", "tags": ["=1", "-x"],
        "phones": [{"phone_number": "+1-555-010-0100"}, {"phone_number": "=1+1"}, {"phone_number": "+2+3"}]});
    account.record("contacts", contact).await;
    let found = rows(&file(&account, "/contacts?for=excel").await).remove(0);
    for (heading, cell) in [
        ("First name", "'+1-2"),
        ("Last name", &*format!("'{formula}")),
        ("Notes", "'@SUM(A1)"),
        ("Tags", "'-x; '=1"),
        ("Phone", "+1 555 010 0100"),
        ("Other phones", "'=1+1; '+2+3"),
        ("Envelope name", &*format!("'+1-2 and =1 {formula}")),
    ] {
        assert_eq!(found[heading], cell, "{heading}");
    }
}

async fn what_the_file_is_for_is_excel_or_nothing(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    account.get("/contacts?for=word").await.failed(422, "for must be excel");
    // JSON is for programs, with any parameter.
    let json = Reply::to(account.request("GET", "/contacts?for=excel")).await.ok();
    assert!(json.list().is_empty());
}

async fn the_pages_offer_both_files(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    account.contact().await;
    let mut browser = browser_of(&api, &account).await;
    for kind in kinds() {
        let page = browser.get(&format!("/{kind}?sort=id")).await;
        let (excel, programs) = (
            format!("href=\"/{kind}/export?sort=id&#38;for=excel\" download"),
            format!("href=\"/{kind}/export?sort=id\" download"),
        );
        assert!(page.html.find(&excel).unwrap() < page.html.find(&programs).unwrap(), "{kind}");
        let exported = browser.get(&format!("/{kind}/export?sort=id&for=excel")).await;
        // A page offers what contacts have given, too.
        let giving = if kind == "contacts" { "&include=giving" } else { "" };
        let of_api = file(&account, &format!("/{kind}?sort=id&for=excel{giving}")).await;
        assert_eq!(exported.html, of_api, "{kind}");
    }
}
