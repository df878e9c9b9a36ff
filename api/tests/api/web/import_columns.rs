//! The columns of a file in the browser: guessed, chosen, remembered, and chosen anew after the preview.

use serde_json::json;
use shared::both_databases;
use shared::database::testing::TestDb;

use super::browser::{Page, start};
use super::imports::{upload, upload_bytes};

both_databases!(
    a_file_with_its_own_headings_is_imported_by_its_columns,
    contacts_with_gifts_can_be_imported_as_gifts,
    what_was_found_of_a_file_as_contacts_does_not_count_for_its_gifts,
    words_that_are_new_are_asked_for_once,
    a_way_to_pay_that_is_read_as_a_type_can_be_another_one,
    columns_that_do_not_do_are_said_with_what_was_chosen,
    a_mapping_is_remembered_and_the_same_file_is_noticed,
    a_mapping_is_remembered_without_the_columns_that_answers_add,
    columns_are_chosen_anew_after_the_preview,
    a_row_with_the_number_of_an_earlier_row_is_said_to_change_its_record,
    columns_are_their_own_accounts,
    every_heading_of_a_template_is_known,
    a_german_file_needs_no_choice_on_german_pages,
    a_german_file_for_excel_is_read_again,
    files_for_excel_bring_back_countries_and_birthdays,
    where_the_file_does_not_decide_the_language_of_the_page_does,
);

/// Returns the field that is chosen for a column.
fn chosen(page: &Page, column: usize) -> String {
    let select = page.between(&format!("name=\"column-{column}\">"), "</select>");
    let before = select.split("\" selected").next().filter(|before| before.len() < select.len());
    before.map(|before| before.rsplit('"').next().unwrap().to_owned()).unwrap_or_default()
}

/// Returns the fields of the form as the page shows them.
fn typed(page: &Page) -> Vec<(String, String)> {
    let selects = page.html.split("<select id=\"").skip(1);
    let selects = selects.map(|select| {
        let name = select.split('"').next().unwrap().to_owned();
        let select = select.split("</select>").next().unwrap();
        let before = select.split("\" selected").next().filter(|before| before.len() < select.len());
        (name, before.map(|before| before.rsplit('"').next().unwrap().to_owned()).unwrap_or_default())
    });
    selects.collect()
}

const FRIENDS: &str = "Name;E-mail;Zip;Shoe size\nSmith, John & Mary;john@x.example;04109;43\nJones, Eve;eve@x.example;10115;\n";

async fn a_file_with_its_own_headings_is_imported_by_its_columns(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let sent = upload(&mut browser, "contacts", FRIENDS).await;
    let path = sent.location().to_owned();
    let page = browser.get(&path).await.shows(200, "Columns").has(&format!("action=\"{path}?send\""));
    let page = page.has("Read as: semicolons").has("Smith, John &#38; Mary").has("Put into the notes");
    assert_eq!(
        [0, 1, 2, 3].map(|column| chosen(&page, column)),
        ["full_name", "emails", "address_postal_code", ""]
    );
    api.work().await;
    let import = path.strip_suffix("/columns").unwrap();
    assert_eq!(browser.get(import).await.location(), path, "nothing happens before the columns are chosen");
    browser.get("/imports").await.has("Columns to choose");

    let mut fields = typed(&page);
    fields.iter_mut().find(|(name, _)| name == "column-3").unwrap().1 = "in_notes".into();
    let fields: Vec<_> = fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let done = browser.submit(&page, &path, &fields).await;
    assert_eq!(done.location(), import);
    api.work().await;
    let page = browser.follow(&done).await.has("Checked").has(">2</dd>").has("Change the columns");
    let page = page.has("Whole name (Smith, John &#38; Mary)").has("Import all rows");
    let done = browser.submit(&page, &format!("{import}/run"), &[]).await;
    api.work().await;
    browser.follow(&done).await.has("Imported").lacks("Change the columns");
    let contacts = account.get("/contacts").await.ok();
    let contact = &contacts.list()[0];
    let fields =
        ["contact_fname", "contact_lname", "contact_spouse_fname", "contact_status", "contact_notes"];
    let expected = [json!("John"), json!("Smith"), json!("Mary"), json!("donor"), json!("Shoe size: 43")];
    assert_eq!(fields.map(|field| contact[field].clone()), expected);
    assert_eq!(contact["addresses"][0]["address_postal_code"], "04109");
}

