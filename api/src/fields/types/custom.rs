//! Objects of the caller's own.

use std::collections::BTreeSet;
use std::fmt;

use poem_openapi::registry::{MetaSchema, MetaSchemaRef, Registry};
use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, Serializer};
use serde_json::value::RawValue;
use shared::values::names::composed;

use super::raw::{NO_CONTROL, has_control};
use crate::fields::field::{Control, Field, Fields, InputField, OutputField};
use crate::fields::json::depth::check_value;
use crate::fields::json::shown;
use crate::fields::schema::inline;
use crate::fields::source::Source;

const MAX_BYTES: usize = 16 * 1024;

/// A JSON object of the caller's own, at most 16 KiB, kept as its text.
pub struct Custom;

impl Field for Custom {
    fn schema(_: &mut Registry) -> MetaSchemaRef {
        inline(MetaSchema {
            additional_properties: Some(Box::new(inline(MetaSchema::ANY))),
            ..MetaSchema::new("object")
        })
    }
}

impl InputField for Custom {
    type Value = String;

    const CONTROL: Control = Control::Json;

    fn read(source: &Source<'_>, _: &str, _: &mut Fields<'_>) -> Result<Option<String>, String> {
        if source.is_empty() {
            return Ok(None);
        }
        let raw: Option<&RawValue> = match source {
            Source::Json(raw) => Some(raw),
            Source::Text(text) => serde_json::from_str(text).ok(),
            Source::List(_) | Source::Object(_) => None,
        };
        // No sign of JSON and an accent behind it are one character.
        let text = composed(raw.ok_or("must be a JSON object")?.get().to_owned());
        let text = text.as_str();
        check_value(text)?;
        if text.len() > MAX_BYTES {
            return Err(format!("must not be longer than {MAX_BYTES} bytes"));
        }
        let mut found = Found::default();
        found
            .deserialize(&mut serde_json::Deserializer::from_str(text))
            .map_err(|_| "must be a JSON object without excessive numbers or broken text".to_owned())?;
        if !text.starts_with('{') {
            return Err("must be a JSON object".to_owned());
        }
        if found.has_control {
            return Err(NO_CONTROL.to_owned());
        }
        match found.twice {
            Some(name) => Err(format!("must not have {} twice in an object", shown(&name))),
            None => Ok(Some(text.to_owned())),
        }
    }
}

impl OutputField for Custom {
    type Value = String;

    fn write<S: Serializer>(value: &String, serializer: S) -> Result<S::Ok, S::Error> {
        let raw: &RawValue = serde_json::from_str(value).map_err(serde::ser::Error::custom)?;
        raw.serialize(serializer)
    }
}

/// The faults of a JSON value, however deep. They are found while the value is read, because a parsed object no longer
/// tells that it had a name twice.
#[derive(Default)]
struct Found {
    has_control: bool,
    /// A name that an object has twice.
    twice: Option<String>,
}

impl<'de> DeserializeSeed<'de> for &mut Found {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for &mut Found {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E>(self, text: &str) -> Result<(), E> {
        self.has_control |= has_control(text);
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        while items.next_element_seed(&mut *self)?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<(), A::Error> {
        let mut names = BTreeSet::new();
        while let Some(name) = members.next_key::<String>()? {
            self.has_control |= has_control(&name);
            members.next_value_seed(&mut *self)?;
            if names.contains(&name) {
                self.twice.get_or_insert(name);
            } else {
                names.insert(name);
            }
        }
        Ok(())
    }
}
