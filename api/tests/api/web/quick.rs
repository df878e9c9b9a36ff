//! What quick entry understands beyond a known donor and an amount: cheques, new donors, pledges, slips, and corrections.

use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;

use super::browser::{Browser, Page, start};
use super::form::Form;
use crate::support::Account;

both_databases!(
    the_number_of_a_cheque_stands_behind_the_amount,
    a_gift_for_several_funds_is_typed_as_their_sum,
    a_new_donor_is_entered_with_the_gift,
    a_couple_is_entered_with_both_names,
    a_new_donor_keeps_the_title_and_a_firm_is_an_organisation,
    a_new_donor_who_may_be_there_already_is_asked_about,
    a_name_that_fits_several_can_be_a_new_donor,
    a_new_donor_that_breaks_a_rule_leaves_neither_donor_nor_gift,
    a_donor_with_pledges_is_asked_about_once,
    a_gift_that_is_for_no_pledge_is_saved_without_one,
    the_pledge_is_chosen_whose_amount_is_that_of_the_gift,
    a_fund_that_is_almost_another_is_asked_about,
    a_new_fund_is_asked_about,
    a_donor_is_meant_by_the_beginnings_of_the_own_name,
    those_whom_a_name_fits_are_offered,
    a_gift_comes_back_into_the_line_to_be_changed,
    a_gift_that_somebody_else_has_changed_is_shown_before_it_is_written_over,
    a_gift_of_another_account_does_not_come_into_the_line,
);

pub(super) const QUICK: &str = "/gifts/quick";

/// Fills in the line.
pub(super) async fn line(browser: &mut Browser, values: &[(&str, &str)]) -> Form {
    let page = browser.get(QUICK).await;
    values.iter().fold(Form::of(&page, QUICK), |form, (name, value)| form.set(name, value))
}

pub(super) async fn saved(browser: &mut Browser, page: Page) -> Page {
    browser.follow(&page).await.has("Saved: ")
}

pub(super) async fn gifts(account: &Account) -> Vec<Value> {
    account.get("/gifts?sort=id").await.ok().data().as_array().unwrap().clone()
}

pub(super) async fn king(account: &Account) -> i64 {
    let body = json!({"contact_status": "donor", "contact_fname": "Ada", "contact_lname": "King"});
    account.record("contacts", body).await.1
}

async fn the_number_of_a_cheque_stands_behind_the_amount(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    account.gift_type("cash").await;
    let check = account.gift_type("check").await;
    king(&account).await;
    for (amount, number) in [("1,250 ck 1044", json!("1044")), ("$7", Value::Null)] {
        let page = line(&mut browser, &[("contact_id", "king"), ("gift_amount", amount)]).await;
        let page = page.send(&mut browser).await;
        saved(&mut browser, page).await;
        let gift = gifts(&account).await.pop().unwrap();
        assert_eq!(gift["gift_check_number"], number, "{gift}");
        assert_eq!(gift["gift_type_id"], if number.is_null() { Value::Null } else { json!(check) });
    }
    assert_eq!(gifts(&account).await[0]["gift_amount"], 1250.0);
    // A line that is refused shows what was understood.
    let page = line(&mut browser, &[("contact_id", "nobody"), ("gift_amount", "50 ck 9")]).await;
    let page = page.send(&mut browser).await.shows(422, "Quick entry");
    let form = Form::of(&page, QUICK);
    assert_eq!((form.value("gift_amount"), form.value("gift_check_number")), ("50", "9"));
}

async fn a_gift_for_several_funds_is_typed_as_their_sum(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    account.gift_type("check").await;
    king(&account).await;
    let values = [
        ("contact_id", "king"),
        ("gift_amount", "$30.50 Roof + 20 Hot Meals ck 7"),
        ("gift_fund", "General"),
    ];
    let page = line(&mut browser, &values).await.send(&mut browser).await;
    let page = saved(&mut browser, page).await.has("$50.50 from Ada King");
    assert_eq!(Form::of(&page, QUICK).value("gift_fund"), "General", "it stays for the next gift");
    let gift = gifts(&account).await.pop().unwrap();
    assert_eq!((&gift["gift_amount"], &gift["gift_check_number"]), (&json!(50.5), &json!("7")));
    assert_eq!(gift["gift_fund"], Value::Null);
    let parts: Vec<_> = gift["splits"]
        .as_array()
        .unwrap()
        .iter()
        .map(|part| (part["split_amount"].clone(), part["split_fund"].clone()))
        .collect();
    assert_eq!(parts, [(json!(30.5), json!("Roof")), (json!(20.0), json!("Hot Meals"))]);
    // A line that is refused stays as it was typed, and what is no sum of funds is no amount.
    for (donor, amount) in [
        ("nobody", "30 Roof + 20 Meals"),
        ("king", "30 Roof + 20"),
        ("king", "1 250 Roof + 2 Meals"),
        ("king", "1 250.50 Roof + 2 Meals"),
    ] {
        let values = [("contact_id", donor), ("gift_amount", amount), ("gift_fund", "General")];
        let page = line(&mut browser, &values).await.send(&mut browser).await.shows(422, "Quick entry");
        let form = Form::of(&page, QUICK);
        assert_eq!((form.value("gift_amount"), form.value("gift_fund")), (amount, "General"));
    }
    assert_eq!(gifts(&account).await.len(), 1);
}

