//! What quick entry asks before it saves a line: a donor who has died or is forgotten, a cheque that comes again, and an
//! amount below zero.

use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;

use super::browser::{Browser, Page, start};
use super::form::Form;
use super::quick::{QUICK, gifts, king, line, saved};

both_databases!(
    a_donor_who_has_died_or_is_archived_is_offered_and_not_made_again,
    a_cheque_that_comes_again_on_another_day_is_asked_about,
    a_forgotten_donor_is_asked_about_and_return_says_that_there_is_none,
    an_amount_below_zero_is_asked_about_unless_it_corrects_a_gift,
    a_form_is_not_sent_to_the_address_of_its_page,
    a_fund_that_a_name_may_mean_is_offered,
);

/// Sends the form of a page with the answer that it is meant so.
async fn confirm(browser: &mut Browser, page: &Page) -> Page {
    let token = page.between("name=\"confirmed\" value=\"", "\"");
    Form::of(page, QUICK).set("confirmed", &token).send(browser).await
}

async fn a_donor_who_has_died_or_is_archived_is_offered_and_not_made_again(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let mut ids = Vec::new();
    for (name, status, died) in [("Ada", "donor", json!("2026-05-03")), ("Byron", "archive", Value::Null)] {
        let body = json!({"contact_status": status, "contact_fname": name, "contact_lname": "King",
            "contact_deceased_on": died});
        ids.push(account.record("contacts", body).await.1);
    }
    // Somebody else is found by the same words.
    let other = json!({"contact_status": "donor", "contact_lname": "Moreau",
        "addresses": [{"address_street": "1 Ada King Lane"}]});
    account.record("contacts", other).await;
    for (typed, name, id, says) in
        [("Ada King", "Ada", ids[0], "Died on 3 May 2026"), ("Mr Byron King", "Byron", ids[1], "Archived")]
    {
        let page = line(&mut browser, &[("contact_id", typed), ("gift_amount", "40")]).await;
        let page = page.send(&mut browser).await.shows(422, "Quick entry").has("Who is it?");
        let page = page.has(&format!("> {name} King · {says} (#{id})")).lacks("No contact is found by this");
        assert_eq!(page.html.contains("> Moreau (#"), name == "Ada", "{typed}");
        // Who lives comes first.
        let at = |text: &str| page.html.find(text);
        assert!(at("> Moreau (#") < at(&format!("> {name} King · {says}")), "{}", page.html);
        let page = page.lacks("name=\"new_donor\" value=\"1\" checked");
        let page = Form::of(&page, QUICK).set("donor", &id.to_string()).send(&mut browser).await;
        saved(&mut browser, page).await.has(&format!("$40.00 from {name} King"));
    }
    let givers: Vec<_> = gifts(&account).await.iter().map(|gift| gift["contact_id"].clone()).collect();
    assert_eq!(givers, [json!(ids[0]), json!(ids[1])]);
    assert_eq!(account.get("/contacts").await.ok().list().len(), 3);
}

