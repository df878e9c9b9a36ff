//! Letters in the language of the donor: which language that is, and what is written in it.

use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;

use super::browser::{Browser, start};
use super::letters::{THANKS, donor, gift, print, send_head, texts};
use crate::support::Api;

both_databases!(
    a_donor_gets_a_letter_in_one_of_the_languages_that_the_account_writes,
    a_household_is_addressed_in_the_language_of_who_stands_for_it,
    an_account_writes_in_its_own_language,
    files_for_excel_and_columns_address_people_as_letters_do,
    each_language_has_words_of_its_own,
    a_language_that_is_none_is_refused,
);

const WORDS: &str = "/settings/letters/thank_you";

/// Says in which languages letters are.
async fn languages(browser: &mut Browser, own: &str, others: &[&str]) {
    let mut fields =
        vec![("organisation", "Haven"), ("paper", "a4"), ("tax_id", "12/345"), ("letter_locale", own)];
    fields.extend(others.iter().map(|other| ("donor_locales", *other)));
    let sent = send_head(browser, &fields, None).await;
    browser.follow(&sent).await.has("The letterhead is saved.");
}

async fn letters(api: &Api) -> Vec<Value> {
    texts(api).await.iter().map(|text| serde_json::from_str(text).unwrap()).collect()
}

async fn a_donor_gets_a_letter_in_one_of_the_languages_that_the_account_writes(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let zoe = donor(&account, ("Zoë", "Müller"), json!({"contact_language": "de-AT"})).await;
    let luc = donor(&account, ("Luc", "Petit"), json!({"contact_language": "fr"})).await;
    let ada = donor(&account, ("Ada", "King"), json!({})).await;
    let jose = json!({"contact_language": "es", "contact_salutation": "Querido Pepe,"});
    let jose = donor(&account, ("José", "Ruiz"), jose).await;
    let mut ids = Vec::new();
    for (contact, amount) in [(zoe, 1250), (luc, 5), (ada, 6), (jose, 7)] {
        ids.push(gift(&account, contact, amount, "2026-06-01").await);
    }
    ids.push(gift(&account, zoe, 50, "2026-06-03").await);
    languages(&mut browser, "en", &["de", "es"]).await;
    browser.get("/settings/letters").await.has("value=\"de\" checked").has("value=\"es\" checked");
    print(&mut browser, &ids).await.location();
    let all = letters(&api).await;
    let said = |n: usize, parts: &[&str]| {
        let text = all[n].to_string();
        for part in parts {
            assert!(text.contains(part), "{part}: {text}");
        }
    };
    said(
        0,
        &[
            "\"locale\":\"de\"",
            "Guten Tag Zoë Müller,",
            "2 Spenden von zusammen 1.300,00\u{a0}$",
            "Danke für Ihre Spende",
            "15. Juni 2026",
        ],
    );
    said(0, &["[\"Datum\",", "\"1.6.2026\"", "Mit herzlichem Dank"]);
    said(1, &["\"locale\":\"en\"", "Dear Luc,", "gift of $5.00 on 1 June 2026 for Roof"]);
    said(2, &["Dear Ada,"]);
    said(3, &["\"locale\":\"es\"", "Querido Pepe:", "donación de $7.00 del 1 de junio de 2026 para Roof"]);
    let pdf = browser.get(&format!("{}/1/pdf", "/letters")).await;
    assert!(pdf.status == 200 && pdf.html.starts_with("%PDF-"));
}

async fn a_household_is_addressed_in_the_language_of_who_stands_for_it(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let ada = donor(&account, ("Ada", "King"), json!({"contact_language": "de"})).await;
    let will = donor(&account, ("William", "King"), json!({"contact_language": "fr"})).await;
    let members =
        json!([{"contact_id": ada, "member_role": "head"}, {"contact_id": will, "member_role": "partner"}]);
    account.post("/households", json!({"household_name": "The Kings", "members": members})).await.created();
    let id = gift(&account, will, 5, "2026-06-01").await;
    languages(&mut browser, "en", &["de", "fr"]).await;
    print(&mut browser, &[id]).await.location();
    let letter = letters(&api).await[0].to_string();
    assert!(letter.contains("Guten Tag Ada und William King,"), "{letter}");
    assert!(letter.contains("\"to\":[\"Ada und William King\""), "{letter}");
}

async fn an_account_writes_in_its_own_language(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let ada = donor(&account, ("Ada", "King"), json!({"contact_language": "en"})).await;
    let id = gift(&account, ada, 5, "2026-06-01").await;
    languages(&mut browser, "pt", &[]).await;
    browser.get(THANKS).await.has("Ada King");
    print(&mut browser, &[id]).await.location();
    let letter = letters(&api).await[0].to_string();
    for part in ["\"locale\":\"pt\"", "Olá, Ada,", "doação de 5,00", "em 1 de junho de 2026 para Roof"] {
        assert!(letter.contains(part), "{part}: {letter}");
    }
    // The title of the file is in the language of the letters, and its name in that of the page.
    browser.language = Some("de");
    let pdf = browser.get("/letters/1/pdf").await.has("Agradecimentos 1").has("/Lang");
    assert_eq!(pdf.headers["content-disposition"], "attachment; filename=\"briefe-1.pdf\"");
    let member = api.member(account.id, "member").await;
    let page = api.signed_in(&member).await.get("/settings/letters").await.has("Language of your letters");
    page.has("Português").lacks("Also write in");
}

