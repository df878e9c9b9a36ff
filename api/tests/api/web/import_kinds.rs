//! Rows of a file that are said to be persons or organisations, whatever their names look like.

use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;

use super::browser::start;
use super::import_rows::{GIFTS, amend, checked, contacts, run};
use crate::support::Account;

both_databases!(
    a_row_becomes_a_person_or_an_organisation_as_somebody_says,
    a_row_to_mend_can_be_an_organisation,
    an_organisation_that_gives_is_one_in_all_its_rows,
    rows_of_another_page_can_be_changed,
    the_preview_says_who_is_an_organisation,
);

const NAMES: [(&str, &str); 3] =
    [("column-0", "contact_fname"), ("column-1", "contact_lname"), ("constant-contact_status", "donor")];

/// Returns what the contacts are, and their names.
async fn kinds(account: &Account) -> Vec<Value> {
    let kind = |contact: &Value| json!([contact["contact_type"], contact["contact_lname"]]);
    contacts(account).await.iter().map(kind).collect()
}

async fn a_row_becomes_a_person_or_an_organisation_as_somebody_says(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let file = "First name,Last name\n,Müller GmbH\nCharlotte,Church\n,Backhaus\n,Lee Ltd\n";
    let import = checked(&api, &mut browser, "contacts", file, &NAMES).await;
    let first = browser.get(&import).await.between("id=\"first\"", "</section>");
    assert_eq!(first.matches("<bdi>New organization</bdi>").count(), 2, "{first}");
    assert_eq!(first.matches("form=\"rows\" aria-label=").count(), 4, "{first}");
    // What stays as it is is no change.
    let changed = [("kind-2", ""), ("kind-4", "organization"), ("kind-5", "person")];
    amend(&api, &mut browser, &import, &changed).await;
    let page = browser.get(&import).await.has("Person or organization");
    let first = page.between("id=\"first\"", "</section>");
    assert_eq!(first.matches("<bdi>New organization</bdi>").count(), 2, "{first}");
    run(&api, &mut browser, &import).await;
    let expected = [
        json!(["organization", "Müller GmbH"]),
        json!(["person", "Church"]),
        json!(["organization", "Backhaus"]),
        json!(["person", "Lee Ltd"]),
    ];
    assert_eq!(kinds(&account).await, expected);

    // Those that are there already are found by their names, once it is known what they are.
    let import = checked(&api, &mut browser, "contacts", file, &NAMES).await;
    let page = browser.get(&import).await.has("Who is in row 2?").has("Who is in row 3?");
    page.lacks("Who is in row 4?");
    amend(&api, &mut browser, &import, &[("kind-4", "organization")]).await;
    browser.get(&import).await.has("Who is in row 4?");
    amend(&api, &mut browser, &import, &[("kind-4", "person")]).await;
    browser.get(&import).await.lacks("Who is in row 4?");
}

async fn a_row_to_mend_can_be_an_organisation(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let import =
        checked(&api, &mut browser, "contacts", "First name,Last name\nBackhaus,\nAda,King\n", &NAMES).await;
    let page = browser.get(&import).await.has("Rows to mend");
    assert!(page.between("id=\"mend\"", "</section>").contains("name=\"kind-2\""));
    amend(&api, &mut browser, &import, &[("kind-2", "organization")]).await;
    browser.get(&import).await.lacks("Rows to mend").has("New organization");
    run(&api, &mut browser, &import).await;
    assert_eq!(kinds(&account).await, [json!(["organization", "Backhaus"]), json!(["person", "King"])]);
}

async fn an_organisation_that_gives_is_one_in_all_its_rows(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let file = "Date,Amount,Donor,Email,Zip\n2026-01-31,5,Backhaus Nord,post@nord.example,\n\
                2026-01-30,6,backhaus nord,POST@nord.example,\n2026-01-29,7,Ada King,ada@king.example,\n";
    let import = checked(&api, &mut browser, "gifts", file, &GIFTS).await;
    let page = browser.get(&import).await.has("name=\"kind-2\"").has("name=\"kind-4\"");
    page.lacks("name=\"kind-3\"").lacks("New, with a new organization");
    amend(&api, &mut browser, &import, &[("kind-2", "organization")]).await;
    let page = browser.get(&import).await.has("New, with a new organization");
    page.has("New, for the new contact of row 2");
    run(&api, &mut browser, &import).await;
    assert_eq!(kinds(&account).await, [json!(["organization", "Backhaus Nord"]), json!(["person", "King"])]);
}

async fn rows_of_another_page_can_be_changed(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let rows = (2..32).map(|row| format!(",Number{row}\n")).collect::<Vec<_>>().concat();
    let file = format!("First name,Last name\n{rows}");
    let import = checked(&api, &mut browser, "contacts", &file, &NAMES).await;
    let page = browser.get(&format!("{import}?rows=2")).await.has("name=\"kind-31\"");
    let done = browser.submit(&page, &format!("{import}/rows"), &[("kind-31", "organization")]).await;
    assert_eq!(done.location(), format!("{import}?rows=2"));
    api.work().await;
    browser.follow(&done).await.has("<bdi>New organization</bdi>").has("name=\"kind-31\"");
    run(&api, &mut browser, &import).await;
    assert_eq!(kinds(&account).await[29], json!(["organization", "Number31"]));
}

async fn the_preview_says_who_is_an_organisation(db: TestDb) {
    let (api, _, mut browser) = start(db).await;
    let file = "Company,Name\n,Müller GmbH\nBackhaus,\nBackhaus,Ada King\n";
    let names =
        [("column-0", "organization_name"), ("column-1", "full_name"), ("constant-contact_status", "donor")];
    let import = checked(&api, &mut browser, "contacts", file, &names).await;
    let page = browser.get(&import).await;
    let first = page.between("id=\"first\"", "</section>");
    assert_eq!(first.matches("<bdi>New organization</bdi>").count(), 2, "{first}");
    assert_eq!(first.matches("<bdi>New</bdi>").count(), 1, "{first}");
    let file = "Date,Amount,Company,Email\n2026-01-31,5,Backhaus,post@backhaus.example\n";
    let fields = [
        ("column-0", "gift_date"),
        ("column-1", "gift_amount"),
        ("column-2", "donor_organization"),
        ("column-3", "donor_email"),
    ];
    let import = checked(&api, &mut browser, "gifts", file, &fields).await;
    browser.get(&import).await.has("New, with a new organization");
}
