//! The rules of names, email addresses, currencies and time zones, in the words of the API; and the form in which codes
//! are shown.

use chrono_tz::Tz;
use iso_currency::Currency;

use crate::fields::Problems;
use crate::fields::types;

/// How long a name may be, in characters.
const NAME_CHARS: usize = 100;

/// Returns a name, trimmed. Adds a problem if there is none, or if it breaks a rule of all texts.
pub(super) fn required(field: &str, text: &str, problems: &mut Problems) -> String {
    match types::clean(text.to_owned()) {
        Err(rule) => problems.add(field, rule),
        Ok(None) => problems.add(field, "is required"),
        Ok(Some(name)) if name.chars().count() > NAME_CHARS => {
            problems.add(field, format_args!("must not be longer than {NAME_CHARS} characters"));
        }
        Ok(Some(name)) if name.contains(['\n', '\t']) => {
            problems.add(field, "must be a single line without tabs");
        }
        Ok(Some(name)) => return name,
    }
    String::new()
}

/// Returns an email address, its domain in lower case. Adds a problem if the text is not one.
pub(super) fn email(field: &str, text: &str, problems: &mut Problems) -> String {
    let text = text.trim();
    if text.is_empty() {
        problems.add(field, "is required");
        return String::new();
    }
    types::email(text).unwrap_or_else(|rule| {
        problems.add(field, rule);
        String::new()
    })
}

/// Returns a currency. Adds a problem if the text is not the code of one.
pub(super) fn currency(field: &str, text: &str, problems: &mut Problems) -> Option<Currency> {
    let currency = crate::money::currency(&text.trim().to_ascii_uppercase());
    if currency.is_none() {
        problems.add(field, "must be an ISO 4217 currency code such as USD");
    }
    currency
}

/// Returns a time zone. Adds a problem if the text is not the name of one.
pub(super) fn timezone(field: &str, text: &str, problems: &mut Problems) -> Option<Tz> {
    let timezone = text.trim().parse().ok();
    if timezone.is_none() {
        problems.add(field, "must be a time zone of the IANA database such as Europe/Lisbon");
    }
    timezone
}

/// Returns letters or digits in groups, to be read and typed.
pub(super) fn in_groups(text: &str, length: usize, separator: char) -> String {
    let mut groups = String::new();
    for (i, letter) in text.chars().enumerate() {
        if i > 0 && i % length == 0 {
            groups.push(separator);
        }
        groups.push(letter);
    }
    groups
}
