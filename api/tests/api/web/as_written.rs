//! What pages show of stored values, and of the values in addresses: as their language writes it, and not as programs do.

use chrono_tz::Tz;
use serde_json::json;
use shared::both_databases;
use shared::database::testing::TestDb;

use super::browser::{Browser, browser_of, start};
use super::form::Form;
use crate::support::{Account, Api};

both_databases!(
    an_amount_stands_in_its_field_as_the_language_writes_it_and_as_it_was_typed,
    a_filter_is_said_in_the_words_of_the_language,
    a_saved_list_says_what_its_own_page_says,
    a_saved_list_with_amounts_of_three_decimals_opens_in_every_language,
    what_the_service_wrote_in_a_task_is_said_in_the_language_and_what_somebody_typed_stays,
    the_parts_of_a_gift_have_their_currency,
    quick_entry_knows_the_cheques_of_the_language,
    quick_entry_knows_the_ways_to_pay_of_the_language,
    a_birthday_is_typed_and_shown_as_the_language_writes_it,
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

async fn a_saved_list_with_amounts_of_three_decimals_opens_in_every_language(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account_in("KWD", Tz::UTC).await;
    let mut browser = browser_of(&api, &account).await;
    let choice = "/settings/profile/language";
    browser.fill("/settings/profile", choice, &[("language", "de")]).await;
    for amount in ["12.500", "12.345"] {
        account.record("gifts", json!({"gift_amount": amount})).await;
    }
    let list = browser.get("/gifts?min_amount=12,400").await.has("<span class=\"quiet\">1 Spende");
    let save = list.between("<li><a href=\"/lists/new", "\"").replace("&#38;", "&");
    let page = browser.get(&format!("/lists/new{save}")).await.has("<dd><bdi>12,400\u{a0}");
    let form = Form::of(&page, "/lists").set("list_name", "Dinar");
    assert_eq!(form.value("list_filter"), json!({"min_amount": "12.400"}).to_string());
    let saved = form.send(&mut browser).await;
    assert_eq!(saved.location(), "/gifts?min_amount=12.4000");
    let id = browser.get("/lists").await.between("href=\"/lists/", "\"");
    for (language, quiet, shown) in [("de", "1 Spende", "12,400"), ("en", "1 gift", "12.400")] {
        browser.fill("/settings/profile", choice, &[("language", language)]).await;
        let page = browser.follow(&saved).await.has(&format!("<span class=\"quiet\">{quiet}"));
        page.has(&format!("name=\"min_amount\" type=\"text\" value=\"{shown}\""));
        let page = browser.get(&format!("/lists/{id}")).await.has(shown);
        let file = page.between("href=\"/gifts/export", "\"").replace("&#38;", "&");
        let file = browser.get(&format!("/gifts/export{file}")).await;
        assert_eq!((file.status, file.html.lines().count()), (200, 2), "{}", file.html);
    }
}

async fn what_the_service_wrote_in_a_task_is_said_in_the_language_and_what_somebody_typed_stays(db: TestDb) {
    let (_api, account, mut browser) = german(db).await;
    let id = account.contact().await;
    let mut shown = Vec::new();
    for (subject, kind, done, said) in [
        ("Note", "to_do", 1, "Notiz"),
        ("Call", "call", 1, "Anruf"),
        ("Meeting", "in_person", 1, "Treffen"),
        ("Letter", "letter", 1, "Brief"),
        ("Email", "email", 1, "E-Mail"),
        ("Write to the family of Ada", "letter", 0, "An die Familie von Ada schreiben"),
        ("Call", "call", 0, "Call"),
        ("Note", "call", 1, "Note"),
        ("Call Ada", "call", 1, "Call Ada"),
    ] {
        let task = json!({"task_subject": subject, "task_type": kind, "task_done": done, "contact_id": id});
        let (path, _) = account.record("tasks", task).await;
        browser.get(&path).await.has(&format!("<h1>{said}</h1>"));
        shown.push(format!("<a href=\"{path}\"><bdi>{said}</bdi></a>"));
    }
    let list = browser.get("/tasks").await;
    for link in shown {
        assert!(list.html.contains(&link), "{link}: {}", list.html);
    }
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
    form.set("no_donor", "1").send(&mut browser).await.location();
    let gifts = account.get("/gifts").await.ok();
    let gift = &gifts.data()[0];
    assert_eq!([&gift["gift_amount"], &gift["gift_check_number"]], [&json!(1250.0), &json!("1044")]);
}

async fn quick_entry_knows_the_ways_to_pay_of_the_language(db: TestDb) {
    let (_api, account, mut browser) = german(db).await;
    let transfer = account.gift_type("bank_transfer").await;
    for (language, typed) in
        [("de", "1.250 Überweisung"), ("fr", "1 250 virement"), ("fr", "1\u{202f}250 Virement")]
    {
        browser.fill("/settings/profile", "/settings/profile/language", &[("language", language)]).await;
        let page = browser.get("/gifts/quick").await;
        let form = Form::of(&page, "/gifts/quick").set("gift_amount", typed).set("no_donor", "1");
        form.send(&mut browser).await.location();
        let gifts = account.get("/gifts?sort=-id&limit=1").await.ok();
        let gift = &gifts.data()[0];
        let read = [&gift["gift_amount"], &gift["gift_type_id"]];
        assert_eq!(read, [&json!(1250.0), &json!(transfer)], "{typed}");
    }
    // In English, a way to pay has a field of its own.
    browser.fill("/settings/profile", "/settings/profile/language", &[("language", "en")]).await;
    let page = browser.get("/gifts/quick").await;
    let form = Form::of(&page, "/gifts/quick").set("gift_amount", "1,250 transfer");
    form.send(&mut browser).await.shows(422, "Quick entry");
    assert_eq!(account.get("/gifts").await.ok().list().len(), 3);
}

async fn a_birthday_is_typed_and_shown_as_the_language_writes_it(db: TestDb) {
    let (api, account, mut browser) = german(db).await;
    let page = browser.get("/contacts/new").await.has("Zum Beispiel 10.12.1815, oder 10.12. ohne das Jahr");
    let form =
        Form::of(&page, "/contacts").set("contact_lname", "King").set("contact_birthday", "24.12.1970");
    let form = form.set("contact_anniversary", "24.12.").set("familyMembers[0].family_fname", "Byron");
    let saved = form.set("familyMembers[0].family_birthday", "5.6.99").send(&mut browser).await;
    let path = saved.location().to_owned();
    let read = account.get(&path).await.ok();
    let days = [
        &read["contact_birthday"],
        &read["contact_anniversary"],
        &read["familyMembers"][0]["family_birthday"],
    ];
    assert_eq!(days, [&json!("1970-12-24"), &json!("--12-24"), &json!("1999-06-05")]);
    // What nobody has changed is read as it is stored.
    let before = api.events(&account).await.len();
    let form = Form::of(&browser.get(&format!("{path}/edit")).await, &path);
    let shown = ["contact_birthday", "contact_anniversary", "familyMembers[0].family_birthday"];
    assert_eq!(shown.map(|name| form.value(name)), ["24. Dez. 1970", "24. Dezember", "5. Juni 1999"]);
    form.send(&mut browser).await.location();
    assert_eq!(api.events(&account).await.len(), before);
    let page = form.clone().set("contact_birthday", "31.13.").send(&mut browser).await;
    page.shows(422, "King bearbeiten").has("zum Beispiel 10.12.1951, oder 10.12. ohne das Jahr");
    browser.get("/contacts?columns=Birthday").await.has("<bdi>24. Dez. 1970</bdi>");
}
