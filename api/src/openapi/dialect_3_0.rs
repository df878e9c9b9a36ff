//! The document as OpenAPI 3.0.3, for tools that do not read 3.1. It is made of the same document.

use serde_json::{Map, Value, json};

/// Rewrites the document. Events stand under `x-webhooks`, because 3.0 has no place for them.
pub fn to_3_0(mut document: Value) -> Value {
    rewrite(&mut document);
    document["openapi"] = json!("3.0.3");
    document["x-webhooks"] = document["webhooks"].take();
    if let Value::Object(document) = &mut document {
        document.remove("webhooks");
    }
    if let Value::Object(license) = &mut document["info"]["license"] {
        license.remove("identifier");
    }
    document
}

fn rewrite(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(rewrite),
        Value::Object(object) => {
            object.values_mut().for_each(rewrite);
            rewrite_schema(object);
        }
        _ => {}
    }
}

/// Rewrites a schema. Nothing else has members with these names and values.
fn rewrite_schema(schema: &mut Map<String, Value>) {
    if let Some([first, ..]) = schema.get("examples").and_then(Value::as_array).map(Vec::as_slice) {
        let first = first.clone();
        schema.remove("examples");
        schema.insert("example".to_owned(), first);
    }
    if let Some(only) = schema.remove("const") {
        schema.insert("enum".to_owned(), json!([only]));
    }
    schema.remove("propertyNames");
    if let Some([name, _null]) = schema.get("type").and_then(Value::as_array).map(Vec::as_slice) {
        let name = name.clone();
        schema.insert("type".to_owned(), name);
        schema.insert("nullable".to_owned(), json!(true));
    }
    // With `oneOf`, a generated Go client would need a package besides.
    if let Some(alternatives) = schema.remove("oneOf") {
        schema.insert("anyOf".to_owned(), alternatives);
    }
    if let Some(Value::Array(mut alternatives)) = schema.remove("anyOf") {
        let count = alternatives.len();
        alternatives.retain(|alternative| alternative != &json!({"type": "null"}));
        if alternatives.len() < count {
            schema.insert("nullable".to_owned(), json!(true));
        }
        // A reference has no siblings in 3.0, so a single one stands in a list, too.
        let key = if alternatives.len() == 1 { "allOf" } else { "anyOf" };
        schema.insert(key.to_owned(), alternatives.into());
    }
    if schema.len() > 1
        && let Some(reference) = schema.remove("$ref")
    {
        schema.insert("allOf".to_owned(), json!([{"$ref": reference}]));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schemas_say_the_same_in_the_words_of_3_0() {
        for (of_3_1, of_3_0) in [
            (
                json!({"type": ["string", "null"], "examples": ["a", "b"]}),
                json!({"type": "string", "nullable": true, "example": "a"}),
            ),
            (json!({"type": "string", "const": "x"}), json!({"type": "string", "enum": ["x"]})),
            (
                json!({"anyOf": [{"$ref": "#/a"}, {"type": "null"}], "description": "d"}),
                json!({"allOf": [{"$ref": "#/a"}], "nullable": true, "description": "d"}),
            ),
            (
                json!({"anyOf": [{"type": "string"}, {"type": "integer"}]}),
                json!({"anyOf": [{"type": "string"}, {"type": "integer"}]}),
            ),
            (
                json!({"$ref": "#/a", "description": "d"}),
                json!({"allOf": [{"$ref": "#/a"}], "description": "d"}),
            ),
            (json!({"$ref": "#/a"}), json!({"$ref": "#/a"})),
            (json!({"type": "object", "propertyNames": {"type": "string"}}), json!({"type": "object"})),
        ] {
            let mut schema = of_3_1;
            rewrite(&mut schema);
            assert_eq!(schema, of_3_0);
        }
    }
}
