//! Gifts for which nobody can be thanked: the overview does not count them, and the page of thank-yous marks them.

use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;

use super::browser::start;
use super::letters::{THANKS, donor, gift, thanked_on};

both_databases!(
    gifts_that_get_no_letter_are_not_counted_and_can_be_marked,
    a_joint_household_is_thanked_while_one_of_it_can_be,
);

const MARK: &str = "/letters/thank-yous/mark";

async fn gifts_that_get_no_letter_are_not_counted_and_can_be_marked(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let email = json!([{"email_address": "x@x.example"}]);
    let mut ids = Vec::new();
    for (name, more) in [
        ("Alive", json!({})),
        ("Nowhere", json!({"addresses": []})),
        ("Mailed", json!({"contact_do_not_mail": 1, "emails": email})),
        ("Quiet", json!({"contact_do_not_mail": 1})),
        ("Silent", json!({"contact_do_not_mail": 1, "contact_do_not_email": 1, "emails": email})),
        ("Dead", json!({"contact_deceased_on": "2026-01-01"})),
        ("Gone", json!({"contact_status": "archive"})),
    ] {
        let id = donor(&account, ("X", name), more).await;
        ids.push(gift(&account, id, 5, "2026-06-01").await);
    }
    let nobody = json!({"gift_amount": 3, "gift_date": "2026-06-01"});
    let (_, nobody) = account.record("gifts", nobody).await;
    let page = browser.get("/overview").await.has("<b>3</b> gifts wait for a thank-you");
    let waiting = page.between("<h2 id=\"thanks\">", "</section>");
    assert!(waiting.contains("/letters/thank-yous\">All 3<"), "{waiting}");
    for (name, waits) in
        [("Alive", true), ("Nowhere", true), ("Mailed", true), ("Quiet", false), ("Silent", false)]
    {
        assert_eq!(waiting.contains(&format!("X {name}")), waits, "{name}: {waiting}");
    }
    assert!(!waiting.contains("X Dead") && !waiting.contains("X Gone") && !waiting.contains("$3.00"));
    let page = browser.get(THANKS).await.has("it is 1 letter.");
    let reasons = page.between("<h2 id=\"reasons\">", "</section>");
    for (why, count) in [
        ("Wants no mail", 3),
        ("Has no full address", 1),
        ("Has died", 1),
        ("Is archived", 1),
        ("The gift has no donor", 1),
    ] {
        let row = reasons.split("<tr>").find(|row| row.contains(&format!("<bdi>{why}</bdi>"))).unwrap();
        assert!(row.contains(&format!("<bdi>{count}</bdi>")) && row.contains("Mark as thanked"), "{row}");
    }
    // The most frequent reason comes first.
    let events = api.events(&account).await.len();
    let sent = browser.submit(&page, MARK, &[]).await;
    assert_eq!(sent.location(), THANKS);
    let shown = browser.follow(&sent).await.has("3 gifts are marked as thanked for.").lacks("ants no mail");
    shown.has("Has died").has("it is 1 letter.");
    for (at, id) in ids.iter().enumerate() {
        let day = if (2..5).contains(&at) { json!("2026-06-15") } else { Value::Null };
        assert_eq!(thanked_on(&account, *id).await, day, "{at}");
    }
    assert_eq!(thanked_on(&account, nobody).await, Value::Null);
    assert_eq!(api.events(&account).await.len(), events + 3);
    // What is marked already stays as it is.
    browser.submit(&page, MARK, &[]).await.location();
    assert_eq!(api.events(&account).await.len(), events + 3);
    browser.get("/overview").await.has("<b>2</b> gifts wait for a thank-you");
    // Who can be reached by post gets a letter in that way.
    let by_hand = browser.get(&format!("{THANKS}?way=hand")).await;
    let reasons = by_hand.between("<h2 id=\"reasons\">", "</section>");
    let row = reasons.split("<tr>").find(|row| row.contains("Can be reached by post")).unwrap();
    assert!(!row.contains("Mark as thanked"), "{row}");
}

async fn a_joint_household_is_thanked_while_one_of_it_can_be(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let ada = donor(&account, ("Ada", "King"), json!({})).await;
    let will = donor(&account, ("William", "King"), json!({})).await;
    let household = json!({"household_name": "Kings", "members": [
        {"contact_id": ada, "member_role": "head"}, {"contact_id": will, "member_role": "partner"}]});
    account.record("households", household).await;
    gift(&account, ada, 5, "2026-06-01").await;
    for (id, change, waits) in [
        (ada, json!({"contact_deceased_on": "2026-06-10"}), true),
        (will, json!({"contact_do_not_mail": 1}), false),
        (will, json!({"emails": [{"email_address": "will@x.example"}]}), true),
        (will, json!({"contact_status": "archive"}), false),
    ] {
        account.put(&format!("/contacts/{id}"), change.clone()).await.ok();
        let page = browser.get("/overview").await;
        assert_eq!(page.html.contains("<b>1</b> gift waits for a thank-you"), waits, "{change}");
    }
}