async fn a_new_donor_is_entered_with_the_gift(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let page = line(&mut browser, &[("contact_id", "Thomas O'Brien"), ("gift_amount", "50")]).await;
    let page = page.send(&mut browser).await.shows(422, "Quick entry").has("as a new donor");
    let form = Form::of(&page, QUICK);
    let names = ["new_donor", "contact_fname", "contact_lname"].map(|name| form.value(name));
    assert_eq!(names, ["1", "Thomas", "O'Brien"]);
    assert_eq!(form.value("addresses[0].address_country"), "US", "as the account's letters have it");
    let form = form
        .set("emails[0].email_address", "tom@obrien.example")
        .set("addresses[0].address_street", "1 Mill Road")
        .set("addresses[0].address_city", "Portland");
    let page = form.clone().send(&mut browser).await;
    saved(&mut browser, page).await.has("$50.00 from Thomas O&#39;Brien");
    let contacts = account.get("/contacts").await.ok();
    let contact = &contacts.data()[0];
    assert_eq!(contact["contact_fname"], "Thomas");
    assert_eq!(contact["contact_status"], "donor");
    assert_eq!(contact["emails"][0]["email_address"], "tom@obrien.example");
    assert_eq!(contact["addresses"][0]["address_city"], "Portland");
    assert_eq!(gifts(&account).await[0]["contact_id"], contact["id"]);
    // The same form again, as a browser sends it that got no answer, makes neither anew.
    let page = form.send(&mut browser).await;
    saved(&mut browser, page).await;
    assert_eq!(
        (gifts(&account).await.len(), account.get("/contacts").await.ok().data().as_array().unwrap().len()),
        (1, 1)
    );
    let events: Vec<_> = api.events(&account).await.into_iter().map(|event| event.name).collect();
    assert_eq!(events, ["contacts.create", "gifts.create"]);
}

async fn a_couple_is_entered_with_both_names(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let page = line(&mut browser, &[("contact_id", "John & Mary Smith"), ("gift_amount", "50")]).await;
    let page = page.send(&mut browser).await.shows(422, "Quick entry").has("First name of the spouse");
    let page = Form::of(&page, QUICK).send(&mut browser).await;
    saved(&mut browser, page).await.has("$50.00 from John Smith");
    let contacts = account.get("/contacts").await.ok();
    let contact = &contacts.data()[0];
    assert_eq!([&contact["contact_fname"], &contact["contact_spouse_fname"]], ["John", "Mary"]);
    assert_eq!(contact["addresses"], json!([]), "the country that is filled in is no address");
    let page = line(&mut browser, &[("contact_id", "Marie Durand"), ("gift_amount", "60")]).await;
    let page = page.send(&mut browser).await.shows(422, "Quick entry");
    let page = Form::of(&page, QUICK).set("addresses[0].address_country", "FR").send(&mut browser).await;
    saved(&mut browser, page).await.has("$60.00 from Marie Durand");
    let contacts = account.get("/contacts?sort=-id").await.ok();
    let countries = &contacts.data()[0]["addresses"][0]["address_country"];
    assert_eq!(countries, "FR", "one that is chosen is meant");
}

async fn a_new_donor_keeps_the_title_and_a_firm_is_an_organisation(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    for (typed, title, first, last, kind) in [
        ("Dr. Herbert Öztürk", json!("Dr."), json!("Herbert"), "Öztürk", "person"),
        ("Bäckerei Huber GmbH", Value::Null, Value::Null, "Bäckerei Huber GmbH", "organization"),
    ] {
        let page = line(&mut browser, &[("contact_id", typed), ("gift_amount", "50")]).await;
        let page = page.send(&mut browser).await.shows(422, "Quick entry");
        let page = Form::of(&page, QUICK).send(&mut browser).await;
        saved(&mut browser, page).await.has("$50.00 from ");
        let contacts = account.get("/contacts?sort=-id").await.ok();
        let contact = &contacts.data()[0];
        assert_eq!((&contact["contact_title"], &contact["contact_fname"]), (&title, &first), "{typed}");
        assert_eq!([&contact["contact_lname"], &contact["contact_type"]], [last, kind], "{typed}");
    }
}

