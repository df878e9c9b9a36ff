//! The overview: giving by month, and the work that waits for somebody.

use serde_json::json;
use shared::both_databases;
use shared::database::testing::TestDb;

use super::browser::{browser_of, start};
use crate::support::Account;

both_databases!(
    giving_is_drawn_by_month_beside_last_year_and_what_was_pledged,
    what_waits_is_listed_and_leads_to_the_list_that_has_it,
    an_account_without_records_says_so,
);

async fn contact(account: &Account, name: &str) -> i64 {
    account.record("contacts", json!({"contact_status": "donor", "contact_lname": name})).await.1
}

async fn giving_is_drawn_by_month_beside_last_year_and_what_was_pledged(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let ada = contact(&account, "Lovelace").await;
    for (day, amount, status, currency) in [
        ("2025-02-28", 40, "received", "USD"),
        ("2025-12-31", 2, "received", "USD"),
        ("2026-02-01", 100, "received", "USD"),
        ("2026-02-28", 20, "received", "USD"),
        ("2026-02-28", 1000, "refunded", "USD"),
        ("2026-02-28", 1000, "received", "EUR"),
        ("2024-02-28", 1000, "received", "USD"),
    ] {
        let gift = json!({"gift_amount": amount, "gift_date": day, "gift_status": status, "gift_currency": currency});
        account.record("gifts", gift).await;
    }
    let pledge = json!({"contact_id": ada, "pledge_amount": 30, "pledge_start_date": "2026-03-05"});
    account.record("pledges", pledge).await;
    let page = browser
        .get("/overview")
        .await
        .shows(200, "Overview")
        .has("Giving by month")
        .has("<svg class=\"chart\"");
    // Until the end of June, four gifts of the pledge are due.
    let page = page
        .has("$120.00 in 2026, $42.00 in all of 2025")
        .has("Pledged from January to June: $120.00. Given: as much as that.");
    let february = page.between("<tr><th scope=\"row\">Feb</th>", "</tr>").replace("&#38;", "&");
    for text in [
        "/gifts?status=received&from=2025-02-01&to=2025-02-28&currency=USD\">$40.00<",
        "/gifts?status=received&from=2026-02-01&to=2026-02-28&currency=USD\">$120.00<",
        ">$0.00</td>",
    ] {
        assert!(february.replace("&#61;", "=").contains(text), "{text}: {february}");
    }
    assert!(page.between("<tr><th scope=\"row\">Mar</th>", "</tr>").ends_with(">$30.00</td>"));
    assert!(!page.between("<tr><th scope=\"row\">Jul</th>", "</tr>").contains("from=2026"));
    // The highest bar is of a round amount, so it reaches the line at the top.
    let page = page.has(">$120</text>").has("y=\"20\" width=\"16\" height=\"176\"").lacks("style=");
    page.has("Latest gifts").has("<td data-label=\"Fund\"></td>");
    for (kind, body, given) in [
        ("gifts", json!({"gift_amount": 5, "gift_date": "2026-06-01"}), "Given: $5.00 more than that."),
        (
            "pledges",
            json!({"contact_id": ada, "pledge_amount": 30, "pledge_start_date": "2026-06-05"}),
            "Given: $25.00 less than that.",
        ),
    ] {
        account.record(kind, body).await;
        browser.get("/overview").await.has(given);
    }
    api.turn_to("2027-01-01T12:00:00Z");
    let mut browser = browser_of(&api, &account).await;
    browser.get("/overview").await.has("$0.00 in 2027").has("Pledged in January: $60.00. Given: $60.00 less");
}

async fn what_waits_is_listed_and_leads_to_the_list_that_has_it(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let lapsed = contact(&account, "<b>Lapsed</b>").await;
    let faithful = contact(&account, "Faithful").await;
    let late = contact(&account, "Late").await;
    let mut gifts = Vec::new();
    for (contact, day, amount, thanked) in [
        (lapsed, "2025-05-01", 70, None),
        (faithful, "2025-05-01", 80, None),
        (faithful, "2026-06-01", 90, None),
        (faithful, "2026-06-02", 91, Some("2026-06-03")),
        (faithful, "2026-04-15", 92, None),
    ] {
        let gift = json!({"contact_id": contact, "gift_amount": amount, "gift_date": day, "gift_thanked_on": thanked});
        gifts.push(account.record("gifts", gift).await.1);
    }
    let pledge = json!({"contact_id": late, "pledge_amount": 25, "pledge_start_date": "2026-01-10"});
    let (_, pledge) = account.record("pledges", pledge).await;
    let page = browser.get("/overview").await.shows(200, "Overview").lacks("<b>Lapsed");
    let part = |id: &str| {
        page.between(&format!("<h2 id=\"{id}\">"), "</section>").replace("&#61;", "=").replace("&#38;", "&")
    };
    let thanks = part("thanks");
    assert!(
        thanks.contains(&format!("<a href=\"/gifts/{}\"><bdi>Faithful", gifts[2])),
        "the gift itself: {thanks}"
    );
    assert!(thanks.contains("$90.00"), "{thanks}");
    for other in ["$91.00", "$92.00", "$80.00", "Lapsed"] {
        assert!(!thanks.contains(other), "{other}: {thanks}");
    }
    assert!(thanks.contains("/gifts?status=received&thanked=0&from=2026-04-16\">All 1<"), "{thanks}");
    let late = part("late");
    assert!(late.contains(&format!("<a href=\"/pledges/{pledge}\">")), "{late}");
    assert!(late.contains("Late") && late.contains("10 Jan 2026") && late.contains("$150.00"), "{late}");
    assert!(late.contains("/pledges?late=1\">All 1<"), "{late}");
    let link = format!("<a href=\"/contacts/{lapsed}\">");
    let lapsed = part("lapsed");
    assert!(lapsed.contains(&link), "{lapsed}");
    assert!(lapsed.contains("&#60;b&#62;Lapsed") && lapsed.contains("$70.00"), "{lapsed}");
    assert!(!lapsed.contains("Faithful") && lapsed.contains("/contacts?lybunt=1\">All 1<"), "{lapsed}");
}

async fn an_account_without_records_says_so(db: TestDb) {
    let (_api, _, mut browser) = start(db).await;
    let page = browser.get("/overview").await.shows(200, "Overview").has("There is nothing to draw yet");
    page.has("Everybody was thanked").has("Nobody is behind").has("has given again").lacks("<svg");
}
