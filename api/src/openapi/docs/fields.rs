//! Fields and parameters in words. They describe a type for people, without the pattern by which a machine checks it.

use std::fmt::Write;

use serde_json::Value;

use super::markdown;

/// A field or a parameter.
pub(super) struct Field {
    pub(super) name: String,
    /// Its type, as HTML.
    pub(super) words: String,
    pub(super) is_required: bool,
    /// Its meaning, as HTML.
    pub(super) about: String,
}

impl Field {
    /// Describes a field of a body or a parameter.
    pub(super) fn sent(name: &str, schema: &Value, is_required: bool, about: &Value) -> Self {
        Self { name: name.to_owned(), words: words(schema), is_required, about: markdown::line(about) }
    }
}

/// Returns the fields of a body, those that are required first.
pub(super) fn of_body(schema: &Value) -> Vec<Field> {
    let properties = schema["properties"].as_object().into_iter().flatten();
    let is_required = |name: &str| {
        schema["required"].as_array().is_some_and(|required| required.iter().any(|one| one == name))
    };
    let field = |(name, schema): (&String, &Value)| {
        Field::sent(name, schema, is_required(name), &schema["description"])
    };
    let mut fields: Vec<_> = properties.map(field).collect();
    fields.sort_by_key(|field| (!field.is_required, field.name != "id"));
    fields
}

/// Returns the fields of an object. In a response all fields are there, so none of them is marked as required.
pub(super) fn of_object(name: &str, schema: &Value) -> Vec<Field> {
    if let Some(alternatives) = schema["oneOf"].as_array() {
        let words = alternatives.iter().map(words).collect::<Vec<_>>().join(" <i>or</i> ");
        let about = "It says which of these objects it is".to_owned();
        let name = schema["discriminator"]["propertyName"].as_str().unwrap_or_default().to_owned();
        return vec![Field { name, words, is_required: false, about }];
    }
    let mut fields = of_body(schema);
    if name.ends_with("Create") || name.ends_with("Update") {
        return fields;
    }
    for field in &mut fields {
        field.is_required = false;
        if is_nullable(&schema["properties"][&field.name]) {
            field.words.push_str(" or <code>null</code>");
        }
    }
    fields.sort_by_key(|field| field.name != "id");
    fields
}

fn is_nullable(schema: &Value) -> bool {
    let is_null = |one: &Value| one == "null" || one["type"] == "null";
    [&schema["type"], &schema["anyOf"]].into_iter().filter_map(Value::as_array).flatten().any(is_null)
}

/// Describes a value in a few words, as HTML.
pub(super) fn words(schema: &Value) -> String {
    if let Some(name) = schema["$ref"].as_str() {
        let name = escape(name.rsplit('/').next().unwrap_or_default());
        return format!("<a href=\"#object-{name}\">{name}</a>");
    }
    if let Some(choices) = schema["enum"].as_array() {
        let choices = choices.iter().filter(|choice| !choice.is_null()).map(|choice| {
            let choice = choice.as_str().map_or_else(|| choice.to_string(), str::to_owned);
            format!("<code>{}</code>", escape(&choice))
        });
        return choices.collect::<Vec<_>>().join(" <i>or</i> ");
    }
    if let Some(alternatives) = schema["anyOf"].as_array() {
        return alternative_words(alternatives);
    }
    let types = schema["type"].as_array().map_or(std::slice::from_ref(&schema["type"]), Vec::as_slice);
    let kind = types.iter().filter_map(Value::as_str).find(|kind| *kind != "null").unwrap_or("value");
    let mut words = match (kind, schema["format"].as_str()) {
        ("string", Some("date")) => "day, YYYY-MM-DD".to_owned(),
        ("string", Some("date-time")) => "moment, RFC 3339".to_owned(),
        ("string", Some("email")) => "email address".to_owned(),
        ("string", Some("iri")) => "URL".to_owned(),
        ("string", Some("binary")) => "CSV file".to_owned(),
        ("string", _) => "text".to_owned(),
        ("integer", _) => "whole number".to_owned(),
        ("array", _) => format!("list of {}", self::words(&schema["items"])),
        (kind, _) => escape(kind),
    };
    // Writing to a String cannot fail.
    let _ = match (&schema["maxLength"], &schema["minimum"], &schema["maximum"]) {
        (Value::Number(most), ..) => write!(words, ", at most {most} characters"),
        (_, Value::Number(least), Value::Number(most))
            if most.as_i64() != Some(i64::MAX) && kind == "integer" =>
        {
            write!(words, ", {least} to {most}")
        }
        _ => Ok(()),
    };
    words
}

/// Describes the alternatives of a value. Leaves out `null` and an empty text, which clear a field, because the page
/// says that once. Describes only the first of plain values: the others are other ways to write it.
fn alternative_words(alternatives: &[Value]) -> String {
    let is_said = |schema: &&Value| schema["type"] != "null" && schema["const"] != "";
    let mut said = alternatives.iter().filter(is_said);
    let first = said.next().map(words).into_iter();
    let objects = said.filter(|schema| schema.get("$ref").is_some()).map(words);
    first.chain(objects).collect::<Vec<_>>().join(" <i>or</i> ")
}

/// Escapes a text for HTML.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            char => escaped.push(char),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_type_is_said_without_its_pattern() {
        for (schema, said) in [
            (json!({"type": "string", "maxLength": 9, "pattern": "^x$"}), "text, at most 9 characters"),
            (json!({"type": "integer", "minimum": 1, "maximum": 1000}), "whole number, 1 to 1000"),
            (json!({"type": "integer", "minimum": 1, "maximum": i64::MAX}), "whole number"),
            (json!({"type": ["string", "null"], "format": "date"}), "day, YYYY-MM-DD"),
            (json!({"enum": [0, 1], "type": "integer"}), "<code>0</code> <i>or</i> <code>1</code>"),
            (
                json!({"anyOf": [{"type": "number"}, {"type": "string"}, {"const": ""}, {"type": "null"}]}),
                "number",
            ),
            (
                json!({"type": "array", "items": {"anyOf": [{"type": "string"}, {"$ref": "#/a/NewTag"}]}}),
                "list of text <i>or</i> <a href=\"#object-NewTag\">NewTag</a>",
            ),
            (json!({}), "value"),
        ] {
            assert_eq!(words(&schema), said, "{schema}");
        }
    }

    #[test]
    fn required_fields_come_first_and_only_answers_say_null() {
        let schema = json!({"required": ["c"], "properties": {
            "a": {"type": ["string", "null"]}, "c": {"type": "string"}, "id": {"type": "integer"}}});
        let said = |fields: Vec<Field>| {
            fields.into_iter().map(|field| (field.name, field.is_required, field.words)).collect::<Vec<_>>()
        };
        let row = |name: &str, is_required, words: &str| (name.to_owned(), is_required, words.to_owned());
        let text = || row("a", false, "text");
        assert_eq!(
            said(of_body(&schema)),
            [row("c", true, "text"), row("id", false, "whole number"), text()]
        );
        let nullable = row("a", false, "text or <code>null</code>");
        let id = row("id", false, "whole number");
        assert_eq!(said(of_object("Contact", &schema)), [id, row("c", false, "text"), nullable]);
    }
}
