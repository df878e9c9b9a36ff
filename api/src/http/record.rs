//! Macros that declare the fields of a resource once. They generate the code that reads a body and writes a record,
//! and both schemas of the OpenAPI document.

/// Declares a record and the body that writes it.
///
/// - `fields` are in bodies and in responses, and each has a column of the same name. `[required]` fields must be sent
///   for a new record and cannot be cleared. Forms call a field by its name, or as it says after its type: what people
///   call it, and what they have to know about it.
/// - `both` are in bodies, where the resource applies them itself, and in responses, where they are computed from the row.
/// - `write` are only in bodies; the resource applies them itself.
/// - `computed` are only in responses, and are computed from the row alone.
/// - `loaded` are only in responses, and are loaded in addition to the row.
/// - `unshown` are the other columns, which the resource reads and writes itself. A column that is in none of these
///   lists is a compile error, so that none is forgotten.
#[macro_export]
macro_rules! record {
    (
        $(#[doc = $doc:literal])*
        $record:ident of $model:path, body $input:ident as $new:literal or $changes:literal;
        fields { $( $(#[doc = $field_doc:literal])* $([$need:ident])? $field:ident: $field_type:ty $(as $field_label:literal $(, $field_hint:literal)?)? = $field_example:tt; )* }
        both { $( $(#[doc = $both_doc:literal])* $([$both_need:ident])? $both:ident: $both_type:ty $(as $both_label:literal $(, $both_hint:literal)?)? = $both_example:tt, $both_compute:expr; )* }
        write { $( $(#[doc = $write_doc:literal])* $([$write_need:ident])? $write:ident: $write_type:ty $(as $write_label:literal $(, $write_hint:literal)?)? = $write_example:tt; )* }
        computed { $( $(#[doc = $computed_doc:literal])* $computed:ident: $computed_type:ty = $compute:expr; )* }
        loaded { $( $(#[doc = $loaded_doc:literal])* $loaded:ident: $loaded_type:ty; )* }
        unshown { $( $unshown:ident ),* $(,)? }
    ) => {
        $(#[doc = $doc])*
        #[allow(non_snake_case, reason = "the names are the specification's")]
        #[derive(Clone)]
        pub struct $record {
            /// The row.
            pub model: $model,
            $( $(#[doc = $loaded_doc])* pub $loaded: <$loaded_type as $crate::http::field::OutputField>::Value, )*
        }

        const _: fn($model) = |model| {
            type Row = $model;
            let Row { id: _, $( $field: _, )* $( $unshown: _, )* } = model;
        };

        impl $record {
            /// Writes the id, the fields and what is computed from the row.
            pub(crate) fn write_own<M: serde::ser::SerializeMap>(model: &$model, map: &mut M) -> Result<(), M::Error> {
                #[allow(unused_imports, reason = "a record may have no fields")]
                use $crate::http::{field::{OutputField, Written}, record::Slot};
                map.serialize_entry("id", &model.id)?;
                $( map.serialize_entry(stringify!($field), &Slot::get(&model.$field).map(Written::<$field_type>))?; )*
                $( {
                    let compute: fn(&$model) -> <$both_type as OutputField>::Value = $both_compute;
                    map.serialize_entry(stringify!($both), &Written::<$both_type>(&compute(model)))?;
                } )*
                $( {
                    let compute: fn(&$model) -> <$computed_type as OutputField>::Value = $compute;
                    map.serialize_entry(stringify!($computed), &Written::<$computed_type>(&compute(model)))?;
                } )*
                Ok(())
            }

            /// Returns the schemas of what [`write_own`](Self::write_own) writes.
            pub(crate) fn own_properties(
                registry: &mut poem_openapi::registry::Registry,
            ) -> Vec<(&'static str, poem_openapi::registry::MetaSchemaRef)> {
                #[allow(unused_imports, reason = "a record may compute nothing")]
                use $crate::http::{field::{Field, OutputField}, fields::Id};
                use $crate::http::schema::property;
                vec![
                    ("id", property(Id::schema(registry), "Identifier", false, Some(serde_json::json!(1)))),
                    $( (stringify!($field), property(
                        <$field_type as Field>::schema(registry),
                        concat!($($field_doc),*),
                        $crate::http::record::nullable(|model: &$model| &model.$field, std::marker::PhantomData::<$field_type>),
                        Some(serde_json::json!($field_example)),
                    )), )*
                    $( (stringify!($both), property(
                        <$both_type as Field>::schema(registry),
                        concat!($($both_doc),*),
                        <$both_type as OutputField>::NULLABLE,
                        None,
                    )), )*
                    $( (stringify!($computed), property(
                        <$computed_type as Field>::schema(registry),
                        concat!($($computed_doc),*),
                        <$computed_type as OutputField>::NULLABLE,
                        None,
                    )), )*
                ]
            }
        }

        impl serde::Serialize for $record {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                use serde::ser::SerializeMap;
                let mut map = serializer.serialize_map(None)?;
                Self::write_own(&self.model, &mut map)?;
                $( map.serialize_entry(
                    stringify!($loaded),
                    &$crate::http::field::Written::<$loaded_type>(&self.$loaded),
                )?; )*
                map.end()
            }
        }

        impl $crate::http::schema::Describe for $record {
            const NAME: &'static str = stringify!($record);

            fn describe(registry: &mut poem_openapi::registry::Registry) -> poem_openapi::registry::MetaSchema {
                #[allow(unused_imports, reason = "a record may load nothing")]
                use $crate::http::{field::{Field, OutputField}, schema::property};
                #[allow(unused_mut, reason = "a record may load nothing")]
                let mut properties = Self::own_properties(registry);
                $( properties.push((stringify!($loaded), property(
                    <$loaded_type as Field>::schema(registry),
                    concat!($($loaded_doc),*),
                    <$loaded_type as OutputField>::NULLABLE,
                    None,
                ))); )*
                poem_openapi::registry::MetaSchema {
                    description: Some(concat!($($doc),*).trim_ascii()),
                    // Every field of a record is always present.
                    required: properties.iter().map(|(name, _)| *name).collect(),
                    properties,
                    ..poem_openapi::registry::MetaSchema::new("object")
                }
            }
        }

        $crate::body! {
            #[doc = concat!("The body that writes a [`", stringify!($record), "`].")]
            $input as $new or $changes {
                $( $(#[doc = $field_doc])* $([$need])? $field: $field_type $(as $field_label $(, $field_hint)?)? = $field_example; )*
                $( $(#[doc = $both_doc])* $([$both_need])? $both: $both_type $(as $both_label $(, $both_hint)?)? = $both_example; )*
                $( $(#[doc = $write_doc])* $([$write_need])? $write: $write_type $(as $write_label $(, $write_hint)?)? = $write_example; )*
            }
            read_only [$($computed)* $($loaded)*]
        }

        impl $input {
            /// Applies the body to a row. A cleared field gets the value that it has in the `blank` row.
            #[allow(unused_variables, reason = "a record may have no fields")]
            pub(crate) fn apply(&mut self, model: &mut $model, blank: &$model) {
                #[allow(unused_imports, reason = "a record may have no fields")]
                use $crate::http::{field::Patch, record::Slot};
                $( match std::mem::take(&mut self.$field) {
                    Patch::Absent => {}
                    Patch::Null => model.$field.clone_from(&blank.$field),
                    Patch::Value(value) => Slot::set(&mut model.$field, value),
                } )*
            }
        }
    };
}

/// Declares a body. `[required]` fields must be sent for a new record and cannot be cleared. `read_only` fields are in
/// responses. Callers that change a record may send them back, and they are ignored.
#[macro_export]
macro_rules! body {
    (
        #[doc = $doc:expr]
        $input:ident as $new:literal or $changes:literal {
            $( $(#[doc = $field_doc:literal])* $([$need:ident])? $field:ident: $field_type:ty $(as $label:literal $(, $hint:literal)?)? = $example:tt; )*
        }
        read_only [$($read_only:ident)*]
    ) => {
        #[doc = $doc]
        #[allow(missing_docs, reason = "the fields are documented in their declaration")]
        #[derive(Clone, Debug, Default, PartialEq)]
        #[allow(non_snake_case, reason = "the names are the specification's")]
        pub struct $input {
            $( pub $field: $crate::http::field::Patch<<$field_type as $crate::http::field::InputField>::Value>, )*
        }

        impl $crate::http::field::Input for $input {
            const FIELDS: &'static [$crate::http::field::Entry] = &[$( $crate::http::field::Entry {
                name: stringify!($field),
                required: $crate::body!(@is $($need)?),
                is_text: <$field_type as $crate::http::field::InputField>::IS_TEXT,
                control: <$field_type as $crate::http::field::InputField>::CONTROL,
                about: concat!($($field_doc),*),
                label: $crate::body!(@some $($label)?),
                hint: $crate::body!(@some $($($hint)?)?),
            } ),*];
            const NEW: &'static str = $new;
            const CHANGES: &'static str = $changes;
            const HAS_ID: bool = $crate::http::record::names_id(&[$(stringify!($field)),*]);

            fn read(mut fields: $crate::http::field::Fields<'_>) -> Self {
                if Self::HAS_ID {
                    fields.may_change_existing();
                }
                let input = Self { $( $field: $crate::body!(@take fields, $field, $field_type, $($need)?), )* };
                fields.finish(&[$(stringify!($read_only)),*]);
                input
            }

            fn register(registry: &mut poem_openapi::registry::Registry) {
                use poem_openapi::registry::{MetaSchema, Registry};
                use $crate::http::schema::{property, register_as};

                fn changes(registry: &mut Registry) -> MetaSchema {
                    use $crate::http::field::InputField;
                    let properties = vec![$( (stringify!($field), property(
                        $crate::body!(@schema $($need)?)(<$field_type as InputField>::body_schema(registry)),
                        concat!($($field_doc),*),
                        !$crate::body!(@is $($need)?),
                        Some(serde_json::json!($example)),
                    )) ),*];
                    MetaSchema { properties, ..MetaSchema::new("object") }
                }

                fn new(registry: &mut Registry) -> MetaSchema {
                    let required = [$( $crate::body!(@is $($need)?).then_some(stringify!($field)) ),*];
                    MetaSchema { required: required.into_iter().flatten().collect(), ..changes(registry) }
                }

                register_as(registry, $new, new);
                register_as(registry, $changes, changes);
            }
        }
    };

    (@take $fields:ident, $field:ident, $type:ty, required) => { $fields.required::<$type>(stringify!($field)) };
    (@take $fields:ident, $field:ident, $type:ty,) => { $fields.optional::<$type>(stringify!($field)) };
    (@schema $flag:ident) => { $crate::http::schema::filled };
    (@schema) => { $crate::http::schema::clearable };
    (@some $text:literal) => { Some($text) };
    (@some) => { None };
    (@is $flag:ident) => { true };
    (@is) => { false };
}

/// Declares an object that is only in responses. If it `extends` another object, it begins with the fields of that one.
#[macro_export]
macro_rules! object {
    (
        $(#[doc = $doc:literal])*
        $object:ident $(extends $base:ident: $base_type:ty)? {
            $( $(#[doc = $field_doc:literal])* $field:ident: $field_type:ty; )*
        }
    ) => {
        $(#[doc = $doc])*
        pub struct $object {
            $(
                /// The object whose fields come first.
                pub $base: $base_type,
            )?
            $( $(#[doc = $field_doc])* pub $field: <$field_type as $crate::http::field::OutputField>::Value, )*
        }

        impl $object {
            /// Writes its fields.
            pub(crate) fn write_own<M: serde::ser::SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
                $( self.$base.write_own(map)?; )?
                $( map.serialize_entry(
                    stringify!($field),
                    &$crate::http::field::Written::<$field_type>(&self.$field),
                )?; )*
                Ok(())
            }
        }

        impl serde::Serialize for $object {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                use serde::ser::SerializeMap;
                let mut map = serializer.serialize_map(None)?;
                self.write_own(&mut map)?;
                map.end()
            }
        }

        impl $crate::http::schema::Describe for $object {
            const NAME: &'static str = stringify!($object);

            fn describe(registry: &mut poem_openapi::registry::Registry) -> poem_openapi::registry::MetaSchema {
                use $crate::http::{field::{Field, OutputField}, schema::property};
                let own = [$( (stringify!($field), property(
                    <$field_type as Field>::schema(registry),
                    concat!($($field_doc),*),
                    <$field_type as OutputField>::NULLABLE,
                    None,
                )) ),*];
                #[allow(unused_mut, reason = "it may extend nothing")]
                let mut properties = Vec::new();
                $( properties.extend(<$base_type as $crate::http::schema::Describe>::describe(registry).properties); )?
                properties.extend(own);
                poem_openapi::registry::MetaSchema {
                    description: Some(concat!($($doc),*).trim_ascii()),
                    required: properties.iter().map(|(name, _)| *name).collect(),
                    properties,
                    ..poem_openapi::registry::MetaSchema::new("object")
                }
            }
        }
    };
}

use std::marker::PhantomData;

use super::field::OutputField;

/// Returns whether `id` is among the names.
pub const fn names_id(names: &[&str]) -> bool {
    let mut i = 0;
    while i < names.len() {
        if matches!(names[i].as_bytes(), b"id") {
            return true;
        }
        i += 1;
    }
    false
}

/// Returns whether a row's field can be empty. Only the type of the field decides.
pub fn nullable<M, F: OutputField, S: Slot<F::Value>>(_: fn(&M) -> &S, _: PhantomData<F>) -> bool {
    S::NULLABLE
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
