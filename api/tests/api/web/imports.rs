//! Imports in the browser: a file is sent and judged, then imported, and its failed rows are downloaded.

use reqwest::header::CONTENT_TYPE;
use shared::both_databases;
use shared::database::testing::TestDb;

use super::browser::{Browser, Page, User, start};
use crate::support::Api;

both_databases!(
    a_file_is_judged_first_and_then_imported_without_being_sent_again,
    what_is_wrong_with_a_file_stands_at_its_field,
    rows_that_failed_are_downloaded_mended_and_imported,
    a_large_file_survives_every_reload_and_its_problems_have_pages,
    nobody_sends_a_file_for_somebody_else,
    each_column_says_what_it_is,
    an_import_is_its_own_accounts,
    files_and_failed_rows_are_kept_for_a_week,
    an_import_is_undone_by_a_button,
    a_file_that_was_only_checked_is_taken_off_the_list,
);

const PAGE: &str = "/imports";
const HEADER: &str = "contact_status,contact_lname,contact_external_id,import_problems,created_at";

/// Sends a form as a browser does that has a file to send.
async fn send(browser: &mut Browser, csrf: &str, kind: &str, (name, file): (&str, &str)) -> Page {
    send_bytes(browser, csrf, kind, (name, file.as_bytes())).await
}

