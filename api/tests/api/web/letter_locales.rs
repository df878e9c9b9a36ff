//! Letters in the language of the donor: which language that is, and what is written in it.

use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;

use super::browser::{Browser, start};
use super::letters::{STATEMENTS, THANKS, donor, gift, print, send_head, texts};
use crate::support::Api;

both_databases!(
    a_donor_gets_a_letter_in_one_of_the_languages_that_the_account_writes,
    a_household_is_addressed_in_the_language_of_who_stands_for_it,
    an_account_writes_in_its_own_language,
    american_letters_have_the_english_words_and_their_own_days,
    files_for_excel_and_columns_address_people_as_letters_do,
    each_language_has_words_of_its_own,
    a_language_that_is_none_is_refused,
    words_have_a_small_print_of_their_own_or_that_of_the_letterhead,
    a_receipt_in_official_words_is_a_start_that_is_filled_in,
    who_has_no_address_or_gave_no_money_gets_no_words_that_need_it,
);

const WORDS: &str = "/settings/letters/thank_you";
const STATEMENT_WORDS: &str = "/settings/letters/year_end_statement";

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
    let household = json!({"household_name": "The Kings", "members": members});
    let (household, _) = account.record("households", household).await;
    let id = gift(&account, will, 5, "2026-06-01").await;
    languages(&mut browser, "en", &["de", "fr"]).await;
    print(&mut browser, &[id]).await.location();
    let letter = letters(&api).await[0].to_string();
    assert!(letter.contains("Guten Tag Ada und William King,"), "{letter}");
    assert!(letter.contains("\"to\":[\"Ada und William King\""), "{letter}");
    // Its page says what the letter does, whatever the language of the page.
    browser.language = Some("es");
    browser.get(&household).await.has("Guten Tag Ada und William King").lacks("Dear ");
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

async fn american_letters_have_the_english_words_and_their_own_days(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let ada = donor(&account, ("Ada", "King"), json!({"contact_language": "en"})).await;
    let zoe = donor(&account, ("Zoë", "Müller"), json!({"contact_language": "de"})).await;
    let ids = [gift(&account, ada, 5, "2026-06-01").await, gift(&account, zoe, 6, "2026-06-01").await];
    languages(&mut browser, "en", &["de"]).await;
    let own = [("subject", "Thanks, {first_name}"), ("body", "{salutation}!\r\n\r\nOn {date}")];
    browser.fill(WORDS, WORDS, &own).await.location();
    // The words from before stay, because both kinds of English have the same.
    languages(&mut browser, "en-US", &["de"]).await;
    let page =
        browser.get(WORDS).await.has("aria-current=\"page\">English</b>").lacks("English (United States)");
    page.has("Thanks, {first_name}").has("On June 15, 2026");
    print(&mut browser, &ids).await.location();
    let all = letters(&api).await;
    let said = [&all[0]["locale"], &all[0]["subject"], &all[1]["locale"]];
    assert_eq!(said, ["en-US", "Thanks, Ada", "de"]);
    let letter = all[0].to_string();
    assert!(letter.contains("On June 15, 2026"), "{letter}");
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
    let page = send_head(&mut browser, &bad, None).await.shows(422, "Letterhead");
    assert_eq!(page.html.matches("Must be one of en, de, es, fr, pt").count(), 2, "at both fields");
    browser.get(&format!("{WORDS}?locale=xx")).await.shows(404, "There is no such page");
    // The language of all letters is not offered beside itself.
    let page = browser.get("/settings/letters").await.has("name=\"donor_locales\" value=\"de\"");
    page.lacks("name=\"donor_locales\" value=\"en\"");
}

async fn words_have_a_small_print_of_their_own_or_that_of_the_letterhead(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let ada = donor(&account, ("Ada", "King"), json!({})).await;
    let zoe = donor(&account, ("Zoë", "Müller"), json!({"contact_language": "de"})).await;
    let ids = [gift(&account, ada, 125, "2026-06-01").await, gift(&account, zoe, 6, "2026-06-01").await];
    let head = [
        ("organisation", "Haven"),
        ("paper", "a4"),
        ("signer_name", "Ida Roth"),
        ("signer_title", "Vorständin"),
        ("legal_text", "Es gibt keine Gegenleistung."),
        ("letter_locale", "en"),
        ("donor_locales", "de"),
    ];
    send_head(&mut browser, &head, None).await.location();
    let english = format!("{WORDS}?locale=en");
    let own = [
        ("subject", "Thanks"),
        ("body", "It was {amount_in_words}."),
        ("signer_title", "Chair"),
        ("legal_text", "Nothing was given in return."),
    ];
    browser.fill(&english, WORDS, &own).await.location();
    let page = browser.get(&english).await.has("value=\"Chair\"").has("Nothing was given in return.");
    page.has("It was one hundred twenty-five dollars.").has("/reset");
    browser.get(&format!("{WORDS}?locale=de")).await.lacks("Chair").lacks("in return").lacks("/reset");
    print(&mut browser, &ids).await.location();
    let all = letters(&api).await;
    assert_eq!(all[0]["signer"], json!(["Ida Roth", "Chair"]));
    assert_eq!(all[0]["legal"], "Nothing was given in return.");
    assert_eq!(all[0]["parts"], json!([{"Text": "It was one hundred twenty-five dollars."}]));
    assert_eq!([&all[1]["signer"], &all[1]["legal"]], [&Value::Null; 2], "those of the letterhead");
    let run = api.query("SELECT run_head FROM letter_runs", Vec::new()).await;
    let run: String = run[0].try_get_by_index(0).unwrap();
    assert!(run.contains("Vorständin") && run.contains("Es gibt keine Gegenleistung."), "{run}");
    let member = api.member(account.id, "member").await;
    api.signed_in(&member).await.get(&english).await.has("Nothing was given in return.").lacks("<textarea");
    let bad = [("subject", "Thanks"), ("body", "x"), ("legal_text", "陈")];
    let page = browser.fill(&english, WORDS, &bad).await.shows(422, "Thank-yous");
    page.has("Has 陈, which the typeface of letters lacks");
}

