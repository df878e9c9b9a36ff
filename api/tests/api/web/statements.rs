//! The giving statement: gifts of money and others, and the address as the post wants it. And totals that name the
//! amounts that they leave out.

use serde_json::json;
use shared::both_databases;
use shared::database::testing::TestDb;

use super::browser::start;

both_databases!(
    what_is_no_money_is_described_and_in_no_total,
    a_correction_of_a_correction_is_of_the_kind_of_the_first_gift,
    the_address_is_written_as_in_its_country_and_home_is_not_named,
    totals_say_what_they_leave_out_in_other_currencies,
);

async fn what_is_no_money_is_described_and_in_no_total(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let (path, id) =
        account.record("contacts", json!({"contact_status": "donor", "contact_lname": "King"})).await;
    let renamed = account.gift_type("in_kind").await;
    account.put(&format!("/gift-types/{renamed}"), json!({"gift_type_name": "Gift in kind"})).await.ok();
    let (stock, cash) = (account.gift_type("stock").await, account.gift_type("cash").await);
    let adjustment = account.gift_type("adjustment").await;
    let mut ids = Vec::new();
    for (amount, gift_type, memo) in [
        (500, json!(renamed), "A <b>piano"),
        (900, json!(stock), "10 shares of Acme"),
        (20, json!(cash), "By hand"),
        (7, json!(null), "Unknown"),
    ] {
        let gift = json!({"contact_id": id, "gift_amount": amount, "gift_type_id": gift_type, "gift_memo": memo, "gift_date": "2026-03-01"});
        ids.push(account.record("gifts", gift).await.1);
    }
    // A correction of the piano's value is not money either.
    for (adjusted, amount) in [(ids[0], -100), (ids[2], -5)] {
        let gift = json!({"contact_id": id, "gift_amount": amount, "gift_type_id": adjustment,
            "gift_adjusts_id": adjusted, "gift_date": "2026-04-01"});
        account.record("gifts", gift).await;
    }
    let page = browser.get(&format!("{path}/statement")).await.shows(200, "List of gifts 2026");
    let page = page.has("<dt>Total</dt><dd>$22.00</dd>").has("3 gifts.").lacks("$500.00").lacks("$900.00");
    let in_kind = page.between("<h2 id=\"in-kind\">", "</section>");
    for text in ["Given in kind in 2026", "Gift in kind", "A &#60;b&#62;piano", "10 shares of Acme"] {
        assert!(in_kind.contains(text), "{text}: {in_kind}");
    }
    assert!(!in_kind.contains('$') && !in_kind.contains("By hand"), "{in_kind}");

    let lines = account.get(&format!("{path}/statement")).await.ok();
    let shown: Vec<_> = lines
        .list()
        .iter()
        .map(|line| {
            let money = line["gift_amount"].as_f64().unwrap();
            (money, line["gift_in_kind"].as_i64().unwrap(), line["gift_description"].as_str())
        })
        .collect();
    let expected = [
        (500.0, 1, Some("A <b>piano")),
        (900.0, 1, Some("10 shares of Acme")),
        (20.0, 0, None),
        (7.0, 0, None),
        (-100.0, 1, None),
        (-5.0, 0, None),
    ];
    assert_eq!(shown, expected);
    // Totals of giving have both, as before.
    let summary = account.get(&format!("/giving-summary?contact_id={id}")).await.ok();
    assert_eq!(summary["given"]["total"], 1322.0);
    // Without money, there is no total.
    for id in &ids[2..] {
        account.put(&format!("/gifts/{id}"), json!({"gift_status": "void"})).await.ok();
    }
    let gifts = account.get("/gifts?type=adjustment").await.ok();
    for gift in gifts.list() {
        account.put(&format!("/gifts/{}", gift["id"]), json!({"gift_status": "void"})).await.ok();
    }
    let page = browser.get(&format!("{path}/statement")).await.has("Given in kind in 2026");
    page.lacks("<dt>Total</dt>").lacks("No gifts were received");
}