async fn contacts_with_gifts_can_be_imported_as_gifts(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let sent = upload(&mut browser, "contacts", FRIENDS).await;
    browser.follow(&sent).await.shows(200, "Columns").lacks("Import it as gifts");
    let file = "Name,E-mail,Amount,Gift date\nEve Jones,eve@x.example,5.00,2026-03-04\n";
    let sent = upload(&mut browser, "contacts", file).await;
    let path = sent.location().to_owned();
    let page = browser.follow(&sent).await.shows(200, "Columns").has("This file has gifts, too");
    let again = browser.submit(&page, &path, &[("as", "gifts")]).await;
    assert_eq!(again.location(), path);
    let page = browser.follow(&again).await.shows(200, "Columns").lacks("Import it as gifts");
    assert_eq!(
        [0, 1, 2, 3].map(|column| chosen(&page, column)),
        ["donor_full_name", "donor_email", "gift_amount", "gift_date"]
    );
    let fields = typed(&page);
    let fields: Vec<_> = fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let done = browser.submit(&page, &path, &fields).await;
    api.work().await;
    let import = done.location().to_owned();
    let done = browser.fill(&import, &format!("{import}/run"), &[]).await;
    api.work().await;
    browser.follow(&done).await.has("Imported");
    let gifts = account.get("/gifts").await.ok();
    assert_eq!(gifts.list()[0]["gift_amount"], 5.0);
    assert_eq!(account.get("/contacts").await.ok().list()[0]["contact_lname"], "Jones");
}

async fn what_was_found_of_a_file_as_contacts_does_not_count_for_its_gifts(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let file =
        "Name,E-mail,Amount,Gift date\nEve Jones,eve@x.example,5.00,2026-03-04\nTom,at x,6,2026-03-05\n";
    let sent = upload(&mut browser, "contacts", file).await;
    let path = sent.location().to_owned();
    let page = browser.follow(&sent).await.shows(200, "Columns");
    let fields = typed(&page);
    let fields: Vec<_> = fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let import = browser.submit(&page, &path, &fields).await.location().to_owned();
    api.work().await;
    let counts = async || {
        let import = account.get(&import).await.ok();
        json!(["processed_count", "created_count", "failed_count"].map(|count| import[count].clone()))
    };
    assert_eq!(counts().await, json!([2, 1, 1]));
    let page = browser.get(&path).await.has("Import it as gifts");
    browser.submit(&page, &path, &[("as", "gifts")]).await.location();
    assert_eq!(counts().await, json!([0, 0, 0]));
}

async fn words_that_are_new_are_asked_for_once(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let sent =
        upload(&mut browser, "gifts", "Date,Amount,Method\n31/1/2026,$5.00,ACH\n2/1/2026,$6.00,Plate\n")
            .await;
    let path = sent.location().to_owned();
    let page = browser.get(&path).await.shows(200, "Columns");
    let page =
        page.has("The day first: 31/1/2026 is 31 January 2026").has("The month first: 31/1/2026 is no date");
    // What is read already is said, and can be changed.
    let page = page.has("“ACH” in the column Method means").lacks("“Plate” in");
    let fields = typed(&page);
    assert!(fields.contains(&("read-word-2-0".to_owned(), "bank_transfer".to_owned())), "{fields:?}");
    assert!(
        fields.contains(&("date_order".to_owned(), "day_first".to_owned())),
        "the first date says so: {fields:?}"
    );
    let fields: Vec<_> = fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let asked = browser.submit(&page, &path, &fields).await.shows(422, "Columns");
    let asked = asked.has("“Plate” in the column Method means");
    let mut fields = typed(&asked);
    fields.iter_mut().find(|(name, _)| name == "word-2-0").unwrap().1 = "cash".into();
    let fields: Vec<_> = fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let done = browser.submit(&asked, &path, &fields).await;
    api.work().await;
    let import = done.location().to_owned();
    let done = browser.fill(&import, &format!("{import}/run"), &[]).await;
    api.work().await;
    browser.follow(&done).await.has("Imported");
    let gifts = account.get("/gifts").await.ok();
    let shown: Vec<_> = gifts
        .list()
        .iter()
        .map(|gift| json!([gift["gift_date"], gift["giftType"]["gift_type_name"]]))
        .collect();
    assert_eq!(shown, [json!(["2026-01-31", "bank_transfer"]), json!(["2026-01-02", "cash"])]);
    // The words are remembered, too.
    let again = upload(&mut browser, "gifts", "Date,Amount,Method\n3/1/2026,$7.00,Plate\n").await;
    let page = browser.follow(&again).await.has("as you chose it for the last file");
    assert!(typed(&page).contains(&("word-2-0".to_owned(), "cash".to_owned())));
}

