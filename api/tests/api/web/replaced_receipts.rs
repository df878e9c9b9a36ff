//! Official receipts: no gift is confirmed twice, and a corrected receipt replaces the one before.

use serde_json::json;
use shared::both_databases;
use shared::database::testing::TestDb;

use super::browser::{Browser, start};
use super::letters::{STATEMENTS, donor, gift, send_head, texts};
use crate::erasure::report;

both_databases!(
    a_gift_on_an_official_receipt_is_left_out_of_those_of_other_days,
    a_gift_whose_day_was_moved_is_confirmed_anew_once_the_first_receipt_is_replaced,
    a_receipt_without_a_gift_of_its_days_is_replaced_by_that_of_the_new_day,
    a_receipt_that_one_for_other_days_has_replaced_is_never_copied,
    a_corrected_receipt_replaces_the_one_before_and_is_no_copy,
    a_copy_has_the_words_of_then_and_the_address_of_today,
    the_first_receipt_is_no_copy_of_a_statement_and_says_what_it_is_in_german,
    each_receipt_of_a_split_household_replaces_the_one_of_both,
    a_receipt_of_merged_contacts_replaces_those_of_both,
    a_receipt_about_somebody_who_was_erased_is_replaced_and_never_copied,
);

const WORDS: &str = "/settings/letters/year_end_statement";
/// Words that are a receipt, because they have the total in words.
const RECEIPT: [(&str, &str); 2] =
    [("subject", "Receipt"), ("body", "It is {total_in_words}.\r\n\r\n{list}")];
const LAST_YEAR: &str = "span=last_year&again=1";
const THIS_YEAR: &str = "from=2026-01-01&to=2026-06-15";
/// Days of which a part is in the last year.
const OTHERS: &str = "from=2025-02-01&to=2026-01-31&again=1";

/// Makes the statements that a page asks for, and returns the path of their run.
async fn made(browser: &mut Browser, query: &str) -> String {
    browser.fill(&format!("{STATEMENTS}?{query}"), STATEMENTS, &[]).await.location().to_owned()
}

async fn a_gift_on_an_official_receipt_is_left_out_of_those_of_other_days(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    browser
        .get(STATEMENTS)
        .await
        .has("An official receipt, which has its total in words, leaves goods and stock out.");
    browser.fill(WORDS, WORDS, &RECEIPT).await.location();
    let ada = donor(&account, ("Ada", "Lovelace"), json!({})).await;
    gift(&account, ada, 100, "2025-03-01").await;
    let first = made(&mut browser, "span=last_year").await;
    gift(&account, ada, 40, "2026-01-10").await;
    let page = browser.get(&format!("{STATEMENTS}?{OTHERS}")).await.has("1 official receipt</b>");
    let page = page.has("Gifts that are left out").has("1 gift is left out, because it stands on");
    page.has(&format!("href=\"{first}\"><bdi>gave what stands on an official receipt already, in run "));
    let second = made(&mut browser, OTHERS).await;
    browser.get(&second).await.has("Gifts that are left out").has(&format!("href=\"{first}\""));
    // Nothing, or only goods, is left of days of which another receipt has all gifts of money.
    let march = format!("{STATEMENTS}?from=2025-03-01&to=2025-03-31&again=1");
    let page = browser.get(&march).await;
    page.has("Nobody gets an official receipt")
        .has("1 gift is left out")
        .lacks("Without an official receipt");
    let stock = account.gift_type("stock").await;
    let shares =
        json!({"contact_id": ada, "gift_amount": 777, "gift_date": "2025-03-02", "gift_type_id": stock});
    account.record("gifts", shares).await;
    let page = browser.get(&march).await;
    page.has("Nobody gets an official receipt").has("1 gift is left out").lacks("gave no money");
    // The same days again are a copy, with all that the first one has.
    browser.get(&format!("{STATEMENTS}?{LAST_YEAR}")).await.lacks("left out, because");
    made(&mut browser, LAST_YEAR).await;
    let all = texts(&api).await;
    assert!(all[1].contains("forty dollars") && !all[1].contains("$100.00"), "{all:?}");
    assert!(all[2].contains("\"Receipt (copy)\"") && all[2].contains("one hundred dollars"), "{all:?}");
    // Words that are no receipt say what was given in the days.
    browser.fill(WORDS, &format!("{WORDS}/reset"), &[]).await.location();
    browser.get(&format!("{STATEMENTS}?{OTHERS}")).await.has("1 statement</b>").lacks("left out, because");
}

