//! JSON objects as raw text: exact numbers, no intermediate tree.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;

use serde::de::{MapAccess, Visitor};
use serde::{Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;

pub mod depth;

/// The end of every JSON body. The newline keeps the prompt of a terminal on a row of its own.
pub const END: &str = "}\n";

/// The fields of an object, with raw values.
pub type Entries<'a> = Vec<(Cow<'a, str>, &'a RawValue)>;

/// An object that is written with its members in their order.
pub struct Object<'a, N, V>(pub &'a [(N, V)]);

impl<N: Serialize, V: Serialize> Serialize for Object<'_, N, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

/// Parses a JSON object into its fields, in the order of the text and with raw values. The error says what is wrong.
pub fn parse_object(text: &[u8]) -> std::result::Result<Entries<'_>, String> {
    parse(text, true)
}

/// Parses a JSON object that this service has written. It was checked before it was stored, and an object of the caller's
/// own may have any number of fields.
pub fn parse_stored(text: &[u8]) -> std::result::Result<Entries<'_>, String> {
    parse(text, false)
}

fn parse(text: &[u8], is_checked: bool) -> std::result::Result<Entries<'_>, String> {
    struct Object {
        is_checked: bool,
    }

    impl<'de> Visitor<'de> for Object {
        type Value = Entries<'de>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let (mut entries, mut names) = (Vec::new(), HashSet::new());
            while let Some((Name(name), value)) = map.next_entry::<Name<'de>, &'de RawValue>()? {
                if self.is_checked && !names.insert(name.clone()) {
                    return Err(serde::de::Error::custom(format!("field {} is given twice", shown(&name))));
                }
                entries.push((name, value));
            }
            Ok(entries)
        }
    }

    let text = std::str::from_utf8(text).map_err(|error| format!("the body is not UTF-8: {error}"))?;
    let mut json = serde_json::Deserializer::from_str(text);
    let object = json.deserialize_map(Object { is_checked }).and_then(|object| json.end().map(|()| object));
    object.map_err(|error| match (text.trim_start().as_bytes(), serde_json::from_str::<&RawValue>(text)) {
        ([b'{', ..], _) => format!("the body is not a JSON object: {error}"),
        (_, Err(error)) => format!("the body is not a JSON object: {error}"),
        (start, Ok(_)) => format!("the body must be a JSON object, not {}", kind(start)),
    })
}

/// Returns the name of the kind of JSON that begins with these bytes and is not an object.
fn kind(start: &[u8]) -> &'static str {
    match start {
        [b'[', ..] => "a list",
        [b'"', ..] => "a text",
        [b't' | b'f', ..] => "true or false",
        [b'n', ..] => "null",
        _ => "a number",
    }
}

/// A member's name, borrowed from the text where it has no escapes.
struct Name<'a>(Cow<'a, str>);

impl<'de> serde::Deserialize<'de> for Name<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text;

        impl<'de> Visitor<'de> for Text {
            type Value = Name<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a field name")
            }

            fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Name<'de>, E> {
                Ok(Name(Cow::Borrowed(text)))
            }

            fn visit_str<E>(self, text: &str) -> Result<Name<'de>, E> {
                Ok(Name(Cow::Owned(text.to_owned())))
            }
        }

        deserializer.deserialize_str(Text)
    }
}

/// Shortens and escapes a name that the caller chose, so that it can be part of a message.
pub fn shown(name: &str) -> String {
    const MAX_CHARS: usize = 100;
    name.chars().take(MAX_CHARS).flat_map(char::escape_default).collect()
}
