//! The rows of a file that has been checked: seen as they are read, mended in place, and given to contacts that are there.

use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;

use super::browser::{Browser, start};
use super::imports::upload;
use crate::support::{Account, Api};

both_databases!(
    the_first_rows_are_shown_as_they_are_read,
    the_same_person_is_filled_and_nothing_is_lost,
    somebody_else_is_made_and_a_row_is_left_out,
    what_is_not_decided_makes_a_contact,
    a_bad_cell_is_mended,
    what_is_chosen_counts_when_the_file_is_imported,
    a_cell_of_a_file_with_names_of_fields_is_mended,
    the_donor_of_a_gift_is_said,
    a_donor_whom_several_contacts_fit_is_chosen,
    a_donor_of_whom_rows_say_the_name_alone_is_the_only_contact_of_that_name,
    a_number_of_nobody_is_refused,
    rows_of_any_part_of_a_file_are_mended,
    a_row_with_too_many_cells_never_says_whose_it_is,
    an_archived_contact_stays_so_and_another_external_id_is_refused,
    nobody_else_amends_a_file,
    a_file_that_is_imported_is_not_amended,
);

/// Uploads a file, chooses its columns as guessed, and returns the path of its import after it has been checked.
pub(super) async fn checked(
    api: &Api,
    browser: &mut Browser,
    kind: &str,
    file: &str,
    fields: &[(&str, &str)],
) -> String {
    let sent = upload(browser, kind, file).await;
    let path = sent.location().to_owned();
    if !path.ends_with("/columns") {
        api.work().await;
        return path;
    }
    let done = browser.fill(&path, &path, fields).await;
    api.work().await;
    done.location().to_owned()
}

/// Sends what is amended, and lets the file be checked again.
pub(super) async fn amend(api: &Api, browser: &mut Browser, import: &str, fields: &[(&str, &str)]) {
    // The page of a file without questions has no form for them.
    let csrf = browser.get(import).await.between("name=\"csrf\" value=\"", "\"").replace("&#61;", "=");
    let fields = [&[("csrf", csrf.as_str())], fields].concat();
    let done = browser.post(&format!("{import}/rows"), &fields).await;
    assert_eq!(done.location(), import);
    api.work().await;
    browser.follow(&done).await.has("Saved, and checked again");
}

/// Imports the rows, also those that nobody decided on, and returns the path of that import.
pub(super) async fn run(api: &Api, browser: &mut Browser, import: &str) -> String {
    let done = browser.fill(import, &format!("{import}/run"), &[("undecided", "new")]).await;
    api.work().await;
    browser.follow(&done).await.has("Imported");
    done.location().to_owned()
}

pub(super) async fn contacts(account: &Account) -> Vec<Value> {
    account.get("/contacts?sort=id").await.ok().list().to_vec()
}

pub(super) const CONTACTS: [(&str, &str); 5] = [
    ("column-0", "full_name"),
    ("column-1", "emails"),
    ("column-2", "phones"),
    ("column-3", "address_postal_code"),
    ("constant-contact_status", "donor"),
];

/// Makes a contact who is in the files, too.
pub(super) async fn ada(account: &Account) -> i64 {
    let ada = json!({"contact_status": "prospect", "contact_fname": "Ada", "contact_lname": "King",
        "contact_notes": "Sings", "emails": [{"email_address": "ada@king.example"}],
        "phones": [{"phone_number": "555-0100"}]});
    account.record("contacts", ada).await.1
}

async fn the_first_rows_are_shown_as_they_are_read(db: TestDb) {
    let (api, _, mut browser) = start(db).await;
    let file = "Date,Amount,Method,Comment,Row\n31/1/2026,\"$1,250.00\",ACH,<b>For the roof</b>,1\n,,,,\n";
    let fields = [
        ("column-0", "gift_date"),
        ("column-1", "gift_amount"),
        ("column-2", "gift_type"),
        ("column-3", "gift_memo"),
        ("date_order", "day_first"),
        ("decimal_sign", "point"),
    ];
    let import = checked(&api, &mut browser, "gifts", file, &fields).await;
    let page = browser.get(&import).await.has("The rows, as they are read");
    let first = page.between("id=\"first\"", "</section>");
    for text in
        ["31 Jan 2026", "1,250.00", "Bank transfer", "&#60;b&#62;For the roof", "<th scope=\"col\">Date</th>"]
    {
        assert!(first.contains(text), "{text}: {first}");
    }
    assert_eq!(first.matches("<tr>").count(), 2, "a blank row is none: {first}");
    browser.language = Some("de");
    browser.get(&import).await.has("1.250,00");
    page.lacks("Rows to mend").lacks("Perhaps here already").lacks("Save and check again");
}