async fn a_gift_whose_day_was_moved_is_confirmed_anew_once_the_first_receipt_is_replaced(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    browser.fill(WORDS, WORDS, &RECEIPT).await.location();
    let ada = donor(&account, ("Ada", "Lovelace"), json!({})).await;
    gift(&account, ada, 100, "2025-03-01").await;
    let id = gift(&account, ada, 40, "2025-12-31").await;
    made(&mut browser, "span=last_year").await;
    account.put(&format!("/gifts/{id}"), json!({"gift_date": "2026-01-02"})).await.ok();
    let page = browser.get(&format!("{STATEMENTS}?{THIS_YEAR}")).await;
    page.has("Nobody gets an official receipt").has("1 gift is left out");
    made(&mut browser, LAST_YEAR).await;
    browser
        .get(&format!("{STATEMENTS}?{THIS_YEAR}"))
        .await
        .has("1 official receipt</b>")
        .lacks("left out, because");
    made(&mut browser, THIS_YEAR).await;
    let all = texts(&api).await;
    for (at, total) in [(1, "one hundred dollars"), (2, "forty dollars")] {
        assert!(all[at].contains("\"Receipt (replaces No. 1 of 15 June 2026)\""), "{all:?}");
        assert!(all[at].contains(total), "{all:?}");
    }
}

async fn a_receipt_without_a_gift_of_its_days_is_replaced_by_that_of_the_new_day(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    browser.fill(WORDS, WORDS, &RECEIPT).await.location();
    let ada = donor(&account, ("Ada", "Lovelace"), json!({})).await;
    let moved = gift(&account, ada, 100, "2025-03-01").await;
    let void = gift(&account, ada, 40, "2025-12-31").await;
    let first = made(&mut browser, "span=last_year").await;
    account.put(&format!("/gifts/{moved}"), json!({"gift_date": "2026-01-02"})).await.ok();
    browser.get(&first).await.lacks("no gift left");
    account.put(&format!("/gifts/{void}"), json!({"gift_status": "void"})).await.ok();
    browser.get(&first).await.has("no gift left").has("Ask the donor to send it back.");
    browser.get(&format!("{STATEMENTS}?{LAST_YEAR}")).await.has("Nobody gets an official receipt");
    browser
        .get(&format!("{STATEMENTS}?{THIS_YEAR}"))
        .await
        .has("1 official receipt</b>")
        .lacks("left out, because");
    made(&mut browser, THIS_YEAR).await;
    made(&mut browser, &format!("{THIS_YEAR}&again=1")).await;
    let all = texts(&api).await;
    let replaces = "Receipt (replaces No. 1 of 15 June 2026)";
    assert!(all[1].contains(&format!("\"{replaces}\"")) && all[1].contains("one hundred dollars"), "{all:?}");
    assert!(all[2].contains(&format!("\"{replaces} (copy)\"")), "{all:?}");
    browser.get(&first).await.has("replaced by No. 2").lacks("no gift left");
    // Back on its first day, it stands on a receipt that replaces the one of the other day.
    account.put(&format!("/gifts/{moved}"), json!({"gift_date": "2025-03-01"})).await.ok();
    made(&mut browser, LAST_YEAR).await;
    let last = texts(&api).await.pop().unwrap_or_default();
    assert!(last.contains("\"Receipt (replaces No. 2 of 15 June 2026"), "{last}");
}