async fn a_way_to_pay_that_is_read_as_a_type_can_be_another_one(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    account.post("/gift-types", json!({"gift_type_name": "Direct debit"})).await.created();
    let file = "Date,Amount,Method\n2026-01-02,5,PayPal\n2026-01-03,6,Lastschrift\n2026-01-04,7,Cash\n";
    let path = upload(&mut browser, "gifts", file).await.location().to_owned();
    let page = browser.get(&path).await.has("Ways to pay in the file").has("href=\"/settings/gift-types\"");
    let page = page.has("“PayPal” in the column Method means").lacks("“Cash” in the column");
    let read = |name: &str| typed(&page).into_iter().find(|(one, _)| one == name).unwrap().1;
    assert_eq!(["read-word-2-0", "read-word-2-1"].map(read), ["online", "Direct debit"]);
    let fields = [
        ("column-0", "gift_date"),
        ("column-1", "gift_amount"),
        ("column-2", "gift_type"),
        ("read-text-2-0", "PayPal"),
        ("read-word-2-0", "card"),
    ];
    let import = browser.submit(&page, &path, &fields).await.location().to_owned();
    api.work().await;
    // As another field, the column keeps its words.
    let page = browser.get(&path).await.has("“PayPal” in the column Method means");
    let read = typed(&page).into_iter().find(|(one, _)| one == "read-word-2-0").unwrap().1;
    assert_eq!(read, "card");
    let fields = [&fields[..2], &[("column-2", "gift_memo")], &fields[3..]].concat();
    browser.submit(&page, &path, &fields).await.location();
    api.work().await;
    browser.fill(&import, &format!("{import}/run"), &[]).await.location();
    api.work().await;
    assert_eq!(account.get("/gifts?sort=id").await.ok().list()[0]["gift_memo"], "PayPal");
}

async fn columns_that_do_not_do_are_said_with_what_was_chosen(db: TestDb) {
    let (api, _, mut browser) = start(db).await;
    let sent = upload(&mut browser, "gifts", "<b>Day</b>,Sum\n2026-01-02,5\n").await;
    let path = sent.location().to_owned();
    let page = browser.get(&path).await.has("&#60;b&#62;Day&#60;/b&#62;").lacks("<b>Day");
    let fields = [("column-0", "gift_date"), ("column-1", "gift_date")];
    let refused = browser.submit(&page, &path, &fields).await.shows(422, "Columns");
    let refused = refused.has("another column is Date already").has("href=\"#column-1\"");
    assert_eq!(chosen(&refused, 1), "gift_date");
    let refused = browser.submit(&page, &path, &[("column-0", "gift_date"), ("column-1", "")]).await;
    refused.shows(422, "Columns").has("Amount is needed: choose its column");
    api.work().await;
    let done = browser.submit(&page, &path, &[("column-0", "gift_date"), ("column-1", "gift_amount")]).await;
    let again = browser.submit(&page, &path, &[("column-1", "gift_amount")]).await;
    browser.follow(&again).await.has("Not done: the file cannot be changed");
    api.work().await;
    browser.follow(&done).await.has("Checked");
}

async fn a_mapping_is_remembered_and_the_same_file_is_noticed(db: TestDb) {
    let (api, _, mut browser) = start(db).await;
    for n in 0..2 {
        let sent = upload(&mut browser, "contacts", FRIENDS).await;
        let path = sent.location().to_owned();
        let page = browser.get(&path).await.shows(200, "Columns");
        let page = if n == 0 {
            page.lacks("as you chose it").lacks("imported before")
        } else {
            page.has("as you chose it for the last file with these headings")
                .has("This very file was imported before")
        };
        assert_eq!(chosen(&page, 3), if n == 0 { "" } else { "contact_nickname" });
        let fields = [
            ("column-0", "full_name"),
            ("column-1", "emails"),
            ("column-3", "contact_nickname"),
            ("constant-contact_status", "prospect"),
        ];
        let done = browser.submit(&page, &path, &fields).await;
        api.work().await;
        let import = done.location().to_owned();
        let page = browser.get(&import).await;
        let page = if n == 0 {
            page.lacks("imported before")
        } else {
            page.has("This very file was imported before")
        };
        browser.submit(&page, &format!("{import}/run"), &[]).await.location();
        api.work().await;
    }
    let known = api.query("SELECT count(*) FROM import_mappings", vec![]).await;
    assert_eq!(known[0].try_get_by_index::<i64>(0).unwrap(), 1);
}

