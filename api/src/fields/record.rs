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
        $crate::object! {
            $(#[doc = $doc])*
            $record extends model: $model { $( $(#[doc = $loaded_doc])* $loaded: $loaded_type; )* }
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
                $( members::write_computed::<$both_type, _, M>(map, stringify!($both), self, $both_compute)?; )*
                $( members::write_computed::<$computed_type, _, M>(map, stringify!($computed), self, $compute)?; )*
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
                        registry, stringify!($field), concat!($($field_doc),*), serde_json::json!($field_example),
                        |row: &$model| &row.$field, std::marker::PhantomData::<$field_type>,
                    ), )*
                    $( members::member_property::<$both_type>(registry, stringify!($both), concat!($($both_doc),*)), )*
                    $( members::member_property::<$computed_type>(registry, stringify!($computed), concat!($($computed_doc),*)), )*
                ]
            }
        }

        $crate::body! {
            #[doc = concat!("The body that writes a [`", stringify!($record), "`].")]
            $input as $new or $changes {
                $( $(#[doc = $field_doc])* $([$need])? $field: $field_type $(as $field_label $(, $field_hint)?)? = $field_example; )*
                $( $(#[doc = $both_doc])* $([$both_need])? $both: $both_type $(as $both_label $(, $both_hint)?)? = $both_example; )*
                $( $(#[doc = $write_doc])* $([$write_need])? $write: $write_type $(as $write_label $(, $write_hint)?)? = $write_example; )*
            }
            read_only [$($computed)* $($loaded: $loaded_type)*]
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

/// Declares a body. `[required]` fields must be sent for a new record and cannot be cleared. `read_only` fields are in
/// responses. Callers that change a record may send them back, and they are ignored. Those with a type may be records, which
/// must say what the record says.
#[macro_export]
macro_rules! body {
    (
        #[doc = $doc:expr]
        $input:ident as $new:literal or $changes:literal {
            $( $(#[doc = $field_doc:literal])* $([$need:ident])? $field:ident: $field_type:ty $(as $label:literal $(, $hint:literal)?)? = $example:tt; )*
        }
        read_only [$($read_only:ident $(: $read_only_type:ty)?)*]
    ) => {
        #[doc = $doc]
        #[allow(missing_docs, reason = "the fields are documented in their declaration")]
        #[derive(Clone, Debug, Default, PartialEq)]
        #[allow(non_snake_case, reason = "the names are the specification's")]
        pub struct $input {
            $( pub $field: $crate::fields::field::Patch<<$field_type as $crate::fields::field::InputField>::Value>, )*
        }

        impl $crate::fields::field::Input for $input {
            const FIELDS: &'static [$crate::fields::field::Entry] = &[$( $crate::fields::field::Entry {
                name: stringify!($field),
                required: $crate::body!(@is $($need)?),
                control: <$field_type as $crate::fields::field::InputField>::CONTROL,
                about: concat!($($field_doc),*),
                label: $crate::body!(@some $($label)?),
                hint: $crate::body!(@some $($($hint)?)?),
            } ),*];
            const NEW: &'static str = $new;
            const CHANGES: &'static str = $changes;

            fn read(mut fields: $crate::fields::field::Fields<'_>) -> Self {
                if Self::has_id() {
                    fields.may_change_existing();
                }
                let input = Self {
                    $( $field: fields.take::<$field_type>(stringify!($field), $crate::body!(@is $($need)?)), )*
                };
                fields.finish(&[$((stringify!($read_only), $crate::body!(@record $($read_only_type)?))),*]);
                input
            }

            fn properties(registry: &mut poem_openapi::registry::Registry, is_new: bool) -> Vec<$crate::fields::schema::Property> {
                vec![$( $crate::fields::field::input_property::<$field_type>(
                    registry, stringify!($field), concat!($($field_doc),*), serde_json::json!($example),
                    $crate::body!(@is $($need)?), is_new,
                ) ),*]
            }
        }
    };

    (@some $text:literal) => { Some($text) };
    (@some) => { None };
    (@record $type:ty) => { <$type as $crate::fields::field::OutputField>::IS_RECORD };
    (@record) => { false };
    (@is required) => { true };
    (@is) => { false };
}

/// Declares an object that is only in responses. If it `extends` something, it begins with the members of that.
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
                /// What comes first.
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
