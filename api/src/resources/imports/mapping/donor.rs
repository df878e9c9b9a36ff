//! The donor in the row of a gift: columns that find the contact, or make it.

use serde_json::{Map, Value, json};

use super::names::{self, Name};
use super::values;
use crate::fields::field::Input;
use crate::fields::problem::Problem;
use crate::records::importable::Importable;

/// The columns, each with the id of its label and the name of the field that its text goes to.
pub(in super::super) const FIELDS: [(&str, &str, &str); 16] = [
    ("donor_full_name", "imports-whole-name", "contact_lname"),
    (ORGANIZATION, "imports-organisation-name", "contact_lname"),
    (TYPE, "imports-contact-type", "contact_is_org"),
    (TITLE, "label-contact_title", "contact_title"),
    ("donor_fname", "imports-first-name", "contact_fname"),
    ("donor_lname", "imports-last-name", "contact_lname"),
    (SALUTATION, "label-contact_salutation", "contact_salutation"),
    (BIRTHDAY, "label-contact_birthday", "contact_birthday"),
    ("donor_email", "email", "email"),
    ("donor_phone", "imports-phone", "phone_number"),
    ("donor_street", "imports-street", "address_street"),
    ("donor_street2", "imports-street2", "address_street2"),
    ("donor_city", "imports-city", "address_city"),
    ("donor_state", "imports-state", "address_state"),
    ("donor_postal_code", "imports-postal-code", "address_postal_code"),
    ("donor_country", "imports-country", "address_country"),
];
/// The name of an organisation that gave, where the row names no person.
pub(super) const ORGANIZATION: &str = "donor_organization";
/// Whether a person or an organisation gave.
pub(in super::super) const TYPE: &str = "donor_type";
/// The title of the person who gave.
pub(super) const TITLE: &str = "donor_title";
/// How letters address the donor.
const SALUTATION: &str = "donor_salutation";
/// The birthday of the donor.
pub(super) const BIRTHDAY: &str = "donor_birthday";
/// What the phone number is for. No column says it, but for the heading of the number.
pub(super) const PHONE_TYPE: &str = "donor_phone_type";
/// The columns that name nobody by themselves.
const NAMELESS: [&str; 4] = [TYPE, TITLE, SALUTATION, BIRTHDAY];
/// The columns with the name of the donor.
pub(super) const NAMES: [&str; 3] = ["donor_lname", "donor_full_name", ORGANIZATION];
/// The member that finds the donor of a row, or makes it. Problems with it as a whole have it as their path.
pub(in super::super) const MATCH: &str = "contact_match";
/// The column that also finds the contact, if there are others of the donor.
pub(in super::super) const EXTERNAL_ID: &str = "contact_external_id";

/// Returns whether the rows of a kind can name their donor so.
pub(in super::super) fn has<R: Importable>() -> bool {
    let links = R::Links::FIELDS.iter().any(|field| field.name == "contact_match");
    links && !R::Input::FIELDS.iter().any(|field| field.name == "contact_id" && field.required)
}

/// Returns whether a column is one of the donor's.
pub(in super::super) fn is_field(field: &str) -> bool {
    FIELDS.iter().any(|(name, ..)| *name == field)
}

/// Returns the name of the donor of a row. `cell` returns the text of a column.
pub(in super::super) fn name_of(cell: &dyn Fn(&str) -> String) -> Name {
    let is_org = values::contact_type(&cell(TYPE)).map(|kind| kind == "organization");
    let columns = ["donor_full_name", "donor_fname", "donor_lname", ORGANIZATION];
    let name = names::of_row(is_org, &cell(TITLE), columns.map(cell));
    let title = Some(cell(TITLE)).filter(|title| !title.is_empty() && !name.is_org);
    Name { title: title.unwrap_or_else(|| name.title.clone()), ..name }
}

/// Makes the `contact_match` of a row. `cell` returns the text of a column. Returns `None` if the row names no donor. Of somebody who
/// `is_new`, the last name is enough.
///
/// # Errors
/// The rule that the row breaks: it does not say enough to find the donor.
pub(in super::super) fn match_of(
    cell: &dyn Fn(&str) -> String,
    is_new: bool,
) -> Result<Option<String>, String> {
    let external_id = cell(EXTERNAL_ID);
    let is_empty = FIELDS.iter().all(|(field, ..)| NAMELESS.contains(field) || cell(field).is_empty());
    if is_empty && external_id.is_empty() {
        return Ok(None);
    }
    let mut contact = Map::new();
    let mut put = |field: &str, text: String| {
        if !text.is_empty() {
            contact.insert(field.to_owned(), text.into());
        }
    };
    let name = name_of(cell);
    put("contact_status", "donor".to_owned());
    put("contact_title", name.title);
    put("contact_fname", name.first);
    put("contact_lname", name.last);
    put("contact_suffix", name.suffix);
    put("contact_spouse_fname", name.spouse_first);
    put("contact_spouse_lname", name.spouse_last);
    put("contact_employer", name.employer);
    put("contact_salutation", cell(SALUTATION));
    put("contact_birthday", cell(BIRTHDAY));
    if name.is_org {
        contact.insert("contact_is_org".to_owned(), 1.into());
    }
    let mut address = Map::new();
    for part in ["street", "street2", "city", "state", "postal_code", "country"] {
        let text = cell(&format!("donor_{part}"));
        let text = if part == "country" { values::country(&text).unwrap_or(text) } else { text };
        if !text.is_empty() {
            address.insert(format!("address_{part}"), text.into());
        }
    }
    if !address.is_empty() {
        contact.insert("addresses".to_owned(), json!([address]));
    }
    let phone = cell("donor_phone");
    if !phone.is_empty() {
        let phone = json!({"phone_number": phone, "phone_type": cell(PHONE_TYPE)});
        contact.insert("phones".to_owned(), json!([phone]));
    }
    let is_named = contact.contains_key("contact_lname") && (is_new || !cell("donor_postal_code").is_empty());
    if external_id.is_empty() && cell("donor_email").is_empty() && !is_named {
        return Err("needs an email, or a last name with a postal code, to find the donor by".to_owned());
    }
    let mut found = Map::new();
    for (member, text) in [(EXTERNAL_ID, external_id), ("email", cell("donor_email"))] {
        if !text.is_empty() {
            found.insert(member.to_owned(), text.into());
        }
    }
    found.insert("contact".to_owned(), contact.into());
    Ok(Some(Value::from(found).to_string()))
}

/// Returns a problem with the match at the column that its text came from.
pub(in super::super) fn at_column(problem: Problem) -> Problem {
    let part = problem.path.rsplit('.').next().unwrap_or_default();
    let part = if part == "email_address" { "email" } else { part };
    let column = FIELDS.iter().rfind(|(.., own)| *own == part).map_or(MATCH, |(column, ..)| column);
    Problem { path: column.to_owned(), ..problem }
}
