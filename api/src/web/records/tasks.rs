//! The pages of tasks.

use shared::entities::tasks;
use shared::values::choices::TaskPriority;

use super::address::{Pairs, here};
use super::contact_page::log;
use super::contacts::called;
use super::died;
use super::kind::Kind;
use super::labels::choice;
use super::table::{Cell, Column};
use crate::accounts::users;
use crate::error::AppError;
use crate::records::Context;
use crate::resources::contacts::primary_phones;
use crate::resources::tasks::{Task, TaskFilters};
use crate::web::form::Form;
use crate::web::format::day;
use crate::web::icons::Drawn;
use crate::web::names;
use crate::web::visit::Visit;

impl Drawn for Task {
    const LINE: &'static str = "M4 4h16v16H4zM8 12.3l2.8 2.8L16 9.5";
}

impl Kind for Task {
    const PATH: &'static str = "/tasks";
    const TITLE: &'static str = "tasks";
    const WORDS: (&'static str, &'static str) = ("one-task", "count-tasks");
    const EMPTY: &'static str = "task-none-yet";
    const SORT: &'static str = "task_due_date";
    const VIEWS: &'static [(&'static str, &'static str)] = &[
        ("task-view-open", "done=0"),
        ("task-view-mine", "mine=1&done=0"),
        ("task-view-today", "due=today"),
        ("task-view-this-week", "due=this_week"),
        ("task-view-overdue", "overdue=1"),
        ("task-view-done", "done=1"),
        ("task-view-all", ""),
    ];
    const SAID_BY_OTHERS: &'static [&'static str] = &["task_done"];
    const FILLED_IN: &'static [&'static str] =
        &["contact_id", "gift_id", "task_subject", "task_type", "task_priority", "task_assignee_id"];
    const FILLED_IN_CHANGES: &'static [&'static str] = &["task_status"];
    const COLUMNS: &'static [Column] = &[
        Column::new("task"),
        Column::new("task-with").field("contact_id").heading("Contact: Last name"),
        Column::new("task-phone").class("phone").field("contact_id"),
        Column::new("task-due").order("task_due_date").class("date").heading("Due date"),
        Column::new("task-assigned-to").heading("Assigned to (number)").optional(),
        Column::new("task-type").heading("Type"),
        Column::new("task-priority").heading("Priority"),
        Column::new("done").class("action"),
    ];
    const GROUPS: &'static [(&'static str, &'static [&'static str])] = &[
        (
            "group-task",
            &[
                "task_subject",
                "task_type",
                "task_priority",
                "task_due_date",
                "task_due_time",
                "task_repeat",
                "task_assignee_id",
                "contact_id",
            ],
        ),
        ("group-result", &["task_status", "task_completed_on", "task_result", "task_notes"]),
        ("group-about", &["gift_id", "pledge_id"]),
    ];

    fn of_contact(contact_id: i64) -> Option<TaskFilters> {
        let contact_id = Some(vec![contact_id]);
        Some(TaskFilters { contact_id, done: Some(false), ..TaskFilters::default() })
    }

    fn record_id(&self) -> i64 {
        self.model.id
    }

    fn title(&self) -> String {
        subject(&self.model)
    }

    fn button(&self, visit: &Visit) -> Option<Form> {
        self.check_off(visit, None)
    }

    fn links(&self) -> Vec<(&'static str, String)> {
        let contact = self.model.contact_id.map(|id| (t!("contact"), format!("/contacts/{id}")));
        let next = self.model.task_done.then(|| (t!("task-plan-next"), next(&self.model)));
        contact.into_iter().chain(next).collect()
    }

    async fn rows(visit: &Visit, context: &Context, tasks: &[Self]) -> Result<Vec<Vec<Cell>>, AppError> {
        let assignees = tasks.iter().filter_map(|task| task.model.task_assignee_id);
        let assignees = users::names(context.app.store.read(), assignees).await?;
        let callable = tasks.iter().filter(|task| task.is_callable());
        let phones = primary_phones(
            context.app.store.read(),
            context.caller.account,
            callable.filter_map(|task| task.model.contact_id),
        );
        let phones = phones.await?;
        let open: Vec<_> = tasks.iter().filter(|task| task.is_open()).map(|task| task.model.id).collect();
        let row = |task: &Self| {
            let model = &task.model;
            let phone = model.contact_id.filter(|_| task.is_callable()).and_then(|id| phones.get(&id));
            let due = Cell::text(model.task_due_date.map(day).unwrap_or_default());
            let is_overdue = task.is_open() && model.task_due_date.is_some_and(|due| due < context.today);
            let priority = choice(&model.task_priority.to_string());
            vec![
                Cell::link(subject(model), format!("/tasks/{}", model.id)),
                match (&task.contact, model.contact_id) {
                    (Some(contact), Some(id)) => {
                        Cell::link(names::of_contact(contact.model()), format!("/contacts/{id}"))
                    }
                    _ => Cell::default(),
                },
                phone.map(|number| called(number)).unwrap_or_default(),
                if is_overdue { due.tag(t!("task-overdue"), true) } else { due },
                Cell::text(
                    model.task_assignee_id.and_then(|id| assignees.get(&id).cloned()).unwrap_or_default(),
                ),
                Cell::text(choice(&model.task_type.to_string())),
                match model.task_priority {
                    TaskPriority::High => Cell::default().tag(priority, true),
                    TaskPriority::Normal | TaskPriority::Low => Cell::text(priority),
                },
                match model.task_completed_on {
                    Some(on) => Cell::text(t!("task-done-on", day = day(on))),
                    None => task
                        .check_off(visit, beside(&open, model.id))
                        .map_or_else(|| Cell::text(t!("task-cancelled")), Cell::form),
                },
            ]
        };
        Ok(tasks.iter().map(row).collect())
    }
}

