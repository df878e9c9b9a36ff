//! The OpenAPI document: generated from the operations and their fields, then completed here with what poem-openapi
//! cannot say (it writes 3.0): nullable types of 3.1, the errors of every operation, and the events as webhooks.

use poem::http::header::CONTENT_SECURITY_POLICY;
use poem::web::Html;
use poem::{Endpoint, IntoResponse, Response, endpoint::make_sync};
use poem_openapi::{OpenApi, OpenApiService};
use serde_json::{Map, Value, json};
use shared::choices::{Choice, EventType};

use crate::app::BASE_PATH;
use crate::http::envelope::failure_schema;
use crate::resources::webhooks::test::PING;

/// The document's title.
pub const TITLE: &str = "Almoner";
/// The document's version.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

const DESCRIPTION: &str = "Donor management: contacts, gifts, pledges and tasks of a fundraising organisation, a giving \
    summary, and signed webhooks for every change.\n\nEvery response is an envelope of exactly `success`, `message`, \
    `type` and `data`. Fields that are not recognised are ignored and named in the header `Ignored-Fields`. A PUT changes \
    only the fields that are sent; an explicit `null` clears one.";

/// The errors that an operation can answer with: status, name, and what it means.
const ERRORS: [(&str, &str, &str); 9] = [
    ("400", "BadRequest", "The body is not a JSON object, or has broken off"),
    ("403", "Forbidden", "The key is missing or not valid"),
    ("404", "NotFound", "There is no such record in the caller's account"),
    (
        "409",
        "Conflict",
        "A unique field is taken, or something is under way that must end first; the message says which",
    ),
    ("413", "PayloadTooLarge", "The body is larger than 1 MiB, or a file than 100 MiB"),
    (
        "415",
        "UnsupportedMediaType",
        "The body is of another media type; the message says which one it must be",
    ),
    ("422", "Invalid", "Fields are missing or not valid; the message names each with its rule"),
    ("500", "InternalServerError", "Something failed; the message has the request's id"),
    ("503", "Unavailable", "The database is down or too busy; try again after Retry-After"),
];

/// The whole document, as OpenAPI 3.1.0.
pub fn document<T: OpenApi>(service: &OpenApiService<T, ()>) -> Value {
    let mut document: Value = serde_json::from_str(&service.spec()).unwrap_or_default();
    to_3_1(&mut document);
    document["openapi"] = json!("3.1.0");
    document["info"]["description"] = json!(DESCRIPTION);
    document["info"]["license"] = json!({"name": "Apache-2.0 OR MIT", "identifier": "Apache-2.0 OR MIT"});
    document["servers"] = json!([{"url": BASE_PATH}]);
    let mut failure = serde_json::to_value(failure_schema()).unwrap_or_default();
    to_3_1(&mut failure);
    document["components"]["schemas"]["Failure"] = failure;
    add_errors(&mut document);
    let events = EventType::ALL.iter().map(|event| webhook(event.as_str(), record(*event)));
    document["webhooks"] = events.chain([webhook(PING, "Webhook")]).collect();
    document
}

/// The paths of the service and what their `Allow` headers say.
pub fn methods(document: &Value) -> Vec<(String, String)> {
    let get = "GET, HEAD".to_owned();
    let mut methods = vec![("/openapi.json".to_owned(), get.clone()), ("/docs".to_owned(), get)];
    for (path, item) in document["paths"].as_object().into_iter().flatten() {
        let mut allow = Vec::new();
        for method in ["get", "post", "put"] {
            if item.get(method).is_some() {
                allow.push(method.to_uppercase());
                if method == "get" {
                    allow.push("HEAD".to_owned());
                }
            }
        }
        methods.push((format!("{BASE_PATH}{path}"), allow.join(", ")));
    }
    methods
}

/// Rewrites every schema from OpenAPI 3.0 to JSON Schema 2020-12: `nullable` becomes a type or an alternative, and
/// `example` becomes `examples`.
fn to_3_1(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(to_3_1),
        Value::Object(object) => {
            object.values_mut().for_each(to_3_1);
            if let Some(example) = object.remove("example") {
                object.insert("examples".to_owned(), json!([example]));
            }
            if object.remove("nullable") == Some(Value::Bool(true)) {
                make_nullable(object);
            } else if let Some([only]) = object.get("allOf").and_then(Value::as_array).map(Vec::as_slice) {
                // 3.1 lets a reference have siblings.
                let reference = only["$ref"].clone();
                object.remove("allOf");
                object.insert("$ref".to_owned(), reference);
            }
        }
        _ => {}
    }
}

fn make_nullable(schema: &mut Map<String, Value>) {
    if let Some(Value::String(name)) = schema.get("type") {
        let types = json!([name, "null"]);
        schema.insert("type".to_owned(), types);
    }
    if let Some(Value::Array(values)) = schema.get_mut("enum") {
        values.push(Value::Null);
    }
    let alternatives = schema.remove("allOf").or_else(|| schema.remove("anyOf"));
    if let Some(Value::Array(mut alternatives)) = alternatives {
        alternatives.push(json!({"type": "null"}));
        schema.insert("anyOf".to_owned(), alternatives.into());
    }
}

