//! The values of a record as a form has them: texts, and lists of objects of texts. A record that was read and a form
//! that was sent have the same shape, so that pages can compare them field by field.

use std::borrow::Cow;

use serde_json::value::RawValue;
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};
use shared::crypto::bytes::hex;

use crate::error::AppError;
use crate::fields::field::{Control, Entry};
use crate::fields::json::parse_object;
use crate::fields::source::{Members, Source};
use crate::web::posted::{Posted, number};

/// Values by the names of their fields.
pub(in crate::web) type Typed = Map<String, Value>;

/// The most rows of a list that a form is read for. The API refuses fewer.
const ROWS_MAX: usize = 1000;

/// Returns the text of a field, or nothing.
pub(in crate::web) fn text<'a>(typed: &'a Typed, name: &str) -> &'a str {
    typed.get(name).and_then(Value::as_str).unwrap_or_default()
}

/// Returns the values of a record from its JSON.
pub(in crate::web) fn of_json(entries: &[Entry], json: &str) -> Result<Typed, AppError> {
    let internal = |error: String| AppError::Internal(error.into());
    of_members(entries, &parse_object(json.as_bytes()).map_err(internal)?)
}

/// Returns the values of a record from its members.
pub(in crate::web) fn of_members(
    entries: &[Entry],
    members: &[(Cow<'_, str>, &RawValue)],
) -> Result<Typed, AppError> {
    let mut typed = Typed::new();
    for entry in entries {
        if let Some((_, raw)) = members.iter().find(|(name, _)| name == entry.name) {
            typed.insert(entry.name.to_owned(), of_raw(entry.control, raw)?);
        }
    }
    Ok(typed)
}

fn of_raw(control: Control, raw: &RawValue) -> Result<Value, AppError> {
    if raw.get() == "null" {
        return Ok(empty(control));
    }
    Ok(match control {
        Control::Json => raw.get().into(),
        Control::Object(entries) => of_json(entries, raw.get())?.into(),
        Control::List(entries) => {
            let items: Vec<&RawValue> = serde_json::from_str(raw.get())?;
            let item = |raw: &RawValue| of_json(entries, raw.get()).map(Value::from);
            items.into_iter().map(item).collect::<Result<Vec<_>, _>>()?.into()
        }
        Control::Names => {
            let items: Vec<Value> = serde_json::from_str(raw.get())?;
            let name = |item: &Value| match item["tag_name"].as_str().or(item.as_str()) {
                Some(name) => name.to_owned(),
                None => item.to_string(),
            };
            items.iter().map(name).collect::<Vec<_>>().join("\n").into()
        }
        _ => match raw.get() {
            "true" => "1".into(),
            "false" => "0".into(),
            text if text.starts_with('"') => serde_json::from_str(text)?,
            number => number.into(),
        },
    })
}

fn empty(control: Control) -> Value {
    match control {
        Control::Object(_) => Typed::new().into(),
        Control::List(_) => Vec::<Value>::new().into(),
        _ => "".into(),
    }
}

/// Returns the values that a form has sent. Fields that it has not sent are not among them.
pub(in crate::web) fn of_post(entries: &[Entry], posted: &Posted) -> Typed {
    read(entries, posted, "")
}

fn read(entries: &[Entry], posted: &Posted, prefix: &str) -> Typed {
    let mut typed = Typed::new();
    for entry in entries {
        let name = format!("{prefix}{}", entry.name);
        let value = match entry.control {
            Control::List(entries) if posted.has(&name) => rows(entries, posted, &name),
            Control::Object(entries) => {
                let object = read(entries, posted, &format!("{name}."));
                match object.values().all(|value| value == "") {
                    true if object.is_empty() => continue,
                    true => empty(entry.control),
                    false => object.into(),
                }
            }
            _ if !posted.has(&name) => continue,
            Control::Flag => {
                // The form sends a 0 before each box, because it sends nothing for a box that is not ticked.
                let is_ticked = posted.pairs().any(|(one, value)| one == name && value == "1");
                if is_ticked { "1".into() } else { "0".into() }
            }
            _ => posted.text(&name).replace("\r\n", "\n").into(),
        };
        typed.insert(entry.name.to_owned(), value);
    }
    typed
}

/// Reads the rows of a list, without those that are empty or marked to be removed.
fn rows(entries: &[Entry], posted: &Posted, list: &str) -> Value {
    let index = |name: &str| {
        let (index, _) = name.strip_prefix(list)?.strip_prefix('[')?.split_once(']')?;
        index.parse::<usize>().ok().filter(|index| *index < ROWS_MAX)
    };
    let last = posted.pairs().filter_map(|(name, _)| index(name)).max();
    let primary = posted.text(&format!("{list}.primary"));
    let row = |i: usize| {
        let prefix = format!("{list}[{i}].");
        let mut row = read(entries, posted, &prefix);
        let is_filled = |entry: &&Entry| {
            let is_own = entry.name != "id" && !matches!(entry.control, Control::Choice(_) | Control::Flag);
            is_own && !text(&row, entry.name).trim().is_empty()
        };
        if !entries.iter().any(|entry| is_filled(&entry)) || posted.text(&format!("{prefix}remove")) == "1" {
            return None;
        }
        for entry in entries {
            let value = match entry.control {
                Control::Flag if primary == i.to_string() => "1",
                Control::Flag => "0",
                _ => text(&row, entry.name),
            };
            let value = value.to_owned();
            row.insert(entry.name.to_owned(), value.into());
        }
        Some(Value::from(row))
    };
    (0..last.map_or(0, |last| last + 1)).filter_map(row).collect::<Vec<_>>().into()
}

/// Returns values as fields are read from them.
pub(in crate::web) fn members<'a>(entries: &'static [Entry], typed: &'a Typed) -> Members<'a> {
    let filled = entries.iter().filter_map(|entry| Some((entry, typed.get(entry.name)?)));
    filled.map(|(entry, value)| (entry.name.into(), source(entry.control, value))).collect()
}

fn source(control: Control, value: &Value) -> Source<'_> {
    match (control, value) {
        (Control::List(entries), Value::Array(rows)) => {
            let rows = rows.iter().filter_map(Value::as_object);
            Source::List(rows.map(|row| Source::Object(members(entries, row))).collect())
        }
        (Control::Object(entries), Value::Object(object)) if !object.is_empty() => {
            Source::Object(members(entries, object))
        }
        (Control::Names, Value::String(text)) => {
            let names = text.lines().map(str::trim).filter(|name| !name.is_empty());
            Source::List(names.map(Source::text).collect())
        }
        (Control::Flag | Control::Number, Value::String(text)) => number(text),
        (_, Value::String(text)) => Source::text(text),
        // An object without a value is cleared. Nothing else is ever typed.
        _ => Source::text(""),
    }
}

/// Returns a short text that differs if a value differs.
pub(in crate::web) fn fingerprint(value: &Value) -> String {
    hex(&Sha256::digest(value.to_string())[..6])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fields::Patch;
    use crate::fields::field::Input;
    use crate::resources::contacts::ContactInput;

    #[test]
    fn a_record_and_the_form_that_shows_it_have_the_same_values() {
        let json = r#"{"id":1,"contact_lname":"King","contact_anonymous":0,"contact_notes":"a\nb","contact_fname":null,
            "contact_custom":{"a":1.50},"tags":[{"id":3,"tag_name":"x, y"},{"id":4,"tag_name":"z"}],"profilePicture":null,
            "emails":[{"id":7,"email_type":"home","email_address":"a@b.example","email_primary":1}]}"#;
        let stored = of_json(ContactInput::FIELDS, json).unwrap();
        let form = "contact_lname=King&contact_anonymous=0&contact_notes=a%0D%0Ab&contact_fname=&contact_custom=%7B%22a%22%3A1.50%7D\
            &tags=x%2C+y%0D%0Az&profilePicture.picture_url=&emails=&emails[0].id=7&emails[0].email_type=home\
            &emails[0].email_address=a%40b.example&emails.primary=0&emails[1].email_type=work&emails[1].email_address=+";
        assert_eq!(of_post(ContactInput::FIELDS, &Posted::parse(form.as_bytes())), stored);
        let (input, problems) = ContactInput::of(members(ContactInput::FIELDS, &stored), false);
        assert_eq!(problems.to_string(), "");
        assert_eq!(input.contact_anonymous, Patch::Value(false));
        assert_eq!(input.contact_fname, Patch::Null);
        assert_eq!(input.contact_notes, Patch::Value("a\nb".to_owned()));
        assert_eq!(input.contact_custom, Patch::Value(r#"{"a":1.50}"#.to_owned()));
        assert_eq!(input.profilePicture, Patch::Null);
        assert_eq!(input.tags.value().map(Vec::len), Some(2));
        assert_eq!(input.emails.value().map(Vec::len), Some(1));
        assert_eq!(input.contact_mname, Patch::Absent);
    }

    #[test]
    fn a_row_that_is_emptied_or_marked_is_gone_and_a_ticked_box_is_1() {
        let form = "contact_anonymous=0&contact_anonymous=1&emails=&emails[0].id=7&emails[0].email_address=\
            &emails[1].id=8&emails[1].email_address=x&emails[1].remove=1&contact_custom=no";
        let typed = of_post(ContactInput::FIELDS, &Posted::parse(form.as_bytes()));
        let (input, problems) = ContactInput::of(members(ContactInput::FIELDS, &typed), false);
        assert_eq!(problems.to_string(), "contact_custom must be a JSON object");
        assert_eq!(input.contact_anonymous, Patch::Value(true));
        assert_eq!(input.emails, Patch::Value(Vec::new()));
    }
}