async fn a_correction_of_a_correction_is_of_the_kind_of_the_first_gift(db: TestDb) {
    let (api, account, _) = start(db).await;
    let (path, id) =
        account.record("contacts", json!({"contact_status": "donor", "contact_lname": "King"})).await;
    let (in_kind, cash) = (account.gift_type("in_kind").await, account.gift_type("cash").await);
    let adjustment = account.gift_type("adjustment").await;
    let mut last = Vec::new();
    for first_type in [in_kind, cash] {
        let mut before = None;
        // The first gift is of another year, and so is what corrects it first.
        for (gift_type, day) in [
            (first_type, "2025-03-01"),
            (adjustment, "2025-04-01"),
            (adjustment, "2026-01-01"),
            (adjustment, "2026-01-02"),
        ] {
            let gift = json!({"contact_id": id, "gift_amount": 5, "gift_type_id": gift_type, "gift_date": day,
                "gift_adjusts_id": before});
            before = Some(account.record("gifts", gift).await.1);
        }
        last.extend(before);
    }
    let shown = async || {
        let lines = account.get(&format!("{path}/statement?year=2026")).await.ok();
        let shown = lines.list().iter().map(|line| line["gift_in_kind"].as_i64().unwrap());
        shown.collect::<Vec<_>>()
    };
    assert_eq!(shown().await, [1, 0, 1, 0]);
    // A circle that was stored before circles were refused has an end, too.
    let circle = "UPDATE gifts SET gift_adjusts_id = $1 WHERE id = $1";
    api.execute(circle, vec![last[1].into()]).await;
    assert_eq!(shown().await, [1, 0, 1, 0]);
}

async fn the_address_is_written_as_in_its_country_and_home_is_not_named(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    for (state, code, country, city, lines) in [
        ("ME", "04101", "US", "Portland", "<br><bdi>Portland, ME 04101</bdi></address>"),
        ("ME", "04101", "", "Portland", "<br><bdi>Portland, ME 04101</bdi></address>"),
        (
            "ON",
            "M5V 2T6",
            "CA",
            "Toronto",
            "<br><bdi>Toronto ON M5V 2T6</bdi><br><bdi>Canada</bdi></address>",
        ),
        ("", "10115", "DE", "Berlin", "<br><bdi>10115 Berlin</bdi><br><bdi>Germany</bdi></address>"),
    ] {
        let address = json!({"address_street": "1 Elm", "address_city": city, "address_state": state, "address_postal_code": code, "address_country": country});
        let body = json!({"contact_status": "donor", "contact_lname": "King", "addresses": [address]});
        let (path, _) = account.record("contacts", body).await;
        let page = browser.get(&format!("{path}/statement")).await;
        page.has(&format!("<address><bdi>King</bdi><br><bdi>1 Elm</bdi>{lines}"));
    }
}

async fn totals_say_what_they_leave_out_in_other_currencies(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let contact = account.contact().await;
    for (amount, currency, day) in [
        ("10", "USD", "2026-05-01"),
        ("50", "EUR", "2026-05-01"),
        ("1250", "CAD", "2026-06-01"),
        ("40", "EUR", "2025-05-01"),
    ] {
        let gift = json!({"contact_id": contact, "gift_amount": amount, "gift_currency": currency, "gift_date": day});
        account.record("gifts", gift).await;
    }
    for (amount, currency) in [("5", "USD"), ("30", "EUR")] {
        let pledge = json!({"contact_id": contact, "pledge_amount": amount, "pledge_currency": currency, "pledge_start_date": "2026-01-01"});
        account.record("pledges", pledge).await;
    }
    let page = browser.get("/overview").await.shows(200, "Overview");
    let figure = |label: &str| page.between(&format!("<dt>{label}</dt>"), "</div>");
    for (label, value, note) in [
        ("Given this year", ">$10.00<", "1 gift, and CAD\u{a0}1,250.00, EUR\u{a0}50.00 in other currencies"),
        ("Donors this year", ">1<", "A gift is $10.00 on average"),
        ("Last year to date", ">$0.00<", ", and EUR\u{a0}40.00 in other currencies"),
        (
            "Pledged a month",
            ">$5.00<",
            "1 active pledge, without one-time ones, and EUR\u{a0}30.00 in other currencies",
        ),
    ] {
        let figure = figure(label);
        assert!(figure.contains(value) && figure.contains(note), "{label}: {figure}");
    }
    let today = page.between("id=\"today\"", "</section>");
    assert!(today.contains("<b>2</b> pledges are late"), "{today}");
    assert!(
        today.contains("$30.00 is missing. They promise $5.00 a month, plus 1 more in other currencies"),
        "{today}"
    );
    page.has("Not drawn: CAD\u{a0}1,250.00, EUR\u{a0}90.00 in other currencies.");
    browser
        .get("/gifts")
        .await
        .has("4 gifts · $10.00 received · CAD\u{a0}1,250.00 received · EUR\u{a0}90.00 received");
    let page = browser.get(&format!("/contacts/{contact}")).await;
    page.has("4 gifts · $10.00 received · CAD\u{a0}1,250.00 received · EUR\u{a0}90.00 received");
}
