//! The page that takes a contact out of its household. It asks what is to become of the open pledges and tasks.

use super::address::record_id;
use super::kind::Kind;
use super::open::Open;
use super::step::Page;
use crate::error::AppError;
use crate::records::{Context, Resource, service};
use crate::resources::contacts::Contact;
use crate::resources::households::moves;
use crate::web::flash::Flash;
use crate::web::form::Form;
use crate::web::visit::{Answer, Visit};

pub(in crate::web) async fn show(mut visit: Visit) -> Answer {
    let (context, id) = (visit.records()?, record_id(&visit)?);
    let contact = member(&context, id).await?;
    let form =
        Form::new(&visit, &visit.path, t!("move-out-button")).hidden(HOUSEHOLD, household_id(&contact));
    let form = Open::of(&context, id).await?.ask(form, false);
    let name = contact.title();
    let title = t!("move-out-title", name = name);
    let page = Page {
        shell: visit.shell(&title).await?,
        lead: h!("move-out-lead", [], name = name),
        record: (name, format!("{}/{id}", Contact::PATH)),
        label: t!("died-to-do"),
        form,
    };
    visit.page(&page)
}

pub(in crate::web) async fn submit(mut visit: Visit) -> Answer {
    let (context, id) = (visit.records()?, record_id(&visit)?);
    let contact = member(&context, id).await?;
    let path = format!("{}/{id}", Contact::PATH);
    if visit.posted.id(HOUSEHOLD) != Some(household_id(&contact)) {
        return visit.redirect_with(&path, Flash::problem(t!("move-out-changed")));
    }
    let open = Open::of(&context, id).await?;
    service::commit::<Contact, _>(&context, async |tx| {
        moves::move_out(tx, &context, &contact.model).await?;
        open.close(tx, &context, &visit.posted, context.today).await
    })
    .await?;
    let text = t!("move-out-done", name = contact.title());
    visit.redirect_with(&path, Flash::new(text))
}

/// The name of the value that says which household the form is about.
const HOUSEHOLD: &str = "household_id";

fn household_id(contact: &Contact) -> i64 {
    contact.model.household_id.unwrap_or_default()
}

/// Reads a contact that has a household.
async fn member(context: &Context, id: i64) -> Result<Contact, AppError> {
    let contact = Contact::read(context, id).await?.map(|(_, contact)| contact);
    contact.filter(|contact| contact.model.household_id.is_some()).ok_or(AppError::NotFound)
}
