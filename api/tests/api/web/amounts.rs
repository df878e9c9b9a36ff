//! Amounts as people type them, and values that look like slips: the form asks before it saves.

use serde_json::json;
use shared::both_databases;
use shared::database::testing::TestDb;

use super::browser::start;
use super::form::Form;

both_databases!(
    amounts_are_understood_as_people_write_them,
    an_amount_that_could_mean_two_is_refused_with_an_example,
    the_filters_of_a_list_read_amounts_as_the_forms_do,
    a_slip_is_asked_about_before_it_is_saved,
    an_answer_holds_for_the_values_that_were_asked_about_alone,
    a_change_is_asked_about_only_where_it_changes_something,
    a_form_that_comes_twice_is_not_asked_about_its_own_gift,
    the_api_asks_nothing,
);

const QUICK: &str = "/gifts/quick";

async fn amounts_are_understood_as_people_write_them(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let contact = account.contact().await.to_string();
    for (typed, amount) in [("$1,250.00", 1250.0), ("1,250", 1250.0), ("USD 7.50", 7.5)] {
        for path in ["/gifts/new", QUICK] {
            let page = browser.get(path).await;
            let form = Form::of(&page, path.trim_end_matches("/new")).set("gift_amount", typed);
            form.set("no_donor", "1").send(&mut browser).await.location();
            let gifts = account.get("/gifts?sort=-id&limit=1").await.ok();
            assert_eq!(gifts.data()[0]["gift_amount"], amount, "{typed} in {path}");
        }
    }
    let page = browser.get("/gifts/new").await;
    let form = Form::of(&page, "/gifts").set("gift_amount", "€50").set("gift_currency", "eur");
    let path = form.send(&mut browser).await.location().to_owned();
    assert_eq!(account.get(&path).await.ok()["gift_currency"], "EUR");
    // The currency that is stored counts for a change.
    let page = browser.get(&format!("{path}/edit")).await;
    Form::of(&page, &path).set("gift_amount", "€1,250").send(&mut browser).await.location();
    assert_eq!(account.get(&path).await.ok()["gift_amount"], 1250.0);
    let page = browser.get(&format!("{path}/edit")).await;
    let page = Form::of(&page, &path).set("gift_amount", "€1,250.00").send(&mut browser).await;
    browser.follow(&page).await.has("Nothing was changed.");
    let page = browser.get("/pledges/new").await;
    let form = Form::of(&page, "/pledges").set("contact_id", &contact).set("pledge_amount", "$1,250.00");
    let path = form.send(&mut browser).await.location().to_owned();
    assert_eq!(account.get(&path).await.ok()["pledge_amount"], 1250.0);
}

async fn an_amount_that_could_mean_two_is_refused_with_an_example(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    for (typed, rule) in [
        ("12,50", "Has a comma that could mean two amounts. Write cents behind a point, as in 12.50"),
        ("1.250,00", "Has a comma that could mean two amounts."),
        ("1.250", "Has more than the 2 decimals of USD."),
        ("€50", "Says €, and the currency is USD. Leave € out, or choose its currency"),
        ("fifty", "Must be a number such as 50.00."),
    ] {
        for (path, title) in [("/gifts/new", "New gift"), (QUICK, "Quick entry")] {
            let action = path.trim_end_matches("/new");
            let page = browser.get(path).await;
            let form = Form::of(&page, action).set("gift_amount", typed).set("gift_fund", "Well");
            let page = form.send(&mut browser).await.shows(422, title);
            let shown = page.between("<p class=\"error\" id=\"gift_amount-error\">", "</p>");
            assert!(shown.starts_with(rule), "{typed} in {path}: {shown}");
            let again = Form::of(&page, action);
            assert_eq!((again.value("gift_amount"), again.value("gift_fund")), (typed, "Well"));
        }
    }
    assert!(api.events(&account).await.is_empty());
}

/// Returns the value that confirms the form on a page.
fn token(page: &super::browser::Page) -> String {
    page.between("name=\"confirmed\" value=\"", "\"")
}

