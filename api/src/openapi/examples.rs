//! Examples of whole requests and responses. They are what the service has answered to one small story, which a test tells
//! it again (`api/tests/api/examples.rs`).

use serde_json::{Value, json};

use super::parts::{operations, success};

/// Of each operation the body of a request, if it has one, and the response; of each event the body that receivers get.
const EXAMPLES: &str = include_str!("examples.json");

/// Adds an example to every request body, to every success and to every error.
pub(super) fn add(document: &mut Value) {
    let examples: Value = serde_json::from_str(EXAMPLES).unwrap_or_default();
    for (_, _, operation) in operations(document) {
        let told = &examples["operations"][operation["operationId"].as_str().unwrap_or_default()];
        if let Some(body) = operation.get_mut("requestBody") {
            set(body, &told["request"]);
        }
        if let Some(success) = success(operation) {
            set(success, &told["response"]);
        }
    }
    for (event, item) in document["webhooks"].as_object_mut().into_iter().flatten() {
        set(&mut item["post"]["requestBody"], &examples["events"][event]);
    }
    for (name, response) in document["components"]["responses"].as_object_mut().into_iter().flatten() {
        let message = match name.as_str() {
            "BadRequest" => json!("the body is not a JSON object: expected `,` or `}` at line 1 column 27"),
            "NotFound" => json!("Not Found"),
            "Forbidden" => json!("Forbidden"),
            "Conflict" => json!("contact_external_id is taken"),
            "PayloadTooLarge" => json!("the body must not be larger than 1048576 bytes"),
            "UnsupportedMediaType" => json!("Content-Type must be application/json"),
            "Invalid" => {
                json!("contact_status is required; contact_lname is required unless contact_anonymous is 1")
            }
            "Unavailable" => json!("the service is not available now; please try again later"),
            "InternalServerError" => {
                json!("Internal Server Error; request id 019a9c5e4b7a7cc28b6d4a1f0e9d8c7b")
            }
            _ => response["description"].clone(),
        };
        response["content"]["application/json"]["example"] =
            json!({"success": false, "message": message, "type": "", "data": []});
    }
}

/// Sets the example of a body or a response.
fn set(body: &mut Value, example: &Value) {
    let json = body.get_mut("content").and_then(|content| content.get_mut("application/json"));
    if let Some(json) = json
        && !example.is_null()
    {
        json["example"] = example.clone();
    }
}
