//! The filters of the list of tasks.

use chrono::{Datelike, Days};
use sea_orm::sea_query::{Expr, ExprTrait, SimpleExpr};
use sea_orm::{ColumnTrait, Condition};
use shared::entities::tasks;
use shared::values::choices::{TaskDue, TaskStatus, TaskType};

use crate::fields::Problems;
use crate::fields::types::{AnyOf, Day, Flag, Id, OneOf, Text};
use crate::query;
use crate::records::Context;

query! {
    /// The filters of tasks.
    TaskFilters {
        /// Only tasks about this contact, or about one of several
        contact_id: AnyOf<Id>;
        /// Only tasks of this type, or of one of several
        r#type: AnyOf<OneOf<TaskType>>;
        /// Only tasks that are assigned to this member, or to one of several
        assignee_id: AnyOf<Id>;
        /// Only tasks that are assigned to the user of the key, or only the others
        mine: Flag;
        /// Only open tasks, only done or only cancelled ones, or those of several
        status: AnyOf<OneOf<TaskStatus>>;
        /// Only tasks that are done, or only open ones
        done: Flag;
        /// Only open tasks that are due today or were before, or until the end of this week, which is Sunday
        due: OneOf<TaskDue>;
        /// Only tasks that are due on this day or later
        due_from: Day;
        /// Only tasks that are due on this day or before
        due_to: Day;
        /// Only open tasks that were due before today, or only the others
        overdue: Flag;
        /// Only the task with this `task_external_id`
        external_id: Text<100>;
    }
}

/// Returns the condition for the tasks that the filters ask for. Adds the broken rules to the problems.
pub(super) fn condition(context: &Context, filters: TaskFilters, problems: &mut Problems) -> Condition {
    use tasks::Column as T;
    let TaskFilters {
        contact_id,
        r#type,
        assignee_id,
        mine,
        status,
        done,
        due,
        due_from,
        due_to,
        overdue,
        external_id,
    } = filters;
    problems.check_span(("due_from", due_from), ("due_to", due_to));
    let overdue = overdue.map(|overdue| {
        let yes = is_open().add(T::TaskDueDate.lt(context.today));
        // Not simply the negation of `yes`: if the due date is missing, that is neither true nor false.
        let no = Condition::any().add(T::TaskDone.eq(true)).add(T::TaskCancelled.eq(true));
        let no = no.add(T::TaskDueDate.gte(context.today));
        if overdue { yes } else { no.add(T::TaskDueDate.is_null()) }
    });
    Condition::all()
        .add_option(contact_id.map(|ids| T::ContactId.is_in(ids)))
        .add_option(r#type.map(|kind| T::TaskType.is_in(kind)))
        .add_option(status.map(|any| any.into_iter().map(of_status).fold(Condition::any(), Condition::add)))
        .add_option(done.map(|done| of_status(if done { TaskStatus::Done } else { TaskStatus::Open })))
        .add_option(due.map(|due| {
            let days_left = 6 - context.today.weekday().num_days_from_monday();
            let last = match due {
                TaskDue::Today => context.today,
                TaskDue::ThisWeek => context.today + Days::new(days_left.into()),
            };
            is_open().add(T::TaskDueDate.lte(last))
        }))
        .add_option(
            due_from.map(|day| Condition::all().add(due_date().gte(day)).add(T::TaskDueDate.is_not_null())),
        )
        .add_option(
            due_to.map(|day| Condition::all().add(due_date().lte(day)).add(T::TaskDueDate.is_not_null())),
        )
        .add_option(overdue)
        .add_option(assignee_id.map(|ids| T::TaskAssigneeId.is_in(ids)))
        .add_option(mine.map(|is_mine| {
            let user_id = context.caller.user_id.unwrap_or(0);
            let others = Condition::any().add(T::TaskAssigneeId.ne(user_id)).add(T::TaskAssigneeId.is_null());
            if is_mine { Condition::all().add(T::TaskAssigneeId.eq(user_id)) } else { others }
        }))
        .add_option(external_id.map(|id| T::TaskExternalId.eq(id)))
}

/// Returns the condition for open tasks, which begins as the index `tasks_open` has it.
pub fn is_open() -> Condition {
    let is_not_done = Expr::col((tasks::Entity, tasks::Column::TaskDone)).not();
    Condition::all().add(is_not_done).add(tasks::Column::TaskCancelled.eq(false))
}

/// Returns the condition for tasks of a status.
fn of_status(status: TaskStatus) -> Condition {
    match status {
        TaskStatus::Open => is_open(),
        TaskStatus::Done => Condition::all().add(tasks::Column::TaskDone.eq(true)),
        TaskStatus::Cancelled => {
            Condition::all().add(tasks::Column::TaskCancelled.eq(true)).add(tasks::Column::TaskDone.eq(false))
        }
    }
}

/// Returns the due date as the index `tasks_due` has it.
pub(super) fn due_date() -> SimpleExpr {
    Expr::cust("COALESCE(task_due_date, '9999-12-31')")
}
