//! What is open of a contact whom something has happened to: a page asks what is to become of the pledges and tasks.

use chrono::NaiveDate;
use shared::Transaction;
use shared::values::choices::{PledgeState, TaskStatus};

use super::kind::Kind;
use crate::error::AppError;
use crate::fields::{Patch, Problems};
use crate::records::preconditions::Preconditions;
use crate::records::{Context, list, service};
use crate::resources::pledges::{Pledge, PledgeFilters, ending};
use crate::resources::tasks::{Task, TaskFilters, TaskInput};
use crate::web::form::{Field, Form};
use crate::web::posted::Posted;

/// The most pledges, and the most tasks, that a page asks about.
const ASKED_MAX: u64 = 50;

/// The open pledges and tasks of a contact, or the newest of them.
pub(super) struct Open {
    pledges: Vec<Pledge>,
    tasks: Vec<Task>,
}

impl Open {
    pub(super) async fn of(context: &Context, contact_id: i64) -> Result<Self, AppError> {
        let state = Some(vec![PledgeState::Active, PledgeState::Upcoming, PledgeState::Paused]);
        let contact_id = Some(vec![contact_id]);
        let pledges = PledgeFilters { contact_id: contact_id.clone(), state, ..PledgeFilters::default() };
        let tasks = TaskFilters { contact_id, done: Some(false), ..TaskFilters::default() };
        Ok(Self {
            pledges: list::few::<Pledge>(context, pledges, Pledge::SORT, ASKED_MAX).await?,
            tasks: list::few::<Task>(context, tasks, Task::SORT, ASKED_MAX).await?,
        })
    }

    /// Adds the questions to a form, ticked or not.
    pub(super) fn ask(&self, mut form: Form, is_ticked: bool) -> Form {
        let of = |ids: Vec<(i64, String)>| {
            let ids: Vec<_> = ids.into_iter().map(|(id, title)| (id.to_string(), title)).collect();
            let chosen: Vec<_> = ids.iter().filter(|_| is_ticked).map(|(id, _)| id.clone()).collect();
            (ids, chosen)
        };
        let hint = |count: usize| match count as u64 {
            ASKED_MAX => t!("edit-open-more"),
            _ => "",
        };
        if !self.pledges.is_empty() {
            let (ids, chosen) = of(self.pledges.iter().map(|one| (one.model.id, one.title())).collect());
            let hint = hint(self.pledges.len());
            form = form.field(Field::checks("pledge", t!("edit-open-pledges"), ids, chosen).hint(hint));
        }
        if !self.tasks.is_empty() {
            let (ids, chosen) = of(self.tasks.iter().map(|one| (one.model.id, one.title())).collect());
            let hint = hint(self.tasks.len());
            form = form.field(Field::checks("task", t!("edit-open-tasks"), ids, chosen).hint(hint));
        }
        form
    }

    /// Ends the pledges that are ticked on a day, and cancels the tasks. What is not open any more stays as it is.
    pub(super) async fn close(
        &self,
        tx: &Transaction,
        context: &Context,
        posted: &Posted,
        on: NaiveDate,
    ) -> Result<(), AppError> {
        let is_ticked = |name: &str, id: i64| posted.all(name).any(|one| one == id.to_string());
        for pledge in self.pledges.iter().filter(|one| is_ticked("pledge", one.model.id)) {
            ending::end(tx, context, pledge.model.id, on).await?;
        }
        for task in self.tasks.iter().filter(|one| is_ticked("task", one.model.id)) {
            let input =
                TaskInput { task_status: Patch::Value(TaskStatus::Cancelled), ..TaskInput::default() };
            let any = (task.model.id, &Preconditions::default());
            service::update::<Task>(tx, context, any, input, Problems::default()).await?;
        }
        Ok(())
    }
}