async fn the_same_person_is_filled_and_nothing_is_lost(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let ada = ada(&account).await;
    let file = "Name,E-mail,Phone,Zip\n\"King, Ada\",ADA@king.example,555-0199,04109\n\"Hopper, Grace\",grace@navy.example,,\n";
    let import = checked(&api, &mut browser, "contacts", file, &CONTACTS).await;
    let page = browser.get(&import).await.has("Perhaps here already").has("The same as Ada King");
    let page = page.has(&format!("href=\"/contacts/{ada}\"")).lacks("Rows to mend").lacks("Who is in row 3?");
    assert!(page.between("id=\"alike\"", "</section>").contains("King, Ada · ADA@king.example"));
    amend(&api, &mut browser, &import, &[("same-2", &ada.to_string())]).await;
    browser
        .get(&import)
        .await
        .lacks("Perhaps here already")
        .has("Would change</dt><dd class=\"value\">1</dd>");
    let import = run(&api, &mut browser, &import).await;

    let all = contacts(&account).await;
    assert_eq!(all.len(), 2);
    let fields = ["contact_status", "contact_fname", "contact_lname", "contact_notes"];
    assert_eq!(
        fields.map(|field| all[0][field].clone()),
        ["prospect", "Ada", "King", "Sings"].map(Value::from)
    );
    let list = |list: &str, text: &str| -> Vec<Value> {
        all[0][list].as_array().unwrap().iter().map(|item| item[text].clone()).collect()
    };
    assert_eq!(list("emails", "email_address"), ["ada@king.example"]);
    assert_eq!(list("phones", "phone_number"), ["555-0100", "555-0199"]);
    assert_eq!(list("addresses", "address_postal_code"), ["04109"]);
    let mut events: Vec<_> = api.events(&account).await.into_iter().map(|event| event.name).collect();
    events.sort_unstable();
    assert_eq!(events, ["contacts.create", "contacts.create", "contacts.update"]);

    // What was filled can be taken back.
    let undone = browser.fill(&import, &format!("{import}/undo"), &[]).await;
    api.work().await;
    browser.follow(&undone).await.has("Taken back");
    let all = contacts(&account).await;
    assert_eq!((&all[0]["addresses"], &all[1]["contact_status"]), (&json!([]), &json!("archive")));
}

async fn somebody_else_is_made_and_a_row_is_left_out(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    ada(&account).await;
    let file = "Name,E-mail,Phone,Zip\nAda King,,,\n\"King, Ada\",ada@king.example,,\nEve King,,,\n";
    let import = checked(&api, &mut browser, "contacts", file, &CONTACTS).await;
    let page = browser.get(&import).await.has("Who is in row 2?").has("Who is in row 3?");
    page.lacks("Who is in row 4?");
    amend(&api, &mut browser, &import, &[("same-2", "new"), ("same-3", "out")]).await;
    let page = browser.get(&import).await.lacks("Perhaps here already");
    page.has("Would be new</dt><dd class=\"value\">2</dd>")
        .has("Blank, totals or left out</dt><dd class=\"value\">1</dd>");
    run(&api, &mut browser, &import).await;
    let names: Vec<_> = contacts(&account).await.iter().map(|one| one["contact_fname"].clone()).collect();
    assert_eq!(names, ["Ada", "Ada", "Eve"]);
}

