//! A donor who is entered with the first gift: the names and the address, for a name that no contact has.

use serde_json::{Value, json};
use shared::Transaction;

use super::fields::{self, FormProblems, Input, Part};
use super::links::Links;
use super::typed::{self, Typed, text};
use crate::error::AppError;
use crate::fields::Problems;
use crate::fields::field::{Entry, Input as _};
use crate::records::{Context, service};
use crate::resources::contacts::{Contact, ContactInput};
use crate::resources::imports::mapping::names;
use crate::web::postal;
use crate::web::posted::Posted;

/// The value that a form sends, if the donor is new.
const NEW: &str = "new_donor";
/// The fields, each of the contact or of the only row of one of its lists.
const FIELDS: [(&str, &[&str]); 9] = [
    ("contact_fname", &[]),
    ("contact_lname", &[]),
    ("contact_title", &[]),
    ("contact_suffix", &[]),
    ("contact_is_org", &[]),
    ("contact_spouse_fname", &[]),
    ("contact_spouse_lname", &[]),
    ("emails", &["email_address"]),
    ("addresses", &ADDRESS),
];
/// The fields of an address. The country, which comes last, is filled in, and makes no address alone unless another one is
/// chosen.
const ADDRESS: [&str; 5] =
    ["address_street", "address_city", "address_state", "address_postal_code", "address_country"];

/// The part of a form for a new donor.
pub(super) struct NewDonor {
    /// The name that was typed for the donor.
    pub(super) name: String,
    /// Whether no contact is found by it.
    pub(super) is_unknown: bool,
    pub(super) is_ticked: bool,
    pub(super) inputs: Vec<Input>,
}

impl NewDonor {
    /// Makes the part. `values` are those that were typed in it, if it was sent.
    pub(super) fn new(
        context: &Context,
        typed_name: &str,
        values: Option<&Typed>,
        is_unknown: bool,
        problems: &mut FormProblems,
    ) -> Self {
        let (is_sent, split) = (values.is_some(), names::split(typed_name));
        // What few names have is a field only where one has it.
        let has_title = !split.title.is_empty();
        let (has_suffix, has_spouse) = (!split.suffix.is_empty(), !split.spouse_first.is_empty());
        let is_org = split.is_org;
        let split = [
            ("contact_fname", split.first),
            ("contact_lname", split.last),
            ("contact_title", split.title),
            ("contact_suffix", split.suffix),
            ("contact_is_org", u8::from(is_org).to_string()),
            ("contact_spouse_fname", split.spouse_first),
            ("contact_spouse_lname", split.spouse_last),
        ];
        let split = split.map(|(field, text)| (field.to_owned(), text.into())).into_iter().collect();
        let mut values = values.cloned().unwrap_or(split);
        let home = postal::offered_first(context.caller.currency);
        fill_in_country(home, &mut values);
        let mut links = Links::default();
        links.home = home;
        let mut inputs = Vec::new();
        let is_there = |entry: &Entry| match entry.name {
            "contact_title" => has_title,
            "contact_suffix" => has_suffix,
            "contact_is_org" => is_org,
            name => has_spouse || !name.starts_with("contact_spouse_"),
        };
        for (entry, shown) in entries().into_iter().filter(|(entry, _)| is_there(entry)) {
            match fields::part(&entry, (&values, &links), problems) {
                Part::One(input) => inputs.push(input),
                Part::Many(rows) => {
                    let first = rows.items.into_iter().next().map(|row| row.inputs).unwrap_or_default();
                    let is_shown = |input: &Input| shown.iter().any(|field| input.name.ends_with(field));
                    inputs.extend(first.into_iter().filter(is_shown));
                }
            }
        }
        for input in &mut inputs {
            input.hint.clear();
            // The box beside them says whether they count.
            input.is_required = false;
            if input.kind == "email" {
                t!("email").clone_into(&mut input.label);
            }
        }
        let is_ticked = is_unknown || is_sent;
        Self { name: typed_name.to_owned(), is_unknown, is_ticked, inputs }
    }
}

/// Fills in the country that lists of countries begin with, if no address was typed.
fn fill_in_country(home: Option<&str>, values: &mut Typed) {
    let has_address = values.get("addresses").and_then(Value::as_array).is_some_and(|rows| !rows.is_empty());
    let home = home.filter(|_| !has_address);
    values.extend(home.map(|home| ("addresses".to_owned(), json!([{"address_country": home}]))));
}

/// Returns the declared fields, with those of a row that are shown.
fn entries() -> Vec<(Entry, &'static [&'static str])> {
    let declared = ContactInput::FIELDS;
    let of = |(name, shown): (&str, _)| Some((*declared.iter().find(|entry| entry.name == name)?, shown));
    FIELDS.into_iter().filter_map(of).collect()
}

/// Returns the values of a new donor that a form has sent.
pub(super) fn sent(context: &Context, posted: &Posted) -> Option<Typed> {
    if posted.text(NEW) != "1" {
        return None;
    }
    let entries: Vec<_> = entries().into_iter().map(|(entry, _)| entry).collect();
    let mut values = typed::of_post(&entries, posted);
    let home = postal::offered_first(context.caller.currency).unwrap_or_default();
    let is_filled = |row: &Typed| {
        let is_chosen = text(row, ADDRESS[4]) != home;
        is_chosen || ADDRESS[..4].iter().any(|field| !text(row, field).trim().is_empty())
    };
    if let Some(rows) = values.get_mut("addresses").and_then(Value::as_array_mut) {
        rows.retain(|row| row.as_object().is_some_and(is_filled));
    }
    Some(values)
}

/// Reads a new donor, and adds the problems of its fields.
pub(super) fn read(values: &Typed, problems: &mut Problems) -> ContactInput {
    let mut all = values.clone();
    all.insert("contact_status".to_owned(), "donor".into());
    let (input, found) = ContactInput::of(typed::members(ContactInput::FIELDS, &all), true);
    *problems = std::mem::take(problems).followed_by(found);
    input
}

/// Makes the contact, and returns its id.
pub(super) async fn create(
    tx: &Transaction,
    context: &Context,
    donor: ContactInput,
) -> Result<i64, AppError> {
    Ok(service::create::<Contact>(tx, context, donor, Problems::default()).await?.0)
}