async fn a_mapping_is_remembered_without_the_columns_that_answers_add(db: TestDb) {
    let (api, _, mut browser) = start(db).await;
    let mapped = [
        ("column-0", "full_name"),
        ("column-1", "emails"),
        ("column-3", "contact_nickname"),
        ("constant-contact_status", "prospect"),
    ];
    let path = upload(&mut browser, "contacts", FRIENDS).await.location().to_owned();
    browser.fill(&path, &path, &mapped).await.location();
    api.work().await;
    for file in [
        "Name;E-mail;Zip;Shoe size;Contact here;Person or organization;import_problems\nJones, Eve;;;38;new;person;none\n",
        "Name;E-mail;Zip;Shoe size\nJones, Tom;;;45\n",
    ] {
        let path = upload(&mut browser, "contacts", file).await.location().to_owned();
        let page = browser.get(&path).await.has("as you chose it for the last file with these headings");
        assert_eq!([0, 2, 3].map(|column| chosen(&page, column)), ["full_name", "", "contact_nickname"]);
        if file.contains("Contact here") {
            let added = [4, 5, 6].map(|column| chosen(&page, column));
            assert_eq!(added, ["same_contact", "contact_type", ""]);
            let mapped =
                [&mapped[..], &[("column-4", "same_contact"), ("column-5", "contact_type")]].concat();
            browser.submit(&page, &path, &mapped).await.location();
            api.work().await;
        }
    }
}

async fn columns_are_chosen_anew_after_the_preview(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let sent = upload(&mut browser, "gifts", "Day,Sum\n1/2/2026,5\nsoon,6\n").await;
    let path = sent.location().to_owned();
    let fields = [("column-0", "gift_date"), ("column-1", "gift_amount"), ("date_order", "day_first")];
    let done = browser.fill(&path, &path, &fields).await;
    api.work().await;
    browser.follow(&done).await.has("Day (soon) must be a date with the day first").has("Rows to mend");
    let fields = [("column-0", "gift_date"), ("column-1", "gift_amount"), ("date_order", "month_first")];
    let page = browser.get(&path).await.shows(200, "Columns");
    assert_eq!([0, 1].map(|column| chosen(&page, column)), ["gift_date", "gift_amount"]);
    let done = browser.submit(&page, &path, &fields).await;
    api.work().await;
    let import = done.location().to_owned();
    let page = browser.get(&import).await.has("must be a date with the month first");
    browser.submit(&page, &format!("{import}/run"), &[]).await.location();
    api.work().await;
    assert_eq!(account.get("/gifts").await.ok().list()[0]["gift_date"], "2026-01-02");
    assert_eq!(browser.get(&path).await.location(), import, "the file is no longer there");
}

async fn a_row_with_the_number_of_an_earlier_row_is_said_to_change_its_record(db: TestDb) {
    let (api, _, mut browser) = start(db).await;
    let file = "Kd-Nr,Name\n7,Ada King\n7,Ada Lovelace\n";
    let path = upload(&mut browser, "contacts", file).await.location().to_owned();
    let page = browser.get(&path).await;
    assert_eq!([0, 1].map(|column| chosen(&page, column)), ["contact_external_id", "full_name"]);
    let fields = [
        ("column-0", "contact_external_id"),
        ("column-1", "full_name"),
        ("constant-contact_status", "donor"),
    ];
    let done = browser.submit(&page, &path, &fields).await;
    api.work().await;
    let page = browser.follow(&done).await.has("Would change</dt><dd class=\"value\">1</dd>");
    let rows = page.between("id=\"first\"", "</section>");
    assert_eq!(rows.matches("Changes the record of an earlier row").count(), 1, "{rows}");
}

async fn columns_are_their_own_accounts(db: TestDb) {
    let (api, _, mut browser) = start(db).await;
    let path = upload(&mut browser, "contacts", FRIENDS).await.location().to_owned();
    let csrf = browser.get(&path).await.between("name=\"csrf\" value=\"", "\"");
    let mut other = api.signed_in(&api.owner().await).await;
    other.get(&path).await.shows(404, "There is no such page");
    let own = other.get("/imports").await.between("name=\"csrf\" value=\"", "\"");
    other.post(&path, &[("csrf", &own)]).await.shows(404, "There is no such page");
    other.post(&path, &[("csrf", &csrf)]).await.shows(403, "This form was not accepted");
    // Nobody else's mapping is offered.
    let sent = upload(&mut other, "contacts", FRIENDS).await;
    other.follow(&sent).await.lacks("as you chose it");
}

