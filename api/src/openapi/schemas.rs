//! Schemas of OpenAPI 3.1, which are those of JSON Schema 2020-12.

use serde_json::{Map, Value, json};

/// Rewrites every schema from OpenAPI 3.0 to JSON Schema 2020-12: `nullable` becomes a type or an alternative,
/// `example` becomes `examples`, and the only value of an `enum` becomes `const`.
pub(super) fn to_3_1(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(to_3_1),
        Value::Object(object) => {
            object.values_mut().for_each(to_3_1);
            if let Some(example) = object.remove("example") {
                object.insert("examples".to_owned(), json!([example]));
            }
            if object.get("format") == Some(&json!("int64")) {
                whole_bounds(object);
            }
            if let Some([only]) = object.get("enum").and_then(Value::as_array).map(Vec::as_slice) {
                let only = only.clone();
                object.remove("enum");
                object.insert("const".to_owned(), only);
            }
            if object.remove("nullable") == Some(Value::Bool(true)) {
                make_nullable(object);
            } else if let Some([only]) = object.get("allOf").and_then(Value::as_array).map(Vec::as_slice) {
                // In 3.1 a reference may have siblings, so it does not need `allOf`.
                let reference = only["$ref"].clone();
                object.remove("allOf");
                object.insert("$ref".to_owned(), reference);
            }
        }
        _ => {}
    }
}

/// Makes bounds whole numbers. They are floats in poem-openapi, and a float cannot hold the largest integer.
fn whole_bounds(schema: &mut Map<String, Value>) {
    for bound in ["minimum", "maximum"] {
        if let Some(whole) = schema.get(bound).and_then(Value::as_f64) {
            #[allow(clippy::cast_possible_truncation, reason = "it has been made of an integer")]
            schema.insert(bound.to_owned(), json!(whole as i64));
        }
    }
    schema.entry("maximum").or_insert(json!(i64::MAX));
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

/// The beginning of a reference to a schema.
pub(super) const SCHEMAS: &str = "#/components/schemas/";
