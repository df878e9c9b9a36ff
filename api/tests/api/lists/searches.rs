//! The contacts that `q` and `email` find: the same on both databases, in any case, and phone numbers as people write
//! them.

use api::resources::contacts::search;
use serde_json::json;
use shared::both_databases;
use shared::database::testing::{TestDb, sqlite};

use super::filters::{contact, found};
use super::pages::next;
use crate::support::Api;

both_databases!(
    names_are_found_without_accents_apostrophes_and_hyphens,
    umlauts_are_found_however_they_are_written,
    a_contact_is_found_by_where_it_lives_and_works_and_by_its_external_id,
    a_changed_contact_is_found_by_what_it_has_now,
    what_another_version_has_written_is_found_once_it_is_brought_up_to_date,
    texts_with_the_same_letters_are_the_same_text,
    names_are_ordered_without_regard_to_case_and_accents,
    a_phone_number_is_found_however_its_digits_are_grouped,
    letters_of_all_scripts_are_found_in_any_case,
    an_email_address_is_found_in_any_case,
);

fn encoded(text: &str) -> String {
    url::form_urlencoded::byte_serialize(text.as_bytes()).collect()
}

async fn a_phone_number_is_found_however_its_digits_are_grouped(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let phones = |numbers: &[&str]| json!({"phones": numbers.iter().map(|number| json!({"phone_number": number})).collect::<Vec<_>>()});
    contact(&account, "London", phones(&["+44 20 7946 0999"])).await;
    contact(&account, "Brackets", phones(&["(020) 7946-0018"])).await;
    contact(&account, "Two", phones(&["555 0100", "555 0200"])).await;
    contact(&account, "Hard", phones(&["030\u{a0}1234\u{2011}56"])).await;
    contact(&account, "Route 66", json!({"contact_fname": "20"})).await;
    for (query, expected) in [
        ("+44 20 7946 0999", "London"),
        ("20 7946", "London Brackets"),
        ("7946 0999", "London"),
        ("442079460999", "London"),
        ("020 - 7946", "Brackets"),
        ("london 20 7946", "London"),
        ("20 7946 london", "London"),
        ("20 7946 nobody", ""),
        ("46 09", "London"),
        ("09 46", "London"),
        ("79 88", ""),
        ("555 0100 555 0200", "Two"),
        ("0200 0100", "Two"),
        ("030 123456", "Hard"),
        ("20 66", "Route 66"),
        ("6 0 0 1", "Brackets Hard"),
    ] {
        let names = found(&account, &format!("/contacts?q={}", encoded(query)), "contact_lname").await;
        assert_eq!(names.join(" "), expected, "{query}");
    }
}

async fn letters_of_all_scripts_are_found_in_any_case(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    for name in [
        "İstanbul",
        "istanbul",
        "ÖZGÜR",
        "ΟΔΟΣ",
        "οδος",
        "Straße",
        "STRASSE",
        "ПУШкин",
        "a*b",
        "a?b",
        "a[b]",
        "a^b",
        "]",
    ] {
        contact(&account, name, json!({})).await;
    }
    for (query, expected) in [
        ("istanbul", "İstanbul, istanbul"),
        ("İstanbul", "İstanbul, istanbul"),
        ("İSTANBUL", "İstanbul, istanbul"),
        ("özGÜR", "ÖZGÜR"),
        ("οδοσ", "ΟΔΟΣ, οδος"),
        ("ΟΔΟΣ", "ΟΔΟΣ, οδος"),
        ("straße", "Straße, STRASSE"),
        ("strasse", "Straße, STRASSE"),
        ("ozgur", "ÖZGÜR"),
        ("пушКИН", "ПУШкин"),
        ("a*", "a*b"),
        ("a?", "a?b"),
        ("[b]", "a[b]"),
        ("A^B", "a^b"),
        ("]", "a[b], ]"),
    ] {
        let names = found(&account, &format!("/contacts?q={}", encoded(query)), "contact_lname").await;
        assert_eq!(names.join(", "), expected, "{query}");
    }
}