/// Returns the subject of a task. One that the service has written is stored in English, and said in the language of
/// the page.
pub(in crate::web) fn subject(task: &tasks::Model) -> String {
    let written = log::name(task).map(str::to_owned).or_else(|| died::said(&task.task_subject));
    written.unwrap_or_else(|| task.task_subject.clone())
}

/// The most bytes of a subject in a link. A link stands in a message for the next page, whose cookie has at most 4,096.
const SUBJECT_BYTES_MAX: usize = 200;

/// Returns the address of the form of a new task with the subject, unless it is long, the type, the priority, the contact and the
/// assignee of this one.
pub(super) fn next(task: &tasks::Model) -> String {
    let number = |id: Option<i64>| id.map(|id| id.to_string());
    let values = [
        ("task_subject", Some(subject(task)).filter(|subject| subject.len() <= SUBJECT_BYTES_MAX)),
        ("task_type", Some(task.task_type.to_string())),
        ("task_priority", Some(task.task_priority.to_string())),
        ("contact_id", number(task.contact_id)),
        ("task_assignee_id", number(task.task_assignee_id)),
    ];
    let given = values.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?)));
    Pairs(given.collect()).at(&format!("{}/new", Task::PATH))
}

/// Returns the task whose button stands beside that of this one: the next, or else the one before.
fn beside(open: &[i64], id: i64) -> Option<i64> {
    let at = open.iter().position(|one| *one == id)?;
    open.get(at + 1).or_else(|| open.get(at.checked_sub(1)?)).copied()
}

impl Task {
    fn is_open(&self) -> bool {
        !self.model.task_done && !self.model.task_cancelled
    }

    /// Returns the button that checks it off, if it is open. It leads back to the page, and there to the button of `beside`,
    /// so that whoever goes through a list stays where they were.
    fn check_off(&self, visit: &Visit, beside: Option<i64>) -> Option<Form> {
        let name_of = |id: i64| format!("done-{id}");
        let place = beside.map(|id| format!("#{}", name_of(id))).unwrap_or_default();
        let id = self.model.id;
        self.is_open().then(|| {
            Form::new(visit, &format!("/tasks/{id}/done"), t!("task-check-off"))
                .secondary()
                .with_id(name_of(id))
                .hidden("back", here(visit) + &place)
        })
    }

    /// Returns whether the contact may be called about it: it is open, and the contact lives and wants calls.
    fn is_callable(&self) -> bool {
        self.is_open()
            && self.contact.as_ref().is_some_and(|contact| {
                let contact = contact.model();
                !contact.contact_do_not_call && contact.contact_deceased_on.is_none()
            })
    }
}
