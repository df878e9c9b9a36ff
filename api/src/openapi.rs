//! The OpenAPI document: generated from the operations and their fields, then completed here with what poem-openapi
//! cannot say (it writes 3.0): nullable types of 3.1, the errors of every operation, and the events as webhooks.

use poem::http::Method;
use poem::http::header::CONTENT_SECURITY_POLICY;
use poem::web::Html;
use poem::{Endpoint, IntoResponse, Response, endpoint::make_sync};
use poem_openapi::{OpenApi, OpenApiService};
use serde_json::{Map, Value, json};
use shared::choices::{Choice, EventType};

use crate::app::BASE_PATH;
use crate::http::envelope::failure_schema;
use crate::http::operations::Path;
use crate::http::query::QUERY_MEDIA_TYPE;
use crate::resources::webhooks::test::PING;

/// The document's title.
pub const TITLE: &str = "Almoner";
/// The document's version.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

const DESCRIPTION: &str = "Donor management: contacts, gifts, pledges and tasks of a fundraising organisation, a giving \
    summary, and signed webhooks for every change.\n\nEvery response is an envelope of exactly `success`, `message`, \
    `type` and `data`. Fields that are not recognised are ignored and named in the header `Ignored-Fields`, parameters in \
    `Ignored-Parameters`. A PUT changes only the fields that are sent; an explicit `null` clears one.\n\nTwo headers make writes safe. `If-Match` with the `ETag` of \
    a read lets a PUT succeed only if the record has not changed since: a change of what it refers to, or of the day, does \
    not count. `Idempotency-Key` lets a request whose answer was lost be sent again: it is carried out once, and answered \
    with the same response for 24 hours. Failures are not kept: sent again, such a request is tried again.\n\nAn `X-Request-Id` of the caller's and a W3C \
    `traceparent` go into the service's log. Responses are compressed by `Accept-Encoding` (zstd, br, gzip).";

/// The headers that requests may have: component, name, an example, what a value looks like, and meaning.
const REQUEST_HEADERS: [(&str, &str, &str, &str, &str); 3] = [
    (
        IF_NONE_MATCH,
        "If-None-Match",
        "\"19ebb4e2a00-c0535e4be2b79ffd\"",
        TAGS,
        "Entity tags of responses that you have: 304 without a body if one is still right",
    ),
    (
        IF_MATCH,
        "If-Match",
        "\"19ebb4e2a00-c0535e4be2b79ffd\"",
        TAGS,
        "The entity tag of the record as you know it: 412 if it has changed since; `*` for any",
    ),
    (
        IDEMPOTENCY_KEY,
        "Idempotency-Key",
        "8e03978e-40d5-43dd-bc93-6894a57f9324",
        "^[!#-~][!-~]{0,254}$",
        "A name of your own for the request, also in double quotes: sent again within 24 hours, it is answered with the \
         response of the first time; with another method, path or body it is refused",
    ),
];
const IF_NONE_MATCH: &str = "IfNoneMatch";
const IF_MATCH: &str = "IfMatch";
const IDEMPOTENCY_KEY: &str = "IdempotencyKey";
/// `*`, or entity tags separated by commas.
const TAGS: &str = r#"^(\*|(W/)?"[!#-~]*"( *, *(W/)?"[!#-~]*")*)$"#;

