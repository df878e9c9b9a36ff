//! The rules of HTTP/1.1 for a request's head. A client that breaks one gets an envelope that names the rule.

use serde_json::json;
use shared::both_databases;
use shared::database::testing::TestDb;

use crate::support::{Account, Api, Http};

both_databases!(
    a_malformed_request_behind_a_good_one_gets_the_envelope,
    requests_behind_each_other_are_answered_in_their_order,
    the_limit_that_a_head_breaks_is_told,
    a_request_has_one_host,
    an_authorization_that_is_given_twice_is_400,
    a_transfer_encoding_other_than_one_chunked_is_400,
    a_body_with_a_content_encoding_is_415,
);

/// Makes a request of an account, with more lines in its head. The connection is closed after the response.
fn request(account: &Account, method: &str, path: &str, lines: &str) -> String {
    let key = &account.key;
    format!(
        "{method} /api/v1{path} HTTP/1.1\r\nAuthorization: Bearer {key}\r\nConnection: close\r\n{lines}\r\n"
    )
}

async fn refused(http: &Http, request: &str, status: u16, message: &str) {
    http.raw(request.as_bytes()).await.failed(status, message);
}

async fn a_malformed_request_behind_a_good_one_gets_the_envelope(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let good = request(&account, "GET", "/tasks", "Host: x\r\n").replace("Connection: close\r\n", "");
    let body = r#"{"task_subject":"Call"}"#;
    let lines = format!("Host: x\r\nContent-Type: application/json\r\nContent-Length: {}\r\n", body.len());
    let created = request(&account, "POST", "/tasks", &lines).replace("Connection: close\r\n", "") + body;
    let forbidden = created.replace(&account.key, "alm_x");
    let many = format!("GET / HTTP/1.1\r\nHost: x\r\n{}\r\n", "X: 1\r\n".repeat(100));
    for (first, status) in [(&good, "200"), (&created, "201"), (&forbidden, "403")] {
        for bad in
            ["no HTTP at all\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", &many]
        {
            let alone = api.http.raw(bad.as_bytes()).await;
            let (head, rest) = api.http.raw_response([first, bad].concat().as_bytes()).await;
            assert!(head.starts_with(&format!("HTTP/1.1 {status} ")), "{bad:?}: {head}");
            let (_, second) = rest.rsplit_once("HTTP/1.1 ").unwrap_or_else(|| panic!("{bad:?}: {rest}"));
            assert!(second.starts_with(&alone.status.to_string()), "{bad:?}: {second}");
            assert!(second.contains("\r\nx-request-id: "), "{bad:?}: {second}");
            assert!(second.trim_end().ends_with(&alone.text), "{bad:?}: {second}");
        }
    }
}

async fn requests_behind_each_other_are_answered_in_their_order(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (_, id) = account.record("tasks", json!({"task_subject": "Call"})).await;
    let kept =
        |path: &str| request(&account, "GET", path, "Host: x\r\n").replace("Connection: close\r\n", "");
    let last = request(&account, "GET", "/nowhere", "Host: x\r\n");
    let all = [kept("/tasks"), kept(&format!("/tasks/{id}")), last].concat();
    let (head, rest) = api.http.raw_response(all.as_bytes()).await;
    let answers = format!("{head}{rest}");
    let statuses: Vec<_> = answers.split("HTTP/1.1 ").skip(1).map(|answer| &answer[..3]).collect();
    assert_eq!(statuses, ["200", "200", "404"], "{answers}");
}

async fn the_limit_that_a_head_breaks_is_told(db: TestDb) {
    const TOO_MANY: &str = "a request must not have more than 100 headers";
    const TOO_LONG: &str = "the body must not be larger than 104857600 bytes";
    let api = Api::start(db).await;
    let account = api.account().await;
    // Each request has an Authorization and a Connection.
    let with = |headers: usize| {
        request(&account, "GET", "/tasks", &format!("Host: x\r\n{}", "X: 1\r\n".repeat(headers - 3)))
    };
    api.http.raw_response(with(100).as_bytes()).await.0.strip_prefix("HTTP/1.1 200 OK").unwrap();
    for headers in [101, 1000] {
        refused(&api.http, &with(headers), 431, TOO_MANY).await;
    }
    for body in ["", "{}", &"x\n".repeat(10_000)] {
        for path in ["/tasks", "/imports/contacts"] {
            let lines = format!("Host: x\r\nContent-Type: text/csv\r\nContent-Length: {}\r\n", u64::MAX);
            refused(&api.http, &(request(&account, "POST", path, &lines) + body), 413, TOO_LONG).await;
        }
    }
}

