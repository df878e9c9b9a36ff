//! JSON objects that are read later, by fields that depend on other ones.

use poem_openapi::registry::{MetaSchemaRef, Registry};
use serde::ser::Serializer;

use super::custom::Custom;
use crate::fields::field::{Control, Field, Fields, InputField, OutputField};
use crate::fields::source::Source;

/// A JSON object, kept as its text.
pub struct AnyObject;

impl Field for AnyObject {
    fn schema(registry: &mut Registry) -> MetaSchemaRef {
        Custom::schema(registry)
    }
}

impl InputField for AnyObject {
    type Value = String;

    const CONTROL: Control = Control::Json;

    fn read(source: &Source<'_>, _: &str, _: &mut Fields<'_>) -> Result<Option<String>, String> {
        match source {
            source if source.is_empty() => Ok(None),
            Source::Json(raw) if raw.get().starts_with('{') => Ok(Some(raw.get().to_owned())),
            _ => Err("must be a JSON object".to_owned()),
        }
    }
}

impl OutputField for AnyObject {
    type Value = String;

    fn write<S: Serializer>(value: &String, serializer: S) -> Result<S::Ok, S::Error> {
        Custom::write(value, serializer)
    }
}