async fn a_cheque_that_comes_again_on_another_day_is_asked_about(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let id = king(&account).await;
    for (day, amount, number) in [("2026-04-01", 50, "1044"), ("2025-01-01", 70, "7")] {
        let gift = json!({"contact_id": id, "gift_amount": amount, "gift_date": day,
            "gift_check_number": number});
        account.record("gifts", gift).await;
    }
    // Another number, and one of more than a year ago are other cheques.
    for amount in ["50 ck 1045", "70 ck 7"] {
        let page = line(&mut browser, &[("contact_id", "king"), ("gift_amount", amount)]).await;
        let page = page.send(&mut browser).await;
        saved(&mut browser, page).await;
    }
    let values = [("contact_id", "king"), ("gift_amount", "50 ck 1044"), ("gift_date", "2026-06-10")];
    let page = line(&mut browser, &values).await.send(&mut browser).await.shows(422, "Quick entry");
    let first = gifts(&account).await[0]["id"].clone();
    let page = page.has("There is a gift of this donor, amount and check number already, of 1 Apr 2026: <a");
    let page = page.has(&format!(" <a href=\"/gifts/{first}\">gift {first}</a>."));
    let page = page.has("href=\"/gifts/quick?gift_date=2026-06-10\">Do not save</a>");
    assert_eq!(gifts(&account).await.len(), 4);
    let page = confirm(&mut browser, &page).await;
    saved(&mut browser, page).await;
    // Its amount may be a slip.
    let values = [("contact_id", "king"), ("gift_amount", "500 ck 1044"), ("gift_date", "2026-06-10")];
    let page = line(&mut browser, &values).await.send(&mut browser).await.shows(422, "Quick entry");
    let page = page.has("Check 1044 of this donor is recorded already, with $50.00 on 1 Apr 2026: <a");
    let page = confirm(&mut browser, &page).await;
    saved(&mut browser, page).await;
    // What corrects a gift has its cheque number.
    let form = Form::of(&browser.get("/gifts/new").await, "/gifts").set("contact_id", &id.to_string());
    let form = form.set("gift_amount", "-10").set("gift_check_number", "1044");
    form.set("gift_adjusts_id", &first.to_string()).send(&mut browser).await.location();
}

async fn a_forgotten_donor_is_asked_about_and_return_says_that_there_is_none(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    king(&account).await;
    let page = line(&mut browser, &[("gift_amount", "15")]).await.send(&mut browser).await;
    let page = page.shows(422, "Quick entry").has("Not saved yet. No donor was typed.");
    // The donor can be typed at once.
    assert!(page.between("name=\"contact_id\"", ">").contains(" autofocus"));
    assert!(gifts(&account).await.is_empty());
    let form = Form::of(&page, QUICK);
    let page = form.clone().set("contact_id", "king").send(&mut browser).await;
    saved(&mut browser, page).await.has("$15.00 from Ada King").lacks("No donor was typed");
    let page = form.send(&mut browser).await;
    saved(&mut browser, page).await.has("$15.00, unattributed");
    // A gift that has a donor keeps it, unless it is meant so.
    let id = gifts(&account).await[0]["id"].clone();
    let page = browser.get(&format!("{QUICK}?change={id}")).await;
    let page = Form::of(&page, QUICK).set("contact_id", "").send(&mut browser).await;
    let page = page.shows(422, "Quick entry").has("No donor was typed.");
    let page = Form::of(&page, QUICK).send(&mut browser).await;
    saved(&mut browser, page).await;
    assert_eq!(gifts(&account).await[0]["contact_id"], Value::Null);
}

async fn an_amount_below_zero_is_asked_about_unless_it_corrects_a_gift(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let id = king(&account).await;
    let page = line(&mut browser, &[("contact_id", "king"), ("gift_amount", "-5")]).await;
    let page = page.send(&mut browser).await.shows(422, "Quick entry").has("The amount is below zero, ");
    assert!(gifts(&account).await.is_empty());
    let page = confirm(&mut browser, &page).await;
    saved(&mut browser, page).await;
    assert_eq!(gifts(&account).await[0]["gift_amount"], -5.0);
    let (_, gift) = account.record("gifts", json!({"contact_id": id, "gift_amount": 50})).await;
    let form = Form::of(&browser.get("/gifts/new").await, "/gifts").set("contact_id", &id.to_string());
    let form = form.set("gift_amount", "-7").set("gift_adjusts_id", &gift.to_string());
    form.send(&mut browser).await.location();
}

