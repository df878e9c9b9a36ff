//! How letters address a contact who has neither a salutation nor an envelope name of its own.

/// Fills in a contact's salutation or envelope name, from the texts of its other fields. Nothing else is filled in.
///
/// A person is greeted by the nickname or the first name, and a couple by both first names. Envelopes have the title, the
/// names and the suffix. Both partners of a couple stand on the envelope, without titles, and share a last name if they
/// have the same. A contact without a first name, such as an organisation, is called by its last name.
pub(super) fn filled(field: &str, text: &dyn Fn(&str) -> String) -> String {
    match field {
        "contact_salutation" => salutation(text),
        "contact_envelope_name" => envelope_name(text),
        _ => String::new(),
    }
}

fn salutation(text: &dyn Fn(&str) -> String) -> String {
    let (nickname, first, spouse) =
        (text("contact_nickname"), text("contact_fname"), text("contact_spouse_fname"));
    let called = if nickname.is_empty() { &first } else { &nickname };
    if called.is_empty() {
        let name = joined(&[&text("contact_title"), &text("contact_lname")]);
        return if name.is_empty() { String::new() } else { format!("Dear {name}") };
    }
    if spouse.is_empty() { format!("Dear {called}") } else { format!("Dear {called} and {spouse}") }
}

fn envelope_name(text: &dyn Fn(&str) -> String) -> String {
    let (first, last) = (text("contact_fname"), text("contact_lname"));
    let (spouse, spouse_last) = (text("contact_spouse_fname"), text("contact_spouse_lname"));
    if first.is_empty() || spouse.is_empty() {
        return joined(&[&text("contact_title"), &first, &last, &text("contact_suffix")]);
    }
    if spouse_last.is_empty() || spouse_last.to_lowercase() == last.to_lowercase() {
        joined(&[&first, "and", &spouse, &last])
    } else {
        joined(&[&first, &last, "and", &spouse, &spouse_last])
    }
}

fn joined(parts: &[&str]) -> String {
    parts.iter().filter(|part| !part.is_empty()).copied().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_couples_and_organisations_are_addressed_by_their_names() {
        for (fields, salutation, envelope) in [
            (&[("title", "Ms"), ("fname", "Olga"), ("lname", "Moreau")][..], "Dear Olga", "Ms Olga Moreau"),
            (
                &[("fname", "John"), ("lname", "Smith"), ("spouse_fname", "Mary")],
                "Dear John and Mary",
                "John and Mary Smith",
            ),
            (
                &[("fname", "John"), ("lname", "Smith"), ("spouse_fname", "Mary"), ("spouse_lname", "Jones")],
                "Dear John and Mary",
                "John Smith and Mary Jones",
            ),
            (
                &[("fname", "Robert"), ("nickname", "Bob"), ("lname", "Lee"), ("suffix", "Jr")],
                "Dear Bob",
                "Robert Lee Jr",
            ),
            (&[("lname", "Harbor Bank")], "Dear Harbor Bank", "Harbor Bank"),
            (&[("title", "Mr"), ("lname", "Lee")], "Dear Mr Lee", "Mr Lee"),
            (&[], "", ""),
        ] {
            let text = |name: &str| {
                let bare = name.strip_prefix("contact_").unwrap();
                fields.iter().find(|(one, _)| *one == bare).map_or("", |(_, text)| text).to_owned()
            };
            let both = ["contact_salutation", "contact_envelope_name"].map(|field| filled(field, &text));
            assert_eq!(both, [salutation, envelope]);
            assert_eq!(filled("contact_notes", &text), "");
        }
    }
}
