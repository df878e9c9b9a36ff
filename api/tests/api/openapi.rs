//! The OpenAPI document: committed, served and shown as it is generated.

use poem_openapi::OpenApiService;
use serde_json::{Value, json};
use shared::both_databases;
use shared::testing::TestDb;

use crate::support::Api;
use crate::support::document::{operations, served};

both_databases!(
    the_committed_document_is_up_to_date_and_served,
    the_document_is_complete,
    the_page_loads_nothing_from_other_hosts,
);

const COMMITTED: &str = include_str!("../../../openapi/openapi.json");

async fn the_committed_document_is_up_to_date_and_served(db: TestDb) {
    let api = Api::start(db).await;
    let generated = api::openapi::document(&api::app::service(&api.app));
    assert!(
        format!("{generated:#}\n") == COMMITTED,
        "openapi/openapi.json is out of date; update it with: cargo run -- openapi > openapi/openapi.json"
    );
    assert_eq!(served(&api.http).await, generated);
}

async fn the_document_is_complete(db: TestDb) {
    let api = Api::start(db).await;
    let document = served(&api.http).await;
    assert_eq!(document["openapi"], "3.1.0");
    let key = &document["components"]["securitySchemes"]["api_key"];
    assert_eq!(
        (&key["type"], &key["in"], &key["name"]),
        (&json!("apiKey"), &json!("query"), &json!("api_key"))
    );

    let events: Vec<_> = document["webhooks"].as_object().unwrap().keys().collect();
    let expected = [
        "contacts.create",
        "contacts.update",
        "gifts.create",
        "gifts.update",
        "pledges.create",
        "pledges.update",
        "tasks.create",
        "tasks.update",
    ];
    assert_eq!(events, expected);

    let operations = operations(&document);
    assert_eq!(operations.len(), 6 * 4 + 1, "six resources and the summary: {operations:?}");
    for operation in &operations {
        let described = &document["paths"][&operation.path][operation.method.to_lowercase()];
        let responses = described["responses"].as_object().unwrap();
        for status in ["403", "500", "503"] {
            assert!(responses.contains_key(status), "{operation:?} {status}");
        }
        assert_eq!(responses.contains_key("404"), operation.has_id(), "{operation:?}");
        assert_eq!(responses.contains_key("415"), operation.method != "GET", "{operation:?}");
        assert_eq!(described["security"], json!([{"api_key": []}, {"bearer": []}]), "{operation:?}");
        assert!(described["operationId"].is_string() && described["summary"].is_string(), "{operation:?}");
    }
    for (name, schema) in document["components"]["schemas"].as_object().unwrap() {
        for (property, described) in schema["properties"].as_object().into_iter().flatten() {
            let envelope = name == "Failure";
            assert!(
                envelope || described["description"].is_string() || described["$ref"].is_string(),
                "{name}.{property}"
            );
        }
    }
}

async fn the_page_loads_nothing_from_other_hosts(db: TestDb) {
    let api = Api::start(db).await;
    let response = api.http.request("GET", "/docs").send().await.unwrap();
    assert_eq!(response.status(), 200);
    let policy = response.headers()["content-security-policy"].to_str().unwrap().to_owned();
    assert!(policy.contains("default-src 'none'") && !policy.contains("http"), "{policy}");
    let page = response.text().await.unwrap();
    for loading in ["<script src", "<link ", "<img ", "@import", "<iframe"] {
        let head = &page[..page.find("<script").unwrap()];
        assert!(!head.contains(loading), "{loading}");
    }
    // It shows the whole document, not the framework's draft of it.
    assert!(page.contains(r#""openapi":"3.1.0""#) && page.contains(r#""contacts.create""#));
    let draft: Value = serde_json::from_str(&service_spec(&api)).unwrap();
    assert!(
        draft["openapi"].as_str().unwrap().starts_with("3.0"),
        "the framework's own version has moved on"
    );
}

fn service_spec(api: &Api) -> String {
    OpenApiService::new(api::resources::all(&api.app), "", "").spec()
}
