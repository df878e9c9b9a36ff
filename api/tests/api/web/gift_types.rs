//! The page with the types of gifts.

use serde_json::json;
use shared::both_databases;
use shared::database::testing::TestDb;

use super::browser::start;

both_databases!(
    types_of_gifts_are_added_and_renamed,
    the_usual_types_keep_their_names_and_are_known_in_each_language,
    no_rename_turns_money_into_goods_or_goods_into_money,
    a_name_that_does_not_do_is_said,
);

const PATH: &str = "/settings/gift-types";

async fn types_of_gifts_are_added_and_renamed(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let page = browser.get(PATH).await.shows(200, "Types of gifts").has("<bdi>Bank transfer</bdi>");
    let done = browser.submit(&page, PATH, &[("gift_type_name", "Legacy")]).await;
    browser.follow(&done).await.has("The type is added.").has("<bdi>Legacy</bdi>");
    let legacy = format!("{PATH}/{}", account.gift_type("Legacy").await);
    let done = browser.fill(PATH, &legacy, &[("gift_type_name", "Bequest")]).await;
    browser.follow(&done).await.has("The type is renamed.").has("<bdi>Bequest</bdi>").lacks("Legacy");
}

async fn the_usual_types_keep_their_names_and_are_known_in_each_language(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let transfer = account.gift_type("bank_transfer").await;
    let (own, of_api) = (format!("{PATH}/{transfer}"), format!("/gift-types/{transfer}"));
    let page = browser.get(PATH).await.has("<bdi>Bank transfer</bdi>").lacks(&own);
    let csrf = page.hidden(PATH).into_iter().find(|(name, _)| name == "csrf").unwrap().1;
    let refused = browser.post(&own, &[("csrf", &csrf), ("gift_type_name", "Wire")]).await;
    browser.follow(&refused).await.has("<p class=\"message problem\"").lacks("<bdi>Wire</bdi>");
    browser.language = Some("de");
    let taken = browser.fill(PATH, PATH, &[("gift_type_name", "überweisung ")]).await;
    taken.shows(422, "Spendenarten").has("value=\"überweisung");
    // A program may have renamed one: its name on the page brings it back.
    account.put(&of_api, json!({"gift_type_name": "Überweisung"})).await.ok();
    let done = browser.fill(PATH, &own, &[("gift_type_name", "Überweisung")]).await;
    browser.follow(&done).await.has("Die Art ist umbenannt.").lacks(&own);
    assert_eq!(account.get(&of_api).await.ok()["gift_type_name"], "bank_transfer");
}

async fn no_rename_turns_money_into_goods_or_goods_into_money(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let rule = "Must not turn money into goods or goods into money: add a new type instead";
    for (name, refused, accepted) in
        [("Food in kind", "Food", "Sachspende: Essen"), ("Legacy", "Legacy of stocks", "Bequest")]
    {
        browser.fill(PATH, PATH, &[("gift_type_name", name)]).await.location();
        let own = format!("{PATH}/{}", account.gift_type(name).await);
        let page = browser.fill(PATH, &own, &[("gift_type_name", refused)]).await;
        page.shows(422, "Types of gifts").has(rule).has(&format!("value=\"{refused}\""));
        let done = browser.fill(PATH, &own, &[("gift_type_name", accepted)]).await;
        browser.follow(&done).await.has(&format!("<bdi>{accepted}</bdi>"));
    }
}

async fn a_name_that_does_not_do_is_said(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let page = browser.get(PATH).await;
    let taken = browser.submit(&page, PATH, &[("gift_type_name", "CASH")]).await.shows(422, "Types of gifts");
    let taken =
        taken.has("Is the name of another type").has("value=\"CASH\"").lacks("<details class=\"more\" open>");
    browser
        .submit(&taken, PATH, &[("gift_type_name", " ")])
        .await
        .shows(422, "Types of gifts")
        .has("Is required");
    browser.submit(&page, PATH, &[("gift_type_name", "Legacy")]).await.location();
    let legacy = format!("{PATH}/{}", account.gift_type("Legacy").await);
    let taken = browser.fill(PATH, &legacy, &[("gift_type_name", "cash")]).await;
    taken
        .shows(422, "Types of gifts")
        .has("<details class=\"more\" open>")
        .has("Is the name of another type");
    assert_eq!(account.get("/gift-types").await.ok().list().len(), 9);
}