/// The errors that an operation can answer with: status, name, and what it means.
const ERRORS: [(&str, &str, &str); 14] = [
    ("400", "BadRequest", "The body is not a JSON object, or is nested too deeply"),
    ("403", "Forbidden", "The key is missing or not valid"),
    ("404", "NotFound", "There is no such record in the caller's account"),
    ("408", "TooSlow", "The body did not come in time"),
    (
        "409",
        "Conflict",
        "A unique field is taken, or something is under way that must end first; the message says which",
    ),
    ("412", "PreconditionFailed", "The record has changed since it was read, so `If-Match` does not hold"),
    ("413", "PayloadTooLarge", "The body is larger than 1 MiB"),
    ("414", "QueryTooLong", "The query is longer than 8 KiB"),
    ("415", "UnsupportedMediaType", "The body is not application/json"),
    (
        "422",
        "Invalid",
        "Fields, parameters or headers are missing or not valid; the message names each with its rule",
    ),
    ("429", "TooManyRequests", "The key has made more requests than it may; try again after Retry-After"),
    ("431", "HeadTooLarge", "The request's line and headers are larger than 32 KiB"),
    ("500", "InternalServerError", "Something failed; the message has the request's id"),
    (
        "503",
        "Unavailable",
        "The database is down or too busy or took too long, or there are too many connections; try again after Retry-After",
    ),
];

/// The headers of every response of an operation, and what they mean.
const HEADERS: [(&str, &str); 4] = [
    ("X-Request-Id", "The request's id: the caller's own, if it sent a fit one, or a new one"),
    ("Ignored-Parameters", "The parameters of the query that were not recognised, separated by commas"),
    (
        "RateLimit-Policy",
        "Where requests are limited: how many may come at once, and in how many seconds so many come back",
    ),
    (
        "RateLimit",
        "Where requests are limited: how many may come now, and after how many seconds all of them may",
    ),
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
    put_queries_right(&mut document);
    add_request_headers(&mut document);
    add_errors(&mut document);
    let events = EventType::ALL.iter().map(|event| webhook(event.as_str(), record(*event)));
    document["webhooks"] = events.chain([webhook(PING, "Webhook")]).collect();
    document
}

