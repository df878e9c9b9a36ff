//! The page that says that a contact has died. It asks what is to become of the open pledges and tasks, and does all of it
//! in one step.

use askama::Template;
use chrono::{Days, NaiveDate};
use shared::Transaction;
use shared::values::choices::{PledgeState, PledgeStatus, TaskStatus, TaskType};

use super::address::record_id;
use super::kind::Kind;
use crate::error::AppError;
use crate::fields::types::{DAY_RULE, day};
use crate::fields::{Patch, Problems};
use crate::records::preconditions::Preconditions;
use crate::records::{Context, Resource, list, service};
use crate::resources::contacts::{Contact, ContactInput};
use crate::resources::pledges::{Pledge, PledgeFilters, PledgeInput};
use crate::resources::tasks::{Task, TaskFilters, TaskInput};
use crate::web::flash::Flash;
use crate::web::form::{Field, Form};
use crate::web::posted::Posted;
use crate::web::shell::Shell;
use crate::web::visit::{Answer, Visit};

/// The most pledges, and the most tasks, that the page asks about.
const ASKED_MAX: u64 = 50;
/// How many days there are for the words to the family.
const CONDOLENCE_DAYS: u64 = 3;

#[derive(Template)]
#[template(path = "records/died.html")]
struct Page {
    shell: Shell,
    /// The contact, and its address.
    contact: (String, String),
    form: Form,
}

/// What is open of a contact, or the newest of it.
struct Open {
    pledges: Vec<Pledge>,
    tasks: Vec<Task>,
}

impl Open {
    async fn of(context: &Context, contact_id: i64) -> Result<Self, AppError> {
        let state = Some(vec![PledgeState::Active, PledgeState::Upcoming, PledgeState::Paused]);
        let contact_id = Some(vec![contact_id]);
        let pledges = PledgeFilters { contact_id: contact_id.clone(), state, ..PledgeFilters::default() };
        let tasks = TaskFilters { contact_id, done: Some(false), ..TaskFilters::default() };
        Ok(Self {
            pledges: list::first::<Pledge>(context, pledges, Pledge::SORT, ASKED_MAX).await?.records,
            tasks: list::first::<Task>(context, tasks, Task::SORT, ASKED_MAX).await?.records,
        })
    }

    /// Returns the form, with everything ticked.
    fn form(&self, visit: &Visit, context: &Context, version: i64) -> Form {
        let of = |ids: Vec<(i64, String)>| {
            let chosen: Vec<_> = ids.iter().map(|(id, _)| id.to_string()).collect();
            (ids.into_iter().map(|(id, title)| (id.to_string(), title)).collect::<Vec<_>>(), chosen)
        };
        let (pledges, ended) = of(self.pledges.iter().map(|one| (one.model.id, one.title())).collect());
        let (tasks, cancelled) = of(self.tasks.iter().map(|one| (one.model.id, one.title())).collect());
        let died_on =
            Field::day("contact_deceased_on", "Died on").value(context.today.to_string()).required();
        let hint = "If it is not known, the day on which you heard of it";
        let mut form = Form::new(visit, &visit.path, "Save").hidden("version", version);
        form = form.field(died_on.hint(hint).focused());
        let hint = |count: usize| match count as u64 {
            ASKED_MAX => "There may be more, which stay as they are",
            _ => "",
        };
        if !pledges.is_empty() {
            let hint = hint(pledges.len());
            form = form.field(Field::checks("pledge", "End these pledges", pledges, ended).hint(hint));
        }
        if !tasks.is_empty() {
            let hint = hint(tasks.len());
            form = form.field(Field::checks("task", "Cancel these tasks", tasks, cancelled).hint(hint));
        }
        form.field(Field::check("condolence", "Add a task: write to the family"))
    }
}

async fn page(visit: &mut Visit, contact: &Contact, form: Form) -> Result<Page, AppError> {
    let name = contact.title();
    let shell = visit.shell(&format!("{name} has died")).await?;
    Ok(Page { shell, contact: (name, format!("{}/{}", Contact::PATH, contact.model.id)), form })
}

pub(in crate::web) async fn show(mut visit: Visit) -> Answer {
    let (context, id) = (visit.records()?, record_id(&visit)?);
    let (version, contact) = Contact::read(&context, id).await?.ok_or(AppError::NotFound)?;
    let form = Open::of(&context, id).await?.form(&visit, &context, version);
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
        Ok(()) => visit.redirect_with(&path, Flash::new("It is saved.")),
        Err(AppError::PreconditionFailed(_)) => {
            let text = "Somebody else has just changed the contact. Look at it, and try again.";
            visit.redirect_with(&path, Flash::problem(text))
        }
        Err(AppError::Invalid(problems)) => {
            let form = open.form(&visit, &context, version).refused(&mut visit, problems);
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
    let is_ticked = |name: &str, id: i64| posted.all(name).any(|one| one == id.to_string());
    service::commit::<Contact, _>(context, async |tx| {
        let input = ContactInput { contact_deceased_on: Patch::Value(died_on), ..ContactInput::default() };
        let version = Preconditions::of_version(contact.1);
        service::update::<Contact>(tx, context, (contact.0, &version), input, problems).await?;
        for pledge in open.pledges.iter().filter(|one| is_ticked("pledge", one.model.id)) {
            end(tx, context, pledge, died_on).await?;
        }
        for task in open.tasks.iter().filter(|one| is_ticked("task", one.model.id)) {
            let input =
                TaskInput { task_status: Patch::Value(TaskStatus::Cancelled), ..TaskInput::default() };
            let any = (task.model.id, &Preconditions::default());
            service::update::<Task>(tx, context, any, input, Problems::default()).await?;
        }
        if posted.text("condolence") == "1" {
            let due = context.today + Days::new(CONDOLENCE_DAYS);
            let input = TaskInput {
                task_subject: Patch::Value(format!("Write to the family of {}", shown.title())),
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

/// Ends a pledge on a day. One that would begin later is cancelled.
async fn end(
    tx: &Transaction,
    context: &Context,
    pledge: &Pledge,
    died_on: NaiveDate,
) -> Result<(), AppError> {
    let mut input = PledgeInput::default();
    if died_on < pledge.model.pledge_start_date {
        input.pledge_status = Patch::Value(PledgeStatus::Cancelled);
    } else {
        let end = pledge.model.pledge_end_date.map_or(died_on, |end| end.min(died_on));
        input.pledge_end_date = Patch::Value(end);
        // One that rests would rest for ever.
        input.pledge_status = Patch::Value(PledgeStatus::Active);
    }
    let any = (pledge.model.id, &Preconditions::default());
    service::update::<Pledge>(tx, context, any, input, Problems::default()).await.map(drop)
}
