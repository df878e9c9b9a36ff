//! Responses.

use api::error::CODES;
use std::fmt;
use std::ops::Index;

use reqwest::header::HeaderMap;
use reqwest::{RequestBuilder, StatusCode};
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value;
use serde_json::value::RawValue;

/// A response that is an envelope. Indexing looks into its `data`, for a field that is there: one that is missing fails
/// the test, so that two missing ones are never equal.
#[derive(Clone, Debug)]
pub struct Reply {
    pub status: u16,
    pub headers: HeaderMap,
    /// The body as it came, without the newline at its end.
    pub text: String,
    pub json: Value,
}

impl Reply {
    /// Sends a request.
    pub async fn to(request: RequestBuilder) -> Self {
        let response = request.send().await.unwrap();
        let (status, headers) = (response.status(), response.headers().clone());
        Self::new(status, headers, &response.text().await.unwrap())
    }

    /// Parses a response, and asserts that it is the envelope. This rule applies to every response of the suite.
    pub fn new(status: StatusCode, headers: HeaderMap, text: &str) -> Self {
        // A response that an earlier version has stored may have no newline yet.
        let is_stored = headers.contains_key("idempotent-replayed");
        assert!(is_stored || text.ends_with("}\n"), "{status} {text}");
        let text = text.trim_end().to_owned();
        let keys: Vec<String> = entries(&text).into_iter().map(|(key, _)| key).collect();
        assert_eq!(keys, ["success", "message", "type", "data"], "{status} {text}");
        let json: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(json["success"], status.is_success(), "{status} {text}");
        if status.is_success() {
            assert_eq!(json["message"], "", "{text}");
            assert_ne!(json["type"].as_str().unwrap(), "", "{text}");
            assert!(json["data"].is_object() || json["data"].is_array(), "{text}");
        } else {
            assert_ne!(json["message"].as_str().unwrap(), "", "{text}");
            assert_eq!((&json["type"], &json["data"]), (&"".into(), &Value::Array(Vec::new())), "{text}");
            let code = headers["error-code"].to_str().unwrap();
            assert!(CODES.iter().any(|(known, _)| *known == code), "{code}: {text}");
        }
        assert_eq!(headers["content-type"], "application/json; charset=utf-8", "{text}");
        Self { status: status.as_u16(), headers, text, json }
    }

    pub fn data(&self) -> &Value {
        &self.json["data"]
    }

    /// Returns the items of a list.
    pub fn list(&self) -> &[Value] {
        self.data().as_array().unwrap()
    }

    pub fn message(&self) -> &str {
        self.json["message"].as_str().unwrap()
    }

    pub fn id(&self) -> i64 {
        self["id"].as_i64().unwrap()
    }

    /// Returns `data` as it was written.
    pub fn raw_data(&self) -> String {
        member(&self.text, "data")
    }

    /// Returns a field of `data` as it was written, for exact numbers and texts.
    pub fn raw(&self, field: &str) -> String {
        member(&self.raw_data(), field)
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(|value| value.to_str().unwrap())
    }

    /// Asserts a successful create.
    #[track_caller]
    pub fn created(self) -> Self {
        assert_eq!(self.status, 201, "{}", self.text);
        self
    }

    /// Asserts a successful read or update.
    #[track_caller]
    pub fn ok(self) -> Self {
        assert_eq!(self.status, 200, "{}", self.text);
        self
    }

    /// Asserts a failure with exactly this message.
    #[track_caller]
    pub fn failed(&self, status: u16, message: &str) {
        assert_eq!((self.status, self.message()), (status, message));
    }
}

impl Index<&str> for Reply {
    type Output = Value;

    #[track_caller]
    fn index(&self, field: &str) -> &Value {
        self.data().get(field).unwrap_or_else(|| panic!("no {field} in {}", self.text))
    }
}

/// Returns the members of a JSON object in the order of the text, with their values as they were written.
pub fn entries(text: &str) -> Vec<(String, String)> {
    struct Entries(Vec<(String, String)>);

    impl<'de> Deserialize<'de> for Entries {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            deserializer.deserialize_map(Object).map(Self)
        }
    }

    struct Object;

    impl<'de> Visitor<'de> for Object {
        type Value = Vec<(String, String)>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut entries = Vec::new();
            while let Some((key, value)) = map.next_entry::<String, &RawValue>()? {
                entries.push((key, value.get().to_owned()));
            }
            Ok(entries)
        }
    }

    match serde_json::from_str::<Entries>(text) {
        Ok(entries) => entries.0,
        Err(error) => panic!("not a JSON object: {error}: {text:?}"),
    }
}

/// Returns the value of a member of a JSON object as it was written.
pub fn member(text: &str, name: &str) -> String {
    let found = entries(text).into_iter().find(|(key, _)| key == name);
    found.unwrap_or_else(|| panic!("no {name} in {text}")).1
}
