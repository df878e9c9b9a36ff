//! The page that archives a contact, and the button that brings one back. The page asks what is to become of the open
//! pledges and tasks, because they would go on asking for somebody's attention, and does all of it in one step.

use serde::Deserialize;
use shared::Transaction;
use shared::entities::events;
use shared::values::choices::ContactStatus;

use super::address::record_id;
use super::history::events_of;
use super::kind::Kind;
use super::open::Open;
use super::step::Page;
use crate::error::AppError;
use crate::fields::{Patch, Problems};
use crate::records::preconditions::Preconditions;
use crate::records::{Context, Resource, service};
use crate::resources::contacts::{Contact, ContactInput};
use crate::web::flash::Flash;
use crate::web::form::Form;
use crate::web::visit::{Answer, Visit};

/// How many events of a contact are read for the status that it had.
const EVENTS_MAX: usize = 100;

fn path_of(contact: &Contact) -> String {
    format!("{}/{}", Contact::PATH, contact.model.id)
}

/// Returns the button that brings a contact back, if it is archived. One that was merged has none, because what it had is
/// with another contact, and one that was erased has none, because nothing is left to bring back.
pub(super) fn bring_back_form(visit: &Visit, contact: &Contact) -> Option<Form> {
    let action = format!("{}/bring-back", path_of(contact));
    can_come_back(contact).then(|| Form::new(visit, &action, t!("archive-bring-back")).secondary())
}

fn can_come_back(contact: &Contact) -> bool {
    let row = &contact.model;
    let is_gone = row.contact_merged_into_id.is_some() || row.erased_at_ms.is_some();
    row.contact_status == ContactStatus::Archive && !is_gone
}

pub(in crate::web) async fn show(mut visit: Visit) -> Answer {
    let (context, id) = (visit.records()?, record_id(&visit)?);
    let (version, contact) = Contact::read(&context, id).await?.ok_or(AppError::NotFound)?;
    let form = Form::new(&visit, &visit.path, t!("contact-archive")).hidden("version", version);
    let form = Open::of(&context, id).await?.ask(form, true);
    let name = contact.title();
    let title = t!("archive-title", name = name);
    let page = Page {
        shell: visit.shell(&title).await?,
        lead: h!("archive-lead", [], name = name),
        record: (name, path_of(&contact)),
        label: t!("died-to-do"),
        form,
    };
    visit.page(&page)
}

pub(in crate::web) async fn submit(mut visit: Visit) -> Answer {
    let (context, id) = (visit.records()?, record_id(&visit)?);
    let (_, contact) = Contact::read(&context, id).await?.ok_or(AppError::NotFound)?;
    let open = Open::of(&context, id).await?;
    let version = visit.posted.id("version").unwrap_or_default();
    let saved = service::commit::<Contact, _>(&context, async |tx| {
        set_status(tx, &context, (id, version), ContactStatus::Archive).await?;
        open.close(tx, &context, &visit.posted, context.today).await
    });
    let said = said(saved.await, t!("archive-done", name = contact.title()))?;
    visit.redirect_with(&path_of(&contact), said)
}

/// Gives an archived contact the status back that it had before.
pub(in crate::web) async fn bring_back(mut visit: Visit) -> Answer {
    let (context, id) = (visit.records()?, record_id(&visit)?);
    let (version, contact) = Contact::read(&context, id).await?.ok_or(AppError::NotFound)?;
    if !can_come_back(&contact) {
        return visit.redirect(&path_of(&contact));
    }
    let status = former_status(&context, id).await?;
    let saved = service::commit::<Contact, _>(&context, async |tx| {
        set_status(tx, &context, (id, version), status).await
    });
    let said = said(saved.await, t!("archive-brought-back", name = contact.title()))?;
    visit.redirect_with(&path_of(&contact), said)
}

async fn set_status(
    tx: &Transaction,
    context: &Context,
    (id, version): (i64, i64),
    status: ContactStatus,
) -> Result<(), AppError> {
    let input = ContactInput { contact_status: Patch::Value(status), ..ContactInput::default() };
    let version = Preconditions::of_version(version);
    service::update::<Contact>(tx, context, (id, &version), input, Problems::default()).await.map(drop)
}

/// Returns what is said of a change, or the error if nobody else's change is its cause.
fn said(saved: Result<(), AppError>, done: String) -> Result<Flash, AppError> {
    match saved {
        Ok(()) => Ok(Flash::new(done)),
        Err(AppError::PreconditionFailed(_)) => Ok(Flash::problem(t!("died-changed"))),
        Err(error) => Err(error),
    }
}

/// The parts of an event that tell the former status.
#[derive(Deserialize)]
struct Told {
    #[serde(default)]
    previous: Previous,
}

#[derive(Default, Deserialize)]
struct Previous {
    contact_status: Option<ContactStatus>,
}

/// Returns the status that a contact had before its present one. If no event tells it any more, it is that of somebody of
/// whom nothing is known.
async fn former_status(context: &Context, id: i64) -> Result<ContactStatus, AppError> {
    let rows = events_of::<Contact>(context, id, None, EVENTS_MAX).await?;
    let previous = |row: &events::Model| {
        let told: Told = serde_json::from_str(&row.body).ok()?;
        told.previous.contact_status
    };
    let former = rows.iter().flat_map(|(rows, _)| rows).find_map(previous);
    Ok(former.filter(|status| *status != ContactStatus::Archive).unwrap_or_default())
}