/// Sends such a form with a file in any encoding.
async fn send_bytes(browser: &mut Browser, csrf: &str, kind: &str, (name, file): (&str, &[u8])) -> Page {
    let field = |name: &str, value: &str| {
        format!("--XX\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
    };
    let part = "Content-Disposition: form-data; name=\"file\"; filename=";
    let head = format!("--XX\r\n{part}\"{name}\"\r\nContent-Type: text/csv\r\n\r\n");
    let head = field("csrf", csrf) + &field("kind", kind) + &head;
    let body = [head.as_bytes(), file, b"\r\n--XX--\r\n"].concat();
    let request = browser.request("POST", PAGE).header(CONTENT_TYPE, "multipart/form-data; boundary=XX");
    browser.send(request.body(body)).await
}

async fn token(browser: &mut Browser) -> String {
    browser.get(PAGE).await.shows(200, "Imports").between("name=\"csrf\" value=\"", "\"")
}

pub(super) async fn upload(browser: &mut Browser, kind: &str, file: &str) -> Page {
    let csrf = token(browser).await;
    send(browser, &csrf, kind, ("friends.csv", file)).await
}

/// Sends a file in any encoding, from pages in any language.
pub(super) async fn upload_bytes(browser: &mut Browser, kind: &str, file: &[u8]) -> Page {
    let csrf = browser.get(PAGE).await.between("name=\"csrf\" value=\"", "\"");
    send_bytes(browser, &csrf, kind, ("friends.csv", file)).await
}

async fn count(api: &Api, table: &str) -> i64 {
    api.query(&format!("SELECT count(*) FROM {table}"), Vec::new()).await[0].try_get_by_index(0).unwrap()
}

async fn a_file_is_judged_first_and_then_imported_without_being_sent_again(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    browser.get(PAGE).await.has("Nothing was imported yet").has("multipart/form-data");
    let file = format!("{HEADER}\ndonor,<b>Hopper</b>,a,Amazing,x\ndonor,Byron,b,,\nnobody,King,c,,\n");
    let sent = upload(&mut browser, "contacts", &file).await;
    let dry_run = sent.location().to_owned();
    let page = browser
        .follow(&sent)
        .await
        .shows(200, "Import")
        .has("friends.csv")
        .has("Nothing is written before you say so.");
    let page = page.has("0 of 3 rows").has("<progress").has("data-live").lacks("data-done").lacks("/run");
    // The columns are matched before anything is done.
    let page = page
        .has("import_problems")
        .has("Left out: no such field")
        .has("Left out: written by the service alone");
    page.has(">Field</span>").has("1 in all");
    api.work().await;
    let page =
        browser.get(&dry_run).await.has("Checked").has("data-done").has("Would be new").lacks("<progress");
    let page = page
        .has("import_problems is no field of contacts and is ignored")
        .has("“Status” must be one of contact, donor")
        .has("value=\"nobody\"");
    let page =
        page.has("Import the good rows").has(">2</dd>").has(">1</dd>").has("Download the rows that failed");
    assert_eq!(account.get("/contacts").await.ok().list().len(), 0);
    assert_eq!(api.events(&account).await.len(), 0);

    let run = format!("{dry_run}/run");
    let done = browser.submit(&page, &run, &[]).await;
    let imported = done.location().to_owned();
    assert_ne!(imported, dry_run);
    browser.follow(&done).await.shows(200, "Import").has("The import has begun.").has("Waiting");
    api.work().await;
    browser.get(&imported).await.has("Imported").has("friends.csv").has("2 in all").lacks("/run\"");
    let contacts = account.get("/contacts").await.ok();
    assert_eq!(contacts.list().len(), 2);
    assert_eq!(contacts.list()[0]["contact_lname"], "<b>Hopper</b>");
    assert_eq!(api.events(&account).await.len(), 2);
    assert_eq!(count(&api, "import_chunks").await, 0, "the file is not kept after its import");
    // The file is imported once.
    browser.get(&dry_run).await.lacks("/run");
    let again = browser.submit(&page, &run, &[]).await;
    browser.follow(&again).await.has("Not done: the file cannot be imported");
    api.work().await;
    assert_eq!(account.get("/contacts").await.ok().list().len(), 2);
    // A file is one line, until it is checked once more.
    let link = |path: &str| format!("<a href=\"{path}\">");
    browser.get(PAGE).await.has(&link(&imported)).has("Imported").lacks(&link(&dry_run)).lacks("Checked");
    let again = upload(&mut browser, "contacts", &file).await.location().to_owned();
    api.work().await;
    browser.get(PAGE).await.has(&link(&again)).has("Checked").has(&link(&imported)).lacks(&link(&dry_run));
    // Once the import is undone, the check is of use again.
    browser.fill(&imported, &format!("{imported}/undo"), &[]).await.location();
    browser.get(PAGE).await.has(&link(&imported)).has(&link(&dry_run));
}

async fn what_is_wrong_with_a_file_stands_at_its_field(db: TestDb) {
    let (api, _, mut browser) = start(db).await;
    let csrf = token(&mut browser).await;
    for (kind, name, file, error) in [
        ("contacts", "", "", "imports-file-error\">Is required"),
        ("wishes", "a.csv", "x", "imports-kind-error\">Must be one of contacts, gifts"),
        ("contacts", "a.csv", "", "imports-file-error\">Cannot be imported: the file is empty"),
        ("contacts", "a.csv", "%PDF-1.7", "Cannot be imported: the file is a PDF"),
        (
            "contacts",
            "a.csv",
            "contact_status,contact_lname\ndonor,\"x\n",
            "row 2 has a quote that is not closed",
        ),
    ] {
        let page = send(&mut browser, &csrf, kind, (name, file)).await.shows(422, "Imports");
        page.has(error).has("Nothing was imported yet");
    }
    let file = "contact_status,contact_lname\ndonor,Hopper\n";
    let open = "contact_status,contact_lname\ndonor,\"x\n";
    let gifts = send(&mut browser, &csrf, "gifts", ("a.csv", open)).await.shows(422, "Imports");
    gifts.has("value=\"gifts\" selected");
    for table in ["imports", "import_chunks", "import_problems"] {
        assert_eq!(count(&api, table).await, 0, "{table}");
    }
    for _ in 0..10 {
        send(&mut browser, &csrf, "contacts", ("a.csv", file)).await.location();
    }
    let page = send(&mut browser, &csrf, "contacts", ("a.csv", file)).await;
    page.shows(422, "Imports").has("10 imports of this account have not ended");
}

async fn rows_that_failed_are_downloaded_mended_and_imported(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let file = "contact_status,contact_lname\ndonor,Hopper\nnobody,=cmd()\ndonor,one,two\ndonor,\n";
    let sent = upload(&mut browser, "contacts", file).await;
    let download = format!("{}/failed-rows", sent.location());
    browser.get(&download).await.shows(404, "There is no such page");
    api.work().await;
    let page = browser.get(&download).await;
    assert_eq!(page.headers["content-type"], "text/csv; charset=utf-8; header=present");
    assert!(
        page.headers["content-disposition"]
            .to_str()
            .unwrap()
            .starts_with("attachment; filename=\"failed-rows-")
    );
    let statuses = "contact, donor, prospect, archive, lapsed_donor";
    let expected = format!(
        "contact_status,contact_lname,import_problems\r\n\
         nobody,'=cmd(),\"contact_status must be one of {statuses}\"\r\n\
         donor,one,\"the row must have 2 cells, not 3\",two\r\n\
         donor,,contact_lname is required unless contact_anonymous is 1\r\n"
    );
    assert_eq!(page.html, expected);
    // A mended file is imported as it is, with the column of the problems.
    let mended = "contact_status,contact_lname,import_problems\r\ndonor,'=cmd(),was wrong\r\n";
    let sent = upload(&mut browser, "contacts", mended).await;
    api.work().await;
    let path = sent.location().to_owned();
    let done = browser.fill(&path, &format!("{path}/run"), &[]).await;
    api.work().await;
    browser.follow(&done).await.has("Imported");
    assert_eq!(account.get("/contacts").await.ok().list()[0]["contact_lname"], "=cmd()");
}

async fn a_large_file_survives_every_reload_and_its_problems_have_pages(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let row = |n| format!("{},Contact {n}\n", if n < 150 { "x" } else { "donor" });
    let rows = (0..1100).map(row).collect::<Vec<_>>().concat();
    let sent = upload(&mut browser, "contacts", &format!("contact_status,contact_lname\n{rows}")).await;
    let path = sent.location().to_owned();
    for processed in ["500 of 1,100", "1,000 of 1,100"] {
        assert!(api::resources::imports::worker::step(&api.app).await.unwrap());
        browser.get(&path).await.has(processed).has("max=\"1100\"").has("Checking");
    }
    api.work().await;
    let page = browser
        .get(&path)
        .await
        .has("Checked")
        .has(">950</dd>")
        .has("Page 1 of 2")
        .has("class=\"number\">2<");
    page.lacks("class=\"number\">102<");
    browser
        .get(&format!("{path}?page=2"))
        .await
        .has("Page 2 of 2")
        .has("class=\"number\">102<")
        .has("class=\"number\">151<");
    let done = browser.fill(&path, &format!("{path}/run"), &[]).await;
    assert!(api::resources::imports::worker::step(&api.app).await.unwrap());
    browser.follow(&done).await.has("500 of 1,100").has("Importing");
    api.work().await;
    assert_eq!(account.get("/contacts").await.ok().list().len(), 950);
    let failed = browser.get(&format!("{}/failed-rows", done.location())).await.html;
    assert_eq!(failed.lines().count(), 151);
    assert!(failed.contains("\r\nx,Contact 0,") && failed.contains("\r\nx,Contact 149,"), "{failed}");
}

async fn nobody_sends_a_file_for_somebody_else(db: TestDb) {
    let (api, _, mut browser) = start(db).await;
    let other = api.owner().await;
    let others = token(&mut api.signed_in(&other).await).await;
    let file = ("a.csv", "contact_status,contact_lname\ndonor,Hopper\n");
    for csrf in ["", "x", &others] {
        let page = send(&mut browser, csrf, "contacts", file).await;
        page.shows(403, "This form was not accepted");
    }
    let request = browser.request("POST", PAGE).header(CONTENT_TYPE, "multipart/form-data").body("x");
    assert_eq!(browser.send(request).await.status, 400);
    let request = browser.request("POST", PAGE).header(CONTENT_TYPE, "text/plain").body("x");
    assert_eq!(browser.send(request).await.status, 415);
    let page = send(&mut Browser::new(&api), "", "contacts", file).await;
    assert_eq!(page.location(), "/sign-in");
    assert_eq!(count(&api, "imports").await, 0);
}

async fn each_column_says_what_it_is(db: TestDb) {
    let (_api, _account, mut browser) = start(db).await;
    for (kind, header, meaning) in [
        ("contacts", "contact_status,contact_lname,address_city", "City"),
        (
            "contacts",
            "contact_status,contact_lname,address_city,other_address_cities",
            "; of all but the first, separated by semicolons",
        ),
        ("gifts", "gift_amount,contact_external_id", "The external id of a contact of this account"),
    ] {
        let sent = upload(&mut browser, kind, &format!("{header}\n")).await;
        let page = browser.follow(&sent).await.shows(200, "Import").has("<dt>Started</dt>");
        page.has(&format!("{meaning}</td>")).lacks("data-label=\"Meaning\"></td>");
    }
}

async fn an_import_is_its_own_accounts(db: TestDb) {
    let (api, _, mut browser) = start(db).await;
    let file = "contact_status,contact_lname\nx,Hopper\ndonor,King\n";
    let path = upload(&mut browser, "contacts", file).await.location().to_owned();
    api.work().await;
    browser.get(&path).await.shows(200, "Import");
    let mut other = api.signed_in(&api.owner().await).await;
    let csrf = token(&mut other).await;
    other.get(PAGE).await.lacks(&path);
    other.get(&path).await.shows(404, "There is no such page");
    other.get(&format!("{path}/failed-rows")).await.shows(404, "There is no such page");
    other.post(&format!("{path}/run"), &[("csrf", &csrf)]).await.shows(404, "There is no such page");
    assert_eq!(count(&api, "imports").await, 1);
}

async fn files_and_failed_rows_are_kept_for_a_week(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let owner = User { id: account.user_id, account_id: account.id, email: String::new() };
    let file = "contact_status,contact_lname\nx,Hopper\ndonor,King\n";
    let path = upload(&mut browser, "contacts", file).await.location().to_owned();
    api.work().await;
    let clean = async || api::resources::imports::worker::remove_old(&api.app).await.unwrap();
    api.turn_to("2026-06-22T12:00:00Z");
    clean().await;
    // The first session has ended meanwhile.
    let mut browser = api.signed_in(&owner).await;
    browser.get(&path).await.has("/run").has("Download the rows that failed");
    api.turn_to("2026-06-22T12:00:01Z");
    clean().await;
    assert_eq!((count(&api, "import_chunks").await, count(&api, "import_failed_rows").await), (0, 0));
    browser
        .get(&path)
        .await
        .shows(200, "Import")
        .lacks("/run")
        .lacks("Download the rows that failed")
        .has("Problems");
}

async fn an_import_is_undone_by_a_button(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let import = api.imported(&account, "contacts", "contact_status,contact_lname\ndonor,King\n").await;
    let path = format!("{PAGE}/{}", import.id());
    let page = browser.get(&path).await.has("<summary>Undo this import").has("Take back what it wrote");
    let sent = browser.submit(&page, &format!("{path}/undo"), &[]).await;
    let undo = sent.location().to_owned();
    browser.follow(&sent).await.has("The undo has begun.").has("data-then-reload");
    api.work().await;
    let page = browser.get(&undo).await.has("Taken back").has("Done").lacks("Undo this import");
    page.has(&format!("href=\"{path}\""));
    let page = browser.get(&path).await.has("This import is undone").has(&format!("href=\"{undo}\""));
    page.lacks("Take back what it wrote");
    browser.get(PAGE).await.has("Undone").has("Undo of A file sent through the API");
    // A second press finds nothing to do.
    let csrf = token(&mut browser).await.replace("&#61;", "=");
    let sent = browser.post(&format!("{path}/undo"), &[("csrf", &csrf)]).await;
    browser.follow(&sent).await.has("has undone it");
    let gone = account.get("/contacts?status=archive").await.ok();
    assert_eq!(gone.list().len(), 1);
}

async fn a_file_that_was_only_checked_is_taken_off_the_list(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let import = api.imported(&account, "contacts", "contact_status,contact_lname\ndonor,King\n").await;
    let file = "contact_status,contact_lname\ndonor,Hopper\nnobody,Byron\n";
    let check = upload(&mut browser, "contacts", file).await.location().to_owned();
    let remove = format!("{check}/remove");
    let csrf = token(&mut browser).await.replace("&#61;", "=");
    browser.get(&check).await.lacks(&remove);
    let early = browser.post(&remove, &[("csrf", &csrf)]).await;
    browser.follow(&early).await.has("Not done: the file cannot be changed");
    api.work().await;
    let removed = browser.fill(&check, &remove, &[]).await;
    assert_eq!(removed.location(), PAGE);
    let page = browser.follow(&removed).await.has("The check of the file is removed.");
    page.lacks(&format!("href=\"{check}\"")).has(&format!("href=\"{PAGE}/{}\"", import.id()));
    browser.get(&check).await.shows(404, "There is no such page");
    for table in ["import_chunks", "import_failed_rows", "import_problems"] {
        assert_eq!(count(&api, table).await, 0, "{table}");
    }
    // One whose columns nobody has chosen yet goes from their page.
    let check = upload(&mut browser, "contacts", "Surname,Town\nHopper,York\n").await.location().to_owned();
    let check = check.strip_suffix("/columns").unwrap();
    browser.fill(&format!("{check}/columns"), &format!("{check}/remove"), &[]).await.location();
    // What has changed records stays.
    let of_import = format!("{PAGE}/{}/remove", import.id());
    browser.post(&of_import, &[("csrf", &csrf)]).await.shows(404, "There is no such page");
    assert_eq!(count(&api, "imports").await, 1);
}
