//! Reminders of pledges that are late.

use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;

use super::browser::{Browser, Page, browser_of, start};
use super::letters::{donor, gift, print};
use crate::support::{Account, Api};

both_databases!(
    a_reminder_says_what_was_promised_and_what_is_missing,
    nobody_is_reminded_twice_within_a_month_unless_it_is_asked_for,
    who_gets_no_reminder_is_named_with_the_reason,
    only_pledges_that_are_ticked_are_reminded_of,
    the_words_of_reminders_are_the_accounts_own,
);

const REMINDERS: &str = "/letters/reminders";

/// Opens the page of reminders in some way, and sends it as it is: with all pledges ticked.
pub(super) async fn remind(browser: &mut Browser, page: &str) -> Page {
    let page = browser.get(page).await;
    send_all(browser, &page).await
}

async fn send_all(browser: &mut Browser, page: &Page) -> Page {
    let ticks = page.html.split(" name=\"id\" value=\"").skip(1);
    let ids: Vec<i64> = ticks.map(|tick| tick.split_once("\" checked").unwrap().0.parse().unwrap()).collect();
    send(browser, page, &ids).await
}

/// Sends the form of a page with these pledges ticked.
async fn send(browser: &mut Browser, page: &Page, pledge_ids: &[i64]) -> Page {
    let ids: Vec<_> = pledge_ids.iter().map(i64::to_string).collect();
    let ticks: Vec<_> = ids.iter().map(|id| ("id", &**id)).collect();
    browser.submit(page, REMINDERS, &ticks).await
}

/// Makes a pledge of so much a month since January, with a gift of 20.00 on the first day. Returns its id.
async fn late_pledge(account: &Account, contact_id: i64, more: Value) -> i64 {
    let mut body = json!({
        "contact_id": contact_id, "pledge_amount": 20, "pledge_frequency": "monthly", "pledge_start_date": "2026-01-01",
        "pledge_fund": "Roof",
    });
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let currency = body["pledge_currency"].as_str().unwrap_or("USD").to_owned();
    let (_, pledge_id) = account.record("pledges", body).await;
    let gift = json!({"contact_id": contact_id, "pledge_id": pledge_id, "gift_amount": 20, "gift_date": "2026-01-01",
        "gift_currency": currency});
    account.record("gifts", gift).await;
    pledge_id
}

async fn texts(api: &Api) -> Vec<String> {
    let rows = api.query("SELECT letter_text FROM printed_letters ORDER BY letter_number", Vec::new()).await;
    rows.iter().map(|row| row.try_get_by_index(0).unwrap()).collect()
}

async fn a_reminder_says_what_was_promised_and_what_is_missing(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    browser.get(REMINDERS).await.shows(200, "Pledge reminders").has("Nobody has to be reminded");
    let ada = donor(&account, ("Ada", "Lovelace"), json!({})).await;
    late_pledge(&account, ada, json!({})).await;
    late_pledge(&account, ada, json!({"pledge_currency": "EUR", "pledge_frequency": "quarterly"})).await;
    let other = api.account().await;
    let hers = donor(&other, ("Very", "Other"), json!({})).await;
    late_pledge(&other, hers, json!({})).await;

    let page = browser.get(REMINDERS).await.has("<b>1 reminder</b>").has("Ada Lovelace").lacks("Very Other");
    browser.get(&format!("{REMINDERS}?least_days=9000")).await.has("Nobody has to be reminded");
    browser
        .get(&format!("{REMINDERS}?least_days=x"))
        .await
        .shows(422, "Pledge reminders")
        .has("whole number");
    let sent = send_all(&mut browser, &page).await;
    assert_eq!(send_all(&mut browser, &page).await.location(), sent.location(), "one form, one run");
    // Columns in which no letter has anything are left out.
    let run = browser.follow(&sent).await.has("1 letter").has("Ada Lovelace");
    run.lacks("data-label=\"Gifts\"").lacks("data-label=\"Email\"");
    let texts = texts(&api).await;
    assert_eq!(texts.len(), 1);
    for text in
        ["Your pledge", "EUR\u{a0}20.00 and $100.00", "$20.00 monthly", "EUR\u{a0}20.00 quarterly", "Roof"]
    {
        assert!(texts[0].contains(text), "{text}: {texts:?}");
    }
    let pdf = browser.get(&format!("{}/pdf", sent.location())).await;
    assert!(pdf.html.starts_with("%PDF-"));
    let mut theirs = browser_of(&api, &other).await;
    assert_eq!(theirs.get(sent.location()).await.status, 404);
}

async fn nobody_is_reminded_twice_within_a_month_unless_it_is_asked_for(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let ada = donor(&account, ("Ada", "Lovelace"), json!({})).await;
    late_pledge(&account, ada, json!({})).await;
    // Two who look at the page at once make one reminder.
    let (one, other) = (browser.get(REMINDERS).await, browser.get(REMINDERS).await);
    let sent = send_all(&mut browser, &one).await;
    let run = sent.location().rsplit_once('/').unwrap().1.to_owned();
    let second = send_all(&mut browser, &other).await;
    assert_eq!(second.location(), REMINDERS);
    let page = browser.get(REMINDERS).await.has("Nobody has to be reminded");
    page.has(&format!("was reminded less than 30 days ago, in run {run}"));
    assert_eq!(texts(&api).await.len(), 1);
    let again = format!("{REMINDERS}?again=1");
    let newest = remind(&mut browser, &again).await;
    // A letter of thanks is no reminder.
    let given = gift(&account, ada, 5, "2026-06-01").await;
    print(&mut browser, &[given]).await.location();
    assert_eq!(texts(&api).await.len(), 3);
    let last = format!("<a href=\"{}\"><bdi>15 Jun 2026</bdi></a>", newest.location());
    browser.get(&again).await.has("Last reminder").has(&last);
    api.execute("UPDATE letter_runs SET made_at_ms = made_at_ms - 2678400000", Vec::new()).await;
    browser.get(REMINDERS).await.has("<b>1 reminder</b>");
}

