//! How types appear in the OpenAPI document.

use poem_openapi::registry::{MetaSchema, MetaSchemaRef, Registry};
use serde_json::Value;

/// A property of an object: its name and schema.
pub type Property = (&'static str, MetaSchemaRef);

/// A type with a named schema in the document.
pub trait Describe {
    /// Its name among the document's schemas.
    const NAME: &'static str;

    /// Returns its schema, and registers the types to which the schema refers.
    fn describe(registry: &mut Registry) -> MetaSchema;

    /// Adds its schema to the document.
    fn register(registry: &mut Registry)
    where
        Self: Sized,
    {
        register_as(registry, Self::NAME, Self::describe);
    }

    /// Returns a reference to its schema.
    fn reference() -> MetaSchemaRef {
        MetaSchemaRef::Reference(Self::NAME.to_owned())
    }
}

/// Adds a schema to the document under a name, once.
pub fn register_as(registry: &mut Registry, name: &'static str, describe: fn(&mut Registry) -> MetaSchema) {
    if !registry.schemas.contains_key(name) {
        // Insert a placeholder first, or a type that refers to itself would be described without end.
        registry.schemas.insert(name.to_owned(), MetaSchema::ANY);
        let schema = describe(registry);
        registry.schemas.insert(name.to_owned(), schema);
    }
}

/// Wraps a schema that is written in place, without a name.
pub fn inline(schema: MetaSchema) -> MetaSchemaRef {
    MetaSchemaRef::Inline(Box::new(schema))
}

/// The pattern of text without control characters other than tab and newline.
pub const TEXT: &str = r"^[^\x00-\x08\x0B-\x1F\x7F-\x9F]*$";
/// The pattern of such text with something in it that can be seen. Characters beyond U+FFFF count as visible here,
/// because dialects of patterns write them differently.
const FILLED_TEXT: &str = concat!(
    r"^[^\x00-\x08\x0B-\x1F\x7F-\x9F]*",
    r"[^\s\x00-\x1F\x7F-\x9F\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F",
    r"\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFF8]",
    r"[^\x00-\x08\x0B-\x1F\x7F-\x9F]*$"
);

fn is_text(schema: &MetaSchemaRef) -> bool {
    matches!(schema, MetaSchemaRef::Inline(schema) if schema.pattern.as_deref() == Some(TEXT))
}

/// Returns the schema of a value that cannot be left empty: text has something in it.
pub fn filled(schema: MetaSchemaRef) -> MetaSchemaRef {
    match schema {
        MetaSchemaRef::Inline(text) if text.pattern.as_deref() == Some(TEXT) => {
            inline(MetaSchema { pattern: Some(FILLED_TEXT.to_owned()), ..*text })
        }
        other => other,
    }
}

/// Returns the schema of a value that can be cleared. `null` and empty text clear the field, whatever its type.
pub fn clearable(schema: MetaSchemaRef) -> MetaSchemaRef {
    if is_text(&schema) {
        return schema;
    }
    let mut any_of = match schema {
        MetaSchemaRef::Inline(schema) if !schema.any_of.is_empty() => schema.any_of,
        MetaSchemaRef::Inline(schema) => vec![inline(MetaSchema { example: None, ..*schema })],
        reference @ MetaSchemaRef::Reference(_) => vec![reference],
    };
    any_of.push(inline(MetaSchema { enum_items: vec!["".into()], ..MetaSchema::new("string") }));
    inline(MetaSchema { any_of, ..MetaSchema::ANY })
}

/// Returns the schema of a property: its type's schema with its own description, nullability and example.
pub fn property(
    schema: MetaSchemaRef,
    description: &'static str,
    nullable: bool,
    example: Option<Value>,
) -> MetaSchemaRef {
    let own = MetaSchema { description: Some(description.trim()), nullable, example, ..MetaSchema::ANY };
    match schema {
        MetaSchemaRef::Inline(schema) => inline(schema.merge(own)),
        MetaSchemaRef::Reference(name) => {
            inline(MetaSchema { all_of: vec![MetaSchemaRef::Reference(name)], ..own })
        }
    }
}
