//! The page that says that a contact has died. It asks what is to become of the open pledges and tasks, and does all of it
//! in one step.

use chrono::Days;
use shared::values::choices::{Locale, TaskType};

use super::address::record_id;
use super::kind::Kind;
use super::open::Open;
use super::step::Page;
use crate::error::AppError;
use crate::fields::types::{DAY_RULE, day};
use crate::fields::{Patch, Problems};
use crate::language::speak;
use crate::records::preconditions::Preconditions;
use crate::records::{Context, Resource, service};
use crate::resources::contacts::{Contact, ContactInput};
use crate::resources::tasks::{Task, TaskInput};
use crate::web::flash::Flash;
use crate::web::form::{Field, Form};
use crate::web::posted::Posted;
use crate::web::visit::{Answer, Visit};

/// How many days there are for the words to the family.
const CONDOLENCE_DAYS: u64 = 3;
/// The beginning of the subject of that task, as it is stored. The name follows.
const CONDOLENCE: &str = "Write to the family of ";

/// Returns the subject of a task to write to the family in the language of the page; nothing for another task.
pub(super) fn said(subject: &str) -> Option<String> {
    subject.strip_prefix(CONDOLENCE).map(|name| t!("died-task", name = name))
}

/// Makes the form, with everything ticked.
fn form(open: &Open, visit: &Visit, context: &Context, version: i64) -> Form {
    let died_on =
        Field::day("contact_deceased_on", t!("died-on")).value(context.today.to_string()).required();
    let form = Form::new(visit, &visit.path, t!("save")).hidden("version", version);
    let form = open.ask(form.field(died_on.hint(t!("died-on-hint")).focused()), true);
    form.field(Field::check("condolence", t!("died-add-task")))
}

async fn page(visit: &mut Visit, contact: &Contact, form: Form) -> Result<Page, AppError> {
    let name = contact.title();
    let title = t!("died-title", name = name);
    Ok(Page {
        shell: visit.shell(&title).await?,
        lead: h!("died-lead", [], name = name),
        record: (name, format!("{}/{}", Contact::PATH, contact.model.id)),
        label: t!("died-to-do"),
        form,
    })
}

pub(in crate::web) async fn show(mut visit: Visit) -> Answer {
    let (context, id) = (visit.records()?, record_id(&visit)?);
    let (version, contact) = Contact::read(&context, id).await?.ok_or(AppError::NotFound)?;
    let form = form(&Open::of(&context, id).await?, &visit, &context, version);
    let page = page(&mut visit, &contact, form).await?;
    visit.page(&page)
}

pub(in crate::web) async fn submit(mut visit: Visit) -> Answer {
    let (context, id) = (visit.records()?, record_id(&visit)?);
    let (version, contact) = Contact::read(&context, id).await?.ok_or(AppError::NotFound)?;
    let path = format!("{}/{id}", Contact::PATH);
    let open = Open::of(&context, id).await?;
    let sent_version = visit.posted.id("version").unwrap_or_default();
    let saved = save(&context, (id, sent_version), &contact, &open, &visit.posted).await;
    match saved {
        Ok(()) => visit.redirect_with(&path, Flash::new(t!("died-saved"))),
        Err(AppError::PreconditionFailed(_)) => {
            visit.redirect_with(&path, Flash::problem(t!("died-changed")))
        }
        Err(AppError::Invalid(problems)) => {
            let form = form(&open, &visit, &context, version).refused(&mut visit, problems);
            let page = page(&mut visit, &contact, form).await?;
            visit.refused(&page)
        }
        Err(error) => Err(error),
    }
}

/// Saves the day, ends the pledges that are ticked, cancels the tasks, and makes the new one. What is not open any more
/// stays as it is.
async fn save(
    context: &Context,
    contact: (i64, i64),
    shown: &Contact,
    open: &Open,
    posted: &Posted,
) -> Result<(), AppError> {
    let mut problems = Problems::default();
    let Some(died_on) = day(posted.text("contact_deceased_on").trim()) else {
        problems.add("contact_deceased_on", DAY_RULE);
        return Err(AppError::Invalid(problems));
    };
    service::commit::<Contact, _>(context, async |tx| {
        let input = ContactInput { contact_deceased_on: Patch::Value(died_on), ..ContactInput::default() };
        let version = Preconditions::of_version(contact.1);
        service::update::<Contact>(tx, context, (contact.0, &version), input, problems).await?;
        open.close(tx, context, posted, died_on).await?;
        if posted.text("condolence") == "1" {
            let due = context.today + Days::new(CONDOLENCE_DAYS);
            let input = TaskInput {
                task_subject: Patch::Value(format!("{CONDOLENCE}{}", speak(Locale::En, || shown.title()))),
                task_type: Patch::Value(TaskType::Letter),
                task_due_date: Patch::Value(due),
                contact_id: Patch::Value(contact.0),
                ..TaskInput::default()
            };
            service::create::<Task>(tx, context, input, Problems::default()).await?;
        }
        Ok(())
    })
    .await
}
