//! Macros that declare the fields of a resource once. They generate the code that reads a body and writes a record,
//! and both schemas of the OpenAPI document.

/// Declares a record and the body that writes it.
///
/// - `fields` are in bodies and in responses, and each has a column of the same name.
/// - `both` are in bodies, where the resource applies them itself, and in responses, where they are computed from the row.
/// - `write` are only in bodies; the resource applies them itself.
/// - `computed` are only in responses, and are computed from the row alone.
/// - `loaded` are only in responses, and are loaded in addition to the row.
/// - `unshown` are the other columns, which the resource reads and writes itself. A column that is in none of these
///   lists is a compile error, so that none is forgotten.
///
/// A list without fields is left out. Braces after the type of a field in bodies say more about the field, in any
/// order: `{ required, label: "Donor", hint: "Part of the name is enough", example: 1 }`. Each word is a method of
/// [`Entry`](crate::fields::field::Entry), which says what it means.
#[macro_export]
macro_rules! record {
    (
        $(#[doc = $doc:literal])*
        $record:ident of $model:path, body $input:ident as $new:literal or $changes:literal;
        fields { $( $(#[doc = $field_doc:literal])* $field:ident: $field_type:ty $({ $($field_part:tt)* })?; )* }
        $( both { $( $(#[doc = $both_doc:literal])* $both:ident: $both_type:ty $({ $($both_part:tt)* })? = $both_compute:expr; )* } )?
        $( write { $( $(#[doc = $write_doc:literal])* $write:ident: $write_type:ty $({ $($write_part:tt)* })?; )* } )?
        $( computed { $( $(#[doc = $computed_doc:literal])* $computed:ident: $computed_type:ty = $compute:expr; )* } )?
        $( loaded { $( $(#[doc = $loaded_doc:literal])* $loaded:ident: $loaded_type:ty; )* } )?
        unshown { $( $unshown:ident ),* $(,)? }
    ) => {
        $crate::object! {
            $(#[doc = $doc])*
            $record extends model: $model { $($( $(#[doc = $loaded_doc])* $loaded: $loaded_type; )*)? }
        }

        const _: fn($model) = |model| {
            type Row = $model;
            let Row { id: _, $( $field: _, )* $( $unshown: _, )* } = model;
        };

        impl $crate::fields::members::Members for $model {
            fn write<M: serde::ser::SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
                use $crate::fields::members;
                members::write_member::<$crate::fields::types::Id, M>(map, "id", &self.id)?;
                $( members::write_column::<$field_type, _, M>(map, stringify!($field), &self.$field)?; )*
                $($( members::write_computed::<$both_type, _, M>(map, stringify!($both), self, $both_compute)?; )*)?
                $($( members::write_computed::<$computed_type, _, M>(map, stringify!($computed), self, $compute)?; )*)?
                Ok(())
            }

            fn properties(registry: &mut poem_openapi::registry::Registry) -> Vec<$crate::fields::schema::Property> {
                use $crate::fields::members;
                vec![
                    ("id", $crate::fields::schema::property(
                        <$crate::fields::types::Id as $crate::fields::field::Field>::schema(registry),
                        "Identifier", false, Some(serde_json::json!(1)),
                    )),
                    $( members::column_property(
                        registry, &$crate::body!(@entry $($field_doc)*, $field: $field_type $({ $($field_part)* })?),
                        |row: &$model| &row.$field, std::marker::PhantomData::<$field_type>,
                    ), )*
                    $($( members::member_property::<$both_type>(registry, stringify!($both), concat!($($both_doc),*)), )*)?
                    $($( members::member_property::<$computed_type>(registry, stringify!($computed), concat!($($computed_doc),*)), )*)?
                ]
            }
        }

        $crate::body! {
            #[doc = concat!("The body that writes a [`", stringify!($record), "`].")]
            $input as $new or $changes {
                $( $(#[doc = $field_doc])* $field: $field_type $({ $($field_part)* })?; )*
                $($( $(#[doc = $both_doc])* $both: $both_type $({ $($both_part)* })?; )*)?
                $($( $(#[doc = $write_doc])* $write: $write_type $({ $($write_part)* })?; )*)?
            }
            read_only [$($($computed)*)? $($($loaded: $loaded_type)*)?]
        }

        impl $input {
            /// Applies the body to a row. A cleared field gets the value that it has in the `blank` row.
            #[allow(unused_variables, reason = "a record may have no fields")]
            pub(crate) fn apply(&mut self, model: &mut $model, blank: &$model) {
                $( $crate::fields::members::apply(std::mem::take(&mut self.$field), &mut model.$field, &blank.$field); )*
            }
        }
    };
}

/// Declares a body, with fields as those of [`record!`](crate::record). `read_only` fields are only in responses. A
/// caller that changes a record may send them back, and they are ignored. One with a type may be a related record,
/// which must say what the stored one says.
#[macro_export]
macro_rules! body {
    (
        #[doc = $doc:expr]
        $input:ident as $new:literal or $changes:literal {
            $( $(#[doc = $field_doc:literal])* $field:ident: $field_type:ty $({ $($part:tt)* })?; )*
        }
        $(read_only [$($read_only:ident $(: $read_only_type:ty)?)*])?
    ) => {
        #[doc = $doc]
        #[allow(missing_docs, reason = "the fields are documented in their declaration")]
        #[derive(Clone, Debug, Default, PartialEq)]
        #[allow(non_snake_case, reason = "the names are the specification's")]
        pub struct $input {
            $( pub $field: $crate::fields::field::Patch<<$field_type as $crate::fields::field::InputField>::Value>, )*
        }

        impl $crate::fields::field::Input for $input {
            const FIELDS: &'static [$crate::fields::field::Entry] =
                &[$( $crate::body!(@entry $($field_doc)*, $field: $field_type $({ $($part)* })?) ),*];
            const NEW: &'static str = $new;
            const CHANGES: &'static str = $changes;

            fn read(mut fields: $crate::fields::field::Fields<'_>) -> Self {
                if Self::has_id() {
                    fields.may_change_existing();
                }
                let input = Self {
                    $( $field: fields.take::<$field_type>(
                        stringify!($field),
                        const { $crate::body!(@entry $($field_doc)*, $field: $field_type $({ $($part)* })?).required },
                    ), )*
                };
                fields.finish(&[$($((stringify!($read_only), $crate::body!(@record $($read_only_type)?))),*)?]);
                input
            }

            fn fill(&mut self, other: Self) {
                $( self.$field.fill(other.$field); )*
            }

            fn properties(registry: &mut poem_openapi::registry::Registry, is_new: bool) -> Vec<$crate::fields::schema::Property> {
                vec![$( $crate::fields::field::input_property::<$field_type>(
                    registry, &$crate::body!(@entry $($field_doc)*, $field: $field_type $({ $($part)* })?), is_new,
                ) ),*]
            }
        }
    };

    (@entry $($doc:literal)*, $field:ident: $type:ty $({ $( $word:ident $(: $value:tt)? ),* $(,)? })?) => {
        $crate::fields::field::Entry::of::<$type>(stringify!($field), concat!($($doc),*))
            $($( .$word($( $crate::body!(@value $word $value) )?) )*)?
    };
    (@value example $value:tt) => { || serde_json::json!($value) };
    (@value $word:ident $value:tt) => { $value };
    (@record $type:ty) => { <$type as $crate::fields::field::OutputField>::IS_RECORD };
    (@record) => { false };
}

/// Declares an object that is only in responses. If it `extends` another object, it begins with the members of that
/// one.
#[macro_export]
macro_rules! object {
    (
        $(#[doc = $doc:literal])*
        $object:ident $(extends $base:ident: $base_type:ty)? {
            $( $(#[doc = $field_doc:literal])* $field:ident: $field_type:ty; )*
        }
    ) => {
        $(#[doc = $doc])*
        #[allow(non_snake_case, reason = "the names are the specification's")]
        #[derive(Clone)]
        pub struct $object {
            $(
                /// The object whose members come first.
                pub $base: $base_type,
            )?
            $( $(#[doc = $field_doc])* pub $field: <$field_type as $crate::fields::field::OutputField>::Value, )*
        }

        impl $crate::fields::members::Members for $object {
            fn write<M: serde::ser::SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
                $( $crate::fields::members::Members::write(&self.$base, map)?; )?
                $( $crate::fields::members::write_member::<$field_type, M>(map, stringify!($field), &self.$field)?; )*
                Ok(())
            }

            fn properties(registry: &mut poem_openapi::registry::Registry) -> Vec<$crate::fields::schema::Property> {
                let own = vec![$(
                    $crate::fields::members::member_property::<$field_type>(registry, stringify!($field), concat!($($field_doc),*))
                ),*];
                $( let own = [<$base_type as $crate::fields::members::Members>::properties(registry), own].concat(); )?
                own
            }
        }

        impl serde::Serialize for $object {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                $crate::fields::members::serialize(self, serializer)
            }
        }

        impl $crate::fields::schema::Describe for $object {
            const NAME: &'static str = stringify!($object);

            fn describe(registry: &mut poem_openapi::registry::Registry) -> poem_openapi::registry::MetaSchema {
                $crate::fields::members::describe::<Self>(registry, concat!($($doc),*))
            }
        }
    };
}
