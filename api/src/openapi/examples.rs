//! Examples of whole requests and responses. They are the service's answers to one small story, which a test tells it
//! again (`api/tests/api/examples.rs`).

use serde_json::{Value, json};

use super::parts::{may_create, operations, success};
use crate::http::media_type::{CSV, JSON};

/// The body of the request, if there is one, and the response of each operation; the body that receivers get of each
/// event; and each error.
const EXAMPLES: &str = include_str!("examples.json");

/// Adds an example to every request body, to every success and to every error.
pub(super) fn add(document: &mut Value) {
    let examples: Value = serde_json::from_str(EXAMPLES).unwrap_or_default();
    for (_, _, operation) in operations(document) {
        let told = &examples["operations"][operation["operationId"].as_str().unwrap_or_default()];
        if let Some(body) = operation.get_mut("requestBody") {
            set(body, &told["request"]);
        }
        if may_create(operation) {
            let record = told["response"]["data"].as_object().into_iter().flatten();
            let external_id = record.into_iter().find(|(name, _)| name.ends_with("_external_id"));
            operation["parameters"][0]["schema"]["examples"] = json!([external_id.map(|(_, id)| id)]);
            let id = operation["operationId"].as_str().unwrap_or_default().replacen("put", "create", 1);
            set(&mut operation["responses"]["201"], &examples["operations"][id]["response"]);
        }
        if let Some(success) = success(operation) {
            set(success, &told["response"]);
        }
    }
    for (event, item) in document["webhooks"].as_object_mut().into_iter().flatten() {
        set(&mut item["post"]["requestBody"], &examples["events"][event]);
    }
    for (name, response) in document["components"]["responses"].as_object_mut().into_iter().flatten() {
        set(response, &examples["errors"][name]);
    }
}

/// Sets the example of a body or a response. A text example is that of a file.
fn set(body: &mut Value, example: &Value) {
    let media_type = if example.is_string() { CSV } else { JSON };
    let content = body.get_mut("content").and_then(|content| content.get_mut(media_type));
    if let Some(content) = content
        && !example.is_null()
    {
        content["example"] = example.clone();
    }
}
