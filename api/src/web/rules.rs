//! The rules of fields as people read them. The API words them for programs, which know fields by their names.

use crate::fields::labels;

/// Rules that people would not understand, and the words that they read instead.
const SAID: &[(&str, &str)] = &[
    ("is required unless contact_anonymous is 1", "is required, unless the contact is anonymous"),
    ("is taken", "belongs to another record already"),
    ("must be 0 or 1", "must be yes or no"),
    ("must be a date, as YYYY-MM-DD", "must be a date, such as 2026-06-30"),
    (
        "must be a date, as YYYY-MM-DD or --MM-DD",
        "must be a date, such as 1951-12-10, or --12-10 without the year",
    ),
    ("must be a time of day, as HH:MM", "must be a time of day, such as 14:30"),
    ("must be an email address", "must be an email address, such as ada@example.org"),
    (
        "must be an ISO 3166-1 alpha-2 country code such as PT",
        "must be the two letters of a country, such as US or PT",
    ),
    (
        "must be an ISO 4217 currency code such as USD",
        "must be the three letters of a currency, such as USD or EUR",
    ),
    (
        "must be a BCP 47 language tag such as en or pt-BR",
        "must be the letters of a language, such as en or pt-BR",
    ),
    ("must be the id of a record", "must be the number of a record, as its page shows it"),
    ("must be the id of a contact of this account", "must be one of your contacts: type a part of the name"),
    (
        "must be the id of a contact of the same contact_type",
        "must be of the same kind: two people, or two organisations",
    ),
    (
        "must be a time zone of the IANA database such as Europe/Lisbon",
        "must be a time zone, such as Europe/Lisbon",
    ),
    ("must be the id of another contact", "must be another one of your contacts"),
    (
        "must be the id of another contact of this account with contact_is_org 1",
        "must be one of your contacts that is an organisation",
    ),
    (
        "must stay 1 while other contacts have this one as contact_org_id",
        "must stay ticked while people belong to this organisation",
    ),
    (
        "must stay 0 while the contact is a member of a household",
        "must stay empty while this person is a member of a household",
    ),
    ("must not have more than one head", "must not have two heads: choose another role for one"),
    ("must be the id of a gift of this account", "must be the number of one of your gifts"),
    ("must be the id of a pledge of this account", "must be the number of one of your pledges"),
    ("must be the id of a gift_type of this account", "must be one of your types of gifts"),
    ("must be the id of another gift", "must be the number of another gift"),
    (
        "must be a pledge of the gift's contact and currency",
        "must be a pledge of the same donor, in the same currency",
    ),
    ("must be another contact than the giver", "must be somebody else than the giver"),
    (
        "must be 1 exactly when task_completed_on is set",
        "must be ticked if there is a day on which it was done",
    ),
    ("must have only one primary", "must have one that is primary, and not more"),
];

/// The beginning of rules about the columns of a file, which have the names of fields.
const OF_A_FILE: &str = "cannot be imported: ";

/// Returns a rule as people read it.
pub(crate) fn said(rule: &str) -> String {
    if rule.starts_with(OF_A_FILE) {
        return rule.to_owned();
    }
    match SAID.iter().find(|(one, _)| *one == rule) {
        Some((_, said)) => (*said).to_owned(),
        None => rule.split(' ').map(word).collect::<Vec<_>>().join(" "),
    }
}

/// Returns a word of a rule. The name of a field becomes its label.
fn word(word: &str) -> String {
    let name = word.trim_end_matches([',', ';', ':', '.']);
    let is_name =
        name.contains('_') && name.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_'));
    if is_name { format!("“{}”{}", labels::of_name(name), &word[name.len()..]) } else { word.to_owned() }
}

/// Returns a text with a small first letter.
pub(crate) fn uncapitalised(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_lowercase().chain(chars).collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_name_fields_as_people_know_them() {
        for (rule, shown) in [
            ("is required unless contact_anonymous is 1", "is required, unless the contact is anonymous"),
            ("must not lie before pledge_start_date", "must not lie before “Start date”"),
            ("must be empty unless gift_status is refunded", "must be empty unless “Status” is refunded"),
            ("must be greater than 0", "must be greater than 0"),
            (
                "cannot be imported: there is no column gift_amount",
                "cannot be imported: there is no column gift_amount",
            ),
        ] {
            assert_eq!(said(rule), shown);
        }
    }
}