async fn a_receipt_in_official_words_is_a_start_that_is_filled_in(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let zoe = donor(&account, ("Zoë", "Müller"), json!({"contact_language": "de"})).await;
    gift(&account, zoe, 125, "2026-06-01").await;
    let link = "Begin with the words of the official receipt";
    browser.get(STATEMENT_WORDS).await.lacks(link);
    browser.get(STATEMENTS).await.lacks(link);
    browser.get(&format!("{WORDS}?locale=de")).await.lacks(link);
    let german = format!("{STATEMENT_WORDS}?locale=de");
    browser.get(&german).await.has(link).lacks("Sammelbestätigung");
    let receipt = format!("{german}&receipt=1");
    let page = browser.get(&receipt).await.has("Sammelbestätigung über Geldzuwendungen");
    let page = page.has("[… Steuernummer]").has("have your tax adviser check it").lacks(link);
    let page = page.has("Hinweis: Wer vorsätzlich").lacks("Cerfa");
    let page = page.has("Zuwendenden: Zoë Müller, 1 Elm Street, Portland, ME 04101");
    page.has("in Buchstaben: einhundertfünfundzwanzig US-Dollar").lacks("/reset");
    let pdf = browser.get(&format!("{STATEMENT_WORDS}/sample?locale=de&receipt=1")).await;
    assert!(pdf.status == 200 && pdf.html.starts_with("%PDF-"));
    let typed = [("subject", "Sammelbestätigung"), ("body", "StNr. [… Nummer]"), ("legal_text", "Hinweis")];
    let page = browser.fill(&receipt, STATEMENT_WORDS, &typed).await.shows(422, "Statements for a year");
    page.has("Has square brackets that are still to be filled in");
    browser.get(&german).await.lacks("Sammelbestätigung");
    let typed = [("subject", "Sammelbestätigung"), ("body", "StNr. 143/123"), ("legal_text", "Hinweis")];
    browser.fill(&receipt, STATEMENT_WORDS, &typed).await.location();
    browser.get(&german).await.has("StNr. 143/123").has("Hinweis").has("/reset");
    let french = browser.get(&format!("{STATEMENT_WORDS}?locale=fr&receipt=1")).await;
    let french = french.has("Somme en toutes lettres : cent vingt-cinq dollars américains");
    french.has("Adresse : 1 Elm Street, Portland, ME 04101").has("Companies need another one (Cerfa 16216)");
    let member = api.member(account.id, "member").await;
    api.signed_in(&member).await.get(&german).await.lacks(link);
    // The pages where somebody looks for them lead there, once letters are in such a language.
    let head = [("organisation", "Haven"), ("paper", "a4"), ("letter_locale", "de")];
    send_head(&mut browser, &head, None).await.location();
    let path = format!("href=\"{STATEMENT_WORDS}?locale=de&#38;receipt=1\"");
    for page in [STATEMENTS, "/settings/letters"] {
        browser.get(page).await.has(link).has(&path);
    }
}

async fn who_has_no_address_or_gave_no_money_gets_no_words_that_need_it(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    // A letter by hand needs no address, but its words may.
    let ada = donor(&account, ("Ada", "King"), json!({"contact_do_not_mail": 1})).await;
    let away = donor(&account, ("Far", "Away"), json!({"addresses": []})).await;
    let giver = donor(&account, ("Stock", "Giver"), json!({"contact_do_not_mail": 1})).await;
    gift(&account, ada, 125, "2025-06-01").await;
    gift(&account, away, 7, "2025-06-01").await;
    let shares = json!({"contact_id": giver, "gift_amount": 777, "gift_date": "2025-04-01",
        "gift_type_id": account.gift_type("stock").await, "gift_memo": "10 shares of Acme"});
    account.record("gifts", shares).await;
    let by_hand = format!("{STATEMENTS}?span=last_year&way=hand");
    let page = browser.get(&by_hand).await.has("3 statements</b>");
    page.lacks("has no full address").lacks("gave no money");
    let own = [("subject", "Receipt"), ("body", "{name}, {address}: {total_in_words}")];
    browser.fill(STATEMENT_WORDS, STATEMENT_WORDS, &own).await.location();
    let page = browser.get(&by_hand).await.has("1 official receipt</b>").has("has no full address");
    let page = page.has("gave no money");
    browser.submit(&page, STATEMENTS, &[]).await.location();
    let all = letters(&api).await;
    let text = "Ada King, 1 Elm Street, Portland, ME 04101: one hundred twenty-five dollars";
    assert_eq!(all[0]["parts"][0], json!({"Text": text}));
    assert_eq!((all.len(), &all[0]["to"]), (1, &json!(["Ada King"])));
}
