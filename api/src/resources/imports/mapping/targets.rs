//! The fields that a column of a file can be.

use super::donor;
use crate::fields::field::{Control, Entry, Input};
use crate::fields::spoken::{capitalised, choice, country, gift_type, hint, label, of_name};
use crate::http::csv::Items;
use crate::language::{self, spoken};
use crate::locale::{between_thousands, decimal_mark, grouped};
use crate::money::Decimal;
use crate::records::importable::Importable;
use crate::resources::imports::layout::item_members;

/// Names of a whole person, or of a couple, in one column.
pub const FULL_NAME: &str = "full_name";
/// The name of an organisation, where the row names no person.
pub const ORGANIZATION: &str = "organization_name";
/// A column whose cells go into the notes, each with its heading.
pub const IN_NOTES: &str = "in_notes";

/// A column that says whether a contact is a person or an organisation, in words.
pub const CONTACT_TYPE: &str = "contact_type";
/// The field that tells an organisation from a person.
pub const IS_ORG: &str = "contact_is_org";

/// A column that says which contact a row is, or whose it is: the contact's number, or one of the words below.
pub const SAME: &str = "same_contact";
/// The heading of the column that is added to files to say whose rows they are.
pub const SAME_HEADING: &str = "Contact here";
/// The heading of the column that is added to files to say whether their contacts are persons or organisations.
pub const KIND_HEADING: &str = "Person or organization";
/// The word for somebody who is no contact yet.
pub const NEW: &str = "new";
/// The word for the contact of an earlier row with the same person.
pub const EARLIER: &str = "earlier";
/// The word for nobody: the row is left out.
pub const OUT: &str = "out";
/// The word after the number of a contact who is archived no longer.
pub const ACTIVE: &str = "active";

/// How the cells of a column are read.
#[derive(Clone, Copy, Debug)]
pub(super) enum Form {
    /// As they are.
    Text,
    /// A calendar day.
    Day,
    /// A calendar day, with or without its year.
    MonthDay,
    /// An amount of money.
    Money,
    /// Yes or no.
    Flag,
    /// One of these words.
    Choice(fn() -> Vec<&'static str>),
    /// Words with commas or semicolons between them.
    Words,
    /// A country, by its name or its code.
    Country,
    /// The code of a currency.
    Currency,
    /// The name of a gift type.
    GiftType,
    /// A person or an organisation.
    ContactType,
}

/// A field, as people choose it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// Its name.
    pub field: String,
    /// Its label, in the language of the page.
    pub label: String,
    /// The group in which it stands.
    pub group: &'static str,
    /// Whether a new record needs it.
    pub required: bool,
}

/// Returns how the cells of a column for a field are read.
pub(super) fn form_of<R: Importable>(field: &str) -> Form {
    match field {
        "gift_type" => return Form::GiftType,
        CONTACT_TYPE | donor::TYPE => return Form::ContactType,
        "address_country" => return Form::Country,
        donor::BIRTHDAY => return Form::MonthDay,
        "emails" | "tags" | "phones" => return Form::Words,
        _ => {}
    }
    let entry = R::Input::FIELDS.iter().find(|entry| entry.name == field).map(|entry| entry.control);
    match entry.or_else(|| {
        part_of::<R>(field).filter(|(items, _)| *items == Items::First).map(|(_, part)| part.control)
    }) {
        Some(Control::Day) => Form::Day,
        Some(Control::MonthDay) => Form::MonthDay,
        Some(Control::Money) => Form::Money,
        Some(Control::Flag) => Form::Flag,
        Some(Control::Choice(choices)) => Form::Choice(choices),
        Some(Control::Names) => Form::Words,
        Some(_) if field.ends_with("_currency") => Form::Currency,
        _ => Form::Text,
    }
}

/// Returns the field of a member's objects for which a column is.
fn part_of<R: Importable>(column: &str) -> Option<(Items, &'static Entry)> {
    let (member, part) = item_members::<R>()
        .flat_map(|items| items.columns.iter().map(|part| (items.member, part)))
        .find(|(_, part)| part.column == column)?;
    let member = R::Input::FIELDS.iter().find(|field| field.name == member)?;
    let (Control::List(fields) | Control::Object(fields)) = member.control else { return None };
    Some((part.items, fields.iter().find(|field| field.name == part.field)?))
}

/// Returns whether several columns can be one field: their cells are put together.
pub(in super::super) fn joins<R: Importable>(field: &str) -> bool {
    field == IN_NOTES || is_title(field) || matches!(form_of::<R>(field), Form::Words)
}

