//! Enumerations as schemas of their own, so that generators give each one type with one name, wherever it is used. The
//! field types write them in place, with their name as `title`.

use serde_json::{Map, Value, json};

use super::schemas::SCHEMAS;

/// Moves every enumeration with a title to the components, and refers to it.
pub(super) fn name(document: &mut Value) {
    let mut named = Map::new();
    refer(document, &mut named);
    if let Value::Object(schemas) = &mut document["components"]["schemas"] {
        schemas.extend(named);
        schemas.sort_keys();
    }
}

fn refer(value: &mut Value, named: &mut Map<String, Value>) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| refer(item, named)),
        Value::Object(object) => {
            object.values_mut().for_each(|member| refer(member, named));
            refer_from(object, named);
        }
        _ => {}
    }
}

fn refer_from(schema: &mut Map<String, Value>, named: &mut Map<String, Value>) {
    let (Some(Value::String(title)), Some(Value::Array(values))) = (schema.get("title"), schema.get("enum"))
    else {
        return;
    };
    let (title, mut values) = (title.clone(), values.clone());
    let is_nullable = values.iter().any(Value::is_null);
    values.retain(|value| !value.is_null());
    let kind = if values.iter().all(Value::is_string) { "string" } else { "integer" };
    let reference = json!({"$ref": format!("{SCHEMAS}{title}")});
    let enumeration = json!({"type": kind, "enum": values});
    if named.entry(title).or_insert_with(|| enumeration.clone()) != &enumeration {
        // Another one has this name, so this one stays in place.
        return;
    }
    schema.retain(|name, _| !["title", "type", "enum", "examples"].contains(&name.as_str()));
    if is_nullable {
        schema.insert("anyOf".to_owned(), json!([reference, {"type": "null"}]));
    } else {
        schema.insert("$ref".to_owned(), reference["$ref"].clone());
    }
}

/// Puts the enumerations back into their places, for people who read the document.
pub(super) fn put_back(document: &mut Value) {
    let schemas = document["components"]["schemas"].as_object().cloned().unwrap_or_default();
    let named: Map<_, _> = schemas.into_iter().filter(|(_, schema)| schema.get("enum").is_some()).collect();
    if let Value::Object(schemas) = &mut document["components"]["schemas"] {
        schemas.retain(|name, _| !named.contains_key(name));
    }
    put_into(document, &named);
}

fn put_into(value: &mut Value, named: &Map<String, Value>) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| put_into(item, named)),
        Value::Object(object) => {
            object.values_mut().for_each(|member| put_into(member, named));
            let reference = object.get("$ref").and_then(Value::as_str);
            let found = reference.and_then(|reference| named.get(reference.strip_prefix(SCHEMAS)?));
            if let Some(Value::Object(schema)) = found {
                object.remove("$ref");
                object.extend(schema.clone());
            }
        }
        _ => {}
    }
}
