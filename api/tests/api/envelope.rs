//! Failures of every kind are the envelope (specification, section 7), and say what a caller needs to know.

use api::http::shell::{Methods, Shell};
use poem::{EndpointExt, Route, handler};
use serde_json::json;
use shared::Store;
use shared::both_databases;
use shared::testing::TestDb;

use crate::support::{Api, Http, Reply};

both_databases!(
    an_unknown_path_is_404,
    a_method_that_a_path_does_not_have_is_405_with_allow,
    a_trailing_slash_is_tolerated,
    head_is_get_without_a_body,
    a_body_that_is_not_json_is_415,
    a_body_that_is_no_json_object_is_400_and_says_where,
    a_body_over_1_mib_is_413_with_a_length_and_in_chunks,
    every_problem_is_reported_at_once,
    every_response_has_a_request_id,
);

async fn an_unknown_path_is_404(db: TestDb) {
    let api = Api::start(db).await;
    for path in [
        "/",
        "/api",
        "/api/v1",
        "/api/v2/contacts",
        "/api/v1/contact",
        "/api/v1/contacts/1/2",
        "/favicon.ico",
        "/%00",
    ] {
        api.http.get(path).await.failed(404, "Not Found");
    }
}

async fn a_method_that_a_path_does_not_have_is_405_with_allow(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    for (method, path, allow) in [
        ("DELETE", "/contacts/1", "GET, HEAD, PUT"),
        ("POST", "/contacts/1", "GET, HEAD, PUT"),
        ("PUT", "/contacts", "GET, HEAD, POST"),
        ("PATCH", "/gift-types/", "GET, HEAD, POST"),
        ("POST", "/giving-summary", "GET, HEAD"),
        ("OPTIONS", "/tasks", "GET, HEAD, POST"),
    ] {
        let reply = account.send(method, path, "{}").await;
        reply.failed(405, "Method Not Allowed");
        assert_eq!(reply.header("allow"), Some(allow), "{method} {path}");
    }
    let docs = Reply::to(api.http.request("POST", "/openapi.json")).await;
    docs.failed(405, "Method Not Allowed");
    assert_eq!(docs.header("allow"), Some("GET, HEAD"));
}

async fn a_trailing_slash_is_tolerated(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let created =
        account.post("/contacts/", json!({"contact_status": "donor", "contact_lname": "X"})).await.created();
    account.get("/contacts/").await.ok();
    account.get(&format!("/contacts/{}/", created.id())).await.ok();
}

async fn head_is_get_without_a_body(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let response = account.request("HEAD", "/contacts").send().await.unwrap();
    assert_eq!(response.status(), 200);
    assert_eq!(response.headers()["content-type"], "application/json; charset=utf-8");
    assert_eq!(response.text().await.unwrap(), "");
    assert_eq!(api.http.request("HEAD", "/api/v1/contacts").send().await.unwrap().status(), 403);
}

async fn a_body_that_is_not_json_is_415(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let body = r#"{"contact_status":"donor","contact_lname":"X"}"#;
    for content_type in
        ["text/plain", "application/x-www-form-urlencoded", "application/jsonx", "text/json", ""]
    {
        let request = account.request("POST", "/contacts").header("content-type", content_type).body(body);
        Reply::to(request).await.failed(415, "Content-Type must be application/json");
    }
    Reply::to(account.request("POST", "/contacts").body(body))
        .await
        .failed(415, "Content-Type must be application/json");
    for content_type in
        ["application/json", "Application/JSON; charset=utf-8", "application/json;charset=UTF-8"]
    {
        let request = account.request("POST", "/contacts").header("content-type", content_type).body(body);
        Reply::to(request).await.created();
    }
}