async fn a_request_has_one_host(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    for method in ["GET", "POST"] {
        refused(&api.http, &request(&account, method, "/tasks", ""), 400, "Host is required").await;
        for hosts in ["Host: x\r\nHost: x\r\n", "Host: x\r\nhost: y\r\n"] {
            let doubled = request(&account, method, "/tasks", hosts);
            refused(&api.http, &doubled, 400, "Host must be given only once").await;
        }
    }
    // HTTP/1.0 does not have the header yet.
    let old = request(&account, "GET", "/nowhere", "").replace("HTTP/1.1", "HTTP/1.0");
    let (head, _) = api.http.raw_response(old.as_bytes()).await;
    assert!(head.starts_with("HTTP/1.0 404"), "{head}");
}

async fn an_authorization_that_is_given_twice_is_400(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    for second in [account.key.as_str(), "alm_x"] {
        let lines = format!("Host: x\r\nAuthorization: Bearer {second}\r\n");
        let doubled = request(&account, "GET", "/tasks", &lines);
        refused(&api.http, &doubled, 400, "Authorization must be given only once").await;
    }
}

async fn a_transfer_encoding_other_than_one_chunked_is_400(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let post = |lines: &str| {
        let lines = format!("Host: x\r\nContent-Type: application/json\r\n{lines}");
        request(&account, "POST", "/tasks", &lines) + "17\r\n{\"task_subject\":\"Call\"}\r\n0\r\n\r\n"
    };
    for lines in [
        "Transfer-Encoding: gzip, chunked\r\n",
        "Transfer-Encoding: chunked, chunked\r\n",
        "Transfer-Encoding: identity, chunked\r\n",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
        "Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n",
    ] {
        refused(&api.http, &post(lines), 400, "Transfer-Encoding must be chunked, given once").await;
    }
    assert_eq!(api.http.raw(post("Transfer-Encoding: gzip\r\n").as_bytes()).await.status, 400);
    assert!(account.get("/tasks").await.ok().list().is_empty());
    for lines in ["Transfer-Encoding: chunked\r\n", "Transfer-Encoding: Chunked \r\n"] {
        api.http.raw(post(lines).as_bytes()).await.created();
    }
}

async fn a_body_with_a_content_encoding_is_415(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let body = r#"{"task_subject":"Call"}"#;
    let post = |path: &str, media_type: &str, encodings: &str| {
        let length = body.len();
        let lines =
            format!("Host: x\r\nContent-Type: {media_type}\r\nContent-Length: {length}\r\n{encodings}");
        request(&account, "POST", path, &lines) + body
    };
    for encodings in [
        "Content-Encoding: gzip\r\n",
        "Content-Encoding: identity, br\r\n",
        "Content-Encoding: identity\r\nContent-Encoding: zstd\r\n",
        "Content-Encoding: \u{e9}\r\n",
    ] {
        for (path, media_type) in [("/tasks", "application/json"), ("/imports/contacts", "text/csv")] {
            let reply = api.http.raw(post(path, media_type, encodings).as_bytes()).await;
            reply.failed(415, "Content-Encoding must be identity");
            assert_eq!(reply.header("accept-encoding"), Some("identity"));
        }
    }
    // The service reads a large body before it answers, so that the client sees the answer.
    let large = account.request("POST", "/imports/contacts").header("content-encoding", "gzip");
    let reply = crate::support::Reply::to(large.body(vec![b'x'; 4 * 1024 * 1024])).await;
    reply.failed(415, "Content-Encoding must be identity");
    assert!(account.get("/tasks").await.ok().list().is_empty());
    for encodings in ["", "Content-Encoding: Identity\r\n"] {
        api.http.raw(post("/tasks", "application/json", encodings).as_bytes()).await.created();
    }
}