async fn every_heading_of_a_template_is_known(db: TestDb) {
    let (_api, _, mut browser) = start(db).await;
    let list = browser.get("/imports").await;
    for kind in crate::support::records::kinds() {
        let path = format!("/imports/fields/{kind}");
        let list = &list.html;
        assert!(list.contains(&format!("href=\"{path}\"")), "{kind}");
        browser.get(&path).await.shows(200, "Fields of files").has("Download an empty file");
        let template = browser.get(&format!("{path}/template")).await;
        assert_eq!(template.headers["content-type"], "text/csv; charset=utf-8; header=present");
        let file = template.html + "x\n";
        let sent = upload(&mut browser, kind, &file).await;
        let page = browser.follow(&sent).await.shows(200, "Columns");
        let count = page.html.matches("<label for=\"column-").count();
        assert!(count > 3, "{kind}");
        for column in 0..count {
            assert_ne!(chosen(&page, column), "", "{kind}: column {column} of {file}");
        }
    }
    browser.get("/imports/fields/wishes").await.shows(404, "There is no such page");
    // On a German page, its headings are German.
    browser.language = Some("de");
    let template = browser.get("/imports/fields/contacts/template").await.has("Vorname").lacks("First name");
    let file = template.html + "x\n";
    let sent = upload_bytes(&mut browser, "contacts", file.as_bytes()).await;
    let page = browser.follow(&sent).await.shows(200, "Spalten");
    for column in 0..page.html.matches("<label for=\"column-").count() {
        assert_ne!(chosen(&page, column), "", "column {column} of {file}");
    }
}

const GERMAN: &str = "Vorname;Nachname;Straße;PLZ;Ort;Land;E-Mail;Telefon;Betrag;Datum;Zahlungsart;Verwendungszweck\n\
    Jörg;Müller;Hauptstraße 5;04109;Leipzig;Deutschland;joerg@x.example;0341 12345;1.250,00;03.04.2026;Überweisung;Tierheim\n\
    Zoë;Groß;Am Markt 1;10115;Berlin;Deutschland;zoe@x.example;;12,50;04.05.2026;Scheck;Tierheim\n";

async fn a_german_file_needs_no_choice_on_german_pages(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    browser.language = Some("de");
    // Every character of it is in Windows-1252, and has one byte there.
    let file: Vec<u8> = GERMAN.chars().map(|one| u8::try_from(u32::from(one)).unwrap()).collect();
    let sent = upload_bytes(&mut browser, "gifts", &file).await;
    let path = sent.location().to_owned();
    let page = browser
        .get(&path)
        .await
        .shows(200, "Spalten")
        .has("Straße")
        .has("Gelesen als: Windows (westeuropäisch)");
    let fields = typed(&page);
    let settings = ["date_order", "decimal_sign"]
        .map(|setting| fields.iter().find(|(name, _)| name == setting).unwrap().1.as_str());
    assert_eq!(settings, ["day_first", "comma"]);
    let fields: Vec<_> = fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let done = browser.submit(&page, &path, &fields).await;
    let import = done.location().to_owned();
    api.work().await;
    let done = browser.fill(&import, &format!("{import}/run"), &[]).await;
    done.location();
    api.work().await;
    let gifts = account.get("/gifts?sort=id").await.ok();
    let shown = gifts.list().iter().map(|gift| {
        let kind = gift["giftType"]["gift_type_name"].clone();
        json!([gift["gift_date"], gift["gift_amount"], kind, gift["gift_fund"]])
    });
    assert_eq!(
        shown.collect::<Vec<_>>(),
        [
            json!(["2026-04-03", 1250.0, "bank_transfer", "Tierheim"]),
            json!(["2026-05-04", 12.5, "check", "Tierheim"])
        ]
    );
    let contacts = account.get("/contacts?sort=id").await.ok();
    let donor = &contacts.list()[0];
    let address = &donor["addresses"][0];
    assert_eq!(
        [&donor["contact_fname"], &donor["contact_lname"], &donor["phones"][0]["phone_number"]],
        [&json!("Jörg"), &json!("Müller"), &json!("0341 12345")]
    );
    assert_eq!(
        ["street", "postal_code", "city", "country"].map(|part| &address[format!("address_{part}")]),
        ["Hauptstraße 5", "04109", "Leipzig", "DE"]
    );
}