fn add_errors(document: &mut Value) {
    for (status, name, meaning) in ERRORS {
        let mut response = json!({
            "description": meaning,
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Failure"}}},
        });
        if status == "503" {
            response["headers"]["Retry-After"] =
                json!({"description": "Seconds to wait", "schema": {"type": "integer"}});
        }
        document["components"]["responses"][name] = response;
    }
    for (path, item) in document["paths"].as_object_mut().into_iter().flatten() {
        for (method, operation) in item.as_object_mut().into_iter().flatten() {
            let (writes, has_body) = (method != "get", operation.get("requestBody").is_some());
            let has_query = operation["parameters"]
                .as_array()
                .is_some_and(|parameters| parameters.iter().any(|parameter| parameter["in"] == "query"));
            for (status, name, _) in ERRORS {
                let unique = ["/contacts", "/gifts", "/pledges", "/gift-types", "/imports"];
                let exclusive = ["/redeliver", "/recover", "/test"];
                let applies = match status {
                    "409" => {
                        writes && unique.iter().any(|kind| path.starts_with(kind))
                            || exclusive.iter().any(|action| path.ends_with(action))
                    }
                    "404" => path.contains("{id}"),
                    "422" => has_body || has_query || path.ends_with("/redeliver"),
                    "400" | "413" | "415" => has_body,
                    _ => true,
                };
                if applies {
                    operation["responses"][status] =
                        json!({"$ref": format!("#/components/responses/{name}")});
                }
            }
        }
    }
}

/// The schema of the record that an event tells of.
fn record(event: EventType) -> &'static str {
    match event {
        EventType::ContactsCreate | EventType::ContactsUpdate => "Contact",
        EventType::GiftsCreate | EventType::GiftsUpdate => "Gift",
        EventType::PledgesCreate | EventType::PledgesUpdate => "Pledge",
        EventType::TasksCreate | EventType::TasksUpdate => "Task",
    }
}

/// The request that a receiver gets for an event, under the event's name.
fn webhook(event: &str, record: &str) -> (String, Value) {
    let (kind, action) = event.split_once('.').unwrap_or_default();
    let (id, done) = match action {
        "create" => ("Created", "created"),
        "update" => ("Updated", "updated"),
        _ => ("Ping", "tried out"),
    };
    let header = |name: &str, description: &str, example: &str| {
        json!({"name": name, "in": "header", "required": true, "description": description,
               "schema": {"type": "string", "examples": [example]}})
    };
    let operation = json!({"post": {
        "operationId": format!("{kind}{id}"),
        "summary": format!("{record} {done}"),
        "description": "Signed as Standard Webhooks has it. Answer with 2xx; anything else is tried again.",
        "tags": ["Webhooks"],
        "security": [],
        "parameters": [
            header("webhook-id", "The event's id, the same on every attempt", "evt_01996c5e4b7a7cc28b6d4a1f0e9d8c7b"),
            header("webhook-timestamp", "When this attempt was made, in seconds since the Unix epoch", "1781524800"),
            header("webhook-signature", "`v1,` and base64 of HMAC-SHA256 of `{id}.{timestamp}.{body}`; several separated by spaces",
                   "v1,tZ1I4/hDygAJgO5TYxiSd6Sd0kDW6hPenDe+bTa3Kkw="),
        ],
        "requestBody": {"required": true, "content": {"application/json": {"schema": {
            "type": "object",
            "required": ["id", "type", "timestamp", "data"],
            "properties": {
                "id": {"type": "string", "description": "The event's id", "pattern": "^evt_[0-9a-f]{32}$"},
                "type": {"type": "string", "const": event},
                "timestamp": {"type": "string", "format": "date-time", "description": "When it happened"},
                "data": {"$ref": format!("#/components/schemas/{record}"), "description": "The record, as a read at that moment returned it"},
            },
        }}}},
        "responses": {
            "2XX": {"description": "Received"},
            "410": {"description": "Gone: the webhook is disabled"},
            "4XX": {"description": "Not received; tried again"},
        },
    }});
    (event.to_owned(), operation)
}

/// Serves the document.
pub fn serve_json(document: String) -> impl Endpoint<Output = Response> {
    make_sync(move |_| document.clone().with_content_type("application/json").into_response())
}

/// Serves the page that shows the document. It has everything in itself; the policy keeps it that way.
pub fn serve_docs<T: OpenApi>(
    service: &OpenApiService<T, ()>,
    document: &str,
) -> impl Endpoint<Output = Response> + use<T> {
    const POLICY: &str = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; \
                          connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    let html = service.swagger_ui_html().replacen(&service.spec(), document, 1);
    let html = html.replacen("<title>Swagger UI</title>", "<title>Almoner API</title>", 1);
    make_sync(move |_| Html(html.clone()).with_header(CONTENT_SECURITY_POLICY, POLICY).into_response())
}
