//! The questions of quick entry whom a gift is from.

use std::collections::HashMap;

use super::fields::Input;
use super::links::gone::find_gone;
use super::links::number;
use crate::error::AppError;
use crate::records::Context;
use crate::resources::imports::mapping::names;
use crate::web::posted::Posted;

/// The names of the values that tell which contact is chosen, and for which typed text.
const DONOR: &str = "donor";
pub(super) const DONOR_OF: &str = "donor_of";
/// The name of the value that says that a gift without a donor is meant.
pub(super) const NO_DONOR: &str = "no_donor";
/// How many contacts are offered for a text.
const DONORS_MAX: usize = 5;

/// Returns the question which of these contacts is the donor, if there are some.
pub(super) fn question(offered: &[String]) -> Option<Input> {
    offered.first()?;
    let option = |contact: &String| Some((number(contact)?.to_string(), contact.clone()));
    Some(Input {
        options: offered.iter().take(DONORS_MAX).filter_map(option).collect(),
        ..Input::new(DONOR, t!("quick-which-donor").to_owned(), "radio", "")
    })
}

/// Returns the contact that the visitor has chosen for a typed text.
pub(super) fn chosen(posted: &Posted, typed: &str) -> Option<i64> {
    posted.id(DONOR).filter(|_| posted.text(DONOR_OF).trim() == typed)
}

/// Returns the contacts that may be meant by a typed text, if it means no one contact: first those that it fits, which `found`
/// has. If it fits none, or one of another name, somebody who has died or is archived may be meant, whose gift has come late.
pub(super) async fn offered(
    context: &Context,
    found: &HashMap<String, Vec<String>>,
    typed: Option<&str>,
) -> Result<Vec<String>, AppError> {
    let Some((fitting, typed)) = found.get("contact_id").zip(typed) else { return Ok(Vec::new()) };
    if fitting.len() > 1 {
        return Ok(fitting.clone());
    }
    // The search does not know titles, and a contact has one name of a couple.
    let name = names::split(typed);
    let words = format!("{} {}", name.first, name.last);
    let gone = find_gone(context, words.trim(), DONORS_MAX).await?;
    if gone.is_empty() {
        return Ok(Vec::new());
    }
    Ok(fitting.iter().cloned().chain(gone).collect())
}