async fn a_receipt_that_one_for_other_days_has_replaced_is_never_copied(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    browser.fill(WORDS, WORDS, &RECEIPT).await.location();
    let ada = donor(&account, ("Ada", "Lovelace"), json!({})).await;
    let moved = gift(&account, ada, 100, "2025-03-01").await;
    made(&mut browser, "span=last_year").await;
    account.put(&format!("/gifts/{moved}"), json!({"gift_date": "2026-01-02"})).await.ok();
    gift(&account, ada, 40, "2026-01-03").await;
    let second = made(&mut browser, THIS_YEAR).await;
    account.put(&format!("/gifts/{moved}"), json!({"gift_date": "2025-03-01"})).await.ok();
    made(&mut browser, &format!("{THIS_YEAR}&again=1")).await;
    // It has what the first one has, but the second one stands in between.
    made(&mut browser, LAST_YEAR).await;
    made(&mut browser, LAST_YEAR).await;
    let all = texts(&api).await;
    let replaces = "Receipt (replaces No. 2 of 15 June 2026)";
    for (at, total) in [(2, "forty dollars"), (3, "one hundred dollars")] {
        assert!(all[at].contains(&format!("\"{replaces}\"")) && all[at].contains(total), "{all:?}");
    }
    assert!(all[4].contains(&format!("\"{replaces} (copy)\"")), "{all:?}");
    browser.get(&second).await.has("replaced by Nos. 3 and 4");
}

async fn a_corrected_receipt_replaces_the_one_before_and_is_no_copy(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    browser.fill(WORDS, WORDS, &RECEIPT).await.location();
    let ada = donor(&account, ("Ada", "Lovelace"), json!({})).await;
    let id = gift(&account, ada, 100, "2025-03-01").await;
    let first = made(&mut browser, "span=last_year").await;
    browser.get(&first).await.lacks("replaced by");
    account.put(&format!("/gifts/{id}"), json!({"gift_amount": 90})).await.ok();
    let second = made(&mut browser, LAST_YEAR).await;
    made(&mut browser, LAST_YEAR).await;
    let all = texts(&api).await;
    let replaces = "Receipt (replaces No. 1 of 15 June 2026)";
    assert!(all[1].contains(&format!("\"{replaces}\"")) && all[1].contains("$90.00"), "{all:?}");
    assert!(all[2].contains(&format!("\"{replaces} (copy)\"")), "{all:?}");
    browser.get(&first).await.has("replaced by No. 2");
    browser.get(&second).await.lacks("replaced by");
    browser.get(&format!("/contacts/{ada}")).await.has("replaced by No. 2").lacks("replaced by No. 3");
}

async fn a_copy_has_the_words_of_then_and_the_address_of_today(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let words = |number: &str| format!("Tax number {number}. It is {{total_in_words}}.");
    browser.fill(WORDS, WORDS, &[("subject", "Receipt"), ("body", &words("1"))]).await.location();
    let ada = donor(&account, ("Ada", "Lovelace"), json!({})).await;
    let id = gift(&account, ada, 100, "2025-03-01").await;
    made(&mut browser, "span=last_year").await;
    browser.fill(WORDS, WORDS, &[("subject", "Receipt"), ("body", &words("2"))]).await.location();
    let address = json!([{"address_street": "2 Oak Street", "address_city": "Portland"}]);
    account.put(&format!("/contacts/{ada}"), json!({"addresses": address})).await.ok();
    made(&mut browser, LAST_YEAR).await;
    account.put(&format!("/gifts/{id}"), json!({"gift_amount": 90})).await.ok();
    made(&mut browser, LAST_YEAR).await;
    let all = texts(&api).await;
    assert!(all[1].contains("\"Receipt (copy)\"") && all[1].contains("Tax number 1."), "{all:?}");
    assert!(all[1].contains("2 Oak Street"), "{all:?}");
    assert!(all[2].contains("(replaces No. 1 of 15 June 2026 and No. 2 of"), "{all:?}");
    assert!(all[2].contains("Tax number 2."), "{all:?}");
}

async fn the_first_receipt_is_no_copy_of_a_statement_and_says_what_it_is_in_german(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let head = [("organisation", "Haven"), ("paper", "a4"), ("letter_locale", "de")];
    send_head(&mut browser, &head, None).await.location();
    let zoe = donor(&account, ("Zoë", "Müller"), json!({})).await;
    let id = gift(&account, zoe, 100, "2025-03-01").await;
    let plain = made(&mut browser, "span=last_year").await;
    let words = [("subject", "Bestätigung"), ("body", "in Buchstaben: {total_in_words}")];
    browser.fill(&format!("{WORDS}?locale=de"), WORDS, &words).await.location();
    made(&mut browser, LAST_YEAR).await;
    account.put(&format!("/gifts/{id}"), json!({"gift_amount": 90})).await.ok();
    made(&mut browser, LAST_YEAR).await;
    let all = texts(&api).await;
    assert!(all[1].contains("\"Bestätigung\"") && all[1].contains("einhundert US-Dollar"), "{all:?}");
    assert!(all[2].contains("\"Bestätigung (ersetzt Nr. 2 vom 15. Juni 2026)\""), "{all:?}");
    browser.get(&plain).await.lacks("replaced by");
}