async fn what_is_not_decided_makes_a_contact(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    ada(&account).await;
    let elsewhere = json!({"contact_status": "donor", "contact_fname": "Zoë", "contact_lname": "Núñez",
        "addresses": [{"address_postal_code": "10115"}]});
    account.record("contacts", elsewhere).await;
    let archived = json!({"contact_status": "archive", "contact_fname": "Tom", "contact_lname": "Byron"});
    account.record("contacts", archived).await;
    let file = "Name,E-mail,Phone,Zip\nZoe Nunez,,,04109\nZoe Nunez,,,10115\nTom Byron,,,\nAda King,,,\n";
    let import = checked(&api, &mut browser, "contacts", file, &CONTACTS).await;
    let page = browser.get(&import).await.lacks("Who is in row 2?").has("Who is in row 3?");
    page.has("Who is in row 4?").has("Who is in row 5?");
    amend(&api, &mut browser, &import, &[("same-3", ""), ("same-4", ""), ("same-5", "")]).await;
    let page = browser.get(&import).await.has("Perhaps here already").has("href=\"#alike\"");
    let page = page.has("3 rows that nobody decided on will be imported as new");
    // Nobody has said that they are new.
    let done = browser.submit(&page, &format!("{import}/run"), &[]).await;
    assert_eq!(done.location(), import);
    browser.follow(&done).await.has("Nothing is imported yet: some rows may be people");
    assert_eq!(contacts(&account).await.len(), 3);
    run(&api, &mut browser, &import).await;
    assert_eq!(contacts(&account).await.len(), 7);
}

async fn a_bad_cell_is_mended(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let file = "Date,Amount,Comment\nsoon,5,\"a, \"\"quoted\"\" one\"\n2026-01-31,,\n2026-01-30,7,\n";
    let fields = [("column-0", "gift_date"), ("column-1", "gift_amount"), ("column-2", "gift_memo")];
    let import = checked(&api, &mut browser, "gifts", file, &fields).await;
    let page =
        browser.get(&import).await.has("Rows to mend").has("Date (soon) must be a date").lacks("in all");
    let page = page.has("name=\"cell-2-0\" value=\"soon\"").has("name=\"cell-3-1\" value=\"\"");
    let page = page.has("a, &#34;quoted&#34; one").lacks("cell-4-");
    page.has("Import the good rows");
    amend(&api, &mut browser, &import, &[("cell-2-0", " 2026-01-29 "), ("cell-3-1", "x")]).await;
    let page = browser.get(&import).await.has("Rows to mend").lacks("cell-2-0");
    page.has("name=\"cell-3-1\" value=\"x\"").has("Amount (x) must be an amount");
    amend(&api, &mut browser, &import, &[("cell-3-1", "6")]).await;
    browser.get(&import).await.lacks("Rows to mend").has("Import all rows");
    run(&api, &mut browser, &import).await;
    let gifts = account.get("/gifts?sort=id").await.ok();
    let shown = |gift: &Value| json!([gift["gift_date"], gift["gift_amount"], gift["gift_memo"]]);
    let expected = [
        json!(["2026-01-29", 5.0, "a, \"quoted\" one"]),
        json!(["2026-01-31", 6.0, null]),
        json!(["2026-01-30", 7.0, null]),
    ];
    assert_eq!(gifts.list().iter().map(shown).collect::<Vec<_>>(), expected);
}

async fn a_cell_of_a_file_with_names_of_fields_is_mended(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let file = "contact_status,contact_lname,emails\ndonor,King,ada at king\nwitch,Hopper,\n";
    let import = checked(&api, &mut browser, "contacts", file, &[]).await;
    let page = browser.get(&import).await.has("name=\"cell-2-2\" value=\"ada at king\"");
    page.has("name=\"cell-3-0\" value=\"witch\"");
    let mended =
        [("cell-2-2", "ada@king.example"), ("cell-3-0", "donor"), ("cell-9-0", "donor"), ("cell-x-0", "")];
    amend(&api, &mut browser, &import, &mended).await;
    browser.get(&import).await.lacks("Rows to mend").has("Would be new</dt><dd class=\"value\">2</dd>");
    run(&api, &mut browser, &import).await;
    assert_eq!(contacts(&account).await[0]["emails"][0]["email_address"], "ada@king.example");
}