async fn a_new_donor_who_may_be_there_already_is_asked_about(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let body = json!({"contact_status": "donor", "contact_lname": "Lovelace", "emails": [{"email_address": "ada@king.example"}]});
    account.record("contacts", body).await;
    let page = line(&mut browser, &[("contact_id", "Countess Byron"), ("gift_amount", "50")]).await;
    let page = page.send(&mut browser).await;
    let form = Form::of(&page, QUICK).set("emails[0].email_address", "ada@king.example");
    let page = form.send(&mut browser).await.has("A contact has this email address already:");
    assert!(gifts(&account).await.is_empty());
    let token = page.between("name=\"confirmed\" value=\"", "\"");
    let page = Form::of(&page, QUICK).set("confirmed", &token).send(&mut browser).await;
    saved(&mut browser, page).await.has("from Countess Byron");
}

async fn a_name_that_fits_several_can_be_a_new_donor(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    for name in ["Ada", "Ann"] {
        account
            .record(
                "contacts",
                json!({"contact_status": "donor", "contact_fname": name, "contact_lname": "King"}),
            )
            .await;
    }
    let page = line(&mut browser, &[("contact_id", "King"), ("gift_amount", "50")]).await;
    let page = page.send(&mut browser).await.has("Who is it?");
    let form = Form::of(&page, QUICK);
    page.lacks("name=\"new_donor\" value=\"1\" checked");
    let page = form.set("new_donor", "1").set("contact_fname", "Byron").send(&mut browser).await;
    saved(&mut browser, page).await.has("from Byron King");
}

async fn a_new_donor_that_breaks_a_rule_leaves_neither_donor_nor_gift(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let page = line(&mut browser, &[("contact_id", "Tom King"), ("gift_amount", "50")]).await;
    let page = page.send(&mut browser).await;
    let form = Form::of(&page, QUICK);
    let page = form.clone().set("emails[0].email_address", "tom").send(&mut browser).await;
    let page = page.shows(422, "Quick entry").has("emails-0--email_address-error");
    assert_eq!(Form::of(&page, QUICK).value("emails[0].email_address"), "tom");
    let page = form.clone().set("contact_lname", "").set("contact_fname", "").send(&mut browser).await;
    page.shows(422, "Quick entry").has("contact_lname-error");
    let page = form.set("gift_amount", "a lot").send(&mut browser).await;
    assert_eq!(Form::of(&page.shows(422, "Quick entry"), QUICK).value("contact_lname"), "King");
    assert!(api.events(&account).await.is_empty());
}

async fn a_donor_with_pledges_is_asked_about_once(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let id = king(&account).await;
    let pledge = |amount: i64| json!({"contact_id": id, "pledge_amount": amount, "pledge_start_date": "2026-01-01", "pledge_fund": "Roof"});
    account.record("pledges", pledge(30)).await;
    let (_, second) = account.record("pledges", pledge(40)).await;
    account.record("pledges", json!({"contact_id": id, "pledge_amount": 50, "pledge_currency": "EUR"})).await;
    let page = line(&mut browser, &[("contact_id", "king"), ("gift_amount", "40")]).await;
    let page = page.send(&mut browser).await.shows(422, "Quick entry").has("Is it for a pledge?");
    let page = page.has("$30.00 monthly, Roof – 6 due").lacks("€50.00");
    let form = Form::of(&page, QUICK);
    assert_eq!(form.value("pledge_id"), second.to_string());
    let page = form.send(&mut browser).await;
    saved(&mut browser, page).await;
    let gift = &gifts(&account).await[0];
    assert_eq!((&gift["pledge_id"], &gift["gift_fund"]), (&json!(second), &json!("Roof")), "as the pledge");
}

async fn a_gift_that_is_for_no_pledge_is_saved_without_one(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let id = king(&account).await;
    account.record("pledges", json!({"contact_id": id, "pledge_amount": 30})).await;
    let page = line(&mut browser, &[("contact_id", "king"), ("gift_amount", "40")]).await;
    let page = page.send(&mut browser).await;
    let page = Form::of(&page, QUICK).send(&mut browser).await;
    saved(&mut browser, page).await;
    assert_eq!(gifts(&account).await[0]["pledge_id"], Value::Null);
}

