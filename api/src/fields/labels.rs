//! The labels of fields and values. They follow from the names, unless the declaration says more.

use super::field::Entry;

/// Prefixes of field names that labels leave out, because people see which record a field belongs to.
const PREFIXES: [&str; 13] = [
    "contact_",
    "gift_",
    "pledge_",
    "task_",
    "fund_",
    "campaign_",
    "family_",
    "address_",
    "phone_",
    "email_",
    "picture_",
    "list_",
    "batch_",
];

/// The gift types that every new account has.
pub const GIFT_TYPES: [&str; 8] =
    ["cash", "check", "card", "bank_transfer", "online", "stock", "in_kind", "adjustment"];

/// Returns the label of a field for people.
pub fn label(entry: &Entry) -> String {
    entry.label.map_or_else(|| of_name(entry.name), str::to_owned)
}

/// Returns the hint for people about a field. The description in the document is the hint if it says more than the
/// label and names no other field.
pub fn hint(entry: &Entry) -> String {
    if let Some(hint) = entry.hint {
        return hint.to_owned();
    }
    let about = entry.about.trim();
    if about.contains('_') || about.to_lowercase() == label(entry).to_lowercase() {
        return String::new();
    }
    let label = label(entry);
    match about.strip_prefix(&*label).and_then(|rest| rest.strip_prefix([',', ';'])) {
        Some(rest) => capitalised(rest.trim_start()),
        None => about.to_owned(),
    }
}

/// Returns the label of a field or a parameter with this name.
pub fn of_name(name: &str) -> String {
    match name {
        // The field's short word for "last year but unfortunately not this".
        "lybunt" => return "Gave last year, not this year".to_owned(),
        "org_id" => return "Organization".to_owned(),
        "credit" => return "Soft credits".to_owned(),
        "gift_count" => return "Gifts".to_owned(),
        "pledge_count" => return "Pledges".to_owned(),
        "by" => return "Count by".to_owned(),
        "given_min" => return "Gave at least".to_owned(),
        "given_max" => return "Gave at most".to_owned(),
        "given_count_min" => return "Number of gifts, at least".to_owned(),
        "given_from" => return "Gifts from".to_owned(),
        "given_to" => return "Gifts until".to_owned(),
        "given_fund" => return "Gave for the fund".to_owned(),
        "given_campaign" => return "Gave for the campaign".to_owned(),
        "has_address" => return "Has a full address".to_owned(),
        "has_email" => return "Has an email address".to_owned(),
        "merged" => return "Merged into another".to_owned(),
        "lapsed" => return "Stopped giving".to_owned(),
        _ => {}
    }
    let bare = PREFIXES.iter().find_map(|prefix| name.strip_prefix(prefix)).filter(|rest| *rest != "id");
    let bare = bare.unwrap_or(name);
    let word = bare.strip_suffix("_id").filter(|word| *word != "external").unwrap_or(bare);
    capitalised(&word.replace('_', " "))
}

/// Returns the heading of a field's column in a file for people. `entries` are the fields that can be changed.
pub fn heading(name: &str, entries: &[Entry]) -> String {
    let entry = entries.iter().find(|entry| entry.name == name);
    let label = entry.map_or_else(|| of_name(name), label);
    match name {
        "id" => "Number".to_owned(),
        _ if name.ends_with("_id") && !name.ends_with("external_id") => format!("{label} (number)"),
        _ => label,
    }
}

/// Returns a choice, or the name of a gift type, as people read it: `every_2_weeks` is `Every 2 weeks`.
pub fn choice(text: &str) -> String {
    match text {
        "lybunt" => "Gave last year, not this year".to_owned(),
        "soft" => "Count as own gifts".to_owned(),
        "sybunt" => "Gave in a year before, not this year".to_owned(),
        _ => capitalised(&text.replace('_', " ")),
    }
}

/// Returns a text with a capital first letter.
pub fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

/// Writes the name of a type or of a group as people do: `GiftTypes` is `Gift types`.
pub fn spaced(name: &str) -> String {
    let mut title = String::new();
    for char in name.chars() {
        if char.is_uppercase() && !title.is_empty() {
            title.push(' ');
            title.extend(char.to_lowercase());
        } else {
            title.push(char);
        }
    }
    title
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fields::field::Input;
    use crate::resources::contacts::ContactInput;
    use crate::resources::gifts::GiftInput;

    #[test]
    fn labels_and_hints_follow_from_the_declaration() {
        let of = |fields: &[Entry], name: &str| {
            let entry = fields.iter().find(|entry| entry.name == name).unwrap();
            (label(entry), hint(entry))
        };
        for (name, shown, about) in [
            ("contact_title", "Title", ""),
            ("contact_lname", "Last name", "Or the name of the organization"),
            ("contact_job_title", "Job title", ""),
            ("contact_source", "Source", "How the contact was found"),
            ("contact_notes", "Notes", ""),
        ] {
            assert_eq!(of(ContactInput::FIELDS, name), (shown.to_owned(), about.to_owned()));
        }
        assert_eq!(of(GiftInput::FIELDS, "gift_fund"), ("Fund".to_owned(), String::new()));
        assert_eq!(of_name("contact_id"), "Contact");
        assert_eq!(of_name("min_amount"), "Min amount");
        assert_eq!(of_name("lybunt"), "Gave last year, not this year");
        assert_eq!(of_name("external_id"), "External id");
    }
}
