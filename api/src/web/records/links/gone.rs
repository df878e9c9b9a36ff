//! Contacts whom no field suggests, because they have died or are archived.

use shared::values::choices::ContactStatus;

use super::{Found, NAMED_MAX, begins, described};
use crate::error::AppError;
use crate::fields::parameters::read_text;
use crate::records::{Context, list};
use crate::resources::contacts::{Contact, ContactFilters, CustomFilters, Words};
use crate::web::format::day;
use crate::web::names;

/// Returns the contacts who have died or are archived, and whose own names have these words, as a field offers them: each says
/// what has become of it. Those who have died come first. Those that were merged into others are not among them.
pub(in crate::web) async fn find_gone(
    context: &Context,
    words: &str,
    most: usize,
) -> Result<Vec<String>, AppError> {
    let Ok(q) = read_text::<Words>("q", words) else { return Ok(Vec::new()) };
    let mut contacts = Vec::new();
    for (deceased, archived) in [(true, None), (false, Some(true))] {
        let (deceased, merged) = (Some(deceased), Some(false));
        let filters =
            ContactFilters { q: Some(q.clone()), deceased, archived, merged, ..ContactFilters::default() };
        let filters = (filters, CustomFilters::default());
        match list::few::<Contact>(context, filters, "contact_lname", NAMED_MAX).await {
            Err(AppError::Invalid(_)) => return Ok(Vec::new()),
            few => contacts.extend(few?),
        }
    }
    contacts.retain(|contact| begins(words, &names::of_contact(&contact.model)));
    contacts.truncate(most);
    let became: Vec<_> = contacts.iter().filter_map(what_became).collect();
    let mut gone = described(context, contacts).await?;
    for (contact, became) in gone.iter_mut().zip(became) {
        contact.about.push(became);
    }
    Ok(gone.iter().map(Found::offered).collect())
}

/// Returns what has become of a contact whom no field suggests; nothing of another one.
fn what_became(contact: &Contact) -> Option<String> {
    let died = contact.model.contact_deceased_on.map(|on| t!("contact-died-on", day = day(on)));
    let is_archived = contact.model.contact_status == ContactStatus::Archive;
    died.or_else(|| is_archived.then(|| t!("label-archived").to_owned()))
}