async fn the_pledge_is_chosen_whose_amount_is_that_of_the_gift(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let id = king(&account).await;
    // Six of each are missing.
    let pledge =
        |amount: i64| json!({"contact_id": id, "pledge_amount": amount, "pledge_start_date": "2026-01-01"});
    let (_, ten) = account.record("pledges", pledge(10)).await;
    let (_, forty) = account.record("pledges", pledge(40)).await;
    let none = String::new();
    for (amount, chosen) in [
        ("10", ten.to_string()),
        ("40", forty.to_string()),
        ("$60.00", ten.to_string()),
        ("10 Roof + 30 Meals", forty.to_string()),
        ("70", none.clone()),
        ("45", none.clone()),
        ("much", none),
    ] {
        let page = line(&mut browser, &[("contact_id", "king"), ("gift_amount", amount)]).await;
        let page = page.send(&mut browser).await.shows(422, "Quick entry").has("Is it for a pledge?");
        let form = Form::of(&page, QUICK);
        assert_eq!((form.value("pledge_id"), form.value("gift_fund")), (chosen.as_str(), ""), "{amount}");
    }
    assert!(gifts(&account).await.is_empty());
}

async fn a_fund_that_is_almost_another_is_asked_about(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    king(&account).await;
    account.record("funds", json!({"fund_name": "Scholarships"})).await;
    for (fund, asks) in [("scholarships", false), ("Scholarship", true)] {
        let values = [("contact_id", "king"), ("gift_amount", "40"), ("gift_fund", fund)];
        let page = line(&mut browser, &values)
            .await
            .set("gift_amount", &fund.len().to_string())
            .send(&mut browser)
            .await;
        if asks {
            page.has("There is no fund called Scholarship, but one called Scholarships.").lacks("Make it?");
        } else {
            saved(&mut browser, page).await;
        }
    }
    let funds = account.get("/funds").await.ok();
    assert_eq!(funds.data().as_array().unwrap().len(), 1);
}

async fn a_new_fund_is_asked_about(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    king(&account).await;
    let values = [("contact_id", "king"), ("gift_amount", "40"), ("gift_fund", "Well")];
    let page = line(&mut browser, &values).await.send(&mut browser).await;
    saved(&mut browser, page).await;
    // An account that has funds is asked.
    let values = [("contact_id", "king"), ("gift_amount", "41"), ("gift_fund", "Roof")];
    let page = line(&mut browser, &values).await.send(&mut browser).await.shows(422, "Quick entry");
    let page = page.has("There is no fund Roof yet. Make it?").has(">Save with a new fund</button>");
    let form = Form::of(&page, QUICK);
    assert_eq!((form.value("gift_amount"), form.value("gift_fund")), ("41", "Roof"));
    // The answer holds for this fund alone, and is none about one that is there.
    let page = form.clone().set("gift_fund", "Tower").send(&mut browser).await;
    page.shows(422, "Quick entry").has("There is no fund Tower yet.");
    let page = form.clone().set("gift_amount", "42").set("gift_fund", "well").send(&mut browser).await;
    saved(&mut browser, page).await;
    let page = form.send(&mut browser).await;
    saved(&mut browser, page).await.lacks("Make it?");
    let values = [("contact_id", "king"), ("gift_amount", "30 roof + 20 Meals + 5 Books")];
    let page = line(&mut browser, &values).await.send(&mut browser).await.shows(422, "Quick entry");
    let page = page.has("no fund Meals yet").has("no fund Books yet").lacks("no fund roof yet");
    let form = Form::of(&page.has(">Save with new funds</button>"), QUICK);
    assert_eq!(form.value("gift_amount"), "30 roof + 20 Meals + 5 Books");
    let page = form.send(&mut browser).await;
    saved(&mut browser, page).await.has("$55.00 from Ada King");
    let funds = account.get("/funds").await.ok();
    assert_eq!((funds.list().len(), gifts(&account).await.len()), (4, 4));
}

/// Makes contacts who are found by `grace` and `d`, by their names or by where they live, and returns their ids.
async fn graces(account: &Account, names: &[&str]) -> Vec<i64> {
    let mut ids = Vec::new();
    for name in names {
        let body = json!({"contact_status": "donor", "contact_fname": "Grace", "contact_lname": name,
            "addresses": [{"address_city": "London"}]});
        ids.push(account.record("contacts", body).await.1);
    }
    ids
}

async fn a_donor_is_meant_by_the_beginnings_of_the_own_name(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    // More than a field looks for stand before her.
    let names: Vec<_> = ('a'..='l').map(|letter| format!("A{letter}ra")).collect();
    let names: Vec<_> = names.iter().map(String::as_str).chain(["Dubois"]).collect();
    let ids = graces(&account, &names).await;
    for (amount, typed) in [("40", "grace d"), ("41", "D gra")] {
        let page = line(&mut browser, &[("contact_id", typed), ("gift_amount", amount)]).await;
        let page = page.send(&mut browser).await;
        saved(&mut browser, page).await.has("from Grace Dubois");
    }
    assert!(gifts(&account).await.iter().all(|gift| gift["contact_id"] == ids[12]));
}

