//! The parts of requests besides their bodies: parameters of the query, and headers.

use serde_json::{Value, json};

use super::headers;
use super::parts::{may_create, operations, takes_condition};
use crate::http::query::QUERY_MEDIA_TYPE;

/// The headers that requests may have: component, name, example, pattern, and meaning.
const REQUEST_HEADERS: [(&str, &str, &str, &str, &str); 4] = [
    (
        IF_NONE_MATCH,
        "If-None-Match",
        "\"19ebb4e2a00-c0535e4be2b79ffd\"",
        TAGS,
        "Entity tags of responses that you have: 304 without a body if one of them is current",
    ),
    (ONLY_NEW, "If-None-Match", "*", r"^\*$", "`*`: only create the record; 412 if there is one"),
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
        r#"^([!#-~][!-~]{0,254}|"([!#-\[\]-~]|\\["\\]){1,255}")$"#,
        "A unique value that you choose (double quotes allowed). The same request with the same key within 24 hours gets \
         the first response again; another request with this key is refused.",
    ),
];
const IF_NONE_MATCH: &str = "IfNoneMatch";
const ONLY_NEW: &str = "OnlyNew";
const IF_MATCH: &str = "IfMatch";
pub(super) const IDEMPOTENCY_KEY: &str = "IdempotencyKey";
/// The pattern of `*`, or of entity tags separated by commas.
const TAGS: &str = r#"^(\*|(W/)?"[!#-~]*"( *, *(W/)?"[!#-~]*")*)$"#;

/// The headers of lists that have pages.
const PAGE_HEADERS: [(&str, &str, &str); 3] = [
    (
        "Link",
        "The next page, with `limit` and as long as there is one. Resolve it against the address of this request, as \
         `urljoin` of Python and `new URL(link, address)` of JavaScript do; it has no key",
        "string",
    ),
    ("Total-Count", "How many records all pages have, with `limit`", "integer"),
    (
        "Sync-Cursor",
        "What to send as `updated_since` to get what changes from now on. Of several pages, keep that of the first",
        "string",
    ),
];

/// Adds the parameters of queries and the headers to the document.
pub(super) fn add(document: &mut Value) {
    put_queries_right(document);
    add_headers(document);
}

/// Turns the queries that poem-openapi has described as bodies into parameters.
fn put_queries_right(document: &mut Value) {
    for operation in document["paths"].as_object_mut().into_iter().flat_map(|paths| paths.values_mut()) {
        let Some(get) = operation.get_mut("get").and_then(Value::as_object_mut) else { continue };
        let Some(mut query) = get.remove("requestBody") else { continue };
        let Value::Object(properties) = query["content"][QUERY_MEDIA_TYPE]["schema"]["properties"].take()
        else {
            continue;
        };
        let is_paged = properties.contains_key("cursor");
        let is_synced = properties.contains_key("updated_since");
        if is_paged {
            let headers = PAGE_HEADERS.iter().filter(|(name, ..)| is_synced || *name != "Sync-Cursor");
            for (name, meaning, schema) in headers {
                get["responses"]["200"]["headers"][*name] =
                    json!({"description": meaning, "schema": {"type": schema}});
            }
        }
        let parameters = properties.into_iter().map(|(name, mut schema)| {
            let description = schema.as_object_mut().and_then(|schema| schema.remove("description"));
            let mut parameter = json!({
                "name": &name, "in": "query", "required": false, "description": description, "schema": schema,
            });
            if parameter["schema"]["type"] == "array" {
                // Several values are separated by commas.
                parameter["explode"] = false.into();
            } else if parameter["schema"]["type"] == "object" {
                // Each member is a parameter of its own: `custom[shirt]=M`. The pattern is that of the members' names.
                parameter["style"] = "deepObject".into();
                parameter["explode"] = true.into();
                let names = parameter["schema"].as_object_mut().and_then(|schema| schema.remove("pattern"));
                let names = names.as_ref().and_then(Value::as_str).unwrap_or(".*");
                parameter["schema"]["propertyNames"] = json!({"pattern": format!("^{names}$")});
            }
            parameter
        });
        if let Value::Array(all) = get.entry("parameters").or_insert_with(|| json!([])) {
            all.extend(parameters);
        }
    }
}

/// Returns a reference to one of [`REQUEST_HEADERS`].
pub(super) fn header(component: &str) -> Value {
    json!({"$ref": format!("#/components/parameters/{component}")})
}

/// Adds the headers of conditional and of idempotent requests to the operations that accept them. The method of an
/// operation and its responses tell which these are.
fn add_headers(document: &mut Value) {
    for (component, name, example, pattern, meaning) in REQUEST_HEADERS {
        document["components"]["parameters"][component] = json!({
            "name": name, "in": "header", "description": meaning,
            "schema": {"type": "string", "pattern": pattern, "examples": [example]},
        });
    }
    let mut not_modified = json!({
        "description": "Not modified: your copy is current",
        "headers": {"ETag": {"description": "Its entity tag", "schema": {"type": "string"}}},
    });
    headers::add_headers(&mut not_modified);
    document["components"]["responses"]["NotModified"] = not_modified;
    for (_, method, operation) in operations(document) {
        let responses = operation["responses"].as_object();
        let responds_with = |name| {
            let responses = responses.into_iter().flatten();
            responses.map(|(_, response)| &response["headers"]).any(|headers| headers.get(name).is_some())
        };
        let is_tagged_read = method == "get" && responds_with("ETag");
        let taken = [
            (IF_NONE_MATCH, is_tagged_read),
            (ONLY_NEW, may_create(operation)),
            (IF_MATCH, takes_condition(operation)),
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
