//! How types appear in the OpenAPI document.

use poem_openapi::registry::{MetaSchema, MetaSchemaRef, Registry};
use serde_json::Value;

/// A type that the document names.
pub trait Describe {
    /// Its name among the document's schemas.
    const NAME: &'static str;

    /// Its schema; types that it refers to are registered on the way.
    fn describe(registry: &mut Registry) -> MetaSchema;

    /// Adds it to the document.
    fn register(registry: &mut Registry)
    where
        Self: Sized,
    {
        register_as(registry, Self::NAME, Self::describe);
    }

    /// A reference to it.
    fn reference() -> MetaSchemaRef {
        MetaSchemaRef::Reference(Self::NAME.to_owned())
    }
}

/// Adds a schema to the document under a name, once.
pub fn register_as(registry: &mut Registry, name: &'static str, describe: fn(&mut Registry) -> MetaSchema) {
    if !registry.schemas.contains_key(name) {
        // First a placeholder, so that a type that refers to itself comes to an end.
        registry.schemas.insert(name.to_owned(), MetaSchema::ANY);
        let schema = describe(registry);
        registry.schemas.insert(name.to_owned(), schema);
    }
}

/// A schema in place.
pub fn inline(schema: MetaSchema) -> MetaSchemaRef {
    MetaSchemaRef::Inline(Box::new(schema))
}

/// Text without control characters other than tab and newline.
pub const TEXT: &str = r"^[^\x00-\x08\x0B-\x1F\x7F-\x9F]*$";
/// Such text with something in it.
const FILLED_TEXT: &str =
    r"^[^\x00-\x08\x0B-\x1F\x7F-\x9F]*[^\s\x00-\x1F\x7F-\x9F][^\x00-\x08\x0B-\x1F\x7F-\x9F]*$";

fn is_text(schema: &MetaSchemaRef) -> bool {
    matches!(schema, MetaSchemaRef::Inline(schema) if schema.pattern.as_deref() == Some(TEXT))
}

/// What is read where a value must be: text has something in it.
pub fn filled(schema: MetaSchemaRef) -> MetaSchemaRef {
    match schema {
        MetaSchemaRef::Inline(text) if text.pattern.as_deref() == Some(TEXT) => {
            inline(MetaSchema { pattern: Some(FILLED_TEXT.to_owned()), ..*text })
        }
        other => other,
    }
}

/// What is read where a value may be: `null` and empty text clear the field, whatever its type.
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

/// A property: its type's schema with its own description, nullability and example.
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
