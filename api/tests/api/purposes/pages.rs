//! The pages of funds and campaigns.

use serde_json::json;
use shared::both_databases;
use shared::database::testing::TestDb;

use super::{fund_named, gift};
use crate::web::browser::start;
use crate::web::form::Form;

both_databases!(
    a_campaign_shows_how_far_it_is,
    two_funds_are_merged_on_a_page,
    forms_offer_the_active_funds,
    an_owner_closes_the_lists,
);

async fn a_campaign_shows_how_far_it_is(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let new = "/campaigns/new";
    let form = Form::of(&browser.get(new).await, "/campaigns").set("campaign_name", "Spring & summer");
    let path = form.set("campaign_goal", "1,000").send(&mut browser).await.location().to_owned();
    let body = json!({"gift_amount": 420, "gift_campaign": "Spring & summer"});
    account.post("/gifts", body).await.created();
    browser.get("/campaigns").await.has("$420.00").has("$1,000.00").has("42%");
    let page = browser.get(&path).await.has("42%").has("$420.00").lacks("History");
    let new_gift = "/gifts/new?gift_campaign=Spring+%26+summer";
    page.has(&new_gift.replace('&', "&amp;"));
    let form = Form::of(&browser.get(new_gift).await, "/gifts");
    assert_eq!(form.value("gift_campaign"), "Spring & summer");
}

async fn two_funds_are_merged_on_a_page(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let first = gift(&account, "Scholarship").await;
    gift(&account, "Scholarships").await;
    let from = fund_named(&account, "scholarship").await["id"].to_string();
    let into = fund_named(&account, "scholarships").await["id"].to_string();
    let path = format!("/funds/{into}");
    let page = format!("{path}/merge");
    browser.get(&path).await.has(&format!("href=\"{page}\""));
    let form = Form::of(&browser.get(&page).await, &page);
    form.clone().send(&mut browser).await.shows(422, "Merge into Scholarships").has("Is required");
    assert_eq!(form.set("from_id", &from).send(&mut browser).await.location(), path);
    browser.get(&path).await.has("The gifts of both are for Scholarships now.");
    assert_eq!(account.get(&first).await.ok()["gift_fund"], "Scholarships");
    assert_eq!(browser.get(&format!("/funds/{from}/merge")).await.status, 404);
}

async fn forms_offer_the_active_funds(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    gift(&account, "General").await;
    account.post("/funds", json!({"fund_name": "Organ", "fund_active": 0})).await.created();
    for page in ["/gifts/new", "/gifts/quick", "/pledges/new"] {
        browser.get(page).await.has("<option value=\"General\">").lacks("Organ");
    }
    account.put("/account", json!({"account_funds_closed": 1})).await.ok();
    let path = gift(&account, "general").await;
    for page in ["/gifts/new", "/gifts/quick", "/pledges/new"] {
        browser.get(page).await.has("<select id=\"").has("<option value=\"General\">General</option>");
    }
    let form = Form::of(&browser.get(&format!("{path}/edit")).await, &path);
    assert_eq!(form.value("gift_fund"), "General");
    browser.get("/gifts?fund=general").await.has("General");
}

async fn an_owner_closes_the_lists(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let path = "/settings/account";
    let form = Form::of(&browser.get(path).await, path).set("funds_closed", "1");
    form.send(&mut browser).await.location();
    let shown = account.get("/account").await.ok();
    assert_eq!((&shown["account_funds_closed"], &shown["account_campaigns_closed"]), (&json!(1), &json!(0)));
    let form = Form::of(&browser.get("/gifts/new").await, "/gifts").set("gift_amount", "5");
    form.set("gift_fund", "Other").send(&mut browser).await.shows(422, "New gift").has("fund on the list");
}