/// Returns whether a field is the title of a person. German files have a column for `Frau`, and one for `Dr.`.
pub(super) fn is_title(field: &str) -> bool {
    ["contact_title", donor::TITLE].contains(&field)
}

/// Returns whether records of a kind have the name of a person.
pub(in super::super) fn has_full_name<R: Importable>() -> bool {
    R::Input::FIELDS.iter().any(|field| field.name == "contact_lname")
}

/// Returns whether the rows of a kind are contacts, or can say whose they are.
pub(in super::super) fn has_same<R: Importable>() -> bool {
    has_full_name::<R>() || donor::has::<R>()
}

/// Returns whether a column says who the donor of a row is.
pub fn is_of_donor(field: &str) -> bool {
    donor::is_field(field)
}

/// Returns the field for the notes of a kind of records.
pub(super) fn notes_of<R: Importable>() -> Option<&'static str> {
    R::Input::FIELDS.iter().find(|field| field.is_notes()).map(|field| field.name)
}

/// Returns whether several columns can be one field.
pub fn may_repeat<R: Importable>(field: &str) -> bool {
    joins::<R>(field)
}

/// Returns whether a kind of records has notes.
pub fn has_notes<R: Importable>() -> bool {
    notes_of::<R>().is_some()
}

/// Returns the fields of a kind that a column can be, in groups.
pub fn of<R: Importable>() -> Vec<Target> {
    let mut targets = Vec::new();
    let mut add = |field: &str, label: String, group, required| {
        targets.push(Target { field: field.to_owned(), label, group, required });
    };
    if has_full_name::<R>() {
        add(FULL_NAME, t!("imports-whole-name").to_owned(), t!("imports-group-name"), false);
        add(ORGANIZATION, t!("imports-organisation-name").to_owned(), t!("imports-group-name"), false);
    }
    for (field, label, _) in donor::FIELDS.iter().filter(|_| donor::has::<R>()) {
        add(field, t!(*label).to_owned(), t!("donor"), false);
    }
    for entry in R::Input::FIELDS {
        match entry.control {
            // They have columns of their own, or stand for numbers that only this service knows.
            Control::List(_) | Control::Object(_) | Control::Json | Control::Number => {}
            _ => add(entry.name, label(entry), group_of::<R>(entry), entry.required),
        }
    }
    for items in item_members::<R>() {
        for part in items.columns {
            let is_offered = part.items == Items::First || part.column == items.member;
            if is_offered
                && !R::Input::FIELDS
                    .iter()
                    .any(|entry| entry.name == part.column && matches!(entry.control, Control::Names))
            {
                add(part.column, part_label(part.column), t!("imports-group-address"), false);
            }
        }
    }
    for named in R::NAMED {
        let label = match named.column {
            "gift_type" => t!("imports-gift-type"),
            "contact_type" => t!("imports-contact-type"),
            "contact_external_id" => t!("imports-contact-external-id"),
            "pledge_external_id" => t!("imports-pledge-external-id"),
            "gift_external_id" => t!("imports-gift-external-id"),
            "batch_external_id" => t!("imports-batch-external-id"),
            "gift_adjusts_external_id" => t!("imports-adjusts-external-id"),
            "gift_soft_credit_external_ids" => t!("imports-credits-external-ids"),
            "contact_referred_by_external_id" => t!("imports-referred-by-external-id"),
            _ => "",
        };
        let label = if label.is_empty() { of_name(named.column) } else { label.to_owned() };
        let group = match named.column {
            "gift_type" => kind_label::<R>(),
            "contact_type" => t!("imports-group-name"),
            _ => t!("imports-group-links"),
        };
        add(named.column, label, group, false);
    }
    if has_same::<R>() {
        add(SAME, t!("imports-contact-here").to_owned(), t!("imports-group-links"), false);
    }
    targets
}

/// Returns the label of a field, or of one of the words for more.
pub fn label_of<R: Importable>(field: &str) -> String {
    of::<R>()
        .into_iter()
        .find(|target| target.field == field)
        .map_or_else(|| of_name(field), |target| target.label)
}

