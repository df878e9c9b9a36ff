//! Official receipts about a contact that was erased: their copies stay for owners, for as long as the law may demand them.

use api::erasure::{self, How};
use api::resources::letters::kept;
use serde_json::json;
use shared::both_databases;
use shared::database::testing::TestDb;
use shared::entities::AccountScope;

use super::browser::{Browser, start};
use super::contact_privacy::while_all_is_delivered;
use super::form::Form;
use super::letters::{STATEMENTS, donor, gift, print, texts};
use crate::support::{Account, Api};

both_databases!(
    a_copy_of_a_receipt_stays_for_owners_and_goes_after_its_years,
    an_owner_may_erase_the_receipts_too,
    what_was_erased_stays_erased_whatever_is_written_later,
    nobody_was_erased_who_only_looks_so,
    a_receipt_whose_gifts_were_not_stored_goes,
);

const WORDS: &str = "/settings/letters/year_end_statement";

/// Makes a donor with an official receipt and a thank-you, and returns the page of the donor and that of the receipt.
async fn ada(account: &Account, browser: &mut Browser) -> (String, String) {
    let receipt = [("subject", "Receipt"), ("body", "It is {total_in_words}.\r\n\r\n{list}")];
    browser.fill(WORDS, WORDS, &receipt).await.location();
    let id = donor(account, ("Ada", "Lovelace"), json!({})).await;
    gift(account, id, 100, "2025-03-01").await;
    let run = browser.fill(&format!("{STATEMENTS}?span=last_year"), STATEMENTS, &[]).await;
    let thanked = gift(account, id, 5, "2026-06-01").await;
    print(browser, &[thanked]).await.location();
    (format!("/contacts/{id}"), run.location().to_owned())
}

/// Erases the donor on the page for that.
async fn erase(api: &Api, browser: &mut Browser, path: &str, with_receipts: bool) {
    let erase = format!("{path}/erase");
    let page = browser.get(&erase).await;
    let page =
        page.has("1 official receipt, of 15 Jun 2026, stays until 31 Dec 2036").has("1 printed letter");
    let form = Form::of(&page, &erase).set("name", "Ada Lovelace");
    let form = if with_receipts { form.set("receipts", "1") } else { form };
    assert!(!page.html.contains(" (0)"), "what there is nothing of is left out");
    assert_eq!(while_all_is_delivered(api, form.send(browser)).await.location(), path);
}

async fn a_copy_of_a_receipt_stays_for_owners_and_goes_after_its_years(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let (path, run) = ada(&account, &mut browser).await;
    erase(&api, &mut browser, &path, false).await;
    let left = texts(&api).await;
    assert!(left[0].contains("Lovelace") && left[1].is_empty(), "{left:?}");

    let page = browser.get(&path).await.has("Erased on 15 Jun 2026").has("stays until 31 Dec 2036");
    let page = page.has("Download these receipts").has("Official receipt</bdi></a>");
    let page = page.has(&format!("{path}/erase\"")).has(&format!("href=\"{run}\""));
    page.lacks("Bring back").lacks(&format!("{path}/edit")).lacks("log-form").lacks("Lovelace");
    let file = format!("{run}/pdf?kept=1");
    let page = browser.get(&run).await.has("Erased").has(&format!("href=\"{file}\"")).lacks("Lovelace");
    page.lacks(&format!("href=\"{run}/pdf\"")).has("one of them named was erased");
    let pdf = browser.get(&file).await;
    assert!(pdf.html.starts_with("%PDF-"));
    let name = format!("attachment; filename=\"letters-{}-erased.pdf\"", run.rsplit('/').next().unwrap());
    assert_eq!(pdf.headers["content-disposition"], name);
    let said = format!("letters-{}-erased", run.rsplit('/').next().unwrap());
    assert!(api.audited(account.id).await.iter().any(|entry| entry.ends_with(&said)));
    let member = api.member(account.id, "member").await;
    let mut member = api.signed_in(&member).await;
    member.get(&run).await.has("Erased").lacks("kept=1");
    member.get(&file).await.shows(404, "There is no such page");

    let made = async |day_ms: i64| {
        let text = "UPDATE letter_runs SET made_at_ms = $1";
        api.execute(text, vec![day_ms.into()]).await;
    };
    // 3 January 2016, and 30 December 2015.
    made(1_451_779_200_000).await;
    assert_eq!(kept::remove_expired(&api.app).await.unwrap(), 0);
    made(1_451_433_600_000).await;
    assert_eq!(kept::remove_expired(&api.app).await.unwrap(), 1);
    assert!(texts(&api).await.iter().all(String::is_empty));
    browser.get(&path).await.has("Erased on 15 Jun 2026").lacks("official receipt");
}

