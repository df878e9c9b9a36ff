//! JSON objects as raw text: exact numbers, no intermediate tree.

use std::borrow::Cow;
use std::fmt;

use serde::Deserializer;
use serde::de::{MapAccess, Visitor};
use serde_json::value::RawValue;

pub mod depth;

/// The end of every JSON body. The newline keeps the prompt of a terminal on a row of its own.
pub const END: &str = "}\n";

/// The most fields that an object may have. No resource has as many.
const FIELDS_MAX: usize = 1000;

/// Parses a JSON object into its fields, in the order of the text and with raw values. The error says what is wrong.
pub fn parse_object(text: &[u8]) -> std::result::Result<Vec<(Cow<'_, str>, &RawValue)>, String> {
    struct Object;

    impl<'de> Visitor<'de> for Object {
        type Value = Vec<(Cow<'de, str>, &'de RawValue)>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut entries: Self::Value = Vec::new();
            while let Some((Name(name), value)) = map.next_entry::<Name<'de>, &'de RawValue>()? {
                if entries.len() == FIELDS_MAX {
                    return Err(serde::de::Error::custom(format!("more than {FIELDS_MAX} fields")));
                }
                if entries.iter().any(|(known, _)| *known == name) {
                    return Err(serde::de::Error::custom(format!(
                        "field {} is given twice",
                        name.escape_default()
                    )));
                }
                entries.push((name, value));
            }
            Ok(entries)
        }
    }

    let text = std::str::from_utf8(text).map_err(|error| format!("the body is not UTF-8: {error}"))?;
    let mut json = serde_json::Deserializer::from_str(text);
    let object = json.deserialize_map(Object).and_then(|object| json.end().map(|()| object));
    object.map_err(|error| format!("the body is not a JSON object: {error}"))
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
