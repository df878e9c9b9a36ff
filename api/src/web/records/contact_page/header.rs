//! The top of a contact's page: who it is, and how to reach them.

use url::form_urlencoded::byte_serialize;

use super::super::address::Pairs;
use super::super::display::call;
use super::super::kind::Kind;
use super::super::labels::choice;
use crate::language::spoken;
use crate::resources::contacts::Contact;
use crate::web::{names, postal};

/// The search of the map, which the address follows.
const MAP: &str = "https://www.openstreetmap.org/search?query=";

/// The top of a contact's page.
pub(super) struct Header {
    pub(super) initials: String,
    pub(super) is_org: bool,
    /// What the contact is, such as `Donor`.
    pub(super) status: String,
    /// The name of the household, and its address.
    pub(super) household: Option<(String, String)>,
    pub(super) place: String,
    /// Each tag, and the address of the list of those who have it.
    pub(super) tags: Vec<(String, String)>,
    /// The ways to reach the contact: the kind, the label, the number or address, and what the button opens.
    pub(super) ways: Vec<Way>,
    /// What the contact does not want.
    pub(super) unwanted: Vec<&'static str>,
}

/// A way to reach a contact.
pub(super) struct Way {
    /// What pages call it: `call`, `mail` or `map`.
    pub(super) kind: &'static str,
    pub(super) label: &'static str,
    pub(super) text: String,
    pub(super) href: String,
}

impl Header {
    pub(super) fn of(contact: &Contact, household: Option<(String, String)>) -> Self {
        let model = &contact.model;
        let with_tag = |tag: &str| Pairs::default().with("tag", tag).at(Contact::PATH);
        let wishes = [
            (model.contact_do_not_call, t!("contact-do-not-call")),
            (model.contact_do_not_email, t!("contact-do-not-email")),
            (model.contact_do_not_mail, t!("contact-do-not-write")),
        ];
        Self {
            initials: names::initials(model),
            is_org: model.contact_is_org,
            status: choice(&model.contact_status.to_string()),
            household,
            place: place(contact),
            tags: contact.tags.iter().map(|tag| (tag.tag_name.clone(), with_tag(&tag.tag_name))).collect(),
            ways: ways(contact),
            unwanted: wishes.into_iter().filter(|(is_wish, _)| *is_wish).map(|(_, text)| text).collect(),
        }
    }
}

/// Returns where a contact lives, such as `Portland, ME`.
fn place(contact: &Contact) -> String {
    let Some(address) = contact.addresses.iter().find(|address| address.model.address_primary) else {
        return String::new();
    };
    let model = &address.model;
    let parts = [&model.address_city, &model.address_state];
    parts.into_iter().flatten().map(String::as_str).collect::<Vec<_>>().join(", ")
}

/// Returns the ways to reach a contact that it has, and wants. Nobody calls or writes to the dead.
fn ways(contact: &Contact) -> Vec<Way> {
    let model = &contact.model;
    let is_alive = model.contact_deceased_on.is_none();
    let phone = contact.phones.iter().find(|phone| phone.model.phone_primary);
    let phone = phone.filter(|_| is_alive && !model.contact_do_not_call).and_then(|phone| {
        let number = &phone.model.phone_number;
        let href = call(number)?;
        Some(Way { kind: "call", label: t!("contact-call"), text: number.clone(), href })
    });
    let email = contact.emails.iter().find(|email| email.model.email_primary);
    let email = email.filter(|_| is_alive && !model.contact_do_not_email).map(|email| {
        let address = &email.model.email_address;
        Way { kind: "mail", label: t!("contact-mail"), text: address.clone(), href: mail(address) }
    });
    let address = contact.addresses.iter().find(|address| address.model.address_primary);
    let map = address.map(|address| postal::lines(&address.model, None, spoken()).join(", "));
    let map = map.filter(|text| !text.is_empty()).map(|text| {
        let query: String = byte_serialize(text.as_bytes()).collect();
        Way { kind: "map", label: t!("contact-map"), href: format!("{MAP}{query}"), text }
    });
    phone.into_iter().chain(email).chain(map).collect()
}

/// Returns the link that writes to an email address. Signs that would add fields to the letter stand as their codes.
fn mail(address: &str) -> String {
    let escaped = |c: char| match c {
        '%' | '?' | '&' | '#' | '"' | ' ' | '<' | '>' => format!("%{:02X}", u32::from(c)),
        c => c.to_string(),
    };
    format!("mailto:{}", address.chars().map(escaped).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::mail;

    #[test]
    fn an_email_address_adds_no_field_to_the_letter() {
        assert_eq!(mail("ada@lovelace.example"), "mailto:ada@lovelace.example");
        assert_eq!(mail("a?cc=b&c%@x.example"), "mailto:a%3Fcc=b%26c%25@x.example");
    }
}
