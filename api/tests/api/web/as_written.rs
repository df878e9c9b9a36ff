//! What pages show of stored values, and of the values in addresses: as their language writes it, and not as programs do.

use serde_json::json;
use shared::both_databases;
use shared::database::testing::TestDb;

use super::browser::{Browser, start};
use super::form::Form;
use crate::support::{Account, Api};

both_databases!(
    an_amount_stands_in_its_field_as_the_language_writes_it_and_as_it_was_typed,
    a_filter_is_said_in_the_words_of_the_language,
    a_saved_list_says_what_its_own_page_says,
    the_parts_of_a_gift_have_their_currency,
    quick_entry_knows_the_cheques_of_the_language,
);

/// Starts an account whose owner reads German.
async fn german(db: TestDb) -> (Api, Account, Browser) {
    let (api, account, mut browser) = start(db).await;
    browser.fill("/settings/profile", "/settings/profile/language", &[("language", "de")]).await;
    (api, account, browser)
}

async fn an_amount_stands_in_its_field_as_the_language_writes_it_and_as_it_was_typed(db: TestDb) {
    let (api, account, mut browser) = german(db).await;
    let parts = json!([{"split_amount": 1000, "split_fund": "Roof"}, {"split_amount": "250.50", "split_fund": "Well"}]);
    let gift = json!({"gift_amount": "1250.50", "gift_date": "2026-06-01", "splits": parts});
    let (path, _) = account.record("gifts", gift).await;
    let before = api.events(&account).await.len();
    let page = browser.get(&format!("{path}/edit")).await;
    let opened = Form::of(&page, &path);
    let shown = ["gift_amount", "splits[0].split_amount", "splits[1].split_amount"];
    assert_eq!(shown.map(|name| opened.value(name)), ["1250,50", "1000,00", "250,50"]);
    // What nobody has changed is read as it is stored.
    opened.send(&mut browser).await.location();
    assert_eq!(api.events(&account).await.len(), before);
    // A form that is refused keeps what was typed.
    let refused = opened.clone().set("gift_memo", "x").set("gift_amount", "1.300,5 $");
    let page = refused.set("gift_date", "x").send(&mut browser).await;
    let again = Form::of(&page, &path);
    let shown = ["gift_amount", "splits[0].split_amount"].map(|name| again.value(name));
    assert_eq!((page.status, shown), (422, ["1.300,5 $", "1000,00"]));
    // So does one that somebody else was faster than.
    account.put(&path, json!({"gift_memo": "Faster"})).await.ok();
    let page = opened.clone().set("gift_amount", "1.250,500").set("splits[0].split_memo", "x");
    let page = page.send(&mut browser).await;
    let again = Form::of(&page, &path);
    let shown = ["gift_amount", "splits[1].split_amount"].map(|name| again.value(name));
    assert_eq!((page.status, shown), (409, ["1.250,500", "250,50"]));
    let page = browser.get(&format!("/gifts/quick?change={}", path.rsplit('/').next().unwrap())).await;
    assert_eq!(Form::of(&page, "/gifts/quick").value("gift_amount"), "1250,50");
}

async fn a_filter_is_said_in_the_words_of_the_language(db: TestDb) {
    let (_api, _account, mut browser) = german(db).await;
    let page = browser.get("/gifts?from=2026-06-30&min_amount=12.5&thanked=0").await;
    let chips = page.between("<ul class=\"chips\"", "</ul>");
    for chip in ["Von: 30. Juni 2026", "Mindestbetrag: 12,50\u{a0}$", "Gedankt: nein"] {
        assert!(chips.contains(chip), "{chip}: {chips}");
    }
    page.has("name=\"min_amount\" type=\"text\" value=\"12,5\"").has("type=\"date\" value=\"2026-06-30\"");
    browser.get("/contacts?birthday_month=3").await.has("<bdi>Geburtsmonat: März</bdi>");
    browser.get("/gifts?min_amount=1.250,00").await.has("value=\"1.250,00\"").has("1.250,00\u{a0}$</bdi>");
}

async fn a_saved_list_says_what_its_own_page_says(db: TestDb) {
    let (_api, account, mut browser) = german(db).await;
    account.record("gifts", json!({"gift_amount": 5})).await;
    let list = browser.get("/gifts?from=2026-01-31&thanked=0&min_amount=1.5&sort=-gift_date").await;
    let save = list.between("<li><a href=\"/lists/new", "\"").replace("&#38;", "&");
    let page = browser.get(&format!("/lists/new{save}")).await;
    let saved = Form::of(&page, "/lists").set("list_name", "Ohne Dank").send(&mut browser).await;
    browser.follow(&saved).await.has("<bdi>Ohne Dank</bdi>");
    let id = browser.get("/lists").await.between("href=\"/lists/", "\"");
    for page in [page, browser.get(&format!("/lists/{id}")).await] {
        let shown = page.between("<dl class=\"facts\">", "</dl>");
        for (label, value) in [
            ("Von", "31. Jan. 2026"),
            ("Gedankt", "nein"),
            ("Mindestbetrag", "1,50\u{a0}$"),
            ("Sortierung", "Datum, absteigend"),
        ] {
            let fact = format!("<dt>{label}</dt><dd><bdi>{value}</bdi></dd>");
            assert!(shown.contains(&fact), "{fact}: {shown}");
        }
    }
    let page = browser.get("/lists/new?kind=tasks&query=done%3D0").await;
    page.has("<dt>Erledigt</dt><dd><bdi>nein</bdi></dd>");
}

async fn the_parts_of_a_gift_have_their_currency(db: TestDb) {
    let (_api, account, mut browser) = german(db).await;
    let parts =
        json!([{"split_amount": 10, "split_fund": "Roof"}, {"split_amount": 20, "split_fund": "Well"}]);
    let (path, _) = account.record("gifts", json!({"gift_amount": 30, "splits": parts})).await;
    browser.get(&path).await.has("10,00\u{a0}$, Roof").has("20,00\u{a0}$, Well");
}

async fn quick_entry_knows_the_cheques_of_the_language(db: TestDb) {
    let (_api, account, mut browser) = german(db).await;
    let page = browser.get("/gifts/quick").await.has("<code>50 Scheck 1044</code>");
    let form = Form::of(&page, "/gifts/quick").set("gift_amount", "1.250,00 $ Scheck 1044");
    form.send(&mut browser).await.location();
    let gifts = account.get("/gifts").await.ok();
    let gift = &gifts.data()[0];
    assert_eq!([&gift["gift_amount"], &gift["gift_check_number"]], [&json!(1250.0), &json!("1044")]);
}