async fn the_filters_of_a_list_read_amounts_as_the_forms_do(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    for (amount, currency, memo) in [(1250, "USD", "equal"), (1249, "USD", "less"), (1300, "EUR", "euro")] {
        let gift = json!({"gift_amount": amount, "gift_currency": currency, "gift_fund": memo, "gift_status": "received"});
        account.record("gifts", gift).await;
    }
    for (filters, found) in [
        ("min_amount=%241%2C250", ["equal", "euro"]),
        ("min_amount=1%2C250.00+usd", ["equal", "euro"]),
        ("max_amount=%E2%82%AC1%2C300&min_amount=1%2C250&currency=eur", ["euro", "euro"]),
    ] {
        let page = browser.get(&format!("/gifts?{filters}")).await.shows(200, "Gifts").lacks(">less</td>");
        let file = browser.get(&format!("/gifts/export?{filters}")).await;
        assert!(file.status == 200 && !file.html.contains("less"), "{filters}: {}", file.html);
        for fund in found {
            assert!(page.html.contains(fund) && file.html.contains(fund), "{filters}: {fund}");
        }
    }
    let page = browser.get("/gifts?min_amount=%241%2C250").await;
    page.has("value=\"$1,250\"").has("Min amount: $1,250");
    for (typed, rule) in [
        ("12%2C50", "Has a comma that could mean two amounts."),
        ("%E2%82%AC50", "Says €, and the currency is USD."),
        ("much", "Must be a number such as 50.00."),
    ] {
        browser.get(&format!("/gifts?min_amount={typed}")).await.shows(422, "Gifts").has(rule);
        let file = browser.get(&format!("/gifts/export?min_amount={typed}")).await;
        assert_eq!(file.status, 422, "{typed}");
    }
}

async fn a_slip_is_asked_about_before_it_is_saved(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let contact = account.contact().await;
    let gift = json!({"contact_id": contact, "gift_amount": 50, "gift_date": "2026-06-01"});
    let (twin, twin_id) = account.record("gifts", gift).await;
    let same = format!(
        "There is a gift of this donor, day and amount already: <a href=\"{twin}\">gift {twin_id}</a>."
    );
    let count = async || account.get("/gifts").await.ok().list().len();
    for (amount, day, question) in [
        ("50.00", "2026-06-01", &*same),
        ("60", "1920-06-01", "The day of the gift is 1 Jun 1920."),
        ("1,000,000,000", "2026-06-01", "The amount is USD\u{a0}1,000,000,000.00."),
        ("\u{2212}$5", "2026-06-01", "The amount is below zero, \u{2212}USD\u{a0}5.00: it takes away"),
    ] {
        for (path, title) in [("/gifts/new", "New gift"), (QUICK, "Quick entry")] {
            let before = count().await;
            let action = path.trim_end_matches("/new");
            let page = browser.get(path).await;
            let form = Form::of(&page, action)
                .set("contact_id", &contact.to_string())
                .set("gift_amount", amount)
                .set("gift_date", day)
                .set("gift_fund", "Well & roof");
            let page = form.send(&mut browser).await.shows(422, title).has(question);
            let page = page.has("> Save it all the same</label>");
            assert_eq!(count().await, before, "{question}");
            let again = Form::of(&page, action);
            assert_eq!((again.value("gift_date"), again.value("gift_fund")), (day, "Well & roof"));
            // Sent again without an answer, it asks again.
            again.send(&mut browser).await.shows(422, title).has(question);
            let again = again.set("confirmed", &token(&page));
            again.send(&mut browser).await.location();
            assert_eq!(count().await, before + 1, "{question}");
            let gifts = account.get("/gifts?sort=-id&limit=1").await.ok();
            account
                .put(&format!("/gifts/{}", gifts.data()[0]["id"]), json!({"gift_status": "void"}))
                .await
                .ok();
        }
    }
    // Gifts without a donor, of other days, and voided ones are no twins.
    for (donor, amount, day) in
        [("", "50", "2026-06-01"), ("lovelace", "50", "2026-06-02"), ("lovelace", "60", "2026-06-01")]
    {
        let page = browser.get(QUICK).await;
        let form = Form::of(&page, QUICK).set("contact_id", donor).set("gift_amount", amount);
        form.set("gift_date", day).set("no_donor", "1").send(&mut browser).await.location();
    }
}

