//! The button that says that a task is done.

use super::address::{back_to, record_id};
use super::save::{self, Saved};
use super::typed::Typed;
use crate::error::AppError;
use crate::fields::Problems;
use crate::records::Resource;
use crate::resources::tasks::Task;
use crate::web::flash::Flash;
use crate::web::visit::{Answer, Visit};

pub(in crate::web) async fn submit(mut visit: Visit) -> Answer {
    let (context, id) = (visit.records()?, record_id(&visit)?);
    let (version, task) = Task::read(&context, id).await?.ok_or(AppError::NotFound)?;
    let back = back_to(visit.posted.text("back"), "/tasks?done=0");
    let values = Typed::from_iter([("task_done".to_owned(), "1".into())]);
    let flash = match save::update::<Task>(&context, (id, version), &values, (Problems::default(), false))
        .await?
    {
        Saved::Done(id) => {
            let said = match task.model.task_repeat {
                Some(_) => "The next one is made.",
                None => "",
            };
            let text = format!("Done: {}. {said}", task.model.task_subject);
            Flash::new(text.trim_end()).with_next("What came of it?", format!("/tasks/{id}/edit#task_result"))
        }
        Saved::Refused(problems) => Flash::problem(format!("Not done: {problems}.")),
        Saved::Outdated => {
            Flash::problem("Somebody else has just changed the task. Look at it, and try again.")
        }
    };
    visit.redirect_with(&back, flash)
}
