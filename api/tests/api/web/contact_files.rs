//! Files of a contact: what can be added and by whom, what a browser gets, and what a merge and an erasure do with them.

use api::accounts::Actor;
use api::error::AppError;
use api::resources::contacts::files::{self, ACCOUNT_BYTES_MAX, BYTES_MAX, FILES_MAX};
use reqwest::header::{CONTENT_DISPOSITION, CONTENT_TYPE, X_CONTENT_TYPE_OPTIONS};
use serde_json::json;
use shared::both_databases;
use shared::database::testing::TestDb;
use shared::entities::AccountScope;

use super::browser::{Browser, Page, browser_of, start};
use crate::erasure::report;
use crate::support::Api;

both_databases!(
    a_file_is_added_downloaded_as_it_is_and_removed,
    a_file_that_cannot_be_kept_says_why,
    a_contact_and_an_account_have_so_many_files,
    files_of_another_account_are_not_there,
    a_merge_moves_the_files_and_an_erasure_removes_them,
    a_file_that_arrives_after_a_change_of_the_contact_is_not_added,
);

/// Sends a file from the page of a contact.
async fn add(browser: &mut Browser, path: &str, (name, content): (&str, &[u8])) -> Page {
    let csrf = browser.get(path).await.between("name=\"csrf\" value=\"", "\"").replace("&#61;", "=");
    let head = format!(
        "--XX\r\nContent-Disposition: form-data; name=\"csrf\"\r\n\r\n{csrf}\r\n\
         --XX\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\r\n"
    );
    let body = [head.as_bytes(), content, b"\r\n--XX--\r\n"].concat();
    let request = browser.request("POST", path).header(CONTENT_TYPE, "multipart/form-data; boundary=XX");
    browser.send(request.body(body)).await
}

async fn count(api: &Api) -> usize {
    api.query("SELECT id FROM contact_files", Vec::new()).await.len()
}

/// Returns the path of the newest file.
fn newest(page: &Page, path: &str) -> String {
    let id = page.between(&format!("href=\"{path}/"), "\"");
    format!("{path}/{id}")
}

async fn a_file_is_added_downloaded_as_it_is_and_removed(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let contact = account.contact().await;
    let files = format!("/contacts/{contact}/files");
    browser.get(&format!("/contacts/{contact}")).await.has("No files.").has(&format!("href=\"{files}\""));
    let content = b"%PDF-1.7 \x00\xff";
    let added = add(&mut browser, &files, ("Zusage \u{fc}ber 5.pdf", content)).await;
    let page = browser.follow(&added).await.shows(200, &page_title(&browser.get(&files).await));
    let page = page.has("Zusage \u{fc}ber 5.pdf is added.").has("11 bytes").has("15 Jun 2026");
    browser.get(&format!("/contacts/{contact}")).await.has("Zusage \u{fc}ber 5.pdf").has("Show all");
    let file = newest(&page, &files);
    let sent = browser.send(browser.request("GET", &file)).await;
    assert_eq!(
        (sent.status, &sent.headers[CONTENT_TYPE]),
        (200, &"application/octet-stream".parse().unwrap())
    );
    assert_eq!(&sent.headers[X_CONTENT_TYPE_OPTIONS], "nosniff");
    let disposition = "attachment; filename*=UTF-8''Zusage%20%C3%BCber%205.pdf";
    assert_eq!(sent.headers[CONTENT_DISPOSITION].to_str().unwrap(), disposition);
    let stored = api.query("SELECT file_content FROM contact_files", Vec::new()).await;
    assert_eq!(stored[0].try_get_by_index::<Vec<u8>>(0).unwrap(), content);
    let other = account.contact().await;
    browser
        .get(&file.replace(&contact.to_string(), &other.to_string()))
        .await
        .shows(404, "There is no such page");
    let removed = browser.fill(&files, &format!("{file}/remove"), &[]).await;
    browser.follow(&removed).await.has("The file is removed.").has("No files yet.");
    assert_eq!(count(&api).await, 0);
    let detail = format!("contact {contact}");
    browser.get("/settings/audit").await.has("File added").has("File removed").has(&detail);
}

fn page_title(page: &Page) -> String {
    page.between("<h1>", "</h1>")
}

