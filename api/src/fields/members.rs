//! The members of an object in a response: how they are written, and how the document describes them. The macros of
//! [`record`](mod@super::record) call these functions.

use std::marker::PhantomData;

use poem_openapi::registry::{MetaSchema, Registry};
use serde::ser::SerializeMap;

use super::field::{Entry, OutputField, Patch, Written};
use super::schema::{Property, property};

/// A type whose values are objects in responses, or the beginnings of objects.
pub trait Members {
    /// Writes its members.
    fn write<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error>;
    /// Returns the schemas of the members that [`write`](Self::write) writes.
    fn properties(registry: &mut Registry) -> Vec<Property>;
}

/// An object of these members, to be written.
pub struct ObjectOf<'a, T>(pub &'a T);

impl<T: Members> serde::Serialize for ObjectOf<'_, T> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize(self.0, serializer)
    }
}

/// Writes an object of these members.
pub fn serialize<S: serde::Serializer>(members: &impl Members, serializer: S) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(None)?;
    members.write(&mut map)?;
    map.end()
}

/// Returns the schema of an object of these members. Every member is always present.
pub fn describe<T: Members>(registry: &mut Registry, description: &'static str) -> MetaSchema {
    let properties = T::properties(registry);
    MetaSchema {
        description: Some(description.trim_ascii()),
        required: properties.iter().map(|(name, _)| *name).collect(),
        properties,
        ..MetaSchema::new("object")
    }
}

/// Writes a member.
pub fn write_member<F: OutputField, M: SerializeMap>(
    map: &mut M,
    name: &'static str,
    value: &F::Value,
) -> Result<(), M::Error> {
    map.serialize_entry(name, &Written::<F>(value))
}

/// Writes a member that is computed from a row.
pub fn write_computed<F: OutputField, R, M: SerializeMap>(
    map: &mut M,
    name: &'static str,
    row: &R,
    compute: fn(&R) -> F::Value,
) -> Result<(), M::Error> {
    write_member::<F, M>(map, name, &compute(row))
}

/// Writes a member that is a column of a row.
pub fn write_column<F: OutputField, S: Slot<F::Value>, M: SerializeMap>(
    map: &mut M,
    name: &'static str,
    column: &S,
) -> Result<(), M::Error> {
    map.serialize_entry(name, &column.get().map(Written::<F>))
}

/// Returns the property of a member without a column.
pub fn member_property<F: OutputField>(
    registry: &mut Registry,
    name: &'static str,
    description: &'static str,
) -> Property {
    (name, property(F::schema(registry), description, F::NULLABLE, None))
}

/// Returns the property of a column. Only the column's type decides whether it can be `null`.
pub fn column_property<F: OutputField, R, S: Slot<F::Value>>(
    registry: &mut Registry,
    entry: &Entry,
    _: fn(&R) -> &S,
    _: PhantomData<F>,
) -> Property {
    (entry.name, property(F::schema(registry), entry.about, S::NULLABLE, Some((entry.example)())))
}

/// Applies a field in a body to its column. A cleared column gets the value of the blank row.
pub fn apply<V, S: Slot<V> + Clone>(patch: Patch<V>, column: &mut S, blank: &S) {
    match patch {
        Patch::Absent => {}
        Patch::Null => column.clone_from(blank),
        Patch::Value(value) => column.set(value),
    }
}

/// A field of a row: a value, or an optional value.
pub trait Slot<V> {
    /// Whether it can be empty.
    const NULLABLE: bool;
    /// Returns the value, if there is one.
    fn get(&self) -> Option<&V>;
    /// Sets the value.
    fn set(&mut self, value: V);
}

impl<V> Slot<V> for V {
    const NULLABLE: bool = false;
    fn get(&self) -> Option<&V> {
        Some(self)
    }
    fn set(&mut self, value: V) {
        *self = value;
    }
}

impl<V> Slot<V> for Option<V> {
    const NULLABLE: bool = true;
    fn get(&self) -> Option<&V> {
        self.as_ref()
    }
    fn set(&mut self, value: V) {
        *self = Some(value);
    }
}
