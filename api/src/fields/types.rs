//! The field types of the resources.

use std::borrow::Cow;
use std::marker::PhantomData;

use poem_openapi::registry::{MetaSchema, MetaSchemaRef, Registry};
use serde::Serialize;
use serde::ser::Serializer;
use serde_json::value::RawValue;

use super::field::{Control, Field, Fields, Input, InputField, OutputField, Written};
use super::schema::{Describe, filled, inline};
use super::source::Source;

mod any_object;
mod any_of;
mod custom;
mod raw;
mod text;
mod values;

pub use any_object::AnyObject;
pub use any_of::AnyOf;
pub use custom::Custom;
pub use raw::{NO_CONTROL, clean, has_control};
pub use text::{
    Country, CurrencyCode, Email, HttpsUrl, Language, MonthDay, Text, TimeOfDay, WebUrl, day_without_year,
    email,
};
pub use values::{
    Count, DAY_RULE, Day, EventId, Flag, Id, MOMENT_RULE, Moment, Money, OneOf, Percent, Whole, day, moment,
};

/// Returns the id in a segment of a path, or 0, which no record has.
pub fn id_of(segment: &str) -> i64 {
    let digits = segment.bytes().all(|byte| byte.is_ascii_digit());
    if digits { segment.parse().unwrap_or(0) } else { 0 }
}

/// The most items of a list in a body.
pub const ITEMS_MAX: usize = 100;

/// A value that can be `null` in a response.
pub struct Nullable<F>(PhantomData<F>);

impl<F: Field> Field for Nullable<F> {
    fn schema(registry: &mut Registry) -> MetaSchemaRef {
        F::schema(registry)
    }
}

impl<F: InputField> InputField for Nullable<F> {
    type Value = F::Value;

    const CONTROL: Control = F::CONTROL;

    fn body_schema(registry: &mut Registry, is_new: bool) -> MetaSchemaRef {
        F::body_schema(registry, is_new)
    }

    fn read(source: &Source<'_>, path: &str, within: &mut Fields<'_>) -> Result<Option<Self::Value>, String> {
        F::read(source, path, within)
    }
}

impl<F: OutputField> OutputField for Nullable<F> {
    type Value = Option<F::Value>;

    const NULLABLE: bool = true;
    const IS_RECORD: bool = F::IS_RECORD;

    fn write<S: Serializer>(value: &Self::Value, serializer: S) -> Result<S::Ok, S::Error> {
        match value {
            Some(value) => F::write(value, serializer),
            None => serializer.serialize_none(),
        }
    }
}

/// A nested record in a response, or `null` if there is none.
pub type Maybe<T> = Nullable<Nested<T>>;

/// A nested record in a response.
pub struct Nested<T>(PhantomData<T>);

impl<T: Describe> Field for Nested<T> {
    fn schema(registry: &mut Registry) -> MetaSchemaRef {
        T::register(registry);
        T::reference()
    }
}

impl<T: Describe + Serialize> OutputField for Nested<T> {
    type Value = T;

    const IS_RECORD: bool = true;

    fn write<S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
        value.serialize(serializer)
    }
}

/// A list of nested records in a response.
pub type Many<T> = List<Nested<T>>;

/// A nested object in a body, with an input type of its own.
pub struct Object<I>(PhantomData<I>);

impl<I: Input> Field for Object<I> {
    fn schema(registry: &mut Registry) -> MetaSchemaRef {
        I::register(registry);
        MetaSchemaRef::Reference(I::NEW.to_owned())
    }
}

impl<I: Input + PartialEq> InputField for Object<I> {
    type Value = I;

    const CONTROL: Control = Control::Object(I::FIELDS);

    /// In a change, an item with an id may have any of its fields, because the others keep their values.
    fn body_schema(registry: &mut Registry, is_new: bool) -> MetaSchemaRef {
        I::register(registry);
        MetaSchemaRef::Reference(if I::has_id() && !is_new { I::CHANGES } else { I::NEW }.to_owned())
    }

    fn read(source: &Source<'_>, path: &str, within: &mut Fields<'_>) -> Result<Option<I>, String> {
        if source.is_empty() {
            return Ok(None);
        }
        within.nested(path, source).map(|fields| Some(I::read(fields)))
    }
}

/// A nested object that describes a new record, also in a change of another one.
pub struct NewObject<I>(PhantomData<I>);

impl<I: Input> Field for NewObject<I> {
    fn schema(registry: &mut Registry) -> MetaSchemaRef {
        Object::<I>::schema(registry)
    }
}

impl<I: Input> InputField for NewObject<I> {
    type Value = I;

    const CONTROL: Control = Control::Object(I::FIELDS);

    fn read(source: &Source<'_>, path: &str, within: &mut Fields<'_>) -> Result<Option<I>, String> {
        if source.is_empty() {
            return Ok(None);
        }
        within.nested(path, source).map(|fields| Some(I::read(fields.of_new())))
    }
}

/// Returns an item of a list. A number may be sent as a text there.
fn item<F: InputField>(raw: &RawValue) -> Source<'_> {
    let text = matches!(F::CONTROL, Control::Number).then(|| serde_json::from_str(raw.get()).ok());
    text.flatten().map_or(Source::Json(Cow::Borrowed(raw)), Source::Text)
}

/// A list. In a body, `null` means the empty list.
pub struct List<F>(PhantomData<F>);

impl<F: Field> Field for List<F> {
    fn schema(registry: &mut Registry) -> MetaSchemaRef {
        inline(MetaSchema { items: Some(Box::new(F::schema(registry))), ..MetaSchema::new("array") })
    }
}

impl<F: OutputField> OutputField for List<F> {
    type Value = Vec<F::Value>;

    fn write<S: Serializer>(value: &Self::Value, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(value.iter().map(Written::<F>))
    }
}

impl<F: InputField> InputField for List<F> {
    type Value = Vec<F::Value>;

    const CONTROL: Control = match F::CONTROL {
        Control::Object(fields) => Control::List(fields),
        _ => Control::Names,
    };

    fn body_schema(registry: &mut Registry, is_new: bool) -> MetaSchemaRef {
        let items = Some(Box::new(filled(F::body_schema(registry, is_new))));
        inline(MetaSchema { items, max_items: Some(ITEMS_MAX), ..MetaSchema::new("array") })
    }

    fn read(source: &Source<'_>, path: &str, within: &mut Fields<'_>) -> Result<Option<Self::Value>, String> {
        let no_list = || "must be a list".to_owned();
        let items: Cow<'_, [Source<'_>]> = match source {
            _ if source.is_empty() => return Ok(None),
            Source::List(items) => Cow::Borrowed(items),
            Source::Json(raw) => {
                let items: Vec<&RawValue> = serde_json::from_str(raw.get()).map_err(|_| no_list())?;
                items.into_iter().map(item::<F>).collect()
            }
            Source::Text(_) | Source::Object(_) => return Err(no_list()),
        };
        if items.len() > ITEMS_MAX {
            return Err(format!("must not have more than {ITEMS_MAX} items"));
        }
        let (count, mut values) = (items.len(), Vec::with_capacity(items.len()));
        for (i, item) in items.iter().enumerate() {
            let path = format!("{path}[{i}]");
            match F::read(item, &path, within) {
                Ok(Some(value)) => values.push(value),
                Ok(None) => within.problem(&path, "must not be empty"),
                Err(rule) => within.problem(&path, &rule),
            }
        }
        // Drop all items if one is missing, because later problems would name the wrong index.
        if values.len() < count {
            values.clear();
        }
        Ok(Some(values))
    }
}