async fn an_answer_holds_for_the_values_that_were_asked_about_alone(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let contact = account.contact().await.to_string();
    let page = browser.get(QUICK).await;
    let form = Form::of(&page, QUICK).set("contact_id", &contact).set("gift_amount", "1000000000");
    let page = form.send(&mut browser).await.shows(422, "Quick entry");
    let form = Form::of(&page, QUICK).set("confirmed", &token(&page));
    let other = form.clone().set("gift_amount", "2000000000").send(&mut browser).await;
    other.shows(422, "Quick entry").has("USD\u{a0}2,000,000,000.00");
    // An answer is kept while something else is wrong.
    let wrong = form.clone().set("gift_date", "2026-12-01").send(&mut browser).await;
    let page = wrong.shows(422, "Quick entry");
    assert!(!Form::of(&page, QUICK).value("gift_amount").is_empty());
    let wrong = form.clone().set("gift_type_id", "999999999").send(&mut browser).await;
    let page = wrong.shows(422, "Quick entry").has("Must be the id of a gift type");
    assert_eq!(Form::of(&page, QUICK).value("confirmed"), token(&page));
    form.send(&mut browser).await.location();
}

async fn a_change_is_asked_about_only_where_it_changes_something(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let contact = account.contact().await;
    let gift = json!({"contact_id": contact, "gift_amount": 50, "gift_date": "1990-06-01"});
    account.record("gifts", gift.clone()).await;
    let (path, _) = account.record("gifts", gift).await;
    let page = browser.get(&format!("{path}/edit")).await;
    Form::of(&page, &path).set("gift_memo", "From the old books").send(&mut browser).await.location();
    let page = browser.get(&format!("{path}/edit")).await;
    let form = Form::of(&page, &path).set("gift_amount", "1,000,000").set("gift_memo", "x");
    let page = form.send(&mut browser).await;
    let page = page.has("The amount is USD\u{a0}1,000,000.00.").lacks("The day of the gift");
    assert_eq!((page.status, account.get(&path).await.ok()["gift_amount"].clone()), (422, json!(50.0)));
    let form = Form::of(&page, &path);
    assert_eq!(form.value("gift_memo"), "x");
    form.set("confirmed", &token(&page)).send(&mut browser).await.location();
    let gift = account.get(&path).await.ok();
    assert_eq!((&gift["gift_amount"], &gift["gift_memo"]), (&json!(1_000_000.0), &json!("x")));
    // A gift is not its own twin.
    let page = browser.get(&format!("{path}/edit")).await;
    let page = Form::of(&page, &path).set("gift_amount", "50").send(&mut browser).await;
    assert_eq!(page.has("There is a gift of this donor, day and amount already").status, 422);
}

async fn a_form_that_comes_twice_is_not_asked_about_its_own_gift(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let contact = account.contact().await.to_string();
    let page = browser.get("/gifts/new").await;
    let form = Form::of(&page, "/gifts").set("contact_id", &contact).set("gift_amount", "$5");
    let first = form.send(&mut browser).await.location().to_owned();
    assert_eq!(form.send(&mut browser).await.location(), first);
    assert_eq!(account.get("/gifts").await.ok().list().len(), 1);
}

async fn the_api_asks_nothing(db: TestDb) {
    let (_api, account, _) = start(db).await;
    let contact = account.contact().await;
    let gift = json!({"contact_id": contact, "gift_amount": 1_000_000_000, "gift_date": "1920-06-01"});
    for _ in 0..2 {
        account.post("/gifts", gift.clone()).await.created();
    }
    for amount in ["$5", "1,250"] {
        let refused = account.post("/gifts", json!({"gift_amount": amount})).await;
        assert_eq!(refused.status, 422, "{amount}");
    }
}
