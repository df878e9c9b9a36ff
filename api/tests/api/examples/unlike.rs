//! What differs each time that the story of the examples is told.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::REQUEST_ID;

/// The values that differ each time that the story is told, and the fixed values that replace them.
pub(super) struct Unlike {
    receiver: String,
    ids: BTreeMap<String, String>,
}

impl Unlike {
    /// Begins with a receiver at a URL.
    pub(super) fn new(receiver: &str) -> Self {
        Self { receiver: receiver.to_owned(), ids: BTreeMap::new() }
    }

    /// Puts the fixed values into an example.
    pub(super) fn replace(&mut self, value: &mut Value) {
        match value {
            Value::Array(items) => items.iter_mut().for_each(|item| self.replace(item)),
            Value::Object(members) => {
                if let Some(duration_ms) = members.get_mut("duration_ms") {
                    *duration_ms = json!(48);
                }
                members.values_mut().for_each(|member| self.replace(member));
            }
            Value::String(text) => {
                if let Some(text) = self.instead(text) {
                    *value = json!(text);
                }
            }
            _ => {}
        }
    }

    fn instead(&mut self, text: &str) -> Option<String> {
        if text == self.receiver {
            return Some("https://hooks.example.org/almoner".to_owned());
        }
        if text.starts_with("whsec_") {
            return Some("whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD".to_owned());
        }
        if text.starts_with("evt_") {
            let next = format!("evt_019ecb4b6a0070008000{:012x}", self.ids.len() + 1);
            return Some(self.ids.entry(text.to_owned()).or_insert(next).clone());
        }
        if text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Some(REQUEST_ID.to_owned());
        }
        // The dispatcher's moments are those of the machine, long after the story.
        let is_of_machine =
            text.len() == "2026-06-15T12:00:00.000Z".len() && text.ends_with('Z') && text > "2026-07-01";
        is_of_machine.then(|| "2026-06-15T12:00:01.000Z".to_owned())
    }
}
