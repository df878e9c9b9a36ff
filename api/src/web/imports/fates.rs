//! What the first rows of a file would become, in words.

use super::known::Known;
use crate::resources::imports::preview::{Fate, FirstRow};

/// Returns what a row would become. A row of contacts is a contact itself, and another one may belong to one.
pub(super) fn of(first: &FirstRow, known: &Known, is_of_contacts: bool) -> String {
    let name = |id: i64| known.name(id).unwrap_or_else(|| id.to_string());
    let fate = match first.fate {
        Fate::New if first.is_org && is_of_contacts => t!("imports-fate-new-organisation").to_owned(),
        Fate::New => t!("new").to_owned(),
        Fate::NewOf(id) => t!("imports-fate-new-of", name = name(id)),
        Fate::NewOfNew if first.is_org => t!("imports-fate-new-of-new-organisation").to_owned(),
        Fate::NewOfNew => t!("imports-fate-new-of-new").to_owned(),
        Fate::Follows(row) if is_of_contacts => t!("imports-fate-follows", row = row.to_string()),
        Fate::Follows(row) => t!("imports-fate-new-of-row", row = row.to_string()),
        Fate::Changes(id) if is_of_contacts => t!("imports-fate-fills", name = name(id)),
        Fate::Changes(_) => t!("imports-fate-changes").to_owned(),
        Fate::Fails => t!("imports-fate-fails").to_owned(),
    };
    let twin = first.twin.map(|row| t!("imports-fate-row", row = row.to_string()));
    let perhaps: Vec<String> = first.perhaps.iter().map(|id| name(*id)).chain(twin).collect();
    if perhaps.is_empty() {
        return fate;
    }
    t!("imports-fate-perhaps", fate = fate, names = perhaps.join("; "))
}

/// Returns the contacts whom the words name.
pub(super) fn contact_ids(first: &FirstRow, is_of_contacts: bool) -> impl Iterator<Item = i64> {
    let own = match first.fate {
        Fate::NewOf(id) => Some(id),
        Fate::Changes(id) if is_of_contacts => Some(id),
        _ => None,
    };
    first.perhaps.iter().copied().chain(own)
}
