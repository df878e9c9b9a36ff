//! Compressed responses. The tests unpack them themselves.

use async_compression::tokio::bufread::{BrotliDecoder, GzipDecoder, ZstdDecoder};
use reqwest::header::{ACCEPT_ENCODING, HeaderMap};
use serde_json::json;
use shared::both_databases;
use shared::database::testing::TestDb;
use tokio::io::AsyncReadExt;

use crate::lists::fill;
use crate::support::{Account, Api, Http, Reply};

both_databases!(
    every_coding_gives_the_same_bytes,
    small_responses_are_sent_as_they_are,
    a_head_has_the_headers_of_the_get,
    the_document_and_its_page_are_compressed_too,
);

/// Sends a request that accepts these codings. Returns the response's headers, and its body as it came.
async fn ask(
    http: &Http,
    account: &Account,
    method: &str,
    path: &str,
    accepted: &str,
) -> (HeaderMap, Vec<u8>) {
    let request = http.request(method, path).bearer_auth(&account.key).header(ACCEPT_ENCODING, accepted);
    let response = request.send().await.unwrap();
    (response.headers().clone(), response.bytes().await.unwrap().to_vec())
}

async fn unpack(headers: &HeaderMap, body: &[u8]) -> String {
    let mut text = String::new();
    let read = match headers.get("content-encoding").map(|coding| coding.to_str().unwrap()) {
        Some("gzip") => GzipDecoder::new(body).read_to_string(&mut text).await,
        Some("br") => BrotliDecoder::new(body).read_to_string(&mut text).await,
        Some("zstd") => ZstdDecoder::new(body).read_to_string(&mut text).await,
        other => panic!("{other:?}"),
    };
    read.unwrap();
    text
}

async fn every_coding_gives_the_same_bytes(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    fill(&api, account.id, 1203).await;
    let id = account.contact().await;
    let notes = json!({"contact_notes": "Met at the summer fair. ".repeat(300)});
    account.put(&format!("/contacts/{id}"), notes).await.ok();
    for path in ["/contacts", &format!("/contacts/{id}"), "/tasks"] {
        let path = format!("/api/v1{path}");
        let plain = ask(&api.http, &account, "GET", &path, "identity").await;
        assert_eq!(plain.0.get("content-encoding"), None);
        assert!(plain.0.get_all("vary").iter().any(|vary| vary == "accept-encoding"), "{path}");
        for (accepted, coding) in [
            ("gzip", "gzip"),
            ("br", "br"),
            ("zstd", "zstd"),
            ("gzip, deflate, br, zstd", "zstd"),
            ("gzip;q=1, zstd;q=0.5", "gzip"),
        ] {
            let (headers, body) = ask(&api.http, &account, "GET", &path, accepted).await;
            assert_eq!(headers["content-encoding"], coding, "{path} {accepted}");
            assert!(headers.get_all("vary").iter().any(|vary| vary == "accept-encoding"), "{path}");
            assert!(unpack(&headers, &body).await.as_bytes() == plain.1, "{path} {accepted}");
            assert!(
                plain.1.len() < 2000 || body.len() < plain.1.len() / 3,
                "{path} {accepted}: {}",
                body.len()
            );
        }
    }
}

async fn small_responses_are_sent_as_they_are(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (task, _) = account.record("tasks", json!({"task_subject": "Call"})).await;
    for path in [&*task, "/nowhere", "/tasks/0"] {
        let reply = Reply::to(account.request("GET", path).header(ACCEPT_ENCODING, "zstd, br, gzip")).await;
        assert_eq!(reply.header("content-encoding"), None, "{path}");
        assert_eq!(
            reply.header("content-length"),
            Some((reply.text.len() + 1).to_string().as_str()),
            "{path}"
        );
        assert_eq!(reply.header("vary"), Some("accept-encoding"), "it is another matter once it has grown");
    }
    // Failures are compressed like other responses.
    let body = json!({"contact_status": "x".repeat(10), "emails": vec![json!({}); 60]}).to_string();
    let request = account.request("POST", "/contacts").header("content-type", "application/json").body(body);
    let response = request.header(ACCEPT_ENCODING, "gzip").send().await.unwrap();
    let (status, headers) = (response.status(), response.headers().clone());
    let text = unpack(&headers, &response.bytes().await.unwrap()).await;
    assert_eq!(headers["content-encoding"], "gzip");
    let reply = Reply::new(status, headers, &text);
    assert!(reply.status == 422 && reply.message().contains("emails[59].email_address is required"));
}

async fn a_head_has_the_headers_of_the_get(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (task, _) = account.record("tasks", json!({"task_subject": "Call"})).await;
    // Until then, a list's entity tag may move on as well.
    api.settle().await;
    for path in ["/contacts", &task, "/gift-types", "/tasks/0"] {
        let path = format!("/api/v1{path}");
        let (mut get, _) = ask(&api.http, &account, "GET", &path, "gzip").await;
        let (mut head, body) = ask(&api.http, &account, "HEAD", &path, "gzip").await;
        assert!(body.is_empty());
        // Between the two, transactions of other databases on the server move the cursor on.
        assert_eq!(get.remove("sync-cursor").is_some(), head.remove("sync-cursor").is_some());
        for headers in [&mut get, &mut head] {
            headers.remove("x-request-id");
            headers.remove("date");
            headers.remove("transfer-encoding");
        }
        assert_eq!(head, get, "{path}");
    }
}

async fn the_document_and_its_page_are_compressed_too(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    for path in ["/openapi.json", "/docs"] {
        let plain = ask(&api.http, &account, "GET", path, "").await.1;
        let (headers, body) = ask(&api.http, &account, "GET", path, "br").await;
        assert_eq!(
            (&headers["content-encoding"], &headers["vary"]),
            (&"br".parse().unwrap(), &"accept-encoding".parse().unwrap())
        );
        assert!(unpack(&headers, &body).await.as_bytes() == plain && body.len() < plain.len() / 2);
    }
}
