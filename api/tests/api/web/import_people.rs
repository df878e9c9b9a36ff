//! The people in the rows of a file: answers about them that stay in sight, contacts who are archived, and somebody who may be in
//! several rows.

use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;

use super::browser::{Browser, start};
use super::import_rows::{CONTACTS, GIFTS, ada, amend, checked, contacts, run};
use crate::support::Account;

both_databases!(
    an_answer_stays_in_sight_and_can_be_changed_until_the_import,
    an_archived_contact_is_recognised_and_an_answer_decides,
    contacts_of_an_undone_import_are_not_asked_about,
    somebody_who_may_be_in_two_rows_is_asked_about,
    somebody_who_may_be_in_rows_far_apart_is_asked_about,
    an_answer_about_a_donor_holds_for_all_gifts_of_that_donor,
    gifts_of_one_new_donor_say_so,
    an_archived_donor_is_told_and_can_be_somebody_else,
    an_archived_donor_with_the_external_id_of_a_row_is_nobody_else,
    a_donor_of_whom_rows_say_the_name_alone_can_be_somebody_new,
    a_gift_brings_nobody_back,
    all_rows_say_what_happens_to_them_a_page_at_a_time,
    gifts_that_are_there_are_left_out_unless_somebody_wants_them,
    gifts_that_are_there_are_left_out_as_the_check_has_said,
    all_suggestions_are_taken_at_once,
    a_name_in_another_spelling_is_asked_about,
);