async fn a_body_that_is_no_json_object_is_400_and_says_where(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    for (body, problem) in [
        ("", "EOF while parsing a value at line 1 column 0"),
        ("{", "EOF while parsing an object at line 1 column 1"),
        ("{\"contact_fname\":\n oops}", "expected value at line 2 column 2"),
        ("{} {}", "trailing characters at line 1 column 4"),
        ("[]", "invalid type: sequence, expected an object at line 1 column 0"),
        ("null", "invalid type: null, expected an object at line 1 column 4"),
        (r#"{"a":1,"a":2}"#, "field a is given twice at line 1 column 13"),
    ] {
        let reply = account.send("POST", "/contacts", body).await;
        assert_eq!(
            (reply.status, reply.message()),
            (400, format!("the body is not a JSON object: {problem}").as_str())
        );
    }
    let reply = account.send("POST", "/contacts", b"{\"contact_fname\":\"\xff\"}".to_vec()).await;
    assert_eq!(reply.status, 400);
    assert!(reply.message().starts_with("the body is not UTF-8: "), "{}", reply.message());
}

async fn a_body_over_1_mib_is_413_with_a_length_and_in_chunks(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    const LIMIT: usize = 1024 * 1024;
    let body = |len: usize| {
        let frame = r#"{"contact_status":"donor","contact_lname":"X","ignored":""}"#;
        frame.replace("\"\"", &format!("\"{}\"", "x".repeat(len - frame.len())))
    };
    account.send("POST", "/contacts", body(LIMIT)).await.created();
    account
        .send("POST", "/contacts", body(LIMIT + 1))
        .await
        .failed(413, "the body must not be larger than 1048576 bytes");

    let chunked = |body: String| {
        let head = format!(
            "POST /api/v1/contacts?api_key={} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\n\
             Transfer-Encoding: chunked\r\n\r\n{:x}\r\n",
            account.key,
            body.len()
        );
        [head, body, "\r\n0\r\n\r\n".to_owned()].concat()
    };
    api.http.raw(chunked(body(LIMIT)).as_bytes()).await.created();
    let reply = api.http.raw(chunked(body(LIMIT + 1)).as_bytes()).await;
    reply.failed(413, "the body must not be larger than 1048576 bytes");
}

async fn every_problem_is_reported_at_once(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let reply = account.post("/contacts", json!({})).await;
    reply.failed(422, "contact_status is required; contact_lname is required unless contact_anonymous is 1");
    let body = json!({
        "contact_status": "friend", "contact_fname": 7, "contact_birthday": "soon",
        "emails": [{"email_address": "x"}, {}], "phones": [{"phone_number": "1", "phone_type": "pager"}],
    });
    let reply = account.post("/contacts", body).await;
    assert_eq!(reply.status, 422);
    for problem in [
        "contact_status must be one of contact, donor, prospect, archive, lapsed_donor",
        "contact_fname must be a string",
        "contact_birthday must be a date, as YYYY-MM-DD or --MM-DD",
        "emails[0].email_address must be an email address",
        "emails[1].email_address is required",
        "phones[0].phone_type must be one of mobile, home, work, fax, other",
        "contact_lname is required unless contact_anonymous is 1",
    ] {
        assert!(
            reply.message().split("; ").any(|one| one == problem),
            "{problem} is not in {}",
            reply.message()
        );
    }
}

async fn every_response_has_a_request_id(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let ids = [
        account.get("/contacts").await,
        account.get("/nothing").await,
        api.http.get("/api/v1/contacts").await,
    ];
    let ids = ids.map(|reply| reply.header("x-request-id").unwrap().to_owned());
    assert!(ids[0] != ids[1] && ids[1] != ids[2] && ids.iter().all(|id| id.len() == 32), "{ids:?}");
}

#[tokio::test]
async fn a_panic_is_500_with_the_request_id_and_no_internals() {
    #[handler]
    fn panics() -> String {
        panic!("secret internals")
    }
    let endpoint = Route::new().at("/", poem::get(panics)).with(Shell { methods: Methods::new([]) });
    let reply = Http::serve(endpoint).await.get("/").await;
    let request_id = reply.header("x-request-id").unwrap();
    reply.failed(500, &format!("Internal Server Error; request id {request_id}"));
}

#[tokio::test]
async fn a_database_that_is_down_is_503_with_retry_after_and_no_internals() {
    let db = shared::testing::sqlite().await;
    let down = Store::connect("postgres://user:secret@127.0.0.1:1/none").await.unwrap();
    let api = Api::start_with(db, |app| app.store = down).await;
    let reply = api.http.get("/api/v1/contacts?api_key=alm_x").await;
    reply.failed(503, "the service is not available now; please try again later");
    assert_eq!(reply.header("retry-after"), Some("5"));
}
