//! An operation of the document, as the page shows it.

use poem::http::StatusCode;
use serde_json::Value;

use super::fields::{self, Field};
use super::markdown;
use super::samples::{ORIGIN, Sample};
use crate::http::routes::BASE_PATH;

/// How many records a trial asks a list for.
const LIMIT: i64 = 10;

/// An operation.
pub(super) struct Operation {
    pub(super) id: String,
    /// The method, in capitals.
    pub(super) method: String,
    pub(super) path: String,
    pub(super) summary: String,
    /// Its purpose, as HTML.
    pub(super) about: String,
    pub(super) parameters: Vec<Field>,
    pub(super) headers: Vec<Field>,
    pub(super) body: Vec<Field>,
    /// The parameters to fill in for a trial: path and query.
    pub(super) inputs: Vec<Input>,
    /// The media type and the text of the body for a trial.
    pub(super) trial: Option<(String, String)>,
    pub(super) samples: [(&'static str, String); 3],
    pub(super) status: String,
    /// The content of `data`, as HTML.
    pub(super) data: String,
    pub(super) example: Option<String>,
    /// The statuses of its failures, each with its name.
    pub(super) failures: Vec<(String, &'static str)>,
}

/// A parameter to fill in.
pub(super) struct Input {
    pub(super) name: String,
    /// `path` or `query`.
    pub(super) place: String,
    pub(super) value: String,
    /// The values to choose from, if there are only some.
    pub(super) choices: Vec<String>,
}

impl Operation {
    /// Reads an operation of a document.
    pub(super) fn new(document: &Value, method: &str, path: &str, operation: &Value) -> Self {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let parameters: Vec<_> = operation["parameters"].as_array().into_iter().flatten().collect();
        let parameters: Vec<_> = parameters.into_iter().map(|one| resolve(document, one)).collect();
        let field = |one: &&Value| {
            let is_required = one["required"] == true;
            Field::sent(&text(&one["name"]), &one["schema"], is_required, &one["description"])
        };
        let of = |is_header: bool| {
            let mut fields: Vec<_> =
                parameters.iter().filter(|one| (one["in"] == "header") == is_header).map(field).collect();
            fields.sort_by_key(|field| (!field.is_required, field.name != "limit"));
            fields
        };
        // The members of an object are parameters whose names only the caller knows.
        let is_asked = |one: &&&Value| one["in"] != "header" && one["schema"]["type"] != "object";
        let mut inputs: Vec<_> = parameters.iter().filter(is_asked).map(|one| Input::new(one)).collect();
        // Parameters that are filled in already stand first.
        inputs.sort_by_key(|input| input.value.is_empty());
        let content = operation["requestBody"]["content"].as_object().and_then(|content| {
            // Of a body that may be a workbook, the text is what can be typed.
            let text = content.iter().find(|(kind, _)| !kind.starts_with("application/vnd."));
            text.or_else(|| content.iter().next())
        });
        let schema = content.map_or(&Value::Null, |(_, content)| resolve(document, &content["schema"]));
        let example = content.and_then(|(media_type, content)| {
            Some((media_type.as_str(), content.get("example").map(filled)?))
        });
        let (method, url) =
            (method.to_uppercase(), format!("{ORIGIN}{BASE_PATH}{}", path_and_query(path, &inputs)));
        let body = example.as_ref().map(|(media_type, example)| (*media_type, example));
        let samples = Sample { method: &method, url, body }.texts();
        let responses = operation["responses"].as_object().into_iter().flatten();
        let (successes, others): (Vec<_>, Vec<_>) =
            responses.partition(|(status, _)| status.starts_with('2'));
        let failures = others.into_iter().filter(|(status, _)| status.as_str() >= "400");
        let (status, success) =
            successes.first().map_or(("", &Value::Null), |(status, success)| (status, *success));
        let json = &success["content"]["application/json"];
        Self {
            id: text(&operation["operationId"]),
            path: path.to_owned(),
            summary: text(&operation["summary"]),
            about: markdown::part(&text(&operation["description"])),
            parameters: of(false),
            headers: of(true),
            body: fields::of_body(schema),
            trial: example.map(|(media_type, example)| (media_type.to_owned(), shown(&example))),
            inputs,
            samples,
            status: status.to_owned(),
            data: fields::words(&json["schema"]["properties"]["data"]),
            example: json.get("example").map(|example| format!("{example:#}")),
            failures: failures.map(|(status, _)| (status.clone(), reason(status))).collect(),
            method,
        }
    }
}

/// Returns the name of a status.
pub(super) fn reason(status: &str) -> &'static str {
    let status = status.parse().ok().and_then(|status| StatusCode::from_u16(status).ok());
    status.and_then(|status| status.canonical_reason()).unwrap_or_default()
}

impl Input {
    fn new(parameter: &Value) -> Self {
        let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let (name, place) = (text(&parameter["name"]), text(&parameter["in"]));
        let choices = parameter["schema"]["enum"].as_array().into_iter().flatten();
        let value = match name.as_str() {
            "limit" => LIMIT.to_string(),
            _ if place == "path" && parameter["schema"]["type"] == "integer" => "1".to_owned(),
            _ if place == "path" => text(&parameter["schema"]["examples"][0]),
            _ => String::new(),
        };
        Self { choices: choices.filter(|choice| !choice.is_null()).map(text).collect(), name, place, value }
    }
}

/// Returns the target of a reference, or the value itself if it is not a reference.
pub(super) fn resolve<'a>(document: &'a Value, value: &'a Value) -> &'a Value {
    let reference = value["$ref"].as_str().and_then(|reference| reference.strip_prefix('#'));
    reference.and_then(|pointer| document.pointer(pointer)).unwrap_or(value)
}

/// Fills the values of a trial in.
fn path_and_query(path: &str, inputs: &[Input]) -> String {
    let mut filled = path.to_owned();
    let mut separator = '?';
    for Input { name, place, value, .. } in inputs.iter().filter(|input| !input.value.is_empty()) {
        if place == "path" {
            filled = filled.replace(&format!("{{{name}}}"), value);
        } else {
            filled.push(separator);
            filled.extend([name, "=", value]);
            separator = '&';
        }
    }
    filled
}

/// Leaves out the members of an example that are not set.
fn filled(example: &Value) -> Value {
    match example {
        Value::Object(members) => {
            let set = members.iter().filter(|(_, member)| !member.is_null());
            Value::Object(set.map(|(name, member)| (name.clone(), member.clone())).collect())
        }
        other => other.clone(),
    }
}

fn shown(example: &Value) -> String {
    example.as_str().map_or_else(|| format!("{example:#}"), str::to_owned)
}
