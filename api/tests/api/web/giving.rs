//! Quick entry of many gifts, and the giving statement of a contact.

use serde_json::json;
use shared::both_databases;
use shared::database::testing::TestDb;

use super::browser::start;
use super::form::Form;

both_databases!(
    gifts_are_entered_in_a_row_and_keep_day_type_and_fund,
    a_line_that_is_wrong_stays_with_what_was_typed,
    a_statement_sums_what_was_received_in_its_year,
    a_statement_needs_a_year_and_a_contact,
);

const QUICK: &str = "/gifts/quick";

async fn gifts_are_entered_in_a_row_and_keep_day_type_and_fund(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let mut ids = Vec::new();
    for name in ["Lovelace", "King"] {
        let body = json!({"contact_status": "donor", "contact_lname": name});
        ids.push(account.record("contacts", body).await.1);
    }
    let check = account.gift_type("check").await;
    let page =
        browser.get(QUICK).await.shows(200, "Quick entry").has("The gifts that you enter appear here.");
    let form = Form::of(&page, QUICK);
    assert_eq!(form.value("gift_date"), "2026-06-15");
    let form = form
        .set("contact_id", "love")
        .set("gift_amount", "50")
        .set("gift_date", "2026-06-12")
        .set("gift_type_id", &check.to_string())
        .set("gift_fund", "Well & roof");
    let page = form.send(&mut browser).await;
    let page = browser.follow(&page).await.shows(200, "Quick entry").has("Saved: $50.00 from Lovelace");
    let page = page.has("<option value=\"Well &#38; roof\"></option>");
    // The cursor is where the next gift begins.
    assert!(page.between("name=\"contact_id\"", ">").contains(" autofocus"));
    let next = Form::of(&page, QUICK);
    assert_eq!(
        ["contact_id", "gift_amount", "gift_date", "gift_fund"].map(|name| next.value(name)),
        ["", "", "2026-06-12", "Well & roof"]
    );
    assert_eq!(next.value("gift_type_id"), check.to_string());
    let page = next.set("contact_id", "king").set("gift_amount", "7.50").send(&mut browser).await;
    browser.follow(&page).await.has("Saved: $7.50 from King").has("$50.00");
    let gifts = account.get("/gifts?sort=id").await.ok();
    let shown: Vec<_> = gifts
        .data()
        .as_array()
        .unwrap()
        .iter()
        .map(|gift| {
            (
                gift["contact_id"].as_i64().unwrap(),
                gift["gift_amount"].as_f64().unwrap(),
                gift["gift_date"].as_str().unwrap(),
                gift["gift_type_id"].as_i64().unwrap(),
                gift["gift_fund"].as_str().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        shown,
        [
            (ids[0], 50.0, "2026-06-12", check, "Well & roof"),
            (ids[1], 7.5, "2026-06-12", check, "Well & roof")
        ]
    );
    let events = api.events(&account).await;
    assert_eq!(events.iter().filter(|event| event.name == "gifts.create").count(), 2);
}

async fn a_line_that_is_wrong_stays_with_what_was_typed(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let page = browser.get(QUICK).await;
    let form = Form::of(&page, QUICK).set("contact_id", "nobody").set("gift_fund", "Well");
    let page = form
        .send(&mut browser)
        .await
        .shows(422, "Quick entry")
        .has("No contact is found by this: add")
        .has("Is required.");
    let form = Form::of(&page, QUICK);
    assert_eq!((form.value("contact_id"), form.value("gift_fund")), ("nobody", "Well"));
    assert!(api.events(&account).await.is_empty());
}

async fn a_statement_sums_what_was_received_in_its_year(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let body = json!({"contact_status": "donor", "contact_fname": "Ada", "contact_lname": "King",
        "contact_envelope_name": "Countess Ada King",
        "addresses": [{"address_street": "12 St James's Square", "address_city": "London", "address_postal_code": "SW1Y 4JH", "address_country": "GB"}]});
    let (path, id) = account.record("contacts", body).await;
    let other = account.contact().await;
    for (contact, amount, currency, day, status) in [
        (id, "1000.50", "USD", "2026-01-01", "received"),
        (id, "20", "USD", "2026-06-15", "received"),
        (id, "-0.50", "USD", "2026-03-01", "received"),
        (id, "3000", "JPY", "2026-02-01", "received"),
        (id, "9", "USD", "2026-02-02", "pending"),
        (id, "11", "USD", "2026-02-03", "refunded"),
        (id, "13", "USD", "2025-12-31", "received"),
        (other, "17", "USD", "2026-02-01", "received"),
    ] {
        let gift = json!({"contact_id": contact, "gift_amount": amount, "gift_currency": currency, "gift_date": day, "gift_status": status});
        account.record("gifts", gift).await;
    }
    let page = browser.get(&format!("{path}/statement")).await.shows(200, "List of gifts 2026");
    let page = page
        .has("Countess Ada King")
        .has("12 St James&#39;s Square")
        .has("<bdi>London</bdi><br><bdi>SW1Y 4JH</bdi><br><bdi>United Kingdom</bdi>")
        .has("4 gifts.");
    let totals: Vec<_> =
        page.html.split("<dt>Total</dt><dd>").skip(1).map(|rest| rest.split('<').next().unwrap()).collect();
    assert_eq!(totals, ["JPY\u{a0}3,000", "USD\u{a0}1,020.00"]);
    page.has("1 Jan 2026").has("−$0.50").lacks("$9.00").lacks("$11.00").lacks("$13.00").lacks("$17.00");
    let page = browser.get(&format!("{path}/statement?year=2025")).await.shows(200, "List of gifts 2025");
    page.has("<dd>$13.00</dd>").has("1 gift.").has(&format!("{path}/statement?year=2024"));
    browser.get(&format!("{path}/statement?year=2020")).await.has("No gifts were received in 2020.");
}

async fn a_statement_needs_a_year_and_a_contact(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let (path, _) =
        account.record("contacts", json!({"contact_status": "donor", "contact_lname": "King"})).await;
    browser
        .get(&format!("{path}/statement?year=last"))
        .await
        .shows(422, "This did not work")
        .has("year must be a year");
    browser.get("/contacts/0/statement").await.shows(404, "There is no such page");
    browser.get("/contacts/x").await.shows(404, "There is no such page");
}
