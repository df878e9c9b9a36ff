//! The envelope (specification, section 7): failures of every kind have it, and give a caller the facts that it needs.

use serde_json::json;
use shared::both_databases;
use shared::database::testing::TestDb;

use crate::support::document::served;
use crate::support::records::{RECEIVER, kinds, least};
use crate::support::reply::entries;
use crate::support::{Api, MISSING_ID, Reply};

mod failures;

both_databases!(
    spec_1_a_response_has_exactly_the_four_keys_in_order,
    spec_1_there_is_no_delete_operation,
    spec_4_rule_11_success_is_200_and_for_a_create_201_with_the_location,
    spec_7_what_is_not_there_is_404_and_the_same_to_the_byte,
    a_method_that_a_path_does_not_have_is_405_with_allow,
    a_trailing_slash_is_tolerated,
    head_is_get_without_a_body,
    a_body_that_is_not_json_is_415,
    a_body_that_is_no_json_object_is_400_and_says_where,
    a_body_over_1_mib_is_413_with_a_length_and_in_chunks,
    every_problem_is_reported_at_once,
    every_response_has_a_request_id,
);

/// [`Reply::new`] asserts this of every response. Here it is checked once in full.
async fn spec_1_a_response_has_exactly_the_four_keys_in_order(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let success = account.get("/tasks").await.ok();
    assert_eq!(success.text, r#"{"success":true,"message":"","type":"tasks.index","data":[]}"#);
    let failure = account.get("/tasks/1").await;
    assert_eq!(failure.text, r#"{"success":false,"message":"Not Found","type":"","data":[]}"#);
    let lists = kinds().chain(["webhooks", "lists", "members", "tags", "funds", "campaigns"]);
    let lists = lists.map(|kind| (format!("/{kind}"), format!("{kind}.index"), true));
    for (path, name, is_list) in lists.chain([
        ("/gift-types".to_owned(), "gift_types.index".to_owned(), true),
        ("/giving-summary".to_owned(), "giving-summary.read".to_owned(), false),
        ("/reports/donors".to_owned(), "donor_report.read".to_owned(), false),
        ("/reports/giving".to_owned(), "giving_report.read".to_owned(), false),
        ("/reports/pledges".to_owned(), "pledge_report.read".to_owned(), false),
        ("/account".to_owned(), "account.read".to_owned(), false),
        (format!("/contacts/{}", account.contact().await), "contacts.read".to_owned(), false),
    ]) {
        let reply = account.get(&path).await.ok();
        let keys: Vec<_> = entries(&reply.text).into_iter().map(|(key, _)| key).collect();
        assert_eq!(keys, ["success", "message", "type", "data"]);
        assert_eq!((&reply.json["success"], &reply.json["type"]), (&json!(true), &json!(name)));
        assert_eq!((reply.data().is_array(), reply.data().is_object()), (is_list, !is_list), "{path}");
    }
}

async fn spec_1_there_is_no_delete_operation(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let id = account.contact().await;
    for (path, item) in served(&api.http).await["paths"].as_object().unwrap() {
        assert_eq!(item.get("delete"), None, "{path}");
        // Try every method that the document does not have for a path.
        let path = path.replace("{id}", &id.to_string());
        for method in ["DELETE", "PATCH", "OPTIONS", "TRACE", "PUT", "POST", "PURGE"] {
            if item.get(method.to_lowercase()).is_none() {
                let reply = account.send(method, &path, "{}").await;
                reply.failed(405, "Method Not Allowed");
                let has = |name: &str| item.get(name).is_some();
                let allow =
                    ["get", "post", "put"].into_iter().filter(|name| has(name)).map(str::to_uppercase);
                let allow = allow.collect::<Vec<_>>().join(", ").replace("GET", "GET, HEAD");
                assert_eq!(reply.header("allow"), Some(allow.as_str()), "{method} {path}");
            }
        }
    }
    account.get(&format!("/contacts/{id}")).await.ok();
}

async fn spec_4_rule_11_success_is_200_and_for_a_create_201_with_the_location(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let contact_id = account.contact().await;
    for kind in kinds().chain(["gift-types", "lists", "webhooks"]) {
        let body = least(kind, contact_id);
        let created = account.post(&format!("/{kind}"), body).await;
        let path = format!("/{kind}/{}", created.id());
        // The request's URL contains the key, but the location must not.
        assert_eq!((created.status, created.header("location")), (201, Some(&*format!("/api/v1{path}"))));
        for reply in [
            account.get(&path).await,
            account.put(&path, json!({})).await,
            account.get(&format!("/{kind}")).await,
        ] {
            assert_eq!((reply.status, reply.header("location")), (200, None), "{path}");
        }
        assert_eq!(account.get(&path).await.ok().id(), created.id());
    }
    assert_eq!(account.get("/giving-summary").await.status, 200);
}

async fn spec_7_what_is_not_there_is_404_and_the_same_to_the_byte(db: TestDb) {
    let api = Api::start(db).await;
    let (account, other) = (api.account().await, api.account().await);
    let missing = account.get(&format!("/contacts/{MISSING_ID}")).await;
    let foreign = other.contact().await;
    let long = "9".repeat(3000);
    let mut replies = Vec::new();
    for path in [
        &format!("/contacts/{foreign}"),
        "/contacts/x",
        "/contacts/0",
        "/contacts/1.0",
        "/contacts/0x1",
        "/contacts/%2e%2e",
        "/contacts/%ff",
        &format!("/contacts/{long}"),
        "/contact",
        "/contacts/1/emails",
        "/giving-summary/1",
        "/reports",
        "/Contacts",
        "",
        "/",
        "/..%2f",
    ] {
        replies.push(account.get(path).await);
    }
    // An unknown path is a 404 with and without a key.
    for path in ["/api", "/api/v1", "/api/v2/contacts", "/api/v1/contact", "/favicon.ico", "/%00", "/docs/x"]
    {
        replies.push(api.http.get(path).await);
        replies.push(Reply::to(api.http.request("DELETE", path)).await);
    }
    for reply in replies {
        assert_eq!((reply.status, &reply.text), (404, &missing.text));
    }
    assert_eq!(missing.text, r#"{"success":false,"message":"Not Found","type":"","data":[]}"#);
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
    assert_eq!(docs.header("allow"), Some("GET, HEAD, OPTIONS"));
}

async fn a_trailing_slash_is_tolerated(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let new = json!({"contact_status": "donor", "contact_lname": "X"});
    let created = account.post("/contacts/", new).await.created();
    let path = format!("/contacts/{}", created.id());
    assert_eq!(created.header("location"), Some(format!("/api/v1{path}").as_str()));
    account.put(&format!("{path}/"), json!({"contact_fname": "Ada"})).await.ok();
    let (webhook, _) = account.record("webhooks", json!({"webhook_url": RECEIVER})).await;
    account.post(&format!("{webhook}/rotate-secret/"), json!({})).await.ok();
    for (with, without) in [
        ("/contacts/", "/contacts"),
        (&*format!("{path}//"), &*path),
        ("/giving-summary/?to=2026-01-01", "/giving-summary?to=2026-01-01"),
        (&*format!("{webhook}/deliveries/?limit=1"), &*format!("{webhook}/deliveries?limit=1")),
    ] {
        assert_eq!(account.get(with).await.ok().text, account.get(without).await.ok().text);
    }
}

async fn head_is_get_without_a_body(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let response = account.request("HEAD", "/contacts").send().await.unwrap();
    assert_eq!(response.status(), 200);
    assert_eq!(response.headers()["content-type"], "application/json; charset=utf-8");
    assert_eq!(response.text().await.unwrap(), "");
    // The length is that of the body which a GET has, with the newline at its end.
    let path = format!("/contacts/{}", account.contact().await);
    let head = account.request("HEAD", &path).send().await.unwrap();
    let body = account.request("GET", &path).send().await.unwrap().text().await.unwrap();
    assert_eq!(head.headers()["content-length"], body.len().to_string());
    assert!(body.ends_with("}\n"), "{body}");
    let missing = account.request("HEAD", "/contacts/0").send().await.unwrap();
    assert_eq!((missing.status().as_u16(), missing.text().await.unwrap()), (404, String::new()));
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
        ("[{]", "key must be a string at line 1 column 3"),
        (r#"{"a":1,"a":2}"#, "field a is given twice at line 1 column 13"),
    ] {
        let reply = account.send("POST", "/contacts", body).await;
        assert_eq!(
            (reply.status, reply.message()),
            (400, format!("the body is not a JSON object: {problem}").as_str())
        );
    }
    for (body, kind) in [
        ("[]", "a list"),
        (" [{\"contact_status\":\"donor\"}] ", "a list"),
        ("\"x\"", "a text"),
        ("-1", "a number"),
        ("true", "true or false"),
        ("null", "null"),
    ] {
        let reply = account.send("POST", "/contacts", body).await;
        assert_eq!(
            (reply.status, reply.message()),
            (400, format!("the body must be a JSON object, not {kind}").as_str())
        );
    }
    let reply = account.send("POST", "/contacts", b"{\"contact_fname\":\"\xff\"}".to_vec()).await;
    assert_eq!(reply.status, 400);
    assert!(reply.message().starts_with("the body is not UTF-8: "), "{}", reply.message());
}

/// The largest body, in bytes.
const LIMIT: usize = 1024 * 1024;

async fn a_body_over_1_mib_is_413_with_a_length_and_in_chunks(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
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