async fn gifts_that_are_there_are_left_out_unless_somebody_wants_them(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    ada(&account).await;
    let january = "Date,Amount,Donor,Email,Zip\n2026-01-30,5,Ada King,ada@king.example,\n\
                   2026-01-31,6,Ada King,ada@king.example,\n";
    let import = checked(&api, &mut browser, "gifts", january, &GIFTS).await;
    browser.get(&import).await.lacks("is there already");
    let import = run(&api, &mut browser, &import).await;
    let page = browser.get(&import).await.has("New records").has("5.00 from Ada King");
    let first = account.get("/gifts?sort=id").await.ok().list()[0]["id"].as_i64().unwrap();
    page.has(&format!("href=\"/gifts/{first}\"")).lacks("These are the first");

    // The second gift of 5 on that day is another one.
    let row = "2026-01-30,5,Ada King,ada@king.example,\n";
    let file = format!("{january}{row}2026-02-01,7,Ada King,ada@king.example,\n");
    let import = checked(&api, &mut browser, "gifts", &file, &GIFTS).await;
    let page = browser.get(&import).await.has("2 gifts are there already, and will be left out.");
    let page =
        page.has("Would be new</dt><dd class=\"value\">2</dd>").has(&format!("href=\"/gifts/{first}\""));
    let page = page.has("name=\"there-2\"").has("name=\"there-3\"");
    page.lacks("name=\"there-4\"").lacks("name=\"there-5\"");
    amend(&api, &mut browser, &import, &[("there-2", "import"), ("there-3", "leave")]).await;
    let page = browser.get(&import).await.has("1 gift is there already, and will be left out.");
    assert!(page.between("name=\"there-2\"", "</select>").contains(&selected("import")));
    let import = run(&api, &mut browser, &import).await;
    browser.get(&import).await.has("1 gift was left out, because it was there already.");
    let amounts = || async {
        let gifts = account.get("/gifts?sort=id&status=received").await.ok();
        gifts.list().iter().map(|gift| gift["gift_amount"].as_f64().unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(amounts().await, [5.0, 6.0, 5.0, 5.0, 7.0]);

    // The undo takes back what the import made, and not what was there.
    let undone = browser.fill(&import, &format!("{import}/undo"), &[]).await;
    api.work().await;
    browser.follow(&undone).await.has("Taken back");
    assert_eq!(amounts().await, [5.0, 6.0]);
    browser.get(&import).await.lacks("New records");
}

async fn gifts_that_are_there_are_left_out_as_the_check_has_said(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let ada = ada(&account).await;
    let gift = json!({"contact_id": ada, "gift_amount": 5, "gift_date": "2026-01-30"});
    account.record("gifts", gift).await;
    // The version before has checked this file, and left nothing out.
    let file = "Date,Amount,Donor,Email,Zip\n2026-01-30,5,Ada King,ada@king.example,\n\
                2026-02-01,9,Ada King,ada@king.example,\n";
    let import = checked(&api, &mut browser, "gifts", file, &GIFTS).await;
    let before =
        "UPDATE imports SET import_mapping = REPLACE(import_mapping, ',\"leave_out_known\":true', '')
                  WHERE import_mapping LIKE '%leave_out_known%'";
    assert_eq!(api.execute(before, Vec::new()).await, 1);
    run(&api, &mut browser, &import).await;
    assert_eq!(account.get("/gifts").await.ok().list().len(), 3);
    // Where the headings are the names of fields, nobody chooses columns.
    let file = format!("contact_id,gift_date,gift_amount\n{ada},2026-01-30,5\n{ada},2026-01-31,7\n");
    let import = checked(&api, &mut browser, "gifts", &file, &[]).await;
    browser.get(&import).await.has("1 gift is there already, and will be left out.");
    run(&api, &mut browser, &import).await;
    assert_eq!(account.get("/gifts").await.ok().list().len(), 4);
}

async fn all_suggestions_are_taken_at_once(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let ada = ada(&account).await.to_string();
    let file = "Name,E-mail,Phone,Zip\n\"King, Ada\",ada@king.example,,04109\nAda King,,,\n\
                Eve Jones,eve@jones.example,,\nEve Jones,eve@jones.example,,04109\n";
    let import = checked(&api, &mut browser, "contacts", file, &CONTACTS).await;
    browser.get(&import).await.has("Take all suggestions").has("Who is in row 2?").has("Who is in row 5?");
    // What somebody has chosen counts more.
    amend(&api, &mut browser, &import, &[("suggested", "looks"), ("same-3", "new")]).await;
    let page = browser.get(&import).await.lacks("Take all suggestions").lacks("Perhaps here already");
    let decided = page.between("id=\"decided\"", "</section>");
    for answer in [ada.as_str(), "new", "earlier"] {
        assert!(decided.contains(&selected(answer)), "{answer}: {decided}");
    }
    run(&api, &mut browser, &import).await;
    assert_eq!(contacts(&account).await.len(), 3);
}

async fn a_name_in_another_spelling_is_asked_about(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let contact = |first: &str, last: &str, code: &str| {
        json!({"contact_status": "donor", "contact_fname": first, "contact_lname": last,
            "phones": [{"phone_number": "0341 12345"}], "addresses": [{"address_postal_code": code}]})
    };
    let (_, mueller) = account.record("contacts", contact("Jürgen", "Müller", "04109")).await;
    account.record("contacts", contact("Thomas", "Byron", "10115")).await;
    let file = "Name,E-mail,Phone,Zip\nJuergen Mueller,,0341-12345,04109\nTom Byron,,,10115\nTom Byron,,,\n\
                Juergen Moeller,,,04109\n";
    let import = checked(&api, &mut browser, "contacts", file, &CONTACTS).await;
    let page = browser.get(&import).await.has("Who is in row 2?").has("Who is in row 3?");
    // Another form of the first name is not enough.
    page.lacks("Who is in row 4?").lacks("Who is in row 5?");
    amend(&api, &mut browser, &import, &[("same-2", &mueller.to_string()), ("same-3", "new")]).await;
    run(&api, &mut browser, &import).await;
    let all = contacts(&account).await;
    // The number is there already, whatever it is for.
    assert_eq!((all.len(), all[0]["phones"].as_array().map(Vec::len)), (5, Some(1)));
}

/// Returns what is decided, as the page of an import shows it.
async fn decided(browser: &mut Browser, import: &str) -> String {
    browser.get(import).await.between("id=\"decided\"", "</section>")
}

fn selected(answer: &str) -> String {
    format!("<option value=\"{answer}\" selected>")
}

async fn an_answer_stays_in_sight_and_can_be_changed_until_the_import(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let ada = ada(&account).await.to_string();
    let file = "Name,E-mail,Phone,Zip\n\"King, Ada\",ada@king.example,555-0199,\nEve King,,,\n";
    let import = checked(&api, &mut browser, "contacts", file, &CONTACTS).await;
    browser.get(&import).await.has("Perhaps here already").lacks("id=\"decided\"");
    amend(&api, &mut browser, &import, &[("same-2", &ada)]).await;
    let page = browser.get(&import).await.lacks("Perhaps here already");
    page.has("Would change</dt><dd class=\"value\">1</dd>");
    let shown = decided(&mut browser, &import).await;
    assert!(shown.contains(&selected(&ada)) && shown.contains("The same as Ada King"), "{shown}");
    assert!(shown.contains("King, Ada · ada@king.example · 555-0199<"), "{shown}");

    amend(&api, &mut browser, &import, &[("same-2", "new")]).await;
    let shown = decided(&mut browser, &import).await;
    let other = format!("<option value=\"{ada}\">");
    assert!(shown.contains(&selected("new")) && shown.contains(&other), "{shown}");
    amend(&api, &mut browser, &import, &[("same-2", "out")]).await;
    let shown = decided(&mut browser, &import).await;
    assert!(shown.contains(&selected("out")) && shown.contains("King, Ada"), "{shown}");
    browser.get(&import).await.has("Blank, totals or left out</dt><dd class=\"value\">1</dd>");
    amend(&api, &mut browser, &import, &[("same-2", "ask")]).await;
    browser.get(&import).await.has("Perhaps here already").lacks("id=\"decided\"");
    amend(&api, &mut browser, &import, &[("same-2", &ada)]).await;
    run(&api, &mut browser, &import).await;
    browser.get(&import).await.lacks("id=\"decided\"");
    let all = contacts(&account).await;
    assert_eq!((all.len(), all[0]["phones"].as_array().unwrap().len()), (2, 2));
}

/// Makes a contact who is archived.
async fn archived(account: &Account, name: &str) -> i64 {
    let person = json!({"contact_status": "archive", "contact_fname": name, "contact_lname": "Byron",
        "emails": [{"email_address": format!("{}@byron.example", name.to_lowercase())}]});
    account.record("contacts", person).await.1
}

async fn an_archived_contact_is_recognised_and_an_answer_decides(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let (tom, eve) = (archived(&account, "Tom").await, archived(&account, "Eve").await);
    let ida = archived(&account, "Ida").await;
    let into = json!({"contact_status": "donor", "contact_lname": "Noel"});
    let (into, _) = account.record("contacts", into).await;
    account.post(&format!("{into}/merge"), json!({"from_id": ida})).await.ok();
    let file = "Name,E-mail,Phone,Zip\nTom Byron,,1,\nEve Byron,EVE@byron.example,2,\nIda Byron,,3,\n";
    let import = checked(&api, &mut browser, "contacts", file, &CONTACTS).await;
    let page = browser.get(&import).await.has("Who is in row 2?").has("Who is in row 3?").has("(archived)");
    let page = page.has("who stays archived").has("who is archived no longer");
    page.has("or perhaps the same as Tom Byron").has("Would be new</dt><dd class=\"value\">3</dd>");
    let revived = format!("{eve} active");
    amend(&api, &mut browser, &import, &[("same-2", &tom.to_string()), ("same-3", &revived)]).await;
    let shown = decided(&mut browser, &import).await;
    assert!(shown.contains(&selected(&tom.to_string())) && shown.contains(&selected(&revived)), "{shown}");
    run(&api, &mut browser, &import).await;
    let read = async |id: i64| account.get(&format!("/contacts/{id}")).await.ok();
    for (id, status, phone) in [(tom, "archive", "1"), (eve, "donor", "2")] {
        let contact = read(id).await;
        assert_eq!(
            (&contact["contact_status"], &contact["phones"][0]["phone_number"]),
            (&json!(status), &json!(phone))
        );
    }
    assert_eq!(contacts(&account).await.len(), 5, "only Ida is new");
}

async fn contacts_of_an_undone_import_are_not_asked_about(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let file = "Name,E-mail,Phone,Zip\nTom Byron,tom@byron.example,,10115\n";
    let import = checked(&api, &mut browser, "contacts", file, &CONTACTS).await;
    let done = browser.fill(&import, &format!("{import}/run"), &[]).await;
    // Made by hand, before the import has ended.
    let eve = archived(&account, "Eve").await;
    api.work().await;
    let import = done.location().to_owned();
    browser.fill(&import, &format!("{import}/undo"), &[]).await.location();
    api.work().await;
    assert!(contacts(&account).await.iter().all(|contact| contact["contact_status"] == "archive"));
    let file = format!("{file}Eve Byron,eve@byron.example,,\n");
    let import = checked(&api, &mut browser, "contacts", &file, &CONTACTS).await;
    let page = browser.get(&import).await.lacks("Who is in row 2?").has("Who is in row 3?");
    page.has(&format!("<option value=\"{eve}\">")).has("Would be new</dt><dd class=\"value\">2</dd>");
}

async fn somebody_who_may_be_in_two_rows_is_asked_about(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let file = "Name,E-mail,Phone,Zip\n\"King, Ada\",ada@king.example,1,04109\nAda King,ADA@king.example,2,\n\
                Eve King,ada@king.example,,\nTom Byron,,,10115\nTom Byron,,3,10 115\nTom Byron,,,04109\n";
    let import = checked(&api, &mut browser, "contacts", file, &CONTACTS).await;
    let page = browser.get(&import).await.has("Would be new</dt><dd class=\"value\">6</dd>");
    let asked = page.between("id=\"alike\"", "</section>");
    for (row, is_asked) in [(2, false), (3, true), (4, true), (5, false), (6, true), (7, false)] {
        assert_eq!(asked.contains(&format!("Who is in row {row}?")), is_asked, "{row}: {asked}");
    }
    assert!(asked.contains("In the file: row 2") && asked.contains("In the file: row 5"), "{asked}");
    assert!(asked.contains("<option value=\"earlier\">The same person as in row 5"), "{asked}");
    let first = page.between("id=\"first\"", "</section>");
    assert_eq!(first.matches("New – or perhaps the same as row 2").count(), 2, "{first}");
    assert!(first.contains("New – or perhaps the same as row 5"), "{first}");
    page.lacks("id=\"decided\"");

    amend(&api, &mut browser, &import, &[("same-3", "earlier"), ("same-6", "earlier")]).await;
    let shown = decided(&mut browser, &import).await;
    assert_eq!(shown.matches(&selected("earlier")).count(), 2, "{shown}");
    let page = browser.get(&import).await.has("Would change</dt><dd class=\"value\">2</dd>");
    page.has("Who is in row 4?").has("Goes to the contact of row 2");
    run(&api, &mut browser, &import).await;
    let phones = |contact: &Value| {
        let phones = contact["phones"].as_array().unwrap().iter();
        let phones: Vec<_> = phones.map(|phone| phone["phone_number"].clone()).collect();
        json!([contact["contact_fname"], phones])
    };
    let all: Vec<_> = contacts(&account).await.iter().map(phones).collect();
    assert_eq!(
        all,
        [json!(["Ada", ["1", "2"]]), json!(["Eve", []]), json!(["Tom", ["3"]]), json!(["Tom", []])]
    );
}

async fn somebody_who_may_be_in_rows_far_apart_is_asked_about(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    // Parts of a file have 500 rows.
    let others = |part: &str| {
        let rows: Vec<_> = (0..600).map(|n| format!("{part}{n} Noel,,,\n")).collect();
        rows.concat()
    };
    let (one, two) = (others("A"), others("B"));
    let (ada, tom) = ("Ada King,ADA@king.example,2,", "Tom Byron,,3,10 115");
    let file = format!(
        "Name,E-mail,Phone,Zip\n\"King, Ada\",ada@king.example,1,\nTom Byron,,,10115\n\
         {one}{ada}\n{two}{tom}\n{ada}\n"
    );
    let import = checked(&api, &mut browser, "contacts", &file, &CONTACTS).await;
    let page = browser.get(&import).await.has("Would be new</dt><dd class=\"value\">1,205</dd>");
    let asked = page.between("id=\"alike\"", "</section>");
    for (row, earlier) in [(604, 2), (1205, 3), (1206, 2)] {
        assert!(asked.contains(&format!("Who is in row {row}?")), "{row}: {asked}");
        assert!(asked.contains(&format!("The same person as in row {earlier}")), "{earlier}: {asked}");
    }
    assert_eq!(asked.matches("Who is in row").count(), 3, "{asked}");

    amend(&api, &mut browser, &import, &[("same-604", "earlier"), ("same-1205", "earlier")]).await;
    let page = browser.get(&import).await.has("Would change</dt><dd class=\"value\">2</dd>");
    page.has("Who is in row 1206?");
    run(&api, &mut browser, &import).await;
    // What nobody has answered is somebody else.
    let all = contacts(&account).await;
    assert_eq!(all.len(), 1203);
    let phones = |at: usize| all[at]["phones"].as_array().unwrap().len();
    assert_eq!((phones(0), phones(1), phones(1202)), (2, 1, 1));
    let left = api.query("SELECT count(*) FROM import_external_ids", Vec::new()).await;
    assert_eq!(left[0].try_get_by_index::<i64>(0).unwrap(), 0);
}

/// Returns the contact of each gift, in the order of the file.
async fn givers(account: &Account) -> Vec<Value> {
    let gifts = account.get("/gifts?sort=id").await.ok();
    gifts.list().iter().map(|gift| gift["contact_id"].clone()).collect()
}

async fn an_answer_about_a_donor_holds_for_all_gifts_of_that_donor(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let ada = ada(&account).await;
    let file = "Date,Amount,Donor,Email,Zip\n2026-01-31,5,Ada King,ada@work.example,\n\
                2026-01-30,6,ada king,ADA@work.example,\n2026-01-29,7,Eve King,eve@king.example,\n\
                2026-01-28,8,Ada King,ada@work.example,\n";
    let import = checked(&api, &mut browser, "gifts", file, &GIFTS).await;
    browser.get(&import).await.has("Who is in row 2?").has("Who is in row 3?").has("Who is in row 5?");
    let ada_text = ada.to_string();
    amend(&api, &mut browser, &import, &[("same-2", &ada_text), ("same-3", ""), ("same-5", "")]).await;
    browser.get(&import).await.lacks("Perhaps here already");
    let shown = decided(&mut browser, &import).await;
    assert_eq!(shown.matches(&selected(&ada_text)).count(), 3, "{shown}");
    // So does another one, but for a row of which it is said otherwise.
    let sent = [("same-2", "new"), ("same-3", &*ada_text), ("same-5", "out")];
    amend(&api, &mut browser, &import, &sent).await;
    let shown = decided(&mut browser, &import).await;
    assert_eq!(shown.matches(&selected("new")).count(), 2, "{shown}");
    assert_eq!(shown.matches(&selected("out")).count(), 1, "{shown}");
    amend(&api, &mut browser, &import, &[("same-2", &ada_text), ("same-5", "ask")]).await;
    amend(&api, &mut browser, &import, &[("same-5", &ada_text)]).await;
    run(&api, &mut browser, &import).await;
    let eve = contacts(&account).await[1]["id"].as_i64().unwrap();
    assert_eq!(givers(&account).await, [ada, ada, eve, ada].map(Value::from));
}

async fn gifts_of_one_new_donor_say_so(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let known = ada(&account).await;
    let file = "Date,Amount,Donor,Email,Zip\n2026-01-31,5,Grace Hopper,grace@navy.example,\n\
                2026-01-30,6,Grace Hopper,GRACE@navy.example,\n2026-01-29,7,Ada King,ada@king.example,\n\
                2026-01-28,8,,,\n";
    let import = checked(&api, &mut browser, "gifts", file, &GIFTS).await;
    let page = browser.get(&import).await.lacks("Perhaps here already");
    let first = page.between("id=\"first\"", "</section>");
    for fate in ["New, with a new contact", "New, for the new contact of row 2", "New, for Ada King", ">New<"]
    {
        assert_eq!(first.matches(fate).count(), 1, "{fate}: {first}");
    }
    run(&api, &mut browser, &import).await;
    let all = contacts(&account).await;
    let grace = all[1]["id"].clone();
    assert_eq!(all.len(), 2);
    assert_eq!(givers(&account).await, [grace.clone(), grace, json!(known), Value::Null]);
}

async fn an_archived_donor_is_told_and_can_be_somebody_else(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let tom = archived(&account, "Tom").await;
    let file = "Date,Amount,Donor,Email,Zip\n2026-01-31,5,Tom Byron,tom@byron.example,\n";
    let import = checked(&api, &mut browser, "gifts", file, &GIFTS).await;
    browser.get(&import).await.lacks("Perhaps here already").has("New, for Tom Byron");
    let shown = decided(&mut browser, &import).await;
    assert!(shown.contains(&selected("ask")) && shown.contains("(archived)"), "{shown}");
    run(&api, &mut browser, &import).await;
    assert_eq!(givers(&account).await, [json!(tom)]);
    let statuses = async || -> Vec<Value> {
        contacts(&account).await.iter().map(|contact| contact["contact_status"].clone()).collect()
    };
    assert_eq!(statuses().await, ["archive"], "a gift does not revive anybody");

    let file = "Date,Amount,Donor,Email,Zip\n2026-02-01,6,Tom Byron,tom@byron.example,\n\
                2026-02-02,7,Tom Byron,tom@byron.example,\n";
    let import = checked(&api, &mut browser, "gifts", file, &GIFTS).await;
    amend(&api, &mut browser, &import, &[("same-2", "new")]).await;
    let shown = decided(&mut browser, &import).await;
    assert_eq!(shown.matches(&selected("new")).count(), 2, "{shown}");
    run(&api, &mut browser, &import).await;
    assert_eq!(statuses().await, ["archive", "donor"]);
    let other = contacts(&account).await[1]["id"].clone();
    assert_eq!(givers(&account).await, [json!(tom), other.clone(), other]);
}

async fn an_archived_donor_with_the_external_id_of_a_row_is_nobody_else(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let tom = archived(&account, "Tom").await;
    account.put(&format!("/contacts/{tom}"), json!({"contact_external_id": "crm-1"})).await.ok();
    let file = "Date,Amount,Donor,Id\n2026-01-31,5,Tom Byron,crm-1\n";
    let fields = [
        ("column-0", "gift_date"),
        ("column-1", "gift_amount"),
        ("column-2", "donor_full_name"),
        ("column-3", "contact_external_id"),
    ];
    let import = checked(&api, &mut browser, "gifts", file, &fields).await;
    let page = browser.get(&import).await.lacks("id=\"decided\"").lacks("Perhaps here already");
    page.has("New, for Tom Byron").has("(archived)");
    run(&api, &mut browser, &import).await;
    assert_eq!(givers(&account).await, [json!(tom)]);
}

async fn a_donor_of_whom_rows_say_the_name_alone_can_be_somebody_new(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let baker = json!({"contact_status": "donor", "contact_lname": "Bäcker"});
    let (_, baker) = account.record("contacts", baker).await;
    // Parts of a file have 500 rows.
    let others = "2026-01-01,1,,,\n".repeat(600);
    let file = format!(
        "Date,Amount,Title,Name,Email\n2026-01-31,5,Familie,Bäcker,\n2026-01-30,6,Familie,Noel,\n{others}\
         2026-01-29,7,Familie,Noel,\n2026-01-28,8,Herr,,tom@byron.example\n"
    );
    let fields = [
        ("column-0", "gift_date"),
        ("column-1", "gift_amount"),
        ("column-2", "donor_title"),
        ("column-3", "donor_lname"),
        ("column-4", "donor_email"),
        ("decimal_sign", "point"),
    ];
    let import = checked(&api, &mut browser, "gifts", &file, &fields).await;
    let page = browser.get(&import).await.has(&format!("<option value=\"{baker}\">The same as"));
    let mend = page.between("id=\"mend\"", "</section>");
    assert_eq!(mend.matches("Somebody else: make a new contact").count(), 3, "{mend}");
    // What is missing is told at the column of the name.
    let cell = mend.split("name=\"cell-2-3\"").nth(1).unwrap_or_default();
    assert!(cell.starts_with(" value=\"Bäcker\" autocomplete=\"off\" aria-describedby"), "{mend}");
    amend(&api, &mut browser, &import, &[("same-2", &baker.to_string()), ("same-3", "new")]).await;
    let shown = decided(&mut browser, &import).await;
    assert_eq!(shown.matches(&selected("new")).count(), 2, "{shown}");
    run(&api, &mut browser, &import).await;
    // The rows of one new donor make one contact.
    let all = contacts(&account).await;
    assert_eq!((all.len(), &all[1]["contact_lname"]), (2, &json!("Noel")));
    let gifts = account.get("/gifts?sort=id&limit=1000").await.ok();
    let given = gifts.list().iter().filter(|gift| !gift["contact_id"].is_null());
    let given: Vec<_> = given.map(|gift| json!([gift["contact_id"], gift["gift_amount"]])).collect();
    let noel = &all[1]["id"];
    assert_eq!(given, [json!([baker, 5.0]), json!([noel, 6.0]), json!([noel, 7.0])]);
}

async fn a_gift_brings_nobody_back(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let tom = archived(&account, "Tom").await;
    let file = "Date,Amount,Donor,Email,Zip\n2026-01-31,5,Tom Byron,tom@byron.example,\n";
    let import = checked(&api, &mut browser, "gifts", file, &GIFTS).await;
    amend(&api, &mut browser, &import, &[("same-2", &format!("{tom} active"))]).await;
    let page = browser.get(&import).await.has("Rows to mend");
    page.has("Contact here must be the number alone: only a file of contacts brings archived ones back");
    amend(&api, &mut browser, &import, &[("same-2", &tom.to_string())]).await;
    browser.get(&import).await.lacks("Rows to mend");
}

async fn all_rows_say_what_happens_to_them_a_page_at_a_time(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let ada = ada(&account).await;
    account.put(&format!("/contacts/{ada}"), json!({"contact_external_id": "crm-1"})).await.ok();
    let guest = |n| format!("Guest Number{n},guest{n}@x.example,\n");
    let guests = (0..30).map(guest).collect::<String>();
    let file = format!(
        "Name,E-mail,Id\nAda Lovelace,,crm-1\nAda King,,\nTom Byron,tom at byron,\n{guests}Ada Noel,,crm-1\nAda King,,\n"
    );
    let fields = [
        ("column-0", "full_name"),
        ("column-1", "emails"),
        ("column-2", "contact_external_id"),
        ("constant-contact_status", "donor"),
    ];
    let import = checked(&api, &mut browser, "contacts", &file, &fields).await;
    let first = browser.get(&import).await.between("id=\"first\"", "</section>");
    assert_eq!(first.matches("<tr>").count(), 21, "twenty rows below the headings: {first}");
    let next = format!("href=\"{import}?rows=2#first\"");
    assert!(first.contains("Page 1 of 2") && first.contains(&next), "{first}");
    for text in [
        "What happens",
        "Goes to Ada King",
        "New – or perhaps the same as Ada King",
        "Has to be mended",
        "Number16",
    ] {
        assert!(first.contains(text), "{text}: {first}");
    }
    assert!(!first.contains("Number17"), "{first}");
    for number in ["2", "99"] {
        let last =
            browser.get(&format!("{import}?rows={number}")).await.between("id=\"first\"", "</section>");
        assert_eq!(last.matches("<tr>").count(), 16, "{last}");
        for text in ["Number17", "Number29", "New – or perhaps the same as Ada King", "Page 2 of 2"] {
            assert!(last.contains(text), "{text}: {last}");
        }
        assert!(!last.contains("Number16") && !last.contains("rows=3"), "{last}");
    }
}
