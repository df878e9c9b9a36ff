//! The filter of contacts by data of their own.

use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;

use super::filters::{contact, found};
use crate::support::{Api, Reply};

both_databases!(contacts_are_found_by_data_of_their_own);

const NO_KEY: &str =
    "custom must be followed by a key of 1 to 100 characters, as in custom.shirt=M or custom[shirt]=M";

async fn contacts_are_found_by_data_of_their_own(db: TestDb) {
    let api = Api::start(db).await;
    let (account, other) = (api.account().await, api.account().await);
    let long = "k".repeat(100);
    for (name, custom) in [
        ("A", json!({"shirt": "M", "n": 7, "a.b": "x", &long: "long"})),
        ("B", json!({"shirt": "m", "n": "7", "vip": true, "none": null})),
        (
            "C",
            json!({"shirt": {"M": "M"}, "sizes": ["M"], "n": 7.5, "vip": "true", "Straße": "\"quoted\" ü"}),
        ),
        ("D", Value::Null),
        ("E", json!({"n": 1e-9, "shirt": "XL", "nested": {"shirt": "M"}})),
        ("F", json!({"n": 9_007_199_254_740_993_i64, "uuid": "9f1e4567-e89b-12d3-a456-426614174000"})),
    ] {
        contact(&account, name, json!({"contact_custom": custom})).await;
    }
    contact(&other, "Other", json!({"contact_custom": {"shirt": "M"}})).await;
    // PostgreSQL cannot search such a number, but the contact is as valid as any other.
    let tiny = r#"{"contact_status": "donor", "contact_lname": "Tiny", "contact_custom": {"shirt": "S", "n": 1e-20000}}"#;
    account.send("POST", "/contacts", tiny).await.created();
    let precise = format!(
        r#"{{"contact_status": "donor", "contact_lname": "Precise", "contact_custom": {{"p": 0.{}1e-999}}}}"#,
        "0".repeat(15_400)
    );
    account.send("POST", "/contacts", precise).await.created();
    let huge = r#"{"contact_status": "donor", "contact_lname": "Huge", "contact_custom": {"n": 98765432109876543210}}"#;
    account.send("POST", "/contacts", huge).await.created();
    for (query, expected) in [
        ("custom.shirt=M", "A"),
        ("custom.shirt=M&custom.n=7", "A"),
        ("custom.shirt=M&custom.n=8", ""),
        ("custom.shirt=M&status=prospect", ""),
        ("custom.n=7", "A B"),
        ("custom.n=7.0", "A"),
        ("custom.n=7.5", "C"),
        ("custom.vip=true", "B C"),
        ("custom.none=null", "B"),
        ("custom.a.b=x", "A"),
        ("custom.Stra%C3%9Fe=%22quoted%22%20%C3%BC", "C"),
        ("custom.sizes=M", ""),
        ("custom.n=1e99999", ""),
        ("custom.n=0e99999", ""),
        ("custom.n=1e-99999", ""),
        // Both round to the same floating-point number.
        ("custom.n=9007199254740993", "F"),
        ("custom.n=9007199254740992", ""),
        ("custom.n=98765432109876543210", "Huge"),
        ("custom.uuid=9f1e4567-e89b-12d3-a456-426614174000", "F"),
        (&format!("custom.{long}=long"), "A"),
        ("custom[shirt]=M", "A"),
        ("custom%5Bshirt%5D=M&custom.n=7", "A"),
        ("custom[a.b]=x", "A"),
        ("custom[Stra%C3%9Fe]=%22quoted%22%20%C3%BC", "C"),
    ] {
        let path = format!("/contacts?{query}");
        assert_eq!(found(&account, &path, "contact_lname").await.join(" "), expected, "{query}");
        let request = account.request("GET", &path).header("prefer", "handling=strict");
        Reply::to(request).await.ok();
    }
    // The filter is kept from page to page.
    let page = account.get("/contacts?custom.n=7&limit=1").await.ok();
    let link = page.header("link").unwrap();
    assert!(link.contains("custom.n=7"), "{link}");
    let next = link.split(['<', '>']).nth(1).unwrap().strip_prefix("/api/v1").unwrap();
    assert_eq!(account.get(next).await.ok().list()[0]["contact_lname"], "B");
    for (query, rule) in [
        ("custom=[object%20Object]".to_owned(), NO_KEY),
        ("custom".to_owned(), NO_KEY),
        ("custom=shirt,M".to_owned(), NO_KEY),
        ("custom[shirt=M".to_owned(), NO_KEY),
        ("custom[]=M".to_owned(), NO_KEY),
        ("custom[a][b]=M".to_owned(), NO_KEY),
        (format!("custom[{long}k]=x"), NO_KEY),
        ("custom.=x".to_owned(), NO_KEY),
        (format!("custom.{long}k=x"), NO_KEY),
        ("custom.a=1&custom[a]=2".to_owned(), "custom[a] must be given only once"),
        ("custom.a=1&custom.a=2".to_owned(), "custom.a must be given only once"),
        (
            (0..6).map(|n| format!("custom.k{n}=1")).collect::<Vec<_>>().join("&"),
            "custom must not have more than 5 keys",
        ),
        (
            "custom.a%00=x".to_owned(),
            "custom.a\\u{0} must not contain control characters other than tab and newline",
        ),
        (
            format!("custom.%C3%BC={}", "x".repeat(1001)),
            "custom.\\u{fc} must not be longer than 1000 characters",
        ),
    ] {
        account.get(&format!("/contacts?{query}")).await.failed(422, rule);
        // The tag of the whole list is none of a refused one.
        let whole = account.get("/contacts").await.ok().header("etag").unwrap().to_owned();
        let request = account.request("GET", &format!("/contacts?{query}")).header("if-none-match", whole);
        Reply::to(request).await.failed(422, rule);
    }
    // Other names are unknown, as anywhere.
    let customer = account.get("/contacts?customer=1").await.ok();
    assert_eq!(customer.header("ignored-parameters"), Some("\"customer\""));
    let gifts = account.get("/gifts?custom.a=1").await.ok();
    assert_eq!(gifts.header("ignored-parameters"), Some("\"custom.a\""));
}
