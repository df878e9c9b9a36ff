//! Query parameters that an operation does not know, or gets twice.

use serde_json::json;
use shared::both_databases;
use shared::database::testing::TestDb;

use crate::support::document::{operations, served};
use crate::support::{Api, Reply};

both_databases!(
    unknown_parameters_are_ignored_and_named_by_every_operation,
    known_parameters_and_paths_that_are_none_name_nothing,
    a_strict_caller_is_refused_for_every_parameter_that_is_unknown,
    names_are_made_fit_for_a_header_and_values_are_not_in_it,
    a_parameter_that_is_given_twice_is_422_for_every_operation,
);

async fn unknown_parameters_are_ignored_and_named_by_every_operation(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    for operation in operations(&served(&api.http).await) {
        let path = operation.path_of(1);
        let reply = account.send(&operation.method, &format!("{path}?typo=1&other=2&typo=3"), "{}").await;
        assert_eq!(reply.header("ignored-parameters"), Some(r#""typo", "other""#), "{operation:?}");
        let without_key = api.http.request(&operation.method, &format!("/api/v1{path}/?typo=1"));
        let refused = Reply::to(without_key).await;
        refused.failed(403, "Forbidden");
        assert_eq!(refused.header("ignored-parameters"), Some("\"typo\""), "{operation:?}");
    }
}

async fn known_parameters_and_paths_that_are_none_name_nothing(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    for operation in operations(&served(&api.http).await) {
        let query: Vec<_> = operation.query.iter().map(|name| format!("{name}=x")).collect();
        let path = format!("{}?{}", operation.path_of(1), query.join("&"));
        let reply = account.send(&operation.method, &path, "{}").await;
        assert_eq!(reply.header("ignored-parameters"), None, "{operation:?}");
    }
    assert_eq!(account.get("/nowhere?typo=1").await.header("ignored-parameters"), None);
    let deleted = account.send("DELETE", "/contacts?typo=1", "").await;
    assert_eq!((deleted.status, deleted.header("ignored-parameters")), (405, None));
    let head = account.request("HEAD", "/contacts?typo=1").send().await.unwrap();
    assert_eq!(head.headers()["ignored-parameters"], "\"typo\"");
}

async fn a_strict_caller_is_refused_for_every_parameter_that_is_unknown(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let send = async |method: &str, path: &str, handling: &str| {
        let request = account.request(method, path).header("prefer", format!("handling={handling}"));
        Reply::to(request.header("content-type", "application/json").body("{}")).await
    };
    for operation in operations(&served(&api.http).await) {
        let path = format!("{}?typo=1&o%0dther=2&typo=3", operation.path_of(1));
        let strict = send(&operation.method, &path, "strict").await;
        let rule = "is not a parameter of this operation";
        strict.failed(422, &format!("typo {rule}; o\\rther {rule}"));
        let header = |reply: &Reply, name| reply.header(name).map(str::to_owned);
        assert_eq!(
            header(&strict, "preference-applied").as_deref(),
            Some("handling=strict"),
            "{operation:?}"
        );
        assert!(header(&strict, "vary").unwrap().contains("Prefer"), "{operation:?}");
        let lenient = send(&operation.method, &path, "lenient").await;
        assert!(!lenient.text.contains("typo"), "{operation:?}: {}", lenient.text);
        assert_eq!(header(&lenient, "preference-applied"), None, "{operation:?}");
    }
    let known = send("GET", "/contacts?limit=1", "strict").await.ok();
    assert_eq!(known.header("preference-applied"), Some("handling=strict"));
    assert!(!known.header("vary").unwrap_or_default().contains("Prefer"));
}

async fn names_are_made_fit_for_a_header_and_values_are_not_in_it(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let path = "/contacts?a%0d%0ab=SECRET&%c3%a9=SECRET&&=x";
    let reply = account.get(path).await.ok();
    assert_eq!(reply.header("ignored-parameters"), Some(r#"%"a%0d%0ab", %"%c3%a9""#));
    assert!(!format!("{:?}", reply.headers).contains("SECRET"));
    let many: Vec<_> = (0..400).map(|n| format!("parameter{n}=1")).collect();
    let reply = account.send("POST", &format!("/contacts?{}", many.join("&")), json!({}).to_string()).await;
    let named = reply.header("ignored-parameters").unwrap();
    assert!(named.len() < 1100 && named.contains("\";omitted="), "{named}");
}

async fn a_parameter_that_is_given_twice_is_422_for_every_operation(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let webhook =
        account.post("/webhooks", json!({"webhook_url": "https://receiver.example/"})).await.created();
    let mut checked = 0;
    for operation in operations(&served(&api.http).await) {
        let media_type = if operation.takes_csv { "text/csv" } else { "application/json" };
        // A list may be given in several parameters.
        for name in operation.query.iter().filter(|name| !operation.lists.contains(name)) {
            let path = format!("{}?{name}=0&{name}=0", operation.path_of(webhook.id()));
            let request = account.request(&operation.method, &path).header("content-type", media_type);
            let reply = Reply::to(request.body("contact_status,contact_lname\n")).await;
            assert_eq!(reply.status, 422, "{name} of {operation:?}: {}", reply.text);
            let rule = format!("{name} must be given only once");
            assert!(reply.message().split("; ").any(|one| one == rule), "{operation:?}: {}", reply.text);
            checked += 1;
        }
    }
    assert!(checked > 20, "{checked} parameters");
    assert!(account.get("/imports").await.ok().list().is_empty());
}
