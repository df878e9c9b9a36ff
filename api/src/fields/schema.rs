//! How types appear in the OpenAPI document.

use poem_openapi::registry::{MetaSchema, MetaSchemaRef, Registry};
use serde::Serialize;
use serde_json::Value;

use super::columns::Export;

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

/// A payload that the envelope can carry.
pub trait Payload: Describe + Serialize + Send + 'static {
    /// The first word of the envelope's `type`: `contacts` in `contacts.read`.
    const KIND: &'static str;
    /// The columns of a CSV file that do not follow from its members. `None` if lists of it cannot be sent as CSV.
    const EXPORT: Option<&'static Export> = None;
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

/// Returns the schema of a value that cannot be left empty: a text has at least one character.
pub fn filled(schema: MetaSchemaRef) -> MetaSchemaRef {
    match schema {
        MetaSchemaRef::Inline(text) if text.max_length.is_some() && text.format.is_none() => {
            inline(MetaSchema { min_length: Some(1), ..*text })
        }
        other => other,
    }
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
