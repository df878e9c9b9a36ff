//! Contacts on the page of an import, each with what tells it from another one of the same name.

use std::collections::{BTreeSet, HashMap};

use shared::values::choices::ContactStatus;

use crate::error::AppError;
use crate::records::Context;
use crate::resources::contacts::Contact;
use crate::web::records::links::described;

/// Contacts on the page of an import.
pub(super) struct Known {
    names: HashMap<i64, String>,
    archived: BTreeSet<i64>,
}

impl Known {
    pub(super) async fn of(context: &Context, contacts: Vec<Contact>) -> Result<Self, AppError> {
        let archived = contacts.iter().filter(|one| one.model.contact_status == ContactStatus::Archive);
        let archived = archived.map(|one| one.model.id).collect();
        let found = described(context, contacts).await?.into_iter();
        Ok(Self { names: found.map(|found| (found.id, found.offered())).collect(), archived })
    }

    /// Returns a contact's name, with a note if it is archived.
    pub(super) fn name(&self, id: i64) -> Option<String> {
        let name = self.names.get(&id)?;
        Some(if self.is_archived(id) { t!("imports-archived", name = name) } else { name.clone() })
    }

    /// Returns a contact's name alone.
    pub(super) fn bare_name(&self, id: i64) -> &str {
        self.names.get(&id).map_or("", String::as_str)
    }

    pub(super) fn is_archived(&self, id: i64) -> bool {
        self.archived.contains(&id)
    }

    /// Returns those of these contacts that are there, each with its name.
    pub(super) fn named(&self, ids: &[i64]) -> Vec<(i64, String)> {
        ids.iter().filter_map(|id| Some((*id, self.name(*id)?))).collect()
    }
}