async fn an_email_address_is_found_in_any_case(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    for (name, address) in [
        ("A", "a@münchen.example"),
        ("B", "JÜRGEN@example.org"),
        ("C", "jürgen@example.org"),
        ("D", "jurgen@example.org"),
        ("E", "a*@münchen.example"),
    ] {
        contact(&account, name, json!({"emails": [{"email_address": address}]})).await;
    }
    for (query, expected) in [
        ("A@MÜNCHEN.example", "A"),
        ("a@münchen.example", "A"),
        ("Jürgen@Example.org", "B C"),
        ("JURGEN@EXAMPLE.ORG", "D"),
        ("jürgen@example", ""),
        ("*@münchen.example", ""),
    ] {
        let names = found(&account, &format!("/contacts?email={}", encoded(query)), "contact_lname").await;
        assert_eq!(names.join(" "), expected, "{query}");
    }
}

async fn names_are_found_without_accents_apostrophes_and_hyphens(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    for (first, last) in [
        ("Seán", "O\u{2019}Brien"),
        ("Zoë", "Nuñez"),
        ("Łukasz", "Żółty"),
        ("Søren", "Ærø"),
        ("Anne-Marie", "Smith\u{2010}Jones"),
        ("Anne Marie", "Smith Jones"),
        ("E\u{301}lodie", "\u{fb01}nch"),
        ("STRAẞE", "Ka\u{2bb}ahumanu"),
        ("राम", "शर्मा"),
        ("रोम", "カキ"),
    ] {
        contact(&account, last, json!({"contact_fname": first})).await;
    }
    for (query, expected) in [
        ("obrien", "O\u{2019}Brien"),
        ("O'BRIEN", "O\u{2019}Brien"),
        ("O\u{2019}Brien, Seán", "O\u{2019}Brien"),
        ("\"obrien\" (Sean).", "O\u{2019}Brien"),
        ("obrien , .", "O\u{2019}Brien"),
        ("o´brien sean", "O\u{2019}Brien"),
        ("zoe nunez", "Nuñez"),
        ("lukasz zolty", "Żółty"),
        ("Łukasz", "Żółty"),
        ("soren aero", "Ærø"),
        ("anne-marie", "Smith\u{2010}Jones, Smith Jones"),
        ("anne marie smith-jones", "Smith\u{2010}Jones, Smith Jones"),
        ("annemarie", "Smith\u{2010}Jones"),
        ("élodie", "\u{fb01}nch"),
        ("E\u{301}lodie finch", "\u{fb01}nch"),
        ("Ada - Smith", ""),
        ("strasse kaahumanu", "Ka\u{2bb}ahumanu"),
        ("straße", "Ka\u{2bb}ahumanu"),
        ("राम", "शर्मा"),
        ("カギ", ""),
    ] {
        let names = found(&account, &format!("/contacts?q={}", encoded(query)), "contact_lname").await;
        assert_eq!(names.join(", "), expected, "{query}");
    }
    let all = account.get("/contacts").await.ok().list().len();
    assert_eq!(account.get("/contacts?q=%27+-").await.ok().list().len(), all, "no word is left");
}

async fn umlauts_are_found_however_they_are_written(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    for (first, last, city) in [
        ("Jürgen", "Müller", "Köln"),
        ("Juergen", "Mueller", "Koeln"),
        ("Jürgen", "Mueller", "Bonn"),
        ("Herbert", "Öztürk", "Bonn"),
        ("Samuel", "Oeztuerk", "Bonn"),
        ("Ernst", "Böckmühl", "Bonn"),
        ("Joe", "Weiß", "Bonn"),
        ("John", "Weiss", "Bonn"),
    ] {
        let address = json!([{"address_city": city}]);
        contact(&account, last, json!({"contact_fname": first, "addresses": address})).await;
    }
    for (query, expected) in [
        ("mueller", "Müller, Mueller, Mueller"),
        ("Müller", "Müller, Mueller, Mueller"),
        ("MUELLER", "Müller, Mueller, Mueller"),
        ("Mu\u{308}ller", "Müller, Mueller, Mueller"),
        ("muell", "Müller, Mueller, Mueller"),
        ("muller", "Müller"),
        ("juergen mueller", "Müller, Mueller, Mueller"),
        ("Mueller, Jürgen", "Müller, Mueller, Mueller"),
        ("Jürgen Mueller koeln", "Müller, Mueller"),
        ("mueller bonn", "Mueller"),
        ("Köln", "Müller, Mueller"),
        ("oeztuerk", "Öztürk, Oeztuerk"),
        ("Öztürk", "Öztürk, Oeztuerk"),
        ("he öztürk", "Öztürk"),
        ("Boeckmühl", "Böckmühl"),
        ("böckmuehl", "Böckmühl"),
        ("samuel", "Oeztuerk"),
        ("joe", "Weiß"),
        ("weiß", "Weiß, Weiss"),
        ("weiss", "Weiß, Weiss"),
        ("joe mueller", ""),
    ] {
        // What contacts have is read apart from their words.
        for and in ["", "&has_email=0"] {
            let path = format!("/contacts?q={}{and}", encoded(query));
            assert_eq!(found(&account, &path, "contact_lname").await.join(", "), expected, "{path}");
        }
    }
}

