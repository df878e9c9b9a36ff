//! The parts of a document: its schemas, its operations, and their responses.

use serde_json::Value;

/// Returns the schema that has a name.
pub(super) fn schema<'a>(document: &'a Value, name: &str) -> &'a Value {
    &document["components"]["schemas"][name]
}

/// Returns the response of an operation's success.
pub(super) fn success(operation: &mut Value) -> Option<&mut Value> {
    let responses = operation["responses"].as_object_mut()?;
    responses.iter_mut().find(|(status, _)| status.starts_with('2')).map(|(_, response)| response)
}

/// Returns the two words of the envelope's `type` in a successful response, such as `contacts` and `read`.
pub(super) fn name_of(success: &Value) -> Option<(&str, &str)> {
    let schema = &success["content"]["application/json"]["schema"];
    schema["properties"]["type"]["const"].as_str()?.split_once('.')
}

/// Returns the operations of the document: path, method, and the operation itself.
pub(super) fn operations(document: &mut Value) -> impl Iterator<Item = (&str, &str, &mut Value)> {
    let paths = document["paths"].as_object_mut().into_iter().flatten();
    paths.flat_map(|(path, item)| {
        let operations = item.as_object_mut().into_iter().flatten();
        operations.map(|(method, operation)| (path.as_str(), method.as_str(), operation))
    })
}

/// Returns whether an operation that changes a record creates it if there is none.
pub(super) fn may_create(operation: &Value) -> bool {
    ["200", "201"].iter().all(|status| operation["responses"].get(status).is_some())
}

/// Returns whether an operation promises to answer 412 if a condition of the request does not hold.
pub(super) fn takes_condition(operation: &Value) -> bool {
    operation["responses"].get("412").is_some()
}