async fn a_form_is_not_sent_to_the_address_of_its_page(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let page = browser.get(QUICK).await;
    let page = page.has("<form class=\"quick\" method=\"post\" action=\"/gifts/quick?send\">");
    let page = Form::of(&page, QUICK).send(&mut browser).await.shows(422, "Quick entry");
    page.has("<form class=\"quick\" method=\"post\" action=\"/gifts/quick\">");
    let page = browser.get("/settings/webhooks/new").await;
    page.has("<form method=\"post\" action=\"/settings/webhooks/new?send\">");
    browser.get("/settings/profile").await.has("action=\"/settings/profile/password\">");
    let contact = format!("/contacts/{}", king(&account).await);
    let household = format!("{contact}/household");
    browser.get(&household).await.has(&format!("action=\"{household}?send\">"));
    let gift = Form::of(&browser.get("/gifts/new").await, "/gifts").set("gift_amount", "much");
    gift.send(&mut browser).await.shows(422, "New gift").has("method=\"post\" action=\"/gifts?send\">");
    let log = format!("{contact}/log");
    let note = Form::of(&browser.get(&contact).await, &log).send(&mut browser).await;
    note.shows(422, "Ada King").has(&format!("action=\"{log}?send\">"));
}

async fn a_fund_that_a_name_may_mean_is_offered(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    king(&account).await;
    account.record("funds", json!({"fund_name": "Scholarships"})).await;
    let values = [("contact_id", "king"), ("gift_amount", "40"), ("gift_fund", "Sch")];
    let page = line(&mut browser, &values).await.send(&mut browser).await.shows(422, "Quick entry");
    let page = page.has("There is no fund Sch yet. Make it?").has("> Use Scholarships</label>");
    let page = page.has(">Do not save</a>");
    let form = Form::of(&page, QUICK);
    // It asks again without an answer, and an answer is none for another name.
    form.clone().send(&mut browser).await.shows(422, "Quick entry").has("There is no fund Sch yet.");
    let form = form.set("fund-0", "Scholarships");
    let page = form.clone().set("gift_fund", "Schol").send(&mut browser).await;
    page.shows(422, "Quick entry").has("There is no fund Schol yet.");
    let page = form.send(&mut browser).await;
    let page = saved(&mut browser, page).await;
    assert_eq!(Form::of(&page, QUICK).value("gift_fund"), "Scholarships", "it stays for the next gift");
    // One of several funds of a gift.
    let values = [("contact_id", "king"), ("gift_amount", "30 Sch + 20 Meals")];
    let page = line(&mut browser, &values).await.send(&mut browser).await.shows(422, "Quick entry");
    assert_eq!(page.html.matches(" autofocus").count(), 1, "the cursor stands at the first question");
    let page = Form::of(&page, QUICK).set("fund-1", "Scholarships").send(&mut browser).await;
    saved(&mut browser, page).await;
    // A name is none that another one ends with.
    let values = [("contact_id", "king"), ("gift_amount", "30 Sch + 20 Big Sch"), ("gift_date", "never")];
    let page = line(&mut browser, &values).await.send(&mut browser).await.shows(422, "Quick entry");
    let page = Form::of(&page, QUICK).set("fund-1", "Scholarships").send(&mut browser).await;
    let form = Form::of(&page.shows(422, "Quick entry"), QUICK);
    assert_eq!(form.value("gift_amount"), "30 Scholarships + 20 Big Sch");
    // A slip can be meant so.
    let values = [("contact_id", "king"), ("gift_amount", "41"), ("gift_fund", "Scholarship")];
    let page = line(&mut browser, &values).await.send(&mut browser).await.shows(422, "Quick entry");
    let page = page.has("but one called Scholarships.").lacks("name=\"confirmed\"");
    let page = Form::of(&page, QUICK).set("fund-0", "Scholarship").send(&mut browser).await;
    saved(&mut browser, page).await;
    let all = gifts(&account).await;
    let funds = [&all[0]["gift_fund"], &all[1]["splits"][0]["split_fund"], &all[2]["gift_fund"]];
    assert_eq!(funds, ["Scholarships", "Scholarships", "Scholarship"]);
    assert_eq!(account.get("/funds").await.ok().list().len(), 3);
}