pub(super) const GIFTS: [(&str, &str); 6] = [
    ("column-0", "gift_date"),
    ("column-1", "gift_amount"),
    ("column-2", "donor_full_name"),
    ("column-3", "donor_email"),
    ("column-4", "donor_postal_code"),
    ("decimal_sign", "point"),
];

async fn the_donor_of_a_gift_is_said(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let ada = ada(&account).await;
    let file = "Date,Amount,Donor,Email,Zip\n2026-01-31,5,Ada King,ada@work.example,\n\
                2026-01-30,6,Ada King,ada@king.example,\n2026-01-29,7,Ada King,,04109\n";
    let import = checked(&api, &mut browser, "gifts", file, &GIFTS).await;
    let page = browser.get(&import).await.has("Who is in row 2?").has("Who is in row 4?");
    page.lacks("Who is in row 3?");
    amend(&api, &mut browser, &import, &[("same-2", &ada.to_string()), ("same-4", "new")]).await;
    browser.get(&import).await.lacks("Perhaps here already");
    run(&api, &mut browser, &import).await;
    let all = contacts(&account).await;
    assert_eq!(all.len(), 2);
    let other = all[1]["id"].as_i64().unwrap();
    let gifts = account.get("/gifts?sort=id").await.ok();
    let given: Vec<_> = gifts.list().iter().map(|gift| gift["contact_id"].as_i64().unwrap()).collect();
    assert_eq!(given, [ada, ada, other]);
}

async fn a_donor_whom_several_contacts_fit_is_chosen(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let (first, second) = (ada(&account).await, ada(&account).await);
    let file = "Date,Amount,Donor,Email,Zip\n2026-01-31,5,Ada King,ada@king.example,\n";
    let import = checked(&api, &mut browser, "gifts", file, &GIFTS).await;
    let page = browser.get(&import).await.has("Rows to mend").has("fits several contacts");
    let page = page.has(&format!("<option value=\"{first}\">The same as Ada King"));
    page.has("Choose one").lacks("Somebody else").lacks("Perhaps here already");
    amend(&api, &mut browser, &import, &[("same-2", &second.to_string())]).await;
    browser.get(&import).await.lacks("Rows to mend");
    run(&api, &mut browser, &import).await;
    assert_eq!(account.get("/gifts").await.ok().list()[0]["contact_id"], second);
}

async fn a_donor_of_whom_rows_say_the_name_alone_is_the_only_contact_of_that_name(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let ada = ada(&account).await;
    let archived = json!({"contact_status": "archive", "contact_fname": "Ada", "contact_lname": "King"});
    account.record("contacts", archived).await;
    let file = "Date,Amount,Donor,Email,Zip\n2026-01-31,5,\"King, Ada\",,\n2026-01-30,6,ADA KING,,\n\
                2026-01-29,7,Eve Jones,,\n2026-01-28,8,King,,\n";
    let import = checked(&api, &mut browser, "gifts", file, &GIFTS).await;
    let page = browser.get(&import).await.has("Rows to mend").has("Choose one");
    let page = page.has(&format!("<option value=\"{ada}\">The same as Ada King"));
    page.has("Take the only contact of that name in all rows").lacks("Perhaps here already");
    amend(&api, &mut browser, &import, &[("suggested", "1")]).await;
    let page = browser.get(&import).await.has("Eve Jones");
    page.lacks("Take the only contact of that name in all rows");
    run(&api, &mut browser, &import).await;
    let gifts = account.get("/gifts?sort=id").await.ok();
    let given: Vec<_> = gifts.list().iter().map(|gift| gift["contact_id"].as_i64().unwrap()).collect();
    assert_eq!(given, [ada, ada]);
}

