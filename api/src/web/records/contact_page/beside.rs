//! What stands beside the timeline: what is to be done, the open pledges, and the household.

use std::sync::Arc;

use shared::events::include::Included;
use tokio::try_join;

use super::super::address::Pairs;
use super::super::files;
use super::super::households;
use super::super::kind::Kind;
use super::super::related::section;
use super::super::section::Section;
use crate::error::AppError;
use crate::fields::Payload;
use crate::records::Context;
use crate::resources::contacts::Contact;
use crate::resources::kinds::{KINDS, of_kind};
use crate::resources::pledges::Pledge;
use crate::resources::tasks::Task;
use crate::web::visit::Visit;

/// Makes the sections, and returns the name of the household with its address.
pub(super) async fn sections(
    visit: &Visit,
    context: &Context,
    contact: &Contact,
) -> Result<(Option<(String, String)>, Vec<Section>), AppError> {
    let id = contact.model.id;
    // The page says already whose records they are, so that none need say it.
    let own = Context { included: Arc::new(Included::of(Some(Vec::new()))), ..context.clone() };
    let sections = async {
        let mut sections = Vec::new();
        for kind in KINDS {
            sections.extend(of_kind!(kind.import, R => of::<R>(visit, &own, id).await?));
        }
        Ok(sections)
    };
    let household = async {
        match contact.model.household_id {
            Some(household_id) => households::section(context, id, household_id).await,
            None => Ok(None),
        }
    };
    let (mut sections, household, files) = try_join!(sections, household, files::section(context, id))?;
    // What is to be done comes first.
    sections.sort_by_key(|section| section.id != Task::KIND);
    let named = household.as_ref().zip(contact.model.household_id);
    let named = named.and_then(|(section, household_id)| {
        Some((section.notes.first()?.clone(), format!("/households/{household_id}")))
    });
    sections.extend(household);
    sections.push(files);
    Ok((named, sections))
}

/// Makes the section of a contact's records of a kind, if the page lists them.
async fn of<K: Kind>(visit: &Visit, context: &Context, id: i64) -> Result<Option<Section>, AppError> {
    let Some(filters) = K::of_contact(id) else { return Ok(None) };
    let (of, new) = (id.to_string(), [("contact_id", id.to_string())]);
    let mut section = section::<K>(visit, context, ("contact_id", &of), filters, &new).await?;
    if K::KIND == Task::KIND {
        section.heading = t!("contact-tasks");
        t!("contact-no-tasks").clone_into(&mut section.empty);
    }
    if K::KIND == Pledge::KIND {
        section.heading = t!("contact-pledges");
        t!("contact-no-pledges").clone_into(&mut section.empty);
        // Whose pledges they are, the page says already.
        if let Some(table) = &mut section.table {
            table.heads.remove(0);
            for row in &mut table.rows {
                let donor = row.remove(0);
                if let Some(terms) = row.first_mut() {
                    terms.href = donor.href;
                }
            }
        }
    }
    // Those that are closed are of interest, too.
    section.all = Some(Pairs::default().with("contact_id", &of).at(K::PATH));
    Ok(Some(section))
}

/// Returns how many pledges are open.
pub(super) fn open_pledges(sections: &[Section]) -> i64 {
    sections.iter().find(|section| section.id == Pledge::KIND).map_or(0, |section| section.total)
}
