//! The page that says that a contact has died. It asks what is to become of the open pledges and tasks, and of a household that
//! is called after the contact, and does all of it in one step.

use chrono::Days;
use shared::values::choices::{Locale, TaskType};

use super::address::record_id;
use super::kind::Kind;
use super::move_out::{NAME, name_of};
use super::open::Open;
use super::step::Page;
use crate::error::AppError;
use crate::fields::types::{DAY_RULE, day};
use crate::fields::{Patch, Problems};
use crate::language::{speak, spoken};
use crate::records::preconditions::Preconditions;
use crate::records::{Context, Resource, service};
use crate::resources::contacts::{Contact, ContactInput};
use crate::resources::households::HouseholdInput;
use crate::resources::households::leaving::Leaving;
use crate::resources::tasks::{Task, TaskInput};
use crate::web::flash::Flash;
use crate::web::form::{Field, Form};
use crate::web::posted::Posted;
use crate::web::visit::{Answer, Visit};

/// How many days there are for the words to the family.
const CONDOLENCE_DAYS: u64 = 3;
/// The beginning of the subject of that task, as it is stored. The name follows.
const CONDOLENCE: &str = "Write to the family of ";
/// The name of the value that says which version of the household the form is about.
const HOUSEHOLD_VERSION: &str = "household_version";

/// Returns the subject of a task to write to the family in the language of the page; nothing for another task.
pub(super) fn said(subject: &str) -> Option<String> {
    subject.strip_prefix(CONDOLENCE).map(|name| t!("died-task", name = name))
}

/// What the step is about besides the contact: what is open, and a household in which somebody still gets letters.
struct Around {
    open: Open,
    household: Option<Leaving>,
}

impl Around {
    async fn of(context: &Context, contact: &Contact) -> Result<Self, AppError> {
        let (store, account) = (context.app.store.read(), context.caller.account);
        let household = Leaving::read(store, account, &contact.model).await?;
        let household = household.filter(|household| !household.staying().is_empty());
        Ok(Self { open: Open::of(context, contact.model.id).await?, household })
    }

    /// Returns the household, if its name has that of the contact.
    fn named_after(&self) -> Option<&Leaving> {
        self.household.as_ref().filter(|household| household.is_named_after())
    }
}

/// Makes the form, with everything ticked.
fn form(around: &Around, visit: &Visit, context: &Context, version: i64) -> Form {
    let died_on =
        Field::day("contact_deceased_on", t!("died-on")).value(context.today.to_string()).required();
    let form = Form::new(visit, &visit.path, t!("save")).hidden("version", version);
    let form = form.field(died_on.hint(t!("died-on-hint")).focused());
    let form = match &around.household {
        Some(household) => form.hidden(HOUSEHOLD_VERSION, household.household.updated_at_ms),
        None => form,
    };
    let form = match around.named_after() {
        Some(household) => {
            let name = Field::text(NAME, t!("died-household")).value(household.name(spoken()));
            form.field(name.hint(t!("died-household-hint")).required())
        }
        None => form,
    };
    let form = around.open.ask(form, true);
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
    let form = form(&Around::of(&context, &contact).await?, &visit, &context, version);
    let page = page(&mut visit, &contact, form).await?;
    visit.page(&page)
}

pub(in crate::web) async fn submit(mut visit: Visit) -> Answer {
    let (context, id) = (visit.records()?, record_id(&visit)?);
    let (version, contact) = Contact::read(&context, id).await?.ok_or(AppError::NotFound)?;
    let path = format!("{}/{id}", Contact::PATH);
    let around = Around::of(&context, &contact).await?;
    let sent_version = visit.posted.id("version").unwrap_or_default();
    let saved = save(&context, (id, sent_version), &contact, &around, &visit.posted).await;
    match saved {
        Ok(()) => visit.redirect_with(&path, Flash::new(t!("died-saved"))),
        Err(AppError::PreconditionFailed(_)) => {
            visit.redirect_with(&path, Flash::problem(t!("died-changed")))
        }
        Err(AppError::Invalid(problems)) => {
            let form = form(&around, &visit, &context, version).refused(&mut visit, problems);
            let page = page(&mut visit, &contact, form).await?;
            visit.refused(&page)
        }
        Err(error) => Err(error),
    }
}

/// Saves the day and the name of the household, ends the pledges that are ticked, cancels the tasks, and makes the new one.
/// What is not open any more stays as it is.
async fn save(
    context: &Context,
    contact: (i64, i64),
    shown: &Contact,
    around: &Around,
    posted: &Posted,
) -> Result<(), AppError> {
    let mut problems = Problems::default();
    let Some(died_on) = day(posted.text("contact_deceased_on").trim()) else {
        problems.add("contact_deceased_on", DAY_RULE);
        return Err(AppError::Invalid(problems));
    };
    service::commit::<Contact, _>(context, async |tx| {
        // Households are locked before contacts.
        if let Some(household) = &around.household {
            let renamed = around.named_after().map(|_| name_of(posted));
            let kept = || (HouseholdInput::default(), Problems::default());
            let version = posted.id(HOUSEHOLD_VERSION).unwrap_or_default();
            household.outlive(tx, context, version, renamed.unwrap_or_else(kept)).await?;
        }
        let input = ContactInput { contact_deceased_on: Patch::Value(died_on), ..ContactInput::default() };
        let version = Preconditions::of_version(contact.1);
        service::update::<Contact>(tx, context, (contact.0, &version), input, problems).await?;
        around.open.close(tx, context, posted, died_on).await?;
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
