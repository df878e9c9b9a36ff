//! The button that says that a task is done.

use super::address::{back_to, record_id};
use super::save::{self, Saved};
use super::tasks::{next, subject};
use super::typed::Typed;
use crate::error::AppError;
use crate::fields::Problems;
use crate::records::Resource;
use crate::resources::tasks::Task;
use crate::web::flash::Flash;
use crate::web::rules::said;
use crate::web::visit::{Answer, Visit};

pub(in crate::web) async fn submit(mut visit: Visit) -> Answer {
    let (context, id) = (visit.records()?, record_id(&visit)?);
    let (version, task) = Task::read(&context, id).await?.ok_or(AppError::NotFound)?;
    let back = back_to(visit.posted.text("back"), "/tasks?done=0");
    let values = Typed::from_iter([("task_done".to_owned(), "1".into())]);
    let flash =
        match save::update::<Task>(&context, (id, version), &values, (Problems::default(), false)).await? {
            Saved::Done(id) => {
                let subject = subject(&task.model);
                let text = match task.model.task_repeat {
                    Some(_) => t!("task-was-done-next", task = subject),
                    None => t!("task-was-done", task = subject),
                };
                let edit = format!("/tasks/{id}/edit");
                let flash = Flash::new(text);
                let flash = flash.with_next(t!("task-what-came-of-it"), format!("{edit}#task_result"));
                match task.model.task_repeat {
                    // The next one is there already.
                    Some(_) => flash,
                    None => {
                        let reopen = format!("{edit}?task_status=open#task_status");
                        flash
                            .with_next(t!("task-plan-next"), next(&task.model))
                            .with_next(t!("task-not-done-after-all"), reopen)
                    }
                }
            }
            Saved::Refused(problems) => {
                Flash::problem(t!("task-not-done", problems = said(&problems.to_string())))
            }
            Saved::Outdated => Flash::problem(t!("task-changed-meanwhile")),
        };
    visit.redirect_with(&back, flash)
}
