//! A letter from its words: the fields filled in, and the tables where they belong.

use chrono::NaiveDate;

use super::receivers::Receiver;
use crate::resources::letters::letterhead::Letterhead;
use crate::resources::letters::templates::{LIST, Template, Values, filled, is_list, paragraphs};
use crate::typeset::{Letter, Part, Table};
use crate::web::format::long_day;

/// Returns the values of the fields that all letters have.
pub(super) fn values(receiver: &Receiver, letterhead: &Letterhead, today: NaiveDate) -> Values {
    let signer = letterhead.model.signer_name.clone();
    Values::from([
        ("salutation", receiver.salutation.clone()),
        ("first_name", receiver.first_name.clone()),
        ("name", receiver.to.first().cloned().unwrap_or_default()),
        ("date", long_day(today)),
        ("organisation", letterhead.model.organisation.clone()),
        ("signer", signer.unwrap_or_default()),
    ])
}

/// Makes a letter. The tables stand in the paragraph that is meant for them, or else at the end.
///
/// # Errors
/// Why it cannot be printed, as the end of a sentence that begins with the name.
pub(super) fn letter(
    template: &Template,
    receiver: &Receiver,
    values: &Values,
    tables: Vec<Table>,
) -> Result<Letter, String> {
    let mut tables = Some(tables);
    let mut parts = Vec::new();
    for paragraph in paragraphs(&template.body) {
        if is_list(&paragraph) {
            parts.extend(tables.take().into_iter().flatten().map(Part::Table));
        } else {
            let text = filled(&paragraph, values);
            parts.extend(Some(text).filter(|text| !text.trim().is_empty()).map(Part::Text));
        }
    }
    debug_assert!(!values.contains_key(LIST), "it is no text");
    let letter = Letter {
        to: receiver.to.clone(),
        date: values.get("date").cloned().unwrap_or_default(),
        subject: filled(&template.subject, values),
        parts,
        enclosed: tables.unwrap_or_default(),
    };
    match letter.lacking() {
        None => Ok(letter),
        Some(sign) => Err(format!("has a letter with {sign}, which the typeface lacks")),
    }
}