async fn those_whom_a_name_fits_are_offered(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let ids = graces(&account, &["Abara", "Dale", "Dean", "Dill", "Dove", "Drew", "Dubois"]).await;
    let page = line(&mut browser, &[("contact_id", "grace d"), ("gift_amount", "40")]).await;
    let page = page.send(&mut browser).await.shows(422, "Quick entry").has("Who is it?");
    assert_eq!(page.html.matches("name=\"donor\"").count(), 5);
    let page = page.has("> Grace Dale · London (#").lacks("Fits several contacts").lacks("> Grace Abara");
    let form = Form::of(&page, QUICK);
    // Without an answer it asks again, and an answer is none for another name.
    form.send(&mut browser).await.shows(422, "Quick entry").has("Who is it?");
    let form = form.set("donor", &ids[2].to_string());
    let page = form.clone().set("contact_id", "dubois").send(&mut browser).await;
    saved(&mut browser, page).await.has("from Grace Dubois");
    let page = form.send(&mut browser).await;
    saved(&mut browser, page).await.has("from Grace Dean");
}

async fn a_gift_comes_back_into_the_line_to_be_changed(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    king(&account).await;
    let page =
        line(&mut browser, &[("contact_id", "king"), ("gift_amount", "40"), ("gift_fund", "Well")]).await;
    let page = page.send(&mut browser).await;
    let page = saved(&mut browser, page).await;
    let id = gifts(&account).await[0]["id"].as_i64().unwrap();
    let change = format!("{QUICK}?change={id}");
    page.has(&format!("href=\"{change}\""));
    let page = browser
        .get(&change)
        .await
        .shows(200, "Quick entry")
        .has("You change <strong><bdi>$40.00 from Ada King");
    let form = Form::of(&page, QUICK);
    assert_eq!((form.value("gift_amount"), form.value("gift_fund")), ("40.00", "Well"));
    let page = form.clone().set("gift_amount", "a lot").send(&mut browser).await;
    page.shows(422, "Quick entry").has("You change");
    let page = form.set("gift_amount", "$45").send(&mut browser).await;
    saved(&mut browser, page).await.has("$45.00 from Ada King").lacks("You change");
    let all = gifts(&account).await;
    assert_eq!((all.len(), &all[0]["gift_amount"], &all[0]["gift_fund"]), (1, &json!(45.0), &json!("Well")));
    let events: Vec<_> = api.events(&account).await.into_iter().map(|event| event.name).collect();
    assert_eq!(events, ["contacts.create", "gifts.create", "gifts.update"]);
}

async fn a_gift_that_somebody_else_has_changed_is_shown_before_it_is_written_over(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    king(&account).await;
    let (path, id) = account.record("gifts", json!({"gift_amount": 40, "gift_fund": "Well"})).await;
    let page = browser.get(&format!("{QUICK}?change={id}")).await;
    account.put(&path, json!({"gift_amount": 60, "gift_fund": "Roof"})).await.ok();
    let page = Form::of(&page, QUICK).set("gift_amount", "50").send(&mut browser).await;
    let page =
        page.shows(422, "Quick entry").has("The gift was changed by somebody else meanwhile, and is $60.00");
    assert_eq!(account.get(&path).await.ok().data()["gift_amount"], 60.0);
    let form = Form::of(&page, QUICK);
    assert_eq!((form.value("gift_amount"), form.value("gift_fund")), ("50", "Roof"));
    let page = form.send(&mut browser).await;
    saved(&mut browser, page).await;
    let gift = account.get(&path).await.ok();
    assert_eq!((&gift.data()["gift_amount"], &gift.data()["gift_fund"]), (&json!(50.0), &json!("Roof")));
}

async fn a_gift_of_another_account_does_not_come_into_the_line(db: TestDb) {
    let (api, _account, mut browser) = start(db).await;
    let other = api.account().await;
    let (_, id) = other.record("gifts", json!({"gift_amount": 40})).await;
    browser.get(&format!("{QUICK}?change={id}")).await.shows(404, "There is no such page");
    let page = browser.get(QUICK).await;
    let form =
        Form::of(&page, QUICK).set("gift_amount", "1").and("change", &id.to_string()).and("version", "1");
    form.send(&mut browser).await.shows(404, "There is no such page");
}
