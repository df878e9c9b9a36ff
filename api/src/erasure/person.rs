//! The texts that name a person, to search data that no id links to the contact: rows of files and stored answers.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::resources::web_forms::senders::Sender;

/// The shortest text to search for, in characters. A shorter one would be found everywhere.
const TEXT_MIN: usize = 4;

/// A contact, and the texts that name it now or have named it in an event.
pub(super) struct Person {
    /// How the contact begins within another record in JSON.
    within: String,
    /// How the contact begins as the record of an answer.
    alone: String,
    /// Email addresses, phone numbers and external ids, in lower case.
    texts: BTreeSet<String>,
    /// First and last names. Without a first name, the last name alone.
    names: BTreeSet<(Option<String>, String)>,
    /// What tells the answers from forms on the website.
    pub(super) sender: Sender,
}

impl Person {
    pub(super) fn new(contact_id: i64) -> Self {
        Self {
            within: format!(r#""contact":{{"id":{contact_id},"#),
            alone: format!(r#""data":{{"id":{contact_id},"contact_status":"#),
            texts: BTreeSet::new(),
            names: BTreeSet::new(),
            sender: Sender::default(),
        }
    }

    /// Learns the texts of a contact's record.
    pub(super) fn learn(&mut self, contact: &Value) {
        self.sender.learn(contact);
        let text = |value: &Value| {
            let text = value.as_str()?.trim().to_lowercase();
            (!text.is_empty()).then_some(text)
        };
        let of = |list: &str, field: &str| {
            let items = contact[list].as_array().into_iter().flatten();
            items.filter_map(|item| text(&item[field])).collect::<Vec<_>>()
        };
        let texts = of("emails", "email_address").into_iter().chain(of("phones", "phone_number"));
        let texts = texts.chain(text(&contact["contact_external_id"]));
        self.texts.extend(texts.filter(|text| text.chars().count() >= TEXT_MIN));
        if let Some(last) = text(&contact["contact_lname"]) {
            let first = text(&contact["contact_fname"]);
            if first.is_some() || last.chars().count() >= TEXT_MIN {
                self.names.insert((first, last));
            }
        }
    }

    /// Returns whether a text has an email address, a phone number, the external id or the whole name of the person, or
    /// is JSON that contains the contact.
    pub(super) fn is_named_in(&self, text: &str) -> bool {
        if text.contains(&self.within) || text.contains(&self.alone) {
            return true;
        }
        let text = text.to_lowercase();
        let has = |word: &str| {
            text.match_indices(word).any(|(at, _)| {
                let before = text[..at].chars().next_back();
                let after = text[at + word.len()..].chars().next();
                ![before, after].into_iter().flatten().any(char::is_alphanumeric)
            })
        };
        let has_name =
            |(first, last): &(Option<String>, String)| has(last) && first.as_deref().is_none_or(has);
        self.texts.iter().any(|known| has(known)) || self.names.iter().any(has_name)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_person_is_known_by_whole_texts_and_the_whole_name() {
        let mut person = Person::new(7);
        person.learn(&json!({
            "contact_fname": "Ada", "contact_lname": "King", "contact_external_id": "7",
            "emails": [{"email_address": "Ada@king.example"}], "phones": [{"phone_number": "+44 20 7946"}],
        }));
        for text in [
            "donor,King,Ada,,",
            "[\"ADA@KING.EXAMPLE\"]",
            "call +44 20 7946 now",
            r#"{"data":{"contact":{"id":7,"x":1}}}"#,
            r#"{"data":{"id":7,"contact_status":"donor"}}"#,
        ] {
            assert!(person.is_named_in(text), "{text}");
        }
        for text in [
            "King,Grace",
            "Ada,Kingston",
            "7",
            "bada@king.example",
            r#"{"contact":{"id":77,}}"#,
            r#"{"data":{"id":7,"gift_date":"x"}}"#,
        ] {
            assert!(!person.is_named_in(text), "{text}");
        }
    }
}
