//! Examples of whole requests and responses, made of the examples that fields have.

use serde_json::{Map, Value, json};

use super::parts::{name_of, operations, schema, success};
use super::schemas::SCHEMAS;

/// Adds an example to every request body, to every success and to every error.
pub(super) fn add(document: &mut Value) {
    let whole = document.clone();
    for (path, _, operation) in operations(document) {
        // The example of a change has the fields that a new record needs, because nobody sends all of them.
        let new = path.strip_suffix("/{id}").map(|kind| &whole["paths"][kind]["post"]["requestBody"]);
        if let Some(body) = operation.get_mut("requestBody") {
            let needed = new.and_then(|new| of(&whole, new)["schema"]["$ref"].as_str());
            let needed = needed.and_then(|reference| resolve(&whole, reference)["required"].as_array());
            set(&whole, body, |name| needed.is_none_or(|needed| needed.iter().any(|one| one == name)));
        }
        for (_, response) in operation["responses"].as_object_mut().into_iter().flatten() {
            set(&whole, response, |_| true);
        }
        if let Some(success) = success(operation) {
            agree_with_new_record(&whole, success);
        }
    }
    for (_, item) in document["webhooks"].as_object_mut().into_iter().flatten() {
        set(&whole, &mut item["post"]["requestBody"], |_| true);
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

/// Returns the JSON content of a body or a response.
fn of<'a>(document: &'a Value, body: &'a Value) -> &'a Value {
    let body = body["$ref"].as_str().map_or(body, |reference| resolve(document, reference));
    &body["content"]["application/json"]
}

fn resolve<'a>(document: &'a Value, reference: &str) -> &'a Value {
    match reference.strip_prefix(SCHEMAS) {
        Some(name) => schema(document, name),
        None => &Value::Null,
    }
}

/// Sets the example of a body or a response, with the fields that are wanted.
fn set(document: &Value, body: &mut Value, wanted: impl Fn(&str) -> bool) {
    let json = body.get_mut("content").and_then(|content| content.get_mut("application/json"));
    let Some(json) = json else { return };
    let mut example = example(document, &json["schema"]);
    if let Value::Object(members) = &mut example {
        members.retain(|name, _| wanted(name));
    }
    json["example"] = example;
}

/// Copies the values of the example of a new record into the record in a response, so that the two agree.
fn agree_with_new_record(document: &Value, success: &mut Value) {
    let Some((kind, _)) = name_of(success) else { return };
    let path = format!("/{}", kind.replace('_', "-"));
    let new = example(document, &of(document, &document["paths"][path]["post"]["requestBody"])["schema"]);
    let data = &mut success["content"]["application/json"]["example"]["data"];
    let record = if data.is_array() { &mut data[0] } else { data };
    for (name, sent) in new.as_object().into_iter().flatten() {
        if let Some(value) = record.get_mut(name)
            && !sent.is_array()
            && !sent.is_object()
        {
            *value = sent.clone();
        }
    }
}

/// Returns an example of a schema: its own, or else one made of the examples of its parts.
fn example(document: &Value, schema: &Value) -> Value {
    if let Some(example) = schema["examples"].get(0).or_else(|| schema.get("const")) {
        return example.clone();
    }
    if let Some(reference) = schema["$ref"].as_str() {
        return example_of(document, reference);
    }
    if let Some(alternative) = schema["anyOf"].get(0).or_else(|| schema["enum"].get(0)) {
        return if alternative.is_object() { example(document, alternative) } else { alternative.clone() };
    }
    let members = schema["properties"].as_object();
    match schema["type"].as_str() {
        Some("object") => {
            let members = members.into_iter().flatten();
            let members: Map<_, _> =
                members.map(|(name, member)| (name.clone(), example(document, member))).collect();
            members.into()
        }
        Some("array") => json!([example(document, &schema["items"])]),
        Some("string") => json!("text"),
        Some("integer" | "number") => json!(1),
        // The type is a list that includes `null`, which is a likely value.
        _ => Value::Null,
    }
}

fn example_of(document: &Value, reference: &str) -> Value {
    example(document, resolve(document, reference))
}