async fn each_receipt_of_a_split_household_replaces_the_one_of_both(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    browser.fill(WORDS, WORDS, &RECEIPT).await.location();
    let ada = donor(&account, ("Ada", "King"), json!({})).await;
    let will = donor(&account, ("William", "King"), json!({})).await;
    gift(&account, ada, 100, "2025-03-01").await;
    gift(&account, will, 23, "2025-03-01").await;
    let household = json!({"household_name": "Kings", "members": [
        {"contact_id": ada, "member_role": "head"}, {"contact_id": will, "member_role": "partner"}]});
    let (path, _) = account.record("households", household).await;
    let both = made(&mut browser, "span=last_year").await;
    let alone = json!({"members": [{"contact_id": ada, "member_role": "head"}]});
    account.put(&path, alone).await.ok();
    made(&mut browser, LAST_YEAR).await;
    made(&mut browser, LAST_YEAR).await;
    let all = texts(&api).await;
    assert!(all[0].contains("$123.00"), "{all:?}");
    let replaces = "Receipt (replaces No. 1 of 15 June 2026)";
    for (at, amount) in [(1, "$100.00"), (2, "$23.00")] {
        assert!(all[at].contains(&format!("\"{replaces}\"")) && all[at].contains(amount), "{all:?}");
        assert!(all[at + 2].contains(&format!("\"{replaces} (copy)\"")), "{all:?}");
    }
    browser.get(&both).await.has("replaced by Nos. 2 and 3");
}

async fn a_receipt_of_merged_contacts_replaces_those_of_both(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    browser.fill(WORDS, WORDS, &RECEIPT).await.location();
    let ada = donor(&account, ("Ada", "Lovelace"), json!({})).await;
    let twin = donor(&account, ("Ada", "Lovelace"), json!({})).await;
    gift(&account, ada, 100, "2025-03-01").await;
    gift(&account, twin, 23, "2025-04-01").await;
    made(&mut browser, "span=last_year").await;
    account.post(&format!("/contacts/{ada}/merge"), json!({"from_id": twin})).await.ok();
    let page = browser.get(&format!("{STATEMENTS}?{OTHERS}")).await;
    page.has("2 gifts are left out").has("Nobody gets an official receipt");
    made(&mut browser, LAST_YEAR).await;
    let all = texts(&api).await;
    assert!(all[2].contains("$123.00"), "{all:?}");
    assert!(all[2].contains("(replaces No. 1 of 15 June 2026 and No. 2 of 15 June 2026)"), "{all:?}");
}

async fn a_receipt_about_somebody_who_was_erased_is_replaced_and_never_copied(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    browser.fill(WORDS, WORDS, &RECEIPT).await.location();
    let ada = donor(&account, ("Ada", "King"), json!({})).await;
    let will = donor(&account, ("William", "King"), json!({})).await;
    gift(&account, ada, 100, "2025-03-01").await;
    let household = json!({"household_name": "Kings", "members": [
        {"contact_id": ada, "member_role": "head"}, {"contact_id": will, "member_role": "partner"}]});
    account.record("households", household).await;
    let both = made(&mut browser, "span=last_year").await;
    report(&api, &account, will, false).await;
    let page = browser.get(&format!("{STATEMENTS}?{OTHERS}")).await;
    page.has("1 gift is left out").has("Nobody gets an official receipt");
    made(&mut browser, LAST_YEAR).await;
    let all = texts(&api).await;
    assert!(all[0].contains("King") && all[1].contains("(replaces No. 1 of 15 June 2026)"), "{all:?}");
    browser.get(&both).await.has("Erased").has("replaced by No. 2");
}