async fn a_file_that_cannot_be_kept_says_why(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let files = format!("/contacts/{}/files", account.contact().await);
    let long = format!("{}.pdf", "a".repeat(200));
    let large = vec![b'x'; BYTES_MAX + 1];
    for (name, content, rule) in [
        ("", &b""[..], "must be chosen"),
        ("a.pdf", b"", "must not be empty"),
        (&*long, b"x", "must not have a name longer than 200 characters"),
        ("a.pdf", &large, "must not be larger than 5 MB"),
    ] {
        let refused = add(&mut browser, &files, (name, content)).await;
        assert_eq!(refused.status, 422, "{rule}");
        refused.has(rule);
    }
    assert_eq!(count(&api).await, 0);
    add(&mut browser, &files, ("a.pdf", &large[1..])).await.location();
    assert_eq!(count(&api).await, 1);
    browser.get(&files).await.has("5.0 MB");
}

async fn a_contact_and_an_account_have_so_many_files(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let [first, second] = [account.contact().await, account.contact().await];
    let text =
        "INSERT INTO contact_files (account_id, contact_id, file_name, file_bytes, added_at_ms, file_content)
                VALUES ($1, $2, 'a.pdf', $3, 0, $4)";
    let plant = async |contact: i64, bytes: i64| {
        let values = vec![account.id.into(), contact.into(), bytes.into(), Vec::<u8>::new().into()];
        api.insert(text, values).await;
    };
    for _ in 0..FILES_MAX {
        plant(first, 1).await;
    }
    let files = |contact: i64| format!("/contacts/{contact}/files");
    add(&mut browser, &files(first), ("b.pdf", b"x"))
        .await
        .has("must be one of at most 50: remove one first");
    add(&mut browser, &files(second), ("b.pdf", b"x")).await.location();
    plant(second, ACCOUNT_BYTES_MAX).await;
    add(&mut browser, &files(second), ("c.pdf", b"x"))
        .await
        .has("beside the other files of your organization");
    // Another account has its own room.
    let other = api.account().await;
    let third = other.contact().await;
    add(&mut browser_of(&api, &other).await, &files(third), ("c.pdf", b"x")).await.location();
}

async fn files_of_another_account_are_not_there(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let files = format!("/contacts/{}/files", account.contact().await);
    let added = add(&mut browser, &files, ("a.pdf", b"x")).await;
    let file = newest(&browser.follow(&added).await, &files);
    let mut stranger = browser_of(&api, &api.account().await).await;
    for path in [&files, &file] {
        stranger.get(path).await.shows(404, "There is no such page");
    }
    let csrf = stranger.get("/settings/profile").await.between("name=\"csrf\" value=\"", "\"");
    let csrf = csrf.replace("&#61;", "=");
    let removed = stranger.post(&format!("{file}/remove"), &[("csrf", &csrf)]).await;
    removed.shows(404, "There is no such page");
    assert_eq!(count(&api).await, 1);
}

async fn a_merge_moves_the_files_and_an_erasure_removes_them(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let [into, from] = [account.contact().await, account.contact().await];
    add(&mut browser, &format!("/contacts/{from}/files"), ("a.pdf", b"x")).await.location();
    let body = json!({"from_id": from}).to_string();
    account.send("POST", &format!("/contacts/{into}/merge"), body).await.ok();
    browser.get(&format!("/contacts/{from}/files")).await.has("No files yet.");
    browser.get(&format!("/contacts/{into}/files")).await.has("a.pdf");
    assert_eq!(report(&api, &account, into, true).await.erased.contact_files, 1);
    assert_eq!(count(&api).await, 1);
    assert_eq!(report(&api, &account, into, false).await.erased.contact_files, 1);
    assert_eq!(count(&api).await, 0);
}

async fn a_file_that_arrives_after_a_change_of_the_contact_is_not_added(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let contact = account.contact().await;
    let actor = Actor { user_id: None, address: None, now_ms: api.app.clock.now_ms() };
    let scope = AccountScope::new(account.id);
    let add =
        async |seen| files::add(&api.app, actor, scope, (contact, seen), ("a.pdf", b"x".to_vec())).await;
    let read = api.query("SELECT event_sequence FROM contacts", Vec::new()).await;
    let seen: i64 = read[0].try_get_by_index(0).unwrap();
    add(seen).await.unwrap();
    account.put(&format!("/contacts/{contact}"), json!({"contact_notes": "Erased"})).await.ok();
    let Err(AppError::Invalid(problems)) = add(seen).await else { panic!("it was added") };
    assert!(problems.to_string().contains("somebody has changed the contact meanwhile"), "{problems}");
    assert_eq!(count(&api).await, 1);
}
