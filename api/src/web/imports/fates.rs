//! What the rows of a file would become, in words.

use super::known::Known;
use crate::resources::imports::preview::{Fate, SeenRow};

/// Returns what a row would become. A row of contacts is a contact itself, and another one may belong to one.
pub(super) fn of(seen: &SeenRow, known: &Known, is_of_contacts: bool) -> String {
    let name = |id: i64| known.name(id).unwrap_or_else(|| id.to_string());
    let fate = match seen.fate {
        Fate::New if seen.is_org && is_of_contacts => t!("imports-fate-new-organisation").to_owned(),
        Fate::New => t!("new").to_owned(),
        Fate::NewOf(id) => t!("imports-fate-new-of", name = name(id)),
        Fate::NewOfNew if seen.is_org => t!("imports-fate-new-of-new-organisation").to_owned(),
        Fate::NewOfNew => t!("imports-fate-new-of-new").to_owned(),
        Fate::Follows(row) if is_of_contacts => t!("imports-fate-follows", row = row.to_string()),
        Fate::Follows(row) => t!("imports-fate-new-of-row", row = row.to_string()),
        Fate::Changes(0) => t!("imports-fate-changes-earlier").to_owned(),
        Fate::Changes(id) if is_of_contacts => t!("imports-fate-fills", name = name(id)),
        Fate::There => t!("imports-fate-there").to_owned(),
        Fate::Changes(_) => t!("imports-fate-changes").to_owned(),
        Fate::Fails => t!("imports-fate-fails").to_owned(),
    };
    let twin = seen.twin.map(|row| t!("imports-fate-row", row = row.to_string()));
    let perhaps: Vec<String> = seen.perhaps.iter().map(|id| name(*id)).chain(twin).collect();
    if perhaps.is_empty() {
        return fate;
    }
    t!("imports-fate-perhaps", fate = fate, names = perhaps.join("; "))
}

/// Returns the contacts whom the words name.
pub(super) fn contact_ids(seen: &SeenRow, is_of_contacts: bool) -> impl Iterator<Item = i64> {
    let own = match seen.fate {
        Fate::NewOf(id) => Some(id),
        Fate::Changes(id) if is_of_contacts => Some(id),
        _ => None,
    };
    seen.perhaps.iter().copied().chain(own)
}

/// Returns whether a row makes a contact that is an organisation, if it makes one.
pub(super) fn is_org(seen: &SeenRow, is_of_contacts: bool) -> Option<bool> {
    let fate = if is_of_contacts { Fate::New } else { Fate::NewOfNew };
    (seen.fate == fate).then_some(seen.is_org)
}
