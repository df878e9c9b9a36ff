//! Links: which operations take the id that a response has.

use serde_json::{Value, json};

use super::parts::{name_of, operations, schema, success};
use super::schemas::SCHEMAS;

/// Links every response that has a record's id, or a list of records with ids, to the operations on that record.
pub(super) fn add(document: &mut Value) {
    let whole = document.clone();
    let targets: Vec<(String, String)> = operations(document)
        .filter_map(|(path, _, operation)| {
            Some((path.to_owned(), operation["operationId"].as_str()?.to_owned()))
        })
        .collect();
    for (_, _, operation) in operations(document) {
        let own_id = operation["operationId"].clone();
        let Some(success) = success(operation) else { continue };
        let Some((kind, _)) = name_of(success) else { continue };
        let record = format!("/{}/{{id}}", kind.replace('_', "-"));
        let data = &success["content"]["application/json"]["schema"]["properties"]["data"];
        let (data, id) = match data.get("items") {
            Some(items) => (items, "$response.body#/data/0/id"),
            None => (data, "$response.body#/data/id"),
        };
        let name = data["$ref"].as_str().and_then(|reference| reference.strip_prefix(SCHEMAS));
        if name.is_none_or(|name| schema(&whole, name)["properties"].get("id").is_none()) {
            continue;
        }
        for (path, target) in &targets {
            let acts_on_it =
                path.strip_prefix(&record).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
            if acts_on_it && own_id != **target {
                success["links"][target] = json!({"operationId": target, "parameters": {"id": id}});
            }
        }
    }
}
