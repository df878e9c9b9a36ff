//! Custom headers, which a webhook's owner wants to be sent along.

use std::borrow::Cow;
use std::collections::BTreeMap;

use poem::http::{HeaderName, HeaderValue};
use poem_openapi::registry::{MetaSchema, MetaSchemaRef, Registry};

use crate::fields::field::{Field, Fields, InputField};
use crate::fields::json::shown;
use crate::fields::schema::inline;
use crate::fields::source::Source;

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

    fn read(source: &Source<'_>, path: &str, within: &mut Fields<'_>) -> Result<Option<Self::Value>, String> {
        let headers: Option<Self::Value> = match source {
            _ if source.is_empty() => return Ok(None),
            Source::Json(raw) => serde_json::from_str(raw.get()).ok(),
            Source::Object(members) => members.iter().map(header).collect(),
            Source::Text(_) | Source::List(_) => None,
        };
        let headers = headers.ok_or("must be an object of header names and texts")?;
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

/// Returns a header of a form.
fn header((name, value): &(Cow<'_, str>, Source<'_>)) -> Option<(String, String)> {
    let Source::Text(value) = value else { return None };
    Some((name.clone().into_owned(), value.clone().into_owned()))
}