async fn files_for_excel_and_columns_address_people_as_letters_do(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let ada = donor(&account, ("Ada", "King"), json!({"contact_language": "de"})).await;
    let will = donor(&account, ("William", "King"), json!({})).await;
    donor(&account, ("Luc", "Petit"), json!({"contact_spouse_fname": "Zoë"})).await;
    let members =
        json!([{"contact_id": ada, "member_role": "head"}, {"contact_id": will, "member_role": "partner"}]);
    let household = json!({"household_name": "The Kings", "household_joint": 1, "members": members});
    account.post("/households", household).await.created();
    gift(&account, ada, 5, "2026-06-01").await;
    languages(&mut browser, "fr", &["de"]).await;
    for (path, parts) in [
        (
            "/contacts/export?for=excel",
            &["Guten Tag Ada King", "Luc et Zoë Petit", "Ada und William King"][..],
        ),
        ("/gifts/export?for=excel", &["Guten Tag Ada King"]),
        ("/households/export?for=excel", &["Guten Tag Ada und William King"]),
        (
            "/contacts?columns=Envelope%20name,Household%3A%20Salutation",
            &["Luc et Zoë Petit", "Guten Tag Ada und"],
        ),
    ] {
        let page = browser.get(path).await;
        for part in parts {
            assert!(page.html.contains(part), "{path}: {part}: {}", page.html);
        }
        assert!(!page.html.contains("Dear "), "{path}: {}", page.html);
    }
    // Programs get English.
    browser.get("/contacts/export").await.has("Dear Ada and William");
    let request = account.request("GET", "/contacts?for=excel").header("accept", "text/csv");
    let of_api = request.send().await.unwrap().text().await.unwrap();
    assert!(of_api.contains("Dear Luc and Zoë") && !of_api.contains("Guten Tag"), "{of_api}");
}

async fn each_language_has_words_of_its_own(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let ada = donor(&account, ("Ada", "King"), json!({})).await;
    let zoe = donor(&account, ("Zoë", "Müller"), json!({"contact_language": "de"})).await;
    let ids = [gift(&account, ada, 5, "2026-06-01").await, gift(&account, zoe, 6, "2026-06-01").await];
    browser.get(WORDS).await.lacks("Deutsch").has("Thank you for your gift");
    languages(&mut browser, "en", &["de"]).await;
    let german = format!("{WORDS}?locale=de");
    let page = browser.get(WORDS).await.has(">Deutsch</a>").has("aria-current=\"page\">English</b>");
    page.has("Thank you for your gift");
    let page = browser.get(&german).await.has("Danke für Ihre Spende").has("Guten Tag");
    page.has("Spende von ").has("vom 1. Juni 2026 für den Zweck „Roof“").lacks("/reset");
    let own = [("subject", "Danke, {first_name}"), ("body", "{salutation}!\r\n\r\n{amount}")];
    let saved = browser.fill(&german, WORDS, &own).await;
    assert_eq!(saved.location(), german);
    browser.follow(&saved).await.has("The words are saved.").has("/reset");
    browser.get(WORDS).await.has("Thank you for your gift").lacks("Danke").lacks("/reset");
    let pdf = browser.get(&format!("{WORDS}/sample?locale=de")).await;
    assert!(pdf.status == 200 && pdf.html.starts_with("%PDF-"));
    print(&mut browser, &ids).await.location();
    let all = letters(&api).await;
    assert_eq!([&all[0]["subject"], &all[1]["subject"]], ["Thank you for your gift", "Danke, Zoë"]);
    let reset = browser.fill(&german, &format!("{WORDS}/reset"), &[]).await;
    browser.follow(&reset).await.has("Danke für Ihre Spende").lacks("/reset");
    browser.get("/settings/audit").await.has("thank_you, Deutsch");
}

async fn a_language_that_is_none_is_refused(db: TestDb) {
    let (_api, _, mut browser) = start(db).await;
    let bad = [("organisation", "Haven"), ("paper", "a4"), ("letter_locale", "xx"), ("donor_locales", "yy")];
    let page = send_head(&mut browser, &bad, None).await.shows(422, "Letters");
    assert_eq!(page.html.matches("Must be one of en, de, es, fr, pt").count(), 2, "at both fields");
    browser.get(&format!("{WORDS}?locale=xx")).await.shows(404, "There is no such page");
}
