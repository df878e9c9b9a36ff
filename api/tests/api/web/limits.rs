//! The limits of forms from strangers and from users, and exports that no cache may keep.

use reqwest::header::{CONTENT_TYPE, EXPECT};
use serde_json::json;
use shared::both_databases;
use shared::database::testing::TestDb;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::browser::{Browser, Page, start};
use super::form::Form;
use crate::support::Api;
use crate::support::rows::PATIENCE;

both_databases!(
    a_form_of_a_stranger_has_8_kib_and_200_fields_at_most,
    a_form_without_its_cookie_is_refused_before_it_is_sent,
    a_form_of_a_user_may_have_as_many_fields_as_the_largest_record,
    what_is_exported_is_not_kept,
);

const FORM: &str = "application/x-www-form-urlencoded";

/// Sends a form that anybody may send, with this text after the token, which is the same for all forms of a visitor.
async fn send_with(api: &Api, path: &str, rest: &str) -> Page {
    let mut browser = Browser::new(api);
    let page = browser.get("/sign-in").await;
    let (_, token) = page.hidden("/sign-in").into_iter().find(|(name, _)| name == "csrf").unwrap();
    let body = format!("csrf={token}{rest}");
    browser.send(browser.request("POST", path).header(CONTENT_TYPE, FORM).body(body)).await
}

async fn a_form_of_a_stranger_has_8_kib_and_200_fields_at_most(db: TestDb) {
    let api = Api::start(db).await;
    let fields = |number: usize| "&a".repeat(number);
    let long = |bytes: usize| format!("&email={}", "x".repeat(bytes));
    let path = "/forgotten-password";
    for within in [fields(199), long(7_000)] {
        assert_eq!(send_with(&api, path, &within).await.status, 404, "there is no mail here");
    }
    for many in [fields(200), fields(3000)] {
        send_with(&api, path, &many).await.shows(422, "This did not work").has("more than 200 fields");
    }
    for large in [fields(4096), long(8192), fields(1 << 19), long(1 << 20)] {
        send_with(&api, path, &large).await.shows(413, "This did not work").has("larger than 8192 bytes");
    }
    // The sign-in carries the values that were typed before.
    let kept = |bytes: usize| format!("&kept={}", "x".repeat(bytes));
    for within in [fields(999), kept(65_000)] {
        send_with(&api, "/sign-in", &within).await.shows(422, "Sign in");
    }
    let many = send_with(&api, "/sign-in", &fields(1000)).await;
    many.shows(422, "This did not work").has("more than 1000 fields");
    let large = send_with(&api, "/sign-in", &kept(65_536)).await;
    large.shows(413, "This did not work").has("larger than 65536 bytes");
    // The token must not stand in the part that is not read.
    let mut browser = Browser::new(&api);
    let page = browser.get("/sign-in").await;
    let (_, token) = page.hidden("/sign-in").into_iter().find(|(name, _)| name == "csrf").unwrap();
    let body = format!("a{}&csrf={token}", "&a".repeat(1000));
    let late = browser.send(browser.request("POST", "/sign-in").header(CONTENT_TYPE, FORM).body(body)).await;
    late.shows(403, "This form was not accepted");
    // A user is a stranger at the forms that anybody may send.
    let owner = api.owner().await;
    let mut browser = api.signed_in(&owner).await;
    let request = browser.request("POST", "/forgotten-password").header(CONTENT_TYPE, FORM);
    browser.send(request.body("a".repeat(8193))).await.shows(413, "This did not work");
}

async fn a_form_without_its_cookie_is_refused_before_it_is_sent(db: TestDb) {
    let api = Api::start(db).await;
    for (expect, site) in
        [(true, ""), (false, ""), (true, "Cookie: almoner-form=x\r\nSec-Fetch-Site: cross-site\r\n")]
    {
        let mut stream = TcpStream::connect(api.http.address).await.unwrap();
        let expect = if expect { "Expect: 100-continue\r\n" } else { "" };
        let head = format!(
            "POST /sign-in HTTP/1.1\r\nHost: x\r\nAccept: text/html\r\nConnection: close\r\n{expect}{site}\
             Content-Type: {FORM}\r\nContent-Length: 1000000\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        let mut answer = String::new();
        tokio::time::timeout(PATIENCE, stream.read_to_string(&mut answer)).await.unwrap().unwrap();
        assert!(answer.starts_with("HTTP/1.1 403 Forbidden\r\n"), "{answer}");
        assert!(answer.contains("<h1>This form was not accepted</h1>"), "{answer}");
    }
    // A whole form is received all the same, so that the browser reads the answer.
    let mut browser = Browser::new(&api);
    let request = browser.request("POST", "/sign-in").header(CONTENT_TYPE, FORM);
    browser.send(request.body("a".repeat(1 << 20))).await.shows(403, "This form was not accepted");
    let request =
        browser.request("POST", "/sign-in").header(CONTENT_TYPE, FORM).header(EXPECT, "100-continue");
    browser.send(request.body("a=b")).await.shows(403, "This form was not accepted");
}

async fn a_form_of_a_user_may_have_as_many_fields_as_the_largest_record(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let rows = |row: fn(usize) -> serde_json::Value| (0..100).map(row).collect::<Vec<_>>();
    let body = json!({"contact_status": "donor", "contact_lname": "King",
        "emails": rows(|n| json!({"email_address": format!("{n}@k.example")})),
        "phones": rows(|n| json!({"phone_number": format!("+44 20 7946 {n:04}")})),
        "addresses": rows(|n| json!({"address_city": format!("City {n}")}))});
    let (path, _) = account.record("contacts", body).await;
    let page = browser.get(&format!("{path}/edit")).await;
    let saved = Form::of(&page, &path).set("contact_lname", "Queen").send(&mut browser).await;
    assert_eq!(saved.location(), path);
    let stored = account.get(&path).await.ok();
    assert_eq!(
        (&stored["contact_lname"], stored["addresses"].as_array().unwrap().len()),
        (&json!("Queen"), 100)
    );

    let (_, token) = page.hidden(&path).into_iter().find(|(name, _)| name == "csrf").unwrap();
    let many = format!("csrf={token}{}", "&a".repeat(5000));
    let many = browser.request("POST", &path).header(CONTENT_TYPE, FORM).body(many);
    browser.send(many).await.shows(422, "This did not work").has("more than 5000 fields");
    let large = browser.request("POST", &path).header(CONTENT_TYPE, FORM).body("a".repeat((1 << 20) + 1));
    browser.send(large).await.shows(413, "This did not work").has("larger than 1048576 bytes");
}

async fn what_is_exported_is_not_kept(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    account.contact().await;
    for path in
        ["/contacts/export", "/gifts/export", "/pledges/export", "/tasks/export", "/contacts", "/overview"]
    {
        let answer = browser.get(path).await;
        assert_eq!(
            (answer.status, &answer.headers["cache-control"]),
            (200, &"no-store".parse().unwrap()),
            "{path}"
        );
    }
    // Only the files that pages load are for everybody.
    let page = browser.get("/contacts").await;
    let style = page.between("<link rel=\"stylesheet\" href=\"", "\"");
    let cached = browser.get(&style).await.headers["cache-control"].to_str().unwrap().to_owned();
    assert!(cached.starts_with("public, max-age="), "{cached}");
}