async fn a_german_file_for_excel_is_read_again(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let contact = account.contact().await;
    let gift = json!({"contact_id": contact, "gift_amount": -1250.5, "gift_date": "2026-05-20",
        "gift_memo": "Dach; Keller, 2"});
    account.record("gifts", gift).await;
    browser.language = Some("de");
    let file = browser.get("/gifts/export?for=excel").await.html;
    assert!(file.contains(";-1250,50;") && file.contains(";\"Dach; Keller, 2\";"), "{file}");
    let headings: Vec<_> = file.lines().next().unwrap().split(';').map(str::to_owned).collect();
    let path = upload_bytes(&mut browser, "gifts", file.as_bytes()).await.location().to_owned();
    let page = browser.get(&path).await.shows(200, "Spalten");
    let sign = typed(&page).into_iter().find(|(name, _)| name == "decimal_sign").unwrap().1;
    assert_eq!(sign, "comma");
    for (heading, field) in [("Betrag", "gift_amount"), ("Datum", "gift_date")] {
        let column = headings.iter().position(|own| own == heading).unwrap();
        assert_eq!(chosen(&page, column), field, "{heading}");
    }
}

async fn files_for_excel_bring_back_countries_and_birthdays(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let body = json!({"contact_status": "donor", "contact_lname": "King", "contact_external_id": "k",
        "contact_birthday": "--11-07", "addresses": [{"address_country": "CA"}]});
    let (contact, _) = account.record("contacts", body).await;
    let export = "/contacts/export?for=excel&columns=External+id,Last+name,Birthday,Address%3A+Country";
    for (language, birthday, country) in [
        ("en", "7 November", "Canada"),
        ("de", "7. November", "Kanada"),
        ("es", "7 de noviembre", "Canadá"),
        ("fr", "7 novembre", "Canada"),
        ("pt", "7 de novembro", "Canadá"),
    ] {
        browser.language = Some(language);
        let file = browser.get(export).await.html;
        assert!(file.contains(birthday) && file.contains(country) && !file.contains("--11"), "{file}");
        let other = json!({"contact_birthday": "--01-01", "addresses": [{"address_country": "PT"}]});
        account.put(&contact, other).await.ok();
        let path = upload_bytes(&mut browser, "contacts", file.as_bytes()).await.location().to_owned();
        let page = browser.get(&path).await;
        let fields = typed(&page);
        let fields: Vec<_> = fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        let import = browser.submit(&page, &path, &fields).await.location().to_owned();
        api.work().await;
        browser.fill(&import, &format!("{import}/run"), &[]).await;
        api.work().await;
        let stored = account.get(&contact).await.ok();
        let read = [&stored["contact_birthday"], &stored["addresses"][0]["address_country"]];
        assert_eq!(read, ["--11-07", "CA"], "{language}");
    }
    // Programs have the codes.
    browser.get("/contacts/export").await.has("'--11-07").has("CA");
}

async fn where_the_file_does_not_decide_the_language_of_the_page_does(db: TestDb) {
    let (_api, _, mut browser) = start(db).await;
    let settings = |page: &Page| {
        let fields = typed(page);
        let of = |setting: &str| fields.iter().find(|(name, _)| name == setting).unwrap().1.clone();
        [of("date_order"), of("decimal_sign")]
    };
    let path = upload(&mut browser, "gifts", "Date,Amount\n03/04/2026,5\n").await.location().to_owned();
    assert_eq!(settings(&browser.get(&path).await), ["month_first", "point"]);
    for language in ["de", "es", "fr", "pt"] {
        browser.language = Some(language);
        assert_eq!(settings(&browser.get(&path).await), ["day_first", "comma"], "{language}");
    }
    // What the file shows comes first.
    let sent = upload_bytes(&mut browser, "gifts", b"Date,Amount\n12/31/2026,\"1,250.00\"\n").await;
    assert_eq!(settings(&browser.get(sent.location()).await), ["month_first", "point"]);
    // But a slip does not make a file with points one with the month first.
    let file = "Datum;Betrag\n31.02.2026;1,50\n01.13.2026;1,50\n03.04.2026;1,50\n";
    let path = upload_bytes(&mut browser, "gifts", file.as_bytes()).await.location().to_owned();
    assert_eq!(settings(&browser.get(&path).await), ["day_first", "comma"]);
}
