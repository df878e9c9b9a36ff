//! The statement of one donor, what a receipt leaves out, in which languages letters are, and the question before a gift is
//! changed that a letter has.

use serde_json::json;
use shared::both_databases;
use shared::database::testing::TestDb;

use super::browser::{Page, start};
use super::form::Form;
use super::letters::{STATEMENTS, donor, gift, print, send_head, texts};

both_databases!(
    a_statement_is_made_for_one_donor_and_who_shares_it,
    a_gift_on_a_letter_is_not_changed_without_a_word,
    a_thank_you_that_went_to_a_former_donor_is_asked_about_too,
    a_receipt_for_money_leaves_goods_and_stock_out,
    an_official_receipt_is_never_for_what_somebody_gave_who_has_died,
    pages_say_in_which_languages_letters_are,
);

async fn a_statement_is_made_for_one_donor_and_who_shares_it(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let ada = donor(&account, ("Ada", "King"), json!({})).await;
    let will = donor(&account, ("William", "King"), json!({})).await;
    let grace = donor(&account, ("Grace", "Hopper"), json!({})).await;
    let household = json!({"household_name": "Kings", "members": [
        {"contact_id": ada, "member_role": "head"}, {"contact_id": will, "member_role": "partner"}]});
    account.record("households", household).await;
    for (contact, amount) in [(ada, 100), (will, 23), (grace, 40)] {
        gift(&account, contact, amount, "2025-03-01").await;
    }
    let page = browser.get(&format!("/contacts/{will}")).await.has("Statement or receipt");
    page.has("List of gifts").has(&format!("{STATEMENTS}?contact"));
    let last_year = format!("{STATEMENTS}?span=last_year");
    let euros =
        json!({"contact_id": grace, "gift_amount": 7, "gift_currency": "EUR", "gift_date": "2025-04-01"});
    account.record("gifts", euros).await;
    let page = browser.get(&last_year).await.has("2 statements</b>").lacks("Only for");
    page.has(">$123.00<").has(">$40.00, EUR\u{a0}7.00<").has("Together $163.00, EUR\u{a0}7.00.");
    let of_will = format!("{last_year}&contact={will}");
    let page = browser.get(&of_will).await.has("Only for <b><bdi>William King</bdi></b>");
    let page = page.has("1 statement</b>").has("Ada and William King").lacks("Grace Hopper");
    let sent = browser.submit(&page, STATEMENTS, &[]).await;
    browser.follow(&sent).await.has("1 statement is made.").lacks("Grace Hopper");
    let all = texts(&api).await;
    assert!(all.len() == 1 && all[0].contains("$123.00"), "{all:?}");
    // It is the same run as for everybody: whoever shares the statement has it, and nobody gets a second one.
    let run = sent.location().rsplit_once('/').unwrap().1;
    let has_one = format!("has one already, in run {run}");
    browser.get(&format!("{last_year}&contact={ada}")).await.has(&has_one).lacks("statement</b>");
    browser.get(&last_year).await.has("1 statement</b>").has("Grace Hopper").has(&has_one);
    let other = api.account().await;
    let theirs = donor(&other, ("Very", "Other"), json!({})).await;
    for nobody in [theirs.to_string(), "0".to_owned(), "x".to_owned()] {
        let page = browser.get(&format!("{last_year}&contact={nobody}")).await;
        page.shows(404, "There is no such page");
    }
}

fn edited(page: &Page, id: i64) -> Form {
    Form::of(page, &format!("/gifts/{id}"))
}

async fn a_gift_on_a_letter_is_not_changed_without_a_word(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let ada = donor(&account, ("Ada", "Lovelace"), json!({})).await;
    let id = gift(&account, ada, 50, "2026-06-01").await;
    let edit = format!("/gifts/{id}/edit");
    let thanks = print(&mut browser, &[id]).await.location().to_owned();
    let page = format!("{STATEMENTS}?from=2026-05-01&to=2026-06-02");
    let states = browser.fill(&page, STATEMENTS, &[]).await.location().to_owned();
    let later = gift(&account, ada, 7, "2026-06-03").await;
    // What no letter says changes without a question, and so does a gift that no letter has.
    let page = browser.get(&edit).await;
    edited(&page, id).set("gift_memo", "By hand").send(&mut browser).await.location();
    let page = browser.get(&format!("/gifts/{later}/edit")).await;
    edited(&page, later).set("gift_amount", "8").send(&mut browser).await.location();
    for (field, value) in [("gift_amount", "60"), ("gift_date", "2026-06-05"), ("gift_status", "void")] {
        let page = browser.get(&edit).await;
        let page = edited(&page, id).set(field, value).send(&mut browser).await;
        assert_eq!(page.status, 422, "{field}");
        let page = page.has("A thank-you of 15 Jun 2026 names this gift, and stays as it is:");
        let page =
            page.has("If the statement of 15 Jun 2026 has this gift, make a corrected one after this change");
        page.has(&format!("<a href=\"{thanks}\">letter 1</a>"))
            .has(&format!("<a href=\"{states}\">letter 2</a>"));
    }
    let page = browser.get(&edit).await;
    let page = edited(&page, id).set("gift_status", "void").send(&mut browser).await;
    let token = page.between("name=\"confirmed\" value=\"", "\"");
    edited(&page, id).set("confirmed", &token).send(&mut browser).await.location();
    let stored = account.get(&format!("/gifts/{id}")).await.ok();
    assert_eq!((&stored["gift_status"], &stored["gift_memo"]), (&json!("void"), &json!("By hand")));
}