/// The paths of the service, with their methods and parameters.
pub fn paths(document: &Value) -> Vec<Path> {
    let page =
        |template: &str| Path { template: template.to_owned(), methods: vec![(Method::GET, Vec::new())] };
    let mut paths = vec![page("/openapi.json"), page("/docs")];
    for (path, item) in document["paths"].as_object().into_iter().flatten() {
        let methods = [Method::GET, Method::POST, Method::PUT].into_iter().filter_map(|method| {
            let operation = item.get(method.as_str().to_lowercase())?;
            let parameters = operation["parameters"].as_array().into_iter().flatten();
            let query = parameters.filter(|parameter| parameter["in"] == "query");
            let names = query.filter_map(|parameter| Some(parameter["name"].as_str()?.to_owned()));
            Some((method, names.collect()))
        });
        paths.push(Path { template: format!("{BASE_PATH}{path}"), methods: methods.collect() });
    }
    paths
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

/// The headers of lists that have pages.
const PAGE_HEADERS: [(&str, &str, &str); 3] = [
    ("Link", "The next page, with `limit` and as long as there is one", "string"),
    ("Total-Count", "How many records all pages have, with `limit`", "integer"),
    ("Sync-Cursor", "What to send as `updated_since` to get what changes from now on", "string"),
];

/// Makes parameters of the queries that poem-openapi has described as bodies.
fn put_queries_right(document: &mut Value) {
    for operation in document["paths"].as_object_mut().into_iter().flat_map(|paths| paths.values_mut()) {
        let Some(get) = operation.get_mut("get").and_then(Value::as_object_mut) else { continue };
        let Some(mut query) = get.remove("requestBody") else { continue };
        let Value::Object(properties) = query["content"][QUERY_MEDIA_TYPE]["schema"]["properties"].take()
        else {
            continue;
        };
        let is_paged = properties.contains_key("cursor");
        if is_paged {
            for (name, meaning, schema) in PAGE_HEADERS {
                get["responses"]["200"]["headers"][name] =
                    json!({"description": meaning, "schema": {"type": schema}});
            }
        }
        let parameters = properties.into_iter().map(|(name, mut schema)| {
            let description = schema.as_object_mut().and_then(|schema| schema.remove("description"));
            json!({"name": name, "in": "query", "required": false, "description": description, "schema": schema})
        });
        if let Value::Array(all) = get.entry("parameters").or_insert_with(|| json!([])) {
            all.extend(parameters);
        }
    }
}

fn add_errors(document: &mut Value) {
    for (status, name, meaning) in ERRORS {
        let mut response = json!({
            "description": meaning,
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Failure"}}},
        });
        if matches!(status, "409" | "429" | "503") {
            response["headers"]["Retry-After"] =
                json!({"description": "Seconds to wait, if that is known", "schema": {"type": "integer"}});
        }
        add_headers(&mut response);
        document["components"]["responses"][name] = response;
    }
    for (name, description) in HEADERS {
        document["components"]["headers"][name] =
            json!({"description": description, "schema": {"type": "string"}});
    }
    for (path, method, operation) in operations(document) {
        for response in operation["responses"].as_object_mut().into_iter().flat_map(Map::values_mut) {
            add_headers(response);
        }
        let (writes, has_body) = (method != "get", operation.get("requestBody").is_some());
        let parameters = || operation["parameters"].as_array().into_iter().flatten();
        let has_query = parameters().any(|parameter| parameter["in"] == "query");
        let takes_key = parameters().any(|parameter| *parameter == header(IDEMPOTENCY_KEY));
        let applying = ERRORS.iter().filter(|(status, ..)| match *status {
            "409" => writes,
            "404" => path.contains("{id}"),
            "412" => method == "put",
            "422" => takes_key || has_query,
            "400" | "408" | "413" | "415" => has_body,
            _ => true,
        });
        for (status, name, _) in applying.collect::<Vec<_>>() {
            operation["responses"][status] = json!({"$ref": format!("#/components/responses/{name}")});
        }
    }
}

/// The operations of the document: path, method, and what is said of them.
fn operations(document: &mut Value) -> impl Iterator<Item = (&str, &str, &mut Value)> {
    let paths = document["paths"].as_object_mut().into_iter().flatten();
    paths.flat_map(|(path, item)| {
        let operations = item.as_object_mut().into_iter().flatten();
        operations.map(|(method, operation)| (path.as_str(), method.as_str(), operation))
    })
}

/// A reference to one of [`REQUEST_HEADERS`].
fn header(component: &str) -> Value {
    json!({"$ref": format!("#/components/parameters/{component}")})
}

/// Adds the headers of conditional and of idempotent requests, by the headers of the responses.
fn add_request_headers(document: &mut Value) {
    for (component, name, example, pattern, meaning) in REQUEST_HEADERS {
        document["components"]["parameters"][component] = json!({
            "name": name, "in": "header", "description": meaning,
            "schema": {"type": "string", "pattern": pattern, "examples": [example]},
        });
    }
    document["components"]["responses"]["NotModified"] = json!({
        "description": "What you have is still right",
        "headers": {"ETag": {"description": "Its entity tag", "schema": {"type": "string"}}},
    });
    for (_, method, operation) in operations(document) {
        let responses = operation["responses"].as_object();
        let responds_with = |name| {
            let responses = responses.into_iter().flatten();
            responses.map(|(_, response)| &response["headers"]).any(|headers| headers.get(name).is_some())
        };
        let is_tagged_read = method == "get" && responds_with("ETag");
        let taken = [
            (IF_NONE_MATCH, is_tagged_read),
            (IF_MATCH, method == "put"),
            (IDEMPOTENCY_KEY, responds_with("Idempotent-Replayed")),
        ];
        for (component, _) in taken.into_iter().filter(|(_, takes)| *takes) {
            match &mut operation["parameters"] {
                Value::Array(parameters) => parameters.push(header(component)),
                none => *none = json!([header(component)]),
            }
        }
        if is_tagged_read {
            operation["responses"]["304"] = json!({"$ref": "#/components/responses/NotModified"});
        }
    }
}

fn add_headers(response: &mut Value) {
    for (name, _) in HEADERS {
        response["headers"][name] = json!({"$ref": format!("#/components/headers/{name}")});
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