async fn a_number_of_nobody_is_refused(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let (_, other) = api
        .account()
        .await
        .record("contacts", json!({"contact_status": "donor", "contact_lname": "King"}))
        .await;
    let organisation = json!({"contact_status": "donor", "contact_is_org": 1, "contact_lname": "King"});
    let (_, organisation) = account.record("contacts", organisation).await;
    let file = "Name,E-mail,Phone,Zip\nAda King,,,\nEve King,,,\nTom King,,,\n";
    let import = checked(&api, &mut browser, "contacts", file, &CONTACTS).await;
    let (other, organisation) = (other.to_string(), organisation.to_string());
    amend(&api, &mut browser, &import, &[("same-2", &other), ("same-3", &organisation), ("same-4", "me")])
        .await;
    let page = browser.get(&import).await.has("Contact here must be the number of a contact of this account");
    page.has("Contact here must be a person").has("Contact here must be the number of a contact, or new");
    let file = "Date,Amount,Donor,Email,Zip\n2026-01-31,5,Ada King,ada@king.example,\n";
    let import = checked(&api, &mut browser, "gifts", file, &GIFTS).await;
    amend(&api, &mut browser, &import, &[("same-2", &other)]).await;
    browser
        .get(&import)
        .await
        .has("Rows to mend")
        .has("Contact here must be the id of a contact of this account");
    assert_eq!(contacts(&account).await.len(), 1);
}

async fn rows_of_any_part_of_a_file_are_mended(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let row = |n| if n % 600 == 0 { "soon,5\n".to_owned() } else { format!("2026-01-31,{}\n", n + 1) };
    let file = "Date,Amount\n".to_owned() + &(0..1300).map(row).collect::<String>();
    let fields = [("column-0", "gift_date"), ("column-1", "gift_amount")];
    let import = checked(&api, &mut browser, "gifts", &file, &fields).await;
    let mended = ["cell-2-0", "cell-602-0", "cell-1202-0"].map(|name| (name, "2026-01-30"));
    for (name, _) in mended {
        browser.get(&import).await.has(&format!("name=\"{name}\" value=\"soon\""));
    }
    amend(&api, &mut browser, &import, &mended).await;
    run(&api, &mut browser, &import).await;
    let mended = account.get("/gifts?from=2026-01-30&to=2026-01-30").await.ok();
    assert_eq!(mended.list().len(), 3);
    let sum: f64 = account
        .get("/gifts")
        .await
        .ok()
        .list()
        .iter()
        .map(|gift| gift["gift_amount"].as_f64().unwrap())
        .sum();
    let rows = (0..1300).map(|n| if n % 600 == 0 { 5 } else { n + 1 });
    assert_eq!(json!(sum), json!(f64::from(rows.sum::<i32>())));
}

async fn a_row_with_too_many_cells_never_says_whose_it_is(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let ada = ada(&account).await;
    let file = format!("Name,E-mail,Phone,Zip\n\"King, Ada\",,,\nEve King,,,,{ada}\n");
    let import = checked(&api, &mut browser, "contacts", &file, &CONTACTS).await;
    browser.get(&import).await.has("must have 4 cells, not 5").has("What to do with row 3?");
    let far = format!("cell-2-{}", usize::MAX);
    amend(&api, &mut browser, &import, &[("same-2", "new"), (&far, "x"), ("cell-2-999999999", "x")]).await;
    browser.get(&import).await.has("must have 5 cells, not 6").lacks("Perhaps here already");
    amend(&api, &mut browser, &import, &[("same-3", "out")]).await;
    browser.get(&import).await.lacks("Rows to mend");
    run(&api, &mut browser, &import).await;
    let all = contacts(&account).await;
    assert_eq!(
        (all.len(), &all[0]["contact_fname"], &all[1]["contact_fname"]),
        (2, &json!("Ada"), &json!("Ada"))
    );
}

async fn an_archived_contact_stays_so_and_another_external_id_is_refused(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let person = |status: &str, external_id: &str| {
        json!({"contact_status": status, "contact_lname": "King", "contact_external_id": external_id,
            "addresses": [{"address_street": "1 Quay", "address_postal_code": "04109"}]})
    };
    let (_, archived) = account.record("contacts", person("archive", "a")).await;
    let (_, known) = account.record("contacts", person("donor", "web-1")).await;
    let file = "Name,Id,Zip\nAda King,,\nEve King,C-100,\nTom King,,04 109\n";
    let fields = [
        ("column-0", "full_name"),
        ("column-1", "contact_external_id"),
        ("column-2", "address_postal_code"),
        ("constant-contact_status", "donor"),
    ];
    let import = checked(&api, &mut browser, "contacts", file, &fields).await;
    let (archived, known) = (archived.to_string(), known.to_string());
    amend(&api, &mut browser, &import, &[("same-2", &archived), ("same-3", &known), ("same-4", &known)])
        .await;
    let page = browser.get(&import).await.has("is another one than the contact here has");
    page.has("Would change</dt><dd class=\"value\">2</dd>");
    run(&api, &mut browser, &import).await;
    let contact = account.get(&format!("/contacts/{archived}")).await.ok();
    assert_eq!((&contact["contact_status"], &contact["contact_fname"]), (&json!("archive"), &json!("Ada")));
    let contact = account.get(&format!("/contacts/{known}")).await.ok();
    assert_eq!(contact["addresses"].as_array().unwrap().len(), 1, "the postal code says nothing new");
    assert_eq!(contact["contact_fname"], "Tom");
}

