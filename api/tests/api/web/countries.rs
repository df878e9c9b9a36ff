//! Countries on pages and in letters: people choose and read names, in their language, and codes are stored.

use chrono_tz::Tz;
use serde_json::json;
use shared::both_databases;
use shared::database::testing::TestDb;

use super::browser::{Browser, browser_of, start};
use super::form::Form;
use super::letters::{donor, gift, print, send_head, texts};
use crate::support::Api;

both_databases!(
    a_form_offers_the_names_of_countries_and_saves_a_code,
    an_account_in_euros_is_offered_the_country_of_the_pages_language,
    addresses_are_in_the_order_of_their_country_and_fields_in_that_of_the_language,
    pages_name_a_country_and_lists_are_filtered_by_it,
    a_letter_abroad_names_the_country_in_the_language_of_the_sender,
);

const COUNTRY: &str = "addresses[0].address_country";

async fn speak_german(browser: &mut Browser) {
    browser.fill("/settings/profile", "/settings/profile/language", &[("language", "de")]).await;
}

async fn a_form_offers_the_names_of_countries_and_saves_a_code(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let english = browser.get("/contacts/new").await.lacks("Such as GB");
    let options = english.between("name=\"addresses[0].address_country\"", "</select>");
    // The country of the account's currency is first, and only there.
    assert!(options.find(">United States<") < options.find(">Afghanistan<"), "{options}");
    assert_eq!(options.matches("value=\"US\"").count(), 1);
    speak_german(&mut browser).await;
    let page = browser.get("/contacts/new").await.has("<option value=\"DE\">Deutschland</option>");
    let form = Form::of(&page.lacks("ISO 3166"), "/contacts");
    assert_eq!(form.value(COUNTRY), "");
    let form = form.set("contact_lname", "Müller").set("addresses[0].address_city", "Bonn");
    // A page from before lets people type a name.
    let typed = form.clone().set(COUNTRY, "Deutschland").send(&mut browser).await;
    assert_eq!(typed.status, 422, "{}", typed.html);
    assert_eq!(Form::of(&typed, "/contacts").value(COUNTRY), "Deutschland");
    let saved = form.set(COUNTRY, "DE").send(&mut browser).await;
    let contact = account.get(saved.location()).await.ok().data().clone();
    assert_eq!(contact["addresses"][0]["address_country"], "DE");
    let page = browser.get(&format!("{}/edit", saved.location())).await;
    page.has("<option value=\"DE\" selected>Deutschland</option>");
}

async fn an_account_in_euros_is_offered_the_country_of_the_pages_language(db: TestDb) {
    let api = Api::start(db).await;
    let mut browser = browser_of(&api, &api.account_in("EUR", Tz::UTC).await).await;
    for (language, first) in [("de", "DE"), ("es", "ES"), ("fr", "FR"), ("pt", "PT"), ("en", "AF")] {
        browser.language = Some(language);
        let page = browser.get("/contacts/new").await;
        let options = page.between("name=\"addresses[0].address_country\"", "</select>");
        let of = |code: &str| options.find(&format!("value=\"{code}\""));
        assert!(["DE", "ES", "FR", "PT", "AF"].iter().all(|code| of(first) <= of(code)), "{options}");
    }
}

async fn addresses_are_in_the_order_of_their_country_and_fields_in_that_of_the_language(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let address = |city: &str, state: &str, code: &str, country: &str| {
        json!({"address_street": "Am Markt 3", "address_city": city, "address_state": state,
            "address_postal_code": code, "address_country": country})
    };
    let addresses = json!([
        address("Köln", "", "50667", "DE"),
        address("Portland", "ME", "04101", "US"),
        address("Bangor", "ME", "04401", ""),
    ]);
    let body = json!({"contact_status": "donor", "contact_lname": "Schmidt", "addresses": addresses});
    let (path, _) = account.record("contacts", body).await;
    let page = browser.get(&path).await.has("Am Markt 3, 50667 Köln, Germany");
    page.has("Am Markt 3, Portland, ME 04101, United States").has("Am Markt 3, Bangor, ME 04401<");
    for (language, order) in
        [("en", ["city", "state", "postal_code"]), ("de", ["postal_code", "city", "state"])]
    {
        browser.language = Some(language);
        let page = browser.get("/contacts/new").await;
        let at = |field: &&str| page.html.find(&format!("name=\"addresses[0].address_{field}\""));
        let places: Vec<_> = order.iter().map(at).collect();
        assert!(places.is_sorted() && places[0].is_some(), "{language}: {places:?}");
    }
}

async fn pages_name_a_country_and_lists_are_filtered_by_it(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let body = |name: &str, code: &str| json!({"contact_status": "donor", "contact_lname": name, "addresses": [{"address_city": "X", "address_country": code}]});
    let (path, _) = account.record("contacts", body("Schmidt", "AT")).await;
    account.record("contacts", body("Silva", "PT")).await;
    browser.get(&path).await.has("X, Austria").lacks("X, AT");
    speak_german(&mut browser).await;
    browser.get(&path).await.has("X, Österreich");
    let list = browser.get("/contacts?country=AT").await.has("Schmidt").lacks("Silva");
    list.has("<option value=\"AT\" selected>Österreich</option>").has("Land: Österreich");
    let list = browser.get("/contacts?columns=Address%3A+Country").await.between("<tbody", "</tbody>");
    assert!(list.contains("Österreich") && list.contains("Portugal") && !list.contains(">AT<"), "{list}");
    // A file for people has the name, too, and one for programs the code.
    let file = browser.get("/contacts/export?for=excel&columns=Address%3A+Country").await;
    assert!(file.html.contains("Österreich\r\n") && !file.html.contains("AT\r\n"), "{}", file.html);
    let file = browser.get("/contacts/export").await;
    assert!(file.html.contains(",AT,") && !file.html.contains("reich"), "{}", file.html);
}

async fn a_letter_abroad_names_the_country_in_the_language_of_the_sender(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let address = |language: &str| {
        json!({"contact_language": language, "addresses": [{"address_street": "Weg 3", "address_city": "Wien",
            "address_postal_code": "1010", "address_country": "AT"}]})
    };
    let zoe = donor(&account, ("Zoë", "Müller"), address("de")).await;
    let ada = donor(&account, ("Ada", "King"), address("en")).await;
    let mut ids = Vec::new();
    for contact in [zoe, ada] {
        ids.push(gift(&account, contact, 5, "2026-06-01").await);
    }
    let head = [("organisation", "Haven"), ("paper", "a4"), ("letter_locale", "en"), ("donor_locales", "de")];
    send_head(&mut browser, &head, None).await.location();
    print(&mut browser, &ids).await.location();
    let letters = texts(&api).await;
    for letter in &letters {
        assert!(letter.contains("\"Weg 3\",\"1010 Wien\",\"Austria\""), "{letter}");
    }
    assert_eq!(letters.len(), 2);
}