async fn a_thank_you_that_went_to_a_former_donor_is_asked_about_too(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let ada = donor(&account, ("Ada", "Lovelace"), json!({})).await;
    let grace = donor(&account, ("Grace", "Hopper"), json!({})).await;
    let id = gift(&account, ada, 50, "2026-06-01").await;
    let thanks = print(&mut browser, &[id]).await.location().to_owned();
    for (field, value) in [("contact_id", grace.to_string()), ("gift_amount", "60".to_owned())] {
        let page = browser.get(&format!("/gifts/{id}/edit")).await;
        let page = edited(&page, id).set(field, &value).send(&mut browser).await;
        assert_eq!(page.status, 422, "{field}");
        let page = page.has("A thank-you of 15 Jun 2026 names this gift, and stays as it is:");
        let page = page.has(&format!("<a href=\"{thanks}\">letter 1</a>"));
        let token = page.between("name=\"confirmed\" value=\"", "\"");
        edited(&page, id).set("confirmed", &token).send(&mut browser).await.location();
    }
    let stored = account.get(&format!("/gifts/{id}")).await.ok();
    assert_eq!((&stored["contact_id"], &stored["gift_amount"]), (&json!(grace), &json!(60.0)));
}

async fn a_receipt_for_money_leaves_goods_and_stock_out(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let ada = donor(&account, ("Ada", "Lovelace"), json!({})).await;
    gift(&account, ada, 125, "2025-06-01").await;
    let shares = json!({"contact_id": ada, "gift_amount": 777, "gift_date": "2025-04-01",
        "gift_type_id": account.gift_type("stock").await, "gift_memo": "10 shares of Acme"});
    account.record("gifts", shares).await;
    let words = "/settings/letters/year_end_statement";
    let own = [("subject", "Receipt"), ("body", "It is {total_in_words}.\r\n\r\n{list}")];
    browser.fill(words, words, &own).await.location();
    let page = format!("{STATEMENTS}?span=last_year");
    browser.fill(&page, STATEMENTS, &[]).await.location();
    let all = texts(&api).await;
    assert!(all[0].contains("$125.00") && !all[0].contains("Acme"), "{all:?}");
    let receipt = browser.get(&format!("{words}?locale=de&receipt=1")).await;
    receipt.has("Goods and stock are left out of these letters");
}

async fn an_official_receipt_is_never_for_what_somebody_gave_who_has_died(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let ada = donor(&account, ("Ada", "King"), json!({})).await;
    let will = donor(&account, ("William", "King"), json!({})).await;
    let household = json!({"household_name": "Kings", "members": [
        {"contact_id": ada, "member_role": "head"}, {"contact_id": will, "member_role": "partner"}]});
    account.record("households", household).await;
    gift(&account, ada, 100, "2025-03-01").await;
    account.put(&format!("/contacts/{ada}"), json!({"contact_deceased_on": "2025-05-01"})).await.ok();
    let page = format!("{STATEMENTS}?span=last_year");
    // A list of gifts may go to those who share the household.
    browser.get(&page).await.has("1 statement</b>").lacks("has died");
    let words = "/settings/letters/year_end_statement";
    let own = [("subject", "Receipt"), ("body", "It is {total_in_words}.\r\n\r\n{list}")];
    browser.fill(words, words, &own).await.location();
    let why = "has died: write the official receipt to the heirs by hand";
    browser
        .get(&page)
        .await
        .lacks("receipt</b>")
        .has("Ada King")
        .has(why)
        .has("Nobody gets an official receipt");
    gift(&account, will, 23, "2025-03-01").await;
    let shown =
        browser.get(&page).await.shows(200, "Official receipts").has("1 official receipt</b>").has(why);
    let shown = shown.has("Print the official receipts").has("Together $23.00.");
    let sent = browser.submit(&shown, STATEMENTS, &[]).await;
    browser.follow(&sent).await.has("1 official receipt is made.").has("Official receipts, 1 January 2025");
    browser.get("/letters").await.has("Official receipts, 1 January 2025").lacks("Statements, ");
    let audited = api.audited(account.id).await;
    assert!(audited.contains(&"letters_printed official_receipts, 1 letters".to_owned()), "{audited:?}");
    let all = texts(&api).await;
    assert!(all.len() == 1 && all[0].contains("$23.00") && !all[0].contains("123"), "{all:?}");
}

async fn pages_say_in_which_languages_letters_are(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    for (name, language) in [("Ada", "en"), ("Zoe", "de"), ("Lea", "de")] {
        let id = donor(&account, (name, "King"), json!({"contact_language": language})).await;
        gift(&account, id, 5, "2025-06-01").await;
    }
    let page = format!("{STATEMENTS}?span=last_year");
    let said = "1 in English, 2 in German.";
    browser.get(&page).await.has("3 statements</b>").lacks("in English");
    let fields =
        [("organisation", "Haven"), ("paper", "a4"), ("letter_locale", "en"), ("donor_locales", "de")];
    send_head(&mut browser, &fields, None).await.location();
    browser.get(&page).await.has(said);
    let sent = browser.fill(&page, STATEMENTS, &[]).await;
    browser.follow(&sent).await.has(said);
    browser.language = Some("de");
    browser.get(sent.location()).await.has("1 auf Englisch, 2 auf Deutsch.");
}
