//! The OpenAPI document: generated from the operations and their fields, then completed here with what poem-openapi
//! cannot say (it writes 3.0): nullable types of 3.1, the errors of every operation, and the events as webhooks.

use poem::http::header::CONTENT_SECURITY_POLICY;
use poem::web::Html;
use poem::{Endpoint, IntoResponse, Response, endpoint::make_sync};
use poem_openapi::{OpenApi, OpenApiService};
use serde_json::{Value, json};

use crate::app::BASE_PATH;
use crate::http::envelope::failure_schema;

mod examples;
mod links;
mod schemas;
mod webhooks;

use schemas::to_3_1;

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
    ("400", "BadRequest", "The body is not a JSON object"),
    ("403", "Forbidden", "The key is missing or not valid"),
    ("404", "NotFound", "There is no such record in the caller's account"),
    (
        "409",
        "Conflict",
        "A unique field is taken, or something is under way that must end first; the message says which",
    ),
    ("413", "PayloadTooLarge", "The body is larger than 1 MiB"),
    ("415", "UnsupportedMediaType", "The body is not application/json"),
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
    document["webhooks"] = webhooks::webhooks().into();
    schemas::close_responses(&mut document);
    describe(&mut document);
    links::add(&mut document);
    examples::add(&mut document);
    document
}

/// Every operation, with its path.
fn operations(document: &mut Value) -> impl Iterator<Item = (&str, &mut Value)> {
    let paths = document["paths"].as_object_mut().into_iter().flatten();
    paths.flat_map(|(path, item)| {
        let operations = item.as_object_mut().into_iter().flatten();
        operations.map(|(_, operation)| (path.as_str(), operation))
    })
}

/// A schema that others refer to by its name.
fn schema<'a>(document: &'a Value, name: &str) -> &'a Value {
    &document["components"]["schemas"][name]
}

/// The response of an operation's success.
fn success(operation: &mut Value) -> Option<&mut Value> {
    let responses = operation["responses"].as_object_mut()?;
    responses.iter_mut().find(|(status, _)| status.starts_with('2')).map(|(_, response)| response)
}

/// The two words of the envelope's `type` where an operation has succeeded: `contacts` and `read`.
fn name_of(success: &Value) -> Option<(&str, &str)> {
    let schema = &success["content"]["application/json"]["schema"];
    schema["properties"]["type"]["const"].as_str()?.split_once('.')
}

/// Describes the operations that have nothing particular to say.
fn describe(document: &mut Value) {
    for (_, operation) in operations(document) {
        let action = success(operation).and_then(|success| Some(name_of(success)?.1.to_owned()));
        let description = match action.as_deref() {
            Some("index") => "Answers with all there are in the account, ordered by id.",
            Some("create") => "Answers with the whole record; `Location` is its path.",
            Some("read") => "Answers as to an id that never was if the record is another account's.",
            Some("update") => {
                "Changes only the fields that are sent, and answers with the whole record. The rules of a new record hold \
                 for the record as it would be."
            }
            _ => continue,
        };
        if operation.get("description").is_none() {
            operation["description"] = description.into();
        }
    }
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
                let unique = ["/contacts", "/gifts", "/pledges", "/gift-types"];
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
