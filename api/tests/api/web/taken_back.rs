//! Letters that were not printed after all: the newest run is taken back, with the marks that it has made.

use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;

use super::browser::{browser_of, start};
use super::letters::{STATEMENTS, THANKS, donor, gift, print, texts, thanked_on};

both_databases!(
    a_run_is_taken_back_with_the_marks_that_nobody_has_changed,
    only_the_newest_run_of_the_own_account_is_taken_back,
    who_was_to_get_a_statement_gets_it_after_all,
    the_undo_of_an_import_leaves_a_gift_on_a_statement,
);

const OFFERED: &str = "Not printed after all";

async fn a_run_is_taken_back_with_the_marks_that_nobody_has_changed(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let ada = donor(&account, ("Ada", "Lovelace"), json!({})).await;
    let grace = donor(&account, ("Grace", "Hopper"), json!({})).await;
    let hers = gift(&account, ada, 5, "2026-06-01").await;
    let other = gift(&account, grace, 7, "2026-06-02").await;
    let sent = print(&mut browser, &[hers, other]).await;
    let run = browser.follow(&sent).await.has(OFFERED).has("the next ones get their numbers");
    account.put(&format!("/gifts/{other}"), json!({"gift_thanked_on": "2026-06-10"})).await.ok();
    let before = api.events(&account).await.len();

    let take_back = format!("{}/take-back", sent.location());
    let taken = browser.submit(&run, &take_back, &[]).await;
    assert_eq!(taken.location(), "/letters");
    let said = "The letters are taken back. 1 gift waits for a thank-you again.";
    browser.follow(&taken).await.has(said).lacks(sent.location());
    assert_eq!(thanked_on(&account, hers).await, Value::Null);
    assert_eq!(thanked_on(&account, other).await, "2026-06-10");
    let events = api.events(&account).await;
    let updates: Vec<_> =
        events[before..].iter().map(|event| (event.name.as_str(), event.record_id)).collect();
    assert_eq!(updates, [("gifts.update", hers)]);
    assert_eq!(texts(&api).await, Vec::<String>::new());
    assert_eq!(browser.get(sent.location()).await.status, 404);
    assert_eq!(browser.submit(&run, &take_back, &[]).await.status, 404);
    browser.get("/settings/audit").await.has("Letters taken back").has("not printed after all");
    browser.language = Some("de");
    browser.get("/settings/audit").await.has("Briefe zurückgenommen").has("<bdi>Serie ");
    browser.language = None;

    // The letter is made again, and has the number of the one that was taken back.
    browser.get(THANKS).await.has("it is 1 letter.").has("Ada Lovelace");
    let again = print(&mut browser, &[hers]).await;
    browser.follow(&again).await.has("1 letter is made.");
    assert_eq!(thanked_on(&account, hers).await, "2026-06-15");
    let rows = api.query("SELECT letter_number FROM printed_letters", Vec::new()).await;
    let numbers: Vec<i64> = rows.iter().map(|row| row.try_get_by_index(0).unwrap()).collect();
    assert_eq!(numbers, [1]);
}

async fn only_the_newest_run_of_the_own_account_is_taken_back(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let ada = donor(&account, ("Ada", "Lovelace"), json!({})).await;
    let ids = [gift(&account, ada, 5, "2026-06-01").await, gift(&account, ada, 7, "2026-06-02").await];
    let first = print(&mut browser, &ids[..1]).await;
    let page = browser.follow(&first).await.has(OFFERED);
    let second = print(&mut browser, &ids[1..]).await;
    browser.follow(&second).await.has(OFFERED);
    let shown = browser.get(first.location()).await.lacks(OFFERED);
    shown.has("cannot be taken back any more, because newer ones have the numbers after theirs");
    let refused = browser.submit(&page, &format!("{}/take-back", first.location()), &[]).await;
    assert_eq!(refused.location(), first.location());
    browser.follow(&refused).await.has("These letters cannot be taken back");
    assert_eq!(thanked_on(&account, ids[0]).await, "2026-06-15");

    let other = api.account().await;
    let mut theirs = browser_of(&api, &other).await;
    let hers = gift(&other, donor(&other, ("Very", "Other"), json!({})).await, 5, "2026-06-01").await;
    let own = print(&mut theirs, &[hers]).await;
    let page = theirs.follow(&own).await;
    let csrf = page.hidden(&format!("{}/take-back", own.location())).remove(0).1;
    let foreign = format!("{}/take-back", second.location());
    assert_eq!(theirs.post(&foreign, &[("csrf", csrf.as_str())]).await.status, 404);
    assert_eq!(thanked_on(&account, ids[1]).await, "2026-06-15");
}

async fn who_was_to_get_a_statement_gets_it_after_all(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let ada = donor(&account, ("Ada", "Lovelace"), json!({})).await;
    gift(&account, ada, 100, "2025-03-01").await;
    let page = format!("{STATEMENTS}?span=last_year");
    let sent = browser.fill(&page, STATEMENTS, &[]).await;
    browser.get(&page).await.has("has one already");
    let taken = browser.fill(sent.location(), &format!("{}/take-back", sent.location()), &[]).await;
    browser.follow(&taken).await.has("The letters are taken back.").lacks("waits for a thank-you");
    browser.get(&page).await.has("1 statement</b>").lacks("has one already");
}

async fn the_undo_of_an_import_leaves_a_gift_on_a_statement(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let ada = donor(&account, ("Ada", "Lovelace"), json!({})).await;
    let file = format!("contact_id,gift_amount,gift_date\n{ada},100,2025-03-01\n");
    let import = api.imported(&account, "gifts", &file).await;
    let page = format!("{STATEMENTS}?span=last_year");
    let sent = browser.fill(&page, STATEMENTS, &[]).await;
    let statuses = async || -> Vec<Value> {
        let gifts = account.get("/gifts").await.ok();
        gifts.list().iter().map(|gift| gift["gift_status"].clone()).collect()
    };
    let undo = async || -> i64 {
        let undo = account.post(&format!("/imports/{}/undo", import.id()), json!({})).await.created();
        api.work().await;
        undo.id()
    };
    let undone = undo().await;
    assert_eq!(statuses().await, ["received"]);
    let why = "stays, because it stands on a statement or receipt (letters 1): take those back first";
    browser.get(&format!("/imports/{undone}")).await.has(why);
    browser.fill(sent.location(), &format!("{}/take-back", sent.location()), &[]).await;
    undo().await;
    assert_eq!(statuses().await, ["void"]);
}