async fn nobody_else_amends_a_file(db: TestDb) {
    let (api, _, mut browser) = start(db).await;
    let import = checked(
        &api,
        &mut browser,
        "gifts",
        "Date,Amount\nsoon,5\n",
        &[("column-0", "gift_date"), ("column-1", "gift_amount")],
    )
    .await;
    let mut other = api.signed_in(&api.owner().await).await;
    let csrf = other.get("/imports").await.between("name=\"csrf\" value=\"", "\"");
    let sent = [("csrf", csrf.as_str()), ("cell-2-0", "2026-01-31")];
    other.post(&format!("{import}/rows"), &sent).await.shows(404, "There is no such page");
    api.work().await;
    browser.get(&import).await.has("Rows to mend");
}

async fn a_file_that_is_imported_is_not_amended(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let fields = [("column-0", "gift_date"), ("column-1", "gift_amount")];
    let import = checked(&api, &mut browser, "gifts", "Date,Amount\nsoon,5\n2026-01-31,6\n", &fields).await;
    let page = browser.get(&import).await.has("Rows to mend");
    run(&api, &mut browser, &import).await;
    let sent = [("cell-2-0", "2026-01-31")];
    let refused = browser.submit(&page, &format!("{import}/rows"), &sent).await;
    browser.follow(&refused).await.has("Not done: the file cannot be changed").lacks("Rows to mend</h2>");
    assert_eq!(account.get("/gifts").await.ok().list().len(), 1);
}

async fn what_is_chosen_counts_when_the_file_is_imported(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let ada = ada(&account).await.to_string();
    let file = "Name,E-mail,Phone,Zip\n\"King, Ada\",ADA@king.example,555-0199,\nEve Jones,eve at jones,,\n\
                Tom Byron,tom at byron,,\n";
    let import = checked(&api, &mut browser, "contacts", file, &CONTACTS).await;
    let run = format!("{import}/run");
    let page = browser.get(&import).await.has("Who is in row 2?").has("name=\"cell-3-1\"");
    // Nothing of what is chosen is lost, and nothing is imported that nobody has seen.
    let chosen = [("same-2", ada.as_str()), ("cell-3-1", "eve@jones.example"), ("cell-4-1", "tom at byron")];
    let done = browser.submit(&page, &run, &chosen).await;
    assert_eq!(done.location(), format!("{import}?checked=again"));
    browser.follow(&done).await.has("Nothing is imported yet: your choices are saved");
    api.work().await;
    // When the check has ended, the page loads anew, and says what comes next.
    browser.follow(&done).await.has("the file is checked again: import it now");
    assert_eq!(contacts(&account).await.len(), 1);
    // What stays as it is does not stand in the way.
    let page = browser.get(&import).await.has("Decided");
    let done = browser.submit(&page, &run, &chosen).await;
    assert_ne!(done.location(), import);
    api.work().await;
    browser.follow(&done).await.has("Imported");
    let all = contacts(&account).await;
    assert_eq!(all.len(), 2);
    assert_eq!(all[0]["phones"][1]["phone_number"], "555-0199");
    assert_eq!(all[1]["emails"][0]["email_address"], "eve@jones.example");
    let list = browser.get("/imports").await.has(&format!("href=\"{}\"", done.location()));
    list.lacks(&format!("href=\"{import}\""));
}