/// Describes a field for people: what it holds, or the words that it takes.
pub fn about<R: Importable>(field: &str) -> String {
    if field == SAME {
        return t!("imports-about-same").to_owned();
    }
    if [ORGANIZATION, donor::ORGANIZATION].contains(&field) {
        return t!("imports-about-organisation").to_owned();
    }
    if field == donor::TYPE {
        return t!("imports-about-of-contact_type").to_owned();
    }
    if field == donor::BIRTHDAY {
        return t!("imports-about-date").to_owned();
    }
    if donor::is_field(field) {
        return t!("imports-about-donor").to_owned();
    }
    let choices: Vec<String> = choices_of::<R>(field).into_iter().map(|(_, label)| label).collect();
    if !choices.is_empty() {
        return t!("imports-about-one-of", choices = choices.join(", "));
    }
    match form_of::<R>(field) {
        Form::Day | Form::MonthDay => return t!("imports-about-date").to_owned(),
        Form::Money => return t!("imports-about-amount").to_owned(),
        Form::Flag => return t!("imports-about-flag").to_owned(),
        Form::Country => return t!("imports-about-country").to_owned(),
        Form::Words => return t!("imports-about-words").to_owned(),
        _ => {}
    }
    if let Some(named) = R::NAMED.iter().find(|named| named.column == field) {
        let about = language::known(&format!("imports-about-of-{field}"));
        return about.map_or_else(|| capitalised(named.what), str::to_owned);
    }
    let entry = R::Input::FIELDS.iter().find(|entry| entry.name == field);
    let entry = entry.or_else(|| part_of::<R>(field).map(|(_, part)| part));
    entry.map(hint).unwrap_or_default()
}

fn part_label(column: &str) -> String {
    match column {
        "emails" => t!("email").to_owned(),
        "phones" => t!("imports-phone").to_owned(),
        "address_postal_code" => t!("imports-postal-code").to_owned(),
        "address_street2" => t!("imports-street2").to_owned(),
        "address_type" => t!("imports-address-type").to_owned(),
        _ => of_name(column),
    }
}

/// Returns the group of a field: names stand together, and so do the fields that a new record needs.
fn group_of<R: Importable>(entry: &Entry) -> &'static str {
    const NAMES: [&str; 11] = [
        "contact_fname",
        "contact_mname",
        "contact_lname",
        "contact_title",
        "contact_suffix",
        "contact_nickname",
        "contact_salutation",
        "contact_envelope_name",
        "contact_spouse_fname",
        "contact_spouse_lname",
        "contact_is_org",
    ];
    if NAMES.contains(&entry.name) { t!("imports-group-name") } else { kind_label::<R>() }
}

/// Returns the name of the group with a kind's own fields. Where other groups are of somebody, it says what this one is of.
fn kind_label<R: Importable>() -> &'static str {
    let is_of_somebody = R::BELONGS.is_some() || has_full_name::<R>();
    let name = is_of_somebody.then(|| language::known(R::KIND.trim_end_matches('s'))).flatten();
    name.unwrap_or_else(|| t!("imports-group-fields"))
}

/// Returns the choices of a field, each with its label, if it has some.
pub fn choices_of<R: Importable>(field: &str) -> Vec<(&'static str, String)> {
    match form_of::<R>(field) {
        Form::Choice(choices) => choices().into_iter().map(|text| (text, choice(text))).collect(),
        _ => Vec::new(),
    }
}

/// Returns what the text of a field means once it has been read, as pages say it. Returns `None` for a text that says it by itself.
pub fn in_words<R: Importable>(field: &str, text: &str) -> Option<String> {
    if text.is_empty() {
        return None;
    }
    match form_of::<R>(field) {
        Form::Choice(choices) => choices().contains(&text).then(|| choice(text)),
        Form::ContactType => ["person", "organization"].contains(&text).then(|| choice(text)),
        Form::GiftType => Some(gift_type(text)),
        Form::Country => Some(country(text)),
        Form::Flag if text == "1" => Some(t!("yes").to_owned()),
        Form::Flag if text == "0" => Some(t!("no").to_owned()),
        Form::Money => amount(text),
        _ => None,
    }
}

/// Returns a plain amount as the language of the page writes it. Returns `None` for other texts, and for more decimals than cents
/// have: with a comma before these, a thousand would look like one.
fn amount(text: &str) -> Option<String> {
    Decimal::parse(text).ok().filter(|_| !text.contains(char::is_alphabetic))?;
    let (minus, number) = text.strip_prefix('-').map_or(("", text), |number| ("−", number));
    let (whole, cents) = number.split_once('.').unwrap_or((number, ""));
    let whole = grouped(whole, between_thousands(spoken()));
    match cents.len() {
        0 => Some(format!("{minus}{whole}")),
        1 | 2 => Some(format!("{minus}{whole}{}{cents:0<2}", decimal_mark(spoken()))),
        _ => None,
    }
}
