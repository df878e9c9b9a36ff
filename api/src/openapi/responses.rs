//! The failures of every operation, and the headers of every response.

use serde_json::{Map, Value, json};

use super::headers::{HEADERS, add_headers};
use super::parts::{may_create, operations, takes_condition};
use super::requests::{IDEMPOTENCY_KEY, header};
use crate::error::CODES;

/// The errors that an operation can answer with: status, name, and meaning.
const ERRORS: [(&str, &str, &str); 14] = [
    (
        "400",
        "BadRequest",
        "The request breaks a rule of HTTP/1.1; or the body is not a JSON object, is nested too deeply, or has broken off",
    ),
    (
        "403",
        "Forbidden",
        "The key is missing or not valid, or is a member's where the operation takes an owner's",
    ),
    ("404", "NotFound", "There is no such record in the caller's account"),
    ("408", "TooSlow", "The body did not come in time"),
    (
        "409",
        "Conflict",
        "A unique field is taken, or something is under way that must end first; the message says which",
    ),
    ("412", "PreconditionFailed", "The record has changed since it was read, so `If-Match` does not hold"),
    ("413", "PayloadTooLarge", "The body is larger than 1 MiB, or a file than 100 MiB"),
    ("414", "QueryTooLong", "The query is longer than 8 KiB"),
    (
        "415",
        "UnsupportedMediaType",
        "The body is of another media type, or has a content coding; the message says which one it must be",
    ),
    (
        "422",
        "Invalid",
        "Fields, parameters or headers are missing or not valid; the message names each with its rule",
    ),
    (
        "429",
        "TooManyRequests",
        "The key has made more requests than it may, or the client's address has without a valid key; try again after Retry-After",
    ),
    (
        "431",
        "HeadTooLarge",
        "The request's line and headers are larger than 32 KiB, or there are more than 100 headers",
    ),
    ("500", "InternalServerError", "Something failed; the message has the request's id"),
    (
        "503",
        "Unavailable",
        "The database is down or too busy or took too long, or there are too many connections; try again after Retry-After",
    ),
];

/// Adds both to the document.
pub(super) fn add(document: &mut Value) {
    for (status, name, meaning) in ERRORS {
        let mut response = json!({
            "description": meaning,
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Failure"}}},
        });
        if matches!(status, "409" | "429" | "503") {
            response["headers"]["Retry-After"] =
                json!({"description": "Seconds to wait, if that is known", "schema": {"type": "integer"}});
        }
        let codes: Vec<_> = CODES.iter().map(|(code, _)| code).collect();
        response["headers"]["Error-Code"] = json!({
            "description": "What kind of failure it is, for programs",
            "schema": {"title": "ErrorCode", "type": "string", "enum": codes},
        });
        response["headers"]["Error-Fields"] = json!({
            "description": "The fields that it is about, each once, as a list of strings (RFC 9651)",
            "schema": {"type": "string"},
        });
        if status == "409" {
            response["headers"]["Location"] = json!({
                "description": "The path of the record that has the value of a unique field",
                "schema": {"type": "string"},
            });
        }
        add_headers(&mut response);
        document["components"]["responses"][name] = response;
    }
    for (name, description) in HEADERS {
        document["components"]["headers"][name] =
            json!({"description": description, "schema": {"type": "string"}});
    }
    let has_match = |schema: &Value| schema["properties"].get("contact_match").is_some();
    let schemas = document["components"]["schemas"].as_object().into_iter().flatten();
    let matching: Vec<_> =
        schemas.filter(|(_, schema)| has_match(schema)).map(|(name, _)| name.clone()).collect();
    for (_, method, operation) in operations(document) {
        let body = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"].as_str();
        let matches =
            body.is_some_and(|body| matching.iter().any(|name| body.ends_with(&format!("/{name}"))));
        for (status, response) in operation["responses"].as_object_mut().into_iter().flatten() {
            if matches && status.starts_with('2') {
                response["headers"]["Contact-Match"] = json!({
                    "description": "With contact_match: `matched` if the contact was there, `created` if it was created",
                    "schema": {"title": "ContactMatchOutcome", "type": "string", "enum": ["matched", "created"]},
                });
            }
        }
        for response in operation["responses"].as_object_mut().into_iter().flat_map(Map::values_mut) {
            // A shared response, to which this one refers, has the headers already.
            if response.get("$ref").is_none() {
                add_headers(response);
            }
        }
        let (writes, has_body) = (method != "get", operation.get("requestBody").is_some());
        let parameters = || operation["parameters"].as_array().into_iter().flatten();
        let has = |place| parameters().any(|parameter| parameter["in"] == place);
        let takes_key = parameters().any(|parameter| *parameter == header(IDEMPOTENCY_KEY));
        let applying = ERRORS.iter().filter(|(status, ..)| match *status {
            "409" => writes,
            "404" => has("path") && !may_create(operation),
            "412" => takes_condition(operation),
            "422" => takes_key || has("query"),
            "408" | "413" => has_body,
            _ => true,
        });
        for (status, name, _) in applying.collect::<Vec<_>>() {
            operation["responses"][status] = json!({"$ref": format!("#/components/responses/{name}")});
        }
    }
}
