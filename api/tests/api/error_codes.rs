//! What programs read of a failure: its code and its fields. That every failure has a code of the list is a rule of
//! [`Reply`].

use api::error::CODES;
use reqwest::header::CONTENT_TYPE;
use shared::both_databases;
use shared::database::testing::TestDb;

use crate::support::{Account, Api, Reply};

both_databases!(a_failure_says_its_code_and_its_fields,);

/// Sends a request with one more header.
async fn send(account: &Account, method: &str, path: &str, (name, value): (&str, &str), body: &str) -> Reply {
    let request = account.request(method, path).header(CONTENT_TYPE, "application/json");
    Reply::to(request.header(name, value).body(body.to_owned())).await
}

#[test]
fn the_guide_has_every_code() {
    let guide = include_str!("../../../openapi/guide.md");
    for (code, when) in CODES {
        assert!(guide.contains(&format!("| `{code}` | {when} |")), "{code}");
    }
}

async fn a_failure_says_its_code_and_its_fields(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let contact = r#"{"contact_status": "donor", "contact_lname": "King", "contact_external_id": "c"}"#;
    let key = ("idempotency-key", "k");
    let created = send(&account, "POST", "/contacts", key, contact).await.created();
    let path = format!("/contacts/{}", created.id());
    let none = ("x-none", "");
    let strict = ("prefer", "handling=strict");
    let large = format!("{{\"contact_notes\": \"{}\"}}", "x".repeat(1 << 20));
    for (method, path, header, body, code, fields) in [
        ("POST", "/contacts", none, "{}", "required", Some(r#""contact_status", "contact_lname""#)),
        ("POST", "/gifts", none, r#"{"gift_amount": "x"}"#, "invalid", Some(r#""gift_amount""#)),
        (
            "POST",
            "/pledges",
            none,
            r#"{"pledge_amount": 0, "contact_id": 99999}"#,
            "invalid",
            Some(r#""pledge_amount", "contact_id""#),
        ),
        (
            "POST",
            "/gifts",
            none,
            r#"{"gift_amount": 5, "contact_id": 99999}"#,
            "unknown_link",
            Some(r#""contact_id""#),
        ),
        (
            "POST",
            "/gifts",
            none,
            r#"{"gift_amount": 5, "contact_external_id": "x"}"#,
            "unknown_link",
            Some(r#""contact_external_id""#),
        ),
        ("PUT", &path, strict, r#"{"typo": 1}"#, "strict", Some(r#""typo""#)),
        ("POST", "/contacts", key, "{}", "key_reused", None),
        ("POST", "/contacts", none, contact, "taken", Some(r#""contact_external_id""#)),
        ("PUT", &path, ("if-match", "\"1-a\""), "{}", "stale", None),
        ("POST", "/contacts", none, "[]", "bad_request", None),
        ("GET", "/contacts/99999", none, "", "not_found", None),
        ("PUT", "/contacts", none, "{}", "method_not_allowed", None),
        ("POST", "/contacts", none, &large, "too_large", None),
        ("POST", "/contacts", ("content-encoding", "gzip"), "{}", "unsupported", None),
    ] {
        let failed = send(&account, method, path, header, body).await;
        let said = (failed.header("error-code"), failed.header("error-fields"));
        assert_eq!(said, (Some(code), fields), "{method} {path}: {}", failed.text);
    }
    let forbidden = send(&account.with_key("alm_none"), "GET", "/contacts", none, "").await;
    assert_eq!(forbidden.header("error-code"), Some("forbidden"));
    assert_eq!(account.get("/contacts").await.ok().header("error-code"), None);
}
