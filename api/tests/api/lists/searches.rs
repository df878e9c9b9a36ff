//! The contacts that `q` and `email` find: the same on both databases, in any case, and phone numbers as people write
//! them.

use serde_json::json;
use shared::both_databases;
use shared::database::testing::TestDb;

use super::filters::{contact, found};
use crate::support::Api;

both_databases!(
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
        ("09 46", ""),
        ("99 44", ""),
        ("555 0100 555 0200", "Two"),
        ("0200 0100", "Two"),
        ("030 123456", "Hard"),
        ("20 66", "Route 66"),
        ("6 0 0 1", "Brackets"),
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
        "a-b",
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
        ("strasse", "STRASSE"),
        ("пушКИН", "ПУШкин"),
        ("a*", "a*b"),
        ("a?", "a?b"),
        ("[b]", "a[b]"),
        ("A^B", "a^b"),
        ("]", "a[b], ]"),
        ("a-", "a-b"),
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
