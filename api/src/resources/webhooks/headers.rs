//! Custom headers, which a webhook's owner wants to be sent along.

use std::collections::BTreeMap;

use poem::http::{HeaderName, HeaderValue};
use poem_openapi::registry::{MetaSchema, MetaSchemaRef, Registry};
use serde_json::value::RawValue;

use crate::http::field::{Field, Fields, InputField, is_empty};
use crate::http::json::shown;
use crate::http::schema::inline;

/// Custom headers: names and values.
pub struct Headers;

impl Headers {
    const MAX: usize = 20;
    const VALUE_MAX_BYTES: usize = 1000;

    fn check(name: &str, value: &str) -> Result<(), &'static str> {
        let name = HeaderName::from_bytes(name.as_bytes()).map_err(|_| "is not the name of a header")?;
        if shared::webhooks::headers::is_reserved(name.as_str()) {
            return Err("is set by the service");
        }
        if value.len() > Self::VALUE_MAX_BYTES || HeaderValue::from_str(value).is_err() {
            return Err("must have a value of at most 1000 visible characters");
        }
        Ok(())
    }
}

impl Field for Headers {
    fn schema(_: &mut Registry) -> MetaSchemaRef {
        inline(MetaSchema {
            additional_properties: Some(Box::new(inline(MetaSchema::new("string")))),
            max_properties: Some(Self::MAX),
            ..MetaSchema::new("object")
        })
    }
}

impl InputField for Headers {
    type Value = BTreeMap<String, String>;

    fn read(raw: &RawValue, path: &str, within: &mut Fields<'_>) -> Result<Option<Self::Value>, String> {
        if is_empty(raw) {
            return Ok(None);
        }
        let headers: Self::Value = serde_json::from_str(raw.get())
            .map_err(|_| "must be an object of header names and texts".to_owned())?;
        if headers.len() > Self::MAX {
            return Err(format!("must not have more than {} headers", Self::MAX));
        }
        for (name, value) in &headers {
            if let Err(rule) = Self::check(name, value) {
                within.problem(&format!("{path}.{}", shown(name)), rule);
            }
        }
        Ok(Some(headers))
    }
}