async fn who_gets_no_reminder_is_named_with_the_reason(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    for (name, more) in [
        ("Quiet", json!({"contact_do_not_mail": 1})),
        ("Gone", json!({"contact_deceased_on": "2026-02-01"})),
        ("Nowhere", json!({"addresses": []})),
    ] {
        let id = donor(&account, ("Very", name), more).await;
        late_pledge(&account, id, json!({})).await;
    }
    let page = browser.get(REMINDERS).await.has("Nobody has to be reminded");
    page.has("wants no mail").has("has died").has("has no full address");
    let page = browser.get(&format!("{REMINDERS}?way=hand")).await.has("<b>2 reminders</b>");
    page.has("Very Quiet").has("Very Nowhere");
}

async fn only_pledges_that_are_ticked_are_reminded_of(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let ada = donor(&account, ("Ada", "Lovelace"), json!({})).await;
    let roof = late_pledge(&account, ada, json!({})).await;
    late_pledge(&account, ada, json!({"pledge_currency": "EUR"})).await;
    let phones = json!([{"phone_number": "+1 555 0100", "phone_primary": 1}]);
    let about = json!({"phones": phones, "contact_notes": "Lost her job in May"});
    let zoe = donor(&account, ("Zoe", "Abel"), about).await;
    let hers = late_pledge(&account, zoe, json!({})).await;
    let other = api.account().await;
    let theirs = donor(&other, ("Very", "Other"), json!({})).await;
    let theirs = late_pledge(&other, theirs, json!({})).await;

    let button = format!("<a class=\"button\" href=\"{REMINDERS}\">");
    browser.get("/pledges?late=1").await.has("134 days").has(&button);
    let page = browser.get(&format!("/pledges/{hers}")).await.lacks("Reminder of late").lacks("Next due");
    page.has("<dt>Late since</dt><dd><span class=\"value\">1 Feb 2026</span>");
    let page = browser.get(REMINDERS).await.has("<b>2 reminders</b>").lacks("Last reminder");
    let row = page.html.split("<tr>").find(|row| row.contains(&format!("value=\"{hers}\" checked"))).unwrap();
    let pledge = format!("href=\"/pledges/{hers}\"");
    for text in [
        "Zoe Abel",
        &pledge,
        "$20.00 monthly",
        "$100.00",
        "1 Feb 2026",
        "134 days",
        "+1 555 0100",
        "Lost her",
    ] {
        assert!(row.contains(text), "{text}: {row}");
    }
    let page = page.has("In all, EUR\u{a0}100.00 and $200.00 is missing.").has("<output>3</output>");
    let page = page.has("data-tick-all");
    assert!(page.html.find("Zoe Abel") < page.html.find("Ada Lovelace"), "by last names: {}", page.html);
    for (ids, said) in [(vec![], "Nothing was selected"), (vec![theirs], "No reminder was made")] {
        let sent = send(&mut browser, &page, &ids).await;
        assert_eq!(sent.location(), REMINDERS);
        browser.follow(&sent).await.has(said);
    }
    let sent = send(&mut browser, &page, &[roof]).await;
    browser.follow(&sent).await.has("1 letter").has("Ada Lovelace").lacks("Zoe");
    let link = format!("<a href=\"{}\"><bdi>15 Jun 2026</bdi></a>.", sent.location());
    let page = browser.get(&format!("/pledges/{roof}")).await;
    page.has(&format!("Reminder of late pledges sent to the donor on {link}"));
    browser.get(&format!("/pledges/{hers}")).await.lacks("Reminder of late");
    let texts = texts(&api).await;
    assert!(texts.len() == 1 && texts[0].contains("$20.00 monthly"), "{texts:?}");
    assert!(!texts[0].contains("EUR"), "{texts:?}");
    browser.get(REMINDERS).await.has("<b>1 reminder</b>").has("Zoe Abel").lacks("Last reminder");
    let page = browser.get(&format!("{REMINDERS}?again=1")).await.has("Last reminder");
    page.has(&format!("<a href=\"{}\"><bdi>15 Jun 2026</bdi></a>", sent.location()));
}

async fn the_words_of_reminders_are_the_accounts_own(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let words = "/settings/letters/pledge_reminder";
    browser.get(words).await.shows(200, "Pledge reminders").has("what is missing of all pledges together");
    let ada = donor(&account, ("Ada", "Lovelace"), json!({})).await;
    late_pledge(&account, ada, json!({})).await;
    let own = [("subject", "A word"), ("body", "{salutation}, {amount} since {since}.\n\n{list}")];
    browser.fill(words, words, &own).await;
    browser.get(words).await.has("Dear Ada, $100.00 since 1 February 2026.");
    remind(&mut browser, REMINDERS).await;
    assert!(texts(&api).await[0].contains("$100.00 since 1 February 2026"));
    let wrong = [("subject", "A word"), ("body", "{gifts}")];
    browser.fill(words, words, &wrong).await.shows(422, "Pledge reminders").has("no field of this letter");
}