async fn a_contact_is_found_by_where_it_lives_and_works_and_by_its_external_id(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let address = json!([
        {"address_street": "Rua da Prata 80", "address_city": "Évora", "address_postal_code": "7000-205"},
        {"address_street": "1 Pier", "address_street2": "Cabin 12b", "address_postal_code": "SW1Y 4JH"},
    ]);
    contact(&account, "Home", json!({"addresses": address})).await;
    contact(
        &account,
        "Work",
        json!({"contact_employer": "Babbage & Sons", "contact_external_id": "crm-0042"}),
    )
    .await;
    contact(
        &account,
        "Neither",
        json!({"contact_notes": "Evora, Babbage, crm-0042", "contact_job_title": "Clerk"}),
    )
    .await;
    for (query, expected) in [
        ("evora", "Home"),
        ("rua prata", "Home"),
        ("7000-205", "Home"),
        ("7000205", "Home"),
        ("sw1y4jh", "Home"),
        ("cabin 12B", "Home"),
        ("babbage", "Work"),
        ("CRM-0042", "Work"),
        ("crm0042", "Work"),
        ("clerk", ""),
    ] {
        let names = found(&account, &format!("/contacts?q={}", encoded(query)), "contact_lname").await;
        assert_eq!(names.join(" "), expected, "{query}");
    }
}

async fn a_changed_contact_is_found_by_what_it_has_now(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let id = contact(&account, "Byron", json!({"emails": [{"email_address": "ada@byron.example"}]})).await;
    let path = format!("/contacts/{id}");
    let count = async |query: &str| account.get(&format!("/contacts?q={query}")).await.ok().list().len();
    account.put(&path, json!({"contact_lname": "Lovelace"})).await.ok();
    assert_eq!((count("byron").await, count("lovelace").await), (1, 1), "the address has the old name");
    account.put(&path, json!({"emails": [], "phones": [{"phone_number": "020 7946"}]})).await.ok();
    assert_eq!((count("byron").await, count("207946").await), (0, 1));
    let new = |name: &str| json!({"contact_status": "donor", "contact_lname": name});
    let batch = ["Turing", "Hopper"].map(|name| json!({"kind": "contacts", "body": new(name)}));
    account.post("/batch", json!({"operations": batch})).await.ok();
    assert_eq!((count("turing").await, count("hopper").await), (1, 1));
}

async fn what_another_version_has_written_is_found_once_it_is_brought_up_to_date(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    contact(&account, "Same", json!({})).await;
    let id = contact(&account, "Zola", json!({})).await;
    api.execute(
        "UPDATE contacts SET contact_lname = 'Émile', updated_at_ms = updated_at_ms + 1 WHERE id = $1",
        vec![id.into()],
    )
    .await;
    let fabre = "INSERT INTO contacts (account_id, contact_status, contact_is_org, contact_anonymous, contact_lname,
             contact_newsletter, contact_do_not_call, contact_do_not_mail, contact_do_not_email, created_at_ms, updated_at_ms)
         VALUES ($1, 'donor', FALSE, FALSE, 'Fabre', 'none', FALSE, FALSE, FALSE, 0, 0)";
    api.execute(fabre, vec![account.id.into()]).await;
    let found = async |query: &str| found(&account, &format!("/contacts?q={query}"), "contact_lname").await;
    assert_eq!(found("emile").await.len() + found("fabre").await.len(), 0);
    assert_eq!(search::bring_up_to_date(&api.db.store, 0).await.unwrap(), 2);
    assert_eq!((found("emile").await, found("fabre").await), (vec!["Émile".into()], vec!["Fabre".into()]));
    assert_eq!(found("zola").await.len(), 0);
    let names = account.get("/contacts?sort=contact_lname").await.ok();
    let names: Vec<_> =
        names.list().iter().map(|contact| contact["contact_lname"].as_str().unwrap()).collect();
    assert_eq!(names, ["Émile", "Fabre", "Same"]);
    assert_eq!(search::bring_up_to_date(&api.db.store, 0).await.unwrap(), 0);
}

