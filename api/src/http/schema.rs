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
