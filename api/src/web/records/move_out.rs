//! The page that takes a contact out of its household. It asks what is to become of the household, and of the open pledges and
//! tasks, and does all of it in one step.

use super::address::record_id;
use super::kind::Kind;
use super::open::Open;
use super::step::Page;
use super::typed::{self, Typed};
use crate::error::AppError;
use crate::fields::Problems;
use crate::fields::field::Input as _;
use crate::language::spoken;
use crate::records::{Context, Resource, service};
use crate::resources::contacts::Contact;
use crate::resources::households::leaving::Leaving;
use crate::resources::households::{Household, HouseholdInput};
use crate::web::flash::Flash;
use crate::web::form::{Field, Form};
use crate::web::posted::Posted;
use crate::web::visit::{Answer, Visit};

/// The names of the values that say which household the form is about, and its version.
const HOUSEHOLD: &str = "household_id";
const VERSION: &str = "version";
/// The name of the field with the name of the household.
pub(super) const NAME: &str = "household_name";
/// The name of the field that says what becomes of a household of one, and its values.
const AFTER: &str = "after";
const DISSOLVE: &str = "dissolve";
const KEEP: &str = "keep";

pub(in crate::web) async fn show(mut visit: Visit) -> Answer {
    let (context, id) = (visit.records()?, record_id(&visit)?);
    let (contact, leaving) = member(&context, id).await?;
    let form = form(&visit, &leaving, &Open::of(&context, id).await?);
    let page = page(&mut visit, &contact, &leaving, form).await?;
    visit.page(&page)
}

pub(in crate::web) async fn submit(mut visit: Visit) -> Answer {
    let (context, id) = (visit.records()?, record_id(&visit)?);
    let (contact, leaving) = member(&context, id).await?;
    let path = format!("{}/{id}", Contact::PATH);
    let changed = || Flash::problem(t!("move-out-changed"));
    if visit.posted.id(HOUSEHOLD) != Some(leaving.household.id) {
        return visit.redirect_with(&path, changed());
    }
    let open = Open::of(&context, id).await?;
    match save(&context, &leaving, &open, &visit.posted).await {
        Ok(()) => {
            let text = t!("move-out-done", name = contact.title());
            visit.redirect_with(&path, Flash::new(text))
        }
        Err(AppError::PreconditionFailed(_)) => visit.redirect_with(&path, changed()),
        Err(AppError::Invalid(problems)) => {
            let form = form(&visit, &leaving, &open).refused(&mut visit, problems);
            let page = page(&mut visit, &contact, &leaving, form).await?;
            visit.refused(&page)
        }
        Err(error) => Err(error),
    }
}

/// Makes the form. The only one who stays and gets letters needs no household, so that it goes unless it is asked for.
fn form(visit: &Visit, leaving: &Leaving, open: &Open) -> Form {
    let household = &leaving.household;
    let form = Form::new(visit, &visit.path, t!("move-out-button"));
    let form = form.hidden(HOUSEHOLD, household.id).hidden(VERSION, household.updated_at_ms);
    let name = Field::text(NAME, t!("move-out-name")).value(leaving.name(spoken()));
    let form = match leaving.staying().as_slice() {
        [] => form,
        [_] => {
            let options = [(DISSOLVE, t!("move-out-dissolve")), (KEEP, t!("move-out-keep"))];
            let options = options.map(|(value, text)| (value.to_owned(), text.to_owned()));
            let after = Field::select(AFTER, t!("move-out-household"), options).value(DISSOLVE);
            let after = after.hint(t!("move-out-household-hint"));
            form.field(after).field(name.hint(t!("move-out-name-if-kept")))
        }
        _ => form.field(name.hint(t!("move-out-name-hint")).required()),
    };
    open.ask(form, false)
}

async fn page(visit: &mut Visit, contact: &Contact, leaving: &Leaving, form: Form) -> Result<Page, AppError> {
    let name = contact.title();
    let title = t!("move-out-title", name = name);
    let lead = if leaving.staying().is_empty() { "move-out-lead-last" } else { "move-out-lead" };
    Ok(Page {
        shell: visit.shell(&title).await?,
        lead: h!(lead, [], name = name),
        record: (name, format!("{}/{}", Contact::PATH, contact.model.id)),
        label: t!("died-to-do"),
        form,
    })
}

/// Takes the contact out of the household, ends the pledges that are ticked, and cancels the tasks.
async fn save(context: &Context, leaving: &Leaving, open: &Open, posted: &Posted) -> Result<(), AppError> {
    let is_kept = match leaving.staying().len() {
        0 => false,
        1 => posted.text(AFTER) == KEEP,
        _ => true,
    };
    service::commit::<Household, _>(context, async |tx| {
        let version = posted.id(VERSION).unwrap_or_default();
        leaving.move_out(tx, context, version, is_kept.then(|| name_of(posted))).await?;
        open.close(tx, context, posted, context.today).await
    })
    .await
}

/// Reads the name of a household that a form has sent.
pub(super) fn name_of(posted: &Posted) -> (HouseholdInput, Problems) {
    let values = Typed::from_iter([(NAME.to_owned(), posted.text(NAME).trim().into())]);
    HouseholdInput::of(typed::members(HouseholdInput::FIELDS, &values), false)
}

/// Reads a contact that has a household, and what it leaves.
async fn member(context: &Context, id: i64) -> Result<(Contact, Leaving), AppError> {
    let (_, contact) = Contact::read(context, id).await?.ok_or(AppError::NotFound)?;
    let leaving = Leaving::read(context.app.store.read(), context.caller.account, &contact.model).await?;
    Ok((contact, leaving.ok_or(AppError::NotFound)?))
}