async fn texts_with_the_same_letters_are_the_same_text(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (apart, composed) = ("Ame\u{301}lie", "Am\u{e9}lie");
    let id = contact(&account, apart, json!({"tags": [apart], "contact_external_id": apart})).await;
    let stored = account.get(&format!("/contacts/{id}")).await.ok();
    assert_eq!(stored.data()["contact_lname"], composed);
    contact(&account, "Other", json!({"tags": [composed]})).await;
    for (query, count) in [("tag", 2), ("external_id", 1), ("q", 1)] {
        for text in [apart, composed] {
            let path = format!("/contacts?{query}={}", encoded(text));
            assert_eq!(account.get(&path).await.ok().list().len(), count, "{path}");
        }
    }
    let path = format!("/contacts/by-external-id/{}", encoded(apart));
    account.put(&path, json!({"contact_fname": "A"})).await.ok();
    let taken = json!({"contact_status": "donor", "contact_lname": "B", "contact_external_id": composed});
    assert_eq!(account.post("/contacts", taken).await.status, 409);
    let own = json!({"contact_custom": {apart: apart}});
    account.put(&format!("/contacts/{id}"), own).await.ok();
    for (key, value) in [(apart, composed), (composed, apart)] {
        let path = format!("/contacts?custom.{}={}", encoded(key), encoded(value));
        assert_eq!(account.get(&path).await.ok().list().len(), 1, "{path}");
    }
    let twice = json!({"contact_custom": {apart: 1, composed: 2}});
    let twice = account.put(&format!("/contacts/{id}"), twice).await;
    assert_eq!(twice.status, 422, "{}", twice.text);
    // The longest text is as long as its letters, however they were sent.
    let long =
        |accents: usize| json!({"contact_status": "donor", "contact_lname": "e\u{301}".repeat(accents)});
    assert_eq!(account.post("/contacts", long(100)).await.status, 201);
    assert_eq!(account.post("/contacts", long(101)).await.status, 422);
}

// PostgreSQL removes it with the rows of former states, when it vacuums.
#[tokio::test]
async fn nothing_of_a_former_text_stays_in_the_index_of_sqlite() {
    let api = Api::start(sqlite().await).await;
    let account = api.account().await;
    let blocks = async || -> Vec<u8> {
        let rows = api.query("SELECT block FROM contact_words_data", Vec::new()).await;
        rows.iter().flat_map(|row| row.try_get_by_index::<Vec<u8>>(0).unwrap()).collect()
    };
    let has = |blocks: &[u8]| blocks.windows(3).any(|letters| letters == b"qxj");
    let id = contact(&account, "Qxj", json!({})).await;
    assert!(has(&blocks().await));
    account.put(&format!("/contacts/{id}"), json!({"contact_lname": "Abc"})).await.ok();
    assert!(!has(&blocks().await));
}

async fn names_are_ordered_without_regard_to_case_and_accents(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    for name in [
        "zola",
        "Étienne",
        "Eve",
        "Ødegård",
        "olsen",
        "O'Brien",
        "Łem",
        "lem",
        "O’Casey",
        "Àvila",
        "Avalon",
        "ß",
    ] {
        contact(&account, name, json!({})).await;
    }
    let expected = [
        "Avalon",
        "Àvila",
        "Étienne",
        "Eve",
        "Łem",
        "lem",
        "O'Brien",
        "O’Casey",
        "Ødegård",
        "olsen",
        "ß",
        "zola",
    ];
    let whole = account.get("/contacts?sort=contact_lname").await.ok();
    let names: Vec<_> = whole.list().iter().map(|contact| contact["contact_lname"].clone()).collect();
    assert_eq!(names, expected);
    let (mut path, mut pages) = ("/contacts?sort=-contact_lname&limit=3".to_owned(), Vec::new());
    loop {
        let page = account.get(&path).await.ok();
        pages.extend(page.list().iter().map(|contact| contact["contact_lname"].clone()));
        let Some(next) = next(&page) else { break };
        path = next;
    }
    // Those of equal names stay in the order of their ids.
    pages.reverse();
    assert_eq!(pages, expected);
}