async fn an_owner_may_erase_the_receipts_too(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let (path, run) = ada(&account, &mut browser).await;
    erase(&api, &mut browser, &path, true).await;
    assert!(texts(&api).await.iter().all(String::is_empty));
    let id = path.rsplit('/').next().unwrap();
    let said = format!("contact_erased contact {id}, with official receipts");
    assert!(api.audited(account.id).await.contains(&said));
    browser.get(&run).await.has("Erased").lacks("kept=1");
    browser.get(&format!("{path}/erase")).await.lacks("official receipt");
}

async fn what_was_erased_stays_erased_whatever_is_written_later(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let (path, run) = ada(&account, &mut browser).await;
    erase(&api, &mut browser, &path, false).await;
    api.turn_to("2026-06-17T12:00:00Z");
    account.put(&path, json!({"contact_external_id": "crm-1"})).await.ok();
    let from = donor(&account, ("Grace", "Hopper"), json!({})).await;
    account.post(&format!("{path}/merge"), json!({"from_id": from})).await.ok();
    let page = browser.get(&path).await.has("Erased on 15 Jun 2026").has("stays until 31 Dec 2036");
    page.lacks("Bring back").lacks(&format!("{path}/edit"));
    let file = format!("{run}/pdf?kept=1");
    browser.get(&run).await.has(&format!("href=\"{file}\"")).lacks("Lovelace");
    let member = api.member(account.id, "member").await;
    let mut member = api.signed_in(&member).await;
    member.get(&run).await.has("Erased").lacks("Lovelace").lacks("kept=1");
    member.get(&file).await.shows(404, "There is no such page");
    // A later letter is of nobody who was erased.
    let id: i64 = path.rsplit('/').next().unwrap().parse().unwrap();
    let filled = json!({"contact_status": "donor", "contact_lname": "King", "contact_do_not_mail": 0,
        "addresses": [{"address_street": "1 Elm Street", "address_city": "Portland", "address_state": "ME",
            "address_postal_code": "04101", "address_country": "US"}]});
    account.put(&path, filled).await.ok();
    let thanked = gift(&account, id, 7, "2026-06-16").await;
    let later = print(&mut browser, &[thanked]).await.location().to_owned();
    member.get(&later).await.has(&format!("href=\"{later}/pdf\"")).has("King").lacks("Erased");

    // The next erasure takes what was written, and the receipts if it is told to. The day is that of the last one.
    let how = How { with_receipts: true, ..How::default() };
    let again = erasure::erase(&api.app, AccountScope::new(account.id), id, how);
    assert!(Box::pin(while_all_is_delivered(&api, again)).await.is_ok());
    assert!(texts(&api).await.iter().all(String::is_empty));
    browser.get(&path).await.has("Erased on 17 Jun 2026").lacks("official receipt");
}

async fn nobody_was_erased_who_only_looks_so(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let nobody = json!({
        "contact_status": "archive", "contact_anonymous": 1, "contact_newsletter": "none",
        "contact_do_not_call": 1, "contact_do_not_mail": 1, "contact_do_not_email": 1,
    });
    let (path, _) = account.record("contacts", nobody).await;
    browser.get(&path).await.has("Bring back").has(&format!("{path}/edit")).lacks("Erased on");
}

async fn a_receipt_whose_gifts_were_not_stored_goes(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let (path, _) = ada(&account, &mut browser).await;
    // As the versions before migration 60 have left it: nobody knows any more that it is a receipt.
    api.execute("DELETE FROM stated_gifts", Vec::new()).await;
    let erase = format!("{path}/erase");
    let page = browser.get(&erase).await.has("2 printed letters").lacks("official receipt");
    let form = Form::of(&page, &erase).set("name", "Ada Lovelace");
    while_all_is_delivered(&api, form.send(&mut browser)).await.location();
    assert!(texts(&api).await.iter().all(String::is_empty));
    browser.get(&path).await.has("Erased on 15 Jun 2026").lacks("official receipt");
}
